"""The classification as it is looked up: what stands above, below and beside a code, and what is written about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.decision.own_words import terms_of
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.official import Official, official_of, read_official

_OTHERS = "99"  # behind the dot


@dataclass(frozen=True)
class Written:
    """One text about a code: its title, an everyday phrase, an Indian word, what is done, an official description."""

    code: str
    kind: Kind
    text: str


@dataclass(frozen=True, eq=False)
class Codebook:
    """The classification with the official descriptions by code, where the owner brought them. Immutable."""

    classification: Classification
    official: Mapping[str, str] = field(default_factory=dict)

    def above(self, code: str) -> str:
        """Tell the code in which this one lies; "" for a division. Raises `KeyError` for an unknown code."""
        path = self.classification.path(code)
        return path[-2][1] if len(path) > 1 else ""

    def below(self, code: str) -> Sequence[str]:
        """List what lies one level below, in the order of the codes; below "" are the divisions."""
        return self.classification.below(code)

    def siblings(self, code: str) -> list[str]:
        """List what lies beside a code in the same part of the classification. Raises as `above` does."""
        return [other for other in self.below(self.above(code)) if other != code]

    def written(self, code: str) -> Sequence[Written]:
        """List all that is written about a code itself, its title first; nothing of what lies below. Raises as `above`
        does."""
        return self._written[code]

    @cached_property
    def texts(self) -> list[Written]:
        """All that is written about any code."""
        return [text for texts in self._written.values() for text in texts]

    @cached_property
    def _codes(self) -> list[str]:
        known = self.classification
        return [*known.divisions, *known.subdivisions, *known.groups, *known.families, *known.occupations]

    @cached_property
    def _written(self) -> dict[str, list[Written]]:
        known = self.classification
        found = {code: [Written(code, "title", known.title(code))] for code in self._codes}
        for code, name in known.qualifications.items():
            found[code].append(Written(code, "title", name))
        for family, own in known.words.items():
            found[family].append(Written(family, "text", own.text))
            found[family] += [Written(family, "phrase", phrase) for phrase in own.phrases]
            found[family] += [Written(family, "hindi", word) for word in own.hindi]
        for code, text in self.official.items():
            if code in found:
                found[code].append(Written(code, "official", text))
        return found


def as_code(written: str, known: Classification) -> str:
    """Read a code as people write it: "72120300", "7212 0300" and "7212.0300" are one; "" for what is none."""
    digits = "".join(written.split()).replace(".", "").replace("-", "")
    if not digits.isdecimal() or not digits.isascii():
        return ""
    whole = len(digits) == DIGITS["occupation"] - 1  # all but the dot
    code = f"{digits[: DIGITS['family']]}.{digits[DIGITS['family'] :]}" if whole else digits
    return code if known.exists(code) else ""


def in_order(family: str, likeness: Mapping[str, float], known: Classification, said: str = "") -> list[str]:
    """Order the occupations of a family as they are offered: first the one that words which were `said` name, then the
    likest to the words (in hundredths, as it is shown), equally like ones by their code, and last what is for all
    others, however like its title is."""
    named = named_in(said, family, known)
    return sorted(
        known.occupations_of(family),
        key=lambda code: (code != named, is_rest(code), -round(likeness.get(code, 0.0), 2), code),
    )


def named_in(said: str, family: str, known: Classification) -> str:
    """Name the one occupation of a family whose title has a word of what was said that no sibling has, also written
    together or apart (“forklift”); "" where there is none, or more than one."""
    own = terms_of(said, known.query_normalizer) | _joined(said)
    told = {
        code: own & {*analyse(known.title(code)), *_joined(known.title(code))} for code in known.occupations_of(family)
    }
    often = Counter(term for terms in told.values() for term in terms)
    named = [code for code, terms in told.items() if any(often[term] == 1 for term in terms)]
    return named[0] if len(named) == 1 and not is_rest(named[0]) else ""


def _joined(text: str) -> set[str]:
    return {term for one, other in pairwise(words(text.lower())) for term in analyse(one + other)}


def is_rest(code: str) -> bool:
    """Tell whether an occupation is for all of its family that have none of their own: “…, Other”."""
    return code[DIGITS["family"] + 1 :].startswith(_OTHERS)


def open_codebook(folder: Path) -> Codebook:
    """Return the book with the official descriptions that this owner brought; made once for each.

    Raises `StoreError` when they cannot be read.
    """
    return _open(folder, official_of(folder))


@lru_cache(maxsize=4)
def _open(folder: Path, card: Official | None) -> Codebook:
    return Codebook(Classification.load(), read_official(folder) if card else {})
