"""`core.evaluate library_chat`: the shipped scenarios and our questions pass, on the sample and another catalogue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt

from core.evaluate.__main__ import main
from core.evaluate.expected_words import missing_of
from core.evaluate.library_chat import Answered, Asked, Reply, differences, open_questions, read_questions, read_reply
from core.evaluate.word_vectors import WordsOnly
from core.paths import SAMPLES
from core.settings import Settings

DATA = Path(__file__).parents[1] / "data" / "library"


def measured(arguments: list[str], folder: Path) -> dict[str, Any]:
    out = folder / "figures.json"
    assert main(["library_chat", *arguments, "--json", str(out), "--cache", str(folder)]) == 0
    figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    own = ["n", "expected_found", "passed", "silently_wrong", "asked_back", "routing", "ms_p50"]
    assert list(figures) == [*own, "kinds", "questions"]
    return figures


def test_the_four_scenarios_of_the_specification_pass(tmp_path: Path) -> None:
    figures = measured([str(SAMPLES / "library" / "scenarios.csv")], tmp_path)
    assert (figures["n"], figures["expected_found"], figures["passed"], figures["routing"]) == (4, 1.0, 1.0, 1.0)


def test_the_short_name_of_the_command_is_taken_too(tmp_path: Path) -> None:
    assert main(["library", str(SAMPLES / "library" / "scenarios.csv"), "--cache", str(tmp_path)]) == 0


@pytest.mark.slow
def test_all_questions_over_the_sample_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = measured([str(DATA / "questions.csv")], tmp_path)
    assert figures["passed"] == 1.0, capsys.readouterr().out
    assert figures["routing"] >= 0.99
    assert figures["n"] >= 60


@pytest.mark.slow
def test_most_questions_over_another_catalogue_pass_and_hardly_any_is_silently_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ["--catalogue", str(DATA / "other_catalogue.csv")]
    figures = measured([str(DATA / "other_questions.csv"), *other], tmp_path)
    assert figures["passed"] >= 0.95, capsys.readouterr().out  # its wordings were not looked at for the grammar
    assert figures["silently_wrong"] <= 0.02


def test_the_questions_cover_every_kind() -> None:
    kinds = Counter(one.kind.partition(":")[0] for one in read_questions(DATA / "questions.csv"))
    wanted = {"range", "negation", "comparison", "average", "absent", "two authors", "typo", "followup", "small talk"}
    assert wanted <= set(kinds)
    assert kinds["foreign"] >= 3


def test_what_fails_is_told_with_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(
        "question,expected,agent,kind\nHow many books?,57,librarian,\nFind romance,,,absent\n", encoding="utf-8"
    )
    figures = measured([str(path)], tmp_path)
    assert (figures["passed"], figures["routing"], figures["expected_found"]) == (0.0, 0.0, 0.0)
    printed = capsys.readouterr().out
    assert "missing 57" in printed
    assert "to analyst, not to librarian" in printed
    assert "books found where there are none" in printed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("question\nx\n", "question and expected"),
        ("question,expected\n,x\n", "the question is empty"),
        ("question,expected,agent\nx,y,boss\n", "librarian, analyst"),
        ("question,expected,rows\nx,y,some\n", "rows is a number"),
    ],
)
def test_a_wrong_file_is_refused_in_words(
    tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["library", str(path), "--cache", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", str(tmp_path / "nothing.csv"), "--cache", str(tmp_path)]) == 2
    assert "nothing.csv" in capsys.readouterr().err


def test_a_run_of_words_alone_needs_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the model was loaded")

    monkeypatch.setattr("core.retrieval.embedder.Model", refuse)
    path = tmp_path / "few.csv"
    path.write_text("question,expected\nHow many Mystery books?,7\nWho wrote Tin Prophets?,Pryce\n", encoding="utf-8")
    figures = measured([str(path), "--words-only"], tmp_path)
    assert figures["n"] == 2
    assert not list(tmp_path.glob("embeddings*"))


def test_a_text_without_the_model_is_like_itself_alone() -> None:
    first, again, other = WordsOnly().encode(["Horror", "horror", "Romance"])
    assert first @ again == pytest.approx(1)
    assert abs(first @ other) < 0.3


def test_neo4j_that_is_not_configured_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.csv"
    path.write_text("question,expected\nHow many books?,57\n", encoding="utf-8")
    assert main(["library", str(path), "--store", "neo4j", "--cache", str(tmp_path), "--words-only"]) == 2
    assert "NEO4J_URI" in capsys.readouterr().err


def answered(expected: str, response: str, **told: Any) -> Answered:
    """A question "How many horror books after 2000?" with this answer."""
    rows, kind = told.pop("rows", ()), told.pop("kind", "count")
    asked = Asked("How many horror books after 2000?", tuple(expected.split(";")), "", kind, "row 1", rows)
    figures = asked.expected[1:] if asked.expected[0] == "ASK" else asked.expected
    return Answered(asked, Reply(response, **told), missing_of(figures, response), 1.0)


def test_wrong_without_a_word_is_silently_wrong_and_wrong_with_a_word_is_not() -> None:
    assert answered("12", "12 books.").passed
    assert answered("12", "13 books.").silently_wrong
    assert not answered("12", "13 books.", unused=("horror",)).silently_wrong
    asked_back = answered("12", "Which horror?", asked_back=True)
    assert not asked_back.passed
    assert not asked_back.silently_wrong


def test_as_many_books_must_be_found_as_rows_says() -> None:
    assert answered("12", "12 books.", rows=(12, 14), found=14).passed
    assert answered("12", "12 books.", rows=(12,), found=25).silently_wrong


@pytest.mark.parametrize(
    ("response", "told", "right"),
    [
        ("The catalogue has no column of ratings.", {}, True),
        ("After 2000 there are no ratings: that cannot be told.", {}, True),
        ("Read without “rated”.", {"unused": ("rated",)}, True),
        ("The best is rated 4.5; more is not known.", {}, False),
        ("That cannot be told. Here are some books.", {"shown": 3}, False),
        ("Certainly!", {}, False),
    ],
)
def test_what_cannot_be_answered_is_declined_without_a_figure(response: str, told: dict[str, Any], right: bool) -> None:
    assert answered("UNANSWERABLE", response, **told).passed is right


@pytest.mark.parametrize(
    ("expected", "response", "told", "right"),
    [
        ("ASK", "Either or both?", {"asked_back": True}, True),
        ("ASK;5;7", "5 are both, 7 are either.", {}, True),
        ("ASK;5;7", "There are 5.", {}, False),
        ("ASK", "5 are both, 7 are either.", {}, True),
        ("ASK", "5 books, 7 authors.", {}, False),
        ("ASK", "Both: Ulysses (1922), Emma (1815).", {"shown": 2}, False),
        ("ASK", "After 2000 there are 5.", {}, False),
    ],
)
def test_of_two_readings_one_is_asked_for_or_both_are_told(
    expected: str, response: str, told: dict[str, Any], right: bool
) -> None:
    assert answered(expected, response, **told).passed is right


def test_small_talk_that_is_taken_for_a_question_is_wrong() -> None:
    talk = Asked("Thanks!", (), "", "chit-chat", "row 1")
    assert Answered(talk, Reply("You are welcome."), (), 1.0).passed
    assert Answered(talk, Reply("No books found; the nearest is Thanks.", shown=1), (), 1.0).silently_wrong


def test_a_reading_tells_which_words_were_not_used() -> None:
    words = [{"text": "horror", "fate": "used"}, {"text": "rated", "fate": "unused"}]
    reply = read_reply({"response": "x", "reading": {"words": words}, "passing": 120, "results": [{"id": "1"}] * 10})
    assert (reply.unused, reply.found, reply.shown) == (("rated",), 120, 10)


def test_without_a_reading_the_names_that_are_not_known_count() -> None:
    reply = read_reply({"response": "x", "understanding": {"unknown": [{"said": "Zzyzx"}]}, "results": [{"id": "1"}]})
    assert (reply.unused, reply.found) == (("Zzyzx",), 1)


def test_what_was_answered_before_does_not_count_where_a_run_stopped_to_ask() -> None:
    reply = read_reply({"response": "57 books", "results": [{}]}, [{"asks": "Which King?"}])
    assert reply.asked_back
    assert "57" not in reply.response
    assert "Which King?" in reply.response
    assert reply.found == 0


def test_a_run_that_stops_to_ask_is_seen_by_its_interrupt() -> None:
    class Turn(TypedDict):
        request: str
        response: str

    def ask(_: Turn) -> dict[str, str]:
        return {"response": str(interrupt("Which King?"))}

    graph = StateGraph(Turn).add_node("ask", ask).add_edge(START, "ask").compile(checkpointer=InMemorySaver())
    config: RunnableConfig = {"configurable": {"thread_id": "1"}}
    for _ in range(2):  # the second question begins anew
        state = graph.invoke({"request": "King?"}, config)
        assert open_questions(graph, config, state) == ["Which King?"]


def test_a_first_question_is_asked_before_in_the_same_conversation(tmp_path: Path) -> None:
    path = tmp_path / "after.csv"
    path.write_text(
        "question,expected,kind,rows,after\nonly those after 2018,5,followup,5,How many science fiction books?\n",
        encoding="utf-8",
    )
    assert measured([str(path), "--words-only"], tmp_path)["passed"] == 1.0


def test_every_question_is_kept_with_its_answer_and_every_kind_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("question,expected,kind\nHow many books?,57,count\nHello,,small talk\n", encoding="utf-8")
    figures = measured([str(path), "--words-only"], tmp_path)
    assert set(figures["kinds"]) == {"count", "small talk"}
    assert figures["kinds"]["small talk"] == {"n": 1, "right": 1, "silently_wrong": 0, "asked_back": 0}
    assert [one["question"] for one in figures["questions"]] == ["How many books?", "Hello"]


@pytest.fixture
def both_stores(neo4j: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neo4j is configured."""
    monkeypatch.setenv("NEO4J_URI", neo4j.neo4j_uri)
    monkeypatch.setenv("NEO4J_USERNAME", neo4j.neo4j_username)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j.neo4j_password)


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Somebody else calculates as much as there are processors."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    yield
    for burner in burners:
        burner.kill()
        burner.wait()


