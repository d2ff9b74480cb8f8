"""The papers that come with Glassbox."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from core.errors import StoreError
from core.language.sentences import sentences
from core.sources.merging import merge
from core.sources.reading import a_doi, an_arxiv_id
from core.sources.shelf import read_shelf

SHELF = read_shelf()


def test_there_are_at_least_eighty_papers_on_four_themes():
    themes = Counter(paper.identifiers["theme"] for paper in SHELF)
    assert len(SHELF) >= 80
    assert set(themes) == {"retrieval", "agents", "materials", "occupations"}
    assert min(themes.values()) >= 15


@pytest.mark.parametrize("paper", SHELF, ids=lambda paper: paper.id)
def test_every_paper_has_its_facts_and_a_summary_of_three_to_six_sentences(paper):
    assert paper.title
    assert paper.authors
    assert paper.venue
    assert 1950 <= paper.year <= 2026
    assert (paper.doi and a_doi(paper.doi) == paper.doi) or an_arxiv_id(paper.arxiv_id) == paper.arxiv_id != ""
    assert 3 <= len(sentences(paper.abstract)) <= 6
    assert paper.abstract_kind == "summary"
    assert "written for Glassbox" in paper.rights
    assert not re.search(r"\b(we|our)\b", paper.abstract, re.IGNORECASE)  # those would be the authors' words


def test_no_paper_stands_there_twice():
    assert merge(SHELF).log == []
    assert len({paper.id for paper in SHELF}) == len(SHELF)
    assert len({paper.title.lower() for paper in SHELF}) == len(SHELF)


def test_lead_free_perovskites_are_among_them():
    assert sum("lead-free" in paper.title.lower() for paper in SHELF) >= 5


def test_a_damaged_shelf_is_said_in_words(tmp_path):
    file = tmp_path / "papers.json"
    for content in ("[{]", '[{"title": "no more"}]', "7"):
        file.write_text(content)
        with pytest.raises(StoreError, match=r"papers\.json"):
            read_shelf(file)
    with pytest.raises(StoreError):
        read_shelf(tmp_path / "gone.json")
