"""A letter around a request: which of its sentences wish for somebody, and which greet, thank, or tell of who asks."""

from __future__ import annotations

import re
from calendar import day_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.language.clauses import tokens
from core.language.gazetteer import place_of
from core.language.language_names import language_code
from core.language.lexicon import alternatives, any_phrase, word_groups
from core.language.sentences import sentences
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS
from core.systems.expert_search.requirements.grammar.times import MONTHS, ORDINAL

LONG = 60  # words from which a text tells of more than the people wanted
_MUCH = 12  # words that are told of something else
_TELLS = 8  # words of a sentence that tells something, where no people are spoken of
_ENDS = (".", "!", "?")
_FEW_WORDS = 3  # before a wish that only lead to it: “so we would need …”
_WORDS = word_groups("letter_words")
_CUT = re.compile(r"[:;]\s|\n|\s[-–—]\s|,\s+so\s|(?<!\w)(?=because\b)", re.IGNORECASE)


_GREETING = re.compile(rf"\W*(?:{any_phrase(_WORDS['greeting'])})", re.IGNORECASE)
_CLOSING = re.compile(rf"\W*(?:{any_phrase(_WORDS['closing'])})", re.IGNORECASE)
_CLOSES = re.compile(rf",\s*(?:and\s+)?(?={any_phrase(_WORDS['closing'])})", re.IGNORECASE)
_WISH = re.compile(any_phrase(_WORDS["wish"], _WORDS["question"]), re.IGNORECASE)
_SOMEBODY = re.compile(
    r"(?<!\w)(?<!have )(?<!found )(?<!had )(?:some|any)(?:body|one)\s+(?:who|that|for|with|to|in|from|on)\b", re.I
)
_ANSWER = re.compile(any_phrase(_WORDS["answer"]), re.IGNORECASE)
_LED_IN = rf"(?:and|but|so|as|now|also|can|could|would|{alternatives(_WORDS['greeting'] | _WORDS['led in'])})"
_US = re.compile(rf"\W*(?:{_LED_IN}\W+)*{any_phrase(_WORDS['we'])}", re.IGNORECASE)
_OURS = re.compile(rf"\W*(?:{_LED_IN}\W+)*(?:our|my)\s", re.IGNORECASE)
_HEADING = re.compile(rf"\s*(?:the\s+)?(?:{alternatives(_WORDS['heading'])})\s*(?:[:–—-]+(?=\s)|\n)", re.IGNORECASE)
_LABEL = re.compile(rf"(?:(?<=[.;!?)]\s)|(?<=\n)|\A)[ \t]*(?:{alternatives(_WORDS['label'])})\s*:(?=\s)", re.IGNORECASE)
_IN_FIGURES = re.compile(rf"\b(?:{alternatives(GROUPS['number'])})\s*(?P<figures>\(\d{{1,3}}\))", re.IGNORECASE)
_NAMES = re.compile(r"\W*[A-Z][\w'’-]*\.?(?:,?\s+(?:[A-Z][\w'’-]*\.?|[a-z]{2})){0,3}\s*\Z")  # “Best, Tom de Hall”
_COUNTED = re.compile(rf"\b(?:\d+|{alternatives(GROUPS['number'])})\s\Z", re.IGNORECASE)  # “one *hire*”
_HERE = re.compile(  # “Teacher here: …”
    r"\s*(?:an?\s+|the\s+|your\s+)?\w[\w'’-]{1,30}(?:\s+\w[\w'’-]{1,30}){0,3}\s+"
    r"(?:here|on (?:a (?:tight )?)?deadline)\s*[:;,.!–—-]+(?=\s)",
    re.IGNORECASE,
)
_DAY = rf"(?:{alternatives((*(day for day in day_name), *_WORDS['when']))})"
_DATE = rf"{ORDINAL}(?:\s+of)?\s+(?:{MONTHS})|(?:{MONTHS})\s+{ORDINAL}|\d{{1,2}}[./]\d{{1,2}}\.?"
_DUE = re.compile(  # “(deadline Friday)”, “answer by 3 May please”
    rf"\(?\s*(?<!\w)(?:{alternatives(_WORDS['due'])})\s*:?\s*(?:(?:is|by|on|the|this|next|coming)\s+){{0,3}}"
    rf"(?:{_DATE}|{_DAY})(?!\w)(?:\s+\d{{4}}\b)?(?:\s+please\b)?\s*\)?",
    re.IGNORECASE,
)
_THEY = re.compile(rf"\W*{any_phrase(_WORDS['they'])}", re.IGNORECASE)
_VERB = re.compile(any_phrase(_WORDS["verb"]), re.IGNORECASE)
_ASKS_OF_PEOPLE = re.compile(
    any_phrase(
        *(GROUPS[kind] for kind in ("must before", "must after", "wish before", "wish after", "exclusion", "nobody",
                                    "needless", "speaks", "no")),
        frozenset(("should", "should not", "shouldn't")),
    ),
    re.IGNORECASE,
)  # fmt: skip
_DENIED = re.compile(any_phrase(GROUPS["exclusion"], GROUPS["needless"]), re.IGNORECASE)
_RATHER = re.compile(
    any_phrase(GROUPS["wish before"], frozenset(("not", "never", "rather", "rather not"))), re.IGNORECASE
)


