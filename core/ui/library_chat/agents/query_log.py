"""What was asked of the store, as the Cypher that runs on Neo4j, or would."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from core.systems.library_chat.agents.query_log import LoggedStatement
from core.ui.terms import explain
from core.ui.words import count


def draw_statements(statements: Sequence[LoggedStatement], runs: bool) -> None:
    """Draw every statement with its parameters, the answer's first; `runs` says whether they really ran on Neo4j."""
    st.markdown(
        ":material/play_circle: **Runs on Neo4j**: these are the statements as they were sent, in read transactions."
        if runs
        else ":material/database: **Would run on Neo4j**: the embedded graph answered, with the same books, order and "
        "scores; on Neo4j these statements would be sent."
    )
    st.markdown(
        "Every statement is one of a fixed list. Names and numbers go in as parameters, never as text.",
        help=explain("Cypher"),
    )
    answering = [statement for statement in statements if statement["agent"] != "supervisor"]
    reading = [statement for statement in statements if statement["agent"] == "supervisor"]
    if not answering:
        st.markdown("Nothing was searched or counted for this answer.")
    for one in answering:
        _draw(one)
    if reading:
        with st.expander(f"How the question was understood: {count(len(reading), 'statement')}"):
            for one in reading:
                _draw(one)


def _draw(statement: LoggedStatement) -> None:
    st.markdown(f"**{statement['operation'].replace('_', ' ').capitalize()}**, for the {statement['agent']}")
    query, parameters = st.columns([2, 1])
    # Without colours: those of the highlighter are too pale to be read by everybody.
    query.code(statement["cypher"], language=None, wrap_lines=True)
    parameters.code(json.dumps(statement["parameters"], indent=2, ensure_ascii=False), language=None, wrap_lines=True)
