"""What a refinement is made from: misspelled words and what they may mean, words of the evidence, usable variants."""

from __future__ import annotations

from core.llm.engine import OfflineEngine
from core.systems.expert_search.ranking.refinement import LONGEST_VARIANT, evidence_words, unknown_words, usable
from core.systems.expert_search.state import Context
from tests.systems.expert_search.little_people import little_people, run

PEOPLE = little_people()
CONTEXT = Context(OfflineEngine(), PEOPLE)


def test_a_word_that_nobody_uses_comes_with_those_spelled_like_it() -> None:
    assert unknown_words("perovskit films", CONTEXT) == {"perovskit": ["perovskite"]}
    assert unknown_words("blorptang", CONTEXT) == {"blorptang": []}


def test_stop_words_and_figures_are_not_looked_up() -> None:
    assert unknown_words("the films of 2019 and b12", CONTEXT) == {}


def test_capitals_short_words_and_words_of_the_dictionary_are_no_slips() -> None:
    for words in ("FILN", "PEROVSKIT", "filn", "ovskites"):
        assert not any(unknown_words(words, CONTEXT).values())
    assert unknown_words("avalanch", CONTEXT) == {"avalanch": ["avalanches"]}
    assert unknown_words("index", CONTEXT) == {"index": ["indexes"]}


def test_the_words_of_the_evidence_are_of_the_nearest_people_and_not_of_the_query() -> None:
    state = run(PEOPLE, "avalanches above roads", threshold=0.0)
    first, *_ = evidence_words(state, CONTEXT, state["topics"][0])  # type: ignore[arg-type]
    assert first
    assert not {"avalanches", "above", "roads", "road"} & set(first)
    told = " ".join(PEOPLE.document_text(document) for document in ("snow", "a5")).lower()
    assert all(word in told for word in first)


def test_a_usable_variant_is_printable_short_and_new() -> None:
    asked = ["solar\x00 cells", "solar cells", "  ", "films", "x" * (LONGEST_VARIANT + 1), "Films"]
    assert usable(asked, {"films"}) == ["solar cells", "Films"]
