"""Who is to answer a question, and whether it is one about books at all."""

from __future__ import annotations

import re
from dataclasses import replace

from core.language.tokens import words
from core.systems.library_chat.plan.entity_linking import Entity
from core.systems.library_chat.plan.genres import GenreWords
from core.systems.library_chat.plan.intents import AGENT_OF, Intent
from core.systems.library_chat.plan.parts import Parts
from core.systems.library_chat.plan.question import Cue, Understanding
from core.systems.library_chat.plan.vocabulary import LIBRARY

_SEARCHING = re.compile(
    r"^\W*(?:can\s+you\s+|could\s+you\s+|please\s+|i\s+would\s+like\s+to\s+)*(?:anything|something|some|"
    r"any|find|search|show|recommend|suggest|give\s+me|i\s+(?:want|need|am\s+looking|would\s+like)|i\s+am\s+interested|"
    r"looking\s+for|do\s+you\s+have|have\s+you\s+(?:got|anything)|got\s+any|got\s+anything|is\s+there\s+(?:anything|"
    r"something)|are\s+there\s+any|what\s+(?:do|have)\s+you\s+(?:have|got)|stuff|list)\b"
)
_FOREIGN = re.compile(
    r"\b(?:weather|temperature|joke|jokes|poem\s+for|recipe\s+for|president|capital\s+of|stock|stocks|"
    r"football|cricket|restaurant|restaurants|movie|movies|film|films|song|songs|pizza|flight|flights|"
    r"hotel|hotels|password|translate|news|bitcoin|python|javascript|code|email|homework|calculate|solve)\b"
    r"|\bwrite\s+(?:me\s+)?(?:a|an|some|the|my)\s+(?!books?\b)|\d+\s*[-+*/x×]\s*\d+\s*(?:=|\?|$)|\bwhat\s+time\b|"
    r"\bwhat\s+day\b"
)
_QUESTION_WORD = re.compile(
    r"^\W*(?:who|whom|whose|what|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|"
    r"should|may|might|has|have|am|tell|explain|define|which|i|you|we|he|she|my|your|please|let|make|"
    r"open|play|run|delete|drop|ignore|turn|call|send|set)\b"
)


def or_foreign(understood: Understanding, parts: Parts) -> Understanding:
    """Give the question back, or one that has nothing to do with books."""
    if understood.intent.name in ("greeting", "thanks", "farewell", "help", "whom") or understood.carried:
        return understood
    frame = parts.frame
    marked = any(not mark.startswith("YEARS") for mark in parts.marks)
    said = words(re.sub(r"(?:NO)?[A-Z]{4,}\d+", " ", frame))
    about_books = bool(LIBRARY & set(said))
    foreign_words = bool(_FOREIGN.search(frame)) and not re.search(
        r"\b(?:books?|novels?|titles?|catalogue|library)\b", frame
    )
    known = any(mark.startswith(("BOOK", "AUTHOR", "GENRE", "PAGES")) for mark in parts.marks)
    if known and not re.search(r"\bwrite\s+(?:me\s+)?(?:a|an)\s+", frame):
        return understood
    searching = bool(_SEARCHING.search(frame)) and bool(parts.topic or marked or understood.topic)
    fragment = not _QUESTION_WORD.match(frame) and len(said) <= 6 and bool(parts.topic or parts.named("YEARS"))
    if not foreign_words and (about_books or searching or fragment or (marked and not understood.unknown)):
        return understood
    if not foreign_words and any(one["kind"] in ("genre",) for one in understood.unknown):
        return understood
    return replace(
        understood,
        intent=Intent("foreign", "", "is no question about books"),
        unknown=(),
        topic="",
        topic_decides=False,
    )


def routed(understood: Understanding, parts: Parts) -> Understanding:
    """Choose the agent that the intent calls for, with the words that showed it."""
    wanted = understood.intent
    agent = AGENT_OF[wanted.name]
    cues = [Cue(words=wanted.cue, says=wanted.says, agent=agent)] if wanted.cue else []
    if wanted.listed and agent == "analyst":
        cues.append(Cue(words="list", says="asks for the books too", agent="librarian"))
        agent = "both"
    if agent == "librarian":
        cues += [
            Cue(
                words=found.said,
                says="names a genre" if isinstance(found, GenreWords) else "names a title or an author",
                agent=agent,
            )
            for found in parts.marks.values()
            if isinstance(found, Entity | GenreWords)
        ]  # fmt: skip
        if understood.topic_decides or (understood.selection.chips() and not cues):
            cues.append(Cue(words=understood.topic or "a condition", says="describes books", agent=agent))
    return replace(understood, agent=agent, cues=tuple(cues))
