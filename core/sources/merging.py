"""Records of the same work become one: by DOI, then arXiv id, then title and year; every merge is told."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from core.language.tokens import words
from core.sources.papers import Paper

Reason: TypeAlias = Literal["DOI", "arXiv id", "title and year"]
_SHORTEST_TITLE = 3  # words: “Correction” or “Editorial” names too many


@dataclass(frozen=True)
class Merge:
    """The record `merged` went into the record `kept`, because of what both have: `value`."""

    kept: str
    merged: str
    reason: Reason
    value: str


@dataclass(frozen=True)
class Merged:
    """One paper for each work, in the order of their first records, and what was merged."""

    papers: list[Paper]
    log: list[Merge]


def merge(papers: Iterable[Paper]) -> Merged:
    """Merge records of the same work. The first record gives its values, later ones fill what it does not have.

    Titles are compared by their words, and merge only records of the same year that do not have two DOIs or two arXiv
    ids and whose authors share a name. What one source calls retracted or withdrawn is so for all.
    """
    merged = list(papers)
    log: list[Merge] = []
    rules: list[tuple[Reason, Callable[[Paper], Hashable]]] = [
        ("DOI", lambda paper: paper.doi),
        ("arXiv id", lambda paper: paper.arxiv_id),
        ("title and year", _title_and_year),
    ]
    # Filling a paper may give it the DOI of another one, so the first rules have their turn again.
    while True:
        before = len(merged)
        for reason, key in rules:
            merged = _merge_by(merged, reason, key, log)
        if len(merged) == before:
            return Merged(merged, log)


def _merge_by(papers: list[Paper], reason: Reason, key: Callable[[Paper], Hashable], log: list[Merge]) -> list[Paper]:
    groups: dict[Hashable, list[int]] = {}
    kept: list[Paper] = []
    for paper in papers:
        value = key(paper)
        places = groups.setdefault(value, []) if value else []
        fitting = (place for place in places if reason != "title and year" or _may_be_same(kept[place], paper))
        place = next(fitting, None)
        if place is None:
            places.append(len(kept))
            kept.append(paper)
        else:
            told = f"{paper.title} ({paper.year})" if reason == "title and year" else str(value)
            log.append(Merge(kept[place].id, paper.id, reason, told))
            kept[place] = _join(kept[place], paper)
    return kept


def _title_and_year(paper: Paper) -> Hashable:
    title = tuple(words(paper.title.replace("-", " ")))
    return (title, paper.year) if paper.year and len(title) >= _SHORTEST_TITLE else None


def _may_be_same(one: Paper, other: Paper) -> bool:
    for name in ("doi", "arxiv_id"):
        values = {getattr(one, name), getattr(other, name)} - {""}
        if len(values) > 1:
            return False
    if (one.kind == "notice") != (other.kind == "notice"):
        return False
    names, others = _family_names(one), _family_names(other)
    return not names or not others or not names.isdisjoint(others)


def _family_names(paper: Paper) -> set[str]:
    return {found[-1] for author in paper.authors if (found := words(author))}


def _join(one: Paper, other: Paper) -> Paper:
    """`one`, with what it lacks from `other`. An author's abstract goes before anybody else's words."""
    words_of = other if _rank(other) > _rank(one) else one
    return replace(
        one,
        authors=one.authors or other.authors,
        year=one.year or other.year,
        doi=one.doi or other.doi,
        arxiv_id=one.arxiv_id or other.arxiv_id,
        abstract=words_of.abstract,
        abstract_kind=words_of.abstract_kind,
        rights=words_of.rights,
        url=one.url or other.url,
        kind=other.kind if one.kind in ("preprint", "web page") and other.kind == "article" else one.kind,
        venue=other.venue if one.venue in ("", "arXiv") and other.venue else one.venue,
        retracted=one.retracted or other.retracted,
        withdrawn=one.withdrawn or other.withdrawn,
        identifiers={**other.identifiers, **one.identifiers},
        same_as=tuple(dict.fromkeys((*one.same_as, other.id, *other.same_as))),
    )


def _rank(paper: Paper) -> int:
    return ("properties", "extract", "summary", "abstract").index(paper.abstract_kind) + 1 if paper.abstract else 0
