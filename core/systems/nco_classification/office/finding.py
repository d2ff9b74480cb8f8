"""Another code than those proposed: looked for by its digits, down the tree, or by words."""

from __future__ import annotations

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.office.outcomes import code_in

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
        code = code_in(said, known)
        return [code, *known.below(code)] if code else []
    found = index.search(said, families)
    if not any(match.words for one in found for match in one.evidence):
        return []
    return [
        code
        for one in found
        for code in (one.family, *(occupation for occupation, _ in one.occupations[:_OCCUPATIONS]))
    ]
