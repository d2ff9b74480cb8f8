"""A collection of the knowledge base is a shelf: found, cited and taken away with the document it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import StoreError
from core.stores.passages import Document, Passage
from core.stores.passages_embedded import EmbeddedPassages
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.search.shelves import PassageShelf
from core.systems.research_reports.state import Context
from core.systems.research_reports.write.citations import claims_of, source_numbers
from tests.systems.research_reports.little_sources import QUESTION, little_context, run
from tests.test_extending import blocks
from tests.word_embedder import WordEmbedder

TEXTS = {
    "Laboratory notes.md": "Tin perovskite solar cells of our own reached an efficiency of 5.1 % last week. "
    "However, our tin perovskite solar cells degrade within two days in moist air.",
    "Canteen.md": "The canteen serves soup on Mondays.",
    "Parking.md": "Bicycles stand behind the house.",
    "Travel.md": "Journeys are paid within a month.",
    "Keys.md": "The porter keeps the spare keys.",
}


def keep(path: Path, names: Sequence[str]) -> EmbeddedPassages:
    embedder = WordEmbedder()
    passages = EmbeddedPassages(path, embedder)  # type: ignore[arg-type]
    for number, name in enumerate(names):
        text = TEXTS[name]
        document = Document(f"d{number}", name, "markdown", "en", "utf-8", len(text), "2026-01-01T00:00:00+00:00")
        piece = Passage(f"d{number}:0", f"d{number}", 0, text, 0, len(text))
        passages.add(document, text, [piece], embedder.encode([piece.context]))
    return passages


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[EmbeddedPassages]:
    passages = keep(tmp_path / "passages.sqlite", list(TEXTS))
    yield passages
    passages.close()


def over(collection: EmbeddedPassages) -> Context:
    context = little_context(papers=())
    shelf = PassageShelf("My notes", collection, context.embedder)
    return replace(context, shelves=(shelf,))


def test_what_a_collection_says_is_cited_with_its_document_and_its_collection(collection: EmbeddedPassages):
    state = run(over(collection), QUESTION)
    texts = [claim["text"] for claim in claims_of(state["report"])]
    assert "Tin perovskite solar cells of our own reached an efficiency of 5.1 % last week." in texts
    assert list(source_numbers(state)) == ["document:d0"]
    paper = state["papers"]["document:d0"]
    assert (paper["title"], paper["venue"], paper["abstract_kind"]) == ("Laboratory notes.md", "My notes", "extract")


def test_every_export_names_the_document(collection: EmbeddedPassages):
    state = run(over(collection), QUESTION)
    for exported in (
        to_markdown(state), to_html(state), to_bibtex(state), to_ris(state),
        to_csl_json(state), evidence_csv(state).decode("utf-8-sig"),
    ):  # fmt: skip
        assert "Laboratory notes" in exported
        assert "Canteen" not in exported


def test_a_collection_of_two_passages_is_searched_though_none_of_its_words_is_rare(tmp_path: Path):
    passages = keep(tmp_path / "small.sqlite", ["Laboratory notes.md", "Canteen.md"])
    found = PassageShelf("My notes", passages, WordEmbedder()).search("tin perovskite", 5)  # type: ignore[arg-type]
    passages.close()
    assert found[0].title == "Laboratory notes.md"


def test_a_document_that_is_removed_meanwhile_stays_in_the_report_and_is_found_no_more(collection: EmbeddedPassages):
    state = run(over(collection), QUESTION)
    collection.remove("d0")
    assert "5.1 %" in to_markdown(state)
    again = run(over(collection), QUESTION)
    assert again["report"]["status"] == "no evidence"
    assert "document:d0" not in again["papers"]


def test_a_collection_that_cannot_be_read_any_more_is_a_failed_line_and_other_shelves_still_answer(
    collection: EmbeddedPassages,
):
    class Gone(PassageShelf):
        def search(self, *_: object, **__: object) -> object:  # type: ignore[override]
            raise StoreError("The collection “My notes” is not there any more.")

    context = little_context()
    gone = Gone("My notes", collection, context.embedder)
    state = run(replace(context, shelves=(gone, *context.shelves)), QUESTION)
    lines = [line for line in state["tool_log"] if line["tool"] == "shelf"]
    told = " ".join([line["reason"] for line in lines] + [note for line in lines for note in line["notes"]])
    assert "My notes" in told
    assert claims_of(state["report"])


def test_the_shelf_that_the_manual_adds_is_asked_and_its_papers_are_read():
    [(_, code)] = blocks("shelf")
    names: dict[str, Any] = {"__name__": "extending_shelf"}
    exec(compile(code, "docs/extending.md (shelf)", "exec"), names)
    state = run(names["with_notes"](little_context(papers=(), threshold=0.1)), "What is known about the loom?")
    assert state["papers"]["note:loom"]["title"] == "Note on the loom"
    assert {span["paper"] for span in state["passages"].values()} == {"note:loom"}
    assert any(line["status"] == "ok" and line["title"] == "Notes of the workshop" for line in state["tool_log"])
