"""What a row says of a job: its columns tidied, its name in every round, its weight."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.systems.nco_classification.office.decisions import Decision
from core.systems.nco_classification.survey.said import JOBS, Said, columns_of, tidy_row, weights_of
from core.tables import guess_columns


def test_what_stands_beside_a_title_and_says_that_nothing_is_known_says_nothing() -> None:
    assert tidy_row(" cook\u200b", "n/a", " \t", "class 10 ") == Said("cook", "", "", "class 10")


def test_rows_with_the_same_words_have_the_key_of_decisions_on_them_whatever_their_capitals() -> None:
    assert Said("Cook", "", "Hotel").key == Said("cook.", "", "hotel").key == Decision("cook", "5120", "Hotel").key
    assert len({Said("cook").key, Said("cook", "boils rice").key, Said("cook", "", "hotel").key}) == 3


def test_all_that_is_said_stands_in_one_line() -> None:
    assert Said("operator", "runs a ring frame", "spinning mill", "ITI").text == (
        "operator; runs a ring frame (spinning mill, ITI)"
    )
    assert Said("cook").text == "cook"


@pytest.mark.parametrize(
    ("cells", "weights"),
    [
        (["1.5", "0", "", "many", "-3", "1e3"], [1.5, 0.0, None, None, None, None]),
        (["1.234,5", "2,5", "inf"], [1234.5, 2.5, None]),
        (["1,234.5", "12"], [1234.5, 12.0]),
    ],
)
def test_a_weight_is_a_number_of_people_however_it_is_written(cells: list[str], weights: list[float | None]) -> None:
    assert weights_of(cells) == weights


def test_the_columns_of_a_survey_are_known_by_their_usual_names() -> None:
    columns = ["S.No", "Occupation", "Job description", "Industry (NIC 2008)", "Level of education", "Multiplier"]
    guess = guess_columns(columns, JOBS.words)
    assert columns_of(guess).said == ("Occupation", "Job description", "Industry (NIC 2008)", "Level of education")
    assert (guess["id"], guess["weight"]) == ("S.No", "Multiplier")


def test_without_a_column_of_titles_nothing_can_be_coded() -> None:
    with pytest.raises(InputError, match="job titles"):
        columns_of({"title": None, "duties": "duties"})
