"""Hosts are asked at a distance, one at a time where they want that, and not at all while they are closed."""

from __future__ import annotations

import threading

import pytest

from core.sources.pace import Pace
from tests.sources.services import FakeClock


@pytest.fixture
def pace(clock: FakeClock) -> Pace:
    return Pace(clock)


def take_turn(pace: Pace, host: str = "a", spacing: float = 2, alone: bool = False) -> None:
    with pace.turn(host, spacing, alone):
        pass


def test_the_first_turn_is_at_once_and_the_next_after_the_distance(pace: Pace, clock: FakeClock) -> None:
    take_turn(pace)
    assert clock.slept == []
    take_turn(pace)
    take_turn(pace)
    assert clock.slept == [2, 2]


def test_time_that_passed_anyway_is_not_waited_for_again(pace: Pace, clock: FakeClock) -> None:
    take_turn(pace)
    clock.now += 1.5
    take_turn(pace)
    clock.now += 60
    take_turn(pace)
    assert clock.slept == [0.5]


def test_hosts_do_not_wait_for_one_another(pace: Pace, clock: FakeClock) -> None:
    for host in "abc":
        take_turn(pace, host)
    assert clock.slept == []


def test_a_host_that_wants_no_second_connection_gets_none(pace: Pace) -> None:
    came = threading.Event()
    second = threading.Thread(target=lambda: (take_turn(pace, spacing=0, alone=True), came.set()))
    with pace.turn("a", 0, alone=True):
        second.start()
        assert not came.wait(0.05)
    second.join(20)
    assert came.is_set()


def test_a_turn_that_failed_lets_the_next_one_in(pace: Pace) -> None:
    with pytest.raises(OSError, match="broken"), pace.turn("a", 0, alone=True):
        raise OSError("broken")
    other = threading.Thread(target=take_turn, args=(pace, "a", 0, True), daemon=True)
    other.start()
    other.join(20)
    assert not other.is_alive()


def test_a_closed_host_stays_closed_for_the_longest_time_that_was_asked_for(pace: Pace, clock: FakeClock) -> None:
    assert pace.cooling("a") == 0
    pace.cool_down("a", 900)
    pace.cool_down("a", 60)
    assert (pace.cooling("a"), pace.cooling("b")) == (900, 0)
    clock.now += 899
    assert pace.cooling("a") == 1
    clock.now += 5
    assert pace.cooling("a") == 0
