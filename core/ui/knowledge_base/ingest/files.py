"""Files on their way into a collection: brought, worked on with pause and cancel, and what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.documents.ocr import can_recognise
from core.stores.passages import Passages
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    Collection,
    FileState,
    Stage,
    add_files,
    give_up,
    stage,
    status,
)
from core.ui.bulk_work import drop_work, name_of_work, work_through
from core.ui.buttons import act
from core.ui.resources import jobs, resources
from core.ui.words import count, plain

TYPES = ("md", "txt", "html", "htm", "pdf", "docx", "csv", "zip")
_WORDS: dict[Stage, str] = {
    "reading": "reading files",
    "keeping": "keeping documents",
    "embedding": "embedding passages; they can be asked by words meanwhile",
}
_STATES: dict[FileState, str] = {
    "waiting": "waiting",
    "read": "read",
    "added": "added",
    "duplicate": "there already",
    "refused": "refused",
}
_REPLACED = "replaced"  # what stood there under the same name, which is kept as an earlier version


def choose_files(key: str) -> tuple[Sequence[UploadedFile], bool]:
    """Draw a place to drop files; return those that came, and whether the text of scans is to be recognised."""
    files = st.file_uploader(
        "Documents, or a zip of them",
        type=list(TYPES),
        accept_multiple_files=True,
        key=f"{key}:upload",
        help="Markdown, text, HTML, PDF, DOCX, CSV",
    )
    recognise = (
        bool(files)
        and can_recognise()
        and st.checkbox(
            "Recognise scans",
            key=f"{key}:recognise",
            help="Some 4 seconds a page; what is recognised may be wrong and is marked.",
        )
    )
    return files, recognise


def contents(files: Sequence[UploadedFile]) -> Iterator[tuple[str, bytes]]:
    """Give each file that came with its name, one in memory at a time."""
    return ((file.name, file.getvalue()) for file in files)


def bring_files(card: Collection) -> None:
    """Draw a place to drop files for a collection that is there; what is dropped is worked on at once."""
    turn = st.session_state.setdefault(_turn(card), 0)  # a new one after each time, so that it is empty again
    files, recognise = choose_files(f"{card.id}:{turn}")
    if files:
        folder, key = resources().folder, f"{card.id}:{turn}:add"
        act("Add to the collection", _add_to, folder, card, files, recognise, key=key, type="primary")


def _add_to(folder: Path, card: Collection, files: Sequence[UploadedFile], recognise: bool) -> None:
    add_files(folder, card.id, contents(files), recognise)
    st.session_state[_turn(card)] += 1


def _turn(card: Collection) -> str:
    return f"{card.id}:turn"


# --- the work ---------------------------------------------------------------------------------------------------------


def work_on(card: Collection) -> None:
    """Begin or go on with what is to be done for a collection, and watch it; what was cancelled can be given up."""
    borrowed = resources()
    now = stage(borrowed.folder, card.id)
    work_through(DOCUMENTS, card, f"“{plain(card.name)}”: {_WORDS[now]}", stage=now)
    waiting = jobs().get(name_of_work(card.id, now))
    if waiting and waiting.job.progress.status in ("cancelled", "failed"):
        act("Forget these files", _give_up, borrowed.folder, card, key=f"{card.id}:give-up")


def _give_up(folder: Path, card: Collection) -> None:
    forget_work(card)
    give_up(folder, card.id)


def forget_work(card: Collection) -> None:
    """End what is being done for a collection that is taken away."""
    for now in _WORDS:
        drop_work(card.id, now)


# --- what became of them ----------------------------------------------------------------------------------------------


def draw_status(card: Collection, passages: Passages | None) -> None:
    """Every file that was brought, with what became of it and why; those that were refused come first.

    `passages` tell which of them took the place of an earlier version; None while they cannot be asked.
    """
    files = status(resources().folder, card.id)
    if not files:
        return
    before = {one.document.name for one in passages.versions() if one.ended} if passages else set()
    files.sort(key=lambda file: (file.state != "refused", not file.reason))
    came = [_REPLACED if file.state == "added" and file.name in before else _STATES[file.state] for file in files]
    counts = Counter(came)
    said = ", ".join(f"{counts[words]:,} {words}" for words in [*_STATES.values(), _REPLACED] if counts[words])
    noted = sum(file.state == "added" and bool(file.reason) for file in files)
    said += f", {noted:,} to look at" if noted else ""
    with st.expander(f"What became of {count(len(files), 'file')}: {said}", expanded=bool(counts["refused"] or noted)):
        table = pd.DataFrame(
            {
                "File": [file.name for file in files],
                "Came to": came,
                "Why, or what to know": [file.reason for file in files],
                "Passages": pd.array([file.passages or None for file in files], dtype="Int64"),
            }
        )
        st.dataframe(
            table,
            hide_index=True,
            column_config={
                "File": st.column_config.TextColumn(width=220, pinned=True),
                "Came to": st.column_config.TextColumn(width=110),
                "Why, or what to know": st.column_config.TextColumn(width=380),
            },
            placeholder="",
            key=f"{card.id}:status",
            alt="Every file that was brought, with what became of it and why",
        )
