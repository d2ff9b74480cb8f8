"""A question read without a model: its plan, what became of every word, and what else its words allow."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from rapidfuzz import fuzz

from core.language.dictionary import in_dictionary
from core.language.reading import Word
from core.stores.library import Selected
from core.stores.library_plan import Clause, Key, Plan, Test, must
from core.systems.library_chat.agents.wording import sides_of
from core.systems.library_chat.grammar.agreement import agreed
from core.systems.library_chat.grammar.arguments import title_arguments, topic_argument
from core.systems.library_chat.grammar.conditions import conditioned
from core.systems.library_chat.grammar.declining import hangs_on, lacks
from core.systems.library_chat.grammar.exclusions import NAMES, TEXTS, excluded
from core.systems.library_chat.grammar.forms import Form, read_form
from core.systems.library_chat.grammar.gathering import bridged, gathered, points_back
from core.systems.library_chat.grammar.nodes import Heard, Node, condition
from core.systems.library_chat.grammar.parts import parts_of_forms
from core.systems.library_chat.grammar.reader import clause_of, left_over
from core.systems.library_chat.grammar.readings import readings_of, vague_words
from core.systems.library_chat.grammar.references import resolved
from core.systems.library_chat.grammar.remembered import NO_THREAD, Thread
from core.systems.library_chat.grammar.rules import Setting
from core.systems.library_chat.grammar.spans import lexicon_words, spans, spelled
from core.systems.library_chat.grammar.talk import COURTESIES, talk_of
from core.systems.library_chat.grammar.tokens import Token, key_of, tokens_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

ALONE = "alone:"
IN_DOUBT = "can be read in several ways"
"""So begin the ids of assumptions that a word means no more than it says."""

Select: TypeAlias = Callable[[Plan], Selected]
"""Looks up what a question leans on: the pages of the book that others are to be longer than."""


_NEAR = 70  # of 100


@dataclass(frozen=True)
class Unknown:
    """A name that the catalogue has not, with the nearest that it has."""

    said: str
    column: str
    nearest: tuple[str, ...]

    @property
    def near(self) -> tuple[str, ...]:
        """Those of them that are so like it that they can be meant; what is less like it is no slip."""
        said = key_of(self.said)
        return tuple(name for name in self.nearest if fuzz.WRatio(said, key_of(name)) >= _NEAR)


@dataclass(frozen=True)
class Parsed:
    """What the grammar makes of a question.

    `over` is "count", "mean" and the like over the figures of all groups, or "difference" and "change" where groups or
    books are compared. `readings` are other plans that the words allow, each with what it takes them for; `also` are
    further plans that the question asks for, such as the shortest book beside the longest. `declined`: the question
    hangs on words that could not be used, so that nothing the catalogue says would answer it. `talk` is "greeting",
    "thanks", "farewell", "help", or "foreign" for what is no question to the catalogue. `lists_too`: the books are
    wanted beside their number.
    `conditions` are the words of each condition on books that was read, with the clause that it is; `absent` is what is
    to be left out and is nowhere, each with where it was looked for: a column, or the texts of books.
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
    also: tuple[Plan, ...] = ()
    declined: bool = False
    talk: str = ""
    lists_too: bool = False
    lacks: str = ""
    carried: tuple[str, ...] = ()
    thread: Thread = NO_THREAD
    conditions: tuple[tuple[Word, Clause], ...] = ()
    absent: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Said:
    """A question as it was heard: its tokens, the nodes of its spans, `raw`, and those that the rules make of them."""

    question: str
    tokens: list[Token]
    raw: list[Node]
    nodes: list[Node]
    setting: Setting


def parse(question: str, names: Vocabulary, without: Collection[str] = (), select: Select | None = None) -> Parsed:
    """Read a question over the names of a catalogue; `without` are the ids of assumptions that were taken back.

    Without `select`, what hangs on the value of a book ("longer than Emma") is left unused.
    """
    return parsed_of(hear(question, names, without, select=select))


