"""Whether words tell of an occupation at all: or that somebody studies, keeps house, is retired, seeks work, is silent.

Such a word counts only where it stands for the whole statement: of “retired teacher” the teacher is left, and a
“teacher of disabled children” is not disabled. The phrases are data: assets/lexicon/not_in_work.csv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from core.language.lexicon import rows, word_groups
from core.language.spelling import simple_spelling
from core.language.tokens import comparable, word_pattern
from core.language.transliteration import romanise

SILENT = "no answer"
_REMEMBERED = 10_000  # texts
_DENIES = "no work"
_WHY = {
    "student": "The words say that somebody studies. Studying is no occupation.",
    "home": "The words say that somebody looks after their own home. That is no occupation of the classification.",
    "retired": "The words say that somebody is retired, and not what their work was.",
    "unemployed": "The words say that somebody is out of work, and not what work they do or did.",
    "no work": "The words say that somebody does not work.",
    "ill": "The words say that somebody cannot work, because of their health.",
    "old": "The words say that somebody is too old to work.",
    "young": "The words tell of a child.",
    "begging": "The words tell of a way to live that is no occupation of the classification.",
    SILENT: "Nothing was answered, so there is nothing to code.",
}
_WHY_BEFORE = {  # where the work of before is told
    "retired": "The words say that somebody is retired: the work that they tell of was before.",
    "unemployed": "The words say that somebody is out of work: the work that they tell of was before.",
}
_SET_ASIDE = frozenset(("retired", "home", "unemployed"))  # beside other words, these say nothing of the work
_ALONG = "goes along"
_JOINS = frozenset(("and", "also", "but", "now", "aur", "lekin", "magar", "par", "ab", "then", "plus", "while", "yet"))
_BREAKS = re.compile(r"[,;:()\[\]/\n|–—]|\.\s|\s-\s")
_STUDENT_LAST = frozenset(map(simple_spelling, ("student", "vidyarthi", "chhatra", "chhatraa", "vidyarthini")))
_LINKS = frozenset(("of", "for", "to", "with", "by", "ka", "ki", "ke", "ko"))
_LONGEST = 5  # words of a phrase
_STOPPED = frozenset(("retired", "unemployed", "ill", "old", _DENIES))
_WHENCE = frozenset(  # behind such a phrase they tell since when, why, or from what: “bedridden since a fall”
    map(
        simple_spelling, ("after", "since", "due", "because", "from", "when", "as", "owing", "in", "with", "by", "once")
    )
)
_WORKS = frozenset(
    map(simple_spelling, ("works", "working", "runs", "sells", "makes", "drives", "does", "who", "karta", "karti"))
)
_FORMER = frozenset(
    (
        "earlier",
        "formerly",
        "previously",
        "pehle",
        "pahle",
        "pahale",
        "was",
        "were",
        "worked",
        "tha",
        "thi",
        "thaa",
        "thee",
    )
)


@dataclass(frozen=True)
class Standing:
    """What words say of somebody's standing: `kind` and `why` are empty where they tell of work.

    `aside` are the offsets [start, end) of what says nothing about the work beside words that do.
    """

    kind: str = ""
    why: str = ""
    aside: tuple[tuple[int, int], ...] = ()


class _Token(NamedTuple):
    plain: str
    word: str
    start: int
    end: int
    clause: int
    joined: bool  # its clause begins with “but”, “now”, “and”


class _Clause(NamedTuple):
    """A statement: what standing it tells of, whether of nothing else, and where and whether that can be set aside."""

    plain: tuple[str, ...]
    kind: str = ""
    whole: bool = False
    aside: bool = False
    span: tuple[int, int] = (0, 0)
    joined: bool = False
    former: bool = False


@lru_cache(maxsize=_REMEMBERED)
def read_standing(text: str) -> Standing:
    """Read what words say of somebody's standing."""
    if " ".join(romanise(text).lower().split()) in _silent():
        return _outside(SILENT)
    clauses = [_read(list(tokens)) for _, tokens in groupby(_tokens(text), key=lambda token: token.clause)]
    whole = [clause for clause in clauses if clause.kind and clause.whole]
    along = frozenset[str]().union(*(_along(clause.kind) for clause in whole))
    working = [one for one in clauses if not one.whole and not one.former and not along.issuperset(one.plain)]
    denied = any(clause.kind == _DENIES for clause in whole) and not any(clause.joined for clause in working)
    if whole and (denied or not working):
        kind = next((clause.kind for clause in whole if clause.kind != SILENT), SILENT)
        return _outside(kind, before=any(one.former and not one.whole for one in clauses))
    return Standing(aside=tuple(clause.span for clause in clauses if clause.aside))


