"""The steps of a research report, one function for each box of specification 001's diagram."""

from __future__ import annotations

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import to_state
from core.evidence.judge.model import judge_for
from core.llm.engine import announce_text
from core.systems.research_reports import tasks
from core.systems.research_reports.plan.plan_form import ask_about, confirm
from core.systems.research_reports.plan.plans import asked_before, draft_plan, fresh_queries, new_sub_question, number
from core.systems.research_reports.plan.request_words import reading_of, within
from core.systems.research_reports.search.records import merge_records
from core.systems.research_reports.search.screening import cut, cut_passages, screen
from core.systems.research_reports.search.shelves import told_of
from core.systems.research_reports.search.tool_calls import not_asked, search_with
from core.systems.research_reports.state import Context, Opinion, Section, State, blank_report
from core.systems.research_reports.write.checking import check, struck_out
from core.systems.research_reports.write.doubts import NOBODY_COMPARED, compare
from core.systems.research_reports.write.evaluation import figures_of, unanswered
from core.systems.research_reports.write.refinement import decide, is_refinement, set_aside
from core.systems.research_reports.write.sections import (
    extracts_for,
    in_words,
    judged,
    report_of,
    section_in_words,
    stands,
    written_section,
)
from core.systems.research_reports.write.versions import version_of


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Send a new question to the beginning, a follow-up to the evidence there is, a refinement to where it goes on."""
    if is_refinement(state):
        return {
            "next_node": state["refine_at"],
            "needs_refinement": False,
            "refinement_count": state["refinement_count"] + 1,
        }
    asked: State = {
        "messages": [HumanMessage(state["request"])],
        "turn": state["request"],
        "needs_refinement": False,
        "refine_reasons": [],
        "refinement_count": 0,
        "stopped_because": "",
        "opinion": None,
        "versions": [],
    }
    if "report" in state and state["report"]["status"] == "report":
        follow_up = new_sub_question(" ".join(state["request"].split()), follow_up=True)
        plan = state["plan"]
        return {
            **asked,
            "next_node": "rag_filter",
            "plan": {**plan, "sub_questions": number([*plan["sub_questions"], follow_up])},
        }
    return {**blank_report(), **asked, "next_node": "clean_query"}


def clean_query(state: State, runtime: Runtime[Context]) -> State:
    """Put the question into its plain form."""
    cleaned = " ".join(runtime.context.engine.ask(tasks.clean_question, request=state["request"]).question.split())
    return {"question": state["request"], "cleaned_query": cleaned or state["request"]}


def intent(state: State, runtime: Runtime[Context]) -> State:
    """Read what kind of answer is asked for, and in which bounds."""
    understood = runtime.context.engine.ask(tasks.read_intent, question=state["cleaned_query"])
    return {
        "primary_intent": understood.primary_intent,
        "constraints": {
            "since": understood.since,
            "until": understood.until,
            "materials": understood.materials,
            "populations": understood.populations,
            "absent": understood.absent,
        },
    }


def planning(state: State, runtime: Runtime[Context]) -> State:
    """Plan sub-questions, tools, years and limits, before anything is sent."""
    context = runtime.context
    planned = context.engine.ask(
        tasks.plan_report, question=state["cleaned_query"], intent=state["primary_intent"]
    ).sub_questions
    plan = draft_plan(planned, {**state, "constraints": within(state["constraints"], context.without)}, context)
    return {"plan": plan, "reading": reading_of(state, plan, context.without)}


def query_generation(state: State, runtime: Runtime[Context]) -> State:
    """Wait until the plan is confirmed, then write the queries for each tool; wider ones after a refinement."""
    context, plan = runtime.context, state["plan"]
    if not plan["confirmed"]:
        # Nothing stands before the interrupt: the node begins again from its top when the answer is there.
        asks = context.ask_plan and get_config()["configurable"].get("__pregel_checkpointer") is not None
        plan = confirm(plan, interrupt(to_state(ask_about(plan, told_of(context.shelves)))) if asks else {})
    again = state["refinement_count"] > 0
    wanted = [asked for asked in plan["sub_questions"] if not again or asked["id"] in unanswered(state["report"])]
    before = asked_before(state, plan)
    queries = context.engine.ask(
        tasks.write_queries,
        tools=list(plan["tools"]),
        wanted=[asked["words"] for asked in wanted],
        materials=state["constraints"]["materials"],
        asked_before=list(dict.fromkeys(words for asked in before.values() for words in asked)),
    )
    tool_queries = fresh_queries(queries, before)
    return {
        "plan": plan,
        "reading": reading_of({**state, "tool_queries": tool_queries}, plan, context.without),
        "tool_queries": tool_queries,
        "active_tools": [tool for tool in plan["tools"] if tool_queries[tool]],
        "tool_log": [*state["tool_log"], *not_asked(state, plan, tool_queries)],
    }


# --- the tools --------------------------------------------------------------------------------------------------------


def pubmed_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask PubMed."""
    return search_with("pubmed", state, runtime.context)


