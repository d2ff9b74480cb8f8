"""What the jobs of a collection do: files are read, readings chosen, documents kept with their vectors."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import numpy as np

from core.documents.chunking import part_of
from core.documents.ocr import told_of_recognition, with_words
from core.retrieval.embedder import DIMENSIONS
from core.stores.journal import Failed, Journal
from core.stores.passages import Document, Passage, Passages
from core.stores.uploads import read_json, write_json
from core.systems.knowledge_base.ingest.documents import read_document
from core.tables.encodings import told_of_encoding

# Below the folder of a collection while files are worked on:
INCOMING = "incoming"
ITEMS = "items.json"
READING, EMBEDDING, KEEPING = "reading.journal", "embedding.journal", "keeping.journal"
CHOSEN = "chosen.json"

Item = dict[str, str]  # "name", and "file" to be read, or "document" of the old store, or "reason" why it is refused


def read(incoming: Path, old: Any, items: list[Item]) -> list[dict[str, Any] | Failed]:
    """Read files, or what the old store has, and lay each reading down beside them."""
    return [_read_one(incoming, old, item) for item in items]


def _read_one(incoming: Path, old: Any, item: Item) -> dict[str, Any] | Failed:
    if "reason" in item:
        return Failed(item["reason"])
    if "document" in item:
        store: Passages = old()
        document = next(one for one in store.documents() if one.id == item["document"])
        text, passages = store.text(document.id), store.passages(document.id)
        digest = ""
    else:
        data = (incoming / item["file"]).read_bytes()
        if "recognise" in item and (recognised := with_words(data, item["name"])) is not data:
            data = recognised
            (incoming / item["file"]).write_bytes(data)
        document, text, passages = read_document(data, item["name"])
        digest = hashlib.sha256(data).hexdigest()[:32]
    reading = {"document": asdict(document), "text": text, "passages": [asdict(passage) for passage in passages]}
    write_json(incoming / f"{document.id}.reading", reading)
    told = " ".join(told_of_recognition(document.encoding) or told_of_encoding(text, document.encoding))
    return {"document": document.id, "passages": len(passages), "digest": digest, "told": told}


def _passage(headings: Sequence[str], parts: Sequence[Sequence[Any]] = (), **fields: Any) -> Passage:
    """Return a passage as it was written; work of an earlier release has no parts."""
    return Passage(**fields, headings=tuple(headings), parts=tuple(map(part_of, parts)))


class Readings:
    """The readings of a batch, and which of them are to be embedded and kept: each content once, none that is there
    just so. What is there cut otherwise, by an earlier version, is not."""

    def __init__(self, incoming: Path) -> None:
        self._incoming = incoming
        self._results: dict[int, dict[str, Any]] = {
            number: result for number, result in Journal(incoming / READING).results() if not isinstance(result, Failed)
        }

    def choose(self, store: Passages) -> None:
        """Choose once, before anything is kept: work that resumes must find the same passages in the same order."""
        if (self._incoming / CHOSEN).exists():
            return
        first: dict[str, int] = {}
        for number, result in self._results.items():
            first.setdefault(result["document"], number)
        for known in {document.id for document in store.documents()} & first.keys():
            if store.passages(known) == self.read(first[known])[2]:
                del first[known]
        write_json(self._incoming / CHOSEN, list(first.values()))

    @property
    def chosen(self) -> list[int]:
        """The numbers of the files that are chosen."""
        return [int(number) for number in read_json(self._incoming / CHOSEN)]

    def digest_of(self, number: int) -> str:
        """Return the digest of a file's bytes; "" where an earlier version read it, or none was brought."""
        return str(self._results[number].get("digest", ""))

    @property
    def passages(self) -> int:
        """How many passages the chosen ones have."""
        return sum(self.passages_of(number) for number in self.chosen)

    def passages_of(self, number: int) -> int:
        """How many passages one file has."""
        return int(self._results[number]["passages"])

    def contexts(self) -> Iterator[str]:
        """Give what is embedded, of all chosen ones."""
        for number in self.chosen:
            for passage in self.read(number)[2]:
                yield passage.context

    def read(self, number: int) -> tuple[Document, str, list[Passage]]:
        """One reading."""
        kept = read_json(self._incoming / f"{self._results[number]['document']}.reading")
        passages = [_passage(**passage) for passage in kept["passages"]]
        return Document(**kept["document"]), kept["text"], passages


class Keeping:
    """Puts documents into the store, each with its vectors from the journal of the embedding."""

    def __init__(self, readings: Readings, embedded: Journal, store: Passages, earlier: Mapping[str, str]) -> None:
        """`earlier` says, by the digest of a file, as which document it was kept before."""
        self._readings = readings
        self._earlier = earlier
        self._embedded = embedded
        self._store = store
        self._last = readings.chosen[-1] if readings.chosen else None
        starts = accumulate((readings.passages_of(number) for number in readings.chosen), initial=0)
        self._start_of = dict(zip(readings.chosen, starts, strict=False))

    def __call__(self, items: list[int]) -> list[str | Failed]:
        """Keep some documents; "added" for each, or why it could not be kept."""
        return [self._keep(number) for number in items]

    def _keep(self, number: int) -> str | Failed:
        document, text, passages = self._readings.read(number)
        with closing(self._embedded.results(self._start_of[number])) as results:
            embedded = [result for _, result in islice(results, len(passages))]
        if failed := next((one for one in embedded if isinstance(one, Failed)), None):
            return Failed(f"A passage could not be embedded: {failed.reason}")
        vectors = np.frombuffer(b"".join(map(base64.b64decode, embedded)), np.float32).reshape(-1, DIMENSIONS)
        # Chosen because it was not there just so. If it is now, the process was killed before it could note that down,
        # and it is put there once more.
        earlier = self._earlier.get(self._readings.digest_of(number), document.id)
        self._store.add(document, text, passages, vectors, instead_of=earlier)
        if number == self._last:
            self._store.search(
                "", np.zeros(DIMENSIONS, np.float32), 1
            )  # the first question shall not wait for an index
        return "added"
