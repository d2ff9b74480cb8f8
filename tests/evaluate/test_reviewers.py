"""People are made of judged topics, and the loss tells how far an order is from their grades."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import InputError
from core.evaluate.retrieval import Collection
from core.evaluate.reviewers import SETTINGS, loss, losses, make_reviewing
from tests.systems.expert_search.little_people import WordEmbedder

FIELDS = ("heat", "wing", "tide")
DOCUMENTS = {
    f"{field}{number}": " ".join([f"{field} study {field}", *(f"{field}{place}x{number}" for place in range(25))])
    for field in FIELDS
    for number in range(8)
}
JUDGED = {field: {id: 1 for id in DOCUMENTS if id.startswith(field)} for field in FIELDS}
COLLECTION = Collection(DOCUMENTS, dict(zip(FIELDS, FIELDS, strict=True)), JUDGED)


def test_a_right_order_loses_nothing_a_wrong_one_everything_and_a_tie_half() -> None:
    grades = np.array([[3, 1, 0]])
    assert loss(np.array([[0.9, 0.5, 0.1]]), grades) == 0
    assert loss(np.array([[0.1, 0.5, 0.9]]), grades) == 1
    assert loss(np.zeros((1, 3)), grades) == 0.5


def test_pairs_weigh_by_how_far_their_grades_lie_apart() -> None:
    assert loss(np.array([[0.9, 0.1, 0.5]]), np.array([[3, 1, 0]])) == pytest.approx(1 / 6)


def test_nobody_has_a_paper_that_is_asked_for() -> None:
    made = make_reviewing(COLLECTION, WordEmbedder())
    written = {answer.answer for answer in made.people.answers.values()}
    assert not written & set(made.papers)
    assert made.grades.shape == (len(made.papers), len(made.people.experts))
    assert set(np.unique(made.grades)) <= {0, 1, 2, 3}


def test_every_setting_has_a_loss_and_people_of_the_field_come_first() -> None:
    told = losses(make_reviewing(COLLECTION, WordEmbedder()))
    assert set(told) == set(SETTINGS)
    assert told["default"] < 0.35


def test_a_collection_of_which_too_little_is_judged_is_refused() -> None:
    with pytest.raises(InputError, match="Too little"):
        make_reviewing(Collection(DOCUMENTS, {}, {}), WordEmbedder())
