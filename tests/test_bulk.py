"""The same work over many items: each exactly once, whatever is killed, here and on a cluster of two processes."""

from __future__ import annotations

import importlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.bulk import Job, Progress, work
from core.errors import InputError, StoreError
from core.stores.journal import Counts, Failed, Journal
from tests.bulk_functions import describe, double, follow, make_items, wait_for

ROOT = Path(__file__).parent.parent


def start_cluster(workers: int) -> Any:
    """A scheduler in this process and workers in processes of their own."""
    distributed = pytest.importorskip("distributed")
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: with None it is 8787, and a second cluster would warn
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with start_cluster(2) as cluster:
        yield cluster


@pytest.fixture(params=["here", "on a cluster"])
def scheduler(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "here" else request.getfixturevalue("cluster").scheduler_address


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal")


def results(journal: Journal) -> list[Any]:
    return [result for _, result in journal.results()]


def calls(folder: Path) -> Counter[int]:
    log = folder / "calls.txt"
    return Counter(int(line) for line in log.read_text().split()) if log.exists() else Counter()


def content(journal: Journal) -> list[Any]:
    """Everything that the journal keeps."""
    with sqlite3.connect(journal.path) as connection:
        tables = [
            connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in ("job", "results", "marks")
        ]
    connection.close()
    return tables


def start_elsewhere(folder: Path, scheduler: str | None, moment: str) -> subprocess.Popen[bytes]:
    """Another process that does `follow` on 100 items and is killed at the moment."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    program = "from tests import bulk_functions; bulk_functions.main()"
    return subprocess.Popen([sys.executable, "-c", program, str(folder), scheduler or "", moment], env=environment)


def items_elsewhere(folder: Path) -> list[dict[str, Any]]:
    """The items of that process."""
    return make_items(folder, 100, kills={47: str(folder / "victim")})


# --- every item, in order ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 95])
def test_every_item_has_its_result_in_the_order_of_the_items(
    scheduler: str | None, journal: Journal, count: int
) -> None:
    progress = work(range(count), double, journal, chunk=10, scheduler=scheduler)
    assert (progress.status, progress.done, progress.failed, progress.total) == ("done", count, 0, count)
    assert list(journal.results()) == [(number, 2 * number) for number in range(count)]


@pytest.mark.slow
def test_a_hundred_thousand_items_are_done(scheduler: str | None, journal: Journal) -> None:
    work(list(range(100_000)), double, journal, chunk=5_000, scheduler=scheduler)
    assert all(result == 2 * number for number, result in journal.results())
    assert journal.counts() == Counts(100_000, 0, 100_000)


def test_items_are_read_only_as_they_are_needed(scheduler: str | None, journal: Journal) -> None:
    read = done = furthest = 0

    def generate() -> Iterator[int]:
        nonlocal read, furthest
        for number in range(600):
            read += 1
            furthest = max(furthest, read - done)
            yield number

    def watch(progress: Progress) -> None:
        nonlocal done
        done = progress.done

    assert work(generate(), double, journal, chunk=10, scheduler=scheduler, on_progress=watch).total == 600
    assert furthest <= (10 if scheduler is None else 10 * 9)  # a chunk; or two workers with four each, and one to come


def test_finished_work_is_not_done_again(scheduler: str | None, journal: Journal, tmp_path: Path) -> None:
    items = make_items(tmp_path, 30)
    work(items, follow, journal, chunk=10, scheduler=scheduler)
    before = content(journal)
    assert work(iter(items), follow, journal, chunk=7, scheduler=scheduler).status == "done"
    assert content(journal) == before
    assert set(calls(tmp_path).values()) == {1}


# --- bad items --------------------------------------------------------------------------------------------------------


def test_bad_items_come_back_with_their_reasons_and_the_others_have_their_results(
    scheduler: str | None, journal: Journal
) -> None:
    progress = work(range(40), describe, journal, chunk=16, scheduler=scheduler)
    assert (progress.done, progress.failed) == (40, 3)
    found = results(journal)
    assert {number: result.reason for number, result in enumerate(found) if isinstance(result, Failed)} == {
        13: "ValueError: thirteen is unlucky ?",
        17: "seventeen is refused",
        19: "TypeError: Object of type set is not JSON serializable",
    }
    assert found[20:24] == [None, float("inf"), "ä\x00\udcff", [1, [2.5]]]
    assert found[39] == {"number": 39, "third": 13.0}


def test_here_and_on_a_cluster_the_journal_keeps_the_same(cluster: Any, tmp_path: Path) -> None:
    here, there = Journal(tmp_path / "here"), Journal(tmp_path / "there")
    work(range(100), describe, here, chunk=7)
    work(range(100), describe, there, chunk=7, scheduler=cluster.scheduler_address)
    assert content(here) == content(there)


def test_a_function_that_gives_too_few_results_is_not_believed(journal: Journal) -> None:
    work(range(4), lambda items: [item for item in items if item != 2], journal, chunk=4)
    assert results(journal) == [0, 1, Failed("ValueError: 0 results came for 1 items"), 3]


def test_a_store_that_is_down_ends_the_work_and_blames_no_item(
    scheduler: str | None, journal: Journal, tmp_path: Path
) -> None:
    items = make_items(tmp_path, 30, offline={25: True})
    with pytest.raises(StoreError, match=r"The vector store is down\.") as raised:
        work(items, follow, journal, chunk=10, scheduler=scheduler)
    assert raised.value.advice == "Start it."
    assert journal.counts().failed == 0
    assert journal.counts().done <= 20


# --- kill -9 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["in a chunk", "in a transaction", "30"])
def test_killed_work_resumes_with_nothing_lost_and_nothing_done_twice(
    scheduler: str | None, journal: Journal, tmp_path: Path, moment: str
) -> None:
    assert start_elsewhere(tmp_path, scheduler, moment).wait() == -signal.SIGKILL
    kept = dict(journal.results())
    before = calls(tmp_path)
    assert len(kept) % 10 == 0
    assert len(kept) < 100
    if scheduler is None:
        assert len(kept) == {"in a chunk": 40, "in a transaction": 30, "30": 30}[moment]

    work(items_elsewhere(tmp_path), follow, journal, scheduler=scheduler)
    assert list(journal.results()) == [(number, 2 * number) for number in range(100)]
    assert all(calls(tmp_path)[number] == before[number] == 1 for number in kept)


def test_work_that_is_killed_again_and_again_is_finished_in_the_end(journal: Journal, tmp_path: Path) -> None:
    for moment in ("10", "20", "in a transaction", "in a chunk", "70", "90"):
        assert start_elsewhere(tmp_path, None, moment).wait() == -signal.SIGKILL
    work(items_elsewhere(tmp_path), follow, journal)
    assert results(journal) == [2 * number for number in range(100)]
    done_twice = {number for number, count in calls(tmp_path).items() if count > 1}
    assert done_twice == {*range(30, 40), *range(40, 48)}  # the chunks in hand when it died within one


def test_work_begun_on_a_cluster_may_be_finished_here(cluster: Any, journal: Journal, tmp_path: Path) -> None:
    assert start_elsewhere(tmp_path, cluster.scheduler_address, "30").wait() == -signal.SIGKILL
    work(items_elsewhere(tmp_path), follow, journal)
    assert results(journal) == [2 * number for number in range(100)]


def test_a_worker_killed_on_the_cluster_costs_no_item_and_gives_none_twice(
    cluster: Any, journal: Journal, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("me")
    items = make_items(tmp_path, 200, kills={95: str(victim)})
    progress = work(items, follow, journal, chunk=10, scheduler=cluster.scheduler_address)
    assert not victim.exists()
    assert (progress.done, progress.failed) == (200, 0)
    assert results(journal) == [2 * number for number in range(200)]


def test_an_item_that_kills_its_worker_each_time_is_found_and_the_others_are_done(
    cluster: Any, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)  # one dead worker is enough: nine seconds less
    items = make_items(tmp_path, 60, deadly={33: True})
    progress = work(items, follow, journal, chunk=10, scheduler=cluster.scheduler_address)
    assert (progress.status, progress.done, progress.failed) == ("done", 60, 1)
    assert results(journal)[33] == Failed("The process that worked on it died.")
    assert results(journal)[34:] == [2 * number for number in range(34, 60)]


@pytest.mark.server
def test_a_scheduler_that_goes_away_ends_the_work_which_resumes_here(tmp_path: Path, journal: Journal) -> None:
    own = start_cluster(1)
    job, gate = gated_job(tmp_path, journal, own.scheduler_address)
    own.close()
    with pytest.raises(StoreError, match="connection to the Dask scheduler was lost") as raised:
        job.join(60)
    assert "What is done is kept" in raised.value.advice
    gate.touch()
    assert work(job._items, follow, journal).status == "done"
    assert results(journal) == [2 * number for number in range(60)]


def test_a_function_that_the_cluster_has_not_is_named_and_blames_no_item(
    cluster: Any, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def triple(items):\n    return [3 * item for item in items]\n")
    monkeypatch.syspath_prepend(tmp_path)
    only_here = importlib.import_module("only_here")
    with pytest.raises(StoreError, match="only_here") as raised:
        work(range(10), only_here.triple, journal, scheduler=cluster.scheduler_address)
    assert "same version of this project" in raised.value.advice
    assert journal.counts().done == 0


# --- pause, go on, cancel ---------------------------------------------------------------------------------------------


def gated_job(folder: Path, journal: Journal, scheduler: str | None) -> tuple[Job, Path]:
    """A job that has begun, and the gate before which it stands: items from 5 on wait for that file."""
    gate = folder / "gate"
    items = make_items(folder, 60, gate={number: str(gate) for number in range(5, 60)})
    job = Job(items, follow, journal, chunk=1, scheduler=scheduler)
    job.start()
    wait_for(lambda: job.progress.done == 5 and any(number >= 5 for number in calls(folder)))
    return job, gate


def test_a_pause_rests_after_the_work_in_hand_until_it_goes_on(
    scheduler: str | None, journal: Journal, tmp_path: Path
) -> None:
    job, gate = gated_job(tmp_path, journal, scheduler)
    job.pause()
    gate.touch()
    wait_for(lambda: job.progress.status == "paused")
    assert job.progress.done < 60
    assert calls(tmp_path).total() == job.progress.done == journal.counts().done
    job.resume()
    assert job.join(60).status == "done"
    assert calls(tmp_path) == Counter(range(60))


def test_cancelled_work_resumes_where_it_was(scheduler: str | None, journal: Journal, tmp_path: Path) -> None:
    job, gate = gated_job(tmp_path, journal, scheduler)
    job.cancel()
    if scheduler is None:
        gate.touch()
    assert job.join(60).status == "cancelled"
    gate.touch()
    kept = dict(journal.results())
    assert len(kept) == job.progress.done < 60

    assert work(job._items, follow, journal, scheduler=scheduler).status == "done"
    assert results(journal) == [2 * number for number in range(60)]
    assert all(calls(tmp_path)[number] == 1 for number in kept)


def test_paused_work_can_be_cancelled(scheduler: str | None, journal: Journal) -> None:
    job = Job(range(100), double, journal, chunk=10, scheduler=scheduler)
    job.pause()
    job.start()
    wait_for(lambda: job.progress.status == "paused")
    job.cancel()
    assert job.join(60).status == "cancelled"
    assert journal.counts() == Counts(0, 0, 100)


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_tells_how_far_and_how_long() -> None:
    assert Progress(done=30, total=100, rate=10.0).seconds_left == pytest.approx(7.0)
    assert Progress(done=30, rate=10.0).seconds_left is None
    assert Progress(total=100).seconds_left is None


def test_progress_only_grows_and_counts_what_an_earlier_run_did(scheduler: str | None, journal: Journal) -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.done >= 30:
            job.cancel()

    job = Job(iter(range(100)), double, journal, chunk=10, total=100, scheduler=scheduler, on_progress=watch)
    assert job.run().status == "cancelled"
    assert journal.counts().total is None  # not all items were read
    work(iter(range(100)), double, journal, chunk=10, scheduler=scheduler, on_progress=seen.append)
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert [progress.status for progress in seen[:2]] == ["working", "working"]
    assert seen[0].total == 100
    assert (seen[-1].status, seen[-1].done, seen[-1].total) == ("done", 100, 100)


def test_what_ended_a_job_in_its_thread_is_kept_and_raised_to_who_waits(journal: Journal) -> None:
    job = Job([{1, 2}], double, journal)  # type: ignore[list-item]
    job.start()
    with pytest.raises(InputError):
        job.join(60)
    assert job.progress.status == "failed"
    assert isinstance(job.error, InputError)


# --- a journal belongs to its work ------------------------------------------------------------------------------------


def interrupted(journal: Journal, items: Any) -> None:
    """Do the first 20 of the items."""
    job = Job(
        items, double, journal, chunk=10, on_progress=lambda progress: job.cancel() if progress.done == 20 else None
    )
    assert job.run().done == 20


def refuse_to_work(items: list[int]) -> list[int]:
    raise AssertionError("called with items that the journal does not know")


refuse_to_work.__module__, refuse_to_work.__qualname__ = double.__module__, double.__qualname__


@pytest.mark.parametrize(
    "other",
    [[*range(49), 0], range(60), range(40), [], list(reversed(range(50)))],
    ids=["last differs", "more", "fewer", "none", "other order"],
)
def test_other_items_are_refused_before_anything_is_done(journal: Journal, other: Any) -> None:
    interrupted(journal, range(50))
    before = content(journal)
    with pytest.raises(InputError, match="was begun with other items") as raised:
        work(other, refuse_to_work, journal)
    assert "same items in the same order" in raised.value.advice
    assert content(journal) == before


@pytest.mark.parametrize(
    "other", [[0, 1, 3, *range(3, 50)], range(15), range(10), []], ids=["one differs", "cut", "fewer", "none"]
)
def test_other_items_from_an_iterator_are_refused_where_they_differ(journal: Journal, other: Any) -> None:
    interrupted(journal, iter(range(50)))
    before = content(journal)
    with pytest.raises(InputError, match="was begun with other items"):
        work(iter(other), refuse_to_work, journal)
    assert content(journal) == before


@pytest.mark.parametrize("count", [49, 51, 60])
def test_an_iterator_that_is_longer_or_shorter_than_finished_work_is_refused(journal: Journal, count: int) -> None:
    work(iter(range(50)), double, journal, chunk=10)
    with pytest.raises(InputError, match="was begun with other items"):
        work(iter(range(count)), refuse_to_work, journal)


def test_a_journal_of_another_function_or_version_is_refused(journal: Journal) -> None:
    work(range(5), double, journal)
    with pytest.raises(InputError, match=r"other work: tests\.bulk_functions\.double, version 1, not .*describe"):
        work(range(5), describe, journal)
    with pytest.raises(InputError, match=r"not tests\.bulk_functions\.double, version 2"):
        work(range(5), double, journal, version="2")


def test_an_item_that_is_no_plain_value_is_named(journal: Journal) -> None:
    with pytest.raises(InputError, match="Item 3 is no plain value"):
        work([1, 2, object()], double, journal)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="at least one item"):
        work([1], double, journal, chunk=0)


def test_a_second_process_on_the_same_journal_is_refused_with_words(journal: Journal, tmp_path: Path) -> None:
    job, gate = gated_job(tmp_path, journal, None)
    with pytest.raises(StoreError, match="Somebody is already working on the journal") as raised:
        work(job._items, follow, journal)
    assert "cancel it" in raised.value.advice
    second = start_elsewhere(tmp_path, None, "")
    assert second.wait() == 1
    gate.touch()
    assert job.join(60).status == "done"
    assert calls(tmp_path) == Counter(range(60))
