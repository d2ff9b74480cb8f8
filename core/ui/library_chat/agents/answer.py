"""An answer of the library chat: its words, who gave it and why, how the question was read, and the review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.session import GraphSession
from core.systems.library_chat.plan.intents import Agent
from core.ui.buttons import act
from core.ui.library_chat.plan.asking import ask, ask_again, question_about
from core.ui.words import count, plain

_WHO: dict[str, str] = {
    "librarian": "The librarian",
    "analyst": "The analyst",
    "both": "The analyst and the librarian",
    "none": "No agent",
}
_OTHERS: dict[str, tuple[Agent, ...]] = {
    "librarian": ("analyst", "both"),
    "analyst": ("librarian", "both"),
    "both": ("librarian", "analyst"),
    "none": ("librarian", "analyst"),
}
_ASK = {"librarian": "Ask the librarian", "analyst": "Ask the analyst", "both": "Ask both agents"}


def draw_answer(session: GraphSession, state: Mapping[str, Any], latest: bool, run: str) -> None:
    """The answer and everything that led to it; `run` says how the run went.

    Only the `latest` question of a conversation can be asked again: of the other agent, or read otherwise.
    """
    with st.chat_message("assistant"):
        st.markdown(as_lines(state["response"]))
        draw_agent(session, state, latest)
        draw_reading(session, state, latest)
        _draw_nearest(state)
        draw_review(state, run)


def as_lines(text: str) -> str:
    """An answer for the screen: its paragraphs and its lists stay, and no sign in it can become anything else."""
    lines = []
    for line in text.splitlines():
        item = line.startswith("- ")
        lines.append(f"- {plain(line[2:])}" if item else plain(line))
        if not item:
            lines.append("")
    return "\n".join(lines)


# --- who answered -----------------------------------------------------------------------------------------------------


def draw_agent(session: GraphSession, state: Mapping[str, Any], latest: bool) -> None:
    """Which agent answered and why, with a button for each of the others."""
    route = state["route"]
    agent, by_hand = route["agent"], route["chosen_by"] == "you"
    saw = " and ".join(f"“{plain(cue['words'])}” {plain(cue['says'])}" for cue in route["cues"])
    if by_hand:
        why = f"as you wished. The supervisor saw: {saw or plain(route['reason'])}."
    elif agent == "none":
        why = f"was needed: {saw or plain(route['reason'])}."
    else:
        why = f"answered: {saw or plain(route['reason'])}."
    with st.container(horizontal=True, vertical_alignment="center"):
        verb = " answered, " if by_hand else " "
        st.markdown(f":material/alt_route: **{_WHO[agent]}**{verb}{why}")
        if not latest:
            return
        for other in _OTHERS[agent]:
            act(
                _ASK[other], ask_again, session, other, state["without"],
                key=f"library_chat:ask:{other}", type="tertiary", icon=":material/swap_horiz:",
            )  # fmt: skip
        if by_hand:
            act(
                "Let the supervisor choose", ask_again, session, None, state["without"],
                key="library_chat:ask:supervisor", type="tertiary", icon=":material/undo:",
            )  # fmt: skip


# --- how the question was read ----------------------------------------------------------------------------------------


def draw_reading(session: GraphSession, state: Mapping[str, Any], latest: bool) -> None:
    """Conditions as chips that can be removed, assumptions that can be undone, and what came from before."""
    read, without = state["understanding"], state["without"]
    by_hand: Agent | None = state["route"]["agent"] if state["route"]["chosen_by"] == "you" else None
    with st.container(horizontal=True, vertical_alignment="center"):
        for chip in read["chips"]:
            act(
                plain(chip["label"]), ask_again, session, by_hand, [*without, chip["id"]],
                key=f"library_chat:chip:{chip['id']}",
                icon=":material/close:",
                icon_position="right",
                help="Ask again without this condition",
                disabled=not latest,
            )  # fmt: skip
        for id in without:
            left = [one for one in without if one != id]
            act(
                f"Put back: {plain(removed_in_words(id))}", ask_again, session, by_hand, left,
                key=f"library_chat:back:{id}", type="tertiary", icon=":material/undo:", disabled=not latest,
            )  # fmt: skip
    for id, sentence in assumptions_in_words(read["assumptions"]).items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/spellcheck: Assumed: {plain(sentence)}")
            letters = any(one["letters"] for one in read["assumptions"] if one["id"] == id)
            if letters and latest:
                act(
                    "Undo", ask_again, session, by_hand, [*without, id],
                    key=f"library_chat:undo:{id}", type="tertiary", icon=":material/undo:",
                    help="Ask again for the name exactly as it was written",
                )  # fmt: skip
    if read["carried"]:
        st.markdown(f":material/history: Carried over: {plain('; '.join(read['carried']))}.")


def removed_in_words(id: str) -> str:
    """What a chip or an assumption said that was taken away, from its id."""
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


def assumptions_in_words(assumptions: list[dict[str, Any]]) -> dict[str, str]:
    """What was read otherwise than it was written, a sentence for each id: “Hadded” → Haddad, one letter."""
    readings: dict[str, list[str]] = {}
    for one in assumptions:
        letters = one["letters"]
        how = "part of the title" if not letters else "one letter" if letters == 1 else f"{letters} letters"
        readings.setdefault(one["id"], [f"“{one['said']}” → "]).append(f"{one['read']} ({how})")
    return {id: first + " or ".join(rest) for id, (first, *rest) in readings.items()}


def _draw_nearest(state: Mapping[str, Any]) -> None:
    """Names of the catalogue that are nearest to one that it does not have, each a question."""
    kinds = {"author": "Author", "title": "Book", "genre": "Genre"}
    for one in state["understanding"]["unknown"]:
        if one["nearest"]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"Instead of “{plain(one['said'])}”:")
                for name in one["nearest"]:
                    question = question_about(kinds[one["kind"]], name)
                    act(plain(name), ask, question, key=f"library_chat:nearest:{one['said']}:{name}")


# --- the review -------------------------------------------------------------------------------------------------------


def draw_review(state: Mapping[str, Any], run: str) -> None:
    """Whether the reviewer's wording was taken, in one line, and what it would have changed."""
    st.markdown(f":material/fact_check: {verdict(state)} · {run}")
    rejected = [(one["agent"], one["differences"], one["rejected"]) for one in state["drafted_by"] if one["rejected"]]
    review = state["review"]
    if not review["accepted"]:
        rejected.append(("reviewer", review["differences"], review["text"]))
    for who, differences, text in rejected:
        with st.expander(f"What the {who} wrote and was refused", icon=":material/gpp_bad:"):
            st.markdown("\n".join(f"- {plain(difference)}" for difference in differences))
            st.markdown(as_lines(text))


def verdict(state: Mapping[str, Any]) -> str:
    """The verdict in words: no fact can be changed on the way."""
    review = state["review"]
    refused = sum(not one["accepted"] for one in state["drafted_by"])
    words = f"The wording of {count(refused, 'agent')} was refused for changing facts. " if refused else ""
    if not review["accepted"]:
        what = count(len(review["differences"]), "fact")
        return f"{words}**Review rejected**: it would have changed {what}, so the draft stands"
    if review["text"].split() == state["draft"].split():
        return f"{words}Reviewed: nothing to change"
    return f"{words}Reviewed: worded anew, every fact the same"
