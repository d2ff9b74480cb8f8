"""The people found: whether any of them is good enough, who is left out and why, and the files to take away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

import pandas as pd
import streamlit as st

from core.language.sanitize import shortened
from core.session import GraphSession
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.export import csv_file, shortlist, workbook
from core.systems.expert_search.ranking.standing import Fits, Standing, in_words
from core.systems.expert_search.ranking.verdict import Verdict, lack_in_words, lacks
from core.systems.expert_search.requirements.cell import PARTLY, Coverage
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.state import Context, State
from core.types import JSON
from core.ui.buttons import act
from core.ui.downloads import Download
from core.ui.expert_search.ranking.table import icon_of
from core.ui.manual import offer_making
from core.ui.panel import catch_up
from core.ui.terms import explain
from core.ui.words import count, plain

_MOST_LEFT_OUT = 25
_FITTING: Mapping[Fits, str] = {
    **dict.fromkeys(("all", "all but wishes", "all but unknown"), "fit"),
    "likely": "likely fit",
    "in part": "fit in part",
    "as far as known": "fit as far as known",
}
_COUNTED = {
    "fit": "fits",
    "likely fit": "likely fits",
    "fit in part": "fits in part",
    "fit as far as known": "fits as far as known",
    "perhaps do": "perhaps does",
    "are not known for all of it": "is not known for all of it",
}


def draw_earlier(session: GraphSession[State, Context], state: State, settings: Mapping[str, JSON]) -> None:
    """Say that an earlier version made a run, name the people whom it found, and offer to ask again."""
    st.warning(
        "This run was made by an earlier version of Glassbox, which did not read requirements. Only the names of those "
        "it found can be shown. Ask again to see who meets what, and why.",
        icon=":material/history:",
    )
    act(
        "Ask again", _ask_again, session, settings, key="expert_search:again", type="primary", icon=":material/refresh:"
    )
    for rank, expert in enumerate(state.get("final_experts", []), start=1):
        st.markdown(f"{rank}. **{plain(expert['name'])}** · {plain(expert['headline'])} · {expert['score']:.3f}")


def _ask_again(session: GraphSession[State, Context], settings: Mapping[str, JSON]) -> None:
    catch_up(session)
    session.ask_again(settings)


def draw_verdict(
    verdict: Verdict, run: str, first: Standing | None, notes: Sequence[str], open_team: Callable[[], object]
) -> None:
    """Say whether anything good was found, in one line, or what is lacking; `run` says how the run went, `first` is who
    stands first where one person is asked for, with `notes` as Markdown, and `open_team` shows who together has all."""
    told = run
    if verdict.kind == "good":
        icon, fits = (icon_of(first), plain(in_words(first))) if first else (":material/check_circle:", "")
        told = " · ".join(filter(None, (f"{icon} **{plain(verdict.title)}** {fits}".strip(), *notes, run)))
    else:
        icon = ":material/help:" if verdict.kind in ("in doubt", "not known") else ":material/search_off:"
        text = " ".join(filter(None, (verdict.text, verdict.together)))
        st.warning(f"**{plain(verdict.title)}** {plain(text)}", icon=icon)
    if verdict.together:
        act("Show the team", open_team, key="expert_search:to-team", type="tertiary", icon=":material/groups:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(told, width="content", help=explain("quality", "gate", "who answered"))
        offer_making("expert_search", "The gate and the refinement", "expert_search:gate")


def draw_sought(asked: Requirements) -> None:
    """Say how many people are looked for, and for what: the chips stand for all else."""
    if not asked.wanted and asked.people < 2:
        return
    several = asked.people > 1
    of_all = [f"**{plain(shortened(one.value))}**" for one in asked.topics if not one.people]
    of_some = [f"{one.people} × **{plain(shortened(one.value))}**" for one in asked.topics if one.people]
    about = f" who {'know' if several else 'knows'} about {' and '.join(of_all)}" if of_all else ""
    about += f": {', '.join(of_some)}" if of_some else ""
    who = f"**{asked.people} people**" if several else "somebody"
    st.markdown(f":material/person_search: Looking for {who}{about}")


def found_in_words(shown: Sequence[Standing], found: Sequence[Standing]) -> str:
    """Say how many of those found are shown, and how many fit, likely fit, and do not surely."""
    counts = Counter(_FITTING.get(place.fits) or _doubt(place) for place in found)
    told = [(words, of_one, counts[words]) for words, of_one in _COUNTED.items() if counts[words]]
    said = [f"{number:,} {of_one if number == 1 else words}" for words, of_one, number in told]
    if counts["are not known for all of it"] == len(found) > 1:
        return f"**Nobody** of {len(found):,} people found is known for all that was asked; **{len(shown)}** shown"
    if len(told) == 1 and len(found) > 1:
        said = [f"all {told[0][0]}"]
    return f"**{len(shown)}** shown of {count(len(found), 'person', 'people')} found: {', '.join(said)}"


def _doubt(place: Standing) -> str:
    return "perhaps do" if place.knows is None or place.knows >= PARTLY else "are not known for all of it"


def downloads(
    places: Sequence[Standing], shown: Sequence[Standing], state: State, context: Context, labels: Mapping[str, str]
) -> list[Download]:
    """Return the files to take away: those `shown` as CSV and as a shortlist, everybody found in the workbook."""
    people = context.people
    sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return [
        Download("CSV", "experts.csv", "text/csv", lambda: csv_file(shown, people, labels)),
        Download("Workbook with formulas", "experts.xlsx", sheet, lambda: workbook(places, people, context, labels)),
        Download(
            "Shortlist with evidence",
            "shortlist.md",
            "text/markdown",
            lambda: shortlist(shown, people, state, context, labels),
        ),
    ]


def draw_left_out(
    places: Sequence[Standing], people: People, asked: Requirements, met: Coverage, expanded: bool = False
) -> None:
    """Say how many of those found do not meet what must be met, and list them with what it is, nearest first."""
    out = [place for place in places if place.fits == "not all"]
    if not out:
        return
    with st.expander(
        f"{count(len(out), 'person', 'people')} left out", icon=":material/filter_alt:", expanded=expanded
    ):
        shown = out[:_MOST_LEFT_OUT]
        unmet, unknown = ([_lacking(asked, place, met, known) for place in shown] for known in (True, False))
        if common := [one for one in unmet[0] if len(shown) > 1 and all(one in others for others in unmet)]:
            st.markdown(f"None of them meets: **{plain('; '.join(common))}**")
        table = pd.DataFrame(
            {
                "Name": [people.experts[place.id].name for place in shown],
                "Does not meet": _beside(unmet, common),
                "Not known": _beside(unknown, ()),
                "Score without it": [f"{place.score:.3f}" for place in shown],
            }
        )
        st.table(table.map(plain).set_index("Name"), alt="Who was left out, with the requirements that are not met")
        if len(out) > _MOST_LEFT_OUT:
            st.caption(f"The first {_MOST_LEFT_OUT}; the workbook has them all.")


def _beside(lacking: Sequence[Sequence[str]], common: Collection[str]) -> list[str]:
    """Return what each of some people lacks beside what they all do."""
    return ["; ".join(one for one in own if one not in common) for own in lacking]


def _lacking(asked: Requirements, place: Standing, met: Coverage, known: bool) -> list[str]:
    """Return what somebody lacks of what must be met: what is known not to be so, or what is not known."""
    found = lacks(asked, place, met)
    return [lack_in_words(one, cell) for one, cell in found if (cell.status != "not known") == known]
