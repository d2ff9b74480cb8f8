"""Bulk work on a page: begun, looked at, paused, cancelled, and gone on with."""

from __future__ import annotations

import threading
from collections.abc import Callable

import streamlit as st

from core.bulk import Job
from core.errors import AppError
from core.own_data import Opened, OwnData
from core.stores.uploads import CardType
from core.ui.buttons import act
from core.ui.resources import BulkWork, jobs, owner, panel, resources, show_error
from core.ui.words import duration, plain

POLL = 0.5
_CONCLUDED = "bulk:concluded"
_beginning = threading.Lock()


def work_through(
    own: OwnData[CardType, Opened],
    card: CardType,
    label: str,
    *,
    stage: str = "",
    finish: Callable[[], object] | None = None,
) -> None:
    """Begin what has to be done for a thing of the analyst's, or look at it, until it can be opened.

    What was cancelled or failed goes on when the analyst says so; what had been done before is in the job's journal.
    `stage` tells one of several jobs in turn from the others; `finish` stands in for `own.finish`.
    """
    name, lent = name_of_work(card.id, stage), resources()
    if failure := st.session_state.get(_failed(name)):
        show_error(failure)
        act("Try again", st.session_state.pop, _failed(name), None, key=f"{name}:again")
        return

    def conclude() -> None:
        try:
            finish() if finish else own.finish(lent, card.id)
        except AppError as error:
            st.session_state[_failed(name)] = error
        jobs().pop(name, None)
        note_concluded(name)

    work = jobs().get(name)
    if work and (job := work.job).progress.status in ("cancelled", "failed"):
        if job.progress.status == "failed":
            _tell_failure(job)
        else:
            st.info(f"{label} was cancelled. What it had done so far is kept.", icon=":material/pause_circle:")
        act("Carry on", jobs().pop, name, None, key=f"{name}:carry-on", type="primary")
        return
    if work is None:
        with _beginning:  # after a restart every tab that comes back wants to go on with it
            work = jobs().get(name)
            if work is None and (begun := own.job(lent, card.id)):
                work = jobs()[name] = BulkWork(begun, label, owner(), panel())
                begun.start()
        if work is None:  # killed between the last job and its end
            conclude()
            st.rerun()
    watch_work(work, f"job:{name}", conclude)


def note_concluded(name: str) -> None:
    """Note that this visit saw the end of bulk work, so that it is told of it no more."""
    st.session_state.setdefault(_CONCLUDED, set()).add(name)


def was_concluded(name: str) -> bool:
    """Tell whether this visit saw the end of bulk work, and forget that it did."""
    concluded: set[str] = st.session_state.get(_CONCLUDED, set())
    saw = name in concluded
    concluded.discard(name)
    return saw


def name_of_work(id: str, stage: str = "") -> str:
    """Return what the work for a thing, or a stage of it, is called among the jobs of this process."""
    return f"{id}:{stage}" if stage else id


def _failed(name: str) -> str:
    return f"{name}:failed"


def drop_work(id: str, stage: str = "") -> None:
    """End bulk work for good, because what it is for is taken away."""
    name = name_of_work(id, stage)
    st.session_state.pop(_failed(name), None)
    if work := jobs().pop(name, None):
        work.job.cancel()


def watch_work(work: BulkWork, key: str, on_done: Callable[[], None]) -> None:
    """Progress of bulk work with pause and cancel, looked at until it ends; then `on_done` and the page anew."""
    job = work.job
    if job.progress.status == "failed":
        _tell_failure(job)
        return

    @st.fragment(run_every=POLL)
    def look() -> None:
        work.address = st.query_params.to_dict()
        progress = job.progress
        if progress.status == "done":
            on_done()
        if progress.status in ("done", "cancelled", "failed"):
            st.rerun()
        draw_progress(work)
        with st.container(horizontal=True):
            if progress.status == "paused" or job.stopping:
                act("Go on", job.resume, key=f"{key}:go-on")
            else:
                act("Pause", job.pause, key=f"{key}:pause", disabled=progress.status == "waiting")
            act("Cancel", job.cancel, key=f"{key}:cancel")

    look()


def draw_progress(work: BulkWork) -> None:
    """Draw how far bulk work is, in a bar with words."""
    progress = work.job.progress
    share = min(1.0, progress.done / (progress.total or 1))
    of = f" of {progress.total:,}" if progress.total is not None else ""
    st.progress(share, f"{work.label}: {progress.done:,}{of}, {how_it_goes(work.job)}")


def how_it_goes(job: Job) -> str:
    """Say in words what bulk work does now; what takes long before anything is done moves with the seconds."""
    progress, beginning = job.progress, not job.progress.rate
    batch = f"first {min(job.chunk, progress.total or job.chunk):,}"
    if progress.status == "paused":
        return "paused"
    if job.stopping:
        in_hand = f"the {batch} are" if beginning else "what is in hand is"
        return f"{'pausing' if job.pausing else 'stopping'} as soon as {in_hand} done"
    if beginning:  # to open an index takes longer than the first items
        return f":shimmer[getting ready: opening what it needs, then the {batch} · {job.seconds:.0f} s]"
    return f"about {duration(progress.seconds_left)} left" if progress.seconds_left else "at its end"


def _tell_failure(job: Job) -> None:
    if isinstance(job.error, AppError):
        show_error(job.error)
    else:
        st.error(plain(f"The work ended with an error: {job.error}"), icon=":material/error:")
