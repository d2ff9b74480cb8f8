"""What somebody is not, was before, or teaches in which class: set aside with the reason, or said as a school."""

from __future__ import annotations

import pytest

from core.language.tokens import words
from core.systems.nco_classification.words.content import content, in_titles, schools
from tests.systems.nco_classification.little_index import CLASSIFICATION


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("painter of pictures, not of walls", "painter of pictures"), ("not a doctor but a nurse", "but a nurse"),
        ("repairs shoes, does not sell new", "repairs shoes"), ("street vendor except food", "street vendor"),
        ("driver of vehicles other than trucks", "driver of vehicles"), ("nurse (not midwife)", "nurse"),
        ("well driller (other than petroleum and gas)", "well driller"), ("clerk, no longer farmer", "clerk"),
        ("doctor nahi compounder hoon", "compounder hoon"),
        ("khana nahi banata, bartan dhota hoon", "bartan dhota hoon"),
        ("pehle driver tha, ab chowkidar hoon", "ab chowkidar hoon"), ("retired, sells tea", "sells tea"),
        ("main pehle darzi tha, ab sabzi bechta hoon", "ab sabzi bechta hoon"),
        ("मैं पहले दर्जी था, अब सब्जी बेचता हूँ", "अब सब्जी बेचता हूँ"), ("पहले दर्जी था। अब चौकीदार हूँ", "अब चौकीदार हूँ"),
        ("main darzi tha, ab chai bechta hoon", "ab chai bechta hoon"), ("I previously drove, now cook", "now cook"),
        ("used to be a farmer, now drives a taxi", "now drives a taxi"),
        ("left farming and sews bags", "and sews bags"),
        ("was a soldier, works as a guard", "works as a guard"),
    ],
)  # fmt: skip
def test_what_is_said_not_to_be_the_work_is_no_content_and_is_told(text: str, query: str) -> None:
    read = content(text)
    assert read.query == query
    assert all(aside.why for aside in read.aside)
    told = " ".join([query, *(text[aside.start : aside.end] for aside in read.aside)])
    assert all(word in told for word in words(text))


@pytest.mark.parametrize("text", ["no frills hair dresser", "sales workers not elsewhere classified", "notary", "cook"])
def test_words_that_deny_nothing_or_would_leave_nothing_stay_whole(text: str) -> None:
    assert content(text).query == text
    assert not content(text).denies


@pytest.mark.parametrize("text", ["not a farmer", "doctor nahi hoon", "earlier was a postman"])
def test_words_that_only_say_what_the_work_is_not_are_known_as_such(text: str) -> None:
    assert content(text).denies


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("teaches class 10", "teaches secondary school"), ("10th grade math teacher", "secondary school math teacher"),
        ("teaches fifth class", "teaches primary school"),
        ("पाँचवीं कक्षा को पढ़ाता हूँ", "primary school को पढ़ाता हूँ"),
        ("barahvin class ko padhata hoon", "secondary school ko padhata hoon"),
        ("first class mechanic", "first class mechanic"),
        ("gyarahvi ke bachchon ko padhati hoon", "secondary school ke bachchon ko padhati hoon"),
        ("dasvi class tak padha hoon", "dasvi class tak padha hoon"),
        ("teacher of class 1 to 5", "teacher of primary school"), ("class 4 employee", "class 4 employee"),
        ("postsecondary maths teacher", "college university maths teacher"),
        ("teaches class 40", "teaches class 40"), ("supervises masons", "masons supervisor"),
    ],
)  # fmt: skip
def test_a_class_is_said_as_its_school_where_somebody_teaches(text: str, title: str) -> None:
    assert in_titles(text) == title


def test_where_a_class_stands_is_told() -> None:
    [(start, end, school)] = schools("teaches class 10 maths")
    assert ("teaches class 10 maths"[start:end], school) == ("class 10", "secondary school")


def test_no_occupation_loses_its_name_to_a_denial() -> None:
    for title in CLASSIFICATION.occupations.values():
        assert content(title).query.split()[0] == title.split()[0]
        assert not content(title).denies
