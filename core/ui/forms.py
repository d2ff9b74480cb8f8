"""The form of a question that a graph put to the analyst."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import Busy
from core.session import GraphSession
from core.types import JSON, Answer, Choice, Field, Number, Question, Text, Tick
from core.ui.buttons import guarded_act
from core.ui.in_the_browser import bring_below_into_sight
from core.ui.words import plain


def ask_back(session: GraphSession, question: Question) -> None:
    """Draw the open question of a session; sending it resumes the run."""
    id = session.question_id
    bring_below_into_sight(f"{session.thread}:{id}", who="question")
    draw_question(question, f"question:{session.thread}:{id}", _resume, session, id)


def _resume(answer: Answer, session: GraphSession, id: str) -> None:
    sent = f"question:{session.thread}:{id}:sent"
    session.wait(0)
    if session.question_id == id and session.resume(answer):
        st.session_state[sent] = True
    elif sent not in st.session_state:  # a double click has nothing to be told
        raise Busy(
            "This question was answered already, in another tab.",
            f"What came of that answer is shown here; yours was not used: {_in_words(answer)}.",
        )


def _in_words(answer: Answer) -> str:
    """Repeat an answer, so that nobody has to remember what they said."""
    given = [one for value in answer.values() for one in (value.values() if isinstance(value, dict) else [value])]
    return "; ".join(f"“{one}”" for one in given if one not in (None, "", [])) or "“nothing”"


def draw_question(question: Question, key: str, send: Callable[..., object], *args: object, first: bool = True) -> None:
    """Draw a question with its form; `send(answer, *args)` once everything that is required is there, the answer by
    field.

    `first`: answering is the first thing to do on this page, and its button looks so.
    """
    with st.container(border=True):
        st.markdown(f":material/contact_support: **{plain(question.text)}**")
        if question.beside:
            st.caption(plain(question.beside))
        with st.form(key, border=False):
            shown = st.container()
            behind = st.expander(plain(question.fold)) if question.folded else shown
            for field in question.fields:
                with behind if field.name in question.folded else shown:
                    _draw(field, f"{key}:{field.name}")
            st.form_submit_button(
                plain(question.send_label), type="primary" if first else "secondary",
                on_click=guarded_act, args=(_send, question, key, send, args),
            )  # fmt: skip
        if missing := st.session_state.pop(_missing(key), None):
            st.error(f"Still open: {plain(', '.join(missing))}.")


def _send(question: Question, key: str, send: Callable[..., object], args: tuple[object, ...]) -> None:
    answer = {field.name: _answered(field, f"{key}:{field.name}") for field in question.fields}
    missing = [field.label for field in question.fields if field.required and answer[field.name] in ("", None, [])]
    if missing:
        st.session_state[_missing(key)] = missing
    else:
        send(answer, *args)


def _missing(key: str) -> str:
    return f"{key}:missing"


def _draw(field: Field, key: str) -> None:
    label = plain(field.label)
    match field:
        case Choice():
            _draw_choice(field, key)
        case Text(long=True):
            st.text_area(label, field.default, key=key, height="content")
        case Text():
            st.text_input(label, field.default, key=key)
        case Number():
            low, high, default, step = (float(one) for one in (field.low, field.high, field.default, field.step))
            if all(one.is_integer() for one in (low, high, default, step)):  # whole numbers are asked for as such
                st.number_input(label, int(low), int(high), int(default), int(step), key=key)
            else:
                st.number_input(label, low, high, default, step, key=key)
        case Tick():
            st.checkbox(label, field.default, key=key)


def _draw_choice(field: Choice, key: str) -> None:
    label = plain(field.label)
    if field.many:
        chosen = field.default if isinstance(field.default, list) else []
        st.multiselect(label, field.options, chosen, key=key, accept_new_options=field.other)
        return
    options = [*field.options, field.other_option] if field.other else field.options
    index = options.index(field.default) if isinstance(field.default, str) and field.default in options else None
    details = [plain(detail) for detail in field.details]
    if details and field.other:
        details.append(plain(field.other_detail))
    st.radio(label, options, index=index, format_func=plain, captions=details or None, key=key)
    if field.other:
        st.text_input(plain(field.words_label), key=f"{key}:words")


def _answered(field: Field, key: str) -> JSON:
    """Return what the analyst gave in a field; it goes into the answer as it is."""
    given: JSON = st.session_state[key]
    match field:
        case Choice(other=True, many=False):
            words = str(st.session_state[f"{key}:words"]).strip()
            chosen = None if given == field.other_option else given
            return {"chosen": chosen, "words": words} if field.both and words and chosen else words or chosen
        case Text():
            return str(given).strip()
    return given
