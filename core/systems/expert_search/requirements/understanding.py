"""A request understood: what it asks of people, read by the engine, checked against its words, every word told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.codec import to_state
from core.language.conditions import Condition, conditions
from core.language.reading import Chip, Reading, Word, read_words
from core.language.sanitize import shortened
from core.systems.expert_search import tasks
from core.systems.expert_search.ranking.request_words import mentioned
from core.systems.expert_search.requirements.checking import checked, draft_of
from core.systems.expert_search.requirements.foreign import said_of_language
from core.systems.expert_search.requirements.grammar.around import Said
from core.systems.expert_search.requirements.grammar.collection import Collection, collection_of
from core.systems.expert_search.requirements.grammar.matters import MATTER
from core.systems.expert_search.requirements.grammar.one_topic import WHOLE
from core.systems.expert_search.requirements.grammar.other_questions import asks_for_no_people
from core.systems.expert_search.requirements.grammar.reader import PARTED, WITHIN, Read, read
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context

IN_ORGANISATIONS = "only in names of organisations, in which no topic is searched for"
VAGUE = "it names no topic, place or name"
ELSE = "it does not ask for people, and people are all that is found here"
UNFOUND = "it tells much, but not what the people should know about"
_SAYS_WHAT = ("topic", "skill", "person")  # kinds that say what is looked for in a long text
_SAYS_NOBODY = ("years", "seniority")  # kinds that alone are met by too many
_VALUES_SHOWN = 8
_OF_PEOPLE = re.compile(r"\bwho\b", re.IGNORECASE)
_GUESSES = {"within": WITHIN, "whole": WHOLE, "parted": PARTED, "spelling": "as a slip of the pen", "matter": MATTER}


def understand(request: str, context: Context) -> tuple[Requirements, Reading]:
    """Read what a request asks for. What is in `context.without` is not applied, and told as removed."""
    collection = collection_of(context.people)
    found = read(request, collection, context.without)
    draft = draft_of(request, found)
    answer = context.engine.ask(tasks.read_requirements, request=request, columns=_columns(collection), draft=draft)
    unsaid: list[str] = []
    if answer != draft:
        found, unsaid = checked(request, answer, found, collection)
    wanted = _once(one.wanted for one in found.said)
    kept = tuple(one for one in wanted if one.id not in context.without or _only_topic(one, wanted))
    vague = said_of_language(request, context.people) or _vague(request, kept, found.tells_much, collection)
    requirements = Requirements(kept, found.people, vague, tuple(unsaid))
    reading = read_words(
        request,
        [*found.words, *_topic_words(request, found.said, context)],
        _not_applied(request, found),
        plan=to_state(requirements),
        chips=[Chip(one.id, one.label) for one in kept if not _only_topic(one, wanted)],
        removed=[*(Chip(one.id, one.label) for one in wanted if one not in kept), *_undone(request, context.without)],
    )
    return requirements, reading


def _undone(request: str, without: Iterable[str]) -> Iterator[Chip]:
    """Tell which guesses about words of this request are not made any more."""
    said = " ".join(request.casefold().split())
    for id in sorted(without):
        kind, _, words = id.partition(":")
        if kind in _GUESSES and words and words in said:
            yield Chip(id, f"“{shortened(words)}” {_GUESSES[kind]}")


def _once(wanted: Iterable[Requirement]) -> tuple[Requirement, ...]:
    """Return each requirement once; what two parts of a team must meet, as many as both."""
    kept: dict[str, Requirement] = {}
    for one in wanted:
        before = kept.get(one.id)
        of_both = before.people + one.people if before and min(before.people, one.people) > 0 else one.people
        kept[one.id] = replace(one, people=of_both)
    return tuple(kept.values())


def _vague(request: str, kept: Sequence[Requirement], tells_much: bool, collection: Collection) -> str:
    """Return why a request cannot be searched for, "" where it can."""
    if asks_for_no_people(request, collection.has_phrase) and all(one.kind in ("topic", "place") for one in kept):
        return ELSE
    said = {one.kind for one in kept if not one.excluded}
    if tells_much and said.isdisjoint(_SAYS_WHAT):
        return UNFOUND
    return "" if said.difference(_SAYS_NOBODY) else VAGUE


def _not_applied(request: str, found: Read) -> list[Condition]:
    """Return the bounded years and amounts of a request that no requirement took, and each “not” that turned nothing:
    the search is not limited by them."""
    told = [(word.start, word.end) for word in found.words if word.as_ != WHOLE]
    left_out = [span for one in found.said if one.wanted.excluded for span in one.spans]
    asked = [(one.spans[0][0], one.spans[-1][1], one.wanted.is_topic) for one in found.said]

    def is_lost(one: Condition) -> bool:
        if one.kind in ("period", "amount"):
            return one.bounded and not _any_in(one.start, one.end, told)
        if one.kind != "negation" or _any_in(one.start, one.start + 1, told) or _any_in(one.start, one.end, left_out):
            return False
        within = [(start, topic) for start, end, topic in asked if start <= one.start < end]
        # What a thing is not belongs to the topic, “cars that do not start”; what people are not does not.
        return all(topic and _OF_PEOPLE.search(request, start, one.start) for start, topic in within)

    return [one for one in conditions(request) if is_lost(one)]


def _any_in(start: int, end: int, places: Iterable[tuple[int, int]]) -> bool:
    return any(one < end and start < other for one, other in places)


def _only_topic(one: Requirement, wanted: Sequence[Requirement]) -> bool:
    """Whether a requirement is the only topic: it cannot be taken away, or nothing would be searched for."""
    return one.is_topic and sum(other.is_topic for other in wanted) == 1


def _topic_words(request: str, said: Sequence[Said], context: Context) -> Iterator[Word]:
    """Tell of the words of topics in how many documents they stand, each with its topic where there are several."""
    topics = [one for one in said if one.wanted.is_topic]
    collection = collection_of(context.people)
    for found in mentioned(request, context.people, {}):
        named = found.fate == "unused" and collection.names_organisation(found.text)
        word = replace(found, as_=IN_ORGANISATIONS) if named else found
        of = [one for one in topics if any(start <= word.start < end for start, end in one.spans)]
        if of:
            yield replace(word, id=of[0].wanted.id) if len(topics) > 1 else word


def _columns(collection: Collection) -> dict[str, list[str]]:
    return {name: list(values.values())[:_VALUES_SHOWN] for name, values in collection.columns.items()}
