"""What a collection of people knows that a request may name: people, organisations, columns and their values."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.clauses import Token, stem, tokens
from core.language.lexicon import word_groups
from core.language.names import plain_name
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.systems.expert_search.people.records import People
from core.systems.expert_search.requirements.cells.mentions import sentences_holding, terms_of
from core.systems.expert_search.requirements.cells.organisations import in_names_of, is_kind, kinds_in_words, kinds_of
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.requirement import Requirement

_BEFORE_NAMES = word_groups("abbreviations")["before a name"] | {"called", "named", "miss"}
_TITLES = word_groups("abbreviations")["before a name"]
_BEFORE_EMPLOYERS = ("from", "at", "for", "with", "by", "of", "the")
_SURE = 0.85  # likeness from which a name is another one misspelt
_MOST_SLIPS = 5  # names of a request that are looked up among all for a slip of the pen
_LONGEST_SURNAME = 3  # words
_RARE = 1  # documents in which a surname stands that is no word of a field
_similarity = DamerauLevenshtein.normalized_similarity
_LONGEST_PHRASE = 4  # words of what may be a topic of a long text
_OF_REQUESTS = GROUPS["person"] | GROUPS["lead"] | GROUPS["frame"] | GROUPS["task"] | GROUPS["kind of employer"]
_LOOKED_AT = 50  # documents that are read for a phrase


@dataclass(frozen=True)
class Collection:
    """One collection, with indexes of what a request may name."""

    people: People

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Full names as they are compared, to the names as written."""
        return {plain_name(one.name): one.name for one in self.people.experts.values()}

    @cached_property
    def first_names(self) -> Mapping[str, int]:
        """The first parts of all names, with how many parts the longest such name has."""
        longest: dict[str, int] = {}
        for name in filter(None, self.names):
            first, *rest = name.split()
            longest[first] = max(longest.get(first, 0), 1 + len(rest))
        return longest

    @cached_property
    def surnames(self) -> Mapping[str, str]:
        """Last parts of names that only one person has, to the full name."""
        last = {full: {plain_name(full.split()[-1]), plain_name(full).split()[-1]} for full in self.names.values()}
        count = Counter(name for names in last.values() for name in names)
        return {name: full for full, names in last.items() for name in names if count[name] == 1 and " " in full}

    @cached_property
    def name_parts(self) -> Mapping[str, str]:
        """All parts of names, those that a hyphen joins too, to the full names, joined by “or”."""
        found: dict[str, str] = {}
        for full in self.names.values():
            for part in set(words(full)):
                found[part] = f"{found[part]} or {full}" if part in found else full
        return found

    @cached_property
    def headlines(self) -> Mapping[str, str]:
        """What people are, by their full names."""
        return {one.name: one.headline for one in self.people.experts.values()}

    @cached_property
    def organisations(self) -> Mapping[str, str]:
        """Organisations as they are compared, to as they are written."""
        return {
            plain_name(one.organisation): one.organisation for one in self.people.experts.values() if one.organisation
        }

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """What the names of organisations begin with, as they are compared: “Ministry of Labour” and Inclusion."""
        parts = (name.split() for name in self.organisations)
        return frozenset(
            " ".join(one[:end]) for one in parts for end in range(1, len(one)) if one[end - 1] not in STOP_WORDS
        )

    @cached_property
    def kinds_of_organisation(self) -> frozenset[str]:
        """Stems of organisations that are called by one word (“Freelance”)."""
        return frozenset(stem(name) for name in self.organisations if " " not in name)

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

    @cached_property
    def topic_stems(self) -> frozenset[str]:
        """Stems of the words by which people say what they know: those of skills and headlines."""
        said = (f"{one.skills} {one.headline}" for one in self.people.experts.values())
        return frozenset(token.stem for text in said for token in tokens(text) if token.content)

    def phrases(self, text: str, most: int) -> list[str]:
        """Return what of a text may be a topic: words side by side of which one at least says what people here know,
        those that say the most first."""
        said: dict[str, float] = {}
        for run in _runs(text):
            known = [word for word in run if word.stem in self.topic_stems and word.word not in _OF_REQUESTS]
            if known and len(run) <= _LONGEST_PHRASE:
                phrase = text[run[0].start : run[-1].end]
                said.setdefault(" ".join(phrase.split()), math.fsum(self.people.idf(word.word) for word in known))
        return sorted(said, key=lambda phrase: -said[phrase])[:most]

    def has_phrase(self, phrase: str) -> bool:
        """Whether words stand side by side in any profile or project answer."""
        wanted = words(phrase)
        if not wanted or any(word not in self.people.document_frequency for word in wanted):
            return False
        said, terms = re.compile(r"\W+".join(map(re.escape, wanted))), analyse(phrase)
        holding = self.people.documents_holding(terms) if terms else []
        return any(said.search(self.people.document_text(one).lower()) for one, _ in holding[:_LOOKED_AT])

    def names_organisation(self, said: str) -> bool:
        """Whether words, or others for the same kind of organisation, stand in the name of one."""
        return any(held.issuperset(terms) for terms in in_names_of(said) for held in self._terms_of_organisations)

    @cached_property
    def _terms_of_organisations(self) -> Sequence[frozenset[str]]:
        return [terms_of(name) for name in self.organisations.values()]

    def tells_kind(self, said: str) -> bool:
        """Whether names of organisations tell that they are of this kind: “hospital”, and not “industry”."""
        return is_kind(said) or stem(said.lower()) in self.kinds_of_organisation

    def speaks_of(self, said: str) -> bool:
        """Whether words, or others for the same kind of organisation, stand together in a sentence of any profile or
        project answer, or in the name of an organisation."""
        wanted = kinds_of(said)
        return (
            not wanted
            or self.names_organisation(said)
            or any(
                next(sentences_holding(self.people, document, terms), None)
                for terms in wanted
                for document, _ in self.people.documents_holding(terms)
            )
        )

    def knows(self, word: str) -> bool:
        """Whether a word stands in any profile or project answer."""
        return word.lower() in self.people.document_frequency


