"""What is to be left out that is no name of the catalogue: a kind of book that it has not, or what texts tell."""

from __future__ import annotations

from collections.abc import Sequence

from core.language.dictionary import in_dictionary
from core.stores.library_plan import Test
from core.systems.library_chat.grammar.conditions import denied
from core.systems.library_chat.grammar.nodes import Condition, Node, joined
from core.systems.library_chat.grammar.rules import Setting
from core.systems.library_chat.grammar.spans import lexicon
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import SELF_TOLD, Vocabulary

TEXTS = "texts"
"""Where words were looked for that are no name: in what the books say of themselves."""

NAMES = "names"
"""Where a name was looked for that may be of anything: among all of the catalogue."""

_LEADS = frozenset({
    "BY", "IN", "BE", "PUBLISHEDBY", "PUBLISH", "WROTE", "BELONG", "BOOKS", "THOSE", "IT", "ABOUT", "APPROX", "FOR",
    "WHICH", "BUT", "AND", "LIKE", "CONTAINS", "TITLED", "HAVE", "SAMPLE",
})  # between a negation and what it denies  # fmt: skip
_ON = frozenset({"IN", "ABOUT", "APPROX", "CONTAINS", "HAVE"})
_JOINS = frozenset({"OR", "NOR", "AND", "SIGN"})
_OF_PREDICATES = frozenset({"not", "never"})  # last words of what denies a predicate, “that are not”, and no noun


def excluded(nodes: list[Node], setting: Setting) -> list[Node]:
    """Take “no horror” where no genre is called so, “not about storms” and “nothing sad” for what is to be left out.

    What no text tells excludes nothing; a predicate that nobody knows, “not borrowed”, may be of the books themselves.
    """
    found: list[Node] = []
    place = 0
    while place < len(nodes):
        end, made = _from(nodes, place, setting)
        found += made
        place = end
    return found


def is_denied(node: Node) -> bool:
    """Whether a condition leaves something out."""
    return node.tag == "COND" and any(test.denied for tests in node.value.alternatives for test in tests)


def _from(nodes: Sequence[Node], place: int, setting: Setting) -> tuple[int, list[Node]]:
    """Read what begins at a node: a negation with all that it denies, or the node alone."""
    node = nodes[place]
    made, held, at = ([node], [], place + 1) if is_denied(node) else ([], [node], place + 1)
    while node.tag in ("NOT", "NEITHER") or is_denied(node):
        start = at
        while at < len(nodes) and nodes[at].tag in (_LEADS if held else _LEADS | _JOINS):
            at += 1
        end = at + 1
        while end < len(nodes) and nodes[at].tag == nodes[end].tag == "WORD":
            end += 1
        item = _left_out(nodes, place, [*held, *nodes[start:at]], nodes[at:end], setting) if at < len(nodes) else None
        if item is None:
            return (start, made) if made else (place + 1, [node])
        made, held, at = [*made, item], [], end
    return place + 1, [node]


def _left_out(
    nodes: Sequence[Node], place: int, before: Sequence[Node], said: Sequence[Node], setting: Setting
) -> Node | None:
    """Return what some words leave out that stand behind a negation; None where they may say something else."""
    first, own, between = said[0], [*before, *said], {node.tag for node in before}
    if not between & {"NOT", "NEITHER", "OR", "NOR"} and not (first.tag == "NONAME" and "AND" in between):
        return None
    if first.tag == "NONAME" and first.detail != "title":
        value = _in_texts(_of_kind(str(first.value)), setting.names) if first.detail == "genres" else None
        tag, detail = ("ABSENT", first.detail) if value is None else ("COND", "")
        return joined(own, tag, detail, value or str(first.value))
    if first.tag == "VAGUE" and "NOT" in between:  # “no long books” are short ones
        column, direction = first.detail.split(":")
        return joined(own, "VAGUE", f"{column}:{'asc' if direction == 'desc' else 'desc'}", first.value)
    if first.tag == "COND":  # “neither horror nor romance”, where there is no horror
        is_open = first.detail == "genres" and not is_denied(first) and between & {"OR", "NOR"}
        value = denied(first.value) if is_open else None
        return None if value is None else joined(own, "COND", first.detail, value)
    is_graded = first.first > before[-1].last + 1  # “not too sad”
    is_name = all(node.detail == "name" for node in said)
    is_thing = first.tag == "WORD" and (is_graded or _denies_a_thing(nodes, place, before, is_name))
    words = " ".join(str(node.value) for node in said)
    if not (first.tag == "TOPIC" or is_thing) or not (is_name or all(map(in_dictionary, words.split()))):
        return None
    value = _in_texts(words, setting.names)
    return joined(own, "ABSENT", TEXTS, words) if value is None else joined(own, "COND", "", value)


def _denies_a_thing(nodes: Sequence[Node], place: int, before: Sequence[Node], is_name: bool) -> bool:
    """Whether a thing is denied of books that something else is said of: “the sea, no pirates”, not “has no cover”."""
    sign = nodes[place]
    others = {node.tag for node in nodes[:place]} | {node.tag for node in nodes[place + 1 :]}
    of_books = {"COND", "TOPIC", *(("BOOKS",) if is_name else ())}  # “novels except Dickens”
    is_of_books = bool(others & of_books) and not others & {"COUNT", "SHARE", "AVG", "KEY"}
    is_held = place > 0 and nodes[place - 1].tag == "HAVE"
    is_thing = sign.tag == "NOT" and sign.value.split()[-1] not in _OF_PREDICATES
    return is_of_books and not is_held and (is_thing or any(node.tag in _ON for node in before))


def _of_kind(said: str) -> str:
    """Return the words for a kind of book without those for books: “war stories” are about war."""
    return " ".join(word for word in key_of(said).split() if ("BOOKS", "") not in lexicon().get(word, ()))


def _in_texts(words: str, names: Vocabulary) -> Condition | None:
    """Return the condition that no text says some words, in whichever number; None where none says them anyway."""
    ways = names.ways_to_say(words)
    columns = [name for name in SELF_TOLD if names.kind(name)]
    if not ways or not columns:
        return None
    return Condition((tuple(Test(column=name, how="contains", values=ways, denied=True) for name in columns),))
