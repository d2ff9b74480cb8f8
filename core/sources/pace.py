"""When a host may be asked next: a distance between requests and a cooldown, shared by all threads of the process."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext


class Clock:
    """Time, and waiting. Tests put their own in its place, so that none of them waits."""

    def time(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


class Pace:
    """The turns and cooldowns of all hosts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._next: dict[str, float] = {}
        self._cool: dict[str, float] = {}
        self._one_at_a_time: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    @contextmanager
    def turn(self, host: str, spacing: float, alone: bool) -> Iterator[None]:
        """Wait until `spacing` seconds have passed since the host's last turn; with `alone`, keep all others out."""
        with self._guard:
            lock = self._one_at_a_time[host] if alone else nullcontext()
        with lock:
            with self._guard:
                now = self._clock.monotonic()
                start = max(now, self._next.get(host, now))
                self._next[host] = start + spacing
            if start > now:
                self._clock.sleep(start - now)
            yield

    def cool_down(self, host: str, seconds: float) -> None:
        """Close the host for that long, unless it is closed for longer already."""
        with self._guard:
            self._cool[host] = max(self._cool.get(host, 0.0), self._clock.monotonic() + seconds)

    def cooling(self, host: str) -> float:
        """For how many seconds the host is still closed; 0 when it may be asked."""
        with self._guard:
            return max(0.0, self._cool.get(host, 0.0) - self._clock.monotonic())
