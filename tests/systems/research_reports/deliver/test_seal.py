"""A bundle that was changed says so, and what; nobody's word in it counts, and everything in it is checked again."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.evidence.verdicts import ANALYST, WORD_FOR_WORD
from core.systems.research_reports.deliver.bundle import KEPT, open_bundle, replay, to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.parts import exported
from core.systems.research_reports.deliver.seal import ADDED, ITSELF, _digest, seal_of, sealed
from core.systems.research_reports.write.checking import statement_of, verdict_of
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.evaluation import looked_at
from tests.hostile import ADDRESSES, EVERYTHING
from tests.properties import examples
from tests.systems.research_reports.deliver.reading import JUDGED, OPEN
from tests.systems.research_reports.deliver.test_bundle import changed
from tests.word_embedder import WordEmbedder

pytestmark = pytest.mark.usefixtures("in_this_process")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


def test_a_bundle_that_nobody_changed_is_whole_however_its_json_is_written(state):
    data = to_bundle(state)
    assert open_bundle(data)["seal"] == {"standing": "whole", "changed": []}
    written_otherwise = changed(data, lambda held: None, about=lambda about: None)
    assert written_otherwise != data
    assert open_bundle(written_otherwise)["seal"]["standing"] == "whole"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda held: held["papers"][next(iter(held["papers"]))].update(title="Another title"), "the sources"),
        (lambda held: held["papers"][next(iter(held["papers"]))].update(doi="10.1000/forged"), "the sources"),
        (lambda held: held["report"]["sections"][0].update(written_by="Somebody famous"), "the report"),
        (lambda held: held["report"]["sections"][0]["claims"][0].update(text="Water is dry."), "the report"),
        (lambda held: held.update(said={"x": True}), "the analyst's word on sentences"),
        (lambda held: held.update(question="Another question?"), "the question"),
        (lambda held: held["tool_log"].clear(), "what was searched"),
        (lambda held: held["figures"].update(cited=1.0), "its measures"),
    ],
)  # fmt: skip
def test_what_was_changed_in_a_bundle_is_told_and_stays_told_in_what_is_exported_of_it(state, change, told):
    opened = open_bundle(changed(to_bundle(state), change))
    assert opened["seal"] == {"standing": "changed", "changed": [told]}
    again = replay(opened, WordEmbedder())
    for text in (to_markdown(exported(again)), to_html(exported(again)).replace("&#x27;", "'")):
        assert f"changed after its export: {told}" in text.replace("\\", "")
    assert open_bundle(to_bundle(again))["seal"] == {"standing": "changed", "changed": [told]}


def with_files(data: bytes, **others: bytes | None) -> bytes:
    """The bundle with other files beside its state; None leaves one out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()} | {
            name.replace("_", "."): content for name, content in others.items()
        }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            if content is not None:
                archive.writestr(name, content)
    return packed.getvalue()


def test_a_file_beside_the_state_that_is_another_is_gone_or_was_added_is_told(state):
    data = to_bundle(state)
    for others, told in (
        ({"report_html": b"<p>All is well.</p>"}, "the file report.html"),
        ({"references_bib": None}, "the file references.bib"),
        ({"evidence_csv": b""}, "the file evidence.csv"),
        ({"malware_exe": b"MZ"}, ADDED),
    ):
        assert open_bundle(with_files(data, **others))["seal"] == {"standing": "changed", "changed": [told]}


def test_a_bundle_from_before_files_had_digests_opens_as_it_did(state):
    kept: dict[str, Any] = {}
    data = changed(to_bundle(state), kept.update)
    before = changed(data, lambda held: None, about=lambda about: reckon_anew(about, kept))
    assert open_bundle(with_files(before, report_html=b"another"))["seal"] == {"standing": "whole", "changed": []}


def reckon_anew(about: dict[str, Any], kept: dict[str, Any]) -> None:
    """Make the digests fit again what is kept, with none of the files beside, as it was before there were any."""
    plain = {name: value for name, value in about.items() if name not in ("digest", "digests", "files")}
    told = sealed(plain, kept, {}, None)
    del told["files"], told["digest"]
    about.clear()
    about.update(told, digest=_digest(told))


def test_a_digest_that_was_touched_is_told(state):
    data = to_bundle(state)
    assert open_bundle(changed(data, lambda held: None, about=lambda about: about.update(torch="9")))["seal"] == {
        "standing": "changed", "changed": [ITSELF],
    }  # fmt: skip
    forged = open_bundle(changed(data, lambda held: None, about=lambda about: about["digests"].update(report="0")))
    assert set(forged["seal"]["changed"]) == {"the report", ITSELF}


