"""What is measured of the questions, and that who answers knows no more than is said."""

from __future__ import annotations

import json

import pytest

from core.evaluate import nco_asking
from core.evaluate.__main__ import main
from core.evaluate.nco import Record
from core.evaluate.nco_asking import Descriptions, Respondent, ask_all, erring, from_table
from core.llm.engine import OfflineEngine
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.state import Context
from tests.little_occupations import FEW, LetterEmbedder, part_of
from tests.systems.nco_classification.little_index import CLASSIFICATION, GENERAL, SPECIAL, LittleIndex

RECORDS = [Record("doctor", ("2212",)), Record("stitches blouses", ("7531",)), Record("doctor", ("2211",))]


class ManyAtOnce(LittleIndex):
    """The little index, asked for many texts at once."""

    def search_each(self, texts, limits, explained=None):
        return [self.search(text, limit) for text, limit in zip(texts, limits, strict=True)]


def context(**numbers) -> Context:
    return Context(OfflineEngine(), CLASSIFICATION, ManyAtOnce(), **numbers)  # type: ignore[arg-type]


def test_it_is_counted_what_is_right_before_any_question_and_after_each() -> None:
    asked = ask_all(RECORDS, context(), Respondent("knows", lambda number, _: GENERAL if number else SPECIAL))
    assert asked["right"] == pytest.approx([2 / 3, 1.0, 1.0, 1.0])
    assert asked["questions"] == pytest.approx([0.0, 2 / 3, 2 / 3, 2 / 3])
    assert asked["silent"] == [0.0] * 4
    assert asked["told"] == {"object": 1.0}


def test_wrong_answers_cost_what_they_cost() -> None:
    wrong = ask_all(RECORDS, context(), Respondent("errs", lambda number, _: SPECIAL if number else GENERAL))
    assert wrong["right"] == pytest.approx([2 / 3, 1 / 3, 1 / 3, 1 / 3])
    assert wrong["silent"][1] == pytest.approx(2 / 3)
    assert wrong["told"] == {"object": 0.0}


def test_who_does_not_know_leaves_it_as_it_was() -> None:
    nothing = ask_all(RECORDS, context(), Respondent("knows nothing", lambda *_: ""))
    assert nothing["right"] == [nothing["right"][0]] * 4
    assert nothing["questions"][1:] == [nothing["questions"][1]] * 3


def test_the_upper_bound_looks_the_answers_up_and_who_errs_gives_another_one_as_often_as_is_said() -> None:
    table = from_table(RECORDS, lambda *_: "")
    assert ask_all(RECORDS, context(), table)["right"][1] == 1.0
    choices = [
        {"label": label, "code": "", "leaves": 1, "share": 0.5, "example": "", "attribute": "object", "value": value}
        for label, value in ((GENERAL, "patients"), (SPECIAL, "organs"))
    ]
    said = [erring(table, 0.0).answer(0, {"choices": choices}) for _ in range(20)]  # type: ignore[typeddict-item]
    assert said == [SPECIAL] * 20
    errs = erring(table, 0.5)
    wrong = [errs.answer(0, {"choices": choices}) for _ in range(400)].count(GENERAL)  # type: ignore[typeddict-item]
    assert 140 < wrong < 260


def test_a_reader_learns_nothing_of_a_family_from_its_own_descriptions(monkeypatch) -> None:
    monkeypatch.setattr(nco_asking, "_SURE", 0.0)
    index = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())  # type: ignore[arg-type]
    own = index.classification.occupations_of("7531")
    official = dict.fromkeys(own, "Measures, cuts and stitches cloth into garments for customers")
    records = [Record("tailor", ("7531",)), Record("someone", ("8322",))]
    known = Descriptions(records, index, official)
    choices = [
        {"label": label, "code": "", "leaves": 1, "share": 0.5, "example": "", "attribute": "activity", "value": value}
        for label, value in (("garmentry", "drive"), ("unlike", "sew"))
    ]
    response = {"choices": choices}
    assert known.answer(0, response, "7531") == "garmentry"  # type: ignore[arg-type]
    assert known.answer(0, response, "7112") == "unlike"  # type: ignore[arg-type]
    assert known.answer(0, {"choices": []}, "7531").startswith("Measures, cuts")  # type: ignore[typeddict-item]
    assert known.answer(1, response, "8322") == ""  # type: ignore[arg-type]


def test_where_two_choices_fit_alike_it_is_said_in_own_words() -> None:
    index = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())  # type: ignore[arg-type]
    official = dict.fromkeys(index.classification.occupations_of("7531"), "Stitches cloth into garments")
    known = Descriptions([Record("tailor", ("7531",))], index, official)
    alike = [
        {"label": label, "code": code, "leaves": 1, "share": 0.5, "example": ""}
        for label, code in (("Stitches cloth", "7531"), ("Stitches clothes", "7533"))
    ]
    clear = [alike[0], {**alike[1], "label": "Drives a van"}]
    assert known.answer(0, {"choices": alike}, "7531") == "Stitches cloth into garments"  # type: ignore[typeddict-item]
    assert known.answer(0, {"choices": clear}, "7531") == "Stitches cloth"  # type: ignore[typeddict-item]


def test_the_command_asks_and_tells_what_came_of_it(tmp_path, monkeypatch, capsys) -> None:
    little = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())  # type: ignore[arg-type]
    monkeypatch.setattr(nco_asking, "open_index", lambda data: little)
    path = tmp_path / "some.csv"
    path.write_text("text,family\nplumber,7126\ncook,5120\n", encoding="utf-8")
    arguments = ["nco", str(path), "--ask", "--wrong", "0.1", "--json", str(tmp_path / "out.json")]
    assert main([*arguments, "--cache", str(tmp_path)]) == 0
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert list(written) == [
        "reads the description",
        "reads the description, 10% wrong",
        "own words",
        "table (upper bound)",
        "table (upper bound), 10% wrong",
    ]
    assert written["reads the description"]["n"] == 2
    assert "questions a record" in capsys.readouterr().out
