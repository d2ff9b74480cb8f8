"""The manual inside the app: a page of `docs/` drawn where it is needed, so that there is one text and not two."""

from __future__ import annotations

import re

import streamlit as st

from core.paths import DOCS


def draw_manual(page: str) -> None:
    """Draw `docs/<page>.md` without its title; links into the repository become their words."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    text = re.sub(r"\A# .*\n", "", text)
    text = re.sub(r"^##", "###", text, flags=re.MULTILINE)  # below the title of the page that shows it
    st.markdown(re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text))
