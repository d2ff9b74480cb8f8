"""A conversation to take away holds every question with its answer and its sources, and nothing in it runs."""

from __future__ import annotations

from pathlib import Path

from core.systems.knowledge_base.answer.export import to_markdown
from tests.systems.knowledge_base.little_manual import PAGES, Chat, context_over, little_manual


def test_every_sentence_has_its_number_and_every_number_its_source(tmp_path: Path) -> None:
    state = Chat(context_over(little_manual(tmp_path))).ask("What is the default speed of the pump?")
    written = to_markdown("Pumps", "Manuals", [state])
    for sentence in state["answer"]["sentences"]:
        assert f"{sentence['text']} [{sentence['number']}]" in written
        assert f"- [{sentence['number']}] {sentence['name'].replace('_', '')}" in written


def test_what_the_documents_do_not_say_is_written_as_such_with_the_nearest(tmp_path: Path) -> None:
    chat = Chat(context_over(little_manual(tmp_path)))
    turns = [chat.ask("What is the default speed of the pump?"), chat.ask("Which orchestra played Mahler yesterday?")]
    written = to_markdown("Pumps", "Manuals", turns)
    assert written.index("## 1. What is") < written.index("## 2. Which orchestra")
    assert "**The documents do not say this.**" in written


def test_markup_in_documents_and_titles_stays_text(tmp_path: Path) -> None:
    pages = {**PAGES, "pump.md": PAGES["pump.md"] + " The pump [hums](http://x.example) at a <b>low</b> speed."}
    state = Chat(context_over(little_manual(tmp_path, pages))).ask("What is the default speed of the pump?")
    written = to_markdown("<script>alert(1)</script>", "# Manuals", [state])
    assert "<script>" not in written
    assert "](http" not in written
    assert "Asked of: \\# Manuals." in written
