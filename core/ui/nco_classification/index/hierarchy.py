"""Where the candidates lie in the whole classification: as rings, and as a table."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.systems.nco_classification.decision.confidence import mass_below
from core.systems.nco_classification.index.classification import DIGITS, LEVELS, Classification
from core.ui.figure import draw_figure
from core.ui.nco_classification.codebook.place import linked_code
from core.ui.nco_classification.decision.result import draw_table
from core.ui.scores import QUIET, SERIES
from core.ui.terms import explain
from core.ui.words import plain

FAINT = "rgba(138,134,124,0.2)"  # what is not a candidate, on paper and on slate
SHOWN = 0.005  # the least share that has a line in the table
INK = "#10202b"  # on the colour of a candidate


def draw_hierarchy(shares: Mapping[str, float], known: Classification, key: str, *, chosen: bool = False) -> None:
    """Draw the classification as rings, candidates coloured and given room by their likelihood; and as a table.

    `shares` is how likely each family is (`decision.shares`); what was `chosen` has no likelihood, and none is told.
    """
    mass = {
        prefix: mass_below(prefix, shares)
        for family in shares
        for prefix in (family[: DIGITS[level]] for level in LEVELS[:-1])
    }
    picture, table = st.columns([3, 2])
    with picture:
        draw_figure(
            _rings(mass, shares, known),
            pd.DataFrame(
                [(code, known.title(code), round(100 * mass[code], 1)) for code in _listed(mass)],
                columns=["Code", "Title", "Share (%)"],
            ).drop(columns=["Share (%)"] if chosen else []),
            alt="All families of the classification in rings; the table beside it lists those that are candidates",
            key=key,
            name="where-the-candidates-lie",
            stands=True,
        )
    with table:
        st.markdown(
            "The inner ring are the divisions, the outer ring all 437 families. Colour shows the candidates, and a "
            "likelier one gets more room. Click a ring to look inside it.",
            help=explain("share"),
        )
        rows = _listed(mass)
        if not rows:
            st.markdown("No family is a candidate: none fits these words.")
            return
        likelihood = {} if chosen else {"Share": [100 * mass[code] for code in rows]}
        if chosen:
            st.markdown("The code was chosen in answer to a question, so no share is computed.")
        draw_table(
            pd.DataFrame(
                {
                    "Code": [linked_code(code) for code in rows],
                    **likelihood,
                    "Title": [plain(known.title(code)) for code in rows],
                }
            ),
            {} if chosen else {"Share": "{:.0f} %"},
            alt="Where the candidates lie: divisions, sub-divisions, groups and families with their shares",
        )


def _listed(mass: Mapping[str, float]) -> list[str]:
    """List the codes that have a line in the table, in its order."""
    return sorted((code for code in mass if mass[code] >= SHOWN), key=lambda code: _branch(code, mass))


def _branch(code: str, mass: Mapping[str, float]) -> list[tuple[float, str]]:
    """Order down the tree, the likelier branch first."""
    return [(-mass[code[:digits]], code[:digits]) for digits in range(1, len(code) + 1)]


def _rings(mass: Mapping[str, float], shares: Mapping[str, float], known: Classification) -> go.Figure:
    levels = (known.divisions, known.subdivisions, known.groups, known.families)
    codes = [code for level in levels for code in level]
    room = {family: 1 + 150 * shares.get(family, 0.0) for family in known.families}
    figure = go.Figure(
        go.Sunburst(
            ids=codes,
            labels=codes,
            parents=["" if len(code) == 1 else code[:-1] for code in codes],
            values=[room.get(code, 0.0) for code in codes],
            branchvalues="remainder",
            text=[code if len(code) == 1 or mass.get(code, 0.0) > 0.03 else "" for code in codes],
            textinfo="text",
            textfont={"color": [INK if mass.get(code, 0.0) > 0.3 else QUIET for code in codes]},
            customdata=[[known.title(code), mass.get(code, 0.0)] for code in codes],
            hovertemplate="%{label} %{customdata[0]}<br>%{customdata[1]:.0%}<extra></extra>",
            marker={"colors": [_shade(mass.get(code, 0.0)) for code in codes], "line": {"width": 0.5, "color": FAINT}},
            leaf={"opacity": 1},
            sort=False,
        )
    )
    figure.update_layout(margin={"t": 5, "b": 5, "l": 5, "r": 5}, height=520)
    return figure


def _shade(share: float) -> str:
    """Colour candidates as strongly as their share; grey where nothing was found."""
    red, green, blue = (int(SERIES[5][start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red},{green},{blue},{0.25 + 0.75 * share:.2f})" if share > 0.001 else FAINT
