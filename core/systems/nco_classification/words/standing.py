"""Whether words tell of an occupation at all: or that somebody studies, keeps house, is retired, seeks work, is silent.

Such a word counts only where it stands for the whole statement: a “teacher of disabled children” is not disabled. What
somebody is retired from is no work of today. The phrases are data: assets/lexicon/not_in_work.csv, and
work_statements.csv for what stands beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from core.language.lexicon import rows, word_groups
from core.language.spelling import simple_spelling
from core.language.tokens import comparable, word_pattern
from core.language.transliteration import romanise
from core.systems.nco_classification.words.former import (
    are_others,
    before_word,
    begins_with_verb,
    is_ex,
    is_former,
    is_of_today,
)
from core.systems.nco_classification.words.household import household
from core.systems.nco_classification.words.plain_line import blanked
from core.systems.nco_classification.words.relatives import without_relatives
from core.systems.nco_classification.words.silence import says_nothing
from core.systems.nco_classification.words.studies import studies
from core.systems.nco_classification.words.today import of_today, states, work_left

SILENT = "no answer"
_REMEMBERED = 10_000  # texts
_DENIES = "no work"
_WHY = {
    "student": "The words say that somebody studies. Studying is no occupation.",
    "home": "The words say that somebody looks after their own home. That is no occupation of the classification.",
    "retired": "The words say that somebody is retired, and tell of no work of today.",
    "former": "The words tell of what somebody was before, and of no work of today.",
    "unemployed": "The words say that somebody is out of work.",
    "no work": "The words say that somebody does not work.",
    "ill": "The words say that somebody cannot work, because of their health.",
    "old": "The words say that somebody is too old to work.",
    "young": "The words tell of a child.",
    "begging": "The words tell of a way to live that is no occupation of the classification.",
    SILENT: "Nothing was answered, so there is nothing to code.",
}
_BESIDE = {
    "student": "studies", "home": "keeps house", "retired": "is retired", "former": "worked before",
    "unemployed": "is out of work", "no work": "does not work", "ill": "is ill", "old": "is old", "young": "is a child",
    "begging": "lives of something else",
}  # fmt: skip
_OPEN = {
    kind: f"The words also say that somebody {what}, and not whether “{{work}}” is the work of today."
    for kind, what in _BESIDE.items()
}
_ONLY_BEFORE = "The words say that somebody was this, and not whether “{work}” is the work of today."
_WAS = frozenset(map(simple_spelling, ("was", "were", "i", "he", "she")))
_WAS_DONE_TO = re.compile(r"(?!(?:employ|engag|post|hir)ed)[^\W_]+ed\b", re.IGNORECASE)  # “was promoted” tells of today
_PENSION, _BEHIND_PENSION = (
    frozenset(map(simple_spelling, word_groups("work_of_today")[kind])) for kind in ("a pension", "behind pension")
)
_SET_ASIDE = frozenset(("retired", "home", "unemployed"))  # beside other words, these say nothing of the work
_ALONG = "goes along"
_WORDS = {kind: frozenset(map(simple_spelling, listed)) for kind, listed in word_groups("work_statements").items()}
_JOINS, _ENDS = _WORDS["begins a statement"], _WORDS["ends an Indian statement"]
_STUDENT_LAST, _LINKS = _WORDS["somebody who studies"], _WORDS["not within a title"]
_WHENCE, _WHENCE_FROM = _WORDS["since when or why"], _WORDS["from what"]  # “bedridden since a fall”
_BEFORE_RETIRED, _STATE_OF = _WORDS["between a title and retired"], _WORDS["not before retired"]
_BREAKS = re.compile(r"[,;:()\[\]/\n|–—]|\.\s|\s-\s")
_LONGEST = 5  # words of a phrase
_STOPPED = frozenset(("retired", "unemployed", "ill", "old", _DENIES))
_NO_PARTICIPLE = frozenset(("vrs", "pensioner"))  # “shopkeeper, pensioner”: has a shop
_EXPLAINS = re.compile(r"^\s*(?:\.\s|[(\[:|–—]|\.?\s*-\s)")  # “Retd. teacher”, “retired (clerk)”


@dataclass(frozen=True)
class Standing:
    """What words say of somebody's standing: `kind` is empty where they tell of work.

    `why` says why nothing is coded, or nothing unasked: then `open` is work of which it is not told whether it is that
    of today. `aside` are the offsets [start, end) of what says nothing about the work beside words that do.
    """

    kind: str = ""
    why: str = ""
    aside: tuple[tuple[int, int], ...] = ()
    open: str = ""


class _Token(NamedTuple):
    plain: str
    word: str
    start: int
    end: int
    clause: int
    joined: bool  # its clause begins with “but”, “now”, “and”


class _Clause(NamedTuple):
    """A statement: what standing it tells of, whether of nothing else, and where and whether that can be set aside.

    `work` is where it tells of former work; `bare` where it says “retired” and not from what.
    """

    plain: tuple[str, ...]
    kind: str = ""
    whole: bool = False
    aside: bool = False
    span: tuple[int, int] = (0, 0)
    joined: bool = False
    former: bool = False
    work: tuple[int, int] = (0, 0)
    bare: bool = False
    today: bool = False


@lru_cache(maxsize=_REMEMBERED)
def read_standing(text: str) -> Standing:
    """Read what words say of somebody's standing; what they tell of relatives says nothing of it."""
    text = without_relatives(text)
    lives = [*((*span, "home") for span in household(text)), *((*span, "student") for span in studies(text))]
    rest = blanked(text, (one[:2] for one in lives))
    if lives and not _says_more(rest, lives[0][2]):
        return Standing(lives[0][2], _WHY[lives[0][2]])
    clauses = _clauses(rest)
    standing = _by_statements(rest, clauses)
    if standing.kind:
        return standing
    lives += [(*one.span, one.kind) for one in clauses if one.kind in _BESIDE and (one.whole or one.aside)]
    aside = tuple(sorted({*standing.aside, *(one[:2] for one in lives if one[2] in _SET_ASIDE or one[2] == "student")}))
    return _today(text, Standing(aside=aside), lives, clauses)


