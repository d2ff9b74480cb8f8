"""The PostgreSQL server that keeps passages: its tables, and one pool of connections for all collections on it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

from core.errors import StoreError
from core.retrieval.embedder import DIMENSIONS
from core.schema import Schema, prepare_server
from core.stores import checkpoints
from core.stores.checkpoints import CONNECT_PATIENCE, CONNECTIONS, in_words

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow
    from psycopg_pool import ConnectionPool

    Connection: TypeAlias = psycopg.Connection[TupleRow]

EF_SEARCH = 100
"""How far the HNSW index looks; 0.97 of the ten nearest at 100,000 passages."""

_SETUP_LOCK = 0x676C617374  # any number by which several processes agree who makes the tables
_SETUP_PATIENCE = 10.0
_MOST_INDEXED = 2_000  # dimensions that an HNSW index takes; longer vectors are compared one by one
_TABLES = f"""
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE IF NOT EXISTS passage_collections (number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE, model text NOT NULL, digest text NOT NULL, changed text NOT NULL,
    passages bigint NOT NULL, words bigint NOT NULL, terms text NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS passage_documents (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection integer NOT NULL REFERENCES passage_collections ON DELETE CASCADE, id text NOT NULL,
    name text NOT NULL, kind text NOT NULL, language text NOT NULL, encoding text NOT NULL,
    characters integer NOT NULL, added text NOT NULL, whole text NOT NULL, ended text NOT NULL DEFAULT '',
    embedded integer NOT NULL DEFAULT 0, UNIQUE (collection, id));
CREATE TABLE IF NOT EXISTS passage_times (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, name text NOT NULL, began text NOT NULL,
    ended text NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS passages (collection integer NOT NULL,
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL, body text NOT NULL,
    first integer NOT NULL, last integer NOT NULL, headings text[] NOT NULL, page integer NOT NULL,
    embedding vector({DIMENSIONS}), parts text NOT NULL DEFAULT '[]',
    current boolean NOT NULL DEFAULT true, PRIMARY KEY (document, place));
CREATE TABLE IF NOT EXISTS passage_words (
    document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL,
    length integer NOT NULL, words tsvector NOT NULL, current boolean NOT NULL DEFAULT true,
    PRIMARY KEY (document, place));
CREATE TABLE IF NOT EXISTS passage_terms (collection integer NOT NULL REFERENCES passage_collections ON DELETE CASCADE,
    term text NOT NULL, holders integer NOT NULL, PRIMARY KEY (collection, term));
CREATE INDEX IF NOT EXISTS passage_times_by_document ON passage_times (document);
CREATE INDEX IF NOT EXISTS passages_by_collection ON passages (collection);
CREATE INDEX IF NOT EXISTS passages_by_meaning ON passages USING hnsw (embedding vector_cosine_ops);
CREATE INDEX IF NOT EXISTS passages_by_words ON passage_words USING gin (words) WITH (fastupdate = off);
"""


def _note_terms(connection: Connection) -> None:
    """Let collections say by which release their words were counted; of these nobody knows."""
    connection.execute("ALTER TABLE passage_collections ADD COLUMN terms text NOT NULL DEFAULT ''")


def _note_parts(connection: Connection) -> None:
    """Let passages say what blocks they are made of; of these nobody knows."""
    connection.execute("ALTER TABLE passages ADD COLUMN parts text NOT NULL DEFAULT '[]'")


def _note_times(connection: Connection) -> None:
    """Let documents have earlier versions, and wait for their vectors; until now none did."""
    for statement in (
        "ALTER TABLE passage_documents ADD COLUMN ended text NOT NULL DEFAULT '',"
        " ADD COLUMN embedded integer NOT NULL DEFAULT 0",
        "UPDATE passage_documents SET embedded = (SELECT count(*) FROM passages WHERE document = number)",
        "ALTER TABLE passages ADD COLUMN current boolean NOT NULL DEFAULT true, ALTER COLUMN embedding DROP NOT NULL",
        "ALTER TABLE passage_words ADD COLUMN current boolean NOT NULL DEFAULT true",
        "CREATE TABLE passage_times (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, name text NOT NULL,"
        " began text NOT NULL, ended text NOT NULL DEFAULT '')",
        "INSERT INTO passage_times (document, name, began) SELECT number, name, added FROM passage_documents",
    ):
        connection.execute(statement)


_UPGRADES = {1: _note_terms, 2: _note_parts, 3: _note_times}
_SCHEMA = Schema(version=4, tables=_TABLES, upgrades=_UPGRADES, store="passages", known_by="passage_collections")


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


def table_of_vectors(dimensions: int) -> str:
    """Return from where vectors of so many numbers are read, each with whether its passage is current.

    Those of MiniLM stand beside their passages. An index is of one length, so others have tables of their own.
    """
    if dimensions == DIMENSIONS:
        return "passages"
    columns = "apart.collection, document, place, apart.embedding, passages.current"
    return f"(SELECT {columns} FROM {_apart(dimensions)} apart JOIN passages USING (document, place))"  # noqa: S608


def own_table(connection: Connection, dimensions: int) -> str:
    """Return the table of its own into which such vectors are written, made where it is missing, in the transaction
    that writes; "" beside the passages."""
    if dimensions == DIMENSIONS:
        return ""
    table = _apart(dimensions)
    if connection.execute("SELECT to_regclass(%s)", (table,)).fetchone() == (None,):
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_SETUP_LOCK,))  # two at once break each other's IF NOT
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {table} (collection integer NOT NULL,"
            " document bigint NOT NULL REFERENCES passage_documents ON DELETE CASCADE, place integer NOT NULL,"
            f" embedding vector({int(dimensions)}) NOT NULL, PRIMARY KEY (document, place))"
        )
        connection.execute(f"CREATE INDEX IF NOT EXISTS {table}_by_collection ON {table} (collection)")
        if dimensions <= _MOST_INDEXED:
            connection.execute(
                f"CREATE INDEX IF NOT EXISTS {table}_by_meaning ON {table} USING hnsw (embedding vector_cosine_ops)"
            )
    return table


def _apart(dimensions: int) -> str:
    return f"passage_vectors_{int(dimensions)}"


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
            _set_up(connection, place)
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


def _set_up(connection: Connection, place: str) -> None:
    """Make the tables, one process at a time: two at once break each other's `IF NOT EXISTS`."""
    import psycopg.errors

    deadline = time.monotonic() + _SETUP_PATIENCE
    while connection.execute("SELECT pg_try_advisory_lock(%s)", (_SETUP_LOCK,)).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise StoreError(f"{place} is being set up by another program.", "Wait a moment and try again.")
        time.sleep(0.05)
    try:
        prepare_server(connection, _SCHEMA, f"What {place} keeps of documents")
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile) as error:
        raise StoreError(
            f"{place} has no extension “vector”, by which passages are found.",
            "Install pgvector on the server, or unset DATABASE_URL to keep passages in a file.",
        ) from error


_CHECK = "Check DATABASE_URL (in its password write @ as %40 and / as %2F)."