@dataclass(frozen=True)
class Letter:
    """The places of a request that wish for nobody, those of the verbs that wish, whether the first tell much, and
    where sentences among them tell of a matter."""

    aside: tuple[tuple[int, int], ...] = ()
    asks: tuple[tuple[int, int], ...] = ()
    tells_much: bool = False
    matters: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class _Unit:
    """A sentence, or a part of one behind a colon. `wish` is where in the request a wish begins in it, -1 for none;
    `surely` one for people, `verb` where its verb ends; `closes` what stands behind the last greeting."""

    text: str
    start: int
    wish: int = -1
    surely: bool = False
    verb: int = 0
    closes: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def of_us(self) -> bool:
        return _US.match(self.text) is not None

    @property
    def frames(self) -> bool:
        return self.closes or _GREETING.match(self.text) is not None


def letter(request: str) -> Letter:
    """Return what of a request wishes for nobody. A request of one sentence, without a greeting, wishes with all of it
    but for what it first tells of who asks."""
    if due := _DUE.search(request):
        rest = letter(request[: due.start()] + " " * len(due.group()) + request[due.end() :])
        within = any(start <= due.start() and due.end() <= end for start, end in rest.aside)
        return rest if within else replace(rest, aside=tuple(sorted((due.span(), *rest.aside))))
    if here := _HEADING.match(request) or _HERE.match(request):
        rest = letter(" " * here.end() + request[here.end() :])
        return replace(rest, aside=(here.span(), *rest.aside))
    units = _signed(list(_units(request)))
    if not any(unit.wish >= 0 for unit in units):  # “we are after a potter”
        units = [replace(unit, wish=unit.start) if _may_wish(unit) else unit for unit in units]
    is_letter = any(unit.frames or (unit.of_us and unit.wish < 0) for unit in units) or len(tokens(request)) >= LONG
    wishes = [place for place, unit in enumerate(units) if unit.surely]
    wishes += [place for place, unit in enumerate(units) if unit.wish >= 0]
    first = wishes[0] if wishes else -1
    told = [_told(unit, is_letter, place < first, place == first) for place, unit in enumerate(units)]
    if not wishes and len(tokens(request)) >= LONG:  # nobody is wished for in whole sentences
        told = [
            (unit.start, unit.end) if unit.text.rstrip().endswith(_ENDS) else one
            for unit, one in zip(units, told, strict=True)
        ]
    aside = _joined(request, [span for span in told if span])
    much = sum(len(tokens(request[start:end])) for start, end in aside) >= _MUCH
    asks = [_asking(unit, span) for unit, span in zip(units, told, strict=True) if is_letter and unit.verb]
    matters = [
        (span[0] + _greeted(unit), span[1])
        for unit, span in zip(units, told, strict=True)
        if wishes and span and not unit.closes
    ]
    return Letter(tuple(aside), tuple(filter(None, asks)), much, tuple(matters)) if wishes or much else Letter()


def of_a_form(text: str) -> list[tuple[int, int]]:
    """Return where a text is filled in like a form: the labels of its fields, “*Languages:* English”, and numbers that
    are written a second time, “ten *(10)*”."""
    return [
        *(label.span() for label in _LABEL.finditer(text)),
        *(n.span("figures") for n in _IN_FIGURES.finditer(text)),
    ]


def _greeted(unit: _Unit) -> int:
    """Return where a unit goes on behind a greeting: “Dear all, *our …*”."""
    greeting = _GREETING.match(unit.text)
    return unit.text.find(",") + 1 or greeting.end() if greeting else 0


