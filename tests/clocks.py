"""A clock that is wrong: what tells the time of day is moved, what only counts seconds is not."""

from __future__ import annotations

import datetime as module
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from langgraph.checkpoint.base import id as ids

DAY = timedelta(days=1)


@contextmanager
def clock_set(by: timedelta) -> Iterator[None]:
    """Set the clock forward, or back, and start the program again: nothing remembers the time that it told before."""
    real_time, real_time_ns, real = time.time, time.time_ns, module.datetime

    class Wrong(module.datetime):
        @classmethod
        def now(cls, tz: module.tzinfo | None = None) -> module.datetime:  # type: ignore[override]
            return real.now(tz) + by

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: real_time() + by.total_seconds())
        patch.setattr(time, "time_ns", lambda: real_time_ns() + int(by.total_seconds()) * 10**9)
        patch.setattr(ids, "_last_v6_timestamp", None)
        for name, loaded in list(sys.modules.items()):
            if name.startswith("core.") and vars(loaded).get("datetime") is real:
                patch.setattr(loaded, "datetime", Wrong)
        yield
