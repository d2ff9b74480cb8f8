"""A request that puts several questions at once: where each begins, and what the later ones speak of."""

from __future__ import annotations

import re

from core.language.terms import analyse

_BE = "is|are|was|were|does|do|did|can|could|should|will|would|must|may|shall|has|have"
_ASKS = "how|why|what|which|when|where|who|whether"
_NAMES = "i|you|it|they|this|that|these|those|there|the|an?|we|he|she|my|your|our|its|their|such|any"
_TO_DO = r"(?:do|have|are|were)\s+(?:it|this|that|an?|he|she)\b"  # “and have it renewed” asks nothing
_AND = re.compile(
    r"(?:(?<!\bi\.e)(?<!\be\.g)[?.!;:]\s+(?:(?:and|but)\s+)?|,?\s+(?:and|but)\s+(?:also\s+)?)"
    rf"(?=(?:{_ASKS})\b|(?!{_TO_DO})(?:{_BE})\s+(?:{_NAMES})\b)"
    rf"|,\s+(?=(?:what|how|why|whom)\s+(?:\w+\s+)?(?:{_BE})\b)",
    re.IGNORECASE,
)
_RELATIVE = frozenset({"who", "which", "whose", "where", "when"})
_BEFORE_ANOTHER = re.compile(rf"\b(?:{_ASKS}|about|of|on)$", re.IGNORECASE)  # "how and why", "about whether and how"
_LONGEST = 10  # characters of the last word that is looked at, and more than one before it
_TOLD = re.compile(
    rf"(?:{_ASKS})\s+(?:{_NAMES})\b|whether\b|(?:how|why|where|when)\s+(?!(?:\w+\s+){{0,2}}(?:{_BE})\b)", re.IGNORECASE
)  # "how it works" tells what is asked, "how does it work" asks
_TO = "(?:until|till|by|from|since|before|after|at|for|to|with|in|on|about|of)"  # “until what time may we stay”
_INTO = (
    r"\W*(?:(?:please|so|and|also|hi|hello|ok|okay|(?:(?:can|could|would|will) you )?(?:please )?(?:tell|explain|show)"
    r"(?: to)? me|i (?:want|need|wish|would like|'d like) to know)\W+)*"
)
_QUESTION = re.compile(
    rf"{_INTO}(?:(?:{_TO}\s+)?(?:what|which|who|whose|whom|how|why)\b|{_TO}\s+when\b|(?:(?:when|where)\s+)?(?:{_BE})\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(rf"(?!which\s+(?:{_BE})\b).*?\b(?:{_BE})\s+(?:{_NAMES})\b", re.IGNORECASE)
_SAYS_ENOUGH = 2  # words to look for, with which a question can be asked by itself
_SUBJECT = re.compile(r"\b(?:they|it|them)\b(?! \w+ (?:to|that)\b)", re.IGNORECASE)  # not "is it possible to …"


def questions_in(request: str) -> list[str]:
    """Return the questions of a request in order, the first with all that stands before it; one where it is one.

    “people who smoke and who drink” and “how and why” part nothing.
    """
    return [request[start:end] for start, end in _spans(request)]


def separate_questions(request: str) -> list[str]:
    """Return the questions of a request that can be asked one by one, the first with all that stands before it.

    What only leads to a question stays with it (“When I leave, what do I hand in?”), and one that says hardly anything
    by itself stays with the one before it: “Who drew the logo, and when?”.
    """
    parted: list[tuple[int, int]] = []
    asks = False  # whether the last of them does so far
    for start, end in _spans(request):
        text = request[start:end]
        is_question = _is_question(text)
        if not parted or (asks and is_question and _stands_alone(text)):
            parted.append((start, end))
            asks = is_question
        else:
            parted[-1] = (parted[-1][0], end)
            asks = asks or is_question
    return [request[start:end] for start, end in parted]


def _stands_alone(question: str) -> bool:
    """Whether a question says enough to be asked after another: “who do I call?”, not “when?” or “which is best?”."""
    return points_back(question) or len(analyse(question)) >= _SAYS_ENOUGH or _CLAUSE.match(question) is not None


def _is_question(text: str) -> bool:
    return text.rstrip().endswith("?") or _QUESTION.match(text) is not None


def _spans(request: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for match in _AND.finditer(request):
        before, opens = request[start : match.start()], request[match.end() :].split(maxsplit=1)[0].lower()
        again = opens in _RELATIVE and re.search(rf"\w\s+{opens}\b", before, re.IGNORECASE)
        leads_on = _BEFORE_ANOTHER.search(before[-_LONGEST:])
        if len(before.split(maxsplit=1)) > 1 and not leads_on and not again:
            found.append((start, match.start() + match.group().startswith("?")))
            start = match.end()
    return [*found, (start, len(request))]


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
