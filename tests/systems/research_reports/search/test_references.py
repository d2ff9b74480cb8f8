"""An analyst's BibTeX and RIS files are kept, searched, and go away when removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.llm.engine import OfflineEngine
from core.settings import Settings, SourceSettings
from core.sources.exports import to_bibtex, to_ris
from core.systems import Resources
from core.systems.research_reports import open_context
from core.systems.research_reports.search.references import (
    REFERENCES,
    add_references,
    open_references,
)
from core.systems.research_reports.write.citations import claims_of
from tests.lending import lent
from tests.systems.research_reports.little_sources import LEAD, QUESTION, TIN, little_context, run
from tests.word_embedder import WordEmbedder

FILES = {"mine.bib": to_bibtex([TIN, LEAD]).encode(), "mine.ris": to_ris([TIN, LEAD]).encode()}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_references_is_kept_and_reported_from(tmp_path: Path, name: str):
    card, problems = add_references(tmp_path, name, FILES[name])
    assert (card.papers, card.with_abstract, problems) == (2, 2, [])
    assert [one.name for one in REFERENCES.uploads(tmp_path).all()] == [name]
    embedder = WordEmbedder()
    shelves = tuple(open_references(lent(tmp_path, embedder)))
    state = run(little_context(papers=(), embedder=embedder, shelves=shelves), QUESTION)
    assert claims_of(state["report"])
    assert any(line["title"] == name and line["count"] for line in state["tool_log"])
    REFERENCES.uploads(tmp_path).remove(card.id)
    assert REFERENCES.uploads(tmp_path).all() == []
    assert open_references(lent(tmp_path, embedder)) == []


def test_the_same_reference_in_two_files_is_one_paper(tmp_path: Path):
    for name, data in FILES.items():
        add_references(tmp_path, name, data)
    embedder = WordEmbedder()
    state = run(
        little_context(papers=(), embedder=embedder, shelves=tuple(open_references(lent(tmp_path, embedder)))), QUESTION
    )
    assert len(state["papers"]) == 2
    assert len(state["merges"]) == 2


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"@article{x, year={2000}}"])
def test_a_file_without_references_is_refused_and_leaves_nothing(tmp_path: Path, data: bytes):
    with pytest.raises(InputError):
        add_references(tmp_path, "mine.bib", data)
    assert REFERENCES.uploads(tmp_path).all() == []


def test_owners_see_their_own_references_alone(tmp_path: Path):
    add_references(tmp_path / "one", "mine.bib", FILES["mine.bib"])
    settings = Settings(data=tmp_path, sources=SourceSettings(allowed=()))
    mine, other = (
        open_context(Resources(OfflineEngine(), WordEmbedder(), tmp_path / owner, settings)) for owner in ("one", "two")
    )
    assert [shelf.title for shelf in mine.shelves][1:] == ["mine.bib"]
    assert len(other.shelves) == 1
