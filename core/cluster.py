"""Calls handed to a Dask cluster that is already there: connecting in words, few in flight, dead workers made out.

Needs the extra package `distributed`, which is imported only when an address is given.
"""

from __future__ import annotations

import asyncio
import itertools
import pickle
import queue
import struct
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from core.errors import AppError, SettingsError, StoreError

_PATIENCE = 2  # seconds until a scheduler that does not answer is given up
_MUST_AGREE = ("dask", "distributed", "cloudpickle", "msgpack")


class Killed:
    """What came of a call whose workers died, one after the other: it is to blame, or another call beside it."""


class Cluster:
    """A Dask cluster as a place for calls: `submit` them, and `collect` them as they come back."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._run = uuid.uuid4().hex
        self._calls = itertools.count()
        self._pending: dict[str, tuple[Any, Any]] = {}
        self._arrived: queue.SimpleQueue[str] = queue.SimpleQueue()

    @property
    def pending(self) -> int:
        """How many calls have not come back."""
        return len(self._pending)

    def room(self) -> int:
        """How many calls may be pending at once: four a worker, or two a thread where that is more; none is idle."""
        with _reachable():
            threads = self._client.nthreads().values()
        return sum(max(4, 2 * count) for count in threads) or 4

    def submit(self, token: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Send a call away; `token` comes back with its result."""
        key = f"{self._run}-{next(self._calls)}"  # a key of its own: Dask gives calls with the same key one result
        with _reachable():
            future = self._client.submit(_call, function, pickle.dumps(arguments), key=key, pure=False)
        self._pending[key] = future, token
        future.add_done_callback(lambda done: self._arrived.put(done.key))

    def collect(self, seconds: float) -> tuple[Any, Any] | None:
        """Return the token and the result of the next call that comes back, or None when none does within `seconds`.

        In the place of a result stands `Killed`, when the workers that took the call died. Raises the `AppError` that
        the call raised, and `StoreError` when the cluster could not make it.
        """
        try:
            future, token = self._pending.pop(self._arrived.get(timeout=seconds))
        except queue.Empty:
            return None
        with _reachable():
            error = future.exception()
            if error is None:
                return token, pickle.loads(future.result())  # noqa: S301 - Dask itself does no other
        if isinstance(error, AppError):
            raise error
        if isinstance(error, import_module("distributed").KilledWorker):
            return token, Killed()
        raise StoreError(
            f"The Dask cluster could not do its work: {type(error).__name__}: {error}",
            "See that every machine of the cluster has the same version of this project and its packages.",
        ) from error


def _call(function: Callable[..., Any], arguments: bytes) -> bytes:
    """Return the call, on a worker. One piece of bytes each way: Dask looks at every element of a list, 30 times as
    slow."""
    return pickle.dumps(function(*pickle.loads(arguments)))  # noqa: S301 - Dask itself does no other


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except (OSError, CancelledError) as error:
        raise StoreError(
            "The connection to the Dask scheduler was lost.",
            "What is done is kept: start the same work again to resume when the scheduler is back.",
        ) from error


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Give the cluster of the scheduler at `address`, as in tcp://host:8786; leaving drops what is still pending.

    Raises `SettingsError` when the package is missing, the address is none, or the cluster's versions differ from those
    here; `StoreError` when nobody answers within three seconds.
    """
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise SettingsError(
            "DASK_SCHEDULER is set, but the package distributed is not installed.",
            "Install it with: pip install distributed. Or remove DASK_SCHEDULER to work in this process.",
        ) from error
    try:
        asyncio.run(asyncio.wait_for(_greet(address), _PATIENCE))
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except ValueError as error:
        raise SettingsError(
            f"DASK_SCHEDULER is {address}, which is no address of a scheduler: {error}", "Write it as tcp://host:8786."
        ) from error
    except (OSError, TimeoutError, MemoryError, struct.error) as error:  # the last two: another service, misread
        raise StoreError(
            f"No Dask scheduler answers at {address}.",
            "Start it with: dask scheduler. Or remove DASK_SCHEDULER to work in this process.",
        ) from error
    with client:
        with _reachable():
            differences = compare(client.get_versions())
        if differences:
            raise SettingsError(
                f"The Dask cluster at {address} has other versions: {'; '.join(differences)}.",
                "Install the same versions on every machine of the cluster.",
            )
        yield Cluster(client)


async def _greet(address: str) -> None:
    """Exchange greetings with the scheduler: `Client` waits without end for a port that is open but silent."""
    comm = await import_module("distributed").connect(address, timeout=_PATIENCE)
    await comm.close()


def compare(versions: Any) -> list[str]:
    """Return what differs between this process and the cluster, in words, from `Client.get_versions()`."""
    here = _relevant(versions["client"])
    machines = {"the scheduler": versions["scheduler"], **versions["workers"]}
    return [
        f"{name} {there[name]} on {machine}, {here[name]} here"
        for machine, found in machines.items()
        for there in [_relevant(found)]
        for name in here
        if there[name] != here[name]
    ]


def _relevant(found: Any) -> dict[str, str]:
    """Return the versions that must agree; of Python only the first two numbers."""
    python = ".".join(found["host"]["python"].split(".")[:2])
    return {"Python": python, **{name: str(found["packages"][name]) for name in _MUST_AGREE}}
