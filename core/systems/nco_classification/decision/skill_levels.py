"""The same field of work at another level of skill: nursing professionals beside nursing associate professionals.

Tasks seldom tell the level; who does them does. So where a text tells tasks and names nobody (“gives injections”, no
“nurse”), and a family of the same field at another level is not far behind, it is asked which it is. Of 799 first
sentences of official descriptions, titles cut off, 400 are given a code without this, 52 a wrong one; this asks about
11, of which none was wrong (`python -m benchmarks.nco_levels OFFICIAL.csv`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.language.terms import analyse
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.titles import head_word, plain_title

NEAR = 0.04  # of how likely the first family is, that another level of its field has at least
_NAMES = 0.34  # head word of more than one title; of one it is mostly what is done: “gives injections”
# Levels of skill of the divisions, as ISCO-08 has them, which the classification follows; the armed forces have none.
_LEVELS = {"1": 4, "2": 4, "3": 3, **dict.fromkeys("45678", 2), "9": 1}


def other_levels(
    said: str, candidates: Sequence[Candidate], shares: Mapping[str, float], known: Classification
) -> tuple[str, ...]:
    """Name the families between which the level is open, the likeliest first; none where the words name who works."""
    if not candidates or _names_somebody(said, candidates[0], known):
        return ()
    first, least = candidates[0].family, NEAR * shares[candidates[0].family]
    near = [one.family for one in candidates if shares[one.family] >= least]
    levels = [family for family in near if _is_other_level(first, family, known)]
    return tuple(near[: near.index(levels[-1]) + 1]) if levels else ()


def _names_somebody(said: str, first: Candidate, known: Classification) -> bool:
    often = any(part.source == "head word" and part.raw > _NAMES for part in first.receipt.parts)
    return often or not known.title_heads.isdisjoint(analyse(head_word(plain_title(said))))


def _is_other_level(family: str, other: str, known: Classification) -> bool:
    levels = {_LEVELS.get(code[0]) for code in (family, other)} - {None}
    return len(levels) > 1 and not known.fields[family].isdisjoint(known.fields[other])
