"""The words of an agent are taken where they state the facts, and else refused with what they changed."""

from __future__ import annotations

from core.stores.library import Book
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.results import Figure, Finding, result_of
from core.systems.library_chat.grammar.reading import Unknown
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.review.drafts import draft_of, names_in_answer

BOOK = result_of(Book("1", "Amber", ("Ada Pine",), ("Mystery",), 1999, 210), "q", 1.0, "Book Match", "Amber")
FOUND = Finding("I found 1 book: Amber by Ada Pine (1999).", [BOOK])
UNDERSTOOD = Understood(
    Plan(where=(must(Test(column="authors", values=("Ada Pine",))),)), unknown=(Unknown("Ada Pyne", "authors", ()),)
)
NAMES = names_in_answer(UNDERSTOOD, [BOOK], [Figure(name="Cy Dole", value=1, measure="books")])


def test_a_wording_that_states_the_same_is_taken() -> None:
    draft = draft_of("librarian", FOUND, " Here is 1 book: Amber by Ada Pine (1999).\n", NAMES)
    assert (draft["accepted"], draft["text"]) == (True, "Here is 1 book: Amber by Ada Pine (1999).")
    assert (draft["rejected"], draft["differences"]) == ("", [])


def test_a_wording_that_changes_a_fact_is_refused_and_kept_for_the_page() -> None:
    draft = draft_of("librarian", FOUND, "I found 1 book: Amber by Ada Pine (2001).", NAMES)
    assert (draft["accepted"], draft["text"]) == (False, FOUND.text)
    assert draft["rejected"] == "I found 1 book: Amber by Ada Pine (2001)."
    assert "added 2001" in draft["differences"]


def test_an_answer_is_made_of_its_books_its_figures_and_what_was_asked() -> None:
    found = NAMES.statements("Amber, Ada Pine, Mystery, Cy Dole, Ada Pine, Ada Pyne, Nobody")
    assert found[0].names == ("Amber", "Ada Pine", "Mystery", "Cy Dole", "Ada Pine", "Ada Pyne")
