"""Whether two texts state the same facts: names, numbers, order, denials; nothing that only the second text says.

Whoever rewords an answer may not change what it says. The comparison is deliberately strict: a rewording that it cannot
follow is refused, and the answer stays as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.systems.library_chat.plan.bounds import NUMBER_WORDS

_UNITS = r"pages?|books?|authors?|genres?|years?|decades?|percent|%"
_NUMBER = re.compile(rf"\d+(?:[.,]\d+)*(?P<unit>\s*(?:{_UNITS})(?!\w))?", re.IGNORECASE)
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_DENIALS = frozenset(
    [
        "no",
        "not",
        "none",
        "nothing",
        "never",
        "nobody",
        "neither",
        "nor",
        "without",
        "cannot",
        "unknown",
        "un",
        "non",
        "lacks",
        "lacking",
        "missing",
    ]
)
_DEGREES = {
    "more": "more", "most": "most", "fewer": "fewer", "fewest": "fewest", "less": "fewer", "least": "fewest",
    "longest": "longest", "longer": "longest", "shortest": "shortest", "shorter": "shortest", "newest": "newest",
    "latest": "newest", "newer": "newest", "oldest": "oldest", "earliest": "oldest", "older": "oldest", "yes": "yes",
    "average": "average", "median": "median", "total": "total", "first": "first", "last": "last", "before": "before",
    "after": "after",
    "until": "until", "equal": "equal", "equally": "equal", "each": "each", "only": "only", "under": "under",
    "over": "over", "above": "above", "below": "below", "on": "", "all": "all", "every": "all", "half": "half",
    "double": "double", "twice": "double", "almost": "about", "about": "about", "nearly": "about", "roughly": "about",
    "approximately": "about", "leaving": "leaving", "except": "leaving", "or": "or",
}  # fmt: skip
_COUNTING = frozenset(NUMBER_WORDS) - {"one"} | frozenset(
    ["hundred", "thousand", "million", "dozen", "both", "couple", "several", "many", "few"]
)
# Words that change the sound of an answer and nothing that it says.
_WORDING = frozenset(
    word
    for spoken in [
        "here",
        "are",
        "is",
        "was",
        "were",
        "has",
        "have",
        "found",
        "find",
        "following",
        "list",
        "listed",
        "available",
        "catalogue",
        "catalog",
        "library",
        "collection",
        "database",
        "shelf",
        "shelves",
        "book",
        "books",
        "novel",
        "novels",
        "title",
        "titles",
        "work",
        "works",
        "author",
        "authors",
        "writer",
        "written",
        "wrote",
        "writes",
        "write",
        "published",
        "publish",
        "publication",
        "release",
        "released",
        "year",
        "page",
        "pages",
        "length",
        "long",
        "genre",
        "genres",
        "belong",
        "belongs",
        "category",
        "called",
        "named",
        "include",
        "includes",
        "included",
        "including",
        "contain",
        "contains",
        "contained",
        "hold",
        "holds",
        "match",
        "matches",
        "matching",
        "result",
        "results",
        "answer",
        "question",
        "ask",
        "asked",
        "request",
        "looking",
        "search",
        "searched",
        "please",
        "enjoy",
        "hope",
        "helpful",
        "help",
        "happy",
        "glad",
        "certainly",
        "sure",
        "course",
        "indeed",
        "also",
        "additionally",
        "furthermore",
        "moreover",
        "well",
        "good",
        "great",
        "nice",
        "lovely",
        "wonderful",
        "reading",
        "read",
        "take",
        "look",
        "see",
        "shown",
        "show",
        "shows",
        "below",
        "above",
        "present",
        "presented",
        "come",
        "comes",
        "closest",
        "near",
        "nearest",
        "sorry",
        "unfortunately",
        "however",
        "currently",
        "altogether",
        "total",
        "in-all",
        "count",
        "counts",
        "number",
        "numbers",
        "overview",
        "summary",
        "detail",
        "details",
        "information",
        "let",
        "know",
        "further",
        "another",
        "other",
        "others",
        "wish",
        "would",
        "like",
        "might",
        "may",
        "could",
        "interest",
        "interesting",
        "option",
        "options",
        "choose",
        "choice",
        "there",
        "these",
        "those",
        "they",
        "it",
        "its",
        "which",
        "that",
        "this",
        "with",
        "from",
        "by",
        "and",
        "the",
        "for",
    ]
    for word in analyse(spoken)
)
_LONGER = 400  # characters by which a rewording may be longer than twice the text


@dataclass(frozen=True)
class Statement:
    """What one sentence or line states: its names, its numbers with their units, both in order."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    order: tuple[str, ...]

    def as_compared(self, titles: frozenset[str]) -> tuple[object, ...]:
        """Names may change places around a single title; around several nothing may, or numbers change owners."""
        if sum(name in titles for name in self.names) == 1:
            return (tuple(sorted(self.names)), self.numbers)
        return self.order


