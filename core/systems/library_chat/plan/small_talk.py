"""What is said to a greeting, to thanks, and to whatever is no question to the catalogue."""

from __future__ import annotations

from core.systems.library_chat.plan.question import Understanding

_ASK = (
    "Ask about titles, authors, genres, years, lengths and topics, for example “books about gardens”, "
    "“who wrote …?”, “how many … after …?” or “which author has the most books?”."
)


def reply(question: Understanding) -> str:
    """The sentence for a question that needs no agent."""
    return {
        "greeting": f"Hello. This is the library chat. {_ASK}",
        "thanks": "You are welcome.",
        "farewell": "Goodbye.",
        "help": f"This chat finds and counts the books of one catalogue. {_ASK}",
        "whom": f"It is not clear what “{question.wish.cue}” points to: nothing was named before. "
        "Name the author or the book.",
    }.get(
        question.wish.intent, f"That is no question about the books of this catalogue, so nothing was searched. {_ASK}"
    )
