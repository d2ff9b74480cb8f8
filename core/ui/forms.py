"""The form of a question that a graph put to the analyst."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.session import GraphSession
from core.types import Choice, Field, Number, Question, State, Text, Tick
from core.ui.words import plain

OTHER = "Something else"


def ask_back(session: GraphSession, question: Question) -> None:
    """Draw the open question of a session; sending it resumes the run."""
    answer = draw_question(question, f"question:{session.thread}:{session.question_id}")
    if answer is not None:
        session.resume(answer)
        st.rerun()


def draw_question(question: Question, key: str, first: bool = True) -> State | None:
    """A question with its form; the answer by field, once it is sent with everything that is required.

    `first`: answering is the first thing to do on this page, and its button looks so.
    """
    with st.container(border=True):
        st.markdown(f":material/contact_support: **{plain(question.text)}**")
        with st.form(key, border=False):
            answer = {field.name: _draw(field, f"{key}:{field.name}") for field in question.fields}
            sent = st.form_submit_button(question.send_label, type="primary" if first else "secondary")
        if not sent:
            return None
        missing = [field.label for field in question.fields if field.required and answer[field.name] in ("", None, [])]
        if missing:
            st.error(f"Still open: {', '.join(missing)}.")
        return None if missing else answer


def _draw(field: Field, key: str) -> Any:
    """One field; what it returns goes into the answer as it is."""
    match field:
        case Choice():
            return _choice(field, key)
        case Text(long=True):
            return st.text_area(field.label, field.default, key=key).strip()
        case Text():
            return st.text_input(field.label, field.default, key=key).strip()
        case Number():
            low, high, default, step = (float(one) for one in (field.low, field.high, field.default, field.step))
            if all(one.is_integer() for one in (low, high, default, step)):  # whole numbers are asked for as such
                return st.number_input(field.label, int(low), int(high), int(default), int(step), key=key)
            return st.number_input(field.label, low, high, default, step, key=key)
        case Tick():
            return st.checkbox(field.label, field.default, key=key)


def _choice(field: Choice, key: str) -> str | list[str] | None:
    if field.many:
        chosen = field.default if isinstance(field.default, list) else []
        return list(st.multiselect(field.label, field.options, chosen, key=key, accept_new_options=field.other))
    options = [*field.options, OTHER] if field.other else field.options
    index = options.index(field.default) if isinstance(field.default, str) and field.default in options else None
    details = [plain(detail) for detail in field.details]
    if details and field.other:
        details.append("Say it below")
    picked = st.radio(field.label, options, index=index, format_func=plain, captions=details or None, key=key)
    if not field.other:
        return picked
    words = st.text_input("In your own words", key=f"{key}:words").strip()
    return words or (None if picked == OTHER else picked)
