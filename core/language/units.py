"""Units of measurement as people write them, each with its dimension and its factor to the base of that dimension."""

from __future__ import annotations

import re
from functools import cache

from core.language.lexicon import rows


@cache
def currencies() -> tuple[str, ...]:
    """Return the signs of money that stand before their number, the longest first."""
    signs = (row["unit"] for row in rows("units") if row["before_number"])
    return tuple(sorted(signs, key=len, reverse=True))


@cache
def table() -> dict[str, tuple[str, float]]:
    """Every spelling of a unit: its dimension and the factor to the base unit of that dimension."""
    known: dict[str, tuple[str, float]] = {}
    plurals: dict[str, tuple[str, float]] = {}
    for row in rows("units"):
        unit, meaning = row["unit"], (row["dimension"], float(row["factor"]))
        known[unit] = meaning
        known |= {prefix + unit: (meaning[0], factor) for prefix, factor in _prefixes_of(row["prefixes"])}
        if row["plural"]:
            plurals[row["plural"]] = meaning
    long = {unit: meaning for unit, meaning in known.items() if len(unit) > 2 and unit.isascii() and unit.islower()}
    known |= {f"{unit}s": meaning for unit, meaning in long.items() if unit.replace(" ", "").isalpha()}
    return known | plurals


def _prefixes_of(written: str) -> list[tuple[str, float]]:
    """Return the prefixes that a unit takes: each of some letters, or all that are written out (milli, kilo)."""
    return [
        (row["prefix"], float(row["factor"]))
        for row in rows("unit_prefixes")
        if (row["kind"] == "spelled" if written == "spelled" else row["prefix"] in written and row["kind"] == "symbol")
    ]


@cache
def pattern() -> str:
    """Return a regular expression for one unit or a compound (mg/kg, mA cm⁻², L/m2h), the longest spelling first."""
    spellings = sorted(table(), key=len, reverse=True)
    one = "|".join(re.escape(spelling).replace(r"\ ", r"[ -]") for spelling in spellings)
    power = r"(?:\^?[-−]?\d(?!\d)|[⁻]?[¹²³])?"
    more = (
        rf"(?:(?:\s?/\s?|[·⋅]|(?<=\d)(?=[a-zA-Z])|\s(?=[a-zA-Zµ]{{1,3}}(?:\^?[-−]\d|⁻)))(?:{one}|sq){power}(?![a-z]))*"
    )
    return rf"(?:{one})(?![^\W\d¹²³]){power}{more}|(?:%)"


def meaning(written: str) -> tuple[str, float]:
    """Dimension and factor of what `pattern` found; a compound's dimension names its parts: “mass / mass”."""
    plain = written.replace("μ", "µ")
    if plain in table():
        return table()[plain]
    lowered = plain.lower().replace("-", " ")
    if lowered in table():
        return table()[lowered]
    dimension, factor = [], 1.0
    for number, part in enumerate(re.split(r"\s?[/·⋅]\s?|\s", plain)):
        name = re.sub(r"[\d^⁻¹²³−-]+$", "", part)
        power = 3 if part.endswith(("3", "³")) else 2 if part.endswith(("2", "²")) else 1
        kind, size = table().get(name, (name, 1.0))
        if kind == "length" and power == 3:
            kind, size, power = "volume", 1000 * size**3, 1
        below = number > 0
        dimension.append(f"{'/' if below else ''}{kind}{power if power > 1 else ''}")
        factor *= size ** (-power if below else power)
    return " ".join(dimension), factor
