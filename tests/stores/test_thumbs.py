"""A thumb on an answer is kept for its owner, changed, taken back, and taken away as a table."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, StoreError
from core.stores import thumbs as store
from core.stores.thumbs import LONGEST_WHY, Thumb, as_csv, give, take_back, thumbs
from tests.properties import examples

THUMB = Thumb("knowledge_base", "local", "run", 1, 0, False, "It is about the valve.", "How fast?", "How fast is it?",
              "48 litres.", ["pump.md, Pump"], "Pumps", "Offline rules", {"top_k": 4, "lambda_mult": None})  # fmt: skip


def without_time(kept: list[Thumb]) -> list[Thumb]:
    return [replace(one, given="") for one in kept]


def test_nothing_is_kept_and_nothing_written_at_first(tmp_path: Path) -> None:
    assert thumbs(tmp_path / "owner", "knowledge_base") == []
    take_back(tmp_path / "owner", THUMB)
    assert not (tmp_path / "owner").exists()


def test_a_thumb_is_kept_with_all_that_it_is_about_changed_and_taken_back(tmp_path: Path) -> None:
    other = replace(THUMB, turn=2, up=True, why="")
    for one in (THUMB, other, replace(THUMB, system="library_chat")):
        give(tmp_path, one)
    assert without_time(thumbs(tmp_path, "knowledge_base")) == [THUMB, other]
    assert all(one.given for one in thumbs(tmp_path, "knowledge_base"))
    changed = replace(THUMB, up=True, why="Now it is right.")
    give(tmp_path, changed)
    assert without_time(thumbs(tmp_path, "knowledge_base")) == [other, changed]
    take_back(tmp_path, THUMB)
    assert without_time(thumbs(tmp_path, "knowledge_base")) == [other]
    assert len(thumbs(tmp_path, "library_chat")) == 1
    assert thumbs(tmp_path / "another", "knowledge_base") == []


def test_what_was_taken_back_is_given_again_with_its_time(tmp_path: Path) -> None:
    give(tmp_path, THUMB, replace(THUMB, turn=2, given="2026-01-01T00:00:00+00:00"))
    kept = thumbs(tmp_path, "knowledge_base")
    assert kept[1].given == "2026-01-01T00:00:00+00:00"
    take_back(tmp_path, *kept)
    assert thumbs(tmp_path, "knowledge_base") == []
    give(tmp_path, *kept)
    assert thumbs(tmp_path, "knowledge_base") == kept


def test_another_answer_to_the_same_turn_has_a_thumb_of_its_own(tmp_path: Path) -> None:
    for again in range(3):
        give(tmp_path, replace(THUMB, again=again))
    assert [one.again for one in thumbs(tmp_path, "knowledge_base")] == [0, 1, 2]


def test_beyond_the_most_none_is_taken_and_none_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 3)
    for turn in range(3):
        give(tmp_path, replace(THUMB, turn=turn))
    with pytest.raises(InputError, match="no more"):
        give(tmp_path, replace(THUMB, turn=3))
    give(tmp_path, replace(THUMB, turn=1, up=True))
    assert [one.turn for one in thumbs(tmp_path, "knowledge_base")] == [0, 2, 1]


def test_endless_texts_are_cut(tmp_path: Path) -> None:
    long = "x" * 100_000
    give(tmp_path, replace(THUMB, why=long, question=long, answer=long, sources=[long] * 1_000))
    [one] = thumbs(tmp_path, "knowledge_base")
    assert len(one.why) == LONGEST_WHY
    give(tmp_path, replace(THUMB, answer="half \ud800"))
    assert thumbs(tmp_path, "knowledge_base")[0].answer == "half ?"
    give(tmp_path, replace(THUMB, why=long, question=long, answer=long, sources=[long] * 1_000))
    assert sum(file.stat().st_size for file in tmp_path.glob("*.jsonl")) < 200_000


@examples(30)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_words_are_one_line_and_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, question: str, answer: str
) -> None:
    folder = tmp_path_factory.mktemp("owner")
    give(folder, replace(THUMB, question=question, answer=answer))
    give(folder, replace(THUMB, turn=2))
    assert next((one.question, one.answer) for one in thumbs(folder, "knowledge_base")) == (question, answer)


@pytest.mark.parametrize("text", ["{", "[]\n", '{"system": 1}\n', "\x00"])
def test_a_damaged_file_is_told_with_what_to_do_and_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    give(tmp_path, THUMB)
    [file] = tmp_path.glob("*.jsonl")
    file.write_text(text, encoding="utf-8")
    deeds: list[Any] = [lambda: thumbs(tmp_path, "knowledge_base")]
    deeds += [lambda: give(tmp_path, THUMB), lambda: take_back(tmp_path, THUMB)]
    for deed in deeds:
        with pytest.raises(InputError, match="cannot be read") as told:
            deed()
        assert file.name in told.value.advice
    assert file.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "owner").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="could not be kept"):
        give(tmp_path / "owner", THUMB)


def test_the_table_holds_every_thumb_and_nothing_in_it_runs(tmp_path: Path) -> None:
    data = as_csv([THUMB, replace(THUMB, turn=2, up=True, why="=1+1", question="@SUM(A1)")])
    table = pd.read_csv(io.BytesIO(data), keep_default_na=False)
    assert list(table["thumb"]) == ["down", "up"]
    assert list(table["why"]) == ["It is about the valve.", "'=1+1"]
    assert list(table["question"]) == ["How fast?", "'@SUM(A1)"]
    assert (table["sources"][0], table["settings"][0]) == ("pump.md, Pump", '{"top_k": 4, "lambda_mult": null}')


SERVER = """
import sys
from dataclasses import replace
from pathlib import Path
from core.privacy import close_new_files
from core.stores.thumbs import give, take_back
from tests.stores.test_thumbs import THUMB
close_new_files()
print("ready", flush=True)
sys.stdin.readline()
for turn in range(20):
    thumb = replace(THUMB, thread=sys.argv[2], turn=turn)
    give(Path(sys.argv[1]), thumb)
    if turn % 2:
        take_back(Path(sys.argv[1]), thumb)
"""


def test_what_is_said_at_two_servers_at_once_is_all_kept_and_for_its_owner_alone(tmp_path: Path) -> None:
    servers = [
        subprocess.Popen([sys.executable, "-c", SERVER, str(tmp_path), name], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, text=True)
        for name in "ab"
    ]  # fmt: skip
    for server in servers:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("go\n")
        server.stdin.flush()
    for server in servers:
        server.communicate()
        assert server.returncode == 0
    kept = {(one.thread, one.turn) for one in thumbs(tmp_path, "knowledge_base")}
    assert kept == {(name, turn) for name in "ab" for turn in range(0, 20, 2)}
    if os.name != "nt":
        [file] = tmp_path.glob("*.jsonl")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
