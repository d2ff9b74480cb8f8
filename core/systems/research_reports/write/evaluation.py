"""How well a report is backed, and whether it has to be refined: offline measures decide, nobody's opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime

from core.sources.papers import PaperRecord
from core.systems.research_reports.search.screening import paper_of, passage_text
from core.systems.research_reports.state import Report, State
from core.systems.research_reports.write import measures
from core.systems.research_reports.write.checking import (
    check,
    heard,
    number_struck,
    speaks_to_it,
    struck_out,
    verdict_of,
)
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.drafts import Cited, Draft, Source

RECENT = 5  # years
# Figures that a refinement can better; the sign says whether more of it is good.
_IMPROVES = {"dangling": -1, "retractions": -1, "citation_coverage": 1, "questions_covered": 1, "struck": -1}


def draft_of(state: State, struck: bool = False) -> Draft:
    """Return the report as the measures see it: as exported, or as it was written, with the sentences that were struck
    out."""
    report = state["report"]
    claims = claims_of(report, struck)
    questions = {section["id"]: section["question"] for section in report["sections"]}
    cited = {id for claim in claims for id in claim["passages"]}
    passages = {id: passage_text(state, id) for id in state["passages"] if id in cited}
    return Draft(
        [
            Cited(
                claim["text"], tuple(claim["passages"]), questions[claim["section"]],
                verdict=verdict_of(claim), speaks=speaks_to_it(claim),
            )
            for claim in claims
        ],
        passages,
        {id: _source(paper_of(state, id)) for id in passages},
        list(questions.values()),
    )  # fmt: skip


def _source(paper: PaperRecord) -> Source:
    return Source(
        paper["id"], paper["source"], paper["venue"], paper["year"], bool(paper["retracted"]), bool(paper["withdrawn"])
    )


def figures_of(state: State, struck: bool = False) -> dict[str, float]:
    """Every measure of the report; with `struck` of the report as it was written. Shares run from 0 to 1."""
    draft = draft_of(state, struck)
    claims = claims_of(state["report"], struck)
    backing = measures.backing(draft)
    variety = measures.diversity(draft)
    covered = measures.questions_covered(draft)
    used = [state["papers"][id] for id in {source.id for source in draft.sources.values()}]
    years = [paper["year"] for paper in used if paper["year"]]
    figures = {
        "sentences": len(claims),
        "struck": sum(map(number_struck, state["report"]["sections"])),
        "citation_coverage": measures.citation_coverage(draft),
        "dangling": len(measures.dangling_ids(draft)),
        "backed": backing.backed,
        "word_for_word": backing.word_for_word,
        "by_judge": backing.by_judge,
        "by_analyst": backing.by_analyst,
        "not_checked": backing.not_checked,
        "citation_precision": measures.citation_precision(draft),
        "to_the_point": measures.to_the_point(draft),
        "questions_covered": sum(covered.values()) / len(covered) if covered else 0.0,
        "sources": variety.sources,
        "venues": variety.venues,
        "largest_share": variety.largest_share,
        "tool_entropy": variety.tool_entropy,
        "several_sources": measures.several_sources(draft),
        "retractions": len(measures.retractions_used(draft)),
        "redundancy": measures.redundancy(draft),
        "unused_sources": len(state["papers"]) - variety.sources,
        "preprints": _share(sum(paper["kind"] == "preprint" for paper in used), len(used)),
        "recent": _share(sum(year > datetime.now(UTC).year - RECENT for year in years), len(years)),
        "first_year": min(years, default=0),
        "last_year": max(years, default=0),
        "words": sum(len(claim["text"].split()) for claim in claims),
    }
    return {name: float(value) for name, value in (figures | costs_of(state)).items()}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def brought_up(state: State) -> State:
    """Return a report from before there were verdicts with those that need no judge; any other as it is."""
    if all("verdict" in claim for claim in claims_of(state["report"], struck=True)):
        return state
    sections = [
        struck_out(section, check(state, [*section["claims"], *section["struck"]]))
        for section in state["report"]["sections"]
    ]
    return measured({**state, "report": {**state["report"], "sections": sections}})


def looked_at(state: State, said: Mapping[str, bool]) -> State:
    """Return a report as it is shown and taken away: with verdicts, the analyst's word, and the measures of both."""
    state = brought_up(state)
    return measured(heard(state, said)) if said else state


def measured(state: State) -> State:
    """Return the state with the measures of its report taken anew."""
    return {**state, "figures": figures_of(state), "as_written": figures_of(state, struck=True)}


def costs_of(state: State) -> dict[str, float]:
    """Return what the search took: requests, answers from the cache, failures, seconds, US dollars."""
    log = state["tool_log"]
    statuses = Counter(line["status"] for line in log)
    return {
        "requests": sum(line["requests"] for line in log),
        "from_cache": statuses["cached"],
        "failed": statuses["failed"],
        "seconds": sum(line["milliseconds"] for line in log) / 1000,
        "cost": sum(line["cost"] for line in log),
    }


def reasons_to_refine(figures: Mapping[str, float]) -> list[str]:
    """Why a report with these figures, as written, should be refined; none when it may stand."""
    return measures.needs_refinement(figures)


def improved(before: Mapping[str, float], after: Mapping[str, float]) -> bool:
    """Whether any figure that a refinement is for got better."""
    return any(sign * (after.get(name, 0.0) - before.get(name, 0.0)) > 1e-9 for name, sign in _IMPROVES.items())


def unanswered(report: Report) -> list[str]:
    """Return the ids of sections for which nothing was written; a follow-up is none of them: for it nothing is
    fetched."""
    return [
        section["id"]
        for section in report["sections"]
        if not section["claims"] and not section["struck"] and not section["follow_up"]
    ]


def faulty(report: Report) -> list[str]:
    """Return the ids of sections of which sentences were struck out, and whose writer was not yet told why."""
    return [
        section["id"] for section in report["sections"] if section["struck"] and not section.get("asked_again", False)
    ]
