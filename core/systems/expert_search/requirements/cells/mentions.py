"""What people say in their texts: the sentences that hold some words, where these are not denied."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from core.language.clauses import tokens
from core.language.lexicon import alternatives, word_groups
from core.language.names import without_accents
from core.language.negation import NEGATORS, negates
from core.language.sentences import sentences
from core.language.terms import analyse
from core.systems.expert_search.people.records import People

_WORDS = re.compile(r"[a-z]+")
_WORD = re.compile(r"[^\W_]+(?:[-'’&+#.][^\W_]+)*[+#]*")
_STOPS = (". ", "! ", "? ", "\n", "… ")
_ABBREVIATIONS = word_groups("abbreviations")["before a name"] | word_groups("abbreviations")["before a number"]
_STEMMED = 4  # letters of a term whose last letter may be another in the word


@dataclass(frozen=True)
class Mention:
    """A sentence of a `document`, verbatim."""

    words: str
    document: str


def mentions(
    people: People,
    phrases: Iterable[Sequence[str]],
    shows: Callable[[str, int], bool],
    among: Collection[str],
) -> dict[str, Mention]:
    """Return the first sentence of each person `among` these that holds all terms of one of the `phrases`, and that
    `shows` what is looked for: it is asked with the sentence and where in it the first term stands. Only documents that
    hold the terms are read."""
    found: dict[str, Mention] = {}
    for terms in phrases:
        for document, person in people.documents_holding(terms):
            if person in among and person not in found:
                held = next((one for one, at in sentences_holding(people, document, terms) if shows(one, at)), None)
                if held:
                    found[person] = Mention(held, document)
    return found


def sentences_holding(people: People, document: str, terms: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Give the sentences of a document that hold all of some analysed terms, each with where the first one stands."""
    if not terms:
        return
    term, begin = terms[0], _beginning(terms[0])
    for part in parts(people, document):
        lower = _with_places(part.lower(), part)
        at = lower.find(begin)
        if at < 0 and not part.isascii():
            lower = _with_places(without_accents(lower), part)
            at = lower.find(begin)
        while at >= 0:
            end = at + len(begin)
            if not lower[at - 1 : at].isalnum() and term in terms_of(_WORD.match(lower, at)[0]):  # type: ignore[index]
                start, end = _sentence_around(part, at, end)
                sentence = part[start:end]
                if len(terms) == 1 or terms_of(sentence).issuperset(terms):
                    yield sentence, at - start
            at = lower.find(begin, end)


def nearest_sentence(people: People, query: str, documents: Iterable[str]) -> Mention:
    """Return the sentence of some documents that is nearest in meaning; an empty one where they say nothing."""
    said = [
        Mention(piece.text, document)
        for document in documents
        for part in parts(people, document)
        for piece in sentences(part)
    ]
    vectors = people.embedder.encode([query, *(one.words for one in said)])
    likeness = (vectors[1:] @ vectors[0]).tolist()
    return said[max(range(len(said)), key=likeness.__getitem__)] if said else Mention("", "")


def parts(people: People, document: str) -> tuple[str, ...]:
    """Return what somebody says in a document: headline, bio and skills of a profile, the answer to a question."""
    if answer := people.answers.get(document):
        return (answer.answer,)
    expert = people.experts[document]
    return (expert.headline, expert.bio, *re.split(r"[;\n]", expert.skills))


def is_denied(sentence: str, at: int) -> bool:
    """Whether a word before an offset denies what stands there: “never worked in Kenya”, “everywhere except Kenya”.

    A negation reaches over lists, to the next “but”, “because” or semicolon.
    """
    lower = sentence[:at].lower()
    if "n't" not in lower and "n’t" not in lower and _denying().isdisjoint(_WORDS.findall(lower)):
        return False
    before = _contrast().split(sentence[:at])[-1]
    said = tokens(before)
    return bool(_excepting().search(before)) or any(
        negates(token, said[number + 1 :]) for number, token in enumerate(said)
    )


def is_only_denied(people: People, document: str, phrases: Iterable[Sequence[str]]) -> bool:
    """Whether a document holds all terms of one of the `phrases`, and each of its sentences that does denies it."""
    held = list(_denials(people, document, phrases))
    return bool(held) and all(held)


def denies(people: People, document: str, phrases: Iterable[Sequence[str]]) -> bool:
    """Whether a sentence of a document that holds all terms of one of the `phrases` denies it."""
    return any(_denials(people, document, phrases))


def _denials(people: People, document: str, phrases: Iterable[Sequence[str]]) -> Iterator[bool]:
    """Give of each sentence that holds all terms of one of the phrases whether it denies it."""
    held = (found for terms in phrases for found in sentences_holding(people, document, terms))
    return (is_denied(*found) or _is_left_to_others(*found) for found in held)


def _is_left_to_others(sentence: str, at: int) -> bool:
    """Whether what stands at an offset is somebody else's work: “payroll I leave to others”."""
    return bool(_others().search(_contrast().split(sentence[at:])[0]))


@lru_cache(maxsize=50_000)
def terms_of(text: str) -> frozenset[str]:
    """Return the analysed terms of a text."""
    return frozenset(analyse(text))


def _with_places(lower: str, text: str) -> str:
    """Return a text in small letters where each stands at its place; some are two: then the text as it is."""
    return lower if len(lower) == len(text) else text


def _sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the ends of the sentence around text[start:end]; a full stop behind an abbreviation ends none."""
    first = start
    while first:
        first = max(text.rfind(stop, 0, first) + 1 for stop in _STOPS)
        if not _is_abbreviated(text, first - 1):
            break
        first -= 1
    last = end
    while last < len(text):
        stops = [place for stop in _STOPS if (place := text.find(stop, last)) >= 0]
        last = min(stops, default=len(text) - 1) + 1
        if not _is_abbreviated(text, last - 1):
            break
    return first + len(text[first:start]) - len(text[first:start].lstrip()), last


def _is_abbreviated(text: str, stop: int) -> bool:
    word = text[max(0, stop - 12) : stop].rsplit(None, 1)[-1:] if text[stop : stop + 1] == "." else []
    return bool(word) and word[0].lower().replace(".", "") in _ABBREVIATIONS


@lru_cache(maxsize=1_000)
def _beginning(term: str) -> str:
    """Return what all words begin with that are analysed to a term: the stem of “ministry” is “ministri”."""
    return term if len(term) < _STEMMED else term[:-1]


@cache
def _denying() -> frozenset[str]:
    """Return the words of which one stands wherever something is denied."""
    return NEGATORS | {phrase.split()[0] for phrase in word_groups("negation")["exclusion"]}


@cache
def _excepting() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives(word_groups('negation')['exclusion'])})\b", re.IGNORECASE)


@cache
def _others() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives(word_groups('negation')['left to others'])})\b", re.IGNORECASE)


@cache
def _contrast() -> re.Pattern[str]:
    return re.compile(rf"[;:]|\b(?:{alternatives(word_groups('joining_words')['parts clauses'] - {'and'})})\b", re.I)
