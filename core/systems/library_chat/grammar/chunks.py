"""Chunks of a question by their class, and how those of a follow-up take the places of the former ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from core.stores.library_plan import Clause, Test, Where
from core.systems.library_chat.grammar.nodes import Condition, Node

Mode = Literal["instead", "narrow", "or"]

_CLASSES = {
    "COUNT": "measure", "SHARE": "measure", "AGG": "measure", "AVG": "measure", "AGGCOUNT": "measure",
    "COL": "target", "DECADE": "target", "CENTURY": "target", "WHO": "target", "WHEN": "target", "HOWLONG": "target",
    "KEY": "key", "TREND": "key",
    "SUP": "rank", "RANK": "rank", "MOST": "rank", "FEWEST": "rank", "COMMON": "rank", "RARE": "rank",
    "PROLIFIC": "rank", "NTH": "place", "ORD": "place",
    "LIMIT": "limit", "NUM": "limit", "ORDER": "order", "SAMPLE": "sample",
}  # fmt: skip
_DROPPED = {
    "COUNT": {"measure", "rank", "place", "limit", "order"},
    "SHARE": {"measure", "rank", "place", "limit", "order", "target"},
    "AGG": {"measure", "rank", "place", "limit", "order", "target"},
    "AVG": {"measure", "rank", "place", "limit", "order", "target"},
    "AGGCOUNT": {"measure", "rank", "place", "limit", "order", "target"},
    "KEY": {"key", "limit", "place", "order", "rank"},
    "SUP": {"rank", "place", "measure", "target", "key", "order"},
    "RANK": {"rank", "place", "measure", "order"},
    "LIMIT": {"limit", "place"},
    "NTH": {"place", "limit"},
    "ORDER": {"order", "measure"},
}
RANKING = {"MOST": "desc", "PROLIFIC": "desc", "COMMON": "desc", "FEWEST": "asc", "RARE": "asc"}
_TIMES = {"year", "published"}
_AMONG = {"among", "amongst", "of", "within", "out of"}
_SAYING = {"WHICH", "WHO", "WROTE", "PUBLISH", "PUBLISHEDBY", "WHEN", "HOWLONG"}
_LOOKING_UP = _SAYING | {"BY", "TITLED"}


@dataclass
class Chain:
    """The nodes of a chain of questions, and what the last question replaced, by its class."""

    nodes: list[Node] = field(default_factory=list)
    replaced: dict[str, Node] = field(default_factory=dict)


def class_of(node: Node) -> str:
    """Return the class of a chunk; "" for a word that is none."""
    if node.tag == "COND":
        return f"cond:{_class_of_column(node.detail or node.value.column)}"
    if node.tag == "QTY":
        return f"quantity:{node.detail}"
    return _CLASSES.get(node.tag, "")


def _class_of_column(column: str) -> str:
    return "time" if column in _TIMES else column


def operations(nodes: Sequence[Node]) -> list[Node]:
    """Return the chunks that say what is wanted of books, rather than of which."""
    return [node for node in nodes if node.tag in _CLASSES]


def conditions(nodes: Sequence[Node]) -> list[Node]:
    """Return the chunks that say of which books."""
    return [node for node in nodes if node.tag in ("COND", "QTY")]


def former(nodes: Sequence[Node], turn: int) -> list[Node]:
    """Return nodes of a former question: their tokens are none of the new one's."""
    away = -1000 * (turn + 1)
    return [
        replace(node, first=node.first + away, last=node.last + away, tokens=frozenset(at + away for at in node.tokens))
        for node in nodes
    ]


def substituted(chain: Chain, new: Sequence[Node], mode: Mode) -> Chain:
    """Put the chunks of a follow-up in the places of those of the same class, or add them."""
    nodes, replaced = list(chain.nodes), dict(chain.replaced)
    nodes = _without_column(nodes, new)
    said = [node for node in new if node.tag not in ("BOOKS", "THOSE")]
    whole = {id(node) for word, node in pairwise(said) if word.tag == "IN" and word.value in _AMONG}
    for node in conditions(new):
        before = nodes
        nodes = _with_condition(nodes, node, mode, replaced)
        if id(node) in whole and nodes == [*before, node]:
            nodes = _of_the_whole(before, node)
    return Chain(_with_operations(nodes, new), replaced)


def _of_the_whole(nodes: list[Node], node: Node) -> list[Node]:
    """Put “among those of the 2000s” behind the word for a share, of whose whole it is."""
    at = next((place for place, one in enumerate(nodes) if one.tag == "SHARE"), len(nodes) - 1)
    return [*nodes[: at + 1], node, *nodes[at + 1 :]]


def dropped_columns(new: Sequence[Node]) -> set[str]:
    """Return the classes of the columns of which it is said that they are to be forgotten."""
    return {
        _class_of_column(column.detail)
        for word, column in pairwise(new)
        if word.tag in ("FORGET", "SAMPLE") and column.tag == "COL"
    }


