"""Questions to begin with, of what a catalogue itself holds: a title, a subject, a genre and its years, an author."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from core.stores.library import Book, Filters, Library

_LOOKED_AT = 200  # books among which a title and a subject are found
_YEARS = 5  # the newest book of a genre is so much younger than "after …"
_WORDS = re.compile(r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*\.?")


def examples_of(library: Library) -> tuple[str, ...]:
    """Return questions that this catalogue has an answer to; fewer of one that lacks years, subjects or genres.

    Raises `StoreError`.
    """
    books = [*library.books(limit=_LOOKED_AT), *library.books(order="newest", limit=_LOOKED_AT)]
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
    genre = _telling((row.name for row in library.group("genre")), least=1)
    if genre is None:
        return
    newest = library.books(Filters(genres=(genre,)), order="newest", limit=1)[0]
    if newest.year is None:
        yield f"Find {genre} books"
    else:
        yield f"How many {genre} books after {newest.year - _YEARS}?"


def _about_an_author(library: Library) -> Iterator[str]:
    if author := _telling(row.name for row in library.group("author")):
        yield f"Find books by {author}"


def _about_everything(library: Library) -> Iterator[str]:
    names = library.find_names("authors", limit=1)
    if names and names[0].distance == 0:
        return  # a genre or a title that is called so would be read as a condition
    if library.authors_of_many_genres(limit=1):
        yield "Which authors wrote in more than one genre?"
    elif library.group("author", limit=1):
        yield "Which author has the most books?"


def _telling(names: Iterable[str], least: int = 2) -> str | None:
    """Return the first name of a few plain words: it can be read in a question, and be taken for nothing else."""
    return next((name for name in names if _WORDS.fullmatch(name) and least <= len(name.split()) <= 5), None)
