"""What is at work for who is here, wherever it was begun: bulk work, watched folders, runs; in the sidebar, until it
ends.

It is looked at again and again only while something is at work; a page on which nothing is asks for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from core.errors import AppError
from core.runs import Run
from core.systems.knowledge_base.living.folders import standing, watched_by
from core.ui.bulk_work import draw_progress, was_concluded
from core.ui.resources import THREAD, BulkWork, jobs, own_folder, owner, runs_at_work
from core.ui.words import count, duration, plain, step_name

POLL = 1.0  # seconds between two looks
_LOOKED_AT = "at-work:looked-at"  # what the page was drawn with
_SEEN = "at-work:seen"  # and not told yet that it ended
Pages: TypeAlias = Mapping[str, StreamlitPage]
"""The panels, by the names of their files."""
_ENDS = {"done": "answered", "asking": "asks you something", "failed": "did not get to its end"}  # of a run


@dataclass(frozen=True)
class Entry:
    """One thing that is at work: where it is looked at, whether it moves, how it is drawn, and how it ended.

    `panel` is the name of a page's file and `address` what stands behind its question mark. `ended` says in Markdown
    what came of it; "" where there is nothing to tell.
    """

    panel: str
    address: Mapping[str, str]
    draw: Callable[[], object]
    ended: Callable[[], str]
    moves: bool = True


def draw_at_work(pages: Pages, place: DeltaGenerator) -> None:
    """Draw what is at work into `place`, which holds one thing; nothing where nothing is."""
    now = _all()
    st.session_state.setdefault(_SEEN, {}).update(now)
    st.session_state[_LOOKED_AT] = frozenset(now)
    if now:
        moves = any(entry.moves for entry in now.values())
        with place.container():
            st.fragment(_look, run_every=POLL if moves else None)(pages, set(now), moves)


def keep_up(pages: Pages, place: DeltaGenerator) -> None:
    """Tell, when the page is drawn, what ended since it was last, and draw what the page began.

    What is looked at on this page and ended meanwhile draws the page anew at once, and is told then: a notice does not
    outlive that.
    """
    now, seen = _all(), st.session_state[_SEEN]
    for name, entry in list(seen.items()):
        if name not in now and name not in st.session_state[_LOOKED_AT]:
            del seen[name]
            if not _is_here(entry) and (said := entry.ended()):
                st.toast(f"{said} {_way(pages, entry)}", icon=":material/notifications:", duration="long")
    if now.keys() - seen.keys():
        draw_at_work(pages, place)


def _look(pages: Pages, shown: set[str], moved: bool) -> None:
    now = _all()
    if shown - now.keys() or (moved and not any(entry.moves for entry in now.values())):
        st.rerun()  # something ended: it is told, and looked at no longer
    shown |= now.keys()
    st.session_state[_SEEN].update(now)
    st.markdown("**In progress**")
    for entry in now.values():
        with st.container(border=True, gap="xsmall"):
            if page := pages.get(entry.panel):
                st.page_link(page, query_params=dict(entry.address))
            entry.draw()


def _way(pages: Pages, entry: Entry) -> str:
    """Return a link to where something is looked at, in Markdown."""
    page = pages.get(entry.panel)
    behind = f"?{urlencode(entry.address)}" if entry.address else ""
    return f"[Go there](./{page.url_path}{behind})" if page else ""


def _is_here(entry: Entry) -> bool:
    """Tell whether the page that is drawn shows it, and so tells of it itself."""
    return THREAD in entry.address and st.query_params.get(THREAD) == entry.address[THREAD]


def _all() -> dict[str, Entry]:
    """Return what is at work for who is here, by what tells one from others."""
    return dict([*_runs(), *_bulk_work(), *_folders()])


def _runs() -> Iterator[tuple[str, Entry]]:
    with suppress(AppError):  # the pages tell that the store cannot be asked
        for run, thread in runs_at_work():
            yield f"{run.thread}:{run.id}", _of_run(run, thread.system, f"“{plain(thread.title)}”")


def _of_run(run: Run, system: str, title: str) -> Entry:
    def draw() -> None:
        steps = list(run.steps)
        step = f"{step_name(steps[-1].node)}, step {len(steps)}" if steps else "Beginning"
        doing = "Stopping before the next step" if run.stopping else step
        st.markdown(f"{title}  \n:shimmer[{doing} · {duration(max(0.0, time.time() - run.started))}]")

    def ended() -> str:
        return f"{title}: {_ENDS[run.status]}." if run.status in _ENDS else ""

    return Entry(system, {THREAD: run.thread}, draw, ended)


def _bulk_work() -> Iterator[tuple[str, Entry]]:
    me = owner()
    for name, work in list(jobs().items()):
        status = work.job.progress.status
        if work.owner == me and status in ("waiting", "working", "paused"):
            yield name, _of_work(name, work, moves=status != "paused")


def _of_work(name: str, work: BulkWork, moves: bool) -> Entry:
    def ended() -> str:
        status = work.job.progress.status
        if was_concluded(name) or status not in ("done", "failed"):
            return ""
        return f"{work.label}: {'done' if status == 'done' else 'ended with an error'}."

    return Entry(work.panel, work.address, lambda: draw_progress(work), ended, moves)


def _folders() -> Iterator[tuple[str, Entry]]:
    """Give the watched folders of which files are on their way in."""
    with suppress(AppError):
        folder = own_folder()
        for collection, watched in watched_by(folder):
            now = standing(folder, collection)
            if now.to_come and not now.trouble:
                yield collection, _of_folder(collection, plain(watched.folder), now.files, now.to_come)


def _of_folder(collection: str, name: str, files: int, to_come: int) -> Entry:
    def draw() -> None:
        st.progress(files / (files + to_come), f"Folder {name}: {count(to_come, 'file')} on the way in")

    return Entry("knowledge_base", {"documents": collection}, draw, lambda: f"Folder {name}: all of it is read.")
