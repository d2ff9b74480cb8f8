"""λ: what set it, and what another λ would do. Moving it fuses again what was found; nothing is searched."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.codec import from_state
from core.retrieval.fusion import Receipt
from core.session import GraphSession
from core.stores.passages import Passages
from core.systems.knowledge_base.search.lambda_weight import RANGES, Feature
from core.systems.knowledge_base.search.retrieval import fuse_again
from core.systems.knowledge_base.state import Context, State
from core.ui.buttons import act
from core.ui.knowledge_base.answer.answer import ask_again
from core.ui.knowledge_base.search.passages import SOURCES, Described, describe
from core.ui.scores import draw_receipt, move_in_words
from core.ui.terms import explain
from core.ui.words import plain

_SHOWN = 15  # rows of the table


def draw_lambda(
    session: GraphSession[State, Context], state: State, passages: Passages, latest: bool, key: str
) -> None:
    """Draw the features behind λ, a slider over what was found, and a way to ask again with the λ of the slider."""
    _draw_features(state)
    if not any(found["hits"] for found in state["found"]):
        st.markdown("Nothing was found that could be fused again.")
        return
    used = round(float(state["lambda_mult"]), 3)
    st.markdown("**What if words or meaning counted more?**")
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    now: float = left.slider("Meaning against words (λ)", 0.0, 1.0, used, 0.01, key=f"{key}:lambda")
    if latest:
        act(
            "Ask again with it", _ask_with, session, f"{key}:lambda",
            place=right,
            key=f"{key}:ask-lambda",
            disabled=now == used,
            width="stretch",
            help="Search, grade and answer once more with this λ",
        )  # fmt: skip
    k = session.context.rrf_k
    before = {receipt.id: receipt.rank for receipt in fuse_again(state["found"], used, k)}
    receipts = fuse_again(state["found"], now, k)
    first = receipts[:_SHOWN]
    described = describe(passages, [receipt.id for receipt in first], state)
    moved = sum(before.get(receipt.id) != receipt.rank for receipt in first)
    st.markdown(
        f"At λ **{now:.2f}** meaning weighs {now:.2f} and words weigh {1 - now:.2f}. Against λ {used:.2f}, "
        f"{moved} of the first {len(first)} stand elsewhere. The closer look and the grades belong to λ {used:.2f}."
    )
    picked = _draw_table(first, before, described, key)
    if first:
        shown = first[picked] if picked is not None and picked < len(first) else first[0]
        st.markdown(f"**{shown.rank}. {plain(described[shown.id].title)}**")
        draw_receipt(shown, SOURCES)


def _ask_with(session: GraphSession[State, Context], slider: str) -> None:
    ask_again(session, {"lambda_mult": st.session_state[slider]})


def _draw_features(state: State) -> None:
    query_type, features = state["query_type"], from_state(list[Feature], state["lambda_features"])
    low, high = RANGES[query_type]
    st.markdown(
        f"The question counts as **{plain(query_type)}**, which allows meaning a weight (λ) from {low:g} to {high:g}; "
        f"it was searched with **λ {state['lambda_mult']:.2f}**.",
        help=explain("λ"),
    )
    table = pd.DataFrame(
        {
            "What was noticed": [feature.noticed for feature in features],
            "Speaks for": [feature.speaks_for or "where λ stands within the range" for feature in features],
        },
        index=pd.Index([feature.name for feature in features], name="Feature"),
    )
    st.table(table.map(plain), alt="What was noticed about the question, and what each of it says about λ")


def _draw_table(
    receipts: list[Receipt], before: Mapping[str, int], described: Mapping[str, Described], key: str
) -> int | None:
    ranks = [{part.source: part.rank for part in receipt.parts} for receipt in receipts]
    table = pd.DataFrame(
        {
            "Rank": [receipt.rank for receipt in receipts],
            "Move": [move_in_words(before.get(receipt.id), receipt.rank) for receipt in receipts],
            "Passage": [described[receipt.id].title for receipt in receipts],
            "Score": [receipt.score for receipt in receipts],
            **{
                heading: pd.array([places.get(source) for places in ranks], dtype="Int64")
                for source, heading in (("vectors", "Meaning"), ("text", "Words"))
            },
        }
    )
    picked = st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Rank": st.column_config.NumberColumn(width=50, pinned=True),
            "Move": st.column_config.TextColumn(width=75, help="Since the search, by the λ it was made with"),
            "Passage": st.column_config.TextColumn(width=380),
            "Score": st.column_config.NumberColumn(format="%.5f", width=90, help=explain("fused by rank")),
            "Meaning": st.column_config.NumberColumn(width=80, help=explain("meaning")),
            "Words": st.column_config.NumberColumn(width=80, help=explain("words")),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}:lambda-table",
        placeholder="–",
        alt="The passages in the order of this λ, with their moves and their places in both searches",
    )
    return picked.selection.rows[0] if picked.selection.rows else None
