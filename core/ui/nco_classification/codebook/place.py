"""Where on the panel the analyst is: one job, a file, or the codebook at a code; kept in the address.

`?code=7212` opens the codebook at that code, `?view=codebook&find=welder` at what is found for words. The address is
followed when the browser goes back, and written in one step, so that each place is one step back.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import NamedTuple

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.systems.nco_classification import SYSTEM
from core.systems.nco_classification.codebook.book import as_code
from core.systems.nco_classification.codebook.search import LONGEST
from core.systems.nco_classification.index.classification import Classification
from core.ui.address import Told
from core.ui.buttons import act
from core.ui.panel import refill_box
from core.ui.resources import came_back
from core.ui.words import plain

VIEW = "nco_classification:view"
ONE, CODEBOOK = "one", "codebook"  # views, as the address names them
_CODE, _FIND, _SHOWN = (f"nco_classification:codebook:{what}" for what in ("code", "find", "shown"))
_NAMES = ("view", "code", "find")  # in the address


class Place(NamedTuple):
    """A view, and in the codebook the code that is open, or what is looked for; both "" at the top of the tree."""

    view: str
    code: str = ""
    find: str = ""

    def address(self) -> dict[str, str]:
        """Return what the address says of this place; a code alone says that it is the codebook's."""
        if self.view != CODEBOOK:
            return {"view": self.view} if self.view != ONE else {}
        found = {"find": self.find} if self.find else {}
        return {"code": self.code, **found} if self.code else {"view": CODEBOOK, **found}


def here() -> Place:
    """Tell where the analyst is."""
    state = st.session_state
    return Place(state.get(VIEW) or ONE, state.get(_CODE, ""), state.get(_FIND, ""))


def follow_address(views: Collection[str]) -> None:
    """Go where the address says, before the choice of view is drawn: when the visit begins, or was led back there."""
    named, shown = _named(views), st.session_state.get(_SHOWN)
    back = came_back(SYSTEM.name)  # from another panel, whose address says nothing of this one
    if shown is None or (named != Place(ONE) if back else shown.led_elsewhere(named, _kept(here()))):
        go_to(named)
        if shown and shown.value.view != named.view:
            refill_box(SYSTEM.name)
        st.session_state[_SHOWN] = Told(named, named, 0.0)  # the browser has this address already
    st.session_state.setdefault(VIEW, ONE)


def publish_place() -> None:
    """Write into the address where the analyst is, and leave the rest of it."""
    place, shown = _kept(here()), st.session_state.get(_SHOWN)
    if shown and shown.value.view != place.view:
        refill_box(SYSTEM.name)
    if shown is None or shown.value != place:
        st.session_state[_SHOWN] = Told(place, shown.value if shown else place, time.monotonic())
    said = st.query_params.to_dict()
    wanted = {name: value for name, value in said.items() if name not in _NAMES} | place.address()
    if wanted != said:
        st.query_params.from_dict(wanted)


def go_to(place: Place) -> None:
    """Turn to another place; made for `act`."""
    st.session_state[VIEW] = place.view
    if place.view == CODEBOOK:
        st.session_state[_CODE], st.session_state[_FIND] = place.code, place.find


def open_code(code: str) -> None:
    """Open the codebook at a code, or at its top for ""; what was looked for there stays. Made for `act`."""
    go_to(Place(CODEBOOK, code, here().find))


def draw_way_to(code: str, key: str, label: str = "") -> None:
    """Draw the way from a code into the codebook, in the words of `label`, which is Markdown and fits in a line."""
    act(
        label or f"{plain(code)} in the codebook", open_code, code,
        key=f"{key}:to:{code}", type="tertiary", icon=":material/menu_book:" if not label else "",
    )  # fmt: skip


def draw_line(code: str, key: str, title: str) -> None:
    """Draw a code with its title, which is Markdown and may take several lines; both lead to its page."""
    act(f"**{plain(code)}** {title}", open_code, code, key=f"{key}:to:{code}", type="tertiary", wrap=True)


def address_of(code: str) -> str:
    """Return the address of a code in the codebook, from any place on this panel; "" for none."""
    return f"?code={code}" if code else ""


def code_column(width: int, label: str | None = None) -> ColumnConfig:
    """Return a column of a table whose cells are addresses of codes: each shows its code and leads to its page."""
    return st.column_config.LinkColumn(label, width=width, display_text=r"code=([0-9.]+)")


def linked_code(code: str) -> str:
    """Return a code as a link to its page in the codebook, from any place on this panel, in Markdown."""
    return f"[{plain(code)}]({address_of(code)})"


def _named(views: Collection[str]) -> Place:
    """Read the address, in which anybody may type anything: what is no code is looked for."""
    view, written, find = (str(st.query_params.get(name, "")) for name in _NAMES)
    if written or view == CODEBOOK:
        code = as_code(written, Classification.load())
        return Place(CODEBOOK, code, (find if code else find or written)[:LONGEST])
    return Place(view if view in views else ONE)


def _kept(place: Place) -> Place:
    """Return the place without what only the codebook says."""
    return place if place.view == CODEBOOK else Place(place.view)
