"""What becomes of the words of a request that are no part of what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.language.lexicon import word_groups
from core.language.reading import Fate, Word, content_words
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Piece, pieces
from core.systems.expert_search.requirements.requirement import Requirement

NO_COLUMN = "no column of the table tells it"
ASKS = "asks for people"
SAYS_NOTHING = "says nothing of what is sought"
NO_HEADS = "it was not read as a number of people"
SPEAKS = "asks for a language"
_ASKING = (
    GROUPS["person"]
    | GROUPS["gives names"]
    | word_groups("letter_words")["wish"]
    | GROUPS["lead"] & word_groups("asking_words")["asking"]
)
_EMPTY = GROUPS["lead"] | GROUPS["frame"] | GROUPS["small"] | GROUPS["number"] | {"w"}


@dataclass(frozen=True)
class Said:
    """A requirement and where in the request it is said; a topic may be said in several places."""

    wanted: Requirement
    spans: tuple[tuple[int, int], ...]


def around(request: str, said: Sequence[Said], told: Sequence[Word]) -> list[Word]:
    """Tell of the words outside topics and requirements that they ask, or praise: they are of no use otherwise."""
    covered = bytearray(len(request))
    for start, end in [*((word.start, word.end) for word in told), *(span for one in said for span in one.spans)]:
        covered[start:end] = b"\1" * (end - start)
    words = [
        Word(*_place(request, piece), "used", ASKS if piece.any("person") else SAYS_NOTHING)
        for piece in pieces(request, ())
        if _only_asks(piece, covered)
    ]
    for word in words:
        covered[word.start : word.end] = b"\1" * (word.end - word.start)
    for word in content_words(request):
        if 1 not in covered[word.start : word.end] and (told_of := _told_alone(word.text.lower(), said)):
            words.append(replace(word, fate=told_of[0], as_=told_of[1]))
    return words


def _told_alone(word: str, said: Sequence[Said]) -> tuple[Fate, str] | None:
    """Return what became of a word outside of all that is told otherwise; None where nothing is known of it."""
    if word in GROUPS["praise"]:
        return "aside", "says nothing that stands in a profile"
    if word in GROUPS["gender"]:
        return "unused", NO_COLUMN
    if word in _ASKING or word.startswith(("who'", "who’")):
        return "used", ASKS
    if word in GROUPS["speaks"] and any(one.wanted.kind == "language" for one in said):
        return "used", SPEAKS
    if word in GROUPS["number"] and word != "one":
        return "unused", NO_HEADS
    return ("used", SAYS_NOTHING) if word in _EMPTY else None


def _only_asks(piece: Piece, covered: bytearray) -> bool:
    """Whether several words together only ask, “at short notice”, outside of all that is told otherwise."""
    return " " in piece.word and piece.any("lead", "frame", "person") and 1 not in covered[piece.start : piece.end]


def _place(request: str, piece: Piece) -> tuple[str, int, int]:
    return request[piece.start : piece.end], piece.start, piece.end
