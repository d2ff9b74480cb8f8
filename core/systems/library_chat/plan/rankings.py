"""Intents for a figure of each genre, author, year or decade: which has most, how many each, who wrote in several."""

from __future__ import annotations

import re

from core.language.numbers import number
from core.stores.library import Group, Measure
from core.systems.library_chat.plan.intents import Intent
from core.systems.library_chat.plan.phrases import (
    ANY_GROUP,
    AUTHORS,
    BOOKS,
    EXTREME,
    GENRES,
    GROUPS,
    MOST,
    NUMBER,
    WHO,
    group_named,
    limit_of,
    measure_of,
)


def authors_of_several(frame: str) -> Intent | None:
    """Return authors of several genres, or of several books."""
    several = (
        rf"(?P<cue>(?:more\s+than|over|at\s+least|a\s+minimum\s+of)\s+(?:(?:just|only)\s+)?(?:a\s+single|{NUMBER})|"
        rf"{NUMBER}\s+or\s+more|multiple|several|"
        r"(?:two\s+|many\s+|various\s+)?different|many|various|two|both|across|the\s+most(?!\s+(?:books|pages)))"
    )
    about_authors = re.search(rf"\b(?:{WHO}|people)\b", frame) or "AUTHOR" in frame
    genres = re.search(rf"\b{several}\s+(?:(?:different|distinct|one|various)\s+)*{GENRES}", frame)
    if genres and about_authors and not re.search(rf"how\s+many\s+{GENRES}", frame):
        count = re.search(rf"how\s+many\s+{AUTHORS}", frame)
        most = "most" in genres["cue"]
        return Intent(
            "many genres", genres["cue"], "asks for authors of several genres",
            least=1 if most else _at_least(genres["cue"]), limit=1 if most else None,
            counted="authors" if count else "books",
        )  # fmt: skip
    books = re.search(rf"\b{several}\s+(?:(?:different|distinct|one|single)\s+)*{BOOKS}\b", frame)
    if books and re.search(rf"\b(?:{WHO})\b", frame) and not re.search(r"most|both", books["cue"]):
        return Intent(
            "many books", books["cue"], "asks for authors of several books", by="author", least=_at_least(books["cue"]),
        )  # fmt: skip
    return None


def _at_least(cue: str) -> int:
    """ "more than one" is at least 2, "three or more" at least 3, "several" at least 2."""
    found = re.search(NUMBER, cue)
    count = number(found[0]) if found else None
    if count is None:
        return 2
    return count + 1 if re.search(r"\b(?:more\s+than|over)\b", cue) else count


def groups(frame: str) -> Intent | None:
    """Return a ranking of genres, authors, decades or years, a figure of each of them, or all that there are."""
    ranked = ranked_group(frame)
    if ranked:
        return ranking(frame, ranked)
    grouped = each_of(frame)
    if grouped:
        return figure_of_each(frame, grouped, grouped[1], measure_of(frame))
    if match := re.search(r"\b(?P<cue>breakdown|distribution)\b", frame):
        return Intent("group", match["cue"], "asks for a distribution", by="genre", measure=measure_of(frame))
    prolific = re.search(
        rf"\b(?P<cue>(?:most|least)\s+(?:prolific|productive|published|frequent|popular|common))\b.*\b(?P<of>{ANY_GROUP})|"
        rf"\b(?P<who>who)\b.*\b(?P<cue2>(?:most|least)\s+(?:prolific|productive|published))",
        frame,
    )
    if prolific:
        cue = prolific["cue"] or prolific["cue2"]
        by = group_named(prolific["of"]) if prolific["of"] else "author"
        return Intent("group", cue, "ranks", by=by, limit=limit_of(frame) or 1, fewest=cue.startswith("least"))
    all_of = re.search(
        rf"\b(?P<cue>(?:what|which)(?:\s+(?:are|kinds?\s+of|sorts?\s+of|different|all))*(?:\s+(?:the|all|your|"
        rf"available|different))*\s+(?P<of>{GENRES}|{AUTHORS}|decades|years))\s*(?:(?:are|is|do|does|can|"
        rf"have|exist|in|there|available|\?|$).*)?$"
        rf"|\b(?P<cue2>(?:list|show|name|give\s+me|tell\s+me|display)(?:\s+me)?(?:\s+(?:of|all|the|every|your|"
        rf"different|available))*\s+(?P<of2>{GENRES}|{AUTHORS}|decades|years))\b",
        frame,
    )
    if (
        all_of
        and not re.search(r"(?:BOOK|AUTHOR|GENRE|UNKNOWN|YEARS|PAGES)\d+", frame)
        and not re.search(r"\b(?:write|writes|wrote|written)\b", frame)
    ):
        return Intent(
            "group",
            all_of["cue"] or all_of["cue2"],
            "asks which there are",
            by=group_named(all_of["of"] or all_of["of2"]),
            limit=50,
        )
    return None


