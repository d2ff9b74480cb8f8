"""Countries with their adjectives, regions and towns: “Irish” in a sentence and “Ireland” are one."""

from __future__ import annotations

from functools import cache

from core.language.lexicon import rows, word_map

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