def hear(
    question: str,
    names: Vocabulary,
    without: Collection[str] = (),
    changed: Callable[[list[Node]], list[Node]] | None = None,
    select: Select | None = None,
) -> Said:
    """Take a question for nodes; `changed` may put others in the place of those of its spans."""
    left = [key_of(id.removeprefix("name:")) for id in without if id.startswith("name:")]
    kept = {word for name in left for word in (name, *name.split())}
    heard = Heard(kept=frozenset(left))
    tokens = spelled(tokens_of(question), names, kept, heard)
    raw = [_alone(node, names, without, heard) for node in nodes_of(question, tokens, names, heard)]
    if changed:
        raw = changed(raw)
    setting = Setting(names, heard)
    ruled = resolved(excluded(conditioned(bridged(raw), setting), setting), names, select)
    return Said(question, tokens, raw, parts_of_forms(gathered(ruled, setting), setting), setting)


def _alone(node: Node, names: Vocabulary, without: Collection[str], heard: Heard) -> Node:
    """Tell of a publisher with whose name those of others begin that they are not meant; taken back, they are."""
    if node.tag == "COND" and node.value.how == "everyday":
        return _everyday(node, without, heard)
    if node.tag == "BOOKS":
        return _any_books(node, names, without, heard)
    if node.tag != "COND" or node.detail != "publisher" or node.value.how != "whole" or not node.value.is_one:
        return node
    test, id = node.value.test, f"{ALONE}{key_of(node.value.said)}"
    others = [one for value in test.values for one in names.beginning_with(value, "publisher")]
    if not others:
        return node
    if id in without:
        every = test.model_copy(update={"values": (*test.values, *others)})
        return node.again("COND", node.detail, condition(every, said=node.value.said, how="beginning"))
    more = f" and {len(others) - 1} more" if len(others) > 1 else ""
    heard.alone.append((f"read as “{test.values[0]}” alone, not {others[0]}{more}", (node.first, node.last), id))
    return node


def _everyday(node: Node, without: Collection[str], heard: Heard) -> Node:
    """Tell of “scary books” as what genre they are read; taken back, the word is not used."""
    id = f"alone:{key_of(node.value.said)}"
    if id in without:
        return node.again("WORD", "", node.value.said)
    heard.alone.append((f"read as the genre {node.value.test.values[0]}", (node.first, node.last), id))
    return node


def _any_books(node: Node, names: Vocabulary, without: Collection[str], heard: Heard) -> Node:
    """Tell of “novels”, where they are a genre, too, that any books are meant; taken back, they are that genre."""
    said = str(node.value)
    genre = next((name for name in names.counts.get("genres", {}) if key_of(name) in (said, f"{said}s")), None)
    if genre is None:
        return node
    id = f"{ALONE}{said}"
    if id in without:
        return node.again("COND", "genres", condition(Test(column="genres", values=(genre,)), said=genre, how="whole"))
    heard.alone.append((f"read as any books, not as the genre {genre}", (node.first, node.last), id))
    return node


def parsed_of(said: Said, nodes: list[Node] | None = None, question: str = "") -> Parsed:
    """Read the form of a question from its nodes, or from others that `question` said first."""
    chosen = said.nodes if nodes is None else nodes
    form = read_form(chosen, said.setting, question or said.question)
    own = [node for node in chosen if node.first >= 0]
    unread = [node for node in said.nodes if node.first >= 0 and all(node is not one for one in own)]
    used = tuple((node, what) for node, what in form.used if node.first >= 0)
    form = replace(form, used=used)
    return _parsed(said, [*own, *unread], form)


