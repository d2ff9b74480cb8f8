"""A bundle opens again and goes through to the same report; what is no bundle is refused in words."""

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
from core.systems.research_reports.deliver import bundle
from core.systems.research_reports.deliver.bundle import open_bundle, replay, to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.write.checking import statement_of, verdict_of
from core.systems.research_reports.write.citations import claims_of
from core.systems.research_reports.write.evaluation import looked_at
from tests.hostile_files import BUNDLES, growth
from tests.systems.research_reports.deliver.reading import JUDGED, OPEN
from tests.systems.research_reports.little_sources import QUESTION, little_context, run
from tests.word_embedder import WordEmbedder


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    return run(little_context(), QUESTION)


@pytest.fixture(scope="module")
def data(state) -> bytes:
    return to_bundle(state)


def changed(data: bytes, change: Any, about: Any = None) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    held = json.loads(files["state.json"])
    change(held)
    files["state.json"] = json.dumps(held).encode()
    if about:
        told = json.loads(files["about.json"])
        about(told)
        files["about.json"] = json.dumps(told).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_an_opened_bundle_goes_through_to_the_same_report_and_the_same_figures(state, data):
    again = replay(open_bundle(data), WordEmbedder())
    assert again["report"] == state["report"]
    assert again["figures"] == state["figures"]
    assert to_markdown(again) == to_markdown(state)
    assert to_html(again) == to_html(state)


def test_the_same_report_gives_the_same_file(state, data):
    assert to_bundle(state) == data
    assert to_bundle(open_bundle(data)) == data


def test_it_holds_question_plan_evidence_versions_and_what_made_it(data, state):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about, held = json.loads(archive.read("about.json")), json.loads(archive.read("state.json"))
    assert about["langgraph"]
    assert {"question", "plan", "papers", "passages", "screened", "versions", "tool_log"} <= set(held)
    assert held["question"] == state["question"]


def test_a_sentence_that_somebody_changed_is_struck_out_when_the_bundle_is_gone_through(data):
    def change(held: dict[str, Any]) -> None:
        claim = next(one for section in held["report"]["sections"] for one in section["claims"] if "6.4" in one["text"])
        claim["text"] = claim["text"].replace("6.4", "64")

    again = replay(open_bundle(changed(data, change)), WordEmbedder())
    assert not any("64" in claim["text"] for claim in claims_of(again["report"]))


def test_what_a_judge_said_is_told_as_of_then_and_only_with_words_that_are_in_the_passage(mixed):
    again = replay(open_bundle(to_bundle(mixed)), WordEmbedder())
    by = {claim["text"]: verdict_of(claim) for claim in claims_of(again["report"])}
    assert (by[JUDGED].standing, by[JUDGED].by) == ("backed", "Test model, when the report was made")
    assert by[OPEN].standing == "not checked"
    assert open_bundle(to_bundle(again))["report"] == again["report"]

    def lie(held: dict[str, Any]) -> None:
        for section in held["report"]["sections"]:
            for claim in section["claims"]:
                claim["verdict"] |= {"standing": "backed", "by": "Test model", "shown_by": []}

    lied = replay(open_bundle(changed(to_bundle(mixed), lie)), WordEmbedder())
    by = {claim["text"]: verdict_of(claim) for claim in claims_of(lied["report"])}
    assert by[JUDGED].standing == by[OPEN].standing == "not checked"


def test_a_bundle_that_calls_a_sentence_word_for_word_or_the_analysts_is_not_believed(mixed):
    for who in (WORD_FOR_WORD, ANALYST):

        def claim_it(held: dict[str, Any], who: str = who) -> None:
            for section in held["report"]["sections"]:
                for claim in section["claims"]:
                    claim["verdict"] |= {"standing": "backed", "by": who}

        again = replay(open_bundle(changed(to_bundle(mixed), claim_it)), WordEmbedder())
        assert {verdict_of(one).standing for one in claims_of(again["report"]) if one["text"] == OPEN} == {
            "not checked"
        }


def test_the_analysts_word_travels_in_the_bundle_and_can_be_taken_back(mixed):
    key = next(statement_of(mixed, one).key for one in claims_of(mixed["report"]) if one["text"] == OPEN)
    for word in (True, False):
        again = replay(open_bundle(to_bundle(mixed, {key: word})), WordEmbedder())
        assert again["said"] == {key: word}
        heard = looked_at(again, again["said"])
        assert (OPEN in [one["text"] for one in claims_of(heard["report"])]) == word
        assert OPEN in [one["text"] for one in claims_of(looked_at(again, {})["report"])]


def test_a_bundle_from_before_there_were_verdicts_opens_and_gets_them(data, state):
    def before(held: dict[str, Any]) -> None:
        del held["said"], held["compared"]
        for section in held["report"]["sections"]:
            for claim in section["claims"]:
                del claim["verdict"], claim["nearness"]
                claim |= {"findings": [], "support": None}

    old = changed(data, before, about=lambda about: about.update(format=2))
    again = replay(open_bundle(old), WordEmbedder())
    assert {verdict_of(claim).by for claim in claims_of(again["report"])} == {WORD_FOR_WORD}
    assert again["figures"] == state["figures"]
    with pytest.raises(InputError, match="another version"):
        open_bundle(changed(data, before, about=lambda about: about.update(format=1)))


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.pop("papers"),
        lambda held: held["papers"].clear(),
        lambda held: next(iter(held["passages"].values())).update(end=10**9),
        lambda held: held["report"]["sections"][0]["claims"][0]["passages"].append("p999"),
        lambda held: next(iter(held["papers"].values())).update(year="soon"),
        lambda held: held.update(report=[]),
        lambda held: held["report"]["sections"][0]["claims"][0].update(verdict={"standing": "true"}),
        lambda held: held.update(said={"key": "maybe"}),
        lambda held: held.update(compared={"by": "x"}),
    ],
)
def test_a_bundle_that_does_not_hold_together_is_refused_in_words(data, change):
    with pytest.raises(InputError, match="no bundle of a report"):
        open_bundle(changed(data, change))


@pytest.mark.usefixtures("in_this_process")
@given(st.binary(max_size=200))
def test_what_is_no_bundle_is_refused_in_words(noise):
    with pytest.raises(InputError):
        open_bundle(noise)


@pytest.mark.usefixtures("in_this_process")
@given(chance=st.data())
def test_a_damaged_bundle_opens_whole_or_is_refused_in_words(state, chance):
    packed = bytearray(to_bundle(state))
    for _ in range(3):
        packed[chance.draw(st.integers(0, len(packed) - 1))] = chance.draw(st.integers(0, 255))
    try:
        opened = open_bundle(bytes(packed))
    except InputError:
        return
    assert opened["report"]


@pytest.mark.parametrize("what", BUNDLES)
def test_a_hostile_bundle_is_refused_in_words_and_the_server_hardly_grows(what):
    _, data = BUNDLES[what]()
    assert len(data) < 2_000_000
    with growth() as grown, pytest.raises(InputError, match="bundle"):
        open_bundle(data)
    assert grown() < 300


def test_a_bundle_of_more_sentences_than_can_be_checked_is_refused(state, monkeypatch):
    monkeypatch.setattr(bundle, "MOST_SENTENCES", 1)
    with pytest.raises(InputError, match="more than 1 sentences"):
        open_bundle(to_bundle(state))
