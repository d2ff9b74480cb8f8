"""How often it is asked at which level of skill a job is, and how many wrong codes that keeps from being given.

`python -m benchmarks.nco_levels OFFICIAL.csv [--rows 800]` codes the first sentences of a draw of official
descriptions, the titles of their occupations cut off, with and without that question.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.evaluate.nco import Record, find_records, open_index, read_official
from core.evaluate.nco_asking import first_sentence
from core.llm.engine import OfflineEngine
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import Assessment, assess
from core.systems.nco_classification.state import Context, State


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("official", type=Path)
    parser.add_argument("--rows", type=int, default=800)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        index = open_index(Path(folder))
        known = index.classification
        official = read_official(given.official, known)
        codes = random.Random(0).sample(sorted(official), min(given.rows, len(official)))
        texts = {code: first_sentence(official[code], known.title(code)) for code in codes}
        found = find_records([Record(text, (code[:4],)) for code, text in texts.items() if text], index)
        context = Context(OfflineEngine(), known, index)
    counts = {"coded": 0, "wrong": 0, "asked": 0, "of these wrong": 0}
    for record, state, candidates in zip(found.records, found.states, found.candidates, strict=True):
        assessment = assess(state, candidates, context)
        without = replace(assessment, levels=(), denied="", ambiguity="") if assessment.levels else assessment
        coded = _codes(state, without, context)
        wrong = bool(coded) and record.families[0] not in {code[:4] for code in coded}
        counts["coded"] += bool(coded)
        counts["wrong"] += wrong
        counts["asked"] += bool(assessment.levels)
        counts["of these wrong"] += bool(assessment.levels) and wrong
    print(len(found.records), "sentences:", ", ".join(f"{name} {count}" for name, count in counts.items()))


def _codes(state: State, assessment: Assessment, context: Context) -> list[str]:
    return [entry["code"] for entry in decide(state, assessment, context)["analyzer_response"]["codes"]]


if __name__ == "__main__":
    main()
