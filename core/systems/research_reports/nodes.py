"""The steps of a research report, one function for each box of specification 001's diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.sources.materials import parameters_of
from core.sources.merging import merge
from core.sources.papers import Paper
from core.systems.research_reports import tasks
from core.systems.research_reports.assessing import (
    claims_of,
    faulty,
    figures_of,
    improved,
    reasons_to_refine,
    unanswered,
)
from core.systems.research_reports.plan_form import ask_about, confirm, new_sub_question, number
from core.systems.research_reports.planning import topic_of, wider
from core.systems.research_reports.screening import Screened, cut, cut_passages, passage_text, screen
from core.systems.research_reports.searching import ask_tool, skipped
from core.systems.research_reports.state import (
    MOST_REFINEMENTS,
    MOST_SEARCHES,
    MOST_SUB_QUESTIONS,
    TOOL_ORDER,
    Claim,
    Context,
    Plan,
    Report,
    Section,
    State,
    SubQuestion,
    Tool,
    ToolLine,
)
from core.systems.research_reports.writing import candidates, check, choose, lead_for, to_the_point

SHOWN = 10  # passages of a section that a model sees
IN_SUMMARY = 5
# Facets with narrow cues choose first: a sentence about limits belongs there, though it would do elsewhere.
_TURN = ("question", "limits", "comparison", "methods", "findings", "definition")


def supervisor(state: State, runtime: Runtime[Context]) -> State:
    """Send a new question to the beginning, a follow-up to the evidence there is, a refinement to where it goes on."""
    if _is_refinement(state):
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


def _is_refinement(state: State) -> bool:
    """Whether the evaluation sent the run back here, and not somebody who asks."""
    same = state.get("turn") == state["request"] and state.get("needs_refinement", False)
    return same and state.get("refinement_count", 0) < MOST_REFINEMENTS


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


def unavailable_tools(context: Context) -> dict[str, str]:
    """The tools that cannot be asked at all, each with the reason in words."""
    reasons: dict[str, str] = {}
    for tool in TOOL_ORDER:
        if tool == "shelf":
            reason = "" if context.shelves else "there is no shelf"
        elif tool not in context.sources:
            reason = "switched off in the settings (SOURCES)"
        else:
            reason = context.sources[tool].missing
        if reason:
            reasons[tool] = reason
    return reasons


def query_generation(state: State, runtime: Runtime[Context]) -> State:
    """Wait until the plan is confirmed, then write the queries for each tool; wider ones after a refinement."""
    context, plan = runtime.context, state["plan"]
    if not plan["confirmed"]:
        # Nothing stands before the interrupt: the node begins again from its top when the answer is there.
        asks = context.ask_plan and get_config()["configurable"].get("__pregel_checkpointer") is not None
        plan = confirm(plan, interrupt(ask_about(plan).to_dict()) if asks else {})
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
    lines = _not_asked(state, plan, tool_queries)
    return {
        "plan": plan,
        "tool_queries": tool_queries,
        "active_tools": [tool for tool in plan["tools"] if tool_queries[tool]],
        "tool_log": [*state["tool_log"], *lines],
    }


def _not_asked(state: State, plan: Plan, queries: dict[str, list[str]]) -> list[ToolLine]:
    """A line for each tool that has no turn in this pass."""
    round = state["refinement_count"] + 1
    lines = []
    for tool in TOOL_ORDER:
        if tool in plan["unavailable"]:
            reason = plan["unavailable"][tool]
        elif tool not in plan["tools"]:
            bare_materials = tool == "materials" and not state["constraints"]["materials"]
            reason = "the question names no formula and no elements" if bare_materials else "not part of the plan"
        elif not queries[tool]:
            reason = "nothing more to ask here" if round > 1 else "the plan has no words for it"
        else:
            continue
        if round == 1 or tool in plan["tools"]:
            lines.append(skipped(tool, reason, round))
    return lines


# --- the tools --------------------------------------------------------------------------------------------------------


def pubmed_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask PubMed."""
    return search("pubmed", state, runtime.context)


