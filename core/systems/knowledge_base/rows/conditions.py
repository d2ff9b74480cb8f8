"""Conditions that the words of cells make: a value that is said, yes and no, in stock and sold out."""

from __future__ import annotations

import re

from core.systems.knowledge_base.rows.asked import Asked, use
from core.systems.knowledge_base.rows.plan import Condition, Reading
from core.systems.knowledge_base.rows.words import Stems, group, places_of, stem_of

_NO_STOCK = re.compile(r"\b(?:out of|not in) stock\b|\bsold out\b", re.IGNORECASE)
_IN_STOCK = re.compile(r"\b(?:in|on) stock\b", re.IGNORECASE)
_AMOUNT = re.compile(r"\d[\w.,]*(?:\s+\w+)?\s*$")  # “fewer than 10 in stock” is a condition of its own
_FROM, _TO = {"from", "origin", "departure", "start"}, {"to", "destination", "arrival"}
_BEFORE_A_VALUE, _BEFORE_A_NAME = 2, 3  # words among which a negation is one of what follows
_EITHER = 2  # values in a column: of more, nobody can tell what is the other


def read_values(asked: Asked, found: Reading) -> None:
    """Read the values of cells that a question says, the longest first; one that also names a column is none."""
    known = asked.columns.said()
    for key in sorted(known, key=lambda one: -len(one)):
        if len(key) == 1 and any(key[0] in stems for stems in asked.columns.headers):
            continue
        for place in places_of(key, asked.words):
            _read_value(asked, found, key, known[key], place)


def _read_value(asked: Asked, found: Reading, key: Stems, written: dict[int, str], place: int) -> None:
    """Read a value at a place of the question, which these columns write so."""
    words = asked.words[place : place + len(key)]
    said = " ".join(asked.text[words[0].start : words[-1].end].split())
    candidates = [column for column in written if column in asked.named] or list(written)
    holding = {column: asked.columns.holding(column, key) for column in candidates}
    use(words, "value")
    if len({rows for rows, _ in holding.values()}) > 1:
        found.doubt(f"in which column “{said}” is meant")
        return
    column = candidates[0]
    rows, further = holding[column]
    name = asked.columns.names[column]
    if further:
        found.doubt(f"whether “{further[0]}” in the column {name} counts as “{said}”")
    _doubt_direction(asked, found, name, said, place)
    if asked.negating(place, _BEFORE_A_VALUE):
        others = _others(asked, found, column, rows, said, place)
        found.conditions.append(Condition(column, f"{name} not “{written[column]}”", others))
    elif found.add_value(Condition(column, f"{name} “{written[column]}”", rows, (written[column],))):
        asked.use(("or", "either"), "choice")


def _doubt_direction(asked: Asked, found: Reading, name: str, said: str, place: int) -> None:
    """Doubt “to Ulm” in a column of origins, and “from Ulm” in one of destinations."""
    before, names = asked.said_before(place), set(re.findall(r"\w+", name.lower()))
    if (before in _FROM and names & _TO) or (before in _TO and names & _FROM):
        found.doubt(f"“{before} {said}”")


def _others(asked: Asked, found: Reading, column: int, rows: frozenset[int], said: str, place: int) -> frozenset[int]:
    """Return the rows that say something else than these, which is sure only where there is one other value."""
    use(asked.negating(place, _BEFORE_A_VALUE), "negation")
    filled = asked.columns.filled(column)
    if len(set(filled.values())) > _EITHER:
        found.doubt(f"“not {said}”")
    return frozenset(filled.keys() - rows)


def read_stock(asked: Asked, found: Reading) -> None:
    """Read “in stock” and “sold out” where one column says how many there are, or whether there are any."""
    stems = set(map(stem_of, group("amount")))
    holding = [column for column, header in enumerate(asked.columns.headers) if stems & set(header)]
    for pattern, wanted in ((_NO_STOCK, False), (_IN_STOCK, True)):
        match = pattern.search(asked.text)
        if not match or len(holding) != 1 or _AMOUNT.search(asked.text[: match.start()]):
            continue
        if any(one.search(asked.text, match.end()) for one in (_NO_STOCK, _IN_STOCK)):
            found.doubt(f"“{match.group()}” beside what is said of stock later")
        [column] = holding
        if asked.columns.is_flag(column):
            rows, said = asked.columns.flagged(column, wanted), match.group()
        elif asked.columns.is_number(column):
            amounts = asked.columns.values[column].values
            rows = frozenset(at for at, one in enumerate(amounts) if one is not None and (one > 0) == wanted)
            said = f"{asked.columns.names[column]} {'above' if wanted else 'of'} 0"
        else:
            return
        use(asked.within(*match.span()), "condition")
        found.conditions.append(Condition(column, said, rows))
        return


def read_flags(asked: Asked, found: Reading) -> None:
    """Read columns of yes and no that are named, and “no renewals” of a column of numbers."""
    for column, places in list(asked.named.items()):
        negating = asked.negating(min(places), _BEFORE_A_NAME)
        name = asked.columns.names[column]
        if found.has_condition_on(column):
            continue
        if asked.columns.is_flag(column):
            rows, said = asked.columns.flagged(column, not negating), "“no”" if negating else "“yes”"
            asked.use(group("granting"), "granting")
        elif asked.columns.is_number(column) and negating and negating[-1] is asked.words[min(places) - 1]:
            values = asked.columns.values[column].values
            rows, said = frozenset(at for at, value in enumerate(values) if value == 0), "of 0"
        else:
            continue
        found.conditions.append(Condition(column, f"{name} {said}", rows))
        use(negating, "negation")
