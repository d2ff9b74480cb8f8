"""Whose documents are asked: the project's own manual, or collections that the analyst brought.

A collection is a folder of its owner's with a card; its documents are in the store of the settings. New files go
through three jobs, each of which resumes where it was killed: *reading* (a file an item), *embedding* (a passage an
item, here or on a cluster) and *keeping* (a document an item). `DOCUMENTS.job` gives the one whose turn it is:

    add_files(folder, collection, [("manual.pdf", data)])
    while job := DOCUMENTS.job(lent, collection):
        job.run()
    DOCUMENTS.finish(lent, collection)

Making the index anew, for another model or another store, is the same work with the old store in place of the files.
"""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import Literal

from core.bulk import Job
from core.documents import read_here
from core.documents.archive import MOST_FILES, may_be_archive, take_apart
from core.documents.detect_type import LARGEST_FILE, in_megabytes
from core.embedding import embed_texts
from core.errors import InputError, StoreError
from core.own_data import Lent, OwnData, Tell, Work
from core.paths import DOCS
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.files import settle, settle_folder
from core.stores.journal import Failed, Journal
from core.stores.passages import Document, Passage, Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.stores.uploads import Kind, fresh, keeping, one_at_a_time, read_json, write_json
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.ingest.jobs import (
    CHOSEN,
    EMBEDDING,
    INCOMING,
    ITEMS,
    KEEPING,
    READING,
    Item,
    Keeping,
    Readings,
    read,
)

MANUAL = "manual"
MANUAL_FOLDER = DOCS
# In the folder, and not in the manual.
FOR_DEVELOPERS = frozenset(
    {"architecture.md", "benchmarks.md", "deploying.md", "extending.md", "glossary.md", "security.md"}
)
CHUNK = 50  # passages embedded together: about a second on two cores
_LARGEST_UPLOAD = 4 * LARGEST_FILE  # bytes of an archive
_LEDGER = "files.json"  # what became of every file
_EMBEDDED, _POSTGRES = "embedded", "postgres"
_STORE_NAMES = {_EMBEDDED: "a file", _POSTGRES: "PostgreSQL"}
Stage = Literal["", "reading", "embedding", "keeping"]
FileState = Literal["waiting", "read", "added", "duplicate", "refused"]


@dataclass(frozen=True)
class Collection:
    """The card of a collection: how much is in it, and which store and which model its index was made with."""

    id: str
    name: str
    created: str
    store: str = ""
    model: str = ""
    documents: int = 0
    passages: int = 0

    @property
    def ready(self) -> bool:
        """Whether there is something to ask."""
        return self.documents > 0


@dataclass(frozen=True)
class FileStatus:
    """What became of a file: `reason` says why it was refused, `document` is the id of what it became.

    `digest` tells its bytes from others, however they are read and cut; "" where an earlier version kept it.
    """

    name: str
    state: FileState
    reason: str = ""
    document: str = ""
    passages: int = 0
    digest: str = ""


# --- the collections of an owner --------------------------------------------------------------------------------------


def add_collection(folder: Path, name: str) -> Collection:
    """Return a new, empty collection. Raises `InputError` for a name without words, `StoreError` when it cannot be
    kept."""
    name = " ".join(name.split())[:200]
    if not name:
        raise InputError("A collection needs a name.", "Say in a few words what its documents are.")
    id, created = fresh()
    collection = Collection(id, name, created)
    DOCUMENTS.uploads(folder).add(collection, lambda place: write_json(place / _LEDGER, []))
    return collection


def remove_collection(lent: Lent, collection: str) -> None:
    """Remove a collection with its documents; one that is not there is no error. Raises `StoreError`.

    Documents in a server are gone for good; others can be brought back for a while.
    """
    kept = DOCUMENTS.uploads(lent.folder)
    card = kept.get(collection)
    if card is None:
        return
    if card.store == _POSTGRES:
        _open(lent, card.id, card.store, card.model).clear()
    _forget_opened()
    kept.remove(card.id, for_good=not can_be_brought_back(card))


def can_be_brought_back(card: Collection) -> bool:
    """Whether a removal can be undone: what is in a server is not set aside."""
    return card.store != _POSTGRES


def needs_anew(lent: Lent, card: Collection) -> bool:
    """Whether the index was made with another model or lies in another store than is used now."""
    return bool(card.store) and (card.store, card.model) != (_store_of(lent.settings), lent.embedder.name)


