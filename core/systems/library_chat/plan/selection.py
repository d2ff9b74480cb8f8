"""Which books a question is about: the store's filters, and what they cannot say by themselves (both of two genres)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypedDict, TypeVar, Unpack

from core.stores.library import NO_FILTERS, Filters

EVERY = 1_000_000
"""More books than any catalogue has."""

NOTHING = Filters(ids=("",))
"""The filters that no book passes: no book's id is empty."""


class Chip(TypedDict):
    """A condition as it is shown, and the id by which it can be taken away."""

    id: str
    kind: str
    label: str


class Conditions(TypedDict, total=False):
    """Some of the fields of `Filters`, to be set anew."""

    genres: tuple[str, ...]
    authors: tuple[str, ...]
    without_genres: tuple[str, ...]
    without_authors: tuple[str, ...]
    without_years: tuple[int, ...]
    year_from: int | None
    year_to: int | None
    pages_from: int | None
    pages_to: int | None
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Selection:
    """`filters`, and of what passes them only books of all of some genres and by all of some authors."""

    filters: Filters = NO_FILTERS
    all_genres: tuple[str, ...] = ()
    all_authors: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is asked of a book."""
        return self == Selection()

    def with_filters(self, **changes: Unpack[Conditions]) -> Selection:
        """Set some filters anew."""
        return replace(self, filters=replace(self.filters, **changes))

    def chips(self) -> list[Chip]:
        """Say what is asked of a book, each as it is shown and can be taken away."""
        filters = self.filters
        named = [
            *(("genre", name, name) for name in filters.genres),
            *(("author", name, name) for name in filters.authors),
            *(("not genre", name, f"not {name}") for name in filters.without_genres),
            *(("not author", name, f"not by {name}") for name in filters.without_authors),
        ]
        chips = [Chip(id=f"{kind}:{name}", kind=kind, label=label) for kind, name, label in named]
        for kind, low, high, unit in (
            ("years", filters.year_from, filters.year_to, ""),
            ("pages", filters.pages_from, filters.pages_to, " pages"),
        ):
            if _bounded(low, high):
                chips.append(Chip(id=kind, kind=kind, label=in_words(low, high) + unit))
        for span in spans(filters.without_years):
            label = in_words(*span)
            chips.append(Chip(id=f"not years:{label}", kind="not years", label=f"not {label}"))
        if filters.ids:
            chips.append(Chip(id="books", kind="books", label=f"{len(filters.ids)} books of before"))
        return chips

    def leaving_out(self, chips: Collection[str]) -> Selection:
        """Leave out the conditions of these chips, by their ids."""
        filters = self.filters

        def stay(kind: str, names: Sequence[str]) -> tuple[str, ...]:
            return tuple(name for name in names if f"{kind}:{name}" not in chips)

        years = (None, None) if "years" in chips else (filters.year_from, filters.year_to)
        pages = (None, None) if "pages" in chips else (filters.pages_from, filters.pages_to)
        without_years = (
            year
            for span in spans(filters.without_years)
            if f"not years:{in_words(*span)}" not in chips
            for year in range(span[0], span[1] + 1)
        )
        left = Filters(
            genres=stay("genre", filters.genres),
            authors=stay("author", filters.authors),
            without_genres=stay("not genre", filters.without_genres),
            without_authors=stay("not author", filters.without_authors),
            without_years=tuple(without_years),
            year_from=years[0],
            year_to=years[1],
            pages_from=pages[0],
            pages_to=pages[1],
            ids=() if "books" in chips else filters.ids,
        )
        return Selection(left, stay("genre", self.all_genres), stay("author", self.all_authors))

    def replaced_by(self, other: Selection) -> Selection:
        """Replace everything that the other selection speaks of; what is left out adds up."""
        was, now = self.filters, other.filters
        new_years, new_pages = _bounded(now.year_from, now.year_to), _bounded(now.pages_from, now.pages_to)
        genres = now.genres or was.genres
        without_genres = unique(was.without_genres, now.without_genres)
        changes = Conditions(
            genres=tuple(name for name in genres if name not in now.without_genres),
            authors=now.authors or was.authors,
            without_genres=tuple(name for name in without_genres if name not in now.genres),
            without_authors=unique(was.without_authors, now.without_authors),
            without_years=now.without_years if new_years else unique(was.without_years, now.without_years),
        )
        if new_years:
            changes |= Conditions(year_from=now.year_from, year_to=now.year_to)
        if new_pages:
            changes |= Conditions(pages_from=now.pages_from, pages_to=now.pages_to)
        return replace(
            self.with_filters(**changes),
            all_genres=other.all_genres or (() if now.genres else self.all_genres),
            all_authors=other.all_authors or (() if now.authors else self.all_authors),
        )

    def narrowed_by(self, other: Selection) -> Selection:
        """Let pass what passes both: bounds add up, and a second genre or author must be there as well."""
        was, now = self.filters, other.filters
        genres = unique(self.all_genres, other.all_genres)
        if was.genres and now.genres and set(was.genres) != set(now.genres) and len(was.genres) == 1:
            genres = unique(genres, was.genres, now.genres)
        narrowed = self.replaced_by(other).with_filters(
            year_from=highest(was.year_from, now.year_from),
            year_to=lowest(was.year_to, now.year_to),
            pages_from=highest(was.pages_from, now.pages_from),
            pages_to=lowest(was.pages_to, now.pages_to),
            without_years=unique(was.without_years, now.without_years),
        )
        return replace(narrowed, all_genres=genres, all_authors=unique(self.all_authors, other.all_authors))


EVERYTHING = Selection()


T = TypeVar("T", int, str)


def unique(*lists: Sequence[T]) -> tuple[T, ...]:
    """Join lists; each value stands once, where it stood first."""
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def highest(*bounds: int | None) -> int | None:
    """Take the highest of some lower bounds; None is open."""
    return max((bound for bound in bounds if bound is not None), default=None)


def lowest(*bounds: int | None) -> int | None:
    """Take the lowest of some upper bounds; None is open."""
    return min((bound for bound in bounds if bound is not None), default=None)


def _bounded(low: int | None, high: int | None) -> bool:
    return low is not None or high is not None


def spans(years: Collection[int]) -> list[tuple[int, int]]:
    """Put years together to periods, first and last inclusive: 1990 to 1999, 2005."""
    found: list[tuple[int, int]] = []
    for year in sorted(set(years)):
        if found and found[-1][1] == year - 1:
            found[-1] = (found[-1][0], year)
        else:
            found.append((year, year))
    return found


def in_words(low: int | None, high: int | None) -> str:
    """Say bounds in words: "1950 to 1959", "2019 or more", "up to 299"."""
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    return f"from {low}" if low is not None else f"up to {high}"
