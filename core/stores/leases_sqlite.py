"""Leases in a file: what servers on one machine agree on, and a checkpointer that writes under a lease."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.sqlite import SqliteSaver

from core.schema import prepare_file
from core.stores.leases import EMPTY, LEASE, SCHEMA, Leases, Row
from core.stores.sqlite import PATIENCE, open_shared

_HELD = "SELECT stop FROM leases WHERE thread = ? AND token = ?"


class LeasesFile:
    """One SQLite file, used by all threads of a process through one connection.

    Its clock counts since the machine was started, is the same for all processes, and is set by nobody.
    """

    clock = "monotonic()"

    def __init__(self, path: Path) -> None:
        """Open the file or begin it. Raises `sqlite3.Error`, and `StoreError` for one of a newer version."""
        self._connection = open_shared(path, patience=PATIENCE, check_same_thread=False, each_commit_lasts=False)
        self._connection.create_function("monotonic", 0, time.monotonic)
        prepare_file(self._connection, SCHEMA, f"The file {path}")
        self._turn = threading.Lock()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Do one statement by itself and return its rows."""
        with self._turn:
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """Let nobody, in any process, take a lease or be in here meanwhile."""
        with self._turn:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            finally:
                self._connection.execute("COMMIT")

    @contextmanager
    def holding(self, thread: str, token: str) -> Iterator[tuple[list[Row], sqlite3.Connection]]:
        """Give the row (stop,) of this lease, or none, and let nobody take the thread meanwhile; and the connection."""
        with self.alone() as connection:
            yield connection.execute(_HELD, (thread, token)).fetchall(), connection

    def forget_all(self) -> None:
        """Drop every lease: of servers that are gone."""
        self.execute(EMPTY)

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._connection.close()


class LeasedSqliteSaver(SqliteSaver):
    """LangGraph's checkpointer, which writes for a run only while that has its lease."""

    def __init__(self, connection: sqlite3.Connection, leases: Leases) -> None:
        super().__init__(connection)
        self._leases = leases

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint. Raises `Busy` when the lease is lost."""
        with self._under_lease(config):
            return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, object]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what a node wrote. Raises `Busy` when the lease is lost."""
        with self._under_lease(config):
            super().put_writes(config, writes, task_id, task_path)

    def _under_lease(self, config: RunnableConfig) -> AbstractContextManager[None]:
        token = config["configurable"].get(LEASE)
        return self._leases.holding(config["configurable"]["thread_id"], token) if token else nullcontext()
