"""A request that puts several questions at once: where each begins, and what the later ones speak of."""

from __future__ import annotations

import re

_BE = "is|are|was|were|does|do|did|can|could|should|will|would|has|have"
_ASKS = "how|why|what|which|when|where|who|whether"
_NAMES = "it|they|this|that|these|those|there|the|an?|we|he|she|its|their|such|any"
_AND = re.compile(
    rf"(?:[?.!;:]\s+(?:(?:and|but)\s+)?|,?\s+(?:and|but)\s+(?:also\s+)?)(?=(?:{_ASKS})\b|(?:{_BE})\s+(?:{_NAMES})\b)"
    rf"|,\s+(?=(?:what|how|why)\s+(?:\w+\s+)?(?:{_BE})\b)",
    re.IGNORECASE,
)
_RELATIVE = frozenset({"who", "which", "whose", "where", "when"})
_BEFORE_ANOTHER = re.compile(rf"\b(?:{_ASKS}|about|of|on)$", re.IGNORECASE)  # "how and why", "about whether and how"
_LONGEST = 10  # characters of the last word that is looked at, and more than one before it
_TOLD = re.compile(
    rf"(?:{_ASKS})\s+(?:{_NAMES})\b|whether\b|(?:how|why|where|when)\s+(?!(?:\w+\s+){{0,2}}(?:{_BE})\b)", re.IGNORECASE
)  # "how it works" tells what is asked, "how does it work" asks
_SUBJECT = re.compile(r"\b(?:they|it|them)\b(?! \w+ (?:to|that)\b)", re.IGNORECASE)  # not "is it possible to …"


def questions_in(request: str) -> list[str]:
    """Return the questions of a request in order, the first with all that stands before it; one where it is one.

    “people who smoke and who drink” and “how and why” part nothing.
    """
    found, start = [], 0
    for match in _AND.finditer(request):
        before, opens = request[start : match.start()], request[match.end() :].split(maxsplit=1)[0].lower()
        again = opens in _RELATIVE and re.search(rf"\w\s+{opens}\b", before, re.IGNORECASE)
        leads_on = _BEFORE_ANOTHER.search(before[-_LONGEST:])
        if len(before.split(maxsplit=1)) > 1 and not leads_on and not again:
            found.append(before + ("?" if match.group().startswith("?") else ""))
            start = match.end()
    return [*found, request[start:]]


def points_back(question: str) -> bool:
    """Whether a question speaks of something by “it” or “them” alone."""
    return _SUBJECT.search(question) is not None


def asked_of(question: str, topic: str) -> str:
    """Return a later question as one that stands alone: what it speaks of is named, where `topic` is a thing.

    “how it forms” becomes “What is known about how rust forms?”.
    """
    words = question.strip(" .?!,;")
    if topic:
        words = _SUBJECT.sub(lambda _: topic, words, count=1)
    if _TOLD.match(words):
        return f"What is known about {words[:1].lower()}{words[1:]}?"
    return f"{words[:1].upper()}{words[1:]}?"
