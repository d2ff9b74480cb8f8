"""Where cited words stand among the signs of a page, however they were read."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.documents.page_words import Glyph, Quote, Sheet, boxes_of


def sheet(lines: Sequence[str]) -> Sheet:
    """A page of these lines: each sign is ten points wide and high, each line twenty below the one before."""
    glyphs, number = [], 0
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if not sign.isspace():
                glyphs.append(Glyph(sign, number, 10 * column, 20 * row, 10 * column + 10, 20 * row + 10))
            number += 1
        number += 1  # the end of a line
    return Sheet(1_000, 1_000, glyphs)


def boxed(lines: Sequence[str], quote: str, page: int = 1, **around: str) -> list[str]:
    """The signs whose middle lies in a box, box by box."""
    there = sheet(lines)
    boxes = boxes_of(Quote(quote, page, **around), {1: there}).get(1, [])
    return [
        "".join(
            one.sign
            for one in there.glyphs
            if box.left < (one.left + one.right) / 2_000 < box.right
            and box.top < (one.top + one.bottom) / 2_000 < box.bottom
        )
        for box in boxes
    ]


def test_ligatures_accents_quotation_marks_and_hyphens_do_not_matter() -> None:
    assert boxed(
        ["Before.", "“E\u0301fﬁcient” ﬂows are diffe-", "rent.", "After."], '"Éfficient" flows are different.'
    ) == [
        "“E\u0301fﬁcient”ﬂowsarediffe-",
        "rent.",
    ]


def test_a_running_title_between_two_halves_is_left_out() -> None:
    lines = ["The pump may run for ninety days", "Handbook, page 7", "without a rest in the cold season."]
    assert boxed(lines, "The pump may run for ninety days without a rest in the cold season.") == [
        "Thepumpmayrunforninetydays",
        "withoutarestinthecoldseason.",
    ]


def test_code_of_signs_alone_is_found_by_its_signs() -> None:
    assert boxed(["a -> b", "c => d"], "=>") == ["=>"]


def test_a_wide_gap_parts_boxes() -> None:
    assert boxed(["pump          400"], "pump | 400") == ["pump", "400"]


def test_words_on_the_page_before_or_after_the_one_that_was_told_are_found() -> None:
    there = sheet(["The valve opens at six bar."])
    for told in (1, 3):
        assert set(boxes_of(Quote("The valve opens at six bar.", told), {2: there})) == {2}


WORDS = st.lists(st.text("abcdefghij", min_size=3, max_size=8), min_size=4, max_size=40, unique=True)


@given(WORDS, st.data())
def test_words_that_stand_once_are_boxed_exactly(words: list[str], data: st.DataObject) -> None:
    lines = [" ".join(words[at : at + 5]) for at in range(0, len(words), 5)]
    first = data.draw(st.integers(0, len(words) - 3))
    last = data.draw(st.integers(first + 3, len(words)))
    quote = " ".join(words[first:last])
    whole = "".join(words)
    if whole.count("".join(words[first:last])) == 1:
        assert "".join(boxed(lines, quote)) == "".join(words[first:last])