# --- bringing files ---------------------------------------------------------------------------------------------------


def add_files(folder: Path, collection: str, files: Iterable[tuple[str, bytes]], recognise: bool = False) -> None:
    """Lay files (name, content) down to be worked on, archives taken apart; what is refused is kept with its reason.

    With `recognise`, the text of scans among them is recognised.

    Raises `InputError` while other work on this collection is not finished, `StoreError` when there is no room.
    """
    place = _place(folder, collection)
    if stage(folder, collection):
        raise InputError("This collection is being worked on.", "Wait until that is done, or cancel it.")
    items: list[Item] = []
    incoming = place / INCOMING
    try:
        with keeping("The files"):
            shutil.rmtree(incoming, ignore_errors=True)
            incoming.mkdir()
            for name, content in files:
                items += _lay_down(incoming, name, content, len(items))
                if len(items) > MOST_FILES:
                    raise InputError(f"More than {MOST_FILES:,} files are too many at once.", "Bring them in parts.")
            items = [{**item, "recognise": "yes"} for item in items] if recognise else items
            settle(incoming)  # before the list that says that they are there
            settle_folder(place)
            write_json(incoming / ITEMS, items)
    except StoreError:
        shutil.rmtree(incoming, ignore_errors=True)
        raise


def _lay_down(incoming: Path, name: str, content: bytes, number: int) -> list[Item]:
    """Write a file down by its number, or the files of an archive from that number on."""
    plain = PurePosixPath(name.replace("\\", "/")).name or "file"
    if len(content) > _LARGEST_UPLOAD:
        error = InputError(f"{plain} is larger than {in_megabytes(_LARGEST_UPLOAD)}.", "Bring it in parts.")
        return [{"name": plain, "reason": error.in_full()}]
    file = incoming / f"{number}"
    if may_be_archive(content):
        archive = incoming / "archive"
        archive.write_bytes(content)
        try:
            entries = take_apart(archive, plain, number)
        except InputError as error:
            return [{"name": plain, "reason": error.in_full()}]
        finally:
            archive.unlink()
        if entries is not None:
            return [
                {"name": path, "reason": reason} if reason else {"name": path, "file": f"{place}"}
                for place, (path, reason) in enumerate(entries, start=number)
            ]
    file.write_bytes(content)
    return [{"name": plain, "file": file.name}]


def index_anew(lent: Lent, collection: str) -> None:
    """Lay down every document of a collection to be embedded and kept anew. Raises `InputError`, `StoreError`."""
    place = _place(lent.folder, collection)
    if stage(lent.folder, collection):
        raise InputError("This collection is being worked on.", "Wait until that is done, or cancel it.")
    card = _card(lent.folder, collection)
    if not needs_anew(lent, card):
        return
    store = _open(lent, card.id, card.store, card.model)
    items = [{"name": document.name, "document": document.id} for document in store.documents()]
    with keeping("The list of documents"):
        (place / INCOMING).mkdir(exist_ok=True)
        settle_folder(place)
    write_json(place / INCOMING / ITEMS, items)


def give_up(folder: Path, collection: str) -> None:
    """Forget files that were brought and not finished; documents that were kept already stay."""
    shutil.rmtree(_place(folder, collection) / INCOMING, ignore_errors=True)


# --- the work ---------------------------------------------------------------------------------------------------------


def stage(folder: Path, collection: str) -> Stage:
    """Which work is to be done, or gone on with; "" when there is none."""
    incoming = _place(folder, collection) / INCOMING
    if not (incoming / ITEMS).exists():
        return ""
    if not _is_done(incoming / READING):
        return "reading"
    return "keeping" if _is_done(incoming / EMBEDDING) else "embedding"


