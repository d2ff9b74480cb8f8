"""Whether a sentence stands in a cited passage word for word, or shortened in ways that cannot change its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from core.evidence.verdicts import WORD_FOR_WORD, Statement, Verdict, Words
from core.language.sentences import Sentence, sentences, sentences_and_rows

_SIGNS = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‐": "-", "‑": "-"})
_ASIDE = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
# What an aside may hold and be left out: figures, signs, abbreviations, references. Any other word may be a condition.
_HARMLESS = re.compile(r"(?:[\W\d_]|\b[A-Z][\w-]*\b|\b(?:et al|see|eg|ie|e\.g|i\.e|fig|figs|p|n|ci|vs)\b\.?)*")


def backed_word_for_word(statement: Statement) -> Verdict | None:
    """Return the verdict on a sentence that is made of whole sentences, or a row, of cited passages; else None."""
    plain = _plain(statement.sentence)
    whole = next(_found(plain, statement.passages), None) if plain else None
    places: list[Words] = [whole] if whole else []
    for part in [] if whole else _parts(statement.sentence):
        found = next(_found(part, statement.passages), None)
        if found is None:
            return None
        places.append(found)
    if not places:
        return None
    return Verdict("backed", WORD_FOR_WORD, "It stands in the passage word for word.", shown_by=tuple(places))


def _parts(sentence: str) -> list[str]:
    return [plain for one in sentences(sentence) if (plain := _plain(one.text))]


def _found(part: str, passages: Sequence[str]) -> Iterator[Words]:
    """Where a part stands as a whole sentence; the place does not depend on the order of the passages."""
    for number, passage in sorted(enumerate(passages), key=lambda one: one[1]):
        for there in _sentences(passage):
            if part == _plain(there.text) or part == _plain(_without_asides(there.text)):
                yield Words(number, there.start, there.end)


@lru_cache(maxsize=4_000)
def _sentences(passage: str) -> tuple[Sentence, ...]:
    return tuple(sentences_and_rows(passage))


@lru_cache(maxsize=20_000)
def _plain(text: str) -> str:
    """Leave out what is typography: kinds of quotes and dashes, blanks, the case of the first letter, the last stop."""
    flat = " ".join(text.translate(_SIGNS).split()).rstrip(" .:;,")
    return flat[:1].lower() + flat[1:]


def _without_asides(text: str) -> str:
    return _ASIDE.sub(lambda match: "" if _HARMLESS.fullmatch(match[1]) else match[0], text)
