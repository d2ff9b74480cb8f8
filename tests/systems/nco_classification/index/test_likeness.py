"""How like requests and documents are: by shared terms, by the best document of a family, by the word at the head."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.nco_classification.index.likeness import HeadWords, Likeness, Pool

terms = st.lists(st.sampled_from("abcdefg"), max_size=6)


def test_a_document_is_as_like_itself_as_can_be_and_one_that_shares_nothing_is_not_like_it_at_all() -> None:
    measured = Likeness([["gas", "welder"], ["cook"]]).measure([["welder", "gas"], ["plumber"]])
    assert measured[0].tolist() == pytest.approx([1.0, 0.0])
    assert measured[1].tolist() == [0.0, 0.0]


def test_a_rare_term_counts_more_than_a_frequent_one() -> None:
    documents = [["driver", "train"], ["driver", "bus"], ["driver", "car"], ["cook"]]
    [by_train] = Likeness(documents).measure([["train"]])
    [by_driver] = Likeness(documents).measure([["driver"]])
    assert by_train[0] > by_driver[0] > 0


def test_a_term_that_no_document_holds_makes_a_request_less_like_any() -> None:
    likeness = Likeness([["gas", "welder"], ["cook"]])
    [known], [strange] = likeness.measure([["welder"]]), likeness.measure([["welder", "zorbing"]])
    assert 0 < strange[0] < known[0]


@given(st.lists(terms.filter(bool), min_size=1, max_size=5), st.lists(terms, min_size=1, max_size=4))
def test_likeness_lies_between_0_and_1_whatever_is_compared(
    documents: list[list[str]], requests: list[list[str]]
) -> None:
    measured = Likeness(documents).measure(requests)
    assert measured.shape == (len(requests), len(documents))
    assert float(measured.min()) >= 0
    assert float(measured.max()) <= 1 + 1e-6


def test_a_family_is_as_good_as_its_best_document() -> None:
    pool = Pool([0, 0, 1], 2)
    scores = np.array([[0.2, 0.7, 0.5]], np.float32)
    assert pool.best(scores)[0].tolist() == pytest.approx([0.7, 0.5])
    assert (pool.span(0), pool.span(1)) == ((0, 2), (2, 3))


def test_five_documents_that_are_equally_good_make_the_soft_best_as_good_as_they_are() -> None:
    scores = np.array([[0.8] * 5 + [0.8]], np.float32)
    [[five, single]] = Pool([0] * 5 + [1], 2).soft_best(scores).tolist()
    assert five == pytest.approx(0.8, abs=1e-5)
    assert single == pytest.approx(0.8 - np.log(5) / 20, abs=1e-5)


def test_the_head_word_points_to_the_division_in_which_titles_end_in_it() -> None:
    heads = HeadWords(
        ["bus driver", "driver, train", "truck driver", "software engineer"], [0, 0, 0, 1], ["8331", "2512"]
    )
    [driver] = heads.measure(["driver of a lorry"])
    assert driver.tolist() == pytest.approx([3 / 5, 0.0])  # two more titles are taken for doubt
    assert heads.measure(["zorber"]).tolist() == [[0.0, 0.0]]
