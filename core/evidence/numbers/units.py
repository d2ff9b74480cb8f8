"""Units of measurement as people write them, each with its dimension and its factor to the base of that dimension."""

from __future__ import annotations

import re
from functools import cache

_PREFIXES = {"n": 1e-9, "µ": 1e-6, "m": 1e-3, "c": 1e-2, "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_SPELLED = {"nano": 1e-9, "micro": 1e-6, "milli": 1e-3, "centi": 1e-2, "kilo": 1e3, "mega": 1e6, "giga": 1e9}

# dimension: symbols, which prefixes they take, full names (singular; a plural s is understood)
_MEASURED = (
    ("length", "m", "nµmck", "metre meter"),
    ("mass", "g", "nµmk", "gram gramme"),
    ("volume", "L l", "nµmc", "litre liter"),
    ("energy", "J", "mkMGT", "joule"),
    ("electron energy", "eV", "mkMG", "electronvolt"),
    ("electricity", "Wh", "mkMGT", "watthour"),
    ("power", "W", "nµmkMGT", "watt"),
    ("potential", "V", "nµmkM", "volt"),
    ("current", "A", "nµmk", "ampere amp"),
    ("charge", "Ah", "mk", ""),
    ("resistance", "Ω Ohm ohm", "mkMG", ""),
    ("pressure", "Pa", "hkMG", "pascal"),
    ("frequency", "Hz", "mkMGT", "hertz"),
    ("amount", "mol", "nµmk", "mole"),
    ("concentration", "M", "nµm", ""),
    ("information", "B", "kKMGT", "byte"),
    ("bits", "bit", "kMG", ""),
    ("time", "s", "nµm", "second"),
)  # fmt: skip
_SINGLE = {
    "%": ("percent", 1.0), "percent": ("percent", 1.0), "per cent": ("percent", 1.0), "pct": ("percent", 1.0),
    "wt%": ("percent", 1.0), "vol%": ("percent", 1.0), "at%": ("percent", 1.0), "mol%": ("percent", 1.0),
    "‰": ("percent", 0.1), "percentage point": ("points", 1.0), "pp": ("points", 1.0), "point": ("points", 1.0),
    "basis point": ("points", 0.01), "sec": ("time", 1.0), "min": ("time", 60.0), "minute": ("time", 60.0),
    "h": ("time", 3600.0), "hr": ("time", 3600.0), "hour": ("time", 3600.0), "d": ("time", 86400.0),
    "day": ("time", 86400.0), "week": ("time", 604800.0), "month": ("time", 2629800.0),
    "year": ("time", 31557600.0), "yr": ("time", 31557600.0), "decade": ("time", 315576000.0),
    "century": ("time", 3155760000.0), "micron": ("length", 1e-6), "Å": ("length", 1e-10), "inch": ("inch", 1.0),
    "mile": ("mile", 1.0), "foot": ("foot", 1.0), "hectare": ("area", 1.0), "ha": ("area", 1.0), "acre": ("acre", 1.0),
    "t": ("mass", 1e6), "ton": ("mass", 1e6), "tonne": ("mass", 1e6), "°C": ("celsius", 1.0), "K": ("kelvin", 1.0),
    "°F": ("fahrenheit", 1.0), "°": ("angle", 1.0), "bar": ("pressure", 1e5), "mbar": ("pressure", 100.0),
    "IU": ("international units", 1.0), "C": ("charge rate", 1.0), "ppm": ("parts", 1e-6), "ppb": ("parts", 1e-9),
    "$": ("dollar", 1.0), "USD": ("dollar", 1.0), "US$": ("dollar", 1.0), "dollar": ("dollar", 1.0),
    "€": ("euro", 1.0), "EUR": ("euro", 1.0), "euro": ("euro", 1.0), "£": ("pound", 1.0), "GBP": ("pound", 1.0),
    "pound": ("pound", 1.0), "₹": ("rupee", 1.0), "INR": ("rupee", 1.0), "rupee": ("rupee", 1.0), "Rs": ("rupee", 1.0),
    "CHF": ("franc", 1.0), "franc": ("franc", 1.0), "peso": ("peso", 1.0),
    "yen": ("yen", 1.0), "¥": ("yen", 1.0), "yuan": ("yuan", 1.0), "krona": ("krona", 1.0),
    "fold": ("times", 1.0), "times": ("times", 1.0), "time": ("times", 1.0),
    "standard deviation": ("deviations", 1.0), "SD": ("deviations", 1.0), "dB": ("decibel", 1.0),
}  # fmt: skip
_PLURALS = {"inches": "inch", "feet": "foot", "centuries": "century", "pesos": "peso"}
CURRENCIES = "US$|$|€|£|₹|¥|USD|EUR|GBP|INR|CHF|Rs"


@cache
def table() -> dict[str, tuple[str, float]]:
    """Every spelling of a unit: its dimension and the factor to the base unit of that dimension."""
    known = dict(_SINGLE)
    for dimension, symbols, prefixes, names in _MEASURED:
        for symbol in symbols.split():
            known[symbol] = (dimension, 1.0)
            for prefix in prefixes:
                known[prefix + symbol] = (dimension, _PREFIXES.get(prefix, 1e3))
        for name in names.split():
            known[name] = (dimension, 1.0)
            known |= {prefix + name: (dimension, factor) for prefix, factor in _SPELLED.items()}
    long = {unit: meaning for unit, meaning in known.items() if len(unit) > 2 and unit.isascii() and unit.islower()}
    known |= {f"{unit}s": meaning for unit, meaning in long.items() if unit.replace(" ", "").isalpha()}
    return known | {plural: known[single] for plural, single in _PLURALS.items()}


@cache
def pattern() -> str:
    """A regular expression for one unit or a compound (mg/kg, mA cm⁻², L/m2h), the longest spelling first."""
    spellings = sorted(table(), key=len, reverse=True)
    one = "|".join(re.escape(spelling).replace(r"\ ", r"[ -]") for spelling in spellings)
    power = r"(?:\^?[-−]?\d(?!\d)|[⁻]?[¹²³])?"
    more = (
        rf"(?:(?:\s?/\s?|[·⋅]|(?<=\d)(?=[a-zA-Z])|\s(?=[a-zA-Zµ]{{1,3}}(?:\^?[-−]\d|⁻)))(?:{one}|sq){power}(?![a-z]))*"
    )
    return rf"(?:{one})(?![^\W\d]){power}{more}|(?:%)"


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
        below = number > 0
        dimension.append(f"{'/' if below else ''}{kind}{power if power > 1 else ''}")
        factor *= size ** (-power if below else power)
    return " ".join(dimension), factor
