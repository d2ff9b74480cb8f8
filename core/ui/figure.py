"""Charts: one look for all of them, the table behind each, and both to take away.

The picture is saved by the browser that drew it: the server needs no engine for that, and nothing is asked of the
network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

import streamlit as st

from core.tables.writing import to_csv
from core.ui.downloads import Download, draw_download
from core.ui.in_the_browser import draw_saving

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go
    from streamlit.elements.lib.column_types import ColumnConfig
    from streamlit.elements.plotly_chart import PlotlyState

_ROW, _HEAD, _TALLEST = 35, 38, 390  # pixels of a table


def draw_figure(
    figure: go.Figure,
    table: pd.DataFrame,
    alt: str,
    key: str,
    name: str,
    *,
    columns: Mapping[str, ColumnConfig] | None = None,
    stands: bool = False,
    on_select: Callable[[], None] | Literal["rerun", "ignore"] = "ignore",
) -> PlotlyState | None:
    """Draw a chart, the buttons that save it, and its numbers as a fold; gives what is picked with `on_select` "rerun".

    `table` holds what the chart draws, numbers as numbers with their units in the heads; `columns` is how they are
    written. Where a table of them `stands` on the page already there is no fold. `name` is that of the files, without
    an ending. The chart has a legend below and neither moves nor zooms, so that a finger goes on past it.
    """
    in_one_look(figure)
    picked = st.plotly_chart(
        figure,
        key=key,
        on_select=on_select,
        selection_mode="points",
        config={"displayModeBar": False},
        alt=alt,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        draw_saving(name, alt, f"{key}:picture")
        numbers = Download("Numbers", f"{name}.csv", "text/csv", partial(to_csv, table))
        draw_download(numbers, key, quiet=True, help="Save the numbers as CSV")
    if not stands:
        with st.expander("The numbers", icon=":material/table:"):
            st.dataframe(
                table,
                hide_index=True,
                placeholder="–",
                height=min(_HEAD + _ROW * len(table), _TALLEST),
                column_config=columns,
                key=f"{key}:numbers",
                alt=f"The numbers of the chart. {alt}",
            )
    return cast("PlotlyState", picked) if on_select == "rerun" else None


def in_one_look(figure: go.Figure) -> None:
    """Give a figure what all have: the legend below, room for every label, no zoom."""
    figure.update_layout(
        dragmode=False,
        legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "xref": "container", "x": 0},
    )
    figure.update_xaxes(automargin=True, fixedrange=True)
    figure.update_yaxes(automargin=True, fixedrange=True)
