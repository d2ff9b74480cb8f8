"""The National Classification of Occupations 2015 as data: every code, its title and its place in the tree.

What is worked out from it (who is called how, in which words requests are read) is kept with it, once for each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, takewhile
from typing import Literal, get_args

from core.language.dictionary import in_dictionary
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.index.native_words import forms
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.index.tables import parts, table_rows, version
from core.systems.nco_classification.index.titles import head_word, names_in, plain_title

_SHORTEST_PART = 2  # letters; shorter parts of a compound are none
_MOSTLY = 5  # times as often a compound is written together as apart
_WHO_OR_FIELD = re.compile(r"(?<=\w{4})(?:ist|ian|er|or|i|al|ic)$")
_OF_A_FIELD = 10  # families at most in whose titles a word stands that names a field: “machine” and “worker” name none
_SELDOM = 2  # times that an Indian word may stand in English phrases: "kisan" does, "main" and "men" more often
Level = Literal["division", "subdivision", "group", "family", "occupation"]
LEVELS: tuple[Level, ...] = get_args(Level)
DIGITS: dict[Level, int] = {"division": 1, "subdivision": 2, "group": 3, "family": 4, "occupation": 9}


@dataclass(frozen=True)
class FamilyWords:
    """The project's own index of one family: what its people do, and by which words they call their work."""

    text: str
    phrases: tuple[str, ...]
    hindi: tuple[str, ...]


@dataclass(frozen=True)
class BroadTitle:
    """A title that alone does not tell the family, in several languages, with the families it may mean."""

    words: tuple[str, ...]
    families: tuple[str, ...]


