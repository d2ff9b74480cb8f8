"""Beside a pension, an illness, study or a search for work it must be said that work is done today."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.standing import read_standing
from core.systems.nco_classification.words.today import states


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("retired, bus conductor", "bus conductor"), ("lineman, on VRS", "lineman"), ("jobless fitter", "fitter"),
        ("PT teacher on pension", "PT teacher"), ("fitter, no job at present", "fitter"),
        ("meter reader, sick for one year", "meter reader"), ("trained nurse looking for a job", "trained nurse"),
        ("Beautician but now housewife", "Beautician"), ("student, electrician", "electrician"),
        ("बेरोजगार, दर्ज़ी", "दर्ज़ी"), ("naukri chhoot gayi, salesman", "salesman"),
        ("mason, unable to work, lives with his son", "mason"),
    ],
)  # fmt: skip
def test_work_beside_such_a_standing_is_left_open(text: str, work: str) -> None:
    standing = read_standing(text)
    assert (standing.kind, standing.open) == ("", work)
    assert f"“{work}”" in standing.why


@pytest.mark.parametrize(
    "text",
    [
        "I am retired and get pension", "ex stenographer, retired, sits at home on pension",
        "Retd. from the post office as a sorter in 2011, now on pension only", "got VRS from a mill, living on pension",
        "Was a cashier, retired last year and now sits at home on pension", "Army se retire hua, ab pension milti hai",
        "lost job as a cook, looking for new one", "रेलवे से रिटायर, पेंशन मिलती है",
    ],
)  # fmt: skip
def test_where_nothing_else_is_told_nobody_is_at_work(text: str) -> None:
    assert read_standing(text).kind


@pytest.mark.parametrize(
    "text",
    [
        "retired headmaster, gives tuitions", "after retirement security guard in a bank",
        "ex-army, now driver of a bus",
        "retired but still practises as an advocate", "B.Com student, part time accountant",
        "blind, sells lottery tickets",
        "pension milti hai aur kheti bhi karta hoon", "was jobless for two years, now working as a welder",
        "padhai ke saath saath dukaan par kaam karta hoon", "housewife and I also sell cosmetics",
    ],
)  # fmt: skip
def test_work_that_is_said_to_be_todays_is_not_asked_about(text: str) -> None:
    standing = read_standing(text)
    assert (standing.kind, standing.open) == ("", "")


@pytest.mark.parametrize(
    "text",
    [
        "pension officer", "family pension section officer", "student nurse", "student counsellor",
        "blind school teacher",
        "counsellor for unemployed people", "helps people looking for work", "nurse in a retirement home",
        "teaches disabled children", "ambulance driver for sick patients", "sells pension policies",
        "retired officers club waiter",
        "works as a student counsellor", "finds work for jobless men",
    ],
)  # fmt: skip
def test_what_is_said_of_others_is_no_standing_of_the_person(text: str) -> None:
    assert states(text) == []
    assert (read_standing(text).kind, read_standing(text).open) == ("", "")
