"""Research reports keep what specification 001 and their own page promise; each test is one promise."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from core.codec import from_state
from core.errors import ModelError
from core.evidence.judge.tasks import Judgement, Judgements
from core.llm.engine import OfflineEngine
from core.sources.papers import Paper
from core.systems.research_reports import SYSTEM, nodes
from core.systems.research_reports.graph import (
    TOOL_NODES,
    build_graph,
    route_after_evaluation,
    route_from_supervisor,
    route_next_tool,
    route_to_tools,
)
from core.systems.research_reports.search.flow import flow
from core.systems.research_reports.search.screening import passage_text
from core.systems.research_reports.search.shelves import PaperShelf
from core.systems.research_reports.search.tool_calls import blank_line, skipped
from core.systems.research_reports.search.widening import best_dropped, places_looked_in, ways_to_widen
from core.systems.research_reports.state import MOST_REFINEMENTS, TOOL_ORDER, TOOL_TITLES, Tool
from core.systems.research_reports.tasks import Planned, PlannedQuestion, Queries, Written, WrittenSection
from core.systems.research_reports.write.checking import note_of, verdict_of, words_that_show
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.doubts import MOST_PAIRS
from core.systems.research_reports.write.refinement import TOLD_ONCE, Decision
from core.systems.research_reports.write.versions import version_changes
from core.types import Question
from tests.properties import examples
from tests.systems.research_reports.little_sources import (
    LEAD,
    PAPERS,
    QUESTION,
    TIN,
    LittleSource,
    WritingEngine,
    little_context,
    nodes_of,
    run,
)
from tests.systems.research_reports.write.test_checking import PARAPHRASE, LittleJudge

LIVE = ("pubmed", "arxiv", "openalex", "materials", "web")
CONFIG: dict[str, Any] = {"configurable": {"thread_id": "t"}, "recursion_limit": 60}
tool_sets = st.lists(st.sampled_from(TOOL_ORDER), unique=True)


def written(text: str, *evidence: str) -> WrittenSection:
    return WrittenSection(sentences=[Written(text=text, evidence=[*evidence])])


def asked_about(graph: Any) -> Question:
    return from_state(Question, graph.get_state(CONFIG).interrupts[0].value)


def lines_of(state: dict[str, Any], tool: str) -> list[dict[str, Any]]:
    return [line for line in state["tool_log"] if line["tool"] == tool]


# --- the graph --------------------------------------------------------------------------------------------------------


def test_the_steps_of_a_fresh_run_stand_in_the_order_of_the_specification():
    assert nodes_of(little_context()) == [
        "supervisor", "clean_query", "intent", "planning", "query_generation", "shelf_search", "retrieve_data",
        "rag_filter", "synthesis", "evaluation",
    ]  # fmt: skip


def test_the_tools_stand_in_the_fixed_order_and_ours_comes_last():
    assert TOOL_ORDER == ("pubmed", "arxiv", "openalex", "materials", "web", "shelf")


def test_the_example_of_the_specification_runs_its_three_tools_in_order():
    context = little_context(*(LittleSource(name, PAPERS) for name in ("web", "arxiv", "pubmed")), papers=())
    ran = nodes_of(context)
    assert ran[4:9] == ["query_generation", "pubmed_search", "arxiv_search", "web_search", "retrieve_data"]


@given(tool_sets)
def test_whatever_tools_are_active_each_has_one_turn_in_the_fixed_order(active):
    state = {"active_tools": active}
    walked, node = [], route_to_tools(state)
    while node != "retrieve_data":
        tool = next(tool for tool, name in TOOL_NODES.items() if name == node)
        walked.append(tool)
        node = route_next_tool(tool, state)
    assert walked == [tool for tool in TOOL_ORDER if tool in active]


@examples(25)
@given(tool_sets)
def test_a_whole_run_asks_every_active_tool_once_and_no_other(active):
    sources = {name: LittleSource(name, (replace(LEAD, id=f"{name}:1", source=name),)) for name in LIVE}
    planned = WritingEngine(read_intent=lambda question: _with_material(question))
    context = little_context(*sources.values(), engine=planned, max_refinements=0)
    graph = build_graph(InMemorySaver())
    graph.invoke({"request": QUESTION}, CONFIG, context=replace(context, ask_plan=True))
    titles = [title for tool, title in _titles().items() if tool in active]
    ran = [
        next(iter(part))
        for part in graph.stream(Command(resume={"tools": titles}), CONFIG, context=replace(context, ask_plan=True))
    ]
    searches = [name for name in ran if name.endswith("_search")]
    assert searches == [TOOL_NODES[tool] for tool in TOOL_ORDER if tool in active]
    assert all(len(source.asked) == (name in active) for name, source in sources.items())


def _with_material(question: str) -> Any:
    from core.systems.research_reports.tasks import Understood

    return Understood(primary_intent="overview", materials=["CsSnI3"])


def _titles() -> dict[Tool, str]:
    from core.systems.research_reports.state import TOOL_TITLES

    return TOOL_TITLES


def test_routing_depends_on_the_state_alone():
    assert route_from_supervisor({"next_node": "rag_filter"}) == "rag_filter"
    assert route_to_tools({"active_tools": []}) == "retrieve_data"
    assert route_next_tool("web", {"active_tools": ["pubmed", "web"]}) == "retrieve_data"
    assert route_after_evaluation({"needs_refinement": True, "refinement_count": 1}) == "supervisor"
    assert route_after_evaluation({"needs_refinement": False, "refinement_count": 0}) == "__end__"


# --- refinement -------------------------------------------------------------------------------------------------------


@examples(25)
@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["rag_filter", "query_generation"])), max_size=6))
def test_no_sequence_of_evaluations_makes_the_graph_exceed_its_limits(verdicts):
    left = iter(verdicts)

    def decide(*_: object) -> Decision:
        again, at = next(left, (True, "query_generation"))
        return Decision(["because"] if again else [], at)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nodes, "decide", decide)
        ran = nodes_of(little_context(LittleSource("pubmed", (TIN,))))
    assert ran.count("evaluation") <= 1 + MOST_REFINEMENTS
    for search in TOOL_NODES.values():
        assert ran.count(search) <= 1 + MOST_REFINEMENTS
    assert ran.count("planning") == 1
    for before, after in pairwise(ran):
        if before == "supervisor" and ran.index("supervisor") != 0:
            assert after in ("clean_query", "rag_filter", "query_generation")


def test_a_context_may_lower_the_limit_of_refinements_and_not_raise_it():
    never = little_context(papers=(), max_refinements=0)
    assert nodes_of(never).count("evaluation") == 1
    stubborn = WritingEngine(
        write_section=lambda **_: WrittenSection(sentences=[Written(text="99 %.", evidence=["p1"])])
    )
    assert nodes_of(little_context(engine=stubborn, max_refinements=50)).count("evaluation") <= 1 + MOST_REFINEMENTS


def test_a_draft_with_faults_is_refined_from_the_filter_and_without_asking_any_tool_again():
    drafts = iter([True])

    def write(evidence: dict[str, str], extract: list[dict[str, Any]], **_: Any) -> WrittenSection:
        if next(drafts, False):
            return written("Efficiencies of 87 % were reached.", *[*evidence][:1])
        return WrittenSection(sentences=[Written(**sentence) for sentence in extract])

    engine = WritingEngine(write_section=write)
    ran = nodes_of(little_context(engine=engine))
    assert ran[ran.index("evaluation") :] == ["evaluation", "supervisor", "rag_filter", "synthesis", "evaluation"]
    assert any(kwargs["objections"] for name, kwargs in engine.asked if name == "write_section")


def test_missing_evidence_resumes_at_the_queries_with_fewer_words():
    source = LittleSource("openalex")
    state = run(little_context(source, papers=()), QUESTION)
    assert [asked[0] for asked in source.asked][:2] == ["tin perovskite solar cells", "perovskite solar cells"]
    assert state["refinement_count"] <= MOST_REFINEMENTS
    assert [line["round"] for line in lines_of(state, "openalex")] == [1, 2]


def test_who_wrote_what_did_not_hold_is_told_once_and_what_still_does_not_hold_is_struck():
    stubborn = WritingEngine(
        write_section=lambda **_: WrittenSection(sentences=[Written(text="99 %.", evidence=["p1"])])
    )
    state = run(little_context(engine=stubborn), QUESTION)
    assert state["refinement_count"] == 1
    assert state["stopped_because"] == TOLD_ONCE
    assert {section["asked_again"] for section in state["report"]["sections"]} == {True}
    assert all("asked once more" in note_of(section) for section in state["report"]["sections"])


def test_what_nobody_checked_stands_marked_and_is_no_reason_to_write_again():
    engine = WritingEngine(write_section=written(PARAPHRASE, "p1"))
    state = run(little_context(engine=engine, papers=(TIN, LEAD)), QUESTION)
    assert state["refinement_count"] == 0
    assert {verdict_of(claim).standing for claim in claims_of(state["report"])} == {"not checked"}
    assert state["figures"]["not_checked"] == 1
    assert state["figures"]["backed"] == 0
    assert f"{PARAPHRASE} (not checked)" in str(state["messages"][-1].content)


def test_who_speaks_stands_before_a_sentence_where_it_changes_and_is_not_named_in_it():
    shown: list[dict[str, list[str]]] = []

    def write(papers: dict[str, list[str]], **_: Any) -> WrittenSection:
        shown.append(papers)
        first, second = (ids[0] for ids in list(papers.values())[:2])
        name = list(papers)[1].partition(":")[0]
        return WrittenSection(sentences=[
            Written(text="Tin is a metal.", evidence=[first]), Written(text="So is lead.", evidence=[first]),
            Written(text="Both are metals.", evidence=[first, second]),
            Written(text=f"{name} looked at lead.", evidence=[second]),
        ])  # fmt: skip

    state = run(little_context(engine=WritingEngine(write_section=write), papers=(TIN, LEAD)), QUESTION)
    one, other = (name.partition(":")[0] for name in list(shown[0])[:2])
    claims = [claim for claim in claims_of(state["report"]) if claim["section"] == "q1"]
    assert [claim["lead"] for claim in claims] == [f"{one}:", "", f"{one} and {other}:", ""]


def judging(standing: str, words: str = "", against: str = "") -> Any:
    """A model that writes one sentence a section, and as a judge says this of it."""

    def judge(sentences: list[dict[str, Any]], **_: Any) -> Judgements:
        said = standing if not against else "contradicted"
        return Judgements(judgements=[
            Judgement(number=one["number"], verdict=said, words=[against or words], reason="So it says.")  # type: ignore[arg-type]
            for one in sentences
        ])  # fmt: skip

    return judge


def test_a_model_judges_what_no_rule_can_and_shows_the_words():
    engine = WritingEngine(
        write_section=written(PARAPHRASE, "p1"), judge_sentences=judging("backed", "a class of cells without lead")
    )
    state = run(little_context(engine=engine, papers=(TIN, LEAD)), QUESTION)
    for claim in claims_of(state["report"]):
        verdict = verdict_of(claim)
        assert (verdict.standing, verdict.by) == ("backed", "Test model")
        ((id, words),) = words_that_show(state, claim)
        assert passage_text(state, id)[words.start : words.end] == "a class of cells without lead"
    assert state["figures"]["by_judge"] == 1


def test_a_judge_that_lies_about_its_quotation_backs_nothing():
    engine = WritingEngine(
        write_section=written(PARAPHRASE, "p1"), judge_sentences=judging("backed", "lead perovskites are cheap")
    )
    state = run(little_context(engine=engine, papers=(TIN, LEAD)), QUESTION)
    assert {verdict_of(claim).standing for claim in claims_of(state["report"])} == {"not checked"}


def test_the_local_entailment_model_is_preferred_to_asking_who_wrote():
    judge = LittleJudge()
    engine = WritingEngine(write_section=written(PARAPHRASE, "p1"))
    state = run(little_context(engine=engine, papers=(TIN, LEAD), claim_model=judge), QUESTION)
    assert judge.asked
    assert not [name for name, _ in engine.asked if name == "judge_sentences"]
    assert {verdict_of(claim).by for claim in claims_of(state["report"])} == {"Little judge"}


def test_a_report_of_sixty_sentences_takes_at_most_six_calls_of_a_judge():
    def write(sub_question: str, **_: Any) -> WrittenSection:
        texts = [f"Tin {sub_question[:12]} cells have lead in {'very ' * place}few parts." for place in range(12)]
        return WrittenSection(sentences=[Written(text=text, evidence=["p1"]) for text in texts])

    planned = Planned(sub_questions=[
        PlannedQuestion(text=f"{word} tin perovskite solar cells?", words="tin perovskite solar cells")
        for word in ("How", "Why", "When", "Where", "Which")
    ])  # fmt: skip
    engine = WritingEngine(plan_report=planned, write_section=write)
    state = run(little_context(engine=engine, papers=(TIN, LEAD), sentences=12), QUESTION)
    assert len(claims_of(state["report"])) == 60
    assert 5 <= [name for name, _ in engine.asked].count("judge_sentences") <= 6


def test_sources_that_contradict_each_other_are_told_with_the_words():
    fell, rose = "Efficiency of tin cells fell in air.", "Efficiency of tin cells rose in air."
    papers = (replace(TIN, abstract=f"Tin perovskite solar cells exist. {fell}"), replace(LEAD, abstract=rose))

    def write(evidence: dict[str, str], **_: Any) -> WrittenSection:
        pairs = [(text, id) for id, held in evidence.items() for text in (fell, rose) if text in held]
        return WrittenSection(sentences=[Written(text=text, evidence=[id]) for text, id in pairs])

    engine = WritingEngine(write_section=write, judge_sentences=judging("", against="Efficiency of tin cells"))
    compared = run(little_context(engine=engine, papers=papers), QUESTION)["compared"]
    assert compared["by"] == "Test model"
    assert 0 < compared["pairs"] <= MOST_PAIRS
    assert compared["found"]
    assert all(pair["words"] == ["Efficiency of tin cells"] for pair in compared["found"])
    assert run(little_context(papers=papers), QUESTION)["compared"]["by"] == ""
    down = run(little_context(engine=WritingEngine(write_section=write), papers=papers), QUESTION)["compared"]
    assert (down["pairs"], down["found"]) == (0, []), "what no judge could tell was not compared"
    assert down["left"] > 0


def test_each_version_and_why_it_was_refined_is_kept_and_compared():
    drafts = iter([True])

    def write(extract: list[dict[str, Any]], **_: Any) -> WrittenSection:
        wrong = [Written(text="Cells reached 87 %.", evidence=["p1"])] if next(drafts, False) else []
        return WrittenSection(sentences=wrong or [Written(**sentence) for sentence in extract])

    state = run(little_context(engine=WritingEngine(write_section=write)), QUESTION)
    assert len(state["versions"]) == 1
    assert state["versions"][0]["reasons"]
    assert any(change.added and change.version == 2 for change in version_changes(state))


def test_an_opinion_of_a_model_is_labelled_and_decides_nothing():
    engine = WritingEngine(give_opinion="This is terrible. Refine it at once.")
    state = run(little_context(engine=engine), QUESTION)
    assert state["opinion"] == {"text": "This is terrible. Refine it at once.", "by": "Test model"}
    assert state["refinement_count"] == 0


def test_without_a_model_there_is_no_opinion():
    assert run(little_context(), QUESTION)["opinion"] is None


# --- the plan ---------------------------------------------------------------------------------------------------------


def test_the_plan_is_shown_before_anything_is_sent_and_planned_only_once():
    source, engine = LittleSource("pubmed", (TIN,)), WritingEngine()
    context = little_context(source, engine=engine, ask_plan=True)
    graph = build_graph(InMemorySaver())
    graph.invoke({"request": QUESTION}, CONFIG, context=context)
    question = asked_about(graph)
    assert {field.name for field in question.fields} == {"sub_questions", "tools", "since", "until", "absent", "limit"}
    assert not source.asked
    answer = {"sub_questions": "How stable are tin cells?\nWhat do they cost?", "tools": ["PubMed"], "since": "2010",
              "until": "", "limit": 7}  # fmt: skip
    graph.invoke(Command(resume=answer), CONFIG, context=context)
    state = graph.get_state(CONFIG).values
    assert [section["question"] for section in state["report"]["sections"]] == [
        "How stable are tin cells?", "What do they cost?",
    ]  # fmt: skip
    assert {asked[1:] for asked in source.asked} == {(7, 2010, None)}
    assert [name for name, _ in engine.asked].count("plan_report") == 1


def test_who_does_not_want_to_be_asked_is_not():
    assert run(little_context(ask_plan=False), QUESTION)["plan"]["confirmed"]


def test_every_sub_question_becomes_a_section_and_one_without_evidence_says_so():
    planned = "What is known about tin perovskite solar cells?\nWho invented the umbrella?"
    graph = build_graph(InMemorySaver())
    context = little_context(ask_plan=True)
    graph.invoke({"request": QUESTION}, CONFIG, context=context)
    graph.invoke(Command(resume={"sub_questions": planned}), CONFIG, context=context)
    known, unknown = graph.get_state(CONFIG).values["report"]["sections"]
    assert known["claims"]
    assert not unknown["claims"]
    assert "Nothing was found" in unknown["note"]


# --- tools ------------------------------------------------------------------------------------------------------------


def test_an_empty_answer_and_a_failed_tool_never_look_alike():
    state = run(little_context(LittleSource("pubmed"), LittleSource("openalex", error="network")), QUESTION)
    empty, failed = lines_of(state, "pubmed")[0], lines_of(state, "openalex")[0]
    assert (empty["status"], empty["reason"]) == ("empty", "")
    assert failed["status"] == "failed"
    assert failed["reason"]
    assert failed["advice"]


def test_a_tool_that_cools_down_says_until_when():
    until = 1_800_000_000.0
    state = run(little_context(LittleSource("arxiv", error="cooldown", until=until)), QUESTION)
    assert "cooling down" in lines_of(state, "arxiv")[0]["reason"]
    assert "2027-01-15 08:00 UTC" in lines_of(state, "arxiv")[0]["reason"]


def test_every_tool_has_a_line_and_one_that_was_not_asked_says_why():
    keyless = LittleSource("materials", missing="not configured: it needs a key (MP_API_KEY)")
    state = run(little_context(LittleSource("pubmed", (TIN,)), keyless), QUESTION)
    assert {line["tool"] for line in state["tool_log"]} == set(TOOL_ORDER)
    assert "MP_API_KEY" in lines_of(state, "materials")[0]["reason"]
    assert lines_of(state, "web")[0]["reason"] == "switched off by whoever runs Glassbox here"
    assert all(line["reason"] for line in state["tool_log"] if line["status"] == "skipped")


def test_the_materials_project_is_skipped_unless_the_question_names_a_material():
    source = LittleSource("materials", (replace(TIN, id="materials:x"),))
    assert lines_of(run(little_context(source), QUESTION), "materials")[0]["status"] == "skipped"
    run(little_context(source), "What is known about CsSnI3 solar cells?")
    assert [asked[0] for asked in source.asked] == ["CsSnI3"]


def test_a_tool_is_asked_at_most_three_times_for_one_report_whatever_a_model_wants():
    many = Queries(openalex=["one two", "three four", "five six"])
    source = LittleSource("openalex")
    run(little_context(source, papers=(), engine=WritingEngine(write_queries=many)), QUESTION)
    assert len(source.asked) <= 3


def test_without_evidence_there_is_no_report_but_what_was_tried_and_how_to_widen():
    state = run(little_context(LittleSource("pubmed", error="timeout"), papers=()), QUESTION)
    assert state["report"]["status"] == "no evidence"
    assert not claims_of(state["report"])
    assert any("PubMed" in way for way in ways_to_widen(state))
    assert any("BibTeX" in way for way in ways_to_widen(state))
    assert any("only whoever runs Glassbox" in way for way in ways_to_widen(state))


def test_each_shelf_tells_what_is_new_from_it_and_what_two_hold_counts_once():
    context = little_context()
    twice = replace(context, shelves=(*context.shelves, PaperShelf("Same again", PAPERS, context.embedder)))
    first, second = lines_of(run(twice, QUESTION), "shelf")[:2]
    assert first["new"] == first["count"] > 0
    assert (second["count"], second["new"]) == (first["count"], 0)


def test_where_all_passages_were_dropped_the_best_score_is_told_beside_the_threshold():
    state = run(little_context(threshold=0.99), QUESTION)
    assert state["report"]["status"] == "no evidence"
    best = best_dropped(state)
    assert best is not None
    assert [f"score of {best:.2f} where 0.99 is asked" in way for way in ways_to_widen(state)].count(True) == 1


def test_every_place_is_told_with_what_came_of_it_and_one_that_gave_records_first():
    tried = {"status": "ok", "count": 2}
    log = [
        skipped("arxiv", "switched off", 1), skipped("openalex", "switched off", 1),
        {**blank_line("pubmed", "tin", 1, ""), "status": "failed", "reason": "timeout"},
        blank_line("web", "tin", 1, ""), blank_line("shelf", "lead", 1, ""),
        {**blank_line("shelf", "tin", 1, ""), **tried}, {**blank_line("shelf", "tin", 2, ""), **tried},
    ]  # fmt: skip
    assert list(places_looked_in({"tool_log": log}).items()) == [
        ("4 found, none of them to the point", [TOOL_TITLES["shelf"]]),
        ("not asked, switched off", ["arXiv", "OpenAlex"]),
        ("timeout", ["PubMed"]),
        ("nothing found", [TOOL_TITLES["web"]]),
    ]


def test_no_search_that_failed_already_is_advised():
    state = run(little_context(papers=()), "What is known about microplastics in drinking water?")
    asked = {line["words"] for line in state["tool_log"]}
    assert not any(f"“{words}”" in way for way in ways_to_widen(state) for words in asked if words)
    assert json.dumps(SYSTEM.answer(state))


# --- evidence ---------------------------------------------------------------------------------------------------------


def test_records_of_one_work_are_merged_and_the_merge_is_told():
    twin = replace(TIN, id="pubmed:1", source="pubmed")
    state = run(little_context(LittleSource("pubmed", (twin,))), QUESTION)
    assert {"kept": "pubmed:1", "merged": "shelf:tin", "reason": "DOI", "value": "10.1/tin"} in state["merges"]
    assert "shelf:tin" not in state["papers"]


def test_what_is_retracted_is_kept_and_flagged_and_never_supports_a_sentence():
    state = run(little_context(), QUESTION)
    assert state["papers"]["shelf:gone"]["retracted"]
    cited = {state["passages"][id]["paper"] for claim in claims_of(state["report"]) for id in claim["passages"]}
    assert cited
    assert "shelf:gone" not in cited
    assert flow(state)["not_support"] == 1


def test_a_model_that_cites_retracted_work_sees_the_sentence_struck_out():
    gone = replace(TIN, id="shelf:gone", doi="", title="Other tin perovskite solar cells", retracted=True)
    engine = WritingEngine(write_section=written("Tin perovskite solar cells are a class of cells without lead.", "p2"))
    state = run(little_context(engine=engine, papers=(TIN, gone), max_refinements=0), QUESTION)
    assert state["passages"]["p2"]["paper"] == "shelf:gone"
    struck = [claim for section in state["report"]["sections"] for claim in section["struck"]]
    assert struck
    assert all("retracted" in verdict_of(claim).reason for claim in struck)
    assert not claims_of(state["report"])


@pytest.mark.parametrize(
    ("text", "evidence", "why"),
    [
        ("Tin perovskite solar cells reached an efficiency of 16.4 %.", ["p1"], "16.4"),
        ("Tin perovskite solar cells are a class of cells without lead.", ["p99"], "no such passage"),
        ("Tin perovskite solar cells are a class of cells without lead.", [], "cites no passage"),
    ],
)
def test_a_models_sentence_that_does_not_hold_is_struck_out_with_the_reason(text, evidence, why):
    engine = WritingEngine(write_section=written(text, *evidence))
    state = run(little_context(engine=engine, papers=(TIN, LEAD), max_refinements=0), QUESTION)
    struck = [claim for section in state["report"]["sections"] for claim in section["struck"]]
    assert struck
    assert {verdict_of(claim).standing for claim in struck} == {"not in the passage"}
    assert all(why in verdict_of(claim).reason for claim in struck)
    assert text not in [claim["text"] for claim in claims_of(state["report"])]


def test_what_a_judge_finds_contradicted_is_struck_and_the_report_does_not_turn_into_nothing_was_found():
    worse = "Lead perovskite solar cells are worse than tin perovskite solar cells."
    engine = WritingEngine(
        write_section=written(worse, "p2"),
        judge_sentences=judging("contradicted", "Lead perovskite solar cells are better"),
    )
    state = run(little_context(engine=engine, papers=(TIN, LEAD), max_refinements=0), QUESTION)
    assert state["report"]["status"] == "report"
    assert {note_of(section) for section in state["report"]["sections"]} == {"1 of 1 sentence did not hold."}
    answered = SYSTEM.answer(state)
    assert answered["did_not_hold"] == len(state["report"]["sections"])
    assert worse not in json.dumps(answered)


def test_offline_every_sentence_stands_in_the_passage_that_it_cites():
    state = run(little_context(), QUESTION)
    claims = claims_of(state["report"])
    assert claims
    for claim in claims:
        (id,) = claim["passages"]
        span = state["passages"][id]
        assert claim["text"] in state["papers"][span["paper"]]["abstract"][span["start"] : span["end"]]


def test_the_summary_is_made_of_sentences_that_stand():
    state = run(little_context(), QUESTION)
    assert state["report"]["summary"]
    assert set(state["report"]["summary"]) <= {claim["id"] for claim in claims_of(state["report"])}


def test_the_flow_of_records_adds_up():
    pubmed = LittleSource("pubmed", (replace(TIN, id="pubmed:1"), Paper("pubmed:2", "pubmed", "Bare")))
    state = run(little_context(pubmed), QUESTION)
    counted = flow(state)
    assert counted["found"] == sum(counted[name] for name in ("merged", "not_support", "no_abstract", "screened"))
    assert counted["screened"] == counted["below"] + counted["kept"]
    assert counted["kept"] == counted["used"] + counted["unused"]
    assert counted["no_abstract"] == 1


# --- follow-ups -------------------------------------------------------------------------------------------------------


def test_a_follow_up_adds_a_section_from_the_same_evidence_and_fetches_nothing():
    source = LittleSource("pubmed", (replace(TIN, id="pubmed:1"),))
    context = little_context(source)
    graph = build_graph(InMemorySaver())
    first = run(context, QUESTION, graph=graph)
    searches, log = len(source.asked), first["tool_log"]
    second = run(context, "How were tin perovskite films measured?", graph=graph)
    assert second["report"]["sections"][:-1] == first["report"]["sections"]
    assert second["report"]["sections"][-1]["follow_up"]
    assert second["question"] == QUESTION
    assert len(source.asked) == searches
    assert second["tool_log"] == log


def test_a_follow_up_without_evidence_says_so_and_still_fetches_nothing():
    source = LittleSource("pubmed", (replace(TIN, id="pubmed:1"),))
    state = run(little_context(source), QUESTION, "Who invented the umbrella?")
    assert len(source.asked) == 1
    assert state["report"]["sections"][-1]["claims"] == []
    assert "Nothing was found" in state["report"]["sections"][-1]["note"]


def test_after_a_question_without_evidence_the_next_one_begins_anew():
    state = run(little_context(papers=(TIN, LEAD)), "Who invented the umbrella?", QUESTION)
    assert state["question"] == QUESTION
    assert state["report"]["status"] == "report"


# --- a run that fails -------------------------------------------------------------------------------------------------


def test_a_model_that_fails_stops_the_run_and_the_rules_carry_on_without_asking_for_the_plan_again():
    def fail(**_: Any) -> WrittenSection:
        raise ModelError("The model gave no answer.")

    context = little_context(ask_plan=True, engine=WritingEngine(write_section=fail, write_queries=None))
    graph = build_graph(InMemorySaver())
    graph.invoke({"request": QUESTION}, CONFIG, context=context)
    with pytest.raises(ModelError):
        graph.invoke(Command(resume={"limit": 9}), CONFIG, context=context)
    graph.invoke(None, CONFIG, context=replace(context, engine=OfflineEngine()))
    state = graph.get_state(CONFIG).values
    assert state["plan"]["limit"] == 9
    assert {section["written_by"] for section in state["report"]["sections"]} == {"Offline rules"}
    assert claims_of(state["report"])


def test_a_model_that_fails_right_after_the_plan_was_confirmed_keeps_the_confirmation():
    def fail(**_: Any) -> Queries:
        raise ModelError("The model gave no answer.")

    context = little_context(ask_plan=True, engine=WritingEngine(write_queries=fail))
    graph = build_graph(InMemorySaver())
    graph.invoke({"request": QUESTION}, CONFIG, context=context)
    with pytest.raises(ModelError):
        graph.invoke(Command(resume={"limit": 9}), CONFIG, context=context)
    graph.invoke(None, CONFIG, context=replace(context, engine=OfflineEngine()))
    assert graph.get_state(CONFIG).values["plan"]["limit"] == 9
