"""What came of each sub-question, as pictures: every bar is a cell of the table behind it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from core.codec import to_state
from core.evidence.verdicts import Standing, Verdict
from core.systems.research_reports.state import State
from core.ui.research_reports.write.by_question import (
    _BLUES,
    NO_YEAR,
    QUESTION,
    _shades,
    _spans,
    stacked,
    verdicts_by_question,
    years_by_question,
)
from core.ui.scores import QUIET


def claim(standing: Standing, *passages: str) -> dict[str, Any]:
    return {"passages": list(passages), "verdict": to_state(Verdict(standing))}


def section(question: str, claims: list[dict[str, Any]], struck: list[dict[str, Any]]) -> dict[str, Any]:
    return {"question": question, "claims": claims, "struck": struck}


STATE = cast(
    "State",
    {
        "papers": {"a": {"year": 2021}, "b": {"year": 2019}, "c": {"year": None}},
        "passages": {f"{paper}{place}": {"paper": paper} for paper in "abc" for place in (1, 2)},
        "report": {
            "sections": [
                section("How <b>stable</b>?", [claim("backed", "a1", "b1"), claim("not checked", "a2")], []),
                section("Nothing found?", [], []),
                section("How toxic?", [claim("backed", "c1")], [claim("contradicted", "a1")]),
            ]
        },
    },
)


def test_sentences_are_counted_by_verdict_with_those_struck_out_and_only_verdicts_that_somebody_has() -> None:
    table = verdicts_by_question(STATE).set_index(QUESTION)
    assert list(table) == ["✓ Backed", "✗ Contradicted", "? Not checked"]
    assert list(table.loc["How <b>stable</b>?"]) == [1, 0, 1]
    assert list(table.loc["How toxic?"]) == [1, 1, 0]


def test_a_paper_counts_once_for_a_sub_question_and_one_without_a_year_apart() -> None:
    table = years_by_question(STATE).set_index(QUESTION)
    assert list(table) == ["2019", "2021", NO_YEAR]
    assert list(table.loc["How <b>stable</b>?"]) == [1, 1, 0]
    assert list(table.loc["How toxic?"]) == [0, 0, 1]


@pytest.mark.parametrize(
    ("first", "last", "spans"),
    [
        (2020, 2020, [(2020, 2020)]),
        (2019, 2023, [(year, year) for year in range(2019, 2024)]),
        (2015, 2023, [(2014, 2015), (2016, 2017), (2018, 2019), (2020, 2021), (2022, 2023)]),
        (1999, 2024, [(1990, 1999), (2000, 2009), (2010, 2019), (2020, 2029)]),
    ],
)
def test_many_years_are_parted_into_at_most_five_spans(first: int, last: int, spans: list[tuple[int, int]]) -> None:
    assert _spans(first, last) == spans


def test_every_bar_is_a_cell_of_the_table_and_a_question_stands_whole_above_its_bar() -> None:
    table = verdicts_by_question(STATE)
    figure = stacked(table, dict.fromkeys(list(table)[1:], "#000"), "Sentences")
    assert {bar.name: list(bar.x) for bar in figure.data} == {name: list(table[name]) for name in list(table)[1:]}
    assert [one.text for one in figure.layout.annotations] == ["How &lt;b&gt;stable&lt;/b&gt;?", "How toxic?"]


def test_a_long_question_is_wrapped_and_never_cut() -> None:
    table = verdicts_by_question(STATE).assign(**{QUESTION: ["word " * 30, "short"]})
    long = stacked(table, dict.fromkeys(list(table)[1:], "#000"), "Sentences").layout.annotations[0].text
    assert long.replace("<br>", " ").split() == ["word"] * 30
    assert max(map(len, long.split("<br>"))) <= 56


def test_the_latest_span_has_the_strongest_blue_and_no_year_is_grey() -> None:
    assert _shades(2, no_year=False) == list(_BLUES[-2:])
    assert _shades(3, no_year=True) == [*_BLUES[-2:], QUIET]
    assert _shades(1, no_year=True) == [QUIET]
