"""A question understood: its names, filters and wish, joined with what the conversation was about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from core.language.tokens import words
from core.stores.library import Filters
from core.systems.library_chat.plan.bounds import Bound, pages, years
from core.systems.library_chat.plan.entity_linking import Lookup, Spot, spot
from core.systems.library_chat.plan.follow_up import follow
from core.systems.library_chat.plan.genres import GenreWords, find_genres, genre_like
from core.systems.library_chat.plan.intent_rules import wish
from core.systems.library_chat.plan.intents import AGENT_OF, Wish
from core.systems.library_chat.plan.name_matching import Mention
from core.systems.library_chat.plan.question import Parts, Remembered, Understanding
from core.systems.library_chat.plan.selection import Selection
from core.systems.library_chat.plan.vocabulary import CONNECTORS, LIBRARY, is_frame

LONGEST = 1_000  # characters of a question that are read
_CONTRACTIONS = (
    (r"\b(what|who|where|when|how|that|there|it|he|she)['’]s\b", r"\1 is"),
    (r"\b(is|are|was|were|do|does|did|have|has|had|would|could|should)n['’]t\b", r"\1 not"),
    (r"\bcan['’]t\b", "can not"), (r"\bwon['’]t\b", "will not"), (r"\bi['’]m\b", "i am"), (r"\bi['’]d\b", "i would"),
    (r"\bi['’]ve\b", "i have"), (r"\byou['’]ve\b", "you have"), (r"\bi['’]ll\b", "i will"),
    (r"\bwho['’]ve\b", "who have"),
)  # fmt: skip
_POLITE = re.compile(
    r"^\s*(?:(?:hi|hello|hey|good\s+(?:morning|afternoon|evening)|please|thanks|thank\s+you|ok(?:ay)?|"
    r"great|so|well|now|also|actually)(?:\s+there)?\s*[,.!]+\s*|(?:hi|hello|hey)\s+(?=\w+\s+\w+\s+\w+))+",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|nothing|without|except(?:ing)?(?:\s+for)?|excluding|exclude|other\s+than|apart\s+from|"
    r"aside\s+from|besides|minus|non|never|nor|skip|leav(?:e|ing)\s+out|instead\s+of|anything\s+but|everything\s+but|"
    r"all\s+but|rather\s+than|but\s+no)\b"
    r"(?:[\s\-]+(?!only\b)(?:in|of|from|by|any|the|a|an|those|these|ones|that|are|is|also|written|anything|"
    r"books?|novels?|genres?|authors?|be|being|who|which|were|was|either|to|do|want|include|including|"
    r"for|category|published|released|printed|dating|came|come|out|during|years?))*"
    r"[\s\-]+(?P<marks>(?:(?:NO)?(?:GENRE|AUTHOR|UNKNOWN)\d+(?:(?:\s*,\s*|\s+)(?:(?:and|or|nor|by|not|the|"
    r"of|any|from|books?|novels?|ones|written)\s+)*(?:NO)?(?:GENRE|AUTHOR|UNKNOWN)\d+)*(?:\s+n?or\s+YEARS\d+)*|"
    r"(?:YEARS|PAGES)\d+(?:\s*(?:,|,?\s(?:and|or|nor))\s+(?:YEARS|PAGES)\d+)*))"
)
_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|deal(?:s|ing)?\s+with|on\s+the\s+(?:topic|subject|theme)\s+of|featuring|"
    r"feature|features|involving|involve|involves|set\s+(?:in|on|at|during|aboard)|take(?:s)?\s+place\s+(?:in|"
    r"on|at)|taking\s+place\s+(?:in|on)|tell(?:s|ing)?\s+of|with|on|around|where)\s+(?P<topic>.+)"
)
_STRONG_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|deal\w*\s+with|topic|subject|theme|featur\w+|involv\w+|set\s+(?:in|"
    r"on|at|during|aboard)|tak\w+\s+place)\b"
)
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


def read(
    question: str,
    genres: Sequence[str],
    lookup: Lookup,
    known_years: tuple[int, int] | None = None,
    remembered: Remembered | None = None,
    without: Collection[str] = (),
) -> Understanding:
    """Understand a question over a catalogue with these genres. `lookup` gives the names like some words.

    `remembered` is what the conversation was about; `without` are the ids of chips and assumptions taken away.
    """
    parts = take_apart(straighten(question), genres, lookup, known_years, without)
    alone = _understand(parts, wish(parts.frame), lookup)
    joined = follow(alone, parts, remembered)
    selection = joined.selection.leaving_out(without)
    if "topic" in without:
        joined = replace(joined, topic="", topic_decides=False)
    return _routed(_or_foreign(replace(joined, selection=selection), parts), parts)


def straighten(question: str) -> str:
    """The question on one line, contractions written out, without a greeting before it."""
    text = " ".join(question.split())[:LONGEST]
    for short, long in _CONTRACTIONS:
        text = re.sub(short, long, text, flags=re.IGNORECASE)
    polite = _POLITE.match(text)
    return text[polite.end() :] if polite and len(words(text[polite.end() :])) > 1 else text


# --- taking apart -----------------------------------------------------------------------------------------------------


def take_apart(
    text: str,
    genres: Sequence[str],
    lookup: Lookup,
    known_years: tuple[int, int] | None,
    without: Collection[str] = (),
) -> Parts:
    """Names, genres, years and pages in a question, and its frame with marks in their places."""
    bounds = [*years(text, known_years), *pages(text)]
    spots = [_undone(one, without) for one in spot(text, lookup, genres, [(one.start, one.end) for one in bounds])]
    taken = [(one.start, one.end) for one in spots]
    free = [one for one in bounds if _is_free(one.start, one.end, taken)]
    named = [
        replace(one, name=one.name or genre_like(one.said, genres))
        for one in find_genres(text, genres)
        if _is_free(one.start, one.end, taken)
    ]
    return _marked(text, [*spots, *named, *free])


def _is_free(start: int, end: int, taken: Iterable[tuple[int, int]]) -> bool:
    return all(end <= one or start >= other for one, other in taken)


def _undone(found: Spot, without: Collection[str]) -> Spot:
    kept = [one for one in found.mentions if not (one.letters and f"name:{one.said}" in without)]
    return replace(found, mentions=kept)


def _marked(text: str, found: Sequence[Spot | GenreWords | Bound]) -> Parts:
    """The frame of a text: a mark in the place of everything that was found."""
    parts = Parts()
    pieces, last = [], 0
    for number, one in enumerate(sorted(found, key=lambda one: one.start)):
        mark = f"{_kind(one)}{number}"
        parts.marks[mark] = one
        pieces += [text[last : one.start].lower(), mark]
        last = one.end
    parts.frame = "".join([*pieces, text[last:].lower()])
    for match in _NEGATION.finditer(parts.frame):
        parts.negated |= set(re.findall(r"(?:NO)?(?:GENRE|AUTHOR|UNKNOWN|YEARS|PAGES)\d+", match["marks"]))
    _find_topic(parts)
    return parts


def _kind(found: Spot | GenreWords | Bound) -> str:
    if isinstance(found, Bound):
        return "YEARS" if found.kind == "year" else "PAGES"
    if isinstance(found, GenreWords):
        return "GENRE" if found.name else "NOGENRE"
    if not found.mentions:
        return "UNKNOWN"
    return "BOOK" if found.mentions[0].kind == "Book" else "AUTHOR"


def _find_topic(parts: Parts) -> None:
    """What the question is about: the words behind "about", or else those that only this question has."""
    match = _TOPIC.search(parts.frame)
    if match:
        topic = _topic_words(match["topic"])
        strong = bool(_STRONG_TOPIC.match(match[0]))
        if topic and (strong or not all(is_frame(word) for word in words(topic))):
            parts.topic, parts.topic_decides = topic, strong
            return
    left = [
        word
        for word in words(re.sub(r"(?:NO)?[A-Z]+\d+", " ", parts.frame))
        if word not in CONNECTORS and not is_frame(word)
    ]
    parts.topic = " ".join(left)


def _topic_words(said: str) -> str:
    """The topic, up to the next mark or the end of the clause, without words that go on to something else."""
    clause = re.split(
        r"(?:NO)?[A-Z]{4,}\d+|[?!.;]|\b(?:published|written|please|that\s+(?:is|are|was|were)|which\s+(?:is|"
        r"are)|but|do\s+you|can\s+you|in\s+(?:the|your|this)\s+(?:library|catalogue|catalog|database|collection))\b",
        said,
    )[0]
    return re.sub(
        r"^(?:the|a|an|some|any|in|to|of)\s+|\s+(?:and|or|by|from|in|with|not|of|the)\s*$", "", clause.strip(" ,\"“”'")
    ).strip(" ,\"“”'")


# --- putting together -------------------------------------------------------------------------------------------------


def _understand(parts: Parts, wanted: Wish, lookup: Lookup) -> Understanding:
    """The question by itself."""
    books: list[Mention] = []
    named: dict[str, list[str]] = {"genres": [], "authors": [], "without_genres": [], "without_authors": []}
    assumptions: list[dict[str, Any]] = []
    unknown: list[dict[str, Any]] = []
    for mark, found in parts.marks.items():
        without = "without_" if mark in parts.negated else ""
        if isinstance(found, GenreWords) and found.name:
            named[f"{without}genres"].append(found.name)
        elif isinstance(found, GenreWords) and not without:
            unknown.append({"said": found.said, "kind": "genre", "nearest": []})
        elif isinstance(found, Spot) and found.mentions:
            assumptions += _assumed(found)
            books += [mention for mention in found.mentions if mention.kind == "Book"]
            named[f"{without}authors"] += [mention.name for mention in found.mentions if mention.kind == "Author"]
        elif isinstance(found, Spot) and not without:
            unknown.append(_unknown(found, lookup))
    spoken: dict[str, Any] = {name: tuple(dict.fromkeys(values)) for name, values in named.items()}
    filters = Filters(**spoken)
    selection = Selection(_bounded(filters, parts), *_all_of(parts))
    topical = wanted.intent in ("list", "count", "authors") and bool(parts.topic)
    counted = wanted.intent == "list" and selection.empty and not unknown
    return Understanding(
        wish=wanted,
        selection=selection,
        topic=parts.topic if topical else "",
        topic_decides=topical and (parts.topic_decides or counted),
        books=tuple(dict.fromkeys(mention.id for mention in books)),
        people=tuple(dict.fromkeys(named["authors"])),
        unknown=tuple(unknown),
        assumptions=tuple(assumptions),
    )


def _bounded(filters: Filters, parts: Parts) -> Filters:
    """The filters with every bound on years and pages; of several the narrowest. What is negated is left out."""
    for mark, bound in parts.marks.items():
        if not isinstance(bound, Bound):
            continue
        if mark in parts.negated:
            if bound.low is not None and bound.high is not None:
                if bound.kind == "year":
                    left_out = (*filters.without_years, *range(bound.low, bound.high + 1))
                    filters = replace(filters, without_years=tuple(dict.fromkeys(left_out)))
                continue
            below = None if bound.low is None else bound.low - 1
            above = None if bound.high is None else bound.high + 1
            bound = replace(bound, low=above, high=below)  # noqa: PLW2901
        low, high = getattr(filters, f"{bound.kind}_from"), getattr(filters, f"{bound.kind}_to")
        lows = [value for value in (low, bound.low) if value is not None]
        highs = [value for value in (high, bound.high) if value is not None]
        narrowed: dict[str, Any] = {
            f"{bound.kind}_from": max(lows, default=None), f"{bound.kind}_to": min(highs, default=None)
        }  # fmt: skip
        filters = replace(filters, **narrowed)
    return filters


def _all_of(parts: Parts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Genres and authors that must all be there: "both X and Y", "romantic thrillers", "X and Y together"."""
    frame = parts.frame
    genres: list[str] = []
    for match in re.finditer(
        r"\bboth\s+(?P<a>GENRE\d+)\s+and\s+(?P<b>GENRE\d+)|(?P<c>GENRE\d+)[\s-]+(?P<d>GENRE\d+)|(?P<e>GENRE\d+)\s+(?:that|"
        r"which)\s+(?:are|is)\s+also\s+(?P<f>GENRE\d+)|(?P<g>GENRE\d+)\s+(?:and|but)\s+also\s+(?P<h>GENRE\d+)|"
        r"(?P<i>GENRE\d+)\s+and\s+(?P<j>GENRE\d+)\s+at\s+(?:the\s+same\s+time|once)",
        frame,
    ):
        marks = [mark for mark in match.groups() if mark]
        if not parts.negated & set(marks):
            genres += [one.name for mark in marks if isinstance(one := parts.marks[mark], GenreWords)]
    authors: list[str] = []
    if re.search(
        r"\b(?:together|jointly|co-?wrote|co-?written|co-?authored?|collaborat\w+|joint)\b", frame
    ) or re.search(r"\bboth\s+AUTHOR\d+\s+and\s+AUTHOR\d+", frame):
        authors = [
            found.mentions[0].name
            for mark, found in parts.marks.items()
            if isinstance(found, Spot) and mark.startswith("AUTHOR") and mark not in parts.negated
        ]
    return tuple(dict.fromkeys(genres)), tuple(dict.fromkeys(authors)) if len(authors) > 1 else ()


