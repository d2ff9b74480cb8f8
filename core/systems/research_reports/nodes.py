"""The steps of a research report, one function for each box of specification 001's diagram."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import to_state
from core.llm.engine import announce_text
from core.sources.materials import parameters_of
from core.sources.merging import merge
from core.sources.papers import Paper
from core.systems.research_reports import tasks
from core.systems.research_reports.plan.plan_form import ask_about, confirm, new_sub_question, number
from core.systems.research_reports.plan.question_reading import topic_of
from core.systems.research_reports.search.screening import cut, cut_passages, screen
from core.systems.research_reports.search.tool_calls import not_asked, search_with, unavailable_tools
from core.systems.research_reports.state import (
    MOST_REFINEMENTS,
    MOST_SEARCHES,
    MOST_SUB_QUESTIONS,
    TOOL_ORDER,
    Context,
    Plan,
    Report,
    State,
    SubQuestion,
)
from core.systems.research_reports.write.evaluation import (
    claims_of,
    figures_of,
    unanswered,
)
from core.systems.research_reports.write.refinement import decide, is_refinement
from core.systems.research_reports.write.sections import (
    extracts_for,
    in_words,
    section_in_words,
    struck_out,
    written_section,
)
from core.systems.research_reports.write.sentences import check

IN_SUMMARY = 5


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Send a new question to the beginning, a follow-up to the evidence there is, a refinement to where it goes on."""
    if is_refinement(state):
        return {
            "next_node": state["refine_at"],
            "needs_refinement": False,
            "refinement_count": state["refinement_count"] + 1,
        }
    begun: State = {
        "messages": [HumanMessage(state["request"])],
        "turn": state["request"],
        "needs_refinement": False,
        "refine_reasons": [],
        "refinement_count": 0,
        "stopped_because": "",
        "opinion": {},
        "versions": [],
    }
    if state.get("report", {}).get("status") == "report":
        asked = new_sub_question(" ".join(state["request"].split()), follow_up=True)
        plan = state["plan"]
        return {
            **begun,
            "next_node": "rag_filter",
            "plan": {**plan, "sub_questions": number([*plan["sub_questions"], asked])},
        }
    return {
        **begun,
        "next_node": "clean_query",
        "question": "",
        "tool_log": [],
        "papers": {},
        "merges": [],
        "passages": {},
        "screened": {},
        "set_aside": [],
        "report": {"title": "", "status": "no evidence", "summary": [], "sections": []},
        "figures": {},
        "as_written": {},
    }


def clean_query(state: State, runtime: Runtime[Context]) -> State:
    """Put the question into its plain form."""
    cleaned = " ".join(runtime.context.engine.ask(tasks.clean_question, request=state["request"]).question.split())
    return {"question": state["request"], "cleaned_query": cleaned or state["request"]}


def intent(state: State, runtime: Runtime[Context]) -> State:
    """What kind of answer is asked for, and in which bounds."""
    understood = runtime.context.engine.ask(tasks.read_intent, question=state["cleaned_query"])
    return {
        "primary_intent": understood.primary_intent,
        "constraints": understood.model_dump(exclude={"primary_intent"}),
    }


def planning(state: State, runtime: Runtime[Context]) -> State:
    """Sub-questions, tools, years and limits, before anything is sent."""
    context, question = runtime.context, state["cleaned_query"]
    planned = context.engine.ask(tasks.plan_report, question=question, intent=state["primary_intent"])  # type: ignore[arg-type]
    sub_questions: list[SubQuestion] = [
        {
            "id": "",
            "text": " ".join(one.text.split()),
            "words": " ".join(one.words.split()) or topic_of(one.text),
            "kind": one.kind,
            "follow_up": False,
        }
        for one in planned.sub_questions
        if one.text.strip()
    ]
    unavailable = unavailable_tools(context)
    constraints = state["constraints"]
    names_material = bool(constraints["materials"]) or parameters_of(question) is not None
    plan: Plan = {
        "sub_questions": number((sub_questions or [new_sub_question(question)])[:MOST_SUB_QUESTIONS]),
        "tools": [tool for tool in TOOL_ORDER if tool not in unavailable and (tool != "materials" or names_material)],
        "unavailable": unavailable,
        "since": constraints["since"],
        "until": constraints["until"],
        "limit": context.limit,
        "confirmed": False,
        "made_by": context.engine.label,
        "remarks": [],
    }
    return {"plan": plan}


