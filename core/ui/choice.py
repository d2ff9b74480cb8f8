"""Which of several is worked with: what comes with Glassbox, or what the analyst brought. Kept in the address."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import Busy
from core.session import GraphSession
from core.ui.address import adopt, publish
from core.ui.buttons import act
from core.ui.resources import publish_thread
from core.ui.words import plain


def choose(
    label: str,
    options: Sequence[str],
    default: str,
    key: str,
    name: str,
    words: Callable[[str], str],
    place: DeltaGenerator | None = None,
    known: Collection[str] = (),
) -> str:
    """Draw the choice and return it: what the address says under `name`, the analyst picked, or was turned to.

    A choice that is no option any more becomes the `default`, which is told, and nothing is asked of it before the
    analyst has said so, or has chosen another (`refuse_lost`). `words` says what an option is called; `known` are those
    that are there and no options yet.
    """
    named = None if key in st.session_state else st.query_params.get(name)
    adopt(key, name, default, options.__contains__)
    wanted = st.session_state.get(_next(key))
    if wanted in options:
        # Nothing is forgotten before it is done: a click elsewhere may end this script at any of these lines.
        if st.session_state[key] != wanted:
            _note_turn(key)
            st.session_state[key] = wanted
        st.session_state.pop(_next(key), None)
    if st.session_state[key] not in options:
        named = st.session_state[key]
        st.session_state[key] = default
    if named not in (None, default, *options, *known, st.session_state.get(_given_up(key))):
        st.session_state[_lost(key)] = f"What was chosen here is not there any more. Chosen now: {words(default)}."
    chosen: str = (place.selectbox if place else st.selectbox)(
        label, options, key=key, persist_state="session", format_func=words, on_change=_note_turn, args=(key,)
    )
    publish(**{name: (chosen, default)})
    if told := st.session_state.get(_lost(key)):
        st.warning(plain(told), icon=":material/block:")
        act(f"Go on with “{plain(words(chosen))}”", _find, key, key=f"{key}:go-on")
    return chosen


def give_up(key: str, id: str) -> None:
    """Note that the analyst takes this one away here: nobody has to be told that it is gone."""
    st.session_state[_given_up(key)] = id


def refuse_lost(key: str) -> None:
    """Raise `Busy` when what was chosen is gone, and asking would mean another that nobody chose."""
    if _lost(key) in st.session_state:
        raise Busy("Nothing was asked: what was chosen is not there any more.", "Choose again, or go on with what is.")


def turn_to(key: str, id: str) -> None:
    """Choose this one as soon as it is an option."""
    st.session_state[_next(key)] = id


def stay_with(session: GraphSession, setting: str, chosen: str, key: str, askable: Callable[[str], bool]) -> bool:
    """Keep to what a conversation is about, named in its `setting`: who turns to another leaves it, who opens it
    turns to the one it is about. False when it was left because that one is not `askable` any more.
    """
    asked = str(session.settings.get(setting, chosen))
    turned, here = st.session_state.get(_turned(key), False), True
    if session.thread and asked != chosen:
        here = turned or askable(asked)
        if here and not turned:
            turn_to(key, asked)
            st.rerun()
        session.leave()
        publish_thread(session)
    st.session_state.pop(_turned(key), None)
    return here


def _note_turn(key: str) -> None:
    st.session_state[_turned(key)] = True
    _find(key)


def _find(key: str) -> None:
    st.session_state.pop(_lost(key), None)


def _next(key: str) -> str:
    return f"{key}:next"


def _lost(key: str) -> str:
    return f"{key}:lost"


def _given_up(key: str) -> str:
    return f"{key}:given-up"


def _turned(key: str) -> str:
    return f"{key}:turned"
