"""A question taken apart: its names, years, lengths and genres, and the frame that is left with marks for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from core.language.tokens import words
from core.systems.library_chat.plan.bounds import Bound, pages, years
from core.systems.library_chat.plan.entity_linking import Entity, Lookup, link_entities
from core.systems.library_chat.plan.genres import GenreWords, find_genres, genre_like
from core.systems.library_chat.plan.vocabulary import CONNECTORS, is_frame

LONGEST = 1_000  # characters of a question that are read
_CONTRACTIONS = (
    (r"\b(what|who|where|when|how|that|there|it|he|she)['’]s\b", r"\1 is"),
    (r"\b(is|are|was|were|do|does|did|have|has|had|would|could|should)n['’]t\b", r"\1 not"),
    (r"\bcan['’]t\b", "can not"), (r"\bwon['’]t\b", "will not"), (r"\bi['’]m\b", "i am"), (r"\bi['’]d\b", "i would"),
    (r"\bi['’]ve\b", "i have"), (r"\byou['’]ve\b", "you have"), (r"\bi['’]ll\b", "i will"),
    (r"\bwho['’]ve\b", "who have"),
)  # fmt: skip
_POLITE = re.compile(
    r"^\s*(?:(?:hi|hello|hey|good\s+(?:morning|afternoon|evening)|please|thanks|thank\s+you|ok(?:ay)?|"
    r"great|so|well|now|also|actually)(?:\s+there)?\s*[,.!]+\s*|(?:hi|hello|hey)\s+(?=\w+\s+\w+\s+\w+))+",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|nothing|without|except(?:ing)?(?:\s+for)?|excluding|exclude|other\s+than|apart\s+from|"
    r"aside\s+from|besides|minus|non|never|nor|skip|leav(?:e|ing)\s+out|instead\s+of|anything\s+but|everything\s+but|"
    r"all\s+but|rather\s+than|but\s+no)\b"
    r"(?:[\s\-]+(?!only\b)(?:in|of|from|by|any|the|a|an|those|these|ones|that|are|is|also|written|anything|"
    r"books?|novels?|genres?|authors?|be|being|who|which|were|was|either|to|do|want|include|including|"
    r"for|category|published|released|printed|dating|came|come|out|during|years?))*"
    r"[\s\-]+(?P<marks>(?:(?:NO)?(?:GENRE|AUTHOR|UNKNOWN)\d+(?:(?:\s*,\s*|\s+)(?:(?:and|or|nor|by|not|the|"
    r"of|any|from|books?|novels?|ones|written)\s+)*(?:NO)?(?:GENRE|AUTHOR|UNKNOWN)\d+)*(?:\s+n?or\s+YEARS\d+)*|"
    r"(?:YEARS|PAGES)\d+(?:\s*(?:,|,?\s(?:and|or|nor))\s+(?:YEARS|PAGES)\d+)*))"
)
_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|deal(?:s|ing)?\s+with|on\s+the\s+(?:topic|subject|theme)\s+of|featuring|"
    r"feature|features|involving|involve|involves|set\s+(?:in|on|at|during|aboard)|take(?:s)?\s+place\s+(?:in|"
    r"on|at)|taking\s+place\s+(?:in|on)|tell(?:s|ing)?\s+of|with|on|around|where)\s+(?P<topic>.+)"
)
_STRONG_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|deal\w*\s+with|topic|subject|theme|featur\w+|involv\w+|set\s+(?:in|"
    r"on|at|during|aboard)|tak\w+\s+place)\b"
)

Part: TypeAlias = Entity | GenreWords | Bound


@dataclass
class Parts:
    """What stands in a question. `frame` is the question in small letters with a mark for each part (see `phrases`).

    `marks` gives the part of each mark, `negated` are those that the question does not want.
    """

    frame: str = ""
    marks: dict[str, Part] = field(default_factory=dict)
    negated: set[str] = field(default_factory=set)
    topic: str = ""
    topic_decides: bool = False

    def named(self, kind: str) -> bool:
        """Whether something of this kind is named: "BOOK", "AUTHOR", "GENRE" …"""
        return any(mark.startswith(kind) for mark in self.marks)


def straighten(question: str) -> str:
    """Put the question on one line, contractions written out, without a greeting before it."""
    text = " ".join(question.split())[:LONGEST]
    for short, long in _CONTRACTIONS:
        text = re.sub(short, long, text, flags=re.IGNORECASE)
    polite = _POLITE.match(text)
    return text[polite.end() :] if polite and len(words(text[polite.end() :])) > 1 else text


def take_apart(
    text: str,
    genres: Sequence[str],
    lookup: Lookup,
    known_years: tuple[int, int] | None,
    without: Collection[str] = (),
) -> Parts:
    """Find names, genres, years and pages in a question, and put marks in their places."""
    bounds = [*years(text, known_years), *pages(text)]
    closed = [(bound.start, bound.end) for bound in bounds]
    entities = [_undone(entity, without) for entity in link_entities(text, lookup, genres, closed)]
    taken = [(one.start, one.end) for one in entities]
    free = [one for one in bounds if _is_free(one.start, one.end, taken)]
    named = [
        replace(one, name=one.name or genre_like(one.said, genres))
        for one in find_genres(text, genres)
        if _is_free(one.start, one.end, taken)
    ]
    return _marked(text, [*entities, *named, *free])


def _is_free(start: int, end: int, taken: Iterable[tuple[int, int]]) -> bool:
    return all(end <= one or start >= other for one, other in taken)


def _undone(found: Entity, without: Collection[str]) -> Entity:
    kept = [mention for mention in found.mentions if not (mention.letters and f"name:{mention.said}" in without)]
    return replace(found, mentions=kept)


def _marked(text: str, found: Sequence[Part]) -> Parts:
    """Return the frame of a text: a mark in the place of everything that was found."""
    parts = Parts()
    pieces, last = [], 0
    for number, one in enumerate(sorted(found, key=lambda one: one.start)):
        mark = f"{_kind(one)}{number}"
        parts.marks[mark] = one
        pieces += [text[last : one.start].lower(), mark]
        last = one.end
    parts.frame = "".join([*pieces, text[last:].lower()])
    for match in _NEGATION.finditer(parts.frame):
        parts.negated |= set(re.findall(r"(?:NO)?(?:GENRE|AUTHOR|UNKNOWN|YEARS|PAGES)\d+", match["marks"]))
    _find_topic(parts)
    return parts


def _kind(found: Part) -> str:
    if isinstance(found, Bound):
        return "YEARS" if found.kind == "year" else "PAGES"
    if isinstance(found, GenreWords):
        return "GENRE" if found.name else "NOGENRE"
    if not found.mentions:
        return "UNKNOWN"
    return "BOOK" if found.mentions[0].kind == "Book" else "AUTHOR"


def _find_topic(parts: Parts) -> None:
    """Find what the question is about: the words behind "about", or else those that only this question has."""
    match = _TOPIC.search(parts.frame)
    if match:
        topic = _topic_words(match["topic"])
        strong = bool(_STRONG_TOPIC.match(match[0]))
        if topic and (strong or not all(is_frame(word) for word in words(topic))):
            parts.topic, parts.topic_decides = topic, strong
            return
    left = [
        word
        for word in words(re.sub(r"(?:NO)?[A-Z]+\d+", " ", parts.frame))
        if word not in CONNECTORS and not is_frame(word)
    ]
    parts.topic = " ".join(left)


def _topic_words(said: str) -> str:
    """Return the topic, up to the next mark or the end of the clause, without words that go on to something else."""
    clause = re.split(
        r"(?:NO)?[A-Z]{4,}\d+|[?!.;]|\b(?:published|written|please|that\s+(?:is|are|was|were)|which\s+(?:is|"
        r"are)|but|do\s+you|can\s+you|in\s+(?:the|your|this)\s+(?:library|catalogue|catalog|database|collection))\b",
        said,
    )[0]
    return re.sub(
        r"^(?:the|a|an|some|any|in|to|of)\s+|\s+(?:and|or|by|from|in|with|not|of|the)\s*$", "", clause.strip(" ,\"“”'")
    ).strip(" ,\"“”'")
