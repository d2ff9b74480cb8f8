"""Labels of pinned answers after edits: the figures are counted rightly, and on the small set they are good."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError
from core.evaluate.pins import edits_of, evaluate_pins, read_edits
from tests.word_embedder import WordEmbedder

SET = Path(__file__).parents[1] / "data" / "knowledge" / "pinned"


def test_at_least_nineteen_of_twenty_labels_are_right_and_none_holds_what_was_deleted(tmp_path: Path) -> None:
    for file in SET.glob("*.md"):
        shutil.copy(file, tmp_path)
    embedder: Any = WordEmbedder()
    found = evaluate_pins(SET / "edits.csv", tmp_path, embedder)
    assert (found.pinned, len(found.judged)) == (found.questions, 8 * found.questions)
    assert found.rows["all"]["right"] >= 0.95, found.wrong
    for edit in ("section deleted", "file deleted", "value", "renamed", "elsewhere"):
        assert found.rows[edit]["right"] == 1, found.wrong


def test_each_edit_is_what_it_is_called() -> None:
    text = "# One\n\nA stands here.\n\n```\n# no heading\n```\n\n# Two\n\nB."
    row = {"file": "a.md", "sentence": "A stands here.", "reworded": "Here stands A.", "other": "C stands here."}
    edits = {edit: files for edit, _, files in edits_of({**row, "contradiction": "No A."}, {"a.md": text, "b.md": "x"})}
    assert edits["section deleted"]["a.md"].startswith("# Two")
    assert edits["moved"]["a.md"].rstrip().endswith("```")
    assert edits["file deleted"] == {"b.md": "x"}
    assert edits["renamed"] == {"b.md": "x", "new a.md": text}
    assert "C stands here." in edits["value"]["a.md"]
    assert "No A." in edits["contradicted"]["news.md"]


def test_a_set_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "edits.csv"
    file.write_text("question,file\nWhat?,a.md\n")
    with pytest.raises(InputError, match="lacks the column sentence"):
        read_edits(file)
    file.write_text("question,file,sentence,reworded,other,contradiction\nWhat?,a.md,A.,,,\n")
    with pytest.raises(InputError, match="lacks something"):
        read_edits(file)
    with pytest.raises(InputError, match="does not stand in"):
        next(edits_of({"file": "a.md", "sentence": "Nothing."}, {"a.md": "x"}))
