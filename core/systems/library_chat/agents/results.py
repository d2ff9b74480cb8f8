"""What an agent hands on: books with the way to each of them, figures, and the sentences that say them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from core.stores.library import Book, Kind, Reason, Selected

NAMED = 1.0
"""The score of a book that a name or a condition found."""

NODE_KINDS: dict[Reason, Kind] = {"Book Match": "Book", "Author Match": "Author", "Genre Match": "Genre"}


class PathStep(TypedDict):
    """A stop on the way from the question through the graph to a book."""

    kind: Kind | Literal["Question"]
    name: str


class FoundBy(TypedDict):
    """One of the searches that came upon a book: why, through which node, with which score."""

    reason: Reason
    node: str
    score: float


class Result(TypedDict):
    """A book of an answer: the keys of specification 004, its parts, every reason, and the path to it."""

    id: str
    book: str
    author: str
    authors: list[str]
    genre: str
    genres: list[str]
    year: int | None
    pages: int | None
    subjects: list[str]
    score: float
    reason: Reason
    reasons: list[FoundBy]
    path: list[PathStep]


class Source(TypedDict):
    """A book of an answer for programs: the keys of specification 004 alone."""

    book: str
    author: str
    year: int | None
    genre: str
    pages: int | None
    score: float
    reason: Reason


class Figure(TypedDict):
    """A number of an answer: of what it is, and in what it is counted."""

    name: str
    value: float
    measure: str


@dataclass
class Finding:
    """What an agent found: books, figures, the sentences about them, and whom the next question may mean."""

    text: str = ""
    results: list[Result] = field(default_factory=list)
    near_misses: list[Result] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    statistics: list[Figure] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    selected: Selected = Selected(0)  # noqa: RUF009 - frozen

    @property
    def passing(self) -> int:
        """How many books pass the conditions, of which `results` are shown."""
        return self.selected.passing


def result_of(
    book: Book, asked: str, score: float, reason: Reason, node: str, reasons: list[FoundBy] | None = None
) -> Result:
    """Make a book a result: the specification's keys, its parts, and the path from the question to it."""
    path = [PathStep(kind="Question", name=asked), PathStep(kind=NODE_KINDS[reason], name=node)]
    if reason != "Book Match":
        path.append(PathStep(kind="Book", name=book.title))
    return Result(
        id=book.id,
        book=book.title,
        author=", ".join(book.authors),
        authors=list(book.authors),
        genre=", ".join(book.genres),
        genres=list(book.genres),
        year=book.year,
        pages=book.pages,
        subjects=list(book.subjects),
        score=score,
        reason=reason,
        reasons=reasons or [FoundBy(reason=reason, node=node, score=score)],
        path=path,
    )


def book_of(result: Result) -> Book:
    """Give back the book of a result."""
    return Book(
        result["id"], result["book"], tuple(result["authors"]), tuple(result["genres"]), result["year"],
        result["pages"], tuple(result["subjects"]),
    )  # fmt: skip


def shown(results: Sequence[Result]) -> Selected:
    """Say of books that were not found by conditions what a store says of those that were."""
    return Selected(len(results), tuple(book_of(result) for result in results))


def path_in_words(result: Result) -> str:
    """Return the way from the question through the graph to the book: “space” → Genre Science Fiction (0.71) → the
    title."""
    first, node, *rest = result["path"]
    steps = [f"“{first['name']}”", f"{node['kind']} {node['name']} ({result['score']:.2f})"]
    return " → ".join([*steps, *(step["name"] for step in rest)])


def source_of(result: Result) -> Source:
    """Leave of a result what the specification names."""
    return Source(
        book=result["book"],
        author=result["author"],
        year=result["year"],
        genre=result["genre"],
        pages=result["pages"],
        score=result["score"],
        reason=result["reason"],
    )
