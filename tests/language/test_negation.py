"""Which words negate, and how far."""

from __future__ import annotations

import pytest

from core.language.clauses import tokens
from core.language.negation import negates, scope


def _negating(text: str) -> list[str]:
    found = tokens(text)
    return [one.word for number, one in enumerate(found) if negates(one, found[number + 1 :])]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It was not tested.", ["not"]), ("It wasn't tested.", ["wasn't"]), ("It failed to rise.", ["failed"]),
        ("Heart failure was seen.", []), ("Not only mice were seen.", []), ("No doubt it works.", []),
        ("No fewer than five fell.", []), ("It hardly moved without oil.", ["hardly", "without"]),
    ],
)  # fmt: skip
def test_what_negates_is_told_from_what_only_looks_so(text: str, words: list[str]) -> None:
    assert _negating(text) == words


def test_a_negation_ends_at_a_preposition_and_at_the_clause() -> None:
    found = tokens("It did not raise the yield in summer, and costs fell.")
    reach = scope(found[2], found[3:])
    assert [token.word for token in reach] == ["raise", "the", "yield"]
