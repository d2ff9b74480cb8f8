"""Names that stand together are of one column: in "in Welsh or in Turkish" both are languages."""

from __future__ import annotations

from collections.abc import Sequence

from core.stores.library_plan import Test
from core.systems.library_chat.grammar.nodes import Condition, Node, condition
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

_JOINING = frozenset({"AND", "OR", "NOR", "COMPARE", "SIGN", "THAN", "EITHER", "BOTH", "IN", "FOR", "FILL"})
_JOINED = frozenset({"AND", "OR", "NOR", "COMPARE", "THAN", "SIGN"})


def agreed(nodes: Sequence[Node], names: Vocabulary) -> list[Node]:
    """Return the nodes with joined names read as values of one column, where both may be."""
    found = list(nodes)
    for place, node in enumerate(found):
        other = _joined_with(found, place)
        if other is not None and (named := _named_beside(node, found[other], names)) is not None:
            found[place if node.tag == "WORD" else other] = named  # “Vintage versus Ballantine Books”
            continue
        if other is None or not _is_name(node) or not _is_name(found[other]) or node.detail == found[other].detail:
            continue
        if (changed := _as_column(found[other], node.detail, names)) is not None:
            found[other] = changed
        elif (changed := _as_column(node, found[other].detail, names)) is not None:
            found[place] = changed
    return found


def _is_name(node: Node) -> bool:
    return node.tag == "COND" and isinstance(node.value, Condition) and bool(node.value.said) and node.value.is_one


def _named_beside(one: Node, other: Node, names: Vocabulary) -> Node | None:
    """Return a word that nobody would know alone as a name of the column of the name that it is joined with."""
    word, name = (one, other) if one.tag == "WORD" else (other, one)
    return _as_column(word, name.detail, names) if word.tag == "WORD" and _is_name(name) else None


def _joined_with(nodes: Sequence[Node], place: int) -> int | None:
    """Return the place of the next name, where only joining words stand between."""
    ahead = place + 1
    while ahead < len(nodes) and nodes[ahead].tag in _JOINING:
        ahead += 1
    between = {node.tag for node in nodes[place + 1 : ahead]}
    return ahead if ahead < len(nodes) and between & _JOINED else None


def _as_column(node: Node, column: str, names: Vocabulary) -> Node | None:
    said = str(node.value) if node.tag == "WORD" else node.value.said
    for meaning in names.meanings.get(key_of(said), []):
        if meaning.column == column and meaning.how in ("whole", "alias", "surname", "beginning"):
            test = Test(column=column, values=meaning.values)
            return node.again("COND", column, condition(test, said=said, how=meaning.how))
    return None
