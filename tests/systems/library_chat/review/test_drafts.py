"""The words of an agent are taken where they keep to the facts, above the list, and else refused with what is wrong."""

from __future__ import annotations

from core.stores.library import Book
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.results import Figure, Finding, result_of
from core.systems.library_chat.grammar.reading import Unknown
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.review.drafts import Wording, draft_of, worded
from core.systems.library_chat.review.facts import facts_of

BOOK = result_of(Book("1", "Amber", ("Ada Pine",), ("Mystery",), 1999, 210), "q", 1.0, "Book Match", "Amber")
FOUND = Finding("I found 1 book:\n- Amber by Ada Pine (1999)", [BOOK])
UNDERSTOOD = Understood(
    Plan(where=(must(Test(column="authors", values=("Ada Pine",))),)), unknown=(Unknown("Ada Pyne", "authors", ()),)
)
FACTS = facts_of("I found 1 book.", "- Amber by Ada Pine (1999)", "Mysteries?", UNDERSTOOD, [BOOK], [], 1)


def saying(*texts: str) -> Wording:
    """Say one after the other, the last of them again and again."""
    left = list(texts)

    def words(*, objections: list[str]) -> str:
        return left.pop(0) if len(left) > 1 else left[0]

    return words


def test_words_that_keep_to_the_facts_take_the_place_of_the_sentences_and_the_list_stays() -> None:
    draft = draft_of("librarian", FOUND, FACTS, saying(" Do read Amber by Ada Pine, from 1999.\n"))
    assert (draft["accepted"], draft["rejected"], draft["differences"]) == (True, "", [])
    assert draft["text"] == "Do read Amber by Ada Pine, from 1999.\n- Amber by Ada Pine (1999)"


def test_words_that_change_a_fact_are_refused_and_kept_for_the_page() -> None:
    draft = draft_of("librarian", FOUND, FACTS, saying("Do read Amber by Ada Pine, from 2001."))
    assert (draft["accepted"], draft["text"]) == (False, FOUND.text)
    assert draft["rejected"] == "Do read Amber by Ada Pine, from 2001."
    assert draft["differences"][0] == "says from 2001"


def test_words_that_hold_when_asked_once_more_are_taken() -> None:
    draft = draft_of("librarian", FOUND, FACTS, saying("Amber is from 2001.", "Amber is from 1999.", "Amber is mine."))
    assert (draft["accepted"], draft["text"].splitlines()[0]) == (True, "Amber is from 1999.")


def test_the_plain_sentences_leave_an_answer_as_it_is_to_the_letter() -> None:
    assert worded(FOUND.text, "I found  1 book.", FACTS) == (FOUND.text, [])


def test_an_answer_may_name_its_books_its_figures_and_what_was_asked() -> None:
    figures = [Figure(name="Cy Dole · 1999", value=2, measure="books")]
    facts = facts_of("2 groups.", "", "", UNDERSTOOD, [BOOK], figures)
    assert {"Ada Pine", "Mystery", "Cy Dole", "1999", "Ada Pyne"} <= set(facts.names)
    assert set(facts.titles) == {"Amber"}
