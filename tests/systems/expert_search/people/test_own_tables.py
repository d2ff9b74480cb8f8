"""Tables of people: good rows are kept, bad ones listed with reasons; what is read with good will is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from core.systems.expert_search.people.own_tables import LONGEST_CELL, check_answers, check_experts
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.tables import RowProblem, fields_of, guess_columns, left_out, read_table, summarise
from tests.systems.expert_search.little_people import EXPERTS


def read_experts(text: str) -> tuple[list[Expert], list[RowProblem]]:
    table = read_table(text.encode(), "experts.csv")
    return check_experts(table, guess_columns(list(table.columns), fields_of("experts")))


def read_answers(text: str, experts: Sequence[Expert] = EXPERTS) -> tuple[list[ProjectAnswer], list[RowProblem]]:
    table = read_table(text.encode(), "answers.csv")
    return check_answers(table, guess_columns(list(table.columns), fields_of("answers")), experts)


def test_columns_are_found_under_their_usual_other_names() -> None:
    experts, bad = read_experts(
        "Employee ID;Full Name;Job Title;About;Expertise;City;Years\n7;Ann;Welder;Welds.;steel;Graz;12\n"
    )
    assert experts == [Expert("7", "Ann", "Welder", "Welds.", "steel", "Graz", 12.0)]
    assert bad == []


def test_a_row_is_left_out_only_when_it_is_useless_and_values_that_cannot_be_read_are_left_empty() -> None:
    endless = "x" * (LONGEST_CELL + 1)
    experts, bad = read_experts(
        "id,name,bio,years_experience\n"
        "e1,Ann,Welds.,12\n"
        "e2, ,Nameless,\n"
        "\n"
        "e1,Bob,Came second,\n"
        "e3,Cid,,\n"
        "e4,Dan,Sings,many\n"
        f"e5,Eve,{endless},\n"
        "e6,Fay,Counts,nan\n"
        "e7,Gus,Draws,\n"
    )
    assert [expert.id for expert in experts] == ["e1", "e4", "e5", "e6", "e7"]
    assert [expert.years_experience for expert in experts] == [12, None, None, None, None]
    assert len(experts[2].bio) == LONGEST_CELL
    assert [(problem.row, problem.reason) for problem in left_out(bad)] == [
        (3, "name is empty"),
        (5, "the id 'e1' is taken by an earlier row, of another name"),
        (6, "there is nothing to search in: no headline, no bio, no skills"),
    ]
    assert [(one.row, one.column, one.value[:4], one.outcome) for one in bad if one.outcome != "row left out"] == [
        (7, "years_experience", "many", "left empty"),
        (8, "bio", "xxxx", "read"),
        (9, "years_experience", "nan", "left empty"),
    ]


def test_years_as_people_write_them_are_read_and_what_they_were_read_as_is_told() -> None:
    written = ["10+", "n/a", "ca. 7", "", "5-10", "2014", "12 years", "3.5"]
    rows = "".join(f"e{number},Ann,Welds.,{text}\n" for number, text in enumerate(written))
    experts, bad = read_experts(f"id,name,bio,years\n{rows}")
    assert [expert.years_experience for expert in experts] == [10, None, 7, None, 5, None, 12, 3.5]
    assert summarise(bad) == [
        "2 values in “years” could not be read and were left empty: “n/a”, “2014”.",
        "3 values in “years” were read with some good will: “10+” as 10, “ca. 7” as 7, “5-10” as 5.",
    ]


def test_marks_for_nothing_known_are_nobody_and_no_text() -> None:
    experts, bad = read_experts(
        "name,headline,skills\nAnn,Cook,-\nN.N.,Postdoc,tin\nTBA,Speaker,tin\nVacant,Nurse,tin\n"
    )
    assert [(expert.name, expert.skills) for expert in experts] == [("Ann", "")]
    assert [problem.row for problem in left_out(bad)] == [3, 4, 5]


def test_somebody_in_two_rows_without_an_id_is_told_to_be_kept_as_two() -> None:
    experts, bad = read_experts("name,skills\nAnn,tin\nBob,lead\nann,zinc\n")
    assert len(experts) == 3
    assert [(problem.row, problem.reason) for problem in bad] == [
        (4, "as somebody else than row 2, who has the same name")
    ]
    assert read_experts("id,name,skills\n1,Ann,tin\n2,Ann,zinc\n")[1] == []
    assert [problem.outcome for problem in read_experts("name,skills\nAnn,tin\nAnn,\n")[1]] == ["row left out"]


def test_two_people_in_one_cell_are_told() -> None:
    experts, (problem,) = read_experts("name,skills\nAnn Ray & Bob Sole,tin\nCy Day,lead\n")
    assert [expert.name for expert in experts] == ["Ann Ray & Bob Sole", "Cy Day"]
    assert (problem.row, problem.reason, problem.outcome) == (2, "as one person", "read")


@pytest.mark.parametrize("name", ["to be found", "Yann Le Goff (deceased)"])
def test_a_name_that_is_hardly_one_is_told(name: str) -> None:
    experts, (problem,) = read_experts(f"name,skills\n{name},tin\nCy Day,lead\n")
    assert (experts[0].name, problem.value, problem.outcome) == (name, name, "read")


def test_rows_without_an_id_are_called_after_their_row() -> None:
    experts, bad = read_experts("name,bio\nAnn,Welds.\n\nBob,Sings.\n")
    assert [expert.id for expert in experts] == ["row-2", "row-4"]
    assert bad == []


def test_answers_of_nobody_and_empty_ones_are_listed_and_the_others_kept() -> None:
    answers, bad = read_answers(
        "expert_id,question,answer\nsun,Why?,Because.\nghost,Who?,Boo.\nsun,Empty?,\n\nsun,,Yes.\n"
    )
    assert answers == [
        ProjectAnswer("answer-2", "sun", "", "Why?", "Because."),
        ProjectAnswer("answer-6", "sun", "", "", "Yes."),
    ]
    assert [(row.row, row.reason) for row in bad] == [
        (3, "nobody among the experts has the id 'ghost'"),
        (4, "answer is empty"),
    ]


# --- further columns --------------------------------------------------------------------------------------------------


def test_columns_for_which_there_is_no_field_are_kept_under_names_of_their_own() -> None:
    (ann, bob), bad = read_experts(
        "Name,Skills,Day rate (€),Available,Bio (old),Empty,दर,more\n"
        "Ann,tin,450,March,Welds.,,9,a\n"
        "Bob,lead,n/a,,,,,b\n"
    )
    assert (ann.bio, ann.more) == ("Welds.", {"day_rate": "450", "available": "March", "column_3": "9", "more_2": "a"})
    assert bob.more == {"more_2": "b"}
    assert bad == []


def test_a_column_that_the_analyst_chose_for_nothing_is_a_further_one() -> None:
    table = read_table(b"name,skills,organisation\nAnn,tin,Works\n", "experts.csv")
    ((ann,), _) = check_experts(table, {"name": "name", "skills": "skills"})
    assert (ann.organisation, ann.more) == ("", {"organisation_2": "Works"})


# --- several rows of one person ---------------------------------------------------------------------------------------


def test_rows_with_the_same_id_and_name_become_one_person_and_that_is_told() -> None:
    (ann,), bad = read_experts(
        "id,name,headline,bio,skills,languages,years,location,rate\n"
        "7,Ann Ray,Welder,Welds.,tin; lead,French,5,Graz,400\n"
        '7,,Welder,Welds ships.,"Lead, zinc","french, Hindi",12,Graz,\n'
        "7,Ann M. Ray,Diver,Dives.,,,3,,450\n"
    )
    assert ann == Expert(
        "7", "Ann Ray", "Welder; Diver", "Welds.\n\nWelds ships.\n\nDives.", "tin; lead; zinc", "Graz", 12,
        languages="French; Hindi", more={"rate": "400; 450"},
    )  # fmt: skip
    assert [(problem.row, problem.reason, problem.outcome) for problem in bad] == [
        (3, "as one person with row 2", "read"),
        (4, "as one person with row 2", "read"),
    ]


def test_without_an_id_the_same_name_at_the_same_place_is_one_person() -> None:
    experts, bad = read_experts(
        "name,skills,organisation,city\nAnn,tin,Works,Graz\nann,zinc,works,\nAnn,gold,Works,Linz\nAnn,lead,,Graz\n"
    )
    assert [(expert.id, expert.skills) for expert in experts] == [("row-2", "tin; zinc; lead"), ("row-4", "gold")]
    assert [(problem.row, problem.reason) for problem in bad] == [
        (3, "as one person with row 2"),
        (4, "as somebody else than row 2, who has the same name"),
        (5, "as one person with row 2"),
    ]


def test_a_person_whose_rows_tell_something_only_together_is_kept() -> None:
    (ann,), _ = read_experts("id,name,skills,city\n1,Ann,,Graz\n1,Ann,tin,\n")
    assert (ann.skills, ann.location) == ("tin", "Graz")


def test_a_missing_id_never_takes_that_of_somebody() -> None:
    experts, _ = read_experts("id,name,skills\n,Ann,tin\nrow-2,Bob,lead\n")
    assert len({expert.id for expert in experts}) == len(experts) == 2


# --- years and dates --------------------------------------------------------------------------------------------------


def test_years_that_are_told_by_their_beginning_are_read_and_told() -> None:
    year = datetime.now(UTC).year
    rows = "".join(f"e{number},Ann,Welds.,{text}\n" for number, text in enumerate(["since 2014", "7", "since 1890"]))
    experts, bad = read_experts(f"id,name,bio,years\n{rows}")
    assert [expert.years_experience for expert in experts] == [year - 2014, 7, None]
    assert [problem.reason for problem in bad] == [f"as {year - 2014} years, since 2014", "not between 0 and 80"]


def test_dates_of_answers_are_read_as_far_as_they_are_told() -> None:
    answers, bad = read_answers(
        "expert_id,answer,date\nsun,a,16/9/2021\nsun,b,3/4/2021\nsun,c,2020\nsun,d,May 2019\nsun,e,soon\nsun,f,\n"
    )
    assert [answer.date for answer in answers] == ["2021-09-16", "2021-04-03", "2020", "2019-05", "", ""]
    assert summarise(bad) == ["1 value in “date” could not be read and was left empty: “soon”."]


def test_of_a_date_that_may_be_one_of_two_the_year_is_kept_and_told() -> None:
    (answer,), (problem,) = read_answers("expert_id,answer,date\nsun,a,3/4/2021\n")
    assert (answer.date, problem.reason) == ("2021", "as 2021 alone: the day or the month may stand first")


# --- answers by name --------------------------------------------------------------------------------------------------


def test_an_answer_that_names_its_person_finds_them_when_nobody_else_has_the_name() -> None:
    answers, bad = read_answers('expert,answer\nSunny Ray,a\n"ray, sunny",b\nsun,c\nSunny,d\n')
    assert [answer.expert_id for answer in answers] == ["sun"] * 3
    assert [(problem.row, problem.reason) for problem in bad] == [
        (2, "as the name of 'sun'"),
        (3, "as the name of 'sun'"),
        (5, "nobody among the experts has the id 'Sunny'"),
    ]


def test_an_answer_that_names_one_of_two_people_is_left_out() -> None:
    twins = [Expert("1", "Ann Ray", "Tin"), Expert("2", "Ann Ray", "Lead")]
    answers, (problem,) = read_answers("expert,answer\nAnn Ray,a\n", twins)
    assert (answers, problem.reason) == ([], "2 experts are called 'Ann Ray'")
