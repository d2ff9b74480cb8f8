"""What can be searched without network: the papers that come with Glassbox, the analyst's references and documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Protocol

from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Found as Ranked
from core.retrieval.fusion import weighted_sum
from core.retrieval.hybrid import HybridIndex
from core.sources.papers import Found, Paper
from core.sources.shelf import THEMES, read_shelf
from core.stores.passages import Passages

ALPHA = 0.6
FLOOR = 0.2  # on the absolute scale: what is less like the words than that is not worth screening


class Shelf(Protocol):
    """A place that needs no network."""

    @property
    def title(self) -> str:
        """For the analyst."""

    @property
    def holds(self) -> str:
        """What is there, in words: how much, of which years, on what; never fails."""

    def search(self, query: str, limit: int, since: int | None = None, until: int | None = None) -> Found:
        """At most `limit` papers for the query, best first. Raises `StoreError` when it cannot be read."""


class PaperShelf:
    """Papers with their abstracts, found by words and by meaning; they are embedded at the first search."""

    def __init__(self, title: str, papers: Sequence[Paper], embedder: Embedder) -> None:
        self.title = title
        self._papers = {paper.id: paper for paper in papers}
        self._embedder = embedder

    @property
    def papers(self) -> Sequence[Paper]:
        """All of them, in the order in which they were given."""
        return list(self._papers.values())

    @property
    def holds(self) -> str:
        """How many papers, from which years, on which themes where they are known."""
        themes = Counter(THEMES.get(paper.identifiers.get("theme", ""), "") for paper in self._papers.values())
        on = ", ".join(theme for theme, _ in themes.most_common() if theme)
        years = sorted(paper.year for paper in self._papers.values() if paper.year)
        from_to = f" from {years[0]} to {years[-1]}" if years else ""
        number = len(self._papers)
        return f"{number} {'paper' if number == 1 else 'papers'}{from_to}{on and f' on {on}'}"

    @cached_property
    def _index(self) -> HybridIndex:
        index = HybridIndex(self._embedder)
        index.add(list(self._papers), [text_of(paper) for paper in self._papers.values()])
        return index

    def search(self, query: str, limit: int, since: int | None = None, until: int | None = None) -> Found:
        """Return the papers most like the query; a paper without a year passes any limit of years."""
        index = self._index
        vectors = [(hit.id, hit.score) for hit in index.vector_top(query, len(index))]
        keywords = [(hit.id, hit.score) for hit in index.keyword_top(query, len(index))]
        bound = index.keyword_bound(query) or 1.0
        ranked = weighted_sum(
            [Ranked("vectors", "vector", vectors), Ranked("words", "keyword", keywords, high=bound)], ALPHA, "bound"
        )
        found = [self._papers[one.id] for one in ranked if one.score >= FLOOR]
        found = [paper for paper in found if _within(paper, since, until)]
        return Found(found[:limit], total=len(found))


class PassageShelf:
    """A collection of documents, such as one of the knowledge base: each document found stands as one paper.

    Its abstract is an extract: the passages that were found in it, in their order.
    """

    def __init__(self, title: str, passages: Passages, embedder: Embedder) -> None:
        """`embedder` is the one by which the passages were embedded."""
        self.title = title
        self._passages = passages
        self._embedder = embedder

    @property
    def holds(self) -> str:
        """Say what it is; its documents are not counted for that."""
        return "documents of the knowledge base"

    def search(self, query: str, limit: int, since: int | None = None, until: int | None = None) -> Found:
        """Return the documents that hold passages like the query. Documents have no year, so years do not limit
        them."""
        lists = self._passages.search(query, self._embedder.encode_query(query), limit)
        # In a small collection every word may be so common that it tells nothing: then the bound is 0.
        lists = [one if one.low < one.high else replace(one, high=one.low + 1.0) for one in lists]
        ranked = [one.id for one in weighted_sum(lists, ALPHA, "bound")][:limit]
        names = {document.id: document.name for document in self._passages.documents()}
        by_document: dict[str, list[str]] = {}
        for passage in sorted(self._passages.get(ranked), key=lambda one: (one.document, one.place)):
            by_document.setdefault(passage.document, []).append(passage.text)
        return Found(
            Paper(
                id=f"document:{document}",
                source="shelf",
                title=names.get(document, document),
                abstract="\n\n".join(texts),
                abstract_kind="extract",
                kind="other",
                venue=self.title,
            )
            for document, texts in by_document.items()
        )


def told_of(shelves: Sequence[Shelf]) -> list[str]:
    """Return each shelf with what it holds, in words."""
    return [f"{shelf.title} ({shelf.holds})" for shelf in shelves]


def text_of(paper: Paper) -> str:
    """Return what of a paper is embedded and searched."""
    return f"{paper.title}\n{paper.abstract}"


@lru_cache(maxsize=2)
def open_shelf(embedder: Embedder) -> PaperShelf:
    """Return the papers that come with Glassbox. Raises `StoreError` when their file is damaged."""
    return PaperShelf("Papers that come with Glassbox", read_shelf(), embedder)


def as_own(papers: Sequence[Paper], id: str) -> list[Paper]:
    """Return the analyst's references under ids that no other file has."""
    return [replace(paper, id=f"{paper.id}@{id}") for paper in papers]


def _within(paper: Paper, since: int | None, until: int | None) -> bool:
    return paper.year is None or (since or paper.year) <= paper.year <= (until or paper.year)
