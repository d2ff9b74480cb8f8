"""Colours of charts: Okabe and Ito's, told apart by the colour-blind, on paper and on slate alike."""

from __future__ import annotations

SERIES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8C7A00", "#7a7a7a")
QUIET = "#8a867c"  # lines that only guide the eye
