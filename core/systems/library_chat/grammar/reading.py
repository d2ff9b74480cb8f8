"""A question read without a model: its plan, what became of every word, and what else its words allow."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from core.language.reading import Word
from core.stores.library_plan import Plan, Test
from core.systems.library_chat.grammar.arguments import title_arguments, topic_argument
from core.systems.library_chat.grammar.forms import Form, FormReader, left_over, parts_of_forms
from core.systems.library_chat.grammar.gathering import bridged, gathered, points_back
from core.systems.library_chat.grammar.nodes import Condition, Heard, Node, condition
from core.systems.library_chat.grammar.remembered import NO_THREAD, Thread
from core.systems.library_chat.grammar.rules import Setting, rewrite
from core.systems.library_chat.grammar.spans import spans, spelled
from core.systems.library_chat.grammar.tokens import Token, key_of, tokens_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary


@dataclass(frozen=True)
class Unknown:
    """A name that the catalogue has not, with the nearest that it has."""

    said: str
    column: str
    nearest: tuple[str, ...]


@dataclass(frozen=True)
class Parsed:
    """What the grammar makes of a question.

    `lacks` says what a question leans on that nobody has said; `carried` is what was taken over from what was said
    before, in words; `thread` is what a follow-up is read from.
    """

    question: str
    plan: Plan
    words: tuple[Word, ...]
    nodes: tuple[Node, ...]
    over: str = ""
    unknown: tuple[Unknown, ...] = ()
    readings: tuple[tuple[str, Plan], ...] = ()
    than: Condition | None = None
    lacks: str = ""
    carried: tuple[str, ...] = ()
    thread: Thread = NO_THREAD


@dataclass(frozen=True)
class Said:
    """A question as it was heard: its tokens, the nodes of its spans, `raw`, and those that the rules make of them."""

    question: str
    tokens: list[Token]
    raw: list[Node]
    nodes: list[Node]
    setting: Setting


def parse(question: str, names: Vocabulary, without: Collection[str] = ()) -> Parsed:
    """Read a question over the names of a catalogue; `without` are the ids of assumptions that were taken back."""
    return parsed_of(hear(question, names, without))


def hear(
    question: str,
    names: Vocabulary,
    without: Collection[str] = (),
    changed: Callable[[list[Node]], list[Node]] | None = None,
) -> Said:
    """Take a question for nodes; `changed` may put others in the place of those of its spans."""
    heard = Heard()
    kept = {id.removeprefix("name:").casefold() for id in without if id.startswith("name:")}
    tokens = spelled(tokens_of(question), names, kept, heard)
    raw = nodes_of(question, tokens, names, heard)
    if changed:
        raw = changed(raw)
    setting = Setting(names, heard)
    nodes = parts_of_forms(gathered(rewrite(bridged(raw), setting), setting), setting)
    return Said(question, tokens, raw, nodes, setting)


def parsed_of(said: Said, nodes: list[Node] | None = None, question: str = "") -> Parsed:
    """Read the form of a question from its nodes, or from others that `question` said first."""
    chosen = said.nodes if nodes is None else nodes
    form = FormReader(chosen, said.setting, question or said.question).read()
    own = [node for node in chosen if node.first >= 0]
    unread = [node for node in said.nodes if node.first >= 0 and all(node is not one for one in own)]
    used = tuple((node, what) for node, what in form.used if node.first >= 0)
    form = replace(form, used=used)
    return _parsed(said.question, said.tokens, [*own, *unread], form, said.setting.names, said.setting.heard)


def nodes_of(question: str, tokens: list[Token], names: Vocabulary, heard: Heard) -> list[Node]:
    """Return what the spans of a question are, without what only fills it."""
    taken = title_arguments(question, tokens)
    topic = topic_argument(question, tokens, taken)
    if topic is not None and not points_back(tokens[topic.first : topic.last + 1]):
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
