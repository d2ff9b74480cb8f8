"""The trace of a run: every step with its time, what it changed, what it asked, and who answered."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.types import Asked, Step
from core.ui.terms import explain
from core.ui.words import duration, plain, step_name

LONG = 20_000  # characters of a value that are shown on the page; the export holds all


def draw_trace(steps: Sequence[Step], key: str) -> None:
    """Draw a table of all steps, and one of them opened."""
    if not steps:
        st.text("Nothing has run yet.")
        return
    st.dataframe(
        overview(steps),
        hide_index=True,
        column_config={
            "What worked": st.column_config.TextColumn(help=explain("trace")),
            "Answered by": st.column_config.TextColumn(help=explain("who answered")),
            "Tokens": st.column_config.NumberColumn(help=explain("token")),
        },
        alt="Every step of the run, in order",
    )
    names = {step.number: f"{step.number}. {step_name(step.node)}" for step in steps}
    number = st.selectbox("Look inside a step", list(names), format_func=names.__getitem__, key=f"{key}:trace-step")
    step = next((step for step in steps if step.number == number), steps[0])
    draw_step(step)


def overview(steps: Sequence[Step]) -> pd.DataFrame:
    """Make a table with a row for each step."""
    return pd.DataFrame(
        {
            "Step": [step.number for step in steps],
            "What worked": [step_name(step.node) for step in steps],
            "Time": [duration(step.seconds) for step in steps],
            "Changed": [", ".join(name.replace("_", " ") for name in step.change) or "nothing" for step in steps],
            "Answered by": [", ".join(dict.fromkeys(_who(asked) for asked in step.asked)) or "code" for step in steps],
            "Tokens": [sum(asked.tokens_in + asked.tokens_out for asked in step.asked) for step in steps],
            "Problem": [step.error for step in steps],
        }
    )


def draw_step(step: Step) -> None:
    """Draw one step: before and after, and the tasks it asked."""
    if step.error:
        st.error(f"This step failed: {plain(step.error)}")
    for name in step.change:
        before, after = st.columns(2)
        with before:
            st.markdown(f"**{plain(name)}** before")
            _value(step.before.get(name, "not set"))
        with after:
            st.markdown(f"**{plain(name)}** after")
            _value(step.change[name])
    for asked in step.asked:
        draw_asked(asked)


def draw_asked(asked: Asked) -> None:
    """Draw one task: the very words that were asked and answered, by whom, in how long, for how many tokens."""
    with st.container(border=True):
        tokens = (
            f" · {asked.tokens_in} tokens in, {asked.tokens_out} out" if asked.tokens_in or asked.tokens_out else ""
        )
        st.markdown(f"**Task: {step_name(asked.task)}** · {plain(_who(asked))} · {duration(asked.seconds)}{tokens}")
        if asked.error:
            st.error(plain(asked.error))
        st.text("Asked")
        st.code(asked.prompt[:LONG], language=None, wrap_lines=True)
        if asked.answer:
            st.text("Answered")
            st.code(asked.answer[:LONG], language=None, wrap_lines=True)


def _who(asked: Asked) -> str:
    return f"{asked.engine} ({asked.model})" if asked.model and asked.model not in asked.engine else asked.engine


def _value(value: object) -> None:
    if isinstance(value, dict | list):
        text = json.dumps(value, ensure_ascii=False)
        if len(text) > LONG:
            st.text(f"{len(text):,} characters; the first {LONG:,}:")
            st.code(text[:LONG], language=None, wrap_lines=True)
        else:
            # Streamlit's colour for texts is too pale on paper: where one would stand open, a click opens it.
            inside = value.values() if isinstance(value, dict) else value
            st.json(value, expanded=False if any(isinstance(one, str) for one in inside) else 1)
    else:
        st.code(str(value)[:LONG], language=None, wrap_lines=True)
