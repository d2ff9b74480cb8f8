"""Countries with their adjectives, regions and towns: “Irish” in a sentence and “Ireland” are one."""

from __future__ import annotations

import re
from functools import cache

from core.language.lexicon import alternatives, rows, word_map

_NAMED = ("continent", "country", "region", "town")


def place(word: str) -> str | None:
    """Return the place that a lower-case word names or is the adjective of: “irish” is “ireland”; None for all else."""
    return word_map("places", "means").get(word)


@cache
def place_names() -> frozenset[str]:
    """Names of one or more words, in lower case and in Devanagari, that mean a place wherever they stand.

    A name with another meaning (china, turkey, and “mali”, a gardener) is one only in India, where the place is meant.
    """
    indian = {"india"} | {row["word"] for row in rows("places") if row["within"] == "india"}
    return frozenset(
        row["word"] for row in rows("places") if row["kind"] in _NAMED and (not row["also"] or row["within"] in indian)
    )


def places_in(text: str) -> list[tuple[int, int]]:
    """Where a text says that something is at a place, as offsets [start, end): “in Ireland”, “near Pune”.

    A name that also means something else (“in china”) is taken for a place where it is written with a capital.
    """
    return [match.span() for match in _at_a_place().finditer(text)]


@cache
def _at_a_place() -> re.Pattern[str]:
    names = {row["word"]: bool(row["also"]) for row in rows("places") if row["kind"] in _NAMED}
    plain = alternatives(name for name, also in names.items() if not also)
    capital = alternatives(name.title() for name, also in names.items() if also)
    at = r"(?<!\w)(?i:(?:based|located|living|who live) )?(?i:in|from|near|around|at|outside(?: of)?) (?i:the )?"
    return re.compile(rf"{at}(?:(?i:{plain})|{capital})(?!\w)")
