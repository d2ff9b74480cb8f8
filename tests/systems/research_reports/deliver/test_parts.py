"""What holds of every file of a report alike."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from docx import Document

from core.systems.research_reports.deliver.bundle import to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.parts import exported, footnotes_of
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.deliver.word import to_docx
from core.systems.research_reports.write.checking import statement_of, verdict_of
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.evaluation import looked_at
from tests.systems.research_reports.deliver.reading import CONTRADICTED, OPEN, STRUCK, Tags, texts
from tests.systems.research_reports.little_sources import QUESTION, little_context, run


def test_what_was_struck_out_is_in_no_export(with_struck):
    struck = [claim["text"] for section in with_struck["report"]["sections"] for claim in section["struck"]]
    assert STRUCK in struck
    assert texts(with_struck)
    document = Document(io.BytesIO(to_docx(with_struck)))
    unpacked = _unpacked(to_bundle(with_struck))
    whole = [
        to_markdown(with_struck), to_html(with_struck),
        evidence_csv(with_struck).decode("utf-8-sig"), "\n".join(part.text for part in document.paragraphs),
        unpacked,
    ]  # fmt: skip
    assert not any("77 %" in text for text in whole)


def everything(state: dict[str, Any]) -> list[str]:
    """What each file says of a report, as text."""
    paragraphs = "\n".join(part.text for part in Document(io.BytesIO(to_docx(state))).paragraphs)
    return [to_markdown(state).replace("\\", ""), Tags(to_html(state)).text, paragraphs]


def test_every_file_tells_the_verdict_of_every_sentence_who_says_so_and_the_words(mixed):
    footnotes = footnotes_of(exported(mixed))
    assert len(footnotes) == len(claims_of(mixed["report"]))
    assert "✓ Backed, Test model. “a class of cells without lead” [1]" in footnotes
    assert any(told.startswith("✓ Backed, word for word. “") for told in footnotes)
    assert any(told.startswith("? Not checked. ") for told in footnotes)
    for text in everything(exported(mixed)):
        assert all(told in text for told in footnotes)
    table = evidence_csv(exported(mixed)).decode("utf-8-sig")
    assert "not checked" in table
    assert '"backed","Test model","a class of cells without lead"' in table


def test_what_did_not_hold_is_in_no_file_and_is_counted_in_all(mixed):
    struck = sum(len(section["struck"]) for section in mixed["report"]["sections"])
    for text in everything(exported(mixed)):
        assert not any(sentence in text for sentence in (STRUCK, CONTRADICTED))
        assert f"{struck} sentences did not hold and are left out." in text
        assert "2 of 5 sentences did not hold." in text
    assert not any(sentence in _unpacked(to_bundle(mixed)) for sentence in (STRUCK, CONTRADICTED))


def test_only_backed_leaves_out_what_nobody_checked_and_says_how_many(mixed):
    backed = exported(mixed, only_backed=True)
    unchecked = [claim for claim in claims_of(mixed["report"]) if verdict_of(claim).standing == "not checked"]
    assert unchecked
    for text in everything(backed):
        assert OPEN not in text
        assert f"{len(unchecked)} sentences that nobody checked are left out." in text
    assert OPEN not in evidence_csv(backed).decode("utf-8-sig")
    assert backed["figures"]["backed"] == 1
    assert exported(backed, only_backed=True) == backed
    assert all(OPEN in text for text in everything(exported(mixed)))


def test_the_analysts_word_is_in_every_file_and_named_as_such(mixed):
    keys = {claim["text"]: statement_of(mixed, claim).key for claim in claims_of(mixed["report"])}
    yes = exported(looked_at(mixed, {keys[OPEN]: True}), only_backed=True)
    assert all(OPEN in text and "✓ Backed, the analyst." in text for text in everything(yes))
    no = exported(looked_at(mixed, {keys[OPEN]: False}))
    assert not any(OPEN in text for text in everything(no))


def _unpacked(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode("utf-8-sig") for name in archive.namelist())


def test_a_report_without_evidence_can_be_taken_away_too():
    empty = run(little_context(papers=()), QUESTION)
    for make in (to_markdown, to_html, to_docx, to_bibtex, to_ris,
                 to_csl_json, evidence_csv, to_bundle):  # fmt: skip
        assert make(empty) is not None
