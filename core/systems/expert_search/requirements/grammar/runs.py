"""Runs of pieces that no cue takes: where they say something of a topic, and where they only ask, praise or explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import groupby, pairwise

from core.language.clauses import stem
from core.language.lexicon import word_map
from core.language.units import table
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import CUES, Piece

LEVELS = word_map("levels_of_people", "means")
"""Words for how senior somebody is, each to the usual one."""
_SAYS_NOTHING = ("lead", "frame", "person", "praise")
_TIES = ("of", "for", "by", "among", "with", "between")
_FEWEST = 2  # words that a topic keeps where “questions” behind them are left out
_OF_WHOM = ("of", "for", "from")
_ONE = ("a", "an", "our", "this", "another")
_FOR_WHOM = ("a", "an", "some", "us", "me")  # behind “arrange”
_FEW_BEFORE = 8  # words of “do the needful and share”
_NOBODY_IN_PARTICULAR = ("someone", "people", "anyone", "anybody", "person", "persons", "somebody", "who")


def says_something(piece: Piece) -> bool:
    """Whether a piece says something of a topic by itself."""
    if piece.found or piece.any("own boss"):
        return True
    if piece.any("number"):
        return piece.tied
    return piece.any("word", "seniority", "glue") and (piece.tied or not piece.any("glue", *_SAYS_NOTHING))


def describes_people(piece: Piece) -> bool:
    """Whether a word says what people are like, and neither asks nor is a cue: “ideally a *woman* from Africa”."""
    asks = piece.any("lead", "frame", "person") and not piece.any("gender", "praise")
    return piece.any("word") and not asks and not piece.any("glue", *CUES)


def ends_a_name(following: Piece | None) -> bool:
    """Whether a name ends before this piece, and is not the beginning of a longer one: “Paris | agreement”."""
    return (
        following is None or not following.any("word") or following.any(*CUES, "lead", "frame", "person", "place part")
    )


def parted_at_who(pending: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Part words where a relative pronoun begins something new: “a farmer *who* …”, but not inside a description, “the
    income of farmers *who* …”."""
    begins = {place for place, piece in enumerate(pending) if piece.word == "who" and not describes(pending[:place])}
    for is_who, run in groupby(enumerate(pending), key=lambda pair: pair[0] in begins):
        if not is_who:
            yield [piece for _, piece in run]


def describes(before: Sequence[Piece]) -> bool:
    """Whether words end in people who only stand in what is said of something: “the income *of farmers*”."""
    ties = [place for place, piece in enumerate(before) if piece.word in _TIES]
    head = before[: ties[-1]] if ties else ()
    return any(map(says_something, head)) and not any(is_role(one.word) for one in head if one.word != "who")


def levels(run: Sequence[Piece]) -> Iterator[tuple[Piece, str]]:
    """Give the words for a level with what they mean; “lead” is one before people alone, and not in “lead paint”."""
    for piece, after in pairwise([*run, None]):
        before_people = (
            not piece.any("before people") or (after is not None and is_role(after.word)) if piece else False
        )
        if piece and piece.any("seniority") and before_people:
            yield piece, LEVELS.get(piece.word, piece.word)


def trimmed(run: Sequence[Piece], keeps_people: bool) -> list[Piece]:
    """Leave out at both ends what says nothing of a topic: “someone with experience in … as a consultant”.

    Of words for people alone, “consultants” stand where it is said that they are wanted not, or only wished for.
    """
    first, last = _behind_records(run), len(run)
    while first < last and not says_something(run[first]):
        first += 1
    while last - first > 0 and not says_something(run[last - 1]) and not (last - first > 1 and _stays(run, last - 1)):
        last -= 1
    if first < last or not keeps_people:
        return list(run[first:last])
    named = [piece for piece in run if piece.any("person") and piece.any("word")]
    return named if named and named[0].word not in _NOBODY_IN_PARTICULAR else []