def _job(lent: Lent, card: Collection) -> Job | None:
    """Return the work whose turn it is; None when only `_finish` is left."""
    incoming = _place(lent.folder, card.id) / INCOMING
    now = stage(lent.folder, card.id)
    if not now or (now == "keeping" and _is_done(incoming / KEEPING)):
        return None
    if now == "reading":
        items = read_json(incoming / ITEMS)
        old = partial(_open, lent, card.id, card.store, card.model)
        return Job(items, partial(read, incoming, old), Journal(incoming / READING), chunk=1, name="reading files")
    readings = Readings(incoming)
    if now == "embedding":
        store = _open_current(lent, card)
        readings.choose(store)
        return Job(
            readings.contexts(),
            embed_texts,
            Journal(incoming / EMBEDDING),
            chunk=CHUNK,
            total=readings.passages,
            scheduler=lent.settings.dask_scheduler or None,
        )
    store = _open_current(lent, card)
    keep = Keeping(readings, Journal(incoming / EMBEDDING), store, _earlier(_known(lent.folder, card.id)))
    return Job(readings.chosen, keep, Journal(incoming / KEEPING), chunk=1, name="keeping documents")


def _finish(lent: Lent, card: Collection, tell: Tell | None) -> None:
    """Write down what became of each file and clear away what the work needed; nothing while work is left to do."""
    folder = lent.folder
    place = _place(folder, card.id)
    incoming = place / INCOMING
    if stage(folder, card.id) != "keeping" or not _is_done(incoming / KEEPING):
        return
    is_anew = needs_anew(lent, card)
    with one_at_a_time(folder):  # a document may be removed meanwhile, at another server
        made = _open_current(lent, card).card()
        if not is_anew:
            current = list(_current(incoming))
            write_json(place / _LEDGER, [vars(one) for one in _kept(_known(folder, card.id), current) + current])
        where, model = _store_of(lent.settings), lent.embedder.name
        DOCUMENTS.uploads(folder).update(
            replace(card, store=where, model=model, documents=made.documents, passages=made.passages)
        )
    if is_anew:
        _open(lent, card.id, card.store, card.model).clear()
        _forget_opened()
    shutil.rmtree(incoming, ignore_errors=True)


def status(folder: Path, collection: str) -> list[FileStatus]:
    """Return what became of every file that was ever brought, and of those being worked on."""
    known = _known(folder, collection)
    incoming = _place(folder, collection) / INCOMING
    if not stage(folder, collection) or any("document" in item for item in read_json(incoming / ITEMS)):
        return known
    return [*known, *_current(incoming)]


def _known(folder: Path, collection: str) -> list[FileStatus]:
    return [FileStatus(**one) for one in read_json(_place(folder, collection) / _LEDGER)]


def _earlier(known: Sequence[FileStatus]) -> dict[str, str]:
    """Return by the digest of a file as which document it was kept; not where another file has become the same."""
    files = {(one.digest, one.document) for one in known if one.document}
    holders = Counter(document for _, document in files)
    return {digest: document for digest, document in files if digest and holders[document] == 1}


def _kept(known: Sequence[FileStatus], current: Sequence[FileStatus]) -> list[FileStatus]:
    """Return what was told of files before, without those in whose place a new reading was kept now."""
    earlier = _earlier(known)
    anew = {earlier.get(one.digest, one.document) for one in current if one.state == "added"}
    return [one for one in known if one.document not in anew]


def _current(incoming: Path) -> Iterator[FileStatus]:
    read = dict(Journal(incoming / READING).results()) if (incoming / READING).exists() else {}
    kept = dict(Journal(incoming / KEEPING).results()) if (incoming / KEEPING).exists() else {}
    chosen = Readings(incoming).chosen if (incoming / CHOSEN).exists() else None
    place_of = {number: place for place, number in enumerate(chosen or [])}
    for number, item in enumerate(read_json(incoming / ITEMS)):
        result = read.get(number)
        if result is None:
            yield FileStatus(item["name"], "waiting")
        elif isinstance(result, Failed):
            yield FileStatus(item["name"], "refused", result.reason)
        else:
            state: FileState = "read"
            if chosen is not None and number not in place_of:
                state = "duplicate"
            elif isinstance(outcome := kept.get(place_of.get(number, -1)), Failed):
                yield FileStatus(item["name"], "refused", outcome.reason)
                continue
            elif outcome:
                state = "added"
            reason = "The same content is there already." if state == "duplicate" else result.get("told", "")
            yield FileStatus(
                item["name"], state, reason, result["document"], result["passages"], result.get("digest", "")
            )


# --- opening ----------------------------------------------------------------------------------------------------------


