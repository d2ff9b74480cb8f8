"""The table of attributes: complete, of one vocabulary, and able to part what stands together."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.errors import StoreError
from core.systems.nco_classification.index import tables
from core.systems.nco_classification.index.tables import table_rows
from core.systems.nco_classification.questions.attributes import ANY, load_attributes
from tests.systems.nco_classification.little_index import CLASSIFICATION

ATTRIBUTES = load_attributes()


def test_every_family_has_every_attribute_filled_in_words_of_the_vocabulary() -> None:
    for name, attribute in ATTRIBUTES.all.items():
        assert ATTRIBUTES.held[name].keys() == CLASSIFICATION.families.keys()
        for family, values in ATTRIBUTES.held[name].items():
            assert values <= attribute.values.keys(), (family, name)
    columns = "code,activity,object,place,role,account,tool,schooling,pupils,produce,by_text"
    for row in table_rows("attributes.csv", columns):
        for name in ATTRIBUTES.all:
            values = row[name].split("; ")
            assert all(values), (row["code"], name)
            assert ANY not in values or values == [ANY], (row["code"], name)


def test_who_may_be_paid_for_growing_or_catching_may_answer_so() -> None:
    for family, values in ATTRIBUTES.held["produce"].items():
        assert "neither" in values or ATTRIBUTES.held["account"][family] == {"own"}, family


def test_every_value_is_one_that_some_family_has() -> None:
    for name, attribute in ATTRIBUTES.all.items():
        assert attribute.values.keys() == {value for values in ATTRIBUTES.held[name].values() for value in values}


def test_siblings_are_parted_by_an_attribute_or_listed_as_parted_by_their_text_alone() -> None:
    siblings = [pair for pair in combinations(CLASSIFICATION.families, 2) if pair[0][:3] == pair[1][:3]]
    alike = {pair for pair in siblings if not ATTRIBUTES.parts(*pair)}
    assert alike | {(other, one) for one, other in alike} == ATTRIBUTES.by_text
    assert len(alike) < len(siblings) / 100


@pytest.mark.parametrize("language", ["english", "hindi", "hinglish"])
def test_questions_and_answers_are_told_in_each_language_and_no_two_of_an_attribute_read_alike(language: str) -> None:
    for attribute in ATTRIBUTES.all.values():
        told = [one.told(language) for one in (attribute.question, *attribute.values.values())]  # type: ignore[arg-type]
        assert all(told)
        assert len(set(told)) == len(told), attribute.name
        assert told[0].endswith("?")
        scripts = {any("\u0900" <= letter <= "\u097f" for letter in text) for text in told}
        assert scripts == {language == "hindi"}


def test_a_value_that_nobody_listed_is_refused_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    for name in ("attributes.csv", "attribute_words.csv"):
        text = (tables.FOLDER / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("activity,govern,", "activity,rule,"), encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    with pytest.raises(StoreError, match="1111 has an unknown activity"):
        load_attributes.__wrapped__()
