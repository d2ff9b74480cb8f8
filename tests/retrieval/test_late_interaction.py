import logging
from pathlib import Path

import numpy as np
import pytest

from core.retrieval.late_interaction import PieceIndex, content
from tests.word_embedder import WordEmbedder

TEXTS = ["roof with a solar cell", "steel pipe and a weld", "", "the of and", "cell wall of a leaf"]
EVERYWHERE = np.arange(len(TEXTS))


def score(index: PieceIndex, query: str, documents: np.ndarray = EVERYWHERE) -> list[float]:
    (found,) = WordEmbedder().token_vectors([query])
    return index.scores(*found, documents).tolist()


def test_a_text_that_holds_all_words_of_the_query_scores_one_and_one_without_words_zero() -> None:
    scores = score(PieceIndex.build(TEXTS, WordEmbedder()), "solar cell")
    assert scores[0] == pytest.approx(1, abs=0.01)
    assert scores[2:4] == [0, 0]
    assert 0 <= scores[1] < scores[4] < scores[0]


def test_the_score_is_the_mean_of_the_best_cosines_weighted_by_idf() -> None:
    index = PieceIndex.build(TEXTS, WordEmbedder())
    (pieces, vectors), (others, other_vectors) = WordEmbedder().token_vectors(["leaf cell weld", TEXTS[0]])
    best = (vectors @ content(others, other_vectors)[1].T).max(axis=1).clip(0)
    weights = np.log1p((5 - np.array([1, 2, 1]) + 0.5) / (np.array([1, 2, 1]) + 0.5))
    assert index.weights(pieces) == pytest.approx(weights)
    # The index keeps 128 of 384 numbers in a byte each, so it comes near and not nearer.
    assert score(index, "leaf cell weld")[0] == pytest.approx(weights @ best / weights.sum(), abs=0.15)


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    index = PieceIndex.build(TEXTS, WordEmbedder())
    _, with_rare, *_, with_common = score(index, "weld cell")
    assert with_rare > with_common


def test_a_word_that_no_document_holds_weighs_most() -> None:
    unknown, rare, common = PieceIndex.build(TEXTS, WordEmbedder()).weights(["xyz", "leaf", "cell"])
    assert unknown > rare > common > 0


def test_stop_words_of_the_query_count_nothing_unless_there_is_nothing_else() -> None:
    index = PieceIndex.build(TEXTS, WordEmbedder())
    assert score(index, "the solar and the cell of") == pytest.approx(score(index, "solar cell"))
    assert len(score(index, "who are we")) == len(TEXTS)


def test_scores_come_in_the_order_of_the_documents_asked_for() -> None:
    index = PieceIndex.build(TEXTS, WordEmbedder())
    every = score(index, "leaf")
    assert score(index, "leaf", np.array([4, 2, 0])) == pytest.approx([every[4], every[2], every[0]])


def test_an_empty_query_an_empty_choice_and_an_empty_corpus_are_answered() -> None:
    index = PieceIndex.build(TEXTS, WordEmbedder())
    assert score(index, "") == [0] * len(TEXTS)
    assert score(index, "leaf", np.array([], int)) == []
    empty = PieceIndex.build([], WordEmbedder())
    assert len(empty) == 0
    assert score(empty, "leaf", np.array([], int)) == []


def test_what_was_kept_in_a_folder_is_not_calculated_again(tmp_path: Path) -> None:
    first, second = WordEmbedder(), WordEmbedder()
    built = PieceIndex.open(tmp_path / "new", TEXTS, first)
    read = PieceIndex.open(tmp_path / "new", TEXTS, second)
    assert first.passes > 0
    assert second.passes == 0
    assert score(read, "solar leaf") == score(built, "solar leaf")
    PieceIndex.open(tmp_path / "new", [*TEXTS, "another"], second)
    assert second.passes > 0


def test_a_damaged_file_is_made_anew_and_the_log_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    PieceIndex.open(tmp_path, TEXTS, WordEmbedder())
    (kept,) = tmp_path.iterdir()
    for damage in (b"", b"no archive", kept.read_bytes()[:100]):
        kept.write_bytes(damage)
        with caplog.at_level(logging.WARNING):
            assert len(PieceIndex.open(tmp_path, TEXTS, WordEmbedder())) == len(TEXTS)
        assert "made anew" in caplog.text
        caplog.clear()
        again = WordEmbedder()
        PieceIndex.open(tmp_path, TEXTS, again)
        assert again.passes == 0


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    with caplog.at_level(logging.WARNING):
        assert len(PieceIndex.open(tmp_path / "file", TEXTS, WordEmbedder())) == len(TEXTS)
    assert "going on without it" in caplog.text


def test_progress_ends_with_all_documents() -> None:
    heard: list[tuple[int, int]] = []
    PieceIndex.build(["a leaf"] * 150, WordEmbedder(), lambda done, of: heard.append((done, of)))
    assert heard == [(64, 150), (128, 150), (150, 150)]
