"""A report, one whose papers try to break out of every file, and one with a sentence that was struck out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.systems.research_reports.tasks import Written, WrittenSection
from tests.systems.research_reports.deliver.reading import STRUCK
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
