"""BM25 scores are rank_bm25's to the ninth decimal, and an index that grew is the index built anew."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from core.retrieval.keywords import KeywordIndex, best_positions
from tests.properties import examples

# Few words, so that many stand in more than half of the documents, where rank_bm25 replaces their idf.
words = st.sampled_from(["the", "cell", "solar", "weld", "paint", "glass", "ion", "atom"])
documents = st.lists(words | st.text("abc", min_size=1, max_size=2), max_size=12)
corpora = st.lists(documents, min_size=1, max_size=12)
queries = st.lists(words | st.sampled_from(["never", "seen", "a", "b"]), max_size=6)


def reference(corpus: list[list[str]], query: list[str]) -> np.ndarray:
    return BM25Okapi(corpus).get_scores(query)


# --- the scores of rank_bm25 ------------------------------------------------------------------------------------------


@examples(300)
@given(corpora.filter(any), queries)
def test_scores_equal_rank_bm25_on_any_corpus_and_query(corpus, query):
    np.testing.assert_allclose(KeywordIndex(corpus).get_scores(query), reference(corpus, query), rtol=0, atol=1e-9)


def test_scores_equal_rank_bm25_on_long_documents_with_words_said_hundreds_of_times():
    random = np.random.default_rng(3)
    corpus = [[f"w{number}" for number in random.zipf(1.3, 3_000) if number < 500] for _ in range(40)]
    query = ["w1", "w2", "w2", "w7", "w30", "w499", "unseen"]
    np.testing.assert_allclose(KeywordIndex(corpus).get_scores(query), reference(corpus, query), rtol=0, atol=1e-9)


def test_a_word_that_the_query_says_twice_counts_twice():
    index = KeywordIndex([["solar", "cell"], ["weld"], ["paint"]])
    np.testing.assert_array_equal(index.get_scores(["solar", "solar"]), 2 * index.get_scores(["solar"]))


def test_an_empty_corpus_and_empty_documents_have_no_scores_to_give():
    assert KeywordIndex([]).get_scores(["cell"]).shape == (0,)
    assert KeywordIndex([]).top(["cell"], 3) == []
    assert KeywordIndex([[], []]).get_scores(["cell"]).tolist() == [0.0, 0.0]


@given(corpora | st.just([]), st.lists(queries, max_size=5))
def test_many_queries_at_once_score_as_each_alone(corpus, many):
    index = KeywordIndex(corpus)
    together = index.scores_of_many(many)
    assert together.shape == (len(many), len(corpus))
    for row, query in zip(together, many, strict=True):
        np.testing.assert_allclose(row, index.get_scores(query), rtol=1e-12, atol=1e-12)


# --- the best ---------------------------------------------------------------------------------------------------------


@given(corpora, queries, st.integers(0, 15))
def test_the_best_are_exactly_the_documents_that_share_a_word_in_order_of_score_then_position(corpus, query, k):
    index = KeywordIndex(corpus)
    scores = index.get_scores(query)
    sharing = [position for position, document in enumerate(corpus) if set(document) & set(query)]
    expected = sorted(sharing, key=lambda position: (-scores[position], position))[:k]
    assert index.top(query, k) == [(position, scores[position]) for position in expected]


def test_a_document_with_the_word_is_found_even_where_the_word_is_worth_nothing():
    index = KeywordIndex([["cell"], ["weld"]])  # in exactly half of the documents: idf 0
    assert index.top(["cell"], 5) == [(0, 0.0)]


def test_results_are_plain_numbers():
    position, score = KeywordIndex([["cell"], ["weld"], ["ion"]]).top(["cell"], 1)[0]
    assert type(position) is int
    assert type(score) is float


@given(st.lists(st.integers(-3, 3).map(float), max_size=20), st.integers(-1, 25))
def test_best_positions_are_those_of_a_stable_sort(values, k):
    expected = sorted(range(len(values)), key=lambda position: -values[position])[: max(k, 0)]
    assert best_positions(np.array(values), k).tolist() == expected


# --- bound and weights ------------------------------------------------------------------------------------------------


@given(corpora, queries)
def test_no_document_exceeds_the_upper_bound(corpus, query):
    index = KeywordIndex(corpus)
    assert index.get_scores(query).max() <= index.upper_bound(query) + 1e-12


def test_a_document_of_nothing_but_the_word_comes_near_the_bound():
    index = KeywordIndex([["cell"] * 5_000, *[["weld"]] * 9])
    assert index.get_scores(["cell"])[0] > 0.9 * index.upper_bound(["cell"])


def test_a_query_of_unknown_words_has_a_bound_and_no_score():
    index = KeywordIndex([["cell"], ["weld"]])
    assert index.upper_bound(["qwertz"]) > 0
    assert index.get_scores(["qwertz"]).tolist() == [0.0, 0.0]
    assert index.upper_bound([]) == 0.0


def test_an_unknown_word_weighs_more_than_any_known_one():
    weights = KeywordIndex([["cell", "ion"], ["cell"], ["weld"], ["paint"]]).weights(["cell", "weld", "qwertz", "weld"])
    assert list(weights) == ["cell", "weld", "qwertz"]
    assert weights["cell"] < weights["weld"] < weights["qwertz"]


@given(corpora.filter(any), queries)
def test_weights_are_the_idf_of_rank_bm25(corpus, query):
    known = BM25Okapi(corpus).idf
    for word, weight in KeywordIndex(corpus).weights(query).items():
        if word in known:
            assert weight == pytest.approx(known[word], abs=1e-12)


# --- growing and shrinking --------------------------------------------------------------------------------------------


@given(st.lists(documents, max_size=8), st.lists(documents, max_size=8), queries)
def test_an_index_that_grew_gives_the_very_scores_of_one_built_anew(first, second, query):
    grown, anew = KeywordIndex(first).added(second), KeywordIndex(first + second)
    assert len(grown) == len(anew)
    assert grown.get_scores(query).tolist() == anew.get_scores(query).tolist()
    assert grown.weights(query) == anew.weights(query)


@given(corpora, st.data(), queries)
def test_an_index_that_shrank_gives_the_very_scores_of_one_built_anew(corpus, data, query):
    gone = data.draw(st.sets(st.integers(0, len(corpus) - 1)))
    shrunk = KeywordIndex(corpus).removed(gone)
    anew = KeywordIndex([document for position, document in enumerate(corpus) if position not in gone])
    assert shrunk.get_scores(query).tolist() == anew.get_scores(query).tolist()
    assert shrunk.weights(query) == anew.weights(query)
    assert shrunk.added([["solar"] * 300]).get_scores(query).shape == (len(anew) + 1,)


def test_growing_and_shrinking_leave_the_first_index_as_it_was():
    index = KeywordIndex([["cell"], ["weld"], ["ion"]])
    before = index.get_scores(["cell"]).tolist()
    index.added([["cell", "new"]] * 9)
    index.removed([0])
    assert index.get_scores(["cell"]).tolist() == before
    assert index.top(["new"], 3) == []


# --- a BM25Okapi ------------------------------------------------------------------------------------------------------


@given(corpora.filter(any), queries, st.data())
def test_everything_that_a_bm25_okapi_tells_is_told_the_same(corpus, query, data):
    ours, theirs = KeywordIndex(corpus, k1=1.2, b=0.4, epsilon=0.1), BM25Okapi(corpus, k1=1.2, b=0.4, epsilon=0.1)
    assert isinstance(ours, BM25Okapi)
    assert (ours.corpus_size, ours.avgdl, list(ours.doc_len)) == (theirs.corpus_size, theirs.avgdl, theirs.doc_len)
    assert list(ours.doc_freqs) == theirs.doc_freqs
    assert dict(ours.idf) == pytest.approx(theirs.idf, abs=1e-12)
    assert ours.average_idf == pytest.approx(theirs.average_idf, abs=1e-12)
    some = data.draw(st.lists(st.integers(0, len(corpus) - 1)))
    assert ours.get_batch_scores(query, some) == pytest.approx(theirs.get_batch_scores(query, some), abs=1e-9)
    np.testing.assert_allclose(ours.get_scores(query), theirs.get_scores(query), rtol=0, atol=1e-9)


def test_the_parameters_stay_with_an_index_that_grows_and_shrinks():
    index = KeywordIndex([["cell"], ["weld"], ["ion", "cell"]], k1=0.9, b=0.2).added([["cell", "cell"]]).removed([1])
    anew = BM25Okapi([["cell"], ["ion", "cell"], ["cell", "cell"]], k1=0.9, b=0.2)
    assert index.get_scores(["cell", "ion"]) == pytest.approx(anew.get_scores(["cell", "ion"]))


def test_the_top_n_come_best_first_and_equal_ones_in_the_order_of_the_corpus():
    index = KeywordIndex([["paint"], ["weld", "ion"], ["cell"], ["weld", "atom"], ["glass"]])
    assert index.get_top_n(["weld"], ["a", "b", "c", "d", "e"], n=3) == ["b", "d", "a"]
    with pytest.raises(ValueError, match="5 documents, not 1"):
        index.get_top_n(["weld"], ["a"])
