"""Whose documents are asked: the project's own manual, or collections that the analyst brought.

A collection is a folder of its owner's with a card; its documents are in the store of the settings. New files go
through three jobs, each of which resumes where it was killed: *reading* (a file an item), *embedding* (a passage an
item, here or on a cluster) and *keeping* (a document an item). `DOCUMENTS.job` gives the one whose turn it is.
Programs have them all done:

    add_files(folder, collection, [("manual.pdf", data)])
    work_off(lent, collection)

A page starts the jobs itself, and looks at them. Making the index anew, for another model or another store, is the same work with the old store in place of the files.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.bulk import Job
from core.embedding import embed_texts
from core.errors import InputError
from core.own_data import Lent, OwnData, Tell, Work
from core.stores.journal import Journal
from core.stores.uploads import fresh, one_at_a_time, read_json, write_json
from core.systems.knowledge_base.ingest.files import (
    LEDGER,
    FileState,
    FileStatus,
    Stage,
    add_files,
    earlier_documents,
    files_at_work,
    give_up,
    index_anew,
    is_done,
    known_files,
    stage,
    status,
    still_told,
)
from core.systems.knowledge_base.ingest.jobs import (
    EMBEDDING,
    INCOMING,
    ITEMS,
    KEEPING,
    READING,
    Keeping,
    Readings,
    read,
)
from core.systems.knowledge_base.ingest.opening import (
    KIND,
    MANUAL,
    POSTGRES,
    WHAT,
    Collection,
    card_of,
    forget_opened,
    needs_anew,
    open_current,
    open_manual,
    open_ready,
    open_store,
    place_of,
    store_of,
)
from core.systems.knowledge_base.ingest.originals import original_of, sweep_originals

__all__ = [
    "DOCUMENTS",
    "MANUAL",
    "Collection",
    "FileState",
    "FileStatus",
    "Stage",
    "add_collection",
    "add_files",
    "can_be_brought_back",
    "give_up",
    "index_anew",
    "needs_anew",
    "original_of",
    "remove_collection",
    "remove_document",
    "stage",
    "status",
    "work_off",
]

CHUNK = 50  # passages embedded together: about a second on two cores


def add_collection(folder: Path, name: str) -> Collection:
    """Return a new, empty collection. Raises `InputError` for a name without words, `StoreError` when it cannot be
    kept."""
    name = " ".join(name.split())[:200]
    if not name:
        raise InputError("A collection needs a name.", "Say in a few words what its documents are.")
    id, created = fresh()
    collection = Collection(id, name, created)
    DOCUMENTS.uploads(folder).add(collection, lambda place: write_json(place / LEDGER, []))
    return collection


def remove_collection(lent: Lent, collection: str) -> None:
    """Remove a collection with its documents; one that is not there is no error. Raises `StoreError`.

    Documents in a server are gone for good; others can be brought back for a while.
    """
    kept = DOCUMENTS.uploads(lent.folder)
    card = kept.get(collection)
    if card is None:
        return
    if card.store == POSTGRES:
        open_store(lent, card.id, card.store, card.model).clear()
    forget_opened()
    kept.remove(card.id, for_good=not can_be_brought_back(card))


def can_be_brought_back(card: Collection) -> bool:
    """Whether a removal can be undone: what is in a server is not set aside."""
    return card.store != POSTGRES


def remove_document(lent: Lent, collection: str, document: str) -> None:
    """Remove one document of a collection of the owner's. Raises `InputError`, `StoreError`."""
    folder = lent.folder
    store = open_ready(lent, card_of(folder, collection))
    with one_at_a_time(folder):
        store.remove(document)
        place, made = place_of(folder, collection), store.card()
        left = [vars(one) for one in status(folder, collection) if one.document != document]
        write_json(place / LEDGER, left)
        sweep_originals(place, {one.id for one in store.documents()})
        DOCUMENTS.uploads(folder).update(
            replace(card_of(folder, collection), documents=made.documents, passages=made.passages)
        )


# --- the work ---------------------------------------------------------------------------------------------------------


def _job(lent: Lent, card: Collection) -> Job | None:
    """Return the work whose turn it is; None when only `_finish` is left."""
    incoming = place_of(lent.folder, card.id) / INCOMING
    now = stage(lent.folder, card.id)
    if not now or (now == "keeping" and is_done(incoming / KEEPING)):
        return None
    if now == "reading":
        items = read_json(incoming / ITEMS)
        old = partial(open_store, lent, card.id, card.store, card.model)
        return Job(items, partial(read, incoming, old), Journal(incoming / READING), chunk=1, name="reading files")
    readings = Readings(incoming)
    if now == "embedding":
        store = open_current(lent, card)
        readings.choose(store)
        return Job(
            readings.contexts(),
            embed_texts,
            Journal(incoming / EMBEDDING),
            chunk=CHUNK,
            total=readings.passages,
            scheduler=lent.settings.dask_scheduler or None,
        )
    store = open_current(lent, card)
    keep = Keeping(readings, Journal(incoming / EMBEDDING), store, earlier_documents(known_files(lent.folder, card.id)))
    return Job(readings.chosen, keep, Journal(incoming / KEEPING), chunk=1, name="keeping documents")


def _finish(lent: Lent, card: Collection, tell: Tell | None) -> None:
    """Write down what became of each file and clear away what the work needed; nothing while work is left to do."""
    folder = lent.folder
    place = place_of(folder, card.id)
    incoming = place / INCOMING
    if stage(folder, card.id) != "keeping" or not is_done(incoming / KEEPING):
        return
    is_anew = needs_anew(lent, card)
    with one_at_a_time(folder):  # a document may be removed meanwhile, at another server
        store = open_current(lent, card)
        made = store.card()
        if not is_anew:
            current = list(files_at_work(incoming))
            write_json(
                place / LEDGER, [vars(one) for one in still_told(known_files(folder, card.id), current) + current]
            )
        where, model = store_of(lent.settings), lent.embedder.name
        DOCUMENTS.uploads(folder).update(
            replace(card, store=where, model=model, documents=made.documents, passages=made.passages)
        )
    if is_anew:
        open_store(lent, card.id, card.store, card.model).clear()
        forget_opened()
    shutil.rmtree(incoming, ignore_errors=True)


def work_off(lent: Lent, collection: str) -> list[FileStatus]:
    """Do all that is left to do for a collection, and return what became of its files.

    Raises `InputError`, and `StoreError` also while somebody else is at work on it.
    """
    while job := DOCUMENTS.job(lent, collection):
        job.run()
    DOCUMENTS.finish(lent, collection)
    return status(lent.folder, collection)


DOCUMENTS = OwnData(KIND, WHAT, open_ready, Work(_job, _finish), {MANUAL: open_manual})
