"""What is taken away: nothing in it runs, its formula gives the shown score, and the shortlist says why."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from typing import Any

import openpyxl
import pytest
from markdown_it import MarkdownIt

from core.llm.engine import OfflineEngine
from core.retrieval.fusion import Receipt
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.ranking.export import csv_file, shortlist, to_frame, workbook
from core.systems.expert_search.ranking.fusion import fuse_results
from core.systems.expert_search.state import SOURCES, Context
from tests.systems.conftest import Search
from tests.systems.expert_search.little_people import little_people, run

QUERY = "perovskite solar cells"
HOSTILE = "</b> <script>alert(1)</script> [click](http://evil) ![x](y) **bold** `code` # h | t | \n\n# heading\n- item"
ODD = (
    Expert("=e1", "=HYPERLINK(A1)", "+1 films", f"Perovskite films. {HOSTILE}"),
    Expert("e2", "@sum", "-1 films", "Perovskite films are printed.\rBad\r=1+1"),
    Expert("e3", HOSTILE, HOSTILE, "Nothing of the kind."),
)
ODD_ANSWERS = (
    ProjectAnswer("a1", "=e1", HOSTILE, HOSTILE, f"Perovskite films {HOSTILE}"),
    ProjectAnswer("a2", "e3", "P", "Q", "Perovskite films."),
)


def receipts_of(state: Any, context: Context) -> list[Receipt]:
    return fuse_results(state, context, state["topics"][0])


def odd() -> tuple[People, dict[str, Any], list[Receipt], Context]:
    people = little_people(ODD, ODD_ANSWERS)
    context = Context(OfflineEngine(), people)
    state = run(people, f"perovskite films {HOSTILE}")
    return people, state, receipts_of(state, context), context


def evaluate(formula: str, cells: dict[str, float | None]) -> float:
    """The value of a formula of the fused column: sums, products, IF(COUNT(…)=0,0,MAX(…) or AVERAGE(…)), SUM(…)."""

    def numbers(names: str) -> list[float]:
        return [value for name in names.split(",") if (value := cells[name]) is not None]

    def side(match: re.Match[str]) -> str:
        assert match["counted"] == match["taken"]
        values = numbers(match["counted"])
        if not values:
            return "0.0"
        return repr(max(values) if match["rule"] == "MAX" else sum(values) / len(values))

    shape = r"IF\(COUNT\((?P<counted>[A-Z0-9,]+)\)=0,0,(?P<rule>MAX|AVERAGE)\((?P<taken>[A-Z0-9,]+)\)\)"
    formula = re.sub(shape, side, formula)
    formula = re.sub(r"SUM\(([A-Z0-9,]+)\)", lambda match: repr(sum(numbers(match[1]))), formula)
    alpha = repr(cells["B1"])
    shape = r"=\$B\$1\*([\d.e-]+)\+\(1-\$B\$1\)\*([\d.e-]+)"
    found = re.fullmatch(shape, formula)
    assert found, formula
    return float(alpha) * float(found[1]) + (1 - float(alpha)) * float(found[2])


def sheet_of(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data)).active


@pytest.mark.parametrize("alpha", [0.0, 0.35, 0.6, 1.0])
@pytest.mark.parametrize("side", ["max", "mean"])
@pytest.mark.parametrize(
    ("method", "normalisation"),
    [("weighted sum", "bound"), ("weighted sum", "min-max"), ("weighted sum", "z-score"), ("reciprocal rank", "bound")],
)
def test_the_formula_of_every_row_gives_the_score_of_its_receipt(
    sample: People, search: Search, method: str, normalisation: str, side: str, alpha: float
) -> None:
    context = Context(OfflineEngine(), sample, method=method, normalisation=normalisation, side=side, alpha=alpha)  # type: ignore[arg-type]
    receipts = receipts_of(search(QUERY), context)
    data = workbook(receipts, sample, context)
    sheet = sheet_of(data)
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
    names = [cell.value for cell in sheet[3]]
    fused = names.index("Fused")
    assert cells["B1"] == alpha
    shown = openpyxl.load_workbook(io.BytesIO(data), data_only=True).active
    for number, receipt in enumerate(receipts, start=4):
        assert sheet.cell(number, names.index("Id") + 1).value == receipt.id
        assert evaluate(sheet.cell(number, fused + 1).value, cells) == pytest.approx(receipt.score, abs=1e-9)
        assert shown.cell(number, fused + 1).value == pytest.approx(receipt.score, abs=1e-9)
    assert sheet.max_row == 3 + len(receipts)


def test_changing_alpha_in_the_workbook_gives_what_fusing_again_gives(sample: People, search: Search) -> None:
    context = Context(OfflineEngine(), sample)
    receipts = receipts_of(search(QUERY), context)
    sheet = sheet_of(workbook(receipts, sample, context))
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
    again = receipts_of(search(QUERY), replace(context, alpha=0.2))
    scores = {receipt.id: receipt.score for receipt in again}
    for number, receipt in enumerate(receipts, start=4):
        assert evaluate(cells[f"E{number}"], {**cells, "B1": 0.2}) == pytest.approx(scores[receipt.id], abs=1e-9)


def test_every_source_has_its_raw_and_its_normalised_score_and_a_missing_one_stays_empty(
    sample: People, search: Search
) -> None:
    receipts = receipts_of(search(QUERY), Context(OfflineEngine(), sample))
    table = to_frame(receipts, sample)
    assert table["Rank"].tolist() == list(range(1, len(receipts) + 1))
    for place, receipt in enumerate(receipts):
        parts = {part.source: part for part in receipt.parts}
        for source, label in SOURCES.items():
            raw, normalised = table[f"{label}: raw"][place], table[f"{label}: normalised"][place]
            if source in parts:
                assert (raw, normalised) == (parts[source].raw, parts[source].normalised)
            else:
                assert raw != raw
                assert normalised != normalised
    assert table.isna().to_numpy().any(), "somebody was missed by some search"


def test_no_cell_of_the_csv_begins_like_a_formula() -> None:
    people, _, receipts, _ = odd()
    rows = list(csv.reader(io.StringIO(csv_file(receipts, people).decode("utf-8-sig"), newline="")))
    assert len(rows) == 1 + len(receipts)
    texts = [cell for row in rows[1:] for cell in row[1:4]]
    assert {"'=e1", "'=HYPERLINK(A1)", "'+1 films", "'@sum", "'-1 films"} <= set(texts)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in texts)


def test_no_cell_of_the_workbook_but_the_fused_ones_is_a_formula_or_a_link() -> None:
    people, _, receipts, context = odd()
    sheet = sheet_of(workbook(receipts, people, context))
    formulas = {cell.column_letter for row in sheet.iter_rows() for cell in row if cell.data_type == "f"}
    assert formulas == {"E"}
    assert not any(cell.hyperlink for row in sheet.iter_rows() for cell in row)
    assert "=HYPERLINK(A1)" in {cell.value for cell in sheet["C"]}


def test_files_of_a_search_that_found_nobody_have_their_columns_and_no_row() -> None:
    people = little_people([], [])
    (names,) = csv.reader(io.StringIO(csv_file([], people).decode("utf-8-sig")))
    assert names[:5] == ["Rank", "Id", "Name", "Headline", "Fused"]
    assert len(names) == 5 + 2 * len(SOURCES)
    assert sheet_of(workbook([], people, Context(OfflineEngine(), people))).max_row == 3
    state = run(people, "anything")
    assert "Nothing good was found" in shortlist([], people, state, Context(OfflineEngine(), people))


# --- the shortlist ----------------------------------------------------------------------------------------------------


def test_the_shortlist_names_the_first_few_with_their_arithmetic_and_their_evidence(
    sample: People, search: Search
) -> None:
    state, context = search(QUERY), Context(OfflineEngine(), sample, keep=3)
    receipts = receipts_of(state, context)
    text = shortlist(receipts, sample, state, context)
    assert text.startswith(f"# Experts for: {QUERY}\n")
    assert text.count("\n## ") == 3
    for receipt in receipts[:3]:
        assert f"## {receipt.rank}. {sample.experts[receipt.id].name}" in text
        assert receipt.sentence(SOURCES) in text
    assert "damp heat" in text or "perovskite" in text.lower()
    assert re.search(r"^- .+: “.+”$", text, re.MULTILINE)
    assert "Nothing good" not in text


def test_the_shortlist_of_a_search_that_found_nothing_good_says_so_and_what_else_was_searched(
    sample: People, search: Search
) -> None:
    state, context = search("Baroque lute repertoire"), Context(OfflineEngine(), sample)
    text = shortlist(receipts_of(state, context), sample, state, context)
    assert "**Nothing good was found.**" in text
    assert f"Also searched: {state['topics'][0]['refined_queries'][0]}" in text


def test_nothing_in_the_shortlist_that_came_from_data_is_markdown_or_html() -> None:
    people, state, receipts, context = odd()
    text = shortlist(receipts, people, state, context)
    assert "alert" in text
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    kinds = [token.type for outer in tokens for token in [outer, *(outer.children or [])]]
    assert not {"html_inline", "html_block", "link_open", "image", "code_inline", "em_open", "table_open"} & set(kinds)
    assert kinds.count("heading_open") == 1 + len(receipts[: context.keep])
    assert kinds.count("strong_open") == (1 if state["nothing_good"] else 0)
