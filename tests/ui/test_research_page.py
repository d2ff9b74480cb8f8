"""The panel of research reports: the plan, the report with its evidence, the filter, files, bundles and shelves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import installation as floor
from core.installation import NOBODY, Installation
from core.settings import Settings, SourceSettings
from core.systems.research_reports import SYSTEM, build_graph, open_context
from core.systems.research_reports.deliver.bundle import open_bundle, to_bundle
from core.systems.research_reports.search.flow import flow
from core.systems.research_reports.search.references import REFERENCES, add_references
from core.systems.research_reports.search.tool_calls import blank_line, skipped
from core.systems.research_reports.write.checking import check, struck_out
from core.systems.research_reports.write.citations import claims_of, source_numbers, sources_of
from core.ui import resources
from core.ui.research_reports.search.flow import dot
from core.ui.research_reports.search.sources import filtered, source_table
from core.ui.research_reports.search.tools import badge_of
from core.ui.research_reports.write.evidence import link_of
from core.ui.research_reports.write.matrix import compared_in_words, matrix_table
from core.ui.research_reports.write.measures import measure_table
from tests.hostile import EVERYTHING
from tests.systems.research_reports.deliver.test_bundle import changed
from tests.ui import steps
from tests.ui.steps import errors, finished, labels, press, said, say, texts
from tests.word_embedder import WordEmbedder

opened = partial(steps.opened, "research_reports")
open_tab = partial(steps.open_tab, tabs="research_reports:tabs:11")
QUESTION = "What is known about lead-free perovskite solar cells?"
OWN = b"""@article{glass2021, title={Glass bells of lead-free perovskite}, author={Ek, Lars}, year={2021},
 abstract={Lead-free perovskite solar cells of glass rang for 12 hours.}}
