"""Words of everyday Hindi in Latin letters: forms of common verbs, and words for time, place, kin, body and home.

A verb is known by its stem and the endings of Hindi, however they are romanised: karta, karke, karwati, kariye. The
stems and the other words are data: assets/lexicon/everyday_hindi.csv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from core.language.dictionary import in_dictionary
from core.language.lexicon import rows
from core.language.spelling import simple_spelling
from core.language.transliteration import as_said

# What stands after the stem: nothing, the participles and the infinitive, “having done”, past, future, request, doer.
_ENDING = re.compile(
    r"(?:v|va)?(?:|[aeiou]|[uio]n|t[aei]n?|n[aei]|(?:ne|na)val[aeio]n?|k[er]|ka?r|kark?e|y[aei]n?|i?ye|iy[aeo]|io"
    r"|[aeu]?u?ng[aei]|e?g[aei]|oge)"
)
_KINDS = {"word": ("word", "small"), "verb": ("verb", "auxiliary")}
_SAME = re.compile(r"k?chh?(?=ch)|k(?=ch)")  # bacche, bachche and bachhe
_ASPIRATE = re.compile(r"(?<=[bdgjkt])h")
_COMMON = ("ta", "ti", "te", "na", "ne", "kar", "ke", "nevala", "nevali")
_DOUBLED = re.compile(r"([b-dfgj-np-tv-z])\1")  # in no verb: a laddu is a sweet, and lada is loaded
_SHORT = 2  # letters of a stem that its h tells from another: dono is both, and dhona washing
_LONGEST = 20  # letters; no form of a listed word is longer
_MOST_UNSAID = 4  # vowels of one word that a script writes and nobody says


@lru_cache(maxsize=50_000)
def everyday_hindi(word: str, *, beside_hindi: bool = False) -> str | None:
    """Return what a lower-case word of everyday Hindi means, "" where that says nothing of any work; else None.

    What English has too is meant only `beside_hindi`, and only as it is listed: purana, log.
    """
    if len(word) > _LONGEST:
        return None
    if in_dictionary(word):
        return _as_listed().get(word) if beside_hindi else None
    verb = not _DOUBLED.search(word)
    meant = _known(_plain(word), aspirated=False, verb=verb)
    return _known(_plain(word, aspirated=True), aspirated=True, verb=verb) if meant is None else meant


def is_everyday(word: str) -> bool:
    """Tell whether a lower-case word in Latin letters is listed as a word of everyday Hindi, in this spelling."""
    return word in _as_listed()


def is_function_word(word: str) -> bool:
    """Tell whether a romanised word of Hindi only holds a sentence together, as pronouns and postpositions do."""
    forms = [_plain(form) for form in as_said(word)] if len(word) <= _LONGEST else []
    return any(form in _listed("small", False) or _verb(form, False, "auxiliary") is not None for form in forms)


def everyday_hindi_in_script(word: str) -> str | None:
    """Return the same of a word that was written in Devanagari; its unsaid vowels are there: karata is karta."""
    if len(word) > _LONGEST:
        return None
    verb = not _DOUBLED.search(word)
    found = (_known(_plain(form, aspirated=True), aspirated=True, verb=verb) for form in _as_said(word))
    return next((meant for meant in found if meant is not None), None)


@lru_cache(maxsize=50_000)
def _known(plain: str, *, aspirated: bool, verb: bool) -> str | None:
    listed = _listed("word", aspirated).get(plain)
    return _verb(plain, aspirated) if listed is None and verb else listed


@cache
def everyday_forms() -> tuple[str, ...]:
    """List the words, and the commonest forms of the verbs, for who looks for them otherwise than by their letters."""
    listed = [row["word"] for row in rows("everyday_hindi") if row["kind"] in _KINDS["word"]]
    stems = [row["word"] for row in rows("everyday_hindi") if row["kind"] in _KINDS["verb"]]
    return (*listed, *(f"{stem}{end}" for stem in stems for end in _COMMON))


def _as_said(word: str) -> Iterator[str]:
    """Give a romanised word with and without each short “a” inside it."""
    parts = re.split(r"(?<=[^a])a(?=[^a])", word)
    if len(parts) - 1 > _MOST_UNSAID:
        yield word
        return
    for vowels in product(("a", ""), repeat=len(parts) - 1):
        yield "".join(letters for pair in zip(parts, (*vowels, ""), strict=True) for letters in pair)


def _verb(plain: str, aspirated: bool, kind: str = "verb") -> str | None:
    """Return what the longest listed stem means that makes this word with an ending, also “has it done”: banwata."""
    stems = _listed(kind, aspirated)
    for size in range(len(plain), 0 if aspirated or kind != "verb" else _SHORT, -1):
        stem = plain[:size]
        if stem in stems and _ends(plain[size:]):
            return stems[stem]
    return None


@lru_cache(maxsize=10_000)
def _ends(rest: str) -> bool:
    return _ENDING.fullmatch(rest) is not None


@cache
def _listed(kind: str, aspirated: bool) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for row in rows("everyday_hindi"):
        if row["kind"] in _KINDS.get(kind, (kind,)):
            found.setdefault(_plain(row["word"], aspirated=aspirated), row["english"])
    return found


@cache
def _as_listed() -> Mapping[str, str]:
    return {row["word"]: row["english"] for row in rows("everyday_hindi") if row["kind"] in _KINDS["word"]}


def _plain(word: str, *, aspirated: bool = False) -> str:
    """Bring a word into one spelling; a script tells k from kh, which Latin letters often do not."""
    return _SAME.sub("", simple_spelling(_ASPIRATE.sub("H", word) if aspirated else word)).lower()
