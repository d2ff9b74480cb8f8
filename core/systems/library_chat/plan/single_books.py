"""Intents about one book: what is asked of it, books like it, and the authors or genres of something."""

from __future__ import annotations

import re

from core.systems.library_chat.plan.intents import Asked, Intent
from core.systems.library_chat.plan.phrases import BOOKS, GENRES, WHO


def about_books(frame: str) -> Intent | None:
    """Return what is asked of a book, books like one, who writes such books, what an author writes."""
    if re.search(
        r"\b(?P<cue>similar\s+to|like|resembl\w+|in\s+the\s+style\s+of|comparable\s+to)\s+(?:the\s+(?:book|"
        r"novel)\s+)?(?:BOOK)\d+",
        frame,
    ):
        return Intent("similar", "like", "asks for books like one")
    if re.search(r"(?:BOOK)\d+", frame) or (re.search(r"UNKNOWN\d+", frame) and asked_of_a_book(frame)[0]):
        asked, cue = asked_of_a_book(frame)
        by_same = re.search(
            r"\b(?P<cue>(?:other|more|else)\b.*\b(?:author|writer)\s+of|same\s+(?:author|writer))", frame
        )
        if by_same:
            return Intent("book", by_same["cue"], "asks for the author's other books", asked="authors", listed=True)
        return Intent("book", cue or "a title", "asks about one book", asked=asked)
    genre = r"(?:GENRE|NOGENRE|YEARS|PAGES)\d+"
    writes = re.search(
        rf"\b(?P<cue>{WHO})\b.*\b(?:write|writes|wrote|written|writing|published|publish|authored|of|in|from|"
        rf"have|has)\b.*{genre}",
        frame,
    )
    if writes and not re.search(r"(?:AUTHOR|UNKNOWN)\d+", frame) and not re.search(rf"\b{BOOKS}\s+by\b", frame):
        return Intent("authors", writes["cue"], "asks for authors")
    of_author = re.search(
        rf"\b(?P<cue>(?:what|which)\s+(?:different\s+)?{GENRES}|(?:what|which)\s+(?:kind|type|sort)s?\s+of\s+(?:books?|"
        rf"novels?|stories|things?))\b.*AUTHOR\d+|\b(?P<cue2>{GENRES})\s+(?:of|by|does)\s+AUTHOR\d+",
        frame,
    )
    if of_author:
        return Intent("genres", of_author["cue"] or of_author["cue2"], "asks for the genres of an author")
    return None


def asked_of_a_book(frame: str) -> tuple[Asked, str]:
    """Return what is asked of a book, and the words that ask it."""
    patterns: tuple[tuple[Asked, str], ...] = (
        ("pages", r"how\s+many\s+pages|how\s+long|how\s+thick|how\s+big|page\s+count|number\s+of\s+pages|\bpages\b|"
r"\blength\b"),
        ("year", r"\bwhen\b|"
         r"(?:what|which)\s+year|publication\s+(?:year|date)|year\s+of|how\s+old|\byear\b|how\s+recent|"
r"published|come\s+out|came\s+out|released"),
        ("genres", rf"(?:what|which)\s+(?:kind|type|sort)|{GENRES}|\bgenre"),
        ("authors", r"\bwho\b|\bwhose\b|\bauthors?\b|\bwriters?\b|by\s+whom|written\s+by"),
    )  # fmt: skip
    found = [(match.start(), asked, match[0]) for asked, words in patterns if (match := re.search(words, frame))]
    if not found:
        return "", ""
    # "Who wrote X and when?" asks for everything.
    kinds = {asked for _, asked, _ in found}
    _start, asked, cue = min(found)
    both = len(kinds) > 1 and re.search(r"\band\s+(?:when|who|how|what|which)\b", frame)
    return ("" if both else asked), cue
