"""The promises of expert search, one test each (specification 000, and where an issue decides otherwise, the issue)."""

from __future__ import annotations

import csv
import json
import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from core.codec import from_state, to_state
from core.installation import Installation
from core.language.tokens import words
from core.llm.engine import OfflineEngine
from core.llm.task import Task
from core.retrieval.embedder import Embedder
from core.retrieval.fusion import Receipt
from core.settings import Settings
from core.systems.expert_search import SYSTEM
from core.systems.expert_search.graph import SEARCHES, build_graph
from core.systems.expert_search.nodes import KEPT
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.fusion import fuse_results
from core.systems.expert_search.ranking.refinement import VARIANTS
from core.systems.expert_search.ranking.together import standings
from core.systems.expert_search.state import Context, State
from core.systems.expert_search.tasks import Variants, refine_query
from tests.properties import examples
from tests.systems.conftest import Search
from tests.systems.expert_search.little_people import little_people, run

JUDGED = Path(__file__).parents[1] / "data" / "experts"
with (JUDGED / "queries.csv").open(encoding="utf-8", newline="") as file:
    QUERIES = {row["id"]: row["text"] for row in csv.DictReader(file)}
with (JUDGED / "qrels.csv").open(encoding="utf-8", newline="") as file:
    GRADES = {(row["query_id"], row["expert_id"]): int(row["grade"]) for row in csv.DictReader(file)}

# Queries of which nobody can say that the sample has nothing to them: “patent law of Brazil” (there are lawyers for
# licences and patents) and “test test 1 2 3” (several people test).
AMBIGUOUS = {"n04", "m18"}
NONSENSE = [id for id in QUERIES if id[0] in "nm" and id not in AMBIGUOUS]
CLEAR = [
    "a01", "a03", "a07", "a09", "a12", "a21", "a22", "a25", "a27", "a29", "a34", "a36", "a39",
    "b01", "b03", "b10", "b12", "b15", "b17", "b20", "b22", "b27", "b28", "b34", "b38",
]  # fmt: skip
TWENTY = [*CLEAR[:15], "n01", "n07", "n12", "m05", "m20"]


@dataclass
class TellingEngine:
    """Answers the task of refining with what it is told to, and counts how often it was asked."""

    rewordings: list[str] = field(default_factory=list)
    expansions: list[str] = field(default_factory=list)
    asked: int = 0
    label: str = "Told"
    offline: bool = True

    def ask(self, task: Task[..., Any], /, *args: Any, **inputs: Any) -> Any:
        if task is not refine_query:
            return task.rule(*args, **inputs)
        self.asked += 1
        # Past the checks of the answer type: whatever comes in, the loop must end.
        return Variants.model_construct(rewordings=self.rewordings, expansions=self.expansions)

    write = ask


def topic_of(state: dict[str, Any]) -> Any:
    """The first topic of a request; most of these have one."""
    return state["topics"][0]


def fused(state: dict[str, Any]) -> Any:
    return state["fused_results"][topic_of(state)["id"]]


METHODS = ("weighted sum", "reciprocal rank")
NORMALISATIONS = ("bound", "min-max", "max", "z-score", "none")


def check_sum(receipt: Receipt) -> None:
    assert math.fsum(part.contribution for part in receipt.parts) == pytest.approx(receipt.score, abs=1e-9)
    for part in receipt.parts:
        assert part.contribution == pytest.approx(part.weight * part.normalised, abs=1e-12)


@pytest.mark.parametrize("query", TWENTY)
def test_every_score_of_a_real_run_is_the_sum_of_its_parts(sample: People, search: Search, query: str) -> None:
    state = search(QUERIES[query])
    kept = from_state(list[Receipt], fused(state))
    assert kept
    for receipt in kept:
        check_sum(receipt)
        assert receipt.score == pytest.approx(0.6 * receipt.vector + 0.4 * receipt.keyword, abs=1e-9)
    context = Context(OfflineEngine(), sample)
    for method in METHODS:
        for normalisation in NORMALISATIONS:
            numbers: Any = {"method": method, "normalisation": normalisation, "alpha": 0.37}
            for receipt in fuse_results(state, replace(context, **numbers), topic_of(state)):  # type: ignore[arg-type]
                check_sum(receipt)


