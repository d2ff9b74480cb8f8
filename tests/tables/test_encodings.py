"""A text says how its letters are encoded, or they are guessed, and then the guess is told."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.tables.encodings import decode_text, told_of_encoding, told_of_unread

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


@pytest.mark.parametrize("rows", [60, 20_000])
@pytest.mark.parametrize("damage", [b"\xff\xfe \x81\x8d\x8f", b"\xc3(\xa0\xa1\x9d", b"\xb2\xb3\x81 x\xfe\xb1"])
def test_a_few_bytes_of_which_nothing_makes_words_are_damage_and_the_rows_are_told(rows: int, damage: bytes) -> None:
    data = b"".join(b"%d,tailor of suits\n" % number for number in range(1, rows)) + b"9,tai" + damage + b"lor\n"
    text, encoding = decode_text(data, "a.csv")
    assert encoding == "utf-8 and cp1252, a guess"
    (told,) = told_of_unread([line.split(",") for line in text.splitlines()])
    assert told.startswith(f"Row {rows:,} holds bytes that are no letters. “\ufffd” stands in their place")


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        ("portier, Łódź", "cp1250"),
        ("повар", "cp1251"),
        ("太陽電池の安価な販売", "shift_jis"),
        ("Webデザイナーの仕事、ITエンジニア", "shift_jis"),
        ("Müller, Größe", "cp437"),
    ],
)
def test_a_few_words_of_another_encoding_are_no_damage(words: str, encoding: str) -> None:
    text, read_as = decode_text(f"id,job\n1,cook\n2,{words}\n".encode(encoding), "a.csv")
    assert not read_as.startswith("utf-8")
    assert told_of_unread([text.split(",")]) == ()


def test_rows_that_cannot_be_read_are_counted_and_the_first_are_named() -> None:
    (told,) = told_of_unread([["id", "job"], *([f"{number}", "\ufffd"] for number in range(1_200))])
    assert told.startswith("Rows 2, 3, 4, 5, 6 and 1,195 more hold bytes that are no letters.")