def arxiv_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask arXiv."""
    return search("arxiv", state, runtime.context)


def openalex_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask OpenAlex."""
    return search("openalex", state, runtime.context)


def materials_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask the Materials Project."""
    return search("materials", state, runtime.context)


def web_search(state: State, runtime: Runtime[Context]) -> State:
    """Ask the web."""
    return search("web", state, runtime.context)


def shelf_search(state: State, runtime: Runtime[Context]) -> State:
    """Look on the shelf and in the analyst's own documents."""
    return search("shelf", state, runtime.context)


def search(tool: Tool, state: State, context: Context) -> State:
    """Ask one tool its queries; records that are there already are counted and not kept twice."""
    papers = dict(state["papers"])
    known = {*papers, *(id for paper in papers.values() for id in paper["same_as"])}
    lines: list[ToolLine] = []
    for words in state["tool_queries"][tool]:
        found, told = ask_tool(tool, words, state["plan"], context, state["refinement_count"] + 1)
        fresh = {paper.id: paper.to_dict() for paper in found if paper.id not in known}
        told[-1]["new"] = len(fresh)
        papers |= fresh
        known |= set(fresh)
        lines += told
    return {"papers": papers, "tool_log": [*state["tool_log"], *lines]}


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
    extracts = _extracts(state, wanted, screened, list(standing.values()), context)
    before = {section["id"]: section for section in state["report"]["sections"]}
    drafts = [
        _written(state, one, screened.get(one["id"], []), extracts[one["id"]], before.get(one["id"]), context)
        for one in wanted
    ]
    checked = check(state, [claim for draft in drafts for claim in draft["claims"]], context.embedder)
    sections: list[Section] = []
    for draft in drafts:
        mine = [claim for claim in checked if claim["section"] == draft["id"]]
        kept = [claim for claim in mine if not claim["findings"]]
        struck = [claim for claim in mine if claim["findings"]]
        note = draft["note"] if kept or not struck else "Nothing that was written here stood up to the checks."
        sections.append({**draft, "claims": kept, "struck": struck, "note": note})
    order = {one["id"]: place for place, one in enumerate(state["plan"]["sub_questions"])}
    sections = sorted([*standing.values(), *sections], key=lambda section: order[section["id"]])
    report: Report = {
        "title": state["question"],
        "status": "report" if any(section["claims"] for section in sections) else "no evidence",
        "summary": [section["claims"][0]["id"] for section in sections if section["claims"]][:IN_SUMMARY],
        "sections": sections,
    }
    return {"report": report}


def _extracts(
    state: State,
    wanted: Sequence[SubQuestion],
    screened: dict[str, list[Screened]],
    standing: Sequence[Section],
    context: Context,
) -> dict[str, list[dict[str, Any]]]:
    """For each sub-question the sentences of the evidence that a plain rule puts there, no sentence twice."""
    used = {claim["text"] for section in standing for claim in section["claims"]}
    extracts: dict[str, list[dict[str, Any]]] = {}
    for one in sorted(wanted, key=lambda one: _TURN.index(one["kind"]) if one["kind"] in _TURN else 0):
        kept = [passage for passage in screened.get(one["id"], []) if passage.kept]
        scores = {passage.passage: passage.receipt.score for passage in kept}
        chosen = choose(one, candidates(state, kept), scores, used, context.embedder, context.sentences)
        used |= {sentence.text for sentence in chosen}
        extracts[one["id"]] = [{"text": sentence.text, "evidence": [sentence.passage]} for sentence in chosen]
    return extracts


