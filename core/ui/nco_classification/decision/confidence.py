"""How sure a classification is, and how often such a confidence was right."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.systems.nco_classification.codebook.decided import KINDS_OF_TEXT
from core.systems.nco_classification.decision.reliability import Coded, Range, coded_from, range_of
from core.systems.nco_classification.state import BeforeAnswers, ShownConfidence
from core.ui.figure import draw_figure
from core.ui.nco_classification.decision.result import draw_table
from core.ui.nco_classification.decision.threshold import draw_threshold
from core.ui.reliability import Believed, reliability_figure, reliability_table
from core.ui.terms import explain

_STEPS = 101  # thresholds from 0 to 1 that are drawn


def draw_confidence(
    confidence: ShownConfidence | None,
    ranges: Sequence[Range],
    threshold: float,
    needed_for: str,
    key: str,
    *,
    before: BeforeAnswers | None = None,
    answered: bool = False,
) -> None:
    """Draw the confidence of this run in words, and how often such a one was right, as a picture and as a table.

    `confidence` is None when no family was considered, and was computed. A code is given from `threshold` on, which is
    that of such texts as `needed_for` names. Fit and separation are of the first words alone: where a question was
    `answered`, those of `before` any answer.
    """
    found = None
    if confidence is None:
        st.markdown("No family fits these words, so there is no confidence in one. This is how it is otherwise:")
    else:
        found = range_of(confidence["probability"], ranges)
        st.markdown(_in_words(confidence, found, before, answered=answered), help=explain("fit and separation"))
    st.markdown(
        f"{needed_for[:1].upper()}{needed_for[1:]} gets a code where this is {threshold:.0%} or more; below it a "
        "question is asked; *Change* above moves that. The picture shows how far such numbers can be trusted.",
        help=explain("calibrated"),
    )
    kind = KINDS_OF_TEXT[confidence.get("kind", "title") if confidence else "title"]
    cost, belief = st.columns(2)
    with cost:
        st.markdown("**What it costs to be surer**")
        st.markdown(_cost_in_words(coded_from(threshold, ranges), kind))
        coded = [coded_from(step / (_STEPS - 1), ranges) for step in range(_STEPS)]
        draw_threshold(coded, threshold, kind, f"{key}:threshold")
    with belief:
        st.markdown("**Whether such a confidence is true**")
        st.markdown("On the dotted line a confidence of 70% is right 70 times in 100; above it, more often.")
        points = [Believed(span.said, span.right, span.n) for span in ranges]
        here = ranges.index(found) if found else None
        draw_figure(
            reliability_figure(points, threshold, "Mean confidence", "Were right", here=here),
            reliability_table(points, "Mean confidence", "Were right", kind.capitalize()),
            alt="How often the first family was right, over the confidence",
            key=key,
            name="how-often-a-confidence-was-right",
            stands=True,
        )
        draw_table(
            pd.DataFrame(
                {
                    "Confidence": [f"{span.low:.0%} – {span.high:.0%}" for span in ranges],
                    kind.capitalize(): [int(span.n) for span in ranges],
                    "Mean confidence": [100 * span.said for span in ranges],
                    "Were right": [100 * span.right for span in ranges],
                }
            ),
            {"Mean confidence": "{:.0f} %", "Were right": "{:.0f} %"},
            alt=f"For each range of confidence the number of {kind}, their mean confidence, and how many were right",
        )


def _cost_in_words(here: Coded, kind: str) -> str:
    """Say what the threshold that holds comes to in a hundred texts of a kind."""
    if here.right is None:
        return f"From {here.threshold:.0%} on hardly any of 100 {kind} gets a code; nearly all are asked about."
    return (
        f"From {here.threshold:.0%} on about **{100 * here.coded:.0f} of 100** {kind} that were measured get a code, "
        f"and about **{100 * here.right:.0f} of 100** of these codes are right."
    )


def _in_words(
    confidence: ShownConfidence, found: Range | None, before: BeforeAnswers | None = None, *, answered: bool = False
) -> str:
    """Say what the numbers of this run mean for jobs like it."""
    kind = KINDS_OF_TEXT[confidence.get("kind", "title")]
    if answered:
        computed = f"With what was answered the confidence is **{confidence['probability']:.0%}**."
        if before:
            first = max(before["chances"], key=lambda family: (before["chances"][family], family))
            computed = f"Before any answer: {_made(before['confidence'])} for {first}. {computed}"
    else:
        computed = (
            f"{_made(confidence)}: of 100 jobs found as clearly as this one, about "
            f"{100 * confidence['probability']:.0f} should have this code."
        )
    if found is None:
        return computed
    return (
        f"{computed} Measured on {found.n:,.0f} {kind} with a confidence between {found.low:.0%} and {found.high:.0%}, "
        f"**{found.right:.0%}** were right at the first family."
    )


def _made(confidence: ShownConfidence) -> str:
    return (
        f"Fit **{confidence['fit']:.2f}** (the first family's score), separation **{confidence['separation']:.2f}** "
        "(its lead over the second), whether the parts of the score agree, and how much of the words is known "
        f"make a confidence of **{confidence['probability']:.0%}**"
    )
