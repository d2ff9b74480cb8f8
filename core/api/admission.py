"""How many programs are served at once: so many work, some wait, and who comes then is told to come again.

What is counted is work, not requests: a run that nobody waits for any more keeps its place until it has ended, or a
client could start any number of them by leaving.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque

from core.api.bodies import Refusal

WAITING_ROOM = 16
RETRY_AFTER = 5  # seconds
_MINUTE = 60.0
_REMEMBERED_CLIENTS = 10_000


class Place:
    """The right to work, which is given back once."""

    def __init__(self, admission: Admission) -> None:
        self._admission: Admission | None = admission

    def leave(self) -> None:
        """Give the place back, from any thread; a second time does nothing."""
        admission, self._admission = self._admission, None
        if admission:
            admission.release()


class Admission:
    """`at_once` places to work and a waiting room, for any number of event loops and threads."""

    def __init__(self, at_once: int, waiting_room: int = WAITING_ROOM) -> None:
        self._free = at_once
        self._waiting_room = waiting_room
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = deque()
        self._guard = threading.Lock()

    async def enter(self, seconds: float) -> Place:
        """Take a place, or wait for one. Raises `Refusal` 429 at once when the waiting room is full, or in the end."""
        mine = self._take_or_wait()
        if mine is None:
            return Place(self)
        try:
            async with asyncio.timeout(seconds):
                await mine
        except TimeoutError:
            self._give_up(mine)
            raise _busy() from None
        except asyncio.CancelledError:
            self._give_up(mine)
            raise
        return Place(self)

    def _take_or_wait(self) -> asyncio.Future[None] | None:
        with self._guard:
            if self._free > 0:
                self._free -= 1
                return None
            if len(self._waiting) >= self._waiting_room:
                raise _busy()
            loop = asyncio.get_running_loop()
            mine = loop.create_future()
            self._waiting.append((loop, mine))
            return mine

    def _give_up(self, mine: asyncio.Future[None]) -> None:
        """Leave the waiting room, or the place that was given at the very moment."""
        with self._guard:
            self._waiting = deque(one for one in self._waiting if one[1] is not mine)
        if mine.done() and not mine.cancelled():
            self.release()

    def release(self) -> None:
        """Let the next one in."""
        with self._guard:
            while self._waiting:
                loop, next_one = self._waiting.popleft()
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_call_in, self, next_one)
                    return
            self._free += 1


def _call_in(admission: Admission, waiting: asyncio.Future[None]) -> None:
    if waiting.done():  # gave up between being called and coming
        admission.release()
    else:
        waiting.set_result(None)


def _busy() -> Refusal:
    return Refusal(
        429,
        "The API is busy: as many runs as it may do at once are at work, and others wait.",
        headers={"retry-after": str(RETRY_AFTER)},
    )


class Pace:
    """How often one client may ask within a minute; 0 sets no limit."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, client: str) -> None:
        """Count a request of this client. Raises `Refusal` 429 for one too many."""
        if not self._per_minute:
            return
        now = time.monotonic()
        asked = self._asked.setdefault(client, deque())
        self._asked.move_to_end(client)
        while len(self._asked) > _REMEMBERED_CLIENTS:
            self._asked.popitem(last=False)
        while asked and now - asked[0] >= _MINUTE:
            asked.popleft()
        if len(asked) >= self._per_minute:
            wait = max(1, round(_MINUTE - (now - asked[0])))
            raise Refusal(
                429, f"More than {self._per_minute} requests in a minute.", headers={"retry-after": str(wait)}
            )
        asked.append(now)
