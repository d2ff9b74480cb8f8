"""A watched folder on the page: how it stands with it, and adding one where the browser runs on the server itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pandas as pd
import streamlit as st

from core.systems.knowledge_base.ingest.collections import Collection
from core.systems.knowledge_base.ingest.sharing import as_reader
from core.systems.knowledge_base.living.folders import (
    Standing,
    Watched,
    standing,
    stop_watching,
    watch_folder,
    watched_folder,
)
from core.ui.buttons import act, guarded_act
from core.ui.resources import resources
from core.ui.words import count, plain

_LOOKS = 2.0  # seconds
_FOLDER = "knowledge_base:new-folder"
_FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-Ip")


def is_watched(card: Collection) -> bool:
    """Whether a collection is kept like a folder: work on its files goes on by itself."""
    return watched_folder(resources().folder, card.id) is not None


# --- how it stands ----------------------------------------------------------------------------------------------------


def draw_watched(card: Collection | None) -> None:
    """Tell how it stands with the folder of a collection, as long as the page is looked at."""
    owner = as_reader(resources(), card.id).folder if card else None
    watched = watched_folder(owner, card.id) if card and owner else None
    if card is None or owner is None or watched is None:
        return

    @st.fragment(run_every=_LOOKS)
    def look() -> None:
        now = standing(owner, card.id)
        if bool(now.files) != card.ready and not now.to_come:
            st.rerun()  # it can be asked now, or no more
        _draw_standing(card, watched, now)

    look()


def _draw_standing(card: Collection, watched: Watched, now: Standing) -> None:
    if now.trouble:
        st.warning(f"The folder of this collection: {plain(now.trouble)}", icon=":material/folder_off:")
    st.markdown(f":material/sync: {said_of(now)}", help=f"Kept as this folder is: {plain(watched.folder)}")
    if now.waits or now.left_out:
        with st.expander("Files that wait, or are not read", icon=":material/hourglass_empty:"):
            _draw_files({**now.waits, **now.left_out}, f"{card.id}:left-out")


def said_of(now: Standing) -> str:
    """Say how it stands in one line: “Watched: 12 files, last change 12:03, 1 waits: report.pdf”."""
    parts = [f"Watched: {count(now.files, 'file')}"]
    if now.to_come:
        parts.append(f"{now.to_come:,} on their way in")
    if now.changed:
        parts.append(f"last change {moment(now.changed)}")
    if now.waits:
        name, why = next(iter(now.waits.items()))
        parts.append(f"{count(len(now.waits), 'waits', 'wait')}: {plain(name)} ({plain(why.rstrip('.'))})")
    if now.left_out:
        parts.append(f"{len(now.left_out):,} not read")
    if now.others:
        parts.append(f"{now.others:,} of other kinds")
    return ", ".join(parts)


def moment(written: str) -> str:
    """Say a moment (ISO 8601): the time alone when it was today, else with its date; in UTC where nobody tells."""
    zone = _zone()
    when, now = datetime.fromisoformat(written).astimezone(zone), datetime.now(zone)
    said = f"{when:%H:%M:%S}" if when.date() == now.date() else f"{when:%Y-%m-%d %H:%M}"
    return said if st.context.timezone else f"{said} UTC"


def _zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _draw_files(files: Mapping[str, str], key: str) -> None:
    st.dataframe(
        pd.DataFrame({"File": list(files), "Why": list(files.values())}),
        hide_index=True,
        column_config={"File": st.column_config.TextColumn(width=260, pinned=True)},
        key=key,
        alt="Files of the folder that wait, or are not read, and why",
    )


def draw_folder_of(card: Collection) -> None:
    """Draw which folder a collection is kept like, with the way to end that where it was added on the page."""
    watched = watched_folder(resources().folder, card.id)
    if watched is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        by = " Named in WATCH_FOLDERS." if watched.by == "settings" else ""
        st.markdown(f":material/folder_eye: Kept as the folder {plain(watched.folder)} is.{by}", width="content")
        if watched.by == "page":
            act(
                "Watch it no longer", stop_watching, resources().folder, card.id,
                key=f"{card.id}:stop-watching", type="tertiary", icon=":material/visibility_off:",
                help="Its documents stay in the collection as they are now",
            )  # fmt: skip


# --- adding one -------------------------------------------------------------------------------------------------------


def draw_add_folder(turn_to: Callable[[str], object]) -> None:
    """Draw a form that names a folder of this machine, for who sits at it; `turn_to` is told the new collection."""
    if not is_at_this_machine():
        return
    with st.form("knowledge_base:add-folder", border=False, clear_on_submit=True):
        st.markdown("Or a folder of this machine, which is watched: what changes there changes here.")
        st.text_input("Whole path of the folder", placeholder="for example: ~/Documents/manuals", key=_FOLDER)
        st.form_submit_button(
            "Add a folder", on_click=guarded_act, args=(_add, resources().folder, resources().settings.data, turn_to)
        )


def _add(owner: Path, data: Path, turn_to: Callable[[str], object]) -> None:
    if named := str(st.session_state[_FOLDER]).strip():
        turn_to(watch_folder(owner, Path(named), "page", data))


def is_at_this_machine() -> bool:
    """Whether the browser runs on the server itself, which listens to nobody else, and nobody signs in.

    A proxy on this machine speaks for others: who comes through one is told by the headers that it adds, or by the name
    under which the server was called.
    """
    context = st.context
    headers = context.headers
    if resources().settings.sign_in or any(headers.get(name) for name in _FORWARDED):
        return False
    named = (str(st.get_option("server.address") or ""), urlsplit(f"//{headers.get('Host') or ''}").hostname or "")
    return all(map(_is_loopback, named)) and (context.ip_address is None or _is_loopback(context.ip_address))


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
