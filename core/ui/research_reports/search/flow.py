"""How many records went where, from what the tools gave to what the report cites, after PRISMA's flow diagram."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.systems.research_reports.search.flow import FLOW_WORDS, flow
from core.systems.research_reports.state import State
from core.ui.words import count

_MAIN = ("found", "screened", "kept", "used")
_LEFT_OUT = {"found": ("merged", "not_support", "no_abstract"), "screened": ("below",), "kept": ("unused",)}
_WORDS = {**FLOW_WORDS, "unused": "kept and not cited"}
_PLAIN = 'fillcolor="#cfe3f5", color="#1f5f99", fontcolor="#0c2740"'
_OUT = 'fillcolor="#eceae4", color="#8a867c", fontcolor="#3b3933"'


def draw_flow(state: State) -> None:
    """Draw the diagram, the same as a table, and the records that were merged."""
    counted = flow(state)
    table = pd.DataFrame({"Records": counted.values()}, index=pd.Index([_WORDS[name].capitalize() for name in counted]))
    picture, numbers = st.columns([3, 2])
    with picture:
        st.graphviz_chart(dot(counted), alt="; ".join(f"{_WORDS[name]}: {number}" for name, number in counted.items()))
    with numbers:
        st.table(table, alt="The same numbers as a table")
    merges = state["merges"]
    with st.expander(f"{count(len(merges), 'record')} merged", icon=":material/merge:"):
        if merges:
            rows = {
                "Record": [merge["merged"] for merge in merges],
                "Merged into": [merge["kept"] for merge in merges],
                "Because of": [merge["reason"] for merge in merges],
                "Value": [str(merge["value"]) for merge in merges],
            }
            st.dataframe(pd.DataFrame(rows), hide_index=True, alt="Which record was merged into which, and why")
        else:
            st.markdown("No two records were of the same work.")


def dot(counted: Mapping[str, int]) -> str:
    """Return the flow in Graphviz's language: what went on downwards, what was left out to the side."""
    lines = [
        "digraph {", 'bgcolor="transparent"; node [shape=box, style="filled,rounded", fontname="Source Sans"];',
        'edge [color="#8a867c"];',
    ]  # fmt: skip
    for name in _MAIN:
        lines.append(f'{name} [label="{_label(name, counted)}", {_PLAIN}];')
        if outs := [out for out in _LEFT_OUT.get(name, ()) if counted[out]]:
            label = "\\n".join(_label(out, counted) for out in outs)
            lines.append(
                f'{name}_out [label="{label}", {_OUT}]; {{rank=same; {name}; {name}_out}} {name} -> {name}_out;'
            )
    lines.append(" -> ".join(_MAIN) + ";")
    return "\n".join([*lines, "}"])


def _label(name: str, counted: Mapping[str, int]) -> str:
    return f"{counted[name]} {_WORDS[name]}"
