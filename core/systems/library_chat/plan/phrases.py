"""The ways to say book, author, genre, longest or most, which every reading of a question shares: as patterns.

A frame is the question in small letters with a mark wherever something was named: BOOK0, AUTHOR1, GENRE2, NOGENRE3,
UNKNOWN4 (a name that is not in the catalogue), YEARS5 and PAGES6.
"""

from __future__ import annotations

import re

from core.language.numbers import number
from core.stores.library import Group, Measure, Order

BOOKS = r"(?:books?|novels?|titles?|works?|stories|story|volumes?|tales?|texts?|reads?)"
AUTHORS = r"(?:authors?|writers?|novelists?)"
WHO = rf"(?:who|whose|(?:which|what|the)\s+{AUTHORS}|{AUTHORS}|anyone|anybody|(?:which|what)\s+(?:people|persons?))"
GENRES = r"(?:genres?|categor(?:y|ies)|kinds?\s+of\s+books?|types?\s+of\s+books?)"
GROUPS: tuple[tuple[Group, str], ...] = (
    ("genre", GENRES),
    ("author", AUTHORS),
    ("decade", r"decades?"),
    ("year", r"(?:publication\s+)?years?"),
)
ANY_GROUP = rf"(?:{GENRES}|{AUTHORS}|decades?|(?:publication\s+)?years?)"
NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)"
ORDERS: tuple[tuple[Order, str], ...] = (
    (
        "longest",
        r"longest|thickest|biggest|largest|lengthiest|most\s+pages|greatest\s+number\s+of\s+pages|"
        r"highest\s+(?:number\s+of\s+pages|page\s+count)",
    ),
    (
        "shortest",
        r"shortest|thinnest|smallest|briefest|slimmest|quickest|fewest\s+pages|least\s+pages|"
        r"lowest\s+(?:number\s+of\s+pages|page\s+count)",
    ),
    ("newest", r"newest|latest|most\s+recent(?:ly)?|youngest|last"),
    ("oldest", r"oldest|earliest|least\s+recent|first|debut"),
)
EXTREME = "|".join(words for _, words in ORDERS)
MOST = r"most|greatest|largest|biggest|highest|fewest|least|smallest|lowest|top"
LISTING = (
    r"(?:list|show|name|enumerate|display)\b|which\s+(?:ones|are\s+(?:they|those|these))|what\s+are\s+(?:they|"
    r"their\s+(?:titles|names)|the\s+titles)"
    r"|(?:and|,)\s*(?:which|what)\b|what\s+they\s+are|titles\s+(?:too|as\s+well)|(?:give|tell)\s+me\s+(?:the|"
    r"their|which|a\s+list|all)"
)


def group_named(words: str) -> Group:
    """Return the group that these words of `GROUPS` name."""
    return next(group for group, pattern in GROUPS if re.fullmatch(pattern, words))


def measure_of(frame: str) -> Measure:
    """Return what is measured of a group: books, unless pages are spoken of."""
    if re.search(r"\bmedians?\b", frame):
        return "median pages"
    if re.search(r"\b(?:average|avg|mean|on\s+average)\b", frame):
        return "average pages"
    return "pages" if re.search(r"\bpages\b|\blength\b", frame) else "books"


def order_of(cue: str) -> Order:
    """Return the order that a superlative or a comparative asks for."""
    plain = re.sub(r"\s+", " ", cue)
    for order, words in ORDERS:
        if re.fullmatch(words, plain):
            return order
    if re.search(r"short|thin|fewer pages", plain):
        return "shortest"
    if re.search(r"new|later|recent", plain):
        return "newest"
    return "oldest" if re.search(r"old|earl|first", plain) else "longest"


def limit_of(frame: str) -> int | None:
    """ "top 3", "five books": how many are wanted."""
    match = re.search(
        rf"\b(?:top|first|any|me|list|show|recommend|suggest|find|name)\s+(?:the\s+)?(?P<n>{NUMBER})\b", frame
    )
    return number(match["n"]) if match else None
