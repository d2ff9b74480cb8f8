"""Whose people are searched: the sample, or a table of the analyst's own, brought, indexed and removed here."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.errors import AppError
from core.systems.expert_search.collections import (
    ANSWER_COLUMNS,
    EXPERT_COLUMNS,
    NEEDED,
    SAMPLE,
    Collection,
    add_collection,
    check_answers,
    check_experts,
    collections_of,
    finish_indexing,
    index_job,
    remove_collection,
)
from core.systems.expert_search.people import ProjectAnswer
from core.ui.address import adopt, publish
from core.ui.buttons import pressed
from core.ui.resources import resources, show_error
from core.ui.uploads import choose_table, draw_bad_rows, drop_work, work_through
from core.ui.words import count, plain


def choose_collection() -> str:
    """The sample or a collection of the analyst's own, with the way to bring one."""
    folder = resources().folder
    own = {card.id: card for card in collections_of(folder)}
    for card in own.values():
        if not card.ready:
            _index(card)
    ready = [SAMPLE, *(card.id for card in own.values() if card.ready)]
    key = "expert_search:people"
    adopt(key, "people", SAMPLE, ready.__contains__)
    if st.session_state.get("expert_search:fresh") in ready:
        st.session_state[key] = st.session_state.pop("expert_search:fresh")
    if st.session_state[key] not in ready:
        st.session_state[key] = SAMPLE
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    chosen: str = left.selectbox(
        "Whose people",
        ready,
        key=key,
        persist_state="session",
        format_func=lambda one: "Sample: 128 invented people" if one == SAMPLE else _describe(own[one]),
    )
    publish(people=(chosen, SAMPLE))
    with right.popover("Use my own data", width="stretch", icon=":material/upload_file:"):
        _bring(own)
    return chosen


def _describe(card: Collection) -> str:
    return f"{card.name}: {count(card.experts, 'expert')}, {count(card.answers, 'answer')}"


def _bring(own: Mapping[str, Collection]) -> None:
    st.markdown("A table of experts, and if you have one, a table of what they answered. They stay on this machine.")
    experts_table = choose_table("Experts (CSV or XLSX)", EXPERT_COLUMNS, NEEDED["experts"], "expert_search:experts")
    if experts_table:
        experts, bad = check_experts(experts_table.table, experts_table.columns)
        st.markdown(f"{count(len(experts), 'expert')} can be used.")
        draw_bad_rows([(row.row, row.reason) for row in bad], "experts")
        answers: list[ProjectAnswer] = []
        answers_table = choose_table(
            "Project answers (optional)", ANSWER_COLUMNS, NEEDED["answers"], "expert_search:answers"
        )
        if answers_table:
            answers, bad = check_answers(answers_table.table, answers_table.columns, experts)
            st.markdown(f"{count(len(answers), 'answer')} can be used.")
            draw_bad_rows([(row.row, row.reason) for row in bad], "answers")
        if pressed("Index and use", type="primary", disabled=not experts, key="expert_search:index"):
            try:
                card = add_collection(resources().folder, experts_table.name, experts, answers)
            except AppError as error:
                show_error(error)
            else:
                st.session_state["expert_search:fresh"] = card.id  # chosen as soon as it is indexed
                st.rerun()
    for card in own.values():
        if pressed(f"Remove “{_describe(card)}”", key=f"remove:{card.id}", icon=":material/delete:"):
            drop_work(card.id)
            remove_collection(resources().folder, card.id)
            st.rerun()


def _index(card: Collection) -> None:
    """Begin or go on with embedding a collection's texts, and watch it."""
    borrowed = resources()
    work_through(
        card.id,
        lambda: index_job(borrowed.folder, card.id, borrowed.settings.dask_scheduler),
        f"Indexing “{plain(card.name)}”",
        lambda: finish_indexing(borrowed.folder, card.id, borrowed.embedder),
    )
