"""Whose people are searched: the sample, or a table of the analyst's own, brought, indexed and removed here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.systems.expert_search.people.collections import (
    PEOPLE,
    SAMPLE,
    Collection,
    add_collection,
    sample_in_words,
)
from core.systems.expert_search.people.own_tables import ANSWERS, EXPERTS, check_answers, check_experts
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.ui.bulk_work import drop_work, work_through
from core.ui.buttons import act
from core.ui.choice import choose, give_up, refuse_lost, turn_to
from core.ui.controls import Controls
from core.ui.expert_search.people.profile import draw_preview
from core.ui.own_data import OwnTable, bring, draw_removed
from core.ui.resources import resources
from core.ui.words import count, plain

_KEY = "expert_search:people"
_EXPERTS = OwnTable(
    "expert_search:experts",
    "Experts (CSV or XLSX)",
    EXPERTS,
    "expert",
    lambda mapped: check_experts(mapped.table, mapped.columns),
    others="Kept as further columns",
)


def _answers_of(experts: list[Expert]) -> OwnTable[list[ProjectAnswer]]:
    return OwnTable(
        "expert_search:answers",
        "Project answers (optional)",
        ANSWERS,
        "answer",
        lambda mapped: check_answers(mapped.table, mapped.columns, experts),
    )


class Chosen(NamedTuple):
    """The collection that is searched, and what it is called."""

    id: str
    name: str


def choose_collection(controls: Controls) -> Chosen:
    """Return the sample or a collection of the analyst's own, with the way to bring one."""
    folder = resources().folder
    own = {card.id: card for card in PEOPLE.uploads(folder).all()}
    for card in own.values():
        if not card.ready:
            work_through(PEOPLE, card, f"Indexing “{plain(card.name)}”")
    ready = [SAMPLE, *(card.id for card in own.values() if card.ready)]

    def words(id: str) -> str:
        return sample_in_words() if id == SAMPLE else _describe(own[id])

    chosen = choose("Whose people", ready, SAMPLE, _KEY, "people", words, controls.fold, known=own)
    with controls.beside.popover("Use my own data", icon=":material/upload_file:"):
        _bring(own)
    return Chosen(chosen, words(chosen))


def still_there() -> None:
    """Refuse a question while the people that were chosen are gone, and nobody has chosen anew."""
    refuse_lost(_KEY)


def _describe(card: Collection) -> str:
    return f"{card.name}: {count(card.experts, 'expert')}, {count(card.answers, 'answer')}"


def _bring(own: Mapping[str, Collection]) -> None:
    folder = resources().folder
    st.markdown(
        "A table of experts, and if you have one, a table of what they answered. They stay on the computer that runs "
        "Glassbox."
    )
    if experts := bring(_EXPERTS):
        brought = bring(_answers_of(experts.records))
        answers = brought.records if brought else []
        if experts.records:
            draw_preview(experts.records, answers, f"{_KEY}:preview")
        act(
            "Index and use", _add, folder, experts.name, experts.records, answers,
            key="expert_search:index", type="primary", disabled=not experts.records,
        )  # fmt: skip
    for card in own.values():
        label = f"Remove “{plain(_describe(card))}”"
        act(label, _remove, folder, card.id, key=f"remove:{card.id}", icon=":material/delete:")
    draw_removed(PEOPLE.uploads(folder), _KEY, done=partial(turn_to, _KEY))


def _add(folder: Path, name: str, experts: list[Expert], answers: list[ProjectAnswer]) -> None:
    turn_to(_KEY, add_collection(folder, name, experts, answers).id)


def _remove(folder: Path, id: str) -> None:
    drop_work(id)
    PEOPLE.uploads(folder).remove(id)
    give_up(_KEY, id)
