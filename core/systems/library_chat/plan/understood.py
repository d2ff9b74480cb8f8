"""A question understood: its plan, and what has to be said beside its answer; plain values that the codec can keep."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from core.errors import InputError
from core.language.detecting import SURE_OF_QUESTION, language_of
from core.language.language_names import in_words
from core.language.reading import Chip, Reading, Word, content_words, read_words
from core.stores.library_plan import Column, Measure, Plan
from core.stores.library_plan_check import check_plan
from core.systems.library_chat.agents.wording import topic_in_words
from core.systems.library_chat.grammar.messages import BESIDE
from core.systems.library_chat.grammar.reading import IN_DOUBT, Parsed, Unknown
from core.systems.library_chat.grammar.remembered import Thread
from core.systems.library_chat.grammar.sentences import chips_of
from core.systems.library_chat.grammar.spans import lexicon_words
from core.systems.library_chat.grammar.tokens import key_of

Agent: TypeAlias = Literal["librarian", "analyst", "both", "none"]
LONGEST = 1_000
"""Characters of a question that are read."""

PUTS_THE_QUESTION = "adds no condition"
"""What became of a word of the grammar that says nothing by itself."""

_CONDITION = "condition:"
_MODEL = "model:"
_WHETHER = frozenset({"is", "are", "was", "were", "do", "does", "did", "has", "have"})
_TOPIC = "topic"


class Cue(TypedDict):
    """Words of a question, what they say, and the agent they speak for."""

    words: str
    says: str
    agent: Agent


@dataclass(frozen=True)
class Understood:
    """What a question is taken to mean.

    `over` calculates over the figures of all groups ("count", "mean" …); `unknown` are names that nobody has; `talk`
    says which small talk it is; `lacks` what a pronoun points to in vain; `declined` that the catalogue cannot
    tell what is asked; `carried` what came from before; `lists_too` that books were asked for beside a figure; `also`
    are further plans; `unread` the words that could not be used; `whether`: yes or no is asked; `thread` is what a
    follow-up is read from where that is not what the grammar made of the question; `absent` is what is to be left out
    and is nowhere, each with where it was looked for; `of_language` says of a question that is not answered in which
    other language it is.
    """

    plan: Plan
    over: str = ""
    unknown: tuple[Unknown, ...] = ()
    talk: str = ""
    lacks: str = ""
    declined: bool = False
    carried: tuple[str, ...] = ()
    lists_too: bool = False
    also: tuple[Plan, ...] = ()
    unread: tuple[str, ...] = ()
    whether: bool = False
    cues: tuple[Cue, ...] = ()
    thread: Thread | None = None
    absent: tuple[tuple[str, str], ...] = ()
    of_language: str = ""

    def of(self, plan: Plan) -> Understood:
        """Return the same with another plan."""
        return replace(self, plan=plan)

    @property
    def by_meaning(self) -> bool:
        """Whether a search by meaning decides which books are found."""
        return bool(self.plan.about or self.plan.like)


def understood_of(parsed: Parsed, columns: Mapping[str, Column], without: Collection[str]) -> Understood:
    """Take what the grammar read, without the conditions whose chips were taken away."""
    plan = _left(parsed.plan, columns, without)
    unread = tuple(word.text for word in parsed.words if word.fate == "unused" and word.as_ != BESIDE)
    of_language = _of_language(parsed, unread)
    found = Understood(
        plan,
        parsed.over,
        parsed.unknown,
        parsed.talk,
        parsed.lacks,
        bool(parsed.declined and unread) or (bool(of_language) and not parsed.talk),
        parsed.carried,
        parsed.lists_too,
        parsed.also,
        unread,
        _asks_whether(parsed),
        absent=parsed.absent,
        of_language=of_language,
    )
    return replace(found, cues=_cues(found, parsed))


def _of_language(parsed: Parsed, unread: Sequence[str]) -> str:
    """Say in which other language a question is that was not understood, or of which most words were not."""
    is_lost = parsed.declined or parsed.talk == "foreign"
    is_mostly_unread = len(unread) > 2 and 2 * len(unread) > len(content_words(parsed.question))
    is_lost = is_lost or (is_mostly_unread and not parsed.unknown)  # a title of a book may be in any language
    language = language_of(parsed.question, SURE_OF_QUESTION) if is_lost else ""
    if language in ("", "en"):
        return ""
    return f"This question is in {in_words([language])}. Questions are read in English, so nothing was searched."


def answerable(parsed: Parsed, columns: Mapping[str, Column]) -> Parsed:
    """Return what was read; declined where it needs a column that the catalogue lacks: “in May 2004” without dates."""
    try:
        for plan in (parsed.plan, *parsed.also, *(plan for _, plan in parsed.readings)):
            check_plan(plan, columns)
    except InputError:
        words = tuple(word if _is_known(word, parsed, columns) else _unread(word) for word in parsed.words)
        return replace(parsed, plan=Plan(), over="", also=(), readings=(), unknown=(), words=words, declined=True)
    return parsed


def _is_known(word: Word, parsed: Parsed, columns: Mapping[str, Column]) -> bool:
    """Whether a word belongs to a condition on columns that the catalogue has."""
    clauses = [clause for said, clause in parsed.conditions if said.start < word.end and word.start < said.end]
    tests = [test for clause in clauses for one in clause.any_of for test in one.all_of]
    return bool(tests) and all(test.column in columns for test in tests)


def _unread(word: Word) -> Word:
    return replace(word, fate="unused", as_="no column tells", id="")


def as_followed(parsed: Parsed, understood: Understood) -> Parsed:
    """Return what the grammar read with the plan that was followed instead: nothing of it is in doubt any more."""
    return replace(
        parsed, plan=understood.plan, over=understood.over, thread=understood.thread or parsed.thread, unknown=(),
        declined=False, talk="", lacks="",
    )  # fmt: skip


def _asks_whether(parsed: Parsed) -> bool:
    """Whether yes or no is asked: “Did Emma Clarke write The Last Letter?”."""
    plan, first = parsed.plan, key_of(parsed.question).partition(" ")[0]
    compares = bool(plan.order) or any(node.tag == "THAN" for node in parsed.nodes)
    return first in _WHETHER and bool(plan.where) and not (plan.measures or plan.by or parsed.over or compares)


def reading_of(
    parsed: Parsed, understood: Understood, columns: Mapping[str, Column], without: Collection[str]
) -> Reading:
    """Tell what became of every word, with the conditions as chips."""
    plan = understood.plan
    chips = [Chip(f"{_CONDITION}{label}", label) for label in dict.fromkeys(chips_of(plan.where, columns))]
    if plan.about:
        chips.append(Chip(_TOPIC, f"about {topic_in_words(plan.about)}"))
    removed = [Chip(id, id.removeprefix(_CONDITION)) for id in without if id.startswith(_CONDITION) or id == _TOPIC]
    removed += [Chip(id, f"“{id.removeprefix(_MODEL)}” as a model reads it") for id in without if is_of_model(id)]
    mentioned = [*parsed.words, *_putting_the_question(parsed)]
    return read_words(parsed.question, mentioned, plan=plan.model_dump(mode="json"), chips=chips, removed=removed)


def settled(parsed: Parsed, as_: str) -> Parsed:
    """Return what was read with the words that were in doubt, “long books”, read as something."""
    words = (replace(word, fate="used", as_=as_) if word.as_ == IN_DOUBT else word for word in parsed.words)
    return replace(parsed, words=tuple(words))


def model_id(said: str) -> str:
    """Return the id of the assumption that words mean what a model alone takes them for."""
    return _MODEL + said.casefold()


def is_of_model(id: str) -> bool:
    """Whether an id is that of such an assumption."""
    return id.startswith(_MODEL)


def _putting_the_question(parsed: Parsed) -> list[Word]:
    """Return the words of the grammar that only put the question: what says something is among those that were read."""
    known = lexicon_words()
    return [
        replace(word, fate="used", as_=PUTS_THE_QUESTION)
        for word in content_words(parsed.question)
        if set(key_of(word.text).split()) <= known
        and not any(word.start < other.end and other.start < word.end for other in parsed.words)
    ]


def _left(plan: Plan, columns: Mapping[str, Column], without: Collection[str]) -> Plan:
    labels = chips_of(plan.where, columns)
    where = tuple(
        clause for clause, label in zip(plan.where, labels, strict=True) if f"{_CONDITION}{label}" not in without
    )
    return plan.model_copy(update={"where": where, "about": "" if _TOPIC in without else plan.about})


def for_librarian(plan: Plan) -> Plan:
    """Return the plan that lists the books which another plan counts."""
    if not (plan.measures or plan.by):
        return plan
    return Plan(where=plan.where, about=plan.about, like=plan.like)


def for_analyst(plan: Plan) -> Plan:
    """Return the plan that counts the books which another plan lists; what is sorted and cut stays as it is."""
    if plan.measures or plan.by or plan.order or plan.path:
        return plan
    return Plan(where=plan.where, about=plan.about, measures=(Measure(),))


# --- which agent ------------------------------------------------------------------------------------------------------


def _cues(understood: Understood, parsed: Parsed) -> tuple[Cue, ...]:
    if understood.talk or understood.lacks:
        return ()
    plan = understood.plan
    said = " ".join(word.text for word in parsed.words if word.fate == "used") or parsed.question.strip()[:80]
    if understood.lists_too:
        return (Cue(words=said, says="asks for a number and for books", agent="both"),)
    if plan.by or plan.measures:
        says = "asks for groups of books" if plan.by else "asks for a figure"
        return (Cue(words=said, says=says, agent="analyst"),)
    if plan.order and (plan.limit is not None or understood.over):
        return (Cue(words=said, says="asks for a ranking", agent="analyst"),)
    return (Cue(words=said, says="asks for books" if not plan.show else "asks about a book", agent="librarian"),)


# --- what needs no agent ----------------------------------------------------------------------------------------------

_ASK = (
    "Ask about titles, authors, genres, years, lengths and topics, for example “books about gardens”, "
    "“who wrote …?”, “how many … after …?” or “which author has the most books?”."
)


def reply(understood: Understood) -> str:
    """Say something to a question that needs no agent."""
    if understood.lacks:
        return f"It is not clear what is meant: {understood.lacks}. Name the author or the book."
    if understood.of_language:
        return understood.of_language
    return {
        "greeting": f"Hello. This is the library chat. {_ASK}",
        "thanks": "You are welcome.",
        "farewell": "Goodbye.",
        "help": f"This chat finds and counts the books of one catalogue. {_ASK}",
    }.get(understood.talk, f"That is no question about the books of this catalogue, so nothing was searched. {_ASK}")
