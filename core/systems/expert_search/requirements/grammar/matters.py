"""What a letter tells before it wishes for somebody who is to know about that: “My mum has dementia. Who can help?”"""

from __future__ import annotations

from collections.abc import Collection as Ids
from collections.abc import Sequence
from dataclasses import replace

from core.language.clauses import tokens
from core.language.reading import Word
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.letters import Letter
from core.systems.expert_search.requirements.grammar.pieces import pieces
from core.systems.expert_search.requirements.grammar.runs import says_something, trimmed
from core.systems.expert_search.requirements.grammar.topics import Topic
from core.systems.expert_search.requirements.grammar.walk import Item

MATTER = "taken for what they should know, as the wish itself says nothing of it"
_SAYS_WHAT = ("topic", "skill", "person", "column")


def matter_id(said: str) -> str:
    """Return the id of the assumption that these words say what people should know."""
    return f"matter:{' '.join(said.casefold().split())}"


def with_matter(
    request: str,
    topics: list[Topic],
    around_it: Letter,
    items: Sequence[Item],
    collection: Collection,
    without: Ids[str],
) -> tuple[list[Topic], Letter, list[Word]]:
    """Return the topics of a request, or where it wishes without one what its letter tells of a matter that people here
    know; what stands around that, and how it is told. Of several sentences it is the one with the most words for it."""
    if topics or any(one.wanted.kind in _SAYS_WHAT and not one.wanted.excluded for one in items):
        return topics, around_it, []
    told = [topic for start, end in around_it.matters if (topic := _topic(request, start, end))]
    known = {topic: _known(topic.value, collection) for topic in told if matter_id(topic.value) not in without}
    best = max(reversed(known), key=lambda topic: known[topic], default=None)
    if best is None or not known[best]:
        return topics, around_it, []
    ((start, end),) = best.spans
    word = Word(request[start:end], start, end, "assumed", MATTER, matter_id(best.value))
    return [best], _without(request, around_it, start, end), [word]


def _topic(request: str, start: int, end: int) -> Topic | None:
    """Return the words of a sentence without those at its ends that say nothing of a matter."""
    run = trimmed([piece for piece in pieces(request[start:end], ()) if not piece.any("comma", "stop")], False)
    if not run:
        return None
    span = (start + run[0].start, start + run[-1].end)
    return Topic(" ".join(request[span[0] : span[1]].split()), (span,))


def _known(said: str, collection: Collection) -> int:
    return sum(word.content and word.stem in collection.topic_stems for word in tokens(said))


def _without(request: str, around_it: Letter, start: int, end: int) -> Letter:
    """Return what stands around a wish without some words that say what it is about."""
    aside: list[tuple[int, int]] = []
    for first, last in around_it.aside:
        aside += [(first, start), (end, last)] if first <= start and end <= last else [(first, last)]
    telling = (one for one in aside if any(map(says_something, pieces(request[slice(*one)], ()))))
    return replace(around_it, aside=tuple(telling))
