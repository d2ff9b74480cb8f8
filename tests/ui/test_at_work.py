"""What is at work is seen on every page with the way to it, and told once when it is done; only to whose it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph.runtime import RunControl
from streamlit.testing.v1 import AppTest

from core.bulk import Job
from core.installation import NOBODY, Installation
from core.runs import Run
from core.stores.journal import Journal
from core.ui.bulk_work import how_it_goes
from core.ui.resources import BulkWork, jobs
from tests.ui.steps import as_read, opened, press, texts

TEXTS = ["welder", "nurse", "cook"]


class Gate:
    """Work that ends when it is told to."""

    def __init__(self) -> None:
        self.began, self.go = threading.Event(), threading.Event()

    def __call__(self, items: list[str]) -> list[str]:
        self.began.set()
        self.go.wait(60)
        return items

    def stream(self, control: RunControl) -> Iterator[dict[str, object]]:
        self.go.wait(60)
        yield from ()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.go.set()


@pytest.fixture
def work(house: Installation, gate: Gate, tmp_path: Path) -> Iterator[BulkWork]:
    """Bulk work of who is here, begun on the page of NCO classification."""
    job = Job(TEXTS, gate, Journal(tmp_path / "work.journal"), chunk=2, name="work")
    work = BulkWork(job, "Coding “jobs\\.csv”", NOBODY, "nco_classification", {"view": "file"})
    jobs()["at-work"] = work
    job.start()
    gate.began.wait(60)
    yield work
    jobs().pop("at-work", None)
    gate.go.set()
    job.join(60)


@pytest.fixture
def run(house: Installation, gate: Gate) -> Iterator[Run]:
    house.threads.begin("a-run", "expert_search", NOBODY, "Who knows about dyes?", {})
    run = house.runs.start("a-run", gate.stream)  # type: ignore[arg-type]
    yield run
    gate.go.set()
    run.wait(60)


def bars(test: AppTest) -> list[str]:
    return [as_read(bar.proto.text) for bar in test.sidebar.get("progress")]


def ways(test: AppTest) -> list[str]:
    return [f"{link.proto.page}?{link.proto.query_string}" for link in test.sidebar.get("page_link")]


def told(test: AppTest) -> list[str]:
    return [as_read(toast.value) for toast in test.toast]


def test_nothing_is_drawn_where_nothing_is_at_work(house: Installation) -> None:
    test = opened("library_chat")
    assert "**In progress**" not in texts(test)
    assert not test.toast


def test_bulk_work_is_seen_on_another_page_with_the_way_to_it(work: BulkWork) -> None:
    test = opened("library_chat")
    assert [bar.partition(",")[0] for bar in bars(test)] == ["Coding “jobs.csv”: 0 of 3"]
    assert ways(test) == ["nco_classification?view=file"]


def test_work_of_somebody_else_is_not_seen(work: BulkWork) -> None:
    work.owner = "somebody else"
    assert "**In progress**" not in texts(opened("library_chat"))


def test_bulk_work_that_is_done_is_told_once_with_the_way_to_it(work: BulkWork, gate: Gate) -> None:
    test = opened("library_chat")
    gate.go.set()
    work.job.join(60)
    assert told(test.run()) == ["Coding “jobs.csv”: done. [Go there](./nco_classification?view=file)"]
    assert bars(test) == []
    assert not test.run().toast


def test_bulk_work_that_was_taken_away_is_not_told(work: BulkWork, gate: Gate) -> None:
    test = opened("library_chat")
    work.job.cancel()
    gate.go.set()
    work.job.join(60)
    assert not test.run().toast


def test_a_run_is_seen_on_another_page_and_told_when_it_has_answered(run: Run, gate: Gate) -> None:
    test = opened("library_chat")
    assert ways(test) == ["expert_search?thread=a-run"]
    assert any("Who knows about dyes?" in text for text in texts(test))
    gate.go.set()
    run.wait(60)
    assert told(test.run()) == ["“Who knows about dyes?”: answered. [Go there](./expert_search?thread=a-run)"]


def test_the_page_of_a_run_does_not_tell_what_it_shows(run: Run, gate: Gate, house: Installation) -> None:
    test = opened("library_chat")
    test.switch_page("../../pages/expert_search.py")
    test.query_params["thread"] = "a-run"
    test.run()
    gate.go.set()
    run.wait(60)
    assert not test.run().toast


def test_work_says_from_the_first_second_what_it_does_and_that_a_pause_was_heard(work: BulkWork) -> None:
    assert "getting ready: opening what it needs, then the first 2" in how_it_goes(work.job)
    work.job.pause()
    assert how_it_goes(work.job) == "pausing as soon as the first 2 are done"
    work.job.cancel()
    assert how_it_goes(work.job) == "stopping as soon as the first 2 are done"


def test_the_keys_are_listed_on_demand(house: Installation) -> None:
    test = press(opened("library_chat"), "Keys")
    assert any("a key is a letter" in text for text in texts(test))
