"""Why the runner-up lost, told from the evidence and never against the scores."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.language.terms import occurrences
from core.retrieval.fusion import Part, Receipt
from core.systems.nco_classification.decision.runner_up import explain_runner_up, rivals, why_it_lost
from core.systems.nco_classification.index.documents import Kind
from core.systems.nco_classification.index.occupations import Candidate, Match


def family(
    code: str, score: float, *found: tuple[Kind, str], said: str = "gas welder", part: str = "phrases"
) -> Candidate:
    terms = {"gas": "gas", "welder": "welder"}.keys() if said == "gas welder" else set(said.split())
    matches = [Match(code, kind, text, score, occurrences(text, terms)) for kind, text in found]
    parts = [Part(part, "vector", 1, score, score, 1.0, score)]
    return Candidate(code, score, Receipt(code, score, 1, parts, score, 0.0), matches, [])


def test_a_word_that_only_the_first_holds_is_named_with_where_it_stands() -> None:
    first = family("7212", 0.71, ("title", "Welder, Gas"))
    second = family("7213", 0.52, ("phrase", "gas stove sheet worker"))
    assert why_it_lost(first, second) == (
        "“welder” stands in an official title of 7212 and in none near the words in 7213; "
        "the score is 0.71 against 0.52."
    )


def test_an_official_title_tells_against_an_everyday_phrase() -> None:
    told = why_it_lost(family("7212", 0.7, ("title", "Welder")), family("7213", 0.6, ("phrase", "welder")))
    assert told.startswith("“welder” stands in an official title of 7212, but only in an everyday phrase of 7213;")


def test_a_word_that_nobody_said_tells_against_the_text_that_says_it() -> None:
    told = why_it_lost(family("7212", 0.7, ("phrase", "welder")), family("7213", 0.6, ("phrase", "welder boiler")))
    assert told.startswith("“welder boiler”, the nearest in 7213, also says “boiler”, which was not said;")


def test_with_the_same_words_near_the_part_that_makes_the_difference_is_named() -> None:
    told = why_it_lost(family("7212", 0.7, ("phrase", "welder")), family("7213", 0.6, ("phrase", "welder")))
    assert told == (
        "7212 is ahead of 7213 most by “phrases” (+0.10), with the same words near; the score is 0.70 against 0.60."
    )


def test_what_was_chosen_against_the_scores_is_not_said_to_have_won_by_them() -> None:
    told = why_it_lost(family("7212", 0.4, ("title", "Welder")), family("7213", 0.6))
    assert told == "7213 scores higher, but 7212 was chosen; the score is 0.40 against 0.60."


def test_without_a_second_family_nothing_is_said() -> None:
    only = family("7212", 0.7, ("title", "Welder"))
    assert explain_runner_up({"codes": [], "runner_up": None}, [only]) == ""
    assert explain_runner_up({"codes": [], "runner_up": None}, []) == ""


def test_the_sentence_is_about_the_pair_that_the_response_names_whatever_else_was_found() -> None:
    found = [family("9121", 0.7), family("9122", 0.6), family("9129", 0.5)]
    response: Any = {"codes": [{"code": "9121.0100"}], "runner_up": {"code": "9129"}}
    assert rivals(response, found) == (found[0], found[2])
    told = explain_runner_up(response, found)
    assert "9129" in told
    assert "9122" not in told


def test_what_was_answered_is_told_before_any_words() -> None:
    first, second = family("2341", 0.7, ("phrase", "welder")), family("2330", 0.7, ("title", "Welder"))
    answered = [Part("what was answered", "keyword", 1, raw, raw, 0.05, 0.05 * raw) for raw in (0.0, -2.2)]
    for one, part in zip((first, second), answered, strict=True):
        one.receipt.parts.append(part)
    assert why_it_lost(first, second).startswith("What was answered fits 2341, and 2330 less or not at all;")
    assert why_it_lost(second, first).startswith("“welder” stands in an official title of 2330")


texts = st.lists(st.tuples(st.sampled_from(["title", "phrase", "hindi"]), st.text(max_size=20)), max_size=3)


@given(texts, texts, st.floats(0, 1), st.floats(0, 1))
def test_it_is_one_sentence_with_both_scores_whatever_was_found(mine, its, high, low) -> None:
    told = why_it_lost(family("7212", high, *mine), family("7213", low, *its))
    assert told.endswith(f"the score is {high:.2f} against {low:.2f}.")
    assert "7213" in told


def test_a_word_is_said_to_stand_in_the_best_kind_of_text_that_holds_it() -> None:
    second = family("7213", 0.6, ("phrase", "welder"), ("hindi", "welder wala"))
    told = why_it_lost(family("7212", 0.7, ("title", "Welder")), second)
    assert "but only in an everyday phrase of 7213" in told
