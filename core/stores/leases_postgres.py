"""Leases on a server: what many servers agree on, and a checkpointer that writes under a lease in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg.rows import DictRow, tuple_row
from psycopg_pool import ConnectionPool

from core.stores.leases import LEASE, Leases, Row

Connection: TypeAlias = psycopg.Connection[DictRow]
Pool: TypeAlias = "ConnectionPool[Connection]"

# A process that is paused in the middle of a transaction keeps its locks: the server ends its connection.
_IDLE = "set_config('idle_in_transaction_session_timeout', '10000', true)"
# FOR SHARE: whoever would take the thread waits until this transaction is over.
_HELD = f"SELECT stop, {_IDLE} FROM leases WHERE thread = %s AND token = %s FOR SHARE"  # noqa: S608 - of constants
_ALONE = f"SELECT pg_advisory_xact_lock(hashtextextended(%s, 0)), {_IDLE}"


class LeasesOnServer:
    """A table on the server, whose clock is the one that counts."""

    clock = "extract(epoch FROM clock_timestamp())"

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        """Do one statement by itself and return its rows."""
        with self._pool.connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(statement.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Let what is done through this connection be done together, or not at all."""
        with self._pool.connection() as connection, connection.transaction():
            yield connection

    @contextmanager
    def holding(self, thread: str, token: str) -> Iterator[tuple[list[Row], Connection]]:
        """Give the row (stop,) of this lease, or none, and let nobody take the thread meanwhile; and the connection."""
        with self.transaction() as connection:
            with connection.cursor(row_factory=tuple_row) as cursor:
                rows = [row[:1] for row in cursor.execute(_HELD.encode(), (thread, token))]
            yield rows, connection


def take_turn(connection: Connection, thread: str) -> None:
    """Let nobody else, in any process, be past this for a thread until the transaction of the connection is over."""
    connection.execute(_ALONE.encode(), (thread,))


class LeasedPostgresSaver(PostgresSaver):
    """LangGraph's checkpointer, which writes for a run only while that has its lease."""

    def __init__(self, pool: Pool, leases: Leases) -> None:
        super().__init__(pool)
        self._leases = leases

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint. Raises `Busy` when the lease is lost."""
        if LEASE not in config["configurable"]:
            return super().put(config, checkpoint, metadata, new_versions)
        with self._under_lease(config) as saver:
            return saver.put(config, checkpoint, metadata, new_versions)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, object]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what a node wrote. Raises `Busy` when the lease is lost."""
        if LEASE not in config["configurable"]:
            super().put_writes(config, writes, task_id, task_path)
            return
        with self._under_lease(config) as saver:
            saver.put_writes(config, writes, task_id, task_path)

    @contextmanager
    def _under_lease(self, config: RunnableConfig) -> Iterator[PostgresSaver]:
        named = config["configurable"]
        with self._leases.holding(named["thread_id"], named[LEASE]) as connection:
            yield PostgresSaver(connection, serde=self.serde)
