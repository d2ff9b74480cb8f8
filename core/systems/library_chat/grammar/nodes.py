"""What the grammar works on: nodes, each some tokens of a question with what they are taken to be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from core.stores.library_plan import Test


@dataclass(frozen=True)
class Node:
    """Tokens `first` to `last` (inclusive) of a question, taken as a `tag` with a `detail`, and what they are worth.

    `value` is what the tag says it is: a number, `Condition`, `Quantity`, a text. `tokens` are those that said it.
    """

    tag: str
    detail: str = ""
    first: int = 0
    last: int = 0
    value: Any = None
    tokens: frozenset[int] = frozenset()

    def again(self, tag: str, detail: str = "", value: Any = None) -> Node:
        """Take the same tokens for something else."""
        return replace(self, tag=tag, detail=detail, value=value)


@dataclass(frozen=True)
class Condition:
    """A condition on books, as alternatives of which each is some tests that all hold.

    `said` are the words of a name, `how` it was said; `joined` says with what word several values were joined, `named`
    which values each name has, and `spans` which years each period has; `ends` are the first and the last period that a
    range is said with. `is_apart`: the word before the first name stands before the others again ("of horror and of
    romance").
    """

    alternatives: tuple[tuple[Test, ...], ...]
    said: str = ""
    how: str = ""
    joined: str = ""
    named: tuple[tuple[str, ...], ...] = ()
    spans: tuple[tuple[float | None, float | None], ...] = ()
    ends: tuple[tuple[float | None, float | None], ...] = ()
    is_apart: bool = False

    @property
    def column(self) -> str:
        """The column, where there is but one."""
        columns = {test.column for tests in self.alternatives for test in tests}
        return columns.pop() if len(columns) == 1 else ""

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The values of each name."""
        return self.named or (self.test.values,)

    @property
    def test(self) -> Test:
        """The first test."""
        return self.alternatives[0][0]

    @property
    def is_one(self) -> bool:
        """Whether it is a single test."""
        return len(self.alternatives) == 1 and len(self.alternatives[0]) == 1


@dataclass(frozen=True)
class Quantity:
    """How many of something, inclusive; None is open."""

    low: float | None
    high: float | None
    column: str = ""
    guessed: bool = False


@dataclass(frozen=True)
class Reference:
    """A value that is looked up first: "more", "less" or the "same" in a column than the books of a condition, which
    are on average where `is_average`."""

    relation: str
    column: str
    condition: Condition | None = None
    is_average: bool = False


@dataclass
class Heard:
    """What the grammar noticed beside the nodes: names that nobody has, and what it took otherwise than it stands."""

    unknown: list[tuple[str, str, tuple[int, int]]] = field(default_factory=list)  # said, column, tokens
    kept: frozenset[str] = frozenset()  # what is to be left as it is spelled
    assumed: list[tuple[str, str, tuple[int, int], str]] = field(default_factory=list)  # said, read, tokens, id
    alone: list[tuple[str, tuple[int, int], str]] = field(default_factory=list)  # as what, tokens, id


def condition(*tests: Test, said: str = "", how: str = "") -> Condition:
    """Make a condition of which one test must hold."""
    return Condition(tuple((test,) for test in tests), said, how)


def joined(nodes: list[Node], tag: str, detail: str = "", value: Any = None) -> Node:
    """Make one node of several."""
    tokens = frozenset().union(*(node.tokens for node in nodes))
    return Node(tag, detail, nodes[0].first, nodes[-1].last, value, tokens)
