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
from core.systems.expert_search.requirements.requirement import MOST_JUNIOR, Requirement

_SENIOR, _JUNIOR = 75, 25  # percentiles of the years of all people


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

    Who is partly junior is not left out as a junior. “Most senior” puts people in the order of their years.
    """
    if requirement.is_ranked:
        return _in_order(table, fewest_first=requirement.value == MOST_JUNIOR)
    asked, groups = set(words(requirement.value)), word_groups("levels")
    wanted = next((kind for kind in ("junior", "mid", "senior") if asked & groups[kind]), "senior")
    known = [years for years in table.years if years is not None]
    marks = np.percentile(known, [_JUNIOR, 50, _SENIOR]).tolist() if known else []

    def judge(one: tuple[str, float | None]) -> Cell:
        headline, years = one
        if said := _said(headline):
            return Cell("met" if said == wanted else "not met", float(said == wanted), headline)
        if years is None:
            return UNKNOWN
        cell = _by_years(years, marks, wanted)
        return Cell("not met", 0.0, cell.words) if requirement.excluded and cell.status == "partly" else cell

    return by_value(table.ids, tuple(zip(table.column("headline"), table.years, strict=True)), judge)


def _in_order(table: Table, fewest_first: bool) -> Mapping[str, Cell]:
    """Return a cell for each person: their share of the most years that anybody has, or for fewest first what they have
    less; met by the first alone."""
    known = [years for years in table.years if years is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def judge(years: float | None) -> Cell:
        if years is None:
            return UNKNOWN
        share = (high - years + low if fewest_first else years) / max(high, 1.0)
        is_first = years == (low if fewest_first else high)
        return Cell("met" if is_first else "partly", 1.0 if is_first else share, years_in_words(years))

    return by_value(table.ids, table.years, judge)


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


def _by_years(years: float, marks: Sequence[float], wanted: str) -> Cell:
    low, middle, high = marks
    shown = years_in_words(years)
    met, near = {
        "senior": (years >= high, years >= middle),
        "mid": (low <= years <= high, False),
        "junior": (years <= low, years <= middle),
    }[wanted]
    return Cell("met", 1.0, shown) if met else Cell("partly", PARTLY, shown) if near else Cell("not met", 0.0, shown)
