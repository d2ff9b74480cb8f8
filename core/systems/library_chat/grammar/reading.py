"""A question read without a model: its plan, what became of every word, and what else its words allow."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from core.language.reading import Word
from core.stores.library_plan import Plan
from core.systems.library_chat.grammar.arguments import title_arguments, topic_argument
from core.systems.library_chat.grammar.forms import Form, FormReader, left_over, parts_of_forms
from core.systems.library_chat.grammar.nodes import Condition, Heard, Node, condition
from core.systems.library_chat.grammar.rules import Setting, rewrite
from core.systems.library_chat.grammar.spans import spans, spelled
from core.systems.library_chat.grammar.tokens import Token, key_of, tokens_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.stores.library_plan import Test


@dataclass(frozen=True)
class Unknown:
    """A name that the catalogue has not, with the nearest that it has."""

    said: str
    column: str
    nearest: tuple[str, ...]


@dataclass(frozen=True)
class Parsed:
    """What the grammar makes of a question."""

    question: str
    plan: Plan
    words: tuple[Word, ...]
    nodes: tuple[Node, ...]
    over: str = ""
    unknown: tuple[Unknown, ...] = ()
    readings: tuple[tuple[str, Plan], ...] = ()
    than: Condition | None = None
    talk: str = ""
    lacks: str = ""
    declined: bool = False
    carried: tuple[str, ...] = ()
    lists_too: bool = False


def parse(question: str, names: Vocabulary, without: Collection[str] = ()) -> Parsed:
    """Read a question over the names of a catalogue; `without` are the ids of assumptions that were taken back."""
    heard = Heard()
    kept = {id.removeprefix("name:").casefold() for id in without if id.startswith("name:")}
    tokens = spelled(tokens_of(question), names, kept, heard)
    nodes = nodes_of(question, tokens, names, heard)
    setting = Setting(names, heard)
    nodes = parts_of_forms(rewrite(nodes, setting), setting)
    form = FormReader(nodes, setting, question).read()
    return _parsed(question, tokens, nodes, form, names, heard)


def nodes_of(question: str, tokens: list[Token], names: Vocabulary, heard: Heard) -> list[Node]:
    """Return what the spans of a question are, without what only fills it."""
    taken = title_arguments(question, tokens)
    if (topic := topic_argument(question, tokens, taken)) is not None:
        taken.append(_as_genre(topic, names))
    found = spans(question, tokens, names, taken)
    return [node for node in found if node.tag not in ("FILL",) and not (node.tag == "SIGN" and node.value != ",")]


def _as_genre(topic: Node, names: Vocabulary) -> Node:
    """Read what books are about as a genre, where there is one of that name."""
    for meaning in names.meanings.get(key_of(topic.value), []):
        if meaning.column == "genres" and meaning.how == "whole":
            return topic.again("COND", "genres", condition(Test(column="genres", values=meaning.values), said=topic.value, how="about"))
    return topic


def _parsed(question: str, tokens: list[Token], nodes: list[Node], form: Form, names: Vocabulary, heard: Heard) -> Parsed:
    words: list[Word] = []
    for node, what in form.used:
        words.append(_word(question, tokens, node, "used", what))
    plan = form.plan
    unknown = []
    for node in nodes:
        if node.tag == "NONAME":
            unknown.append(Unknown(str(node.value), node.detail, tuple(names.nearest(str(node.value), node.detail))))
            words.append(_word(question, tokens, node, "unused", "no such name"))
    topic = next((node for node in nodes if node.tag == "TOPIC"), None)
    if topic is not None:
        plan = plan.model_copy(update={"about": str(topic.value)})
        words.append(_word(question, tokens, topic, "used", "searched by meaning"))
    rest = [node for node in left_over(nodes, form.used) if node.tag not in ("NONAME", "TOPIC")]
    for node in rest:
        words.append(_word(question, tokens, node, "unused", ""))
    return Parsed(question, plan, tuple(words), tuple(nodes), form.over, tuple(unknown), form.readings, form.than)


def _word(question: str, tokens: list[Token], node: Node, fate: str, what: str) -> Word:
    start, end = tokens[node.first].start, tokens[node.last].end
    return Word(question[start:end], start, end, fate, what)  # type: ignore[arg-type]
