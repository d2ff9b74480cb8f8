"""Questions that lean on the ones before: "and its default?" becomes a question that stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.knowledge_base.state import Answer, Message

KEPT = 6  # messages that are handed on word for word; older ones are summed up
LONG = 12  # messages from which on a thread is long
_LONGEST = 400  # characters of a message that are handed on

_OPENING = re.compile(
    r"^(?:and|but|so|also|then|ok(?:ay)?|what about|how about|what if|and (?:what|how) about)\b[,:]?\s*", re.IGNORECASE
)
_SWAPS = re.compile(r"^(?:and |but |so )?(?:what|how) about\s+(?P<other>.+?)\W*$", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|this|that|they|them|these|those|he|she|him|the (?:former|latter|same)"
    r"|(?<!which )(?<!no )one(?= ?[?.!]?$))\b"
    r"(?! (?:is|was) (?:a|the|possible|there)\b)",
    re.IGNORECASE,
)
# "this parameter", "that command": the noun only repeats what kind of thing the topic is.
_POINTING = re.compile(
    r"\b(?:this|that|these|those|the same) (?:parameters?|settings?|commands?|options?|functions?|values?|things?"
    r"|types?|features?|tools?|files?|methods?|ones?)\b",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^(?:(?:what|which|who|when|where|why|how)(?:'s)?\s+)?"
    r"(?:(?:is|are|was|were|do|does|did|can|could|should|would|will|may|must|has|have)\s+)?"
    r"(?:(?:i|you|we|one)\s+)?(?:(?:explain|describe|define|tell me about|create|make|use|write|set|find|see|get)\s+)?"
    r"(?:(?:what|how)\s+)?(?:(?:a|an|the|my|its)\s+)?"
    r"(?:default(?: value)? of\s+|purpose of\s+|meaning of\s+|use of\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:do|does|did|set|sets|mean|means|work|works|control|controls|for|used for|used|good for|stand for|stands for"
    r"|is|are|hold|holds|store|stores|needed|called)\s*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"`[^`]+`|“[^”]+”|\"[^\"]+\"|\b\w*[A-Za-z0-9]_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][A-Z0-9]+(?:[ -][A-Z][A-Z0-9]+)*\b"
)


def resolve(request: str, before: Sequence[str]) -> tuple[str, str]:
    """Write the question so that it stands alone, and name the topic taken from those `before` ("" when none was).

    `before` are the earlier questions of the thread as they were understood, the latest last.
    """
    text = " ".join(request.split())
    topic = topic_of(before[-1]) if before else ""
    if not topic or not _leans(text):
        return text, ""
    if swap := _SWAPS.match(text):
        other = swap.group("other")
        if not _POSSESSIVE.search(other) and not _PRONOUN.search(other):  # the old question about another thing
            swapped = before[-1].replace(topic, other, 1)
            return swapped if swapped != before[-1] else f"{text} {topic}", topic
    for pattern, named in ((_POSSESSIVE, f"{topic}'s"), (_POINTING, topic), (_PRONOUN, topic)):
        if pattern.search(text):
            # A topic may hold backslashes, which a replacement would read as references to groups.
            return pattern.sub(named.replace("\\", r"\\"), _OPENING.sub("", text), count=1), topic
    rest = _OPENING.sub("", text).rstrip(" ?.!")
    return f"{rest} of {topic}?" if len(analyse(rest)) <= 2 else f"{rest} ({topic})?", topic


def _leans(text: str) -> bool:
    """Whether a question cannot be understood alone: it carries on, points back, or hardly says anything."""
    if _OPENING.match(text) or _POSSESSIVE.search(text) or _POINTING.search(text):
        return True
    if _NAME.search(text):
        return False
    terms = analyse(text)
    if _PRONOUN.search(text):
        return len(terms) <= 5
    return len(words(text)) <= 3 and len(terms) <= 1


def topic_of(question: str) -> str:
    """Find what a question is about: a name in it, or what remains without the words that only ask."""
    if name := _NAME.search(question):
        return name.group().strip('`“”"')
    rest = question.strip().rstrip(" ?.!")
    for _ in range(2):
        rest = _TAIL.sub("", _FRAME.sub("", rest, count=1)).strip()
    return rest if analyse(rest) else ""


# --- memory -----------------------------------------------------------------------------------------------------------


def remember(messages: Sequence[Message], request: str, question: str, answer: Answer, text: str) -> list[Message]:
    """Add a turn to the thread: what was asked and how it was understood, the answer and its words."""
    return [
        *messages,
        {"role": "user", "content": request, "question": question},
        {"role": "assistant", "content": text, "sentences": answer["sentences"], "refused": answer["refused"]},
    ]


class Utterance(TypedDict):
    """What somebody said: "user", "assistant", or the "summary" of what is old."""

    role: str
    text: str


def conversation(messages: Sequence[Message], summary: str) -> list[Utterance]:
    """Pick what of a thread is handed on: the summary of what is old, and the last few messages, each cut."""
    recent: list[Utterance] = [
        {"role": message["role"], "text": _understood(message)[:_LONGEST]} for message in messages[-KEPT:]
    ]
    return [*([Utterance(role="summary", text=summary)] if summary else []), *recent]


def _understood(message: Message) -> str:
    """Return what was said; a question as it was understood."""
    return message.get("question") or message["content"]


def summarise(messages: Sequence[Message]) -> str:
    """Write the old part of a long thread, a line for each question: what was asked, and how its answer begins.

    Written by rule, so that a long thread costs no further call; "" while the thread is short.
    """
    if len(messages) <= LONG:
        return ""
    lines = []
    for message in messages[:-KEPT]:
        if message["role"] == "user":
            lines.append(f"Asked: {_understood(message)[:120]}")
        elif lines:
            lines[-1] += f" — {_understood(message)[:120]}"
    return "\n".join(lines[-20:])