def _units(request: str) -> Iterator[_Unit]:
    before = _Unit("", 0)
    for sentence in sentences(request):
        cuts = [one.end() for one in (*_CUT.finditer(sentence.text), *_CLOSES.finditer(sentence.text))]
        places = sorted({0, *cuts, len(sentence.text)})
        for begin, end in pairwise(places):
            before = _unit(sentence.text[begin:end], sentence.start + begin, before)
            yield before


def _signed(units: list[_Unit]) -> list[_Unit]:
    """Let names alone at the end of a letter close it."""
    last = units[-1] if len(units) > 1 else None
    if last is None or last.closes or not _NAMES.match(last.text) or not any(one.frames or one.of_us for one in units):
        return units
    named = [token.word for token in tokens(last.text)]
    told = any(is_role(word) or language_code(word) or _is_land(word) for word in named)
    return units if told else [*units[:-1], replace(last, wish=-1, closes=True)]


def _is_land(word: str) -> bool:
    place = place_of(word)
    return place is not None and place.level in ("country", "region")


def _unit(text: str, start: int, before: _Unit) -> _Unit:
    if before.closes or _CLOSING.match(text):
        return _Unit(text, start, closes=True)
    if _is_reason(text):
        return _Unit(text, start)
    wishes = [one for one in _WISH.finditer(text) if not _COUNTED.search(text[: one.start()])]
    people = [one for one in wishes if _speaks_of_people(text[one.end() :])]
    if not people and (one := _SOMEBODY.search(text)):
        return _Unit(text, start, start + one.start(), surely=True)
    if not people and _ANSWER.search(text) and not _THEY.match(text):
        return _Unit(text, start)
    goes_on = (
        not _US.match(text)
        and before.text.rstrip().endswith(":")
        and (before.wish >= 0 or _speaks_of_people(before.text))
    )
    denied = _DENIED.search(text) is not None and _speaks_of_people(text)  # “we are not looking for a …”
    if denied or (not people and (goes_on or _THEY.match(text) or _asks_of_people(text))):
        return _Unit(text, start, start)
    wish = next(iter(people or wishes), None)
    return _Unit(text, start, start + wish.start(), bool(people), start + wish.end()) if wish else _Unit(text, start)


def _asks_of_people(text: str) -> bool:
    """Whether a sentence says what people must be, or not: of us only where it speaks of others, “we'd rather not have
    anyone who …”."""
    if not _US.match(text):
        return _ASKS_OF_PEOPLE.search(text) is not None
    return _RATHER.search(text) is not None and _speaks_of_people(text)


def _may_wish(unit: _Unit) -> bool:
    return not unit.frames and unit.of_us and _speaks_of_people(unit.text)


def _is_reason(text: str) -> bool:
    said = text.lstrip().lower()
    return said.startswith(tuple(_WORDS["reason"])) and not said.startswith("because of ")  # what a matter comes from


def _speaks_of_people(text: str) -> bool:
    words = [token.word for token in tokens(text)]
    return any(is_role(word) or word in GROUPS["number"] for word in words)


def _told(unit: _Unit, is_letter: bool, before: bool, begins: bool) -> tuple[int, int] | None:
    """Return what of a unit wishes for nobody, None where all of it does."""
    whole = (unit.start, unit.end)
    if unit.wish < 0:
        tells = _is_reason(unit.text) or unit.frames or (is_letter and (before or unit.of_us or _tells(unit.text)))
        return whole if tells else None
    if unit.wish == unit.start or not ((is_letter and begins) or unit.of_us):
        return None
    led = unit.text[: unit.wish - unit.start]
    of_ours = _OURS.match(led) is not None  # “our school needs …”
    return (unit.start, unit.wish) if of_ours or sum(1 for _ in tokens(led)) > _FEW_WORDS else None


def _asking(unit: _Unit, told: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return where a verb wishes, with the few words before it: “what we still need”."""
    return (told[1] if told else unit.start, unit.verb) if told is None or told[1] < unit.verb else None


def _tells(text: str) -> bool:
    """Whether a sentence tells of something else than people: it has a verb, or many words."""
    words = tokens(text)
    return bool(words) and (_VERB.search(text) is not None or len(words) >= _TELLS) and not _speaks_of_people(text)


def _joined(request: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and not request[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
