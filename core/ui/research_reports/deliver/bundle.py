"""A bundle opened again: its report on the page in the place of a run's, and its checks gone through anew."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.retrieval.embedder import Embedder
from core.systems.research_reports.deliver.bundle import open_bundle, replay
from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import claims_of
from core.ui.buttons import act
from core.ui.words import count, plain

_KEY = "research_reports:bundle"
_TO_CHECK = f"{_KEY}:to-check"


@dataclass(frozen=True)
class Bundle:
    """The file that was opened, and the state in it."""

    name: str
    state: State


def choose_bundle() -> Bundle | None:
    """Return the bundle that the analyst looks at, if there is one."""
    bundle: Bundle | None = st.session_state.get(_KEY)
    return bundle


def draw_bundle(bundle: Bundle, embedder: Embedder) -> None:
    """Which bundle this is, with the ways to check it anew and to put it away."""
    with st.container(border=True):
        st.markdown(
            f":material/inventory_2: **From the bundle {plain(bundle.name)}:** {plain(bundle.state['question'])}"
        )
        with st.container(horizontal=True):
            act("Go through the checks again", _check, key=f"{_KEY}:replay", icon=":material/replay:")
            act("Close the bundle", _close, key=f"{_KEY}:close", icon=":material/close:")
        if st.session_state.pop(_TO_CHECK, False):  # here, because it takes a while, and a spinner says so
            with st.spinner("Checking every sentence …"):
                replayed = replay(bundle.state, embedder)
            before, after = (len(claims_of(one["report"])) for one in (bundle.state, replayed))
            if replayed["report"] == bundle.state["report"]:
                st.success(f"The same report: all {count(after, 'sentence')} pass every check.")
            else:
                st.warning(f"{after} of {count(before, 'sentence')} pass every check; the others are struck out below.")
                st.session_state[_KEY] = Bundle(bundle.name, replayed)


def _check() -> None:
    st.session_state[_TO_CHECK] = True


def _close() -> None:
    st.session_state.pop(_KEY, None)
    st.session_state.pop(_TO_CHECK, None)


def draw_opening() -> None:
    """Where a bundle is handed in."""
    st.markdown("**Open a bundle again**")
    file = st.file_uploader("Bundle (ZIP)", type=["zip"], key=f"{_KEY}:file")
    if file is not None:
        act("Open the bundle", _open, file.name, file.getvalue(), key=f"{_KEY}:open", icon=":material/folder_zip:")


def _open(name: str, data: bytes) -> None:
    st.session_state[_KEY] = Bundle(name, open_bundle(data))
