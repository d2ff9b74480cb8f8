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
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.ranking.export import csv_file, shortlist, to_frame, workbook
from core.systems.expert_search.ranking.standing import Standing
from core.systems.expert_search.ranking.together import standings
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


LABELS = {"topic": "perovskite"}


def labels_of(state: Any) -> dict[str, str]:
    return {topic["id"]: topic["query"] for topic in state["topics"]}


def odd() -> tuple[People, dict[str, Any], list[Standing], Context]:
    people = little_people(ODD, ODD_ANSWERS)
    context = Context(OfflineEngine(), people)
    state = run(people, f"perovskite films {HOSTILE}")
    return people, state, standings(state, context), context


def evaluate(formula: str, cells: dict[str, float | None]) -> float:
    """The value of a formula of a score: sums, products, powers, MIN(…), IF(COUNT(…)=0,0,MAX(…) or AVERAGE(…)), SUM(…),
    and cells, of which an empty one counts 0."""

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
    formula = re.sub(r"N\(([A-Z]+\d+)\)", r"\1", formula)
    formula = re.sub(r"\$?\b([A-Z]+)\$?(\d+)", lambda match: repr(cells[match[1] + match[2]] or 0.0), formula)
    assert re.fullmatch(r"=[\d.e+*/^(),-]*(?:MIN\([\d.e,+-]+\))?[\d.e+*/^(),-]*", formula), formula
    return float(eval(formula[1:].replace("^", "**"), {"__builtins__": {}, "MIN": min}))


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
    state = search(QUERY)
    places = standings(state, context)
    data = workbook(places, sample, context, labels_of(state))
    sheet = sheet_of(data)
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
    names = [cell.value for cell in sheet[3]]
    score = names.index("Score")
    assert cells["B1"] == alpha
    shown = openpyxl.load_workbook(io.BytesIO(data), data_only=True).active
    for number, place in enumerate(places, start=4):
        assert sheet.cell(number, names.index("Id") + 1).value == place.id
        assert evaluate(sheet.cell(number, score + 1).value, cells) == pytest.approx(place.score, abs=1e-9)
        assert shown.cell(number, score + 1).value == pytest.approx(place.score, abs=1e-9)
    assert sheet.max_row == 3 + len(places), "everybody who was found, so that another α can bring somebody in"


@pytest.mark.parametrize("together", ["mean", "product", "minimum"])
def test_with_several_topics_and_wishes_the_formula_gives_the_score_and_each_topic_has_its_own(
    sample: People, search: Search, together: str
) -> None:
    state = search("perovskite solar cells and flood forecasting, preferably in Europe")
    context = Context(OfflineEngine(), sample, together=together, recency=0.5)  # type: ignore[arg-type]
    places, labels = standings(state, context), labels_of(state)
    sheet = sheet_of(workbook(places, sample, context, labels))
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
    names = [cell.value for cell in sheet[3]]
    topics = [names.index(f"{label} · score") for label in labels.values()]
    assert len(topics) == 2
    for number, place in enumerate(places, start=4):
        for column, topic in zip(topics, labels, strict=True):
            cell = sheet.cell(number, column + 1)
            if topic in place.receipts:
                value = evaluate(cell.value, cells)
                assert value == pytest.approx(place.receipts[topic].score, abs=1e-9)
                cells[cell.coordinate] = value
        assert evaluate(cells[f"F{number}"], cells) == pytest.approx(place.score, abs=1e-9)


@pytest.mark.parametrize("request_", ["flood forecasting in Europe", "flood forecasting"])
def test_ranks_in_the_workbook_count_those_ahead_who_fit_as_well_or_better(
    sample: People, search: Search, request_: str
) -> None:
    state, context = search(request_), Context(OfflineEngine(), sample)
    places = standings(state, context)
    sheet = sheet_of(workbook(places, sample, context, labels_of(state)))
    last = 3 + len(places)
    for row, place in enumerate(places, start=4):
        assert sheet.cell(row, 1).value == (
            f'=1+COUNTIF($I$4:$I${last},"<"&I{row})+COUNTIFS($I$4:$I${last},I{row},$F$4:$F${last},">"&F{row})'
        )
        assert sheet.cell(row, 9).value == pytest.approx(place.order)


def test_changing_alpha_in_the_workbook_gives_what_fusing_again_gives(sample: People, search: Search) -> None:
    context = Context(OfflineEngine(), sample)
    state = search(QUERY)
    places = standings(state, context)
    sheet = sheet_of(workbook(places, sample, context, labels_of(state)))
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row}
    scores = {place.id: place.score for place in standings(state, replace(context, alpha=0.2))}
    for number, place in enumerate(places, start=4):
        assert evaluate(cells[f"F{number}"], {**cells, "B1": 0.2}) == pytest.approx(scores[place.id], abs=1e-9)


