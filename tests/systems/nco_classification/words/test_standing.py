"""Who studies, keeps house, is retired or says nothing has an own outcome; beside work that is told the work counts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.standing import read_standing
from tests.properties import examples
from tests.systems.nco_classification.little_index import CLASSIFICATION

SOME = [
    "retired", "student", "was", "99", "0", "-", "refused", "ill", "housewife", "unemployed", "B", "tailor", "fish",
    "and", "now", "pension", ".", "(", ")", ",", ";",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("student", "student"), ("I am studying in class 12", "student"), ("nursing student, final year", "student"),
        ("छात्र", "student"), ("housewife", "home"), ("looks after own house and children only", "home"),
        ("गृहिणी", "home"), ("ghar sambhalti hoon, apna hi ghar", "home"), ("retired since 2015", "retired"),
        ("retired from the army", "retired"), ("un employed since two years", "unemployed"), ("बेरोजगार", "unemployed"),
        ("looking for a job", "unemployed"), ("not working as a driver now", "unemployed"), ("no work", "no work"),
        ("koi kaam nahi hai", "no work"), ("lives on rent from a house, does no work", "no work"),
        ("too ill to work", "ill"), ("beggar", "begging"),
    ],
)  # fmt: skip
def test_words_that_tell_of_no_occupation_say_why(text: str, kind: str) -> None:
    standing = read_standing(text)
    assert standing.kind == kind
    assert standing.why


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("unemployed, earlier was a postman", "unemployed"),
        ("bedridden since paralysis, earlier was a postman", "ill"),
        ("ghar pe baitha hoon", "no work"), ("pension pe hoon", "retired"), ("VRS le liya", "retired"),
        ("koi kaam nahi karta", "no work"), ("gave up work after an accident, was a driver", "unemployed"),
        ("naukri chhoot gayi, pehle welder tha", "unemployed"), ("earlier drove a taxi, now nothing", "no work"),
        ("retired as headmaster", "retired"), ("retired teacher", "retired"), ("school teacher, retired", "retired"),
        ("bank manager (retd.)", "retired"), ("Retd. headmistress, stays at home", "retired"),
        ("retired bank manager, lives on pension", "retired"), ("सेवानिवृत्त शिक्षक", "retired"),
        ("ex-serviceman", "former"), ("former village clerk", "former"), ("ex ticket collector, now at home", "former"),
        ("sevanivrit adhyapak, ab ghar par hi rehte hain", "retired"),
    ],
)  # fmt: skip
def test_former_work_beside_no_work_is_no_work(text: str, kind: str) -> None:
    assert read_standing(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "disabled, runs a tea stall", "retired, sells tea", "was a soldier, works as a bank guard",
        "retired tailor who runs a shop", "ex-army man, guards a bank", "retired clerk, dukaan chalata hoon",
        "shopkeeper, pensioner", "sells tea, retired", "retired officers club waiter", "plumber about to retire",
        "dukaan pe baitha hoon", "teacher of disabled children", "stitches at home", "pension office clerk",
    ],
)  # fmt: skip
def test_work_that_is_told_beside_it_is_work(text: str) -> None:
    assert read_standing(text).kind == ""


@pytest.mark.parametrize(
    "text",
    ["-", ".", "99", "0", "n/a", "NA", "refused", "don’t know", "does not want to say", "पता नहीं", "nahi batana"],
)
def test_what_answers_nothing_is_no_answer(text: str) -> None:
    assert read_standing(text).kind == "no answer"


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("student nurse", []), ("student, part time waiter", ["student"]),
        ("housewife who sews clothes for sale", ["housewife who"]), ("no job but I sell vegetables", ["no job"]),
        ("college student driving a cab", ["college student"]),
        ("retired army man now working as guard", ["retired army man"]),
        ("ghar sambhalti hoon aur blouse silti hoon", ["ghar sambhalti hoon"]), ("refuse collector", []),
        ("studies rocks and minerals", []), ("teacher of disabled children", []), ("child care worker", []),
        ("helps unemployed people find jobs", []), ("school bus driver for students", []), ("sick nurse", []),
    ],
)  # fmt: skip
def test_beside_work_the_rest_of_the_words_counts(text: str, aside: list[str]) -> None:
    standing = read_standing(text)
    assert standing.kind == ""
    assert [text[start:end].strip() for start, end in standing.aside] == aside


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("retired bank manager", "bank manager"), ("tailor, retired in 2015", "tailor"), ("ex-soldier", "soldier"),
        ("pensioner, was a lineman", "lineman"), ("pehle driver tha, retire ho gaya", "driver"),
    ],
)  # fmt: skip
def test_the_reason_says_what_the_work_was(text: str, work: str) -> None:
    assert f"“{work}” is what the work was" in read_standing(text).why


def test_no_title_of_the_classification_is_taken_for_no_occupation() -> None:
    titles = [*CLASSIFICATION.families.values(), *CLASSIFICATION.occupations.values()]
    titles += [phrase for own in CLASSIFICATION.words.values() for phrase in own.phrases]
    assert [title for title in titles if read_standing(title).kind] == []


def test_the_reason_never_says_that_work_is_not_told_where_that_of_before_is() -> None:
    for told, before in (("was a soldier, now pensioner", "soldier"), ("was driver, now unemployed", "driver")):
        assert read_standing(told).why.endswith(f"“{before}” is what the work was.")
    assert "what the work was" not in read_standing("pensioner").why


@pytest.mark.parametrize(
    ("text", "open"),
    [
        ("was a lift operator", "lift operator"), ("I was a cook in a hotel", "cook in a hotel"),
        ("she was working in a creche", "working in a creche"), ("sells fish, was a welder", ""),
        ("was promoted to head clerk", ""), ("was a cook until March and now drives", ""),
    ],
)  # fmt: skip
def test_work_that_somebody_was_and_no_other_is_asked_about(text: str, open: str) -> None:
    assert (read_standing(text).kind, read_standing(text).open) == ("", open)


@pytest.mark.parametrize("text", ["99) tailor", "0)B", "refused. sells fish", "-; mason"])
def test_what_answers_nothing_leaves_work_beside_it_as_it_is(text: str) -> None:
    assert (read_standing(text).kind, read_standing(text).open) == ("", "")


@examples(200)
@given(st.lists(st.sampled_from(SOME), max_size=7))
def test_whatever_is_said_has_a_standing_or_leaves_one_open(some: list[str]) -> None:
    standing = read_standing(" ".join(some))
    assert not (standing.kind and standing.open)


def test_words_that_several_lists_have_are_read_however_often_they_are_repeated() -> None:
    """A pattern that tries each of its lists for each word anew does not come to an end."""
    groups = [group for name in ("work_of_today", "home_and_study") for group in word_groups(name).values()]
    several = Counter(word for group in groups for word in group)
    for word in (word for word, times in several.items() if times > 1):
        assert read_standing(f"{word} " * 60 + "zq") is not None
