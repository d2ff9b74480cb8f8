"""Bulk work on a page: begun, looked at, paused, cancelled, and gone on with."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.bulk import Job
from core.errors import AppError
from core.ui.buttons import act
from core.ui.resources import jobs, show_error
from core.ui.words import duration

POLL = 0.5


def work_through(name: str, make_job: Callable[[], Job], label: str, on_done: Callable[[], None]) -> None:
    """Begin bulk work or look at it; what was cancelled or failed goes on when the analyst says so.

    `name` tells it from other work of this process. What had been done before is in the job's journal.
    """
    job = jobs().get(name)
    if job and job.progress.status in ("cancelled", "failed"):
        if job.progress.status == "failed":
            _tell_failure(job)
        else:
            st.info(f"{label} was cancelled. What it had done so far is kept.", icon=":material/pause_circle:")
        act("Carry on", jobs().pop, name, None, key=f"{name}:carry-on", type="primary")
        return
    if job is None:
        job = jobs()[name] = make_job()
        job.start()

    def finish() -> None:
        on_done()
        jobs().pop(name, None)

    watch_job(job, label, f"job:{name}", finish)


def drop_work(name: str) -> None:
    """End bulk work for good, because what it is for is taken away."""
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
        left = f", about {duration(progress.seconds_left)} left" if progress.seconds_left else ""
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
        st.error(f"The work ended with an error: {job.error}", icon=":material/error:")
