"""A clock that is set by a day, back or forward, between two starts or in the middle of a run, loses nothing."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from core.bulk import Job
from core.stores.journal import Journal
from core.stores.uploads import Kind, Uploads, fresh
from tests.clocks import DAY, clock_set
from tests.faults.test_power_cut import Thing
from tests.tiny_system import CHAT, new_house, open_tiny

BOTH_WAYS = pytest.mark.parametrize("by", [-DAY, DAY], ids=["back", "forward"])


@BOTH_WAYS
def test_a_conversation_goes_on_where_it_was_when_the_clock_was_set_between_two_starts(
    tmp_path: Path, by: timedelta
) -> None:
    memory = dict[str, Any]()
    for shift, request in ((timedelta(), "one"), (by, "two"), (timedelta(), "three")):
        house = new_house(tmp_path)
        with clock_set(shift):
            session = open_tiny(house, memory=memory, system=CHAT)
            session.start(request)
            session.wait(60)
        house.close()
    house = new_house(tmp_path)
    session = open_tiny(house, memory=memory, system=CHAT)
    assert [turn.values["answer"] for turn in session.turns] == ["ONE NONE", "TWO NONE", "THREE NONE"]
    assert [step.number for step in session.steps] == list(range(1, 13))
    assert [step.turn for step in session.steps] == [1] * 4 + [2] * 4 + [3] * 4
    assert len(session.past()) == 1
    session.ask_again()
    assert session.wait(60).state["answer"] == "THREE NONE"
    house.close()


@BOTH_WAYS
def test_an_earlier_moment_is_gone_on_from_though_the_clock_was_set(tmp_path: Path, by: timedelta) -> None:
    memory, house = dict[str, Any](), new_house(tmp_path)
    session = open_tiny(house, memory=memory)
    session.start("one")
    earlier = next(past.id for past in session.wait(60).history if past.next == ("talk",))
    with clock_set(by):
        session.fork(earlier, {"request": "other"})
        assert session.wait(60).state["answer"] == "OTHER NONE"
    house.close()


@BOTH_WAYS
def test_no_step_takes_less_than_nothing_or_a_day_when_the_clock_is_set_in_its_middle(
    tmp_path: Path, by: timedelta
) -> None:
    house, gate, memory = new_house(tmp_path), threading.Event(), dict[str, Any]()
    session = open_tiny(house, memory=memory, gate=gate, broken=True)  # `right` fails while `left` is at work
    run = session.start("one")
    while not run.steps:
        time.sleep(0.01)
    kept = list(run.steps)
    with clock_set(by):
        gate.set()
        session.wait(60)
    assert session.failure is not None
    assert 0 <= run.seconds < 3600
    assert all(step.seconds is not None and 0 <= step.seconds < 3600 for step in kept)
    house.close()


def test_work_over_many_items_does_not_look_at_the_time_of_day(tmp_path: Path) -> None:
    told: list[float] = []
    clock = [timedelta(), -DAY, DAY]

    def slow(items: list[int]) -> list[int]:
        return items

    for shift in clock:
        with clock_set(shift):
            job = Job(list(range(30)), slow, Journal(tmp_path / "journal"), chunk=5, name="slow")
            if shift == timedelta():
                job._on_progress = lambda progress, job=job: job.cancel() if progress.done >= 10 else None
            told += [job.run().rate]
    assert [result for _, result in Journal(tmp_path / "journal").results()] == list(range(30))
    assert all(rate >= 0 for rate in told)


def test_a_thing_that_was_removed_can_be_brought_back_though_the_clock_was_set_back(tmp_path: Path) -> None:
    things = Uploads(tmp_path, Kind("things", Thing))
    thing = Thing("one", "one", fresh()[1])
    things.add(thing, lambda place: None)
    things.remove("one")
    with clock_set(-DAY):
        assert things.removed() == thing
        things.bring_back("one")
    assert things.all() == [thing]
