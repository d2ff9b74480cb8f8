"""The connection to Neo4j: one driver for all catalogues, and words in good time for whatever goes wrong."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from core.errors import StoreError
from core.settings import Settings

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")

LOADING = 120.0
"""Seconds that it may take to load one portion of a catalogue."""

_CONNECTING, _QUEUEING, _RETRYING = 2.0, 3.0, 2.0  # seconds; the driver's own patience is half a minute each
_GRACE = 0.5  # seconds after which a server that keeps no time itself is given up
_REST = 1.0  # seconds in which a server that failed is not asked again: a page asks several times in a row
Result = TypeVar("Result")


class Neo4jServer:
    """A Neo4j of 5.26 or newer. May be shared by any number of threads; nothing is opened before it is used."""

    def __init__(self, uri: str, username: str, password: str, timeout: float = Settings.neo4j_timeout) -> None:
        """`timeout` is how many seconds it may take to answer a question (NEO4J_TIMEOUT).

        Raises `StoreError` for an address that the driver would take for something else than Bolt."""
        if uri.partition("://")[0] not in SCHEMES:
            raise StoreError(
                f"{uri} is no address of Neo4j.",
                f"Set NEO4J_URI to one that begins with {', '.join(f'{scheme}://' for scheme in SCHEMES)}.",
            )
        self.uri = uri
        self._auth = (username, password)
        self._timeout = timeout
        self._driver: Driver | None = None
        self._guard = threading.Lock()
        self._failure: tuple[float, str, str] | None = None

    def read(self, work: Callable[[ManagedTransaction], Result]) -> Result:
        """Return what `work` finds in a read transaction, in which Neo4j refuses to write. Raises `StoreError` in
        words."""
        return self._run("READ", work, self._timeout)

    def write(self, work: Callable[[ManagedTransaction], Result]) -> Result:
        """Do `work`, which is repeated when Neo4j asks for that, in one transaction. Raises `StoreError` in words."""
        return self._run("WRITE", work, LOADING)

    def change_schema(self, statements: list[str]) -> None:
        """Run statements that make or drop indexes, which take no other statements beside them."""
        for statement in statements:
            self.write(lambda transaction, text=statement: transaction.run(text).consume())  # type: ignore[misc]

    def close(self) -> None:
        """Close all connections; the next use opens new ones."""
        with self._guard:
            driver, self._driver = self._driver, None
        if driver is not None:
            _close(driver)

    def _run(self, mode: str, work: Callable[[ManagedTransaction], Result], seconds: float) -> Result:
        from neo4j import unit_of_work
        from neo4j.exceptions import DriverError, Neo4jError

        self._let_rest()
        driver: Driver | None = None
        watch: threading.Timer | None = None
        try:
            driver = self._opened()
            # A server that hangs keeps no time: then its connections are closed from here, which ends the waiting.
            watch = threading.Timer(seconds + _GRACE, self._give_up, [driver])
            watch.daemon = True
            watch.start()
            with driver.session(default_access_mode=mode) as session:
                run = session.execute_read if mode == "READ" else session.execute_write
                result: Result = run(unit_of_work(timeout=seconds)(work))
        except (DriverError, Neo4jError, OSError) as error:
            raise self._in_words(error) from error
        finally:
            if watch is not None:
                watch.cancel()
            if driver is not None and self._driver is not driver:
                _close(driver)  # it was closed while we used it, and may have opened a connection for us after that
        return result

    def _opened(self) -> Driver:
        from neo4j import GraphDatabase

        with self._guard:
            if self._driver is None:
                self._driver = GraphDatabase.driver(
                    self.uri,
                    auth=self._auth,
                    telemetry_disabled=True,
                    notifications_min_severity="OFF",
                    connection_timeout=_CONNECTING,
                    connection_acquisition_timeout=_QUEUEING,
                    max_transaction_retry_time=_RETRYING,
                )
            return self._driver

    def _give_up(self, driver: Driver) -> None:
        with self._guard:
            if self._driver is driver:
                self._driver = None
        _close(driver)

    def _let_rest(self) -> None:
        failure = self._failure
        if failure and time.monotonic() - failure[0] < _REST:
            raise StoreError(*failure[1:])

    def _in_words(self, error: Exception) -> StoreError:
        """Return what happened and what to do. A server that cannot be reached is left alone for a moment."""
        from neo4j.exceptions import AuthError, DriverError, Neo4jError, TransientError

        code = getattr(error, "code", None) or type(error).__name__
        at = f"Neo4j at {self.uri}"
        if isinstance(error, AuthError) or ".Security." in code:
            what, advice = f"{at} refuses the user name or the password", "Check NEO4J_USERNAME and NEO4J_PASSWORD."
        elif "TransactionTimedOut" in code:
            return StoreError(
                f"{at} took too long ({code}).",
                "Try again, ask for less at once, or set NEO4J_TIMEOUT to more seconds.",
            )
        elif isinstance(error, TransientError):
            return StoreError(f"{at} is busy ({code}).", "Try again in a moment.")
        elif isinstance(error, DriverError | OSError) or not isinstance(error, Neo4jError):
            what, advice = (
                f"{at} does not answer",
                "See that the server runs and that NEO4J_URI is right, then try again.",
            )
        else:
            return StoreError(
                f"{at} could not do it ({code}).", "See its log; Neo4j 5.26 or newer is needed, with room and memory."
            )
        self._failure = (time.monotonic(), f"{what} ({code}).", advice)
        return StoreError(*self._failure[1:])


@cache
def shared_server(uri: str, username: str, password: str, timeout: float = Settings.neo4j_timeout) -> Neo4jServer:
    """Open one server object for a process: every catalogue and every visitor uses its connections."""
    server = Neo4jServer(uri, username, password, timeout)
    atexit.register(server.close)
    return server


def _close(driver: Driver) -> None:
    from neo4j.exceptions import DriverError

    # Whoever closes wants it gone, however. A connection on which a thread is just sending raises BufferError.
    with suppress(DriverError, OSError, BufferError):
        driver.close()
        driver._pool.close()  # a driver that was closed before does nothing at all
