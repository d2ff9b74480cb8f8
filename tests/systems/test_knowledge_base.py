"""The knowledge base keeps the promises of specification 002."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from core.evidence.judge.tasks import Judgement, Judgements
from core.llm.engine import OfflineEngine
from core.settings import Settings
from core.stores.checkpoints import open_checkpoints
from core.stores.passages import Passage
from core.stores.passages_embedded import EmbeddedPassages
from core.systems.knowledge_base import tasks
from core.systems.knowledge_base.answer.checking import verdict_of
from core.systems.knowledge_base.deliver.markdown import to_markdown
from core.systems.knowledge_base.graph import build_graph
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.nodes import LONGEST_GUESS
from core.systems.knowledge_base.state import Context, Tool
from tests.properties import examples
from tests.systems.knowledge_base.little_files import make_pdf
from tests.systems.knowledge_base.little_manual import PAGES, Chat, context_over, little_manual, said
from tests.word_embedder import WordEmbedder

QUESTION = "What is the default speed of the pump?"
EASY: dict[str, Any] = {"min_relevant_docs": 1, "doc_score_threshold": 0.1}
UNKNOWN = "Which orchestra played Mahler yesterday?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedPassages:
    return little_manual(tmp_path_factory.mktemp("manual"))


@pytest.fixture
def chat(store: EmbeddedPassages) -> Chat:
    return Chat(context_over(store))


class Scripted:
    """A model that answers some tasks as it is told, the others by their rules, and counts its calls."""

    label, offline = "Scripted model", False

    def __init__(self, **answers: Any) -> None:
        self.answers, self.asked = answers, []

    def ask(self, task: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.asked.append(task.name)
        task.fill(*args, **kwargs)
        answer = self.answers.get(task.name)
        return answer if answer is not None else task.rule(*args, **kwargs)

    write = ask


# --- the graph --------------------------------------------------------------------------------------------------------


def test_the_boxes_and_arrows_are_those_of_the_specification() -> None:
    drawn = build_graph(None).get_graph()
    arrows = {(edge.source, edge.target) for edge in drawn.edges}
    assert arrows >= {
        ("query_evaluator", "agent"),
        ("agent", "tools"),
        ("tools", "document_grader"),
        ("document_grader", "agent"),
        ("document_grader", "query_transformer"),
        ("query_transformer", "query_evaluator"),
        ("agent", "response_grader"),
        ("response_grader", "__end__"),
    }


def test_a_question_is_answered_by_the_sentence_that_says_it(chat: Chat) -> None:
    state = chat.ask(QUESTION)
    assert "40 litres a minute" in said(state)
    assert "pump.md" in {one["name"] for one in state["answer"]["sentences"]}
    assert state["response_grade"]["score"] > 0.5
    assert set(state["response_grade"]["details"]) == {"relevance", "completeness", "clarity", "held"}


def test_a_citation_opens_at_the_very_sentence(chat: Chat, store: EmbeddedPassages) -> None:
    for sentence in chat.ask(QUESTION)["answer"]["sentences"]:
        whole = store.text(sentence["document"])
        assert " ".join(whole[sentence["start"] : sentence["end"]].split()) == sentence["text"]


def test_a_sentence_of_a_pdf_is_cited_with_the_page_on_which_it_stands(tmp_path: Path) -> None:
    embedder: Any = WordEmbedder()
    store = EmbeddedPassages(tmp_path / "passages.sqlite", embedder)
    lines = ["The pump moves cooling water.", "The default speed of the pump is 40 litres a minute.", "A rest."]
    document, text, passages = read_document(make_pdf([[line] for line in lines]), "pump.pdf")
    store.add(document, text, passages, embedder.encode([one.context for one in passages]))
    assert [one.page for one in passages] == [1], "all pages are in one passage"
    state = Chat(context_over(store, **EASY)).ask(QUESTION)
    [said_there] = [one for one in state["answer"]["sentences"] if "40 litres" in one["text"]]
    assert said_there["page"] == 2
    pages = sorted({one["page"] for one in state["answer"]["sentences"]})
    written = f"page{'s' * (len(pages) > 1)} {' and '.join(map(str, pages))}, characters"
    assert written in to_markdown("Pumps", "Manuals", [state])


def test_the_page_is_right_where_a_passage_repeats_the_end_of_the_page_before(tmp_path: Path) -> None:
    embedder: Any = WordEmbedder()
    store = EmbeddedPassages(tmp_path / "passages.sqlite", embedder)
    filling = " ".join(f"Part {number} of the loop is made of plain steel and holds water." for number in range(14))
    first = f"{filling} The loop ends at the pump."
    second = f"The default speed of the pump is 40 litres a minute. {filling}"
    document, text, passages = read_document(make_pdf([[first], [second]]), "pump.pdf")
    store.add(document, text, passages, embedder.encode([one.context for one in passages]))
    assert any("\f" in one.text and one.page == 2 for one in passages), "some passage repeats the page before"
    state = Chat(context_over(store, **EASY)).ask(QUESTION)
    for sentence in state["answer"]["sentences"]:
        page = 1 + text.count("\f", 0, sentence["start"])
        assert sentence["page"] == page
    assert any("40 litres" in one["text"] and one["page"] == 2 for one in state["answer"]["sentences"])


def test_what_the_documents_do_not_say_is_refused_with_the_nearest_passages(chat: Chat) -> None:
    state = chat.ask(UNKNOWN)
    assert state["answer"]["refused"]
    assert state["answer"]["sentences"] == []
    assert state["answer"]["nearest"]
    assert state["response_grade"] is None
    assert [attempt["query"] for attempt in state["attempts"]] == [UNKNOWN]  # in which nothing can sensibly be changed


def test_an_empty_collection_is_answered_honestly(tmp_path: Path) -> None:
    state = Chat(context_over(little_manual(tmp_path, {}))).ask(QUESTION)
    assert state["answer"]["refused"]
    assert state["retrieved_documents"] == []


def test_of_fifteen_candidates_in_falling_order_the_four_that_may_answer_best_are_read(tmp_path: Path) -> None:
    pages = {f"{n}.md": f"# Pump {n}\n\nPump number {n} has a speed of {n} litres." for n in range(30)}
    state = Chat(context_over(little_manual(tmp_path, pages))).ask("speed of the pump")
    scores = [one["score"] for one in state["candidates"]]
    assert len(scores) == 15
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    read = [one["id"] for one in state["retrieved_documents"]]
    assert len(read) == 4
    shares = {one["id"]: one["answering"] for one in state["candidates"]}
    assert sum(shares.values()) == pytest.approx(1)
    assert sorted(shares, key=lambda id: -shares[id])[:4] == read


def test_the_state_is_plain_values(chat: Chat) -> None:
    chat.ask(QUESTION)
    state = chat.ask(UNKNOWN)
    assert json.loads(json.dumps(state, allow_nan=False)) == state


# --- what a model may and may not do ----------------------------------------------------------------------------------


def test_what_a_model_believes_a_passage_may_say_is_searched_for_and_answers_nothing(store: EmbeddedPassages) -> None:
    guess = "A blocked pump stops\nwith error E17 after 99 hours. " * 20
    believed = tasks.Evaluation(question=QUESTION, type="balanced", lambda_mult=0.5, reason="a topic", would_say=guess)
    state = Chat(context_over(store, Scripted(evaluate_query=believed))).ask(QUESTION)
    assert state["would_say"].startswith("A blocked pump stops with error E17 after 99 hours.")
    assert len(state["would_say"]) <= LONGEST_GUESS
    assert "99" not in " ".join(sentence["text"] for sentence in state["answer"]["sentences"])
    assert Chat(context_over(store)).ask(QUESTION)["would_say"] == ""


def test_two_questions_at_once_are_parted_by_the_rules_and_left_to_a_model_whole(store: EmbeddedPassages) -> None:
    both = "What is the default speed of the pump and when is the sensor calibrated?"
    assert Chat(context_over(store)).ask(both)["others"] == ["when is the sensor calibrated?"]
    state = Chat(context_over(store, Scripted())).ask(both)
    assert (state["others"], state["original_query"]) == ([], both)


def test_an_answered_question_takes_at_most_four_model_calls(store: EmbeddedPassages) -> None:
    good = tasks.Grades(grades=[tasks.Grade(number=number, score=0.9, reason="fits") for number in range(1, 5)])
    engine = Scripted(grade_documents=good)
    chat = Chat(context_over(store, engine))
    state = chat.ask(QUESTION)
    assert not state["answer"]["refused"]
    assert engine.asked == ["evaluate_query", "grade_documents", "answer_question", "grade_response"]
    engine.asked.clear()
    chat.ask("And that of the valve?")
    assert len(engine.asked) <= 4


def test_a_sentence_without_a_passage_or_with_an_unknown_one_or_another_figure_is_struck(
    store: EmbeddedPassages,
) -> None:
    written = (
        "The moon is made of cheese.\nThe pump moves cooling water. [9]\nThe default speed is 70 litres a minute. [1]\n"
        "The default speed of the pump is 40 litres a minute. [1]"
    )
    state = Chat(context_over(store, Scripted(answer_question=written))).ask(QUESTION)
    assert said(state) == "The default speed of the pump is 40 litres a minute."
    assert len(state["answer"]["struck"]) == 3


def test_what_nobody_could_check_stands_marked_as_such(store: EmbeddedPassages) -> None:
    state = Chat(context_over(store, Scripted(answer_question="Elephants never forget. [1]"))).ask(QUESTION)
    [sentence] = state["answer"]["sentences"]
    assert sentence["verdict"]["standing"] == "not checked"


def test_a_model_that_cites_nothing_is_asked_once_more_and_its_sentences_do_not_hold(store: EmbeddedPassages) -> None:
    engine = Scripted(answer_question="I know it: 40 litres.")
    state = Chat(context_over(store, engine)).ask(QUESTION)
    assert engine.asked.count("answer_question") == 2
    assert (state["answer"]["sentences"], len(state["answer"]["struck"])) == ([], 1)
    assert not state["answer"]["refused"]
    assert state["response_grade"] is None


SCORES = st.floats(allow_nan=True, allow_infinity=True)
HOSTILE = st.fixed_dictionaries(
    {
        "evaluate_query": st.builds(
            tasks.Evaluation,
            question=st.text(max_size=30),
            type=st.sampled_from(["factual", "version-specific", "balanced", "conceptual"]),
            lambda_mult=SCORES,
            reason=st.text(max_size=10),
        ),
        "grade_documents": st.builds(
            tasks.Grades,
            grades=st.lists(
                st.builds(tasks.Grade, number=st.integers(-3, 9), score=SCORES, reason=st.text(max_size=9)), max_size=6
            ),
        ),
        "transform_query": st.builds(tasks.Rewrite, query=st.text(max_size=30), why=st.text(max_size=9)),
        "answer_question": st.text(max_size=80)
        | st.sampled_from(["PUMP [1] [2, 99] [0]", "The pump stands still. [1]"]),
        "judge_sentences": st.builds(
            Judgements,
            judgements=st.lists(
                st.builds(
                    Judgement,
                    number=st.integers(0, 3),
                    verdict=st.sampled_from(["backed", "contradicted", "not in the passage"]),
                    words=st.lists(st.sampled_from(["The pump", "pump stands", "still", "", "E17."]), max_size=3),
                    reason=st.text(max_size=9),
                ),
                max_size=4,
            ),
        ),
        "grade_response": st.builds(
            tasks.ResponseScores, relevance=SCORES, completeness=SCORES, clarity=SCORES, reason=st.text(max_size=9)
        ),
    }
)


@examples(40)
@given(answers=HOSTILE, most=st.integers(0, 2))
def test_the_loop_ends_whatever_a_model_says_and_no_citation_points_nowhere(
    tmp_path_factory: pytest.TempPathFactory, answers: dict[str, Any], most: int
) -> None:
    store = STORES.setdefault("one", little_manual(tmp_path_factory.getbasetemp() / "hostile"))
    engine = Scripted(**answers)
    state = Chat(context_over(store, engine, max_iterations=most)).ask(QUESTION)
    assert state["iteration_count"] <= most
    assert engine.asked.count("grade_documents") <= most + 1
    known = {one["id"] for one in state["retrieved_documents"]}
    assert {one["passage"] for one in state["answer"]["sentences"]} <= known
    assert engine.asked.count("answer_question") <= 2
    for sentence in state["answer"]["sentences"]:
        verdict = verdict_of(sentence)
        assert verdict.standing == "not checked" or verdict.shown_by
    assert all(0 <= grade["score"] <= 1 for grade in state["document_grades"])
    assert 0 <= state["lambda_mult"] <= 1
    assert not math.isnan(state["document_grade_summary"]["score"])


STORES: dict[str, EmbeddedPassages] = {}


def test_instructions_in_a_document_are_never_followed(chat: Chat) -> None:
    state = chat.ask("What does the heater do in winter?")
    assert "The heater warms the cooling water in winter." in said(state)
    assert "PWNED" not in said(state)
    assert "delete_everything" not in said(state)
    assert {call["tool"] for call in state["tool_calls"]} <= {"knowledge_base"}


# --- switches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switch", "never_asked"),
    [
        ("enable_document_grading", {"grade_documents", "transform_query"}),
        ("enable_response_grading", {"grade_response"}),
        ("enable_query_transformation", {"transform_query"}),
        ("enable_reflection", {"grade_documents", "transform_query", "grade_response"}),
    ],
)
def test_each_switch_switches_off_its_part(store: EmbeddedPassages, switch: str, never_asked: set[str]) -> None:
    engine = Scripted()
    for question in (QUESTION, UNKNOWN):
        Chat(context_over(store, engine, **{switch: False})).ask(question)
    assert not never_asked & set(engine.asked)


def test_without_reranking_the_fused_order_stands(store: EmbeddedPassages) -> None:
    state = Chat(context_over(store, enable_reranking=False)).ask(QUESTION)
    assert [one["rrf"]["rank"] for one in state["candidates"]] == list(range(1, len(state["candidates"]) + 1))


def test_a_fixed_lambda_is_kept(store: EmbeddedPassages) -> None:
    assert Chat(context_over(store, lambda_mult=0.9)).ask(QUESTION)["lambda_mult"] == 0.9


def test_a_second_tool_answers_with_passages_that_are_cited(store: EmbeddedPassages) -> None:
    fact = "The impeller of the turbine spins at 900 revolutions."
    tool = Tool("catalogue", "the impeller and turbine catalogue", lambda query: [Passage("c:0", "c", 0, fact, 0, 53)])
    state = Chat(replace(context_over(store), tools=(tool,))).ask("How fast does the impeller of the turbine spin?")
    assert "900 revolutions" in said(state)
    assert {one["passage"] for one in state["answer"]["sentences"]} == {"c:0"}


# --- memory -----------------------------------------------------------------------------------------------------------


def test_follow_ups_are_understood_from_the_question_before(chat: Chat) -> None:
    chat.ask("What does the valve do?")
    state = chat.ask("And its default pressure?")
    assert "valve" in state["original_query"]
    assert "6 bar" in said(state)
    assert [message["role"] for message in state["messages"]] == ["user", "assistant"] * 2


def test_a_turn_forgets_what_belonged_to_the_one_before(store: EmbeddedPassages) -> None:
    chat = Chat(context_over(store, **EASY))
    chat.ask(UNKNOWN)
    state = chat.ask(QUESTION)
    assert state["iteration_count"] == 0
    assert len(state["attempts"]) == 1
    assert state["transformed_query"] is None


def test_long_threads_are_summed_up(chat: Chat) -> None:
    for _ in range(7):
        chat.ask(QUESTION)
    state = chat.ask("What does the sensor measure?")
    assert state["summary"].count("Asked:") == 4
    assert len(state["messages"]) == 16


@pytest.mark.slow
def test_twenty_chats_at_once_do_not_disturb_each_other(store: EmbeddedPassages) -> None:
    graph, context = build_graph(InMemorySaver()), context_over(store)
    things = ["pump", "valve", "sensor", "filter"] * 5

    def talk(number: int) -> tuple[str, dict[str, Any]]:
        thing = things[number]
        return thing, Chat(context, f"thread {number}", graph).ask(f"What does the {thing} do?")

    with ThreadPoolExecutor(20) as pool:
        for thing, state in pool.map(talk, range(20)):
            assert f"{thing}.md" in {one["name"] for one in state["answer"]["sentences"]}
            assert len(state["messages"]) == 2


def test_a_run_that_was_cut_off_goes_on_where_it_was(store: EmbeddedPassages) -> None:
    class Breaks(Scripted):
        def write(self, task: Any, /, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
            raise RuntimeError("cut off")

    graph = build_graph(InMemorySaver())
    with pytest.raises(RuntimeError):
        Chat(context_over(store, Breaks(), **EASY), graph=graph).ask(QUESTION)
    chat = Chat(context_over(store, **EASY), graph=graph)
    state = graph.invoke(None, chat.config, context=chat.context)
    assert "40 litres a minute" in said(state)
    assert len(state["attempts"]) == 1


KILLED = """
import sys, time
from pathlib import Path
from core.settings import Settings
from core.stores.checkpoints import open_checkpoints
from core.systems.knowledge_base.graph import build_graph
from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual
from tests.systems.test_knowledge_base import EASY, QUESTION, Scripted

