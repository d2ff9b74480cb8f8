"""What a table of books answers, calculated with pandas under every convention that an analyst would accept.

A question is a function of a `Books`. It is asked of the default conventions first, then of every combination of the
other values of those conventions that it turned out to depend on; where the answers differ, they are alternatives.

The conventions, the default first:

* genre: a cell "Fantasy;Fantasy,Magic" is parted at ; and , ("parts"), or at ; alone ("entries").
* publisher: the same name whatever its signs and an "and" ("same"), or a name that holds it ("contains").
* century: the 20th is 1901-2000 ("01") or 1900-1999 ("00").
* zero: no pages are unknown ("unknown"), or a length ("length").
* spread: of a sample ("sample"), or of all there is ("all").
* rows: what the table itself calls "NOT A BOOK" is left out ("books"), or is not ("all").
* title: with the series in brackets ("whole"), or without ("bare"): for what a title ends with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

CONVENTIONS = {
    "genre": ("parts", "entries"),
    "publisher": ("same", "contains"),
    "century": ("01", "00"),
    "zero": ("unknown", "length"),
    "spread": ("sample", "all"),
    "rows": ("books", "all"),
    "title": ("whole", "bare"),
}
ENGLISH = ("eng", "en-US", "en-GB", "en-CA")
LANGUAGES = {
    "English": ENGLISH, "French": ("fre",), "Spanish": ("spa",), "German": ("ger",), "Japanese": ("jpn",),
    "Chinese": ("zho",), "Ancient Greek": ("grc",), "Portuguese": ("por",), "Italian": ("ita",), "Latin": ("lat",),
    "Russian": ("rus",), "Swedish": ("swe",), "Middle English": ("enm",), "Welsh": ("wel",), "Turkish": ("tur",),
    "American English": ("en-US",), "British English": ("en-GB",), "Canadian English": ("en-CA",),
    "several": ("mul",), "Arabic": ("ara",), "Dutch": ("nl",),
}  # fmt: skip
_SERIES = re.compile(r"\s*\([^()]*#[^()]*\)\s*$")


class Books:
    """The table under one choice of conventions; `asked` collects those that an answer depended on."""

    def __init__(self, table: pd.DataFrame, **chosen: str) -> None:
        self.chosen = {name: values[0] for name, values in CONVENTIONS.items()} | chosen
        self.asked: set[str] = set()
        self.all = table if self._convention("rows") == "all" else table[table.authors != "NOT A BOOK"]

    def _convention(self, name: str) -> str:
        self.asked.add(name)
        return self.chosen[name]

    # --- columns --------------------------------------------------------------------------------------------------

    @cached_property
    def title(self) -> pd.Series:
        return self.all.title.str.replace(r"\s+", " ", regex=True).str.strip()

    @cached_property
    def bare(self) -> pd.Series:
        """Titles without their series."""
        return self.title.map(lambda title: _SERIES.sub("", title))

    @cached_property
    def authors(self) -> pd.Series:
        return self.all.authors.map(lambda cell: _distinct(" ".join(name.split()) for name in cell.split("/")))

    @property
    def genres(self) -> pd.Series:
        return self._genres_parts if self._convention("genre") == "parts" else self._genres_entries

    @cached_property
    def _genres_parts(self) -> pd.Series:
        return self.all.genres.map(lambda cell: _distinct(part.strip() for part in re.split("[;,]", cell)))

    @cached_property
    def _genres_entries(self) -> pd.Series:
        return self.all.genres.map(lambda cell: _distinct(part.strip() for part in cell.split(";")))

    @cached_property
    def year(self) -> pd.Series:
        return self.all.publication_date.str.split("/").str[2].astype(int)

    @cached_property
    def month(self) -> pd.Series:
        return self.all.publication_date.str.split("/").str[0].astype(int)

    @cached_property
    def day(self) -> pd.Series:
        return self.all.publication_date.str.split("/").str[1].astype(int)

    @cached_property
    def date(self) -> pd.Series:
        """Dates as whole numbers, so that the 31st of June of a careless table is one too."""
        return self.year * 10_000 + self.month * 100 + self.day

    @cached_property
    def decade(self) -> pd.Series:
        return self.year // 10 * 10

    @property
    def pages(self) -> pd.Series:
        pages = self.all.pages.astype(float)
        return pages if self._convention("zero") == "length" else pages.where(pages > 0)

    @cached_property
    def publisher_name(self) -> pd.Series:
        return self.all.publisher.str.replace(r"\s+", " ", regex=True).str.strip()

    @cached_property
    def language_code(self) -> pd.Series:
        return self.all.language

    # --- conditions -----------------------------------------------------------------------------------------------

    def genre(self, *names: str) -> pd.Series:
        """Books of any of these genres."""
        wanted = {name.casefold() for name in names}
        in_parts = self._genres_parts.map(lambda genres: any(genre.casefold() in wanted for genre in genres))
        if self._convention("genre") == "parts":
            return in_parts
        alone = {genre.casefold() for genres in self._genres_entries for genre in genres}
        if not wanted <= alone:  # “Chess” is nowhere but in “Sports and Games,Chess”
            return in_parts
        return self._genres_entries.map(lambda genres: any(genre.casefold() in wanted for genre in genres))

    def author(self, *names: str) -> pd.Series:
        """Books by any of these authors."""
        return self.authors.map(lambda authors: any(name in authors for name in names))

    def together(self, *names: str) -> pd.Series:
        """Books by all of these authors."""
        return self.authors.map(lambda authors: all(name in authors for name in names))

    def alone(self, *names: str) -> pd.Series:
        """Books by exactly these authors."""
        return self.authors.map(lambda authors: sorted(authors) == sorted(names))

    def publisher(self, *names: str) -> pd.Series:
        """Books of any of these publishers."""
        wanted = [_plain_name(name) for name in names]
        given = self.publisher_name.map(_plain_name)
        if self._convention("publisher") == "same":
            return given.isin(wanted)
        return given.map(lambda name: any(f" {one} " in f" {name} " for one in wanted))

    def language(self, *names: str) -> pd.Series:
        return self.language_code.isin([code for name in names for code in LANGUAGES[name]])

    def century(self, number: int) -> pd.Series:
        first = (number - 1) * 100 + (self._convention("century") == "01")
        return self.year.between(first, first + 99)

    def holds(self, words: str) -> pd.Series:
        """Books whose titles hold these words, whole."""
        return self.title.str.contains(rf"(?<!\w){re.escape(words)}(?!\w)", case=False)

    def begins(self, words: str) -> pd.Series:
        return self.title.str.contains(rf"^{re.escape(words)}(?!\w)", case=False)

    def ends(self, words: str) -> pd.Series:
        titles = self.bare if self._convention("title") == "bare" else self.title
        return titles.str.contains(rf"(?<!\w){re.escape(words)}$", case=False)

    # --- answers --------------------------------------------------------------------------------------------------

    def titles(self, mask: pd.Series) -> list[str]:
        """Return the titles of these books without their series, each once."""
        return list(dict.fromkeys(self.bare[mask]))

    def first(self, mask: pd.Series, by: pd.Series, number: int = 1, *, least: bool = False) -> list[str]:
        """Return the titles of the first books by a column, as far as no tie leaves it open which they are."""
        values = by[mask].dropna().sort_values(ascending=least, kind="stable")
        bound = values.iloc[min(number, len(values)) - 1]
        inside = values.iloc[:number]
        if (values == bound).sum() > (inside == bound).sum():
            inside = inside[inside != bound]
        assert len(inside), "all are tied"
        return list(dict.fromkeys(self.bare[inside.index]))

    def nth(self, mask: pd.Series, by: pd.Series, number: int, *, least: bool = False) -> str:
        """Return the titles that may be called the nth by a column, as alternatives."""
        values = by[mask].dropna().sort_values(ascending=least, kind="stable")
        return either(self.bare[values.index[values == values.iloc[number - 1]]])

    def groups(self, mask: pd.Series, by: pd.Series, of: pd.Series | None = None, how: str = "count") -> pd.Series:
        """Return a figure of each group, the greatest first; a book counts for each value of a list."""
        frame = pd.DataFrame({"by": by[mask], "of": (by if of is None else of)[mask]}).explode("by").dropna(subset="by")
        frame = frame[frame["by"] != ""]
        grouped = frame.groupby("by")["of"]
        figures = grouped.size() if of is None else grouped.agg(how)
        return figures.dropna().sort_values(ascending=False, kind="stable")

    def top(self, figures: pd.Series, number: int = 1, *, named: bool = False, digits: int = 0) -> list[str]:
        """Return the first groups with their figures, as far as no tie leaves it open which they are."""
        inside = figures.iloc[:number]
        last = inside.iloc[-1]
        if (figures == last).sum() > (inside == last).sum():
            inside = inside[inside != last]
        assert len(inside), "all are tied"
        parts = [[str(name)] if named else [str(name), figure(value, digits)] for name, value in inside.items()]
        return [part for one in parts for part in one]

    def ordered(self, mask: pd.Series, by: pd.Series, *, least: bool = False) -> str:
        """Return the titles of these books in their order, where no tie leaves it open."""
        values = by[mask].dropna().sort_values(ascending=least, kind="stable")
        titles = self.bare[values.index]
        for _, tied in titles.groupby(values):
            assert tied.nunique() == 1, f"tied: {list(tied)}"
        return " >> ".join(dict.fromkeys(titles))

    def leader(self, figures: pd.Series) -> str:
        """Return the groups that may be called the first, as alternatives."""
        return either(map(str, figures.index[figures == figures.iloc[0]]))

    def book(self, title: str) -> Any:
        """Return the row of the only book of this title."""
        rows = self.bare.index[self.bare.str.casefold() == title.casefold()]
        assert len(rows) == 1, f"{title} is {len(rows)} books"
        return rows[0]

    def only(self, by: pd.Series, mask: pd.Series, least: int = 1) -> list[str]:
        """Return the groups all of whose books pass, those of at least so many books, in the order of the alphabet."""
        every, passing = self.groups(self.all_books(), by), self.groups(mask, by)
        both = every[every >= least].to_frame("every").join(passing.rename("passing"), how="inner")
        return sorted(both.index[both["every"] == both["passing"]])

    def spread(self, values: pd.Series) -> float:
        return float(values.std(ddof=1 if self._convention("spread") == "sample" else 0))

    def all_books(self) -> pd.Series:
        return pd.Series(True, index=self.all.index)


def figure(value: float, digits: int = 1) -> str:
    """Write a figure: a whole one as it is, another with its decimals or, as people round, without."""
    if float(value).is_integer():
        return str(int(value))
    return either([f"{value:.{digits}f}", f"{value:.0f}"]) if digits else f"{value:.0f}"


def share(part: float, whole: float) -> str:
    """Write a share in percent."""
    return f"{100 * part / whole:.1f}%"


def either(parts: Iterable[str]) -> str:
    """Write alternatives."""
    return "|".join(dict.fromkeys(parts))


class Catalogue:
    """The table under all conventions, each state of it made once."""

    def __init__(self, path: Path) -> None:
        self._table = pd.read_csv(path, dtype=str, keep_default_na=False)
        self._states: dict[tuple[str, ...], Books] = {}

    def _state(self, chosen: dict[str, str]) -> Books:
        return self._states.setdefault(tuple(chosen.values()), Books(self._table, **chosen))

    def answers(self, ask: Callable[[Books], Any]) -> list[Any]:
        """Return the different answers under all conventions that matter, that of the default first."""
        default = {name: values[0] for name, values in CONVENTIONS.items()}
        books = self._state(default)
        books.asked = {"rows"}
        found = [ask(books)]
        asked = [name for name in CONVENTIONS if name in books.asked]
        for values in product(*(CONVENTIONS[name] for name in asked)):
            answer = ask(self._state(default | dict(zip(asked, values, strict=True))))
            if answer not in found:
                found.append(answer)
        return found


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))


def _plain_name(name: str) -> str:
    words = re.sub(r"[^\w\s]", " ", name.replace("&", " ")).casefold().split()
    return " ".join(word for word in words if word != "and")


def merged(answers: Sequence[Sequence[str]]) -> list[str]:
    """Put the parts of several answers together: the first's, each with what the others have in its place."""
    length = len(answers[0])
    assert all(len(answer) == length for answer in answers), f"answers of different lengths: {answers}"
    return [either(one for part in parts for one in part.split("|")) for parts in zip(*answers, strict=True)]
