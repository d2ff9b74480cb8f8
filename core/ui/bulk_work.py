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
from core.ui.resources import jobs, resources, show_error
from core.ui.words import duration, plain

POLL = 0.5
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

    job = jobs().get(name)
    if job and job.progress.status in ("cancelled", "failed"):
        if job.progress.status == "failed":
            _tell_failure(job)
        else:
            st.info(f"{label} was cancelled. What it had done so far is kept.", icon=":material/pause_circle:")
        act("Carry on", jobs().pop, name, None, key=f"{name}:carry-on", type="primary")
        return
    if job is None:
        with _beginning:  # after a restart every tab that comes back wants to go on with it
            job = jobs().get(name) or own.job(lent, card.id)
            if job is not None and name not in jobs():
                jobs()[name] = job
                job.start()
        if job is None:  # killed between the last job and its end
            conclude()
            st.rerun()
    watch_job(job, label, f"job:{name}", conclude)


def name_of_work(id: str, stage: str = "") -> str:
    """Return what the work for a thing, or a stage of it, is called among the jobs of this process."""
    return f"{id}:{stage}" if stage else id


def _failed(name: str) -> str:
    return f"{name}:failed"


def drop_work(id: str, stage: str = "") -> None:
    """End bulk work for good, because what it is for is taken away."""
    name = name_of_work(id, stage)
    st.session_state.pop(_failed(name), None)
    if job := jobs().pop(name, None):
        job.cancel()


def watch_job(job: Job, label: str, key: str, on_done: Callable[[], None]) -> None:
    """Progress of bulk work with pause and cancel, looked at until it ends; then `on_done` and the page anew."""
    if job.progress.status == "failed":
        _tell_failure(job)
        return

    @st.fragment(run_every=POLL)
    def look() -> None:
        progress = job.progress
        if progress.status == "done":
            on_done()
        if progress.status in ("done", "cancelled", "failed"):
            st.rerun()
        total = progress.total or 1
        ready = "" if progress.rate else ", getting ready"  # to open an index takes longer than the first items
        left = f", about {duration(progress.seconds_left)} left" if progress.seconds_left else ready
        how = (
            ", stopping after what is in hand" if job.stopping else ", paused" if progress.status == "paused" else left
        )
        st.progress(min(1.0, progress.done / total), f"{label}: {progress.done:,} of {total:,}{how}")
        with st.container(horizontal=True):
            if progress.status == "paused" or job.stopping:
                act("Go on", job.resume, key=f"{key}:go-on")
            else:
                act("Pause", job.pause, key=f"{key}:pause", disabled=progress.status == "waiting")
            act("Cancel", job.cancel, key=f"{key}:cancel")

    look()


def _tell_failure(job: Job) -> None:
    if isinstance(job.error, AppError):
        show_error(job.error)
    else:
        st.error(plain(f"The work ended with an error: {job.error}"), icon=":material/error:")
