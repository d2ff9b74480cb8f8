"""The office on the panel of NCO classification: rules, what is remembered, what drifted, and how coders agree."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.refused import Refused, refuse
from core.systems import nco_classification as system
from core.systems.nco_classification.office.decisions import Decision, Decisions
from core.systems.nco_classification.office.rules import Rule, as_table, keep_rules, load_rules
from core.systems.nco_classification.survey import batch, surveys
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.ui.nco_classification.office import rules as rules_page
from tests.lending import lent
from tests.ui import steps
from tests.ui.steps import ask, box, press, said
from tests.ui.test_nco_page import PageIndex

opened = partial(steps.opened, "nco_classification")
DRAFT = "nco_classification:rules:draft"


@pytest.fixture
def folder(house: Installation, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's folder, over the little index and a machine that codes everything as a tailor."""
    monkeypatch.setattr(system, "open_index", lambda folder, embedder: PageIndex())
    monkeypatch.setattr(batch, "code_texts", lambda texts, threshold=0.0: [row(text) for text in texts])
    monkeypatch.setattr(rules_page, "code_texts", batch.code_texts)
    return house.folder_of(NOBODY)


def row(text: str) -> Row:
    return {
        **row_without_code(text, "said so"),
        "status": "coded",
        "code": "7531",
        "title": "Tailors",
        "confidence": 0.9,
        "machine_status": "coded",
        "machine_code": "7531",
        "likeliest_code": "7531",
        "likeliest_title": "Tailors",
        "runners_up": ["7533"],
    }


def coded(folder: Path, name: str, jobs: list[str]) -> surveys.Survey:
    survey = surveys.add_survey(folder, name, pd.DataFrame({"job": jobs}), "job")
    job = surveys.SURVEYS.job(lent(folder), survey.id)
    assert job is not None
    job.run()
    surveys.SURVEYS.finish(lent(folder), survey.id)
    return survey


def office(tab: str = "Rules", **drafted: pd.DataFrame) -> AppTest:
    test = steps.open_tab(opened(view="office"), tab, tabs="nco_classification:office")
    if drafted:
        test.session_state[DRAFT] = drafted["table"]
        test.run()
    assert not test.exception
    return test


# --- rules ------------------------------------------------------------------------------------------------------------


def test_a_rule_decides_one_job_and_is_shown_as_what_it_is(folder: Path) -> None:
    keep_rules(folder, [Rule("doctor", "2211.0100")])
    test = ask(opened(), "Doctor")
    assert said(test, "2211.0100 · ")
    assert said(test, "By a rule of the office: “doctor” is 2211.0100.")
    assert not said(test, "were right when it was measured")


def test_a_rule_with_an_unknown_code_is_told_and_nothing_of_the_table_is_lost(folder: Path) -> None:
    keep_rules(folder, [Rule("nurse", "2221")])
    table = as_table([Rule("baker", "9999"), Rule("cook", "5120")])
    test = press(office(table=table), "Keep these rules")
    assert any("“9999” is not a code of the classification" in error for error in steps.errors(test))
    assert test.dataframe[0].value["words"].tolist() == ["baker", "cook"]
    assert load_rules(folder) == [Rule("nurse", "2221")]
    table.loc[0, "gives"] = "7512"
    press(office(table=table), "Keep these rules")
    assert [(rule.words, rule.gives) for rule in load_rules(folder)] == [("baker", "7512"), ("cook", "5120")]


def test_what_changes_win_and_lose_is_shown_before_they_are_kept(folder: Path) -> None:
    known = [Decision("shirt tailor", "7531"), Decision("school tailor", "2330"), Decision("baker", "7512")]
    Decisions(folder).keep("a round", known)
    assert said(office(), "None of 3 known jobs is given anything else than before.")
    test = office(table=as_table([Rule("tailor", "2330", part=True), Rule("baker", "ask")]))
    assert said(test, "Of 3 known jobs **2** would stand better and **1** worse.")
    effects = test.dataframe[-1].value if len(test.dataframe) > 1 else test.dataframe[0].value
    assert effects[["Jobs", "Better", "Worse"]].to_numpy().tolist() == [[2, 1, 1], [1, 1, 0]]
    assert load_rules(folder) == []


def test_an_assumption_that_is_never_to_be_made_again_stands_among_the_rules(folder: Path) -> None:
    refuse(folder, Refused("nco_classification", "spelling:sen", "SEN", "read as “semen”"))
    assert office().dataframe[0].value.loc[0, ["words", "gives", "note"]].tolist() == [
        "SEN", "as written", "read as “semen”",
    ]  # fmt: skip


# --- what is remembered, and what drifted -----------------------------------------------------------------------------


def test_what_is_remembered_is_listed_and_found_by_words_or_code(folder: Path) -> None:
    Decisions(folder).keep("a round", [Decision("shirt tailor", "7531", by="Asha"), Decision("baker", "7512")])
    test = office("Earlier decisions")
    assert said(test, "**2 wordings** decided by hand")
    next(one for one in test.text_input if one.label == "Find").set_value("7512").run()
    assert test.dataframe[0].value["Job"].tolist() == ["baker"]


