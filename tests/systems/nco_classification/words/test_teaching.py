"""What is taught is told from who does it, in English and in Hindi; schooling and animals are taught no trade."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.teaching import teaching


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Trains girls to repair mobile phones", "mobile phones repair vocational instructor"),
        ("teaches young boys to sing at a school", "sing instructor at a school"),
        ("teaches people how to drive cars", "cars drive instructor"),
        ("teaches tailoring to village women", "tailoring vocational instructor"),
        ("teaches painting to children", "teaches painting to children"),
        ("gaon ke bachchon ko tabla sikhata hoon", "tabla sikhata hoon"),
        ("achar banana sikhati hoon", "achar making vocational sikhati hoon"),
        ("लड़कियों को सिलाई सिखाती हूँ", "सिलाई सिखाती हूँ"),
    ],
)  # fmt: skip
def test_what_people_are_taught_to_do_becomes_the_title_of_who_teaches_it(text: str, title: str) -> None:
    found = teaching(text)
    assert found
    assert found.title == title


@pytest.mark.parametrize(
    "text",
    [
        "welder", "teaches", "trains dogs to guard", "teaches adults to read and write", "train driver", "",
        "teaches class 2", "bachchon ko padhata hoon", "trainee nurse",
    ],
)  # fmt: skip
def test_where_no_activity_is_taught_nothing_is_turned(text: str) -> None:
    assert teaching(text) is None


@pytest.mark.parametrize(
    ("text", "drives", "alone"),
    [
        ("teaches boys to repair motorcycles", False, True), ("teaches girls to ride scooters", True, True),
        ("teaches car to women", True, True), ("silai sikhati hoon aur kapde silti hoon", False, False),
        ("teaches tailoring to girls and stitches blouses", False, False),
    ],
)  # fmt: skip
def test_driving_and_other_work_beside_it_are_told(text: str, drives: bool, alone: bool) -> None:
    found = teaching(text)
    assert found
    assert (found.drives, found.alone) == (drives, alone)
