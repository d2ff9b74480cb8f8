"""What people have in common and can be parted by: country, years of experience, organisation, skills."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, get_args

from core.language.atlas import countries
from core.language.gazetteer import places_of
from core.systems.expert_search.people.records import Expert

Facet = Literal["Country", "Years", "Organisation", "Skill"]
FACETS: tuple[Facet, ...] = get_args(Facet)
MOST_VALUES = 40
_BANDS = ((0, 5), (5, 10), (10, 20), (20, float("inf")))
_PARTS = re.compile(r"\s*[;,|\n]\s*")
_LONGEST = 60  # characters of a skill; what is longer is a sentence


def count_facets(people: Sequence[Expert]) -> dict[Facet, dict[str, int]]:
    """Return the values of each facet with how many people have each, the most common first; years in their order."""
    counts: dict[Facet, dict[str, int]] = {}
    for facet in FACETS:
        counted: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for expert in people:
            of_one = {value.casefold(): value for value in _values(expert, facet)}
            counted.update(of_one.keys())
            for key, value in of_one.items():
                spelled.setdefault(key, value)
        order = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_VALUES]
        counts[facet] = {spelled[key]: number for key, number in order}
    years = counts["Years"]
    counts["Years"] = {label: years[label] for low, high in _BANDS if (label := _band(low, high)) in years}
    return counts


def has_all(expert: Expert, chosen: Mapping[Facet, Collection[str]]) -> bool:
    """Whether somebody has one of the values that are chosen of each facet; of a facet of which none is, anybody
    has."""
    return all(
        {value.casefold() for value in values} & {value.casefold() for value in _values(expert, facet)}
        for facet, values in chosen.items()
        if values
    )


def _values(expert: Expert, facet: Facet) -> Iterator[str]:
    if facet == "Country":
        codes = {code for place in places_of(expert.location) if len(place.countries) == 1 for code in place.countries}
        yield from (countries()[code].name for code in sorted(codes) if code in countries())
    elif facet == "Years":
        years = expert.years_experience
        yield from (_band(low, high) for low, high in _BANDS if years is not None and low <= years < high)
    elif facet == "Organisation":
        yield from filter(None, [expert.organisation.strip()])
    else:
        yield from (part for part in _PARTS.split(expert.skills) if part and len(part) <= _LONGEST)


def _band(low: float, high: float) -> str:
    return f"{low:g} years or more" if high == float("inf") else f"{low:g} to {high:g} years"
