"""What only the browser can do, by components of our own: copy a text in one press, save the picture of a chart, bring
an answer into sight, hear the keys of the page.

Streamlit copies only from a block of code that stands open on the page; and it leaves the window where it was, while
the answer before folds and the tabs below are drawn anew. What a component gets is data to its script, never markup.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent
_LOOK = (_FOLDER / "quiet_buttons.css").read_text(encoding="utf-8")
_copying = st.components.v2.component(
    "glassbox_copying",
    html=(
        '<div class="quiet"><button type="button"><span class="icon" aria-hidden="true">content_copy</span>'
        '<span class="label"></span></button><span role="status"></span></div>'
    ),
    css=_LOOK,
    js=(_FOLDER / "copying.js").read_text(encoding="utf-8"),
)
_saving = st.components.v2.component(
    "glassbox_saving",
    html=(
        '<div class="quiet">'
        + "".join(
            f'<button type="button" data-kind="{kind.lower()}"><span class="icon" aria-hidden="true">download</span>'
            f"<span>{kind}</span></button>"
            for kind in ("PNG", "SVG")
        )
        + '<span role="status"></span></div>'
    ),
    css=_LOOK,
    js=(_FOLDER / "saving.js").read_text(encoding="utf-8"),
)
_arrival = st.components.v2.component("glassbox_arrival", js=(_FOLDER / "arrival.js").read_text(encoding="utf-8"))
_keys = st.components.v2.component("glassbox_keys", js=(_FOLDER / "keys.js").read_text(encoding="utf-8"))


def draw_copying(label: str, text: str, key: str) -> None:
    """Draw a button that copies this text and says so."""
    _copying(data={"label": label, "text": text}, key=key, width="content")


def draw_saving(name: str, about: str, key: str) -> None:
    """Draw the buttons that save the chart just above as `name`.png and `name`.svg; `about` says what it shows."""
    _saving(data={"name": name, "about": about}, key=key, width="content")


def bring_into_sight(answer: str, who: str = "arrival") -> None:
    """Bring the answer that stands just above into sight with its question, once for each `answer`, which names it."""
    _bring(who, answer)


def bring_below_into_sight(answer: str, who: str = "arrival") -> None:
    """Bring what is drawn below this into sight where it begins outside it, once for each `answer`, which names it.

    `who` brings it: two that bring something on the same page do not forget what the other brought.
    """
    _bring(who, answer, below=True)


def bring_into_sight_on_a_telephone(what: str) -> None:
    """As `bring_below_into_sight`, of what stands beside something else, and below it where the window is narrow."""
    _bring("beside", what, below=True, narrow=True)


def _bring(who: str, answer: str, *, below: bool = False, narrow: bool = False) -> None:
    _arrival(data={"who": who, "answer": answer, "below": below, "narrow": narrow}, key=who)


def hear_keys() -> bool:
    """Hear the keys of the page; True when somebody asked which there are."""
    return bool(_keys(key="keys", on_asked_change=lambda: None).asked)
