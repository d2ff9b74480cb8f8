"""A question understood: its names, filters and intent, joined with what the conversation was about."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.stores.library import Filters, Kind
from core.systems.library_chat.plan.bounds import Bound
from core.systems.library_chat.plan.entity_linking import Entity, Lookup
from core.systems.library_chat.plan.follow_up import follow
from core.systems.library_chat.plan.genres import GenreWords
from core.systems.library_chat.plan.intent_rules import intent_of
from core.systems.library_chat.plan.intents import Intent
from core.systems.library_chat.plan.parts import Parts, straighten, take_apart
from core.systems.library_chat.plan.question import Assumption, Remembered, Understanding, UnknownName
from core.systems.library_chat.plan.routing import or_foreign, routed
from core.systems.library_chat.plan.selection import Selection, highest, lowest, unique


def read(
    question: str,
    genres: Sequence[str],
    lookup: Lookup,
    known_years: tuple[int, int] | None = None,
    remembered: Remembered | None = None,
    without: Collection[str] = (),
) -> Understanding:
    """Understand a question over a catalogue with these genres. `lookup` gives the names like some words.

    `remembered` is what the conversation was about; `without` are the ids of chips and assumptions taken away.
    """
    parts = take_apart(straighten(question), genres, lookup, known_years, without)
    alone = _understand(parts, intent_of(parts.frame), lookup)
    joined = follow(alone, parts, remembered)
    selection = joined.selection.leaving_out(without)
    if "topic" in without:
        joined = replace(joined, topic="", topic_decides=False)
    return routed(or_foreign(replace(joined, selection=selection), parts), parts)


def _understand(parts: Parts, intent: Intent, lookup: Lookup) -> Understanding:
    """Return the question by itself."""
    named = _Named()
    for mark, part in parts.marks.items():
        named.add(part, mark in parts.negated, lookup)
    filters = Filters(
        genres=unique(named.genres),
        authors=unique(named.authors),
        without_genres=unique(named.without_genres),
        without_authors=unique(named.without_authors),
    )
    selection = Selection(_bounded(filters, parts), *_all_of(parts))
    topical = intent.name in ("list", "count", "authors") and bool(parts.topic)
    counted = intent.name == "list" and selection.empty and not named.unknown
    return Understanding(
        intent=intent,
        selection=selection,
        topic=parts.topic if topical else "",
        topic_decides=topical and (parts.topic_decides or counted),
        books=unique(named.books),
        people=unique(named.authors),
        unknown=tuple(named.unknown),
        assumptions=tuple(named.assumptions),
    )


@dataclass
class _Named:
    """What the parts of a question name, wanted or not, in the catalogue or not."""

    genres: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    without_genres: list[str] = field(default_factory=list)
    without_authors: list[str] = field(default_factory=list)
    books: list[str] = field(default_factory=list)
    unknown: list[UnknownName] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)

    def add(self, part: Entity | GenreWords | Bound, negated: bool, lookup: Lookup) -> None:
        if isinstance(part, GenreWords):
            self._add_genre(part, negated)
        elif isinstance(part, Entity) and part.mentions:
            self.assumptions += _assumed(part)
            self.books += [mention.id for mention in part.mentions if mention.kind == "Book"]
            authors = self.without_authors if negated else self.authors
            authors += [mention.name for mention in part.mentions if mention.kind == "Author"]
        elif isinstance(part, Entity) and not negated:
            self.unknown.append(_unknown(part, lookup))

    def _add_genre(self, part: GenreWords, negated: bool) -> None:
        if part.name:
            (self.without_genres if negated else self.genres).append(part.name)
        elif not negated:
            self.unknown.append(UnknownName(said=part.said, kind="genre", nearest=[]))


def _bounded(filters: Filters, parts: Parts) -> Filters:
    """Return the filters with every bound on years and pages; of several the narrowest. What is negated is left out."""
    for mark, bound in parts.marks.items():
        if not isinstance(bound, Bound):
            continue
        if mark not in parts.negated:
            filters = _narrowed(filters, bound)
            filters = replace(filters, without_years=unique(filters.without_years, bound.gaps))
        elif bound.gaps and bound.low is None and bound.high is None:  # not before 1950 or after 2000
            filters = _narrowed(filters, replace(bound, low=bound.gaps[0], high=bound.gaps[-1]))
        elif bound.low is None or bound.high is None:
            below = None if bound.low is None else bound.low - 1
            above = None if bound.high is None else bound.high + 1
            filters = _narrowed(filters, replace(bound, low=above, high=below))
        elif bound.kind == "year":
            meant = set(range(bound.low, bound.high + 1)).difference(bound.gaps)
            left_out = unique(filters.without_years, sorted(meant))
            filters = replace(filters, without_years=left_out)
    return filters


def _narrowed(filters: Filters, bound: Bound) -> Filters:
    if bound.kind == "year":
        low, high = highest(filters.year_from, bound.low), lowest(filters.year_to, bound.high)
        return replace(filters, year_from=low, year_to=high)
    low, high = highest(filters.pages_from, bound.low), lowest(filters.pages_to, bound.high)
    return replace(filters, pages_from=low, pages_to=high)


def _all_of(parts: Parts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Genres and authors that must all be there: "both X and Y", "romantic thrillers", "X and Y together"."""
    frame = parts.frame
    genres: list[str] = []
    for match in re.finditer(
        r"\bboth\s+(?P<a>GENRE\d+)\s+and\s+(?P<b>GENRE\d+)|(?P<c>GENRE\d+)[\s-]+(?P<d>GENRE\d+)|(?P<e>GENRE\d+)\s+(?:that|"
        r"which)\s+(?:are|is)\s+also\s+(?P<f>GENRE\d+)|(?P<g>GENRE\d+)\s+(?:and|but)\s+also\s+(?P<h>GENRE\d+)|"
        r"(?P<i>GENRE\d+)\s+and\s+(?P<j>GENRE\d+)\s+at\s+(?:the\s+same\s+time|once)",
        frame,
    ):
        marks = [mark for mark in match.groups() if mark]
        if not parts.negated & set(marks):
            genres += [one.name for mark in marks if isinstance(one := parts.marks[mark], GenreWords)]
    authors: list[str] = []
    if re.search(
        r"\b(?:together|jointly|co-?wrote|co-?written|co-?authored?|collaborat\w+|joint)\b", frame
    ) or re.search(r"\bboth\s+AUTHOR\d+\s+and\s+AUTHOR\d+", frame):
        authors = [
            found.mentions[0].name
            for mark, found in parts.marks.items()
            if isinstance(found, Entity) and mark.startswith("AUTHOR") and mark not in parts.negated
        ]
    return tuple(dict.fromkeys(genres)), tuple(dict.fromkeys(authors)) if len(authors) > 1 else ()


_KINDS: dict[Kind, Literal["book", "author", "genre"]] = {"Book": "book", "Author": "author", "Genre": "genre"}


def _assumed(found: Entity) -> list[Assumption]:
    return [
        Assumption(
            id=f"name:{found.said}",
            said=found.said,
            read=mention.name,
            kind=_KINDS[mention.kind],
            letters=mention.letters,
            whole=mention.whole,
        )
        for mention in found.mentions
        if mention.letters or (not mention.whole and mention.kind == "Book")
    ]


def _unknown(found: Entity, lookup: Lookup) -> UnknownName:
    """Return a name that the catalogue does not have, with the nearest that it has."""
    author = found.expected == "Author"
    wanted: Kind = "Author" if author else "Book"
    nearest = dict.fromkeys(named.name for named in lookup(found.said) if named.kind == wanted)
    return UnknownName(said=found.said, kind="author" if author else "title", nearest=list(nearest)[:3])
