"""Text as a person typed it and as the searches see it: a request made safe, words, sentences, BM25's terms.

Knows no language model and no index. Every function is pure and may be called from any thread.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from core.errors import InputError

# --- a request made safe ----------------------------------------------------------------------------------------------

_LINE_BREAKS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Control characters except tab and line feed, half surrogate pairs, and marks that turn or hide what a reader sees
# (direction overrides, zero-width spaces). The joiners U+200C and U+200D stay: Indic scripts and emoji need them.
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def tidy(text: str, limit: int = 20_000) -> str:
    """A request as typed, made safe: Unicode NFC, no control characters, no white space at either end.

    Line breaks and tabs inside stay. Raises InputError when nothing readable remains, or more than `limit` characters.
    """
    tidied = unicodedata.normalize("NFC", _UNSAFE.sub("", _LINE_BREAKS.sub("\n", text))).strip()
    if not any(_is_visible(character) for character in tidied):
        raise InputError("The request is empty.", "Please write a few words.")
    if len(tidied) > limit:
        raise InputError(
            f"The request has {len(tidied):,} characters; at most {limit:,} can be read.",
            "Please shorten it, or send it in parts.",
        )
    return tidied


def _is_visible(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character) != "Cf"


# --- words ------------------------------------------------------------------------------------------------------------

_ACCENTS = re.compile("[\u0300-\u036f]")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200c\u200d"))
_LETTER = r"[^\W\d_]"


@cache
def _marks() -> str:
    """All combining marks, as the inside of a character class: Python's `\\w` leaves them out and would cut हिन्दी."""
    marks = "".join(chr(code) for code in range(0x300, 0x20000) if unicodedata.category(chr(code)).startswith("M"))
    return marks + "".join(map(chr, _INVISIBLE))


@cache
def _word_pattern(ascii_only: bool) -> re.Pattern[str]:
    run = r"[^\W_]+" if ascii_only else rf"[^\W_]+(?:[{_marks()}]+[^\W_]*)*"
    return re.compile(
        rf"{_LETTER}(?:"
        rf"(?:\.{_LETTER})+\.?(?!\w)"  # U.S., U.S.A, e.g.
        rf"|[-‐‑]{run}"  # x-ray, t-test, e-mail
        rf"|&{_LETTER}(?!\w)|\#(?!\w)"  # R&D, C#
        r")"
        r"|\d+(?:[.,]\d+)+"  # 3.14, 20,000
        rf"|{run}(?:['’]{run})*(?:\+\+)?",  # words, isn't, C++
        re.ASCII if ascii_only else re.UNICODE,
    )


def words(text: str) -> list[str]:
    """The words of a text in order, lower-cased (NFKC, so that CO₂ is co2). Punctuation and underscores part words.

    Numbers keep their decimals (3.14), one letter keeps what is tied to it (x-ray, c++, c#, r&d), abbreviations lose
    their dots (U.S. is us), words keep an apostrophe inside (isn't). Other compounds are parted: solar-cell is two.
    """
    if text.isascii():  # the usual case, four times as fast
        found = _word_pattern(True).findall(text.lower())
        return [_plain(word) if "." in word else word for word in found]
    return [_plain(word) for word in _word_pattern(False).findall(text)]


def _plain(word: str) -> str:
    """The form in which a word is compared: lower case, one kind of hyphen and apostrophe, no dots but in numbers."""
    word = unicodedata.normalize("NFKC", word.translate(_INVISIBLE)).lower().replace("’", "'").replace("‐", "-")
    return word if word[0].isdigit() else word.replace(".", "")


