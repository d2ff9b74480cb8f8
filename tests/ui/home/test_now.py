"""Who answers and what keeps things, told in plain words without trying anything; and what is new."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.installation import Installation
from core.settings import SourceSettings
from tests.ui.steps import as_read, opened, said, texts


def test_rules_are_named_with_what_a_key_would_change(house: Installation) -> None:
    test = opened()
    assert said(test, "Rules on this computer:** no model is asked.")
    assert said(test, "With a key of Gemini")
    assert said(test, "in files on this computer")


def test_a_model_is_named_with_what_it_is_sent(house: Installation) -> None:
    house.settings = replace(house.settings, model_key="AIza-key-of-nobody-0123456789")
    test = opened()
    assert said(test, "**Gemini gemini-flash-latest** reads what you ask")
    assert said(test, "both are sent to it")
    assert not said(test, "With a key of Gemini")


def test_stores_that_are_configured_are_named_and_not_asked(
    house: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a server was asked")

    monkeypatch.setattr("neo4j.GraphDatabase.driver", refuse)
    _ = house.checkpoints  # opened in files, so that the page need not reach a database
    house.settings = replace(
        house.settings, database_url="postgresql://nobody@localhost:1/none", neo4j_uri="bolt://localhost:1"
    )
    assert said(opened(), "runs and documents in PostgreSQL, the graph of books in Neo4j.")


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        (SourceSettings(), "PubMed, arXiv, OpenAlex."),
        (SourceSettings(allowed=()), "can allow paper databases to be asked."),
        (SourceSettings(allowed=("materials", "web"), materials_key="k", searxng_url="http://x"), "the web."),
    ],
    ids=["as they come", "none", "with keys"],
)
def test_only_sources_that_have_what_they_need_are_named(
    house: Installation, sources: SourceSettings, words: str
) -> None:
    house.settings = replace(house.settings, sources=sources)
    (line,) = [
        as_read(text)
        for text in texts(opened())
        if "papers" in text.lower() and "**" in text and ("Asked for" in text or "**Papers" in text)
    ]
    assert line.endswith(words)


def test_settings_under_which_nobody_can_answer_are_told(house: Installation) -> None:
    house.settings = replace(house.settings, model="nonsense")
    assert said(opened(), "Nobody yet.")


def test_what_is_new_is_a_few_lines_in_an_analysts_words(house: Installation) -> None:
    test = opened()
    assert [fold.label for fold in test.expander] == ["What is new"]
    (news,) = [text.value for text in test.expander[0].markdown]
    assert 3 <= len(news.splitlines()) <= 6