def _today(
    text: str, standing: Standing, lives: Sequence[tuple[int, int, str]], clauses: Sequence[_Clause]
) -> Standing:
    """Ask whether work is that of today where somebody's standing is told beside it, and nothing says that it is."""
    rest = blanked(text, (*standing.aside, *(one[:2] for one in lives)))
    told = [*lives, *states(text)]
    if not told and (work := _over(text, clauses)):
        return replace(standing, open=work, why=_ONLY_BEFORE.format(work=work))
    if not told or of_today(text, rest := blanked(rest, (one[:2] for one in told))):
        return standing
    kind = told[0][2]
    rest = blanked(rest, [one.span for one in clauses if one.former])
    left = work_left(rest)
    if not left or not _says_more(left, kind):
        return Standing(kind, _WHY[kind] + _what_it_was(text, clauses))
    return replace(standing, open=left, why=_OPEN[kind].format(work=left))


def _over(text: str, clauses: Sequence[_Clause]) -> str:
    """Return the work that somebody “was”, where no other is told: it may be over, or that of the week asked about."""
    over = [one for one in clauses if one.plain[0] in _WAS and any(one.work)]
    others = blanked(text, (one.span for one in over))
    work = "" if not over or work_left(others) else work_left(text[slice(*over[0].work)])
    return "" if _WAS_DONE_TO.match(work) else work


def _says_more(text: str, kind: str) -> bool:
    """Tell whether anything is said that does not only go along with a standing."""
    return any(token.plain not in _along(kind) and not token.plain.isdigit() for token in _tokens(text))


def _clauses(text: str) -> list[_Clause]:
    return _explained([_read(list(tokens)) for _, tokens in groupby(_tokens(text), key=lambda token: token.clause)])


def _by_statements(text: str, clauses: Sequence[_Clause]) -> Standing:
    if " ".join(romanise(text).lower().split()) in _silent():
        return Standing(SILENT, _WHY[SILENT])
    whole = [clause for clause in clauses if clause.kind and clause.whole]
    along = frozenset[str]().union(*(_along(clause.kind) for clause in whole))
    working = [one for one in clauses if not one.whole and not one.former and not along.issuperset(one.plain)]
    denied = any(clause.kind == _DENIES for clause in whole) and not any(clause.joined for clause in working)
    if whole and (denied or not working):
        kind = next((clause.kind for clause in whole if clause.kind != SILENT), SILENT)
        return Standing(kind, _WHY[kind] + ("" if kind == SILENT else _what_it_was(text, clauses)))
    return Standing(aside=tuple(clause.span for clause in clauses if clause.aside))


def _explained(clauses: Sequence[_Clause]) -> list[_Clause]:
    """Read “school teacher, retired” as one: what stands before a bare “retired” is what the work was."""
    return [
        one._replace(kind="retired", whole=True, aside=True, work=one.span)
        if after.bare and not (one.whole or one.kind or one.former or one.today)
        else one
        for one, after in zip(clauses, [*clauses[1:], _Clause(())], strict=False)
    ]


def _what_it_was(text: str, clauses: Sequence[_Clause]) -> str:
    start, end = next((one.work for one in clauses if any(one.work)), (0, 0))
    return f" “{text[start:end].strip(' .')}” is what the work was." if end else ""


def _tokens(text: str) -> Iterator[_Token]:
    clause, joined, end, retired, said = 0, False, 0, False, ""
    for match in word_pattern(text.isascii()).finditer(text):
        plain = _plain(match.group())
        if _BREAKS.search(text, end, match.start()) and not (
            retired and _EXPLAINS.match(text[end : match.start()]) and not begins_with_verb([match.group().lower()])
        ):
            clause, joined, said = clause + 1, False, ""
        retired = plain in _participles()
        end = match.end()
        if plain in _JOINS and (plain != "par" or not said or said in _ENDS):  # “ghar par”: at home; “hoon, par”: but
            clause, joined, said = clause + 1, True, ""
            continue
        said = plain
        yield _Token(plain, romanise(match.group()).lower(), match.start(), end, clause, joined)


