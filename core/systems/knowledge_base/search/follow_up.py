"""Questions that lean on the ones before: "and its default?" becomes a question that stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from core.codec import to_state
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.search.noun_phrases import names_things, swapped
from core.systems.knowledge_base.state import Answer, Message
from core.types import JSON, Question, Text

KEPT = 6  # messages that are handed on word for word; older ones are summed up
LONG = 12  # messages from which on a thread is long
_LONGEST = 400  # characters of a message that are handed on
_SITUATION = 5  # words to look for: who says so many says enough
_MEANT = "meant"
_POINTS_BACK = frozenset(
    ["it", "its", "they", "them", "their", "this", "that", "these", "those", "he", "she", "him", "one"]
)
_SHORT_TOPIC = 3  # words
_FEW = 3  # words to look for: in a longer question “DB” is not all that it is about

_OPENING = re.compile(
    r"^(?:and|but|so|also|then|ok(?:ay)?|what about|how about|what if|and (?:what|how) about)\b[,:]?\s*", re.IGNORECASE
)
_ANOTHER = re.compile(
    r"^(?:(?P<joined>and|but|or|so)\b[,:]?\s+)?(?P<about>(?:what|how) about\s+)?(?P<other>.+?)"
    r"(?:,?\s+(?:too|then|instead|as well|though))?\W*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:if|when|while|where|unless)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"[^()]+ \((?P<before>[^()]+\?)\)\W*")
_CONTEXT = re.compile(r"(?P<rest>.*\S) \((?P<before>[^()]+)\)\W*$")
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
# “it is true that …”, “is it safe to …”: it stands for what follows.
_IT_FOLLOWS = (
    r"(?!(?:'s| is| was| be)?(?: \w+ly)? \w+ (?:that|to|if|for|when|how|whether)\b)"
    r"(?!(?<=\bis it) (?!still|also|even|always|only)\w+ \w+ (?:that|to|if|whether)\b)"
)
_AT_AN_END = r"(?=\s*(?:[?.!,;]|$|(?:too|as well|instead|also|still|even|always|ever|really)\b))"
_PRONOUN = re.compile(
    rf"\b(?:it{_IT_FOLLOWS}|they|them|he|she|him|(?:this|that|these|those){_AT_AN_END}|the (?:former|latter)"
    r"|the same(?=\s*(?:[?.!,;]|$|(?:on|for|in|with|to)\b))"
    r"|(?<!which )(?<!no )(?<!any)one(?= ?(?:[?.!]?$|that\b|which\b)))\b",
    re.IGNORECASE,
)
# "this parameter", "that command": the noun only repeats what kind of thing the topic is.
_POINTING = re.compile(
    r"\b(?:this|that|these|those|the same) (?:parameters?|settings?|commands?|options?|functions?|values?|things?"
    r"|types?|features?|tools?|files?|methods?|ones?)\b",
    re.IGNORECASE,
)
_A_THING = re.compile(
    r"\b(?:an?|the|my|your|our|his|her|this|that|every|each|some|any|another|no|two|three|both)\s+\w{3,}", re.IGNORECASE
)
_CAPITAL = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z]\w+")
_THINGS = re.compile(r"\b(?!does\b|is\b|was\b|has\b|this\b)\w{2,}s\b", re.IGNORECASE)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|can|could|should|would|will|may|must|has|have)"
_HAPPENS = r"(?:happen|apply|work|mean|include|cost|take|cover|count|matter|affect|change|depend)"
_SUBJECT = re.compile(
    rf"(?:^|\b(?:what|which|who|when|where|why|how)\b(?:\s\w+){{0,2}}?\s){_AUXILIARY}(?:n['’]t)?\s+"
    rf"(?P<who>it{_IT_FOLLOWS}|they|he|she|(?:this|that)(?=\s+{_HAPPENS}\b))\b",
    re.IGNORECASE,
)
_FRAME = re.compile(
    rf"^(?:how\s+\w+\s+(?={_AUXILIARY}\s)|(?:(?:what|which|who|when|where|why|how)(?:'s)?\s+)?)"
    rf"(?:(?:exactly|really|actually)\s+)?(?:{_AUXILIARY}\s+)?"
    r"(?:(?:i|you|we|one|they|people)\s+)?(?:exactly\s+)?(?:mean(?:t)?\s+by\s+)?"
    r"(?:(?:explain|describe|define|summari[sz]e|tell me about|create|make|use|write|set|find|see|get)\s+)?"
    r"(?:give\s+me\s+)?(?:(?:what|how)\s+)?(?:(?:a|an|the|my|its)\s+)?"
    r"(?:(?:default(?: value)?|purpose|meaning|use|gist|summary|overview|main points?)\s+of\s+"
    r"(?:(?:a|an|the|my|its)\s+)?)?(?:(?:word|term|expression|abbreviation)\s+(?=.+\smeans?\b))?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:do|does|did|set|sets|mean|means|work|works|control|controls|for|used for|used|good for|stand for|stands for"
    r"|is|are|hold|holds|store|stores|needed|called)\s*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"`[^`]+`|“[^”]+”|\"[^\"]+\"|\b\w*[A-Za-z0-9]_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][A-Z0-9]+(?:[ -][A-Z][A-Z0-9]+)*\b"
    r"|(?<=[\w,] )[A-Z]\w+ \d+\b(?![.\d])"
)


@dataclass(frozen=True)
class Resolved:
    """A question as it stands alone, the topic taken from the one before, and the word that nobody could resolve."""

    question: str
    topic: str = ""
    open: str = ""


def resolve(request: str, before: Sequence[str]) -> Resolved:
    """Write a question so that it stands alone.

    `before` are the earlier questions of the thread as they were understood, the latest last. A pronoun for which the
    question itself says what it stands for is left as it is.
    """
    text = " ".join(request.split())
    leaning = _leaning_word(text)
    if leaning is None and before:
        leaning = _leaning_subject(text)
    if leaning is None:
        return Resolved(text)
    topic = topic_of(before[-1]) if before else ""
    if not topic:
        return Resolved(text, open=leaning)
    if other := newly_named(text):
        return Resolved(_about(other, before[-1]), topic)
    rest = _OPENING.sub("", text)
    for pattern, named in (
        ((_POSSESSIVE, f"{topic}'s"), (_POINTING, topic), (_PRONOUN, topic)) if _is_a_name(topic) else ()
    ):
        if pattern.search(rest):
            # A topic may hold backslashes, which a replacement would read as references to groups.
            return Resolved(pattern.sub(named.replace("\\", r"\\"), rest, count=1), topic)
    rest = rest.rstrip(" ?.!")
    return Resolved(
        f"{rest} of {topic}?" if len(analyse(rest)) <= 2 and _is_a_name(topic) else f"{rest} ({topic})?", topic
    )


def newly_named(text: str) -> str:
    """Return what a question asks the one before about instead: “what about X?”, “and the X?”; "" for any other.

    “And the maximum?” asks something else about the same thing.
    """
    found = _ANOTHER.match(text)
    if not found or not (found["about"] or (found["joined"] and names_things(found["other"]))):
        return ""
    other = found["other"]
    leans = [match.group() for pattern in (_POSSESSIVE, _POINTING, _PRONOUN) for match in pattern.finditer(other)]
    if not _CLAUSE.match(other) and any(word.lower() != "one" or not names_things(other) for word in leans):
        return ""
    return "" if need_of(f"What is {other}?").kind == "value" else other


def _about(other: str, question: str) -> str:
    """Put another thing in the place of the one that a question names; it stands before the question where there is
    no clean place, and never before one that stands so itself."""
    goes_on = _GOES_ON.fullmatch(question)
    clean = goes_on["before"] if goes_on else question
    return swapped(clean, other) or f"{other} ({clean.rstrip(' ?.!')}?)"


def _leaning_word(text: str) -> str | None:
    """Return the word by which a question cannot be understood alone: it carries on, points back, or says hardly
    anything; "" where no single word does, None where it stands alone."""
    if opening := _OPENING.match(text):
        return opening.group().strip(" ,:")
    if len(analyse(text)) >= _SITUATION:
        return None
    for pattern in (_POSSESSIVE, _POINTING, _PRONOUN):
        for found in pattern.finditer(text):
            if not _has_antecedent(text[: found.start()], found.group()):
                return found.group()
    return "" if not _NAME.search(text) and len(words(text)) <= 3 and len(analyse(text)) <= 1 else None


def _leaning_subject(text: str) -> str | None:
    """Return the pronoun that a longer question asks about, “does it free space right away?”, unless it names it."""
    found = _SUBJECT.search(text)
    return found["who"] if found and not _has_antecedent(text[: found.start()], found["who"]) else None


def _has_antecedent(before: str, pronoun: str) -> bool:
    """Whether a question says before a pronoun what it may stand for: a name, a thing behind an article, some things.

    “This” and “that” stand for what was said as a whole.
    """
    if pronoun.lower() in ("this", "that"):
        return False
    several = pronoun.lower() in ("they", "them", "their", "these", "those")
    named = _NAME.search(before) or _CAPITAL.search(before)
    return bool(named or _A_THING.search(before) or (several and _THINGS.search(before)))


def _is_a_name(topic: str) -> bool:
    return len(words(topic)) <= _SHORT_TOPIC


def ask_about(word: str) -> dict[str, JSON]:
    """Return the form that asks what a question leans on, where nobody named it; see `core.types.Question`."""
    what = f"What does “{word}” stand for here?" if word.lower() in _POINTS_BACK else "What is this question about?"
    label = "For instance a name, or the matter in a few words (empty: ask as I wrote it)"
    form: dict[str, JSON] = to_state(Question(what, [Text(_MEANT, label, required=False)]))
    return form


def meant_by(answer: object) -> str:
    """Return what was written into that form; "" where the question is to be asked as it is."""
    return str(answer.get(_MEANT) or "").strip() if isinstance(answer, dict) else ""


def topic_of(question: str) -> str:
    """Find what a question is about: a name in it, or what remains without the words that only ask.

    One that goes on from another, which stands behind it in brackets, is about what that one is about.
    """
    if (bracket := _CONTEXT.search(question)) and len(analyse(bracket["rest"])) <= 2 <= len(analyse(bracket["before"])):
        question = bracket["before"]
    name = _NAME.search(question)
    if name and (not name.group().isupper() or len(analyse(question)) <= _FEW):
        return name.group().strip('`“”"')
    rest = question.strip().rstrip(" ?.!")
    rest = rest[_last_clause(rest) :]
    for _ in range(2):
        rest = _TAIL.sub("", _FRAME.sub("", rest, count=1)).strip()
    return rest if analyse(rest) else ""


def _last_clause(text: str) -> int:
    """Return where the clause that asks begins: “A colleague left; how do I …”."""
    return max((found.end() for found in re.finditer(r"[.;:!?]\s+", text)), default=0)


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