def query_generation(state: State, runtime: Runtime[Context]) -> State:
    """Wait until the plan is confirmed, then write the queries for each tool; wider ones after a refinement."""
    context, plan = runtime.context, state["plan"]
    if not plan["confirmed"]:
        # Nothing stands before the interrupt: the node begins again from its top when the answer is there.
        asks = context.ask_plan and get_config()["configurable"].get("__pregel_checkpointer") is not None
        plan = confirm(plan, interrupt(to_state(ask_about(plan))) if asks else {})
    again = state["refinement_count"] > 0
    wanted = [one for one in plan["sub_questions"] if not again or one["id"] in unanswered(state["report"])]
    asked = {tool: [line["words"] for line in state["tool_log"] if line["tool"] == tool] for tool in plan["tools"]}
    queries = context.engine.ask(
        tasks.write_queries,
        tools=list(plan["tools"]),
        wanted=[one["words"] for one in wanted],
        materials=state["constraints"]["materials"],
        asked_before=list(dict.fromkeys(words for done in asked.values() for words in done)),
    ).model_dump()
    tool_queries: dict[str, list[str]] = {}
    for tool in plan["tools"]:
        fresh = [" ".join(words.split())[:300] for words in queries[tool]]
        fresh = [words for words in dict.fromkeys(fresh) if words and words not in asked[tool]]
        left = MOST_SEARCHES - len(set(asked[tool]) - {""})
        tool_queries[tool] = fresh[: max(0, left)]
    lines = not_asked(state, plan, tool_queries)
    return {
        "plan": plan,
        "tool_queries": tool_queries,
        "active_tools": [tool for tool in plan["tools"] if tool_queries[tool]],
        "tool_log": [*state["tool_log"], *lines],
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
    before = state["papers"]
    merged = merge(Paper.from_dict(record) for record in before.values())
    cut_already = {span["paper"] for span in state["passages"].values()}
    papers: dict[str, dict[str, Any]] = {}
    for paper in merged.papers:
        # The passages of an earlier pass point into the abstract as it was.
        if paper.id in cut_already:
            kept = Paper.from_dict(before[paper.id])
            paper = replace(paper, abstract=kept.abstract, abstract_kind=kept.abstract_kind, rights=kept.rights)  # noqa: PLW2901
        papers[paper.id] = paper.to_dict()
    return {"papers": papers, "merges": [*state["merges"], *(dict(vars(one)) for one in merged.log)]}


def rag_filter(state: State, runtime: Runtime[Context]) -> State:
    """Cut abstracts into passages and score each for each sub-question; what twice did not hold stays out."""
    context = runtime.context
    passages = cut_passages(state["papers"], state["passages"])
    sub_questions = state["plan"]["sub_questions"]
    fresh = [one for one in sub_questions if one["id"] not in state["screened"] or passages != state["passages"]]
    aside = state["set_aside"]
    if state["refinement_count"] >= MOST_REFINEMENTS:
        stand = {id for claim in claims_of(state["report"]) for id in claim["passages"]}
        fell = [
            id for section in state["report"]["sections"] for claim in section["struck"] for id in claim["passages"]
        ]
        aside = list(dict.fromkeys([*aside, *(id for id in fell if id not in stand and id in passages)]))
    looked_at: State = {**state, "passages": passages}
    screened = screen(looked_at, fresh, context.embedder) if passages and fresh else {}
    return {
        "passages": passages,
        "screened": {**state["screened"], **screened},
        "set_aside": aside,
        "threshold": context.threshold,
        "alpha": context.alpha,
    }


def synthesis(state: State, runtime: Runtime[Context]) -> State:
    """Write every section that does not stand yet, and strike out what the checks object to."""
    context = runtime.context
    screened = cut(state, state["threshold"], state["alpha"])
    standing = {
        section["id"]: section for section in state["report"]["sections"] if section["claims"] and not section["struck"]
    }
    wanted = [one for one in state["plan"]["sub_questions"] if one["id"] not in standing]
    extracts = extracts_for(state, wanted, screened, list(standing.values()), context)
    before = {section["id"]: section for section in state["report"]["sections"]}
    sections = list(standing.values())
    for one in wanted:
        draft = written_section(
            state, one, screened.get(one["id"], []), extracts[one["id"]], before.get(one["id"]), context
        )
        sections.append(struck_out(draft, check(state, draft["claims"], context.embedder)))
        announce_text(section_in_words(sections[-1]) + "\n\n")  # read while the next ones are written
    order = {one["id"]: place for place, one in enumerate(state["plan"]["sub_questions"])}
    sections.sort(key=lambda section: order[section["id"]])
    report: Report = {
        "title": state["question"],
        "status": "report" if any(section["claims"] for section in sections) else "no evidence",
        "summary": [section["claims"][0]["id"] for section in sections if section["claims"]][:IN_SUMMARY],
        "sections": sections,
    }
    return {"report": report}


def evaluation(state: State, runtime: Runtime[Context]) -> State:
    """Measure, and decide by the measures whether to refine and where; a model's opinion stands beside, labelled."""
    context, report = runtime.context, state["report"]
    figures = figures_of(state, context.embedder)
    as_written = figures_of(state, context.embedder, struck=True)
    reasons, at, stopped = decide(state, as_written, context)
    told = in_words(state)
    opinion: dict[str, str] = {}
    if not reasons and report["status"] == "report" and not context.engine.offline:
        text = context.engine.ask(tasks.give_opinion, question=state["cleaned_query"], report=told).strip()
        opinion = {"text": text, "by": context.engine.label}
    version = {
        "sentences": {section["id"]: [claim["text"] for claim in section["claims"]] for section in report["sections"]},
        "figures": as_written,
        "reasons": reasons,
    }
    return {
        "figures": figures,
        "as_written": as_written,
        "refine_reasons": reasons,
        "refine_at": at,  # type: ignore[typeddict-item]
        "needs_refinement": bool(reasons),
        "stopped_because": stopped,
        "opinion": opinion,
        "versions": [*state["versions"], version] if reasons else state["versions"],  # type: ignore[list-item]
        "messages": [] if reasons else [AIMessage(told)],
    }
