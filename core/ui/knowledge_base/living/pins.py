"""Pinned answers on the page: pinning one, and how each is now, with what changed between then and now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from core.systems.knowledge_base.answer.support import NOT_FOUND
from core.systems.knowledge_base.living.judging import Difference
from core.systems.knowledge_base.living.likeness import differing_words
from core.systems.knowledge_base.living.pins import (
    KeptAnswer,
    Line,
    Pin,
    ask_again,
    name_of,
    pin,
    pins_of,
    take_new_answer,
)
from core.systems.knowledge_base.state import Context, State
from core.types import JSON
from core.ui.buttons import act
from core.ui.knowledge_base.living.folders import moment
from core.ui.own_data import draw_removed
from core.ui.resources import resources
from core.ui.words import marked, plain

TAB = "Pinned"
_LOOKS = 2.0  # seconds
_PINNED = "knowledge_base:pinned"
_LABELS = {
    "holds": (":material/check_circle:", "green", "holds"),
    "changed": (":material/change_circle:", "orange", "changed"),
    "gone": (":material/unpublished:", "red", "gone"),
    "": (":material/hourglass_empty:", "gray", "is being asked again"),
}
_CAME = {
    "another value": "It says something else now.",
    "gone": "It is no longer in the documents.",
    "speaks against it": "It still stands, and this speaks against it:",
    "other words": "The same in other words.",
}


def offer_pin(state: State, collection: str, settings: Mapping[str, JSON], context: Context, key: str) -> None:
    """Draw a way to pin an answer, where there is one."""
    if not state["answer"]["sentences"]:
        return
    if st.session_state.get(f"{_PINNED}:{key}"):
        st.markdown(f":material/keep: Pinned. It stands under *{TAB}* and is kept true.")
        return
    act(
        "Pin", _pin, resources().folder, collection, state, settings, context, key,
        key=f"{key}:pin", type="tertiary", icon=":material/keep:",
        help="Keep this answer, and be told when the documents say something else",
    )  # fmt: skip


def _pin(owner: Path, collection: str, state: State, settings: Mapping[str, JSON], context: Context, key: str) -> None:
    pin(owner, collection, state, settings, context)
    st.session_state[f"{_PINNED}:{key}"] = True


# --- all of them ------------------------------------------------------------------------------------------------------


@st.fragment(run_every=_LOOKS)
def draw_pins() -> None:
    """Draw all pins of this analyst, those that changed first; looked at again as long as the page is."""
    owner = resources().folder
    kept = pins_of(owner)
    pins = sorted(kept.all(), key=lambda one: (one.label == "holds", one.label == ""))
    if not pins:
        st.markdown(
            "Nothing is pinned. *Pin* below an answer keeps it here, and it is asked again when documents change."
        )
    for one in pins:
        _draw_pin(owner, one)
    draw_removed(kept, _PINNED)


def _draw_pin(owner: Path, one: Pin) -> None:
    icon, colour, word = _LABELS[one.label]
    with st.container(border=True, gap="small"):
        since = f" since {moment(one.since)}" if one.label and one.since else ""
        st.markdown(f"**{plain(one.name)}**  \n{icon} :{colour}[**{word}**]{since}")
        _draw_line(one.then["lines"][0])
        place = name_of(resources(), one.collection)
        where = f"in “{plain(place)}”" if place else "in a collection that is not here any more"
        st.markdown(
            f"Pinned {moment(one.created)} {where}, answered by {plain(one.then['by'])}. "
            f"Last looked at {moment(one.checked)}."
        )
        if one.trouble:
            st.warning(
                f"It could not be asked again: {plain(one.trouble)} It is tried later.", icon=":material/sync_problem:"
            )
        if one.differences:
            with st.expander(
                "What changed", icon=":material/difference:", expanded=one.label != "holds", key=f"{one.id}:diff"
            ):
                for difference in one.differences:
                    _draw_difference(difference, one)
        with st.expander("The answers", icon=":material/notes:", key=f"{one.id}:answers"):
            _draw_answer("Then", one.then)
            if one.now:
                _draw_answer("Now", one.now)
        _draw_actions(owner, one)


def _draw_actions(owner: Path, one: Pin) -> None:
    with st.container(horizontal=True, gap="small"):
        act("Ask again", ask_again, owner, one.id, key=f"{one.id}:again", type="tertiary", icon=":material/refresh:")
        if one.now and one.now["lines"]:
            act(
                "Keep the new answer", take_new_answer, owner, one.id,
                key=f"{one.id}:take", type="tertiary", icon=":material/published_with_changes:",
                help="From now on the new answer is the pinned one",
            )  # fmt: skip
        act("Unpin", pins_of(owner).remove, one.id, key=f"{one.id}:unpin", type="tertiary", icon=":material/keep_off:")


def _draw_answer(title: str, answer: KeptAnswer) -> None:
    st.markdown(f"**{title}**, {moment(answer['given'])}, by {plain(answer['by'])}")
    if not answer["lines"]:
        st.markdown(NOT_FOUND)
    for line in answer["lines"]:
        _draw_line(line)


def _draw_line(line: Line) -> None:
    st.markdown(f"{marked(line['text'], [])}  \n:small[{_source(line['name'], line['page'], line['added'])}]")


def _source(name: str, page: int, added: str) -> str:
    return ", ".join(
        [plain(name), *([f"page {page}"] if page else []), *([f"brought {moment(added)}"] if added else [])]
    )


def _draw_difference(one: Difference, of: Pin) -> None:
    """Draw a sentence of then and the one of now, with the words that differ marked."""
    claim = next((claim for claim in of.claims if claim["text"] == one["then"]), None)
    gone, come = differing_words(one["then"], one["now"])
    st.markdown(_CAME[one["came"]])
    then, now = st.columns(2)
    with then.container(border=True):
        st.markdown("**Then**")
        st.markdown(marked(one["then"], gone if one["now"] else [], "red"))
        if claim:
            st.markdown(f":small[{_source(claim['name'], claim['page'], claim['added'])}]")
    with now.container(border=True):
        st.markdown("**Now**")
        if one["now"]:
            st.markdown(marked(one["now"], come, "green"))
            st.markdown(f":small[{_source(one['name'], one['page'], one['added'])}]")
        else:
            st.markdown("Nothing like it.")
