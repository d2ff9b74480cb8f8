"""Whether a question hangs on words that could not be used, so that no figure and no list would answer it."""

from __future__ import annotations

from collections.abc import Sequence

from core.systems.library_chat.grammar.nodes import Node

_MEASURING = frozenset({
    "MOST", "FEWEST", "SUP", "COMMON", "RARE", "PROLIFIC", "AVG", "AGG", "RANK", "LONGER", "SHORTER", "NEWER",
    "OLDER", "SHARE", "HALF", "QTY", "GT", "GE", "LT", "LE", "ORMORE", "ORLESS", "BOUND", "THAN", "MEASUREBY",
    "SAME", "MORE", "FEWER", "OWNNAME", "COMPARE", "DIFFERENCE", "NTH", "ORD", "TOP", "NUM",
})  # fmt: skip
_TURNING = frozenset({"NOT", "NEITHER", "EXCLUDED"})
_ASKING = frozenset({"COUNT", "WHO", "WHICH", "WHERE", "WHEN", "HOWLONG"})
_HEADS = frozenset(
    {"GROUPBY", "SORT", "EACH", "AVG", "NUM", "GT", "LT", "GE", "LE", "MOST", "FEWEST", "LIMIT", "SHARE"}
)
_VERBS = frozenset({"BE", "HAVE", "PUBLISH"})
_HELPING = frozenset({"do", "does", "did"})
_THINGS = frozenset({"COL", "BOOKS", "LIBRARY", "THOSE", "COND"})


def hangs_on(unread: Sequence[Node], nodes: Sequence[Node]) -> bool:
    """Whether a question hangs on what is left over of it."""
    return lacks(unread) or any(_is_asked(node, nodes) for node in unread)


def lacks(unread: Sequence[Node]) -> bool:
    """Whether what is left over names something that no table of books has, measures something that was not read, or
    turns something into its opposite.
    """
    return any(node.tag in _MEASURING | _TURNING or node.tag == "LACK" for node in unread)


def _is_column(place: int, nodes: Sequence[Node]) -> bool:
    """Whether unread words stand where a column would: “what is the reading age of Holes?”."""
    rest = [node.tag for node in nodes[place:] if node.tag != "WORD"]
    return rest[:2] == ["IN", "COND"] and all(node.tag != "COL" for node in nodes)


def _is_asked(node: Node, nodes: Sequence[Node]) -> bool:
    """Whether an unread word is what is asked for, counted, measured or sorted by, rather than a word beside it."""
    if node.tag != "WORD":
        return False
    if str(node.value).endswith("est") and len(str(node.value)) > 5:
        return True
    place = next(at for at, one in enumerate(nodes) if one is node)
    back = place - 1
    passed = False
    while back >= 0 and nodes[back].tag in (*_VERBS, "IN", "FOR"):
        back, passed = back - 1, passed or nodes[back].tag in _VERBS
    if not passed:
        back = place - 1
    before = nodes[back].tag if back >= 0 else ""
    ahead = nodes[place + 1].tag if place + 1 < len(nodes) else ""
    is_helped = place - back == 2 and nodes[place - 1].value in _HELPING
    is_verb = before in ("WHICH", "COUNT") and is_helped  # “what did we pay for?”
    if is_verb or (before in _HEADS and not passed) or ((before == "WHICH" or place == 0) and _is_column(place, nodes)):
        return True
    if ahead == "BOOKS" and "COUNT" in {one.tag for one in nodes}:
        return True  # “how many zorblaxian books after 1990?”: the number of all those answers something else
    if ahead in ("BOOKS", "COND", "COL", "WORD", "VAGUE"):
        return before == "WHO" or (ahead == "WORD" and passed and before in _THINGS)  # “books that are good for pupils”
    passed = passed and not (ahead == "IN" and before == "COL")  # “authors who have worked in several genres”
    return before in _ASKING or (passed and before in _THINGS)
