"""Names that leave nothing together: read less narrowly, where that leaves something, and told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.language.reading import Word
from core.stores.library_plan import Clause, Plan, Test, must
from core.systems.library_chat.grammar.reading import Parsed, Select
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary, bare_title


def fitting(parsed: Parsed, names: Vocabulary, select: Select) -> Parsed:
    """Read a title as words of titles, or “Penguin” as any of its publishers, where no book is left otherwise."""
    plan = parsed.plan
    wider = [(clause, *one) for clause in plan.where for one in _wider(clause, names)] if len(plan.where) > 1 else []
    if not wider or parsed.lacks or _passing(plan, select):
        return parsed
    for clause, test, told in wider:
        where = tuple(must(test) if one is clause else one for one in plan.where)
        if _passing(Plan(where=where), select):
            words = tuple(_assumed(word, clause, told) for word in parsed.words)
            plan = plan.model_copy(update={"where": where})
            if (
                test.column == "title" and plan.measures and plan.measures[0].of == "sum"
            ):  # the length of each, not of all
                plan = plan.model_copy(update={"measures": (), "show": (plan.measures[0].column,)})
            return replace(parsed, plan=plan, words=words)
    return parsed


def _passing(plan: Plan, select: Select) -> int:
    return select(Plan(where=plan.where, limit=0)).passing


def _wider(clause: Clause, names: Vocabulary) -> Iterator[tuple[Test, str]]:
    tests = [test for one in clause.any_of for test in one.all_of]
    if len(tests) != 1 or tests[0].how != "is" or tests[0].denied or not tests[0].values:
        return
    test = tests[0]
    if test.column == "title":
        said = bare_title(test.values[0])
        yield Test(column="title", how="contains", values=(said,)), f"read as words of a title: “{said}”"
    elif test.column == "publisher":
        others = [one for value in test.values for one in names.beginning_with(value, "publisher")]
        if others:
            every = test.model_copy(update={"values": (*test.values, *others)})
            yield every, f"read as any of {len(every.values)} publishers whose names begin so: it alone leaves no book"


def _assumed(word: Word, clause: Clause, told: str) -> Word:
    value, said = key_of(clause.any_of[0].all_of[0].values[0]), key_of(word.text)
    is_meant = word.fate != "unused" and bool(said) and (said in value or value in said)
    return replace(word, fate="assumed", as_=told, id="") if is_meant else word
