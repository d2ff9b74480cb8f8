"""The panel of NCO classification: what it says of a code, of an open question, of other answers, and of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.systems import nco_classification as system
from core.systems.nco_classification.index import official
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decisions
from core.systems.nco_classification.office.rules import Rule, keep_rules
from core.systems.nco_classification.questions.form import task_of
from core.systems.nco_classification.state import Context
from core.systems.nco_classification.survey import batch, surveys
from core.systems.nco_classification.survey.review import CHOOSE, DECISION, OTHER_CODE
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.ui.nco_classification.decision.answers import outcomes
from tests.lending import lent
from tests.systems.nco_classification.little_index import CLASSIFICATION, DOCTORS, GENERAL, SPECIAL, WOOD, LittleIndex
from tests.ui import steps
from tests.ui.steps import ask, press, said

opened = partial(steps.opened, "nco_classification")
CARPENTER = task_of(CLASSIFICATION.words["7115"].text)
open_tab = partial(steps.open_tab, tabs="nco_classification:tabs")


FARMERS = [(family, 0.5) for family in ("6111", "6112", "6114", "6121", "6130", "6310", "6330")]
FOUND = {"doctor": DOCTORS, "wood": WOOD, "farmer": FARMERS}


@dataclass
class PageIndex(LittleIndex):
    """The little index as a page borrows it."""

    classification: Classification = CLASSIFICATION
    found: Mapping[str, Sequence[tuple[str, float]]] = field(default_factory=lambda: FOUND)


@pytest.fixture(autouse=True)
def little_index(house: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "open_index", lambda folder, embedder: PageIndex())


# --- one job ----------------------------------------------------------------------------------------------------------


def test_the_page_says_which_index_answers_before_anything_is_asked(house: Installation) -> None:
    assert said(opened(), "**Official codes and titles of NCO 2015**")


def test_a_clear_job_gets_its_code_with_path_confidence_and_runner_up(house: Installation) -> None:
    test = ask(opened(), "stitches blouses")
    assert said(test, "7531 · Tailors")
    assert said(test, "7 Craft and Related Trades Workers › 75 ")
    assert said(test, "were right when it was measured")
    assert said(test, "**Why 7533 comes second**")
    assert said(test, "little index")


def test_an_open_question_says_what_is_certain_and_keeps_its_form_in_a_new_visit(house: Installation) -> None:
    test = ask(opened(), "doctor")
    assert said(test, "**Likely so far: ")
    again = opened(thread=str(test.query_params["thread"]))
    assert again.radio[0].options == test.radio[0].options
    assert "I don't know" in [option.replace("\\", "") for option in again.radio[0].options]


def test_a_chosen_code_has_no_computed_confidence_beside_it(house: Installation) -> None:
    test = ask(opened(), "wood")
    test.radio[0].set_value(CARPENTER)
    test = open_tab(press(test, "Send answer"), "How sure it is")
    assert said(test, "You chose this code in answer to a question, so no confidence is computed. By the words alone ")
    assert not said(test, "make a confidence of")


def test_what_a_confidence_means_is_said_in_words(house: Installation) -> None:
    test = open_tab(ask(opened(), "stitches blouses"), "How sure it is")
    assert said(test, "of 100 jobs found as clearly as this one, about")
    assert said(test, "were right at the first family")


def test_the_settings_of_the_next_job_stand_in_the_address_and_are_lent_to_the_run(house: Installation) -> None:
    test = opened(sure="1.0", floor="0.2", digits="4")
    assert [slider.value for slider in test.slider] == [1.0]  # what only a model's codes need is not asked without one
    assert said(ask(test, "stitches blouses"), "100% are needed")
    assert [slider.value for slider in opened(sure="7", floor="none").slider] == [Context.threshold]


def test_an_answer_that_comes_after_that_of_another_tab_is_told_and_changes_nothing(house: Installation) -> None:
    late = ask(opened(), "doctor")
    first = opened(thread=str(late.query_params["thread"]))
    first.radio[0].set_value(GENERAL)
    code = "2211 · Generalist Medical Practitioners"
    assert said(press(first, "Send answer"), code)
    late.radio[0].set_value(SPECIAL)
    late = press(late, "Send answer")
    assert said(late, "This question was answered already, in another tab.")
    assert said(late, f"yours was not used: “{SPECIAL}”")
    assert said(late, code)


def test_an_answer_that_comes_late_is_not_taken_for_one_to_the_question_that_followed(house: Installation) -> None:
    late = ask(opened(), "farmer")
    first = opened(thread=str(late.query_params["thread"]))
    first.radio[0].set_value("Field crops and vegetables")
    follows = "For whom do you grow, raise or catch things?"
    assert said(press(first, "Send answer"), follows)
    late.radio[0].set_value("Both crops and animals")
    late = press(late, "Send answer")
    assert said(late, "This question was answered already, in another tab.")
    assert said(late, follows)
    late.radio[0].set_value("Mostly for my own household")
    assert said(press(late, "Send answer"), "6310 · Subsistence Crop Farmers")


def test_an_answer_that_is_missing_is_asked_for_again(house: Installation) -> None:
    test = press(ask(opened(), "doctor"), "Send answer")
    assert [error.value for error in test.error] == ["Still open: The closest one."]


def test_a_chosen_family_becomes_the_code_and_carries_no_probability(house: Installation) -> None:
    test = ask(opened(), "wood")
    test.radio[0].set_value(CARPENTER)
    press(test, "Send answer")
    assert said(test, "7115 · Carpenters")
    assert said(test, "Chosen in answer to a question; the words alone made it ")


def test_what_is_answered_about_the_job_makes_a_code_with_its_probability(house: Installation) -> None:
    test = ask(opened(), "doctor")
    assert said(test, "What is the work mostly about, or done on?")
    test.radio[0].set_value(GENERAL)
    press(test, "Send answer")
    assert said(test, "2211 · Generalist")
    assert said(test, "Confidence **")
    assert said(test, f"you said: **{GENERAL}**")


def test_answering_differently_keeps_both_outcomes_side_by_side(house: Installation) -> None:
    test = ask(opened(), "doctor")
    test.radio[0].set_value(GENERAL)
    press(test, "Send answer")
    open_tab(test, "Answer differently")
    test.radio[0].set_value(SPECIAL)
    press(test, "Send answer")
    table = test.table[0].value
    assert list(table.columns) == ["Now", "Before"]
    assert table.loc["Code"].str.slice(0, 4).tolist() == ["2212", "2211"]
    assert said(test, "2212 · Specialist")


def test_a_run_without_a_question_has_nothing_to_answer_differently(house: Installation) -> None:
    test = open_tab(ask(opened(), "stitches blouses"), "Answer differently")
    assert said(test, "there is nothing to answer differently")
    assert outcomes([]) == []


def test_the_five_guarantees_are_a_checklist_of_every_run(house: Installation) -> None:
    test = open_tab(ask(opened(), "doctor"), "How it ran")
    table = test.table[0].value
    assert len(table) == 5
    assert all("yes" in held for held in table["Held"])


@pytest.mark.parametrize("request_text", ["E010", "Pune"])
def test_an_id_or_a_place_gets_a_question_and_no_code(house: Installation, request_text: str) -> None:
    test = ask(opened(), request_text)
    assert not test.subheader
    assert test.text_area
    assert said(test, "No code follows from these words alone")
    assert not said(test, "What speaks for")


def test_every_tab_draws_without_an_error(house: Installation) -> None:
    test = ask(opened(), "stitches blouses")
    for tab in ("How sure it is", "Where it lies", "How is this made?"):
        open_tab(test, tab)
    assert said(test, "What a run may never do")


# --- the official file ------------------------------------------------------------------------------------------------


def test_official_descriptions_are_checked_row_by_row(house: Installation) -> None:
    table = pd.DataFrame(
        {"c": ["7531.01", "7531", "9999", "7531.0100", "7533"], "d": ["Sews", "Sew", "None", "Twice", " "]},
        index=[2, 3, 4, 5, 6],
    )
    good, bad = official.check_descriptions(table, {"code": "c", "description": "d"}, CLASSIFICATION)
    assert good == {"7531.0100": "Sews", "7531": "Sew"}
    assert [problem.row for problem in bad] == [4, 5, 6]


def test_the_page_tells_of_official_descriptions_and_removes_them(house: Installation) -> None:
    folder = house.folder_of(NOBODY)
    card = official.keep_official(folder, "nco.csv", {"7531": "Sews"})
    official.OFFICIAL.uploads(folder).update(replace(card, ready=True))
    test = opened()
    assert said(test, "and 1 official description from nco.csv")
    press(test, "Remove these descriptions")
    assert official.official_of(folder) is None
    press(test, "Undo")
    assert official.official_of(folder) == replace(card, ready=True)


# --- a file of jobs ---------------------------------------------------------------------------------------------------


@pytest.fixture
def coded(house: Installation, monkeypatch: pytest.MonkeyPatch) -> surveys.Survey:
    def row(text: str) -> Row:
        sure = text.startswith("stitches")
        return {
            **row_without_code(text, "said so"),
            "status": "coded" if sure else "unsure",
            "machine_status": "coded" if sure else "unsure",
            "machine_code": "7531" if sure else "",
            "code": "7531" if sure else "",
            "title": "Tailors" if sure else "",
            "confidence": 0.9 if sure else 0.6,
            "likeliest_code": "7531",
            "likeliest_title": "Tailors",
            "sure": 0.9 if sure else 0.2,
            "needed": 0.82,
        }

    monkeypatch.setattr(batch, "code_texts", lambda texts, threshold: [row(text) for text in texts])
    table = pd.DataFrame({"id": ["1", "2", "3"], "job": ["stitches", "=doctor", "=doctor"]}, dtype="object")
    folder = house.folder_of(NOBODY)
    survey = surveys.add_survey(folder, "jobs.csv", table, "job")
    here = lent(folder)
    job = surveys.SURVEYS.job(here, survey.id)
    assert job is not None
    job.run()
    surveys.SURVEYS.finish(here, survey.id)
    return survey


def test_a_coded_file_shows_how_many_rows_came_to_what(coded: surveys.Survey, house: Installation) -> None:
    test = opened(view="file")
    assert {metric.label: metric.value for metric in test.metric} == {
        "Coded": "1", "Partial": "0", "Unsure": "2", "Not codable": "0", "Not in work": "0", "No answer": "0",
    }  # fmt: skip
    assert test.dataframe[0].value["Job"].tolist() == ["stitches", "=doctor", "=doctor"]


def test_what_a_threshold_costs_is_told_and_follows_the_slider(coded: surveys.Survey, house: Installation) -> None:
    test = steps.open_tab(opened(view="file"), "What a threshold costs", tabs=f"{coded.id}:tabs")
    costs = {metric.label: metric.value for metric in test.metric}
    assert (costs["Rows coded by the machine"], costs["Hours of review"]) == ("1", "0.1")
    test.slider[0].set_value(0.1).run()
    costs = {metric.label: metric.value for metric in test.metric}
    assert (costs["Rows coded by the machine"], costs["Of them wrong, expected"]) == ("3", "1.7")


def codes(survey: surveys.Survey, house: Installation) -> list[str]:
    return [row["code"] for row in surveys.SURVEYS.open(lent(house.folder_of(NOBODY)), survey.id).rows]


def in_review(survey: surveys.Survey, view: str = "") -> AppTest:
    """The review of a survey, as it is or in one of its views."""
    test = steps.open_tab(opened(view="file"), "Review", tabs=f"{survey.id}:tabs")
    if view:
        test.session_state[f"review:{survey.id}:view"] = view
        test.run()
    assert not test.exception
    return test


def test_a_case_is_decided_for_all_rows_with_its_words_and_undone(coded: surveys.Survey, house: Installation) -> None:
    test = in_review(coded)
    assert said(test, "#### =doctor")
    assert said(test, "2 rows")
    press(test, f"Accept 7531 · {CLASSIFICATION.title('7531')}")
    assert codes(coded, house) == ["7531"] * 3
    assert said(test, "Nothing waits")
    press(test, "Undo")
    assert codes(coded, house) == ["7531", "", ""]
    press(test, "Not in work")
    rows = surveys.SURVEYS.open(lent(house.folder_of(NOBODY)), coded.id).rows
    assert [(row["status"], row["answer"]) for row in rows[1:]] == [("not in work", "not in work")] * 2


def test_another_code_is_found_by_its_digits_and_down_the_tree_and_carries_a_name(
    coded: surveys.Survey, house: Installation
) -> None:
    test = in_review(coded)
    next(box for box in test.text_input if box.label == "Your name").set_value("Asha").run()
    next(one for one in test.expander if one.label == "Another code")
    key = next(str(button.key) for button in test.button if button.label == "Skip").removesuffix(":skip")
    test.session_state[f"{key}:picker"] = True
    test.run()
    test.text_input(f"{key}:search").set_value("221").run()
    press(test, "Below", place=-2)
    press(test, "2211.0100 · " + CLASSIFICATION.title("2211.0100"))
    assert codes(coded, house) == ["7531", "2211.0100", "2211.0100"]
    (decision,) = Decisions(house.folder_of(NOBODY)).decided(coded.id).values()
    assert (decision.by, decision.why) == ("Asha", "chose 2211.0100")


def test_many_proposals_are_accepted_at_once_within_the_error_that_is_allowed(
    coded: surveys.Survey, house: Installation
) -> None:
    test = in_review(coded, "Many at once")
    assert said(test, "No proposal that waits is that sure; the surest is right with 60%.")
    test.select_slider[0].set_value(0.5).run()
    assert said(test, "of whose weight **40.0%** is expected to be wrong")
    press(test, "Accept 1 proposal")
    assert codes(coded, house) == ["7531"] * 3


def test_a_line_of_the_table_that_cannot_be_carried_out_is_told_and_stays(
    coded: surveys.Survey, house: Installation
) -> None:
    test = in_review(coded, "Table")
    press(test, "Keep these decisions")  # nothing was decided
    assert not test.error
    test.session_state[f"review:{coded.id}:wrong"] = {"doctor": (CHOOSE, "9999")}
    test.run()
    press(test, "Keep these decisions")
    assert steps.errors(test)[0].startswith("0 decisions kept, 1 not. “=doctor”: “9999” is not a code")
    assert test.dataframe[0].value[[DECISION, OTHER_CODE]].to_numpy().tolist() == [[CHOOSE, "9999"]]
    assert codes(coded, house) == ["7531", "", ""]


def test_all_decisions_are_taken_back_as_one_act_that_can_be_undone(coded: surveys.Survey, house: Installation) -> None:
    press(in_review(coded), f"Accept 7531 · {CLASSIFICATION.title('7531')}")
    test = press(in_review(coded, "Decided"), "Take back all decisions (1 wording)")
    assert codes(coded, house) == ["7531", "", ""]
    press(test, "Undo")
    assert codes(coded, house) == ["7531"] * 3


def test_the_next_file_is_given_what_rules_and_decisions_say_of_its_words(
    coded: surveys.Survey, house: Installation
) -> None:
    folder = house.folder_of(NOBODY)
    press(in_review(coded), f"Accept 7531 · {CLASSIFICATION.title('7531')}")
    keep_rules(folder, [Rule("stitches", "7533")])
    later = surveys.add_survey(folder, "next.csv", pd.DataFrame({"job": ["Stitches!", "doctor", "nurse"]}), "job")
    job = surveys.SURVEYS.job(lent(folder), later.id)
    assert job is not None
    job.run()
    surveys.SURVEYS.finish(lent(folder), later.id)
    rows = surveys.SURVEYS.open(lent(folder), later.id).rows
    assert [(row["code"], row["decided_by"]) for row in rows] == [
        ("7533", "rule of the office"), ("7531", "earlier decision"), ("", "machine"),
    ]  # fmt: skip
    assert codes(coded, house) == ["7531"] * 3


def test_the_file_to_take_away_has_every_row_and_runs_nothing(coded: surveys.Survey, house: Installation) -> None:
    written = surveys.SURVEYS.open(lent(house.folder_of(NOBODY)), coded.id)
    assert written.to_csv().decode("utf-8-sig").count("'=doctor") >= 2
    assert written.to_workbook()[:2] == b"PK"


def test_a_file_can_be_removed(coded: surveys.Survey, house: Installation) -> None:
    test = press(opened(view="file"), "Remove it")
    assert surveys.SURVEYS.uploads(house.folder_of(NOBODY)).all() == []
    assert said(test, "A table with one job a row")
    press(test, "Undo")
    assert surveys.SURVEYS.uploads(house.folder_of(NOBODY)).all() == [coded]


def test_what_could_not_be_used_is_said_before_the_code(house: Installation) -> None:
    test = ask(opened(), "zorblaxian tailor in Pune")
    assert said(test, "“zorblaxian” and “in Pune” could not be used.")
    assert said(test, "“tailor” found in what describes the likeliest groups")