def nodes_of(question: str, tokens: list[Token], names: Vocabulary, heard: Heard) -> list[Node]:
    """Return what the spans of a question are, without what only fills it."""
    taken = title_arguments(question, tokens, names)
    topic = _with_figure(topic_argument(question, tokens, taken, names), tokens, names)
    topic = topic and _as_spelled(topic, question, tokens, heard)
    own = [] if topic is None else key_of(topic.value).split()
    says_something = any(word not in lexicon_words() for word in own)
    if topic is not None and says_something and not points_back(tokens[topic.first : topic.last + 1]):
        taken.append(_as_genre(topic, names))
    found = agreed(spans(question, tokens, names, taken), names)
    return [node for place, node in enumerate(found) if not _only_fills(place, found)]


def _with_figure(topic: Node | None, tokens: list[Token], names: Vocabulary) -> Node | None:
    """Return “World War 2” whole, where that is a name."""
    if topic is None or topic.last + 1 >= len(tokens) or tokens[topic.last + 1].kind != "number":
        return topic
    said = f"{topic.value} {tokens[topic.last + 1].text}"
    last = topic.last + 1
    known = key_of(said) in names.meanings
    return replace(topic, last=last, value=said, tokens=topic.tokens | {last}) if known else topic


def _as_spelled(topic: Node, question: str, tokens: list[Token], heard: Heard) -> Node:
    """Return a topic as its words are told to be read, “spase” as “space”; an English word of a topic is meant as it
    stands, however near it is to another: “life” is no “like”."""
    said = str(topic.value)
    for slip in [one for one in heard.assumed if topic.first <= one[2][0] and one[2][1] <= topic.last]:
        _text, read, (first, last), _id = slip
        if first == last and in_dictionary(tokens[first].text.lower()):
            heard.assumed.remove(slip)
            continue
        word = re.escape(question[tokens[first].start : tokens[last].end])
        said = read.join(re.split(rf"\b{word}\b", said))
    return replace(topic, value=said)


_A_FEW = 25  # “five short books” are a few that are short, “300 long” is a length


def _only_fills(place: int, nodes: list[Node]) -> bool:
    node = nodes[place]
    if node.tag == "SIGN":
        return str(node.value) != ","
    if node.tag == "FOR":  # "by language for Spanish": not the language Spanish
        return not (0 < place < len(nodes) - 1 and nodes[place - 1].tag == "COL" and nodes[place + 1].tag == "COND")
    if node.tag == "VAGUE":  # "long books", but "300 pages long"
        ahead = nodes[place + 1].tag if place + 1 < len(nodes) else ""
        before = next((one for one in reversed(nodes[:place]) if one.tag != "FILL"), None)
        if before is not None and before.tag == "NOT":  # “not too long”
            return False
        is_length = before is not None and (before.tag == "QTY" or (before.tag == "NUM" and before.value > _A_FEW))
        if ahead in ("AND", "BUT") and place + 2 < len(nodes):  # “short and recent books”
            ahead = nodes[place + 2].tag if nodes[place + 2].tag == "VAGUE" else ahead
        return ahead not in ("BOOKS", "COND", "TOPIC", "VAGUE") or is_length
    return node.tag == "FILL"


def _as_genre(topic: Node, names: Vocabulary) -> Node:
    """Read what books are about as a genre, where there is one of that name, or as the title that it is."""
    words = str(topic.value)
    for meaning in names.meanings.get(key_of(words), []):
        if meaning.column == "title" and words[:1].isupper():
            test = Test(column="title", values=meaning.values)
            return topic.again("COND", "title", condition(test, said=words, how=meaning.how))
    found = [_genres_called(side, names) for side in sides_of(words)]
    if not all(found):
        return topic
    test = Test(column="genres", values=tuple(genre for genres in found for genre in genres))
    value = condition(test, said=words, how="about")
    if len(found) > 1:
        value = replace(value, joined="or", named=tuple(found))
    return topic.again("COND", "genres", value)


def _genres_called(said: str, names: Vocabulary) -> tuple[str, ...]:
    """Return the genres that bear a name; none where it is no genre's."""
    meanings = names.meanings.get(key_of(said), [])
    return next((one.values for one in meanings if one.column == "genres" and one.how == "whole"), ())


