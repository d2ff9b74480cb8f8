"""What cannot be read is said in words, and nothing is said of what nobody can tell."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.retrieval.named_model import Reads
from core.stores.passages import Document
from core.systems.knowledge_base.search.languages import (
    languages_of,
    said_of_documents,
    said_of_others,
    said_of_question,
)
from core.systems.knowledge_base.state import Context

ENGLISH = "How many days of leave does an employee get every year?"
GERMAN = "Wie viele Verbindungen sind höchstens gleichzeitig erlaubt?"
QUESTIONS = Path(__file__).parents[3] / "data" / "knowledge" / "postgresql_questions.csv"


def model(name: str, *languages: str, every: bool = False) -> Any:
    return SimpleNamespace(name=name, reads=Reads(frozenset(languages), every))


MINILM, MANY, SILENT = model("MiniLM", "en"), model("many-e5", every=True), model("silent")


def context(own: Any = None) -> Context:
    return Context(cast(Any, None), cast(Any, None), MINILM, own_model=own)


def document(language: str) -> Document:
    return Document("id", "name.md", "markdown", language, "utf-8", 10, "2026-01-01T00:00:00+00:00")


def test_the_languages_of_documents_are_counted_and_unknown_ones_left_out() -> None:
    assert list(languages_of([document(one) for one in ("en", "de", "", "de")]).items()) == [("de", 2), ("en", 1)]


def test_a_collection_says_which_of_its_languages_the_model_does_not_read() -> None:
    told, is_read = said_of_documents({"de": 12, "en": 3}, MINILM)
    assert not is_read
    assert told == (
        "Languages: German (12), English (3). MiniLM does not read German: there, only words are found, no meaning. "
        "EMBEDDING_MODEL can name a model that reads German."
    )
    assert said_of_documents({"de": 12, "en": 3}, MANY) == (
        "Languages: German (12), English (3). many-e5 reads all of them.",
        True,
    )
    assert said_of_documents({"en": 3}, MINILM) == ("Languages: English (3). MiniLM reads it.", True)
    assert "does not say which languages it reads" in said_of_documents({"en": 3}, SILENT)[0]
    assert said_of_documents({}, MINILM) == ("", True)


def test_a_question_in_a_language_that_the_model_does_not_read_is_told() -> None:
    told = said_of_question(GERMAN, {"en": 5}, context())
    assert told.startswith("Your question is in German, the documents are in English. MiniLM does not read German.")
    assert "by the words of the question alone" in told


def test_documents_in_a_language_that_the_model_does_not_read_are_told() -> None:
    told = said_of_question(ENGLISH, {"de": 5, "fr": 2}, context())
    assert "the documents are in French and German. MiniLM does not read French and German." in told
    told = said_of_question(GERMAN, {"de": 5}, context())
    assert told.startswith("Your question and documents here are in German. MiniLM does not read German.")


def test_a_model_that_reads_both_finds_by_meaning_and_the_rules_say_what_they_were_made_for() -> None:
    told = said_of_question(GERMAN, {"en": 5}, context(MANY))
    assert "They share few words, so passages are found by meaning alone." in told
    assert "is still weighed by rules and MiniLM, both made for English" in told
    assert "does not read" not in told
    told = said_of_question(GERMAN, {"de": 5}, context(MANY))
    assert "still weighed by rules and MiniLM" in told
    assert "few words" not in told


def test_where_nothing_was_found_documents_that_the_model_does_not_read_are_told() -> None:
    told = said_of_others({"en": 30, "de": 2}, context())
    assert "Some of these documents are in German, which MiniLM does not read" in told
    assert said_of_others({"en": 30, "de": 2}, context(MANY)) == ""
    assert said_of_others({"en": 30}, context()) == ""


@pytest.mark.parametrize("own", [None, MANY, SILENT], ids=["MiniLM", "many", "silent"])
def test_an_english_question_to_english_documents_needs_no_word(own: Any) -> None:
    assert said_of_question(ENGLISH, {"en": 5}, context(own)) == ""
    assert said_of_question(ENGLISH, {"de": 4, "en": 1}, context(own)) == ""


def test_a_few_documents_whose_language_may_be_mistaken_count_for_nothing() -> None:
    assert said_of_question(ENGLISH, {"en": 60, "la": 2}, context()) == ""
    assert "Latin" not in said_of_question(GERMAN, {"en": 60, "la": 2}, context())


@pytest.mark.parametrize("question", ["Wie oft?", "max_connections?", "Pumpe", "", "checkpoint_timeout default"])
def test_of_a_short_question_nothing_is_said(question: str) -> None:
    assert said_of_question(question, {"en": 5}, context()) == ""


def test_no_english_question_of_another_collection_is_taken_for_one_in_another_language() -> None:
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        questions = [row["question"] for row in csv.DictReader(file)]
    assert len(questions) > 50
    assert [one for one in questions if said_of_question(one, {"en": 5}, context())] == []
