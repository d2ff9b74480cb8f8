"""How rules over the string of tags are applied: in their order, each until it fits no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from core.systems.library_chat.grammar.nodes import Heard, Node, joined
from core.systems.library_chat.grammar.vocabulary import Vocabulary

Found: TypeAlias = dict[str, Node]
Make: TypeAlias = Callable[[Found, list[Node], "Setting"], "Node | list[Node] | None"]


@dataclass(frozen=True)
class Setting:
    """What rules may look at: the names of the catalogue, and where they note what they notice."""

    names: Vocabulary
    heard: Heard


@dataclass(frozen=True)
class Rule:
    """A pattern over tags, `{TAG}`, `{TAG:detail}`, `{ONE|OTHER name}`, and what is made of the nodes that it finds."""

    pattern: re.Pattern[str]
    make: Make


def rewrite_with(patterns: tuple[tuple[str, Make], ...], nodes: list[Node], setting: Setting) -> list[Node]:
    """Apply some rules, in their order."""
    for rule in _rules(patterns):
        start = 0
        while True:
            text, places = _written(nodes)
            match = rule.pattern.search(text, places[start] if start < len(places) else len(text))
            if not match:
                break
            first, last = _place(places, match.start()), _place(places, match.end())
            given = {name: nodes[_place(places, match.start(name))] for name in rule.pattern.groupindex if match[name]}
            made = rule.make(given, nodes[first:last], setting)
            if made is None:
                start = first + 1
                continue
            new = made if isinstance(made, list) else [made]
            nodes = [*nodes[:first], *new, *nodes[last:]]
            start = (
                max(0, first - 3) if new != nodes[first : first + len(new)] or len(new) < last - first else first + 1
            )
            if len(new) >= last - first:
                start = first + 1
    return nodes


def _written(nodes: list[Node]) -> tuple[str, list[int]]:
    text, places = "", []
    for node in nodes:
        places.append(len(text))
        text += f"<{node.tag}:{node.detail}>"
    return text, [*places, len(text)]


def _place(places: list[int], position: int) -> int:
    return places.index(position)


def _spaced(pattern: str, one: Callable[[re.Match[str]], str]) -> str:
    parts = re.split(r"(\{[^}]+\})", pattern)
    return "".join(
        re.sub(r"\{([^}]+)\}", one, part) if part.startswith("{") else part.replace(" ", "") for part in parts
    )


@cache
def _rules(patterns: tuple[tuple[str, Make], ...]) -> tuple[Rule, ...]:
    return tuple(Rule(re.compile(_spaced(pattern, _one_tag)), make) for pattern, make in patterns)


_GROUPS = {
    "ENTITY": "COL:authors|COL:genres|COL:publisher|COL:language",
    "KNOWABLE": "COL:authors|COL:genres|COL:publisher|COL:language|COL:pages|COL:year|COL:published|COL:subjects|"
    "COL:isbn",
    "NAMED": "COND:genres|COND:authors|COND:language|COND:publisher",
    "PERIOD": "COND:year|COND:pages|COND:published|COND:month",
    "DENIED": "BY|IN|BE|PUBLISHEDBY|PUBLISH|WROTE|FILL|SINCE|BELONG|COL:genres|COL:year|COL:language|BOOKS|THOSE|IT|"
    "HAVE|EACH|ABOUT|FOR|DASH|WHOSE|WHICH|SINGLE|SAMPLE",
}
"""Tags that stand for each other in rules, by a name of their own."""


def _one_tag(match: re.Match[str]) -> str:
    tags, _, name = match[1].partition(" ")
    tags = "|".join(_GROUPS.get(tag, tag) for tag in tags.split("|"))
    body = "|".join(
        rf"{tag.partition(':')[0]}:{re.escape(tag.partition(':')[2])}" if ":" in tag else rf"{tag}:[^>]*"
        for tag in tags.split("|")
    )
    return rf"(?P<{name}><(?:{body})>)" if name else rf"(?:<(?:{body})>)"


# --- what several tables of rules make --------------------------------------------------------------------------------


def drop(*names: str) -> Make:
    """Leave the nodes that a rule names, but some, with the words of all."""

    def make(given: Found, nodes: list[Node], setting: Setting) -> Node | list[Node]:
        kept = [node for name, node in given.items() if name not in names]
        used = frozenset().union(*(node.tokens for node in nodes))
        return [replace(kept[0], tokens=used), *kept[1:]]

    return make


def as_tag(tag: str, detail: str = "") -> Make:
    """Make one node of all; `$name` in its detail stands for that of a node that the rule names."""

    def make(given: Found, nodes: list[Node], setting: Setting) -> Node:
        shown = detail
        for name, node in given.items():
            shown = shown.replace(f"${name}", node.detail or node.tag.lower())
        value = given["n"].value if "n" in given else next((node.value for node in given.values()), None)
        return joined(nodes, tag, shown, value)

    return make
