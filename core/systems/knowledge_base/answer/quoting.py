"""Whether a line of an answer is a stretch of a passage as it stands: whole sentences, items, rows or code in a run."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.verbatim import denies, frames
from core.evidence.verdicts import WORD_FOR_WORD, Verdict, Words
from core.language.orders import gives_orders, speaks_of_orders
from core.systems.knowledge_base.answer.units import Unit, units_of
from core.systems.knowledge_base.state import Retrieved


def find_quotation(text: str, document: Retrieved, asked: str = "") -> tuple[int, int] | None:
    """Return where a text stands in a passage, blanks and line ends aside; None where it does not, or not as a whole.

    It begins and ends with a unit. What stands below a line that denies or reports it, or before a sentence that takes
    it back, is no quotation without that line, and neither is what gives orders to a reader or a model, unless orders
    are what was asked about.
    """
    plain = " ".join(text.split())
    letters = [place for place, letter in enumerate(document["text"]) if not letter.isspace()]
    flat = "".join(document["text"][place] for place in letters)
    wanted = plain.replace(" ", "")
    units = units_of(1, document)
    at = flat.find(wanted) if wanted else -1
    while at >= 0:
        start, end = letters[at], letters[at + len(wanted) - 1] + 1
        run = [unit for unit in units if unit.start < end and start < unit.end]
        same = " ".join(document["text"][start:end].split()) == plain
        ordered = any(gives_orders(unit.text) for unit in run) and not speaks_of_orders(asked)
        if same and not ordered and _is_whole(run, document["text"], start, end) and _is_said(run, units):
            return start, end
        at = flat.find(wanted, at + 1)
    return None


def _is_whole(run: Sequence[Unit], text: str, start: int, end: int) -> bool:
    """Whether a stretch begins and ends with units, blanks aside: code may be indented."""
    if not run or run[0].start > start or end > run[-1].end:
        return False
    return not (text[run[0].start : start] + text[end : run[-1].end]).strip()


def _is_said(run: Sequence[Unit], units: Sequence[Unit]) -> bool:
    framed = any(frames(unit.lead) and not any(one.text.endswith(unit.lead) for one in run) for unit in run)
    first, after = units.index(run[0]), units.index(run[-1]) + 1
    if len(run) == 1:  # of a passage without parts nobody knows which of its sentences a line before it leads
        framed = framed or any(one.text.endswith(":") and frames(one.text) for one in units[:first])
    taken_back = after < len(units) and units[after].part == run[-1].part and denies(units[after].text)
    return not framed and not taken_back


def quoted(text: str, documents: Sequence[Retrieved], above: Sequence[int], asked: str = "") -> Verdict | None:
    """Return the verdict on a line that is a quotation of one of the passages it cites, in answer to what was `asked`.

    `above` are for each of them the characters that stand above its text where it is read for a check.
    """
    for place, (document, shift) in enumerate(zip(documents, above, strict=True)):
        if found := find_quotation(text, document, asked):
            words = Words(place, found[0] + shift, found[1] + shift)
            return Verdict("backed", WORD_FOR_WORD, "It stands in the passage word for word.", shown_by=(words,))
    return None
