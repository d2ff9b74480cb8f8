"""Research reports: "What is known about X?" (specification 001)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from core.language.reading import for_programs
from core.refused import refused_ids
from core.settings import SourceSettings
from core.sources.client import Client
from core.sources.live import live_sources, open_client
from core.systems import Resources, System
from core.systems.research_reports.deliver.parts import exported, shown_words
from core.systems.research_reports.graph import build_graph
from core.systems.research_reports.search.references import open_references
from core.systems.research_reports.search.shelves import Shelf, open_shelf
from core.systems.research_reports.search.tool_calls import addresses_of
from core.systems.research_reports.state import Claim, Comparison, Context, State
from core.systems.research_reports.write.checking import note_of, number_struck, verdict_of
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.systems.research_reports.write.doubts import NOBODY_COMPARED
from core.systems.research_reports.write.evaluation import brought_up


def open_context(resources: Resources, shelves: Sequence[Shelf] = (), **numbers: Any) -> Context:
    """Return what one report needs: who answers, the tools, the shelves of this owner and any more, and the numbers."""
    settings, embedder = resources.settings.sources, resources.embedder
    own = open_references(resources)
    return Context(
        resources.engine,
        embedder,
        live_sources(_client(settings, resources.settings.data), settings),
        (open_shelf(embedder), *own, *shelves),
        addresses_of(settings),
        **{
            "without": refused_ids(resources.folder, SYSTEM.name),
            "claim_model": resources.claim_model,
            **numbers,
        },
    )


@cache
def _client(settings: SourceSettings, folder: Path) -> Client:
    """One for the process: the turns and the cooldowns of the sources live in it."""
    return open_client(settings, folder)


def answer(state: State) -> dict[str, object]:
    """Return the report by sections with the sources and the verdict of every sentence, each tool, and the measures.

    Struck sentences are not in it; `did_not_hold` is how many they are.
    """
    state = exported(brought_up(state))
    numbers, compared = source_numbers(state), state.get("compared", NOBODY_COMPARED)
    return {
        "question": state["question"],
        "reading": for_programs(state["reading"]),
        "status": state["report"]["status"],
        "summary": [claim["text"] for claim in claims_of(state["report"]) if claim["id"] in state["report"]["summary"]],
        "sections": [
            {
                "question": section["question"],
                "sentences": [
                    {
                        "text": f"{claim['lead']} {claim['text']}".strip(),
                        "sources": [numbers[id] for id in sources_of(state, claim)],
                        "verdict": _verdict(state, claim),
                    }
                    for claim in section["claims"]
                ],
                "note": note_of(section),
            }
            for section in state["report"]["sections"]
        ],
        "sources": [
            {"number": number, **{name: state["papers"][id][name] for name in ("id", "title", "year", "doi", "url")}}
            for id, number in numbers.items()
        ],
        "tools": [{name: line[name] for name in ("title", "status", "count", "reason")} for line in state["tool_log"]],
        "did_not_hold": sum(map(number_struck, state["report"]["sections"])),
        "contradictions": {**compared, "found": _opposed(state, compared)},
        "figures": state["figures"],
        "stopped_because": state["stopped_because"],
    }


def _verdict(state: State, claim: Claim) -> dict[str, object]:
    verdict = verdict_of(claim)
    words = [{"source": number, "words": words} for number, words in shown_words(state, claim)]
    return {"standing": verdict.standing, "by": verdict.by, "reason": verdict.reason, "shown_by": words}


def _opposed(state: State, compared: Comparison) -> list[dict[str, object]]:
    texts = {claim["id"]: claim["text"] for claim in claims_of(state["report"])}
    return [
        {**pair, "one": texts[pair["one"]], "other": texts[pair["other"]]}
        for pair in compared["found"]
        if pair["one"] in texts and pair["other"] in texts
    ]


SYSTEM = System(
    name="research_reports",
    title="Research reports",
    icon=":material/summarize:",
    about="Plans a report in the open, asks each source in turn, and writes only sentences that can be traced "
    "to a passage.",
    asks_for="What would you like to know about?",
    examples=(
        "What is known about lead-free perovskite solar cells?",
        "How does retrieval-augmented generation make answers more factual?",
        "Occupation coding with machine learning versus rules",
        "State of the art of language model agents that use tools",
    ),
    build_graph=build_graph,
    open_context=open_context,
    answer=answer,
    remembers=True,
)
