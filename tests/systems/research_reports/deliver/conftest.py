"""A report, one whose papers try to break out of every file, one with a struck sentence, one with every verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from core.documents import json_parts
from core.evidence.judge.tasks import Judgement, Judgements
from core.systems.research_reports.tasks import Written, WrittenSection
from tests.systems.research_reports.deliver.reading import CONTRADICTED, JUDGED, OPEN, STRUCK
from tests.systems.research_reports.little_sources import LEAD, QUESTION, TIN, WritingEngine, little_context, run

EVIL = "<script>alert(1)</script> ![x](http://evil.example/x.png) | =HYPERLINK(1) \x07 {"


@pytest.fixture(scope="package")
def state() -> dict[str, Any]:
    return run(little_context(), QUESTION)


@pytest.fixture(scope="package")
def evil() -> dict[str, Any]:
    paper = replace(TIN, title=f"{TIN.title} {EVIL}", authors=(EVIL,), venue=EVIL, url="javascript:alert(1)", doi="")
    return run(little_context(papers=(paper, LEAD)), f"{QUESTION} {EVIL}")


@pytest.fixture(scope="package")
def with_struck() -> dict[str, Any]:
    def write(extract: list[dict[str, Any]], **_: Any) -> WrittenSection:
        sentences = [Written(**sentence) for sentence in extract]
        return WrittenSection(sentences=[*sentences, Written(text=STRUCK, evidence=["p1"])])

    return run(little_context(engine=WritingEngine(write_section=write)), QUESTION)


@pytest.fixture(scope="package")
def mixed() -> dict[str, Any]:
    """Word for word, judged, not checked; contradicted, and not in the passage."""

    def write(extract: list[dict[str, Any]], **_: Any) -> WrittenSection:
        words = [Written(**sentence) for sentence in extract[:1]]
        more = [Written(text=text, evidence=["p1"]) for text in (JUDGED, OPEN, CONTRADICTED, STRUCK)]
        return WrittenSection(sentences=[*words, *more])

    def judge(sentences: list[dict[str, Any]], **_: Any) -> Judgements:
        says = {JUDGED: ("backed", "a class of cells without lead"), CONTRADICTED: ("contradicted", "without lead")}
        return Judgements(judgements=[
            Judgement(number=one["number"], verdict=says[one["sentence"]][0], words=[says[one["sentence"]][1]],  # type: ignore[arg-type]
                      reason="It says which.")
            for one in sentences if one["sentence"] in says
        ])  # fmt: skip

    engine = WritingEngine(write_section=write, judge_sentences=judge)
    return run(little_context(engine=engine, papers=(TIN, LEAD), max_refinements=0), QUESTION)


@pytest.fixture(scope="class")
def in_this_process() -> Iterator[None]:
    """Where a crash is seen, and hundreds of files are read in a moment."""
    with patch.object(json_parts, "run_apart", lambda what, read, *arguments, limits: read(*arguments)):
        yield