def arxiv_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask arXiv."""
    return search_with("arxiv", state, runtime.context)


def openalex_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask OpenAlex."""
    return search_with("openalex", state, runtime.context)


def materials_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask the Materials Project."""
    return search_with("materials", state, runtime.context)


def web_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask the web."""
    return search_with("web", state, runtime.context)


def shelf_search(state: State, runtime: Runtime[Context]) -> State:
    """Look on the shelf and in the analyst's own documents."""
    return search_with("shelf", state, runtime.context)


# --- from records to a report -----------------------------------------------------------------------------------------


def retrieve_data(state: State, runtime: Runtime[Context]) -> State:
    """Bring the records of all tools together; those of the same work become one paper."""
    papers, merged_now = merge_records(state)
    return {"papers": papers, "merges": [*state["merges"], *merged_now]}


def rag_filter(state: State, runtime: Runtime[Context]) -> State:
    """Cut abstracts into passages and score each for each sub-question; what twice did not hold stays out."""
    context = runtime.context
    passages = cut_passages(state["papers"], state["passages"])
    same = passages == state["passages"]
    fresh = [asked for asked in state["plan"]["sub_questions"] if not same or asked["id"] not in state["screened"]]
    screened = screen({**state, "passages": passages}, fresh, context.embedder) if passages and fresh else {}
    return {
        "reading": reading_of(state, state["plan"], context.without),
        "passages": passages,
        "screened": {**state["screened"], **screened},
        "set_aside": set_aside(state, passages),
        "threshold": context.threshold,
        "alpha": context.alpha,
    }


def synthesis(state: State, runtime: Runtime[Context]) -> State:
    """Write every section that does not stand yet, and strike out what the checks object to.

    What streams has passed the exact checks; the judge reads all sections together, in few calls, when they are there.
    """
    context = runtime.context
    screened = cut(state, state["threshold"], state["alpha"])
    before = {section["id"]: section for section in state["report"]["sections"]}
    sections = {id: section for id, section in before.items() if stands(section)}
    wanted = [asked for asked in state["plan"]["sub_questions"] if asked["id"] not in sections]
    extracts = extracts_for(state, wanted, screened, list(sections.values()), context)
    drafts: dict[str, Section] = {}
    for asked in wanted:
        id = asked["id"]
        draft = written_section(state, asked, screened.get(id, []), extracts[id], before.get(id), context)
        drafts[id] = struck_out(draft, check(state, draft["claims"]))
        announce_text(section_in_words(drafts[id], "not checked yet") + "\n\n")  # read while the next are written
    sections |= judged(state, drafts, before, context)
    in_order = [sections[asked["id"]] for asked in state["plan"]["sub_questions"]]
    return {"report": report_of(state, in_order)}


def evaluation(state: State, runtime: Runtime[Context]) -> State:
    """Measure, and decide by the measures whether to refine and where; a model's opinion stands beside, labelled.

    In a report that is not refined, claims on one matter are compared with one another.
    """
    context, report = runtime.context, state["report"]
    as_written = figures_of(state, struck=True)
    decision = decide(state, as_written, context)
    refines = bool(decision.reasons)
    told = in_words(state)
    opinion: Opinion | None = None
    if not refines and report["status"] == "report" and not context.engine.offline:
        text = context.engine.ask(tasks.give_opinion, question=state["cleaned_query"], report=told).strip()
        opinion = {"text": text, "by": context.engine.label}
    version = version_of(report, as_written, decision.reasons)
    return {
        "figures": figures_of(state),
        "as_written": as_written,
        "refine_reasons": decision.reasons,
        "refine_at": decision.refine_at,
        "needs_refinement": refines,
        "stopped_because": decision.stopped_because,
        "opinion": opinion,
        "compared": NOBODY_COMPARED if refines else compare(state, judge_for(context.engine, context.claim_model)),
        "versions": [*state["versions"], version] if refines else state["versions"],
        "messages": [] if refines else [AIMessage(told)],
    }
