"""The graph of books: `(:Author)-[:WROTE]->(:Book)-[:BELONGS_TO]->(:Genre)`, and what every store of it can do.

Two stores keep it: `library_embedded` (SQLite and exact cosine) and `library_neo4j`. They answer alike, down to order
and score. Every question is one of the operations below: there is no way to hand a store a query in a language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias, TypedDict, Unpack

from core.retrieval.embedder import Vectors
from core.stores.library_plan import Column, Plan, Where

Kind = Literal["Book", "Author", "Genre"]
Reason = Literal["Book Match", "Author Match", "Genre Match"]

EXACT = 2_000
"""Up to so many books that pass, everything is compared with everything."""

NEAR = 50
"""Among more of them, a genre gives only books that are among so many nearest to the question."""


Value: TypeAlias = str | float | tuple[str, ...]
"""What a further column of a book holds: text, a number (a date too, `Column`), or a list."""


@dataclass(frozen=True)
class Book:
    """A book. `id` is its identity: two books may share a title. Year and pages may be unknown.

    `extra` are the further columns of its table, by their names (`Column.name`); what is unknown is not in it.
    """

    id: str
    title: str
    authors: tuple[str, ...]
    genres: tuple[str, ...]
    year: int | None = None
    pages: int | None = None
    subjects: tuple[str, ...] = ()
    extra: Mapping[str, Value] = field(default_factory=dict, hash=False)

    @property
    def context(self) -> str:
        """The text that is embedded: "title by author (year) - genre - pages pages - about subjects", as far as known.

        Why subjects, which the specification's text lacks: docs/decisions/0013-subjects-are-embedded.md.
        """
        words = self.title
        if self.authors:
            words += f" by {', '.join(self.authors)}"
        if self.year is not None:
            words += f" ({self.year})"
        if self.genres:
            words += f" - {', '.join(self.genres)}"
        if self.pages is not None:
            words += f" - {self.pages} pages"
        if self.subjects:
            words += f" - about {', '.join(self.subjects)}"
        return words


@dataclass(frozen=True)
class Match:
    """A book that a search found: Neo4j's score (1 + cosine) / 2, why, and the node through which it was found.

    The path reads from the question to `node` (a title, an author or a genre, by `reason`) and from there to the book.
    """

    book: Book
    score: float
    reason: Reason
    node: str


@dataclass(frozen=True)
class Figure:
    """A figure of some books, None where it cannot be calculated, and of how many books (or values) it is one."""

    value: float | None
    of: int


@dataclass(frozen=True)
class GroupOfBooks:
    """A group of a plan: its name by each key, its figures by each measure, and its first books where `each` asks."""

    names: tuple[str, ...]
    figures: tuple[Figure, ...]
    books: tuple[Book, ...] = ()


@dataclass(frozen=True)
class Selected:
    """What a plan gives: how many books pass its conditions, and then books, or figures, or groups of `groups_in_all`.

    `books` and `groups` are those of `order`, `skip` and `limit`.
    """

    passing: int
    books: tuple[Book, ...] = ()
    figures: tuple[Figure, ...] = ()
    groups: tuple[GroupOfBooks, ...] = ()
    groups_in_all: int = 0


@dataclass(frozen=True)
class Statement:
    """The Cypher of one operation with its parameters, as it runs on Neo4j, or would. Vectors are cut short."""

    cypher: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    @property
    def shortened(self) -> Statement:
        """The same with the vector cut short, for the screen."""
        vector = self.parameters.get("vector")
        if not isinstance(vector, list):
            return self
        first = ", ".join(f"{number:.4f}" for number in vector[:3])
        return Statement(self.cypher, {**self.parameters, "vector": f"[{first}, … {len(vector)} numbers]"})


class Arguments(TypedDict, total=False):
    """What the operations of a library are asked with, by name; each takes some of these."""

    vector: Vectors
    limit: int
    where: Where
    plan: Plan


def readable(text: str) -> str:
    """Take out what no store can keep: half surrogate pairs become question marks, zero bytes are left out."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")


def bounded(number: int) -> int:
    """Keep a number to what every store can hold: no year and no length lies beyond."""
    return max(-(10**9), min(number, 10**9))


def wanted(limit: int) -> int:
    """How many are asked for, as a store can count them."""
    return max(0, bounded(limit))


class Library(Protocol):
    """One catalogue in one store. `load`, `add_vectors` and `clear` write, all else only reads; all of them raise
    `StoreError` in words."""

    @property
    def kind(self) -> str:
        """Which store it is, for the screen: "embedded graph" or "Neo4j at bolt://…"."""

    @property
    def writes_cypher(self) -> bool:
        """Whether the statements really run here; where not, they are labelled as those that would run on Neo4j."""

    def search_books(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find the books nearest to a query vector [384], best first, ties by id ("Book Match"). None to zeros.

        In all searches only books count that pass `where`, and only what has a vector is found.
        """

    def search_authors(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find the authors nearest to it, and from each the first `limit` of their books by title ("Author Match").

        These are the `limit` nearest authors with a book that passes.
        """

    def search_genres(self, vector: Vectors, limit: int, where: Where = ()) -> list[Match]:
        """Find the genres nearest to it, and from each the `limit` of its books nearest to the vector ("Genre Match").

        The score of a match is the genre's. Where more than `EXACT` books pass, only the `NEAR` nearest are looked at.
        """

    def totals(self) -> dict[str, int]:
        """`{"books", "authors", "genres"}`."""

    def state(self) -> str:
        """Name the state of the catalogue: another one whenever books were loaded or removed."""

    def columns(self) -> list[Column]:
        """List every column that a plan may name: those of every book, then the further ones of its table."""

    def values(self, column: str) -> dict[str, int]:
        """Count the books of every value of a text or a list, most books first, ties by name; none of other columns."""

    def select(self, plan: Plan) -> Selected:
        """Carry out a plan; `about`, `like` and `path` are passed over. Raises `InputError` for a column it has not."""

    def statement(self, operation: str, **arguments: Unpack[Arguments]) -> Statement:
        """Write the Cypher behind an operation of this protocol, named as here, with these arguments."""

    def load(self, books: Sequence[Book], vectors: Vectors | None, columns: Sequence[Column] = ()) -> None:
        """Add books with the vectors [n, 384] of their contexts, all or none; loading one again changes nothing.

        Where `vectors` is None, `add_vectors` adds them later; until then searches by meaning pass these books over.
        Authors and genres are made when they are new, with the vectors of their names. `columns` are the further ones
        of these books; what a book has in others is not kept. Raises ValueError for a column whose name is taken, and
        for a value that is not of its kind.
        """

    def add_vectors(self, books: Sequence[Book], vectors: Vectors) -> None:
        """Add the vectors [n, 384] of books that were loaded without, and those of their names, all or none.

        What is there stays, and so does the state: a plan gives what it gave. Raises ValueError when there are not as
        many vectors as books.
        """

    def clear(self) -> None:
        """Remove this catalogue, and nothing that it did not load."""

    def check(self) -> None:
        """Try the store. Raises `StoreError` in words."""
