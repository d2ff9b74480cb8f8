"""Who has how many years of experience, and who is senior or junior among the people of a collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np

from core.language.lexicon import rows, word_groups
from core.language.tokens import words
from core.systems.expert_search.people.records import People
from core.systems.expert_search.people.titles import titles
from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.cells.table import PARTLY, UNKNOWN, Table, by_value
from core.systems.expert_search.requirements.requirement import Requirement

_SENIOR, _JUNIOR = 75, 25  # percentiles of the years of all people
_FIRST = 95  # percentile from which somebody is among the most senior


def years_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person; nobody knows of who has no years."""

    def judge(years: float | None) -> Cell:
        if years is None:
            return UNKNOWN
        fits = requirement.holds(years)
        return Cell("met" if fits else "not met", float(fits), years_in_words(years))

    return by_value(table.ids, table.years, judge)


def years_in_words(years: float) -> str:
    """Return “1 year” or “12 years”."""
    return f"{years:g} year{'' if years == 1 else 's'}"


def seniority_cells(people: People, table: Table, requirement: Requirement) -> Mapping[str, Cell]:
    """Return a cell for each person: by words of the headline, else by years, among the years of all people.

    Of “most senior” the value is the share of people who have fewer years.
    """
    known = np.sort([years for years in table.years if years is not None])
    marks = np.percentile(known, [_JUNIOR, 50, _SENIOR, _FIRST]).tolist() if len(known) else []
    asked = set(words(requirement.value))
    groups = word_groups("levels")
    wanted = next((kind for kind in ("junior", "mid", "senior") if asked & groups[kind]), "senior")
    wanted = "junior" if asked & groups["least"] and wanted == "senior" else wanted
    first = bool(asked & groups["most"])

    def judge(one: tuple[str, float | None]) -> Cell:
        headline, years = one
        said = _said(headline) if not first else ""
        if said:
            return Cell("met" if said == wanted else "not met", float(said == wanted), headline)
        if years is None:
            return UNKNOWN
        return _by_years(years, known, marks, wanted, first)

    return by_value(table.ids, tuple(zip(table.column("headline"), table.years, strict=True)), judge)


@lru_cache(maxsize=20_000)
def _said(headline: str) -> str:
    """Return the level that a headline says, "" where it says none or two: “assistant professor”.

    A word of level stands first, as in “head of logistics”, or last before a preposition, as in “GIS lead for maps”;
    in “lead-free paint” and in “senior group tours” it says nothing of anybody.
    """
    levels: set[str] = set()
    for title in titles(headline):
        parts = title.split()
        for word, stands in ((parts[:1], "first"), (parts[-1:], "last")):
            row = _levels().get(word[0].lower().strip(".:")) if word else None
            if row and stands in row["stands"]:
                levels.add(row["kind"])
    return levels.pop() if len(levels) == 1 else ""


@cache
def _levels() -> Mapping[str, Mapping[str, str]]:
    return {row["word"]: row for row in rows("levels")}


def _by_years(years: float, known: np.ndarray, marks: Sequence[float], wanted: str, first: bool) -> Cell:
    low, middle, high, most = marks
    less = float(np.searchsorted(known, years) / len(known))
    shown = years_in_words(years)
    if first:
        share = 1 - less if wanted == "junior" else less
        is_first = years <= low if wanted == "junior" else years >= most
        return Cell("met" if is_first else "partly" if share >= PARTLY else "not met", share, shown)
    met, near = {
        "senior": (years >= high, years >= middle),
        "mid": (low <= years <= high, False),
        "junior": (years <= low, years <= middle),
    }[wanted]
    return Cell("met", 1.0, shown) if met else Cell("partly", PARTLY, shown) if near else Cell("not met", 0.0, shown)