def _assumed(found: Spot) -> list[dict[str, Any]]:
    return [
        {
            "id": f"name:{found.said}", "said": found.said, "read": one.name, "kind": one.kind.lower(),
            "letters": one.letters, "whole": one.whole,
        }
        for one in found.mentions
        if one.letters or (not one.whole and one.kind == "Book")
    ]  # fmt: skip


def _unknown(found: Spot, lookup: Lookup) -> dict[str, Any]:
    """A name that the catalogue does not have, with the nearest that it has."""
    kind, wanted = ("author", "Author") if found.expected == "Author" else ("title", "Book")
    nearest = dict.fromkeys(named.name for named in lookup(found.said) if named.kind == wanted)
    return {"said": found.said, "kind": kind, "nearest": list(nearest)[:3]}


# --- no question to the catalogue, and who is to answer ---------------------------------------------------------------


def _or_foreign(understood: Understanding, parts: Parts) -> Understanding:
    """The same, or a question that has nothing to do with books."""
    if understood.wish.intent in ("greeting", "thanks", "farewell", "help", "whom") or understood.carried:
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
        understood, wish=Wish("foreign", "", "is no question about books"), unknown=(), topic="", topic_decides=False
    )


def _routed(understood: Understanding, parts: Parts) -> Understanding:
    """The agent that the wish calls for, with the words that showed it."""
    wanted = understood.wish
    agent = AGENT_OF[wanted.intent]
    cues = [{"words": wanted.cue, "says": wanted.says, "agent": agent}] if wanted.cue else []
    if wanted.listed and agent == "analyst":
        cues.append({"words": "list", "says": "asks for the books too", "agent": "librarian"})
        agent = "both"
    if agent == "librarian":
        cues += [
            {
                "words": found.said,
                "says": "names a genre" if isinstance(found, GenreWords) else "names a title or an author",
                "agent": agent,
            }
            for found in parts.marks.values()
            if isinstance(found, Spot | GenreWords)
        ]  # fmt: skip
        if understood.topic_decides or (understood.selection.chips() and not cues):
            cues.append({"words": understood.topic or "a condition", "says": "describes books", "agent": agent})
    return replace(understood, agent=agent, cues=tuple(cues))
