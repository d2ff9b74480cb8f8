"""The keys of the pages: heard wherever the cursor is in no field, and listed in a small dialog."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.ui.in_the_browser import hear_keys

_KEYS = {
    "/": "To the question box",
    "Enter": "Ask what stands in the box",
    "J and K": "The next and the one before: people, passages that were read",
    "← and →": "The pages of an open document, with the cursor on it",
    "Y, N, S": "It says so, it does not, skip: where sentences are gone through",
    "A, U, S": "Accept, undo, skip: where a file of jobs is gone through",
    "Escape": "Close a dialog or a list",
    "?": "These keys",
}


@st.fragment
def draw_keys() -> None:
    """Draw the way to the list of keys, and hear them."""
    with st.container(gap=None):  # what hears them takes no room
        pressed = st.button("Keys", key="keys:list", type="tertiary", icon=":material/keyboard:", help="Or press ?")
        heard = hear_keys()
    if heard or pressed:
        _list_keys()


@st.dialog("Keys")
def _list_keys() -> None:
    table = pd.DataFrame({"Key": list(_KEYS), "What it does": list(_KEYS.values())})
    st.table(table.set_index("Key"), alt="The keys of the pages and what each of them does")
    st.markdown("While you type into a field, a key is a letter and nothing else.")
