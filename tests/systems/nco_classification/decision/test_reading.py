"""What the words alone say of a job, as one value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.decision.reading import WordReader
from core.systems.nco_classification.index.classification import BroadTitle
from tests.systems.nco_classification.little_index import CLASSIFICATION

READER = WordReader(CLASSIFICATION)


@pytest.mark.parametrize(
    "text", ["farmer", "Doctor", "I am a teacher", "किसान", "mera kaam driver", "ਕਿਸਾਨ", "docter", "engineer"]
)
def test_a_bare_broad_title_may_mean_several_families_in_any_language(text: str) -> None:
    assert len(READER.read(text).broad) > 1


@pytest.mark.parametrize("text", ["poultry farmer", "eye doctor", "truck driver", "plumber", "tailor", ""])
def test_a_title_that_says_more_is_not_broad(text: str) -> None:
    assert READER.read(text).broad == ()


def test_words_with_an_id_and_a_place_are_read_without_them_and_the_reading_says_so() -> None:
    reading = READER.read("hotel cook E010 in Pune")
    assert (reading.words, reading.query) == ("hotel cook E010 in Pune", "hotel cook")
    assert len(reading.assumptions) == 2
    assert reading.obstacle is None


def test_of_several_utterances_those_that_can_be_coded_are_read_together() -> None:
    assert READER.read_all(["Pune", "cook", "E010", "in a hotel kitchen"]).words == "cook\nin a hotel kitchen"
    assert READER.read_all(["cook"]).words == "cook"


def test_where_no_utterance_can_be_coded_the_last_one_says_why() -> None:
    reading = READER.read_all(["E010", "Pune"])
    assert reading.words == "Pune"
    assert reading.obstacle is not None
    assert reading.obstacle.kind == "place"


def test_who_answers_that_they_do_not_work_is_not_at_work() -> None:
    reading = READER.read_all(["factory mein", "koi kaam nahi karta"])
    assert reading.obstacle is not None
    assert reading.obstacle.kind == "not in work"


def test_several_jobs_are_looked_for_in_the_request_and_not_again_beside_an_answer() -> None:
    several = Obstacle("several", "Two jobs.", ["cook", "driver"])
    reader = WordReader(CLASSIFICATION, several=lambda text: several)
    assert reader.read("cooks, and drives").obstacle == several
    assert reader.read("cooks, and drives\nmostly cooks").obstacle is None


def test_the_same_words_are_read_by_each_classification_in_its_own_way() -> None:
    other = replace(CLASSIFICATION, broad_titles=[BroadTitle(("plumber",), ("7126", "7127"))])
    assert WordReader(other).read("plumber").broad == ("7126", "7127")
    assert WordReader(other).read("farmer").broad == ()
    assert READER.read("plumber").broad == ()


def test_numbers_of_classes_stay_and_only_marks_of_records_are_left_out() -> None:
    assert READER.read("teaches class 10").query == "teaches class 10"
    assert READER.read("teacher EMP-0010").query == "teacher"


def test_what_is_said_not_to_be_the_work_is_not_searched_and_alone_it_cannot_be_coded() -> None:
    reading = READER.read("doctor for animals, not for people")
    assert reading.query == "doctor for animals"
    assert "is said not to be the work" in reading.assumptions[0]
    obstacle = READER.read("not a farmer").obstacle
    assert obstacle is not None
    assert obstacle.kind == "vague"


def test_guesses_are_counted_for_the_confidence() -> None:
    assert READER.read("plumer").guessed == (("plumer", "plumber"),)
    assert READER.read("plumber").guessed == ()


@pytest.mark.parametrize("text", ["mazdoor", "kisan", "safai karamchari", "retired, teacher", "farmer in Pune"])
def test_a_broad_title_is_broad_in_indian_words_that_the_index_uses_and_beside_what_is_set_aside(text: str) -> None:
    assert len(READER.read(text).broad) > 1