def test_two_files_are_held_against_each_other_at_any_level(folder: Path) -> None:
    assert said(office("Drift"), "With two coded files")
    keep_rules(folder, [Rule("doctor", "2211")])
    coded(folder, "then.csv", ["tailor", "tailor", "doctor", "doctor"])
    coded(folder, "now.csv", ["tailor", "tailor", "tailor", "doctor"])
    test = office("Drift")
    assert said(test, "**25.0%** of all rows")
    assert test.dataframe[0].value[["Code", "Then", "Now", "Change"]].to_numpy().tolist() == [
        ["2211", 50.0, 25.0, -25.0], ["7531", 50.0, 75.0, 25.0],
    ]  # fmt: skip
    box(test, "Level").set_value("division").run()
    assert set(test.dataframe[0].value["Code"]) == {"2", "7"}


# --- the review of a file ---------------------------------------------------------------------------------------------


def review(survey: surveys.Survey, view: str) -> AppTest:
    test = steps.open_tab(opened(view="file"), "Review", tabs=f"{survey.id}:tabs")
    test.session_state[f"review:{survey.id}:view"] = view
    test.session_state[f"review:{survey.id}:coded"] = ["Coded too"]
    return test.run()


def tallied(test: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in test.metric}


def test_the_tally_above_the_tabs_is_that_of_the_latest_decision(folder: Path) -> None:
    test = review(coded(folder, "jobs.csv", ["tailor", "sewing", "sewing"]), "One by one")
    assert (tallied(test)["Coded"], tallied(test)["Not in work"]) == ("3", "0")
    press(test, "Not in work")
    assert (tallied(test)["Coded"], tallied(test)["Not in work"]) == ("1", "2")
    press(test, "Undo")
    assert (tallied(test)["Coded"], tallied(test)["Not in work"]) == ("3", "0")


def test_a_name_is_asked_for_before_a_decision_without_one_and_is_there_on_the_next_visit(folder: Path) -> None:
    survey = coded(folder, "jobs.csv", ["tailor", "sewing"])
    test = review(survey, "One by one")
    assert said(test, "Say your name first")
    next(one for one in test.text_input if one.label == "Your name").set_value("Asha").run()
    assert not said(test, "Say your name first")
    press(test, "Not in work")
    again = review(survey, "One by one")
    assert next(one for one in again.text_input if one.label == "Your name").value == "Asha"


def test_what_was_accepted_at_once_is_said_to_be_so_in_the_next_file_and_where_it_is_remembered(folder: Path) -> None:
    test = review(coded(folder, "one.csv", ["tailor", "sewing"]), "Many at once")
    test.select_slider[0].set_value(0.1).run()
    press(test, "Accept 2 proposals")
    again = coded(folder, "two.csv", ["tailor"])
    (row,) = surveys.SURVEYS.open(lent(folder), again.id).rows
    assert "(accepted together with 1 other at an expected error of 10.0%): 7531" in row["answer"]
    assert office("Earlier decisions").dataframe[0].value["How"].str.startswith("accepted together").all()


# --- the check of a file ----------------------------------------------------------------------------------------------


def test_two_code_a_sample_blind_agree_are_adjudicated_and_the_file_is_held_against_them(folder: Path) -> None:
    survey = coded(folder, "jobs.csv", ["tailor", "sewing", "doctor"])
    test = steps.open_tab(opened(view="file"), "Check", tabs=f"{survey.id}:tabs")
    press(test, "Draw the sample")
    assert said(test, "A sample of **3 rows**")
    assert said(test, "Say who you are")
    for coder, given in (("Asha", ("7531", "7531", "7533")), ("Ravi", ("7531", "7531", "refused"))):
        next(one for one in test.text_input if one.label == "Your name").set_value(coder).run()
        for gives in given:
            label = "Refused" if gives == "refused" else f"{gives} · "
            press(test, next(name for name in steps.labels(test) if name.startswith(label)))
        assert said(test, "You have coded all of it.")
    test.session_state[f"quality:{survey.id}:view"] = "What came of it"
    test.run()
    assert said(test, "Held against **Asha**, **33.3%** of the rows of this file have a wrong code")
    lines = test.dataframe[0].value
    assert [round(agreed) for agreed in lines["Agree on"]] == [67] * 4
    press(test, "Take what both gave to 2 wordings")
    assert said(test, "**1 difference** of 1 to adjudicate.")
    assert said(test, "Asha gave 7533, Ravi gave refused.")
    press(test, next(name for name in steps.labels(test) if name.startswith("7533 · ")))
    assert said(test, "**0 differences** of 1 to adjudicate.")
    rows = surveys.SURVEYS.open(lent(folder), survey.id).rows
    assert sorted(row["code"] for row in rows) == ["7531", "7531", "7533"]
    assert any("adjudicated: Asha 7533, Ravi refused, given 7533" in row["answer"] for row in rows)
    assert said(test, "**33.3%** of the rows of this file")  # what the check led to makes the file no better
