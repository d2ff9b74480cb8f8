"""The frame around every page: sign-in, navigation, who answers, and what this installation is made of.

This is the script that Streamlit runs; `streamlit_app.py` is the launcher over it. The paths of pages are relative to
this file.
"""

from __future__ import annotations

import re

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from core.errors import AppError
from core.installation import installation, try_model
from core.llm.engine import Engine
from core.paths import ASSETS
from core.ui.at_work import draw_at_work, keep_up
from core.ui.buttons import tell_failures
from core.ui.home.cards import CARDS
from core.ui.home.tour import draw_tour
from core.ui.home.ways import HOME, follow
from core.ui.keys import draw_keys
from core.ui.resources import engine, guarded, show_error, take_over, turn_to_panel
from core.ui.terms import explain
from core.ui.visitors import visitors
from core.ui.words import plain
from core.variables import VARIABLES

# The pages by the names of their files: title and icon.
_PAGES = {
    HOME: ("Home", ":material/home:"),
    **{card.system.name: (card.system.title, card.system.icon) for card in CARDS},
}


def main() -> None:
    """Draw the frame and the chosen page in it."""
    visitors.greet()
    st.set_page_config(page_title="Glassbox", page_icon=str(ASSETS / "icon.svg"), layout="wide")
    st.logo(str(ASSETS / "logo.svg"), size="large", icon_image=str(ASSETS / "icon.svg"))
    try:
        sign_in = installation().settings.sign_in
    except AppError as error:
        st.title("Glassbox cannot start")
        show_error(error)
        return
    if sign_in and (visitors.has_left() or not st.user.is_logged_in):
        _ask_to_sign_in()
        return
    visitors.let_in()
    if sign_in:
        guarded(take_over)
    pages = {
        name: st.Page(f"../../pages/{name}.py", title=title, icon=icon, default=name == HOME)
        for name, (title, icon) in _PAGES.items()
    }
    page = st.navigation(list(pages.values()))
    here = page.url_path or HOME
    follow(here)
    turn_to_panel(here)
    with st.sidebar:
        at_work = st.empty()
        guarded(lambda: draw_at_work(pages, at_work))
        guarded(_who_answers)
        if sign_in:
            _who_is_here()
        draw_keys()
    tell_failures()
    draw_tour(here)
    try:
        guarded(page.run)
    except StopException:  # a page that has no more to show
        guarded(lambda: keep_up(pages, at_work))
        raise
    guarded(lambda: keep_up(pages, at_work))


def _ask_to_sign_in() -> None:
    st.title("Glassbox")
    st.markdown("Your runs, uploads and settings belong to you. Please sign in.")
    st.button("Sign in", type="primary", on_click=st.login)


def _who_is_here() -> None:
    st.text(f"Signed in: {st.user.get('name') or st.user.get('email') or 'you'}")
    st.button("Sign out", on_click=st.logout)


def _who_answers() -> None:
    """Draw the engine in words, a key for this visit only, and the state of every part."""
    if answers := _usable_engine():
        who = "rules on this computer" if answers.offline else plain(answers.label)
        st.markdown(f":small[**Answers:** {who}]", help=explain("rules") if answers.offline else explain("model"))
    typed = bool(st.session_state.get("visit_key"))
    # Cleared, so that the key does not stand in the page any longer than it has to.
    with st.popover("Choose who answers", width="stretch"), st.form("visit", border=False, clear_on_submit=True):
        st.markdown(
            "Without a key the written rules answer. A key typed here serves this visit only and is kept nowhere."
        )
        st.text_input(
            "Gemini API key", type="password", autocomplete="off", key="visit:key",
            placeholder="typed before, in use" if typed else None,
        )  # fmt: skip
        settings = installation().settings
        st.text_input("Model", placeholder=settings.model, help="provider:model, or: offline", key="visit:model")
        st.form_submit_button("Use for this visit", type="primary", on_click=_use_for_this_visit)
    if st.button("This installation", width="stretch", icon=":material/dns:"):
        _this_installation()


def _usable_engine() -> Engine | None:
    """Choose who answers; what was typed for this visit and cannot be used is told and dropped: the settings hold."""
    try:
        return engine()
    except AppError as error:
        show_error(error)
    typed = [st.session_state.pop(name, "") for name in ("visit_key", "visit_model")]
    # Without either the settings themselves are wrong; another choice, and the state of every part, stay in reach.
    return _usable_engine() if any(typed) else None


def _use_for_this_visit() -> None:
    if key := st.session_state["visit:key"].strip():
        st.session_state["visit_key"] = key
    st.session_state["visit_model"] = st.session_state["visit:model"].strip()


@st.dialog("This installation", width="large")
def _this_installation() -> None:
    components = installation().components(engine)
    table = pd.DataFrame(
        {
            "Part": [component.name for component in components],
            "Works": ["yes" if component.works else "no" for component in components],
            "What it is": [component.state for component in components],
            "To plug in more": [component.advice for component in components],
        }
    )
    st.table(table.map(plain).set_index("Part"), alt="The parts of this installation and how each of them is")
    with st.expander("Every setting", icon=":material/tune:"):
        _settings_table()
    try:
        answers = engine()
    except AppError:
        return  # the table says so
    if not answers.offline and st.button("Ask the model one word", help="One request, to see whether the key works"):
        tried = try_model(answers)
        (st.success if tried.works else st.error)(plain(f"{tried.state} {tried.advice}"))


def _settings_table() -> None:
    """Draw where each variable was found, what it brings, and what holds without it; never what it says."""
    places = installation().settings.places
    table = pd.DataFrame(
        {
            "Variable": [variable.name for variable in VARIABLES],
            "Set in": [places.get(variable.name, "–") for variable in VARIABLES],
            "What it brings": [re.sub("[`*]", "", variable.brings) for variable in VARIABLES],
            "Without it": [re.sub("[`*]", "", variable.without) for variable in VARIABLES],
        }
    )
    st.dataframe(table, hide_index=True, alt="Every variable, where it is set, what it brings and what holds without")


main()
