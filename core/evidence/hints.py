"""Hints: where a reader of an unchecked sentence looks first. They never strike.

Only those that told something on text which others wrote: numbers no rule can place, names that the passage does not
know, and a “not” that the passage lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.evidence.exact import located, number_faults
from core.evidence.verdicts import Hint, Statement
from core.language.clauses import Token, tokens
from core.language.negation import negates
from core.language.terms import STOP_WORDS

_NAME = re.compile(r"(?<!\w)[A-Z][\w&]*(?:[-‐‑]\w+)*")
_ACRONYM = re.compile(r"[A-Z][A-Za-z]?[A-Z0-9]+s?")
_ENDING = 3  # letters that a name may change: Chinese, China


def hints_for(statement: Statement) -> tuple[Hint, ...]:
    """Return what speaks against a sentence without proving anything, most telling first."""
    numbers = (
        Hint(one.message, one.start, one.end, located(one.source, statement)) for one in number_faults(statement)
    )
    return (*numbers, *_names(statement), *_inserted_nots(statement))


def _names(statement: Statement) -> Iterator[Hint]:
    """Give names and acronyms that occur nowhere: not their words, nor the initials that an acronym stands for."""
    there = " ".join((*sorted(statement.passages), statement.printed)).casefold()
    initials = "".join(word[0] for word in re.findall(r"\w+", there))
    begins = {one.start for one in tokens(statement.sentence) if _is_first(one, statement.sentence)}
    for match in _NAME.finditer(statement.sentence):
        name = match.group()
        acronym = _ACRONYM.fullmatch(name) is not None
        if name.casefold() in STOP_WORDS or (match.start() in begins and not acronym):
            continue
        parts = re.split(r"[-‐‑]", name.removesuffix("s").casefold())
        held = all(part[: max(4, len(part) - _ENDING)] in there for part in parts)
        if not held and not (acronym and parts[0] in initials):
            yield Hint(f"“{name}” does not occur in the cited passage.", match.start(), match.end())


def _is_first(token: Token, text: str) -> bool:
    return not text[: token.start].strip(" \"'“‘(") or text[: token.start].rstrip(" \"'“‘(\n")[-1] in ".!?:;•"


def _inserted_nots(statement: Statement) -> Iterator[Hint]:
    """Give each “not” between words that stand together in a sentence of the passage which denies nothing."""
    said = tokens(statement.sentence)
    for token in said:
        following = said[token.place + 1 : token.place + 3]
        if not negates(token, following) or not following:
            continue
        around = {one.stem for one in (*said[max(0, token.place - 2) : token.place], *following) if one.content}
        for passage in statement.passages:
            rows: dict[int, list[Token]] = {}
            for one in tokens(passage):
                rows.setdefault(one.sentence, []).append(one)
            held = [row for row in rows.values() if len(around) > 1 and around <= {one.stem for one in row}]
            if held and not any(negates(one, row[number + 1 :]) for row in held for number, one in enumerate(row)):
                yield Hint(f"The cited passage has no “{token.word}” here.", token.start, token.end)
                break
