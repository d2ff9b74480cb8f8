"""What a question wants, read from its frame: the surest reading first, and a list of books where there is none."""

from __future__ import annotations

import re

from core.stores.library import Order
from core.systems.library_chat.plan.figures import comparisons, counts, extremes, shares, sums
from core.systems.library_chat.plan.intents import Wish
from core.systems.library_chat.plan.phrases import limit_of
from core.systems.library_chat.plan.rankings import authors_of_several, groups
from core.systems.library_chat.plan.single_books import about_books


def wish(frame: str) -> Wish:
    """What a frame wants. Counts and comparisons are looked for first, then questions about one book; else a list."""
    for read in (_small_talk, _statistics, about_books):
        found = read(frame)
        if found:
            return found
    return _listing(frame)


# --- what is no question to the catalogue -----------------------------------------------------------------------------

_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|howdy|greetings|good\s+(?:morning|afternoon|evening|day)|hallo)(?:\s+(?:there|"
    r"again|all|everyone|librarian|you|team|friend))*|how\s+are\s+you(?:\s+(?:doing|today))*|(?:hi|hello|"
    r"hey)\W+how\s+are\s+you(?:\s+(?:doing|today))*"
)
_THANKS = re.compile(
    r"(?:ok(?:ay)?\W+|great\W+|perfect\W+|cool\W+|no\W+)?(?:many\s+thanks|thanks?(?:\s+(?:you|a\s+lot|"
    r"so\s+much|very\s+much|for\s+.*))*|thank\s+you.*|thx|cheers|much\s+appreciated|great|perfect|cool|"
    r"nice|awesome|wonderful|ok(?:ay)?|got\s+it|that\s+is\s+(?:all|great|perfect|helpful|it).*|(?:very|"
    r"that\s+was)\s+helpful)"
)
_FAREWELL = re.compile(
    r"(?:good\s*bye|bye(?:\s+bye)?|see\s+you.*|good\s+night|farewell|ciao|have\s+a\s+(?:nice|good|great)\s+(?:day|"
    r"evening|weekend).*)"
)
_HELP = re.compile(
    r"(?:i\s+need\s+)?help(?:\s+me)?|what\s+(?:can|do|could)\s+(?:you|i)\s+(?:do|ask|help|answer).*|how\s+(?:does|"
    r"do|can)\s+(?:this|it|i|you)\s+(?:work|use|help).*|who\s+(?:are|made|built)\s+you.*|what\s+are\s+you.*|"
    r"what\s+is\s+(?:this|your\s+(?:name|job|purpose)).*|are\s+you\s+(?:a|an|human|real).*|(?:can|could)\s+you\s+help(?:\s+me)?|"
    r"what\s+(?:kind|sort)s?\s+of\s+questions.*"
)


def _small_talk(frame: str) -> Wish | None:
    said = frame.strip(" .!?,")
    for intent, pattern, says in (
        ("greeting", _GREETING, "is a greeting"),
        ("thanks", _THANKS, "is thanks"),
        ("farewell", _FAREWELL, "is a farewell"),
        ("help", _HELP, "asks what can be asked"),
    ):
        if pattern.fullmatch(said):
            return Wish(intent, said, says)  # type: ignore[arg-type]
    return None


# --- counts, statistics, comparisons ----------------------------------------------------------------------------------


def _statistics(frame: str) -> Wish | None:
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


def _listing(frame: str) -> Wish:
    match = _LIST_CUE.search(frame)
    order = next((order for order, words in _LIST_ORDERS if re.search(words, frame)), None)
    return Wish(
        "list", re.sub(r"\s+", " ", match["cue"]) if match else "", "asks for books", order=order, limit=limit_of(frame)
    )