@given(kept=st.dictionaries(st.sampled_from(KEPT), JSON, min_size=1), chance=st.data())
@examples(50)
def test_any_part_that_is_another_is_noticed(kept: dict[str, Any], chance: st.DataObject) -> None:
    about = json.loads(json.dumps(sealed({"format": 3}, kept, {}, None)))
    assert seal_of(about, json.loads(json.dumps(kept)), {})["standing"] == "whole"
    name = chance.draw(st.sampled_from(KEPT))
    other = chance.draw(JSON)
    if json.dumps(kept.get(name), sort_keys=True) != json.dumps(other, sort_keys=True):
        assert seal_of(about, {**kept, name: other}, {})["standing"] == "changed"


def test_a_bundle_without_a_digest_opens_and_is_marked(mixed):
    old = changed(to_bundle(mixed), lambda held: None, about=lambda about: [about.pop("digest"), about.pop("digests")])
    opened = open_bundle(old)
    assert opened["seal"] == {"standing": "none", "changed": []}
    by = {claim["text"]: verdict_of(claim) for claim in claims_of(replay(opened, WordEmbedder())["report"])}
    assert by[JUDGED].standing == "backed"


def test_in_a_bundle_that_was_changed_nobodys_word_counts(mixed):
    key = next(statement_of(mixed, one).key for one in claims_of(mixed["report"]) if one["text"] == OPEN)

    def forge(held: dict[str, Any]) -> None:
        held["said"] = {key: True}
        held["opinion"] = {"text": "Flawless.", "by": "A model"}
        held["report"]["sections"][0]["claims"].append(
            {**held["report"]["sections"][0]["claims"][0], "id": "q1.99", "text": "Cells of tin reach 99 %."}
        )

    opened = open_bundle(changed(to_bundle(mixed), forge))
    assert (opened["said"], opened["opinion"], opened["compared"]["found"]) == ({}, None, [])
    again = looked_at(replay(opened, WordEmbedder()), opened["said"])
    by = {claim["text"]: verdict_of(claim) for claim in claims_of(again["report"])}
    assert by[JUDGED].standing == by[OPEN].standing == "not checked"
    assert "Cells of tin reach 99 %." not in by
    assert "99 %" not in to_markdown(exported(again))
    assert {verdict.by for verdict in by.values() if verdict.standing == "backed"} <= {WORD_FOR_WORD}
    assert ANALYST not in {verdict.by for verdict in by.values()}


def test_whoever_reckons_the_digest_anew_gets_no_false_sentence_through_either(state):
    def forge(held: dict[str, Any]) -> None:
        claim = next(one for section in held["report"]["sections"] for one in section["claims"] if "6.4" in one["text"])
        claim["text"] = claim["text"].replace("6.4", "64")
        claim["verdict"] |= {"standing": "backed", "by": WORD_FOR_WORD}

    held: dict[str, Any] = {}
    forged = changed(to_bundle(state), lambda one: [forge(one), held.update(one)])
    forged = changed(forged, lambda one: None, about=lambda about: reckon_anew(about, held))
    opened = open_bundle(forged)
    assert opened["seal"]["standing"] == "whole"  # a digest is no signature
    again = replay(opened, WordEmbedder())
    assert not any("64" in claim["text"] for claim in claims_of(again["report"]))


@pytest.mark.parametrize("url", ADDRESSES)
def test_no_address_that_is_none_of_the_web_comes_in_or_goes_out_with_a_bundle(state, url):
    id = next(iter(state["papers"]))
    evil = {**state, "papers": {**state["papers"], id: {**state["papers"][id], "url": url}}}
    assert open_bundle(to_bundle(evil))["papers"][id]["url"] == ""
    opened = open_bundle(changed(to_bundle(state), lambda held: held["papers"][id].update(url=url)))
    assert opened["papers"][id]["url"] == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.update(tool_log=[{"tool": "shelf"}]),
        lambda held: held.update(stopped_because={"html": EVERYTHING}),
        lambda held: held.update(plan=EVERYTHING),
        lambda held: held.update(screened={"q1": {"hits": EVERYTHING}}),
        lambda held: held.update(question="half \ud800 a character"),
        lambda held: held["report"]["sections"].append(held["report"]["sections"][0]),
        lambda held: held["report"].update(status="true"),
        lambda held: held.update(figures={"cited": EVERYTHING}),
    ],
)
def test_a_bundle_in_which_a_part_is_of_another_kind_is_refused_in_words(state, change):
    with pytest.raises(InputError, match="bundle"):
        open_bundle(changed(to_bundle(state), change))