def _plain(word: str) -> str:
    """Bring a word into the spelling in which it is listed; an Indian script writes vowels that lists leave out."""
    plain = simple_spelling(romanise(comparable(word)).lower())
    return plain if word.isascii() else _by_consonants().get(plain.replace("a", ""), plain)


def _read(tokens: Sequence[_Token]) -> _Clause:
    """Read one statement: words that only go along, the phrase, and whether there is more."""
    plain, along, joined = tuple(token.plain for token in tokens), _along(""), tokens[0].joined
    if says_nothing(" ".join(token.word for token in tokens)):
        return _Clause(plain, SILENT, whole=True, joined=joined)
    first = next((place for place, word in enumerate(plain) if word not in along), len(tokens))
    place, length, kind = _phrase_from(tokens, first)
    if not kind or _names_a_thing(plain[place + length - 1 :]) or _are_people(tokens, place, length):
        return _without_phrase(tokens, first)
    after = place + length
    rest = [word for word in plain[after:] if word not in _along(kind) and not word.isdigit()]
    said, work = [token.word for token in tokens[after:]], (0, 0)
    today = is_of_today(said)
    if rest and kind == _DENIES:  # “not working as a driver”: nothing is said of other work
        kind, rest = "unemployed", []
    if rest and kind in _STOPPED and plain[after] in _WHENCE and not today:
        rest = []
    if rest and length == 1 and plain[place] in (*_participles(), "pensioner") and not today and not are_others(said):
        rest, work = [], (tokens[after].start, tokens[-1].end)
    follow = next((token.start for token in tokens[after:] if token.plain not in along), tokens[after - 1].end)
    studies = kind == "student" and plain[after - 1] in _STUDENT_LAST and (not rest or after > first + 1)
    return _Clause(
        plain,
        kind,
        whole=not rest,
        aside=kind in _SET_ASIDE or studies,
        span=(tokens[0].start, follow if rest else tokens[-1].end),
        joined=joined,
        former=is_former([token.word for token in tokens]),
        work=work,
        bare=not any(work) and plain[place] in _participles() and _WHENCE_FROM.isdisjoint(plain),
        today=today,
    )


def _names_a_thing(plain: Sequence[str]) -> bool:
    """Tell whether a pension is no income but what somebody deals with: “family pension section officer”."""
    return plain[0] in _PENSION and len(plain) > 1 and plain[1] not in _BEHIND_PENSION | _along("")


def _are_people(tokens: Sequence[_Token], place: int, length: int) -> bool:
    """Tell whether it is said of others that they are retired: “retired officers club waiter”."""
    return (
        length == 1
        and tokens[place].plain in _participles()
        and are_others([token.word for token in tokens[place + 1 :]])
    )


def _without_phrase(tokens: Sequence[_Token], first: int) -> _Clause:
    """Read a statement that begins with no phrase: of work, of former work, or of work and “retired” behind it."""
    said, plain = [token.word for token in tokens], tuple(token.plain for token in tokens)
    span, today = (tokens[0].start, tokens[-1].end), is_of_today(said) or begins_with_verb(said[first:])
    one = _Clause(plain, span=span, joined=tokens[0].joined, former=is_former(said), today=today)
    if first == len(tokens):
        return one._replace(whole=True)
    if is_ex(said) and not today and not are_others(said):
        start = tokens[0].start + len("ex-") if said[0].startswith("ex-") else tokens[1].start
        return one._replace(kind="former", whole=True, aside=True, work=(start, span[1]))
    if one.former:
        left = [token for token in tokens if not before_word(token.word, _along(""))] or tokens
        return one._replace(work=(left[0].start, left[-1].end))
    place = _behind_work(said, plain, first)
    return (
        one._replace(kind="retired", whole=True, aside=True, work=(tokens[first].start, tokens[place].end))
        if (place is not None)
        else one
    )


def _behind_work(said: Sequence[str], plain: Sequence[str], first: int) -> int | None:
    """Tell with which word an occupation ends that stands before “retired”: “bank manager retired in 2015”."""
    place = next((place for place, word in enumerate(plain) if word in _participles()), 0)
    behind = [word for word in plain[place + 1 :] if word not in _along("retired") and not word.isdigit()]
    last = place
    while last and plain[last - 1] in _BEFORE_RETIRED:
        last -= 1
    if last <= first or plain[place - 1] in _STATE_OF or (behind and plain[place + 1] not in _WHENCE):
        return None
    of_today = is_of_today(said[first:last]) or (last - first > 1 and begins_with_verb(said[first:last]))
    return None if of_today else last - 1


def _phrase_from(tokens: Sequence[_Token], first: int) -> tuple[int, int, str]:
    """Find the phrase with which a statement begins: its place, how many words it has, and its kind, or ""."""
    phrases = _phrases()
    for start in dict.fromkeys((0, first, *range(first))):  # “he is at home”
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
def _participles() -> frozenset[str]:
    """List the words that say of somebody, or of an occupation, that it is over: “retired”."""
    return frozenset(phrase[0] for phrase, kind in _phrases().items() if kind == "retired" and len(phrase) == 1) - (
        _NO_PARTICIPLE
    )


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