def differences(before: str, after: str, titles: Iterable[str], names: Iterable[str]) -> list[str]:
    """What `after` states otherwise than `before`, in words; empty when both state the same.

    `titles` and `names` (authors, genres) are those that the answer is made of.
    """
    known = _Known(before, titles, names)
    one, two = known.statements(before), known.statements(after)
    found = [
        *_counted("dropped", _all(one) - _all(two)),
        *_counted("added", _all(two) - _all(one)),
        *_counted("dropped", _signs(known.without_names(before)) - _signs(known.without_names(after))),
        *_counted("added", _signs(known.without_names(after)) - _signs(known.without_names(before))),
        *_counted("added", known.new_words(before, after)),
    ]
    if not found and not _same_order(one, two, known.titles):
        found.append("changed the order of names and numbers, so that they may belong to others")
    if len(after) > 2 * len(before) + _LONGER:
        found.append("added much text")
    return found


class _Known:
    """The names that may stand in a text, the longest first."""

    def __init__(self, before: str, titles: Iterable[str], names: Iterable[str]) -> None:
        self.titles = frozenset(title for title in titles if title.strip())
        quoted = (one or other for one, other in _QUOTED.findall(before))
        every = {*self.titles, *(name for name in names if name.strip()), *quoted}
        ordered = sorted(every, key=lambda name: (-len(name), name))
        self._pattern = (
            re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in ordered)) if ordered else None
        )

    def statements(self, text: str) -> list[Statement]:
        """What each sentence and line of a text states; those that state nothing are left out."""
        found = [self._statement(piece) for piece in self._pieces(text)]
        return [statement for statement in found if statement.order]

    def _pieces(self, text: str) -> list[str]:
        """Lines, and sentences in them; a full stop inside a name ends nothing."""
        pieces = []
        for line in text.splitlines():
            hidden = self._pattern.sub(lambda match: "x" * len(match[0]), line) if self._pattern else line
            start = 0
            for match in re.finditer(r"[.!?](?=\s)", hidden):
                pieces.append(line[start : match.end()])
                start = match.end()
            pieces.append(line[start:])
        return pieces

    def _statement(self, piece: str) -> Statement:
        places = [(match.start(), "name", match[0]) for match in self._pattern.finditer(piece)] if self._pattern else []
        rest = self.without_names(piece)
        places += [(match.start(), "number", _number(match)) for match in _NUMBER.finditer(rest)]
        ordered = sorted(places)
        return Statement(
            tuple(text for _, kind, text in ordered if kind == "name"),
            tuple(text for _, kind, text in ordered if kind == "number"),
            tuple(text for _, _, text in ordered),
        )

    def without_names(self, text: str) -> str:
        """The text with spaces in the place of every known name."""
        return self._pattern.sub(lambda match: " " * len(match[0]), text) if self._pattern else text

    def new_words(self, before: str, after: str) -> Counter[str]:
        """Words of the second text that neither the first one has nor belong to mere wording, and addresses."""
        spoken = {term for word in words(before) for term in analyse(word)} | _WORDING
        rest = self.without_names(after)
        fresh = [
            word
            for word in words(rest)
            if word not in STOP_WORDS and not word[0].isdigit() and not set(analyse(word)) <= spoken
        ]
        return Counter([*fresh, *re.findall(r"\w+://\S*|www\.\S+|<[^>\s][^>]*>|\]\([^)]*\)", rest)])


def _number(match: re.Match[str]) -> str:
    value = re.sub(r",(?=\d{3})", "", match[0][: match.start("unit") - match.start()] if match["unit"] else match[0])
    unit = (match["unit"] or "").strip().lower().rstrip("s").replace("%", "percent")
    return f"{value.strip()} {unit}".strip()


def _all(statements: Sequence[Statement]) -> Counter[str]:
    return Counter(text for statement in statements for text in statement.order)


def _signs(text: str) -> Counter[str]:
    """Denials, degrees and counting words: small words that turn a fact round."""
    found: Counter[str] = Counter()
    for word in words(text):
        if word in _DENIALS or word.endswith("n't"):
            found["a denial"] += 1
        elif _DEGREES.get(word):
            found[_DEGREES[word]] += 1
        elif word in _COUNTING:
            found[word] += 1
    return found


def _same_order(one: Sequence[Statement], two: Sequence[Statement], titles: frozenset[str]) -> bool:
    if [text for statement in one for text in statement.order] == [
        text for statement in two for text in statement.order
    ]:
        return True
    return [statement.as_compared(titles) for statement in one] == [statement.as_compared(titles) for statement in two]


def _counted(deed: str, texts: Counter[str]) -> list[str]:
    return [f"{deed} {text}" + (f" ({count} times)" if count > 1 else "") for text, count in texts.items()]
