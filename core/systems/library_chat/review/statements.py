"""What the sentences of an answer state: the names and the numbers of each, in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_UNITS = r"pages?|books?|authors?|genres?|years?|decades?|percent|%"
_NUMBER = re.compile(rf"\d+(?:[.,]\d+)*(?P<unit>\s*(?:{_UNITS})(?!\w))?", re.IGNORECASE)
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")


@dataclass(frozen=True)
class Statement:
    """What one sentence or line states: its names, its numbers with their units, both in order."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    order: tuple[str, ...]

    def as_compared(self, titles: frozenset[str]) -> tuple[object, ...]:
        """Let names change places around a single title; around several nothing may, or numbers change owners."""
        if sum(name in titles for name in self.names) == 1:
            return (tuple(sorted(self.names)), self.numbers)
        return self.order


class Names:
    """The titles, and the names of authors and genres, that an answer is made of; the longest is found first."""

    def __init__(self, titles: Iterable[str], others: Iterable[str]) -> None:
        self.titles = frozenset(title for title in titles if title.strip())
        self._every = self.titles | {name for name in others if name.strip()}
        ordered = sorted(self._every, key=lambda name: (-len(name), name))
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in ordered)
        self._pattern = re.compile(pattern or r"(?!)")  # without names there is nothing to find

    def with_quoted(self, text: str) -> Names:
        """Add what stands in quotation marks."""
        quoted = (one or other for one, other in _QUOTED.findall(text))
        return Names(self.titles, {*self._every, *quoted})

    def statements(self, text: str) -> list[Statement]:
        """Read what each sentence and line of a text states; those that state nothing are left out."""
        found = [self._statement(piece) for piece in self._pieces(text)]
        return [statement for statement in found if statement.order]

    def taken_out(self, text: str) -> str:
        """Put spaces in the place of every name."""
        return self._pattern.sub(lambda match: " " * len(match[0]), text)

    def _pieces(self, text: str) -> list[str]:
        """Lines, and sentences in them; a full stop inside a name ends nothing."""
        pieces = []
        for line in text.splitlines():
            hidden = self._pattern.sub(lambda match: "x" * len(match[0]), line)
            start = 0
            for match in re.finditer(r"[.!?](?=\s)", hidden):
                pieces.append(line[start : match.end()])
                start = match.end()
            pieces.append(line[start:])
        return pieces

    def _statement(self, piece: str) -> Statement:
        found = [(match.start(), "name", match[0]) for match in self._pattern.finditer(piece)]
        found += [(match.start(), "number", _number(match)) for match in _NUMBER.finditer(self.taken_out(piece))]
        ordered = sorted(found)
        return Statement(
            tuple(text for _, kind, text in ordered if kind == "name"),
            tuple(text for _, kind, text in ordered if kind == "number"),
            tuple(text for _, _, text in ordered),
        )


def _number(match: re.Match[str]) -> str:
    value = re.sub(r",(?=\d{3})", "", match[0][: match.start("unit") - match.start()] if match["unit"] else match[0])
    unit = (match["unit"] or "").strip().lower().rstrip("s").replace("%", "percent")
    return f"{value.strip()} {unit}".strip()
