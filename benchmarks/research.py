"""A whole offline report over the shelf, and a report from 1,000 records that a live source gave.

    python -m benchmarks.research [--reports 10] [--records 1000]

A report is what a page does: a session, a thread of its own, every step checkpointed and traced in SQLite; nobody asks
about the plan. The records are abstracts put together from the shelf's sentences, so none of them was embedded before.
Printed: seconds until the first section stands and until the end, and what the records took by step.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from core.installation import Installation
from core.language.sentences import sentences
from core.llm.engine import OfflineEngine
from core.settings import Settings, SourceSettings
from core.sources.papers import Found
from core.sources.shelf import read_shelf
from core.systems.research_reports import SYSTEM, open_context
from core.systems.research_reports.state import Context

QUESTIONS = (
    "What is known about lead-free perovskite solar cells?",
    "How does retrieval-augmented generation make answers more factual?",
    "Occupation coding with machine learning versus rules",
    "State of the art of language model agents that use tools",
    "What limits rechargeable lithium batteries?",
)


class ManyRecords:
    """A source that gives as many records as it has."""

    name = title = "openalex"
    missing = ""

    def __init__(self, count: int) -> None:
        draw, papers = random.Random(7), read_shelf()
        pool = [sentence.text for paper in papers for sentence in sentences(paper.abstract)]
        self.papers = [
            replace(
                papers[number % len(papers)],
                id=f"openalex:{number}",
                doi="",
                arxiv_id="",
                title=f"{papers[number % len(papers)].title} {number}",
                abstract=_abstract(draw, pool, number),
            )
            for number in range(count)
        ]

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        """All of them, whatever the limit."""
        return Found(self.papers)


def _abstract(draw: random.Random, pool: list[str], number: int) -> str:
    """Eight sentences of which none was embedded before."""
    return " ".join(f"{text.rstrip('.')} in case {number}." for text in draw.sample(pool, 8))


def main() -> None:
    """Measure both and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--reports", type=int, default=10)
    parser.add_argument("--records", type=int, default=1_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = Installation(Settings(data=Path(folder), sources=SourceSettings(allowed=())))
        house.embedder.warm_up()
        context: Context = open_context(house.resources("bench", OfflineEngine()), ask_plan=False)
        _report(house, context, "warming up with another question")
        times = [_report(house, context, QUESTIONS[number % len(QUESTIONS)]) for number in range(arguments.reports)]
        print(f"{len(times)} reports over the shelf, warm")
        print(f"{'':24}{'median s':>10}{'most s':>10}")
        for name, place in (("first section stands", 0), ("whole report", 1)):
            values = [one[place] for one in times]
            print(f"{name:24}{median(values):10.2f}{max(values):10.2f}")
        source = ManyRecords(arguments.records)
        many = replace(context, sources={"openalex": source}, shelves=())
        _, whole, steps = _report(house, many, QUESTIONS[0])
        print(f"\n{arguments.records:,} new records, filtered and synthesised: {whole:.2f} s")
        for node in ("retrieve_data", "rag_filter", "synthesis", "evaluation"):
            print(f"  {node:22}{steps[node]:10.2f}")
        house.close()


def _report(house: Installation, context: Any, question: str) -> tuple[float, float, dict[str, float]]:
    """Seconds until sections stand in the state, until the end, and by node."""
    began = time.perf_counter()
    session = house.open_session(SYSTEM, {}, context, "bench")
    run = session.start(question)
    first = _wait(lambda: run.finished.is_set() or any(step.node == "evaluation" for step in list(run.steps)), began)
    session.wait(300)
    whole = time.perf_counter() - began
    assert session.state["report"]["sections"], session.failure
    return first, whole, {step.node: step.seconds or 0.0 for step in session.steps}


def _wait(ready: Callable[[], bool], began: float) -> float:
    while not ready():
        time.sleep(0.005)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
