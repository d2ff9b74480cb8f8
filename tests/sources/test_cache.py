"""Good answers are kept as long as they are good, and a cache that is broken costs a request and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.sources.cache import KEEP, KEEP_EMPTY, Cache, cache_key
from tests.sources.services import FakeClock


@pytest.fixture
def cache(clock: FakeClock, tmp_path: Path) -> Cache:
    return Cache(tmp_path / "deep" / "answers.sqlite", clock.time)


def test_a_cache_lives_where_it_is_told_and_gives_back_what_was_put(cache: Cache, clock: FakeClock) -> None:
    cache.put("GET a", b"body", empty=False)
    assert cache.get("GET a") == (b"body", clock.now)
    assert cache.get("GET b") is None


@pytest.mark.parametrize(("empty", "seconds"), [(False, KEEP), (True, KEEP_EMPTY)], ids=["with records", "empty"])
def test_an_answer_is_fresh_until_its_last_second(cache: Cache, clock: FakeClock, empty: bool, seconds: int) -> None:
    cache.put("GET a", b"body", empty)
    clock.sleep(seconds - 1)
    assert cache.get("GET a") is not None
    clock.sleep(1)
    assert cache.get("GET a") is None


def test_an_answer_is_not_fresh_for_longer_because_the_clock_was_set_back(cache: Cache, clock: FakeClock) -> None:
    cache.put("GET a", b"body", empty=False)
    clock.sleep(-86_400)
    assert cache.get("GET a") is None
    cache.put("GET a", b"new", empty=False)
    assert cache.get("GET a") == (b"new", clock.now)


def test_an_answer_that_comes_again_is_as_fresh_as_the_last_one(cache: Cache, clock: FakeClock) -> None:
    cache.put("GET a", b"old", empty=False)
    clock.sleep(KEEP - 1)
    cache.put("GET a", b"new", empty=False)
    clock.sleep(KEEP - 1)
    assert cache.get("GET a") == (b"new", clock.now - KEEP + 1)


def test_what_is_too_old_leaves_the_file(cache: Cache, clock: FakeClock, tmp_path: Path) -> None:
    for number in range(50):
        cache.put(f"GET {number}", bytes(str(number) * 2_000, "ascii"), empty=False)
    clock.sleep(KEEP + 1)
    cache.put("GET last", b"body", empty=False)
    clock.now -= KEEP + 1  # even by a clock by which they are fresh again
    assert [cache.get(f"GET {number}") for number in range(50)] == [None] * 50


def test_a_request_has_one_key_whatever_the_order_of_its_parameters() -> None:
    key = cache_key("GET", "http://a/x", {"a": "1", "b": "2"})
    assert key == cache_key("GET", "http://a/x", {"b": "2", "a": "1"})
    others = [("POST", "http://a/x", {"a": "1", "b": "2"}), ("GET", "http://a/y", {"a": "1", "b": "2"})]
    others += [("GET", "http://a/x", {"a": "1", "b": "3"}), ("GET", "http://a/x", {"a": "1&b=2"})]
    assert key not in {cache_key(*other) for other in others}


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b"this is no database" * 100),
        lambda file: (file.unlink(), file.mkdir()),
    ],
    ids=["rubbish", "a folder"],
)
def test_a_damaged_cache_is_said_in_the_log_and_stops_nothing(
    cache: Cache, tmp_path: Path, damage: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    cache.put("GET a", b"body", empty=False)
    damage(tmp_path / "deep" / "answers.sqlite")
    assert cache.get("GET a") is None
    cache.put("GET a", b"body", empty=False)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "The cache of answers cannot be read",
        "The cache of answers cannot be written",
    ]
