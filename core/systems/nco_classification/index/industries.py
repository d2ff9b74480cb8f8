"""Industries as they are told in surveys, in words or as codes of the NIC 2008, and the families that work in them.

Two tables of data: `industries.csv` has the words by which the divisions of the NIC are told, `family_industries.csv`
the divisions in which the people of a family usually work. A family that stands in no row of it works anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.language.terms import analyse
from core.systems.nco_classification.index.tables import table_rows

_CODE = re.compile(r"\W*(?:nic\W*(?:2008\W*)?)?(\d{1,5})\W*", re.IGNORECASE)
_LONGEST = 4  # terms of a phrase that names an industry


class Industries:
    """Reads what is said of a workplace as divisions of the NIC, and tells which families work there."""

    def __init__(self, families: Sequence[str]) -> None:
        """`families` are their codes, in the order in which `affinity` tells of them. Raises `StoreError`."""
        self._phrases: dict[tuple[str, ...], frozenset[str]] = {}
        self._titles: dict[str, str] = {}
        for row in table_rows("industries.csv", "division,title,words"):
            divisions = frozenset(_divisions(row["division"]))
            for phrase in (row["title"], *row["words"].split(";")):
                if terms := tuple(analyse(phrase)):
                    self._phrases[terms] = self._phrases.get(terms, frozenset()) | divisions
            if len(divisions) == 1:
                self._titles[row["division"]] = row["title"]
        self._numbers = {division: number for number, division in enumerate(self._titles)}
        self._affinity = self._affinities(families)

    def said(self, text: str) -> str:
        """Say an industry in words: of a code the title of its division, of words themselves."""
        division = self._division(text)
        return text if division is None else self._titles.get(division, "")

    def affinity(self, text: str) -> NDArray[np.float32] | None:
        """Tell for each family whether its people work there: 1 they do, 0 they work anywhere, -1 they work elsewhere.

        Between them where the words name several industries; None where they name none that is known.
        """
        shares = self._shares(text)
        if not shares:
            return None
        weights = np.zeros(len(self._numbers), np.float32)
        for division, share in shares.items():
            weights[self._numbers[division]] = share
        affinity: NDArray[np.float32] = weights @ self._affinity
        return affinity

    def _shares(self, text: str) -> Mapping[str, float]:
        """Divide one among the divisions that a text names; a phrase within a longer one names nothing."""
        code = self._division(text)
        if code is not None:
            return {code: 1.0} if code in self._numbers else {}
        shares: dict[str, float] = {}
        for phrase in self._named(analyse(text)):
            divisions = self._phrases[phrase]
            for division in divisions:
                shares[division] = shares.get(division, 0.0) + len(phrase) / len(divisions)
        total = sum(shares.values())
        return {division: share / total for division, share in shares.items()}

    def _named(self, terms: Sequence[str]) -> Iterator[tuple[str, ...]]:
        taken: list[range] = []
        for length in range(min(_LONGEST, len(terms)), 0, -1):
            for start in range(len(terms) - length + 1):
                phrase = tuple(terms[start : start + length])
                within = any(start in span and start + length - 1 in span for span in taken)
                if phrase in self._phrases and not within:
                    taken.append(range(start, start + length))
                    yield phrase

    def _division(self, text: str) -> str | None:
        """Read the first two digits of what is a code and nothing else; one digit alone has lost its zero."""
        code = _CODE.fullmatch(text)
        return code[1].zfill(2)[:2] if code else None

    def _affinities(self, families: Sequence[str]) -> NDArray[np.float32]:
        listed = {
            code: row["divisions"]
            for row in table_rows("family_industries.csv", "families,divisions")
            for code in row["families"].split(";")
        }
        affinity = np.zeros((len(self._numbers), len(families)), np.float32)
        for place, family in enumerate(families):
            divisions = next((listed[family[:end]] for end in (4, 3, 2) if family[:end] in listed), None)
            if divisions is not None:
                affinity[:, place] = -1
                affinity[[self._numbers[division] for division in _divisions(divisions)], place] = 1
        return affinity


def _divisions(written: str) -> Iterator[str]:
    """Read "01 02" and "10-33"."""
    for part in written.split():
        first, _, last = part.partition("-")
        yield from (f"{division:02}" for division in range(int(first), int(last or first) + 1))


@cache
def industries(families: tuple[str, ...]) -> Industries:
    """Read the tables once for these families."""
    return Industries(families)
