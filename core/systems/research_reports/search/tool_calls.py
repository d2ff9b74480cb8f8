"""Asking one tool, and the line that tells what became of it: an empty answer and a failure never look alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from urllib.parse import urlsplit, urlunsplit

from core.codec import to_state
from core.errors import AppError
from core.settings import SourceSettings
from core.sources.errors import SourceError
from core.sources.openalex import OpenAlex
from core.sources.papers import Found, Paper, PaperRecord
from core.systems.research_reports.state import TOOL_ORDER, TOOL_TITLES, Context, Plan, State, Tool, ToolLine

HERE = "on this machine"
SWITCHED_OFF = "switched off by whoever runs Glassbox here"


def addresses_of(settings: SourceSettings) -> dict[str, str]:
    """Where each live tool is, without anything that could be a key."""
    web = settings.searxng_url or settings.tavily_url
    addresses = {
        "pubmed": settings.pubmed_url,
        "arxiv": settings.arxiv_url,
        "openalex": settings.openalex_url,
        "materials": settings.materials_url,
        "web": web,
    }
    return {tool: _bare(address) for tool, address in addresses.items()}


def _bare(address: str) -> str:
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def ask_tool(tool: Tool, words: str, plan: Plan, context: Context, round: int) -> tuple[list[Paper], list[ToolLine]]:
    """Return the papers that one search of a tool found, with a line for each place that was asked, in their order."""
    if tool == "shelf":
        return _ask_shelves(words, plan, context, round)
    source = context.sources[tool]
    limit, since, until = plan["limit"], plan["since"], plan["until"]
    found, line = _ask(tool, words, context, round, partial(source.search, words, limit, since, until))
    lines = [line]
    stand_in = context.sources.get("openalex")
    if tool == "arxiv" and line["status"] == "failed" and isinstance(stand_in, OpenAlex) and not stand_in.missing:
        # arXiv closes for hours at a time; OpenAlex lists what stands there.
        search = partial(stand_in.search, words, limit, since, until, indexed_in="arxiv")
        found, line = _ask(tool, words, context, round, search)
        line["title"], line["url"] = "arXiv, by way of OpenAlex", context.addresses.get("openalex", "")
        lines.append(line)
    return found, lines


def _ask_shelves(words: str, plan: Plan, context: Context, round: int) -> tuple[list[Paper], list[ToolLine]]:
    papers: list[Paper] = []
    lines: list[ToolLine] = []
    for shelf in context.shelves:
        search = partial(shelf.search, words, plan["limit"], plan["since"], plan["until"])
        found, line = _ask("shelf", words, context, round, search)
        line["title"] = shelf.title
        papers += found
        lines.append(line)
    return papers, lines


def _ask(
    tool: Tool, words: str, context: Context, round: int, search: Callable[[], Found]
) -> tuple[list[Paper], ToolLine]:
    began = time.perf_counter()
    line = blank_line(tool, words, round, context.addresses.get(tool, HERE))
    try:
        found = search()
    except AppError as error:
        line["status"], line["reason"], line["advice"] = "failed", str(error), error.advice
        if isinstance(error, SourceError):
            line["requests"] = error.requests
        found = Found()
    else:
        line["status"] = "cached" if found and found.cached else "ok" if found else "empty"
        line["count"], line["total"], line["requests"] = len(found), found.total, found.requests
        line["fetched"], line["cost"], line["notes"] = found.fetched, found.cost, list(found.notes)
    line["milliseconds"] = round_up((time.perf_counter() - began) * 1000)
    return list(found), line


def round_up(milliseconds: float) -> int:
    """Whole milliseconds, at least one."""
    return max(1, round(milliseconds))


def skipped(tool: Tool, reason: str, round: int) -> ToolLine:
    """Return the line of a tool that was not asked."""
    return {**blank_line(tool, "", round, ""), "status": "skipped", "reason": reason}


def blank_line(tool: Tool, words: str, round: int, url: str) -> ToolLine:
    """Return a line on which nothing is known yet."""
    return {
        "tool": tool, "title": TOOL_TITLES[tool], "round": round, "status": "empty", "words": words, "count": 0,
        "new": 0, "total": None, "milliseconds": 0, "requests": 0, "url": url, "fetched": "", "cost": 0.0, "reason": "",
        "advice": "", "notes": [],
    }  # fmt: skip


def unavailable_tools(context: Context) -> dict[Tool, str]:
    """Return the tools that cannot be asked at all, each with the reason in words."""
    reasons: dict[Tool, str] = {}
    for tool in TOOL_ORDER:
        if tool == "shelf":
            reason = "" if context.shelves else "there is no shelf"
        elif tool not in context.sources:
            reason = SWITCHED_OFF
        else:
            reason = context.sources[tool].missing
        if reason:
            reasons[tool] = reason
    return reasons


def by_reason(reasons: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return under each reason the titles of the places that it holds for, given as (title, reason); both in order."""
    found: dict[str, list[str]] = {}
    for title, reason in reasons:
        found.setdefault(reason, []).append(title)
    return {reason: list(dict.fromkeys(titles)) for reason, titles in found.items()}


def not_asked(state: State, plan: Plan, queries: dict[Tool, list[str]]) -> list[ToolLine]:
    """Return a line for each tool that has no turn in this pass."""
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


def search_with(tool: Tool, state: State, context: Context) -> State:
    """Ask one tool its queries; records that are there already are counted and not kept twice."""
    papers = dict(state["papers"])
    known = {*papers, *(id for paper in papers.values() for id in paper["same_as"])}
    lines: list[ToolLine] = []
    for words in state["tool_queries"][tool]:
        found, told = ask_tool(tool, words, state["plan"], context, state["refinement_count"] + 1)
        in_order = iter(found)
        for line in told:
            own = [paper for paper in islice(in_order, line["count"]) if paper.id not in known]
            fresh: dict[str, PaperRecord] = {paper.id: to_state(paper) for paper in own}
            line["new"] = len(fresh)
            papers |= fresh
            known |= set(fresh)
        lines += told
    return {"papers": papers, "tool_log": [*state["tool_log"], *lines]}
