"""A person as the page shows them: who, where, how long, what else the table tells, and what they answered."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.ui.buttons import act
from core.ui.words import count, draw_long, plain, spoken_date

_MOST_PREVIEWED = 10
_FIRST_ANSWERS = 2


def draw_preview(experts: Sequence[Expert], answers: Sequence[ProjectAnswer], key: str) -> None:
    """Draw one of the first experts as they will be shown, with the way to the next of them."""
    shown = experts[:_MOST_PREVIEWED]
    place = min(st.session_state.get(key, 0), len(shown) - 1)
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"As they will be shown: expert {place + 1} of {len(experts):,}", width="stretch")
            for label, icon, other in (("Previous", "chevron_left", place - 1), ("Next", "chevron_right", place + 1)):
                act(
                    label, _turn, key, other, key=f"{key}:{label}", type="tertiary", icon=f":material/{icon}:",
                    disabled=not 0 <= other < len(shown),
                )  # fmt: skip
        expert = shown[place]
        draw_profile(expert)
        own = [answer for answer in answers if answer.expert_id == expert.id]
        own.sort(key=lambda answer: answer.date, reverse=True)
        for answer in own[:_FIRST_ANSWERS]:
            draw_answer(answer)
        st.caption(count(len(own), "project answer") if own else "No project answer")


def _turn(key: str, place: int) -> None:
    st.session_state[key] = place


def draw_profile(expert: Expert) -> None:
    """Draw what the profile tells; a long text is folded."""
    st.markdown(f"**{plain(expert.name)}**" + (f"  \n{plain(expert.headline)}" if expert.headline else ""))
    if line := in_one_line(expert):
        st.markdown(line)
    if expert.bio:
        draw_long(expert.bio, "the profile")
    if expert.skills:
        draw_long(f"Skills: {expert.skills}", "the skills")
    for name, value in expert.more.items():
        draw_long(f"{name.replace('_', ' ').capitalize()}: {value}", name.replace("_", " "))


def in_one_line(expert: Expert) -> str:
    """Where the person is and works, since when, in which languages; as Markdown."""
    years = f"{expert.years_experience:g} years of experience" if expert.years_experience is not None else ""
    told = [
        ("location_on", expert.location),
        ("apartment", expert.organisation),
        ("work_history", years),
        ("translate", expert.languages),
    ]
    return " · ".join(f":material/{icon}: {plain(text)}" for icon, text in told if text)


def draw_answer(answer: ProjectAnswer) -> None:
    """Draw a project answer with the time of it; a long one is folded."""
    about = ": ".join(filter(None, (answer.project or "Project answer", answer.question)))
    when = f" · {spoken_date(answer.date)}" if answer.date else ""
    st.markdown(f"**{plain(about)}**{when}")
    draw_long(answer.answer, "the answer")
