"""Which books a question is about: the store's filters, and what they cannot say by themselves (both of two genres)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.stores.library import NO_FILTERS, Filters

EVERY = 1_000_000
"""More books than any catalogue has."""

NOTHING = Filters(ids=("",))
"""The filters that no book passes: no book's id is empty."""


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

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for a checkpoint."""
        filters = {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self.filters).items()
        }
        return {"filters": filters, "all_genres": list(self.all_genres), "all_authors": list(self.all_authors)}

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Selection:
        """Read back what `to_dict` wrote."""
        filters: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in kept["filters"].items()
        }
        return cls(Filters(**filters), tuple(kept["all_genres"]), tuple(kept["all_authors"]))

    def with_filters(self, **changes: Any) -> Selection:
        """The same selection with other filters."""
        return replace(self, filters=replace(self.filters, **changes))

    def chips(self) -> list[dict[str, str]]:
        """What is asked of a book, each as it is shown and can be taken away: `{"id", "kind", "label"}`."""
        filters = self.filters
        named = [
            *(("genre", name, name) for name in filters.genres),
            *(("author", name, name) for name in filters.authors),
            *(("not genre", name, f"not {name}") for name in filters.without_genres),
            *(("not author", name, f"not by {name}") for name in filters.without_authors),
        ]
        chips = [{"id": f"{kind}:{name}", "kind": kind, "label": label} for kind, name, label in named]
        for kind, low, high, unit in (
            ("years", filters.year_from, filters.year_to, ""),
            ("pages", filters.pages_from, filters.pages_to, " pages"),
        ):
            if low is not None or high is not None:
                chips.append({"id": kind, "kind": kind, "label": in_words(low, high) + unit})
        for span in spans(filters.without_years):
            label = in_words(*span)
            chips.append({"id": f"not years:{label}", "kind": "not years", "label": f"not {label}"})
        if filters.ids:
            chips.append({"id": "books", "kind": "books", "label": f"{len(filters.ids)} books of before"})
        return chips

    def leaving_out(self, chips: Collection[str]) -> Selection:
        """The same without the conditions of these chips, by their ids."""
        filters = self.filters
        kept: dict[str, Any] = {
            field: tuple(name for name in getattr(filters, field) if f"{kind}:{name}" not in chips)
            for kind, field in (
                ("genre", "genres"),
                ("author", "authors"),
                ("not genre", "without_genres"),
                ("not author", "without_authors"),
            )
        }
        open_bounds: dict[str, Any] = {}
        for kind, field in (("years", "year"), ("pages", "pages")):
            if kind in chips:
                open_bounds |= {f"{field}_from": None, f"{field}_to": None}
        kept["without_years"] = tuple(
            year
            for span in spans(filters.without_years)
            if f"not years:{in_words(*span)}" not in chips
            for year in range(span[0], span[1] + 1)
        )
        ids = () if "books" in chips else filters.ids
        return Selection(
            replace(filters, **kept, **open_bounds, ids=ids),
            tuple(name for name in self.all_genres if f"genre:{name}" not in chips),
            tuple(name for name in self.all_authors if f"author:{name}" not in chips),
        )


EVERYTHING = Selection()


def spans(years: Collection[int]) -> list[tuple[int, int]]:
    """Years as periods, first and last inclusive: 1990 to 1999, 2005."""
    found: list[tuple[int, int]] = []
    for year in sorted(set(years)):
        if found and found[-1][1] == year - 1:
            found[-1] = (found[-1][0], year)
        else:
            found.append((year, year))
    return found


def in_words(low: int | None, high: int | None) -> str:
    """Bounds in words: "1950 to 1959", "2019 or more", "up to 299"."""
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    return f"from {low}" if low is not None else f"up to {high}"
