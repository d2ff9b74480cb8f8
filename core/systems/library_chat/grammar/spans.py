"""The lattice of a question: everything that any of its spans may be, with a score, and the best way through."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from core.language.clauses import stem
from core.language.lexicon import rows
from core.language.numbers import COUNT, number
from core.language.periods import periods
from core.stores.library_plan import Test
from core.systems.library_chat.grammar.nodes import Condition, Heard, Node, condition
from core.systems.library_chat.grammar.times import dates_in, time_tests
from core.systems.library_chat.grammar.tokens import Token, key_of
from core.systems.library_chat.grammar.vocabulary import Meaning, Vocabulary

_LONGEST = 14  # tokens of a name
_COUNT = re.compile(COUNT, re.IGNORECASE)
_SURE = {"whole": 2.5, "alias": 2.3, "surname": 1.9, "beginning": 1.7}


@cache
def lexicon() -> dict[str, list[tuple[str, str]]]:
    """Return the tags of each phrase of the grammar, as tag and detail."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows("library_grammar"):
        tag, _, detail = row["tag"].partition(":")
        for phrase in row["phrases"].split(" | "):
            said = phrase.strip()
            found.setdefault(key_of(said) or said, []).append((tag, detail))
    return found


@cache
def lexicon_words() -> frozenset[str]:
    """Return every word of the grammar."""
    return frozenset(word for phrase in lexicon() for word in phrase.split())


@cache
def _by_letter() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in lexicon_words():
        if len(word) > 3:
            found.setdefault(word[0], []).append(word)
    return found


def spelled(tokens: Sequence[Token], names: Vocabulary, known: Collection[str], heard: Heard) -> list[Token]:
    """Return the tokens with words that nobody knows read as the nearest known one; every change is told.

    `known` are words to be left as they are.
    """
    found = []
    for place, token in enumerate(tokens):
        key = token.key
        if (
            token.kind == "word"
            and key not in known
            and key not in names.words
            and key not in lexicon_words()
            and stem(key) not in names.words
            and f"~{stem(key)}" not in names.meanings
            and key.removesuffix("s") not in names.words
            and (near := names.word_like(key, _by_letter()))
        ):
            heard.assumed.append((token.text, near, (place, place), f"name:{token.text}"))
            token = Token(token.text, token.start, token.end, near, token.kind)
        found.append(token)
    return found


def spans(question: str, tokens: Sequence[Token], names: Vocabulary, taken: Sequence[Node]) -> list[Node]:
    """Return the best way through a question: nodes in order, what nobody knows as "WORD".

    `taken` are nodes that are certain already, such as the words that a title contains.
    """
    edges: dict[int, list[tuple[float, Node]]] = {}
    held = {token: node for node in taken for token in range(node.first, node.last + 1)}
    for node in taken:
        edges.setdefault(node.first, []).append((100.0, node))
    for score, node in _candidates(question, tokens, names):
        if not any(token in held for token in range(node.first, node.last + 1)):
            edges.setdefault(node.first, []).append((score, node))
    for place, token in enumerate(tokens):
        if place not in held:
            tag = "SIGN" if token.kind in ("sign", "possessive") else "WORD"
            edges.setdefault(place, []).append((0.0, Node(tag, "", place, place, token.key, frozenset({place}))))
    best: list[tuple[float, tuple[Node, ...]]] = [(0.0, ())] + [(-1.0, ())] * len(tokens)
    for place in range(len(tokens)):
        score, way = best[place]
        if score < 0:
            continue
        for more, node in edges.get(place, []):
            if score + more > best[node.last + 1][0]:
                best[node.last + 1] = (score + more, (*way, node))
    return list(best[-1][1])


def _candidates(question: str, tokens: Sequence[Token], names: Vocabulary) -> Iterator[tuple[float, Node]]:
    yield from _times(question, tokens, names)
    for first in range(len(tokens)):
        if tokens[first].kind == "sign" and tokens[first].text not in "<>%&=#-<=>=":
            continue
        for last in range(first, min(first + _LONGEST, len(tokens))):
            if tokens[last].text in ("?", "!", ";"):
                break
            yield from _of_span(question, tokens, first, last, names)


