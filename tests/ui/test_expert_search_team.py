"""The team on the screen: who is locked or left out is in the address, and the team is found again."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.requirement import Requirement
from core.systems.expert_search.teams.matrix import MatrixCell
from core.systems.expert_search.teams.quoting import Quotation
from core.ui.expert_search.ranking.person import cell_in_words
from core.ui.expert_search.teams.matrix import coloured, column_widths, matrix_table
from core.ui.expert_search.teams.team import read_people, write_people
from tests.systems.expert_search.teams.little_coverage import FLOODS, FRENCH, MET, NOT_KNOWN, covered, partly


def page() -> None:
    from core.systems.expert_search.requirements.requirement import Requirements
    from core.ui.expert_search.teams.team import draw_team
    from tests.systems.expert_search.teams.little_coverage import AFRICA, FLOODS, MET, NOT_MET, covered, partly

    rows = {
        FLOODS: {"ama": MET, "bo": partly(0.6), "cy": partly(0.4)},
        AFRICA: {"ama": NOT_MET, "bo": NOT_MET, "cy": NOT_MET},
    }
    draw_team(
        "floods in West Africa",
        covered(rows),
        Requirements(tuple(rows), 2),
        {"ama": 0.9, "bo": 0.8, "cy": 0.3},
        {"ama": "Ama *Diop*", "bo": "Bo Li", "cy": "Cy Ray"},
        lambda one: "nearest is Morocco",
        {},
        "team",
    )


def opened(**address: str) -> AppTest:
    test = AppTest.from_function(page)
    for name, value in address.items():
        test.query_params[name] = value
    return _ran(test)


def _ran(test: AppTest) -> AppTest:
    test.run()
    assert not test.exception
    return test


def team_of(test: AppTest) -> list[str]:
    table = test.dataframe[0].value
    return list(table.loc[table["In team"] == "yes", "Person"])


def test_the_team_its_gaps_and_its_stand_ins_are_drawn() -> None:
    test = opened()
    said = "\n".join(one.value for one in test.markdown)

    assert team_of(test) == ["Ama *Diop*", "Bo Li"]
    assert "Nobody in West Africa; nearest is Morocco" in said
    assert "Could stand in: Cy Ray" in said.replace("\\", "")
    assert "Ama \\*Diop\\*" in said


def test_who_is_locked_or_left_out_stands_in_the_address_and_the_team_is_found_again() -> None:
    test = opened()
    test.multiselect(key="team:locked").select("cy")
    test.multiselect(key="team:without").select("bo")
    _ran(test)

    assert team_of(test) == ["Cy Ray", "Ama *Diop*"]
    assert team_of(opened(**{name: values[0] for name, values in _address(test).items()})) == team_of(test)


def _address(test: AppTest) -> dict[str, list[str]]:
    return {name: value if isinstance(value, list) else [value] for name, value in test.query_params.items()}


def test_nothing_that_is_typed_into_the_address_does_harm() -> None:
    for typed in ("nobody", "[1, null]", '{"a": 1}', '["stranger"]', "[" * 100_000):
        assert len(team_of(opened(locked=typed, without=typed))) == 2
    assert team_of(opened(locked='["cy"]', without='["cy"]')) == ["Ama *Diop*", "Bo Li"]


def test_ids_come_back_from_the_address_as_they_were() -> None:
    assert read_people(write_people(["a,b", 'c"', "ü"])) == ["a,b", 'c"', "ü"]
    assert write_people([]) == ""


def test_the_colour_of_a_cell_says_what_its_words_say() -> None:
    from core.systems.expert_search.requirements.requirement import Requirements
    from core.systems.expert_search.teams.matrix import matrix
    from core.systems.expert_search.teams.search import form_team

    rows = {FLOODS: {"ama": MET, "bo": partly(0.6)}, FRENCH: {"ama": MET, "bo": NOT_KNOWN}}
    team = form_team(covered(rows), Requirements(tuple(rows), 1), {})
    table = matrix_table(matrix(team, covered(rows)), {})

    assert table.to_numpy().tolist() == [
        ["ama", "yes", "✓ met 1.00", "✓ met"],
        ["bo", "", "◐ likely 0.60", "? not known"],
    ]
    drawn = coloured(table).to_html()
    assert "rgba(0, 158, 115" in drawn
    assert "rgba(230, 159, 0" in drawn


@pytest.mark.parametrize("one", [FLOODS, FRENCH])
@pytest.mark.parametrize(
    "cell",
    [MET, partly(0.6), partly(0.2), Cell("partly", 0.95, unsaid=("modelling",)), NOT_KNOWN, Cell("not met", 0.0)],
)
def test_the_matrix_and_the_list_say_the_same_of_a_person(one: Requirement, cell: Cell) -> None:
    listed = cell_in_words(one, cell)
    assert listed.split(" ", 1)[1] == MatrixCell(one, cell, 0.0, Quotation("", "", "")).text.split(" ", 1)[1]


def test_every_head_and_status_of_the_matrix_has_room_and_a_page_of_1280_pixels_is_filled() -> None:
    for asked in range(1, 7):
        widths = column_widths(["Person", "In team", *(f"rising groundwater {number}" for number in range(asked))])
        assert min(list(widths.values())[2:]) >= 8 * len("rising groundwater 1")
        assert asked > 2 or 800 <= sum(widths.values()) <= 816
    assert min(column_widths(["Person", "In team", *"abcdefghijkl"]).values()) == 70
    assert min(list(column_widths(["Person", "In team", *"abcdefghijkl"]).values())[2:]) >= 8 * len("not known for it")
