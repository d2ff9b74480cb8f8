"""What a passage can answer with: its sentences, items, rows, code and definitions, each with what it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from core.documents.chunking import Part
from core.documents.outline import BlockKind
from core.language.sentences import CELLS, sentences, sentences_and_rows
from core.systems.knowledge_base.state import PartRead, Retrieved

UnitKind = Literal["sentence", "item", "row", "code", "definition"]

_OF_CONTENTS = re.compile(r"(?:\s*\.){5,}")
_LONG_CODE = 600  # characters
_PARAGRAPH = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+(?=\S)")
_ENDS = (".", "!", "?", "…", ":", ")", "”", '"', "’", "»", "]")
_WORD = re.compile(r"[(\"'“]?[A-Za-z][a-z’']*(?:-[a-z]*)?[)\"'”]?[.,:;!?]?")
_STOP = re.compile(r"[a-z)][.:](?:\s|$)")
_PROSE = 8  # words
_IN_WORDS = 0.75
_NUMBERED = re.compile(r"(?:\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2})+[.)]?)\s+(?=[^\W\d_])(?![a-z])")
_NO_HEADING_ENDS = (".", "!", "?", "…", ":", ";", ",")
_NAMED_BY = re.compile(r"\s*[(\[].*", re.DOTALL)


@dataclass(frozen=True)
class Unit:
    """Characters `start` to `end` of a passage, `number` (from 1), that can stand in an answer by themselves.

    `subject` are the headings that lead to it, the nearest last. `lead` is the line that it carries on, such as one
    with a colon, and `part` the place of its block in the passage: units of one list or table share it. A row knows its
    `columns`.
    """

    number: int
    kind: UnitKind
    text: str
    start: int
    end: int
    subject: tuple[str, ...] = ()
    lead: str = ""
    part: int = 0
    columns: str = ""

    @property
    def context(self) -> str:
        """All that is known of what it speaks of, and its words."""
        return "\n".join([*self.subject, *filter(None, [self.columns, self.lead]), self.text])


def units_of(number: int, document: Retrieved) -> list[Unit]:
    """Return the units of a passage, in order.

    Headings, the names of columns, lines of a table of contents and questions are none: they answer nothing. A line
    that is numbered as a heading, in a text that does not tell headings by their form, leads those below it.
    """
    found: list[Unit] = []
    parts = parts_of(document)
    before = ""  # the line that leads what follows
    for place, part in enumerate(parts):
        at = part.start - document["start"]
        text = document["text"][at : part.end - document["start"]]
        of_part = [
            Unit(number, kind, text[start:end], at + start, at + end, part.headings, lead, place, part.columns)
            for kind, start, end, lead in _STRETCHES[part.kind](text, part, before)
            if not _is_of_contents(text, start, end) and not (kind == "sentence" and text[end - 1] == "?")
        ]
        last = text if part.kind == "heading" else of_part[-1].text if of_part else ""
        before = last if part.kind == "heading" or _leads_on(last) else ""
        found += of_part
    if len(found) > 1 and _leads_on(found[-1].text):
        found.pop()  # what it leads to stands in the next passage, which begins with it
    elif found:
        found[-1] = _without_torn_sentence(found[-1])
    return list(_below_numbered(list(_with_terms(found, parts, document))))


def _without_torn_sentence(last: Unit) -> Unit:
    """Return the last unit of a passage without a sentence at its end that the next passage goes on with.

    An item without any full stop is none: many lists have none.
    """
    whole = list(sentences(last.text)) if last.kind == "item" else []
    if len(whole) < 2 or whole[-1].text.endswith(_ENDS):
        return last
    return replace(last, text=last.text[: whole[-2].end], end=last.start + whole[-2].end)


def parts_of(document: Retrieved) -> list[Part]:
    """Return the blocks of a passage; one whose blocks nobody knows is one paragraph."""
    parts = [
        Part(one["kind"], one["start"], one["end"], tuple(one["headings"]), one["columns"])
        for one in document.get("parts", [])
    ]
    return parts or [Part("paragraph", document["start"], document["end"], tuple(document["headings"]))]


def parts_to_state(parts: Sequence[Part]) -> list[PartRead]:
    """Write the blocks of a passage in plain values, as `parts_of` reads them."""
    return [
        {"kind": kind, "start": start, "end": end, "headings": list(headings), "columns": columns}
        for kind, start, end, headings, columns in parts
    ]


# --- what each kind of block is made of: stretches of its text, each with the line that leads it ----------------------

_Stretches: TypeAlias = Iterator[tuple[UnitKind, int, int, str]]


def _no_stretches(text: str, part: Part, lead: str) -> _Stretches:
    return iter(())


def _sentences(text: str, part: Part, lead: str) -> _Stretches:
    for one in sentences_and_rows(text):
        yield "row" if CELLS in one.text else "sentence", one.start, one.end, lead
        lead = one.text if _leads_on(one.text) else ""


def _rows(text: str, part: Part, lead: str) -> _Stretches:
    for line in _LINE.finditer(text):
        if line.group() != part.columns:
            yield "row", *line.span(), lead


def _list_items(text: str, part: Part, lead: str) -> _Stretches:
    above: list[tuple[int, str]] = []
    for start, end, depth in _items(text):
        above = [one for one in above if one[0] < depth]
        yield "item", start, end, above[-1][1] if above else lead
        above.append((depth, text[start:end]))


def _code(text: str, part: Part, lead: str) -> _Stretches:
    for start, end in _of_code(text):
        if _reads_as_prose(text[start:end]):  # a page of a manual that was written with a typewriter
            for one in sentences(text[start:end]):
                yield "sentence", start + one.start, start + one.end, lead
        else:
            yield "code", start, end, lead


_STRETCHES: dict[BlockKind, Callable[[str, Part, str], _Stretches]] = {
    "heading": _no_stretches,
    "paragraph": _sentences,
    "list": _list_items,
    "table": _rows,
    "code": _code,
}


def _of_code(text: str) -> Iterator[tuple[int, int]]:
    """Give where a block of code stands; of a long one, such as a manual page, what blank lines part."""
    if len(text) <= _LONG_CODE:
        yield 0, len(text)
        return
    for paragraph in _PARAGRAPH.finditer(text):
        yield paragraph.start(), paragraph.start() + len(paragraph.group().rstrip())


def _reads_as_prose(text: str) -> bool:
    """Whether what is set as code is running text: most of it words, with a stop at the end of one."""
    written = text.split()
    in_words = sum(_WORD.fullmatch(word) is not None for word in written)
    return len(written) >= _PROSE and in_words >= _IN_WORDS * len(written) and _STOP.search(text) is not None


def _items(text: str) -> Iterator[tuple[int, int, int]]:
    """Give where each item stands, without its mark, and how deep it is indented. Lines without a mark go on."""
    start = end = depth = 0
    for line in _LINE.finditer(text):
        mark = _ITEM.match(line.group())
        if mark and end:
            yield start, end, depth
        if mark or not end:
            start, depth = line.start() + (mark.end() if mark else 0), len(mark["indent"]) if mark else 0
        end = line.start() + len(line.group().rstrip())
    if end:
        yield start, end, depth


def _is_of_contents(text: str, start: int, end: int) -> bool:
    """Whether a stretch stands in a line of a table of contents: dots lead to the number of a page."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    return _OF_CONTENTS.search(text[first : last if last >= 0 else len(text)]) is not None


