"""The nodes of one question while its form is read: looking among them, noting which of them a plan accounts for."""

from __future__ import annotations

from collections.abc import Iterable

from core.stores.library_plan import Alternative, Clause, Key, Measure, Part, Plan, Where
from core.systems.library_chat.grammar.nodes import Condition, Node, Reference
from core.systems.library_chat.grammar.rules import Setting

_WORDS_OF_FORM = frozenset({
    "FILL", "SIGN", "BE", "HAVE", "IN", "BY", "AND", "OR", "BUT", "WHICH", "WHO", "BOOKS", "LIBRARY", "PUBLISH",
    "WROTE", "WHEN", "WHERE", "HOWLONG", "DIFFERENT", "THAN", "TITLED", "SINCE", "TO",
    "BELONG", "COUNT", "CONTAINS", "ALSO", "PERSON", "THOSE", "IT", "KNOWN", "DASH", "AS", "CODE", "PUBLISHEDBY",
    "BOTH", "EITHER", "ABOUT", "APPROX", "SINGLE", "IS", "EACH", "GROUPBY", "SORT", "EQ", "FOR", "LEAVE", "WHOSE",
    "PEOPLE", "BREAKDOWN", "TOGETHER", "ELSE", "FIELD",
})  # words that say nothing by themselves once the form is known  # fmt: skip


class Reader:
    """One question: its nodes, and those that are accounted for, each with what for."""

    def __init__(self, nodes: list[Node], setting: Setting, question: str) -> None:
        self.nodes = nodes
        self.names = setting.names
        self.question = question
        self.used: list[tuple[Node, str]] = []
        self.over = ""
        self.also: tuple[Plan, ...] = ()
        self.tags = {node.tag for node in nodes}
        self.conditions = self.every("COND")

    def first(self, *tags: str) -> Node | None:
        """Return the first node of some tags."""
        return next((node for node in self.nodes if node.tag in tags), None)

    def every(self, *tags: str) -> list[Node]:
        """Return all nodes of some tags."""
        return [node for node in self.nodes if node.tag in tags]

    def use(self, node: Node | None, what: str = "") -> None:
        """Note that a node is accounted for."""
        if node is not None:
            self.used.append((node, what))

    def is_used(self, node: Node) -> bool:
        """Whether a node is accounted for."""
        return any(node is one for one, _ in self.used)

    def place(self, node: Node) -> int:
        """Return the place of a node among the others."""
        return next(place for place, one in enumerate(self.nodes) if one is node)

    def before(self, node: Node, steps: int = 1) -> str:
        """Return the tag of the node that stands so many steps before another."""
        place = self.place(node) - steps
        return self.nodes[place].tag if 0 <= place < len(self.nodes) else ""

    def behind(self, node: Node) -> str:
        """Return the tag of the node that stands behind another."""
        return self.before(node, -1)

    def column(self, name: str) -> Node | None:
        """Return the first mention of a column."""
        return next((node for node in self.every("COL") if node.detail == name), None)

    @property
    def titles(self) -> list[Node]:
        """The books that are named, by their title or their number."""
        named = ("title", "isbn", "id")
        return [node for node in self.conditions if node.detail in named and node.value.test.how == "is"]

    @property
    def people(self) -> tuple[str, ...]:
        """The authors that are named."""
        return tuple(
            value
            for node in self.conditions
            if node.detail == "authors"
            for tests in node.value.alternatives
            for value in tests[0].values
        )

    @property
    def time_column(self) -> str:
        """The column that says best when a book came out."""
        return "published" if self.names.kind("published") else "year"

    def where(self, conditions: Iterable[Node]) -> Where:
        """Return the condition of a plan, and note its nodes."""
        found = []
        for node in conditions:
            self.use(node, "a condition")
            found.append(clause_of(node.value))
        return tuple(found)


def is_several(value: Condition) -> bool:
    """Whether a condition names several values of one column, joined by "and", "or" or a list."""
    if value.column == "":
        return False
    if len(value.spans) > 1:
        return True
    return len(value.parts) > 1 and value.joined in ("or", "and", "list", "all") and not value.test.denied


def clause_of(value: Condition) -> Clause:
    """Return the clause of a condition."""
    return Clause(any_of=tuple(Alternative(all_of=tests) for tests in value.alternatives))


def measure_of(of: str, column: str) -> Measure:
    """Make a measure of the words of a tag."""
    return Measure(of=of, column=column)  # type: ignore[arg-type]


def key_of_detail(detail: str) -> Key:
    """Make a key of the detail of a tag: "genres", "year:decade"."""
    column, _, part = detail.partition(":")
    parts: dict[str, Part] = {"decade": "decade", "century": "century"}
    return Key(column=column, part=parts.get(part, ""))


def key_of_values(value: Condition, reader: Reader) -> Key | None:
    """Return the key that parts books by the values, years or decades that a condition names."""
    column = value.column
    if value.test.how == "between":
        return _key_of_periods(column, value)
    if value.test.how not in ("is", "all"):
        return None
    values = [_main_value(column, part, value, reader) for part in value.parts]
    return Key(column=column, values=tuple(dict.fromkeys(one for part in values for one in part)))


def _main_value(column: str, part: tuple[str, ...], value: Condition, reader: Reader) -> tuple[str, ...]:
    """Of several people with one surname that are compared with others, the one with the most books."""
    if column != "authors" or len(part) < 2 or value.how != "surname":
        return part
    counts = reader.names.counts.get("authors", {})
    return (max(part, key=lambda name: counts.get(name, 0)),)


def _key_of_periods(column: str, value: Condition) -> Key | None:
    spans = value.spans or tuple((test.low, test.high) for tests in value.alternatives for test in tests)
    sizes = {int(high - low + 1) if low is not None and high is not None else 0 for low, high in spans}
    if sizes == {10} and all((low or 0) % 10 == 0 for low, _ in spans):
        return Key(column=column, part="decade", values=tuple(f"{int(low or 0)}s" for low, _ in spans))
    if sizes == {1}:
        return Key(column=column, values=tuple(str(int(low or 0)) for low, _ in spans))
    if sizes == {100}:
        return Key(column=column, part="century", values=tuple(str(int(low or 0)) for low, _ in spans))
    return None


def left_over(nodes: Iterable[Node], used: Iterable[tuple[Node, str]]) -> list[Node]:
    """Return the nodes that say something and that no plan accounts for."""
    taken = frozenset().union(*(node.tokens for node, _ in used)) if used else frozenset()
    return [
        node
        for node in nodes
        if (node.tag not in _WORDS_OF_FORM or isinstance(node.value, Reference)) and not node.tokens & taken
    ]
