"""Bringing own tables: a file, the column for each field, the rows that are left out with reasons; and bulk work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.bulk import Job
from core.errors import AppError
from core.tables import guess_columns, read_table
from core.ui.buttons import act
from core.ui.resources import jobs, show_error
from core.ui.words import count, duration

NOT_THERE = "(not in this file)"
SHOWN_BAD_ROWS = 1000
POLL = 0.5


@dataclass(frozen=True)
class Mapped:
    """A table of text, and the column chosen for each field."""

    name: str
    table: pd.DataFrame
    columns: dict[str, str | None]


def choose_table(
    label: str, fields: Mapping[str, Sequence[str]], needed: Sequence[str], key: str, *, keep_blank: bool = False
) -> Mapped | None:
    """A file and its column mapper. None until a readable file is there and every needed field has a column.

    `keep_blank`: blank rows between others are rows too, because the table is given back as it came.
    """
    file = st.file_uploader(label, type=["csv", "tsv", "txt", "xlsx"], key=f"{key}:file")
    if file is None:
        return None
    read = st.session_state.get(f"{key}:table")
    if read is None or read[0] != file.file_id:
        try:
            read = (file.file_id, read_table(file.getvalue(), file.name, keep_blank=keep_blank))
        except AppError as error:
            show_error(error)
            return None
        st.session_state[f"{key}:table"] = read  # a page is drawn again at every click, and large files take seconds
    table = read[1]
    guess = guess_columns(list(table.columns), fields)
    columns: dict[str, str | None] = {}
    st.markdown(f"{count(len(table), 'row')}, {count(len(table.columns), 'column')}. Which column is which?")
    places = st.columns(4)
    for position, field in enumerate(fields):
        options = [NOT_THERE, *table.columns]
        chosen = places[position % 4].selectbox(
            field.replace("_", " ") + (" (needed)" if field in needed else ""),
            options,
            index=options.index(guess[field]) if guess[field] else 0,
            key=f"{key}:{file.file_id}:{field}",
        )
        columns[field] = None if chosen == NOT_THERE else chosen
    missing = [field.replace("_", " ") for field in needed if columns[field] is None]
    if missing:
        st.warning(f"Choose a column for: {', '.join(missing)}.")
        return None
    return Mapped(file.name, table, columns)


def draw_bad_rows(bad: Sequence[tuple[int, str]], what: str) -> None:
    """The rows that are left out, each with its reason."""
    if not bad:
        return
    with st.expander(f"{count(len(bad), 'row')} of {what} left out", icon=":material/warning:"):
        table = pd.DataFrame({"Row": [row for row, _ in bad], "Why": [reason for _, reason in bad]})
        st.dataframe(
            table.head(SHOWN_BAD_ROWS), hide_index=True, alt=f"Rows of {what} that were left out, with reasons"
        )


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