def _outside(kind: str, *, before: bool = False) -> Standing:
    return Standing(kind, _WHY_BEFORE.get(kind, _WHY[kind]) if before else _WHY[kind])


def _tokens(text: str) -> Iterator[_Token]:
    clause, joined, end = 0, False, 0
    for match in word_pattern(text.isascii()).finditer(text):
        plain = _plain(match.group())
        if _BREAKS.search(text, end, match.start()):
            clause, joined = clause + 1, False
        end = match.end()
        if plain in _JOINS:
            clause, joined = clause + 1, True
            continue
        yield _Token(plain, romanise(match.group()).lower(), match.start(), end, clause, joined)


def _plain(word: str) -> str:
    """Bring a word into the spelling in which it is listed; an Indian script writes vowels that lists leave out."""
    plain = simple_spelling(romanise(comparable(word)).lower())
    return plain if word.isascii() else _by_consonants().get(plain.replace("a", ""), plain)


def _read(tokens: Sequence[_Token]) -> _Clause:
    """Read one statement: words that only go along, the phrase, and whether there is more."""
    plain, along, joined = tuple(token.plain for token in tokens), _along(""), tokens[0].joined
    first = next((place for place, word in enumerate(plain) if word not in along), len(tokens))
    place, length, kind = _phrase_from(tokens, first)
    if not kind:
        return _Clause(plain, whole=first == len(tokens), joined=joined, former=_is_former(tokens))
    after = place + length
    rest = [word for word in plain[after:] if word not in _along(kind) and not word.isdigit()]
    if rest and kind == _DENIES:  # “not working as a driver”: nothing is said of other work
        kind, rest = "unemployed", []
    if rest and kind in _STOPPED and plain[after] in _WHENCE and _WORKS.isdisjoint(rest):
        rest = []
    follow = next((token.start for token in tokens[after:] if token.plain not in along), tokens[after - 1].end)
    studies = kind == "student" and plain[after - 1] in _STUDENT_LAST and (not rest or after > first + 1)
    return _Clause(
        plain,
        kind,
        whole=not rest,
        aside=kind in _SET_ASIDE or studies,
        span=(tokens[0].start, follow if rest else tokens[-1].end),
        joined=joined,
        former=_is_former(tokens),
    )


def _is_former(tokens: Sequence[_Token]) -> bool:
    """Tell whether a statement is of work that somebody did before."""
    said = [token.word for token in tokens]
    used = any(pair in (("used", "to"), ("last", "worked"), ("had", "been")) for pair in pairwise(said))
    return used or said[0].startswith("ex-") or said[0] == "ex" or not _FORMER.isdisjoint(said)


def _phrase_from(tokens: Sequence[_Token], first: int) -> tuple[int, int, str]:
    """Find the phrase with which a statement begins: its place, how many words it has, and its kind, or ""."""
    phrases = _phrases()
    for start in dict.fromkeys((0, first)):
        for length in range(min(_LONGEST, len(tokens) - start), 0, -1):
            kind = phrases.get(tuple(token.plain for token in tokens[start : start + length]), "")
            if kind:
                return start, length, kind
    # “college student”, “nursing student, final year”
    head = next((place for place, token in enumerate(tokens) if token.plain in _STUDENT_LAST), None)
    if head is None or head > first + 3 or any(token.plain in _LINKS for token in tokens[first:head]):
        return first, 0, ""
    return first, head + 1 - first, "student"


@cache
def _phrases() -> dict[tuple[str, ...], str]:
    kinds = {row["word"]: row["kind"] for row in rows("not_in_work") if not row["kind"].startswith(_ALONG)}
    return {tuple(map(simple_spelling, phrase.split())): kind for phrase, kind in kinds.items()}


@cache
def _along(kind: str) -> frozenset[str]:
    groups = word_groups("not_in_work")
    listed = groups[_ALONG] | groups.get(f"{_ALONG} with {kind}", frozenset())
    phrases = {word for phrase, own in _phrases().items() if own == kind for word in phrase}
    return frozenset(map(simple_spelling, listed)) | phrases


@cache
def _by_consonants() -> dict[str, str]:
    words = [word for phrase in _phrases() for word in phrase]
    words += [simple_spelling(row["word"]) for row in rows("not_in_work") if row["language"] == "hi"]
    return {word.replace("a", ""): word for word in words}


@cache
def _silent() -> frozenset[str]:
    """List the whole answers that say nothing: what stands for no value in a cell, and codes of surveys."""
    return frozenset(row["word"] for row in rows("no_value") if row["kind"] == "no value")
