"""The report on the page: sections, sentences with the numbers of their sources, and what was struck out."""

from __future__ import annotations

import streamlit as st

from core.evidence.verdicts import ANALYST, in_words
from core.systems.research_reports.deliver.parts import shown_words, written_by
from core.systems.research_reports.search.screening import paper_of, passage_text
from core.systems.research_reports.search.widening import places_looked_in, ways_to_widen
from core.systems.research_reports.state import Claim, Section, State
from core.systems.research_reports.write.checking import existing, fault_of_ids, note_of, statement_of, verdict_of
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.ui.buttons import act
from core.ui.conversation import in_short
from core.ui.research_reports.write.evidence import READ_HERE, draw_cited, draw_evidence, numbered_title
from core.ui.terms import explain
from core.ui.verdicts import (
    Hears,
    ToRead,
    draw_reading_list,
    draw_tally,
    offer_to_hold,
    said_of,
    struck_text,
    with_mark,
)
from core.ui.words import plain


def draw_report(state: State, key: str, session: Hears, run: str = "") -> None:
    """Draw the report of a state, or why there is none; `run` says how the run went, `key` belongs to this report.

    `session` keeps the analyst's word on a sentence that was struck out and holds after all.
    """
    report = state["report"]
    if report["status"] == "no evidence":
        _draw_nothing(state)
    else:
        draw_tally([verdict_of(claim) for claim in claims_of(report, struck=True)])
        _draw_what_was_read(state)
        _draw_summary(state)
        for section in report["sections"]:
            _draw_section(state, section, key, session)
        st.markdown(plain(written_by(state)))
    if opinion := state["opinion"]:
        who = f"Opinion of {plain(opinion['by'])}, no measure:"
        st.markdown(f":material/psychology: **{who}** {plain(opinion['text'])}")
    told = [plain(state["stopped_because"]), run]
    st.markdown(":material/flag: " + " · ".join(filter(None, told)), help=explain("who answered") if run else None)


def _draw_what_was_read(state: State) -> None:
    """Say where sentences are held against a summary that is not the authors' own."""
    cited = [state["papers"][id] for id in source_numbers(state) if id in state["papers"]]
    if number := sum(paper["abstract_kind"] == "summary" for paper in cited):
        which = "All papers" if number == len(cited) else f"{number} of the {len(cited)} papers"
        st.markdown(
            f":material/info: **{which} that it cites were read in {READ_HERE['summary']}.** "
            "Read the papers before you quote them."
        )


def draw_short(state: State) -> None:
    """Draw the latest section of a report by its first sentences, or that there is no report."""
    report = state["report"]
    if report["status"] == "no evidence" or not report["sections"]:
        st.markdown("There is no report: nothing was found that it could rest on.")
        return
    latest = report["sections"][-1]
    chosen = {claim["id"] for claim in latest["claims"]} if latest["follow_up"] else set(report["summary"])
    said = [claim for claim in claims_of(report) if claim["id"] in chosen] or latest["claims"]
    st.markdown(in_short(" ".join(said_of(_words(claim), verdict_of(claim)) for claim in said)))


def draw_to_read(state: State, session: Hears, key: str) -> None:
    """Draw the sentences of a report that nobody could check, for the analyst to read against their passages.

    `state` is the report before the analyst's word.
    """
    listed = [
        ToRead(statement_of(state, claim).key, _words(claim), _cited(state, claim), verdict_of(claim))
        for claim in claims_of(state["report"], struck=True)
    ]
    draw_reading_list(session, listed, key)


def _cited(state: State, claim: Claim) -> tuple[tuple[str, str], ...]:
    return tuple((numbered_title(state, paper_of(state, id)), passage_text(state, id)) for id in existing(state, claim))


def _draw_nothing(state: State) -> None:
    st.warning("**There is no report: nothing was found that it could rest on.**", icon=":material/search_off:")
    places = [f"- **{plain(', '.join(titles))}**: {plain(what)}" for what, titles in places_looked_in(state).items()]
    st.markdown("**Where it was looked**\n\n" + "\n".join(places))
    st.markdown("**How to widen the search**\n\n" + "\n".join(f"- {plain(way)}" for way in ways_to_widen(state)))


def _draw_summary(state: State) -> None:
    claims = {claim["id"]: claim for claim in claims_of(state["report"])}
    chosen = [claims[id] for id in state["report"]["summary"] if id in claims]
    if chosen:
        summary = " ".join(
            f"{with_mark(_words(claim), verdict_of(claim))} {_numbers(state, claim)}" for claim in chosen
        )
        st.markdown(f"**In short.** {summary}")


def _draw_section(state: State, section: Section, key: str, session: Hears) -> None:
    st.markdown(f"#### {plain(section['question'])}")
    if section["follow_up"]:
        st.markdown(":material/forum: A follow-up, answered from the same evidence; nothing was fetched for it.")
    with st.container(gap="xsmall"):
        for claim in section["claims"]:
            _draw_claim(state, claim, key)
    if note := note_of(section):
        st.markdown(f":material/info: {plain(note)}")
    if section["struck"]:
        # Without the number, which changes with the analyst's word: another label would close it.
        with st.expander("Struck out", icon=":material/gpp_bad:", key=f"{key}:struck:{section['id']}"):
            st.caption(explain("struck"))
            for claim in section["struck"]:
                _draw_struck(state, claim, key, session)


def _draw_struck(state: State, claim: Claim, key: str, session: Hears) -> None:
    """Draw a sentence that did not hold, why, its passages on demand, and a way to say that they do say so."""
    verdict, picked = verdict_of(claim), st.session_state.get(f"{key}:picked") == claim["id"]
    with st.container(gap=None):
        st.markdown(struck_text(_words(claim), verdict, shown_words(state, claim)))
        with st.container(horizontal=True, gap="small"):
            if existing(state, claim):
                act(
                    "Hide the passage" if picked else "Read the passage", _pick, f"{key}:picked", claim["id"],
                    key=f"{key}:read:{claim['id']}", type="tertiary", icon=":material/article:",
                )  # fmt: skip
            if verdict.by != ANALYST and not fault_of_ids(state, claim):
                offer_to_hold(session, statement_of(state, claim).key, f"{key}:holds:{claim['id']}")
        if picked:
            draw_cited(state, claim)


def _draw_claim(state: State, claim: Claim, key: str) -> None:
    """Draw a sentence with its mark and a button for each source; the passages of a picked one open below it."""
    picked = st.session_state.get(f"{key}:picked") == claim["id"]
    numbers, verdict = source_numbers(state), verdict_of(claim)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
        st.markdown(with_mark(_words(claim), verdict, bold=picked), width="stretch")
        for paper in sources_of(state, claim):
            act(
                f"\\[{numbers[paper]}\\]", _pick, f"{key}:picked", claim["id"],
                key=f"{key}:cite:{claim['id']}:{numbers[paper]}",
                type="tertiary",
                help=f"{plain(in_words(verdict))}. The passage in {plain(state['papers'][paper]['title'])}",
            )  # fmt: skip
    if picked:
        draw_evidence(state, claim)


def _pick(name: str, claim: str) -> None:
    st.session_state[name] = None if st.session_state.get(name) == claim else claim


def _words(claim: Claim) -> str:
    return f"{claim['lead']} {claim['text']}".strip()


def _numbers(state: State, claim: Claim) -> str:
    numbers = source_numbers(state)
    return "".join(f"\\[{numbers[paper]}\\]" for paper in sources_of(state, claim))
