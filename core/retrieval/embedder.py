"""Texts as unit vectors, offline, nothing embedded twice: by all-MiniLM-L6-v2 from its installed package, or by a model
that the settings name (`named_model`).

A text is looked for among the vectors shipped with the application (seeds), then in the cache on disk; only what is
found in neither loads the model. sentence_transformers and torch take seconds to import, so that happens on first use.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypeVar
from zipfile import BadZipFile

import numpy as np

from core.errors import StoreError
from core.retrieval.minilm import DIMENSIONS, Model, Pieces, Vectors, model_name, precision, unit
from core.retrieval.named_model import NamedModel, Network, Reads
from core.schema import Schema, prepare_file, refuse_newer, version_of

__all__ = ["DIMENSIONS", "Embedder", "Vectors", "is_seed_of", "shared_embedder", "write_seed"]

log = logging.getLogger(__name__)

_BATCH = 16
_COUNTED = 1_000  # texts whose word pieces are counted at once
_WRITTEN = 64  # vectors that are written into the cache at once
_WORKERS = 4
_REMEMBERED = 1_000
_PIECES_KEPT = 64 * 1024**2  # bytes: some 600 passages of 140 word pieces

_Batch: TypeAlias = Sequence[tuple[bytes, str]]  # keys and texts
_Result = TypeVar("_Result")


class Embedder:
    """Turns texts into unit vectors. May be shared by any number of threads.

    MiniLM gives 384 numbers and reads the first 256 word pieces of a text (some 180 English words); what follows has no
    effect. Another model has its own dimensions and length, and no word pieces that could be compared.
    """

    def __init__(
        self, cache: Path | None, seeds: Sequence[Path] = (), device: str = "auto", model: NamedModel | None = None
    ) -> None:
        """`cache` is the SQLite file that keeps vectors (None: none is kept); `seeds` are files of `write_seed`.

        `device` is where the model calculates, see `find_device`. `model` works in the place of MiniLM.

        A cache that is locked, damaged or read-only, and a seed that is missing or made for another model, are left
        aside with a warning in the log.
        """
        self._named = model
        self._cache = _VectorCache(cache, self.precision) if cache else None
        self._seed_files = tuple(seeds)
        self._device = device
        self._model: Model | Network | None = None
        self._loading = threading.Lock()
        self._recent: dict[bytes, Future[Vectors]] = {}  # done or under way, so that two threads embed nothing twice
        self._claiming = threading.Lock()
        self._pieces: OrderedDict[bytes, Pieces] = OrderedDict()  # the last used at the end
        self._pieces_size = 0

    @property
    def name(self) -> str:
        """The model and the version of its package, or what tells its files from others. Raises StoreError when the
        package or the folder is missing."""
        return self._named.name if self._named else model_name()

    @property
    def setting(self) -> str:
        """What the settings call the model; "" for MiniLM. A plain value by which another process finds it."""
        return self._named.setting if self._named else ""

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has. Another model than MiniLM is loaded for that: raises StoreError."""
        model = self._loaded() if self._named else None
        return model.dimensions if isinstance(model, Network) else DIMENSIONS

    @property
    def reads(self) -> Reads:
        """Which languages the model was made for."""
        return self._named.reads if self._named else Reads(frozenset({"en"}))

    @property
    def precision(self) -> str:
        """`bf16` on processors that calculate in it (2.7 times as fast, cosine to fp32 above 0.9999), else `fp32`; of
        another model than MiniLM nobody has measured that."""
        return "fp32" if self._named else precision()

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._model is not None

    def warm_up(self) -> None:
        """Load the model now, for instance in a thread of its own. Raises StoreError when it cannot be loaded."""
        self._loaded()

    def encode(self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None) -> Vectors:
        """Return unit vectors [n, dimensions] of passages, float32, in the order of `texts`; equal texts have equal
        vectors.

        `progress` is told how many of how many texts are done. Raises StoreError when a text is new and the model
        cannot be loaded.
        """
        return self._encode(texts, progress, asked=False)

    def encode_query(self, query: str) -> Vectors:
        """Return the unit vector [dimensions] of a question, which some models read otherwise than a passage.

        Raises StoreError as `encode` does.
        """
        vectors = self._encode([query], None, asked=True) if self._named else self.encode([query])
        vector: Vectors = vectors[0]
        return vector

    def _encode(self, texts: Sequence[str], progress: Callable[[int, int], None] | None, *, asked: bool) -> Vectors:
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        places: dict[bytes, list[int]] = {}
        text_of: dict[bytes, str] = {}
        for index, text in enumerate(map(_readable, texts)):
            key = self._key(text, asked=asked)
            places.setdefault(key, []).append(index)
            text_of[key] = text
        done = 0

        def take(found: Mapping[bytes, Vectors]) -> None:
            nonlocal done
            for key, vector in found.items():
                vectors[places[key]] = vector
                done += len(places[key])
            if progress and done:
                progress(done, len(texts))

        fresh: dict[bytes, Vectors] = {}

        def embed(batch: _Batch) -> dict[bytes, Vectors]:
            found = self._embed(batch, asked=asked)
            fresh.update(found)
            return found

        known = self._known(list(text_of))
        take(known)
        missing = [item for item in text_of.items() if item[0] not in known]
        try:
            with closing(self._side_by_side(embed, missing)) as parts:
                for found in parts:
                    take(found)
                    if len(fresh) >= _WRITTEN:
                        self._keep(fresh)
        finally:
            self._keep(fresh)
        return vectors

    def remember(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep vectors [n, dimensions] of passages that were calculated elsewhere by this model; without a cache they
        are not kept."""
        if self._cache:
            self._cache.write(dict(zip(map(self._key, map(_readable, texts)), vectors, strict=True)))

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[str], Vectors]]:
        """For each text its word pieces in order and their unit vectors [pieces, 384], for late interaction.

        Pieces are lower-cased and without accents; one that continues a word begins with `##`: "per", "##ovsk",
        "##ite". Punctuation is a piece of its own; the model's own marks for beginning and end are left out. At most
        254 pieces a text, none for an empty one. What was asked for last is kept in memory, up to 64 MB. Raises
        StoreError when the model cannot be loaded, or is another than MiniLM.
        """
        return [(pieces.names, pieces.vectors) for pieces in self.read(texts)]

    def read(self, texts: Sequence[str]) -> list[Pieces]:
        """As `token_vectors`, with all that is known of the pieces: where each stands, and the vector of the text."""
        text_of = {self._key(text): text for text in map(_readable, texts)}
        with self._claiming:
            found = {key: self._pieces[key] for key in text_of if key in self._pieces}
            for key in found:
                self._pieces.move_to_end(key)
        missing = [item for item in text_of.items() if item[0] not in found]
        for part in self._side_by_side(self._read, missing):
            found |= part
            self._keep_pieces(part)
        return [found[self._key(_readable(text))] for text in texts]

    def _read(self, batch: _Batch) -> dict[bytes, Pieces]:
        model = self._loaded()
        if isinstance(model, Network):
            raise TypeError(f"the words of texts are compared by MiniLM, not by {self.name}")
        read = model.pieces([text for _, text in batch])
        return {key: pieces for (key, _), pieces in zip(batch, read, strict=True)}

    def _keep_pieces(self, fresh: Mapping[bytes, Pieces]) -> None:
        """Keep word pieces, and let go of those that were not asked for longest. The texts' own vectors came along."""
        with self._claiming:
            for key, pieces in fresh.items():
                if key not in self._pieces:
                    self._pieces[key] = pieces
                    self._pieces_size += pieces.size
                if key not in self._recent:
                    self._recent[key] = Future()
                    self._recent[key].set_result(pieces.whole)
            while self._pieces_size > _PIECES_KEPT:
                self._pieces_size -= self._pieces.popitem(last=False)[1].size
            self._forget()

    def _known(self, keys: list[bytes]) -> dict[bytes, Vectors]:
        """Return the vectors that need no model."""
        known = {key: self._seeds[key] for key in keys if key in self._seeds}
        if self._cache and len(known) < len(keys):
            known |= self._cache.read([key for key in keys if key not in known], self.dimensions)
        return known

    def _keep(self, fresh: dict[bytes, Vectors]) -> None:
        """Write vectors into the cache and take them out of `fresh`, where others may put more meanwhile."""
        some = {key: fresh.pop(key) for key in list(fresh)}
        if self._cache and some:
            self._cache.write(some)

    def _side_by_side(self, work: Callable[[_Batch], _Result], items: _Batch) -> Generator[_Result, None, None]:
        """Do the work batch by batch, several batches side by side; one batch alone stays in this thread."""
        for start in range(0, len(items), _COUNTED):
            batches = list(self._batches(items[start : start + _COUNTED]))
            if len(batches) < 2:
                yield from map(work, batches)
                continue
            with ThreadPoolExecutor(min(_WORKERS, os.cpu_count() or 1), "embedder") as workers:
                try:
                    for done in as_completed([workers.submit(work, batch) for batch in batches]):
                        yield done.result()
                finally:
                    workers.shutdown(cancel_futures=True)

    def _batches(self, items: _Batch) -> Iterator[_Batch]:
        """Texts of one length each, the longest first: so the slowest batches are not the last."""
        if len(items) < 2:
            yield items
            return
        lengths = self._loaded().lengths([text for _, text in items])
        in_order = sorted(zip(lengths, items, strict=True), key=lambda one: one[0], reverse=True)
        for _, group in groupby(in_order, key=lambda one: one[0]):
            equal = [item for _, item in group]
            for start in range(0, len(equal), _BATCH):
                yield equal[start : start + _BATCH]

    def _embed(self, batch: _Batch, *, asked: bool) -> dict[bytes, Vectors]:
        """One batch through the model. What another thread is embedding is waited for, not done again."""
        with self._claiming:
            claimed: dict[bytes, Future[Vectors]] = {key: Future() for key, _ in batch if key not in self._recent}
            self._recent |= claimed
            promised = {key: self._recent[key] for key, _ in batch}
            self._forget()
        if claimed:
            try:
                model, own = self._loaded(), [text for key, text in batch if key in claimed]
                rows = model.queries(own) if asked and isinstance(model, Network) else model.vectors(own)
            except BaseException as error:
                with self._claiming:
                    for key in claimed:
                        self._recent.pop(key, None)
                for future in claimed.values():
                    future.set_exception(error)
                raise
            for future, row in zip(claimed.values(), rows, strict=True):
                future.set_result(row)
        return {key: future.result() for key, future in promised.items()}

    def _forget(self) -> None:
        for key in list(self._recent)[:-_REMEMBERED]:
            del self._recent[key]

    def _loaded(self) -> Model | Network:
        with self._loading:
            if self._model is None:
                self._model = self._named.load(self._device) if self._named else Model(self._device)
            return self._model

    def _key(self, text: str, *, asked: bool = False) -> bytes:
        return _key(text, f"{self.name}\0query" if asked else self.name)

    @cached_property
    def _seeds(self) -> dict[bytes, Vectors]:
        seeds: dict[bytes, Vectors] = {}
        for path in self._seed_files:
            seeds |= _read_seed(path)
        return seeds


@cache
def shared_embedder(model: str = "") -> Embedder:
    """One embedder without files for work that may run in another process, where none can be handed over.

    `model` is the `setting` of another model than MiniLM.
    """
    return Embedder(None, model=NamedModel(model) if model else None)


def _readable(text: str) -> str:
    """Half surrogate pairs, which neither UTF-8 nor the tokenizer can carry, become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _key(text: str, model: str = "") -> bytes:
    return hashlib.sha256(f"{model or model_name()}\0{text}".encode()).digest()


# --- vectors shipped with the application -----------------------------------------------------------------------------


def write_seed(path: Path, texts: Sequence[str], vectors: Vectors) -> None:
    """Write vectors [n, 384] of MiniLM to an `.npz` file that an Embedder reads as a seed.

    Kept as float16, which moves no cosine by more than 0.0005; texts are kept as hashes, not as words.
    """
    row_of = {_key(_readable(text)): row for row, text in enumerate(texts)}
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(
            file,
            model=np.array(model_name()),
            keys=np.frombuffer(b"".join(row_of), np.uint8).reshape(-1, 32),
            vectors=vectors[list(row_of.values())].astype(np.float16),
        )
    fresh.replace(path)


def is_seed_of(path: Path, texts: Sequence[str]) -> bool:
    """Whether `path` holds the vectors of these texts, by MiniLM, and of no others."""
    return path.exists() and _read_seed(path).keys() == {_key(_readable(text)) for text in texts}


def _read_seed(path: Path) -> dict[bytes, Vectors]:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            model, keys = str(file["model"]), map(bytes, file["keys"])
            seed = dict(zip(keys, unit(file["vectors"].astype(np.float32)), strict=True))
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        log.warning("The vectors in %s cannot be read and are left aside: %s", path.name, error)
        return {}
    if model != model_name():
        log.warning(
            "The vectors in %s were made by %s, not by %s; they are left aside.", path.name, model, model_name()
        )
        return {}
    return seed


# --- vectors kept on this machine -------------------------------------------------------------------------------------


_SCHEMA = Schema(
    version=1,
    tables="CREATE TABLE IF NOT EXISTS vectors"
    " (key BLOB, precision TEXT, vector BLOB NOT NULL, PRIMARY KEY (key, precision)) WITHOUT ROWID",
)


class _VectorCache:
    """One SQLite file of vectors by content. After a failure it is left alone for a minute and nobody has to wait."""

    _PAUSE = 60.0
    _ASKED_AT_ONCE = 500

    def __init__(self, path: Path, precision: str) -> None:
        self._path = path
        self._precision = precision
        self._paused_until = {"read": 0.0, "written": 0.0}
        self._writing = threading.Lock()  # threads of this process wait for one another, however many there are

    def read(self, keys: Sequence[bytes], dimensions: int) -> dict[bytes, Vectors]:
        """Return what is kept of `keys`; nothing when the file cannot be read."""
        if self._rests("read") or not self._path.exists():
            return {}
        found: dict[bytes, Vectors] = {}
        try:
            with closing(self._open()) as connection:
                refuse_newer(version_of(connection), _SCHEMA.version, f"The file {self._path.name}")
                for start in range(0, len(keys), self._ASKED_AT_ONCE):
                    some = keys[start : start + self._ASKED_AT_ONCE]
                    marks = ",".join("?" * len(some))
                    rows = connection.execute(
                        f"SELECT key, vector FROM vectors WHERE precision = ? AND key IN ({marks})",  # noqa: S608
                        (self._precision, *some),
                    )
                    found |= {key: np.frombuffer(blob, np.float32) for key, blob in rows if len(blob) == 4 * dimensions}
        except (StoreError, sqlite3.Error) as error:
            self._pause("read", error)
        return found

    def write(self, vectors: Mapping[bytes, Vectors]) -> None:
        """Keep vectors, all or none."""
        if self._rests("written"):
            return
        rows = [(key, self._precision, np.asarray(vector, np.float32).tobytes()) for key, vector in vectors.items()]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._writing, closing(self._open()) as connection, connection:
                prepare_file(connection, _SCHEMA, f"The file {self._path.name}")
                connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
        except (StoreError, sqlite3.Error, OSError) as error:
            self._pause("written", error)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=1.0)

    def _rests(self, deed: str) -> bool:
        return time.monotonic() < self._paused_until[deed]

    def _pause(self, deed: str, error: Exception) -> None:
        self._paused_until[deed] = time.monotonic() + self._PAUSE
        log.warning("The cache of vectors %s cannot be %s: %s. Going on without it.", self._path.name, deed, error)
