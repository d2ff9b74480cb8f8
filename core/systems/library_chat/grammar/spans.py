"""The lattice of a question: everything that any of its spans may be, with a score, and the best way through."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from core.language.clauses import stem
from core.language.lexicon import rows, word_groups
from core.language.negation import DENYING
from core.language.numbers import COUNT, number
from core.language.periods import ages, periods
from core.stores.library_plan import Test
from core.systems.library_chat.grammar.nodes import Condition, Heard, Node, condition
from core.systems.library_chat.grammar.times import dates_in, time_tests
from core.systems.library_chat.grammar.tokens import Token, key_of
from core.systems.library_chat.grammar.vocabulary import CODES, Meaning, Vocabulary, bare_of_and

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
    respelled = _misspelled_authors(tokens, names, known, heard)
    for place, token in enumerate(tokens):
        key = respelled.get(place, token.key)
        strange = place not in respelled and _is_strange(token, names, known)
        if strange and (near := names.word_like(token.key, _by_letter())):
            heard.assumed.append((token.text, near, (place, place), f"name:{token.text}"))
            key = near
        found.append(replace(token, key=key))
    return found


def _is_strange(token: Token, names: Vocabulary, known: Collection[str]) -> bool:
    """Whether neither the grammar nor the catalogue knows a word."""
    key = token.key
    return (
        token.kind == "word"
        and number(key) is None
        and key not in known
        and key not in names.words
        and key not in lexicon_words()
        and stem(key) not in names.words
        and f"~{stem(key)}" not in names.meanings
        and key.removesuffix("s") not in names.words
        and f"{key}s" not in names.words  # of “Banvard's”
    )


def _misspelled_authors(
    tokens: Sequence[Token], names: Vocabulary, known: Collection[str], heard: Heard
) -> dict[int, str]:
    """Return keys for tokens that together are almost the name of an author: the first has it all, the others none."""
    found: dict[int, str] = {}
    for place, token in enumerate(tokens):
        if place in found or not _is_strange(token, names, known):
            continue
        for size, first in ((4, 3), (4, 2), (4, 1), (4, 0), (3, 2), (3, 1), (3, 0), (2, 1), (2, 0)):
            span = tokens[max(0, place - first) : place - first + size] if place >= first else []
            if len(span) < size or any(one.kind not in ("word", "initials") for one in span):
                continue
            if span[0].key in lexicon_words() or span[-1].key in lexicon_words():
                continue
            said = " ".join(one.key for one in span)
            if said not in known and (author := names.author_like(said)):
                heard.assumed.append((said, author, (place - first, place - first + size - 1), f"name:{said}"))
                found |= {place - first + at: key_of(author) if at == 0 else "" for at in range(size)}
                break
    return found


def spans(question: str, tokens: Sequence[Token], names: Vocabulary, taken: Sequence[Node]) -> list[Node]:
    """Return the best way through a question: nodes in order, what nobody knows as "WORD".

    `taken` are nodes that are certain already, such as the words that a title contains; a "WORD" with a capital is a
    "name".
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
            detail = "name" if tag == "WORD" and token.is_capital else ""
            edges.setdefault(place, []).append((0.0, Node(tag, detail, place, place, token.key, frozenset({place}))))
    best: list[tuple[float, tuple[Node, ...]]] = [(0.0, ()), *((-1.0, ()) for _ in tokens)]
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
        if tokens[first].kind == "sign" and tokens[first].text not in "<>%&=#-+<=>=":
            continue
        for last in range(first, min(first + _LONGEST, len(tokens))):
            if tokens[last].text in ("?", "!", ";"):
                break
            yield from _of_span(_Span(question, tokens, first, last), names)


