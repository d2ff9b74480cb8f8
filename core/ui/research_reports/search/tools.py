"""The tools in the order in which they were asked: what each gave and how long it took, or why it gave nothing."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pandas as pd
import streamlit as st

from core.systems.research_reports.search.tool_calls import HERE, by_reason
from core.systems.research_reports.state import State, ToolLine
from core.ui.words import count, duration, plain

Colour: TypeAlias = Literal["green", "blue", "gray", "red", "orange"]


def draw_tools(state: State) -> None:
    """Draw a line for every search of every tool, then the plan that it followed, then all of it as a table."""
    lines = state["tool_log"]
    several = len({one["round"] for one in lines}) > 1
    for line in lines:
        if line["status"] != "skipped":
            _draw_line(line, several)
    for round in dict.fromkeys(line["round"] for line in lines):
        _draw_not_asked([line for line in lines if line["status"] == "skipped" and line["round"] == round], several)
    _draw_plan(state)
    with st.expander("The searches as a table", icon=":material/table:"):
        st.dataframe(tool_table(lines), hide_index=True, alt="Every search with its counts, times and reasons")


def badge_of(line: ToolLine) -> tuple[str, str, Colour]:
    """How a search ended, as words, an icon and a colour: an empty answer and a failure never look alike."""
    if line["status"] == "ok" and line["tool"] == "shelf":
        return "shelf", ":material/shelves:", "blue"
    badges: dict[str, tuple[str, str, Colour]] = {
        "ok": ("live", ":material/sensors:", "green"),
        "cached": ("cached", ":material/cached:", "blue"),
        "empty": ("nothing found", ":material/search_off:", "gray"),
        "failed": ("failed", ":material/error:", "red"),
        "skipped": ("not asked", ":material/skip_next:", "orange"),
    }
    return badges[line["status"]]


def _draw_line(line: ToolLine, several: bool) -> None:
    words, icon, colour = badge_of(line)
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(line['title'])}**" + (f", pass {line['round']}" if several else ""), width="content")
            st.badge(words, icon=icon, color=colour)
            if line["status"] in ("ok", "cached"):
                total = f" of {line['total']:,}" if line["total"] is not None else ""
                st.markdown(f"{count(line['count'], 'record')}{total}, {line['new']} new", width="content")
            sent = count(line["requests"], "request")
            st.markdown(f"{duration(line['milliseconds'] / 1000)} · {sent}", width="content")
        if line["words"]:
            at = f" at {plain(line['url'])}" if line["url"] not in ("", HERE) else ""
            st.markdown(f"Searched: “{plain(line['words'])}”{at}")
        if line["status"] == "failed":
            st.markdown(" ".join(plain(text) for text in (line["reason"], line["advice"]) if text))
        for note in line["notes"]:
            st.markdown(f":material/info: {plain(note)}")


def _draw_not_asked(lines: list[ToolLine], several: bool) -> None:
    """Draw the tools that were not asked in one pass, a line for each reason."""
    for reason, titles in by_reason((line["title"], line["reason"]) for line in lines).items():
        words, icon, colour = badge_of(next(line for line in lines if line["reason"] == reason))
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            names = ", ".join(f"**{plain(title)}**" for title in titles)
            st.markdown(names + (f", pass {lines[0]['round']}" if several else ""), width="content")
            st.badge(words, icon=icon, color=colour)
            st.markdown(plain(reason), width="content")


def _draw_plan(state: State) -> None:
    plan = state["plan"]
    years = f"{plan['since'] or 'any'} to {plan['until'] or 'any'}"
    st.markdown(
        f"**The plan**, made by: {plain(plan['made_by'])} · years: {years} · at most {plan['limit']} records a search"
    )
    st.markdown(
        "\n".join(f"{position}. {plain(one['text'])}" for position, one in enumerate(plan["sub_questions"], start=1))
    )
    if plan["absent"]:
        st.markdown(f":material/block: Left out where others do without it: {plain(', '.join(plan['absent']))}")
    for remark in plan["remarks"]:
        st.markdown(f":material/info: {plain(remark)}")


def tool_table(lines: list[ToolLine]) -> pd.DataFrame:
    """Return the searches, a row each."""
    return pd.DataFrame(
        {
            "Tool": [line["title"] for line in lines],
            "Pass": [line["round"] for line in lines],
            "How": [badge_of(line)[0] for line in lines],
            "Records": [line["count"] for line in lines],
            "New": [line["new"] for line in lines],
            "Milliseconds": [line["milliseconds"] for line in lines],
            "Requests": [line["requests"] for line in lines],
            "Reason": [line["reason"] for line in lines],
        }
    )