def _read(lent: Lent, card: Collection) -> Passages:
    """Return the documents of a collection, opened once for this process."""
    if not card.ready:
        raise InputError(f"“{card.name}” has no documents yet.", "Bring some, or wait until they are indexed.")
    if needs_anew(lent, card):
        raise InputError(
            f"“{card.name}” was indexed by {card.model} into {_STORE_NAMES[card.store]}; now it would be"
            f" {lent.embedder.name} into {_STORE_NAMES[_store_of(lent.settings)]}.",
            "Index it anew.",
        )
    return _open(lent, card.id, card.store, card.model)


def remove_document(lent: Lent, collection: str, document: str) -> None:
    """Remove one document of a collection of the owner's. Raises `InputError`, `StoreError`."""
    folder = lent.folder
    store = _read(lent, _card(folder, collection))
    with one_at_a_time(folder):
        store.remove(document)
        place, made = _place(folder, collection), store.card()
        left = [vars(one) for one in status(folder, collection) if one.document != document]
        write_json(place / _LEDGER, left)
        DOCUMENTS.uploads(folder).update(
            replace(_card(folder, collection), documents=made.documents, passages=made.passages)
        )


def _open_manual(lent: Lent) -> Passages:
    settings = lent.settings
    return _manual(_store_of(settings), settings.database_url, settings.data / MANUAL, lent.embedder)


@lru_cache(maxsize=4)
def _manual(kind: str, url: str, place: Path, embedder: Embedder) -> Passages:
    """Return the manual, brought up to date with its pages: a new release may have changed some of them."""
    with _opening:
        store = _store(kind, url, place, MANUAL, embedder.name, embedder)
        pages = {document.id: (document, text, passages) for document, text, passages in read_manual()}
        known = {document.id for document in store.documents()}
        for old in known:
            if old not in pages or store.passages(old) != pages[old][2]:
                store.remove(old)
        known = {document.id for document in store.documents()}
        for document, text, passages in (pages[id] for id in pages if id not in known):
            store.add(document, text, passages, embedder.encode([passage.context for passage in passages]))
        return store


def read_manual() -> list[tuple[Document, str, list[Passage]]]:
    """Return the pages of the manual with their passages: those that are written for analysts."""
    pages = [page for page in sorted(MANUAL_FOLDER.glob("*.md")) if page.name not in FOR_DEVELOPERS]
    return [read_document(page.read_bytes(), page.name, read_here) for page in pages]


def _open_current(lent: Lent, card: Collection) -> Passages:
    """Return the documents of a collection in the store and with the model of now."""
    return _open(lent, card.id, _store_of(lent.settings), lent.embedder.name)


def _open(lent: Lent, id: str, kind: str, model: str) -> Passages:
    url = lent.settings.database_url
    if kind == _POSTGRES and not url:
        raise InputError("This collection is in PostgreSQL, and no server is set.", "Set DATABASE_URL again.")
    with _opening:
        return _store(kind, url, _place(lent.folder, id), id, model, lent.embedder)


_opening = threading.RLock()  # several first visitors at once wait for one of them to open it


@lru_cache(maxsize=32)
def _store(kind: str, url: str, place: Path, id: str, model: str, embedder: Embedder) -> Passages:
    tag = hashlib.sha256(model.encode()).hexdigest()[:8]  # indexes of two models lie side by side while one is made
    if kind == _POSTGRES:
        from core.stores.passages_postgres import PostgresPassages

        return PostgresPassages(url, f"{id}/{tag}", embedder)
    return EmbeddedPassages(place / f"passages-{tag}.sqlite", embedder)


def _forget_opened() -> None:
    """Let nobody be handed a store that was cleared."""
    _store.cache_clear()
    _manual.cache_clear()


def _store_of(settings: Settings) -> str:
    return _POSTGRES if settings.database_url else _EMBEDDED


def _place(folder: Path, collection: str) -> Path:
    return DOCUMENTS.uploads(folder).path(_card(folder, collection).id)


def _card(folder: Path, collection: str) -> Collection:
    return DOCUMENTS.card(folder, collection)


def _is_done(journal: Path) -> bool:
    if not journal.exists():
        return False
    counts = Journal(journal).counts()
    return counts.done == counts.total


DOCUMENTS = OwnData(
    # Since the second, what became of a file says which bytes these were.
    Kind("documents", Collection, schema=2, upgrades={1: lambda card: card}),
    "collection of documents",
    _read,
    Work(_job, _finish),
    {MANUAL: _open_manual},
)
