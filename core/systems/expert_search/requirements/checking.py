"""What a model read in a request, held against the words of the request: nothing stands that is nowhere said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from core.language.clauses import tokens
from core.language.comparators import leaves_out
from core.language.lexicon import alternatives
from core.language.names import plain_name
from core.language.quantities import quantities
from core.language.reading import Word
from core.systems.expert_search.requirements.grammar.amounts import heads, years
from core.systems.expert_search.requirements.grammar.around import Said, around
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.dates import activity
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.grammar.places import languages, places
from core.systems.expert_search.requirements.grammar.reader import NOT_ASKED, Read, used_as
from core.systems.expert_search.requirements.grammar.runs import LEVELS
from core.systems.expert_search.requirements.requirement import Requirement
from core.systems.expert_search.tasks import ReadRequest, ReadRequirement

_MOST = 40  # requirements that are taken from a model
_MOST_TOLD = 10
_BEFORE = 60  # characters before a quote in which a word stands that negates it
_DENYING = ("exclusion", "nobody", "not", "no", "without", "outside")
_DENIES = re.compile(
    rf"(?<!\w)(?:{alternatives(word for kind in _DENYING for word in GROUPS[kind])}|non)(?!\w)|n['’]t\b",
    re.IGNORECASE,
)
_BOUNDED: Mapping[str, Callable[[str], Iterable[Found]]] = {"years": years, "activity": activity, "place": places}
_WISHES = re.compile(rf"(?<!\w)(?:{alternatives(GROUPS['wish before'] | GROUPS['wish after'])})(?!\w)", re.IGNORECASE)
_LEVEL = re.compile(rf"(?<!\w)(?:{alternatives(LEVELS)})(?!\w)", re.IGNORECASE)
_NEAR = re.compile(rf"(?<!\w)(?:{alternatives(GROUPS['near'])})(?!\w)", re.IGNORECASE)


def draft_of(request: str, read: Read) -> ReadRequest:
    """Return what the grammar read in the form in which a model answers."""
    wanted = [
        ReadRequirement(
            kind=one.wanted.kind, value=one.wanted.value, quote=request[one.spans[0][0] : one.spans[-1][1]],
            hard=one.wanted.hard, excluded=one.wanted.excluded, low=one.wanted.low, high=one.wanted.high,
            open=one.wanted.open, near=one.wanted.near, column=one.wanted.column, people=one.wanted.people,
        )
        for said in read.said
        for one in (replace(said, wanted=each) for each in said.wanted.each)
    ]  # fmt: skip
    return ReadRequest(wanted=wanted, people=read.people)


def checked(request: str, answer: ReadRequest, read: Read, collection: Collection) -> tuple[Read, list[str]]:
    """Return what of a model's answer is said in the request, with what the grammar read in words that the model left
    out; and what was left out of the answer, in an analyst's words."""
    said: dict[str, Said] = {}
    unsaid: list[str] = []
    for item in answer.wanted[:_MOST]:
        found = _said(request, item, read, collection)
        if found:
            said.setdefault(found.wanted.id, found)
        else:
            unsaid.append(f"“{' '.join((item.value or item.quote).split())[:80]}” is not said in the request")
    if len(answer.wanted) > _MOST:
        unsaid.append(f"{len(answer.wanted) - _MOST:,} more")
    for one in read.said:
        if one.wanted.or_else:  # a model tells of each alone
            said = {id: other for id, other in said.items() if not _overlap(one, other) or other.wanted.is_topic}
        if not any(_overlap(one, other) for other in said.values()):
            said.setdefault(one.wanted.id, one)
    counts = {count for _, _, count in heads(request)}
    people = answer.people if answer.people in counts else read.people
    ordered = sorted(said.values(), key=lambda one: one.spans[0])
    words = [
        Word(request[start:end], start, end, "used", used_as(one.wanted), one.wanted.id)
        for one in ordered
        if one.wanted.kind != "topic" or one.wanted.excluded
        for start, end in one.spans
    ]
    mine = [word for word in read.words if not word.id]
    return Read(tuple(ordered), (*words, *mine, *around(request, ordered, words)), people), unsaid[:_MOST_TOLD]


def _said(request: str, item: ReadRequirement, read: Read, collection: Collection) -> Said | None:
    """Return an item of a model where it stands in the request; None for what is not said there."""
    quote = r"\s+".join(map(re.escape, item.quote.split()[:400]))
    where = re.search(quote, request, re.IGNORECASE) if quote else None
    if where is None or not _says(where.group(), item, collection):
        return None
    if any(word.as_ in NOT_ASKED and word.start <= where.start() < word.end for word in read.words):
        return None
    around_it = request[max(0, where.start() - _BEFORE) : where.end()]
    mine = [one.wanted for one in read.said if one.spans[0][0] < where.end() and where.start() < one.spans[-1][1]]
    same = [one for one in mine if one.kind == item.kind]
    excluded = any(one.excluded for one in same) or (item.excluded and _DENIES.search(around_it) is not None)
    hard = item.hard or not (_WISHES.search(request) or item.kind == "seniority")
    value = "" if item.kind == "years" else " ".join(item.value.split())
    value = LEVELS.get(value.lower(), value) if item.kind == "seniority" else value
    wanted = Requirement(
        item.kind, value, hard, excluded, item.low, item.high, item.near and _NEAR.search(around_it) is not None,
        item.column if item.kind == "column" else "",
        next((one.people for one in (*same, *mine) if one.people), 0) if item.people else 0,
        open=item.open and any(leaves_out(where.group(), one.start, one.end) for one in quantities(where.group())),
        role=next((one.role for one in (*same, *mine) if one.role), "") if item.people else "",
    )  # fmt: skip
    return Said(replace(wanted, hard=wanted.hard and not wanted.is_ranked), (where.span(),))


def _says(quote: str, item: ReadRequirement, collection: Collection) -> bool:
    """Whether the words of a quote say a requirement."""
    bounds = [bound for bound in (item.low, item.high) if bound is not None]
    if item.kind in _BOUNDED and (bounds or item.kind != "place"):
        numbers = {bound for one in _BOUNDED[item.kind](quote) for bound in (one.wanted.low, one.wanted.high)}
        return bool(bounds) and numbers.issuperset(bounds)
    if item.kind == "column":
        if item.column not in collection.columns:
            return False
        numbers = {one.written for one in quantities(quote)}
        flag = plain_name(item.value) in ("yes", "true", "no")
        return numbers.issuperset(bounds) and (bool(bounds) or flag or _stems(item.value) <= _stems(quote))
    if bounds or not item.value.strip():
        return False
    if item.kind == "person":
        named = collection.names.get(plain_name(item.value))
        return bool(named) and bool(_stems(quote) & _stems(item.value))
    return _stems(item.value) <= _stems(quote) or item.value.casefold() in _named(quote, item.kind)


def _named(quote: str, kind: str) -> set[str]:
    if kind == "seniority":
        return {LEVELS[" ".join(level.group().lower().split())] for level in _LEVEL.finditer(quote)}
    found = places(quote) if kind == "place" else languages(quote) if kind == "language" else ()
    return {one.wanted.value.casefold() for one in found}


def _stems(text: str) -> set[str]:
    return {token.stem for token in tokens(text)}


def _overlap(one: Said, other: Said) -> bool:
    return any(a < d and c < b for a, b in one.spans for c, d in other.spans)
