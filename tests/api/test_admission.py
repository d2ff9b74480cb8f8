"""How many programs are served at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from core.api.admission import Admission, Pace, Place
from core.api.bodies import Refusal


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_to_its_end(story), 30))


async def _to_its_end(story: Callable[[], Awaitable[None]]) -> None:
    await story()


def test_who_comes_when_all_places_and_the_waiting_room_are_full_is_sent_away_at_once_and_told_when_to_come() -> None:
    async def story() -> None:
        admission = Admission(2, waiting_room=1)
        inside = [await admission.enter(30) for _ in range(2)]
        waiting = asyncio.ensure_future(admission.enter(30))
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await admission.enter(30)
        assert refused.value.status == 429
        assert refused.value.headers
        assert int(refused.value.headers["retry-after"]) > 0
        inside[0].leave()
        assert isinstance(await waiting, Place)

    run(story)


def test_who_waits_longer_than_there_is_time_is_sent_away_and_takes_nobodys_place() -> None:
    async def story() -> None:
        admission = Admission(1, waiting_room=1)
        inside = await admission.enter(30)
        with pytest.raises(Refusal):
            await admission.enter(0.01)
        inside.leave()
        await admission.enter(0.01)

    run(story)


def test_who_stops_waiting_takes_nobodys_place_whenever_that_is() -> None:
    async def story() -> None:
        admission = Admission(1, waiting_room=1)
        for turns in range(6):  # cancelled before, while and after being called in
            inside = await admission.enter(30)
            waiting = asyncio.ensure_future(admission.enter(30))
            await asyncio.sleep(0)
            inside.leave()
            for _ in range(turns):
                await asyncio.sleep(0)
            if waiting.cancel():
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            else:
                waiting.result().leave()
        await admission.enter(0.01)

    run(story)


def test_a_place_is_given_back_once_from_any_thread() -> None:
    async def story() -> None:
        admission = Admission(1, waiting_room=2)
        place = await admission.enter(30)
        waiting = [asyncio.ensure_future(admission.enter(30)) for _ in range(2)]
        await asyncio.sleep(0)
        for _ in range(2):
            thread = threading.Thread(target=place.leave)
            thread.start()
            thread.join()
        await waiting[0]
        await asyncio.sleep(0.02)
        assert not waiting[1].done()
        waiting[0].result().leave()
        await waiting[1]

    run(story)


def test_a_client_may_ask_so_often_in_a_minute_and_no_more_and_another_one_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("core.api.admission.time.monotonic", lambda: now[0])
    pace = Pace(3)
    for _ in range(3):
        pace.check("10.0.0.1")
        now[0] += 1
    with pytest.raises(Refusal) as refused:
        pace.check("10.0.0.1")
    assert (refused.value.status, refused.value.headers) == (429, {"retry-after": "57"})
    pace.check("10.0.0.2")
    now[0] += 57
    pace.check("10.0.0.1")
    with pytest.raises(Refusal):
        pace.check("10.0.0.1")


def test_without_a_limit_a_client_may_ask_as_often_as_it_likes() -> None:
    pace = Pace(0)
    for _ in range(1000):
        pace.check("10.0.0.1")
