"""The frame around every page: sign-in, navigation, who answers, and what this installation is made of.

This is the script that Streamlit runs; `streamlit_app.py` is the launcher over it. The paths of pages are relative to
this file.
"""

from __future__ import annotations

import re

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
from core.ui.words import count, plain
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
    failing = sum(not component.works for component in components)
    st.markdown(f"**Not working: {count(failing, 'part')}.**" if failing else "**All of it works.**")
    for component in components:
        with st.container(gap=None):
            mark = "" if component.works else ":material/error: "
            st.markdown(f"{mark}**{plain(component.name)}:** {plain(component.state)}")
            if component.advice:
                st.caption(plain(component.advice))
    with st.expander("Every setting", icon=":material/tune:"):
        _draw_settings()
    try:
        answers = engine()
    except AppError:
        return  # the list says so
    if not answers.offline and st.button("Ask the model one word", help="One request, to see whether the key works"):
        tried = try_model(answers)
        (st.success if tried.works else st.error)(plain(f"{tried.state} {tried.advice}"))


def _draw_settings() -> None:
    """Draw where each variable was found, what it brings, and what holds without it; never what it says."""
    places = installation().settings.places
    st.markdown(
        "Whoever runs Glassbox sets these where it is started: in its environment, in a file `.env` or in "
        "`secrets.toml`. None can be changed here."
    )
    for variable in VARIABLES:
        where = f"set in {places[variable.name]}" if variable.name in places else "not set"
        brings, without = (re.sub("[`*]", "", told) for told in (variable.brings, variable.without))
        with st.container(gap=None):
            st.markdown(f"**{plain(variable.name)}** · {plain(where)}")
            st.caption(plain(f"{brings}. Without it: {without}" if without else brings))


main()
