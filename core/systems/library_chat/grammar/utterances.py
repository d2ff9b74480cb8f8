"""Messages of several sentences: where one ends, and which of them ask something of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.language.lexicon import word_groups
from core.systems.library_chat.grammar.nodes import Node
from core.systems.library_chat.grammar.reading import Said

_SURE = re.compile(r"[.!?…]+['\"”’)]?(?=\s|$)|\n+")
_PERHAPS = re.compile(r"\s*(?:;|:|,|\s[-–—]+)(?=\s)")
_CLASSES = word_groups("library_clauses")
_SHORTENED = 3  # letters of "Mr.", "St.", "vol."
_LONGEST = 5  # words of a phrase
_ASKING = frozenset({"COUNT", "WHO", "WHICH", "WHEN", "WHERE", "HOWLONG", "SUP", "COL"})
_ORDERING = frozenset({"COMPARE", "SORT", "SHARE", "LIMIT", "AVG", "MOST", "FEWEST", "COMMON", "GROUPBY", "TOP"})
_OF_REQUESTS = frozenset({"BOOKS", "COUNT", "WHO", "WHICH", "SUP", "LIMIT", "AGG", "COL", "TITLED", "SHARE"})


@dataclass(frozen=True)
class Utterance:
    """A part of a message, `question[start:end]`: it asks something of the catalogue, or tells something beside it.

    A fragment only names books, without a question or an order: “Horses, horses.”, “I collect books in Welsh.”
    """

    start: int
    end: int
    asks: bool
    is_fragment: bool = False

    def alone(self, question: str) -> str:
        """Return the message with blanks in the place of all else, so that every word stays where it stands."""
        return " " * self.start + question[self.start : self.end] + " " * (len(question) - self.end)


def utterances(said: Said) -> list[Utterance]:
    """Part a message where sentences end; at a comma, a colon or a dash only beside what does not ask."""
    parts: list[Utterance] = []
    for first, last in _cut(said, 0, len(said.question), _SURE):
        parts += _parted(said, first, last)
    return parts


def _parted(said: Said, start: int, end: int) -> list[Utterance]:
    """Part a sentence where something is told before the question or behind it: “it's for school, any …?”; and where
    the rest asks about what was just named: “…, and how many is that?”.
    """
    if (place := _second_superlative(said, start, end)) is not None:
        return [Utterance(start, place, True), Utterance(place, end, True)]
    pieces = _whole(said, list(_cut(said, start, end, _PERHAPS)))
    asks = [_asks(said, *piece) for piece in pieces]
    back = [_points_back(said, *piece) for piece in pieces]
    if (all(asks) and not any(back[1:])) or not any(asks):
        return [Utterance(start, end, any(asks), _is_fragment(said, start, end))]
    found: list[Utterance] = []
    for (first, last), does, points in zip(pieces, asks, back, strict=True):
        if found and not points and (found[-1].asks == does or not _nodes(said, first, last)):
            found[-1] = Utterance(found[-1].start, last, found[-1].asks)
        else:
            found.append(Utterance(first, last, does, _is_fragment(said, first, last)))
    return found


def _second_superlative(said: Said, start: int, end: int) -> int | None:
    """Return where a sentence asks for the most of other books: “the oldest in French and the newest in German”."""
    nodes = _nodes(said, start, end)
    for place in range(1, len(nodes) - 1):
        before, after = ({one.tag for one in part} for part in (nodes[:place], nodes[place + 1 :]))
        both = {"SUP", "COND"} <= before and {"SUP", "COND"} <= after
        ahead = next((one.tag for one in nodes[place + 1 :] if one.tag not in ("WHICH", "BE", "SIGN")), "")
        if both and nodes[place].tag == "AND" and ahead == "SUP":
            return said.tokens[nodes[place].first].start
    return None


def _whole(said: Said, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join a piece that only goes on to the one before it: “…, but not from Penguin”."""
    found: list[tuple[int, int]] = []
    for start, end in pieces:
        tags = [node.tag for node in _nodes(said, start, end) if node.tag != "SIGN"]
        if found and tags[:1] in (["BUT"], ["NOT"], ["OR"], ["AND"], ["IN"], ["BY"]) and not _ASKING & {*tags}:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _points_back(said: Said, start: int, end: int) -> bool:
    """Whether a piece asks something, names nothing, and has a pronoun in it."""
    tags = [node.tag for node in _nodes(said, start, end) if node.tag not in ("AND", "SIGN")]
    pronoun = {"THOSE", "IT", "PERSON"} & {*tags} and _ASKING & {*tags}
    alone = tags[:1] == ["WHICH"] and "COL" not in tags
    of_those = [tag for tag in tags if tag != "IN"][:2] == ["COUNT", "THOSE"]
    return of_those or (bool(pronoun or alone) and not {"COND", "BOOKS", "LIBRARY"} & {*tags})