@dataclass(frozen=True)
class _Span:
    """Some neighbouring tokens of a question, with the words that they say."""

    question: str
    tokens: Sequence[Token]
    first: int
    last: int

    @property
    def own(self) -> Sequence[Token]:
        """The tokens."""
        return self.tokens[self.first : self.last + 1]

    @property
    def size(self) -> int:
        """How many they are."""
        return self.last - self.first + 1

    @property
    def raw(self) -> str:
        """What stands in the question."""
        return self.question[self.own[0].start : self.own[-1].end]

    @cached_property
    def key(self) -> str:
        """The words as they are compared."""
        return self.own[0].key if self.size == 1 else _key(self.own)

    def node(self, tag: str, detail: str = "", value: object = None) -> Node:
        """Take the tokens for something."""
        return Node(tag, detail, self.first, self.last, value, frozenset(range(self.first, self.last + 1)))


def _of_span(span: _Span, names: Vocabulary) -> Iterator[tuple[float, Node]]:
    begin, end = span.own[0], span.own[-1]
    if span.size == 1 and begin.text == "+":  # “1000+ pages”, “title + publisher”
        is_bound = span.first > 0 and span.tokens[span.first - 1].end == begin.start and begin.start > 0
        is_bound = is_bound and span.tokens[span.first - 1].kind == "number"
        yield 1.0, span.node("ORMORE" if is_bound else "AND")
        return
    if span.size == 1 and begin.kind == "sign":
        for tag, detail in lexicon().get(begin.text, []):
            yield 1.0, span.node(tag, detail)
        return
    if begin.kind in ("possessive", "sign") or end.kind in ("possessive", "sign"):
        return
    yield from _words_of_grammar(span)
    yield from _numbers(span)
    if span.size == 1 and begin.kind == "quote":
        yield 1.0, span.node("QUOTE", "", begin.text[1:-1])
    yield from _names(span, names)


_OWN_WORDS = frozenset({"COL", "BE", "BOOKS", "IN", "DECADE", "CENTURY", "NOT"})  # tags whose word matters


def _words_of_grammar(span: _Span) -> Iterator[tuple[float, Node]]:
    letters = span.size > 1 and all(len(one.text) == 1 for one in span.own)  # “O/R” is no “or”, “O'R” is none either
    if span.size > 6 or span.own[0].kind == "quote" or letters or ("'" in span.raw and len(span.key) < 3):
        return
    for tag, detail in lexicon().get(span.key, []):
        said = span.key if tag in _OWN_WORDS else None
        fills = tag == "FILL" and span.size == 1
        yield (0.4 if fills else 1.4 * span.size + 0.2 * (span.size - 1)), span.node(tag, detail, said)


def _numbers(span: _Span) -> Iterator[tuple[float, Node]]:
    if span.size == 1 and span.own[0].number is not None:
        yield 1.5, span.node("NUM", "", span.own[0].number)
    elif span.size <= 5 and _COUNT.fullmatch(span.raw) and (value := number(span.raw)) is not None:
        yield 1.2 if span.size == 1 else 1.6 * span.size, span.node("NUM", "", float(value))


def _names(span: _Span, names: Vocabulary) -> Iterator[tuple[float, Node]]:
    if (code := _code(span.raw, span.tokens, span.first, names)) is not None:
        yield 3.0 * span.size, span.node("COND", code.column, code)
    found = _meanings(span.key, names)
    if not found and span.key in names.absent_genres:
        yield 2.6 * span.size, span.node("NONAME", "genres", span.raw)
    if not found and span.size > 1 and _is_title_phrase(span.key, span.own, names):
        test = Test(column="title", how="contains", values=(span.raw,))
        yield 1.7 * span.size, span.node("COND", "title", condition(test, said=span.raw, how="in titles"))
    if not found and span.key in names.everyday and (_is_before_books(span) or _is_denied(span)):
        if genre := names.everyday[span.key]:
            test = Test(column="genres", values=(genre,))
            yield 2.0, span.node("COND", "genres", condition(test, said=span.raw, how="everyday"))
        elif _is_denied(span):
            yield 2.0, span.node("NONAME", "genres", span.raw)
    if not found:
        return
    place = _place(span.key, span.tokens, span.first, span.last)
    for meaning in found:
        if score := _score(meaning, place, names):
            yield score, span.node("COND", meaning.column, _named(meaning, span.raw))


