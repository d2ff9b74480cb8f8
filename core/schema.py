"""The version of what a store keeps: what is older is brought up to date, what is newer is refused and left as it is.

In a SQLite file the number stands in its own `user_version`, in PostgreSQL in a row of the table `glassbox_schema`. Who
has none is fresh, or from before there were numbers. Uploads have theirs in their cards (`core.stores.uploads`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from core.errors import StoreError

if TYPE_CHECKING:
    import psycopg

Upgrade: TypeAlias = Callable[[Any], object]
"""Changes tables, given the connection, inside the transaction in which the number is raised."""


@dataclass(frozen=True)
class Schema:
    """What a store keeps, and how it came to be so: `version` counts up when it can no longer be read as before.

    `tables` makes what is not there, as it is today: statements that end with a semicolon each, and hold no other.
    `upgrades` says for a version how its tables become those of the next; a version without one needs nothing. `store`
    is the name of the row in PostgreSQL, and `known_by` the table by which one from before there were numbers is known:
    it is of the first version.
    """

    version: int
    tables: str = ""
    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    store: str = ""
    known_by: str = ""


def refuse_newer(found: int, known: int, place: str) -> None:
    """Raise `StoreError` when what was `found` is beyond what is `known` here; `place` begins the sentence."""
    if found > known:
        raise StoreError(
            f"{place} was kept by a newer version of Glassbox, and is left as it is.",
            "Start the newer version again, or let this one keep its things in another place.",
        )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the number in a file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def prepare_file(connection: sqlite3.Connection, schema: Schema, place: str) -> None:
    """Make the tables of a file, or bring them up to date: all of it or nothing, also when several begin at once.

    It is done in the caller's transaction where there is one, which must be one that writes. Raises `StoreError` for a
    file of a newer version, before anything is written, and `sqlite3.Error`.
    """
    if _is_current(connection, schema, place):
        return
    with _at_once(connection):
        if _is_current(connection, schema, place):  # another one was quicker
            return
        if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            _upgrade(connection, schema, version_of(connection))
        for statement in filter(str.strip, schema.tables.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {schema.version}")


def prepare_server(connection: psycopg.Connection[Any], schema: Schema, place: str) -> None:
    """Make the tables of a store in PostgreSQL, or bring them up to date, all or nothing; the caller has the turn.

    Raises `StoreError` for what a newer version made, before anything is written, and `psycopg.Error`.
    """
    with connection.transaction():
        found = _version_on(connection, schema)
        refuse_newer(found or 0, schema.version, place)
        if found == schema.version:
            return
        if found is not None:
            _upgrade(connection, schema, found)
        for statement in filter(str.strip, schema.tables.split(";")):
            connection.execute(statement)
        connection.execute(
            "CREATE TABLE IF NOT EXISTS glassbox_schema (store text PRIMARY KEY, version integer NOT NULL)"
        )
        connection.execute(
            "INSERT INTO glassbox_schema VALUES (%s, %s) ON CONFLICT (store) DO UPDATE SET version = excluded.version",
            (schema.store, schema.version),
        )


def _version_on(connection: psycopg.Connection[Any], schema: Schema) -> int | None:
    """Return the number of a store; None where there is none of it yet."""
    from psycopg.rows import tuple_row

    with connection.cursor(row_factory=tuple_row) as cursor:
        tables = "SELECT to_regclass('glassbox_schema') IS NOT NULL, to_regclass(%s) IS NOT NULL"
        numbered, known = cursor.execute(tables, (schema.known_by or "no table",)).fetchone() or (False, False)
        if numbered:
            row = cursor.execute("SELECT version FROM glassbox_schema WHERE store = %s", (schema.store,)).fetchone()
            if row:
                return int(row[0])
    return 1 if known else None


def _is_current(connection: sqlite3.Connection, schema: Schema, place: str) -> bool:
    found = version_of(connection)
    refuse_newer(found, schema.version, place)
    return found == schema.version


def _upgrade(connection: Any, schema: Schema, found: int) -> None:
    for version in range(found, schema.version):
        if version in schema.upgrades:
            schema.upgrades[version](connection)


@contextmanager
def _at_once(connection: sqlite3.Connection) -> Iterator[None]:
    if connection.in_transaction:
        yield
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
