"""The Materials Project's records, and which questions name a material."""

from __future__ import annotations

import json

import pytest

from core.sources.errors import SourceError
from core.sources.materials import Materials, materials, parameters_of, read_summaries
from tests.sources.services import KEY

RECORD = {
    "material_id": "mp-aaaaaaft", "formula_pretty": "CsSnI3", "band_gap": 0.4444, "energy_above_hull": 0,
    "symmetry": {"crystal_system": "Cubic", "symbol": "Pm-3m"}, "is_stable": True,
    "builder_meta": {"license": "BY-NC"},
}  # fmt: skip


def body(*records: object) -> bytes:
    return json.dumps({"data": records, "meta": {}}).encode()


def test_a_material_is_a_record_whose_abstract_is_its_values_with_units():
    (paper,) = materials(read_summaries(body(RECORD)))
    assert (paper.id, paper.title) == ("materials:mp-aaaaaaft", "CsSnI3 (cubic, Pm-3m)")
    assert "The computed band gap of CsSnI3 is 0.444 eV." in paper.abstract
    assert "stable against decomposition" in paper.abstract
    assert (paper.kind, paper.abstract_kind, paper.rights) == ("material", "properties", "BY-NC")


@pytest.mark.parametrize("missing", [*RECORD, "all"])
def test_missing_and_null_values_are_left_out(missing):
    kept = {"material_id": "mp-149"} if missing == "all" else {**RECORD, missing: None}
    papers = materials(read_summaries(body(kept)))
    assert len(papers) == (missing != "material_id")
    assert all(paper.rights and paper.title for paper in papers)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("What is known about CsSnI3?", {"formula": "CsSnI3"}),
        ("Cs2AgBiBr6 and LiFePO4 cells", {"formula": "Cs2AgBiBr6,LiFePO4"}),
        ("phases in Sn-Cs-I", {"chemsys": "Cs-I-Sn"}),
        ("Sc2(CN2)3", {"formula": "Sc2(CN2)3"}),
        ("GaN", {"formula": "GaN"}),
        ("lead-free perovskite solar cells", None),
        ("NCO coding of HIV clinics in the USA", None),
        ("BM25, BERT and GPT4 for COVID", None),
        ("In I-O psychology", None),
        ("", None),
    ],
)
def test_only_formulas_and_element_sets_name_a_material(query, asked):
    assert parameters_of(query) == asked


def test_without_a_key_it_says_so_and_sends_nothing(httpserver, client, at):
    source = Materials(client, at())
    assert "not configured" in source.missing
    with pytest.raises(SourceError, match="not configured") as raised:
        source.search("CsSnI3")
    assert (raised.value.kind, raised.value.requests, httpserver.log) == ("auth", 0, [])


def test_a_question_without_a_material_sends_nothing(httpserver, client, at):
    with pytest.raises(SourceError) as raised:
        Materials(client, at(KEY)).search("solar cells")
    assert (raised.value.kind, raised.value.requests, httpserver.log) == ("bad_request", 0, [])


def test_when_the_fields_got_lost_it_asks_once_more(httpserver, client, at):
    path = "/materials-project/materials/summary/"
    httpserver.expect_ordered_request(path).respond_with_data(body({"material_id": "mp-1"}))
    httpserver.expect_ordered_request(path).respond_with_data(body(RECORD))
    found = Materials(client, at(KEY)).search("CsSnI3")
    assert (found[0].title, found.requests) == ("CsSnI3 (cubic, Pm-3m)", 2)
    assert httpserver.log[0][0].args["_sort_fields"] == "energy_above_hull"


@pytest.mark.parametrize("wrong", [b"[]", b'{"data": 7}', b'{"detail": [{"msg": "x"}]}', b"<html>"])
def test_what_holds_no_materials_is_no_answer(wrong):
    with pytest.raises(SourceError):
        read_summaries(wrong)