def _of_span(
    question: str, tokens: Sequence[Token], first: int, last: int, names: Vocabulary
) -> Iterator[tuple[float, Node]]:
    span = tokens[first : last + 1]
    size = last - first + 1
    key = span[0].key if size == 1 else _key(span)
    raw = question[span[0].start : span[-1].end]

    def node(tag: str, detail: str = "", value: object = None) -> Node:
        return Node(tag, detail, first, last, value, frozenset(range(first, last + 1)))

    if size == 1 and span[0].kind == "sign":
        for tag, detail in lexicon().get(span[0].text, []):
            yield 1.0, node(tag, detail)
        return
    if span[0].kind in ("possessive", "sign") or span[-1].kind in ("possessive", "sign"):
        return
    if size <= 6 and span[0].kind != "quote":
        for tag, detail in lexicon().get(key, []):
            filling = tag == "FILL"
            yield (0.4 * size if filling else 1.4 * size + 0.2 * (size - 1)), node(tag, detail)
    if size == 1 and span[0].number is not None:
        yield 1.5, node("NUM", "", span[0].number)
    elif size <= 5 and _COUNT.fullmatch(raw) and (value := number(raw)) is not None:
        yield 1.2 + 0.8 * (size - 1), node("NUM", "", float(value))
    if size == 1 and span[0].kind == "quote":
        yield 1.0, node("QUOTE", "", span[0].text[1:-1])
    for meaning in _meanings(key, names):
        if score := _score(meaning, key, tokens, first, last, names):
            yield score, node("COND", meaning.column, _named(meaning, raw, names))


def _key(span: Sequence[Token]) -> str:
    """Return the words of a span in the form in which names are compared: “simon & schuster” is “simon and schuster”."""
    parts: list[str] = []
    for token in span:
        if token.kind == "possessive" and parts:
            parts[-1] += "s"
        elif token.text == "&":
            parts.append("and")
        elif token.kind != "sign":
            parts.append(token.key)
    return key_of(" ".join(parts))


def _meanings(key: str, names: Vocabulary) -> list[Meaning]:
    found = list(names.meanings.get(key, []))
    if not any(one.column == "genres" for one in found):
        stems = "~" + " ".join(stem(word) for word in key.split())
        found += [one for one in names.meanings.get(stems, []) if one.column == "genres"]
    return found


_AFTER_BY = frozenset({"by", "author", "authors", "writer", "from", "is", "writers", "novelist", "not", "or", "and"})
_AFTER_PUBLISHED = frozenset({"by", "publisher", "from", "of", "house", "imprint", "publishers", "with"})
_TITLE_SIGNS = frozenset({"titled", "called", "named", "entitled", "book", "novel", "title", "wrote", "does", "is", "of"})
_GENRE_SIGNS = frozenset(
    "book books novel novels title titles story stories genre genres category section shelf tagged as one ones "
    "work works volumes volume fiction is are under or and any some".split()
)


