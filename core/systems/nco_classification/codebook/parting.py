"""What parts a code from those beside it: by what people can tell of their job, and in the words of its own texts.

The one place that says so: the page of a code shows it, and whatever else wants to tell siblings apart asks here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.codebook.book import Codebook
from core.systems.nco_classification.questions.attributes import Attribute, load_attributes

MOST_WORDS = 7
_OWN = {"title": 3, "text": 3, "official": 3}  # how often such a text counts; an everyday phrase counts once
_BELOW = 1  # … and so does the title of what lies below
_CLEAR = 4  # times as often as its sibling does a code say a word that parts them
_SAYS_NOTHING = frozenset(analyse("other others general not elsewhere classified worker workers related including"))


@dataclass(frozen=True)
class Parting:
    """A sibling, with the words that speak for the code itself (`here`) and for the sibling (`there`), the most telling
    first; either may be empty."""

    code: str
    here: tuple[str, ...]
    there: tuple[str, ...]


def what_parts(code: str, siblings: Sequence[str], book: Codebook) -> list[Parting]:
    """Tell for each sibling which words part it from a code. Raises `KeyError` for an unknown code."""
    said = {one: _said(one, book) for one in (code, *siblings)}
    spread = Counter(term for one in said.values() for term in one.shares)
    return [
        Parting(
            other,
            _more_often(said[code], said[other], spread),
            _more_often(said[other], said[code], spread),
        )
        for other in siblings
    ]


@dataclass(frozen=True)
class PartingAttribute:
    """Something that people can tell of their job and that parts a family from siblings: the question, the answer
    `here`, and the other answers `there`, each with the siblings that have it."""

    question: str
    here: str
    there: tuple[tuple[str, tuple[str, ...]], ...]


def attributes_that_part(family: str, siblings: Sequence[str]) -> list[PartingAttribute]:
    """Tell by which attributes a family is parted from siblings, that which parts it from most of them first.

    None for what is no family: attributes are told of families.
    """
    every, found = load_attributes(), []
    for attribute in every.all.values():
        there: dict[str, list[str]] = {}
        for sibling in siblings:
            if attribute.name in every.parts(family, sibling):
                there.setdefault(_told(attribute, every.values(attribute.name, sibling)), []).append(sibling)
        if there:
            answers = tuple((words, tuple(codes)) for words, codes in there.items())
            here = _told(attribute, every.values(attribute.name, family))
            found.append(PartingAttribute(attribute.question.english, here, answers))
    return sorted(found, key=lambda one: -sum(len(codes) for _, codes in one.there))


def _told(attribute: Attribute, values: Collection[str]) -> str:
    """Write the answers that are right for a family, in the order of the list that is asked."""
    return " / ".join(told.english for value, told in attribute.values.items() if value in values)


def own_words(parted: Sequence[Parting]) -> tuple[str, ...]:
    """Choose the words that part a code from most of its siblings, the most telling first."""
    counts = Counter(word for one in parted for word in one.here)
    places = {word: min(one.here.index(word) for one in parted if word in one.here) for word in counts}
    return tuple(sorted(counts, key=lambda word: (-counts[word], places[word], word))[:MOST_WORDS])


@dataclass(frozen=True)
class _Said:
    """How large a share of the texts of a code says each term, and in which word most of them do."""

    shares: Mapping[str, float]
    words: Mapping[str, str]


def _said(code: str, book: Codebook) -> _Said:
    texts = [(text.text, _OWN.get(text.kind, 1)) for text in book.written(code) if text.kind != "hindi"]
    texts += [(book.classification.title(below), _BELOW) for below in book.below(code)]
    counts: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for text, times in texts:
        spelt = dict(_pairs(words(text)))
        counts.update(dict.fromkeys(spelt, times))
        for term, word in spelt.items():
            forms.setdefault(term, Counter())[word] += times
    total = sum(times for _, times in texts)
    return _Said(
        {term: count / total for term, count in counts.items()},
        {term: min(spelt, key=lambda word: (-spelt[word], word)) for term, spelt in forms.items()},
    )


def _pairs(found: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Pair each word that tells something with its term."""
    for word in found:
        terms = analyse(word)
        if terms and len(word) > 2 and word.isalpha() and terms[0] not in _SAYS_NOTHING:
            yield terms[0], word


def _more_often(mine: _Said, its: _Said, spread: Mapping[str, int]) -> tuple[str, ...]:
    """Choose the terms that one code says far more often; those that fewer siblings say at all come first."""
    telling = {
        term: (share - its.shares.get(term, 0.0)) / spread[term]
        for term, share in mine.shares.items()
        if share >= _CLEAR * its.shares.get(term, 0.0)
    }
    best = sorted(telling, key=lambda term: (-telling[term], term))[:MOST_WORDS]
    return tuple(mine.words[term] for term in best)
