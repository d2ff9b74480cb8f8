"""The language of a text is told where it is long enough, and else left open."""

from __future__ import annotations

import pytest

from core.language.detecting import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Solar cells lose power when moisture reaches them, and sealing keeps it away.", "en"),
        ("Solarzellen verlieren an Leistung, wenn Feuchtigkeit in sie eindringt.", "de"),
        ("Les cellules solaires perdent de la puissance lorsque l'humidité les atteint.", "fr"),
        ("नमी पहुँचने पर सौर सेल की शक्ति घट जाती है और उसे बंद रखना पड़ता है।", "hi"),
        ("太阳能电池在潮湿的空气中会失去功率，因此必须密封以保护它们。", "zh"),
        ("ok", ""),
        ("12345 67890 11111 22222", ""),
    ],
)
def test_the_language_is_told_or_left_open(text: str, language: str) -> None:
    assert language_of(text) == language