# --- the graph and its state ------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path, embedder: Embedder) -> Iterator[Installation]:
    house = Installation(Settings(data=tmp_path / "data"))
    house.__dict__["embedder"] = embedder  # loaded once for all tests
    yield house
    house.close()


def test_the_four_searches_work_side_by_side(house: Installation, sample: People) -> None:
    session = house.open_session(SYSTEM, {}, Context(OfflineEngine(), sample))
    session.start(QUERIES["n12"])
    session.wait(60)
    assert session.failure is None
    steps = [(step.superstep, step.node) for step in session.steps]
    first, second = ({node for superstep, node in steps if superstep == number} for number in (4, 8))
    assert first == second == set(SEARCHES)
    assert [node for _, node in steps if node not in SEARCHES] == [
        "initial_state", "understand", "clarify", "rerank", "check_refine", "refine", "rerank", "check_refine",
        "select_final",
    ]  # fmt: skip


def test_so_many_candidates_of_each_search_count_and_five_are_kept_by_default(sample: People, search: Search) -> None:
    state = search(QUERIES["a01"], candidates=10)
    places: dict[str, list[int]] = {}
    for receipt in fused(state):
        for part in receipt["parts"]:
            places.setdefault(part["source"], []).append(part["rank"])
    assert {source: sorted(ranks) for source, ranks in places.items()} == {
        source: list(range(1, 11))
        for source in ("profile_vectors", "profile_keywords", "project_vectors", "project_keywords")
    }
    assert [one["id"] for one in state["final_experts"]] == [one["id"] for one in fused(state)[:5]]
    assert all(one["name"] == sample.experts[one["id"]].name for one in state["final_experts"])


def plain(value: Any) -> bool:
    if type(value) is dict:
        return all(type(key) is str and plain(item) for key, item in value.items())
    if type(value) is list:
        return all(map(plain, value))
    return value is None or type(value) in (str, int, float, bool)


@pytest.mark.parametrize("query", ["a01", "n01"])
def test_the_state_holds_plain_values_of_known_names_and_survives_json(sample: People, query: str) -> None:
    context = Context(OfflineEngine(), sample)
    known = set(State.__annotations__)
    graph = build_graph(InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    for part in graph.stream(
        {"request": QUERIES[query]}, config, context=context, stream_mode=["updates"], version="v2"
    ):
        for node, written in part["data"].items():
            assert set(written or {}) <= known, node
            assert plain(written), node
    state = graph.get_state(config).values
    assert json.loads(json.dumps(state, allow_nan=False)) == state


def test_the_query_is_the_request_on_one_line_and_the_words_of_asking_count_in_no_keyword_search(
    search: Search,
) -> None:
    assert search("  solar\n cells ")["query"] == "solar cells"
    asked, bare = search("Who knows about perovskite solar cells?"), search("perovskite solar cells")
    for key in ("profile_keyword_results", "project_keyword_results"):
        assert list(asked[key].values()) == list(bare[key].values())


# --- the gate and the refinement --------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", NONSENSE)
def test_a_nonsense_query_refines_exactly_once_and_says_that_nothing_good_was_found(search: Search, query: str) -> None:
    state = search(QUERIES[query])
    assert state["iteration"] == 1
    assert state["nothing_good"]
    assert state["quality_score"] < 0.5
    assert SYSTEM.answer(state)["nothing_good"]


def test_one_topic_that_nobody_has_is_not_refined_where_the_whole_is_good_enough(search: Search) -> None:
    state = search("four people: a structural engineer, a quantity surveyor, an HR person and a beekeeper")
    assert min(state["topic_qualities"].values()) < 0.5 <= state["quality_score"]
    assert (state["iteration"], state["nothing_good"]) == (0, False)


@pytest.mark.parametrize("query", CLEAR)
def test_a_clear_query_never_refines_and_begins_with_an_expert(search: Search, query: str) -> None:
    state = search(QUERIES[query])
    assert state["iteration"] == 0
    assert all(topic["refined_queries"] == [] for topic in state["topics"])
    assert not state["nothing_good"]
    assert GRADES.get((query, state["final_experts"][0]["id"]), 0) >= 2


def test_a_normalised_list_begins_with_one_whatever_was_asked_and_the_gate_fails_all_the_same(search: Search) -> None:
    state = search(QUERIES["n12"], normalisation="min-max")
    assert fused(state)[0]["score"] > 0.5
    assert state["nothing_good"]


VARIANT = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["", " \n ", "films", "FILMS", "films ", "\x00\x07", "\ud800", "\u202e", "=1+1", "<b>snow</b>"]),
    st.sampled_from(["perovskite " * 5_000, "x" * 50_000, "🙂" * 600]),
)


