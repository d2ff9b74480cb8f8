"""The same work over many items: with progress, pause and resume, each item exactly once; here or on a Dask cluster.

On a command line:

    journal = Journal(folder / "index.journal")
    work(rows, index_rows, journal, on_progress=print)
    for number, result in journal.results(): ...

On a page, which only looks: `job = Job(rows, index_rows, journal)`, then `job.start()`, `job.progress`, `job.pause()`,
`job.resume()`, `job.cancel()`. Work that was cancelled or killed is resumed by the same call with the same journal.

Items and results are plain JSON values. The function is handed a list of items and gives a list of results, equally
long and in the same order; it must be pure, because a chunk may be worked on twice though its results are kept once.
On a cluster the function must be importable there.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, TypeAlias, TypeVar

from core.cluster import Cluster, Killed, connect
from core.errors import AppError, InputError, SettingsError, StoreError
from core.stores.journal import Chunk, Failed, Journal, Purpose, Record, Writer

Item = TypeVar("Item")
Result = TypeVar("Result")
Status: TypeAlias = Literal["waiting", "working", "paused", "done", "cancelled", "failed"]
_GLANCE = 0.2  # seconds between two looks at pause and cancel while chunks are on a cluster


@dataclass(frozen=True)
class Progress:
    """How far a job is: items done (with those that failed), items in all (None: not known), items a second."""

    status: Status = "waiting"
    done: int = 0
    failed: int = 0
    total: int | None = None
    rate: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time it will take at this rate; None when nobody can tell."""
        return (self.total - self.done) / self.rate if self.total is not None and self.rate else None


class Job:
    """Work over many items, run once: by `run()` in this thread, or by `start()` in a thread of its own.

    `progress` may be read, and `pause`, `resume` and `cancel` called, from any thread; they take effect within a
    chunk's time. `error` is what ended a job whose status is "failed". Arguments: see `work`.
    """

    def __init__(
        self,
        items: Iterable[Item],
        function: Callable[[list[Item]], Sequence[Result | Failed]],
        journal: Journal,
        *,
        chunk: int = 100,
        total: int | None = None,
        name: str = "",
        version: str = "1",
        scheduler: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        if chunk < 1:
            raise ValueError("a chunk has at least one item")
        self.journal = journal
        self.progress = Progress(total=total)
        self.error: BaseException | None = None
        self._items = items
        self._function = function
        self._chunk = chunk
        self._name = f"{name or f'{function.__module__}.{function.__qualname__}'}, version {version}"
        self._scheduler = scheduler
        self._on_progress = on_progress
        self._going = threading.Event()
        self._going.set()
        self._cancelled = False
        self._since = 0.0
        self._begun = 0.0
        self._thread = threading.Thread(target=self._run_in_thread, name=self._name, daemon=True)

    def run(self) -> Progress:
        """Work until all is done or `cancel` is called. Raises `InputError`, `StoreError`, `SettingsError`."""
        try:
            self._work()
        except BaseException as error:
            self.error = error
            self._show("failed")
            raise
        return self.progress

    def start(self) -> None:
        """Work in a thread, which ends with the process: killed work resumes."""
        self._begun = time.monotonic()
        self._thread.start()

    def join(self, seconds: float | None = None) -> Progress:
        """Wait for the thread, at most `seconds`. Raises what ended it."""
        self._thread.join(seconds)
        if self.error:
            raise self.error
        return self.progress

    def pause(self) -> None:
        """Rest after the chunk in hand."""
        self._going.clear()

    def resume(self) -> None:
        """Work on after a pause."""
        self._going.set()

    def cancel(self) -> None:
        """Stop after the chunk in hand, for good: to resume, make another job with the same journal."""
        self._cancelled = True
        self._going.set()

    @property
    def stopping(self) -> bool:
        """Whether a pause or a cancel was asked for that takes effect once the chunk in hand is done."""
        return self.progress.status == "working" and (self._cancelled or not self._going.is_set())

    @property
    def pausing(self) -> bool:
        """Whether it rests after the chunk in hand, or rests already, and was not cancelled."""
        return not self._going.is_set() and not self._cancelled

    @property
    def chunk(self) -> int:
        """How many items are worked on together: nothing is done before the first so many are."""
        return self._chunk

    @property
    def seconds(self) -> float:
        """How long ago it began; 0 before."""
        return time.monotonic() - self._begun if self._begun else 0.0

    def _run_in_thread(self) -> None:
        try:
            self.run()
        except AppError:
            return  # kept in `error`; anything else is a fault of ours and belongs into the log

    def _work(self) -> None:
        purpose = Purpose(self._name, self._chunk, total=None, digest=None)
        if isinstance(self._items, Collection):  # can be read twice: other items are refused before anything is done
            purpose = purpose._replace(total=len(self._items), digest=_digest(self._items))
        with self.journal.writing(purpose) as writer:
            done, failed, known = before = writer.counts()
            self._since = time.monotonic()
            self._show("working", done=done, failed=failed, total=self.progress.total if known is None else known)
            chunks = self._unfinished(writer)
            for chunk, records in self._on_cluster(chunks) if self._scheduler else self._here(chunks):
                writer.write(chunk, records)
                done += len(records)
                failed += sum(record.reason is not None for record in records)
                seconds = max(time.monotonic() - self._since, 1e-3)  # a coarse clock may not have moved yet
                rate = (done - before.done) / seconds
                self._show(self.progress.status, done=done, failed=failed, rate=rate)
            if done == writer.total:
                self._show("done", total=done)
            else:
                self._show("cancelled")

    def _unfinished(self, writer: Writer) -> Iterator[Chunk]:
        """Give the chunks that the journal has not, read from the items as they are asked for."""
        numbered = enumerate(self._items)
        count = 0
        while batch := list(islice(numbered, writer.chunk)):
            if self._cancelled:
                return
            chunk = Chunk(count, [_plain(number, item) for number, item in batch])
            count += len(batch)
            if not writer.has(chunk):
                yield chunk
        writer.end(count)

    def _here(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, list[Record]]]:
        """Work on the chunks in this thread, one after the other."""
        for chunk in chunks:
            self._rest()
            if self._cancelled:
                return
            yield chunk, attempt(self._function, chunk.items)

    def _on_cluster(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, list[Record]]]:
        """Keep a few chunks on the cluster; give them as they come back, in any order.

        Dask blames every call that a dying worker held. Chunks under suspicion therefore wait until all others are
        done, and their items are tried one at a time with nothing beside them: only the culprit dies alone.
        """
        suspects: list[Chunk] = []
        all_read = False
        with connect(self._scheduler or "") as cluster:
            while not self._cancelled and (cluster.pending or not all_read):
                if not all_read and self._going.is_set() and cluster.pending < cluster.room():
                    if chunk := next(chunks, None):
                        cluster.submit(chunk, attempt, self._function, chunk.items)
                    all_read = chunk is None
                elif not cluster.pending:
                    self._rest()
                elif collected := cluster.collect(_GLANCE):
                    if isinstance(collected[1], Killed):
                        suspects.append(collected[0])
                    else:
                        yield collected
            for chunk in suspects:
                records = [record for item in chunk.items for record in self._alone(cluster, item)]
                if not self._cancelled:
                    yield chunk, records

    def _alone(self, cluster: Cluster, item: str) -> list[Record]:
        """Return what comes of one item with nothing else on the cluster; nothing once the job is cancelled."""
        self._rest()
        if not self._cancelled:
            cluster.submit(item, attempt, self._function, [item])
        while not self._cancelled:
            if collected := cluster.collect(_GLANCE):
                died = isinstance(collected[1], Killed)
                return [_failed("The process that worked on it died.")] if died else collected[1]
        return []

    def _rest(self) -> None:
        """Wait while the job is paused; the clock stands still."""
        if not self._going.is_set():
            paused = time.monotonic()
            self._show("paused")
            self._going.wait()
            self._since += time.monotonic() - paused
            self._show("working")

    def _show(self, status: Status, **changes: Any) -> None:
        """Put up a new `progress`; the old one is not touched, so that readers need no lock."""
        self.progress = replace(self.progress, status=status, **changes)
        if self._on_progress:
            self._on_progress(self.progress)


