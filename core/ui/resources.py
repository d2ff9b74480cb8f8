"""What a page borrows: the installation, who is here, who answers, and the session of a system."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.bulk import Job
from core.errors import AppError, NotAllowed
from core.installation import NOBODY, installation
from core.llm.engine import Engine
from core.session import GraphSession
from core.systems import C, Resources, S, System

THREAD = "thread"  # its name in the address bar


def owner() -> str:
    """Who is here: the person signed in, or nobody in particular where nobody signs in."""
    if not installation().settings.sign_in:
        return NOBODY
    return str(st.user.get("sub") or st.user.get("email") or "")


def engine() -> Engine:
    """Who answers this visitor: a model chosen in the sidebar for this visit, or what the settings say."""
    return installation().engine(
        key=st.session_state.get("visit_key", ""), model=st.session_state.get("visit_model", "")
    )


def resources() -> Resources:
    """Return what is lent to a system on behalf of this visitor."""
    return installation().resources(owner(), engine())


def open_session(system: System[S, C], context: C) -> GraphSession[S, C]:
    """Return the session of this visitor with a system, on the thread that the address or the visit names."""
    memory: dict[str, str] = st.session_state.setdefault(f"session:{system.name}", {})
    session = installation().open_session(system, memory, context, owner())
    _tell_once(installation().checkpoints.notice)
    named = st.query_params.get(THREAD)
    if named and named != session.thread:
        try:
            session.open(named)
        except NotAllowed as error:
            show_error(error)
            session.leave()
            del st.query_params[THREAD]
    elif session.thread and not named:
        st.query_params[THREAD] = session.thread
    return session


def _tell_once(notice: str) -> None:
    """Say once a visit what happened when the stores were opened, such as a damaged file that was set aside."""
    if notice and not st.session_state.get("notice_told"):
        st.session_state["notice_told"] = True
        st.toast(notice, icon=":material/report:", duration="infinite")


@st.cache_resource
def jobs() -> dict[str, Job]:
    """Bulk work of this process, by the id of what it is for; every tab looks at the same."""
    return {}


def show_error(error: AppError) -> None:
    """Draw what happened and what to do next."""
    st.error(str(error), icon=":material/error:")
    if error.advice:
        st.markdown(error.advice)


def guarded(draw: Callable[[], None]) -> None:
    """Draw; an error with words for the user is shown as these words, and the rest of the app lives."""
    try:
        draw()
    except AppError as error:
        show_error(error)
