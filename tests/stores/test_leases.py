"""Who works on a thread: one of all that share a store, until it ends, is killed, or oversleeps."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.errors import Busy, StoreError
from core.settings import Settings
from core.stores import leases as module
from core.stores.checkpoints import Checkpoints, open_checkpoints
from core.stores.leases import LEASE, Leases
from core.stores.threads import Threads
from core.types import Step
from tests.stores.little_graph import build_asking, on

DAY = 86_400.0


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "PostgreSQL":
        return Settings(database_url=request.getfixturevalue("database_url"))
    return Settings(data=tmp_path / "data")


@pytest.fixture
def here(settings: Settings) -> Iterator[Checkpoints]:
    with open_checkpoints(settings) as opened:
        yield opened


@pytest.fixture
def there(settings: Settings, here: Checkpoints) -> Iterator[Checkpoints]:
    """Another server on the same store, that came later."""
    with open_checkpoints(settings) as opened:
        yield opened


@pytest.fixture(autouse=True)
def renewed_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RENEWAL", 3_600.0)


def set_clock(leases: Leases, seconds: float) -> None:
    """Set the clock by which leases end: what was written by it before ends earlier, or later, by as much."""
    leases._database.execute("UPDATE leases SET until = until - ?", (seconds,))


def raised(do: Callable[[], object]) -> Busy:
    with pytest.raises(Busy) as caught:
        do()
    return caught.value


def test_one_works_on_a_thread_and_the_other_is_told_where_it_is_at_work_and_what_to_do(
    here: Checkpoints, there: Checkpoints
) -> None:
    lease = here.leases.take("t")
    for leases in (here.leases, there.leases):
        assert leases.is_taken("t")
        busy = raised(lambda leases=leases: leases.take("t"))  # type: ignore[misc]
        assert str(busy) == "This run is at work elsewhere."
        assert "Wait for it, or stop it first." in busy.advice
    there.leases.release(there.leases.take("another"))
    here.leases.release(lease)
    assert not there.leases.is_taken("t")
    there.leases.take("t")


def test_of_many_that_take_a_thread_at_the_same_moment_one_gets_it(here: Checkpoints, there: Checkpoints) -> None:
    got: list[str] = []
    for number in range(25):
        start = threading.Barrier(4)

        def take(leases: Leases, thread: str = f"t{number}", start: threading.Barrier = start) -> None:
            start.wait(30)
            with suppress(Busy):
                got.append(leases.take(thread).thread)

        racing = [threading.Thread(target=take, args=(place.leases,)) for place in (here, there) * 2]
        for one in racing:
            one.start()
        for one in racing:
            one.join()
    assert sorted(got) == sorted(f"t{number}" for number in range(25))


def test_a_lease_that_is_not_renewed_runs_out_by_itself(
    here: Checkpoints, there: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LENGTH", 0.2)
    here.leases.take("t")
    while there.leases.is_taken("t"):
        pass
    there.leases.take("t")


def test_a_process_renews_by_itself_what_it_holds_and_rests_when_it_holds_nothing(
    here: Checkpoints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RENEWAL", 0.01)
    renewed = threading.Event()
    renew = here.leases.renew
    monkeypatch.setattr(here.leases, "renew", lambda: (renew(), renewed.set()))
    leases = [here.leases.take("t"), here.leases.take("u")]
    assert renewed.wait(30)
    (thread,) = [one for one in threading.enumerate() if one is here.leases._renewing]
    for lease in leases:
        here.leases.release(lease)
    thread.join(30)
    assert not thread.is_alive()
    renewed.clear()
    here.leases.take("t")
    assert renewed.wait(30), "it begins again with the next run"


def test_a_renewed_lease_lasts_as_long_as_a_new_one(here: Checkpoints, there: Checkpoints) -> None:
    lease = here.leases.take("t")
    set_clock(here.leases, module.LENGTH + 1)
    assert not there.leases.is_taken("t")
    here.leases.renew()
    assert there.leases.is_taken("t")
    assert not lease.lost, "it overslept, but nobody took the thread meanwhile"
    with here.leases.holding("t", lease.token):
        pass


@pytest.mark.parametrize("seconds", [DAY, -DAY], ids=["forward", "back"])
def test_a_clock_that_is_set_by_a_day_keeps_no_thread_taken_and_lets_no_two_write(
    here: Checkpoints, there: Checkpoints, seconds: float
) -> None:
    killed = here.leases.take("t")
    set_clock(here.leases, seconds)
    assert not there.leases.is_taken("t")
    lease = there.leases.take("t")
    stopped = threading.Event()
    killed.on_stop = stopped.set
    here.leases.renew()
    assert killed.lost
    assert stopped.is_set()
    assert "went on elsewhere" in str(raised(lambda: here.leases.holding("t", killed.token).__enter__()))
    with there.leases.holding("t", lease.token):
        pass


@pytest.mark.parametrize("seconds", [DAY, -DAY], ids=["forward", "back"])
def test_whoever_is_at_work_goes_on_when_the_clock_is_set(
    here: Checkpoints, there: Checkpoints, seconds: float
) -> None:
    lease = here.leases.take("t")
    set_clock(here.leases, seconds)
    here.leases.renew()
    assert there.leases.is_taken("t")
    raised(lambda: there.leases.take("t"))
    assert not lease.lost


def test_whoever_lost_a_thread_does_not_give_it_back_for_the_one_who_has_it(
    here: Checkpoints, there: Checkpoints
) -> None:
    lost = here.leases.take("t")
    there.leases.seize("t")
    here.leases.release(lost)
    assert there.leases.is_taken("t")
    raised(lambda: here.leases.take("t"))


def test_a_stop_asked_for_elsewhere_is_heard_at_the_next_write_and_at_the_next_renewal(
    here: Checkpoints, there: Checkpoints
) -> None:
    lease, heard = here.leases.take("t"), threading.Event()
    lease.on_stop = heard.set
    with here.leases.holding("t", lease.token):
        assert not heard.is_set()
    there.leases.stop("t")
    assert there.leases.is_stopping("t")
    with here.leases.holding("t", lease.token):
        assert heard.is_set()
    heard.clear()
    here.leases.renew()
    assert heard.is_set()
    here.leases.release(lease)
    here.leases.take("t")
    assert not there.leases.is_stopping("t"), "the next run is not stopped for it"


def test_nobody_takes_a_thread_while_something_is_written_under_its_lease(
    here: Checkpoints, there: Checkpoints
) -> None:
    lease, taken = here.leases.take("t"), threading.Event()
    seizing = threading.Thread(target=lambda: (there.leases.seize("t"), taken.set()))
    with here.leases.holding("t", lease.token):
        seizing.start()
        assert not taken.wait(0.3)
    assert taken.wait(30)
    seizing.join()
    raised(lambda: here.leases.holding("t", lease.token).__enter__())


def test_whoever_lost_a_thread_can_write_no_state_no_step_and_no_entry(here: Checkpoints, there: Checkpoints) -> None:
    threads = Threads(here)
    threads.begin("t", "tiny", "", "who?", {})
    lease = here.leases.take("t")
    config: Any = on("t")
    config["configurable"][LEASE] = lease.token
    graph = build_asking(here.saver)
    graph.invoke({"request": "who?"}, config)
    kept = graph.get_state(on("t"))
    assert kept.values["log"] == ["think"]
    there.leases.seize("t")
    for write in (
        lambda: graph.invoke({"request": "what?"}, config),
        lambda: graph.update_state(config, {"request": "what?"}),
        lambda: here.saver.put_writes({"configurable": {**kept.config["configurable"], LEASE: lease.token}}, [], "x"),
        lambda: threads.keep_steps("t", [Step("1", "think", 1, 1, 0.0)], lease),
        lambda: threads.update("t", lease, outcome="done"),
    ):
        assert "went on elsewhere" in str(raised(write))
    assert graph.get_state(on("t")) == kept
    assert threads.steps("t") == []
    assert threads.find("t").outcome == ""  # type: ignore[union-attr]
    assert [past.metadata for past in graph.get_state_history(on("t")) if LEASE in str(past.metadata)] == []


def test_who_closes_gives_its_threads_back_and_writes_no_more(here: Checkpoints, settings: Settings) -> None:
    with open_checkpoints(settings) as other:
        lease = other.leases.take("t")
        with here.changing("t", None):
            pass
    assert not here.leases.is_taken("t")
    raised(lambda: here.leases.holding("t", lease.token).__enter__())


def test_what_belongs_to_a_thread_is_read_and_written_by_one_at_a_time(here: Checkpoints, there: Checkpoints) -> None:
    """Eight at once on two servers count to eighty: a count that was read before another wrote would be lost."""
    Threads(here).begin("t", "tiny", "", "who?", {"count": 0})

    def count(threads: Threads) -> None:
        for _ in range(10):
            threads.update("t", settings=lambda kept: {"count": int(str(kept["count"])) + 1})

    counting = [threading.Thread(target=count, args=(Threads(place),)) for place in (here, there) * 4]
    for one in counting:
        one.start()
    for one in counting:
        one.join()
    found = Threads(there).find("t")
    assert found is not None
    assert found.settings == {"count": 80}


def test_a_thread_that_is_forgotten_meanwhile_is_not_brought_back_by_a_change(
    here: Checkpoints, there: Checkpoints
) -> None:
    for number in range(20):
        id = f"t{number}"
        Threads(here).begin(id, "tiny", "", "who?", {})
        changing = threading.Thread(
            target=lambda id=id: [Threads(there).update(id, title=f"{n}") for n in range(5)]  # type: ignore[misc]
        )
        changing.start()
        Threads(here).forget(id)
        changing.join()
        assert Threads(here).find(id) is None


def test_a_store_that_is_closed_says_so_in_words(here: Checkpoints) -> None:
    lease = here.leases.take("t")
    here.close()
    for attempt in (
        lambda: here.leases.take("t"),
        lambda: here.leases.is_taken("t"),
        lambda: here.leases.release(lease),
        lambda: here.leases.stop("t"),
    ):
        with pytest.raises(StoreError):
            attempt()


def test_in_a_folder_that_nobody_else_uses_no_thread_is_taken(tmp_path: Path) -> None:
    """A laptop that was killed need not wait until the leases of the dead have run out."""
    files = Settings(data=tmp_path / "data")
    first = open_checkpoints(files)
    token = first.leases.take("t").token
    with open_checkpoints(files) as second:
        assert second.leases.is_taken("t"), "the first is still there"
        first.close()
        second.leases._database.execute("INSERT INTO leases VALUES ('t', ?, monotonic() + 9, 0)", (token,))
        assert second.leases.is_taken("t")
    with open_checkpoints(files) as third:
        assert not third.leases.is_taken("t")
