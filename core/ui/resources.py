"""What a page borrows: the installation, who is here, who answers, and the session of a system."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.bulk import Job
from core.errors import AppError, NotAllowed
from core.installation import NOBODY, installation, owner_of
from core.llm.engine import Engine
from core.runs import Run
from core.session import GraphSession
from core.session.view import is_at_work
from core.settings import Settings
from core.stores.threads import Thread
from core.systems import C, Resources, S, System
from core.ui.address import TAB, TURN
from core.ui.words import plain

THREAD = "thread"  # its name in the address bar
ADDRESS_PATIENCE = 2.0  # seconds within which a browser surely shows the address that it was told
_SHOWN = "address:shown"
_PANEL = "shell:panel"
_LOOKED_FOR = "owner:looked-for"


def owner() -> str:
    """Tell who is here: the person signed in, or nobody in particular where nobody signs in."""
    if not installation().settings.sign_in:
        return NOBODY
    return owner_of(str(st.user.get("iss") or ""), str(st.user.get("sub") or ""))


def take_over() -> None:
    """Let who signed in have what an earlier version kept under another name; looked for once a visit."""
    if not st.session_state.get(_LOOKED_FOR):
        installation().take_over(str(st.user.get("sub") or ""), owner())
        st.session_state[_LOOKED_FOR] = True


def engine() -> Engine:
    """Choose who answers this visitor: a model chosen in the sidebar for this visit, or what the settings say."""
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
    _follow_address(session)
    return session


def settings() -> Settings:
    """Return what the installation was told."""
    return installation().settings


def latest_runs(limit: int) -> list[tuple[Thread, bool]]:
    """Return the runs of who is here, of all systems, newest first, each with whether it is at work now.

    Raises `StoreError`.
    """
    house = installation()
    _tell_once(house.checkpoints.notice)
    threads = house.threads
    return [(one, is_at_work(one, house.runs, threads)) for one in threads.of(owner(), limit=limit)]


def publish_thread(session: GraphSession[S, C]) -> None:
    """Write the thread that is open into the address, or take the last one out of it.

    What was looked at of the answer before, a tab or a turn, is not what is looked at now.
    """
    _write_thread(session, leave=(TAB, TURN))


def _write_thread(session: GraphSession[S, C], leave: Collection[str] = ()) -> None:
    """Write it in one step, so that it is one step back."""
    said = st.query_params.to_dict()
    if session.thread:
        wanted = said | {THREAD: session.thread}
        st.session_state.pop(_refused(session), None)
    else:
        wanted, leave = said, (*leave, THREAD)
    wanted = {name: value for name, value in wanted.items() if name not in leave}
    if wanted != said:
        st.query_params.from_dict(wanted)
    st.session_state[_SHOWN] = _Shown(session.system.name, session.thread, time.monotonic())


def _follow_address(session: GraphSession[S, C]) -> None:
    """Open the thread that the address names; `tell_refused` tells of one that is not there."""
    named = st.query_params.get(THREAD)
    shown: _Shown | None = st.session_state.get(_SHOWN)
    if named and named != session.thread:
        try:
            session.open(named)
        except NotAllowed as error:
            st.session_state[_refused(session)] = error
            session.leave()
    elif session.thread and not named and shown and shown.went_back(session.system.name, session.thread):
        session.leave()
    told = (shown.system, shown.thread) if shown else ()
    if told != (session.system.name, session.thread) or named != session.thread:
        _write_thread(session)


def tell_refused(session: GraphSession[S, C]) -> None:
    """Say that the address named a run that is not there."""
    if refused := st.session_state.get(_refused(session)):
        show_error(refused)


def came_back(system: str) -> bool:
    """Tell whether another panel was on the page since this one was; from now on this one is."""
    shown: _Shown | None = st.session_state.get(_SHOWN)
    if shown is None or shown.system == system:
        return False
    st.session_state[_SHOWN] = _Shown(system, None, time.monotonic())
    return True


class _Shown(NamedTuple):
    """What the address said when the page was last drawn: of which system, which thread, and since when."""

    system: str
    thread: str | None
    since: float

    def went_back(self, system: str, thread: str) -> bool:
        """Tell whether an address without a thread means that the analyst went back to before it.

        On another page the thread is only put aside, and a click may come before the browser has the new address.
        """
        return (self.system, self.thread) == (system, thread) and time.monotonic() - self.since > ADDRESS_PATIENCE


def _refused(session: GraphSession[S, C]) -> str:
    return f"{session.system.name}:refused"


def _tell_once(notice: str) -> None:
    """Say once a visit what happened when the stores were opened, such as a damaged file that was set aside."""
    if notice and not st.session_state.get("notice_told"):
        st.session_state["notice_told"] = True
        st.toast(plain(notice), icon=":material/report:", duration="infinite")


def runs_at_work() -> list[tuple[Run, Thread]]:
    """Return the runs of who is here that this process works on, of all systems, each with its entry.

    Raises `StoreError`.
    """
    house, me = installation(), owner()
    entries = [(run, house.threads.find(run.thread)) for run in house.runs.at_work]
    return [(run, thread) for run, thread in entries if thread and thread.owner == me]


def own_folder() -> Path:
    """Return the folder of who is here."""
    return installation().folder_of(owner())


@dataclass
class BulkWork:
    """Bulk work of this process: what it does (Markdown), whose it is, and where it was looked at last.

    `panel` is the name of the file of a page, `address` what stood behind its question mark.
    """

    job: Job
    label: str
    owner: str
    panel: str
    address: dict[str, str] = field(default_factory=dict)


@st.cache_resource
def jobs() -> dict[str, BulkWork]:
    """Hold the bulk work of this process, by the id of what it is for; every tab looks at the same."""
    return {}


def turn_to_panel(panel: str) -> None:
    """Note which panel is drawn now, by the name of its page's file."""
    st.session_state[_PANEL] = panel


def panel() -> str:
    """Return the name of the panel that is drawn now; "" outside the frame."""
    return str(st.session_state.get(_PANEL, ""))


def show_error(error: AppError) -> None:
    """Draw what happened and what to do next."""
    st.error(plain(str(error)), icon=":material/error:")
    if error.advice:
        st.markdown(plain(error.advice))


def guarded(draw: Callable[[], None]) -> None:
    """Draw; an error with words for the user is shown as these words, and the rest of the app lives."""
    try:
        draw()
    except AppError as error:
        show_error(error)
