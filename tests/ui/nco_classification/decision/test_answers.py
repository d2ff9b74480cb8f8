"""The outcomes of a run that was answered in several ways."""

from __future__ import annotations

from core.session import Checkpoint
from core.systems.nco_classification.state import Answer, State
from core.ui.nco_classification.decision.answers import NODE, _compare, outcomes
from tests.systems.nco_classification.little_index import GENERAL, SPECIAL, new_case


def answered(checkpoint: str) -> Answer:
    return {"question": "Which?", "said": "Tailors", "code": "7531", "job": "", "words": "", "checkpoint": checkpoint}


def moment(id: str, next: tuple[str, ...], *answers: Answer, question: bool = False) -> Checkpoint[State]:
    question_asked = {"text": "Which?", "fields": [], "send_label": ""} if question else None
    values: State = {"answers": list(answers), "analyzer_response": {"question": question_asked}}  # type: ignore[typeddict-item]
    return Checkpoint(id, 1, "", next, values)


def test_an_end_is_where_nothing_follows_or_a_question_waits_that_nobody_answered() -> None:
    settled, waiting = (moment(id, (NODE,), question=True) for id in ("asked", "open"))
    end = moment("end", (), answered("asked"))
    on_its_way = moment("between", ("retrieval",), answered("asked"))
    empty: Checkpoint[State] = Checkpoint("empty", 0, "", ("expander",), {"request": "cook"})
    assert outcomes([end, on_its_way, waiting, settled, empty]) == [end, waiting]


def test_the_outcomes_stand_side_by_side_the_newest_first_with_what_was_said() -> None:
    branches = []
    for said in (GENERAL, SPECIAL):
        case = new_case().ask("doctor").answer({"answer": said})
        branches.append(Checkpoint[State](said, 1, "", (), case.state))  # type: ignore[arg-type]
    table = _compare(branches)
    assert list(table.columns) == ["Now", "Before"]
    assert table.loc["Code"].str[:4].tolist() == ["2211", "2212"]
    assert all(confidence.endswith("%") for confidence in table.loc["Confidence"])
    assert table.loc["You said"].tolist() == [GENERAL, SPECIAL]