def work(
    items: Iterable[Item],
    function: Callable[[list[Item]], Sequence[Result | Failed]],
    journal: Journal,
    *,
    chunk: int = 100,
    total: int | None = None,
    name: str = "",
    version: str = "1",
    scheduler: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Work over all items in this thread, and come back when every one has a result or a reason in the journal.

    `items` is a collection, or an iterator that gives the same items again when the work is resumed; it is read once,
    as it is needed, and `total` may tell how many there will be. `chunk` items are handed to `function` together (take
    so many that they need 0.2 to 2 seconds); a journal keeps the chunk size it began with. `name` and `version` say
    whose results the journal holds: by default the function's own name (a partial has none), and a version that
    changes whenever the function would give other results. `scheduler` is the address of a Dask scheduler.
    `on_progress` is called in the thread that works, after every chunk.

    When the function raises, its chunk is tried in halves until the culprits are alone: each is kept with its reason,
    the others with their results. A `StoreError` or `SettingsError` from the function is not the items' fault and ends
    the work, to be resumed. Raises `InputError` for a journal of other work or other items, and for an item that is no
    plain value; `StoreError` for a journal that cannot be used, or is in use, and for a cluster that does not answer;
    `SettingsError` for a cluster that cannot be used.
    """
    return Job(
        items,
        function,
        journal,
        chunk=chunk,
        total=total,
        name=name,
        version=version,
        scheduler=scheduler,
        on_progress=on_progress,
    ).run()


def attempt(function: Callable[[list[Any]], Sequence[Any]], items: list[str]) -> list[Record]:
    """Return what comes of each item, given as JSON text; one record an item, in order. Runs where the work is done.

    Items are read from text for every try, and results written to text at once: here and on a cluster the function
    sees, and the journal keeps, the very same values.
    """
    try:
        results = list(function([json.loads(item) for item in items]))
        if len(results) != len(items):
            raise ValueError(f"{len(results)} results came for {len(items)} items")
        return [
            _failed(result.reason) if isinstance(result, Failed) else Record(json.dumps(result), None)
            for result in results
        ]
    except (StoreError, SettingsError):
        raise
    except Exception as error:  # noqa: BLE001 - the border where whatever a function raises becomes an item's reason
        if len(items) == 1:
            return [_failed(error.in_full() if isinstance(error, AppError) else f"{type(error).__name__}: {error}")]
    half = len(items) // 2
    return attempt(function, items[:half]) + attempt(function, items[half:])


def _failed(reason: str) -> Record:
    """Return a record without a result; text that is no Unicode (lone surrogates from a file) is made writable."""
    return Record(None, reason.encode(errors="replace").decode())


def _plain(number: int, item: Any) -> str:
    """Return an item as JSON text. Raises `InputError` for what is no plain value."""
    try:
        return json.dumps(item)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"Item {number + 1} is no plain value: {error}.", "Give text, numbers, lists, dicts."
        ) from error


def _digest(items: Collection[Any]) -> str:
    """Return what tells these items from others, in this order."""
    digest = hashlib.sha256()
    for number, item in enumerate(items):
        digest.update(_plain(number, item).encode() + b"\n")
    return digest.hexdigest()
