"""The report as a Word document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.documents.writing import begin_word, printable, to_bytes, word_table
from core.sources.exports import a_line
from core.systems.research_reports.deliver.parts import (
    CitedSentence,
    cited_papers,
    fact_rows,
    footnotes_of,
    link_to,
    made_by,
    parts_of,
    summary_of,
    tool_rows,
)
from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import described

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph


def to_docx(state: State) -> bytes:
    """Return the report as a Word document."""
    document = begin_word(a_line(state["question"]))
    if summary := summary_of(state):
        _write(document.add_paragraph(), summary)
    for part in parts_of(state):
        document.add_heading(_printable(part.title), 1)
        _write(document.add_paragraph(), part.sentences)
        if part.note:
            document.add_paragraph(_printable(part.note))
    document.add_heading("Sources", 1)
    for number, paper in enumerate(cited_papers(state), start=1):
        document.add_paragraph(_printable(f"[{number}] {described(paper)} {link_to(paper)}".strip()))
    document.add_heading("How each sentence was checked", 1)
    for number, told in enumerate(footnotes_of(state), start=1):
        document.add_paragraph(_printable(f"{number}. {told}"))
    document.add_heading("How this report came about", 1)
    document.add_paragraph(_printable(f"{made_by(state)} {state['stopped_because']}"))
    for rows in (list(tool_rows(state)), fact_rows(state)):
        word_table(document, (), [[a_line(value) for value in row] for row in rows])
    return to_bytes(document)


def _write(paragraph: Paragraph, sentences: Sequence[CitedSentence]) -> None:
    """Write sentences one after the other, each with its sources and, raised, the number of its footnote."""
    for sentence in sentences:
        paragraph.add_run(_printable(f"{sentence.text} {''.join(f'[{number}]' for number in sentence.numbers)}"))
        paragraph.add_run(f"{sentence.sign}{sentence.footnote}").font.superscript = True
        paragraph.add_run(" ")


def _printable(text: str) -> str:
    """Text on one line, without what XML cannot hold."""
    return printable(a_line(text))
