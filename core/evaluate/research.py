"""How well reports are backed, offline over the shelf, and what the checks catch of faults made on purpose.

`python -m core.evaluate research FILE.csv`, with the columns `question` and, if wanted, `must_cite`: ids of papers that
a good report cites, parted by semicolons. Every question runs through the whole graph without model and network.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import TypedDict, cast, get_args

from core.errors import InputError
from core.evaluate.faults import Corrupted, Corruption, corrupted_drafts
from core.evidence.check import check_statements
from core.evidence.exact import exact_fault
from core.evidence.verdicts import Standing, Verdict
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.systems.research_reports.graph import build_graph
from core.systems.research_reports.search.screening import cut
from core.systems.research_reports.search.shelves import open_shelf
from core.systems.research_reports.state import Context, State
from core.systems.research_reports.write.citations import claims_of, source_numbers
from core.systems.research_reports.write.drafts import Draft
from core.systems.research_reports.write.evaluation import draft_of
from core.systems.research_reports.write.sentences import candidates, to_the_point
from core.tables import read_table

DRAFTS = 20  # reports that are corrupted
FAULTS_EACH = 8  # corrupted versions of a report for each kind of fault
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Asked:
    """A question, and the ids of papers that a good report on it cites."""

    question: str
    must_cite: tuple[str, ...] = ()


def read_questions(path: Path) -> list[Asked]:
    """Return the rows of a CSV or XLSX. Raises `InputError` for a file that is missing or wrong."""
    try:
        table = read_table(path.read_bytes(), path.name)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    if "question" not in table.columns:
        raise InputError(f"{path.name} has no column question.", "It needs question, and may have must_cite.")
    cites = table["must_cite"].tolist() if "must_cite" in table.columns else [""] * len(table)
    asked = []
    for row, question, cited in zip(table.index.tolist(), table["question"].tolist(), cites, strict=True):
        if not question.strip():
            raise InputError(f"{path.name}, row {row}: the question is empty.")
        asked.append(Asked(question.strip(), tuple(filter(None, (id.strip() for id in cited.split(";"))))))
    return asked


class ReportFigures(TypedDict):
    """One question with the report on it. A sub-question is answerable when a kept passage speaks to it."""

    question: str
    status: str
    sentences: int
    struck: int
    papers: int
    sub_questions: int
    answerable: int
    answered: int
    must_cite_found: float | None


class ResearchFigures(TypedDict):
    """All reports together, the corrupted drafts, and a line for each question."""

    questions: int
    reports: int
    sentences: int
    valid_citations: float
    dangling: int
    number_grounding: float
    answerable: int
    answerable_with_section: float
    must_cite_found: float | None
    backed: float
    to_the_point: float
    redundancy: float
    papers_cited: float
    seconds: float
    most_seconds: float
    corrupted: dict[str, float]
    by_question: list[ReportFigures]


def evaluate_research(asked: Sequence[Asked], embedder: Embedder, progress: Progress) -> ResearchFigures:
    """Return the figures of all reports together, of the corrupted drafts, and a line for each question.

    Numbers are counted over all sentences of all reports, not averaged over reports.
    """
    graph, context = build_graph(), Context(OfflineEngine(), embedder, shelves=(open_shelf(embedder),), ask_plan=False)
    states, seconds = [], []
    for done, one in enumerate(asked):
        progress("Reports", done, len(asked))
        began = time.perf_counter()
        state = graph.invoke({"request": one.question}, {"recursion_limit": 60}, context=context)
        states.append(cast(State, state))
        seconds.append(time.perf_counter() - began)
    progress("Reports", len(asked), len(asked))
    rows = [_row(one, state) for one, state in zip(asked, states, strict=True)]
    drafts = [draft_of(state) for state in states if state["report"]["status"] == "report"]
    cited = [row["must_cite_found"] for row in rows if row["must_cite_found"] is not None]
    return {
        "questions": len(asked),
        "reports": len(drafts),
        "sentences": sum(row["sentences"] for row in rows),
        "valid_citations": _valid_citations(drafts),
        "dangling": sum(
            id not in draft.passages for draft in drafts for sentence in draft.sentences for id in sentence.passages
        ),
        "number_grounding": _number_grounding(drafts),
        "answerable": sum(row["answerable"] for row in rows),
        "answerable_with_section": _share(sum(row["answered"] for row in rows), sum(row["answerable"] for row in rows)),
        "must_cite_found": mean(cited) if cited else None,
        "backed": mean(state["figures"]["backed"] for state in states) if states else 0.0,
        "to_the_point": mean(state["figures"]["to_the_point"] for state in states) if states else 0.0,
        "redundancy": mean(state["figures"]["redundancy"] for state in states) if states else 0.0,
        "papers_cited": median(row["papers"] for row in rows) if rows else 0,
        "seconds": median(seconds) if seconds else 0.0,
        "most_seconds": max(seconds, default=0.0),
        "corrupted": evaluate_checks(drafts[:DRAFTS], progress),
        "by_question": rows,
    }


def _row(asked: Asked, state: State) -> ReportFigures:
    screened = cut(state, state["threshold"], state["alpha"])
    kinds = {sub_question["id"]: sub_question["kind"] for sub_question in state["plan"]["sub_questions"]}
    answerable = {id for id, found in screened.items() if to_the_point(candidates(state, found), kinds[id])}
    answered = {section["id"] for section in state["report"]["sections"] if section["claims"]}
    used = set(source_numbers(state))
    return {
        "question": asked.question,
        "status": state["report"]["status"],
        "sentences": len(claims_of(state["report"])),
        "struck": int(state["figures"]["struck"]),
        "papers": len(used),
        "sub_questions": len(kinds),
        "answerable": len(answerable),
        "answered": len(answerable & answered),
        "must_cite_found": _share(len(used.intersection(asked.must_cite)), len(asked.must_cite))
        if asked.must_cite
        else None,
    }


def _valid_citations(drafts: Sequence[Draft]) -> float:
    """Return the share of sentences that cite something, and nothing that does not exist."""
    claims = [(draft, one) for draft in drafts for one in draft.claims()]
    return _share(
        sum(bool(one.passages) and all(id in draft.passages for id in one.passages) for draft, one in claims),
        len(claims),
    )


def _number_grounding(drafts: Sequence[Draft]) -> float:
    """Return the share of the sentences with a number to which no exact check objects."""
    numbered = [
        draft.statement(one) for draft in drafts for one in draft.claims() if any(map(str.isdigit, one.sentence))
    ]
    return _share(sum(exact_fault(statement) is None for statement in numbered), len(numbered))


def evaluate_checks(drafts: Sequence[Draft], progress: Progress) -> dict[str, float]:
    """Return the share struck of each kind of fault, how many there were, and what became of sentences nobody touched.

    `backed` with a fault is the share of faulty sentences that stand as backed, which must be 0.
    """
    faults: list[Corrupted] = []
    for seed, draft in enumerate(drafts):
        for kind in get_args(Corruption):
            faults += islice((one for one in corrupted_drafts(draft, seed) if one.kind == kind), FAULTS_EACH)
    caught: Counter[str] = Counter()
    total: Counter[str] = Counter(fault.kind for fault in faults)
    spoiled = [fault.draft.statement(fault.draft.sentences[fault.place]) for fault in faults]
    progress("Faults", 0, len(spoiled))
    verdicts = check_statements(spoiled)
    for fault, verdict in zip(faults, verdicts, strict=True):
        caught[fault.kind] += verdict.struck
    untouched = check_statements([draft.statement(one) for draft in drafts for one in draft.claims()])
    progress("Faults", len(spoiled), len(spoiled))
    figures = {kind: _share(caught[kind], total[kind]) for kind in get_args(Corruption) if total[kind]}
    figures |= {f"{kind}, how many": float(count) for kind, count in total.items()}
    return figures | {
        "wrong_backed": _part(verdicts, "backed"),
        "false_alarms": sum(one.struck for one in untouched) / max(1, len(untouched)),
        "honest_backed": _part(untouched, "backed"),
    }


def _part(verdicts: Sequence[Verdict], standing: Standing) -> float:
    return sum(one.standing == standing for one in verdicts) / max(1, len(verdicts))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def describe(figures: ResearchFigures) -> list[str]:
    """Return the figures in lines."""
    lines = [
        f"{figures['questions']} questions, {figures['reports']} reports, {figures['sentences']} sentences, "
        f"{figures['papers_cited']:.0f} papers cited in the median",
        f"sentences with valid citations   {figures['valid_citations']:.1%}",
        f"citations of nothing             {figures['dangling']}",
        f"sentences whose numbers hold     {figures['number_grounding']:.1%}",
        f"answerable sub-questions         {figures['answerable']}, with a section "
        f"{figures['answerable_with_section']:.1%}",
        f"sentences backed                 {figures['backed']:.1%}",
        f"sentences to the point           {figures['to_the_point']:.1%}",
        f"repetition                       {figures['redundancy']:.1%}",
        f"seconds a report                 {figures['seconds']:.2f}, at most {figures['most_seconds']:.2f}",
    ]
    if figures["must_cite_found"] is not None:
        lines.append(f"papers that must be cited, found {figures['must_cite_found']:.1%}")
    corrupted = figures["corrupted"]
    lines += ["", "Faults made on purpose, share struck without a judge:"]
    lines += [
        f"  {kind:20} {corrupted[kind]:6.1%} of {corrupted[f'{kind}, how many']:.0f}"
        for kind in get_args(Corruption)
        if kind in corrupted
    ]
    return [
        *lines,
        f"  {'backed in error':20} {corrupted['wrong_backed']:6.1%} of them",
        f"  {'false alarms':20} {corrupted['false_alarms']:6.1%} of the sentences nobody touched",
        f"  {'backed':20} {corrupted['honest_backed']:6.1%} of those",
    ]
