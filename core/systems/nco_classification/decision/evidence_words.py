"""Which words of a request stand in the evidence of what was found for it: these were used, the others were not.

A word counts in any of its forms: as typed, parted, cut to its stem, in English, or spelt nearly so. Evidence is all
that is written about the first of the families that were found. What somebody does is found where it is done, or where
who does it is named: “trains dogs” is in “dog trainer” and in no “train driver”.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.language.dictionary import in_dictionary, is_english
from core.language.reading import Reading, Word
from core.language.spelling import likeness
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.language.transliteration import romanise
from core.systems.nco_classification.decision.own_words import texts_of
from core.systems.nco_classification.decision.request_words import KNOWN, UNKNOWN
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer, forms_of

FOUND = "found in what describes the likeliest groups"
NOT_FOUND = "in no text of the likeliest groups"
_FIRST = 3  # families; a word that speaks for the tenth of them speaks for none that is shown
_DOES = re.compile(r"(?:^|[,;.:\n]|\b(?:i|we|he|she|they|who|and|also|now|mainly|mostly))\s*$", re.IGNORECASE)
_AGENT = re.compile(r"\w{3}[eo]r$")
_CLAUSES = re.compile(r"[,;.:]\s*|\s+and\s+")
_ALIKE = 0.7  # likeness from which two words share enough groups of letters to be found by them
_SHORTEST = 5  # letters of a word that is found by its letters


def settle(
    reading: Reading,
    candidates: Sequence[Candidate],
    known: Classification,
    normalizer: QueryNormalizer,
    offered: Sequence[str] = (),
) -> Reading:
    """Tell of each word whether it stands in the evidence of the candidates, or in what is `offered` to choose from;
    without any candidate, nothing changes."""
    if not candidates:
        return reading
    first = candidates[:_FIRST]
    texts = [text for one in first for text in texts_of(one.family, known)]
    texts += [match.text for one in first for match in one.evidence]
    texts += offered
    held = frozenset(term for text in texts for term in _terms(text))
    own = [words_of.text for one in first if (words_of := known.words.get(one.family))]
    done = frozenset((*_begin(own), *(word for text in texts for word in words(text)[:1] if word.endswith("s"))))
    seen = [*offered, *(match.text for one in first for match in one.evidence)]
    shown = frozenset(term for text in seen for term in _terms(text))
    acted = frozenset(one[:cut] for one in held if _AGENT.search(one) for cut in (-1, -2))
    said = (
        (word, shown | acted | _others(word, held, done) if _is_done(word, reading.request) else held)
        for word in reading.words
    )
    joined = frozenset(pair for text in texts for pair in _joined(text))
    settled = tuple(
        replace(one, fate="used", as_=FOUND)
        if one.as_ in (UNKNOWN, NOT_FOUND) and _parted_otherwise(word, reading.request, held, joined)
        else one
        for word, one in zip(reading.words, (_settled(word, among, normalizer) for word, among in said), strict=True)
    )
    return replace(reading, words=settled)


def known_part(text: str, reading: Reading) -> str:
    """Leave out of a text what could not be used: nothing was found by it."""
    unused = {part for word in reading.unused for part in words(romanise(word.text))}
    return " ".join(part for part in text.split() if not words(part) or not unused.issuperset(words(part)))


def words_not_in(text: str, family: str, known: Classification, normalizer: QueryNormalizer) -> list[str]:
    """List the words of a text, each once and in lower case, that stand in no text of a family, in any of their
    forms."""
    texts = texts_of(family, known)
    held = frozenset(term for written in texts for term in _terms(written))
    joined = frozenset(pair for written in texts for pair in _joined(written))
    told = {word for one, other in pairwise(words(text)) if one + other in held for word in (one, other)}
    return [
        word for word in dict.fromkeys(words(text))
        if word not in STOP_WORDS | joined | told and not any(
            form in held for one in (word, *words(normalizer.read(word).english)) for form in forms_of(one)
        )
    ]  # fmt: skip


def _is_done(word: Word, request: str) -> bool:
    """Tell whether a word says what somebody does: “trains” at a beginning, before what is trained."""
    told = word.text.lower()
    verb = told.endswith("s") and in_dictionary(f"{told.removesuffix('s').removesuffix('e')}ing")
    return verb and bool(words(request[word.end :])) and _DOES.search(request[: word.start]) is not None


def _begin(texts: Sequence[str]) -> Iterator[str]:
    """Give the words with which the clauses of first sentences begin: of what people do they are verbs."""
    for text in texts:
        for clause in _CLAUSES.split(text.lower().split(". ")[0]):
            yield from words(clause)[:1]


def _others(word: Word, held: Collection[str], done: Collection[str]) -> frozenset[str]:
    """Return what is held but for the forms of a verb that are nouns where no clause begins with them."""
    told = word.text.lower()
    bare = {told, told.removesuffix("s"), told.removesuffix("es")} - set(done)
    acts = any(one not in bare and analyse(one) == analyse(told) for one in held if one.startswith(told[:3]))
    return frozenset(held) if acts else frozenset(held) - bare - set(analyse(told))


def _settled(word: Word, held: Collection[str], normalizer: QueryNormalizer) -> Word:
    if word.as_ not in (KNOWN, UNKNOWN):
        return word
    latin = romanise(word.text).lower()
    english = words(normalizer.read(latin).english)
    forms = [form for one in (latin, *english) for form in forms_of(one)]
    if any(form in held for form in forms):
        return replace(word, fate="used", as_=FOUND)
    alike = (other for other in held if other[0] == latin[0] and likeness(latin, other) >= _ALIKE)
    near = max(alike, key=lambda other: (likeness(latin, other), other), default="")
    if word.as_ == UNKNOWN and near and len(latin) >= _SHORTEST and not is_english(latin):
        return replace(word, fate="used", as_=f"spelt nearly as “{near}”")
    return replace(word, fate="unused", as_=UNKNOWN if word.as_ == UNKNOWN else NOT_FOUND)


def _parted_otherwise(word: Word, request: str, held: Collection[str], joined: Collection[str]) -> bool:
    """Tell whether a word is held but for a hyphen or a blank in it: “midday” in “mid-day”, or the other way."""
    itself, before, after = words(word.text), words(request[: word.start])[-1:], words(request[word.end :])[:1]
    around = [*_joined(" ".join((*before, *itself))), *_joined(" ".join((*itself, *after)))]
    return "".join(itself) in joined or any(pair in held for pair in around)


def _joined(text: str) -> list[str]:
    """Return each two words that stand beside each other as one."""
    return [one + other for one, other in pairwise(words(text))]


def _terms(text: str) -> list[str]:
    return [*words(text), *analyse(text)]