@dataclass(frozen=True)
class Classification:
    """All codes with their titles, in the order of the codes, which are as in the source: "7533", "7533.0100".

    `qualifications` are the names that the national qualification packs give to some occupations, by code.
    """

    divisions: Mapping[str, str]
    subdivisions: Mapping[str, str]
    groups: Mapping[str, str]
    families: Mapping[str, str]
    occupations: Mapping[str, str]
    qualifications: Mapping[str, str] = field(repr=False)
    words: Mapping[str, FamilyWords] = field(repr=False)
    broad_titles: Sequence[BroadTitle] = field(repr=False)
    lexicon: Mapping[str, str] = field(repr=False)
    trade_words: Mapping[str, str] = field(repr=False)
    version: str = ""

    @classmethod
    def load(cls) -> Classification:
        """Read the classification that comes with the application, once. Raises `StoreError` for a damaged file."""
        return _load()

    def exists(self, code: str) -> bool:
        """Tell whether this is a code of the classification, of any level."""
        return code in self._titles

    def title(self, code: str) -> str:
        """Give the official title. Raises `KeyError` for a code that is not there."""
        return self._titles[code]

    def level(self, code: str) -> Level:
        """Tell how deep a code stands. Raises `KeyError` for a code that is not there."""
        if code not in self._titles:
            raise KeyError(code)
        return next(level for level in LEVELS if DIGITS[level] == len(code))

    def path(self, code: str) -> list[tuple[Level, str, str]]:
        """List level, code and title from the division down to this code. Raises `KeyError` for an unknown code."""
        deepest = DIGITS[self.level(code)]
        steps = [(level, code[: DIGITS[level]]) for level in LEVELS if DIGITS[level] <= deepest]
        return [(level, prefix, self._titles[prefix]) for level, prefix in steps]

    def below(self, code: str) -> list[str]:
        """List the codes one level below a code, in their order; below "" are the divisions."""
        return self._below.get(code, [])

    def occupations_of(self, family: str) -> list[str]:
        """List the codes of the occupations in a family; some families have none."""
        return self.below(family)

    def vocabulary(self) -> list[str]:
        """List every word of the titles, phrases and texts, as often as it stands there."""
        texts = [*self.families.values(), *self.occupations.values(), *self.qualifications.values()]
        texts += [part for own in self.words.values() for part in (own.text, *own.phrases)]
        return [word for text in texts for word in words(text)]

    @cached_property
    def query_normalizer(self) -> QueryNormalizer:
        """Reads requests in the words of this classification."""
        return QueryNormalizer(
            self.vocabulary(),
            self.lexicon,
            self._families_by_word,
            trade_words=self.trade_words,
            titles=self.families_by_title,
            compounds=self._compounds,
            loans={row["hindi"]: row["latin"].lower() for row in table_rows("hindi_typed.csv", "hindi,latin")},
        )

    @cached_property
    def _compounds(self) -> Mapping[str, str]:
        """Compounds as titles and phrases mostly write them, by how they write them too: “power loom” for “powerloom”,
        “watchman” for “watch man”."""
        texts = [*self.families.values(), *self.occupations.values(), *self.qualifications.values()]
        texts += [phrase for own in self.words.values() for phrase in own.phrases]
        said = [words(plain_title(text)) for text in texts]
        together = Counter(word for one in said for word in one)
        apart = Counter(pair for one in said for pair in pairwise(one) if min(map(len, pair)) > _SHORTEST_PART)
        found: dict[str, str] = {}
        for (first, second), times in apart.items():
            if times >= together[first + second] > 0 and not in_dictionary(first + second):
                found[first + second] = f"{first} {second}"
            elif together[first + second] >= _MOSTLY * times:
                found[f"{first} {second}"] = first + second
        return found

    @cached_property
    def _families_by_word(self) -> Mapping[str, frozenset[str]]:
        """The families in whose titles, phrases and text each word stands."""
        found: dict[str, set[str]] = {}
        titles = [*self.families.items(), *self.occupations.items(), *self.qualifications.items()]
        own = [(code, text) for code, said in self.words.items() for text in (said.text, *said.phrases)]
        for code, text in (*titles, *own):
            for word in words(text):
                found.setdefault(word, set()).add(code[:4])
        return {word: frozenset(families) for word, families in found.items()}

    @cached_property
    def families_by_title(self) -> Mapping[str, frozenset[str]]:
        """The families of every title, phrase and broad title, by its words in lower case."""
        found: dict[str, set[str]] = {}
        for family, own in self.words.items():
            for phrase in (*own.phrases, *own.hindi, self.families[family]):
                found.setdefault(_key(phrase), set()).add(family)
        for broad in self.broad_titles:
            for title in broad.words:
                found.setdefault(_key(title), set()).update(broad.families)
        return {title: frozenset(families) for title, families in found.items()}

    @cached_property
    def families_by_broad_title(self) -> Mapping[frozenset[str], tuple[str, ...]]:
        """The families that each broad title may mean, by its words in any order: also those of each official name that
        stands in several families, or as a phrase in another."""
        found: dict[frozenset[str], set[str]] = {}
        for code, title in (*self.families.items(), *self.occupations.items()):
            for name in names_in(title, self.qualifications.get(code, "")):
                found.setdefault(frozenset(words(plain_title(name))), set()).add(code[:4])
        for family, own in self.words.items():
            for said in found.keys() & {frozenset(words(plain_title(phrase))) for phrase in own.phrases}:
                found[said].add(family)
        several = {name: tuple(sorted(families)) for name, families in found.items() if len(families) > 1}
        listed = {frozenset(words(title)): broad.families for broad in self.broad_titles for title in broad.words}
        return several | {
            name: tuple(dict.fromkeys((*families, *several.get(name, ())))) for name, families in listed.items()
        }

    @cached_property
    def title_heads(self) -> frozenset[str]:
        """The terms that say in the official titles what somebody is: “driver”, “nurse”."""
        titles = (*self.families.values(), *self.occupations.values())
        return frozenset(term for title in titles for term in analyse(head_word(plain_title(title))))

    @cached_property
    def fields(self) -> Mapping[str, frozenset[str]]:
        """The terms of the title of each family that name a field of work: “nursing”, and not “professionals”.

        Who works in it and the field are one: “physiotherapists” and “physiotherapy”.
        """
        terms = {
            family: frozenset(_WHO_OR_FIELD.sub("", term) for term in analyse(title))
            for family, title in self.families.items()
        }
        often = Counter(term for each in terms.values() for term in each)
        return {
            family: frozenset(term for term in each if often[term] <= _OF_A_FIELD) for family, each in terms.items()
        }

    @cached_property
    def hindi_words(self) -> frozenset[str]:
        """Words of Hindi in Latin letters, as people write them; without those that English titles often use."""
        english = {word for word, times in Counter(self.vocabulary()).items() if times > _SELDOM}
        named = {word for own in self.words.values() for phrase in own.hindi for word in words(phrase)}
        listed = {word for word, meant in self.lexicon.items() if not meant or (meant != word and word in named)}
        return frozenset(word for word in listed if word.isascii()) - english

    @cached_property
    def _titles(self) -> dict[str, str]:
        levels = (self.divisions, self.subdivisions, self.groups, self.families, self.occupations)
        return {code: title for level in levels for code, title in level.items()}

    @cached_property
    def _below(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for code in self._titles:
            above = max((digits for digits in DIGITS.values() if digits < len(code)), default=0)
            found.setdefault(code[:above], []).append(code)
        return found


@cache
def _load() -> Classification:
    codes: dict[str, dict[str, str]] = {level: {} for level in LEVELS}
    qualifications: dict[str, str] = {}
    for row in table_rows("classification.csv", "level,code,title,qualification"):
        codes[row["level"]][row["code"]] = row["title"]
        if row["qualification"]:
            qualifications[row["code"]] = row["qualification"]
    own_words = {
        row["code"]: FamilyWords(row["text"], parts(row["phrases"]), parts(row["hindi"]))
        for row in table_rows("families.csv", "code,text,phrases,hindi")
    }
    broad = [
        BroadTitle(parts(row["words"]), parts(row["families"]))
        for row in table_rows("broad_titles.csv", "words,families")
    ]
    lexicon = {
        word: row["english"] for row in table_rows("lexicon.csv", "words,english") for word in parts(row["words"])
    }
    trade_words: dict[str, str] = {}
    for row in table_rows("trade_words.csv", "language,native,romanised,english"):
        for form in forms(parts(row["native"]), parts(row["romanised"]), row["english"]):
            trade_words.setdefault(form, row["english"])
    return Classification(
        codes["division"],
        codes["subdivision"],
        codes["group"],
        codes["family"],
        codes["occupation"],
        qualifications,
        own_words,
        broad,
        lexicon,
        trade_words,
        version(),
    )


def in_common(*codes: str) -> str:
    """Return the digits with which all of these codes begin."""
    together = takewhile(lambda digits: len(set(digits)) == 1, zip(*codes, strict=False))
    return "".join(digits[0] for digits in together)


def _key(title: str) -> str:
    return " ".join(words(title))
