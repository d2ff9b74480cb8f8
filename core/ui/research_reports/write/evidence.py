"""The evidence of one sentence: its verdict, each passage in its paper, the words that show it, shared words."""

from __future__ import annotations

import streamlit as st

from core.language.terms import analyse, occurrences
from core.sources.papers import PaperRecord
from core.sources.reading import a_link
from core.systems.research_reports.search.screening import passage_text
from core.systems.research_reports.state import Claim, State
from core.systems.research_reports.write.checking import existing, verdict_of, words_that_show
from core.systems.research_reports.write.citations import source_numbers
from core.ui.verdicts import mark, nearest_sentence
from core.ui.words import draw_passage, linked, plain

READ_HERE = {
    "abstract": "abstract",
    "summary": "a summary written for Glassbox, not the abstract",
    "extract": "an extract",
    "properties": "values of a data record",
}


def draw_evidence(state: State, claim: Claim, paper: str = "") -> None:
    """Draw the verdict on a sentence, and the passages that it cites, those of one `paper` alone if it is given."""
    verdict = verdict_of(claim)
    st.markdown(f"{mark(verdict)} {plain(verdict.reason)}")
    draw_cited(state, claim, paper)


def draw_cited(state: State, claim: Claim, paper: str = "") -> None:
    """Draw the passages that a sentence cites, those of one `paper` alone if it is given.

    In bold stand the words that show the verdict, or where nobody showed any the sentence that is nearest.
    """
    shown = {id: (words.start, words.end) for id, words in words_that_show(state, claim)}
    for id in existing(state, claim):
        cited = state["passages"][id]["paper"]
        if paper in ("", cited):
            record, text = state["papers"][cited], passage_text(state, id)
            draw_passage(
                numbered_title(state, record),
                text,
                shown.get(id) or nearest_sentence(claim["text"], text),
                occurrences(text, set(analyse(claim["text"]))),
                f"{record['year'] or 'no year'} · {READ_HERE[record['abstract_kind']]}{_link(record)}",
            )


def numbered_title(state: State, record: PaperRecord) -> str:
    """Return the title of a paper with its number in the report; without one where no sentence that stands cites it."""
    number = source_numbers(state).get(record["id"])
    return f"[{number}] {record['title']}" if number else str(record["title"])


def _link(record: PaperRecord) -> str:
    url = link_of(record)
    return f" · {linked(url)}" if url else ""


def link_of(record: PaperRecord) -> str:
    """Where a paper can be read; "" when nobody told, or what was told is no address of the web."""
    return a_link(record["doi"], record["url"])
