"""References and evidence, read by readers of their own."""

from __future__ import annotations

import csv
import io
import json

import bibtexparser
import rispy

from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.write.citations import claims_of, source_numbers


def test_references_open_in_their_own_readers(state, evil):
    for one in (state, evil):
        titles = {state["papers"][id]["title"] for id in source_numbers(state)} if one is state else None
        library = bibtexparser.parse_string(to_bibtex(one))
        assert len(library.entries) == len(source_numbers(one))
        assert not library.failed_blocks
        records = rispy.loads(to_ris(one))
        items = json.loads(to_csl_json(one))
        assert len(records) == len(items) == len(source_numbers(one))
        if titles:
            assert {record["title"] for record in records} == {item["title"] for item in items} == titles


def test_the_evidence_table_has_a_row_for_every_citation_and_no_formula(state, evil):
    for one in (state, evil):
        rows = list(csv.reader(io.StringIO(evidence_csv(one).decode("utf-8-sig"))))
        assert len(rows) == 1 + sum(len(claim["passages"]) for claim in claims_of(one["report"]))
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row)
