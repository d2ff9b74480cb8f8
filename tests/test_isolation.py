"""Work done apart: it gives what it gives here, and no more than its limits; nothing of ours goes in with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from core import isolation
from core.errors import InputError, NotAllowed, StoreError
from core.isolation import MB, Limits, run_apart
from tests.apart_functions import (
    crash,
    environment,
    fail,
    fill_memory,
    give_back,
    give_much,
    kill_itself,
    nest,
    open_files,
    print_and_give,
    recurse,
    refuse,
    sleep_on,
    start_another,
    wait_for,
    work_on,
    write_file,
)

limited = pytest.mark.skipif(sys.platform == "win32", reason="such limits are those of POSIX")

# --- what is promised -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -(2**63), 0.5, "ä\N{GRINNING FACE}", b"\x00\xff", [1, ["a"]], {"a": {"b": [None]}}],
    ids=repr,
)
def test_plain_values_go_there_and_come_back_as_they_are(value: object) -> None:
    assert run_apart("a.txt", give_back, value) == value


def test_an_error_for_the_analyst_comes_back_as_it_was_raised() -> None:
    with pytest.raises(NotAllowed, match=r"That is not right\.") as caught:
        run_apart("a.txt", refuse, "NotAllowed")
    assert caught.value.advice == "Do it otherwise."
    with pytest.raises(InputError, match=r"That is not right\."):
        run_apart("a.txt", refuse, "own")


def test_what_is_printed_is_no_part_of_the_answer() -> None:
    assert run_apart("a.txt", print_and_give) == "the answer"


@limited
def test_memory_beyond_the_limit_is_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"a\.txt needs more memory to read than a file may"):
        run_apart("a.txt", fill_memory)


def test_more_than_there_is_room_for_here_does_not_come_back() -> None:
    assert len(run_apart("a.txt", give_much, 10_000)) == 10_000
    with pytest.raises(InputError, match="holds more than can be taken at once"):
        run_apart("a.txt", give_much, 1_000_000, limits=Limits(answer=10 * MB))


@limited
def test_work_without_end_is_ended_by_its_processor_time() -> None:
    with pytest.raises(InputError, match="takes longer than 1 seconds"):
        run_apart("a.txt", work_on, limits=Limits(seconds=1))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_one_that_sleeps_is_ended_by_the_clock_with_all_that_it_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Limits, "by_the_clock", 4.0)
    with pytest.raises(InputError, match="takes longer than"):
        run_apart("a.txt", sleep_on, str(tmp_path / "notes"))
    if not (tmp_path / "notes").exists():
        return  # who is not root may not even start another
    left = [int(number) for number in (tmp_path / "notes").read_text().split()]
    patience = time.monotonic() + 30
    while left and time.monotonic() < patience:
        left = [number for number in left if _runs(number)]
    assert left == []


def _runs(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("function", [crash, fail])
def test_a_reader_that_breaks_down_is_told_in_words_and_logged(function: Any, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InputError, match=r"a\.txt cannot be read: its reader broke down"):
        run_apart("a.txt", function)
    assert "a.txt" in caplog.text
    assert function is crash or "a fault of ours" in caplog.text


def test_values_that_are_nested_too_deeply_or_no_plain_ones_are_refused_in_words() -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        run_apart("a.txt", recurse)
    for call, argument in ((nest, 5_000), (pow, None)):
        with pytest.raises(InputError):
            run_apart("a.txt", call, argument)


def test_no_secret_and_no_open_file_of_the_server_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("GOOGLE_API_KEY", "DATABASE_URL", "NEO4J_PASSWORD", "GLASSBOX_DATA", "HOME", "ANYTHING_ELSE"):
        monkeypatch.setenv(name, "secret of ours")
    assert "secret of ours" not in run_apart("a.txt", environment).values()
    if sys.platform == "linux":
        with (tmp_path / "kept.sqlite").open("wb"):
            assert not any("kept.sqlite" in path for path in run_apart("a.txt", open_files))


@limited
def test_no_file_grows_beyond_what_an_answer_may(tmp_path: Path) -> None:
    limits = Limits(answer=5 * MB)
    assert run_apart("a.txt", write_file, str(tmp_path / "small"), MB, limits=limits) == MB
    with pytest.raises(InputError, match="broke down"):
        run_apart("a.txt", write_file, str(tmp_path / "large"), 10 * MB, limits=limits)
    assert (tmp_path / "large").stat().st_size <= 6 * MB


@limited
@pytest.mark.skipif(sys.platform != "win32" and os.getuid() == 0, reason="root is not bound by a number of processes")
def test_it_starts_no_other_process() -> None:
    assert run_apart("a.txt", start_another) == -1


def test_no_more_than_a_few_are_at_work_at_once(tmp_path: Path) -> None:
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(run_apart("a.txt", wait_for, str(tmp_path)))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 6
    assert max(counts) <= isolation.MOST_AT_ONCE


def test_who_waits_too_long_for_a_turn_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "_turns", threading.BoundedSemaphore(1))
    monkeypatch.setattr(isolation, "_LONGEST_QUEUE", 0.05)
    with isolation._turns, pytest.raises(StoreError, match="Too many files"):
        run_apart("a.txt", give_back, 1)


@pytest.mark.parametrize("place", ["process", "file"])
def test_a_server_that_can_start_no_process_or_has_no_room_says_so(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(*((subprocess, "Popen") if place == "process" else (tempfile, "TemporaryFile")), full)
    with pytest.raises(
        StoreError, match="The server cannot read files now: Resource temporarily unavailable"
    ) as caught:
        run_apart("a.txt", give_back, 1)
    assert caught.value.advice
    monkeypatch.undo()
    assert run_apart("a.txt", give_back, 1) == 1  # the turn was given back


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_one_that_is_killed_from_outside_is_told_in_words(tmp_path: Path) -> None:
    """As by a kernel that has no memory left."""
    with pytest.raises(InputError, match="broke down"):
        run_apart("a.txt", kill_itself)
