"""A real Neo4j for tests: the one that `NEO4J_URI` names, or one that `../shared/neo4j/start` starts."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.settings import Settings
from tests.ports import free_port

# Read when the tests are collected: later the environment is nobody's.
_GIVEN = {name: os.environ.get(name, "") for name in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD")}
_SCRIPTS = Path(__file__).parents[2] / "shared" / "neo4j"
PASSWORD = "glassbox-test"
QUICK_TO_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # half the work until it answers, which is most of its life


class OwnServer:
    """A server of a test's own, to be killed, frozen and started again."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._port = free_port()

    @property
    def settings(self) -> Settings:
        return Settings(neo4j_uri=f"bolt://127.0.0.1:{self._port}", neo4j_password=PASSWORD)

    def start(self) -> None:
        self._do("start")

    def stop(self) -> None:
        self.signal(signal.SIGCONT)
        self._do("stop")

    def signal(self, number: signal.Signals) -> None:
        os.kill(int((self._home / "pid").read_text()), number)

    def _do(self, script: str) -> None:
        where = {
            "NEO4J_HOME": str(self._home),
            "NEO4J_PORT": str(self._port),
            "NEO4J_PASSWORD": PASSWORD,
            "JDK_JAVA_OPTIONS": QUICK_TO_START,
        }
        done = subprocess.run(
            [_SCRIPTS / script], env={**os.environ, **where}, check=False, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """Start one, or skip with the reason; in continuous integration beside `../shared` there is no skipping."""
    reason = ""
    if not (_SCRIPTS / "start").exists():
        reason = "NEO4J_URI is not set, and ../shared/neo4j is not there"
    elif not shutil.which("java"):
        reason = "Neo4j needs Java 17, and there is no java"
    if reason:
        wanted = os.environ.get("GLASSBOX_CI") and _SCRIPTS.parent.is_dir()
        assert not wanted, f"Neo4j must be there in continuous integration: {reason}"
        pytest.skip(reason)
    home = Path(tempfile.mkdtemp(prefix="glassbox-neo4j-"))
    server = OwnServer(home)
    try:
        server.start()
        yield server
    finally:
        if (home / "pid").exists():
            server.stop()
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def some_server() -> Iterator[Settings]:
    """How to reach a Neo4j, which may hold other things than the test's."""
    if _GIVEN["NEO4J_URI"]:
        yield Settings(
            neo4j_uri=_GIVEN["NEO4J_URI"],
            neo4j_username=_GIVEN["NEO4J_USERNAME"] or "neo4j",
            neo4j_password=_GIVEN["NEO4J_PASSWORD"],
        )
    else:
        with own_server() as server:
            yield server.settings
