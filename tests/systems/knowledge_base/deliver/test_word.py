"""A conversation as a Word document says everything, word for word."""

from __future__ import annotations

import io
from typing import Any

from docx import Document

from core.systems.knowledge_base.deliver.word import to_docx
from tests.systems.knowledge_base.deliver.turns import EVIL, hostile, mixed, page


def opened(data: bytes) -> Any:
    return Document(io.BytesIO(data))


def test_it_opens_with_questions_sentences_passages_and_verdicts() -> None:
    document = opened(to_docx("Pumps", "Manuals", mixed()))
    headings = [part.text for part in document.paragraphs if part.style.name == "Heading 1"]
    assert headings == ["1. And it?", "2. At which pressure?", "3. Who sang?"]
    whole = "\n".join(part.text for part in document.paragraphs)
    for told in (
        "Understood as: How is it started?", "1 of 4 sentences did not hold.", "Asked once more.",
        "Pigs fly. ∅ Not in the passage, exact check. It cites none.", "[1] pumps.html › Pumps, page 12, characters",
        "1. Quoted word for word.", "3. ? Not checked. Nobody could check it.",
        "Perhaps not in the documents: what is quoted first",
        "No answer was found. The nearest passages:", "Answered by: Offline rules.",
        "Valves close, as one may put it. [2][1]✓2",
    ):  # fmt: skip
        assert told in whole, told
    assert "Unread." not in whole
    [struck] = [run for part in document.paragraphs for run in part.runs if run.font.strike]
    assert struck.text == "Pigs fly."
    backed = "\n".join(one.text for one in opened(to_docx("P", "M", mixed(), only_backed=True)).paragraphs)
    assert "Left out here as not checked: 1 of 3 sentences." in backed
    assert "Nobody knows." not in backed


def test_quotations_stand_word_for_word_as_what_they_are_in_the_document() -> None:
    document = opened(to_docx("Pumps", "Manuals", mixed()[:1]))
    by_style: dict[str, list[str]] = {}
    for part in document.paragraphs:
        by_style.setdefault(part.style.name, []).append(part.text)
    assert by_style["Code"] == [page()["text"][page()["text"].index("if a") :].strip()] * 2
    assert by_style["List Bullet"][:2] == ["Close the *valve*.", "By hand."]
    assert 'Start -- it "slowly" -> 5 % ... (c).' in by_style["Normal"]
    [[head, row], _] = [[[cell.text for cell in row.cells] for row in table.rows] for table in document.tables]
    assert (head, row) == (["Pump", "Litres"], ["A <1>", "=40"])


def test_what_no_file_of_word_can_hold_does_not_break_it() -> None:
    whole = "\n".join(part.text for part in opened(to_docx(EVIL, EVIL, [hostile()])).paragraphs)
    assert "<script>alert(1)</script>" in whole
    assert "\x07" not in whole
