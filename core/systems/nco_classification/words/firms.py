"""Names of firms, which are no job: told by a kind-of-firm word after a name, or by “works at” before one.

The words of firms are data: assets/lexicon/firm_words.csv. A name has a word that no dictionary knows, or stands in
capitals where the words of the job do not. What a firm of that name makes is not what each of its people does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from core.language.dictionary import in_dictionary
from core.language.lexicon import word_groups

NAMED = "is the name of a firm, which says nothing about the work"
PLACE_OR_FIRM = "is a place or a firm, which says nothing about the work"
_WORD = re.compile(r"(?:M/s\.?|&|[^\W\d_][\w'’.&-]*)", re.IGNORECASE)
_BREAK = re.compile(r"[,;:()\n|]")
_AT = frozenset(("at", "for", "with", "in", "by", "from"))
_EMPLOYS = frozenset(("at", "for", "by"))  # what follows “in” or “with” may be a tool: in AutoCAD
_JOINS = frozenset(("&", "and", "of", "m/s"))
_KINDS = word_groups("firm_words")
_FIRM = frozenset[str]().union(*_KINDS.values())
_SHORTEST_CAPITALS = 6  # letters; shorter words in capitals are what people do or use: ICU, CNC, NGO


@lru_cache(maxsize=4_000)
def firms(text: str) -> tuple[tuple[int, int], ...]:
    """Return where names of firms stand in a text, as offsets [start, end)."""
    return tuple(span for run in _runs(text) if (span := _firm(text, run)))


def kind_of_name(name: str) -> str:
    """Tell what the name of a span that `firms` found is: one capitalised word after “at” may be a place."""
    found = [_plain(word) for word in _WORD.finditer(name)]
    one = len(found) == 2 and found[0] in _AT and found[1] not in _FIRM
    return PLACE_OR_FIRM if one else NAMED


def _runs(text: str) -> Iterator[Sequence[re.Match[str]]]:
    """Give the words between stops and between “at” and the like."""
    run: list[re.Match[str]] = []
    end = 0
    for match in _WORD.finditer(text):
        if _BREAK.search(text, end, match.start()) or _plain(match) in _AT:
            yield run
            run = []
        run.append(match)
        end = match.end()
    yield run


def _firm(text: str, run: Sequence[re.Match[str]]) -> tuple[int, int] | None:
    """Find the name in a run that may begin with “at”: it ends with its last word of a firm, or of capitals."""
    at = bool(run) and _plain(run[0]) in _AT
    named = run[1:] if at else run
    ends = [place for place, word in enumerate(named) if _plain(word) in _FIRM]
    capitals = _capitals(named)
    if ends and (found := _with_firm_word(text, named[: ends[-1] + 1], at)):
        return (run[0] if at else found[0]).start(), named[ends[-1]].end()
    if (
        at
        and _plain(run[0]) in _EMPLOYS
        and capitals
        and any(_unknown(word) for word in capitals)
        and _job_is_small(text, capitals)
    ):
        return run[0].start(), capitals[-1].end()
    return None


def _with_firm_word(text: str, words: Sequence[re.Match[str]], at: bool) -> Sequence[re.Match[str]]:
    """Return the words of a name up to its word of a firm; none where these may tell of a trade."""
    first = len(words)
    while first and (_is_name(words[first - 1]) or _plain(words[first - 1]) in _FIRM | _JOINS):
        first -= 1
    name = words[first:]
    own = [word for word in name if _plain(word) not in _FIRM | _JOINS]
    legal = any(_plain(word) in _KINDS["legal"] for word in name)
    told = (
        legal
        or any(_unknown(word) for word in own)
        or (_capital(words[-1]) and _job_is_small(text, name, strictly=True))
    )
    apart = at or (first == 0 and _capital(name[0]) and _capital(words[-1]))
    return name if own and told and apart else ()


def _is_name(word: re.Match[str]) -> bool:
    return _capital(word) or _unknown(word)


def _capitals(words: Sequence[re.Match[str]]) -> Sequence[re.Match[str]]:
    size = next((place for place, word in enumerate(words) if not _capital(word) and _plain(word) != "&"), len(words))
    return words[:size]


def _capital(word: re.Match[str]) -> bool:
    said = word.group()
    return said[0].isupper() and (not said.isupper() or len(said) >= _SHORTEST_CAPITALS)


def _unknown(word: re.Match[str]) -> bool:
    plain = _plain(word).removesuffix("'s")
    return plain.isascii() and len(plain) > 2 and not in_dictionary(plain) and plain not in _FIRM


def _job_is_small(text: str, name: Collection[re.Match[str]], *, strictly: bool = False) -> bool:
    """Tell whether the words outside the name are written small, so that its capitals mean something."""
    taken = {word.start() for word in name}
    words = [word for word in _WORD.finditer(text) if word.start() not in taken and _plain(word) not in _AT | _JOINS]
    others = [word for word in words if text[: word.start()].strip()] or words  # a sentence begins with a capital
    alone = not strictly and (not others or not text[: others[0].start()].strip())
    return alone or any(word.group()[0].islower() for word in others)


def _plain(word: re.Match[str]) -> str:
    return word.group().lower().rstrip(".").replace("’", "'")
