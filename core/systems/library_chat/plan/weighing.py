"""Whether a model's plan is followed or the grammar's: what is checked, what is compared, what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from core.language.reading import Reading
from core.stores.library_plan import Column, Plan
from core.systems.library_chat.agents.query_log import QueryLog
from core.systems.library_chat.grammar.reading import Parsed
from core.systems.library_chat.grammar.remembered import Remembered, Thread, Turn
from core.systems.library_chat.grammar.sentences import plan_in_words
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.systems.library_chat.plan.accounting import Account, account, unread_of
from core.systems.library_chat.plan.clarification import given_by
from core.systems.library_chat.plan.proposals import OVER, Proposal, fitted
from core.systems.library_chat.plan.sameness import bare_where, form_of
from core.systems.library_chat.plan.understood import Understood, is_of_model, reading_of, understood_of

RULES, YOU = "Rules", "You"
_TRIES = 2
_TALK = ("greeting", "thanks", "farewell", "help")

Ask = Callable[[Proposal, Sequence[str], str], Proposal]
"""Asks for a plan: given the grammar's draft, the words that it could not use, and what was wrong with the last one."""


class Compared(TypedDict):
    """One reading of a question: whose it is, its plan as a sentence, how much it gives, whether the answer rests on
    it, and why it does not."""

    by: str
    plan: str
    gives: str
    followed: bool
    note: str


@dataclass(frozen=True)
class Weighed:
    """What a question is taken for: the reading that is followed, and the one of the model where there is another.

    `doubtful`: both read every word, and not alike; somebody has to choose. `note` says why the
    model's plan is not followed.
    """

    parsed: Parsed
    rules: Parsed
    model: Parsed | None = None
    doubtful: bool = False
    note: str = ""

    @property
    def by_model(self) -> bool:
        """Whether a plan is followed that the rules did not make."""
        return self.parsed is self.model and self.model is not self.rules


def weigh(
    ask: Ask, parsed: Parsed, names: Vocabulary, before: Remembered | None, without: Collection[str], who: str
) -> Weighed:
    """Ask for a plan, tell once what is wrong with it, and choose; `who` is the name of whoever is asked."""
    if parsed.talk in _TALK:
        return Weighed(parsed, parsed)
    columns = {column.name: column for column in names.columns}
    reading = reading_of(parsed, understood_of(parsed, columns, ()), columns, ())
    draft = Proposal(plan=parsed.plan, over=parsed.over)
    unread = [word.text for word in reading.unused]
    complaint = ""
    for _ in range(_TRIES):
        proposal = ask(draft, unread, complaint)
        if proposal == draft:
            return Weighed(parsed, parsed)
        proposal, faults = fitted(proposal, names, draft)
        if not faults:
            found = account(proposal, parsed, reading, names, before, who)
            if not found.faults:
                return _weighed(proposal, found, parsed, reading, names, without)
            faults = list(found.faults)
        complaint = " ".join(faults)
    return Weighed(parsed, parsed, note=complaint)


def _weighed(
    proposal: Proposal,
    found: Account,
    parsed: Parsed,
    reading: Reading,
    names: Vocabulary,
    without: Collection[str],
) -> Weighed:
    taken_back = [word.text for word in found.words if word.id in without and is_of_model(word.id)]
    if taken_back:
        return Weighed(parsed, parsed, note=f"What it took “{taken_back[0]}” for was taken back.")
    columns = {column.name: column for column in names.columns}
    same = _asks_the_same(proposal, parsed, columns)
    if same:
        more = found.words != reading.words and not (parsed.declined or parsed.unknown)
        return Weighed(replace(parsed, words=found.words) if more else parsed, parsed, parsed)
    model = _of_model(proposal, found, parsed)
    unread = unread_of(reading.words, parsed.question)
    hangs = parsed.declined or parsed.unknown
    note = ""
    if found.left_out:
        note = f"It leaves out {', '.join(f'“{text}”' for text in found.left_out)}."
    elif any(node.tag == "LACK" for node in parsed.nodes):
        note = "No column of the catalogue tells what is asked."
    elif (hangs and not found.says_of_what) or ((hangs or parsed.talk) and found.unread >= unread):
        note = "It reads no more of what the rules could not read."
    elif parsed.lacks and not found.carried:
        note = f"It does not say what is meant: {parsed.lacks}."
    if note:
        return Weighed(parsed, parsed, model, note=note)
    complete = not (unread or parsed.lacks)
    return Weighed(parsed if complete else model, parsed, model, doubtful=complete)


def _asks_the_same(proposal: Proposal, parsed: Parsed, columns: Mapping[str, Column]) -> bool:
    plan, own = proposal.plan, parsed.plan
    return bare_where(plan.where, columns) == bare_where(own.where, columns) and form_of(
        plan, proposal.over, columns
    ) == form_of(own, parsed.over, columns)


def _of_model(proposal: Proposal, found: Account, parsed: Parsed) -> Parsed:
    """Return what a question is taken for by a model: what belongs to the grammar's plan alone is left aside, what else
    was asked stays."""
    counts = parsed.lists_too and proposal.plan.measures == parsed.plan.measures
    return replace(
        parsed,
        plan=proposal.plan,
        over=proposal.over,
        words=found.words,
        unknown=(),
        readings=(),
        declined=False,
        talk="",
        lists_too=counts,
        lacks="",
        carried=found.carried or parsed.carried,
        thread=_thread_of(proposal.plan, parsed),
    )


def _thread_of(plan: Plan, parsed: Parsed) -> Thread:
    """Return what a follow-up is read from: the chain of questions, with the conditions that they do not make."""
    if set(parsed.plan.where) <= set(plan.where):
        more = tuple(clause for clause in plan.where if clause not in parsed.plan.where)
        return replace(parsed.thread, base=(*parsed.thread.base, *more))
    return Thread((Turn(""),), plan.where)


# --- what is said of it -----------------------------------------------------------------------------------------------


def in_words(plan: Plan, over: str, columns: Mapping[str, Column]) -> str:
    """Say a plan with what is calculated over its groups."""
    return "; ".join(filter(None, (plan_in_words(plan, columns), OVER.get(over, over))))


def compared(
    weighed: Weighed, understood: Understood, log: QueryLog, who: str, is_open: bool = False
) -> list[Compared]:
    """Put the readings of a question beside each other, where there is more than one: rules, model, correction.

    `is_open`: there will be another, when somebody has chosen.
    """
    corrected = understood.plan != weighed.parsed.plan
    if weighed.model is None and not weighed.note and not corrected and not is_open:
        return []
    columns = {column.name: column for column in log.library.columns()}

    def row(by: str, plan: Plan, over: str, note: str = "") -> Compared:
        followed = plan == understood.plan
        return Compared(
            by=by, plan=in_words(plan, over, columns), gives=given_by(plan, log), followed=followed, note=note
        )

    rows = [row(RULES, weighed.rules.plan, weighed.rules.over)]
    if weighed.model is not None:
        rows.append(row(who, weighed.model.plan, weighed.model.over, weighed.note))
    elif weighed.note:
        rows.append(Compared(by=who, plan="", gives="", followed=False, note=weighed.note))
    if corrected:
        rows.append(row(YOU, understood.plan, understood.over))
    return rows


def with_choice(rows: Sequence[Compared], plan: str, gives: str) -> list[Compared]:
    """Add the reading that an analyst chose."""
    others = [Compared(by=row["by"], plan=row["plan"], gives=row["gives"], followed=row["plan"] == plan,
                       note=row["note"]) for row in rows]  # fmt: skip
    return [*others, Compared(by=YOU, plan=plan, gives=gives, followed=True, note="")]
