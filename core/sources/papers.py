"""A paper as every source gives it, whatever the source calls its parts, and what a search found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

PaperKind: TypeAlias = Literal["article", "preprint", "book", "notice", "material", "web page", "other"]
AbstractKind: TypeAlias = Literal["abstract", "summary", "extract", "properties"]
OTHERS = "et al."
"""The last of a list of authors that is not whole."""


@dataclass(frozen=True)
class Paper:
    """One record. Texts are plain: no markup, no control characters, "" when unknown.

    `id` is the source and what the source calls it (`pubmed:31978945`). `doi` is bare and in lower case, `arxiv_id` has
    no version, authors stand as “Given Family”. `abstract_kind` says whose words the abstract is: the authors'
    (abstract), this project's (summary), a passage of a web page (extract), or values of a data record (properties).
    A `notice` (retraction, erratum) is about another paper. `fetched` is when the source gave it, ISO 8601 in UTC.
    `same_as` holds the ids of records that were merged into this one.
    """

    id: str
    source: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    arxiv_id: str = ""
    abstract: str = ""
    abstract_kind: AbstractKind = "abstract"
    url: str = ""
    kind: PaperKind = "article"
    venue: str = ""
    retracted: bool = False
    withdrawn: bool = False
    rights: str = ""
    fetched: str = ""
    cached: bool = False
    identifiers: Mapping[str, str] = field(default_factory=dict, hash=False)
    same_as: tuple[str, ...] = ()


class PaperRecord(TypedDict):
    """A `Paper` as a state or a file keeps it."""

    id: str
    source: str
    title: str
    authors: list[str]
    year: int | None
    doi: str
    arxiv_id: str
    abstract: str
    abstract_kind: AbstractKind
    url: str
    kind: PaperKind
    venue: str
    retracted: bool
    withdrawn: bool
    rights: str
    fetched: str
    cached: bool
    identifiers: dict[str, str]
    same_as: list[str]


class Found(list[Paper]):
    """The papers of one search, best first, and what there is to say about the search.

    `total` is how many the source has (None: it does not tell); `notes` are remarks for the analyst; `requests` counts
    what was sent, 0 when all came from the cache; `fetched` is when the source answered; `cost` is in US dollars.
    """

    def __init__(
        self,
        papers: Iterable[Paper] = (),
        *,
        total: int | None = None,
        notes: Iterable[str] = (),
        requests: int = 0,
        cached: bool = False,
        fetched: str = "",
        cost: float = 0.0,
    ) -> None:
        super().__init__(replace(paper, fetched=fetched, cached=cached) for paper in papers)
        self.total = total
        self.notes = tuple(notes)
        self.requests = requests
        self.cached = cached
        self.fetched = fetched
        self.cost = cost


class Source(Protocol):
    """A place that can be searched."""

    @property
    def name(self) -> str:
        """As in ids: `pubmed`."""
        ...

    @property
    def title(self) -> str:
        """For the analyst: PubMed."""
        ...

    @property
    def missing(self) -> str:
        """Why it cannot be asked at all, in words; "" when it can."""
        ...

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """At most `limit` papers for the query, published in the years `since` … `until`. Raises `SourceError`."""
        ...
