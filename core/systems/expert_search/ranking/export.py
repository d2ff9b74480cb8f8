"""The result of a search to take away: CSV, a workbook whose fused column is a formula, a shortlist with evidence."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pandas as pd
import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from core.language.sanitize import as_markdown
from core.retrieval.fusion import Receipt
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.evidence import evidence_of
from core.systems.expert_search.ranking.met import topics_now
from core.systems.expert_search.ranking.refinement import variants
from core.systems.expert_search.state import SOURCES, Context, State
from core.tables import SheetCells, to_csv


def to_frame(receipts: Sequence[Receipt], people: People) -> pd.DataFrame:
    """One row an expert: rank, who, fused score, and for each source the raw and the normalised score."""
    rows = []
    for receipt in receipts:
        expert = people.experts[receipt.id]
        parts = {part.source: part for part in receipt.parts}
        row: dict[str, str | float | None] = {
            "Rank": receipt.rank,
            "Id": receipt.id,
            "Name": expert.name,
            "Headline": expert.headline,
            "Fused": receipt.score,
        }
        for source, label in SOURCES.items():
            row[f"{label}: raw"] = parts[source].raw if source in parts else None
            row[f"{label}: normalised"] = parts[source].normalised if source in parts else None
        rows.append(row)
    names = ["Rank", "Id", "Name", "Headline", "Fused"]
    names += [f"{label}: {kind}" for label in SOURCES.values() for kind in ("raw", "normalised")]
    return pd.DataFrame(rows, columns=names)  # the names stand there even when nobody was found


def csv_file(receipts: Sequence[Receipt], people: People) -> bytes:
    """Return the table as CSV."""
    return to_csv(to_frame(receipts, people))


def workbook(receipts: Sequence[Receipt], people: People, context: Context) -> bytes:
    """Return the table as XLSX. The fused column is a live formula over the normalised scores and the α beside the
    table."""
    table = to_frame(receipts, people)
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(
        buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        sheet = book.add_worksheet("Experts")
        bold, number = book.add_format({"bold": True, "text_wrap": True}), book.add_format({"num_format": "0.000"})
        sheet.write_string(0, 0, "α", bold)
        sheet.write_number(0, 1, context.alpha)
        sheet.write_string(0, 2, f"{context.method}, {context.normalisation}; change α and the fused scores follow")
        cells, names = SheetCells(book, sheet), list(table.columns)
        for column, name in enumerate(names):
            sheet.write_string(2, column, name, bold)
        for row, record in enumerate(table.itertuples(index=False), start=3):
            for column, (name, value) in enumerate(zip(names, record, strict=True)):
                if name == "Fused":
                    sheet.write_formula(row, column, _formula(row, names, context), number, value)
                else:
                    cells.write(row, column, value, None if name == "Rank" else number)
        sheet.freeze_panes(3, 3)
        sheet.set_column(2, 3, 30)
        sheet.set_column(4, len(names) - 1, 12)
    return buffer.getvalue()


def _formula(row: int, names: Sequence[str], context: Context) -> str:
    """α × vector side + (1 − α) × keyword side; a side is the mean or the best of the searches that found the person,
    or in reciprocal rank fusion the sum of 1/(k + rank)."""

    def side(kind: str) -> str:
        cells = [
            xl_rowcol_to_cell(row, names.index(f"{label}: normalised"))
            for source, label in SOURCES.items()
            if source.endswith(kind)
        ]
        if context.method == "reciprocal rank":
            return f"SUM({','.join(cells)})"
        together = "MAX" if context.side == "max" else "AVERAGE"
        return f"IF(COUNT({','.join(cells)})=0,0,{together}({','.join(cells)}))"

    return f"=$B$1*{side('vectors')}+(1-$B$1)*{side('keywords')}"


def shortlist(receipts: Sequence[Receipt], people: People, state: State, context: Context) -> str:
    """Return the first few as Markdown, each with the arithmetic of the score and the sentences that speak for them."""
    lines = [
        f"# Experts for: {as_markdown(state['request'])}",
        "",
        f"{context.method}, α {context.alpha:g}, {context.normalisation}, {context.candidates} candidates per search. "
        f"Quality {state['quality_score']:.3f} against a gate of {context.threshold:g}.",
    ]
    if state["nothing_good"]:
        lines += ["", "**Nothing good was found.** These are only the nearest."]
    topics = topics_now(state, context)
    if refined := [one.query for topic in topics for one in variants(topic) if one.id not in context.without]:
        lines += ["", f"Also searched: {'; '.join(map(as_markdown, refined))}."]
    for receipt in receipts[: context.keep]:
        expert = people.experts[receipt.id]
        lines += ["", f"## {receipt.rank}. {as_markdown(expert.name)}: {as_markdown(expert.headline)}", ""]
        lines += [f"{receipt.sentence(SOURCES)}", ""]
        lines += [
            f"- {as_markdown(found.title)}: “{as_markdown(found.sentence)}”"
            for topic in topics
            for found in evidence_of(state, context, topic, receipt.id)[:3]
        ]
    return "\n".join(lines) + "\n"
