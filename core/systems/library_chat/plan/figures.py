"""Intents for a figure of some books: how many, what share, how many pages, the longest, which of two."""

from __future__ import annotations

import re
from dataclasses import replace

from core.language.numbers import number
from core.stores.library import Group, Measure
from core.systems.library_chat.plan.intents import Asked, Intent
from core.systems.library_chat.plan.phrases import (
    AUTHORS,
    BOOKS,
    EXTREME,
    GENRES,
    LISTING,
    NUMBER,
    measure_of,
    order_of,
)
from core.systems.library_chat.plan.rankings import each_of, figure_of_each, ranked_group, ranking


def comparisons(frame: str) -> Intent | None:
    """Read which of two books, genres or authors is, or has, more."""
    books = len(set(re.findall(r"BOOK\d+", frame)))
    marks = len(set(re.findall(r"(?:GENRE|AUTHOR)\d+", frame)))
    words = re.search(
        r"\b(?P<cue>longer|shorter|newer|older|thicker|thinner|earlier|later|more\s+(?:recent|pages)|fewer\s+pages|"
        r"compare[ds]?|comparison|difference|versus|vs|first|more|fewer|less|longest|newest|oldest|shortest)\b",
        frame,
    )
    if not words:
        return None
    if books > 1:
        return Intent("compare", words["cue"], "compares books", order=order_of(words["cue"]))
    joins = re.search(r"\b(?:or|than|versus|vs|with|and|to|between)\b", frame)
    two = re.search(r"\b(?P<cue>more|fewer|less|compare[ds]?|comparison|difference|versus|vs)\b", frame)
    if marks > 1 and joins and two and not re.search(r"more\s+than\s+one", frame):
        by: Group = "author" if frame.count("AUTHOR") > 1 else "genre"
        return Intent("compare", two["cue"], "compares counts", by=by, measure=measure_of(frame))
    return None


def shares(frame: str) -> Intent | None:
    """Return what part of all books some are."""
    match = re.search(r"\b(?P<cue>percentage|percent|per\s+cent|share|proportion|fraction)\b|(?P<sign>%)", frame)
    return Intent("share", match["cue"] or "%", "asks for a share") if match else None


def sums(frame: str) -> Intent | None:  # noqa: PLR0911 -- a ladder of readings, the surest first
    """Averages, medians and sums of pages."""
    average = re.search(r"\b(?P<cue>average|avg|mean|medians?|typical|typically|on\s+average)\b", frame)
    group = each_of(frame)
    if average:
        by_median = average["cue"].startswith("median")
        measure: Measure = "median pages" if by_median else "average pages"
        if group:
            return figure_of_each(frame, group, average["cue"], measure)
        if ranked := ranked_group(frame):
            return replace(ranking(frame, ranked), cue=average["cue"], measure=measure)
        if by_median:
            return Intent("pages", average["cue"], "asks for a median", figure="median")
        return Intent("pages", average["cue"], "asks for an average", figure="average")
    total = re.search(
        r"\b(?P<cue>(?:total|sum|overall|combined|altogether|in\s+(?:total|all|sum))\b.*\bpages|(?:how\s+many|"
        r"number\s+of|count\s+of)\s+pages\b.*\b(?:total|altogether|together|combined|in\s+all|overall))",
        frame,
    )
    written = re.search(r"\b(?P<cue>how\s+many\s+pages)\s+(?:did|has|have|do|does|are|is|were)\b", frame)
    if total and not group and not ranked_group(frame):
        return Intent("pages", re.sub(r"\s+", " ", total["cue"]), "asks for a sum", figure="total")
    named = re.search(r"(?:BOOK|UNKNOWN)\d+", frame) or re.search(r"\b(?:it|this|that|they)\b", frame)
    if written and not named and not re.search(EXTREME, frame):
        return Intent("pages", written["cue"], "asks for a sum", figure="total")
    if re.search(r"\bpage\s+(?:statistics|figures|range)|\blength\s+statistics", frame):
        return Intent("pages", "statistics", "asks for statistics", figure="all")
    return None


