"""Meaning against words: ranks against α with the exact crossings, and why somebody is not in the list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.retrieval.fusion import Receipt
from core.retrieval.sensitivity import WhyNot, crossings, ranks_over_alpha, stable_sentence, why_not
from core.systems.expert_search.ranking.fusion import fuse_results, lists_to_fuse
from core.systems.expert_search.state import SOURCES, Context, State, Topic
from core.ui.figure import draw_figure
from core.ui.scores import QUIET, SERIES
from core.ui.terms import explain
from core.ui.words import in_chart


def draw_weights(
    state: State,
    context: Context,
    topics: Sequence[Topic],
    names: Mapping[str, str],
    left_out: Collection[str],
    shown: Collection[str],
) -> None:
    """Draw what α does to the order for one topic, and why somebody is not among the first; with several topics the
    analyst picks one.

    `names` are those of everybody, by id; who is `left_out` for lacking something takes no part, as in the table, and
    who is `shown` there is drawn here.
    """
    if not topics:
        st.markdown("No topic was searched for, so there is nothing to weigh meaning against words for.")
        return
    topic = topics[0]
    if len(topics) > 1:
        topic = st.selectbox("Topic", topics, format_func=lambda one: one["query"], key="expert_search:alpha-topic")
        st.markdown("For each topic by itself; wishes are left aside.")
    among = set(names).difference(left_out) if left_out else None
    receipts = fuse_results(state, context, topic, among)
    listed = [receipt.id for receipt in receipts if receipt.id in shown]
    draw_alpha(receipts, names, context.alpha, context.keep, key="expert_search:alpha-chart", listed=listed)
    outside = set(names).difference(left_out, (receipt.id for receipt in receipts[: context.keep]))
    draw_why_not(explain_absence(state, context, topic, among), outside, names, SOURCES, key="expert_search:why-not")
    if left_out:
        st.caption("Who was left out for lacking something stands below the table of experts, with what it is.")


def draw_alpha(
    receipts: Sequence[Receipt],
    names: Mapping[str, str],
    alpha: float,
    keep: int,
    key: str,
    listed: Sequence[str],
    lines: int = 8,
) -> None:
    """Draw the ranks of who is `listed`, or else of the first few, against α, what is stable, and every crossing."""
    if not receipts:
        st.markdown("Nobody was found.")
        return
    st.markdown(f"**{stable_sentence(receipts, alpha, keep)}**", help=explain("α"))
    first = list(listed) or [receipt.id for receipt in receipts[: max(lines, keep)]]
    steps = ranks_over_alpha(receipts, first)
    figure = go.Figure()
    for position, person in enumerate(first):
        colour, dash = SERIES[position % len(SERIES)], "dot" if position >= len(SERIES) else None
        xs = [edge for low, high, _ in steps[person] for edge in (low, high)]
        ys = [rank for _, _, rank in steps[person] for _ in range(2)]
        figure.add_scatter(
            x=xs, y=ys, mode="lines", name=in_chart(names[person]), line={"width": 3, "color": colour, "dash": dash}
        )
    figure.add_vline(x=alpha, line_dash="dot", line_color=QUIET)
    figure.add_annotation(x=alpha, y=1.06, yref="paper", text=f"α = {alpha:g}", showarrow=False)
    lowest = max(rank for person in first for _, _, rank in steps[person])
    figure.update_yaxes(title="Rank", range=[min(lowest, 15) + 0.5, 0.5], dtick=1 if lowest <= 15 else None)
    figure.update_xaxes(title="Meaning against words (α): only words at 0, only meaning at 1", range=[0, 1])
    figure.update_layout(height=420, margin={"t": 40, "b": 10, "r": 25})
    numbers = [(names[person], low, high, rank) for person in first for low, high, rank in steps[person]]
    draw_figure(
        figure,
        pd.DataFrame(numbers, columns=["Expert", "From α", "To α", "Rank"]),
        alt=f"Rank of the first {len(first)} experts for every α",
        key=key,
        name="rank-over-alpha",
        columns={edge: st.column_config.NumberColumn(format="%.4f") for edge in ("From α", "To α")},
    )
    met = crossings(receipts, first)
    table = pd.DataFrame(
        {
            "At α": [f"{crossing.alpha:.4f}" for crossing in met],
            "Above it ahead": [names[crossing.above] for crossing in met],
            "Below it ahead": [names[crossing.below] for crossing in met],
        }
    )
    with st.expander(f"Where two of them change places: {len(met)}"):
        st.dataframe(table, hide_index=True, alt="Every crossing with its exact α")


def draw_why_not(
    why_of: Callable[[str], WhyNot],
    outside: Collection[str],
    names: Mapping[str, str],
    sources: Mapping[str, str],
    key: str,
) -> None:
    """Pick one of those `outside` the list and read why, and the smallest change that would bring them in."""
    picked: str | None = st.selectbox(
        "Why is this person not in the list?",
        sorted(outside, key=lambda person: names[person]),
        index=None,
        format_func=names.__getitem__,
        key=key,
        placeholder="Choose a person",
    )
    if picked is None:
        return
    why = why_of(picked)
    st.markdown(why.sentence(sources))
    found = pd.DataFrame(
        {
            "Search": [sources[source] for source in why.found],
            "Place": [f"{found_at.rank}" if found_at else "not found" for found_at in why.found.values()],
            "Raw score": [f"{found_at.raw:.3f}" if found_at else "" for found_at in why.found.values()],
            "Counted": [
                "" if not found_at else "no, beyond the candidates" if found_at.beyond else "yes"
                for found_at in why.found.values()
            ],
        }
    )
    st.table(found.set_index("Search"), alt="Where each search found this person")


def explain_absence(
    state: State, context: Context, topic: Topic, among: Collection[str] | None
) -> Callable[[str], WhyNot]:
    """Why a person is not among the kept, by the numbers on the page, of all or `among` some people."""
    return lambda person: why_not(
        lists_to_fuse(state, context, topic, among),
        person,
        context.alpha,
        context.normalisation,
        context.candidates,
        context.keep,
        context.method,
        context.rrf_k,
        context.side,
    )