def _without_column(nodes: list[Node], new: Sequence[Node]) -> list[Node]:
    gone = {f"cond:{column}" for column in dropped_columns(new)}
    return [node for node in nodes if class_of(node) not in gone]


def _with_condition(nodes: list[Node], node: Node, mode: Mode, replaced: dict[str, Node]) -> list[Node]:
    kind = class_of(node)
    same = [one for one in nodes if class_of(one) == kind and _is_denied(one) == _is_denied(node)]
    if same and mode == "narrow" and _are_apart(same[0], node):
        mode = "instead"  # “under 300 pages”, “and the ones with more than 300?”
    if not same or mode == "narrow" or _is_denied(node):
        return [*nodes, node]
    replaced[kind] = same[0]
    if mode == "or" and node.tag == "COND":
        node = either(same[0], node)
    return [
        node if one is same[0] else one for one in nodes if one is same[0] or all(one is not other for other in same)
    ]


def _are_apart(one: Node, other: Node) -> bool:
    """Whether two bounds leave no number."""
    if any(node.tag != "COND" or not node.value.is_one or node.value.test.how != "between" for node in (one, other)):
        return False
    low = max((test.low for test in (one.value.test, other.value.test) if test.low is not None), default=None)
    high = min((test.high for test in (one.value.test, other.value.test) if test.high is not None), default=None)
    return low is not None and high is not None and low > high


def _is_denied(node: Node) -> bool:
    return node.tag == "COND" and all(test.denied for tests in node.value.alternatives for test in tests)


def either(first: Node, second: Node) -> Node:
    """Return a condition that either of two meets."""
    one, other = first.value, second.value
    alternatives = tuple(dict.fromkeys((*one.alternatives, *other.alternatives)))
    if one.is_one and other.is_one and one.test.how == other.test.how == "is":
        values = tuple(dict.fromkeys((*one.test.values, *other.test.values)))
        alternatives = ((one.test.model_copy(update={"values": values}),),)
    return replace(second, value=Condition(alternatives, other.said, other.how, "or"))


def _with_operations(nodes: list[Node], new: Sequence[Node]) -> list[Node]:
    forgotten = dropped_columns(new)
    brought = [_completed(node, nodes) for node in operations(new)]
    brought = [
        node
        for node in brought
        if not (node.tag == "COL" and _class_of_column(node.detail) in forgotten) and node.tag != "SAMPLE"
    ]
    if not brought:
        return nodes
    is_asking = any(node.tag in _SAYING for node in new)
    gone: set[str] = set()
    for node in brought:
        gone |= _DROPPED.get(node.tag, {class_of(node)})
    tags = {node.tag for node in nodes}
    if "COMPARE" in tags:
        gone -= {"target", "key"}
    has_target = any(class_of(node) == "target" for node in brought)
    if has_target:
        gone |= {"target"}
        if is_asking and not any(class_of(node) == "target" for node in nodes):
            gone |= {"measure"}
    saying = [node for node in new if node.tag in _SAYING and class_of(node) == ""]
    kept = [
        node for node in nodes
        if class_of(node) not in gone and not (has_target and node.tag in _LOOKING_UP)
    ]  # fmt: skip
    return [*saying, *brought, *kept]


def _completed(node: Node, nodes: Sequence[Node]) -> Node:
    """Give a measure or a number what the former question said of it: "and the median?", "make that 3"."""
    if node.tag == "NUM":
        return node.again("LIMIT", "", int(node.value))
    if node.tag == "ORD" and any(class_of(one) == "rank" for one in nodes):
        return node.again("NTH", "", int(node.detail))
    if node.tag == "AVG":
        counted = next((one for one in nodes if one.tag == "AGGCOUNT"), None)
        if counted:
            return node.again("AGGCOUNT", f"{node.detail}:{counted.detail.partition(':')[2]}")
        measured = next((one for one in nodes if one.tag == "AGG"), None)
        return node.again("AGG", f"{node.detail}:{measured.detail.partition(':')[2] if measured else 'pages'}")
    if node.tag in RANKING and (rank := next((one for one in nodes if one.tag == "RANK"), None)):
        _, _, rest = rank.detail.partition(":")
        return node.again("RANK", f"{RANKING[node.tag]}:{rest}")
    return node


def base_without(base: Where, chain: Sequence[Node], new: Sequence[Node], mode: Mode) -> Where:
    """Return conditions of before without those in whose place a follow-up puts its own."""
    gone = dropped_columns(new)
    if mode == "instead":
        own = {class_of(node) for node in chain}
        gone |= {
            class_of(node).partition(":")[2]
            for node in conditions(new)
            if class_of(node) not in own and not _is_denied(node)
        }
    return tuple(clause for clause in base if not _columns(clause) <= gone or not _columns(clause))


def _columns(clause: Clause) -> set[str]:
    tests: list[Test] = [test for one in clause.any_of for test in one.all_of]
    return {_class_of_column(test.column) for test in tests}
