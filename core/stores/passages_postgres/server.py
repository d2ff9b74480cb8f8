"""The PostgreSQL server that keeps passages: one pool of connections for all collections on it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from core.errors import StoreError
from core.stores import checkpoints
from core.stores.checkpoints import CONNECT_PATIENCE, CONNECTIONS, in_words
from core.stores.passages_postgres.tables import set_up

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

    from core.stores.passages_postgres.tables import Connection

EF_SEARCH = 100
"""How far the HNSW index looks; 0.97 of the ten nearest at 100,000 passages."""


class _Options(TypedDict):
    connect_timeout: int


class Server(NamedTuple):
    """A server that is in use: its name without any password, its pool, and how many collections use it."""

    place: str
    pool: ConnectionPool[Connection]
    users: list[int]


_servers: dict[str, Server] = {}
_opening = threading.Lock()


def acquire(url: str) -> Server:
    """Return the pool of this server, opened by whoever asks first. Raises `StoreError`."""
    with _opening:
        server = _servers.get(url) or _servers.setdefault(url, _connect(url))
        server.users[0] += 1
        return server


def release(url: str) -> None:
    """Close the pool when the last one lets go of it."""
    with _opening:
        if server := _servers.get(url):
            server.users[0] -= 1
            if server.users[0] <= 0:
                del _servers[url]
                server.pool.close()


def _connect(url: str) -> Server:
    import psycopg
    from pgvector.psycopg import register_vector
    from psycopg.conninfo import conninfo_to_dict
    from psycopg_pool import ConnectionPool

    try:
        address = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Without its cause: the message of the driver can quote the password.
        raise StoreError("DATABASE_URL is not an address that PostgreSQL understands.", _CHECK) from None
    place = f"PostgreSQL at {address.get('host', 'localhost')}/{address.get('dbname', '')}"

    def configure(connection: Connection) -> None:
        register_vector(connection)
        connection.execute(f"SET hnsw.ef_search = {EF_SEARCH}")
        connection.execute("SET hnsw.iterative_scan = strict_order")  # goes on past rows of other collections
        connection.commit()

    options: _Options = {"connect_timeout": CONNECT_PATIENCE}
    with in_words(place):
        with psycopg.connect(url, autocommit=True, **options) as connection:
            set_up(connection, place)
        pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=checkpoints.POOL_PATIENCE,
            # Not minutes of ever longer pauses: each "try again" makes an attempt of its own when the server is back.
            reconnect_timeout=checkpoints.POOL_PATIENCE,
            check=ConnectionPool.check_connection,
            configure=configure,
            kwargs=dict(options),
            open=True,
        )
    return Server(place, pool, [0])


_CHECK = "Check DATABASE_URL (in its password write @ as %40 and / as %2F)."
