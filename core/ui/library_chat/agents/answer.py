"""An answer of the library chat: its words, who gave it and why, and the review."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.codec import from_state
from core.language.reading import Reading
from core.session import GraphSession
from core.systems.library_chat.agents.wording import parted
from core.systems.library_chat.plan.understood import Agent
from core.systems.library_chat.review.drafts import refused_words
from core.systems.library_chat.state import Context, State
from core.ui.buttons import act
from core.ui.conversation import in_short
from core.ui.library_chat.agents.books import stands_for_list
from core.ui.library_chat.plan.question import ask_again, draw_understood
from core.ui.terms import explain
from core.ui.turn import answer_place
from core.ui.words import count, plain

_WHO: dict[Agent, str] = {
    "librarian": "The librarian",
    "analyst": "The analyst",
    "both": "The analyst and the librarian",
    "none": "No agent",
}
_OTHERS: dict[Agent, tuple[Agent, ...]] = {
    "librarian": ("analyst", "both"),
    "analyst": ("librarian", "both"),
    "both": ("librarian", "analyst"),
    "none": ("librarian", "analyst"),
}
_ASK: dict[Agent, str] = {"librarian": "Ask the librarian", "analyst": "Ask the analyst", "both": "Ask both agents"}


def draw_answer(
    session: GraphSession[State, Context], state: State, latest: bool, run: str, draw_found: Callable[[], object]
) -> None:
    """Draw the answer, what it rests on, and who gave it; `run` says how the run went.

    Only the `latest` question of a conversation can be asked again: of the other agent, or read otherwise.
    """
    draw_understood(session, state, latest)
    with answer_place():
        st.markdown(as_lines(_sentences(state) if stands_for_list(state) else state["response"]))
        draw_found()
        draw_agent(session, state, latest)
        draw_review(state, run)


def draw_short(state: State) -> None:
    """Draw the conditions of a question and what its answer says, without its list."""
    chips = from_state(Reading, state["reading"]).chips
    if chips:
        st.markdown(" ".join(f":gray-badge[{plain(chip.label)}]" for chip in chips))
    st.markdown(in_short(_sentences(state)))


def _sentences(state: State) -> str:
    return parted(state["response"])[0]


def as_lines(text: str) -> str:
    """Return an answer for the screen: its paragraphs and its lists stay, and no sign in it can become anything
    else."""
    lines = []
    for line in text.splitlines():
        item = line.startswith("- ")
        lines.append(f"- {plain(line[2:])}" if item else plain(line))
        if not item:
            lines.append("")
    return "\n".join(lines)


# --- who answered -----------------------------------------------------------------------------------------------------


def draw_agent(session: GraphSession[State, Context], state: State, latest: bool) -> None:
    """Say which agent answered and why, with a button for each of the others."""
    route = state["route"]
    agent, by_hand = route["agent"], route["chosen_by"] == "you"
    saw = f"the question {plain(says)}" if (says := " and ".join(cue["says"] for cue in route["cues"])) else ""
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


# --- the review -------------------------------------------------------------------------------------------------------


def draw_review(state: State, run: str) -> None:
    """Whether the reviewer's wording was taken, in one line, and what it would have changed."""
    st.markdown(f":material/fact_check: {verdict(state)} · {run}", help=explain("agent", "reviewed", "who answered"))
    for refused in refused_words(state):
        with st.expander(f"What the {refused['by']} wrote and was refused", icon=":material/gpp_bad:"):
            st.markdown("\n".join(f"- {plain(difference)}" for difference in refused["differences"]))
            st.markdown(as_lines(refused["text"]))


def verdict(state: State) -> str:
    """Return the verdict in words: no fact can be changed on the way."""
    review = state["review"]
    refused = sum(not draft["accepted"] for draft in state["drafted_by"])
    words = f"The wording of {count(refused, 'agent')} was refused for changing facts. " if refused else ""
    if not review["accepted"]:
        what = count(len(review["differences"]), "fact")
        return f"{words}**Review rejected**: it would have changed {what}, so the draft stands"
    if review["text"].split() == parted(state["draft"])[0].split():
        return f"{words}Wording reviewed: nothing to change"
    return f"{words}Wording reviewed: worded anew, every fact the same"
