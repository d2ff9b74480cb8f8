"""The queries that were tried for a question: what changed, what each one found, and how that was graded."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.systems.knowledge_base.state import Attempt, ChangedWords, State
from core.ui.knowledge_base.search.passages import title_of_retrieved
from core.ui.terms import explain
from core.ui.words import plain


def draw_attempts(state: State, key: str) -> None:
    """One query at a time, the last one first."""
    attempts = state["attempts"]
    number = 1
    if len(attempts) > 1:
        number = st.segmented_control(
            "Query",
            list(range(1, len(attempts) + 1)),
            default=len(attempts),
            required=True,
            format_func=lambda one: f"Query {one}",
            key=f"{key}:attempt",
        ) or len(attempts)
    else:
        st.markdown("One query was enough." if attempts[0]["summary"]["passed"] else "One query was tried.")
    attempt = attempts[number - 1]
    st.markdown(
        f"**“{plain(attempt['query'])}”** · {plain(attempt['type'])}, λ {attempt['lambda_mult']:.2f}", help=explain("λ")
    )
    if guess := state.get("would_say"):
        st.caption(
            "The search by meaning looked halfway between the question and what the model believed that a matching "
            f"passage may say: “{plain(guess)}”. It answers nothing."
        )
    if number > 1:
        st.markdown(_changes(attempt["changed"]))
    passed = attempt["summary"]["passed"]
    icon = ":material/check_circle:" if passed else ":material/replay:"
    st.markdown(f"{icon} **{'Passed' if passed else 'Did not pass'}.** {plain(attempt['summary']['reason'])}")
    if attempt["documents"]:
        _draw_documents(attempt, number, key)


def _changes(changed: ChangedWords) -> str:
    parts = [
        f"{name}: {', '.join(f'“{plain(word)}”' for word in words)}"
        for name, words in (("added", changed["added"]), ("dropped", changed["dropped"]))
        if words
    ]
    return f"Against the query before: {'; '.join(parts) or 'the same words'}."


def _draw_documents(attempt: Attempt, number: int, key: str) -> None:
    grades = {grade["id"]: grade for grade in attempt["grades"]}
    documents = attempt["documents"]
    given = [grades.get(document["id"]) for document in documents]
    table = pd.DataFrame(
        {
            "Passage": [title_of_retrieved(document) for document in documents],
            "New": ["new" if document["id"] in attempt["new"] else "seen before" for document in documents],
            "Score": [document["score"] for document in documents],
            "Grade": pd.array([grade["score"] if grade else None for grade in given], dtype="Float64"),
            "Relevant": [("yes" if grade["relevant"] else "no") if grade else "not graded" for grade in given],
            "Reason": [grade["reason"] if grade else "" for grade in given],
        }
    )
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            "Passage": st.column_config.TextColumn(width=230, pinned=True),
            "Score": st.column_config.NumberColumn(format="%.3f", width=70, help=explain("score")),
            "Grade": st.column_config.NumberColumn(format="%.2f", width=70, help=explain("graded")),
            "Reason": st.column_config.TextColumn(width=480),
        },
        key=f"{key}:attempt-table:{number}",
        placeholder="–",
        alt=f"The passages that query {number} brought, each with its grade and the reason for it",
    )
