"""Each number of a group leads to its books, exactly; and how a number is spread in a group."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.settings import Settings
from core.stores.library import Book, Library, Selected
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_groups import Spread, books_of_group, spreads_of_groups
from core.stores.library_plan import Key, Measure, Order, Plan, Test, must
from tests.properties import examples
from tests.stores.little_library import EMBEDDER, vectors_of
from tests.stores.little_plans import COLUMNS, FURTHER, catalogues, keys, measures, selected, wheres
from tests.stores.test_library import in_neo4j

GROUPED = some.builds(
    Plan, where=wheres(1), by=some.lists(keys(), min_size=1, max_size=2).map(tuple), measures=some.tuples(measures())
)


def check(plan: Plan, select: Callable[[Plan], Selected]) -> None:
    """Every figure of every group is one of exactly the books to which it leads."""
    measure = plan.measures[0]
    for group in select(plan).groups:
        figure = group.figures[0]
        behind = select(books_of_group(plan, group.names, COLUMNS, measure))
        every = select(books_of_group(plan, group.names, COLUMNS))
        assert {book.id for book in behind.books} <= {book.id for book in every.books}
        if measure.of == "share":
            assert behind.passing == round((figure.value or 0) * figure.of)
            assert every.passing == figure.of
        else:
            assert behind.passing == figure.of


@given(catalogues(), GROUPED)
def test_every_figure_of_any_plan_leads_to_the_books_of_which_it_is_one(books: list[Book], plan: Plan) -> None:
    check(plan, lambda asked: selected(books, asked))


@given(catalogues(), some.lists(GROUPED, min_size=3, max_size=6))
@examples(30)
def test_so_it_does_in_the_embedded_store(books: list[Book], plans: list[Plan]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = filled(EmbeddedLibrary(Path(folder) / "library.sqlite", EMBEDDER.encode), books)
        for plan in plans:
            check(plan, library.select)


@given(books=catalogues(), plans=some.lists(GROUPED, min_size=3, max_size=6))
@examples(10)
def test_so_it_does_in_neo4j(neo4j: Settings, books: list[Book], plans: list[Plan]) -> None:
    with in_neo4j(neo4j) as library:
        filled(library, books)
        for plan in plans:
            check(plan, library.select)


def test_the_books_of_a_group_stand_in_the_order_of_the_plan_where_that_is_one_of_books() -> None:
    key = Key(column="genres")
    plan = Plan(by=(key,), each=1, order=(Order(by="pages", descending=True),), limit=3)
    assert books_of_group(plan, ["Fiction"], COLUMNS).order == plan.order
    assert books_of_group(Plan(by=(key,), order=(Order(by="value"),)), ["Fiction"], COLUMNS).order == ()


def test_figures_without_groups_lead_to_their_books_too() -> None:
    fantasy = must(Test(column="genres", values=("Fantasy",)))
    plan = Plan(where=(fantasy,), measures=(Measure(of="mean", column="pages"),))
    behind = books_of_group(plan, (), COLUMNS, plan.measures[0])
    assert behind.where == (fantasy, must(Test(column="pages", how="missing", denied=True)))


# --- how a number is spread -------------------------------------------------------------------------------------------

PAGES = some.lists(some.integers(1, 9) | some.none(), max_size=12)


@given(PAGES)
@examples(50)
def test_the_five_figures_of_a_group_are_those_of_its_books(pages: list[int | None]) -> None:
    books = [Book(str(place), f"Book {place}", (), ("Craft",), None, many) for place, many in enumerate(pages)]
    books.append(Book("other", "Other", (), ("Art",), None, 77))
    with tempfile.TemporaryDirectory() as folder:
        library = filled(EmbeddedLibrary(Path(folder) / "library.sqlite", EMBEDDER.encode), books)
        plan = Plan(by=(Key(column="genres", without=("Art",)),), measures=(Measure(of="spread", column="pages"),))
        spreads = spreads_of_groups(library, plan, "pages", library.select(plan).groups)
    known = [many for many in pages if many is not None]
    if not pages:
        assert spreads == []
    elif not known:
        assert spreads == [None]
    else:
        five = [float(np.quantile(known, part)) for part in (0, 0.25, 0.5, 0.75, 1)]
        assert spreads == [Spread(*(pytest.approx(one) for one in five), of=len(known))]


def filled(library: Library, books: list[Book]) -> Library:
    library.load(books, vectors_of(books), FURTHER)
    return library
