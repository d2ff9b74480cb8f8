import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.metrics import ndcg, precision, recall, reciprocal_rank

MEASURES = [ndcg, reciprocal_rank, recall, precision]


def test_ndcg_gives_the_numbers_of_wikipedias_article_on_discounted_cumulative_gain() -> None:
    # Six documents found with grades 3 2 3 0 1 2; two more, of grades 3 and 2, were not found. DCG 6.861, ideal 8.740.
    judged = {"d1": 3, "d2": 2, "d3": 3, "d4": 0, "d5": 1, "d6": 2, "d7": 3, "d8": 2}
    assert ndcg(["d1", "d2", "d3", "d4", "d5", "d6"], judged, 6) == pytest.approx(6.861 / 8.740, abs=5e-4)
    assert ndcg(["d1", "d2", "d3", "d4", "d5", "d6"], judged, 6) == pytest.approx(0.785, abs=5e-4)


def test_ndcg_gives_the_numbers_that_trec_eval_gives_in_the_manual_of_pytrec_eval() -> None:
    assert ndcg(["d3", "d1", "d2"], {"d1": 0, "d2": 1, "d3": 0}, 1000) == pytest.approx(0.5, abs=1e-12)
    assert ndcg(["d1", "d3", "d2"], {"d2": 1, "d3": 1}, 1000) == pytest.approx(0.6934264036172708, abs=1e-12)


def test_the_gain_is_the_grade_and_not_a_power_of_two() -> None:
    # Linear: (1 + 2 / log2 3) / (2 + 1 / log2 3) = 0.860. With 2^grade − 1 it would be 0.797.
    assert ndcg(["good", "best"], {"good": 1, "best": 2}, 10) == pytest.approx(0.8597, abs=1e-4)


def test_reciprocal_rank_gives_the_mean_of_wikipedias_example() -> None:
    # cats, tori and viruses stand at rank 3, 2 and 1 of three proposals: MRR 11/18.
    rankings = [["catten", "cati", "cats"], ["torii", "tori", "toruses"], ["viruses", "virii", "viri"]]
    answers = [{"cats": 1}, {"tori": 1}, {"viruses": 1}]
    found = [reciprocal_rank(ranking, judged, 10) for ranking, judged in zip(rankings, answers, strict=True)]
    assert sum(found) / 3 == pytest.approx(11 / 18)


def test_precision_and_recall_give_the_numbers_of_the_textbook_by_manning_raghavan_and_schuetze() -> None:
    # Exercise 8.1: 8 relevant and 10 other documents returned, 20 relevant in the collection.
    ranking = [f"relevant {i}" for i in range(8)] + [f"other {i}" for i in range(10)]
    judged = {f"relevant {i}": 1 for i in range(20)}
    assert precision(ranking, judged, 18) == pytest.approx(8 / 18)
    assert recall(ranking, judged, 18) == pytest.approx(8 / 20)
    # Exercise 8.8: RRNNN NNNRN RNNNR NNNNR, 8 relevant in the collection.
    ranking = [f"{letter}{place}" for place, letter in enumerate("RRNNNNNNRNRNNNRNNNNR")]
    judged = {document: 1 for document in ranking if document[0] == "R"} | {"missed 1": 1, "missed 2": 1}
    assert precision(ranking, judged, 20) == pytest.approx(0.3)
    assert recall(ranking, judged, 20) == pytest.approx(6 / 8)


def test_a_ranking_shorter_than_k_is_measured_as_it_is() -> None:
    assert ndcg(["a"], {"a": 1}, 10) == 1
    assert recall(["a"], {"a": 1, "b": 1}, 10) == 0.5
    assert precision(["a"], {"a": 1}, 10) == 0.1
    assert reciprocal_rank(["b"], {"a": 1}, 10) == 0


def test_what_stands_after_k_does_not_count() -> None:
    ranking, judged = ["x", "y", "a"], {"a": 1}
    assert [measure(ranking, judged, 2) for measure in MEASURES] == [0, 0, 0, 0]
    assert [measure(ranking, judged, 3) for measure in MEASURES] == [0.5, 1 / 3, 1, 1 / 3]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("judged", [{}, {"a": 0}, {"a": -1}])
def test_where_nothing_is_relevant_every_measure_is_zero(measure, judged) -> None:
    assert measure(["a", "b"], judged, 10) == 0
    assert measure([], judged, 10) == 0


def test_a_grade_below_zero_takes_nothing_away() -> None:
    assert ndcg(["spam", "a"], {"spam": -2, "a": 1}, 10) == ndcg(["other", "a"], {"a": 1}, 10)


@pytest.mark.parametrize("measure", MEASURES)
def test_a_document_that_stands_twice_is_an_error(measure) -> None:
    with pytest.raises(ValueError, match="twice"):
        measure(["a", "b", "a"], {"a": 1}, 1)


@pytest.mark.parametrize("measure", MEASURES)
def test_k_below_one_is_an_error(measure) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        measure(["a"], {"a": 1}, 0)


documents = st.sampled_from("abcdefgh")


@given(st.lists(documents, unique=True), st.dictionaries(documents, st.integers(-1, 3)), st.integers(1, 12))
def test_no_measure_ever_leaves_zero_to_one(ranking, judged, k) -> None:
    for measure in MEASURES:
        assert 0 <= measure(ranking, judged, k) <= 1 + 1e-12


@given(st.dictionaries(documents, st.integers(1, 3), min_size=1), st.integers(1, 12))
def test_the_ideal_order_always_has_ndcg_one(judged, k) -> None:
    ideal = sorted(judged, key=lambda document: -judged[document])
    assert ndcg(ideal, judged, k) == pytest.approx(1)
