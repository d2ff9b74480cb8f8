"""The people who can be found: both searches over each, the best documents of each, and what is no collection."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer, read_answers, read_experts
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, little_people, run


@pytest.fixture
def people() -> People:
    return little_people()


def test_two_experts_of_one_id_are_refused() -> None:
    with pytest.raises(InputError, match="same id"):
        little_people([*EXPERTS, EXPERTS[0]])


def test_an_answer_of_nobody_is_refused() -> None:
    with pytest.raises(InputError, match="'ghost'"):
        little_people(EXPERTS, [ProjectAnswer("a1", "ghost", answer="Boo")])


@pytest.mark.parametrize("id", ["a1", "sun"])
def test_two_documents_of_one_id_are_refused(id: str) -> None:
    with pytest.raises(InputError, match="same id"):
        little_people(EXPERTS, [*ANSWERS, ProjectAnswer(id, "sun", answer="Again")])


def test_a_person_keeps_the_best_three_documents_best_first_and_none_that_scores_nothing(people: People) -> None:
    best = people.best_documents("project", np.array([[0.1, 0.4, 0.2, 0.3, 0.0, -0.5]]), depth=10)
    assert best == {"sun": [("a2", 1), ("a4", 3), ("a3", 2)]}


def test_only_people_among_the_first_by_either_rule_are_kept(people: People) -> None:
    one_lucky_answer = np.array([[0.9, 0.1, 0.1, 0.0, 0.8, 0.3]])
    assert list(people.best_documents("project", one_lucky_answer, depth=1)) == ["sun", "snow"]
    assert list(people.best_documents("project", one_lucky_answer, depth=2)) == ["sun", "snow"]
    assert list(people.best_documents("project", one_lucky_answer, depth=3)) == ["sun", "snow", "code"]


@pytest.mark.parametrize("query", ["perovskite films", "snow", "blorptang", "", "the of and", "films films films"])
def test_no_document_passes_the_bound_of_its_search(people: People, query: str) -> None:
    for corpus in ("profile", "project"):
        for side in ("vector", "keyword"):
            scores = people.document_scores(corpus, side, query)
            assert len(scores) == {"profile": len(EXPERTS), "project": len(ANSWERS)}[corpus]
            assert scores.max() <= 1 + 1e-6
            assert np.isfinite(scores).all()


def test_a_mended_spelling_is_like_the_query_and_another_question_is_not(people: People) -> None:
    assert people.likeness("perovskit stabilty", "Perovskite stability") > 0.85
    assert people.likeness("perovskite", "perovskite") == 1.0
    assert people.likeness("perovskite", "orchards") < 0.3
    assert 0 <= people.likeness("", "?!") <= 1


def test_an_empty_collection_finds_nobody_and_says_so() -> None:
    state = run(little_people([], []), "perovskite films")
    assert state["final_experts"] == []
    assert state["nothing_good"]
    assert state["quality_score"] == 0


def test_one_expert_alone_without_answers_can_be_found() -> None:
    state = run(little_people(EXPERTS[:1], []), "perovskite films")
    assert [expert["id"] for expert in state["final_experts"]] == ["sun"]


def test_profiles_and_answers_of_the_same_words_stay_people_of_their_own() -> None:
    twins = [Expert(id, "Same Name", "Same headline", "Same words.") for id in ("one", "two")]
    answers = [ProjectAnswer(f"a-{id}", id, "P", "Q?", "Same answer.") for id in ("one", "two")]
    state = run(little_people(twins, answers), "same words")
    assert [expert["id"] for expert in state["final_experts"]] == ["one", "two"]
    ((first, second),) = state["fused_results"].values()
    assert first["score"] == second["score"]


# --- reading files ----------------------------------------------------------------------------------------------------


def test_experts_and_answers_are_read_from_csv_with_or_without_a_mark(tmp_path: Path) -> None:
    (tmp_path / "experts.csv").write_text("id,name,bio,years_experience\ne1,Ann,Knows <b>, 7\ne2,Bob,,\n", "utf-8-sig")
    (tmp_path / "answers.csv").write_text('expert_id,answer\ne1,"Two\nlines"\n', "utf-8")
    assert read_experts(tmp_path / "experts.csv") == [
        Expert("e1", "Ann", bio="Knows <b>", years_experience=7.0),
        Expert("e2", "Bob"),
    ]
    assert read_answers(tmp_path / "answers.csv") == [ProjectAnswer("answer-1", "e1", answer="Two\nlines")]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"name\nAnn\n", "no column id"),
        (b"", "no column id and no column name"),
        ("id,name\ne1,Jörg\n".encode("cp1252"), "not in UTF-8"),
        (b"id,name,years_experience\ne1,Ann,many\n", "years of experience"),
        (b"id,name,years_experience\ne1,Ann,nan\n", "years of experience"),
    ],
)
def test_a_file_that_is_no_table_of_experts_is_refused_in_plain_words(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "experts.csv").write_bytes(content)
    with pytest.raises(InputError, match=why):
        read_experts(tmp_path / "experts.csv")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"experts\.csv"):
        read_experts(tmp_path / "experts.csv")
