"""The review: rows with the same words are one case, what is decided holds for all of them, and for no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stores.uploads import write_json
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision, Decisions
from core.systems.nco_classification.office.outcomes import ASK
from core.systems.nco_classification.office.queue import acceptable, by_value
from core.systems.nco_classification.office.rules import Rule, keep_rules
from core.systems.nco_classification.survey.review import (
    ACCEPT,
    CHOOSE,
    DECISION,
    LEAVE,
    OTHER_CODE,
    accept,
    accept_together,
    adopt,
    as_queue,
    cases_of,
    give,
    read_queue,
    recall,
    recalled,
    reviewed,
    said_in,
)
from core.systems.nco_classification.survey.rows import Row, row_without_code
from core.systems.nco_classification.survey.said import Said

KNOWN = Classification.load()


def make_row(text: str, status: str, confidence: float = 0.0, code: str = "", likeliest: str = "") -> Row:
    return {
        **row_without_code(text, "a test"),
        "status": status,
        "machine_status": status,
        "code": code,
        "machine_code": code,
        "confidence": confidence,
        "likeliest_code": likeliest,
        "runners_up": ["7532"] if likeliest else [],
    }  # type: ignore[typeddict-item]


ROWS = [
    make_row("tailor", "coded", 0.9, "7531", "7531"),
    make_row("sewing", "unsure", 0.4, "", "7533"),
    make_row("", "not codable"),
    make_row("textile", "partial", 0.8, "753", "7531"),
    make_row("E010", "not codable"),
    make_row("Sewing.", "unsure", 0.4, "", "7533"),
    make_row("stitch", "unsure", 0.4, "", "7533"),
]
CASES = cases_of(ROWS)


def laid(*decisions: Decision) -> list[Row]:
    return list(reviewed(ROWS, {one.key: one for one in decisions}, KNOWN))


def filled(**cells: tuple[Any, Any]) -> tuple[list[Decision], list[str]]:
    """What is read from the queue when these texts are filled in, and the keys of what could not be."""
    queue = as_queue(CASES, KNOWN)
    for text, line in cells.items():
        queue.loc[queue["text"] == text, [DECISION, OTHER_CODE]] = list(line)
    decisions, refused = read_queue(CASES, queue, KNOWN, "Asha")
    return decisions, [one.key for one in refused]


def test_rows_that_say_the_same_are_one_case_with_all_their_weight() -> None:
    rows: Any = [{**row, "weight": number} for number, row in enumerate(ROWS, start=1)]
    cases = {case.key: case for case in cases_of(rows)}
    assert {key: (case.rows, case.weight) for key, case in cases.items()} == {
        "tailor": (1, 1), "sewing": (2, 8), "": (1, 3), "textile": (1, 4), "e010": (1, 5), "stitch": (1, 7),
    }  # fmt: skip
    assert (cases["sewing"].proposal, cases["sewing"].others, cases["sewing"].probability) == ("7533", ("7532",), 0.4)
    assert cases["tailor"].coded


def test_the_confidence_of_a_part_is_not_that_of_the_family_that_came_first() -> None:
    row: Any = {**ROWS[3], "shares": {"7531": 0.5, "7532": 0.3}}
    assert cases_of([row])[0].probability == 0.5
    assert cases_of([ROWS[3]])[0].probability == 0.0
    several: Any = {**ROWS[1], "obstacle": "several"}
    assert cases_of([several])[0].probability == 0.0


def test_industry_and_education_part_cases_where_a_row_keeps_them_apart() -> None:
    rows: Any = [{**ROWS[1], "job": "operator", "industry": branch} for branch in ("mill", "cinema", "Mill")]
    assert [(case.text, case.industry, case.rows) for case in cases_of(rows)] == [
        ("operator", "mill", 2), ("operator", "cinema", 1),
    ]  # fmt: skip


def test_accepting_decides_every_row_with_the_words_and_keeps_what_the_machine_said() -> None:
    rows = laid(accept(CASES[1], "Asha"))
    for row in (rows[1], rows[5]):
        assert (row["status"], row["code"], row["level"]) == ("coded", "7533", "family")
        assert row["title"]
        assert (row["decided_by"], row["answer"]) == ("analyst", "accepted 7533")
        assert (row["machine_status"], row["machine_code"]) == ("unsure", "")
    assert [rows[place] for place in (0, 2, 3, 4, 6)] == [ROWS[place] for place in (0, 2, 3, 4, 6)]


def test_what_was_accepted_together_says_with_how_many_and_at_which_error() -> None:
    sure: Any = [{**row, "confidence": 0.95} for row in (ROWS[1], ROWS[6])]
    decisions = accept_together(acceptable(cases_of(sure), 0.06), "Asha")
    assert [(one.gives, one.how, one.by) for one in decisions] == [("7533", "together", "Asha")] * 2
    (row, _) = reviewed(sure, {one.key: one for one in decisions}, KNOWN)
    assert row["decided_by"] == "analyst"
    assert row["answer"] == "accepted together with 1 other at an expected error of 5.0%: 7533"


def test_the_queue_shows_beside_a_proposal_how_likely_that_is_and_no_zero_that_was_not_measured() -> None:
    part: Any = {**ROWS[3], "shares": {"7531": 0.3, "7532": 0.3}}
    queue = as_queue(cases_of([part, ROWS[0], ROWS[2], make_row("housewife", "not in work")]), KNOWN)
    assert queue["likeliest code"].tolist() == ["753", "7531", "", ""]
    assert queue["probability"].tolist()[:2] == [0.8, 0.9]
    assert queue["probability"][2:].isna().all()


def test_a_code_that_was_chosen_has_no_confidence_of_the_machine_and_tells_who_chose_it_when_and_why() -> None:
    chosen = Decision("sewing", "7532", by="Asha", on="2025-01-31T09:00:00+00:00", why="chose 7532")
    for row in (laid(chosen)[1], laid(replace(chosen, gives="refused", why="refused"))[1]):
        assert (row["confidence"], row["by"], row["on"]) == (None, "Asha", "2025-01-31T09:00:00+00:00")
        assert row["reason"] in ("Chose 7532.", "Refused.")
        assert (row["machine_confidence"], row["machine_reason"]) == (0.4, "a test")


def test_what_is_no_work_waits_for_nobody_and_to_accept_it_gives_what_the_machine_said() -> None:
    rows = [make_row("housewife", "not in work"), make_row("99", "no answer"), make_row("sewing", "unsure", 0.4)]
    cases = cases_of([{**row, "weight": 50.0} for row in rows])
    assert [(case.says, case.value) for case in cases] == [("not in work", 0), ("refused", 0), ("", 50 * 1.0)]
    assert [case.text for case in by_value(cases)] == ["sewing"]
    assert [case.text for case in by_value(cases, outside_too=True)] == ["sewing", "99", "housewife"]
    assert [accept(case, "").gives for case in cases[:2]] == ["not in work", "refused"]


def test_an_id_waits_for_nobody_and_a_code_in_the_place_of_words_does() -> None:
    rows: Any = [
        {**make_row("E0471", "not codable"), "obstacle": "id", "weight": 900.0},
        {**make_row("7533", "not codable", likeliest="7533"), "obstacle": "id"},
    ]
    cases = cases_of(rows)
    assert [(case.text, case.candidates, case.says) for case in by_value(cases)] == [("7533", ("7533", "7532"), "")]
    assert [(case.says, case.value) for case in cases[:1]] == [("cannot be coded", 0.0)]
    assert accept(cases[0], "").gives == "cannot be coded"


def test_the_queue_tells_the_title_and_what_stands_beside_it_apart() -> None:
    row: Any = {**ROWS[1], "job": "operator; runs a ring frame", "duties": "runs a ring frame", "industry": "mill"}
    assert said_in(row) == Said("operator", "runs a ring frame", "mill")
    line = as_queue(cases_of([row]), KNOWN).loc[0]
    assert line[["title", "duties", "industry", "education"]].tolist() == ["operator", "runs a ring frame", "mill", ""]
    only: Any = {**ROWS[1], "job": "runs a ring frame", "duties": "runs a ring frame"}
    assert said_in(only) == Said("", "runs a ring frame")


def test_a_code_of_any_level_and_a_word_for_what_has_none_can_be_given() -> None:
    rows = laid(give(CASES[3], "7531.0100", ""), give(CASES[4], "not in work", ""), give(CASES[5], "75", ""))
    assert (rows[3]["status"], rows[3]["level"], rows[3]["answer"]) == ("coded", "occupation", "chose 7531.0100")
    assert (rows[4]["status"], rows[4]["code"], rows[4]["answer"]) == ("not in work", "", "not in work")
    assert (rows[6]["status"], rows[6]["level"]) == ("partial", "subdivision")


def test_what_a_rule_or_an_earlier_round_gave_says_so() -> None:
    rows = laid(
        Decision("tailor", ASK, how="rule", why="“tailor”"),
        Decision("sewing", "7533", how="earlier", by="Asha", on="2025-01-31T09:00:00+00:00"),
    )
    assert (rows[0]["status"], rows[0]["code"], rows[0]["decided_by"]) == ("unsure", "", "rule of the office")
    assert rows[0]["machine_code"] == "7531"
    assert (rows[1]["decided_by"], rows[1]["answer"]) == (
        "earlier decision", "decided earlier by Asha on 2025-01-31: 7533",
    )  # fmt: skip


def test_a_code_of_another_edition_of_the_classification_leaves_the_row_to_the_machine() -> None:
    assert laid(Decision("tailor", "9999")) == ROWS


def test_a_queue_that_is_left_decides_nothing() -> None:
    assert filled() == ([], [])


def test_a_queue_is_read_line_by_line() -> None:
    decisions, wrong = filled(
        sewing=(ACCEPT, None), tailor=(LEAVE, "7532"), textile=(CHOOSE, " 7531.01 "), E010=("refused", "")
    )
    assert [(one.text, one.gives, one.why, one.by) for one in decisions] == [
        ("tailor", "7532", "chose 7532", "Asha"),
        ("sewing", "7533", "accepted 7533", "Asha"),
        ("textile", "7531.0100", "chose 7531.0100", "Asha"),
        ("E010", "refused", "refused", "Asha"),
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "decision", "code", "words"),
    [
        ("sewing", CHOOSE, "", "No code is given"),
        ("sewing", CHOOSE, float("nan"), "No code is given"),
        ("sewing", CHOOSE, "9999", "“9999” is not a code"),
        ("sewing", LEAVE, "=7531", "“=7531” is not a code"),
        ("sewing", ACCEPT, "7531", "a code is given"),
        ("sewing", "maybe", "", "is no decision"),
        ("E010", ACCEPT, "", "no proposal to accept"),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_told_and_loses_no_other(
    text: str, decision: str, code: Any, words: str
) -> None:
    queue = as_queue(CASES, KNOWN)
    queue[OTHER_CODE] = queue[OTHER_CODE].astype("object")
    queue.loc[queue["text"] == text, [DECISION, OTHER_CODE]] = [decision, code]
    queue.loc[queue["text"] == "stitch", DECISION] = ACCEPT
    decisions, refused = read_queue(CASES, queue, KNOWN)
    assert [(one.text, one.gives) for one in decisions] == [("stitch", "7533")]
    assert [(one.key, words in one.reason, bool(one.advice)) for one in refused] == [(text.lower(), True, True)]


@given(
    st.lists(
        st.tuples(st.sampled_from([LEAVE, ACCEPT, CHOOSE, "refused"]), st.sampled_from(["", "7531", "75", "0", "x"])),
        min_size=len(CASES),
        max_size=len(CASES),
    )
)
def test_whatever_is_decided_no_row_is_lost_and_no_code_is_invented(cells: list[tuple[str, str]]) -> None:
    queue = as_queue(CASES, KNOWN)
    queue[[DECISION, OTHER_CODE]] = pd.DataFrame(cells).to_numpy()
    decisions, refused = read_queue(CASES, queue, KNOWN)
    rows = laid(*decisions)
    assert len(decisions) + len(refused) <= len(CASES)
    assert [row["text"] for row in rows] == [row["text"] for row in ROWS]
    assert {row["code"] for row in rows} <= {"", "753", "7531", "7533", "75"}
    assert [row["machine_code"] for row in rows] == [row["machine_code"] for row in ROWS]


# --- the next round ---------------------------------------------------------------------------------------------------


def test_the_next_round_is_given_what_rules_and_earlier_decisions_say_of_the_same_words(tmp_path: Path) -> None:
    keep_rules(tmp_path, [Rule("tailor", ASK), Rule("textile", "7318")])
    Decisions(tmp_path).keep("last", [Decision("SEWING", "7533", by="Asha"), Decision("textile", "7531")])
    assert recall(tmp_path, "this", ROWS) == 3
    decided = Decisions(tmp_path).decided("this")
    assert {key: (one.gives, one.how) for key, one in decided.items()} == {
        "tailor": (ASK, "rule"), "textile": ("7318", "rule"), "sewing": ("7533", "earlier"),
    }  # fmt: skip
    assert recall(tmp_path, "this", ROWS) == 0
    Decisions(tmp_path).undo("this")
    assert Decisions(tmp_path).decided("this") == {}


def test_what_rules_give_no_more_is_taken_back_and_what_the_analyst_decided_stays(tmp_path: Path) -> None:
    keep_rules(tmp_path, [Rule("tailor", "7533"), Rule("textile", "7318")])
    recall(tmp_path, "this", ROWS)
    Decisions(tmp_path).keep("this", [Decision("textile", "7531")])
    keep_rules(tmp_path, [Rule("textile", "7533")])
    assert recall(tmp_path, "this", ROWS) == 1
    assert {key: one.gives for key, one in Decisions(tmp_path).decided("this").items()} == {"textile": "7531"}


def test_work_that_is_no_survey_is_given_the_same_and_keeps_nothing_of_it(tmp_path: Path) -> None:
    keep_rules(tmp_path, [Rule("tailor", "7533")])
    Decisions(tmp_path).keep("last", [Decision("sewing", "7531")])
    rows = list(recalled(tmp_path, iter(ROWS), KNOWN))
    assert [row["code"] for row in rows] == ["7533", "7531", "", "753", "", "7531", ""]
    assert [row["decided_by"] for row in rows][:3] == ["rule of the office", "earlier decision", "machine"]
    assert Decisions(tmp_path).decided("") == {}


def test_decisions_of_an_earlier_version_are_taken_over_once(tmp_path: Path) -> None:
    kept = tmp_path / "decisions.json"
    line = {"text": "sewing", "decision": ACCEPT, "other code": "", "likeliest code": "7533"}
    write_json(kept, [line, {**line, "text": "stitch", "decision": CHOOSE, "other code": "7531"}])
    for _ in range(2):
        adopt(tmp_path, "this", kept)
    decided = Decisions(tmp_path).decided("this")
    assert {key: one.told for key, one in decided.items()} == {"sewing": "accepted 7533", "stitch": "chose 7531"}
    assert not kept.exists()
