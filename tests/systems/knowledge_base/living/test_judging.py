"""A pinned answer holds, changed or is gone, by what its documents say now; each label comes with what shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.stores.passages_embedded import EmbeddedPassages
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.living.judging import Claim, Corpus, Judgement, claims, judge
from tests.systems.knowledge_base.little_files import make_pdf
from tests.systems.knowledge_base.little_manual import PAGES, little_manual
from tests.word_embedder import WordEmbedder

SPEED = "The default speed of the pump is 40 litres a minute."
VALVE = "The valve opens again below 3 bar."


class Shelf:
    """The little manual, of which pages are exchanged."""

    def __init__(self, folder: Path) -> None:
        self.embedder: Any = WordEmbedder()
        self.store: EmbeddedPassages = little_manual(folder)
        self.claims = self.claim(SPEED)

    def claim(self, *sentences: str) -> list[Claim]:
        corpus = Corpus(self.store, self.embedder)
        return claims([(line, words, "pump.md", 0, "") for line, words in enumerate(sentences)], corpus)

    def put(self, name: str, text: str | bytes) -> None:
        self.drop(name)
        data = text if isinstance(text, bytes) else text.encode()
        document, whole, passages = read_document(data, name)
        self.store.add(document, whole, passages, self.embedder.encode([one.context for one in passages]))

    def drop(self, name: str) -> None:
        for document in self.store.documents():
            if document.name == name:
                self.store.remove(document.id)

    def judged(self, since: str = "", **options: Any) -> Judgement:
        return judge(self.claims, since, Corpus(self.store, self.embedder), **options)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_nothing_changed_and_it_holds(shelf: Shelf) -> None:
    assert shelf.judged() == Judgement("holds", [])


def test_an_edit_elsewhere_another_place_or_another_name_changes_nothing(shelf: Shelf) -> None:
    text = PAGES["pump.md"].replace(SPEED, "").replace("E17", "E99") + f"\n\n# At the end\n\n{SPEED}"
    shelf.drop("pump.md")
    shelf.put("renamed.md", text)
    assert shelf.judged().label == "holds"


def test_another_value_is_a_change_with_both_sentences_and_their_source(shelf: Shelf) -> None:
    shelf.put("pump.md", PAGES["pump.md"].replace("40", "48"))
    found = shelf.judged()
    assert found.label == "changed"
    (one,) = found.differences
    assert (one["came"], one["then"], one["name"]) == ("another value", SPEED, "pump.md")
    assert "48 litres" in one["now"]
    assert one["added"]


def test_what_came_instead_is_told_with_the_page_on_which_it_stands(shelf: Shelf) -> None:
    shelf.drop("pump.md")
    pages = [["The pump is blue and stands in the cellar."], ["The default speed of the pump is 55 litres a minute."]]
    shelf.put("pump.pdf", make_pdf(pages))
    [difference] = shelf.judged().differences
    assert (difference["now"], difference["page"]) == (pages[1][0], 2)


def test_other_words_hold_and_are_told(shelf: Shelf) -> None:
    shelf.put("pump.md", PAGES["pump.md"].replace(SPEED, "By default the pump has a speed of 40 litres a minute."))
    found = shelf.judged()
    assert (found.label, [one["came"] for one in found.differences]) == ("holds", ["other words"])


@pytest.mark.parametrize("text", ["", PAGES["pump.md"].replace(SPEED, "")])
def test_what_is_no_longer_there_is_gone(shelf: Shelf, text: str) -> None:
    shelf.drop("pump.md")
    if text:
        shelf.put("pump.md", text)
    assert shelf.judged().label == "gone"


def test_what_a_model_answers_instead_of_what_is_gone_is_a_change(shelf: Shelf) -> None:
    shelf.drop("pump.md")
    assert shelf.judged(answered=True).label == "changed"


def test_a_new_document_that_says_otherwise_is_a_change_though_the_old_one_stands(shelf: Shelf) -> None:
    shelf.put("news.md", "From now on the default speed of the pump is 32 litres a minute.")
    found = shelf.judged()
    assert (found.label, found.differences[0]["came"]) == ("changed", "speaks against it")


def test_what_stood_beside_it_all_along_or_came_before_it_was_pinned_is_no_news(shelf: Shelf) -> None:
    shelf.put("old.md", "The default speed of the pump is 32 litres a minute.")
    assert shelf.judged(since="9999").label == "holds"
    shelf.claims = shelf.claim(SPEED)
    assert shelf.judged().label == "holds"


def test_a_later_line_that_changes_is_a_change_and_the_first_line_decides_what_is_gone(shelf: Shelf) -> None:
    shelf.claims = shelf.claim(SPEED, VALVE)
    shelf.put("valve.md", PAGES["valve.md"].replace(VALVE, ""))
    assert shelf.judged().label == "changed"
    shelf.put("pump.md", PAGES["pump.md"].replace(SPEED, ""))
    assert shelf.judged().label == "gone"


def test_a_quite_different_sentence_in_the_same_place_is_a_change_and_none_is_not(shelf: Shelf) -> None:
    shelf.put("pump.md", PAGES["pump.md"].replace(SPEED, "Ask the control room."))
    found = shelf.judged()
    assert (found.label, found.differences[0]["now"]) == ("changed", "Ask the control room.")
    shelf.put("pump.md", PAGES["pump.md"].replace(SPEED, ""))
    assert shelf.judged().label == "gone"


def test_what_another_document_says_too_in_other_words_holds(shelf: Shelf) -> None:
    shelf.put("other.md", "By default the pump has a speed of 40 litres a minute.")
    shelf.claims = shelf.claim(SPEED)
    shelf.drop("pump.md")
    assert shelf.judged().label == "holds"
