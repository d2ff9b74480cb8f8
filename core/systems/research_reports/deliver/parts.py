"""What every file of a report holds, in plain words: what stands, its sources, and how it came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.codec import from_state
from core.evidence.verdicts import EXACT_CHECK, MARKS, in_number, in_words, tally
from core.sources.papers import Paper
from core.sources.reading import a_link
from core.systems.research_reports.search.flow import FLOW_WORDS, flow
from core.systems.research_reports.search.screening import paper_of, passage_text
from core.systems.research_reports.state import Claim, Section, State
from core.systems.research_reports.write.checking import note_of, number_struck, verdict_of, words_that_show
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.systems.research_reports.write.evaluation import figures_of
from core.systems.research_reports.write.measure_names import MEASURES

_STATUS_WORDS = {
    "ok": "live",
    "cached": "from cache",
    "empty": "nothing found",
    "failed": "failed",
    "skipped": "not asked",
}


def exported(state: State, only_backed: bool = False) -> State:
    """Return the report as a file has it: without what was struck out, on demand without what nobody checked.

    Its sections count what is left out.
    """
    sections = [_exported(section, only_backed) for section in state["report"]["sections"]]
    standing = {claim["id"] for section in sections for claim in section["claims"]}
    summary = [id for id in state["report"]["summary"] if id in standing]
    chosen: State = {**state, "report": {**state["report"], "summary": summary, "sections": sections}}
    return {**chosen, "figures": figures_of(chosen)}


def _exported(section: Section, only_backed: bool) -> Section:
    claims = [claim for claim in section["claims"] if not only_backed or verdict_of(claim).standing == "backed"]
    unchecked = section.get("left_out", {}).get("not checked", 0) + len(section["claims"]) - len(claims)
    left_out = {"struck": number_struck(section), "not checked": unchecked}
    return {**section, "claims": claims, "struck": [], "left_out": left_out}


@dataclass(frozen=True)
class CitedSentence:
    """A sentence with its connecting words, the numbers of its sources, and its verdict.

    `sign` is the verdict's, `verdict` says it in words, `footnote` is the number of the footnote that tells more.
    """

    text: str
    numbers: tuple[int, ...]
    sign: str
    verdict: str
    footnote: int


@dataclass(frozen=True)
class Part:
    """A section in plain words, for every format alike."""

    title: str
    sentences: tuple[CitedSentence, ...]
    note: str


def summary_of(state: State) -> list[CitedSentence]:
    """Return the sentences that stand first, with the numbers of their sources."""
    wanted = set(state["report"]["summary"])
    return [_cited(state, claim) for claim in claims_of(state["report"]) if claim["id"] in wanted]


def parts_of(state: State) -> list[Part]:
    """Return the sections in order."""
    return [
        Part(section["question"], tuple(_cited(state, claim) for claim in section["claims"]), note_of(section))
        for section in state["report"]["sections"]
    ]


def _cited(state: State, claim: Claim) -> CitedSentence:
    numbers, verdict = source_numbers(state), verdict_of(claim)
    footnotes = [one["id"] for one in claims_of(state["report"])]
    return CitedSentence(
        f"{claim['lead']} {claim['text']}".strip(),
        tuple(numbers[paper] for paper in sources_of(state, claim)),
        MARKS[verdict.standing],
        in_words(verdict),
        footnotes.index(claim["id"]) + 1,
    )


def footnotes_of(state: State) -> list[str]:
    """Return a footnote for each sentence, in order: its verdict, who says so, and the words that show it."""
    return [_footnote(state, claim) for claim in claims_of(state["report"])]


def _footnote(state: State, claim: Claim) -> str:
    verdict = verdict_of(claim)
    told = [f"{MARKS[verdict.standing]} {in_words(verdict)}."]
    if verdict.reason and not verdict.shown_by:
        told.append(verdict.reason)
    told += [f"“{words}” [{number}]" for number, words in shown_words(state, claim)]
    return " ".join(told)


def shown_words(state: State, claim: Claim) -> list[tuple[int, str]]:
    """Return the words that show the verdict on a claim, each with the number of its source, 0 where it has none.

    What an exact check found its reason tells already.
    """
    if verdict_of(claim).by == EXACT_CHECK:
        return []
    numbers = source_numbers(state)
    return [
        (numbers.get(paper_of(state, id)["id"], 0), passage_text(state, id)[words.start : words.end])
        for id, words in words_that_show(state, claim)
    ]


def cited_papers(state: State) -> list[Paper]:
    """Return the papers that the report cites, in the order of their numbers."""
    return [from_state(Paper, state["papers"][id]) for id in source_numbers(state)]


def link_to(paper: Paper) -> str:
    """Where the paper can be read; "" when nobody told, or what was told is no address of the web."""
    return a_link(paper.doi, paper.url)


def written_by(state: State) -> str:
    """Who wrote the sentences, and what is to be done before relying on one."""
    who = list(dict.fromkeys(section["written_by"] for section in state["report"]["sections"])) or ["Nobody"]
    return f"Written by: {', '.join(who)}. Read the sources before relying on a sentence."


def made_by(state: State) -> str:
    """Who wrote the sentences, what their verdicts are, and how many are left out."""
    standing = tally([verdict_of(claim) for claim in claims_of(state["report"])])
    return " ".join([written_by(state), standing, *left_out(state), *_opened(state)])


def _opened(state: State) -> list[str]:
    """Return what is to be told of a report that was opened from a bundle which somebody had changed."""
    changed = state["seal"]["changed"] if "seal" in state else []
    return [f"Opened from a bundle in which was changed after its export: {', '.join(changed)}."] * bool(changed)


def left_out(state: State) -> list[str]:
    """Return in sentences how many did not hold, and how many that nobody checked a file does not have."""
    sections = state["report"]["sections"]
    struck = sum(map(number_struck, sections))
    unchecked = sum(section.get("left_out", {}).get("not checked", 0) for section in sections)
    told = [f"{in_number(struck)} did not hold and {'is' if struck == 1 else 'are'} left out."] * bool(struck)
    more = [f"{in_number(unchecked)} that nobody checked {'is' if unchecked == 1 else 'are'} left out."]
    return told + more * bool(unchecked)


def tool_rows(state: State) -> Iterator[tuple[str, str, str, str]]:
    """Give what became of each search: the place, how it went, how many records, the reason or the words."""
    for line in state["tool_log"]:
        here = line["tool"] == "shelf" and line["status"] == "ok"
        status = "without network" if here else _STATUS_WORDS[line["status"]]
        yield (
            line["title"],
            status,
            str(line["count"]) if line["status"] in ("ok", "cached", "empty") else "–",
            (line["reason"] or line["words"]),
        )


def fact_rows(state: State) -> list[tuple[str, str]]:
    """How many records went where, and the measures."""
    counted = flow(state)
    rows = [(words.capitalize(), str(counted[name])) for name, words in FLOW_WORDS.items()]
    figures = state["figures"]
    return rows + [
        (measure.title, measure.show(figures[name])) for name, measure in MEASURES.items() if name in figures
    ]
