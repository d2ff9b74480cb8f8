"""What a question wants, read from its frame: the surest reading first, and a list of books where there is none."""

from __future__ import annotations

import re

from core.stores.library import Order
from core.systems.library_chat.plan.figures import comparisons, counts, extremes, shares, sums
from core.systems.library_chat.plan.intents import Intent
from core.systems.library_chat.plan.phrases import limit_of
from core.systems.library_chat.plan.rankings import authors_of_several, groups
from core.systems.library_chat.plan.single_books import about_books
from core.systems.library_chat.plan.small_talk import small_talk


def intent_of(frame: str) -> Intent:
    """Read what a frame wants: a count or a comparison before a question about one book; else a list."""
    for read in (small_talk, _statistics, about_books):
        found = read(frame)
        if found:
            return found
    return _listing(frame)


# --- counts, statistics, comparisons ----------------------------------------------------------------------------------


def _statistics(frame: str) -> Intent | None:
    for read in (comparisons, shares, authors_of_several, sums, groups, extremes, counts):
        found = read(frame)
        if found:
            return found
    return None


# --- lists ------------------------------------------------------------------------------------------------------------

_LIST_CUE = re.compile(
    r"\b(?P<cue>find|show|list|search|look(?:ing)?\s+for|recommend|suggest|do\s+you\s+have|have\s+you\s+got|"
    r"is\s+there|are\s+there|any|anything|something|give\s+me|which|what|books?|novels?|who\s+wrote|by|"
    r"about|i\s+(?:want|need|would\s+like))\b"
)
_LIST_ORDERS: tuple[tuple[Order, str], ...] = (
    ("newest", r"(?:newest|latest|most\s+recent)\s+first|"
     r"\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:year|date|publication)|"
r"\b(?:new|recent)\s+(?:books?|novels?|titles?|releases?)|recently"),
    ("oldest", r"oldest\s+first|earliest\s+first|\bold\s+(?:books?|novels?|titles?)|chronological"),
    ("longest", r"longest\s+first|"
     r"\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:pages|length|page\s+count)|\blong\s+(?:books?|"
r"novels?|reads?)"),
    ("shortest", r"shortest\s+first|\b(?:short|quick)\s+(?:books?|novels?|reads?)"),
)  # fmt: skip


def _listing(frame: str) -> Intent:
    match = _LIST_CUE.search(frame)
    order = next((order for order, words in _LIST_ORDERS if re.search(words, frame)), None)
    return Intent(
        "list", re.sub(r"\s+", " ", match["cue"]) if match else "", "asks for books", order=order, limit=limit_of(frame)
    )
