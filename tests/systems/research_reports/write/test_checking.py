"""Every sentence checked against what it cites: ids first, then what the passages say."""

from __future__ import annotations

from typing import Any

import pytest

from core.systems.research_reports.state import Claim
from core.systems.research_reports.write.checking import check, evidence_texts
from tests.systems.research_reports.little_sources import LEAD, QUESTION, RETRACTED, TIN, little_context, run
from tests.word_embedder import WordEmbedder


@pytest.fixture(scope="module")
def state() -> Any:
    return run(little_context(), QUESTION)


def claim(text: str, *passages: str) -> Claim:
    return {
        "id": "c", "section": "q1", "lead": "", "text": text, "passages": list(passages), "findings": [],
        "support": None,
    }  # fmt: skip


def test_every_finding_points_into_the_passage_it_is_about():
    state = run(little_context(papers=(TIN, LEAD)), QUESTION)
    ids = {span["paper"]: id for id, span in state["passages"].items()}
    rose = claim("Their efficiency rose from 3.8 % to 17 % within three years.", ids[TIN.id], ids[LEAD.id])
    (checked,) = check(state, [rose], WordEmbedder())
    (finding,) = [one for one in checked["findings"] if one["fault"] == "number"]
    assert checked["text"][finding["start"] : finding["end"]].startswith("17")
    if finding["source"]:
        assert finding["passage"] == ids[LEAD.id]
        start, end = finding["source"]
        assert LEAD.abstract[start:end]


def test_a_passage_that_does_not_exist_is_objected_to_by_its_id_alone(state: Any) -> None:
    (checked,) = check(state, [claim("Tin is a metal.", "p999")], WordEmbedder())
    assert [(found["fault"], "p999" in found["message"]) for found in checked["findings"]] == [("citation", True)]
    assert evidence_texts(state, checked) == []


def test_a_retracted_paper_may_back_nothing(state: Any) -> None:
    id = next(id for id, span in state["passages"].items() if span["paper"] == RETRACTED.id)
    (text,) = evidence_texts(state, claim("", id))
    (checked,) = check(state, [claim(text.split(". ")[0] + ".", id)], WordEmbedder())
    assert any("retracted" in found["message"] for found in checked["findings"])


def test_a_sentence_as_it_stands_in_its_passage_passes_with_its_likeness(state: Any) -> None:
    standing = state["report"]["sections"][0]["claims"][0]
    (checked,) = check(state, [standing], WordEmbedder())
    assert checked["findings"] == []
    assert checked["support"] is not None
    assert checked["support"]["score"] > 0.5