def _score(
    meaning: Meaning, key: str, tokens: Sequence[Token], first: int, last: int, names: Vocabulary
) -> float:
    """How sure it is that a span is this name; 0 when it is not."""
    words = key.split()
    size = len(words)
    before = tokens[first - 1].key if first else ""
    after = tokens[last + 1].key if last + 1 < len(tokens) else ""
    quoted = tokens[first].kind == "quote"
    capital = tokens[first].is_capital and (first > 0 or size > 1)
    ordinary = all(word in lexicon_words() for word in words)
    sure = _SURE[meaning.how]
    score = sure * (last - first + 1) if size > 1 else sure
    if quoted:
        return sure * 2
    column = meaning.column
    context = {
        "authors": before in _AFTER_BY or after == "s" or after in ("write", "wrote", "written"),
        "publisher": before in _AFTER_PUBLISHED,
        "title": before in _TITLE_SIGNS,
        "genres": before in ("genre", "category", "genres", "as", "under") or after in _GENRE_SIGNS,
        "language": True,
    }.get(column, before == column)
    if size > 1:
        if ordinary:
            return score * (0.9 if context and capital else 0.5 if capital else 0.35)
        if column == "title" and meaning.how == "alias" and not capital:
            return score * 0.5
        if column in ("title", "publisher") and not capital and not context:
            return score * 0.75
        return score + (0.2 if context else 0) + (0.4 if column == "authors" else 0)
    if ordinary:
        strong = column == "genres" and before in ("genre", "category", "genres")
        return 1.6 if strong or (context and capital) else 1.0 if capital and column == "genres" else 0.3
    if column == "language":
        return 2.2
    if column == "genres":
        return sure if context or capital or meaning.how == "whole" else 1.5
    if column == "title":
        if meaning.how == "alias" and not context:
            return 0.6 if capital else 0.0
        return (2.3 if capital else 1.0) if context else 1.2 if capital else 0.2
    if column == "authors":
        if tokens[first].number is not None:
            return 0.0
        if context:
            return 2.3
        return 1.6 if capital else 0.9 if meaning.how == "surname" and key not in names.title_words else 0.0
    if context:
        return sure + 0.2
    return 1.5 if capital else 0.2


def _named(meaning: Meaning, said: str, names: Vocabulary) -> Condition:
    test = Test(column=meaning.column, values=meaning.values)
    return condition(test, said=said.strip("“”\"'‘’"), how=meaning.how)


_PAGES_AHEAD = re.compile(r"(?i)^\s*(?:-|–|to|and|or|but)?\s*(?:(?:at\s+)?(?:most|least|up\s+to|under|over)\s+)?(?:[\d,]+\s*-?\s*)?(?:pages?|pp)\b")
_BOUND_BEFORE = re.compile(
    r"(?i)(?:longer|shorter|thicker|thinner|more|fewer|less|greater|larger)\s+than\s*(?:or\s+\w+\s+)?$"
    r"|(?:at\s+least|at\s+most|upwards\s+of|exactly|in\s+excess\s+of|pages?\s+(?:over|above|under|below|between))\s*$"
)


def _is_quantity(question: str, start: int, end: int) -> bool:
    """Whether what looks like a year is a number of something: "1500 to 1600 pages", "longer than 1500"."""
    said = question[start:end].strip()
    if not said[:4].isdigit() and not re.search(r"\d{4}$", said):
        return False
    if _PAGES_AHEAD.match(question, end) or _PAGES_AHEAD.match(question[end:]):
        return True
    return said[:4].isdigit() and _BOUND_BEFORE.search(question[:start]) is not None and not re.search(r"(?i)more\s+recent|later", question[:start])


def _times(question: str, tokens: Sequence[Token], names: Vocabulary) -> Iterator[tuple[float, Node]]:
    """Years, periods and dates, wherever they stand."""
    starts = {token.start: place for place, token in enumerate(tokens)}
    ends = {token.end: place for place, token in enumerate(tokens)}

    def placed(start: int, end: int) -> tuple[int, int] | None:
        text = question[start:end]
        start += len(text) - len(text.lstrip())
        end -= len(text) - len(text.rstrip())
        first = starts.get(start)
        last = ends.get(end)
        return None if first is None or last is None else (first, last)

    for period in periods(question, names.years):
        if (place := placed(period.start, period.end)) and not _is_quantity(question, period.start, period.end):
            first, last = place
            bare = first == last and question[period.start : period.end].strip().isdigit()
            value = Condition(time_tests("year", period.spans))
            score = 1.9 if bare else 1.9 * (last - first + 1) + 0.3
            yield score, Node("COND", "year", first, last, value, frozenset(range(first, last + 1)))
    for date in dates_in(question):
        if place := placed(date.start, date.end):
            first, last = place
            tokens_of = frozenset(range(first, last + 1))
            if date.month_only:
                test = Test(column="month", how="between", low=date.low, high=date.low)
                yield 2.4 * (last - first + 1), Node("COND", "month", first, last, condition(test), tokens_of)
            else:
                yield 2.4 * (last - first + 1), Node("DATE", "", first, last, (date.low, date.high), tokens_of)
