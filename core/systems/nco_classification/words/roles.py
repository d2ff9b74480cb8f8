"""What somebody is who does something to people at work: who “teaches welders” is an instructor, and no welder.

The verbs are data: assets/data/nco/roles.csv. A verb stands *before* the people in English, *after* them in Hindi.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from core.language.lexicon import alternatives
from core.systems.nco_classification.index.tables import parts, table_rows
from core.systems.nco_classification.words.others import Other

_MODIFIERS = r"(?:\s+(?:a|an|the|team|group|gang|crew|batch|of|new|all|other|\d+))*\s*"


def with_role(text: str, people: Sequence[Other]) -> str:
    """Say what somebody does to people as a title: “trains electricians at ITI” is “electricians instructor at ITI”."""
    for one in people:
        if one.governor < one.start and (found := _before().search(text, 0, one.start)):
            role = roles("before")[" ".join(found["verb"].lower().split())]
            return f"{text[: found.start()]}{text[one.start : one.end]} {role}{text[one.end :]}"
        if found := _after().match(text, one.end):
            role = roles("after")[" ".join(found["verb"].lower().split())]
            return f"{text[: one.end]} {role}{text[found.end() :]}"
    return text


@cache
def roles(place: str) -> Mapping[str, str]:
    """Return the words that stand in a place, in the order of the file, with the role that each gives; "" for none."""
    listed = [row for row in table_rows("roles.csv", "place,words,role") if row["place"] == place]
    return {words: row["role"] for row in listed for words in parts(row["words"])}


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"\b(?P<verb>{alternatives(roles('before'))})\b{_MODIFIERS}\Z", re.IGNORECASE)


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s+(?P<verb>{alternatives(roles('after'))})\b", re.IGNORECASE)
