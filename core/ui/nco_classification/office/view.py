"""The office on the panel of NCO classification: its rules, what it remembers, and what moved since the last round."""

from __future__ import annotations

from core.ui.nco_classification.office.remembered import draw_drift, draw_remembered
from core.ui.nco_classification.office.rules import draw_rules
from core.ui.resources import resources
from core.ui.tabs import draw_tabs


def draw_office() -> None:
    """Draw the tabs of the office; what is in them holds for one job and for every file."""
    folder = resources().folder
    draw_tabs(
        {
            "Rules": lambda: draw_rules(folder),
            "Earlier decisions": lambda: draw_remembered(folder),
            "Drift": lambda: draw_drift(folder),
        },
        "nco_classification:office",
    )
