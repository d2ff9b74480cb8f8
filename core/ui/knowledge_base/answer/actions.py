"""What can be done with an answer: copied with its references, and judged by a thumb with a word of why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.session import GraphSession
from core.stores.thumbs import LONGEST_WHY, Thumb, give, take_back, thumbs
from core.systems.knowledge_base.answer.checking import running_text
from core.systems.knowledge_base.deliver.parts import turn_of
from core.systems.knowledge_base.deliver.plain import to_plain
from core.systems.knowledge_base.state import Context, State
from core.ui.buttons import act, guarded_act
from core.ui.in_the_browser import draw_copying
from core.ui.knowledge_base.ingest.collections import Chosen
from core.ui.resources import guarded, resources

_UP = 1  # what `st.feedback` gives for a thumb up; 0 is down


def draw_actions(
    session: GraphSession[State, Context],
    state: State,
    turn: int,
    collection: Chosen,
    offer_pin: Callable[[], object],
    key: str,
) -> None:
    """Draw the row below an answer of a turn over a collection; `key` belongs to this answer."""
    row, below = st.container(horizontal=True, vertical_alignment="center", gap="small"), st.container()
    with row:
        offer_pin()
        draw_copying("Copy with references", to_plain(state), "knowledge_base:copying")
        guarded(partial(_draw_thumbs, _thumb(session, state, turn, collection), below, key))


def _draw_thumbs(new: Thumb, below: DeltaGenerator, key: str) -> None:
    """Draw the thumbs, and once one is given a line for why; what is kept is what is shown."""
    folder = resources().folder
    kept = next((one for one in thumbs(folder, new.system) if one.of == new.of), None)
    picked, why = f"{key}:thumb", f"{key}:why"
    st.session_state[picked] = None if kept is None else int(kept.up)
    st.feedback("thumbs", key=picked, on_change=guarded_act, args=(_judge, folder, kept or new, picked))
    if kept is None:
        return
    st.session_state.setdefault(why, kept.why)
    with below.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.text_input(
            "Why?", key=why, max_chars=LONGEST_WHY, placeholder="Why? In a few words", label_visibility="collapsed",
            on_change=guarded_act, args=(_say_why, folder, kept, why),
        )  # fmt: skip
        act("Take back", take_back, folder, kept, key=f"{key}:thumb:back", type="tertiary", icon=":material/undo:",
            help="Forget what you thought of this answer")  # fmt: skip


def _thumb(session: GraphSession[State, Context], state: State, turn: int, collection: Chosen) -> Thumb:
    """Return the thumb for an answer, with all that it is about, not given yet."""
    steps, told = session.steps_of(turn), turn_of(turn, state)
    plain = str | int | float | None  # what was said of sentences is kept in the run itself
    settings = {name: value for name, value in session.settings.items() if isinstance(value, plain)}
    return Thumb(
        session.system.name,
        session.owner,
        str(session.thread),
        turn,
        steps[-1].again if steps else 0,
        up=False,
        question=told.request,
        understood=told.understood,
        answer=running_text(state["answer"]),
        sources=[source.reference for source in told.sources],
        collection=collection.name,
        answered_by=state["answer"]["answered_by"],
        settings=dict(settings),
    )


def _judge(folder: Path, thumb: Thumb, key: str) -> None:
    picked = st.session_state[key]
    if picked is None:
        take_back(folder, thumb)
    else:
        give(folder, replace(thumb, up=picked == _UP, given=""))


def _say_why(folder: Path, thumb: Thumb, key: str) -> None:
    give(folder, replace(thumb, why=st.session_state[key], given=""))
