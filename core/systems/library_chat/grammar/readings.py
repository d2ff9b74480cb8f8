"""Other plans that the words of a question allow, where they honestly allow two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.stores.library_plan import Clause, Plan, Test, must
from core.systems.library_chat.agents.wording import joined
from core.systems.library_chat.grammar.nodes import Condition, Node
from core.systems.library_chat.grammar.reader import clause_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

_LONG, _SHORT = (400, 600), (200, 100)  # pages
_RECENT, _OLD = (5, 10), (50, 25)  # years before the last one
_MOST_PEOPLE = 4


def readings_of(
    plan: Plan, nodes: Sequence[Node], unread: Sequence[Node], names: Vocabulary
) -> tuple[tuple[str, Plan], ...]:
    """Return the readings of a question that lists or counts books: in an analyst's words, with the plan of each."""
    if plan.by or plan.show or plan.like or plan.path or any(one.of != "count" or one.column for one in plan.measures):
        return ()
    for way in (_of_vague_words(plan, unread, names), _of_surnames(plan, nodes, names), _of_and(plan, nodes, names)):
        if len(found := tuple(way)) > 1:
            return found
    return ()


def vague_words(plan: Plan, unread: Sequence[Node], names: Vocabulary) -> list[Node]:
    """Return the words for a size without a bound, “short recent books”: one for each column that nothing bounds."""
    tests = [test for clause in plan.where for one in clause.any_of for test in one.all_of]
    settled = {test.column for test in tests if test.how == "between"} | {order.by for order in plan.order}
    settled |= set() if names.years else {"year"}
    found: dict[str, Node] = {}
    for node in unread:
        if node.tag == "VAGUE" and (column := node.detail.partition(":")[0]) not in settled:
            found.setdefault(column, node)
    return list(found.values())


def _of_vague_words(plan: Plan, unread: Sequence[Node], names: Vocabulary) -> Iterator[tuple[str, Plan]]:
    """“long books”, “recent books”; of several such words each by its first bound, or each by its second."""
    bounds = [list(_bounds(node, names)) for node in vague_words(plan, unread, names)]
    for chosen in zip(*bounds, strict=True):
        said, clauses = zip(*chosen, strict=True)
        yield f"books {', '.join(said)}", plan.model_copy(update={"where": (*plan.where, *clauses)})


def _bounds(node: Node, names: Vocabulary) -> Iterator[tuple[str, Clause]]:
    column, _, direction = node.detail.partition(":")
    up = direction == "desc"
    if column == "pages":
        for bound in _LONG if up else _SHORT:
            low, high = (bound, None) if up else (None, bound)
            yield f"of at {'least' if up else 'most'} {bound} pages", _between("pages", low, high)
    elif names.years is not None:
        for ago in _RECENT if up else _OLD:
            year = names.years[1] - ago
            words = f"from {year + 1} on" if up else f"up to {year}"
            yield words, _between("year", year + 1, None) if up else _between("year", None, year)


def _between(column: str, low: int | None, high: int | None) -> Clause:
    return must(Test(column=column, how="between", low=low, high=high))


def _of_surnames(plan: Plan, nodes: Sequence[Node], names: Vocabulary) -> Iterator[tuple[str, Plan]]:
    """“Brontë”: any of those who bear the name."""
    counts = names.counts.get("authors", {})
    for node in nodes:
        if node.tag != "COND" or node.detail != "authors" or node.value.how != "surname" or not node.value.is_one:
            continue
        test: Test = node.value.test
        if len(test.values) < 2 or len(node.value.parts) > 1 or test.how != "is" or test.denied:
            continue
        for person in sorted(test.values, key=lambda name: (-counts.get(name, 0), name))[:_MOST_PEOPLE]:
            one = must(test.model_copy(update={"values": (person,)}))
            yield f"books by {person}", _instead(plan, clause_of(node.value), (one,))
        yield "books by any of them", plan


def _of_and(plan: Plan, nodes: Sequence[Node], names: Vocabulary) -> Iterator[tuple[str, Plan]]:
    """“fantasy and horror books”: of either, or of both."""
    for node in nodes:
        if node.tag != "COND" or not isinstance(node.value, Condition) or not node.value.is_one:
            continue
        value = node.value
        if value.joined != "and" or value.test.how != "is" or value.test.denied or len(value.parts) < 2:
            continue
        if names.kind(node.detail) != "list":  # no book is in both French and German
            continue
        clauses = tuple(must(value.test.model_copy(update={"values": part})) for part in value.parts)
        either, both = joined(_said(value), "or"), joined(_said(value), "and")
        yield f"either {either}", plan
        yield f"both {both} at once", _instead(plan, clause_of(value), clauses)
        return


def _said(value: Condition) -> list[str]:
    return [part[0] for part in value.parts]


def _instead(plan: Plan, clause: Clause, others: tuple[Clause, ...]) -> Plan:
    where = tuple(new for one in plan.where for new in (others if one == clause else (one,)))
    return plan.model_copy(update={"where": where})
