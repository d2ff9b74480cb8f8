"""The documents that speak for a family."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.documents import (
    distinct,
    family_terms,
    names_in,
    native_documents,
    official_documents,
    phrase_documents,
    rows_by_code,
    text_documents,
    texts_to_embed,
    title_documents,
)
from tests.little_occupations import FEW, part_of

LITTLE = part_of(Classification.load(), FEW)
NUMBERS = {family: number for number, family in enumerate(LITTLE.families)}


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Wire Maker/Component Maker", ["Wire Maker/Component Maker", "Wire Maker", "Component Maker"]),
        ("Fitter (Pipe/Tube)", ["Fitter (Pipe/Tube)"]),
        ("Nurse, General", ["Nurse, General", "Nurse"]),
    ],
)
def test_every_name_in_a_title_is_a_name_and_a_remark_is_none(title: str, names: list[str]) -> None:
    assert names_in(title) == names
    assert names_in(title, "Qualified so") == [*names, "Qualified so"]


def test_every_document_belongs_to_the_family_of_its_code() -> None:
    documents = [*title_documents(LITTLE, NUMBERS), *phrase_documents(LITTLE, NUMBERS)]
    documents += [*native_documents(LITTLE, NUMBERS), *text_documents(LITTLE, NUMBERS)]
    assert {document.kind for document in documents} == {"title", "phrase", "hindi", "text"}
    assert all(NUMBERS[document.code[:4]] == document.family for document in documents)


def test_documents_that_read_alike_are_one_and_both_of_their_codes_find_it() -> None:
    titles = title_documents(LITTLE, NUMBERS)
    once = distinct(titles)
    assert len({(document.family, document.plain) for document in once}) == len(once) < len(titles)
    assert [document.family for document in once] == sorted(document.family for document in once)
    rows = rows_by_code(titles, once)
    assert set(rows) == {document.code for document in titles}
    assert all(once[row].family == NUMBERS[code[:4]] for code, found in rows.items() for row in found)


def test_official_descriptions_of_families_that_are_not_there_are_left_out() -> None:
    documents = official_documents({"7411.0100": "Mends fuses", "9999": "None"}, NUMBERS)
    assert [(document.code, document.shown) for document in documents] == [("7411.0100", "Mends fuses")]
    assert family_terms(documents, len(NUMBERS))[NUMBERS["7411"]] == ["mend", "fuse"]


def test_every_text_is_embedded_once() -> None:
    texts = texts_to_embed(LITTLE)
    assert len(set(texts)) == len(texts)
    assert LITTLE.words["7411"].text in texts
