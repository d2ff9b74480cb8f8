"""Which sentence rests on which source: the matrix, sentences that rest on one paper, and contradictions."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from pandas.api.extensions import ExtensionArray

from core.systems.research_reports.state import Comparison, State
from core.systems.research_reports.write.citations import citation_matrix, claims_of, source_numbers
from core.systems.research_reports.write.doubts import NOBODY_COMPARED, single_source
from core.ui.research_reports.write.by_question import draw_by_question
from core.ui.research_reports.write.evidence import draw_evidence
from core.ui.words import count, plain


def draw_matrix(state: State, key: str) -> None:
    """Draw each sub-question in figures, the matrix with the passages of the picked cell, then what to read twice."""
    claims = claims_of(state["report"])
    if not claims:
        st.markdown("The report has no sentence.")
        return
    draw_by_question(state, key)
    numbers = source_numbers(state)
    st.markdown("A number is how many passages of the source the sentence cites. Pick a cell to read them.")
    picked = st.dataframe(
        matrix_table(state),
        hide_index=True,
        column_config={
            "Sentence": st.column_config.TextColumn(width=430, pinned=True),
            **{
                f"[{number}]": st.column_config.NumberColumn(width=45, help=plain(state["papers"][paper]["title"]))
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
    _draw_contradictions(state)
    single = single_source(state)
    with st.expander(f"{count(len(single), 'sentence')} that rest on one paper alone", icon=":material/looks_one:"):
        st.markdown("\n".join(f"- {plain(claim['text'])}" for claim in single) or "None.")


def _draw_contradictions(state: State) -> None:
    compared = state.get("compared", NOBODY_COMPARED)
    st.markdown("**Contradictions between sources**")
    if not compared["by"]:
        st.markdown(
            ":material/info: Nobody looked for them: rules cannot tell whether two sources contradict each other. "
            "A model or an entailment model (CLAIM_MODEL) compares the sentences on one matter."
        )
        return
    texts = {claim["id"]: claim["text"] for claim in claims_of(state["report"])}
    found = [pair for pair in compared["found"] if pair["one"] in texts and pair["other"] in texts]
    st.markdown(plain(compared_in_words(compared, len(found))))
    for pair in found:
        with st.container(border=True):
            st.markdown(f"{plain(texts[pair['one']])}  \n**against** {plain(texts[pair['other']])}")
            st.markdown(f"{plain(pair['why'])} Read both sources before you rely on either.")


def compared_in_words(compared: Comparison, found: int) -> str:
    """Say how many pairs of sentences a judge compared, what came of it, and how many were not compared."""
    pairs, left = compared["pairs"], compared["left"]
    if not pairs + left:
        return "No two sentences of different papers speak of one matter, so there was nothing to compare."
    if not pairs:
        return f"{compared['by']} gave no verdict on the {count(left, 'pair')} of sentences on one matter."
    told = [f"{compared['by']} compared {count(pairs, 'pair')} of sentences on one matter."]
    if found:
        told.append(f"It says that {count(found, 'pair')} cannot both be true.")
    else:
        told.append("It found no two that contradict each other.")
    if left:
        told.append(f"Not compared: {count(left, 'pair')}.")
    return " ".join(told)
