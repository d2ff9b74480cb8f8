"""What came of each sub-question, as pictures: how its sentences stand to their sources, and from when these are."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.evidence.verdicts import MARKS, Standing
from core.systems.research_reports.state import State
from core.systems.research_reports.write.checking import verdict_of
from core.systems.research_reports.write.citations import sources_of
from core.ui.figure import draw_figure
from core.ui.scores import QUIET, SERIES
from core.ui.words import in_chart

QUESTION = "Sub-question"
NO_YEAR = "No year"
_COLOURS: Mapping[Standing, str] = {
    "backed": SERIES[2],
    "contradicted": SERIES[4],
    "not in the passage": SERIES[3],
    "not checked": QUIET,
}
_BLUES = ("#cfe6f5", "#a9d3ee", "#80bbe2", "#5aa3d3", "#3d8cc0")
_MOST_SPANS = len(_BLUES)
_INK = "#10202b"  # on any of these colours
_LINE = 56  # letters of a question in a line, that fits a telephone
_ROOM, _LETTERS = 44, 17  # pixels of a bar with its gap, and of a line above it


def draw_by_question(state: State, key: str) -> None:
    """Draw both pictures beside each other; nothing where the report has no sentence."""
    verdicts, years = verdicts_by_question(state), years_by_question(state)
    if verdicts.empty or not _parts(years):
        return
    left, right = st.columns(2)
    with left:
        st.markdown("**How the sentences stand to what they cite**")
        draw_figure(
            stacked(verdicts, {_named(standing): colour for standing, colour in _COLOURS.items()}, "Sentences"),
            verdicts,
            alt="For each sub-question, how many sentences have which verdict",
            key=f"{key}:verdicts",
            name="verdicts-by-sub-question",
        )
    with right:
        st.markdown("**From when the cited papers are**")
        spans = _parts(years)
        draw_figure(
            stacked(years, dict(zip(spans, _shades(len(spans), spans[-1] == NO_YEAR), strict=True)), "Cited papers"),
            years,
            alt="For each sub-question, how many cited papers are from which years",
            key=f"{key}:years",
            name="cited-papers-by-year",
        )


def verdicts_by_question(state: State) -> pd.DataFrame:
    """Count the sentences of each sub-question by their verdict, those struck out as well; verdicts that nobody has are
    left out."""
    sections = [section for section in state["report"]["sections"] if section["claims"] or section["struck"]]
    standings = [
        [verdict_of(claim).standing for claim in (*section["claims"], *section["struck"])] for section in sections
    ]
    return pd.DataFrame(
        {
            QUESTION: [section["question"] for section in sections],
            **{
                _named(one): [found.count(one) for found in standings]
                for one in _COLOURS
                if any(one in found for found in standings)
            },
        }
    )


def years_by_question(state: State) -> pd.DataFrame:
    """Count the papers that each sub-question cites by their year, or by spans of years where these are many."""
    sections = [section for section in state["report"]["sections"] if section["claims"]]
    papers = [
        dict.fromkeys(id for claim in section["claims"] for id in sources_of(state, claim)) for section in sections
    ]
    cited = [[state["papers"][id]["year"] for id in ids] for ids in papers]
    known = sorted({year for found in cited for year in found if year})
    spans = _spans(known[0], known[-1]) if known else []
    table: dict[str, list[str] | list[int]] = {QUESTION: [section["question"] for section in sections]}
    for low, high in spans:
        counted = [sum(low <= (year or 0) <= high for year in found) for found in cited]
        if any(counted):
            table[str(low) if low == high else f"{low}–{high}"] = counted
    if any(not year for found in cited for year in found):
        table[NO_YEAR] = [sum(not year for year in found) for found in cited]
    return pd.DataFrame(table)


def _spans(first: int, last: int) -> list[tuple[int, int]]:
    """Part the years into at most five spans of 1, 2, 5, 10, … years that begin at a multiple of their length."""
    lengths = (scale * length for scale in (1, 10, 100, 1000) for length in (1, 2, 5))
    length = next(one for one in lengths if last // one - first // one < _MOST_SPANS)
    return [(start, start + length - 1) for start in range(first // length * length, last + 1, length)]


def _parts(table: pd.DataFrame) -> list[str]:
    """Return the columns that are counted: all but the question."""
    return [str(column) for column in table][1:]


def _named(standing: Standing) -> str:
    return f"{MARKS[standing]} {standing.capitalize()}"


def _shades(number: int, no_year: bool) -> list[str]:
    """Return one blue for each span, the later the stronger, and grey for what has no year."""
    blues = list(_BLUES[len(_BLUES) - number + no_year :])
    return [*blues, QUIET] if no_year else blues


def stacked(table: pd.DataFrame, colours: Mapping[str, str], what: str) -> go.Figure:
    """Draw a bar for each sub-question of the first column, in parts by the other columns; `what` is counted.

    A question stands whole above its bar, so that it has room on a telephone.
    """
    figure, at, height = go.Figure(), [], 0.0
    for question in table[QUESTION]:
        lines = wrap(question, _LINE) or [""]
        height += len(lines) * _LETTERS
        figure.add_annotation(
            x=0, xref="paper", y=height, text="<br>".join(map(in_chart, lines)), align="left", showarrow=False,
            xanchor="left", yanchor="bottom", borderpad=0,
        )  # fmt: skip
        at.append(height + _ROOM / 4)
        height += _ROOM
    for column in _parts(table):
        figure.add_bar(
            x=table[column], y=at, orientation="h", width=_ROOM / 2, name=column,
            marker={"color": colours[column], "line": {"color": QUIET, "width": 1}}, textfont_color=_INK,
            text=[f"{number}" if number else "" for number in table[column]], textposition="inside",
            insidetextanchor="middle", textangle=0,
            hovertemplate=f"{in_chart(column)}: %{{x}}<extra></extra>",
        )  # fmt: skip
    figure.update_layout(
        barmode="stack", height=int(height) + 110, margin={"t": 5, "b": 5, "l": 10, "r": 10}, showlegend=True,
        legend={"traceorder": "normal"},
    )  # fmt: skip
    figure.update_yaxes(range=[height, 0], visible=False)
    figure.update_xaxes(title=what, tickformat="d", rangemode="tozero", zeroline=False)
    return figure
