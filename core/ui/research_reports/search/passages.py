"""What the filter kept and dropped, with reasons, and the threshold: moving it shows which claims would fall."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.systems.research_reports.search.screening import SOURCE_NAMES, Screened, cut, paper_of, passage_text
from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import claims_of, falling
from core.ui.research_reports.plan.asking import ALPHA, THRESHOLD
from core.ui.scores import draw_receipt
from core.ui.terms import explain
from core.ui.words import count, plain


def draw_passages(state: State, key: str) -> None:
    """Draw the two sliders, the claims that would fall, and the passages of one sub-question."""
    left, right = st.columns(2)
    about = f"{explain('threshold')} Moving it searches nothing, and serves the next report or follow-up."
    threshold = left.slider("Threshold", 0.0, 1.0, step=0.01, key=THRESHOLD, persist_state="session", help=about)
    alpha = right.slider(
        "Meaning against words (α)", 0.0, 1.0, step=0.05, key=ALPHA, persist_state="session", help=explain("α")
    )
    st.markdown(
        f"The report was made at threshold **{state['threshold']:.2f}**, "
        f"meaning against words at **{state['alpha']:.2f}**."
    )
    _draw_falling(state, threshold, alpha)
    screened = cut(state, threshold, alpha)
    if not screened:
        st.markdown("No passage was screened.")
        return
    texts = {section["id"]: section["question"] for section in state["report"]["sections"]}
    texts |= {sub_question["id"]: sub_question["text"] for sub_question in state["plan"]["sub_questions"]}
    chosen = st.selectbox(
        "Sub-question", list(screened), format_func=lambda id: texts.get(id, id), key=f"{key}:asked",
        help=explain("sub-question"),
    )  # fmt: skip
    _draw_screened(state, screened[chosen], f"{key}:screened:{chosen}")


def _draw_falling(state: State, threshold: float, alpha: float) -> None:
    fallen = set(falling(state, threshold, alpha))
    claims = claims_of(state["report"])
    if not fallen:
        st.markdown(f":material/check_circle: All {count(len(claims), 'sentence')} would keep their evidence.")
        return
    st.warning(f"**{len(fallen)} of {count(len(claims), 'sentence')} would fall**", icon=":material/content_cut:")
    st.markdown("\n".join(f"- {plain(claim['text'])}" for claim in claims if claim["id"] in fallen))


def _draw_screened(state: State, passages: Sequence[Screened], key: str) -> None:
    kept = sum(passage.kept for passage in passages)
    st.markdown(
        f"{count(kept, 'passage')} kept, {len(passages) - kept} dropped. Pick a row to see how it was scored.",
        help=explain("screening"),
    )
    picked = st.dataframe(
        passage_table(state, passages),
        hide_index=True,
        column_config={
            "Kept": st.column_config.CheckboxColumn(width=50),
            "Score": st.column_config.ProgressColumn(format="%.3f", min_value=0.0, max_value=1.0, width=110),
            "Passage": st.column_config.TextColumn(width=420),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=key,
        alt="The passages that were screened, best first, each kept or dropped with the reason",
    )
    rows = picked.selection.rows
    if rows and rows[0] < len(passages):
        one = passages[rows[0]]
        st.markdown(plain(passage_text(state, one.passage)))
        draw_receipt(one.receipt, SOURCE_NAMES)


def passage_table(state: State, passages: Sequence[Screened]) -> pd.DataFrame:
    """Return a row for each passage, best first: whether it was kept, why, its score, its words and its paper."""
    papers = [paper_of(state, passage.passage) for passage in passages]
    return pd.DataFrame(
        {
            "Kept": [passage.kept for passage in passages],
            "Score": [passage.receipt.score for passage in passages],
            "Why": [passage.reason for passage in passages],
            "Passage": [passage_text(state, passage.passage) for passage in passages],
            "Paper": [paper["title"] for paper in papers],
        }
    )
