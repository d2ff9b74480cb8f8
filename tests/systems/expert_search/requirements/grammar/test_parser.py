"""How much something is wanted, wherever the words that say so stand."""

from __future__ import annotations

import pytest

from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read, understand


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("It would also be a plus if he or she speaks Twi", "language Twi"),
        ("It would be an advantage if they knew Turkish", "language Turkish"),
        ("It would be great if she spoke Twi", "language Twi"),
        ("a bonus if in Ghana", "place Ghana"),
        ("bonus if Turkish", "language Turkish"),
        ("Turkish would also be welcome", "language Turkish"),
        ("it would really be an asset to have glazes", "topic glazes"),
        ("It is certainly an advantage when somebody lives in Ghana", "place Ghana"),
        ("it'd be nice if they were based in Peru", "place Peru"),
        ("an advantage would be glazes", "topic glazes"),
    ],
)
def test_what_would_be_a_plus_is_a_wish(said: str, wish: str) -> None:
    request = f"rope bridges. {said}."
    assert read(request) == {"hard topic rope bridges", f"wish {wish}"}
    assert not understand(request, CONTEXT)[1].unused
