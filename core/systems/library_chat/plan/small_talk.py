"""Greetings, thanks and whatever else is no question to the catalogue: how they are known, and what is said to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.systems.library_chat.plan.understood import Understood

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
_TALK: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("greeting", _GREETING, "is a greeting"),
    ("thanks", _THANKS, "is thanks"),
    ("farewell", _FAREWELL, "is a farewell"),
    ("help", _HELP, "asks what can be asked"),
)
_ASK = (
    "Ask about titles, authors, genres, years, lengths and topics, for example “books about gardens”, "
    "“who wrote …?”, “how many … after …?” or “which author has the most books?”."
)


def small_talk(question: str) -> str:
    """Say which small talk a question is; "" when it is more than that."""
    said = question.lower().strip(" .!?,")
    return next((name for name, pattern, _says in _TALK if pattern.fullmatch(said)), "")


def reply(understood: Understood) -> str:
    """Say something to a question that needs no agent."""
    if understood.lacks:
        return f"It is not clear what is meant: {understood.lacks}. Name the author or the book."
    return {
        "greeting": f"Hello. This is the library chat. {_ASK}",
        "thanks": "You are welcome.",
        "farewell": "Goodbye.",
        "help": f"This chat finds and counts the books of one catalogue. {_ASK}",
    }.get(understood.talk, f"That is no question about the books of this catalogue, so nothing was searched. {_ASK}")
