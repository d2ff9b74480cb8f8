from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.embedder import Embedder
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.documents import texts_to_embed
from core.systems.nco_classification.index.occupations import PARTS, WEIGHTS, OccupationIndex
from core.systems.nco_classification.index.official import open_index
from tests.little_occupations import FEW, LetterEmbedder, part_of
from tests.properties import examples

VECTORS = Path(__file__).parents[4] / "assets" / "vectors" / "nco.npz"


@pytest.fixture(scope="module")
def little_classification() -> Classification:
    return part_of(Classification.load(), FEW)


@pytest.fixture(scope="module")
def little_index(little_classification: Classification) -> OccupationIndex:
    return OccupationIndex(little_classification, LetterEmbedder())


def test_the_shipped_vectors_are_those_of_the_shipped_texts():
    embedder = Embedder(None, [VECTORS])
    embedder.encode(texts_to_embed(Classification.load()))
    assert not embedder.ready, "a text has no shipped vector: run python -m core.evaluate.ship_vectors"


def test_the_weights_sum_to_one_and_none_is_below_zero():
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    assert min(WEIGHTS.values()) >= 0


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("plumber", "7126"),
        ("Plumber (General) - II", "7126"),
        ("plumer", "7126"),
        ("Driver, truck", "8332"),
        ("rajmistri", "7112"),
        ("रसोइया", "5120"),
        ("baal kaatne wala", "5141"),
        ("softwear enginer", "2512"),
        ("சமையல்காரர் cook", "5120"),
    ],
)
def test_titles_are_found_however_they_are_written(little_index, text, family):
    assert little_index.search(text)[0].family == family


@examples(40)
@given(st.text(max_size=80))
def test_every_score_is_the_sum_of_its_parts_and_lies_between_0_and_1(little_index, text):
    candidates = little_index.search(text, limit=12)
    assert [one.score for one in candidates] == sorted((one.score for one in candidates), reverse=True)
    for rank, candidate in enumerate(candidates, start=1):
        receipt = candidate.receipt
        assert (
            candidate.score
            == receipt.score
            == pytest.approx(sum(part.contribution for part in receipt.parts), abs=1e-9)
        )
        assert 0 <= candidate.score <= 1 + 1e-6
        assert receipt.rank == rank
        assert receipt.id == candidate.family
        alpha = WEIGHTS["phrases"] + WEIGHTS["family text"]
        assert receipt.score == pytest.approx(alpha * receipt.vector + (1 - alpha) * receipt.keyword, abs=1e-9)
        for part in receipt.parts:
            assert part.source in PARTS
            assert part.contribution == pytest.approx(part.weight * part.normalised, abs=1e-12)


def test_many_texts_are_found_as_each_alone_and_in_their_order(little_index):
    texts = ["plumber", "cook", "plumber", "", "किसान", "tailor; sews clothes"]
    together = little_index.search_many(texts)
    assert [[one.family for one in found] for found in together] == [
        [one.family for one in little_index.search(text)] for text in texts
    ]
    assert together[3] == []


def test_equal_texts_are_embedded_once(little_classification):
    embedder = LetterEmbedder()
    index = OccupationIndex(little_classification, embedder)
    before = embedder.embedded
    index.search_many(["cook"] * 50)
    assert embedder.embedded == before + 1


def test_evidence_shows_the_words_that_matched(little_index):
    best = little_index.search("taxi driver")[0]
    match = best.evidence[0]
    assert {match.text[start:end].lower() for start, end in match.words} == {"taxi", "driver"}
    assert match.kind in ("title", "phrase", "hindi")


def test_occupations_stand_in_their_family_likeliest_first(little_index):
    for candidate in little_index.search("mason for stone"):
        assert all(code.startswith(candidate.family) for code, _ in candidate.occupations)
        scores = [score for _, score in candidate.occupations]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) == len(little_index.classification.occupations_of(candidate.family))


def test_official_descriptions_make_the_index_richer_and_it_says_so(little_classification):
    description = "Operates zymurgical contraptions in subterranean halls"
    plain = OccupationIndex(little_classification, LetterEmbedder())
    richer = OccupationIndex(
        little_classification, LetterEmbedder(), {"7411.0100": description, "0000.0000": "nothing"}
    )
    assert richer.search(description)[0].family == "7411"
    assert richer.search(description)[0].score > next(
        one.score for one in plain.search(description, 12) if one.family == "7411"
    )
    assert "official" in richer.index_name
    assert "official" not in plain.index_name


def test_owners_without_descriptions_of_their_own_share_one_index(tmp_path: Path, embedder: Embedder) -> None:
    assert open_index(tmp_path / "one", embedder) is open_index(tmp_path / "other", embedder)