def _behind_records(run: Sequence[Piece]) -> int:
    """Return where the people begin whose papers are asked for, “share profiles of *welders*”, or whom somebody wants
    “to talk about *bees*” with."""
    for place, (piece, following) in enumerate(pairwise(run)):
        before = run[:place]
        asks = not before or any(one.any("gives names", "lead") for one in before)
        if piece.any("gives names") and following.word in _FOR_WHOM and not any(map(says_something, before)):
            return place + 2
        if piece.any("record") and following.word in _OF_WHOM and asks and len(before) <= _FEW_BEFORE:
            return place + 2
        if piece.word == "to" and run[place + 2 : place + 3] and run[place + 2].word in ("about", "on"):
            return 0 if any(map(says_something, before)) else place + 3
    return 0


def without_task(run: Sequence[Piece], topics: Set[str]) -> list[list[Piece]]:
    """Return what words say of a topic without the task that people are wanted for: “reviewers *for a report on* soil”,
    “flood modellers *for a job*”, “a microfinance *assignment*”. People named by a profession are kept apart; `topics`
    are stems of what people know."""
    words = list(run)
    if words[-1].any("task end") and len(words) > 1:
        words = trimmed(words[:-1], keeps_people=False) or words
    elif words[-1].any("matter") and sum(map(says_something, words[:-1])) >= _FEWEST:
        words = words[:-1]
    for place, piece in enumerate(words[:-1]):
        task = next((one for one in range(place + 1, len(words)) if not words[one].any("glue")), len(words) - 1)
        if piece.word != "for" or not _is_of_people(words[:place]):
            continue
        rest, told = behind_task(words[place:], topics)
        if told or words[task].any("task"):
            before = [] if all(one.any("reviewer", "glue", "person") for one in words[:place]) else words[:place]
            parts = [part for part in (before, trimmed(rest if told else words[task + 1 :], False)) if part]
            return parts or [words]
    return [words]


def behind_task(run: Sequence[Piece], topics: Set[str]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Return what words say behind what people are wanted for, and the words for that: an event, “a *panel* on soil”,
    or what takes a span of time, “a *half-day slot* about soil”; and where people are wanted for one of it what nobody
    knows about, of whose stems `topics` has none, “for *a fishbowl* on soil”."""
    at = next((place for place, one in enumerate(run[:-1]) if one.word in ("on", "about")), 0)
    wanted = max((place for place, one in enumerate(run[:at]) if one.word in ("for", "to")), default=-1)
    begins = wanted + 1 + (wanted >= 0 and run[wanted].word == "to")  # “to *lead* a morning on soil”
    named = [one for one in run[begins:at] if says_something(one) or _is_event(one)]
    apart = not any(map(says_something, run[: max(wanted, 0)])) and any(map(says_something, run[at + 1 :]))
    if not named or not apart or any(one.found or is_role(one.word) for one in named):
        return run, ()
    known = any(not (_is_event(one) or one.any("number")) and stem(one.word) in topics for one in named)
    lasts = any(one.tied and _is_time(after) for one, after in pairwise(run[:at]))
    wished = wanted >= 0 and run[begins].word in _ONE and len(named) <= _FEWEST and named[-1] is run[at - 1]
    return (run[at + 1 :], named) if lasts or (not known and (wished or _is_event(run[at - 1]))) else (run, ())


def _is_event(piece: Piece) -> bool:
    return piece.any("task", "task end", "event", "talks") or _is_time(piece)


def _is_time(piece: Piece) -> bool:
    return piece.any("time of week") or table().get(piece.word, ("",))[0] == "time"


def _is_of_people(words: Sequence[Piece]) -> bool:
    return not words or is_role(words[-1].word)


def names_employer(run: Sequence[Piece]) -> bool:
    """Whether words say for whom somebody works: “*NGO* background”, “*private sector*”."""
    return all(piece.any("kind of employer", "glue") for piece in run)


def only_explains(run: Sequence[Piece]) -> bool:
    """Whether words give a reason, or tell of who asks: “for legal reasons”, “we've used him already”."""
    return run[-1].any("reason") or any(piece.any("told of") for piece in run)


def _stays(run: Sequence[Piece], place: int) -> bool:
    """Whether a word that says nothing at the beginning belongs to a topic at its end: “chocolate *work*”, “special
    *needs*”."""
    piece, before = run[place], run[place - 1]
    if piece.any("noun too"):
        return before.any("word") and says_something(before) and not is_role(before.word)
    return (
        piece.any("word") and piece.any("frame", "person") and not piece.any("frame after", "expert", "praise", "lead")
    )