@examples(30)
@given(st.lists(VARIANT, max_size=8), st.lists(VARIANT, max_size=8), st.sampled_from([0.5, 1.0, 2.0]))
def test_the_loop_ends_after_one_refinement_whatever_an_engine_answers(
    rewordings: list[str], expansions: list[str], threshold: float
) -> None:
    engine = TellingEngine(rewordings, expansions)
    context = Context(engine, LITTLE, threshold=threshold)
    graph = build_graph(InMemorySaver())
    state = graph.invoke({"request": "films"}, {"configurable": {"thread_id": "1"}}, context=context)
    assert engine.asked == state["iteration"]
    assert engine.asked <= 1
    refined = topic_of(state)["refined_queries"]
    assert len(refined) <= VARIANTS
    assert len(topic_of(state)["query_weights"]) == 1 + len(refined)
    assert len({*refined, "films"}) == 1 + len(refined), "no variant twice, nor the query itself"
    assert all(variant.isprintable() and variant.strip() == variant != "" for variant in refined)
    assert all(0 <= weight <= 1 for weight in topic_of(state)["query_weights"])
    json.dumps(state, allow_nan=False).encode()
    "".join(refined).encode()


LITTLE = little_people()


@pytest.mark.parametrize("query", ["a01", "b01", "n12"])
def test_there_is_at_most_one_refinement_even_when_nothing_is_good_enough(search: Search, query: str) -> None:
    state = search(QUERIES[query], threshold=1.01)
    assert state["iteration"] == 1
    assert state["nothing_good"]
    assert len(topic_of(state)["refined_queries"]) <= VARIANTS


def test_variants_weigh_by_their_likeness_to_the_query(sample: People, search: Search) -> None:
    for query in ("n01", "n09", "m20"):
        state = search(QUERIES[query])
        likeness = [
            sample.likeness(topic_of(state)["query"], variant) for variant in topic_of(state)["refined_queries"]
        ]
        assert topic_of(state)["query_weights"] == [1.0, *likeness]
        assert all(0 <= weight <= 1 for weight in likeness)


def test_a_variant_that_wandered_off_cannot_win() -> None:
    engine = TellingEngine(rewordings=["bees orchards"])
    state = run(LITTLE, "blorptang snow", engine=engine, threshold=2.0)
    assert topic_of(state)["refined_queries"] == ["bees orchards"]
    assert topic_of(state)["query_weights"][1] < 0.5
    scores = {one["id"]: one["score"] for one in fused(state)}
    assert fused(state)[0]["id"] == "snow"
    assert scores["bee"] < scores["snow"]


TYPOS = {
    "avalanch forcast": "avalanche forecast",
    "lithum batery fade": "lithium battery fade",
    "siesmic isolaton, plese": "seismic isolation",
    "Machne tranlsation": "machine translation",
    "survay wieghting?": "survey weighting",
    "titaniun powdr": "titanium powder",
}


