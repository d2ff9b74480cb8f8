"""What a rewording may change, and what it may not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.library_chat.review.differences import differences
from core.systems.library_chat.review.statements import Names

TITLES = ["Love Beyond Walls", "The Last Letter", "Storm Chaser", "1984", "The Salt Ledger"]
NAMES = ["Samira Haddad", "Emma Clarke", "Leo Harding", "Romance", "Adventure", "Science Fiction"]
DRAFT = (
    "I found 3 books:\n"
    "- Love Beyond Walls by Samira Haddad (2020; Romance; 310 pages)\n"
    "- The Last Letter by Emma Clarke (2019; Romance; 280 pages)\n"
    "- Storm Chaser by Leo Harding (2013; Adventure; 276 pages)"
)


def changes(after: str, before: str = DRAFT) -> list[str]:
    return differences(before, after, Names(TITLES, NAMES))


@pytest.mark.parametrize(
    "after",
    [
        DRAFT,
        DRAFT.replace("I found", "Here are the"),
        DRAFT.replace("- ", "* "),
        DRAFT.replace("Love Beyond Walls", "**Love Beyond Walls**"),
        DRAFT.replace("310 pages", "310 Pages"),
        DRAFT.replace("I found 3 books:", "I am happy to help! These 3 books match your request:"),
        "Certainly. I found 3 books: Love Beyond Walls, written by Samira Haddad (2020; Romance; 310 pages), "
        "The Last Letter by Emma Clarke (2019; Romance; 280 pages), and "
        "Storm Chaser by Leo Harding (2013; Adventure; 276 pages). Enjoy reading!",
        DRAFT.replace("- Storm Chaser by Leo Harding (", "- Leo Harding wrote Storm Chaser ("),
    ],
)
def test_a_rewording_that_keeps_every_fact_is_accepted(after: str) -> None:
    assert changes(after) == []


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (DRAFT.replace("2020", "2021"), "added 2021"),
        (DRAFT.replace("310", "130"), "dropped 310 page"),
        (DRAFT.replace("Haddad", "Hadad"), "dropped Samira Haddad"),
        (DRAFT.replace("The Last Letter by ", ""), "dropped The Last Letter"),
        (DRAFT.replace("3 books", "three books"), "added three"),
        (DRAFT + "\nThe Salt Ledger is another.", "added The Salt Ledger"),
        (DRAFT + "\nTolkien is here too.", "added tolkien"),
        (DRAFT.replace("by Emma Clarke", "by Emma Clarke, an actress,"), "added actress"),
        (DRAFT.replace("I found", "I did not find"), "added a denial"),
        (DRAFT + " See https://example.org/more", "added https"),
        (DRAFT.replace("I found 3", "I found only 3"), "added only"),
        (DRAFT.replace("310", "0310"), "added 0310"),
        ("", "dropped"),
    ],
)
def test_a_rewording_that_drops_adds_or_alters_a_fact_is_rejected(after: str, says: str) -> None:
    assert any(one.startswith(says) for one in changes(after)), changes(after)


def test_numbers_may_not_change_their_books() -> None:
    swapped = DRAFT.replace("2020", "X").replace("2019", "2020").replace("X", "2019")
    assert changes(swapped)
    moved = DRAFT.replace("310 pages", "X").replace("280 pages", "310 pages").replace("X", "280 pages")
    assert changes(moved)


def test_authors_may_not_change_their_books() -> None:
    swapped = DRAFT.replace("Samira Haddad", "X").replace("Emma Clarke", "Samira Haddad").replace("X", "Emma Clarke")
    assert changes(swapped)


def test_a_year_and_a_length_may_not_change_places() -> None:
    before = "Storm Chaser has 276 pages and is of 2013."
    assert changes("Storm Chaser has 2013 pages and is of 276.", before)


def test_a_superlative_may_not_be_turned_round() -> None:
    assert changes("The shortest book is Storm Chaser.", "The longest book is Storm Chaser.")
    assert changes("Romance has 3 books or fewer.", "Romance has 3 books or more.")


def test_a_title_that_is_a_number_is_a_title() -> None:
    assert changes("1984 was found.", "I found 1984.") == []
    assert changes("1985 was found.", "I found 1984.")


FACTS = re.compile("|".join(map(re.escape, sorted([*TITLES, *NAMES], key=len, reverse=True))) + r"|\d+")


@given(st.data())
def test_no_edit_of_a_fact_is_ever_accepted(data: st.DataObject) -> None:
    found = list(FACTS.finditer(DRAFT))
    match = data.draw(st.sampled_from(found))
    kind = data.draw(st.sampled_from(["drop", "replace", "letter", "repeat", "swap"]))
    said = match[0]
    new = {
        "drop": "",
        "replace": data.draw(st.sampled_from([*TITLES, *NAMES, "17", "2025", "Jane Austen"])),
        "letter": said[:-1] + data.draw(st.sampled_from("0123456789xyz")),
        "repeat": f"{said} {said}",
        "swap": data.draw(st.sampled_from(found))[0],
    }[kind]
    after = DRAFT[: match.start()] + new + DRAFT[match.end() :]
    if after != DRAFT:
        assert changes(after), after


@given(
    st.sampled_from(["Certainly. ", "Here is the answer. ", "Happy to help! ", ""]),
    st.sampled_from(["", " Enjoy reading!", " Let me know."]),
)
def test_harmless_words_around_an_answer_are_always_accepted(begin: str, end: str) -> None:
    assert changes(begin + DRAFT + end) == []
