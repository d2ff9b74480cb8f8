"""The office is asked before the machine: its rules, then what it decided earlier on exactly these words."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision, Decisions
from core.systems.nco_classification.office.memory import neighbours, open_memory, read_decisions, to_file
from core.systems.nco_classification.office.rules import Rule, keep_rules
from core.tables import read_table

KNOWN = Classification.load()
SAME = {name: name for name in ("words", "gives", "industry", "education", "by", "on", "how")}


def test_a_rule_goes_before_an_earlier_decision_and_that_before_nothing(tmp_path: Path) -> None:
    keep_rules(tmp_path, [Rule("tailor", "7531")])
    earlier = [Decision("tailor", "7533"), Decision("cook", "5120", by="Asha", on="2025-03-01T10:00:00+00:00")]
    Decisions(tmp_path).keep("last", earlier)
    memory = open_memory(tmp_path, "this")
    ruled, remembered = memory.decide("Tailor"), memory.decide("cook.")
    assert ruled is not None
    assert (ruled.gives, ruled.how) == ("7531", "rule")
    assert remembered is not None
    assert remembered.told == "decided earlier by Asha on 2025-03-01: 5120"
    assert memory.decide("cook", "ship") is None
    assert memory.decide("nurse") is None


def test_what_was_accepted_together_says_so_in_the_next_round_until_somebody_looked(
    tmp_path: Path,
) -> None:
    why, kept = "accepted together with 11 others at an expected error of 4.9%", Decisions(tmp_path)
    kept.keep("last", [Decision("cook", "5120", how="together", why=why, by="Asha", on="2025-03-01")])
    remembered = open_memory(tmp_path, "this").decide("cook")
    assert remembered is not None
    assert remembered.told == f"decided earlier by Asha on 2025-03-01 ({why}): 5120"
    read, _ = read_decisions(read_table(to_file(list(kept.remembered().values())), "decisions.csv"), SAME, KNOWN)
    assert [one.unseen for one in read] == [why]
    kept.keep("this", [Decision("cook", "5120", why="accepted 5120", by="Ravi", on="2026-03-01")])
    looked = open_memory(tmp_path).decide("cook")
    assert looked is not None
    assert looked.told == "decided earlier by Ravi on 2026-03-01: 5120"


def test_neighbours_are_the_nearest_other_wordings_nearest_first() -> None:
    decisions = [Decision(text, "7531") for text in ("ladies tailor", "tailor", "Tailor of ladies suits", "bus driver")]
    near = neighbours("tailor ladies", decisions)
    assert [one.text for one, _ in near] == ["ladies tailor", "Tailor of ladies suits", "tailor"]
    assert [likeness for _, likeness in near] == sorted((likeness for _, likeness in near), reverse=True)
    assert neighbours("tailor", [Decision("TAILOR", "7531")]) == []


def test_decisions_come_back_from_their_file_and_a_wrong_row_loses_no_other() -> None:
    kept = [Decision("=tailor, old", "7531", "mill", "class 10", "imported", by="Asha", on="2026-01-01")]
    back, problems = read_decisions(read_table(to_file(kept), "decisions.csv"), SAME, KNOWN)
    assert (back, problems) == (kept, [])
    table = pd.DataFrame({"w": ["a", "b", "?", "A"], "g": ["7531", "99", "7531", "refused"]}, index=range(2, 6))
    read, problems = read_decisions(table, {"words": "w", "gives": "g", "industry": None}, KNOWN)
    assert [(one.text, one.gives) for one in read] == [("A", "refused")]
    assert [problem.row for problem in problems] == [3, 4]
