"""A request cut into pieces: words, signs that part them, cues (“must”, “not”, “based in”), and what is recognised.

A piece that is recognised (a place, a language, years, a name …) carries the `Requirement` that it would be; whether it
is one, and whether wanted, wished or not wanted, is said by the cues around it: `grammar/parser.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from core.language.clauses import Token, tokens
from core.language.terms import STOP_WORDS
from core.systems.expert_search.requirements.grammar.phrases import request_words
from core.systems.expert_search.requirements.grammar.writing import long_forms, ties
from core.systems.expert_search.requirements.requirement import Requirement

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_TIES = re.compile(r"[\s'’‐‑–-]*")
_COMMA = re.compile(r"[,/&+]")
_STOP = re.compile(r"[.:](?=\s|$)|[;!?()\[\]{}—•\n]|--|\s[-–]\s")
_MINUS = re.compile(r"(?<=[^\s:])[ \u00a0]+[-–−](?=[^\W\d_])")  # “payroll -UK” leaves out, as search engines have it
CUES = (
    "not only", "needless", "accepted", "needless after", "needless behind", "exclusion of an employer",
    "exclusion after", "reason why",
    "exclusion", "nobody", "not", "no", "without", "wish after", "wish before", "must after", "must before", "part",
    "parts of two", "each", "outside", "near", "at place", "speaks", "employer", "skill", "seniority", "near after",
    "of whom", "exclusion of a name", "of a nationality", "cap", "cap of all", "leader",
)  # fmt: skip
"""Kinds of cues in the order in which one is taken where a phrase has several."""

GROUPS = request_words()


@dataclass(frozen=True)
class Found:
    """What a finder recognised at `text[start:end]`: the requirement that it would be, and why if it is a guess.

    `role` is where those stand whom it speaks of again: “the cook”, -1 for nowhere."""

    start: int
    end: int
    wanted: Requirement
    assumed: str = ""
    adjective: bool = False
    people: bool = False  # a noun for the people of a place: “Poles”
    other: Found | None = None  # what it may be as well
    role: int = -1
    sure: bool = False  # asked of people, whatever stands beside it


@dataclass(frozen=True)
class Piece:
    """One piece of a request, `text[start:end]`.

    `kinds` are those of a cue, or one of “word”, “glue” (a word that says nothing by itself), “comma”, “stop” (any
    stronger sign), and “found” for what was recognised.
    """

    kinds: frozenset[str]
    word: str
    start: int
    end: int
    found: Found | None = None
    tied: bool = False

    def any(self, *kinds: str) -> bool:
        """Whether the piece is of one of these kinds."""
        return not self.kinds.isdisjoint(kinds)


def pieces(text: str, found: Sequence[Found], slips: Mapping[str, str] = MappingProxyType({})) -> list[Piece]:
    """Cut a request into pieces. `found` are apart and in order; `slips` give words as they are meant."""
    meant = [replace(one, word=slips.get(one.word, one.word)) for one in tokens(text)]
    words = list(long_forms(text, meant, _phrases()))
    recognised = {_first_word(text, one): one for one in found}
    cut: list[Piece] = []
    place = end = 0
    while place < len(words):
        word = words[place]
        after_found = bool(cut) and cut[-1].found is not None and text[word.start].isupper()  # “15 yrs. Not …”
        cut += _signs(text, end + (not after_found and _is_shortened(text, words, place - 1)), word.start)
        minus = _MINUS.search(text, end, word.start + 1)
        if minus:
            cut += [_stop_at(minus.start()), Piece(frozenset(("exclusion",)), "-", minus.start(), word.start)]
        if one := recognised.get(word.start):
            after = place + 1
            while after < len(words) and words[after].start < one.end:
                after += 1
            cut.append(Piece(frozenset(("found",)), text[one.start : one.end], one.start, one.end, one))
            place, end = after, one.end
            cut += [_stop_at(end)] if minus else []
            continue
        length, kinds = _cue(text, words, place, recognised)
        if minus and length > 1:
            length, kinds = 1, frozenset()
        last = words[place + length - 1]
        said = " ".join(one.word for one in words[place : place + length])
        if text[word.start - 1 : word.end + 1] == "(s)":  # “expert(s)”
            kinds = frozenset(("glue",))
        cut.append(Piece(kinds or _plain(word), said, word.start, last.end, tied=last.compound))
        place, end = place + length, last.end
        cut += [_stop_at(end)] if minus else []
    return [*cut, *_signs(text, end, len(text))]


def _is_shortened(text: str, words: Sequence[Token], place: int) -> bool:
    """Whether the full stop behind a word only shortens it: “pref. Seville”."""
    return place >= 0 and words[place].word in GROUPS["shortened"] and text.startswith(".", words[place].end)


def _stop_at(place: int) -> Piece:
    return Piece(frozenset(("stop",)), "", place, place)


def _first_word(text: str, one: Found) -> int:
    """Return where the first word of what was recognised begins, behind a sign: “>15 yrs”."""
    word = re.compile(r"\w").search(text, one.start, one.end)
    return word.start() if word else one.start


def apart(found: Iterable[Found]) -> list[Found]:
    """Return what was recognised in order, without what overlaps something that came before it."""
    kept: list[Found] = []
    taken: set[int] = set()
    for one in found:
        places = range(one.start, one.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def blanked(text: str, spans: Iterable[tuple[int, int]], sign: str = " ") -> str:
    """Return a text with nothing at these places but a sign at the beginning of each."""
    for start, end in spans:
        text = text[:start] + sign + " " * (end - start - 1) + text[end:]
    return text


@cache
def _phrases() -> Mapping[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]]:
    """Return all cues by their first word, the longest first."""
    kinds: dict[tuple[str, ...], set[str]] = {}
    for kind, written in GROUPS.items():
        for said in written:
            kinds.setdefault(tuple(_WORD.findall(said)), set()).add(kind)
    by_first: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for phrase, of in sorted(kinds.items(), key=lambda pair: -len(pair[0])):
        by_first.setdefault(phrase[0], []).append((phrase, frozenset(of)))
    return {first: tuple(phrases) for first, phrases in by_first.items()}


def _cue(text: str, words: Sequence[Token], place: int, recognised: Mapping[int, Found]) -> tuple[int, frozenset[str]]:
    """Return how many words from a place are a cue, and of which kinds; (1, nothing) where there is none."""
    for phrase, kinds in _phrases().get(words[place].word, ()):
        following = words[place : place + len(phrase)]
        if tuple(one.word for one in following) != phrase:
            continue
        if all(_TIES.fullmatch(text, a.end, b.start) for a, b in pairwise(following)) and not any(
            one.start in recognised for one in following
        ):
            return len(phrase), kinds | _plain(words[place]) if len(phrase) == 1 else kinds
    return 1, frozenset()


def _plain(word: Token) -> frozenset[str]:
    return frozenset(("glue" if word.word in STOP_WORDS or word.word in GROUPS["small"] else "word",))


def _signs(text: str, start: int, end: int) -> Iterator[Piece]:
    """Give the sign that parts two words, the strongest of them."""
    if start >= end:
        return
    sign = _STOP.search(text, start, end + 1)  # whether a full stop ends a sentence is told by the sign behind it
    if sign and sign.start() < end:
        yield Piece(frozenset(("stop",)), sign.group(), *sign.span())
    elif (sign := _COMMA.search(text, start, end)) and not ties(text, start, end):
        is_or = sign.group() == "/"
        yield Piece(frozenset(("glue" if is_or else "comma",)), "or" if is_or else sign.group(), *sign.span())
