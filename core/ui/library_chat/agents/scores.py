"""What the threshold cuts: every score that a search by meaning gave, and the books just below; nothing is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.codec import from_state
from core.session import GraphSession
from core.systems.library_chat.agents.results import Result, path_in_words
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.state import Context, State
from core.ui.address import adopt, publish
from core.ui.buttons import act
from core.ui.figure import draw_figure
from core.ui.library_chat.plan.question import ask_again, chosen_by_hand
from core.ui.manual import offer_making
from core.ui.scores import QUIET, SERIES
from core.ui.terms import explain
from core.ui.words import count

_KEY = "library_chat:threshold"
LOWEST = 0.5  # (1 + cosine) / 2 of a text that has nothing to do with the question


@dataclass(frozen=True)
class Cut:
    """What passes a threshold, of what a search found: the first books, those just below, and the numbers of all."""

    passing: list[Result]
    below: list[Result]
    passes: int
    found: int


def choose_threshold() -> float:
    """Return the threshold of this visit; its slider stands beside the scores (`draw_scores`)."""
    default = Context.threshold
    adopt(_KEY, "threshold", default, lambda value: LOWEST <= value <= 1)
    threshold: float = st.session_state[_KEY]
    publish(threshold=(threshold, default))
    return threshold


def decided_by_scores(state: State) -> bool:
    """Whether a book of this answer had to reach the threshold; names and filters ask for no score."""
    return bool(state["scores"]) and asks_by_meaning(state)


def asks_by_meaning(state: State) -> bool:
    """Whether this answer rests on a search by meaning, whatever that found."""
    return from_state(Understood, state["understood"]).by_meaning


def cut(state: State, threshold: float, limit: int) -> Cut:
    """Cut what an answer's search found at a threshold. Books are known of the best and of the near misses alone."""
    results, near = state["results"], state["near_misses"]
    itself = 1 if from_state(Understood, state["understood"]).plan.like else 0  # a book is nearest to itself
    scores = sorted(state["scores"], reverse=True)[itself:]
    unknown = sum(score > near[0]["score"] for score in scores) - len(results) if near else 0
    ranked = results if unknown > 0 else [*results, *near]
    fallen = [result for result in results if result["score"] < threshold]
    gap = unknown > 0 and scores[len(results) + unknown - 1] < threshold  # one that nobody knows fell: it is next
    below = fallen if gap else [one for one in [*results, *near] if one["score"] < threshold]
    passing = [one for one in ranked if one["score"] >= threshold]
    return Cut(passing[:limit], below[:limit], sum(score >= threshold for score in scores), len(scores))


def offer_new_cut(
    session: GraphSession[State, Context], state: State, books: Sequence[Result], threshold: float
) -> None:
    """Where the slider has moved other books in or out than the answer names: say so, and offer to word it anew."""
    if not decided_by_scores(state) or [book["id"] for book in books] == [result["id"] for result in state["results"]]:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f":material/content_cut: At the threshold **{threshold:.2f}** the list below is another than the answer "
            f"above: {count(len(books), 'book')} instead of {len(state['results'])}."
        )
        act(
            f"Answer at {threshold:.2f}", ask_again, session, chosen_by_hand(state), state["without"],
            key="library_chat:answer-at", icon=":material/refresh:",
        )  # fmt: skip


def draw_scores(state: State, threshold: float, limit: int) -> None:
    """Draw the slider, the histogram of all scores cut by it, and the near misses."""
    st.slider(
        "Threshold", LOWEST, 1.0, step=0.01, key=_KEY, persist_state="session",
        help=f"{explain('threshold')} Moving it cuts anew what was found, and serves the next question; nothing is "
        "searched.",
    )  # fmt: skip
    if not state["scores"]:
        st.markdown("No search by meaning was needed for this answer, so there are no scores to cut.")
        return
    decided = decided_by_scores(state)
    offer_making("library_chat", "Topics and scores", "library_chat:scores")
    kept = cut(state, threshold, limit)
    if decided:
        st.markdown(
            f"At **{threshold:.2f}**, {kept.passes} of the {count(kept.found, 'book')} that the three searches came "
            f"upon pass and {kept.found - kept.passes} are cut. The best {limit} of those that pass are listed."
        )
    else:
        st.markdown(
            "Names and filters decided here, so the threshold cuts no book of this answer. "
            "These are the scores that a search by meaning gives to the books that pass the filters."
        )
    _histogram(state["scores"], threshold)
    if decided:
        _near_misses(kept.below)


def _histogram(scores: list[float], threshold: float) -> None:
    cells = Counter(int(score * 100 + 1e-9) for score in scores)
    figure = go.Figure()
    for name, colour, wanted in (("pass", SERIES[0], True), ("cut", QUIET, False)):
        shown = [cell for cell in sorted(cells) if (cell / 100 + 1e-9 >= threshold) == wanted]
        figure.add_bar(
            x=[cell / 100 + 0.005 for cell in shown],
            y=[cells[cell] for cell in shown],
            name=name,
            width=0.009,
            marker_color=colour,
            customdata=[f"{cell / 100:.2f} to {cell / 100 + 0.01:.2f}" for cell in shown],
            hovertemplate="%{customdata}: %{y} books<extra></extra>",
        )
    figure.add_vline(x=threshold, line_dash="dash", line_color=SERIES[4], annotation_text=f"{threshold:.2f}")
    figure.update_layout(
        height=320,
        margin={"t": 25, "b": 10},
        xaxis_title="Score: nearness of meaning",
        yaxis_title="Books",
        barmode="overlay",
    )
    bins = sorted(cells, reverse=True)
    draw_figure(
        figure,
        pd.DataFrame(
            {
                "Score": [f"{cell / 100:.2f} to {cell / 100 + 0.01:.2f}" for cell in bins],
                "Books": [cells[cell] for cell in bins],
                "At the threshold": ["pass" if cell / 100 + 1e-9 >= threshold else "cut" for cell in bins],
            }
        ),
        alt=f"How many books have which score; the threshold is {threshold:.2f}",
        key="library_chat:scores",
        name="books-by-score",
    )


def _near_misses(below: list[Result]) -> None:
    st.markdown("**Near misses**", help=explain("near miss"))
    if not below:
        st.markdown("None: no book below the threshold was looked at.")
        return
    table = pd.DataFrame(
        {
            "Title": [one["book"] for one in below],
            "Author": [one["author"] for one in below],
            "Score": [one["score"] for one in below],
            "Path": [path_in_words(one) for one in below],
        }
    )
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Score": st.column_config.ProgressColumn(
                format="%.3f", min_value=0.0, max_value=1.0, width=110, help=explain("nearness")
            ),
            "Path": st.column_config.TextColumn(help=explain("path")),
        },
        key="library_chat:near",
        alt="The books just below the threshold, best first, each with its score and path",
    )