def _parsed(said: Said, nodes: list[Node], form: Form) -> Parsed:
    question, tokens, names = said.question, said.tokens, said.setting.names
    words = [word for node, what in form.used for word in _words_of(question, tokens, node, "used", what)]
    plan = form.plan
    unknown = []
    for node in nodes:
        if node.tag == "NONAME":
            keys = set(key_of(str(node.value)).split())
            name = " ".join(
                one.text for one in tokens[node.first : node.last + 1] if {*one.key.split(), key_of(one.text)} & keys
            )
            unknown.append(Unknown(name or str(node.value), node.detail, tuple(names.nearest(name, node.detail))))
            words.append(_word(question, tokens, node, "unused", "no such name"))
    topic = next((node for node in nodes if node.tag == "TOPIC"), None)
    if topic is not None:
        plan = plan.model_copy(update={"about": str(topic.value)})
        words.append(_word(question, tokens, topic, "used", "searched by meaning"))
    absent = [_as_name(node, tokens) for node in nodes if node.tag == "ABSENT"]
    words += [_word(question, tokens, node, "aside", f"leaves nothing out: {_nowhere(node.detail)}") for node in absent]
    rest = [node for node in left_over(nodes, form.used) if node.tag not in ("NONAME", "TOPIC", "ABSENT")]
    readings = readings_of(plan, nodes, rest, names)
    bounded = _said_by_a_bound(plan, rest)  # “short” beside “under 150 pages”
    words += [_word(question, tokens, node, "used", f"means the {_column_of(node)} asked for") for node in bounded]
    rest = [node for node in rest if node not in bounded]
    doubted = vague_words(plan, rest, names) if readings else []
    words += [
        word for one in rest for word in _words_of(question, tokens, one, "unused", IN_DOUBT if one in doubted else "")
    ]
    rest = [node for node in rest if node not in doubted]
    words = _with_assumptions(words, said)
    talk = talk_of(question, nodes)
    if talk in COURTESIES:
        words = [replace(word, fate="used", as_="a courtesy") for word in words]
    if not (unknown or talk or lacks(rest)) and (nameless := _perhaps_a_title(plan, rest, nodes)):
        title = _whole_title(question, tokens, nameless)
        unread = " ".join(tokens[place].text for node in nameless for place in range(node.first, node.last + 1))
        if near := names.titles_holding(unread):
            plan = _of_titles(plan, near)
            part = "read as a part of a title"
            words = [replace(one, fate="assumed", as_=part) if one.fate == "unused" else one for one in words]
        else:
            unknown.append(Unknown(title, "title", tuple(names.nearest(title, "title"))))
    conditions = tuple(
        (_word(question, tokens, node, "used", ""), clause_of(node.value)) for node in nodes if node.tag == "COND"
    )
    hangs = lacks(rest) or (not unknown and hangs_on(rest, nodes) and plan == form.plan)
    declined = not talk and hangs
    return Parsed(
        question, plan, tuple(words), tuple(nodes), form.over, tuple(unknown), () if declined else readings, form.also,
        declined, talk, form.lists_too, conditions=conditions,
        absent=tuple((str(node.value), node.detail) for node in absent),
    )  # fmt: skip


def _as_name(absent: Node, tokens: list[Token]) -> Node:
    """Take what no text says for a name where it is written as one: “except Tolkien”."""
    keys = str(absent.value).split()
    said = [token for token in tokens[absent.first : absent.last + 1] if token.key in keys]
    is_name = absent.detail == TEXTS and all(token.is_capital for token in said)
    return replace(absent, detail=NAMES, value=" ".join(token.text for token in said)) if is_name else absent


def _nowhere(place: str) -> str:
    told = {TEXTS: "no title and no subject says so", NAMES: "nothing in this catalogue is called so"}
    return told.get(place, f"none of the {place} of this catalogue is called so")


