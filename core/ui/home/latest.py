"""Where one left off: the latest runs of all five systems, each a press away."""

from __future__ import annotations

from textwrap import shorten

import streamlit as st

from core.stores.threads import Thread
from core.ui.buttons import act
from core.ui.earlier_runs import in_one_line
from core.ui.home.cards import CARDS
from core.ui.home.ways import go_to
from core.ui.resources import latest_runs
from core.ui.words import plain

MOST, LONGEST = 6, 55  # runs; signs of what was asked
_SYSTEMS = {card.system.name: card.system for card in CARDS}


def draw_latest() -> None:
    """Draw them, newest first. Raises `StoreError` where runs cannot be read."""
    st.subheader("Where you left off", anchor=False)
    kept = [(one, at_work) for one, at_work in latest_runs(4 * MOST) if one.system in _SYSTEMS][:MOST]
    if not kept:
        st.markdown("Nothing is asked yet. Try one of the five above; what you ask stays here for you.")
        return
    with st.grid(2, min_column_width=320, gap=("xsmall", "medium")):
        for one, at_work in kept:
            with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
                _draw(one, at_work)


def _draw(one: Thread, at_work: bool) -> None:
    system = _SYSTEMS[one.system]
    title = plain(shorten(one.title, LONGEST, placeholder=" …"))
    with st.container(gap=None):
        st.markdown(f"{system.icon} **{system.title}** · {title}")
        st.caption(in_one_line(one, at_work))
    waits = not at_work and (one.unfinished or one.outcome == "asking")
    act(
        "Go on" if waits else "Open", _open, one,
        key=f"home:open:{one.id}", width="content",
    )  # fmt: skip


def _open(one: Thread) -> None:
    """Open a run on its panel; the chats turn to what a run is about themselves, the expert search is told here."""
    if one.system == "expert_search" and (collection := one.settings.get("collection")):
        st.session_state["expert_search:people"] = str(collection)
    go_to(one.system, thread=one.id)
