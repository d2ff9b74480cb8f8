"""Whatever a model makes of the measured questions: the rules answer, or the difference is said."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.llm.engine import OfflineEngine
from core.stores.library_plan import Clause, Key, Measure, Order, Plan, Test, must
from core.systems.library_chat.catalogue.catalogues import sample_books
from core.systems.library_chat.plan.proposals import Proposal, Use
from tests.properties import examples
from tests.systems.library_chat.little_library import LittleLibrary
from tests.systems.library_chat.plan.models import MODEL, Chat, Understanding, options_in, reading_in

FILE = Path(__file__).parents[3] / "data" / "library" / "books_11k_questions.csv"
COLUMNS = ("title", "authors", "genres", "year", "pages", "rating", "id")
WORDS = ("Fiction", "Mystery", "Zorb", "1999", "zorblaxian", "<b>x</b>", "'}) DETACH DELETE (n) //", "")
HOWS = ("is", "all", "exactly", "contains", "begins", "ends", "between", "number", "missing")


@cache
def library() -> LittleLibrary:
    return LittleLibrary(sample_books())


@cache
def questions() -> list[str]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return [row["question"] for row in csv.DictReader(file) if not row["after"]]


def other_test(rng: Random) -> Test:
    low, high = sorted((rng.randint(1900, 2030), rng.randint(1900, 2030)))
    return Test(
        column=rng.choice(COLUMNS),
        how=rng.choice(HOWS),  # type: ignore[arg-type]
        values=tuple(rng.choices(WORDS, k=rng.randint(0, 2))),
        low=rng.choice((None, low, high)),
        high=rng.choice((None, high, low)),
        denied=rng.random() < 0.3,
    )


def drop(plan: Plan, rng: Random) -> dict[str, Any]:
    return {"where": tuple(clause for clause in plan.where if rng.random() < 0.5)}


def deny(plan: Plan, rng: Random) -> dict[str, Any]:
    def turned(test: Test) -> Test:
        return test.model_copy(update={"denied": not test.denied})

    where = tuple(
        Clause(any_of=tuple(one.model_copy(update={"all_of": tuple(map(turned, one.all_of))}) for one in clause.any_of))
        for clause in plan.where
    )
    return {"where": where}


def shift(plan: Plan, rng: Random) -> dict[str, Any]:
    def moved(test: Test) -> Test:
        far = rng.choice((-100, -1, 1, 40))
        low, high = (None if bound is None else bound + far for bound in (test.low, test.high))
        return test.model_copy(update={"low": low, "high": high})

    where = tuple(
        Clause(any_of=tuple(one.model_copy(update={"all_of": tuple(map(moved, one.all_of))}) for one in clause.any_of))
        for clause in plan.where
    )
    return {"where": where}


MUTATIONS: tuple[Callable[[Plan, Random], dict[str, Any]], ...] = (
    drop,
    deny,
    shift,
    lambda plan, rng: {"where": (*plan.where, must(other_test(rng)))},
    lambda plan, rng: {"where": (must(other_test(rng), other_test(rng)),)},
    lambda plan, rng: {"measures": (Measure(of=rng.choice(("count", "mean", "share")), column=rng.choice(COLUMNS)),)},
    lambda plan, rng: {"measures": ()},
    lambda plan, rng: {"by": (Key(column=rng.choice(COLUMNS), part=rng.choice(("", "decade"))),)},
    lambda plan, rng: {"by": (), "having": ()},
    lambda plan, rng: {"order": (Order(by=rng.choice((*COLUMNS, "value")), descending=rng.random() < 0.5),)},
    lambda plan, rng: {"order": ()},
    lambda plan, rng: {"limit": rng.choice((None, 0, 1, 3, 10_000))},
    lambda plan, rng: {"skip": rng.choice((0, 1, 7))},
    lambda plan, rng: {"each": rng.choice((None, 1))},
    lambda plan, rng: {"sample": True, "limit": 2},
    lambda plan, rng: {"show": (rng.choice(COLUMNS),)},
    lambda plan, rng: {"about": rng.choice(WORDS), "like": rng.choice(WORDS)},
)


def lie(question: str, rng: Random) -> Callable[[Proposal], Proposal]:
    """A plan that is another, and claims of which words it is made: true ones, none, or the whole question."""

    def made(draft: Proposal) -> Proposal:
        plan = draft.plan
        for mutate in rng.choices(MUTATIONS, k=rng.randint(1, 3)):
            plan = plan.model_copy(update=mutate(plan, rng))
        parts = ("where", "by", "measures", "order", "limit", "skip", "show", "about", "sample", "each", "like")
        words = question.split()
        some = [words, words[: len(words) // 2], words[len(words) // 2 :], rng.sample(words, 1), []]
        uses = [
            Use(words=" ".join(rng.choice(some)), part=part, place=place)  # type: ignore[arg-type]
            for part in parts
            for place in range(len(plan.where) if part == "where" else 1)
        ]
        return Proposal(plan=plan, over=draft.over, uses=uses if rng.random() < 0.8 else [])

    return made


@examples(150, deadline=None)
@given(st.integers(min_value=0, max_value=10**9))
def test_either_the_rules_answer_or_the_difference_is_said(seed: int) -> None:
    rng = Random(seed)
    question = rng.choice(questions())
    rules = Chat(OfflineEngine(), library=library()).ask(question)
    state = Chat(Understanding(lie(question, rng)), library=library()).ask(question)
    if options_in(state):
        assert len(options_in(state)) > 1  # asked back: nothing is answered yet
        return
    if options_in(rules) or state["response"] == rules["response"]:
        return
    followed = {row["by"] for row in state["compared"] if row["followed"]}
    assert followed == {MODEL}, state["compared"]
    told = reading_in(state)
    assert told.assumed or told.unused, "a plan that the rules did not make, and no word says so"
    plans = {row["by"]: row["plan"] for row in state["compared"]}
    assert len(set(plans.values())) == len(plans)
