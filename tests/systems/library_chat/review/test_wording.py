"""Free words around bound facts: faithful rewordings are taken, lies are not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stores.library import Book
from core.stores.library_plan import Plan, Test, must
from core.systems.library_chat.agents.results import Figure, result_of
from core.systems.library_chat.agents.wording import book_lines
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.review.facts import Facts, facts_of
from core.systems.library_chat.review.wording import faults

BOOKS = (
    Book("1", "Love Beyond Walls", ("Samira Haddad",), ("Romance",), 2020, 310),
    Book("2", "The Last Letter", ("Emma Clarke",), ("Romance",), 2019, 280),
    Book("3", "Storm Chaser", ("Leo Harding",), ("Adventure",), 2013, 276),
    Book("4", "1984", ("George Orwell", "Thomas Pynchon"), ("Classics",), 2003, 339),
)
ANY = Understood(Plan())


def facts(plain: str, question: str = "", books: tuple[Book, ...] = (), figures: tuple[float, ...] = ()) -> Facts:
    results = [result_of(book, question, 1.0, "Book Match", book.title) for book in books]
    statistics = [Figure(name="books", value=value, measure="books") for value in figures]
    return facts_of(plain, book_lines(books) if len(books) > 1 else "", question, ANY, results, statistics, len(books))


LIST = facts("I found 3 books.", "Which books do you have?", BOOKS[:3])
COUNT = facts("There are 144 books in French, 141 works.", "How many books are in French?", figures=(144.0,))
SHARE = facts("94.7% (94.73%) of the books are books in English: 10,536 of 11,122.", "What share is English?",
              figures=(0.9473, 10_536.0, 11_122.0))  # fmt: skip
WHO = facts("1984 was written by George Orwell and Thomas Pynchon.", "Who wrote 1984?", BOOKS[3:])
LENGTH = facts("Love Beyond Walls by Samira Haddad has 310 pages.", "How long is it?", BOOKS[:1])
LONGEST = facts(
    "The longest of the 3 books is Love Beyond Walls by Samira Haddad (2020; Romance; 310 pages).",
    "What is the longest book?", BOOKS[:1],
)  # fmt: skip
YES = facts("Yes. I found 1 book called “The Last Letter”.", "Do you have The Last Letter?", BOOKS[1:2])
NONE = facts("No books found: there are none in this catalogue, 0 Western books.", "Any westerns?")
TWO = facts("I found 2 books.", "Which books do you have?", BOOKS[:2])
MEAN = facts("The 3 Romance books have 288.7 (288.67) pages on average.", "Mean length?", figures=(288.666667,))
GROUPS = facts_of(
    "24 languages; English comes first with 10,536 books.", "- English: 10,536 books\n- Spanish: 218 books",
    "How many books per language?", ANY, [],
    [Figure(name=name, value=value, measure="books") for name, value in (("English", 10_536), ("Spanish", 218))],
    11_122,
)  # fmt: skip

FAITHFUL = [
    (LIST, "Certainly! I found three books for you."),
    (LIST, "Here are 3 wonderful reads: Love Beyond Walls, The Last Letter and Storm Chaser. Enjoy!"),
    (LIST, "You might like **Love Beyond Walls** by Samira Haddad, a romance of 310 pages from 2020."),
    (LIST, "Samira Haddad wrote Love Beyond Walls in 2020; Emma Clarke published The Last Letter a year earlier."),
    (LIST, "- *Love Beyond Walls*, Samira Haddad, 2020\n- *The Last Letter*, Emma Clarke, 2019\n- and one more"),
    (LIST, "In the mood for adventure? Leo Harding's Storm Chaser (2013) is a quick read at 276 pages."),
    (LIST, "Love Beyond Walls and The Last Letter (2020 and 2019) are both romances."),
    (LIST, "These range from 2013 to 2020. Which one takes your fancy?"),
    (LIST, "If you enjoy a good love story, start with Haddad or Clarke."),
    (LIST, "All three books are from the 2010s and 2020s, so all quite fresh!"),
    (LIST, "| Title | Released |\n|---|---|\n| Storm Chaser | 2013 |"),
    (LIST, "The three are:\n- Love Beyond Walls\n- The Last Letter\n- Storm Chaser"),
    (TWO, "Love Beyond Walls and The Last Letter. The newer one is also the longer one."),
    (TWO, "Both have over 270 pages; The Last Letter came out a year earlier."),
    (NONE, "There are no Western books here. If you'd like a later or longer one instead, do ask."),
    (COUNT, "We hold 144 books in French. Counting editions together, that makes 141 different works."),
    (COUNT, "There are one hundred and forty-four of them on our shelves, all in French!"),
    (COUNT, "Good news for French readers: 144 books are waiting for you."),
    (SHARE, "The vast majority, 94.7%, is in English: that is 10,536 out of 11,122 books."),
    (SHARE, "English dominates with 94.73 percent."),
    (WHO, "That would be George Orwell, here together with Thomas Pynchon."),
    (WHO, "1984 is the work of George Orwell and Thomas Pynchon. A classic!"),
    (LENGTH, "It runs to 310 pages, so plan for a long weekend."),
    (LENGTH, "Love Beyond Walls is 310 pages long."),
    (LONGEST, "With its 310 pages, Love Beyond Walls by Samira Haddad is the longest one we have."),
    (YES, "Yes, we do! The Last Letter by Emma Clarke came out in 2019."),
    (YES, "We certainly have The Last Letter."),
    (NONE, "I'm sorry, there are no westerns in this catalogue."),
    (NONE, "Unfortunately we do not have any Western books."),
    (MEAN, "On average a romance here has 288.7 pages."),
    (GROUPS, "English leads by far with 10,536 books, followed by Spanish with 218."),
    (GROUPS, "Our books are in 24 languages, most of them in English (10,536)."),
]
LIES = [
    (LIST, "I found four books for you.", "says four"),
    (LIST, "You might like Love Beyond Walls by Samira Haddad, from 2021.", "says from 2021"),
    (LIST, "Love Beyond Walls by Samira Haddad is from 2019.", "says of “Love Beyond Walls”"),
    (LIST, "Love Beyond Walls (2019) and The Last Letter (2020).", "says of “Love Beyond Walls”"),
    (LIST, "Love Beyond Walls by Emma Clarke, The Last Letter by Samira Haddad.", "says of “Love Beyond Walls”"),
    (LIST, "Love Beyond Walls and Storm Chaser, both by Samira Haddad.", "says of “Love Beyond Walls”"),
    (LIST, "Storm Chaser has 280 pages.", "says of “Storm Chaser”"),
    (LIST, "Do try Dune by Frank Herbert, too: Love Beyond Walls is like it.", "names Dune"),
    (LIST, "I found “The Great Escape” and Storm Chaser.", "quotes “The Great Escape”"),
    (LIST, "Tolkien is here too, beside Storm Chaser.", "names Tolkien"),
    (LIST, "The Last Letter is the newest of them.", "says newest"),
    (LIST, "I found more than 3 books.", "says more than 3"),
    (LIST, "I did not find any books.", "denies something"),
    (LIST, "Storm Chaser is not by Leo Harding.", "denies something"),
    (LIST, "Storm Chaser: see https://example.org/more", "added the address"),
    (WHO, "Hello there!", "says nothing of the answer"),
    (LIST, " ", "says nothing"),
    (LIST, "I found 2 books: Love Beyond Walls and The Last Letter.", "says 2"),
    (LIST, "I found 2 books:\n- Love Beyond Walls\n- The Last Letter", "says 2"),
    (LIST, "There are two books:\n\n1. Love Beyond Walls\n2. The Last Letter", "says two"),
    (LIST, "| Dune by Frank Herbert | Storm |\n|---|---|\n| Storm Chaser | 2013 |", "names Frank Herbert"),
    (TWO, "The newer one is also the shorter one.", "says shorter"),
    (TWO, "Both have over 300 pages.", "says over 300"),
    (TWO, "Samira Haddad and Emma Clarke had a hand in both.", "says both of some"),
    (TWO, "Love Beyond Walls is by Samira Haddad. It is from 2019.", "says"),
    (LIST, "Storm Chaser, translated by Leo Harding, is from 2013.", "says translated"),
    (LONGEST, "The longest and most widely read is Love Beyond Walls.", "says most widely read"),
    (COUNT, "There are 145 books in French.", "says 145"),
    (COUNT, "There are many books in French.", "leaves out 144"),
    (COUNT, "There are 141 books in French.", "leaves out 144"),
    (SHARE, "Nearly 94.7% are in English.", "says Nearly 94.7"),
    (SHARE, "95% are in English.", "says 95%"),
    (WHO, "1984 was written by Aldous Huxley.", "names Aldous"),
    (WHO, "It was George Huxley.", "names Huxley"),
    (LENGTH, "Love Beyond Walls is 280 pages long.", "says "),
    (LONGEST, "The shortest book is Love Beyond Walls, with 310 pages.", "says shortest"),
    (YES, "No, we do not have The Last Letter.", "says no instead of yes"),
    (YES, "We don't have The Last Letter.", "denies something"),
    (NONE, "Yes, there are Western books here.", "leaves out that there is none"),
    (NONE, "There are 3 Western books.", "says 3"),
    (MEAN, "On average a romance here has 289 pages.", "says 289"),
    (GROUPS, "Spanish leads with 219 books.", "says 219"),
    (GROUPS, "English leads with 10,536 books, then Klingon with 218.", "names Klingon"),
]  # fmt: skip


@pytest.mark.parametrize(("known", "text"), FAITHFUL)
def test_a_faithful_rewording_is_taken_whatever_its_words(known: Facts, text: str) -> None:
    assert faults(text, known) == []


@pytest.mark.parametrize(("known", "text", "says"), LIES)
def test_a_lie_is_refused_and_named(known: Facts, text: str, says: str) -> None:
    assert any(fault.startswith(says) for fault in faults(text, known)), faults(text, known)


@pytest.mark.parametrize("known", [LIST, COUNT, SHARE, WHO, LENGTH, LONGEST, YES, NONE, MEAN, GROUPS])
def test_the_plain_sentences_and_the_list_keep_to_their_own_facts(known: Facts) -> None:
    assert faults(known.plain, known) == []
    assert faults(f"{known.plain}\n{known.listed}", known) == []


DRAFT = f"{LIST.plain}\n{LIST.listed}"
EVENTS = re.compile(
    "|".join(re.escape(name) for book in BOOKS[:3] for name in (book.title, *book.authors)) + r"|\d{3,}"
)


@given(st.data())
def test_no_edit_of_a_year_a_length_an_author_or_a_title_is_ever_taken(data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(list(EVENTS.finditer(DRAFT))))
    said, titles = match[0], {book.title for book in BOOKS}

    def kind(name: str) -> tuple[int, bool]:
        return len(name) if name.isdigit() else 0, name in titles

    others = [one[0] for one in EVENTS.finditer(DRAFT) if one[0] != said and kind(one[0]) == kind(said)]
    new = data.draw(st.sampled_from([*others, f"{said[:-1]}7", "2025" if said.isdigit() else "Jane Austen"]))
    after = DRAFT[: match.start()] + new + DRAFT[match.end() :]
    if after != DRAFT:
        assert faults(after, LIST), after


def test_a_condition_of_the_question_may_be_said_again() -> None:
    plan = Plan(where=(must(Test(column="authors", values=("Ada Pine",))),))
    known = facts_of("There are 3 books by Ada Pine from 2001 on.", "", "How many by Ada Pine after 2000?",
                     Understood(plan), [], [Figure(name="books", value=3.0, measure="books")], 3)  # fmt: skip
    assert faults("Ada Pine wrote 3 books after 2000.", known) == []
    assert faults("Ada Pine wrote 3 books after 1999.", known) == ["says after 1999"]


def test_a_very_long_wording_is_refused() -> None:
    assert "is very long" in faults("Storm Chaser is here. " + "Well, well, well. " * 200, LIST)
