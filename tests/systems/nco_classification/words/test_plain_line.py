"""A text is one line of plain words in any script, and what is found in it stands at offsets of the text."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.plain_line import BEGINS, ENDS, blanked, pattern, plain_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Pati darzi hain, main ghar par hoon", "pati darji hain , main gar par hun"),
        ("मेरे पति, मैं", "mere pati , main"),
        ("B.Sc. second year. Works", "b sk sekond yir , vorks"),
        ("Retd. from a mill", "retd from a mil"),
        ("", ""),
    ],
)
def test_a_text_is_a_line_of_plain_words_that_breaks_part(text: str, line: str) -> None:
    assert plain_line(text).line == line


def test_what_a_pattern_finds_stands_at_offsets_of_the_text() -> None:
    text = "मेरे पति दर्ज़ी हैं, मैं घर पर हूँ"
    line = plain_line(text)
    match = pattern(f"{BEGINS}{{who}} [^,]*{ENDS}", who=["main"]).search(line.line)
    assert match is not None
    start, end = line.within(*match.span())
    assert text[start:end] == "मैं घर पर हूँ"


def test_blanks_keep_every_other_offset() -> None:
    assert blanked("retired, sells tea", [(0, 7)]) == "       , sells tea"