def _is_before_books(span: _Span) -> bool:
    ahead = span.tokens[span.last + 1] if span.last + 1 < len(span.tokens) else None
    return ahead is not None and ahead.key in _BOOKS


def _is_denied(span: _Span) -> bool:
    """Whether a word stands behind a negation, with one that only fills between or none: “not too scary”."""
    before = [token.key for token in reversed(span.tokens[max(0, span.first - 2) : span.first])]
    if before and ("FILL", "") in lexicon().get(before[0], ()) and before[0] not in DENYING:
        before = before[1:]
    return bool(before) and before[0] in DENYING


def _is_title_phrase(key: str, span: Sequence[Token], names: Vocabulary) -> bool:
    """Whether words stand together in several titles, as the name of a series does: "Harry Potter"."""
    words = key.split()
    if len(words) not in (2, 3) or any(token.kind != "word" for token in span):
        return False
    if words[0] in lexicon_words() or words[-1] in lexicon_words():
        return False
    capital = all(token.is_capital for token in (span[0], span[-1]))
    return names.title_phrases.get(key, 0) >= (2 if capital else 5)


def _code(raw: str, tokens: Sequence[Token], first: int, names: Vocabulary) -> Condition | None:
    """Return the condition on a code that stands behind the word: "language code en-GB"."""
    if not any(token.key in ("code", "codes") for token in tokens[max(0, first - 3) : first]):
        return None
    for column in CODES:
        for value in names.counts.get(column, {}):
            if value.casefold() == raw.casefold().strip("“”\"'‘’"):
                return condition(Test(column=column, values=(value,)), said=raw, how="whole")
    return None


def _key(span: Sequence[Token]) -> str:
    """Return the words of a span as names are compared: “simon & schuster” is “simon and schuster”."""
    parts: list[str] = []
    for token in span:
        if token.kind == "possessive" and parts:
            parts[-1] += "s"
        elif token.text == "&":
            parts.append("and")
        elif token.kind != "sign" and token.key:
            parts.append(token.key)
    return key_of(" ".join(parts))


def _meanings(key: str, names: Vocabulary) -> list[Meaning]:
    found = list(names.meanings.get(key, []))
    if key.startswith("the "):  # “the Modern Library” is “Modern Library”, too
        own = [one for one in names.meanings.get(key[4:], []) if one.column == "publisher" and one.how == "whole"]
        found = [*own, *(one for one in found if not (own and one.column == "publisher"))]
    if " and " in key and not _are_two(key, names):
        bare = [one for one in names.meanings.get(bare_of_and(key), []) if one.column == "publisher"]
        found = [*bare, *(one for one in found if not (bare and one.column == "publisher"))]
    if not any(one.column == "genres" for one in found):
        for other in (f"{key}s", key.removesuffix("s")):
            found += [
                replace(one, how="alias")
                for one in names.meanings.get(other, [])
                if other != key and one.column == "genres" and one.how in ("whole", "alias")
            ]
    if not any(one.column == "genres" for one in found):
        stems = "~" + " ".join(stem(word) for word in key.split())
        for one in names.meanings.get(stems, []):
            same = tuple(value for value in one.values if _differ_in_number(key, key_of(value)))
            if one.column == "genres" and same:
                found.append(replace(one, values=same, how="alias"))
    return found


def _are_two(key: str, names: Vocabulary) -> bool:
    """Whether both sides of an "and" are publishers of their own."""
    return all(
        any(one.column == "publisher" and one.how == "whole" for one in names.meanings.get(part, []))
        for part in key.split(" and ")
    )


