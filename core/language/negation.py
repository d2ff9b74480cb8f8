"""Words that turn what follows them (“no”, “fails to”), and how far they reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.language.clauses import Token
from core.language.lexicon import word_groups

_GROUPS = word_groups("negation")
DETERMINING = _GROUPS["determiner"]  # “no” turns the whole noun phrase, “not” a word of it
DENYING = _GROUPS["negation"] | DETERMINING
NEGATORS = DENYING | _GROUPS["verb"]
_TURNS_NOTHING = frozenset(("only", "fewer", "less", "doubt"))  # “not only”, “no fewer than”, “no doubt”
_ENDS = word_groups("joining_words")["ends a negation"]


def negates(token: Token, following: Sequence[Token]) -> bool:
    """Whether `token` turns what follows it: “not”, but not the one of “not only”."""
    after = following[0].word if following else ""
    if token.word in ("not", "no") and after in _TURNS_NOTHING:
        return False
    if token.word in _GROUPS["verb"]:
        return after == "to"  # and not: heart failure, the wires failed
    return token.word in NEGATORS or token.word.endswith("n't")


def scope(token: Token, following: Sequence[Token]) -> Iterator[Token]:
    """Give the words that a negation can turn: up to the next preposition, negation or end of clause."""
    for number, other in enumerate(following):
        if other.clause != token.clause or other.word in NEGATORS or (number and other.word in _ENDS):
            return
        yield other
