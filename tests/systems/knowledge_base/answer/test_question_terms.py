"""The words of a question and what it names are measured on an absolute scale."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.systems.knowledge_base.answer.question_terms import (
    Term,
    cosines,
    coverage,
    identifiers_in,
    names_in,
    says,
    terms_of,
    written,
)
from tests.systems.knowledge_base.little_manual import little_manual
from tests.word_embedder import WordEmbedder


def test_a_term_counts_the_passages_that_hold_it_and_one_that_none_holds_weighs_most(tmp_path: Path) -> None:
    by_word = {term.word: term for term in terms_of("Does the pump need a carburettor?", little_manual(tmp_path))}
    assert by_word["pump"].passages == 2
    assert by_word["carburettor"].passages == 0
    assert by_word["carburettor"].weight > by_word["pump"].weight > 0
    assert "the" not in by_word


def test_a_word_that_only_frames_a_question_is_not_missed_where_no_passage_holds_it(tmp_path: Path) -> None:
    asked = terms_of("What happens when the pump is blocked?", little_manual(tmp_path))
    assert [term.word for term in asked] == ["pump", "blocked"]
    pages = {"pump.md": "# Pump\n\nThis happens when the pump stops."}
    assert [term.word for term in terms_of("What happens to the pump?", little_manual(tmp_path / "other", pages))] == [
        "happens",
        "pump",
    ]
    assert [term.word for term in terms_of("What happens?", little_manual(tmp_path))] == ["happens"]


def test_the_degree_that_is_asked_for_says_nothing_of_the_matter(tmp_path: Path) -> None:
    asked = terms_of("How many pumps are loud, and how many deep valves?", little_manual(tmp_path))
    assert [(term.word, term.asks) for term in asked if not term.passages] == [
        ("many", True),
        ("loud", False),
        ("deep", False),
    ]


def test_may_must_and_will_are_not_missed_where_no_passage_holds_them_but_a_month_is(tmp_path: Path) -> None:
    asked = terms_of("May the valve open, and will it, and must it?", little_manual(tmp_path))
    assert [term.word for term in asked] == ["valve", "open"]
    assert [term.word for term in terms_of("Which valves open in May?", little_manual(tmp_path / "other"))] == [
        "valves",
        "open",
        "may",
    ]


def test_a_word_is_held_in_whatever_form_the_passages_have_it(tmp_path: Path) -> None:
    pages = {"rules.md": "# Rules\n\nHens are kept at 09:15. Mice are not driven out."}
    held = {
        term.word: term.passages
        for term in terms_of("Who keeps a mouse at 9:15 or drives?", little_manual(tmp_path, pages))
    }
    assert held == {"keeps": 1, "mouse": 1, "9": 1, "15": 1, "drives": 1}


def test_what_a_hyphen_ties_to_a_word_behind_is_written_with_it() -> None:
    assert written(["re", "poland", "bound"], "Was Ines re-elected in Poland, wheelchair-bound?") == [
        "re-elected",
        "Poland",
        "bound",
    ]
    assert written(["re", "elected"], "re‑elected") == ["re‑elected"]


def test_a_rare_word_covers_more_than_a_common_one() -> None:
    terms = [Term("pump", ("pump",), 90, 0.1), Term("impeller", ("impel",), 1, 4.0)]
    assert coverage(terms, frozenset({"impel"})) > coverage(terms, frozenset({"pump"}))
    assert coverage(terms, frozenset({"pump", "impel"})) == pytest.approx(1.0)
    assert coverage([], frozenset({"pump"})) == 0.0


def test_the_cosine_of_the_same_words_is_one_and_no_text_has_none() -> None:
    embedder = WordEmbedder()
    same, other = cosines("pump speed", ["pump speed", "valve"], embedder)  # type: ignore[arg-type]
    assert same == pytest.approx(1.0)
    assert other < same
    assert cosines("pump", [], embedder) == []  # type: ignore[arg-type]


def test_names_are_what_is_quoted_written_with_underscores_or_capitalised() -> None:
    assert names_in("How do I set work_mem in SQL Server?") == ["work_mem", "SQL Server"]
    assert names_in("How much does the Osprey 150 cost?") == ["Osprey 150"]
    assert names_in("Does it run on Python 3.11?") == ["Python"]


def test_identifiers_are_settings_options_functions_and_what_is_quoted() -> None:
    asked = "Does --force or “a b” change work_mem, parseInt, now() or os.path of the Pump?"
    assert identifiers_in(asked) == ["--force", "a b", "work_mem", "parseInt", "now", "os.path"]
    assert says("The work_mem setting", "WORK_MEM")
    assert not says("maintenance_work_mem", "work_mem")