def _written(
    state: State,
    asked: SubQuestion,
    screened: Sequence[Screened],
    extract: list[dict[str, Any]],
    before: Section | None,
    context: Context,
) -> Section:
    """A section with every sentence that was written for it, still unchecked."""
    kept = [one for one in screened if one.kept]
    section: Section = {
        "id": asked["id"], "question": asked["text"], "follow_up": asked["follow_up"], "claims": [], "struck": [],
        "note": "", "written_by": context.engine.label,
    }  # fmt: skip
    if not kept:
        return {**section, "note": "Nothing was found for this sub-question."}
    shown = {one.passage: passage_text(state, one.passage) for one in kept[:SHOWN]}
    shown |= {id: passage_text(state, id) for sentence in extract for id in sentence["evidence"]}
    written = context.engine.ask(
        tasks.write_section,
        question=state["cleaned_query"],
        sub_question=asked["text"],
        evidence=shown,
        extract=extract,
        objections=[f"{one['text']} ({one['findings'][0]['message']})" for one in (before or section)["struck"]],
        most=context.sentences,
    )
    said = ""
    for place, one in enumerate(written.sentences, start=1):
        text = " ".join(one.text.split())
        if not text:
            continue
        passages = list(dict.fromkeys(one.evidence))
        first = state["passages"].get(passages[0]) if passages else None
        lead = lead_for(state["papers"][first["paper"]]) if first and len(passages) == 1 else ""
        id = f"{asked['id']}.{place}"
        claim: Claim = {
            "id": id, "section": asked["id"], "lead": lead if lead != said else "", "text": text, "passages": passages,
            "findings": [], "support": {},
        }  # fmt: skip
        section["claims"].append(claim)
        said = lead
    if not section["claims"]:
        section["note"] = (
            "Passages on the topic were kept, and none of their sentences speaks to this sub-question."
            if not to_the_point(candidates(state, kept), asked["kind"])
            else "Nothing was written for this sub-question."
        )
    return section


def evaluation(state: State, runtime: Runtime[Context]) -> State:
    """Measure, and decide by the measures whether to refine and where; a model's opinion stands beside, labelled."""
    context, report = runtime.context, state["report"]
    figures = figures_of(state, context.embedder)
    as_written = figures_of(state, context.embedder, struck=True)
    reasons, at, stopped = decide(state, as_written, context)
    told = _in_words(state)
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


def decide(state: State, as_written: dict[str, float], context: Context) -> tuple[list[str], str, str]:
    """Why to refine and where to go on; without reasons, why it stops. The limit holds whatever the figures say."""
    report, versions = state["report"], state["versions"]
    missing = unanswered(report)
    follow_up = any(one["follow_up"] for one in state["plan"]["sub_questions"])
    reasons = reasons_to_refine(as_written) if faulty(report) else []
    at = "rag_filter"
    can_fetch = not follow_up and any(_can_widen(state, tool) for tool in state["plan"]["tools"])
    if missing and can_fetch:
        titles = [section["question"] for section in report["sections"] if section["id"] in missing]
        reasons = [*reasons, *(f"nothing answers “{title}”" for title in titles)]
        at = "query_generation"
    if not reasons:
        if missing and not follow_up:
            return [], at, "Some sub-questions have no evidence, and there is nothing wider to search for."
        return [], at, "The measures ask for no refinement."
    if state["refinement_count"] >= min(context.max_refinements, MOST_REFINEMENTS):
        return [], at, f"The limit of refinements is reached; still open: {'; '.join(reasons)}."
    if versions and not improved(versions[-1]["figures"], as_written):
        return [], at, "The last refinement improved no measure, so it was the last."
    return reasons, at, ""


def _can_widen(state: State, tool: Tool) -> bool:
    """Whether a tool may be asked once more, and the words of some sub-question without a section can be fewer."""
    asked = {line["words"] for line in state["tool_log"] if line["tool"] == tool and line["words"]}
    missing = unanswered(state["report"])
    words = [one["words"] for one in state["plan"]["sub_questions"] if one["id"] in missing]
    return len(asked) < MOST_SEARCHES and tool != "materials" and any(
        wide and wide not in asked for wide in map(wider, words)
    )  # fmt: skip


def _in_words(state: State) -> str:
    """The report, or of a follow-up its section, as the conversation keeps it."""
    sections = state["report"]["sections"]
    if any(section["follow_up"] for section in sections):
        sections = sections[-1:]
    parts = []
    for section in sections:
        text = " ".join(f"{claim['lead']} {claim['text']}".strip() for claim in section["claims"])
        parts.append(f"{section['question']}\n{text or section['note']}")
    return (
        "\n\n".join(parts)
        if state["report"]["status"] == "report"
        else "Nothing was found that a report could rest on."
    )