def ranked_group(frame: str) -> re.Match[str] | None:
    """ "which author has the most books", "top 3 genres by pages", "who wrote the most", "genre with the fewest"."""
    return re.search(
        rf"\b(?:(?:which|what|whose)\s+(?:(?:{NUMBER}|single)\s+)?(?P<of>{ANY_GROUP})\b.*?\b(?P<cue>{MOST}|"
        rf"longest|shortest|best)\b"
        rf"|(?P<cue2>top|{MOST}|best|leading)\s+(?:(?P<n>{NUMBER})\s+)?(?:(?:represented|common|popular|"
        rf"frequent|prolific|productive|published|stocked)\s+)*(?P<of2>{ANY_GROUP})\b"
        rf"|(?P<n3>{NUMBER})\s+(?:most|least|top|biggest|largest)\s+(?:(?:represented|common|popular|frequent|"
        rf"prolific|productive|published)\s+)*(?P<of3>{ANY_GROUP})\b"
        rf"|(?P<of4>{ANY_GROUP})\s+(?:with|having|that\s+(?:has|have)|of|containing|who\s+(?:has|have|wrote))\s+(?:the\s+)?(?P<cue4>{MOST})\s+(?:number\s+of\s+)?(?:{BOOKS}|"
        rf"pages|(?:GENRE|YEARS)\d+)"
        rf"|(?P<who>who)\s+(?:has\s+|have\s+|had\s+)?(?:written|wrote|writes?|published|authored|contributed|"
        rf"has|is)\s+(?:the\s+)?(?P<cue5>most|fewest|least|greatest\s+number|largest\s+number)\b(?!\s+(?:recent|"
        rf"{EXTREME}|pages\s+in))"
        rf")",
        frame,
    )


def ranking(frame: str, match: re.Match[str]) -> Intent:
    """Return what a match of `ranked_group` wants."""
    said = match["of"] or match["of2"] or match["of3"] or match["of4"]
    by = group_named(said) if said else "author"
    cue = match["cue"] or match["cue2"] or match["cue4"] or match["cue5"] or "most"
    given = match["n"] or match["n3"]
    limit = number(given) if given else limit_of(frame)
    measure = measure_of(frame)
    if re.search(r"\b(?:longest|shortest)\b", frame) and measure == "books":
        measure = "average pages" if by != "author" or "books" in frame else "pages"
    several = re.search(r"\b(?:genres|authors|writers|decades|years|categories)\b", said or "")
    fewest = bool(re.search(r"\b(?:fewest|least|smallest|lowest|shortest)\b", frame))
    return Intent(
        "group",
        cue,
        "ranks",
        by=by,
        measure=measure,
        limit=limit or (5 if several and cue == "top" else 1),
        fewest=fewest,
    )


def each_of(frame: str) -> tuple[Group, str] | None:
    """ "per genre", "in each decade", "by author" behind a count or a figure."""
    for group, words in GROUPS:
        match = re.search(
            rf"\b(?P<cue>per|for\s+each|in\s+each|of\s+each|each|for\s+every|in\s+every|every|across|by|grouped\s+by|"
            rf"broken\s+down\s+by)\s+(?:(?:the|different|all|each|single)\s+)*{words}\b",
            frame,
        )
        if match and (
            match["cue"] != "by"
            or re.search(
                r"\b(?:how\s+many|count|number|books|breakdown|distribution|average|statistics|pages|total)\b",
                frame[: match.start()],
            )
        ):
            if re.search(r"\b(?:sort|sorted|order|ordered|rank|ranked)\s+$", frame[: match.start()]):
                return None
            return group, match[0]
    return None


def figure_of_each(frame: str, grouped: tuple[Group, str], cue: str, measure: Measure) -> Intent:
    """Return what a find of `each_of` wants."""
    most = re.search(rf"\b(?:top\s+(?P<n>{NUMBER}))\b", frame)
    return Intent(
        "group",
        cue,
        "asks for a figure of each",
        by=grouped[0],
        measure=measure,
        limit=number(most["n"]) if most else 50,
    )