class Waits(Scripted):
    def write(self, task, /, *args, **kwargs):
        print("answering", flush=True)
        time.sleep(60)

folder = Path(sys.argv[1])
with open_checkpoints(Settings(data=folder)) as kept:
    store = little_manual(folder)
    Chat(context_over(store, Waits(), **EASY), graph=build_graph(kept.saver)).ask(QUESTION)
"""


@pytest.mark.slow
def test_a_run_whose_process_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "answering"
        os.kill(process.pid, signal.SIGKILL)
    embedder: Any = WordEmbedder()
    store = EmbeddedPassages(tmp_path / "passages.sqlite", embedder)
    with open_checkpoints(Settings(data=tmp_path)) as kept:
        chat = Chat(context_over(store, engine := Scripted(), **EASY), graph=build_graph(kept.saver))
        assert chat.graph.get_state(chat.config).next == ("agent",)
        state = chat.graph.invoke(None, chat.config, context=chat.context)
    assert "40 litres a minute" in said(state)
    assert len(state["attempts"]) == 1
    assert engine.asked == ["answer_question", "grade_response"], "nothing is asked a second time"
    store.close()


def test_twenty_chats_at_once_keep_their_threads_in_one_file(store: EmbeddedPassages, tmp_path: Path) -> None:
    things = ["pump", "valve", "sensor", "filter"] * 5
    with open_checkpoints(Settings(data=tmp_path)) as kept:
        graph, context = build_graph(kept.saver), context_over(store)

        def talk(number: int) -> None:
            chat = Chat(context, f"thread {number}", graph)
            chat.ask(f"What does the {things[number]} do?")
            chat.ask(UNKNOWN)

        with ThreadPoolExecutor(20) as pool:
            list(pool.map(talk, range(20)))
    with open_checkpoints(Settings(data=tmp_path)) as kept:
        for number, thing in enumerate(things):
            chat = Chat(context, f"thread {number}", build_graph(kept.saver))
            first, answer, second, refusal = chat.graph.get_state(chat.config).values["messages"]
            assert thing in first["content"]
            assert f"{thing}.md" in {one["name"] for one in answer["sentences"]}
            assert second["content"] == UNKNOWN
            assert refusal["refused"]


def test_the_rules_answer_alike_each_time(store: EmbeddedPassages) -> None:
    context = context_over(store, OfflineEngine())
    assert isinstance(context, Context)
    assert Chat(context).ask(QUESTION)["answer"] == Chat(context).ask(QUESTION)["answer"]
    assert set(PAGES) == {document.name for document in store.documents()}
