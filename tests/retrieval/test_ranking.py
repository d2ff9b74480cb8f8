import dataclasses
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.ranking import COMPANY, SOURCES, Ranker
from tests.properties import examples
from tests.word_embedder import WordEmbedder

DOCUMENTS = {
    "solar": "solar cell on a roof",
    "panel": "panel on a roof gives solar power",
    "pipe": "weld of a steel pipe",
    "leaf": "cell wall of a leaf",
    "empty": "",
    "ship": "steel ship with a deep keel",
}


def ranker(documents: dict[str, str], embedder: WordEmbedder | None = None) -> Ranker:
    return Ranker.build(list(documents), list(documents.values()), embedder or WordEmbedder())


def test_the_document_with_the_words_of_the_query_comes_first() -> None:
    found = ranker(DOCUMENTS).rank("solar cell")
    assert found[0].id == "solar"
    assert [receipt.rank for receipt in found] == [1, 2, 3, 4, 5, 6]


def test_a_document_without_a_shared_word_is_found_by_its_meaning() -> None:
    embedder = WordEmbedder(alike=[("boat", "ship")])
    assert ranker(DOCUMENTS, embedder).rank("boat")[0].id == "ship"


def test_the_parts_of_a_receipt_add_up_to_its_score() -> None:
    for receipt in ranker(DOCUMENTS).rank("steel cell on a roof"):
        assert [part.source for part in receipt.parts] == [*SOURCES, *(f"{name}, neighbours" for name in SOURCES)]
        assert math.fsum(part.contribution for part in receipt.parts) == pytest.approx(receipt.score, abs=1e-9)
        assert math.fsum(part.weight for part in receipt.parts) == pytest.approx(1, abs=1e-9)
        assert math.fsum(part.weight for part in receipt.parts[3:]) == pytest.approx(COMPANY, abs=1e-9)
        assert receipt.vector * 2 / 3 + receipt.keyword / 3 == pytest.approx(receipt.score, abs=1e-9)
        for part in receipt.parts:
            assert part.contribution == pytest.approx(part.weight * part.normalised, abs=1e-12)


def test_the_normalised_scores_are_standard_deviations_from_the_mean_of_the_candidates() -> None:
    found = ranker(DOCUMENTS).rank("steel cell on a roof")
    for place in range(len(SOURCES)):
        values = [receipt.parts[place].normalised for receipt in found]
        assert sum(values) / len(values) == pytest.approx(0, abs=1e-9)
        assert sum(value**2 for value in values) / len(values) == pytest.approx(1, abs=1e-9)


def test_of_two_documents_alike_in_themselves_the_one_in_better_company_comes_first() -> None:
    documents = {
        "alone": "reactor harbour violin",
        "in company": "reactor glacier meadow",
        "friend 1": "reactor reactor glacier meadow",
        "friend 2": "reactor reactor glacier meadow summit",
        "stranger 1": "harbour violin island",
        "stranger 2": "harbour violin teapot",
        "other 1": "carpet window",
        "other 2": "ladder candle",
        "other 3": "pepper thunder",
    }
    order = [receipt.id for receipt in ranker(documents).rank("reactor")]
    assert order.index("in company") < order.index("alone")


def test_equal_documents_stand_in_the_order_of_their_ids() -> None:
    documents = {"c": "leaf", "a": "leaf", "b": "leaf"}
    assert [receipt.id for receipt in ranker(documents).rank("leaf")] == ["a", "b", "c"]


def test_no_more_than_k_are_given() -> None:
    assert len(ranker(DOCUMENTS).rank("steel", 2)) == 2


@pytest.mark.parametrize("documents", [{}, {"one": "leaf"}, {"one": ""}, {"one": "leaf", "two": ""}])
@pytest.mark.parametrize("query", ["leaf", "", "xyz", "the of", "leaf " * 3000])
def test_few_documents_and_strange_queries_are_answered_with_ordinary_numbers(documents, query) -> None:
    found = ranker(documents).rank(query)
    assert len(found) == len(documents)
    assert all(math.isfinite(receipt.score) for receipt in found)


def test_progress_counts_both_passes_through_the_model(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    Ranker.build(["a", "b"], ["x", "y"], WordEmbedder(), tmp_path, lambda done, of: heard.append((done, of)))
    assert heard == [(2, 4), (4, 4)]
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]


def test_another_embedder_for_the_queries_changes_nothing_else() -> None:
    index = ranker(DOCUMENTS)
    assert dataclasses.replace(index, embedder=WordEmbedder()).rank("steel") == index.rank("steel")


@examples(40)
@given(
    st.dictionaries(st.sampled_from("abcdefghijkl"), st.text(st.sampled_from("xyz "), max_size=12)),
    st.text(st.sampled_from("xyz "), max_size=6),
)
def test_every_receipt_always_adds_up_and_no_document_ever_stands_twice(documents, query) -> None:
    found = ranker(documents).rank(query, 100)
    assert len({receipt.id for receipt in found}) == len(found) == len(documents)
    assert [receipt.score for receipt in found] == sorted((receipt.score for receipt in found), reverse=True)
    for receipt in found:
        assert math.fsum(part.contribution for part in receipt.parts) == pytest.approx(receipt.score, abs=1e-9)