def _differ_in_number(one: str, other: str) -> bool:
    """Whether two names are singular and plural of each other: “mysteries” and “Mystery”, not “codes” and “Coding”."""
    pairs = list(zip(one.split(), other.split(), strict=False))
    return len(one.split()) == len(other.split()) and all(_singulars(a) & _singulars(b) for a, b in pairs)


def _singulars(word: str) -> set[str]:
    return {word, word.removesuffix("s"), word.removesuffix("es"), re.sub(r"ies$", "y", word)}


_CONTEXTS = word_groups("library_contexts")
_BOOKS = frozenset(phrase for phrase, tags in lexicon().items() if ("BOOKS", "") in tags)


@dataclass(frozen=True)
class _Place:
    """Where a span stands: its words, those beside it, and how it is written."""

    words: tuple[str, ...]
    before: str
    earlier: str  # the word before that
    after: str
    is_capital: bool  # and not since a sentence begins
    begins_capital: bool
    is_quoted: bool
    is_number: bool
    parted: bool  # by a comma
    ends_in_noun: bool  # “books” in small letters
    size: int  # tokens

    def suits(self, column: str) -> bool:
        """Whether the words beside speak for a column."""
        return (
            self.before in _CONTEXTS.get(f"before {column}", ())
            or self.after in _CONTEXTS.get(f"behind {column}", ())
            or self.before == column
        )

    @property
    def is_ordinary(self) -> bool:
        """Whether the grammar knows every word."""
        return all(word in lexicon_words() for word in self.words)


def _place(key: str, tokens: Sequence[Token], first: int, last: int) -> _Place:
    words = tuple(key.split())
    return _Place(
        words,
        before=tokens[first - 1].key if first else "",
        earlier=tokens[first - 2].key if first > 1 else "",
        after=tokens[last + 1].key if last + 1 < len(tokens) else "",
        is_capital=tokens[first].is_capital and (first > 0 or len(words) > 1),
        begins_capital=tokens[first].is_capital,
        is_quoted=tokens[first].kind == "quote",
        is_number=tokens[first].number is not None or (first == last and number(tokens[first].key) is not None),
        parted=any(token.text in ",;:()" for token in tokens[first : last + 1]),
        ends_in_noun=tokens[last].key in _BOOKS and not tokens[last].is_capital and tokens[first].is_capital,
        size=last - first + 1,
    )


