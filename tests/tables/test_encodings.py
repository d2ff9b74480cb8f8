"""A text says how its letters are encoded, or they are guessed, and then the guess is told."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.tables.encodings import decode_text, told_of_encoding

MIXED = "The gauge – “type B” – reads 40 bar. ".encode() * 3


@pytest.mark.parametrize(("mark", "encoding"), [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16")])
def test_what_a_mark_or_a_rule_tells_is_no_guess(mark: str, encoding: str) -> None:
    assert decode_text("Größe".encode(mark), "a.txt") == ("Größe", encoding)
    assert told_of_encoding("Größe", encoding) == ()


@pytest.mark.parametrize("end", ["Müller set it.", "Grüße, señor Müller."])
def test_a_stray_sign_spoils_no_text_and_is_told(end: str) -> None:
    text, encoding = decode_text(MIXED + end.encode("cp1252"), "a.txt")
    assert text == MIXED.decode() + end
    (told,) = told_of_encoding(text, encoding)
    assert "read as utf-8 and cp1252, a guess: “" in told
    assert "“Müller”" in told


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_kr", "gb18030", "big5", "cp1251"])
def test_another_encoding_is_not_taken_for_strays(encoding: str) -> None:
    words = {"cp1251": "Солнечные батареи дешевеют. ", "euc_kr": "태양 전지는 싸다. "}.get(encoding, "太陽電池安価 ")
    _, read_as = decode_text((words * 20).encode(encoding, "ignore"), "a.txt")
    assert not read_as.startswith("utf-8")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(InputError, match="encoding"):
        decode_text(bytes(range(128, 256)) * 50, "a.txt")
