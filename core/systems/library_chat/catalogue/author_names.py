"""Who wrote a book, out of a cell: several authors in anybody's style, and whether it can be read in one way only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.language.lexicon import alternatives, word_groups
from core.language.names import BETWEEN_PEOPLE, joined_people, joins_people
from core.tables.headers import says_nothing

COMMA = re.compile(r",(?![^()\[\]]{0,80}[)\]])")  # not one inside brackets
_PARTICLE = 3  # letters of a small word that is usual in a name: von, de, van der
_LONGEST_LAST = 3  # words of a last name before the comma
# (ed), (= …), [Hrsg.]; not (Marguerite). Short, or a cell of brackets alone would take minutes.
_ROLE = re.compile(r"\s?[(\[](?:[^\W\d_A-ZÀ-Þ][^)\]]{0,80}|[^)\]\w][^)\]]{0,80}|[^)\]]{0,80}\.)[)\]]")
_OTHERS = re.compile(rf"[,;]?\s?(?<!\w)(?:{alternatives(word_groups('joining_words')['and others'])})$", re.IGNORECASE)
_AMBIGUOUS_AND = re.compile(r"\s[ey]\s", re.IGNORECASE)  # joins two people, or two surnames
_ABBREVIATED = re.compile(r"(?!Dr|St|Prof)\w{2,6}\.:?|\w+:")  # Ed., Hrsg., Trans.; a letter with a stop is an initial
_LIFE = re.compile(r"(?:ca?\.\s*|b\.\s*|\*\s*)?\d{4}\??\s*[-–]?\s*(?:\d{4}\??)?\.?")
_LAST_STOP = re.compile(r"(?<=[^\W\d_]{3})\.$")  # of a library's record; not of an initial
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class AuthorStyle:
    """How a column writes authors: what parts them, and whether a comma stands in the name ("Last, First")."""

    parted: bool  # by ; | or /, so that a comma parts no authors
    last_first: bool

    @classmethod
    def of(cls, cells: Sequence[str]) -> AuthorStyle:
        """Judge by all cells: one alone may be read either way."""
        filled = [unlisted(cell) for cell in cells if not says_nothing(cell)]
        parted = any(BETWEEN_PEOPLE.search(cell) for cell in filled)
        names = [name for cell in filled for name in (BETWEEN_PEOPLE.split(cell) if parted else [cell])]
        with_comma = [parts for name in names if len(parts := _comma_parts(name)) > 1]
        turned = sum(" " not in parts[0] for parts in with_comma)
        enough = len(names) / 2 if parted else 0
        return cls(parted, turned > len(with_comma) / 2 and len(with_comma) > enough)

    def parts(self, cell: str) -> list[str]:
        """Return what the column's sign parts; in each there are one or several names."""
        cell = "" if says_nothing(cell) else unlisted(cell)
        parts = BETWEEN_PEOPLE.split(cell) if self.parted else [cell]
        return [" ".join(part.split()) for part in parts if part.strip()]

    def names(self, cell: str) -> list[str]:
        """Return the names in a cell, each as "First Last"; what stands in brackets beside one, and “et al.”, is left
        out."""
        bare = filter(None, map(_bare, self.parts(cell)))  # of “(ed.)” nothing is left
        return [name for part in bare for one in joined_people(part) for name in self._of_people(one)]

    def is_plain(self, cell: str) -> bool:
        """Whether a cell can be read in one way only: nothing is left out, no comma and no "and" means two things, and
        no word is hardly part of a name."""
        parts = self.parts(cell)
        people = [one for part in parts for one in joined_people(part)]
        return (
            parts == [_bare(part) for part in parts]
            and not _AMBIGUOUS_AND.search(cell)
            and not any(joins_people(one) for one in people)
            and all(map(self._is_plain_comma, people))
            and not any(map(_holds_more, self.names(cell)))
        )

    def _is_plain_comma(self, text: str) -> bool:
        """Whether there is no comma, or one as it stands in the whole column."""
        first, *others = [part.split() for part in _comma_parts(text)] or [[]]
        if self.last_first and others:
            return len(others) == 1 and len(first) <= _LONGEST_LAST
        return not others or (not self.parted and all(len(part) > 1 for part in (first, *others)))

    def _of_people(self, text: str) -> list[str]:
        parts = _comma_parts(text)
        if self.last_first and len(parts) % 2 == 0:
            return [_turned(last, first) for last, first in zip(parts[::2], parts[1::2], strict=True)]
        return parts if not self.parted and len(parts) > 1 and not self.last_first else [text]


def _bare(text: str) -> str:
    return _OTHERS.sub("", _ROLE.sub("", text)).strip("{} ")


def _holds_more(name: str) -> bool:
    """Whether words stand in a name that are hardly part of one: “illus. Tom Reed”, “Tom Reed, editor”, “Ed. Ray”."""
    first, *others = name.split()
    small = [word for word in (first, *others) if word[0].islower() and (word.endswith(".") or len(word) > _PARTICLE)]
    return bool(others) and (bool(small and not name.islower()) or bool(_ABBREVIATED.fullmatch(first)))


def _turned(last: str, first: str) -> str:
    """Return “Last” and “First, Jr.” as one reads them: “First Last, Jr.”."""
    words = first.replace(",", " ").split()
    suffix = words.pop() if len(words) > 1 and _SUFFIX.fullmatch(words[-1]) else ""
    return f"{' '.join(words)} {last}" + (f", {suffix}" if suffix else "")


def _comma_parts(text: str) -> list[str]:
    """Return what commas part, but for a suffix: "Sam Warner, Jr." is one; the years of a life are no part."""
    parts: list[str] = []
    for part in filter(None, (part.strip() for part in COMMA.split(_LAST_STOP.sub("", text.strip())))):
        if parts and _LIFE.fullmatch(part):
            continue
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return parts


def unlisted(cell: str) -> str:
    """Return what stands in a list that a program wrote: ['Fantasy', 'Magic']."""
    return cell[1:-1] if cell.startswith("[") and cell.endswith("]") else cell
