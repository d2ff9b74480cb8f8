"""Runs of pieces that no cue takes: where they say something of a topic, and where they only ask, praise or explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from core.language.lexicon import word_map
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import CUES, Piece

_SAYS_NOTHING = ("lead", "frame", "person", "praise")
_NOBODY_IN_PARTICULAR = ("someone", "people", "anyone", "anybody", "person", "persons", "somebody", "who")


def says_something(piece: Piece) -> bool:
    """Whether a piece says something of a topic by itself."""
    if piece.found:
        return True
    if piece.any("number"):
        return piece.tied
    return piece.any("word", "seniority") and (piece.tied or not piece.any(*_SAYS_NOTHING))


def ends_a_name(following: Piece | None) -> bool:
    """Whether a name ends before this piece, and is not the beginning of a longer one: “Paris | agreement”."""
    return (
        following is None or not following.any("word") or following.any(*CUES, "lead", "frame", "person", "place part")
    )


def parted_at_who(pending: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Part words where a relative pronoun begins something new: “a farmer *who* …”."""
    for is_who, run in groupby(pending, key=lambda piece: piece.word == "who"):
        if not is_who:
            yield list(run)


def levels(run: Sequence[Piece]) -> Iterator[tuple[Piece, str]]:
    """Give the words for a level with what they mean; “lead” is one before people alone, and not in “lead paint”."""
    for piece, after in pairwise([*run, None]):
        before_people = (
            not piece.any("before people") or (after is not None and is_role(after.word)) if piece else False
        )
        if piece and piece.any("seniority") and before_people:
            yield piece, word_map("levels_of_people", "means").get(piece.word, piece.word)


def trimmed(run: Sequence[Piece], keeps_people: bool) -> list[Piece]:
    """Leave out at both ends what says nothing of a topic: “someone with experience in … as a consultant”.

    Of words for people alone, “consultants” stand where it is said that they are wanted not, or only wished for.
    """
    first, last = 0, len(run)
    while first < last and not says_something(run[first]):
        first += 1
    while last - first > 0 and not says_something(run[last - 1]) and not (last - first > 1 and _stays(run[last - 1])):
        last -= 1
    if first < last or not keeps_people:
        return list(run[first:last])
    named = [piece for piece in run if piece.any("person") and piece.any("word")]
    return named if named and named[0].word not in _NOBODY_IN_PARTICULAR else []


def only_explains(run: Sequence[Piece]) -> bool:
    """Whether words give a reason, or tell of who asks: “for legal reasons”, “we've used him already”."""
    return run[-1].any("reason") or any(piece.any("told of") for piece in run)


def _stays(piece: Piece) -> bool:
    """Whether a word that says nothing at the beginning belongs to a topic at its end: “chocolate *work*”."""
    return (
        piece.any("word") and piece.any("frame", "person") and not piece.any("frame after", "expert", "praise", "lead")
    )