def _leads_on(text: str) -> bool:
    return text.rstrip().endswith(":")


def _with_terms(units: Sequence[Unit], parts: Sequence[Part], document: Retrieved) -> Iterator[Unit]:
    """Give the units, of which the first one below a term holds that, too: it is its definition.

    A term that stands alone in the passage is a unit of its own.
    """
    terms = {place: part for place, part in enumerate(parts) if part.kind == "heading"}
    first = {unit.part: unit for unit in reversed(units)}
    for unit in units:
        term = terms.get(unit.part - 1)
        if term and unit is first[unit.part] and unit.kind == "sentence":
            start = term.start - document["start"]
            text = document["text"][start : unit.end]
            yield Unit(unit.number, "definition", text, start, unit.end, unit.subject, "", unit.part)
        else:
            yield unit


def _below_numbered(units: Sequence[Unit]) -> Iterator[Unit]:
    """Give the units but for lines that are numbered headings, which become the subject of those below them."""
    above: tuple[str, ...] = ()
    size = Counter(unit.part for unit in units)
    lines = [size[unit.part] == 1 and _is_numbered_line(unit) for unit in units]
    for unit, is_line, *beside in zip(units, lines, [False, *lines], [*lines[1:], False], strict=False):
        if is_line and not any(beside):  # such lines one below the other are a list
            above = (unit.text,)
        else:
            yield replace(unit, subject=(*unit.subject, *above))


def _is_numbered_line(unit: Unit) -> bool:
    line = unit.text.rstrip()
    return unit.kind == "sentence" and _NUMBERED.match(line) is not None and not line.endswith(_NO_HEADING_ENDS)


def is_heading_line(unit: Unit, after: Unit | None) -> bool:
    """Whether a unit is a line that only heads the one after it, in a text that does not tell headings by their form.

    It is alone in its paragraph, has no stop and no figure, and runs on into the next block.
    """
    alone = unit.kind == "sentence" and after is not None and after.part == unit.part + 1
    return alone and not unit.text.rstrip().endswith(_ENDS) and not any(map(str.isdigit, unit.text))


def name_of(heading: str) -> str:
    """Return what a heading names, without what stands in brackets behind it: “work_mem” of “work_mem (integer)”."""
    return _NAMED_BY.sub("", heading).strip() or heading
