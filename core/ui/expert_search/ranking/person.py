"""Why this person: what they meet, how the score was made, which query scored, and the sentences that speak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
import streamlit as st

from core.language.sanitize import shortened
from core.retrieval.fusion import Receipt
from core.systems.expert_search.ranking.evidence import Evidence, evidence_of, queries_that_scored
from core.systems.expert_search.ranking.export import sum_of_terms
from core.systems.expert_search.ranking.met import cell_of, topics_now
from core.systems.expert_search.ranking.refinement import variants
from core.systems.expert_search.ranking.standing import Standing
from core.systems.expert_search.ranking.verdict import unknown_in_words
from core.systems.expert_search.requirements.cell import Cell, Coverage, Status, in_full, unsaid_in_words
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import SOURCES, Context, State, Topic
from core.ui.buttons import act
from core.ui.expert_search.people.profile import draw_profile
from core.ui.expert_search.ranking.moves import Moves
from core.ui.manual import offer_making
from core.ui.scores import draw_receipt
from core.ui.words import count, draw_passage, marked, plain, spoken_date

ICONS: dict[Status, str] = {
    "met": ":material/check_circle:",
    "partly": ":material/incomplete_circle:",
    "not met": ":material/cancel:",
    "not known": ":material/help:",
}
_LONGEST_PASSAGE = 500
_LONGEST_WORDS = 160
_FIRST_EVIDENCE = 2  # documents of a topic that are open


def draw_person(state: State, context: Context, place: Standing, met: Coverage, moves: Moves) -> None:
    """Draw one expert: the profile, the requirements, and for each topic the receipt and the evidence."""
    people, expert = context.people, context.people.experts[place.id]
    st.subheader(f"{place.rank}. {plain(expert.name)}")
    who, why = st.columns(2)
    with who.container(border=True):
        draw_profile(expert)
        st.caption(f"{count(len(people.answers_of(place.id)), 'project answer')} in this collection")
    if met.requirements:
        told = (_in_words(one, cell_of(met, one, place.id), context) for one in met.requirements)
        why.markdown("**What was asked for**")
        why.markdown("\n".join(f"- {line}" for line in told))
    newest = f" · the newest of {spoken_date(place.newest)}" if place.newest else ""
    topics = topics_now(state, context)
    with why:
        _draw_score(place, topics)
    for topic in topics:
        if topic["id"] in place.receipts:
            _draw_topic(state, context, topic, place, moves, alone=len(topics) == 1)
    st.caption(f"{count(place.documents, 'document')} found{newest}")


def cell_in_words(one: Requirement, cell: Cell) -> str:
    """Say whether a requirement is met, as Markdown; colours and signs are told in words too."""
    return f"{ICONS[cell.status]} {in_full(one, cell)}"


def evidence_in_words(cell: Cell, longest: int = _LONGEST_WORDS) -> str:
    """Quote what shows it, shortened, as Markdown; "" where nothing does."""
    return f"“{plain(shortened(cell.words, longest))}”" if cell.words else ""


def unsaid_of(persons: Iterable[str], met: Coverage) -> dict[str, str]:
    """Tell as Markdown of each person which words of the topics that they likely know they write nowhere, where there
    are any."""
    words = {
        person: [word for one in met.requirements for word in cell_of(met, one, person).unsaid] for person in persons
    }
    return {person: plain(unsaid_in_words(of_person)) for person, of_person in words.items() if of_person}


def not_known(place: Standing, asked: Requirements, met: Coverage) -> str:
    """Name as Markdown what must be met and is not known of somebody; "" where there is nothing."""
    return plain(unknown_in_words(asked, place, met)) if place.failing else ""


def unmet_wishes(person: str, met: Coverage) -> str:
    """Name as Markdown what is wished for and not met by somebody, or not known to be; "" where there is nothing."""
    wishes = [one for one in met.requirements if not one.hard and not one.is_topic]
    named = [plain(shortened(one.of_one)) for one in wishes if cell_of(met, one, person).status != "met"]
    return f"wished for and not met: {', '.join(named)}" if named else ""


def _in_words(one: Requirement, cell: Cell, context: Context) -> str:
    evidence = evidence_in_words(cell)
    answer = context.people.answers.get(cell.document)
    where = f" ({plain(answer.project or 'a project answer')})" if answer and evidence else ""
    told = [
        f"{cell_in_words(one, cell)}: **{plain(shortened(one.for_one))}**",
        f"{evidence}{where}",
        plain(unsaid_in_words(cell.unsaid)),
    ]
    return " · ".join(filter(None, told))


def _draw_score(place: Standing, topics: Sequence[Topic]) -> None:
    """Draw the sum over all that is wished, and for each topic its receipt."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**How the score is made up**", width="content")
        offer_making("expert_search", "The score", "expert_search:score")
    if total := sum_of_terms(place):
        st.code(total, language=None, wrap_lines=True)
    for topic in topics:
        if len(topics) > 1:
            st.markdown(f"For “{plain(shortened(topic['query']))}”")
        if receipt := place.receipts.get(topic["id"]):
            _draw_receipt(receipt)
        else:
            st.markdown("No search found this person for it: it adds nothing.")


