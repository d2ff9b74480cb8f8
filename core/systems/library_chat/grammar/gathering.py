"""Rules for parts of short questions: rankings and orders that are said behind what they are of."""

from __future__ import annotations

from collections.abc import Sequence

from core.systems.library_chat.grammar.nodes import Node, joined
from core.systems.library_chat.grammar.rules import Found, Make, Setting, rewrite_with
from core.systems.library_chat.grammar.spans import lexicon
from core.systems.library_chat.grammar.tokens import Token


def _ranked(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“Which author is the most frequent”: as “the most frequent author”."""
    between = [node for node in nodes if node is not given["c"] and node is not given["m"]]
    return [given["m"], given["c"], *between]


def _by_count(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """Read “authors by number of books” as a ranking."""
    return [given["c"], joined(nodes[1:], "RANK", "desc:count:")]


def _ranked_groups(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“Rank the decades by the number of books”, “… by how many there are”: groups, those of most books first."""
    kept = [node for node in nodes if node is given["c"] or node.tag == "COND"]
    said = [node for node in nodes if not any(node is one for one in kept)]
    return [*kept, joined(said, "RANK", "desc:count:")]


def _directed(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """“By length, longest first”."""
    column = given["c"].detail or "title"
    return joined(nodes, "ORDER", f"{column}:{'desc' if given['d'].tag in ('DESC', 'NEWFIRST') else 'asc'}")


_GROUPS = "COL:authors|COL:publisher|COL:genres|COL:language|COL:year|COL:month|DECADE|CENTURY"
_PATTERNS: tuple[tuple[str, Make], ...] = (
    (rf"{{SORT}} {{EACH|IN}}* {{{_GROUPS} c}} {{BY}} {{COUNT}} {{IN|DIFFERENT}}* {{COND}}* {{BOOKS}}", _ranked_groups),
    (rf"{{SORT}} {{EACH|IN}}* {{{_GROUPS} c}} {{DIFFERENCE}} {{COND}}* {{BOOKS}}", _ranked_groups),
    (r"{COL c} {BE} {COMMON|PROLIFIC|RARE m}(?!{COL|DECADE|CENTURY})", _ranked),
    (r"{COL:authors|COL:publisher|COL:genres|COL:language c} {BY} {COUNT} {IN}? {BOOKS}", _by_count),
    (r"{SORT} {COL c} {SIGN}? {DESC|ASC|NEWFIRST|CHRONO d}", _directed),
)  # fmt: skip


def gathered(nodes: list[Node], setting: Setting) -> list[Node]:
    """Put together what stands apart."""
    return rewrite_with(_PATTERNS, nodes, setting)


def bridged(nodes: list[Node]) -> list[Node]:
    """Leave out the pronoun between "not" and what it denies: "without those from 1990", "drop whatever appeared"."""
    if [node.tag for node in nodes[:2]] == ["TREND", "THOSE"]:  # “drop the ones …” is no trend
        nodes = [nodes[0].again("NOT"), *nodes[1:]]
    return [
        node
        for place, node in enumerate(nodes)
        if not (place and nodes[place - 1].tag == "NOT" and _stands_for_books(node, nodes[place + 1 :]))
    ]


def _stands_for_books(node: Node, ahead: Sequence[Node]) -> bool:
    """Whether a word is “those”, or the “whatever” of “whatever appeared”."""
    return node.tag == "THOSE" or (node.tag == "FORGET" and bool(ahead) and ahead[0].tag in ("PUBLISH", "WROTE", "BE"))


def points_back(tokens: Sequence[Token]) -> bool:
    """Whether what books are asked to be about is what was spoken of before: “tell me about the second one”."""
    tags = [{tag for tag, _ in lexicon().get(token.key, [])} for token in tokens if token.kind == "word"]
    while tags and "ABOUT" in tags[0]:
        tags = tags[1:]
    return bool(tags) and all(tags) and any(one & {"IT", "THOSE", "PERSON", "ORD"} for one in tags)
