"""What an earlier version kept is shown whole by this one, and gone on with; what a newer one kept is left alone."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from core.errors import StoreError
from core.installation import NOBODY, Installation
from core.retrieval.embedder import Embedder
from core.retrieval.minilm import precision
from core.settings import Settings
from core.sources.cache import Cache
from core.stores.checkpoints import open_checkpoints
from core.stores.journal import Journal
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.passages_postgres import PostgresPassages
from core.systems import library_chat
from core.systems.knowledge_base.ingest.collections import DOCUMENTS
from core.systems.library_chat.catalogue.catalogues import CATALOGUES
from tests.upgrades.make_folder import ask, close_stores, run_program, shown, work_through
from tests.word_embedder import WordEmbedder

KEPT = sorted(Path(__file__).parent.glob("kept_*.zip"))
NEWER = 1_000
NEAR = 0.01  # scores of the folder are those of a processor that calculates in bf16
PLACES = ["files", pytest.param("server", marks=pytest.mark.server)]


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder as one of the earlier versions kept it, with what was shown of it then."""
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(tmp_path)
    yield tmp_path
    close_stores()


def settings_of(place: str, kept: Path, request: pytest.FixtureRequest) -> Settings:
    if place == "files":
        return Settings(data=kept / "files")
    url = request.getfixturevalue("database_url")
    run_program("psql", "--quiet", "--set=ON_ERROR_STOP=1", url, given=(kept / "server.sql").read_bytes())
    return Settings(data=kept / "server", database_url=url)


def stands_in(earlier: Any, now: Any) -> bool:
    """Whether all that was shown is shown still; a later version may say more of each thing, and of fewer none."""
    if isinstance(earlier, dict) and isinstance(now, dict):
        return all(key in now and stands_in(value, now[key]) for key, value in earlier.items())
    if isinstance(earlier, list) and isinstance(now, list):
        return len(earlier) == len(now) and all(map(stands_in, earlier, now))
    if isinstance(earlier, float):
        return isinstance(now, float) and abs(earlier - now) < NEAR
    return bool(earlier == now)


@pytest.mark.parametrize("place", PLACES)
def test_a_folder_of_an_earlier_version_is_shown_whole_and_gone_on_with(
    place: str, kept: Path, request: pytest.FixtureRequest
) -> None:
    settings = settings_of(place, kept, request)
    earlier = json.loads((kept / "shown.json").read_bytes())[place]
    for files in earlier["files"].values():
        files[0] = files[0] and "keeping"  # what was to be embedded first then is to be kept first now
    assert stands_in(earlier, shown(settings))
    assert stands_in(earlier, shown(settings))  # opened for a second time, it is already of today

    house = Installation(settings)
    lent = house.resources(NOBODY, house.engine())
    (begun,) = (card for card in DOCUMENTS.uploads(lent.folder).all() if not card.ready)
    work_through(DOCUMENTS, lent, begun.id)
    assert [one.name for one in DOCUMENTS.open(lent, begun.id).documents()] == ["kiln.md"]
    context = library_chat.open_context(lent, CATALOGUES.uploads(lent.folder).all()[0].id)
    chat = house.open_session(library_chat.SYSTEM, {}, context)
    chat.open(next(thread.id for thread in house.threads.of(NOBODY, "library_chat")))
    ask(chat, "How many of them are about history?")
    assert len(chat.state["messages"]) == 6
    house.close()


def test_a_store_from_before_there_were_versions_gets_one(kept: Path, request: pytest.FixtureRequest) -> None:
    shown(settings_of("files", kept, request))
    for file in [*(kept / "files").rglob("*.sqlite")]:
        if file.name == "embeddings.sqlite" and precision() != "bf16":
            continue  # its vectors are of another processor, and others were written
        with closing(sqlite3.connect(file)) as connection:
            looked_into = file.name != "embeddings.sqlite"  # its vectors were read, and nothing was written
            now = 3 if file.name.startswith("passages") else int(looked_into)
            assert connection.execute("PRAGMA user_version").fetchone() == (now,), file


# --- newer ones -------------------------------------------------------------------------------------------------------


def make_newer(file: Path) -> bytes:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWER}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


def open_passages(file: Path) -> object:
    return EmbeddedPassages(file, WordEmbedder())  # type: ignore[arg-type]


def open_library(file: Path) -> object:
    return EmbeddedLibrary(file, WordEmbedder().encode).totals()


def open_runs(file: Path) -> object:
    return open_checkpoints(Settings(data=file.parent))


@pytest.mark.parametrize(
    ("pattern", "open_it"),
    [
        ("checkpoints.sqlite", open_runs),
        ("threads.sqlite", open_runs),
        ("owners/*/documents/*/passages-*.sqlite", open_passages),
        ("owners/*/catalogues/*/*.sqlite", open_library),
        ("owners/*/documents/*/incoming/reading.journal", lambda file: Journal(file).counts()),
    ],
    ids=["states", "threads", "passages", "catalogue", "journal"],
)
def test_a_file_of_a_newer_version_is_refused_in_words_and_not_touched(kept: Path, pattern: str, open_it: Any) -> None:
    (file,) = (kept / "files").glob(pattern)
    before = make_newer(file)
    for _ in range(2):
        with pytest.raises(StoreError, match="newer version of Glassbox, and is left as it is"):
            open_it(file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.glob(f"{file.name}*")) == sorted(
        {file.name, *([f"{file.name}.lock"] if file.suffix == ".journal" else [])}
    )


def test_a_cache_of_a_newer_version_is_done_without_and_not_touched(kept: Path) -> None:
    answers, vectors = kept / "files" / "answers.sqlite", kept / "files" / "embeddings.sqlite"
    before = make_newer(answers), make_newer(vectors)
    cache = Cache(answers, lambda: 0.0)
    cache.put("GET https://elsewhere.example", b"a page", empty=False)
    assert cache.get("GET https://papers.example") is None
    assert Embedder(vectors).encode(["salt"]).shape == (1, 384)
    assert (answers.read_bytes(), vectors.read_bytes()) == before


@pytest.mark.parametrize("store", ["runs", "passages"])
def test_a_database_of_a_newer_version_is_refused_in_words_and_not_touched(database_url: str, store: str) -> None:
    def open_it() -> Any:
        if store == "runs":
            return open_checkpoints(Settings(database_url=database_url))
        return PostgresPassages(database_url, "c", WordEmbedder())  # type: ignore[arg-type]

    open_it().close()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE glassbox_schema SET version = %s WHERE store = %s", (NEWER, store))
        with pytest.raises(StoreError, match="newer version of Glassbox, and is left as it is"):
            open_it()
        kept = connection.execute("SELECT version FROM glassbox_schema WHERE store = %s", (store,)).fetchone()
    assert kept == (NEWER,)


@pytest.mark.parametrize("table", ["checkpoint_migrations", "store_migrations"])
def test_tables_of_a_newer_langgraph_are_refused_in_words(database_url: str, table: str) -> None:
    settings = Settings(database_url=database_url)
    open_checkpoints(settings).close()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"INSERT INTO {table} VALUES ({NEWER})")  # type: ignore[call-overload]
    with pytest.raises(StoreError, match="newer version"):
        open_checkpoints(settings)


def test_a_file_of_a_newer_langgraph_is_refused_in_words(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    open_checkpoints(settings).close()
    with closing(sqlite3.connect(tmp_path / "threads.sqlite")) as connection, connection:
        connection.execute(f"INSERT INTO store_migrations VALUES ({NEWER})")
    with pytest.raises(StoreError, match="newer version"):
        open_checkpoints(settings)
