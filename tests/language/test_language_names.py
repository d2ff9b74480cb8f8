"""Codes of languages of every ISO 639 list have the name of their language; other words have none."""

from __future__ import annotations

import pytest

from core.language.language_names import language_of, misspelt_language


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("eng", "English"), ("en", "English"), ("en-US", "English"), ("EN_gb", "English"), ("fre", "French"),
        ("fra", "French"), ("ger", "German"), ("zho", "Chinese"), ("chi", "Chinese"), ("spa", "Spanish"),
        ("grc", "Ancient Greek"), ("wel", "Welsh"), ("mul", "Multiple languages"), ("und", ""), ("English", None),
        ("xx", None), ("", None), ("Old Norse", None),
    ],
)  # fmt: skip
def test_a_code_has_a_name(code: str, name: str | None) -> None:
    assert language_of(code) == name


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Portugese", "Portuguese"),
        ("Swahilli", "Swahili"),
        ("Spanish", ""),
        ("portrait", ""),
        ("Russia", ""),
        ("Ido", ""),
    ],
)
def test_a_name_of_a_language_may_be_misspelt(written: str, meant: str) -> None:
    assert misspelt_language(written) == meant