def _listed(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


# --- what BM25 sees ---------------------------------------------------------------------------------------------------

# The Snowball project's English stop list (snowballstem.org/algorithms/english/stop.txt), without its remarks.
STOP_WORDS = _listed(
    """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
    its itself they them their theirs themselves what which who whom this that these those am is are was were be been
    being have has had having do does did doing would should could ought i'm you're he's she's it's we're they're i've
    you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't aren't wasn't
    weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't cannot couldn't mustn't
    let's that's who's what's here's there's when's where's why's how's a an the and but if or because as until while
    of at by for with about against between into through during before after above below to from up down in out on off
    over under again further then once here there when where why how all any both each few more most other some such no
    nor not only own same so than too very
    """
)


# How requests begin before they come to the point: verbs that only ask, and things or persons asked for.
_ASKING = _listed("find know knows known show tell give please")
_ASKED_FOR = _listed(
    """
    expert experts expertise specialist specialists people person persons someone somebody anyone anybody anything
    everything something article articles paper papers document documents publication publications report reports
    information literature work works worked working experience experienced interested interest looking look searching
    search want need help list get like dealing deal deals concerning exist published written
    """
)


def analyse(text: str) -> list[str]:
    """The terms that BM25 sees, in order: words without English stop words, each cut to its Snowball stem, no accents.

    A Greek letter that stands alone is its name (α is alpha). A beginning that only asks ("who knows about", "find
    experts in", "papers dealing with") is left out, unless nothing else is there. Requests and documents are analysed
    alike.
    """
    found = words(text)
    return _terms(found[_length_of_asking(found) :]) or _terms(found)


def without_asking(text: str) -> str:
    """The text from the first word that does more than ask: “who knows about X?” becomes “X?”.

    A beginning of stop words alone ("how do I …") says something to whoever reads whole sentences, and stays.
    """
    found = list(_word_pattern(False).finditer(text))
    plain = [_plain(match.group()) for match in found]
    length = _length_of_asking(plain)
    asks = not STOP_WORDS.issuperset(plain[:length])
    return text[found[length].start() :] if asks and length < len(found) else text


def _terms(found: list[str]) -> list[str]:
    return [_stem(word) for word in found if word not in STOP_WORDS]


def _length_of_asking(found: list[str]) -> int:
    """How many words at the beginning only ask. "information on" asks and "information retrieval" does not."""
    length = 0
    for position, word in enumerate(found, 1):
        if word in STOP_WORDS or word in _ASKING:
            length = position
        elif word not in _ASKED_FOR:
            break
    return length


def occurrences(text: str, terms: Collection[str]) -> list[tuple[int, int]]:
    """Where `text` holds words whose analysed form is in `terms`: offsets (start, end), in order, for highlighting."""
    wanted = frozenset(terms)
    return [
        match.span()
        for match in _word_pattern(text.isascii()).finditer(text)
        if not wanted.isdisjoint(_terms([_plain(match.group())]))
    ]


_stemming = threading.Lock()


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@cache
def _greek_letters() -> dict[str, str]:
    """The names under which single Greek letters are asked for: α is alpha, λ is lambda."""
    names = {chr(code): unicodedata.name(chr(code), "").split()[-1:] for code in range(ord("α"), ord("ω") + 1)}
    return {letter: name[0].lower().replace("lamda", "lambda") for letter, name in names.items() if name} | {
        "ς": "sigma"
    }


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    if not word.isascii():
        word = _ACCENTS.sub("", unicodedata.normalize("NFD", word))
        word = _greek_letters().get(word, word)
    with _stemming:  # a Snowball stemmer keeps the word it works on in itself
        return str(_stemmer().stemWord(word))


# --- sentences --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sentence:
    """One sentence and where it stands: `text[start:end]` of the whole text."""

    text: str
    start: int
    end: int


_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"[-*+•‣◦▪●·–—]\s+")
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])[.)]\s+")
_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*(?=\s)|[।॥。！？؟۔]+[」』”’）]*")
_NO_END = _listed(
    "dr prof mr mrs ms mx st mt messrs gen col lt capt sgt rev hon gov sen rep assoc asst vs cf eg ie viz approx ca"
)
_NO_END_BEFORE_NUMBER = _listed(
    "no nos fig figs eq eqs sec secs ch chap vol vols p pp art para ref refs tab ed eds"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
_STARTERS = _listed(
    "the this that these those it we he she they there here in on at for if when while however but and so our their"
    " its his her what who how why a an as to"
)
_WRAPPED_LINE = 50  # a shorter line than this, before a capital letter, is a heading
_REACH = 40  # how many characters before and after a full stop are looked at
_SPACES_AND_QUOTES = " \t\n\"'“‘«(["


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text with their offsets, in order; never empty ones, never overlapping.

    Rules, no model: a full stop ends no sentence after a title (Dr.), an initial (J. Smith), an abbreviation (e.g.,
    U.S.) or before a small letter; blank lines, list items and headings (short lines) end one. A bullet is not part of
    its item.
    """
    found = []
    for start, end in _blocks(text):
        for first, last in _ends(text, start, end):
            piece = text[first:last].strip()
            if piece:
                begin = text.index(piece, first)
                found.append(Sentence(piece, begin, begin + len(piece)))
    return found


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that belong together: a paragraph, a list item with its continuation lines, a heading."""
    start = end = 0
    for match in _LINE.finditer(text):
        line = match.group().strip()
        if not line:
            continue
        first = match.start() + len(match.group()) - len(match.group().lstrip())
        bullet = _BULLET.match(text, first)
        if end and not _carries_on(text, start, end, first, bool(bullet)):
            yield start, end
            end = 0
        if not end:
            start = bullet.end() if bullet else first
        end = match.end()
    if end:
        yield start, end


def _carries_on(text: str, start: int, end: int, first: int, bullet: bool) -> bool:
    """Whether the line that begins at `first` continues the block text[start:end] before it."""
    if bullet or _NUMBERED.match(text, first) or text.count("\n", end, first) > 1:
        return False
    last_line = text[max(start, text.rfind("\n", start, end)) : end].strip()
    return len(last_line) >= _WRAPPED_LINE or text[first].islower()


def _ends(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut the block text[start:end] after each mark that ends a sentence."""
    for match in _END.finditer(text, start, end):
        before = text[max(start, match.start() - _REACH) : match.start()]
        after = text[match.end() : min(end, match.end() + _REACH)].lstrip().lstrip(_SPACES_AND_QUOTES).lstrip()
        if _ends_sentence(before, match.group(), after):
            yield start, match.end()
            start = match.end()
    yield start, end


def _ends_sentence(before: str, mark: str, after: str) -> bool:
    if mark[0] not in ".…" or (len(mark) > 1 and mark[1] in "!?") or not after:
        return True
    if after[0].islower():
        return False
    return mark.startswith("..") or not _is_abbreviation(before.split(), after)


def _is_abbreviation(before: list[str], after: str) -> bool:
    """Whether the last word before a full stop and a capital letter, figure or other sign carries it as its own."""
    word = before[-1].lstrip(_SPACES_AND_QUOTES).lower() if before else ""
    if word.replace(".", "") in _NO_END or (word in _NO_END_BEFORE_NUMBER and after[0].isdigit()):
        return True
    if "." in word or (len(word) == 1 and word.isalpha()):  # U.S. Government, J. Smith; but: vitamin C. The next …
        return after.split(maxsplit=1)[0].lower() not in _STARTERS
    return len(before) == 1 and word.isdigit()  # 1. Introduction