def _draw_topic(state: State, context: Context, topic: Topic, place: Standing, moves: Moves, *, alone: bool) -> None:
    _draw_queries(topic, queries_that_scored(state, context, topic, place.id), moves)
    on = "" if alone else f" on “{plain(shortened(topic['query']))}”"
    st.markdown(f"**What speaks for this person{on}**")
    found = evidence_of(state, context, topic, place.id)
    for evidence in found[:_FIRST_EVIDENCE]:
        _draw_evidence(evidence, context)
    if more := found[_FIRST_EVIDENCE:]:
        with st.expander(f"{count(len(more), 'further document')}"):
            for evidence in more:
                _draw_evidence(evidence, context)
    if not any(evidence.document in context.people.answers for evidence in found):
        st.markdown("There is no evidence in project answers, only in the profile.")


def _draw_receipt(receipt: Receipt) -> None:
    st.code(receipt.sentence(SOURCES), language=None, wrap_lines=True)
    if silent := [SOURCES[part.source] for part in receipt.parts if not part.weight]:
        st.caption(f"Found too, but counts nothing by the settings in *Change*: {', '.join(silent)}")
    with st.expander("The parts of the score"):
        draw_receipt(receipt, SOURCES)


def _draw_queries(topic: Topic, scored: Mapping[str, str], moves: Moves) -> None:
    """Name the query or the variant that scored in each search; what a variant added can be dismissed."""
    if not topic["refined_queries"]:
        return
    of_variants = {one.query: one for one in variants(topic)}
    for query in dict.fromkeys(scored.values()):
        searches = ", ".join(label for source, label in SOURCES.items() if scored.get(source) == query)
        variant = of_variants.get(query)
        if variant is None:
            st.markdown(f"Scored by your words: {searches}")
            continue
        added = f"; the refinement added **{plain(' '.join(variant.added))}**" if variant.added else ""
        st.markdown(f"Scored by the variant “{plain(query)}”{added}: {searches}")
        act(
            "Without this variant", moves.turn, "dismissed", variant.id,
            key=f"expert_search:dismiss:{topic['id']}:{variant.position}", type="tertiary", icon=":material/close:",
            help="Ranks again without what it found",
        )  # fmt: skip


def draw_dismissed(topics: Sequence[Topic], moves: Moves) -> None:
    """Draw the variants that were dismissed, each with the way to take it back."""
    for topic in topics:
        for variant in variants(topic):
            if variant.id in moves.dismissed:
                act(
                    f"Put back: {plain(variant.query)}", moves.turn, "dismissed", variant.id,
                    key=f"expert_search:put-back:{topic['id']}:{variant.position}", type="tertiary",
                    icon=":material/undo:",
                )  # fmt: skip


def _draw_evidence(evidence: Evidence, context: Context) -> None:
    """Draw a document; of a long one the nearest sentence, and the whole of it to open."""
    answer = context.people.answers.get(evidence.document)
    when = f"{spoken_date(answer.date)} · " if answer and answer.date else ""
    note = f"{when}nearest sentence {evidence.likeness:.2f}"
    if len(evidence.text) <= _LONGEST_PASSAGE:
        draw_passage(evidence.title, evidence.text, evidence.nearest, evidence.words, note)
        return
    start, end = evidence.nearest
    inside = [(low - start, high - start) for low, high in evidence.words if start <= low and high <= end]
    with st.container(border=True):
        st.markdown(f"**{plain(evidence.title)}** · {note}")
        st.markdown(f"… {marked(evidence.sentence, inside)} …")
        with st.expander("The whole text"):
            draw_passage(evidence.title, evidence.text, evidence.nearest, evidence.words)


def draw_comparison(places: Sequence[Standing], context: Context, met: Coverage) -> None:
    """Draw two or three people side by side: what they meet, how they score, who they are."""
    chosen = [place.id for place in places]
    experts = context.people.experts
    picked: list[str] = st.multiselect(
        "Compare two or three people", chosen, chosen[:2], max_selections=3, key="expert_search:compare",
        format_func=lambda one: experts[one].name,
    )  # fmt: skip
    shown = [place for place in places if place.id in picked]
    if not shown:
        st.markdown("Choose somebody.")
        return
    rows = {
        "Rank": [f"{place.rank}" for place in shown],
        "Score": [f"{place.score:.3f}" for place in shown],
        "Meaning · Words": [f"{place.vector:.3f} · {place.keyword:.3f}" for place in shown],
        "Documents found": [f"{place.documents}" for place in shown],
        "Newest": [spoken_date(place.newest) or "–" for place in shown],
    }
    for one in met.requirements:
        cells = [cell_of(met, one, place.id) for place in shown]
        rows[plain(one.for_one)] = [
            f"{cell_in_words(one, cell)} {evidence_in_words(cell, 90)}".strip() for cell in cells
        ]
    names = [plain(experts[place.id].name) for place in shown]
    st.table(pd.DataFrame.from_dict(rows, orient="index", columns=names), alt="What each of them meets and scores")
    for column, place in zip(st.columns(len(shown)), shown, strict=True):
        with column.container(border=True):
            draw_profile(experts[place.id])
