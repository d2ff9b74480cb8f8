"""A request that is nothing but words of a topic stays one, whatever signs stand in it: “soil, water, air”."""

from __future__ import annotations

import re
from collections.abc import Collection as Ids
from collections.abc import Sequence

from core.language.clauses import tokens
from core.language.reading import Word
from core.language.terms import without_asking
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, blanked
from core.systems.expert_search.requirements.grammar.second_choice import with_or
from core.systems.expert_search.requirements.grammar.topics import Topic, topics_of
from core.systems.expert_search.requirements.grammar.walk import Parsed, Stretch

WHOLE = "taken as one topic, not as several"
_BEFORE, _AFTER = re.compile(r"[\w'’-]*\s*\Z"), re.compile(r"\s*[\w'’-]*")
_FEWEST = 2  # topics of a list
_SPEAKS_OF_PEOPLE = GROUPS["person"] | GROUPS["seniority"]


def whole_or_parted(
    request: str, text: str, parsed: Parsed, total: int, collection: Collection, without: Ids[str]
) -> tuple[list[Topic], list[Word]]:
    """Return the topics of a request, and what is told of words that stay together."""
    plain, _ = with_or(request)
    if _tells_a_story(text, parsed, total):
        return _as_one(plain, parsed.topics), []
    topics = topics_of(plain, parsed.topics, collection, frozenset(without))
    if _is_whole(text, parsed, topics, total) and whole_id(request) not in without:
        return _as_one(plain, parsed.topics), _kept_whole(request, topics)
    return topics, []


def _tells_a_story(text: str, parsed: Parsed, total: int) -> bool:
    """Whether a request tells of a matter in sentences, and of no people: “burst pipe, what will insurance pay”."""
    if parsed.items or parsed.aside or total:
        return False
    words = [word.word for word in tokens(without_asking(text))]
    return not any(word in _SPEAKS_OF_PEOPLE for word in words) and any(
        word in GROUPS["in sentences"] for word in words
    )


def whole_id(request: str) -> str:
    """Return the id of the assumption that a request which lists some words asks for one topic."""
    return f"whole:{' '.join(request.casefold().split())}"


def _is_whole(text: str, parsed: Parsed, topics: Sequence[Topic], total: int) -> bool:
    """Whether a request is nothing but words for what somebody should know, so that they stay together as they were
    written: no people are spoken of beside them, and they do not name several people by what they are."""
    if parsed.items or parsed.aside or parsed.parts or total or len(topics) < _FEWEST:
        return False
    inside = [span for topic in topics for span in topic.spans]
    beside = tokens(blanked(text, inside))
    speaks = any(word.word in _SPEAKS_OF_PEOPLE and not (word.word == "who" and not word.place) for word in beside)
    return not speaks and not all(is_role(tokens(topic.value)[-1].word) for topic in topics)


def _kept_whole(request: str, topics: Sequence[Topic]) -> list[Word]:
    """Tell that words which stand in a list are one topic, at what joins the first two, with the words beside it: what
    became of these is told by itself."""
    start, end = topics[0].spans[-1][1], topics[1].spans[0][0]
    said = request[start:end].strip()
    if not said:
        return []
    start = request.index(said, start)
    end = start + len(said)
    before, after = _BEFORE.search(request[:start]), _AFTER.match(request, end)
    beside = f"{before.group() if before else ''}{said}{after.group() if after else ''}"
    return [Word(beside, start, end, "assumed", WHOLE, whole_id(request))]


def _as_one(request: str, stretches: Sequence[Stretch]) -> list[Topic]:
    spans = tuple(sorted((one.start, one.end) for one in stretches))
    return [Topic(" ".join(" ".join(request[start:end] for start, end in spans).split()), spans)] if spans else []
