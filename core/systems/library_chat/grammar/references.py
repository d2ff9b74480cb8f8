"""Values that are looked up before a plan is made: "longer than Emma", "the same publisher as Emma"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.stores.library import Book, Selected
from core.stores.library_plan import Measure, Plan, Test
from core.systems.library_chat.grammar.nodes import Node, Reference, condition
from core.systems.library_chat.grammar.reader import clause_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary


def resolved(nodes: Sequence[Node], names: Vocabulary, select: Callable[[Plan], Selected] | None) -> list[Node]:
    """Return the nodes with references as conditions, but where two books that are named are compared."""
    named = any(node.tag == "COND" and node.detail == "title" and node.value.test.how == "is" for node in nodes)
    found = []
    for node in nodes:
        if node.tag == "THAN" and isinstance(node.value, Reference) and select is not None and not named:
            found.append(_as_condition(node, node.value, select) or node)
        else:
            found.append(node)
    return found


def _as_condition(node: Node, reference: Reference, select: Callable[[Plan], Selected]) -> Node | None:
    where = (clause_of(reference.condition),) if reference.condition else ()
    column = reference.column
    if reference.is_average:
        figure = select(Plan(where=where, measures=(Measure(of="mean", column=column),))).figures[0].value
        return None if figure is None else _bounded(node, reference.relation, column, figure)
    books = select(Plan(where=where)).books
    values = [value for book in books if (value := value_in(book, column)) not in (None, "", ())]
    if not values:
        return None
    if reference.relation != "same":
        return _bounded(node, reference.relation, column, float(values[0]))  # type: ignore[arg-type]
    if isinstance(values[0], int | float):
        test = Test(column=column, how="between", low=values[0], high=values[0])
    else:
        every = [one for value in values for one in (value if isinstance(value, tuple) else (str(value),))]
        test = Test(column=column, values=tuple(dict.fromkeys(every)))
    return node.again("COND", column, condition(test))


def _bounded(node: Node, relation: str, column: str, value: float) -> Node:
    step = 1.0 if value.is_integer() else 1e-9
    low, high = (value + step, None) if relation == "more" else (None, value - step)
    return node.again("COND", column, condition(Test(column=column, how="between", low=low, high=high)))


def value_in(book: Book, column: str) -> str | float | tuple[str, ...] | None:
    """Return what is known of a book in a column."""
    fixed: dict[str, str | float | tuple[str, ...] | None] = {
        "title": book.title, "authors": book.authors, "genres": book.genres, "subjects": book.subjects,
        "year": book.year, "pages": book.pages, "id": book.id,
    }  # fmt: skip
    return fixed[column] if column in fixed else book.extra.get(column)