def _runs(text: str) -> Iterator[list[Token]]:
    """Give the runs of words that say something, between others and signs."""
    run: list[Token] = []
    for word in tokens(text):
        if run and (not word.content or text[run[-1].end : word.start].strip(" -")):
            yield run
            run = []
        run += [word] if word.content else []
    if run:
        yield run


def collection_of(people: People) -> Collection:
    """Return the indexes of a collection, made once and kept with it."""
    kept: Collection = vars(people).setdefault("_collection", Collection(people))
    return kept


def people_named(text: str, collection: Collection) -> Iterator[Found]:
    """Find people of the collection by their full name, an only surname, or a full name with a slip of the pen."""
    said = tokens(text)
    tries = _MOST_SLIPS
    end = -1
    for place, word in enumerate(said):
        if word.start < end:
            continue
        found = _full_name(text, said, place, collection) or _surname(text, said, place, collection)
        before = said[place - 1] if place else None
        if before and before.word in _BEFORE_NAMES and text[word.start].isupper():
            name = collection.name_parts.get(word.word)
            if not found and name:
                found = Found(word.start, word.end, Requirement("person", name), f"taken for {name}")
            found = replace(found, start=before.start) if found else None
        if not found and tries and _may_be_name(text, said, place, collection):
            tries -= 1
            found = _slip(text, said, place, collection)
        if found:
            end = found.end
            title = said[place - 1] if place and said[place - 1].word in _TITLES else None
            yield replace(found, start=title.start) if title else found


def organisations_named(text: str, collection: Collection) -> Iterator[Found]:
    """Find organisations of the collection by their full name, and kinds of them that are called by several words."""
    said = tokens(text)
    longest = min(10, max(len(name.split()) for name in (*collection.organisations, *kinds_in_words())))
    for place in range(len(said)):
        for length in range(min(longest, len(said) - place), 0, -1):
            start, end = said[place].start, said[place + length - 1].end
            called = plain_name(text[start:end])
            name = collection.organisations.get(called) or kinds_in_words().get(called)
            if not name and place and said[place - 1].word in _BEFORE_EMPLOYERS and _begins_a_name(called, collection):
                name = text[start:end]
            if name and (length > 1 or text[start].isupper()):
                yield Found(start, end, Requirement("organisation", name))
                break


def _begins_a_name(called: str, collection: Collection) -> bool:
    """Whether names of organisations begin so, and it is more than their kind: “Ministry of Labour”."""
    return called in collection.beginnings and not is_kind(called)


def _full_name(text: str, said: Sequence[Token], place: int, collection: Collection) -> Found | None:
    longest = collection.first_names.get(plain_name(said[place].word), 0)
    for length in range(min(longest, len(said) - place), 1, -1):
        start, end = said[place].start, said[place + length - 1].end
        if name := collection.names.get(plain_name(text[start:end])):
            return Found(start, end, Requirement("person", name))
    return None


def _surname(text: str, said: Sequence[Token], place: int, collection: Collection) -> Found | None:
    """Take a surname for one where no sentence gave it its capital, or where it stands for the whole request."""
    if not text[said[place].start].isupper():
        return None
    for length in range(min(_LONGEST_SURNAME, len(said) - place), 0, -1):
        start, end = said[place].start, said[place + length - 1].end
        name = collection.surnames.get(plain_name(text[start:end]))
        alone = length == len(said)
        inside = place > 0 and said[place - 1].sentence == said[place].sentence
        rare = collection.people.document_frequency[said[place].word] <= _RARE
        if name and (alone or (inside and rare)):
            return Found(start, end, Requirement("person", name), assumed="" if alone else f"taken for {name}")
    return None


def _may_be_name(text: str, said: Sequence[Token], place: int, collection: Collection) -> bool:
    """Whether two words with capitals begin here, one of which nobody uses."""
    two = said[place : place + 2]
    capitals = len(two) == 2 and all(text[word.start].isupper() for word in two) and two[0].sentence == two[1].sentence
    return capitals and not all(collection.knows(word.word) for word in said[place : place + 3])


def _slip(text: str, said: Sequence[Token], place: int, collection: Collection) -> Found | None:
    """Read two to four words as the name that they are nearly."""
    for length in (4, 3, 2):
        start, end = said[place].start, said[min(place + length, len(said)) - 1].end
        near = process.extractOne(
            plain_name(text[start:end]), list(collection.names), scorer=_similarity, score_cutoff=_SURE
        )
        if near and place + length <= len(said):
            name = collection.names[near[0]]
            return Found(start, end, Requirement("person", name), assumed=f"read as “{name}”")
    return None
