"""Which books a question is about: replaced, narrowed, shown as chips, and taken back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from core.codec import from_state, to_state
from core.stores.library import Filters
from core.systems.library_chat.plan.selection import EVERYTHING, Selection, highest, in_words, lowest, spans, unique

_names = some.lists(some.sampled_from(["Mystery", "Romance", "Science"]), max_size=2, unique=True).map(tuple)
_numbers = some.none() | some.integers(1, 400)
_selections = some.builds(
    Selection,
    some.builds(
        Filters,
        genres=_names,
        authors=_names,
        without_genres=_names,
        without_authors=_names,
        without_years=some.lists(some.integers(1990, 2010), max_size=4, unique=True).map(tuple),
        year_from=_numbers,
        year_to=_numbers,
        pages_from=_numbers,
        pages_to=_numbers,
        ids=_names,
    ),
    _names,
    _names,
)


@given(_selections)
def test_a_selection_is_kept_and_read_back_unchanged(selection: Selection) -> None:
    assert from_state(Selection, to_state(selection)) == selection


@given(_selections)
def test_without_all_its_chips_a_selection_asks_nothing_of_the_filters(selection: Selection) -> None:
    chips = {chip["id"] for chip in selection.chips()}
    every = chips | {f"{kind}:{name}" for kind in ("genre", "author") for name in ("Mystery", "Romance", "Science")}
    assert selection.leaving_out(every) == EVERYTHING
    assert selection.leaving_out(()).filters.asked.keys() == selection.filters.asked.keys()


@given(_selections)
def test_each_chip_takes_away_its_own_condition_and_no_other(selection: Selection) -> None:
    chips = selection.chips()
    for chip in chips:
        left = {other["id"] for other in selection.leaving_out({chip["id"]}).chips()}
        assert left == {other["id"] for other in chips} - {chip["id"]}


@given(_selections)
def test_a_selection_replaced_or_narrowed_by_everything_keeps_what_it_asks(selection: Selection) -> None:
    named_twice = set(selection.filters.genres) & set(selection.filters.without_genres)
    if not named_twice:
        assert selection.replaced_by(EVERYTHING) == selection
        assert selection.narrowed_by(EVERYTHING) == selection


def test_a_new_genre_takes_the_place_of_the_old_one_and_other_conditions_stay() -> None:
    old = Selection(Filters(genres=("Mystery",), year_from=2000))
    new = old.replaced_by(Selection(Filters(genres=("Romance",), pages_to=200)))
    assert new.filters == Filters(genres=("Romance",), year_from=2000, pages_to=200)


def test_what_is_left_out_adds_up_and_is_wanted_again_when_it_is_named() -> None:
    old = Selection(Filters(without_genres=("Mystery",), without_years=(1999,)))
    more = old.replaced_by(Selection(Filters(without_genres=("Romance",), without_years=(2005,))))
    assert more.filters == Filters(without_genres=("Mystery", "Romance"), without_years=(1999, 2005))
    assert more.replaced_by(Selection(Filters(genres=("Mystery",)))).filters.without_genres == ("Romance",)


def test_narrowing_lets_pass_what_passes_both() -> None:
    old = Selection(Filters(genres=("Mystery",), year_from=1990, year_to=2010))
    new = old.narrowed_by(Selection(Filters(genres=("Romance",), year_from=2000, year_to=2020)))
    assert new.all_genres == ("Mystery", "Romance")
    assert (new.filters.year_from, new.filters.year_to) == (2000, 2010)


def test_the_narrowest_of_some_bounds_counts_and_none_is_open() -> None:
    assert (highest(None, 3, 5), lowest(None, 3, 5), highest(None), lowest()) == (5, 3, None, None)
    assert unique(("b", "a"), ("a", "c")) == ("b", "a", "c")


def test_years_are_said_as_periods_and_bounds_in_words() -> None:
    assert spans({1990, 1991, 1992, 2005}) == [(1990, 1992), (2005, 2005)]
    assert [in_words(1950, 1959), in_words(2019, 2019), in_words(2019, None), in_words(None, 299)] == [
        "1950 to 1959", "2019", "from 2019", "up to 299",
    ]  # fmt: skip
