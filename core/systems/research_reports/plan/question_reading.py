"""Reading a question by rules: what it is about, what it asks for, in which bounds, and which sub-questions it has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Literal

from core.language.absence import absent_in
from core.language.lexicon import alternatives, rows
from core.language.numbers import COUNT, number
from core.language.several_questions import asked_of, points_back, questions_in
from core.language.terms import STOP_WORDS, analyse, without_asking
from core.language.tokens import words
from core.sources.materials import parameters_of

Intent = Literal["overview", "comparison", "mechanism", "evidence", "state of the art"]
Kind = Literal["question", "definition", "findings", "methods", "comparison", "limits"]
FIRST_YEAR = 1800
_MOST = 6  # sub-questions of a plan

FACETS: dict[Kind, tuple[str, str]] = {
    "definition": ("What is meant by {about}, and what lies behind it?", "Which ideas lie behind “{about}”?"),
    "findings": (
        "What has been found about {about}, and with which figures?",
        "Which findings and figures bear on “{about}”?",
    ),
    "methods": (
        "Which methods and data are used to study {about}?",
        "Which methods and data are used to answer “{about}”?",
    ),
    "comparison": (
        "Which comparisons with alternatives are there for {about}?",
        "Which comparisons bear on “{about}”?",
    ),
    "limits": (
        "What limits {about}, and what is still open?",
        "What limits the answers to “{about}”, and what is still open?",
    ),
}
"""The sub-questions that can be put to any topic, and to any question."""


@cache
def _cues(facet: str) -> re.Pattern[str] | None:
    """Say what speaks to a facet in a sentence: words, beginnings of words, and figures among findings.

    An analyst's own questions have none: there likeness decides.
    """
    found = [row for row in rows("facet_cues") if row["kind"] == facet]
    if not found:
        return None
    begins, whole = (alternatives(row["word"] for row in found if row["match"] == how) for how in ("begins", "whole"))
    not_after = "".join(rf"(?<!\b{row['not_after']} {row['word']})" for row in found if row["not_after"])
    figures = r"\d|" if facet == "findings" else ""
    return re.compile(rf"\b(?:{figures}{begins})|\b(?:{whole}){not_after}\b", re.IGNORECASE)


_BY_INTENT: dict[Intent, tuple[Kind, ...]] = {
    "overview": ("definition", "findings", "methods", "limits"),
    "comparison": ("comparison", "findings", "limits"),
    "mechanism": ("question", "definition", "findings", "limits"),
    "evidence": ("question", "findings", "methods", "limits"),
    "state of the art": ("findings", "methods", "comparison", "limits"),
}
_INTENT_WORDS: dict[Intent, str] = {
    "comparison": r"\b(?:versus|vs\.?|compar\w*|differen(?:ce|t)\w*|better than|instead of|alternatives?)\b",
    "state of the art": r"\b(?:state[ -]of[ -]the[ -]art|latest|newest|record|best so far|recent advances)\b",
    "mechanism": r"^(?:how|why)\b|\b(?:mechanisms?|causes?|what makes)\b",
    "evidence": r"^(?:does|do|did|is|are|can|could|should|has|have)\b"
    r"|\b(?:evidence|effects? of|effective|impacts? of|influence)\b",
}
_PARTS = tuple(
    re.compile(rf"(?:compare |comparison (?:of|between) |differences? between )?(.+?) (?:{link}) (.+)", re.IGNORECASE)
    for link in (r"versus|vs\.?|compared (?:with|to)|instead of", "and|with|or")
)
_POLITE = re.compile(
    r"^(?:please\s+|(?:could|can|would) you (?:please )?"
    r"(?:tell me|explain|summari[sz]e|write(?: me)?(?: a report (?:on|about))?)\s+"
    r"|i (?:would like|want|need) to know\s+|write (?:me )?a report (?:on|about)\s+|summari[sz]e\s+)+",
    re.IGNORECASE,
)
_COPULA = re.compile(r"^what (?:is|are|was|were) (?:an? |the )?", re.IGNORECASE)
_FRAME = re.compile(
    r"^(?:an? |the )?(?:(?:state[ -]of[ -]the[ -]art|(?:latest|recent) advances"
    r"|overview|review|evidence|limit(?:ation)?s)"
    r" (?:of|in|on|for)|difference between|comparison (?:of|between)|compare) (?:the )?",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:how|why|when|where|what|which|who|whether|to what extent|does|do|did|is|are|was|were|can|could|should|will"
    r"|has|have|the|there|any|evidence that)\s+)+",
    re.IGNORECASE,
)
_ASKS_BY_VERB = re.compile(
    r"^(?:how|why|when|where|what|which|who|whether|to what extent|does|do|did|is|are|was|were|can|could|should|will"
    r"|has|have)\b",
    re.IGNORECASE,
)

_LINK = re.compile(
    r"\s(?:in|on|for|at|by|with|without|from|among|during|through|under|between|across|within|against|over|after|before"
    r"|using|via)\s",
    re.IGNORECASE,
)

# --- bounds -----------------------------------------------------------------------------------------------------------

_YEAR = r"((?:18|19|20)\d\d)"
_BETWEEN = re.compile(
    rf"\b(?:published )?(?:between|from|in)\s+{_YEAR}\s*(?:and|to|until|[-–])\s*{_YEAR}\b", re.IGNORECASE
)
_SINCE = re.compile(rf"\b(?:published )?(?P<word>since|after|from)\s+{_YEAR}\b(?: on(?:wards)?)?", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:published )?(?P<word>until|before|up to|by)\s+{_YEAR}\b", re.IGNORECASE)
_LAST = re.compile(rf"\b(?:in|over|during|of|from) the (?:last|past)\s+({COUNT})\s+years\b", re.IGNORECASE)
_POPULATIONS = re.compile(
    r"\b(?:in|among|for|of)\s+((?:older |young |pregnant |healthy |elderly )?(?:adults|children|adolescents|women|men"
    r"|people|infants|students|workers|nurses|patients(?: with [\w-]+)?|mice|rats|smokers|migrants|refugees))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Bounds:
    """What the question limits itself to: years (inclusive), materials by formula, groups of people, what is absent."""

    since: int | None = None
    until: int | None = None
    materials: tuple[str, ...] = ()
    populations: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def clean(request: str) -> str:
    """Return the question on one line, without courtesies."""
    line = " ".join(request.split())
    return _POLITE.sub("", line).strip() or line


def read_intent(question: str) -> Intent:
    """Return what kind of answer is asked for, by the usual words; an overview when nothing else is said."""
    found = (one for one, pattern in _INTENT_WORDS.items() if re.search(pattern, question, re.IGNORECASE))
    return next(found, "overview")


def asking_words(question: str) -> list[tuple[int, int]]:
    """Where a question says only what kind of answer it wants, as offsets [start, end): “compare”, “an overview of”."""
    topic = topic_of(clean(question))
    begins = max(question.find(topic.split()[0]), 0)
    wanted = re.finditer(_INTENT_WORDS.get(read_intent(question), r"(?!)"), question, re.IGNORECASE)
    return [(0, begins), *(match.span() for match in wanted)]


def read_bounds(question: str) -> Bounds:
    """Return the limits that the question itself names."""
    since = until = None
    if between := _BETWEEN.search(question):
        since, until = sorted(map(int, between.groups()))
    elif last := _LAST.search(question):
        since = datetime.now(UTC).year - (number(last.group(1)) or 0)
    else:
        if match := _SINCE.search(question):
            since = int(match.group(2)) + (match.group("word").lower() == "after")
        if match := _UNTIL.search(question):
            until = int(match.group(2)) - (match.group("word").lower() == "before")
    asked = parameters_of(question) or {}
    materials = tuple(filter(None, (asked.get("formula") or asked.get("chemsys", "")).split(",")))
    populations = tuple(dict.fromkeys(match.lower() for match in _POPULATIONS.findall(question)))
    return Bounds(since, until, materials, populations, tuple(absent_in(question)))


def topic_of(question: str) -> str:
    """Return what is searched for: the question without what only asks, and without its years."""
    topic = question
    for pattern in (_BETWEEN, _LAST, _SINCE, _UNTIL):
        topic = pattern.sub(" ", topic)
    topic = _COPULA.sub("", without_asking(" ".join(topic.split())))
    topic = _FRAME.sub("", _OPENING.sub("", topic))
    return " ".join(topic.split()).strip(" ?.!,;:") or question


# --- sub-questions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facet:
    """One sub-question as the rules make it."""

    text: str
    words: str
    kind: Kind


def sub_questions(question: str, intent: Intent) -> list[Facet]:
    """Return what has to be answered for an answer to the question, by rules that fit any topic.

    Of a request that puts several questions the first gets its facets, and each of the others stands for itself.
    """
    first, *others = questions_in(question)
    facets = _facets(first, read_intent(first) if others else intent)
    further = [_later(other, first) for other in others[: _MOST - 1]]
    return [*facets[: _MOST - len(further)], *further]


def _facets(question: str, intent: Intent) -> list[Facet]:
    topic, asks = topic_of(question), _asks(question)
    about = f"{question.rstrip(' .?')}?" if asks else topic
    parts = parts_of(topic) if intent == "comparison" else ()
    found = [
        Facet(f"What is known about {one}, compared with {other}?", topic, "question")
        for one, other in (parts, parts[::-1])[: len(parts)]
    ]
    for kind in _BY_INTENT[intent]:
        if kind == "question":
            text = about if asks else f"What is known about {topic}?"
        elif kind == "comparison" and parts:
            text = f"How do {' and '.join(parts)} compare?"
        else:
            text = FACETS[kind][asks].format(about=about)
        found.append(Facet(text, topic, kind))
    return found


def _asks(question: str) -> bool:
    """Whether a question asks by a verb of its own, and does not only name a topic."""
    return bool(_ASKS_BY_VERB.match(_COPULA.sub("", without_asking(question))))


def _later(question: str, first: str) -> Facet:
    """Return a question that follows another; it is searched for with what that is about."""
    topic = topic_of(first)
    text = asked_of(question, "" if _asks(first) else topic)
    sought = topic_of(text)
    if points_back(text) or set(analyse(topic)).isdisjoint(analyse(sought)):
        sought = " ".join([topic, *(word for word in sought.split() if not STOP_WORDS.issuperset(words(word)))])
    return Facet(text, sought, "question")


def parts_of(topic: str) -> tuple[str, ...]:
    """Return the two things that a topic compares; none when they cannot be told apart."""
    match = next(filter(None, (pattern.fullmatch(topic) for pattern in _PARTS)), None)
    parts = tuple(part.strip(" ,?.") for part in match.groups()) if match else ()
    return parts if all(map(words, parts)) else ()


def facet_of(text: str) -> Facet:
    """Return a sub-question in the analyst's own words: what is searched for in it, and its facet where it is one of
    ours."""
    for kind, templates in FACETS.items():
        for template in reversed(templates):
            before, after = template.split("{about}")
            if text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after):
                return Facet(text, topic_of(text[len(before) : len(text) - len(after)]), kind)
    return Facet(text, topic_of(text), "question")


def speaks_to(sentence: str, kind: str) -> bool:
    """Whether a sentence has something in it that belongs to a facet; all do for a question in own words."""
    pattern = _cues(kind)
    return pattern is None or bool(pattern.search(sentence))


def wider(words_asked: str) -> str:
    """Return fewer words for a second search, never without what they are about; "" when none can go.

    What stands last goes (“in old buildings”); of what is about one word alone, and of words without “in”, “for” or
    the like, the first qualifier: two words stay.
    """
    about, link, last = words_asked.rpartition(links[-1]) if (links := _LINK.findall(words_asked)) else ("", "", "")
    if len(about.split()) > 1:
        return about
    kept, parts = about + link, (last or words_asked).split()
    return kept + " ".join(parts[1:]) if len(parts) > (1 if kept else 2) else ""
