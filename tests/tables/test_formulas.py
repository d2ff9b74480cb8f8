"""What a spreadsheet would run becomes text, whatever stands before it; everything else stays as it is."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tables.formulas import disarm, is_formula, rearm

UNSEEN = ["", " ", "\n", "\r", "\t", "\x00", "\xa0", "\u200b", "\u2060", "\ufeff", "\u3000", "\u2028", "\v", '"']
RUN = ["=1+1", "=cmd|' /C calc'!A0", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "＝1＋1", "＋1+1", "－1-1", "＠SUM(1)"]
NUMBERS = ["-99", "+4.5", "-1,5", "-3e-5", "-5 %", "-5%", "+3", "-1,234.50", "-1.234,50", "-1 234", "-.5", "- 7", "−5"]
TEXTS = ["", "-", "--", "+/-", "ID-7", "a=b", "me@here.example", "x - y", "'tis", "1-2", "2024-01-31", "01/02/2024",
         "− 5", "• item", "→ x", "(+49) 30 1234", "0049 30", "007", "तीन", "#hash", "C++"]  # fmt: skip
ANYTHING = st.text(st.sampled_from("=+-@'\"; \t\r\n\u200b\ufeff\xa0＝－1,.e%ax(") | st.characters(), max_size=25)


@pytest.mark.parametrize("said", RUN)
@pytest.mark.parametrize("before", UNSEEN, ids=ascii)
def test_a_formula_gets_an_apostrophe_after_any_sign_that_is_not_seen(before: str, said: str) -> None:
    assert disarm(before + said) == f"{before}'{said}"
    assert is_formula(before + said)


@pytest.mark.parametrize("text", NUMBERS + TEXTS)
def test_numbers_and_harmless_texts_stay_as_they_are(text: str) -> None:
    assert disarm(text) == text
    assert not is_formula(text)


@pytest.mark.parametrize(
    ("text", "safe"),
    [("- item", "'- item"), ("@name", "'@name"), ("+49-30-1234", "'+49-30-1234"), ("=…", "'=…"),
     ("-99;=1+1", "-99;'=1+1"), ("'=1+1", "''=1+1"),
     ("To do:\n- sew\n- cut", "To do:\n'- sew\n'- cut"), ("cook;\t=1+1", "cook;\t'=1+1")],
)  # fmt: skip
def test_texts_that_only_look_like_formulas_survive_readable(text: str, safe: str) -> None:
    assert disarm(text) == safe
    assert rearm(safe) == text


@given(ANYTHING)
def test_nothing_is_left_that_a_spreadsheet_could_run_and_nothing_is_lost(text: str) -> None:
    assert not is_formula(disarm(text))
    assert rearm(disarm(text)) == text


@given(
    st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(allow_nan=False, allow_infinity=False)
)
def test_a_number_is_never_a_formula(number: object) -> None:
    for written in (str(number), f"{number:+}", f"{number:,}", str(number).replace(".", ",")):
        assert disarm(written) == written


def test_every_space_control_and_format_sign_of_unicode_is_looked_through() -> None:
    unseen = [
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zs", "Zl", "Zp")
    ]
    assert [hex(ord(sign)) for sign in unseen if not is_formula(f"{sign}=1+1")] == []
