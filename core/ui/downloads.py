"""Files to take away: a row of buttons, each building its file only when it is pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True)
class Download:
    """One file: what the button says, the file's name and kind, and how it is made."""

    label: str
    file_name: str
    mime: str
    build: Callable[[], bytes | str]


def draw_downloads(files: list[Download], key: str) -> None:
    """Draw the buttons side by side."""
    with st.container(horizontal=True):
        for file in files:
            draw_download(file, key)


def draw_download(file: Download, key: str, *, quiet: bool = False, help: str | None = None) -> None:
    """Draw one button; a `quiet` one where it stands below many things. `help` is told where it is pointed at."""
    st.download_button(
        file.label,
        data=file.build,
        file_name=file.file_name,
        mime=file.mime,
        on_click="ignore",
        key=f"{key}:{file.file_name}",
        type="tertiary" if quiet else "secondary",
        icon=":material/download:",
        help=help,
    )
