"""What the jobs of a collection do: files are read, documents kept, their passages embedded."""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from core.bulk import Job, attempt
from core.documents.chunking import part_of
from core.documents.ocr import told_of_recognition, with_words
from core.embedding import embed_documents, embed_texts
from core.stores.journal import Failed, Journal
from core.stores.passages import Document, Passage, Passages
from core.stores.uploads import read_json, write_json
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.ingest.originals import keep_original
from core.systems.knowledge_base.reader.orders import told_of_orders
from core.tables.encodings import told_of_encoding

# Below the folder of a collection while files are worked on:
INCOMING = "incoming"
ITEMS = "items.json"
READING, KEEPING, EMBEDDING = "reading.journal", "kept.journal", "meaning.journal"
TO_EMBED = "passages.json"  # how many have no vectors when the embedding begins

CHUNK = 50  # passages embedded together: about a second on two cores

Item = dict[str, str]  # "name", and "file" to be read, or "document" of the old store, or "reason" why it is refused


def read(incoming: Path, old: Any, items: list[Item]) -> list[dict[str, Any] | Failed]:
    """Read files, or what the old store has, and lay each reading down beside them."""
    return [_read_one(incoming, old, item) for item in items]


def _read_one(incoming: Path, old: Any, item: Item) -> dict[str, Any] | Failed:
    if "reason" in item:
        return Failed(item["reason"])
    if "document" in item:
        store: Passages = old()
        document = next(one.document for one in store.versions() if one.document.id == item["document"])
        text, passages = store.text(document.id), store.passages(document.id)
        digest = ""
    else:
        data = (incoming / item["file"]).read_bytes()
        if "recognise" in item and (recognised := with_words(data, item["name"])) is not data:
            data = recognised
            (incoming / item["file"]).write_bytes(data)
        document, text, passages = read_document(data, item["name"])
        digest = digest_of(data)
    reading = {"document": asdict(document), "text": text, "passages": [asdict(passage) for passage in passages]}
    write_json(incoming / f"{document.id}.reading", reading)
    told = [*(told_of_recognition(document.encoding) or told_of_encoding(text, document.encoding))]
    told += filter(None, [told_of_orders(text)])
    return {"document": document.id, "passages": len(passages), "digest": digest, "told": " ".join(told)}


def digest_of(data: bytes) -> str:
    """Return what tells the bytes of a file from others."""
    return hashlib.sha256(data).hexdigest()[:32]


def _passage(headings: Sequence[str], parts: Sequence[Sequence[Any]] = (), **fields: Any) -> Passage:
    """Return a passage as it was written; work of an earlier release has no parts."""
    return Passage(**fields, headings=tuple(headings), parts=tuple(map(part_of, parts)))


class Readings:
    """The readings of a batch, by the numbers of their files."""

    def __init__(self, incoming: Path) -> None:
        self._incoming = incoming
        self._items: list[Item] = read_json(incoming / ITEMS)
        self._results: dict[int, dict[str, Any]] = {
            number: result for number, result in Journal(incoming / READING).results() if not isinstance(result, Failed)
        }

    @property
    def numbers(self) -> list[int]:
        """The numbers of the files that could be read."""
        return list(self._results)

    def digest_of(self, number: int) -> str:
        """Return the digest of a file's bytes; "" where an earlier version read it, or none was brought."""
        return str(self._results[number].get("digest", ""))

    def keep_original(self, number: int) -> None:
        """Lay the file that was read down beside the documents of its collection. Raises `StoreError`."""
        if file := self._items[number].get("file"):
            keep_original(self._incoming.parent, self._incoming / file, self._results[number]["document"])

    def read(self, number: int) -> tuple[Document, str, list[Passage]]:
        """One reading, under the name of this file: another with the same content may have another."""
        kept = read_json(self._incoming / f"{self._results[number]['document']}.reading")
        passages = [_passage(**passage) for passage in kept["passages"]]
        item = self._items[number]
        document = Document(**kept["document"])
        named = replace(document, name=item["name"], added=item.get("began", document.added))
        return named, kept["text"], passages


class Keeping:
    """Puts documents into the store, each content once, to be found by words at once."""

    def __init__(self, readings: Readings, store: Passages, earlier: Mapping[str, str]) -> None:
        """`earlier` says, by the digest of a file, as which document it was kept before."""
        self._readings = readings
        self._earlier = earlier
        self._store = store

    def __call__(self, items: list[int]) -> list[str]:
        """Keep some documents; for each "added", or "duplicate" where its content is there already."""
        return [self._keep(number) for number in items]

    def _keep(self, number: int) -> str:
        document, text, passages = self._readings.read(number)
        earlier = self._earlier.get(self._readings.digest_of(number), document.id)
        is_there = earlier == document.id and self._store.passages(document.id) == passages
        added = self._store.add(document, text, passages, instead_of="" if is_there else earlier)
        # The process may have been killed before it could note down that it had kept this very reading.
        is_its_own = earlier != document.id or any(
            (one.id, one.name, one.added) == (document.id, document.name, document.added)
            for one in self._store.documents()
        )
        self._readings.keep_original(number)
        return "added" if added or is_its_own else "duplicate"


class Embedding:
    """Gives passages their vectors: those that were asked about first, and each as soon as it has one.

    An item is a turn, not a passage: whoever has the next one takes the next passages that have no vectors.
    """

    def __init__(self, store: Passages, failed: Iterable[str], scheduler: str, room: Path, model: str) -> None:
        """`failed` are passages that could not be embedded; a cluster at `scheduler` embeds, its journal is `room`.

        `model` is what the settings name, "" for the one that ships.
        """
        self._store = store
        self._failed = set(failed)
        self._scheduler = scheduler
        self._room = room
        self._encode = partial(embed_documents, model=model) if model else embed_texts

    def __call__(self, items: list[int]) -> list[dict[str, str]]:
        """Embed as many passages as there are items; an empty dict for each, or the passage that failed, and why."""
        passages = self._store.without_vectors(len(items), self._failed)
        results: list[Any] = self._embed([passage.context for passage in passages])
        pairs = list(zip(passages, results, strict=True))
        done = [(passage.id, result) for passage, result in pairs if not isinstance(result, Failed)]
        vectors = np.frombuffer(b"".join(base64.b64decode(vector) for _, vector in done), np.float32)
        self._store.set_vectors([id for id, _ in done], vectors.reshape(len(done), -1))
        failed = [{"passage": one.id, "reason": why.reason} for one, why in pairs if isinstance(why, Failed)]
        self._failed.update(one["passage"] for one in failed)
        return failed + [{}] * (len(items) - len(failed))

    def _embed(self, texts: list[str]) -> list[Any]:
        if not self._scheduler:
            records = attempt(self._encode, [json.dumps(text) for text in texts]) if texts else []
            return [json.loads(one.result) if one.result is not None else Failed(one.reason or "") for one in records]
        with tempfile.TemporaryDirectory(dir=self._room) as folder:
            journal = Journal(Path(folder) / "turn.journal")
            Job(texts, self._encode, journal, chunk=CHUNK, scheduler=self._scheduler).run()
            return [result for _, result in journal.results()]
