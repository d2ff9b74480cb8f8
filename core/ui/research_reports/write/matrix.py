"""Which sentence rests on which source: the matrix, sentences that rest on one paper, and seeming contradictions."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from pandas.api.extensions import ExtensionArray

from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import citation_matrix, claims_of, source_numbers
from core.systems.research_reports.write.doubts import contradictions, single_source
from core.ui.research_reports.write.evidence import draw_evidence
from core.ui.words import count, plain


def draw_matrix(state: State, key: str) -> None:
    """Draw the matrix with the passages of the cell that was picked, then what to read twice."""
    claims = claims_of(state["report"])
    if not claims:
        st.markdown("The report has no sentence.")
        return
    numbers = source_numbers(state)
    st.markdown("A number is how many passages of the source the sentence cites. Pick a cell to read them.")
    picked = st.dataframe(
        matrix_table(state),
        hide_index=True,
        column_config={
            "Sentence": st.column_config.TextColumn(width=430, pinned=True),
            **{
                f"[{number}]": st.column_config.NumberColumn(width=45, help=state["papers"][paper]["title"])
                for paper, number in numbers.items()
            },
        },
        on_select="rerun",
        selection_mode="single-cell",
        key=f"{key}:matrix",
        placeholder="",
        alt="Sentences in rows, sources in columns",
    )
    for row, column in picked.selection.cells[:1]:
        by_number = {f"[{number}]": paper for paper, number in numbers.items()}
        st.markdown(f":material/format_quote: {plain(claims[row]['text'])}")
        draw_evidence(state, claims[row], by_number.get(column, ""))
    _draw_doubts(state)


def matrix_table(state: State) -> pd.DataFrame:
    """Return a row for each sentence, a column for each cited source; empty where the one does not cite the other."""
    claims, cells, numbers = claims_of(state["report"]), citation_matrix(state), source_numbers(state)
    columns: dict[str, list[str] | ExtensionArray] = {"Sentence": [claim["text"] for claim in claims]}
    for paper, number in numbers.items():
        counted = [len(cells[claim["id"]].get(paper, ())) or None for claim in claims]
        columns[f"[{number}]"] = pd.array(counted, dtype="Int64")
    return pd.DataFrame(columns)


def _draw_doubts(state: State) -> None:
    opposed = contradictions(state)
    st.markdown(f"**Candidates of contradiction: {len(opposed)}**")
    if not opposed:
        st.markdown("No two sentences on the same matter, of different papers, point against each other.")
    for pair in opposed:
        with st.container(border=True):
            st.markdown(f"{plain(pair.one['text'])}  \n**against** {plain(pair.other['text'])}")
            st.markdown(f"{plain(pair.why)} Read both sources: this is a candidate, no finding.")
    single = single_source(state)
    with st.expander(f"{count(len(single), 'sentence')} that rest on one paper alone", icon=":material/looks_one:"):
        st.markdown("\n".join(f"- {plain(claim['text'])}" for claim in single) or "None.")
