"""The passages that are read are those with the best units, whichever query found them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.systems.knowledge_base.answer.selection import (
    choose_passages,
    chosen_in,
    is_comparable,
    nearest_of,
    read_units,
)
from core.systems.knowledge_base.search.lambda_weight import weigh
from core.systems.knowledge_base.search.tool_calls import search_documents
from core.systems.knowledge_base.state import State, begin_turn
from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual

QUESTION = "What is the default speed of the pump?"


def test_the_passage_with_the_best_unit_is_the_first_and_its_units_come_back(tmp_path: Path) -> None:
    context = replace(context_over(little_manual(tmp_path)), top_k=2)
    state: State = {**begin_turn([], ""), "original_query": QUESTION}
    searched = search_documents(QUESTION, weigh(QUESTION), context)
    chosen = choose_passages(state, searched.documents, searched.lists, context)
    assert [len(chosen.documents), chosen.documents[0]["name"]] == [2, "pump.md"]
    best = read_units(chosen.evidence, chosen.documents)[0]
    assert best.unit.text == "The default speed of the pump is 40 litres a minute."
    assert abs(sum(chosen.shares.values()) - 1) < 1e-9
    assert chosen.evidence["measures"]["unknown"] == 0.0


def test_a_name_counts_as_said_where_any_sentence_of_what_is_quoted_first_says_it(tmp_path: Path) -> None:
    pages = {"pump.md": "# Pump\n\nThe default speed of the pump is 40 litres a minute. It was set by Heron."}
    for asked, said in (("What speed of the pump did Heron set?", 1.0), ("What speed of the pump did Ada set?", 0.0)):
        state: Any = Chat(context_over(little_manual(tmp_path / asked[-8:-5], pages))).ask(asked)
        assert state["evidence"]["measures"]["says"] == said


def test_what_an_earlier_query_found_is_not_lost(tmp_path: Path) -> None:
    context = replace(context_over(little_manual(tmp_path)), top_k=1)
    state: State = {**begin_turn([], ""), "original_query": QUESTION}
    first = search_documents(QUESTION, weigh(QUESTION), context)
    read = choose_passages(state, first.documents, first.lists, context).documents
    attempt = {"query": QUESTION, "documents": read}
    second = search_documents("the sensor is calibrated", weigh("sensor"), replace(context, fetch_k=1))
    again = choose_passages({**state, "attempts": [attempt]}, second.documents, second.lists, context)  # type: ignore[list-item]
    assert [one["id"] for one in again.documents] == [one["id"] for one in read]


def test_of_a_quotation_that_brings_more_the_sentence_that_was_chosen_is_known(tmp_path: Path) -> None:
    state: Any = Chat(context_over(little_manual(tmp_path))).ask(QUESTION)
    first = state["answer"]["sentences"][0]
    assert first["text"].startswith("The pump moves")
    assert chosen_in(first, state) == "The default speed of the pump is 40 litres a minute."
    units = [{**one, "share": 1.0} for one in state["evidence"]["units"]]
    assert chosen_in(first, {**state, "evidence": {**state["evidence"], "units": units}}) == ""  # none leads
    at = state["retrieved_documents"][0]["text"].index("The default")
    assert chosen_in({**first, "start": at, "end": at + len(chosen_in(first, state))}, state) == ""
    assert chosen_in(first, {**state, "evidence": {"terms": []}}) == ""


def test_of_an_item_of_several_sentences_the_one_that_answers_is_known(tmp_path: Path) -> None:
    item = "1. The garden is green. The rent of a plot is 64 euros. Dogs must stay out of the pond."
    pages = {"rules.md": f"# Rules\n\n{item}\n2. Keys are lost."}
    state: Any = Chat(context_over(little_manual(tmp_path, pages))).ask("How many euros is the rent of a plot?")
    first = state["answer"]["sentences"][0]
    assert first["text"].startswith("The garden")
    assert chosen_in(first, state) == "The rent of a plot is 64 euros."


def test_what_is_far_less_likely_to_answer_than_the_first_quotation_is_told_apart(tmp_path: Path) -> None:
    state: Any = Chat(context_over(little_manual(tmp_path))).ask("What does the filter do to the pump?")
    first, other = state["answer"]["sentences"][0], state["retrieved_documents"][1]
    last = {**first, "number": 2, "start": other["start"], "end": other["end"]}
    units = state["evidence"]["units"]
    for share, comparable in ((0.3, True), (0.2, False)):
        shares = [{**one, "share": 1.0 if one["number"] == 1 else share} for one in units]
        now: Any = {**state, "evidence": {**state["evidence"], "units": shares}}
        assert is_comparable(last, now) is comparable
        assert is_comparable({**last, "quoted": False}, now)


def test_where_no_answer_was_found_the_nearest_sentence_is_named_with_its_document(tmp_path: Path) -> None:
    state: Any = Chat(context_over(little_manual(tmp_path))).ask(
        "Which orchestra played Mahler near the pump yesterday?"
    )
    assert state["answer"]["refused"]
    assert re.fullmatch(r"“.*pump.*” \(\w+\.md\)", nearest_of(state))
    assert nearest_of({**state, "evidence": {"terms": []}}) == ""


def test_what_a_follow_up_newly_names_must_be_said_in_what_is_quoted(tmp_path: Path) -> None:
    chat = Chat(context_over(little_manual(tmp_path)))
    chat.ask("What is the default speed of the pump?")
    other: Any = chat.ask("And what about the turbine?")
    assert other["original_query"] == "What is the default speed of the turbine?"
    assert other["evidence"]["far"][0] == "turbine"
    assert other["answer"]["outcome"] != "in the documents"
    chat.ask("What is the default speed of the pump?")
    said: Any = chat.ask("And the default pressure of the valve?")
    assert "valve" not in said["evidence"]["far"]
