"""Figures of groups as pictures: bars, a line over the years, boxes; each mark knows the row of the table it draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd
import plotly.graph_objects as go

from core.stores.library_groups import Spread
from core.stores.library_plan import Column, Key, Plan
from core.systems.library_chat.agents.wording import figure
from core.ui.scores import SERIES
from core.ui.words import in_chart

MOST_BARS = 20
MOST_LINES = 6
_LONGEST_LABEL = 22
_STEPS = {"": 1, "decade": 10, "century": 100}
_MOST_NAMED_YEARS = 14
_FEW = 8  # books, that are told one by one on the axis
_MOST_FILLED = 400  # places of a line; over more, years without a book are not drawn as 0

Shape = Literal["bars", "line", "boxes"]


@dataclass(frozen=True)
class Row:
    """A group as the table has it: its names by each key, and its figures by each measure, None where unknown."""

    names: tuple[str, ...]
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Chart:
    """A picture, the row that each mark draws (by curve, then by point), and what is left out of it.

    `numbers` are what it draws where that is more than the table of the groups holds.
    """

    figure: go.Figure
    rows: tuple[tuple[int | None, ...], ...]
    left_out: str = ""
    numbers: pd.DataFrame | None = None

    def row_at(self, curve: int, point: int) -> int | None:
        """Return the row of a mark that was clicked."""
        rows = self.rows[curve] if curve < len(self.rows) else ()
        return rows[point] if point < len(rows) else None


def shape_of(plan: Plan, columns: Mapping[str, Column]) -> Shape | None:
    """Return how the groups of a plan are drawn; None where a table says more."""
    if not plan.by or (plan.each and len(plan.by) == 1):
        return None
    if any(_is_time(key, columns) for key in plan.by):
        return "line"
    if len(plan.by) == 1 and spread_column(plan, columns):
        return "boxes"
    return "bars"


def spread_column(plan: Plan, columns: Mapping[str, Column]) -> str:
    """Return the number whose spread a plan asks for: by its deviation, or from the least to the most; "" for none."""
    for measure in plan.measures:
        same = {other.of for other in plan.measures if other.column == measure.column}
        asked = "spread" in same or {"least", "most"} <= same
        if asked and measure.column in columns and columns[measure.column].kind == "number":
            return "" if any(other.where for other in plan.measures) else measure.column
    return ""


def _is_time(key: Key, columns: Mapping[str, Column]) -> bool:
    return bool(key.part) or (key.column == "year" and columns[key.column].kind == "number")


def horizontal_bars(names: Sequence[str], values: Sequence[float], what: str, colour: str = SERIES[0]) -> go.Figure:
    """Draw a bar for each value, the first at the top, with its number beside it; `what` is counted."""
    picture = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            marker_color=colour,
            text=[said(value) for value in values],
            textposition="outside",
            cliponaxis=False,
            hovertemplate=f"%{{text}} {in_chart(what)}<extra></extra>",
        )
    )
    _label_rows(picture, names)
    picture.update_xaxes(visible=False, range=[0, 1.15 * max([*values, 0]) or 1])
    picture.update_layout(height=60 + 26 * len(values), margin={"t": 5, "b": 5, "l": 5, "r": 40})
    return picture


def _label_rows(picture: go.Figure, names: Sequence[str]) -> None:
    """Name the rows of a picture, the first at the top."""
    # A label is read by Plotly as a little HTML, and labels come from data.
    labels = [in_chart(name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}…") for name in names]
    picture.update_yaxes(
        autorange="reversed", tickmode="array", tickvals=list(range(len(names))), ticktext=labels,
        showgrid=False, zeroline=False,
    )  # fmt: skip


def said(value: float | None) -> str:
    """Write a number into a picture: "1,204", "12.5"; a part of the whole as it is."""
    if value is None:
        return ""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}" if value >= 1 else f"{value:.3f}"


# --- of groups --------------------------------------------------------------------------------------------------------


def bars_of(rows: Sequence[Row], what: str) -> Chart:
    """Draw the first figure of the first groups."""
    known = [place for place, row in enumerate(rows) if row.values and row.values[0] is not None]
    shown = known[:MOST_BARS]
    names = [" · ".join(rows[place].names) for place in shown]
    picture = horizontal_bars(names, [rows[place].values[0] or 0.0 for place in shown], what)
    return Chart(picture, (tuple(shown),), _left_out(len(shown), len(rows)))


def line_of(plan: Plan, rows: Sequence[Row], columns: Mapping[str, Column], what: str, counts: bool) -> Chart:
    """Draw the first figure over the years, a line for each group of the other key; with `counts` a year that is
    missing is 0, and what is one line alone is bars."""
    time = next(place for place, key in enumerate(plan.by) if _is_time(key, columns))
    step = _STEPS[plan.by[time].part]
    lines: dict[str, dict[int, int]] = {}
    for place, row in enumerate(rows):
        others = [name for at, name in enumerate(row.names) if at != time]
        lines.setdefault(" · ".join(others), {})[int(float(row.names[time].removesuffix("s")))] = place
    largest = sorted(lines, key=lambda name: -sum(rows[place].values[0] or 0 for place in lines[name].values()))
    years = sorted({year for line in lines.values() for year in line})
    if counts and years and (years[-1] - years[0]) // step <= _MOST_FILLED:
        years = list(range(years[0], years[-1] + 1, step))
    bars = counts and len(lines) == 1  # a line through many years without a book says nothing
    picture, marks = go.Figure(), []
    for colour, name in zip(SERIES, largest[:MOST_LINES], strict=False):
        places = [lines[name].get(year) for year in years]
        values = [(0 if counts else None) if place is None else rows[place].values[0] for place in places]
        drawn = {
            "x": years, "y": values, "name": in_chart(name or what), "text": [said(value) for value in values],
            "hovertemplate": f"%{{x}}: %{{text}} {in_chart(what)}<extra>{in_chart(name)}</extra>",
        }  # fmt: skip
        if bars:
            picture.add_bar(**drawn, marker_color=colour, textposition="none", width=0.8 * step)
        else:
            picture.add_scatter(**drawn, mode="lines+markers", line_color=colour, marker_size=7)
        marks.append(tuple(places))
    picture.update_layout(
        height=340, margin={"t": 10, "b": 10, "l": 10, "r": 15}, yaxis_title=in_chart(what),
        xaxis_title=(plan.by[time].part or "year").capitalize(), showlegend=len(plan.by) > 1,
    )  # fmt: skip
    picture.update_xaxes(tickformat="d")
    if step > 1 and len(years) <= _MOST_NAMED_YEARS:
        ending = "s" if plan.by[time].part == "decade" else ""
        picture.update_xaxes(tickmode="array", tickvals=years, ticktext=[f"{year}{ending}" for year in years])
    most = max((value or 0 for row in rows for value in row.values[:1]), default=0)
    picture.update_yaxes(rangemode="tozero", dtick=1 if counts and most < _FEW else None)
    return Chart(picture, tuple(marks), _left_out(len(marks), len(lines), "largest"))


def boxes_of(rows: Sequence[Row], spreads: Sequence[Spread | None], what: str) -> Chart:
    """Draw how a number is spread in the first groups: least, quartiles and most; the mark on a median is clicked."""
    known = [place for place, spread in enumerate(spreads) if spread]
    drawn = [spread for spread in spreads if spread]
    at = list(range(len(drawn)))
    picture = go.Figure()
    picture.add_box(
        y=at, orientation="h", lowerfence=[one.least for one in drawn], q1=[one.lower for one in drawn],
        median=[one.median for one in drawn], q3=[one.upper for one in drawn], upperfence=[one.most for one in drawn],
        marker_color=SERIES[0], hoverinfo="skip", showlegend=False, width=0.6,
    )  # fmt: skip
    told = [
        f"median {said(one.median)} {in_chart(what)} of {one.of:,} books; "
        f"half of them from {said(one.lower)} to {said(one.upper)}, all from {said(one.least)} to {said(one.most)}"
        for one in drawn
    ]
    picture.add_scatter(
        x=[one.median for one in drawn], y=at, text=told, mode="markers", showlegend=False,
        marker={"size": 11, "symbol": "diamond", "color": SERIES[1]}, hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip
    _label_rows(picture, [" · ".join(rows[place].names) for place in known])
    picture.update_xaxes(title=in_chart(what))
    picture.update_layout(height=110 + 30 * len(at), margin={"t": 5, "b": 5, "l": 5, "r": 15})
    numbers = pd.DataFrame(
        {
            "Group": [" · ".join(rows[place].names) for place in known],
            "Least": [one.least for one in drawn],
            "Lower quarter up to": [one.lower for one in drawn],
            "Median": [one.median for one in drawn],
            "Upper quarter from": [one.upper for one in drawn],
            "Most": [one.most for one in drawn],
            "Books": [one.of for one in drawn],
        }
    )
    return Chart(picture, (tuple(known), tuple(known)), _left_out(len(known), len(rows)), numbers)


def in_words(rows: Sequence[Row], what: str, most: int = 12) -> str:
    """Say what a picture shows, for who cannot see it."""
    told = [f"{' · '.join(row.names)} {said(row.values[0] if row.values else None)}" for row in rows[:most]]
    more = f" and {figure(len(rows) - most)} more" if len(rows) > most else ""
    return f"{what}: {', '.join(told)}{more}"


def _left_out(shown: int, every: int, which: str = "first") -> str:
    return f"Drawn are the {which} {shown} of {every:,}; the table has all." if shown < every else ""
