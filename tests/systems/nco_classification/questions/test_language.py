from __future__ import annotations

import pytest

from core.systems.nco_classification.questions.attributes import Told
from core.systems.nco_classification.questions.language import beside, language_of
from tests.systems.nco_classification.little_index import CLASSIFICATION


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("silai karti hoon", "hinglish"),
        ("kisan", "hinglish"),
        ("school mein padhata hoon", "hinglish"),
        ("मैं खेती करता हूँ", "hindi"),
        ("ड्राइवर (truck)", "hindi"),
        ("The main teacher of the men, works in two schools", "english"),
        ("Assistant, sales: filling shelf or freezer", "english"),
        ("விவசாயி", "english"),
        ("123", "english"),
        ("pradhan of two villages", "english"),
        ("halwai in a sweet shop", "english"),
        ("works out gratuity, PF and leave", "english"),
        ("runs a dhaba and a paan shop", "english"),
        ("gaon ka sarpanch", "hinglish"),
        ("office mein peon hun", "hinglish"),
        ("kapde silta hai", "hinglish"),
        ("company ke liye driver", "hinglish"),
    ],
)
def test_who_tells_in_hindi_of_either_script_is_asked_so_and_everybody_else_in_english(
    text: str, language: str
) -> None:
    assert language_of(text, CLASSIFICATION) == language


def test_the_english_stands_beside_another_language_and_not_beside_itself() -> None:
    told = Told("Where?", "कहाँ?", "Kahan?")
    assert [beside(told, language) for language in ("english", "hindi", "hinglish")] == [  # type: ignore[arg-type]
        "",
        "Where?",
        "Where?",
    ]
