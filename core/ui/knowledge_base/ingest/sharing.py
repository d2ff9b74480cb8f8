"""Sharing on the page: an owner shares a collection and ends that; who reads is told whose it is."""

from __future__ import annotations

import streamlit as st

from core.systems.knowledge_base.ingest.collections import Collection, needs_anew
from core.systems.knowledge_base.ingest.sharing import Shared, is_shared, share, stop_sharing
from core.ui.buttons import act
from core.ui.resources import resources
from core.ui.words import plain


def called(shared: Shared) -> str:
    """Say in the choice of documents what is shared, and by whom."""
    return f"{shared.card.name}, {'of' if shared.by is None else 'shared by'} {shared.by_whom}"


def draw_sharing(card: Collection) -> None:
    """Draw the way to share a collection of one's own, or to end that; nothing where nobody signs in."""
    here = resources()
    if not here.settings.sign_in:
        return
    if is_shared(here.folder, card.id):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(":material/group: Everybody who signs in here reads and asks it.", width="content")
            act(
                "Stop sharing", stop_sharing, here.folder, card.id,
                key=f"{card.id}:stop-sharing", type="tertiary", icon=":material/group_off:",
                help="It is gone for the others; their answers and pins stay theirs",
            )  # fmt: skip
        return
    with st.popover("Share this collection", icon=":material/group_add:"):
        st.markdown(
            "Everybody who signs in here can then ask it and read its documents, and sees your name "
            f"({plain(_my_name())}). Nobody else can change it, and nobody sees your conversations. "
            "You can stop at any time."
        )
        act("Share it", share, here.folder, card.id, _my_name(), key=f"{card.id}:share", type="primary")


def _my_name() -> str:
    return str(st.user.get("name") or st.user.get("email") or "somebody without a name")


def draw_whose(shared: Shared) -> None:
    """Say to who reads a collection whose it is, and why it cannot be asked where it cannot."""
    if shared.by is None:
        st.markdown(":material/group: A collection of this installation. Everybody who signs in reads and asks it.")
    else:
        st.markdown(f":material/group: Shared by {plain(shared.by)}, who alone can change it. Pins on it are yours.")
    if not shared.card.ready:
        st.info(f"“{plain(shared.card.name)}” has no documents yet.", icon=":material/folder_open:")
    elif needs_anew(resources(), shared.card):
        st.info("Its index was made by another model, and waits to be made anew.", icon=":material/sync_problem:")
