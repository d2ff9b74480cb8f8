"""What may be tried where too little was found: fewer words for a tool, and advice for the analyst."""

from __future__ import annotations

from core.language.tokens import words
from core.systems.research_reports.plan.question_reading import wider
from core.systems.research_reports.search.screening import cut
from core.systems.research_reports.search.tool_calls import SWITCHED_OFF, by_reason
from core.systems.research_reports.state import TOOL_ORDER, TOOL_TITLES, State


def ways_to_widen(state: State) -> list[str]:
    """Return what the analyst may try where too little was found, in words."""
    plan = state["plan"]
    asked = [line for line in state["tool_log"] if line["status"] != "skipped"]
    ways = []
    if plan["since"] or plan["until"]:
        ways.append(f"Leave out the limit of years ({plan['since'] or 'any'} to {plan['until'] or 'any'}).")
    tried = [set(words(line["words"])) for line in asked]
    fewer = filter(None, (wider(one["words"]) for one in plan["sub_questions"]))
    shorter = [wide for wide in fewer if not any(before <= set(words(wide)) for before in tried)]
    if shorter:
        ways.append(f"Ask with fewer words, such as “{shorter[0]}”.")
    failed = list(dict.fromkeys(line["title"] for line in asked if line["status"] == "failed"))
    if failed:
        ways.append(f"Try again later: {', '.join(failed)} gave no answer this time.")
    left = [TOOL_TITLES[tool] for tool in TOOL_ORDER if tool not in plan["tools"] and tool not in plan["unavailable"]]
    if left:
        ways.append(f"Look in more places: {', '.join(left)}.")
    off = [TOOL_TITLES[tool] for tool in TOOL_ORDER if plan["unavailable"].get(tool) == SWITCHED_OFF]
    if off:
        ways.append(f"Have more places switched on ({', '.join(off)}): only whoever runs Glassbox here can do that.")
    ways.append("Bring references of your own as BibTeX or RIS, with their abstracts.")
    best = best_dropped(state)
    if best is not None:
        ways.append(
            "Lower the threshold of the filter: all passages that were found were dropped, and the best has a score of "
            f"{best:.2f} where {state['threshold']:.2f} is asked. One far below it is hardly to the point."
        )
    return ways


def places_looked_in(state: State) -> dict[str, list[str]]:
    """Return the titles of the places under what came of each: records that were not to the point, nothing, why it was
    not asked at all; those that gave most first."""
    records: dict[str, int] = {}
    others: list[tuple[str, str]] = []
    for line in state["tool_log"]:
        if line["count"]:
            records[line["title"]] = records.get(line["title"], 0) + line["count"]
        else:
            reason = line["reason"] or "nothing found"
            others.append((line["title"], f"not asked, {reason}" if line["status"] == "skipped" else reason))
    gave = sorted(records.items(), key=lambda one: -one[1])
    told = [(title, f"{number:,} found, none of them to the point") for title, number in gave]
    return by_reason([*told, *(one for one in others if one[0] not in records)])


def best_dropped(state: State) -> float | None:
    """Return the best score of the passages where some were found and none was kept."""
    passages = [one for screened in cut(state, state["threshold"], state["alpha"]).values() for one in screened]
    return None if any(one.kept for one in passages) else max((one.receipt.score for one in passages), default=None)
