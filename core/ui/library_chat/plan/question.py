"""The question on the page: how it was read, what of that can be taken back, and asking the next without typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.codec import from_state
from core.session import GraphSession
from core.systems.library_chat.plan.intents import Agent
from core.systems.library_chat.plan.question import Assumption, Understanding, UnknownName
from core.systems.library_chat.state import Context, State
from core.ui.buttons import act
from core.ui.panel import ask_for, catch_up
from core.ui.words import plain

QUESTIONS = {
    "Book": "What do you know about “{}”?",
    "Author": "Find books by {}",
    "Genre": "Find {} books",
    "Like": "Books like “{}”",
}


def question_about(kind: str, name: str) -> str:
    """Word the question that asks about a book, an author or a genre, or for books like one."""
    return QUESTIONS[kind].format(name)


def ask(question: str) -> None:
    """Put a question to the chat when the page is drawn next; made for `act`."""
    ask_for("library_chat", question)


def ask_again(session: GraphSession[State, Context], route: Agent | None, without: Sequence[str]) -> None:
    """Ask the latest question once more, of this agent (None: the supervisor chooses), without these conditions.

    It is asked at the threshold that the page has now. Made for `act`.
    """
    catch_up(session)
    session.context = replace(session.context, route=route, without=tuple(dict.fromkeys(without)))
    session.ask_again()


# --- how the question was read ----------------------------------------------------------------------------------------


def chosen_by_hand(state: State) -> Agent | None:
    """Look up the agent that the analyst asked, against the supervisor or with it; None where nobody was chosen."""
    return state["route"]["agent"] if state["route"]["chosen_by"] == "you" else None


def draw_reading(session: GraphSession[State, Context], state: State, latest: bool) -> None:
    """Draw conditions as chips that can be removed, assumptions that can be undone, and what came from before."""
    read, without = from_state(Understanding, state["understanding"]), state["without"]
    by_hand = chosen_by_hand(state)
    with st.container(horizontal=True, vertical_alignment="center"):
        for chip in read.chips():
            act(
                plain(chip["label"]), ask_again, session, by_hand, [*without, chip["id"]],
                key=f"library_chat:chip:{chip['id']}",
                icon=":material/close:",
                icon_position="right",
                help="Ask again without this condition",
                disabled=not latest,
            )  # fmt: skip
        for id in without:
            left = [other for other in without if other != id]
            act(
                f"Put back: {plain(removed_in_words(id))}", ask_again, session, by_hand, left,
                key=f"library_chat:back:{id}", type="tertiary", icon=":material/undo:", disabled=not latest,
            )  # fmt: skip
    for id, sentence in assumptions_in_words(read.assumptions).items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/spellcheck: Assumed: {plain(sentence)}")
            letters = any(assumption["letters"] for assumption in read.assumptions if assumption["id"] == id)
            if letters and latest:
                act(
                    "Undo", ask_again, session, by_hand, [*without, id],
                    key=f"library_chat:undo:{id}", type="tertiary", icon=":material/undo:",
                    help="Ask again for the name exactly as it was written",
                )  # fmt: skip
    if read.carried:
        st.markdown(f":material/history: Carried over: {plain('; '.join(read.carried))}.")
    _draw_nearest(read.unknown)


def removed_in_words(id: str) -> str:
    """Say what a chip or an assumption said that was taken away, from its id."""
    kind, _, name = id.partition(":")
    return {
        "name": f"“{name}” read otherwise",
        "not genre": f"not {name}",
        "not author": f"not by {name}",
        "topic": "the topic",
        "years": "the years",
        "not years": f"not {name}",
        "pages": "the pages",
        "books": "the books of before",
    }.get(kind, name)


def assumptions_in_words(assumptions: Sequence[Assumption]) -> dict[str, str]:
    """Say what was read otherwise than it was written, a sentence for each id: “Hadded” → Haddad, one letter."""
    readings: dict[str, list[str]] = {}
    for assumption in assumptions:
        letters = assumption["letters"]
        how = "part of the title" if not letters else "one letter" if letters == 1 else f"{letters} letters"
        readings.setdefault(assumption["id"], [f"“{assumption['said']}” → "]).append(f"{assumption['read']} ({how})")
    return {id: first + " or ".join(rest) for id, (first, *rest) in readings.items()}


_KINDS = {"author": "Author", "title": "Book", "genre": "Genre"}


def _draw_nearest(unknown: Sequence[UnknownName]) -> None:
    """Names of the catalogue that are nearest to one that it does not have, each a question."""
    for one in unknown:
        if one["nearest"]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"Instead of “{plain(one['said'])}”:")
                for name in one["nearest"]:
                    question = question_about(_KINDS[one["kind"]], name)
                    act(plain(name), ask, question, key=f"library_chat:nearest:{one['said']}:{name}")
