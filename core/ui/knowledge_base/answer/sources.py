"""The passages that were read for an answer: which of its sentences rest on each, and how each was graded."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.systems.knowledge_base.answer.checking import verdict_of
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Retrieved, State
from core.ui.buttons import act, step_place
from core.ui.knowledge_base.reader.reader import document_open, open_at
from core.ui.knowledge_base.search.passages import citations_of, rests_on, title_of_retrieved
from core.ui.terms import explain
from core.ui.verdicts import said_of
from core.ui.words import plain

TAB = "Passages read"
TABS = "knowledge_base:tabs"


def draw_sources(state: State, key: str) -> None:
    """Draw every passage that was read, used or not, each with a way into its document."""
    cited, opened = rests_on(state), document_open(key)
    shown = next((place for place, one in enumerate(state["retrieved_documents"]) if one == opened), -1)
    for number, document in enumerate(state["retrieved_documents"], start=1):
        with st.container(border=True, gap="xsmall"):
            with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
                st.markdown(f"**{number}. {plain(title_of_retrieved(document))}**")
                act(
                    "Open", open_at, key, document,
                    key=f"{key}:passage:{number}", type="tertiary", icon=":material/menu_book:",
                    help=f"Open the document at passage {number}", place=step_place(number - 1, shown),
                )  # fmt: skip
            _draw_sentences(state, document, cited.get(document["id"], []), number, key)
            _draw_grade(state, document, first=number == 1)
    if not state["retrieved_documents"]:
        st.markdown("Nothing was found, so there is nothing to show.")


def _draw_sentences(state: State, document: Retrieved, here: Sequence[int], passage: int, key: str) -> None:
    st.markdown("**What rests on this passage**" if here else "**Found and not used.** No sentence rests on it.")
    for number in here:
        sentence = state["answer"]["sentences"][number - 1]
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            st.markdown(f"“{plain(said_of(sentence['text'], verdict_of(sentence)))}”")
            act(
                "Show", open_at, key, document,
                [one for one in citations_of(sentence) if one["passage"] == document["id"]],
                key=f"{key}:rests:{passage}:{number}", type="tertiary", icon=":material/format_quote:",
                help=f"Show where sentence {number} of the answer stands",
            )  # fmt: skip


def _draw_grade(state: State, document: Retrieved, *, first: bool) -> None:
    grade = next((grade for grade in state["document_grades"] if grade["id"] == document["id"]), None)
    brought = "" if document["tool"] == KNOWLEDGE_BASE else f" Brought by {plain(document['tool'])}."
    said = f"Whole passage graded **{grade['score']:.2f}**. {plain(grade['reason'])}" if grade else ""
    near = f"Nearness in meaning to the question (cosine): {document['cosine']:.2f}."
    st.markdown(f"{said or near}{brought}", help=explain("cosine", "graded") if first else None)
