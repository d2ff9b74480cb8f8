"""A conversation to take away holds every question with its answer and its sources, and nothing in it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.codec import to_state
from core.evidence.verdicts import EXACT_CHECK, Verdict, Words
from core.systems.knowledge_base import SYSTEM
from core.systems.knowledge_base.answer.checking import as_read
from core.systems.knowledge_base.answer.citations import text_of
from core.systems.knowledge_base.deliver.markdown import to_markdown
from tests.systems.knowledge_base.little_manual import PAGES, Chat, context_over, little_manual

STRUCK = Verdict("not in the passage", EXACT_CHECK, "It cites none.")


def test_every_sentence_has_its_number_and_every_number_its_source(tmp_path: Path) -> None:
    state = Chat(context_over(little_manual(tmp_path))).ask("What is the default speed of the pump?")
    written = to_markdown("Pumps", "Manuals", [state])
    for sentence in state["answer"]["sentences"]:
        assert f"{sentence['text']} [{sentence['number']}]" in written.replace("**", "")
        assert f"- [{sentence['number']}] {sentence['name'].replace('_', '')}" in written


def test_every_sentence_has_a_footnote_with_its_verdict_and_who_says_so(tmp_path: Path) -> None:
    store, turns = little_manual(tmp_path), []
    for request in ("What does the filter do to the pump?", "What does the valve do?"):
        state: Any = Chat(context_over(store)).ask(request)
        first = {**state["answer"]["sentences"][0], "verdict": to_state(Verdict("not checked", reason="Who knows?"))}
        struck = {"text": "Pigs fly.", "cites": [], "place": 9, "key": "k", "verdict": to_state(STRUCK)}
        answer = {**state["answer"], "sentences": [first, *state["answer"]["sentences"][1:]], "struck": [struck]}
        turns.append({**state, "answer": answer})
    everything, backed = (
        to_markdown("Pumps", "Manuals", turns, only_backed=only).replace("**", "") for only in (False, True)
    )
    for number, state in enumerate(turns, start=1):
        for place, sentence in enumerate(state["answer"]["sentences"], start=1):
            told = "? Not checked. Who knows?" if place == 1 else "Quoted word for word."
            sign = "?" if place == 1 else ""
            assert f"{sentence['text']} [{sentence['number']}] {sign}[^{number}-{place}]" in everything
            assert f"\n[^{number}-{place}]: {told}\n" in everything
            assert (f"{sentence['text']} [{sentence['number']}] [^" in backed) is (place > 1)
    assert everything.count("- ~~Pigs fly.~~ ∅ Not in the passage, exact check. It cites none.") == 2
    assert "Pigs fly" not in backed
    assert backed.count("Left out here as not checked: 1 of ") == 2


def test_a_judges_verdict_is_written_with_the_words_that_show_it(tmp_path: Path) -> None:
    state: Any = Chat(context_over(little_manual(tmp_path))).ask("What does the valve do?")
    first = state["answer"]["sentences"][0]
    at = text_of(state["retrieved_documents"][first["number"] - 1]).index("closes the loop")
    verdict = Verdict("backed", "A model", "It says so.", shown_by=(Words(0, at, at + len("closes the loop")),))
    first["verdict"] = to_state(verdict)
    written = to_markdown("Pumps", "Manuals", [state])
    assert f"✓ Backed, A model. It says so. “closes the loop” [{first['number']}]" in written


def test_a_conversation_from_before_there_were_verdicts_is_written_as_unchecked(tmp_path: Path) -> None:
    state: Any = Chat(context_over(little_manual(tmp_path))).ask("What does the valve do?")
    del state["answer"]["struck"]
    for sentence in state["answer"]["sentences"]:
        del sentence["verdict"], sentence["key"], sentence["place"]
    for seen in (state, as_read(state, {})):
        assert "[^1-1]: ? Not checked. This answer was given before" in to_markdown("Pumps", "Manuals", [seen])
        assert SYSTEM.answer(seen)["struck"] == []


def test_what_the_documents_do_not_say_is_written_as_such_with_the_nearest(tmp_path: Path) -> None:
    chat = Chat(context_over(little_manual(tmp_path)))
    turns = [chat.ask("What is the default speed of the pump?"), chat.ask("Which orchestra played Mahler yesterday?")]
    written = to_markdown("Pumps", "Manuals", turns)
    assert written.index("## 1. What is") < written.index("## 2. Which orchestra")
    assert "**No answer was found.**" in written


def test_markup_in_documents_and_titles_stays_text(tmp_path: Path) -> None:
    pages = {**PAGES, "pump.md": PAGES["pump.md"] + " The pump [hums](http://x.example) at a <b>low</b> speed."}
    state = Chat(context_over(little_manual(tmp_path, pages))).ask("What is the default speed of the pump?")
    written = to_markdown("<script>alert(1)</script>", "# Manuals", [state])
    assert "<script>" not in written
    assert "](http" not in written
    assert "Asked of: \\# Manuals." in written
