"""Greetings, thanks and whatever else is no question to the catalogue: how they are known, and what is said to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.systems.library_chat.plan.understood import Understood

_ASK = (
    "Ask about titles, authors, genres, years, lengths and topics, for example “books about gardens”, "
    "“who wrote …?”, “how many … after …?” or “which author has the most books?”."
)


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
