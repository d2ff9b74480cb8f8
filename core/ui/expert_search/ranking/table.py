"""The table of people: rank, who, whether they fit, the score and its two sides; the four searches on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.retrieval.fusion import Part
from core.systems.expert_search.people.records import Expert
from core.systems.expert_search.ranking.standing import GROUPS, Fits, Standing, in_words
from core.systems.expert_search.state import SOURCES
from core.ui.buttons import act, step_place
from core.ui.scores import draw_parts, move_in_words
from core.ui.terms import explain
from core.ui.words import plain

_ICONS: dict[Fits, str] = {
    "all": "check_circle",
    "all but wishes": "check_circle",
    "all but unknown": "incomplete_circle",
    "likely": "incomplete_circle",
    "not all": "cancel",
}
_NUMBER, _WIDEST = 58, 960  # pixels; farther apart a name and its numbers are no row to the eye
_NUMBERS = ("Score", "Meaning", "Words")


def people_table(
    places: Sequence[Standing],
    experts: Mapping[str, Expert],
    shown: str,
    choose: Callable[[str], object],
    *,
    before: Mapping[str, int],
    notes: Mapping[str, Sequence[str]],
) -> None:
    """Draw a row for each person, whose name is a button that calls `choose`; the one `shown` beside stands out.

    `before` are the ranks of the run, from which moves are told, `notes` tell more of a person as Markdown. Each group
    of people is named, where there are several or they do not stand by score. The rows are elements of the page, not a
    grid whose cells would neither wrap on a narrow screen nor be read by a screen reader.
    """
    with st.container(width=_WIDEST):
        with _row():
            st.caption("Expert", width="stretch", help=explain("likely fits"))
            # One mark for all three: a second line of them would stand above the numbers.
            for label, told in zip(_NUMBERS, (explain("score", "meaning", "words"), None, None), strict=True):
                st.caption(label, width=_NUMBER, text_alignment="right", help=told)
        at = next((row for row, place in enumerate(places) if place.id == shown), -1)
        named, group = len({place.group for place in places}) > 1 or places[0].by_likelihood, -1
        for row, place in enumerate(places):
            if named and place.group != group:
                by = "how likely they know it" if place.by_likelihood else "score"
                st.caption(f"**{GROUPS[place.group]}**, by {by}")
                group = place.group
            expert, is_shown = experts[place.id], place.id == shown
            with _row():
                with st.container(gap=None, width="stretch"):
                    name = f"{place.rank}. {plain(expert.name)}"
                    act(
                        f"**{name}**" if is_shown else name, choose, place.id,
                        key=f"expert_search:person:{place.id}", type="tertiary", wrap=True,
                        icon=":material/arrow_right:" if is_shown else ":material/person:", help="Why this person",
                        place=step_place(row, at),
                    )  # fmt: skip
                    st.markdown(_about(place, expert, before, notes[place.id]))
                for number in (place.score, place.vector, place.keyword):
                    st.markdown(f"{number:.3f}", width=_NUMBER, text_alignment="right")


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, gap="xsmall", vertical_alignment="top")


def icon_of(place: Standing) -> str:
    """Return the sign beside how a person fits, as Markdown."""
    return f":material/{_ICONS.get(place.fits, 'help')}:"


def _about(place: Standing, expert: Expert, before: Mapping[str, int], notes: Sequence[str]) -> str:
    """Return the headline, place and employer, whether the person fits, and how the rank moved since the run."""
    move = move_in_words(before.get(place.id), place.rank)
    fits = f"{icon_of(place)} {plain(in_words(place))}"
    told = " · ".join(filter(None, (fits, *notes, "" if move == "same" else move)))
    where = " · ".join(plain(one) for one in (expert.location, expert.organisation) if one)
    lines = (plain(expert.headline), f":small[{where}]" if where else "", f":small[{told}]")
    return "  \n".join(filter(None, lines))


def draw_searches(places: Sequence[Standing], names: Mapping[str, str], labels: Mapping[str, str]) -> None:
    """Draw for each topic what each of the four searches gave: raw and, as it was counted, normalised."""
    for topic, label in labels.items():
        if len(labels) > 1:
            st.markdown(f"**{plain(label)}**")
        rows = []
        for place in places:
            receipt = place.receipts.get(topic)
            parts = {part.source: part for part in receipt.parts} if receipt else {}
            cells = {source: _cell(parts.get(name)) for name, source in SOURCES.items()}
            rows.append({"Expert": f"{place.rank}. {plain(names[place.id])}", **cells})
        st.table(
            pd.DataFrame(rows, columns=["Expert", *SOURCES.values()]).set_index("Expert"),
            alt=f"Raw and normalised scores of the four searches for {label}",
        )
        receipts = [place.receipts[topic] for place in places if topic in place.receipts]
        draw_parts(receipts, names, SOURCES, key=f"expert_search:parts:{topic}")
    st.caption(
        "What a search gave → the same normalised; – where a search did not find the person.",
        help=explain("normalised"),
    )


def _cell(part: Part | None) -> str:
    return f"{part.raw:.3f} → {part.normalised:.3f}" if part else "–"
