"""The Word document opens, with headings, sentences and sources."""

from __future__ import annotations

import io

from docx import Document

from core.systems.research_reports.deliver.word import to_docx
from tests.systems.research_reports.deliver.reading import texts


def test_word_opens_with_headings_sentences_and_sources(state, evil):
    for one in (state, evil):
        document = Document(io.BytesIO(to_docx(one)))
        headings = [part.text for part in document.paragraphs if part.style.name == "Heading 1"]
        assert (
            headings[: len(one["report"]["sections"])]
            == [section["question"].replace("\x07", "") for section in one["report"]["sections"]]
            or one is evil
        )
        whole = "\n".join(part.text for part in document.paragraphs)
        assert all(text in whole for text in texts(one))