def _nodes(said: Said, start: int, end: int) -> list[Node]:
    return [node for node in said.raw if node.first >= 0 and start <= said.tokens[node.first].start < end]


def _is_fragment(said: Said, start: int, end: int) -> bool:
    tags = {node.tag for node in _nodes(said, start, end)}
    words = _words(said, start, end)
    is_order = bool(words) and words[0] in _CLASSES["order"]
    begins = next((node.tag for node in _nodes(said, start, end) if node.tag not in ("SIGN", "AND", "IN", "BY")), "")
    asks = begins in _ASKING - {"COL"} or tags & ({"COUNT", "SUP"} | _ORDERING)
    return "?" not in said.question[start:end] and not (is_order or asks)


def _cut(said: Said, start: int, end: int, sign: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for match in sign.finditer(said.question, start, end):
        if _ends(said, match) and said.question[start : match.end()].strip():
            yield start, match.end()
            start = match.end()
    if said.question[start:end].strip():
        yield start, end


def _ends(said: Said, match: re.Match[str]) -> bool:
    """Whether a sign ends something: it is not within a name, a quotation, a range or a shortened word."""
    before = [token for token in said.tokens if token.end <= match.start()]
    after = [token for token in said.tokens if token.start >= match.end()]
    inside = [token for token in said.tokens if token.start < match.end() and match.start() < token.end]
    if any(token.kind in ("quote", "initials") for token in inside):
        return False
    if not before or not after:
        return bool(before)
    place = len(before)
    if before[-1].kind == "number" and after[0].kind == "number":
        return False
    signs = [token.text for token in before if token.text in "()"]
    if signs.count("(") > signs.count(")"):  # “(min. 5 books)”
        return False
    short = len(before[-1].text) <= _SHORTENED and before[-1].is_capital and match.group().startswith(".")
    return not short and not any(node.first < place <= node.last for node in said.raw if node.tag != "SIGN")


def _asks(said: Said, start: int, end: int) -> bool:
    """Whether a clause asks: it ends in a question mark, or does not begin as what people tell of themselves does."""
    words = _words(said, start, end)
    if said.question[:end].rstrip().endswith("?"):
        return True
    begin = f"{' '.join(words[:_LONGEST])} "
    if any(begin.startswith(f"{phrase} ") for phrase in _CLASSES["request"]):
        return True
    tags = {node.tag for node in _nodes(said, start, end)}
    if {"BOOKS", "COND"} <= tags:
        return True  # “I collect books in Welsh.”
    if not words or any(begin.startswith(f"{phrase} ") for phrase in _CLASSES["subject"]):
        return False
    return not _is_strange(said, start, end)


def _words(said: Said, start: int, end: int) -> list[str]:
    """Return the words of a clause without those that only open it."""
    tokens = [token for token in said.tokens if start <= token.start < end and token.kind != "sign"]
    words = " ".join(token.key for token in tokens).split()
    while words and words[0] in _CLASSES["opening"]:
        words = words[1:]
    return words


def _is_strange(said: Said, start: int, end: int) -> bool:
    """Whether a clause begins with words of which nobody knows anything, and names no books behind them."""
    nodes = [node for node in _nodes(said, start, end) if node.tag not in ("SIGN", "ONLY", "ALSO")]
    unknown = [node for node in nodes if node.tag == "WORD"]
    return len(unknown) > 1 and nodes[0].tag == "WORD" and not _OF_REQUESTS & {node.tag for node in nodes}
