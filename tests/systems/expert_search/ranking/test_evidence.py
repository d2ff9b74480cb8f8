"""The evidence is the very words and sentences of the text, and nobody who was not found has any."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.terms import analyse
from core.llm.engine import OfflineEngine
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.ranking.evidence import Evidence, evidence_of, unsaid
from core.systems.expert_search.state import Context
from tests.properties import examples
from tests.systems.conftest import Search
from tests.systems.expert_search.little_people import little_people, run

QUERIES = ("perovskite solar cells", "ransomware in a hospital", "Who can judge avalanche danger?", "ISCO coding")


def every_evidence(people: People, state: Any, person: str) -> list[Evidence]:
    (topic,) = state["topics"]
    return evidence_of(state, Context(OfflineEngine(), people), topic, person)


def check(people: People, state: dict[str, Any], person: str) -> int:
    """All offsets point into the text; the number of pieces of evidence."""
    evidence = every_evidence(people, state, person)
    asked = set(analyse(state["topics"][0]["query"]))
    for found in evidence:
        start, end = found.nearest
        assert 0 <= start < end <= len(found.text)
        assert found.sentence == found.text[start:end] == found.sentence.strip()
        assert -1.001 <= found.likeness <= 1.001
        for first, last in found.words:
            assert asked & set(analyse(found.text[first:last]))
        assert [first for first, _ in found.words] == sorted({first for first, _ in found.words})
        assert found.scores
        assert found.title
    return len(evidence)


@pytest.mark.parametrize("query", QUERIES)
def test_the_sentence_and_the_words_are_places_in_the_text(sample: People, search: Search, query: str) -> None:
    state = search(query)
    for expert in state["final_experts"][:2]:
        assert check(sample, state, expert["id"]) > 0


def test_the_text_is_the_person_s_own_and_the_scores_are_those_of_the_searches(sample: People, search: Search) -> None:
    state = search(QUERIES[0])
    person = state["final_experts"][0]["id"]
    expert = sample.experts[person]
    for found in every_evidence(sample, state, person):
        if found.document == person:
            assert found.title == "Profile"
            assert expert.bio in found.text
            assert set(found.scores) <= {"profile_vectors", "profile_keywords"}
        else:
            assert sample.answers[found.document].expert_id == person
            assert found.text == sample.answers[found.document].answer
            assert set(found.scores) <= {"project_vectors", "project_keywords"}


def test_the_most_telling_evidence_comes_first(sample: People, search: Search) -> None:
    state = search(QUERIES[0])
    found = every_evidence(sample, state, state["final_experts"][0]["id"])
    assert found[0].words, "a query whose words occur is shown with its words"


def test_the_document_that_has_the_words_stands_before_one_that_lies_nearer_and_its_heading_counts() -> None:
    answers = [
        ProjectAnswer("a1", "one", "Roof", "", "Films fade. Films fade fast. Films."),
        ProjectAnswer("a2", "one", "Damp perovskite", "Which films?", "Some do."),
    ]
    people = little_people([Expert("one", "Ann", "Films")], answers)
    found = every_evidence(people, run(people, "damp perovskite films"), "one")
    assert found[0].document == "a2"
    assert found[0].likeness < max(evidence.likeness for evidence in found)


def test_a_document_that_alone_has_a_word_of_the_topic_is_evidence_though_no_search_found_it() -> None:
    answers = [
        *(ProjectAnswer(f"a{number}", "one", "Roof", "", "Perovskite films.") for number in range(3)),
        ProjectAnswer("b", "one", "Damp", "", "Yes."), ProjectAnswer("c", "one", "Dry", "", "No."),
    ]  # fmt: skip
    people = little_people([Expert("one", "Ann", "Films")], answers)
    found = {evidence.document: evidence for evidence in every_evidence(people, run(people, "damp perovskite"), "one")}
    assert "b" in found
    assert not found["b"].scores
    assert "c" not in found


def test_a_person_whom_no_search_found_has_no_evidence() -> None:
    people = little_people()
    state = run(people, "perovskite films", candidates=1, depth=1)
    searches = [state[key] for key in state if key.endswith(("vector_results", "keyword_results"))]
    found = {hit["id"] for by_topic in searches for results in by_topic.values() for hit in results["hits"]}
    missed = set(people.experts) - found
    assert missed
    assert all(every_evidence(people, state, person) == [] for person in missed)
    assert every_evidence(people, state, "nobody") == []


def test_an_answer_without_project_or_question_still_has_a_title() -> None:
    answers = [
        ProjectAnswer("a1", "one", "", "", "Perovskite films."),
        ProjectAnswer("a2", "one", "Roof", "", "Perovskite films."),
        ProjectAnswer("a3", "one", "", "Why?", "Perovskite films."),
    ]
    people = little_people([Expert("one", "Ann", "Films")], answers)
    found = every_evidence(people, run(people, "perovskite films"), "one")
    titles = {evidence.document: evidence.title for evidence in found}
    assert titles == {"a1": "Project answer", "a2": "Roof", "a3": "Project answer: Why?", "one": "Profile"}


@examples(40)
@given(st.text(alphabet="perovskite films.?!<b>&\n-•é🙂 ", max_size=80))
def test_evidence_of_any_text_points_into_the_text(text: str) -> None:
    answer = f"perovskite {text}".strip()
    people = little_people([Expert("one", "Ann", "Films")], [ProjectAnswer("a1", "one", "P", "Q", answer)])
    assert check(people, run(people, "perovskite films"), "one") == 2


@pytest.mark.parametrize(
    ("topic", "nowhere"),
    [
        ("kiln repairs on 4 March", ("4", "March")), ("kiln expert", ()), ("repairing old kilns", ("old",)),
        ("glaze chemistry", ()), ("roof tiles in Pune", ()), ("potters guild kilns", ()), ("Welsh kilns", ("Welsh",)),
    ],
)  # fmt: skip
def test_the_words_of_a_topic_that_a_person_writes_nowhere_are_told(topic: str, nowhere: tuple[str, ...]) -> None:
    ann = Expert("ann", "Ann", "Kiln builder", "Repairs kilns.", organisation="Guild", more={"trade": "potter"})
    answers = [ProjectAnswer("a1", "ann", "Roof tiles", "In Pune?", "The chemistry of a glaze.")]
    people = little_people([ann], answers)
    assert unsaid(people, topic, "ann") == nowhere
