"""Another code than those proposed: looked for by its digits, down the tree, or by words."""

from __future__ import annotations

from core.systems.nco_classification.index.classification import DIGITS, LEVELS, Classification
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.index.official import read_code

_OCCUPATIONS = 2  # of each family that words find


def find_codes(said: str, known: Classification, index: OccupationIndex, families: int = 4) -> list[str]:
    """Return codes to choose from, best first; [] where nothing is said.

    Digits give the code that they are, and those one level below it. Words are searched as a job is: titles, phrases,
    texts and official descriptions, each family with its likeliest occupations; of words that stand nowhere nothing is
    found.
    """
    said = said.strip()
    if not said:
        return []
    if said[0].isdigit():
        code = said if known.exists(said) else read_code(said)
        return [code, *below(code, known)] if known.exists(code) else []
    found = index.search(said, families)
    if not any(match.words for one in found for match in one.evidence):
        return []
    return [
        code
        for one in found
        for code in (one.family, *(occupation for occupation, _ in one.occupations[:_OCCUPATIONS]))
    ]


def below(code: str, known: Classification) -> list[str]:
    """Return the codes one level below a code, of "" the divisions."""
    depth = [0, *(DIGITS[level] for level in LEVELS)].index(len(code))
    levels = (known.divisions, known.subdivisions, known.groups, known.families, known.occupations)
    return [other for other in levels[depth] if other.startswith(code)] if depth < len(levels) else []
