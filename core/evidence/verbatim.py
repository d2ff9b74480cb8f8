"""Whether a sentence stands in a cited passage word for word, or shortened in ways that cannot change its meaning.

What is compared are whole sentences, list items and rows, never parts of them: half a sentence may lack its “not” or
its condition. What the passage only quotes, denies or ties to a condition in the line above is not what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.evidence.verdicts import WORD_FOR_WORD, Statement, Verdict, Words
from core.language.lexicon import alternatives
from core.language.negation import NEGATORS
from core.language.sentences import CELLS, sentences, sentences_and_rows

_SIGNS = {ord(sign): plain for plain, signs in (('"', "“”„«»"), ("'", "’‘"), ("-", "–—‐‑−")) for sign in signs}
_ASIDE = re.compile(r"(?:\s+\(([^()]*)\)|\s*\[([^\[\]]*)\])(?!\s*[\w-]*\d)")
_FIGURES = r"[\d\s.,;:%±=<>≤≥/×*^-]|\b(?:p|n|N|P|CI|SD|SE|SEM|OR|HR|RR|IQR|vs|to|and)\b"
_NAMED = r"[A-Z][\w'-]+(?:\s+(?:and|&)\s+[A-Z][\w'-]+|,?\s+et al\.?)?,?\s+(?:19|20)\d\d[a-z]?"
# What an aside may hold and be left out: figures and signs, references. Any other word may be a condition.
_HARMLESS = re.compile(
    rf"(?:{_FIGURES})*|(?:(?:see|e\.g\.)\s+)?{_NAMED}(?:\s*;\s*{_NAMED})*"
    r"|(?:see\s+)?(?:Figs?\.?|Figures?|Tables?|Sections?|Appendix|Eqs?\.?|Refs?\.?)\s*[\dA-Z]{1,3}(?:\s*[,-]\s*[\dA-Z]{1,3})*"
)
# What joins a sentence to those before it, and the name of a part of an abstract.
_LINKING = re.compile(
    r"(?:however|moreover|furthermore|in addition|additionally|thus|therefore|hence|consequently), "
    r"|(?:results?|findings|conclusions?|methods|background|interpretation|introduction): ",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"(?:it|its|they|their|this|that|these|those|he|she|his|her|such|both|neither|so|but|and|or|nor|yet|then|however"
    r"|instead|otherwise|not|only|except|unless|the (?:former|latter|other|others|same))\b"
)
_UNTRUE = r"false|wrong|untrue|incorrect|mistaken|inaccurate|refuted|debunked|disproved|disproven|retracted|withdrawn"
_DOUBTED = rf"{_UNTRUE}|myths?|misconceptions?|rumou?rs?|hoax(?:es)?|fiction\w*|alleg\w*"
_TITLE_FRAME = re.compile(rf"\b(?:{_DOUBTED})\b", re.IGNORECASE)
_FRAME = re.compile(
    rf"\b(?:{alternatives(NEGATORS)}|{_DOUBTED}|if|unless|when|where|only|except|hypothes[ei]s|claim\w*|suppos\w*|believ\w*"
    r"|assum\w*|argu\w*|accus\w*|sa(?:y|ys|id)|stated?|wrote|critics?|wish\w*|planned|proposed)\b|n't\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    rf"(?:(?:but|yet|however),? )?(?:this|that|it|these|those|both|none of (?:this|these|it))\b.{{0,40}}"
    rf"\b(?:not (?:true|so(?! \w)|the case|correct)|{_UNTRUE}|a myth|a hoax|never happened)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"^[\w.\-/]+\s*[:=]\s*\S.*$")  # max_connections: 100
_ROW = re.compile(r"[^\n]*\S")
_BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\Z")
_NUMBER = re.compile(r"\(?(?:\d{1,2}|[A-Za-z])[.)]\s+(?=\S)")
_HEADING = 80  # characters: a line without an end that is no longer may lead what follows
_ENDS = ".!?:;।。"
_PAIRED = re.compile(r"(?<!\w)'[^'\n]{1,80}'(?!\w)")  # 'value', also where code stands
_QUOTES = re.compile(r"\"|(?<!\w)'(?=\w)(?!(?:s|re|ll|ve|d|m|t|em|cause)\b)|(?<=[.,!?])'(?!\w)")


@dataclass(frozen=True)
class _Unit:
    """A sentence, list item or row of a passage: text[start:end].

    `said` is whether the passage says it; `lead` the number of the unit without which it does not, -1 where it does.
    """

    start: int
    end: int
    plain: str
    pattern: re.Pattern[str]
    said: bool
    lead: int
    cut: bool  # it ends the passage and has no end of its own


def frames(line: str) -> bool:
    """Whether a line denies, reports or conditions what stands below it: “Never do any of this:”, “Myths”."""
    return (_FRAME if line.rstrip().endswith(":") else _TITLE_FRAME).search(line) is not None


def denies(sentence: str) -> bool:
    """Whether a sentence takes back the one before it: “This is not true.”"""
    return _DENIED.match(sentence) is not None


def backed_word_for_word(statement: Statement) -> Verdict | None:
    """Return the verdict on a sentence of which every part is a whole sentence of a cited passage, else None."""
    passages = sorted(enumerate(statement.passages), key=lambda one: one[1])
    for parts in ([statement.sentence], [one.text for one in sentences(statement.sentence)]):
        places = _places(parts, passages)
        if places:
            reason = "It stands in the passage word for word."
            return Verdict("backed", WORD_FOR_WORD, reason, shown_by=tuple(places))
    return None


def _places(parts: Sequence[str], passages: Sequence[tuple[int, str]]) -> list[Words]:
    """Where each part stands; nothing when one does not, or leans on another sentence than stands before it."""
    places: list[Words] = []
    after: tuple[int, int] | None = None
    seen: set[tuple[int, int]] = set()
    for part in parts:
        found = [one for one in _found(part, passages) if one[2] < 0 or (one[0].passage, one[2]) in seen]
        following = [one for one in found if (one[0].passage, one[1] - 1) == after]
        if not found or (places and not following and _LEANING.match(_plain(part))):
            return []
        words, index, _ = (following or found)[0]
        places.append(words)
        after = words.passage, index
        seen.add(after)
    return places


def _found(part: str, passages: Sequence[tuple[int, str]]) -> Iterator[tuple[Words, int, int]]:
    """Where a part stands as a whole unit, the number of that unit, and that of its lead."""
    plain = _plain(part)
    for number, passage in passages:
        for index, unit in enumerate(_units(passage)):
            if unit.said and plain and unit.pattern.fullmatch(plain) and not (unit.cut and part[-1] in _ENDS):
                yield Words(number, unit.start, unit.end), index, unit.lead


@lru_cache(maxsize=4_000)
def _units(passage: str) -> tuple[_Unit, ...]:
    spans = list(_spans(passage))
    units = []
    for index, (start, end) in enumerate(spans):
        text = passage[start:end]
        ends = text.rstrip("\"'”’)]»")[-1:] in _ENDS
        fragment = index == 0 and ends and text[0].islower() and re.match(r"[a-z]+\b(?![_-])", text) is not None
        open_end = index == len(spans) - 1 and text.endswith(("...", "…"))
        said = not (fragment or open_end or _is_quoted(passage, start, end))
        said = said and not (index + 1 < len(spans) and _DENIED.match(passage[slice(*spans[index + 1])]))
        cut = index == len(spans) - 1 and not ends and _is_prose(text)
        plain = _plain(text)
        units.append(_Unit(start, end, plain, _shortened(plain), said, _lead(passage, spans, index), cut))
    return tuple(units)


def _is_prose(text: str) -> bool:
    return CELLS not in text and "\t" not in text and not _PAIR.match(text)


def _spans(passage: str) -> Iterator[tuple[int, int]]:
    """Give the sentences of a passage; each row of a table and each line “name: value” is one."""
    for one in sentences_and_rows(passage):
        lines = [(one.start + row.start(), one.start + row.end()) for row in _ROW.finditer(one.text)]
        pairs = "\t" in one.text or all(_PAIR.match(passage[slice(*line)]) for line in lines)
        yield from lines if pairs else [(one.start, one.end)]


def _is_quoted(passage: str, start: int, end: int) -> bool:
    """Whether a unit stands inside quotation marks that begin before it, or holds only one of a pair."""
    paragraph = passage.rfind("\n\n", 0, start) + 1
    return any(_is_open(passage[slice(*span)]) for span in ((paragraph, start), (start, end)))


def _is_open(text: str) -> bool:
    marks = _QUOTES.findall(_PAIRED.sub("", text.translate(_SIGNS)))
    return marks.count('"') % 2 == 1 or marks.count("'") % 2 == 1


def _lead(passage: str, spans: Sequence[tuple[int, int]], index: int) -> int:
    """Return the number of the line that denies, reports or conditions a unit below it; -1 when there is none."""
    before = index - 1
    while before >= 0 and _is_item(passage, spans[before][0]) and _is_item(passage, spans[index][0]):
        before -= 1
    if before < 0:
        return -1
    text = passage[slice(*spans[before])]
    short = _is_prose(text) and text[-1] not in _ENDS and len(text) <= _HEADING
    titled = short and "\n" in passage[spans[before][1] : spans[index][0]]
    frame = _FRAME if text.endswith(":") else _TITLE_FRAME if titled else None
    return before if frame and frame.search(text) else -1


def _is_item(passage: str, start: int) -> bool:
    line = passage.rfind("\n", 0, start)
    return (
        _BULLET.search(passage[max(0, line) : start]) is not None
        or _NUMBER.match(passage[start : start + 8]) is not None
    )


@lru_cache(maxsize=20_000)
def _plain(text: str) -> str:
    """Leave out what is typography: kinds of quotes and dashes, blanks, the case of the first letter, the last stop."""
    flat = " ".join(text.translate(_SIGNS).split()).rstrip(" .:;,")
    return flat[:1].lower() + flat[1:]


def _shortened(plain: str) -> re.Pattern[str]:
    """Return a pattern for a unit with and without its harmless asides, its number, or the word that links it."""
    written, end = "", 0
    if leading := _NUMBER.match(plain) or _LINKING.match(plain):
        end = leading.end() + 1
        first = plain[end - 1 : end]
        written = f"(?:{re.escape(leading.group() + first)}|{re.escape(first.lower())})"
    for match in _ASIDE.finditer(plain, end):
        aside = (match[1] if match[1] is not None else match[2]).strip()
        if _HARMLESS.fullmatch(aside) or _abbreviates(aside, plain[: match.start()].split()):
            written += f"{re.escape(plain[end : match.start()])}(?:{re.escape(match.group())})?"
            end = match.end()
    return re.compile(written + re.escape(plain[end:]))


def _abbreviates(aside: str, before: Sequence[str]) -> bool:
    """“World Health Organization (WHO)”, “WHO (World Health Organization)”."""
    if re.fullmatch(r"[A-Z][A-Za-z]{0,3}[A-Z]s?", aside):
        initials = "".join(word[0] for word in re.findall(r"\w+", " ".join(before[-8:])))
        return initials.lower().endswith(aside.rstrip("s").lower())
    capitals = "".join(word[0] for word in aside.split() if word[0].isupper())
    return len(capitals) > 1 and bool(before) and before[-1] == capitals
