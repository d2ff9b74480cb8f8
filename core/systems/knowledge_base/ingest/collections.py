"""Whose documents are asked: the project's own manual, or collections that the analyst brought.

A collection is a folder of its owner's with a card; its documents are in the store of the settings. New files go
through three jobs, each of which resumes where it was killed: *reading* (a file an item), *keeping* (a document an
item), after which they can be asked by words, and *embedding* (here or on a cluster), by which they are found by
meaning, too. `DOCUMENTS.job` gives the one whose turn it is. Programs have them all done:

    add_files(folder, collection, [("manual.pdf", data)])
    work_off(lent, collection)

Making the index anew, for another model or another store, is the same work with the old store in place of the files.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from core.bulk import Job
from core.errors import InputError
from core.own_data import Lent, OwnData, Tell, Work
from core.stores.journal import Journal
from core.stores.passages import Passages
from core.stores.passages_scope import SeveralPassages
from core.stores.uploads import fresh, one_at_a_time, read_json, write_json
from core.systems.knowledge_base.ingest.files import (
    LEDGER,
    MADE_FOR,
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
    not_embedded,
    settle_on_model,
    stage,
    status,
    still_told,
)
from core.systems.knowledge_base.ingest.jobs import (
    CHUNK,
    EMBEDDING,
    INCOMING,
    ITEMS,
    KEEPING,
    READING,
    TO_EMBED,
    Embedding,
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
    used_now,
)
from core.systems.knowledge_base.ingest.originals import original_of, sweep_originals
from core.systems.knowledge_base.ingest.sharing import as_reader, card_to_read

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
    "open_documents",
    "original_of",
    "remove_collection",
    "remove_document",
    "rename_document",
    "stage",
    "status",
    "work_off",
]

AT_ONCE = 16  # chunks that a cluster has in hand


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


def remove_document(lent: Lent, collection: str, document: str, name: str = "") -> None:
    """Remove one document of a collection of the owner's, with its earlier versions, for good.

    With a `name`, only that one goes; the document stays while another name holds it.

    Raises `InputError`, `StoreError`.
    """
    folder = lent.folder
    store = open_ready(lent, card_of(folder, collection))
    with one_at_a_time(folder):
        store.remove(document, name)
        known = {one.document.id for one in store.versions()}
        place = place_of(folder, collection)
        told = [
            one
            for one in known_files(folder, collection)
            if not one.document or (one.document in known and (one.name, one.document) != (name, document))
        ]
        write_json(place / LEDGER, [vars(one) for one in told])
        sweep_originals(place, known)
        _count(folder, card_of(folder, collection), store)


def rename_document(lent: Lent, collection: str, former: str, name: str) -> bool:
    """Let what stood under a name, with its earlier versions, stand under another one.

    False, and nothing changes, where that has versions itself. Raises `InputError`, `StoreError`.
    """
    folder = lent.folder
    store = open_ready(lent, card_of(folder, collection))
    with one_at_a_time(folder):
        if not store.rename(former, name):
            return False
        told = [replace(one, name=name) if one.name == former else one for one in known_files(folder, collection)]
        write_json(place_of(folder, collection) / LEDGER, [vars(one) for one in told])
    return True


def _count(folder: Path, card: Collection, store: Passages) -> None:
    made = store.card()
    DOCUMENTS.uploads(folder).update(replace(card, documents=made.documents, passages=made.passages))


# --- the work ---------------------------------------------------------------------------------------------------------


def _job(lent: Lent, card: Collection) -> Job | None:
    """Return the work whose turn it is; None when only `_finish` is left."""
    incoming = place_of(lent.folder, card.id) / INCOMING
    if stage(lent.folder, card.id):
        settle_on_model(lent, card)
    now = stage(lent.folder, card.id)
    if not now or (now == "embedding" and is_done(incoming / EMBEDDING)):
        return None
    if now == "reading":
        items = read_json(incoming / ITEMS)
        old = partial(open_store, lent, card.id, card.store, card.model)
        return Job(items, partial(read, incoming, old), Journal(incoming / READING), chunk=1, name="reading files")
    store = open_current(lent, card)
    if now == "keeping":
        readings = Readings(incoming)
        keep = Keeping(readings, store, earlier_documents(known_files(lent.folder, card.id)))
        return Job(readings.numbers, keep, Journal(incoming / KEEPING), chunk=1, name="keeping documents")
    if not (incoming / TO_EMBED).exists():
        _let_ask(lent, card, store)
        made = store.card()
        write_json(incoming / TO_EMBED, made.passages - made.embedded)
    failed = [one["passage"] for one in not_embedded(incoming)]
    scheduler = lent.settings.dask_scheduler
    embed = Embedding(store, failed, scheduler, incoming, lent.document_embedder.setting)
    chunk = CHUNK * AT_ONCE if scheduler else CHUNK
    turns = range(int(read_json(incoming / TO_EMBED)))
    return Job(turns, embed, Journal(incoming / EMBEDDING), chunk=chunk, name="embedding passages")


def _let_ask(lent: Lent, card: Collection, store: Passages) -> None:
    """Let a collection be asked by words; one that is made anew waits, its old index is there until the end."""
    where, model = used_now(lent)
    if not needs_anew(lent, card):
        _count(lent.folder, replace(card, store=where, model=model), store)
    # The first question shall not wait until the words are counted.
    store.search("", np.zeros(lent.document_embedder.dimensions, np.float32), 1)


def _finish(lent: Lent, card: Collection, tell: Tell | None) -> None:
    """Write down what became of each file and clear away what the work needed; nothing while work is left to do."""
    folder = lent.folder
    place = place_of(folder, card.id)
    incoming = place / INCOMING
    if stage(folder, card.id) != "embedding" or not is_done(incoming / EMBEDDING):
        return
    where, model = used_now(lent)
    if (incoming / MADE_FOR).exists() and read_json(incoming / MADE_FOR) != [where, model]:
        return  # there is a job again
    is_anew = needs_anew(lent, card)
    with one_at_a_time(folder):  # a document may be removed meanwhile, at another server
        store = open_current(lent, card)
        current = list(files_at_work(incoming))
        told = still_told(known_files(folder, card.id), current) + current
        write_json(place / LEDGER, [vars(one) for one in told])
        sweep_originals(place, {one.document.id for one in store.versions()})
        _count(folder, replace(card, store=where, model=model), store)
    if is_anew:
        open_store(lent, card.id, card.store, card.model).clear()
        forget_opened()
    shutil.rmtree(incoming, ignore_errors=True)


def open_documents(lent: Lent, collections: str | Sequence[str]) -> Passages:
    """Return the documents of a collection, or of several as one: the owner's own, and what is shared with her.

    Raises `InputError`, `StoreError`.
    """
    ids = [collections] if isinstance(collections, str) else list(dict.fromkeys(collections))
    opened = [_open(lent, id) for id in ids]
    return opened[0] if len(opened) == 1 else SeveralPassages(opened)


def _open(lent: Lent, id: str) -> Passages:
    if lent.settings.sign_in and id not in DOCUMENTS.shipped and card_to_read(lent, id) is None:
        raise InputError(
            f"This {WHAT} is not here.", "It was removed, or is not shared with you any more. Choose another one."
        )
    return DOCUMENTS.open(as_reader(lent, id), id)


def work_off(lent: Lent, collection: str) -> list[FileStatus]:
    """Do all that is left to do for a collection, and return what became of its files.

    Raises `InputError`, and `StoreError` also while somebody else is at work on it.
    """
    while job := DOCUMENTS.job(lent, collection):
        job.run()
    DOCUMENTS.finish(lent, collection)
    return status(lent.folder, collection)


DOCUMENTS = OwnData(KIND, WHAT, open_ready, Work(_job, _finish), {MANUAL: open_manual})