def _score(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    """How sure it is that a span is this name; 0 when it is not."""
    sure = _SURE[meaning.how]
    if place.is_quoted:
        return sure * 2 if meaning.how != "beginning" or place.suits(meaning.column) else 0.0
    if place.parted and not any(sign in value for value in meaning.values for sign in ",;:()"):
        return 0.0
    if len(place.words) > 1:
        return _score_of_several(meaning, place)
    if place.is_ordinary:
        return _score_of_ordinary(meaning, place)
    return _SCORES.get(meaning.column, _score_of_other)(meaning, place, names)


_NAMING = frozenset({"titled", "called", "named", "entitled", "book", "novel", "title", "wrote", "write", "read"})
_HAVING = frozenset({"has", "have", "does", "is"})
_SUBJECTS = frozenset({"i", "we", "you", "they", "who"})
_ARTICLES = frozenset({"the", "a", "an"})


def _score_of_several(meaning: Meaning, place: _Place) -> float:
    column, suits = meaning.column, place.suits(meaning.column)
    score = _SURE[meaning.how] * place.size
    if place.is_ordinary:
        return score * (0.9 if suits and place.is_capital else 0.5 if place.is_capital else 0.35)
    named = place.before in _NAMING
    if column == "title" and not (place.is_capital or named) and len(place.words) == 2 and place.words[0] in _ARTICLES:
        return 0.0
    is_sure = place.is_capital or suits or meaning.how != "beginning" or column in ("title", "authors")
    if not is_sure or (column == "publisher" and place.ends_in_noun):
        return 0.0  # “large print books” are not of Large Print Press, “Vintage books from 2003” are of Vintage
    if column == "title" and meaning.how == "alias" and not place.is_capital:
        return score * 0.5 if len(place.words) > 2 or suits else 0.0
    if column in ("title", "publisher") and not place.is_capital and not suits:
        return score * 0.75
    return score + (0.2 if suits else 0) + (0.4 if column in ("authors", "genres") else 0)  # “russian literature”


def _score_of_ordinary(meaning: Meaning, place: _Place) -> float:
    """Score a single word that the grammar knows, too: a name only where its place says so."""
    if meaning.column == "genres":
        named = place.before in ("genre", "category", "genres")
        return 1.6 if named else 1.0 if place.is_capital and place.suits("genres") else 0.0
    suits = place.suits(meaning.column) and meaning.how == "whole"
    return 1.6 if suits and place.is_capital else 0.0


def _score_of_language(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    return 2.2 if place.before == "genre" else 2.6 if meaning.how == "whole" else 2.2


def _score_of_genre(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    sure = _SURE[meaning.how]
    if place.before == "by":
        return 0.5
    if place.before in _SUBJECTS and not place.is_capital:  # “I love horror”
        return 0.0
    return sure if place.suits("genres") or place.is_capital or meaning.how in ("whole", "alias") else 1.5


def _score_of_title(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    suits = place.suits("title")
    if place.words[0].isdigit():  # “who wrote 1984?”, “how many pages has 1984?”
        is_of_book = place.before == "of" and ("COL", "authors") in lexicon().get(place.earlier, ())
        return 2.4 if is_of_book or place.before in _NAMING | _HAVING else 0.0
    if meaning.how == "alias" and not (suits and (place.is_capital or place.before in _NAMING)):  # “is coming”
        return 0.0
    if not suits:
        return 1.2 if place.is_capital else 0.0
    return 2.3 if place.is_capital else 1.0


def _score_of_author(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    if place.is_number:
        return 0.0
    if place.suits("authors") and (place.is_capital or place.before == "by" or place.words[0] not in names.title_words):
        return 2.35
    if place.is_capital:
        return 2.35 if place.after in _BOOKS else 1.6
    counts = names.counts.get("authors", {})
    usual = sum(counts.get(name, 0) for name in meaning.values) > 2 * names.title_phrases.get(place.words[0], 0)
    if meaning.how == "surname" and (place.words[0] not in names.title_words or usual):
        return 0.9
    return 0.0


def _score_of_other(meaning: Meaning, place: _Place, names: Vocabulary) -> float:
    suits = place.suits(meaning.column)
    if place.is_number and (meaning.how == "beginning" or not suits):
        return 0.0
    if meaning.how == "beginning" and not (suits and place.is_capital) and place.after not in _BOOKS:
        return 0.0
    if meaning.how == "beginning" and ("COL", "authors") in lexicon().get(place.after, ()):
        return 0.0
    if suits:
        return _SURE[meaning.how] + 0.2
    leads = place.begins_capital and place.after in _BOOKS and meaning.how == "whole"  # “Vintage books from 2003”
    return 1.5 if place.is_capital or leads else 0.0


_SCORES: dict[str, Callable[[Meaning, _Place, Vocabulary], float]] = {
    "language": _score_of_language,
    "genres": _score_of_genre,
    "title": _score_of_title,
    "authors": _score_of_author,
}


def _named(meaning: Meaning, said: str) -> Condition:
    test = Test(column=meaning.column, values=meaning.values)
    return condition(test, said=said.strip("“”\"'‘’"), how=meaning.how)


_PAGES_AHEAD = re.compile(
    r"(?i)^\s*(?:-|–|\+|to|and|or|but)?\s*(?:(?:at\s+)?(?:most|least|up\s+to|under|over)\s+)?(?:[\d,]+\s*-?\s*)?(?:pages?|pp)\b"
)
_PAGES_BEHIND = re.compile(r"(?i)^\s*-?\s*(?:pages?|pp)\b")
_BOUND_BEFORE = re.compile(
    r"(?i)(?:longer|shorter|thicker|thinner|more|fewer|less|greater|larger)\s+than\s*(?:or\s+\w+\s+)?$"
    r"|(?:at\s+least|at\s+most|upwards\s+of|exactly|in\s+excess\s+of|pages?\s+(?:over|above|under|below|between)|pages?\s*(?:[<>]=?|=))\s*$"
)


def _is_quantity(question: str, start: int, end: int) -> bool:
    """Whether what looks like a year is a number of something: "1500 to 1600 pages", "longer than 1500"."""
    said = question[start:end].strip()
    if not said[:4].isdigit() and not re.search(r"\d{4}$", said):
        return False
    if not said[:1].isdigit():  # “after 2010 and 200 pages long”
        return _PAGES_BEHIND.match(question[end:]) is not None
    if _PAGES_AHEAD.match(question[end:]):
        return True
    return (
        said[:4].isdigit()
        and _BOUND_BEFORE.search(question[:start]) is not None
        and not re.search(r"(?i)more\s+recent|later", question[:start])
    )


_BETWEEN_YEARS = re.compile(r"(?i)\s*(?:,|\b(?:and|or|vs|versus)\b)\s*")
_BETWEEN_ENDS = re.compile(r"(?i)\s*(?:\b(?:and|to|through|until|till|up\s+to)\b|[-–])\s*")
_RANGE = re.compile(r"(?i)\d\s*[-–]|\b(?:between|to|through|until|till)\b")
_OPEN = re.compile(r"(?i)\b(?:before|after|since|onwards?|later|earlier)\b")


def _period_of(said: str, spans: Sequence[tuple[int | None, int | None]], known: tuple[int, int] | None) -> Condition:
    """Return a period as a condition, with the periods that it lists: "the 1980s, the 1990s and 2001"."""
    value = Condition(time_tests("year", spans))
    if _OPEN.search(said):
        return value
    is_range = bool(_RANGE.search(said))
    pieces = (_BETWEEN_ENDS if is_range else _BETWEEN_YEARS).split(said)
    listed = tuple(span for piece in pieces for period in periods(piece, known) for span in period.spans)
    if len(listed) < 2:
        return value
    return replace(value, ends=listed) if is_range else replace(value, spans=listed)


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

    for period in (*periods(question, names.years), *ages(question)):
        if (place := placed(period.start, period.end)) and not _is_quantity(question, period.start, period.end):
            first, last = place
            bare = first == last and question[period.start : period.end].strip().isdigit()
            value = _period_of(question[period.start : period.end], period.spans, names.years)
            score = 1.9 if bare else 1.9 * (last - first + 1) + 0.3
            yield score, Node("COND", "year", first, last, value, frozenset(range(first, last + 1)))
    for date in dates_in(question):
        if place := placed(date.start, date.end):
            first, last = place
            tokens_of = frozenset(range(first, last + 1))
            if date.month_only:
                test = Test(column="month", how="between", low=date.low, high=date.high)
                yield 2.4 * (last - first + 1), Node("COND", "month", first, last, condition(test), tokens_of)
            elif date.low < _OF_A_YEAR:
                days = tuple(str(year * _OF_A_YEAR + date.low) for year in range(*_every_year(names)))
                value = condition(Test(column="published", values=days))
                yield 2.4 * (last - first + 1), Node("COND", "published", first, last, value, tokens_of)
            else:
                yield 2.4 * (last - first + 1), Node("DATE", "", first, last, (date.low, date.high), tokens_of)


_OF_A_YEAR = 10_000


def _every_year(names: Vocabulary) -> tuple[int, int]:
    return (names.years[0], names.years[1] + 1) if names.years and names.kind("published") else (0, 0)