@article{broken, author={Nobody}}"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """An installation that asks no live source."""
    house = Installation(Settings(data=tmp_path / "data", sources=SourceSettings(allowed=())))
    house.__dict__["embedder"] = WordEmbedder()
    for module in (floor, resources):
        monkeypatch.setattr(module, "installation", lambda: house)
    yield house
    house.close()


@pytest.fixture
def state(house: Installation) -> dict[str, Any]:
    context = open_context(house.resources(NOBODY, house.engine()), ask_plan=False)
    finished: dict[str, Any] = build_graph().invoke({"request": QUESTION}, context=context)
    return finished


def reported() -> AppTest:
    return say(opened(do_not_ask="True"), QUESTION)


def test_the_plan_is_shown_and_changed_before_anything_is_asked(house: Installation) -> None:
    test = say(opened(), QUESTION)
    assert said(test, "This is the plan.")
    assert [one.name for one in test.chat_message] == ["user"]  # the question alone
    test.text_area[0].set_value("Which tin perovskites make solar cells?")
    press(test, "Start")
    assert [text.value for text in test.markdown if text.value.startswith("####")] == [
        "#### Which tin perovskites make solar cells?"
    ]


def test_who_does_not_want_to_be_asked_gets_the_report_at_once(house: Installation) -> None:
    test = reported()
    assert said(test, "In short.")
    assert not said(test, "This is the plan.")


def test_a_citation_opens_the_passage_below_its_sentence_and_closes_it_again(house: Installation) -> None:
    test = press(reported(), "[1]")
    assert said(test, "It stands in the passage word for word.")
    assert any("-background[" in text for text in texts(test))
    assert not said(press(test, "[1]"), "It stands in the passage word for word.")


def test_a_report_says_above_its_sentences_whose_words_were_read_where_they_are_not_the_authors(
    house: Installation,
) -> None:
    said_so = [text for text in texts(reported()) if "read in a summary written for Glassbox, not the abstract" in text]
    assert len(said_so) == 1


def test_every_tool_has_its_line_and_those_not_asked_say_why(house: Installation) -> None:
    test = open_tab(reported(), "Tools")
    for title in ("PubMed", "arXiv", "OpenAlex", "Materials Project", "Web search", "Papers that come with Glassbox"):
        assert said(test, f"**{title}**")
    assert sum("switched off by whoever runs Glassbox here" in text for text in texts(test)) == 1


def test_who_can_switch_live_sources_on_and_how_stands_in_one_place(house: Installation) -> None:
    test = open_tab(opened(), "Shelves")
    assert sum("You cannot switch them on here" in text for text in texts(test)) == 1
    assert said(test, "Papers that come with Glassbox**: 123 papers")


def test_after_no_report_nothing_is_promised_from_its_evidence(house: Installation) -> None:
    test = say(opened(do_not_ask="True"), "zorblax quuxification of flimwidgets")
    assert not said(test, "from the same evidence")
    looked = next(text for text in texts(test) if "Where it was looked" in text)
    assert looked.count("Papers that come with Glassbox") == 1


def test_an_empty_answer_a_failure_and_a_tool_not_asked_never_look_alike() -> None:
    lines = [blank_line("pubmed", "tin", 1, ""), skipped("pubmed", "no key", 1)]
    lines += [{**lines[0], "status": status} for status in ("ok", "cached", "failed")]  # type: ignore[list-item]
    assert len({badge_of(line)[0] for line in lines}) == len({badge_of(line)[1] for line in lines}) == 5
    assert badge_of({**blank_line("shelf", "tin", 1, ""), "status": "ok"})[0] == "shelf"


@pytest.mark.parametrize(
    "tab", ["Sources", "Matrix", "Measures", "Flow", "Versions", "Exports", "How it ran", "Shelves"]
)
def test_every_tab_of_a_report_is_drawn(house: Installation, tab: str) -> None:
    test = reported()
    before = texts(test)
    assert texts(open_tab(test, tab)) != before


def test_the_threshold_shows_which_claims_would_fall_and_searches_nothing(house: Installation) -> None:
    test = open_tab(reported(), "Passages")
    assert said(test, "would keep their evidence")
    slider = next(one for one in test.slider if one.label == "Threshold")
    finished(slider.set_value(1.0).run())
    assert said(test, "would fall")
    assert test.query_params["threshold"] == "1.0"
    assert not said(test, "At work")


def test_a_follow_up_adds_a_section_and_a_new_report_begins_anew(house: Installation) -> None:
    test = say(reported(), "What about the stability of tin perovskites?")
    assert said(test, "nothing was fetched for it")
    press(test, "New report")
    assert not test.chat_message
    assert "thread" not in test.query_params


def test_without_evidence_the_page_says_what_was_tried_and_how_to_widen(house: Installation) -> None:
    test = say(opened(do_not_ask="True"), "zorblax quuxification of flimwidgets")
    assert said(test, "There is no report")
    assert said(test, "How to widen the search")
    assert said(open_tab(test, "Exports"), "What it rests on")


def test_an_opened_bundle_shows_its_report_and_passes_the_same_checks(
    house: Installation, state: dict[str, Any]
) -> None:
    test = opened()
    test.session_state["research_reports:bundle:opened"] = ("kept.zip", open_bundle(to_bundle(state)))
    finished(test.run())
    assert said(test, "From the bundle kept.zip")
    assert said(test, "In short.")
    assert said(test, "The same report: every sentence was checked again")
    assert not said(press(test, "Close the bundle"), "In short.")


def test_a_bundle_that_was_changed_says_what_and_one_without_a_digest_says_that_nobody_can_tell(
    house: Installation, state: dict[str, Any]
) -> None:
    def others(held: dict[str, Any]) -> None:
        next(iter(held["papers"].values()))["title"] = EVERYTHING

    test = opened()
    for about, told in (
        (None, "This bundle was changed after it was exported: the sources."),
        (lambda about: [about.pop("digest"), about.pop("digests")], "This bundle has no digest"),
    ):
        data = changed(to_bundle(state), others, about=about)
        test.session_state["research_reports:bundle:opened"] = ("kept.zip", open_bundle(data))
        finished(test.run())
        assert said(test, told)
        press(test, "Close the bundle")


def with_unchecked(state: dict[str, Any]) -> dict[str, Any]:
    """The report with a paraphrase that nobody checked, and one that did not hold."""
    section = state["report"]["sections"][0]
    quoted = section["claims"][0]
    texts = (f"Some say: {quoted['text']}", "It was 99.7 % of all.")
    more = [{**quoted, "id": f"{section['id']}.9{place}", "text": text} for place, text in enumerate(texts)]
    changed = struck_out(section, check(state, [*section["claims"], *more]))  # type: ignore[list-item]
    return {**state, "report": {**state["report"], "sections": [changed, *state["report"]["sections"][1:]]}}


def test_what_nobody_checked_is_read_and_the_analysts_word_counts_at_once_and_is_taken_back(
    house: Installation, state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    test = opened()
    test.session_state["research_reports:bundle:opened"] = ("kept.zip", open_bundle(to_bundle(with_unchecked(state))))
    finished(test.run())
    assert said(test, "1 not checked")
    assert said(test, "1 of")
    test.session_state["research_reports:bundle:kept.zip:read:open"] = True
    finished(test.run())
    assert not said(test, "is lost when the bundle is closed")
    press(test, "It says so")
    assert said(test, "1 by the analyst")
    assert said(test, "is lost when the bundle is closed")
    assert not said(test, "1 not checked")
    press(test, "Take back")
    assert not said(test, "is lost when the bundle is closed")
    assert said(test, "1 not checked")
    press(test, "It does not")
    assert said(test, "Not in the passage, the analyst")


def test_a_struck_sentence_is_read_against_a_paper_that_nothing_else_cites_and_one_that_cites_none_stays_struck(
    house: Installation, state: dict[str, Any]
) -> None:
    section = state["report"]["sections"][0]
    id, title = next(
        (id, state["papers"][span["paper"]]["title"])
        for id, span in state["passages"].items()
        if span["paper"] not in source_numbers(state)  # type: ignore[arg-type]
    )
    wrong = {**section["claims"][0], "id": f"{section['id']}.91", "text": "It was 99.7 % of all.", "passages": [id]}
    bare = {**wrong, "id": f"{section['id']}.92", "text": "It is so.", "passages": []}
    changed = {**section, "claims": [*section["claims"], wrong, bare]}
    kept = {**state, "report": {**state["report"], "sections": [changed, *state["report"]["sections"][1:]]}}
    test = opened()
    test.session_state["research_reports:bundle:opened"] = ("kept.zip", open_bundle(to_bundle(kept)))
    finished(test.run())
    assert said(test, "The sentence cites no passage")
    assert labels(test).count("It says so") == 1
    press(test, "Read the passage")
    assert said(test, f"**{title}**")
    press(test, "It says so")
    assert said(test, "Backed, the analyst")
    assert "It says so" not in labels(test)


@pytest.mark.parametrize(
    ("pairs", "left", "found", "words"),
    [
        (0, 0, 0, "there was nothing to compare"),
        (0, 2, 0, "A judge gave no verdict on the 2 pairs of sentences on one matter."),
        (3, 1, 0, "It found no two that contradict each other. Not compared: 1 pair."),
        (3, 0, 1, "It says that 1 pair cannot both be true."),
    ],
)
def test_contradictions_are_denied_only_where_pairs_were_compared(
    pairs: int, left: int, found: int, words: str
) -> None:
    told = compared_in_words({"by": "A judge", "pairs": pairs, "left": left, "found": []}, found)
    assert words in told
    assert ("found no two" in told) is (pairs > 0 and not found)


def test_a_thread_from_before_there_were_verdicts_is_shown_with_them_and_takes_a_follow_up(house: Installation) -> None:
    test = reported()
    session = house.open_session(SYSTEM, {}, open_context(house.resources(NOBODY, house.engine()), ask_plan=False))
    session.open(test.query_params["thread"][0] if isinstance(test.query_params["thread"], list)
                 else test.query_params["thread"])  # fmt: skip
    report = session.state["report"]
    for section in report["sections"]:
        section.pop("asked_again", None)
        for claim in section["claims"]:
            del claim["verdict"], claim["nearness"]
            claim.update({"findings": [], "support": {"score": 0.9, "cosine": 0.9, "coverage": 0.9}})  # type: ignore[typeddict-unknown-key]
    old = {"report": report, "figures": {"citation_recall": 1.0, "name_grounding": 1.0}}
    session.graph.update_state(session._config(), old, as_node="evaluation")
    finished(test.run())
    assert said(test, "stand word for word in their passages.")
    press(test, "[1]")
    assert said(test, "Backed, word for word")
    for tab in ("Matrix", "Measures", "Versions", "Exports"):
        open_tab(test, tab)
    say(test, "What about the stability of tin perovskites?")
    assert said(test, "nothing was fetched for it")
    assert said(test, "stand word for word in their passages.")


def test_offline_the_page_says_that_nobody_looked_for_contradictions(house: Installation) -> None:
    test = open_tab(reported(), "Matrix")
    assert said(test, "Nobody looked for them")
    assert not said(test, "No two sentences")


def test_the_opinion_of_a_model_is_shown_once_and_labelled_with_who_holds_it(
    house: Installation, state: dict[str, Any]
) -> None:
    test = opened()
    assert not said(test, "Opinion of")
    held = {**state, "opinion": {"text": "A fair report.", "by": "Gemini gemini-flash-latest"}}
    test.session_state["research_reports:bundle:opened"] = ("kept.zip", open_bundle(to_bundle(held)))
    told = [text.replace("\\", "") for text in texts(finished(test.run()))]
    shown = [text for text in told if "Opinion of" in text]
    assert shown == [":material/psychology: **Opinion of Gemini gemini-flash-latest, no measure:** A fair report."]


def test_own_references_become_a_shelf_and_are_removed_again(house: Installation) -> None:
    test = open_tab(opened(), "Shelves", tabs="research_reports:tabs:2")
    uploader = next(one for one in test.file_uploader if one.label.startswith("References"))
    uploader.upload("own.bib", OWN, "application/x-bibtex").run()
    press(test, "Put them on a shelf")
    assert said(test, "own.bib: ")
    assert said(test, "- **own.bib**")
    assert len(REFERENCES.uploads(house.resources(NOBODY, house.engine()).folder).all()) == 1
    press(test, "Remove")
    assert not said(test, "- **own.bib**")
    press(test, "Undo")
    assert said(test, "- **own.bib**")


def test_references_that_cannot_be_removed_are_told_in_words(
    house: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = house.resources(NOBODY, house.engine()).folder
    add_references(folder, "own.bib", OWN)

    def read_only(path: Path, target: Path) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "rename", read_only)
    test = press(open_tab(opened(), "Shelves", tabs="research_reports:tabs:2"), "Remove")
    assert errors(test) == ["It could not be removed: Read-only file system."]
    assert said(test, "See that the data folder can be written to.")
    assert said(test, "- **own.bib**")


# --- what the tables say ------------------------------------------------------------------------------------------


def test_the_matrix_has_a_row_for_each_sentence_and_a_column_for_each_cited_source(state: dict[str, Any]) -> None:
    table, claims = matrix_table(state), claims_of(state["report"])
    assert list(table["Sentence"]) == [claim["text"] for claim in claims]
    assert list(table.columns[1:]) == [f"[{number}]" for number in source_numbers(state).values()]
    cited = table.drop(columns="Sentence").notna().sum(axis=1)
    assert list(cited) == [len(sources_of(state, claim)) for claim in claims]


def test_the_sources_are_filtered_and_those_that_are_cited_come_first(state: dict[str, Any]) -> None:
    papers = state["papers"]
    first = next(iter(papers))
    marked = {**papers, first: {**papers[first], "retracted": True}}
    assert list(filtered(marked, None, (), (), "only retracted or withdrawn")) == [first]
    assert first not in filtered(marked, None, (), (), "without retracted or withdrawn")
    assert {paper["year"] for paper in filtered(papers, (2014, 2014), (), (), "all").values()} == {2014}
    assert filtered(papers, None, ("book",), ("pubmed",), "all") == {}
    numbers = source_table(state, papers)["No."].dropna()
    assert list(numbers) == list(range(1, len(numbers) + 1)) == list(numbers.index + 1)


def test_every_measure_is_told_with_its_meaning(state: dict[str, Any]) -> None:
    table = measure_table(state)
    assert table.loc["Cite a passage", "As exported"] == "100 %"
    assert table["What it means"].str.len().min() > 0


def test_the_flow_is_drawn_from_the_real_counts(state: dict[str, Any]) -> None:
    counted = flow(state)
    drawn = dot(counted)
    for name, words in (("found", "records found"), ("screened", "papers screened"), ("used", "papers cited")):
        assert f'label="{counted[name]} {words}"' in drawn


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "", "file:///etc/passwd"])
def test_an_address_that_is_not_of_the_web_never_becomes_a_link(url: str) -> None:
    assert link_of({"doi": "", "url": url}) == ""
    assert link_of({"doi": "10.1000/x", "url": url}) == "https://doi.org/10.1000/x"


def test_a_limit_is_taken_away_by_its_chip_and_put_back_and_what_could_not_be_used_is_said(house: Installation) -> None:
    test = say(opened(do_not_ask="True"), f"{QUESTION[:-1]} of zorblaxian make since 2012?")
    assert said(test, "“zorblaxian” could not be used") or said(test, "“zorblaxian make” could not be used")
    press(test, "published from 2012")
    assert said(test, "“since 2012” could not be used")
    assert "without lead" in steps.labels(test)
    press(test, "Put back: published from 2012")
    assert "published from 2012" in steps.labels(test)
