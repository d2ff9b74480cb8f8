"""An answer as plain text with its references, to be put into a letter or a report."""

from __future__ import annotations

from core.systems.knowledge_base.answer.selection import nearest_of
from core.systems.knowledge_base.answer.shown import Piece, around
from core.systems.knowledge_base.answer.support import NOT_FOUND
from core.systems.knowledge_base.deliver.parts import Line, turn_of
from core.systems.knowledge_base.state import State


def to_plain(state: State) -> str:
    """Write a question, what stands of its answer, each sentence with the numbers of its passages, and where these are.

    Quotations stand as in their documents, the sentence that was chosen between asterisks, and none that only may say
    it, too. What nobody could check says so, and so does what is doubtful as a whole.
    """
    turn = turn_of(1, state)
    asked = turn.understood or turn.request
    if turn.refused or not turn.lines:
        nearest = f" Nearest: {near}" if (near := nearest_of(state)) else ""
        return f"{asked}\n\n{turn.held or f'{NOT_FOUND}{nearest}'}"
    warnings = (f"{warning} {why}".strip() for warning, why in turn.warnings)
    said = "\n\n".join([asked, *warnings, *map(_said, turn.lines)])
    cited = {number for line in turn.lines for number in line.numbers}
    return f"{said}\n\n" + "".join(f"[{one.number}] {one.reference}\n" for one in turn.sources if one.number in cited)


def _said(line: Line) -> str:
    numbers = "".join(f"[{number}]" for number in line.numbers)
    unsure = " (not checked)" if line.note.standing == "not checked" else ""
    text = "\n".join(_text(piece, line.chosen) for piece in line.pieces)
    return f"{text} {numbers}{unsure}" if line.runs_on else f"{text}\n{numbers}{unsure}"


def _text(piece: Piece, chosen: str) -> str:
    if piece.kind == "list" and piece.items:
        return "\n".join(f"{mark} {_bold(item, chosen)}" for mark, item in zip(piece.marks, piece.items, strict=True))
    if piece.kind == "table" and piece.items:
        return "\n".join(filter(None, [piece.columns, *piece.items]))
    return _bold(piece.text, chosen) if piece.kind in ("paragraph", "heading") else piece.text


def _bold(text: str, chosen: str) -> str:
    before, found, after = around(text, chosen)
    return f"{before}{found and f'**{found}**'}{after}"