def extremes(frame: str) -> Intent | None:
    """Return the longest, the newest … of some books."""
    match = re.search(
        rf"\b(?:(?:(?:top\s+)?(?P<n>{NUMBER})\s+)?(?P<cue>{EXTREME})(?:\s+(?P<n2>{NUMBER}))?)\b(?!\s+(?:name|"
        rf"names|letter|word|sentence|time|names?))",
        frame,
    )
    if not match:
        pick = re.search(
            r"\b(?:which|what)\s+(?:(?:one|book|title|of\s+(?:them|those|these|the\s+two))\s+)*(?:is|was|has)\s+(?:the\s+)?(?P<cue>longer|"
            r"shorter|newer|older|thicker|thinner|more\s+recent|more\s+pages|fewer\s+pages)\b",
            frame,
        )
        if pick:
            return Intent("extreme", pick["cue"], "asks for an extreme", order=order_of(pick["cue"]), limit=1)
        return None
    after = frame[match.end() :]
    if (
        match["cue"] in ("first", "last")
        and not re.match(rf"\s+(?:{NUMBER}\s+)?(?:(?:\w+|GENRE\d+)\s+)?(?:{BOOKS}|GENRE\d+|published|thing)", after)
        and not re.search(r"(?:published|written|came\s+out|wrote|write|released)\s*$", frame[: match.start()])
    ):
        return None
    given = match["n"] or match["n2"]
    several = re.match(r"\s+(?:(?:\w+|GENRE\d+)\s+)?(?:books|novels|titles|works|stories|ones)\b", after)
    limit = number(given) if given else 5 if several else 1
    asked: Asked = ""
    if re.search(
        r"\b(?:who\s+(?:wrote|is\s+the\s+author|authored)|author\s+of|by\s+whom|who\s+has\s+written)\b", frame
    ):
        asked = "authors"
    elif re.search(r"\b(?:how\s+many\s+pages|how\s+long)\b", frame):
        asked = "pages"
    elif re.search(r"\b(?:when|what\s+year|which\s+year)\b", frame):
        asked = "year"
    order = order_of(match["cue"])
    return Intent(
        "extreme", re.sub(r"\s+", " ", match["cue"]), "asks for an extreme", order=order, limit=limit, asked=asked
    )


def counts(frame: str) -> Intent | None:  # noqa: PLR0911 -- a ladder of readings, the surest first
    """Read how many books, authors or genres; how large the catalogue is, and which years it covers."""
    marks = re.search(r"(?:AUTHOR|GENRE|NOGENRE|UNKNOWN|YEARS|PAGES)\d+", frame)
    if re.search(
        r"\b(?:what|which)\s+years\b.*\b(?:cover|span|range|from)|\b(?:time\s+(?:span|range|period)|range\s+of\s+years|"
        r"years?\s+range)\b|\bfrom\s+when\s+to\s+when\b",
        frame,
    ):
        return Intent("years", "years", "asks for the span of years")
    size = re.search(
        r"\b(?P<cue>how\s+(?:big|large)\s+is|size\s+of|(?:statistics|stats|overview|summary|figures)\b(?!\s+(?:of|"
        r"on|for|about)\s+(?:GENRE|AUTHOR)))",
        frame,
    )
    if size and not marks:
        return Intent("totals", size["cue"], "asks for the size of the catalogue")
    match = re.search(
        r"\b(?P<cue>how\s+many|how\s+much|(?:the\s+)?(?:total\s+)?number\s+of|count(?:\s+of)?|amount\s+of|"
        r"quantity\s+of|total\s+(?:of\s+)?(?=books|authors|genres)|tally)\b",
        frame,
    )
    if not match:
        return None
    behind = frame[match.end() :]
    if re.search(r"\b(?:page|pages)\s+$", frame[: match.start()]) and re.search(r"(?:BOOK|UNKNOWN)\d+", behind):
        return None
    if re.search(r"^\s*(?:of\s+)?(?:the\s+)?pages\b", behind) and re.search(
        r"(?:BOOK|UNKNOWN)\d+|\b(?:it|this|that)\b", behind
    ):
        return None
    listed = bool(re.search(LISTING, behind) or re.search(r"^\s*(?:please\s+)?(?:list|show|name)\b", frame))
    cue = match["cue"].strip()
    if re.search(rf"^\s*(?:\w+\s+){{0,2}}{AUTHORS}\b", behind) and not re.search(rf"^\s*(?:\w+\s+)?{BOOKS}\b", behind):
        genres_too = re.search(rf"{AUTHORS}\s*(?:,|and)\s*(?:how\s+many\s+)?{GENRES}", behind)
        if genres_too and not marks:
            return Intent("totals", cue, "asks for a number")
        return Intent("count", cue, "asks for a number", counted="authors", listed=listed)
    if re.search(rf"^\s*(?:\w+\s+){{0,2}}{GENRES}", behind) and not re.search(
        rf"^\s*(?:\w+\s+)?(?:GENRE\d+\s+)?{BOOKS}\b", behind
    ):
        return Intent("count", cue, "asks for a number", counted="genres", listed=listed)
    return Intent("count", cue, "asks for a number", listed=listed)
