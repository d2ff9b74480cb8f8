"""What a report cites, as files for other programs: references, and a table of what says what."""

from __future__ import annotations

import pandas as pd

from core.sources import exports
from core.systems.research_reports.deliver.parts import cited_papers
from core.systems.research_reports.search.screening import paper_of, passage_text
from core.systems.research_reports.state import Claim, State
from core.systems.research_reports.write.checking import verdict_of, words_that_show
from core.systems.research_reports.write.citations import claims_of, source_numbers
from core.tables import to_csv


def to_bibtex(state: State) -> str:
    """Return the cited papers as a .bib file."""
    return exports.to_bibtex(cited_papers(state))


def to_ris(state: State) -> str:
    """Return the cited papers as a .ris file."""
    return exports.to_ris(cited_papers(state))


def to_csl_json(state: State) -> str:
    """Return the cited papers as CSL-JSON."""
    return exports.to_csl_json(cited_papers(state))


def evidence_table(state: State) -> pd.DataFrame:
    """One row for each sentence and passage: what says what, the verdict, who says so, and the words that show it."""
    numbers = source_numbers(state)
    titles = {section["id"]: section["question"] for section in state["report"]["sections"]}
    cited = [(claim, id, paper_of(state, id)) for claim in claims_of(state["report"]) for id in claim["passages"]]
    verdicts = [verdict_of(claim) for claim, _, _ in cited]
    return pd.DataFrame(
        {
            "Sub-question": [titles[claim["section"]] for claim, _, _ in cited],
            "Sentence": [claim["text"] for claim, _, _ in cited],
            "Verdict": [verdict.standing for verdict in verdicts],
            "Said by": [verdict.by for verdict in verdicts],
            "Words that show it": [_words(state, claim, id) for claim, id, _ in cited],
            "Reason": [verdict.reason for verdict in verdicts],
            "Source": [numbers[paper["id"]] for _, _, paper in cited],
            "Passage": [passage_text(state, id) for _, id, _ in cited],
            "Title": [paper["title"] for _, _, paper in cited],
            "Year": pd.array([paper["year"] for _, _, paper in cited], dtype="Int64"),
            "DOI": [paper["doi"] for _, _, paper in cited],
            "Found by": [paper["source"] for _, _, paper in cited],
            "Sentence id": [claim["id"] for claim, _, _ in cited],
            "Passage id": [id for _, id, _ in cited],
            "Paper id": [paper["id"] for _, _, paper in cited],
        }
    )


def _words(state: State, claim: Claim, passage: str) -> str:
    text = passage_text(state, passage)
    return " … ".join(text[there.start : there.end] for id, there in words_that_show(state, claim) if id == passage)


def evidence_csv(state: State) -> bytes:
    """Return the evidence as CSV in which a spreadsheet runs nothing."""
    return to_csv(evidence_table(state))
