"""Names that stand together are of one column: in "in Welsh or in Turkish" both are languages."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.stores.library_plan import Test
from core.systems.library_chat.grammar.nodes import Condition, Node, condition
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import How, Vocabulary

_JOINING = frozenset({"AND", "OR", "NOR", "COMPARE", "SIGN", "THAN", "EITHER", "BOTH", "IN", "FOR", "FILL"})
_WAYS: tuple[How, ...] = ("whole", "alias", "surname", "beginning")
_SURE: tuple[How, ...] = ("whole", "alias")
_COLUMNS = ("authors", "publisher", "genres", "language", "title")
_JOINED = frozenset({"AND", "OR", "NOR", "COMPARE", "THAN", "SIGN"})


def agreed(nodes: Sequence[Node], names: Vocabulary) -> list[Node]:
    """Return the nodes with joined names read as values of one column, where both may be."""
    found = list(nodes)
    for place, node in enumerate(found):
        other = _joined_with(found, place)
        if other is not None and (pair := _of_one_column(node, found[other], names)) is not None:
            found[place], found[other] = pair
    return found


def _of_one_column(one: Node, other: Node, names: Vocabulary) -> tuple[Node, Node] | None:
    """Return two names as those of one column; of “Vintage versus Ballantine Books” the first alone is but a word."""
    if _is_name(one) and (changed := _as_column(other, one.detail, names)) is not None:
        return one, changed
    if _is_name(other) and (changed := _as_column(one, other.detail, names)) is not None:
        return changed, other
    if "WORD" in (one.tag, other.tag) and (_is_name(one) or _is_name(other)):
        for column in _COLUMNS:  # “Emma or Ulysses”, where there is an Ulysses Press
            first, second = (_as_column(node, column, names, _SURE) for node in (one, other))
            if first is not None and second is not None:
                return first, second
    return None


def _is_name(node: Node) -> bool:
    return node.tag == "COND" and isinstance(node.value, Condition) and bool(node.value.said) and node.value.is_one


def _joined_with(nodes: Sequence[Node], place: int) -> int | None:
    """Return the place of the next name, where only joining words stand between."""
    ahead = place + 1
    while ahead < len(nodes) and nodes[ahead].tag in _JOINING:
        ahead += 1
    between = {node.tag for node in nodes[place + 1 : ahead]}
    return ahead if ahead < len(nodes) and between & _JOINED else None


def _as_column(node: Node, column: str, names: Vocabulary, ways: Collection[How] = _WAYS) -> Node | None:
    if not (node.tag == "WORD" or _is_name(node)) or node.detail == column:
        return None
    said = str(node.value) if node.tag == "WORD" else node.value.said
    for meaning in names.meanings.get(key_of(said), []):
        if meaning.column == column and meaning.how in ways:
            test = Test(column=column, values=meaning.values)
            return node.again("COND", column, condition(test, said=said, how=meaning.how))
    return None
