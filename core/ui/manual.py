"""The manual on the page: a page of `docs/` as a whole, or beside a number the one section that tells how it is made.

There is one text and not two.
"""

from __future__ import annotations

import re

import streamlit as st

from core.paths import DOCS


def manual_of(page: str) -> str:
    """Return `docs/<page>.md` without its title, its pictures and what it says of decisions in brackets, which stand
    in the repository alone; links into it become their words."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    text = re.sub(r"\A# [^\n]*\n|<picture>.*?</picture>\n*", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*\(\[decision \d+\]\([^)]*\)\)", "", text)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)


def draw_manual(page: str) -> None:
    """Draw the whole page, its headings below the title of the page that shows it."""
    st.markdown(re.sub(r"^##", "###", manual_of(page), flags=re.MULTILINE))


def section_of(page: str, heading: str) -> str:
    """Return what stands below a heading of the second level in `docs/<page>.md`; "" where it does not have it."""
    return f"\n{manual_of(page)}".partition(f"\n## {heading}\n")[2].partition("\n## ")[0].strip()


def offer_making(page: str, heading: str, key: str) -> None:
    """Draw the button that opens, over the page, the section of the manual that tells how a number beside it is made.

    `key` belongs to the place where it stands.
    """
    if st.button("How is this made?", key=f"{key}:making", type="tertiary", icon=":material/menu_book:"):
        st.dialog(heading, width="large")(_draw_section)(page, heading)


def _draw_section(page: str, heading: str) -> None:
    st.markdown(section_of(page, heading))
    st.caption("From the manual of this panel; all of it stands under *How is this made?*, the last tab.")