def test_every_source_has_its_raw_and_its_normalised_score_and_a_missing_one_stays_empty(
    sample: People, search: Search
) -> None:
    state = search(QUERY)
    places, labels = standings(state, Context(OfflineEngine(), sample)), labels_of(state)
    table = to_frame(places, sample, labels)
    assert table["Rank"].tolist() == list(range(1, len(places) + 1))
    for place, standing in enumerate(places):
        parts = {part.source: part for receipt in standing.receipts.values() for part in receipt.parts}
        for source, label in SOURCES.items():
            raw, normalised = table[f"{label}: raw"][place], table[f"{label}: normalised"][place]
            if source in parts:
                assert (raw, normalised) == (parts[source].raw, parts[source].normalised)
            else:
                assert raw != raw
                assert normalised != normalised
    assert table.isna().to_numpy().any(), "somebody was missed by some search"


def test_no_cell_of_the_csv_begins_like_a_formula() -> None:
    people, state, places, _ = odd()
    rows = list(csv.reader(io.StringIO(csv_file(places, people, labels_of(state)).decode("utf-8-sig"), newline="")))
    assert len(rows) == 1 + len(places)
    texts = [cell for row in rows[1:] for cell in row[1:4]]
    assert {"'=e1", "'=HYPERLINK(A1)", "'+1 films", "'@sum", "'-1 films"} <= set(texts)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in texts)


def test_no_cell_of_the_workbook_but_ranks_and_scores_is_a_formula_or_a_link() -> None:
    people, state, places, context = odd()
    sheet = sheet_of(workbook(places, people, context, labels_of(state)))
    formulas = {cell.column_letter for row in sheet.iter_rows() for cell in row if cell.data_type == "f"}
    assert formulas == {"A", "F"}
    assert not any(cell.hyperlink for row in sheet.iter_rows() for cell in row)
    assert "=HYPERLINK(A1)" in {cell.value for cell in sheet["C"]}


def test_files_of_a_search_that_found_nobody_have_their_columns_and_no_row() -> None:
    people = little_people([], [])
    (names,) = csv.reader(io.StringIO(csv_file([], people, LABELS).decode("utf-8-sig")))
    assert names[:6] == ["Rank", "Id", "Name", "Headline", "Fits", "Score"]
    assert len(names) == 9 + 2 * len(SOURCES)
    assert sheet_of(workbook([], people, Context(OfflineEngine(), people), LABELS)).max_row == 3
    state = run(people, "anything")
    assert "Nothing good was found" in shortlist([], people, state, Context(OfflineEngine(), people), LABELS)


# --- the shortlist ----------------------------------------------------------------------------------------------------


def test_the_shortlist_names_the_first_few_with_their_arithmetic_and_their_evidence(
    sample: People, search: Search
) -> None:
    state, context = search(QUERY), Context(OfflineEngine(), sample, keep=3)
    places = standings(state, context)
    text = shortlist(places, sample, state, context, labels_of(state))
    assert text.startswith(f"# Experts for: {QUERY}\n")
    assert text.count("\n## ") == 3
    for place in places[:3]:
        assert f"## {place.rank}. {sample.experts[place.id].name}" in text
        assert all(receipt.sentence(SOURCES) in text for receipt in place.receipts.values())
    assert "damp heat" in text or "perovskite" in text.lower()
    assert re.search(r"^- .+: “.+”$", text, re.MULTILINE)
    assert "Nothing good" not in text


def test_the_shortlist_of_a_search_that_found_nothing_good_says_so_and_what_else_was_searched(
    sample: People, search: Search
) -> None:
    state, context = search("Baroque lute repertoire"), Context(OfflineEngine(), sample)
    text = shortlist(standings(state, context), sample, state, context, labels_of(state))
    assert "**Nothing good was found.**" in text
    assert f"Also searched: {state['topics'][0]['refined_queries'][0]}" in text


def test_nothing_in_the_shortlist_that_came_from_data_is_markdown_or_html() -> None:
    people, state, places, context = odd()
    text = shortlist(places, people, state, context, labels_of(state))
    assert "alert" in text
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    kinds = [token.type for outer in tokens for token in [outer, *(outer.children or [])]]
    assert not {"html_inline", "html_block", "link_open", "image", "code_inline", "em_open", "table_open"} & set(kinds)
    assert kinds.count("heading_open") == 1 + len(places[: context.keep])
    assert kinds.count("strong_open") == (1 if state["nothing_good"] else 0)
