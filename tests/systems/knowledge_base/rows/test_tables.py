"""The tables of a document are given whole, without their totals."""

from __future__ import annotations

from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.rows.tables import tables_of


def test_totals_are_no_rows() -> None:
    _, whole, passages = read_document(b"| Part | Stock |\n|---|---|\n| A | 3 |\n| B | 4 |\n| Total | 7 |\n", "a.md")
    [table] = tables_of(passages, whole)
    assert [row.cells[0] for row in table.rows] == ["A", "B"]
    assert [row.cells[0] for row in table.left_out] == ["Total"]
