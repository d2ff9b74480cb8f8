"""Questions to begin with, of what a catalogue itself holds: a title, a subject, a genre and its years, an author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from core.stores.library import Book, Library
from core.stores.library_plan import Having, Key, Measure, Order, Plan, Test, must

_LOOKED_AT = 200  # books among which a title and a subject are found
_ORDERS = ((), (Order(by="year", descending=True),))
_NAMED = ("title", "authors", "genres")
_YEARS = 5  # the newest book of a genre is so much younger than "after …"
_WORDS = re.compile(r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*\.?")


def examples_of(library: Library) -> tuple[str, ...]:
    """Return questions that this catalogue has an answer to; fewer of one that lacks years, subjects or genres.

    Raises `StoreError`.
    """
    books = [book for order in _ORDERS for book in library.select(Plan(order=order, limit=_LOOKED_AT)).books]
    return tuple(
        dict.fromkeys(
            [
                *_about_a_title(books),
                *_about_a_subject(books),
                *_about_a_genre(library),
                *_about_an_author(library),
                *_about_everything(library),
            ]
        )
    )


def _about_a_title(books: Iterable[Book]) -> Iterator[str]:
    titles = Counter(book.title for book in {book.id: book for book in books if book.authors}.values())
    if title := _telling(title for title, number in titles.items() if number == 1):
        yield f"Who wrote {title}?"


def _about_a_subject(books: Iterable[Book]) -> Iterator[str]:
    subjects = Counter(subject for book in books for subject in book.subjects)
    if subject := _telling((subject for subject, _ in subjects.most_common()), least=1):
        yield f"Do you have any books about {subject}?"


def _about_a_genre(library: Library) -> Iterator[str]:
    genre = _telling(library.values("genres"), least=1)
    if genre is None:
        return
    of_genre = (must(Test(column="genres", values=(genre,))),)
    newest = library.select(Plan(where=of_genre, measures=(Measure(of="most", column="year"),))).figures[0].value
    if newest is None:
        yield f"Find {genre} books"
    else:
        yield f"How many {genre} books after {newest - _YEARS:.0f}?"


def _about_an_author(library: Library) -> Iterator[str]:
    if author := _telling(library.values("authors")):
        yield f"Find books by {author}"


def _about_everything(library: Library) -> Iterator[str]:
    called_so = must(*(Test(column=name, how="contains", values=("authors",)) for name in _NAMED))
    if library.select(Plan(where=(called_so,), limit=0)).passing:
        return  # a genre or a title that is called so would be read as a condition
    several = Having(measure=Measure(column="genres"), low=2)
    if library.select(Plan(by=(Key(column="authors"),), having=(several,), limit=1)).groups:
        yield "Which authors wrote in more than one genre?"
    elif library.totals()["authors"]:
        yield "Which author has the most books?"


def _telling(names: Iterable[str], least: int = 2) -> str | None:
    """Return the first name of a few plain words: it can be read in a question, and be taken for nothing else."""
    return next((name for name in names if _WORDS.fullmatch(name) and least <= len(name.split()) <= 5), None)
