"""What every file of a report holds, in plain words: what stands, its sources, and how it came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.codec import from_state
from core.sources.papers import Paper
from core.systems.research_reports.search.flow import FLOW_WORDS, flow
from core.systems.research_reports.state import Claim, State
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.systems.research_reports.write.measure_names import MEASURES

_STATUS_WORDS = {
    "ok": "live",
    "cached": "from cache",
    "empty": "nothing found",
    "failed": "failed",
    "skipped": "not asked",
}


@dataclass(frozen=True)
class CitedSentence:
    """A sentence with its connecting words and the numbers of its sources."""

    text: str
    numbers: tuple[int, ...]


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
        Part(section["question"], tuple(_cited(state, claim) for claim in section["claims"]), section["note"])
        for section in state["report"]["sections"]
    ]


def _cited(state: State, claim: Claim) -> CitedSentence:
    numbers = source_numbers(state)
    return CitedSentence(
        f"{claim['lead']} {claim['text']}".strip(), tuple(numbers[paper] for paper in sources_of(state, claim))
    )


def cited_papers(state: State) -> list[Paper]:
    """Return the papers that the report cites, in the order of their numbers."""
    return [from_state(Paper, state["papers"][id]) for id in source_numbers(state)]


def described(paper: Paper) -> str:
    """One source in a line, with what a reader must know of it."""
    authors = ", ".join(paper.authors[:3]) + (" et al." if len(paper.authors) > 3 and paper.authors[3:] else "")
    year = f" ({paper.year})" if paper.year else ""
    told = {
        "summary": "read here: a summary written for Glassbox, not the abstract",
        "extract": "read here: an extract",
        "properties": "values of a data record",
    }.get(paper.abstract_kind, "")
    flags = ["retracted"] * paper.retracted + ["withdrawn"] * paper.withdrawn + [told] * bool(told)
    pieces = [f"{authors}{year}".strip(), paper.title, paper.venue, *flags]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece) + "."


def link_to(paper: Paper) -> str:
    """Where the paper can be read; "" when nobody told, or what was told is no address of the web."""
    url = f"https://doi.org/{paper.doi}" if paper.doi else paper.url
    return url if url.startswith(("https://", "http://")) else ""


def made_by(state: State) -> str:
    """Who wrote the sentences, and what was done with them."""
    who = list(dict.fromkeys(section["written_by"] for section in state["report"]["sections"])) or ["Nobody"]
    return (
        f"Written by: {', '.join(who)}. Every sentence cites passages; code checked ids, numbers, names and direction, "
        "and measured similarity, which is no proof. Read the sources before relying on a sentence."
    )


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
