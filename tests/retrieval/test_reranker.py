from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import StoreError
from core.language.terms import analyse
from core.retrieval.embedder import shared_embedder
from core.retrieval.keywords import KeywordIndex
from core.retrieval.reranker import CrossEncoderReranker, LateInteractionReranker, choose_reranker
from tests.properties import examples
from tests.word_embedder import WordEmbedder

TEXTS = ["solar cell on a roof", "weld of a steel pipe", "", "cell wall of a leaf"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "solar", "cell", "leaf", "steel", "pipe", "roof", "a", "of"]


def write_model(folder: Path, labels: int = 1) -> Path:
    """A cross-encoder with random weights and a vocabulary of thirteen words."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    torch.manual_seed(1)
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.5,
        num_labels=labels,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "tiny")


# --- the cross-encoder ------------------------------------------------------------------------------------------------


def test_a_cross_encoder_scores_each_text_between_zero_and_one_in_the_order_given(model: Path) -> None:
    reranker = CrossEncoderReranker(str(model))
    scores = reranker.scores("solar cell", TEXTS)
    assert len(scores) == len(TEXTS)
    assert all(type(score) is float and 0 < score < 1 for score in scores)
    assert len(set(scores)) > 1
    assert reranker.scores("solar cell", TEXTS[::-1]) == pytest.approx(scores[::-1], abs=1e-5)


def test_the_score_is_the_sigmoid_of_what_the_model_itself_says(model: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(model)("solar cell", "leaf of a pipe", return_tensors="pt")
    with torch.inference_mode():
        expected = AutoModelForSequenceClassification.from_pretrained(model).eval()(**tokens).logits.sigmoid().item()
    assert CrossEncoderReranker(str(model)).scores("solar cell", ["leaf of a pipe"]) == [
        pytest.approx(expected, abs=1e-5)
    ]


def test_a_cross_encoder_reads_no_text_one_text_and_very_long_ones(model: Path) -> None:
    reranker = CrossEncoderReranker(str(model))
    assert reranker.scores("solar", []) == []
    assert len(reranker.scores("solar", ["leaf"])) == 1
    assert len(reranker.scores("solar " * 5000, ["leaf " * 50_000, "steel"])) == 2


def test_a_cross_encoder_is_chosen_when_its_weights_are_here_and_says_so(model: Path) -> None:
    reranker = choose_reranker(WordEmbedder(), str(model))
    assert isinstance(reranker, CrossEncoderReranker)
    assert reranker.name == str(model)
    assert "Cross-encoder" in reranker.says


def test_a_model_of_hugging_face_that_was_downloaded_before_is_found_by_its_name(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = tmp_path / "models--example--tiny" / "snapshots" / "abc"
    snapshot.parent.mkdir(parents=True)
    snapshot.symlink_to(model, target_is_directory=True)
    (tmp_path / "models--example--tiny" / "refs").mkdir()
    (tmp_path / "models--example--tiny" / "refs" / "main").write_text("abc")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    reranker = choose_reranker(WordEmbedder(), "example/tiny")
    assert reranker.name == "example/tiny"
    assert len(reranker.scores("solar", TEXTS)) == len(TEXTS)


@pytest.mark.parametrize("name", ["nobody/nothing", "/no/such/folder", "two words", ""])
def test_without_weights_late_interaction_is_chosen(name: str) -> None:
    assert isinstance(choose_reranker(WordEmbedder(), name), LateInteractionReranker)


def test_a_folder_without_weights_is_not_taken_for_a_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    assert isinstance(choose_reranker(WordEmbedder(), str(tmp_path)), LateInteractionReranker)


def test_a_cross_encoder_without_weights_says_what_is_missing_and_what_to_do() -> None:
    with pytest.raises(StoreError, match="weights of the reranker nobody/nothing are not on this machine") as caught:
        CrossEncoderReranker("nobody/nothing").scores("solar", TEXTS)
    assert "RERANKER_MODEL" in caught.value.advice


def test_damaged_weights_are_an_error_in_words(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "damaged")
    (folder / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(StoreError, match="cannot be loaded"):
        CrossEncoderReranker(str(folder)).scores("solar", TEXTS)


def test_a_model_with_several_scores_a_text_is_no_reranker(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="gives 3 scores"):
        CrossEncoderReranker(str(write_model(tmp_path / "classifier", labels=3))).scores("solar", TEXTS)


# --- late interaction -------------------------------------------------------------------------------------------------


def test_late_interaction_says_that_it_is_no_cross_encoder() -> None:
    reranker = choose_reranker(WordEmbedder(), "nobody/nothing")
    assert reranker.says.startswith("Late interaction")
    assert "not a cross-encoder" in reranker.says


def test_a_text_with_all_words_of_the_question_scores_one_and_an_empty_text_zero() -> None:
    first, second, empty, last = LateInteractionReranker(WordEmbedder()).scores("solar cell", TEXTS)
    assert first == pytest.approx(1)
    assert empty == 0
    assert first > last > second


def test_the_alignment_names_the_closest_word_for_each_word_of_the_question_and_adds_up_to_the_score() -> None:
    reranker = LateInteractionReranker(WordEmbedder(alike=[("boat", "ship")]))
    text = "the ship of steel"
    boat, steel = reranker.align("a boat of steel", [text])[0]
    assert (boat.word, boat.matched) == ("boat", "ship")
    assert (steel.word, steel.matched) == ("steel", "steel")
    assert boat.similarity == pytest.approx(1)
    assert boat.weight + steel.weight == pytest.approx(1)
    assert reranker.scores("a boat of steel", [text]) == [
        pytest.approx(boat.weight * boat.similarity + steel.weight * steel.similarity)
    ]


def test_with_the_weights_of_an_index_rare_words_count_more() -> None:
    index = KeywordIndex([analyse(text) for text in [*TEXTS, "a cell", "cell by cell", "a leaf"]])
    cell, weld = LateInteractionReranker(WordEmbedder(), index.weights).align("cells weld", [TEXTS[1]])[0]
    assert weld.weight > cell.weight > 0
    assert "rare words count more" in LateInteractionReranker(WordEmbedder(), index.weights).says


def test_weights_that_are_all_zero_or_less_make_all_words_count_alike() -> None:
    reranker = LateInteractionReranker(WordEmbedder(), lambda words: dict.fromkeys(words, -1.0))
    assert [match.weight for match in reranker.align("solar cell", ["leaf"])[0]] == [0.5, 0.5]


def test_a_question_of_stop_words_or_of_nothing_is_answered() -> None:
    reranker = LateInteractionReranker(WordEmbedder())
    assert len(reranker.scores("who are we", TEXTS)) == len(TEXTS)
    assert reranker.scores("", TEXTS) == [0] * len(TEXTS)
    assert reranker.align("", ["leaf"])[0] == []
    assert [match.matched for match in reranker.align("solar cell", [""])[0]] == ["", ""]


def test_late_interaction_reads_no_text_one_text_and_very_long_ones() -> None:
    reranker = LateInteractionReranker(WordEmbedder())
    assert reranker.scores("solar", []) == []
    assert reranker.scores("solar", ["solar " * 50_000]) == [pytest.approx(1)]


def test_with_the_real_model_a_car_comes_closest_to_an_automobile() -> None:
    reranker = LateInteractionReranker(shared_embedder())
    (car,) = reranker.align("car", ["The bakery sold bread, and an automobile stood by the window."])[0]
    assert car.matched == "automobile"
    scores = reranker.scores("how to fix a car", ["Repairing an automobile engine", "Baking bread with rye"])
    assert scores[0] > scores[1]


@examples(50)
@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=4))
def test_the_scores_never_leave_zero_to_one_whatever_is_asked(query: str, texts: list[str]) -> None:
    scores = LateInteractionReranker(WordEmbedder()).scores(query, texts)
    assert len(scores) == len(texts)
    assert all(0 <= score <= 1 + 1e-6 for score in scores)
