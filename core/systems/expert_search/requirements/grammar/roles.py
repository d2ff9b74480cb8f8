"""People of whom a request speaks again, by what they are or by their place in a list: “*the cook* speaks Greek”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.language.clauses import Token, tokens
from core.language.lexicon import alternatives
from core.language.numbers import ORDINALS
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.enumerations import Enumeration, Listed
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.grammar.topics import Topic
from core.systems.expert_search.requirements.grammar.walk import Item, Parsed
from core.systems.expert_search.requirements.requirement import AT_END, Requirement

_LONGEST = 4  # words that name people again
_LED = re.compile(r"(?:\b(?:at least|only|just|for|while|and|but)\s+)+\Z", re.IGNORECASE)
_NAME = 40  # characters of “the other”
_SEVERAL = 2  # things that are asked of one
_PLACES = {**ORDINALS, "former": 1, "latter": 0, "last": 0}
FOR_ALL = "taken for all of them"
_WHAT_FOR = re.compile(r"\s*(?:for|on)\b", re.IGNORECASE)
_OF_PEOPLE = re.compile(rf"\s+(?:{alternatives(GROUPS['expert'] | {'one'})})(?!\w)", re.IGNORECASE)


def spoken_of_again(text: str, listed: Sequence[Listed]) -> Iterator[Found]:
    """Find where people are named again who were named before: `listed` ones, or where there are none, any."""
    words = tokens(text)
    for place, word in enumerate(words[:-1]):
        if word.word != "the":
            continue
        end, role = _in_its_place(text, words[place + 1], listed) or _by_name(words, place, listed)
        if role < 0:
            continue
        led = _LED.search(text, max(0, word.start - 30), word.start)
        count = next((one.count for one in listed if one.start <= role < one.end), 1)
        yield Found(led.start() if led else word.start, end, Requirement("topic", "", people=count), role=role)


def _in_its_place(text: str, word: Token, listed: Sequence[Listed]) -> tuple[int, int] | None:
    """Return the same for “the second (one)” of those listed, None where none is."""
    number = _PLACES.get(word.word, -1)
    if not listed or number < 0 or word.start < listed[-1].start or number > len(listed):
        return None
    people = _OF_PEOPLE.match(text, word.end)
    return (people.end() if people else word.end), listed[number - 1].start


def _by_name(words: Sequence[Token], place: int, listed: Sequence[Listed]) -> tuple[int, int]:
    """Return where the name of people behind “the” ends, and where they were named first; (0, -1) for no such."""
    named: list[Token] = []
    for word in words[place + 1 : place + 1 + _LONGEST]:
        if not word.content:
            break
        named.append(word)
        if not word.compound and is_role(word.word) and (first := _named_before(words[:place], named, listed)) >= 0:
            return word.end, first
    return 0, -1


def _named_before(before: Sequence[Token], named: Sequence[Token], listed: Sequence[Listed]) -> int:
    """Return where all words of a name stood before, among those of one item if there are any; -1 for nowhere."""
    wanted = {word.stem for word in named if word.word not in GROUPS["person"]}
    if not wanted:
        return -1
    for among in [(one.start, one.end) for one in listed] or [(0, before[-1].end if before else 0)]:
        stems = {word.stem: word.start for word in reversed(before) if among[0] <= word.start < among[1]}
        if wanted <= stems.keys():
            return min(stems[one] for one in wanted) if not listed else among[0]
    return -1


def tell_of_list(text: str, listed: Enumeration, parsed: Parsed) -> None:
    """Tell what people of an enumeration are wanted for, before it, where each item names its own field; and what is
    said at its end of all of them."""
    items, (start, end) = listed.items, listed.told_before

    def inside(at: int, one: Listed) -> bool:
        return one.start <= at < one.end

    own = {one for one in items if any(inside(item.start, one) for item in parsed.items if item.wanted.kind == "topic")}
    parts_of_one = all(_WHAT_FOR.match(text, one.said) for one in items)  # “claims: one for crops, one for cars”
    if len(own) == len(items) and not parts_of_one:
        for topic in [one for one in parsed.topics if start <= one.start < end]:
            parsed.topics.remove(topic)
            parsed.tasks.append((topic.start, topic.end))
    last = items[-1]
    before = [item for item in parsed.items if any(inside(item.start, one) for one in items[:-1])]
    told = [item for item in before if item.wanted.people and item.wanted.kind != "topic"]
    for place, item in enumerate(parsed.items):
        of_last = inside(item.start, last) and item.wanted.people and item.wanted.kind != "topic"
        if of_last and not told and (last.for_all or item.wanted.kind == "place"):
            parsed.items[place] = replace(item, wanted=replace(item.wanted, people=0), assumed=FOR_ALL, role=-1)
        behind = last.end <= item.start < listed.end and not item.wanted.people and item.wanted.kind != "topic"
        if behind and any(one.wanted.kind == item.wanted.kind for one in told):  # “a cook, 9 years, a baker, *3 years*”
            parsed.items[place] = replace(item, wanted=replace(item.wanted, people=last.count), role=last.start)


def joined_in_parts(items: Sequence[Item], listed: Sequence[Listed]) -> list[Item]:
    """Make one topic of what those of one part are and know: “one *lawyer* who knows *the AI Act*”."""
    joined: list[Item] = []
    ends = {one.start: one.end for one in listed}
    for item in items:
        same = (place for place, one in enumerate(joined) if _are_of_one_part(one, item))
        place = next(same, -1) if item.start < ends.get(item.role, item.start + 1) else -1
        if place < 0:
            joined.append(item)
            continue
        whole = joined[place]
        value = f"{whole.wanted.value} {item.wanted.value}"
        more = (*whole.more, (item.start, item.end))
        joined[place] = replace(whole, wanted=replace(whole.wanted, value=value), more=more)
    return joined


def _are_of_one_part(one: Item, other: Item) -> bool:
    both = one.wanted.is_topic and other.wanted.is_topic and one.wanted.hard == other.wanted.hard
    return both and one.role == other.role >= 0 and one.wanted.people == other.wanted.people > 0


def named_by_role(
    text: str, items: Sequence[Item], topics: Sequence[Topic], listed: Sequence[Listed], places: Sequence[int]
) -> list[Item]:
    """Say of what is asked of some of several people by what they are named, where they are, or by their place."""
    spans = [(one.start, one.end, one.wanted.value) for one in items if one.wanted.is_topic]
    spans += [(start, end, topic.value.strip(AT_END)) for topic in topics for start, end in topic.spans]

    def name(role: int) -> str:
        item = next((one for one in listed if one.start <= role < one.end), None)
        first, last = (item.start, item.end) if item else (role, role + 1)
        named = next((value for start, end, value in sorted(spans) if start < last and first < end), "")
        named = named or next((one.wanted.value for one in items if one.role == role and one.wanted.is_topic), "")
        return named or (_its_place(text, role, items, places) if item or role in places else "")

    named = [replace(one, wanted=replace(one.wanted, role=name(one.role))) if _has_role(one) else one for one in items]
    lost = [_has_role(one) and not one.wanted.role and not listed and one.role not in places for one in named]
    return [
        replace(one, wanted=replace(one.wanted, people=0)) if is_lost else one
        for one, is_lost in zip(named, lost, strict=True)
    ]


def _its_place(text: str, role: int, items: Sequence[Item], places: Sequence[int]) -> str:
    """Return by what people without a field are told apart of whom several things are asked: their level, or else
    their place, “the other”."""
    asked = [one.wanted for one in items if one.role == role and _has_role(one)]
    if len(asked) < _SEVERAL:
        return ""
    level = next((one.value for one in asked if one.kind == "seniority" and not one.excluded), "")
    words = tokens(text[role : role + _NAME])
    said = f"the {words[1].word}" if words[0].word == "the" and len(words) > 1 else ""
    number = [one for one in dict.fromkeys(places) if one >= 0].index(role) + 1 if role in places else 0
    return level or said or next((f"the {word}" for word, value in ORDINALS.items() if value == number), "")


def _has_role(one: Item) -> bool:
    return one.role >= 0 and one.wanted.people > 0 and not one.wanted.is_topic
