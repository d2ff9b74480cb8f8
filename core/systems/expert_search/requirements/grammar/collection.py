"""What a collection of people knows that a request may name: people, organisations, columns and their values."""

from __future__ import annotations

import re
import weakref
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from rapidfuzz.distance import DamerauLevenshtein

from core.language.clauses import Token, stem, tokens
from core.language.comparators import with_bound
from core.language.names import plain_name
from core.language.quantities import Quantity, quantities
from core.language.tokens import words
from core.systems.expert_search.people.records import Corpus, People
from core.systems.expert_search.requirements.grammar.pieces import Found
from core.systems.expert_search.requirements.requirement import Requirement

_SURE = 0.85  # likeness from which a name is another one misspelt
_LOOKED_AT = 50  # documents that are read for a phrase
_MOST_VALUES = 400  # a column with more distinct values than this is a text of its own


@dataclass(frozen=True)
class Collection:
    """One collection, with indexes of what a request may name."""

    people: People

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Full names as they are compared, to the names as written."""
        return {plain_name(one.name): one.name for one in self.people.experts.values()}

    @cached_property
    def surnames(self) -> Mapping[str, str]:
        """Last parts of names that only one person has, to the full name."""
        count = Counter(name.split()[-1] for name in self.names if " " in name)
        return {
            name.split()[-1]: full for name, full in self.names.items() if " " in name and count[name.split()[-1]] == 1
        }

    @cached_property
    def organisations(self) -> Mapping[str, str]:
        """Organisations as they are compared, to as they are written."""
        return {
            plain_name(one.organisation): one.organisation for one in self.people.experts.values() if one.organisation
        }

    @cached_property
    def columns(self) -> Mapping[str, Mapping[str, str]]:
        """For each further column its distinct values as they are compared, to as they are written."""
        found: dict[str, dict[str, str]] = {}
        for one in self.people.experts.values():
            for name, value in one.more.items():
                found.setdefault(name, {})[plain_name(value)] = value
        return found

    @cached_property
    def topics(self) -> Sequence[str]:
        """What most people have among their skills or as a headline, the most frequent first."""
        said: Counter[str] = Counter()
        written: dict[str, str] = {}
        for one in self.people.experts.values():
            for part in {*re.split(r"[;,|]", one.skills), one.headline}:
                if key := plain_name(part):
                    said[key] += 1
                    written.setdefault(key, part.strip())
        return [written[key] for key, _ in sorted(said.items(), key=lambda pair: (-pair[1], pair[0]))]

    def has_phrase(self, phrase: str) -> bool:
        """Whether words stand side by side in any profile or project answer."""
        wanted = words(phrase)
        if not wanted or any(word not in self.people.document_frequency for word in wanted):
            return False
        said = re.compile(r"\W+".join(map(re.escape, wanted)))
        corpora: tuple[Corpus, ...] = ("profile", "project")
        for corpus in corpora:
            index = self.people._corpora[corpus].index
            scores = index.keyword_scores(phrase)
            for place in np.argsort(-scores)[:_LOOKED_AT]:
                if scores[place] <= 0:
                    break
                if said.search(self.people.document_text(index.ids[place]).lower()):
                    return True
        return False

    def knows(self, word: str) -> bool:
        """Whether a word stands in any profile or project answer."""
        return word.lower() in self.people.document_frequency


_opened: dict[int, tuple[weakref.ref[People], Collection]] = {}


def _forget(key: int, opened: dict[int, tuple[weakref.ref[People], Collection]], _: object) -> None:
    opened.pop(key, None)


def collection_of(people: People) -> Collection:
    """Return the indexes of a collection, made once."""
    kept = _opened.get(id(people))
    if kept and kept[0]() is people:
        return kept[1]
    made = Collection(people)
    _opened[id(people)] = (weakref.ref(people, partial(_forget, id(people), _opened)), made)
    return made


def people_named(text: str, collection: Collection) -> Iterator[Found]:
    """Find people of the collection by their full name, an only surname, or a full name with a slip of the pen."""
    said = tokens(text)
    place = 0
    longest = max((len(name.split()) for name in collection.names), default=0)
    while place < len(said):
        found = _full_name(text, said, place, longest, collection) or _slip(text, said, place, collection)
        found = found or _surname(text, said, place, collection)
        if found:
            yield found
            while place < len(said) and said[place].start < found.end:
                place += 1
        else:
            place += 1


def organisations_named(text: str, collection: Collection) -> Iterator[Found]:
    """Find organisations of the collection by their full name."""
    said = tokens(text)
    longest = min(10, max((len(name.split()) for name in collection.organisations), default=0))
    for place in range(len(said)):
        for length in range(min(longest, len(said) - place), 0, -1):
            start, end = said[place].start, said[place + length - 1].end
            if name := collection.organisations.get(plain_name(text[start:end])):
                if length > 1 or text[start].isupper():
                    yield Found(start, end, Requirement("organisation", name))
                    break


def _full_name(text: str, said: Sequence[Token], place: int, longest: int, collection: Collection) -> Found | None:
    for length in range(min(longest, len(said) - place), 1, -1):
        start, end = said[place].start, said[place + length - 1].end
        if name := collection.names.get(plain_name(text[start:end])):
            return Found(start, end, Requirement("person", name))
    return None


def _surname(text: str, said: Sequence[Token], place: int, collection: Collection) -> Found | None:
    """A surname is one where it is written with a capital that no sentence gave it, or stands for the whole request."""
    word = said[place]
    name = collection.surnames.get(plain_name(word.word))
    alone = len(said) == 1
    capital = text[word.start].isupper() and (place > 0 and said[place - 1].sentence == word.sentence)
    if not name or not (alone or capital) or not _no_word(word, collection, alone):
        return None
    return Found(word.start, word.end, Requirement("person", name), assumed="" if alone else f"meaning {name}")


def _no_word(word: Token, collection: Collection, alone: bool) -> bool:
    """Whether a surname is no word that people use: it stands in one document, its own profile, or so."""
    return collection.people.document_frequency[word.word] <= (1 if not alone else 3)


def _slip(text: str, said: Sequence[Token], place: int, collection: Collection) -> Found | None:
    """Read two words with capitals, one of which nobody uses, as the name that they are nearly."""
    if place + 1 >= len(said) or said[place + 1].sentence != said[place].sentence:
        return None
    start, end = said[place].start, said[place + 1].end
    if not (text[start].isupper() and text[said[place + 1].start].isupper()):
        return None
    if all(collection.knows(word.word) for word in said[place : place + 2]):
        return None
    near = plain_name(text[start:end])
    likely = [
        (DamerauLevenshtein.normalized_similarity(near, name, score_cutoff=_SURE), full)
        for name, full in collection.names.items()
    ]
    score, name = max(likely, default=(0.0, ""))
    if score < _SURE:
        return None
    return Found(start, end, Requirement("person", name), assumed=f"read as “{name}”")


def columns_named(text: str, collection: Collection) -> Iterator[Found]:
    """Find further columns of the table: a number beside the name of one, or a value of one."""
    said = tokens(text)
    amounts = [one for one in quantities(text) if not one.implied]
    for column, values in collection.columns.items():
        stems = {stem(word) for word in words(column.replace("_", " "))}
        spots = [word for word in said if word.stem in stems and word.content]
        if _numeric(values):
            yield from _bounded(text, column, spots, amounts)
        elif len(values) <= _MOST_VALUES:
            yield from _valued(text, column, values, said, spots)


def _numeric(values: Mapping[str, str]) -> bool:
    numbers = sum(bool(re.fullmatch(r"\D{0,4}\d[\d., ]*\D{0,8}", value)) for value in values.values())
    return bool(values) and numbers >= 0.8 * len(values)


def _bounded(text: str, column: str, spots: Sequence[Token], amounts: Sequence[Quantity]) -> Iterator[Found]:
    for one in amounts:
        near = [spot for spot in spots if -40 < one.start - spot.end < 40 or 0 <= spot.start - one.end < 30]
        if not near or (one.dimension == "time" and "year" not in column):
            continue
        start, end = with_bound(text, one.start, one.end)
        low = one.written if one.bound in ("above", "") and one.bound else None
        high = one.written if one.bound == "below" else None
        if low is None and high is None:
            low = high = one.written
        wanted = Requirement("column", "", low=low, high=high, column=column)
        yield Found(min(start, *(spot.start for spot in near)), max(end, *(spot.end for spot in near)), wanted)
        return


def _valued(
    text: str, column: str, values: Mapping[str, str], said: Sequence[Token], spots: Sequence[Token]
) -> Iterator[Found]:
    longest = min(6, max((len(value.split()) for value in values), default=0))
    yes = {"yes", "true", "y", "no", "false", "n", ""}
    flag = bool(values) and set(values) <= yes
    if flag and spots:
        yield Found(spots[0].start, spots[-1].end, Requirement("column", "yes", column=column))
        return
    for place in range(len(said)):
        for length in range(min(longest, len(said) - place), 0, -1):
            start, end = said[place].start, said[place + length - 1].end
            value = values.get(plain_name(text[start:end]))
            if value is None or plain_name(value) in yes or not any(w.content for w in said[place : place + length]):
                continue
            beside = [spot for spot in spots if abs(spot.place - place) <= 4]
            if beside:
                first, last = min(start, *(s.start for s in beside)), max(end, *(s.end for s in beside))
                yield Found(first, last, Requirement("column", value, column=column))
                break