def _said_by_a_bound(plan: Plan, rest: list[Node]) -> list[Node]:
    tests = [test for clause in plan.where for one in clause.any_of for test in one.all_of]
    bounded = {test.column for test in tests if test.how == "between"} | {order.by for order in plan.order}
    return [node for node in rest if node.tag == "VAGUE" and _column_of(node) in bounded]


def _column_of(vague: Node) -> str:
    return vague.detail.partition(":")[0]


def _whole_title(question: str, tokens: list[Token], nameless: list[Node]) -> str:
    """Return the words of a title that nobody knows with the capital ones beside them: “The Great Gatsby”."""
    first, last = nameless[0].first, nameless[-1].last
    while first > 1 and tokens[first - 1].is_capital and tokens[first - 1].kind == "word":
        first -= 1
    while last + 1 < len(tokens) and tokens[last + 1].is_capital and tokens[last + 1].kind == "word":
        last += 1
    return question[tokens[first].start : tokens[last].end]


def _perhaps_a_title(plan: Plan, unread: list[Node], nodes: list[Node]) -> list[Node]:
    """Return the words that alone say which book is meant: without them a list would be the whole catalogue."""
    limited: object = plan.where or plan.about or plan.like or plan.path or plan.measures or plan.limit is not None
    asks_who = {"WHO", "WROTE"} <= {node.tag for node in nodes}  # “who wrote Moby Dick?”
    limited = limited or (plan.by and not (asks_who and plan.by == (Key(column="authors"),)))
    words = [node for node in unread if node.tag in ("WORD", "QUOTE")]
    places = [nodes.index(word) for word in words]
    between = {node.tag for first, last in pairwise(places) for node in nodes[first + 1 : last]}
    apart = bool(between - {"IN", "AND", "FILL"})  # “The Remains of the Day”, but not “pupils with dyslexia”
    return [] if limited or apart or len(words) < len(unread) else words


def _of_titles(plan: Plan, titles: list[str]) -> Plan:
    """Ask the same of the books that are called so."""
    show = ("authors",) if plan.by else plan.show
    return Plan(where=(must(Test(column="title", values=tuple(titles))),), show=show)


def _with_assumptions(words: list[Word], said: Said) -> list[Word]:
    """Tell what was spelled otherwise: of a phrase that holds such a word, the whole phrase."""
    for _text, read, (first, last), id in said.setting.heard.assumed:
        start, end = said.tokens[first].start, said.tokens[last].end
        phrase = next((word for word in words if word.start <= start and end <= word.end and word.fate == "used"), None)
        if phrase is None:
            if not any(word.start < end and start < word.end for word in words):
                text = said.question[start:end]
                words = [*words, Word(text, start, end, "assumed", f"read as “{read}”", id)]
            continue
        spelled = f"{phrase.text[: start - phrase.start]}{read}{phrase.text[end - phrase.start :]}"
        assumed = replace(phrase, fate="assumed", as_=f"read as “{spelled}”", id=id)
        words = [assumed if word is phrase else word for word in words]
    for text, (first, last), id in said.setting.heard.alone:
        start, end = said.tokens[first].start, said.tokens[last].end
        words = [
            replace(word, fate="assumed", as_=text, id=id)
            if word.start <= start and end <= word.end and word.fate == "used"
            else word
            for word in words
        ]
        if all(word.end <= start or end <= word.start for word in words):
            words = [*words, Word(said.question[start:end], start, end, "assumed", text, id)]
    return words


def _words_of(question: str, tokens: list[Token], node: Node, fate: str, what: str) -> list[Word]:
    """Return the words of a node, and each that it took up from elsewhere."""
    apart = sorted(place for place in node.tokens if not node.first <= place <= node.last)
    pieces = [replace(node, first=place, last=place) for place in apart]
    return [_word(question, tokens, one, fate, what) for one in (node, *pieces)]


def _word(question: str, tokens: list[Token], node: Node, fate: str, what: str) -> Word:
    start, end = tokens[node.first].start, tokens[node.last].end
    return Word(question[start:end], start, end, fate, what)  # type: ignore[arg-type]
