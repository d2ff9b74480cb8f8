"""A team that is taken away: the formulas give what the page shows, nothing in it runs, the brief says why."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import docx
import numpy as np
import openpyxl
from hypothesis import given
from markdown_it import MarkdownIt

from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.requirement import Requirements
from core.systems.expert_search.teams.export import TeamFile, in_short, markdown, word, workbook
from core.systems.expert_search.teams.gaps import gaps_in_words
from core.systems.expert_search.teams.matrix import matrix
from core.systems.expert_search.teams.search import form_team
from tests.properties import examples
from tests.systems.expert_search.teams.little_coverage import (
    AFRICA,
    FLOODS,
    FRENCH,
    MET,
    NOT_MET,
    Case,
    cases,
    covered,
    partly,
)

HOSTILE = "</b> <script>alert(1)</script> [click](http://evil) ![x](y) **bold** `code` # h | t | \n\n# heading\n- item"


def _file(case: Case, names: dict[str, str] | None = None, request: str = "floods") -> TeamFile:
    team = form_team(case.coverage, case.requirements, case.scores)
    gaps = gaps_in_words(team, case.coverage, names or {}, lambda one: "")
    return TeamFile(request, team, matrix(team, case.coverage), names or {}, gaps)


def _odd() -> TeamFile:
    rows = {
        FLOODS: {"ama": Cell("met", 1.0, HOSTILE, "a1"), "bo": partly(0.5)},
        FRENCH: {"ama": Cell("met", 1.0, "=HYPERLINK(A1)", "ama"), "bo": MET},
        AFRICA: {"ama": NOT_MET, "bo": NOT_MET},
    }
    case = Case(covered(rows), Requirements(tuple(rows), 1), {})
    return _file(case, {"ama": "=1+1", "bo": HOSTILE}, HOSTILE)


def _evaluate(formula: str, cells: dict[str, Any]) -> float:
    """The value of a formula of ours, whose functions are said in Python and whose ranges are arrays."""

    def held(match: re.Match[str]) -> str:
        found = [cell.value for row in cells["sheet"][match[0].replace("$", "")] for cell in row]
        return f"array({[_evaluate(one[1:], cells) if isinstance(one, str) else one for one in found]})"

    python = re.sub(r"\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+", held, formula).replace(")=0", ")==0")
    functions = {
        "array": np.array,
        "SUM": np.sum,
        "MAX": lambda *some: max(np.max(one) for one in some),
        "SUMPRODUCT": lambda *some: np.sum(np.prod(np.array(some), axis=0)),
        "LARGE": lambda some, places: np.array([sorted(some, reverse=True)[place - 1] for place in places]),
        "IF": lambda so, yes, no: yes if so else no,
    }
    with np.errstate(all="ignore"):
        return float(eval(python, functions))


@given(cases())
@examples(60)
def test_the_formulas_give_the_coverage_that_is_shown(case: Case) -> None:
    file = _file(case)
    sheet = openpyxl.load_workbook(io.BytesIO(workbook(file)))["Matrix"]
    below = 4 + len(file.rows)
    if not file.rows:
        return

    for column, cover in enumerate(file.team.covers, start=3):
        formula = sheet.cell(below, column).value
        assert abs(_evaluate(formula[1:], {"sheet": sheet}) - cover.value) < 1e-9, formula
    whole = sheet.cell(below + 1, 3).value
    if any(cover.requirement.hard or cover.requirement.weight for cover in file.team.covers):
        assert abs(_evaluate(whole[1:].replace("IF(", "IF("), {"sheet": sheet}) - file.team.value) < 1e-9


def test_nothing_in_the_workbook_runs_but_its_own_formulas() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(_odd())))

    formulas = [cell.value for sheet in book for row in sheet for cell in row if cell.data_type == "f"]
    assert formulas
    assert all(re.match(r"=(SUMPRODUCT|IF)\(", formula) for formula in formulas)
    evidence = [[cell.value for cell in row] for row in book["Evidence"].iter_rows(min_row=2)]
    assert ["=1+1", 1, "French", "✓ met", 1, "=HYPERLINK(A1)", "ama", None, None] in evidence


def test_the_brief_shows_members_evidence_gaps_and_stand_ins_and_data_stays_text() -> None:
    text = markdown(_odd())

    rendered = MarkdownIt().enable("table").render(text)
    assert [line for line in rendered.splitlines() if line.startswith("<h2>")] == [
        "<h2>=1+1</h2>",
        "<h2>What is missing</h2>",
    ]
    assert not re.search(r"<(script|a|img|strong|code)\b", rendered)
    assert "Nobody in West Africa." in rendered
    assert "Could stand in: " in rendered
    assert "less would be met of: flood modelling" in rendered


def test_every_file_names_the_invented_people_and_keeps_likelihood_and_caveat() -> None:
    rows = {FLOODS: {"ama": Cell("partly", 0.95, "Water rises.", "a1", ("modelling",))}}
    file = replace(_file(Case(covered(rows), Requirements(tuple(rows), 1), {})), of_whom="Sample: 2 invented people")
    line = "flood modelling: ◐ likely 0.95 · “Water rises.” · nowhere in their texts: “modelling”"
    book = openpyxl.load_workbook(io.BytesIO(workbook(file)))
    cells = [cell.value for sheet in book for row in sheet for cell in row]
    said = [paragraph.text for paragraph in docx.Document(io.BytesIO(word(file))).paragraphs]

    assert {file.of_whom, "◐ likely 0.95", "Water rises.", "nowhere in their texts: “modelling”"} <= set(cells)
    assert {file.of_whom, line} <= set(said)
    assert file.of_whom in markdown(file).splitlines()
    assert f"- {line}" in markdown(file).splitlines()


def test_the_word_file_says_the_same() -> None:
    document = docx.Document(io.BytesIO(word(_odd())))

    said = [paragraph.text for paragraph in document.paragraphs]
    assert "Nobody in West Africa." in said
    assert [cell.text for cell in document.tables[0].rows[0].cells] == [
        "Person",
        *("flood modelling", "French", "West Africa"),
    ]


def test_how_the_team_was_found_is_said() -> None:
    assert "No other team is better, first in what must be met and then in what is covered" in in_short(_odd().team)
    big = form_team(covered({FLOODS: {f"p{n}": partly(n / 30) for n in range(20)}}), Requirements((FLOODS,), 6), {})
    assert "a better one may exist" in in_short(big)