@pytest.mark.parametrize("typed", TYPOS)
def test_a_misspelled_query_is_mended_by_the_offline_rule_and_finds_whom_the_right_spelling_finds(
    search: Search, typed: str
) -> None:
    state, right = search(typed), search(TYPOS[typed])
    assert TYPOS[typed] in topic_of(state)["refined_queries"][0]
    assert not state["nothing_good"]
    assert state["quality_score"] > state["before_refinement"]["quality_score"]
    assert right["final_experts"][0]["id"] in [one["id"] for one in state["final_experts"][:2]]


def test_a_query_with_some_misspelled_words_is_mended_and_finds_the_right_people(search: Search) -> None:
    typed = QUERIES["a02"]
    state = search(typed, threshold=0.99)
    assert topic_of(state)["refined_queries"][0] == "perovskite stability damp heat"
    grades = [GRADES.get(("a02", one["id"]), 0) for one in state["final_experts"]]
    assert grades[0] == 3
    assert sum(grade > 0 for grade in grades) >= 3


@pytest.mark.parametrize(
    ("request_text", "mended"),
    [
        ("Perovskit, stabilty!", "perovskite stability"),
        ("perovskit AND stabilty", "perovskite and stability"),
        ("(perovskit)", "perovskite"),
    ],
)
def test_a_misspelled_word_is_mended_in_capitals_and_beside_punctuation(request_text: str, mended: str) -> None:
    unknown = {"perovskit": ["perovskite", "perovskites"], "stabilty": ["stability"]}
    answer = refine_query.rule(request_text, {w: unknown[w] for w in words(request_text) if w in unknown}, [["damp"]])
    assert answer.rewordings == [mended]
    assert answer.expansions == [f"{mended} damp"]


def test_a_common_word_that_nobody_uses_is_not_mended_into_another_one(search: Search) -> None:
    variants = " ".join(topic_of(search(QUERIES["n07"]))["refined_queries"])  # sugar flowers for wedding cakes
    assert "flowers" in variants
    assert "lowers " not in variants.replace("flowers", "")
    assert "shedding" not in variants


@pytest.mark.parametrize("query", [*NONSENSE[::4], "a04", "a16", "b05", "b16"])
def test_refining_never_lowers_the_quality(search: Search, query: str) -> None:
    state = search(QUERIES[query], threshold=1.01)
    assert state["quality_score"] >= state["before_refinement"]["quality_score"]


@examples(25)
@given(st.lists(st.sampled_from(sorted(LITTLE.document_frequency)), min_size=1, max_size=6))
def test_words_from_the_evidence_alone_lift_nothing_over_the_gate(evidence: list[str]) -> None:
    engine = TellingEngine(expansions=[" ".join(["blorptang", *evidence]), " ".join(evidence)])
    state = run(LITTLE, "blorptang zibzab", engine=engine)
    assert state["quality_score"] == state["before_refinement"]["quality_score"]
    assert state["nothing_good"]


def test_a_rewording_can_lift_a_query_over_the_gate() -> None:
    engine = TellingEngine(rewordings=["perovskite films stability"])
    state = run(LITTLE, "perovskit filmz stabilty", engine=engine)
    assert state["before_refinement"]["quality_score"] < 0.5 <= state["quality_score"]
    assert not state["nothing_good"]


# --- what is asked back -----------------------------------------------------------------------------------------------


def test_a_vague_request_waits_for_an_answer_and_is_understood_again_with_it() -> None:
    graph, context = build_graph(InMemorySaver()), Context(OfflineEngine(), LITTLE)
    config: Any = {"configurable": {"thread_id": "1"}}
    waiting = graph.invoke({"request": "help"}, config, context=context)
    (question,) = waiting["__interrupt__"]
    (field,) = question.value["fields"]
    assert waiting["topics"] == [topic for topic in waiting["topics"] if topic["query"] == "help"]
    assert not waiting["final_experts"]
    state: Any = graph.invoke(Command(resume={field["name"]: ["perovskite films"]}), config, context=context)
    assert "perovskite films" in state["clarified"]
    assert state["requirements"]["vague"] == ""
    assert state["request"] == "help"
    assert state["final_experts"][0]["id"] == "sun"


