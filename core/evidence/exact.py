"""Exact checks: what a rule can decide alone. Quotations are verbatim; numbers stand in what is cited, or follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.evidence.numbers.grounding import JOINT, NumberFault, check_numbers
from core.evidence.verdicts import EXACT_CHECK, Standing, Statement, Verdict, Words
from core.language.tokens import words

_QUOTATION = re.compile(r"[“„«]([^“”„«»]+)[”“»]|(?<!\w)\"([^\"]+)\"(?!\w)")
_LEFT_OUT = re.compile(r"\s*(?:\[[^\[\]]*\]|\.\.\.|…)\s*")
_LEAST = 3  # words: less is a name or a manner of speaking


def exact_fault(statement: Statement) -> Verdict | None:
    """Return the verdict that strikes a sentence which cites nothing or has a fault that can be shown, else None."""
    if not any(passage.strip() for passage in statement.passages):
        return Verdict("not in the passage", EXACT_CHECK, "The sentence cites no passage.")
    for start, end in _misquoted(statement):
        reason = f"“{statement.sentence[start:end]}” does not stand in the cited passage word for word."
        return Verdict("not in the passage", EXACT_CHECK, reason, start, end)
    found = number_faults(statement)
    return _struck(found[0], statement) if found and found[0].kind != "open" else None


def number_faults(statement: Statement) -> list[NumberFault]:
    """Return what is the matter with the numbers of a sentence; offsets in the passages are those of `located`."""
    cited = JOINT.join([*sorted(statement.passages), statement.printed])
    return check_numbers(statement.sentence, cited, statement.asked)


def located(source: tuple[int, int] | None, statement: Statement) -> Words | None:
    """Return which of the cited passages these offsets in all of them are of, and the offsets there."""
    begin = 0
    for passage in sorted(statement.passages):
        if source is not None and begin <= source[0] < begin + len(passage):
            return Words(statement.passages.index(passage), source[0] - begin, source[1] - begin)
        begin += len(passage) + len(JOINT)
    return None


def _struck(fault: NumberFault, statement: Statement) -> Verdict:
    standing: Standing = "contradicted" if fault.kind == "elsewhere" else "not in the passage"
    place = located(fault.source, statement)
    return Verdict(standing, EXACT_CHECK, fault.message, fault.start, fault.end, (place,) if place else ())


def _misquoted(statement: Statement) -> Iterator[tuple[int, int]]:
    """Give the places of words in quotation marks that stand in no cited passage, nor in what is printed beside it."""
    if statement.sentence.count('"') % 2:
        return
    texts = [_words(text) for text in (*statement.passages, statement.printed)]
    for match in _QUOTATION.finditer(statement.sentence):
        quoted = match[1] or match[2]
        pieces = [_words(piece) for piece in _LEFT_OUT.split(quoted)]
        if len(words(quoted)) >= _LEAST and not any(all(piece in text for piece in pieces) for text in texts):
            yield match.start() + 1, match.end() - 1


def _words(text: str) -> str:
    """Return the words of a text between blanks, so that whole words are compared."""
    return f" {' '.join(words(text))} " if text.strip() else " "