@pytest.mark.usefixtures("both_stores", "busy_machine")
def test_the_four_scenarios_pass_on_both_stores_in_one_run_on_a_busy_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "figures.json"
    scenarios = str(SAMPLES / "library" / "scenarios.csv")
    assert main(["library", scenarios, "--store", "both", "--json", str(out), "--cache", str(tmp_path)]) == 0
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert (figures["n"], figures["passed"], figures["routing"]) == (4, 1.0, 1.0), capsys.readouterr().out
    assert figures["differing"] == 0, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("both_stores")
@pytest.mark.parametrize(
    ("questions", "catalogue"),
    [
        (DATA / "questions.csv", []),
        (DATA / "other_questions.csv", ["--words-only", "--catalogue", str(DATA / "other_catalogue.csv")]),
    ],
    ids=["the sample", "another catalogue"],
)
def test_both_stores_answer_every_question_alike_with_the_same_rows(
    questions: Path, catalogue: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "figures.json"
    assert main(["library", str(questions), *catalogue, "--store", "both", "--json", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["differing"] == 0, capsys.readouterr().out


def test_what_two_stores_answer_otherwise_is_told() -> None:
    ours, theirs = (
        [answered("12", "12 books."), answered("12", "12 books.", found=12)],
        [answered("12", "12 books."), answered("12", "12 books.", found=13)],
    )
    assert differences(ours, theirs) == ["DIFFERS  How many horror books after 2000?: found 12 and 13"]


def test_the_questions_to_a_large_catalogue_can_be_read_and_are_varied() -> None:
    questions = read_questions(DATA / "books_11k_questions.csv")
    kinds = Counter(one.kind.partition(":")[0] for one in questions)
    assert len(questions) >= 300
    assert len({one.question for one in questions}) >= len(questions) - 10
    assert kinds["followup"] >= 40
    assert kinds["unanswerable"] >= 12
    assert all(one.expected or one.kind == "chit-chat" for one in questions)