def test_a_vague_request_that_nobody_can_be_asked_about_goes_on_and_finds_nothing_good() -> None:
    state = run(LITTLE, "help", threshold=0.0)
    assert state["requirements"]["vague"]
    assert state["nothing_good"]


# --- fusing again -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "numbers",
    [
        {"alpha": 0.0},
        {"alpha": 1.0},
        {"method": "reciprocal rank", "alpha": 0.3},
        {"normalisation": "min-max"},
        {"normalisation": "z-score", "alpha": 0.25},
        {"candidates": 1},
        {"candidates": 60, "keep": 20},
        {"combine": "best"},
        {"combine": "best", "candidates": 100, "keep": 50, "normalisation": "max", "alpha": 0.45},
        {"side": "mean", "candidates": 10},
    ],
)
def test_fusing_again_by_other_numbers_searches_nothing_and_equals_a_fresh_run(
    sample: People, search: Search, monkeypatch: pytest.MonkeyPatch, numbers: dict[str, Any]
) -> None:
    for query in ("a01", "a12", "b15"):
        state, fresh = search(QUERIES[query]), search(QUERIES[query], **numbers)
        assert fresh["iteration"] == 0
        with monkeypatch.context() as patch:
            for owner, name in ((People, "document_scores"), (Embedder, "encode"), (Embedder, "token_vectors")):
                patch.setattr(owner, name, searched_again)
            context = replace(Context(OfflineEngine(), sample), **numbers)
            again = to_state(fuse_results(state, context, topic_of(state)), list[Receipt])  # type: ignore[arg-type]
            places = standings(state, context)  # type: ignore[arg-type]
        assert again[:KEPT] == fused(fresh)
        kept = [one.id for one in places[: context.keep]]
        assert kept == [expert["id"] for expert in fresh["final_experts"]]
        assert len(kept) == min(context.keep, len(again))


def searched_again(*arguments: object, **named: object) -> None:
    raise AssertionError("fusing again must not search")


# --- odd requests, many at once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_text",
    [
        "<b>x</b><script>alert(1)</script>",
        "日本語の質問",
        "🙂🙂",
        "नमस्ते दुनिया",
        "a" * 20_000,
        " ".join(f"w{'xyzuv'[n % 5]}{'abcdefgh'[n % 8]}{'klmn'[n % 4]}q" for n in range(3_000)),
        "?" * 20_000,
        "=1+1",
        "'; DROP TABLE experts; --",
        "who knows about",
        "solar\x00cells\x1b[31m",
    ],
)
def test_an_odd_request_gets_a_clear_answer(search: Search, request_text: str) -> None:
    state = search(request_text)
    assert state["final_experts"]
    assert isinstance(state["nothing_good"], bool)
    assert 0 <= state["quality_score"] <= 1
    json.dumps(SYSTEM.answer(state), allow_nan=False)


def test_twenty_searches_at_once_on_one_installation_never_fail_nor_mix_their_results(
    house: Installation, sample: People, search: Search
) -> None:
    expected = {query: search(QUERIES[query]) for query in TWENTY}
    sessions = {
        query: house.open_session(SYSTEM, {}, Context(OfflineEngine(), sample), owner=f"owner of {query}")
        for query in TWENTY
    }
    together = threading.Barrier(len(TWENTY))

    def ask(query: str) -> None:
        together.wait(30)
        sessions[query].start(QUERIES[query])

    everybody: list[threading.Thread] = [threading.Thread(target=ask, args=(query,)) for query in TWENTY]
    for one in everybody:
        one.start()
    for one in everybody:
        one.join()
    for query, session in sessions.items():
        session.wait(120)
        assert session.failure is None
        state = session.state
        assert state["request"] == QUERIES[query]
        kept = ("fused_results", "quality_score", "topics", "final_experts")
        assert {key: state[key] for key in kept} == {key: expected[query][key] for key in kept}
