"""The one life of what an owner brings, whatever it is: kept, worked through, finished, opened, removed.

A system declares in a few lines what it takes (`OwnData`), and every page and program goes the same way:

    card = add_collection(lent.folder, …)             the system's own: what is checked and written
    while job := PEOPLE.job(lent, card.id):           one job, several in turn, or none
        job.run()
        PEOPLE.finish(lent, card.id)
    people = PEOPLE.open(lent, card.id)
    PEOPLE.uploads(lent.folder).remove(card.id)       listed, replaced, removed, brought back
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar

from core.bulk import Job
from core.embedding import embedding_job, forget_job, take_vectors
from core.errors import InputError
from core.retrieval.embedder import Embedder, Vectors
from core.settings import Settings
from core.stores.uploads import Card, CardType, Kind, Uploads

Opened = TypeVar("Opened")
Tell: TypeAlias = Callable[[int, int], None]
"""Is told how many of how many are done."""


class Lent(Protocol):
    """What is lent for the work: the owner's folder, the embedding model, the settings."""

    @property
    def folder(self) -> Path:
        """The owner's."""

    @property
    def embedder(self) -> Embedder:
        """Who makes vectors, and remembers them."""

    @property
    def document_embedder(self) -> Embedder:
        """Who makes the vectors of documents: the same, unless the settings name another model for them."""

    @property
    def settings(self) -> Settings:
        """Of the installation."""


@dataclass(frozen=True)
class Work(Generic[CardType]):
    """What has to be done before a thing can be opened.

    `job` gives the work whose turn it is, None when nothing is left but perhaps `finish`, which does nothing while a
    job is left, and nothing anew when it is called again.
    """

    job: Callable[[Lent, CardType], Job | None]
    finish: Callable[[Lent, CardType, Tell | None], object]


@dataclass(frozen=True)
class OwnData(Generic[CardType, Opened]):
    """What a system takes from an owner: where it is kept, what is to be done with it, and how it is opened.

    `what` says in words what may be gone. `work` is None for what can be opened as it came; `shipped` gives what comes
    with Glassbox, by its id.
    """

    kind: Kind[CardType]
    what: str
    read: Callable[[Lent, CardType], Opened]
    work: Work[CardType] | None = None
    shipped: Mapping[str, Callable[[Lent], Opened]] = field(default_factory=dict)

    def uploads(self, folder: Path) -> Uploads[CardType]:
        """Return what the owner of this folder keeps; what is shipped is everybody's, and not among it."""
        return Uploads(folder, self.kind)

    def card(self, folder: Path, id: str) -> CardType:
        """Return the card of a thing. Raises `InputError` for one that is not there, or another owner's."""
        card = self.uploads(folder).get(id)
        if card is None:
            raise InputError(f"This {self.what} is not here.", "It may have been removed. Choose another one.")
        return card

    def job(self, lent: Lent, id: str) -> Job | None:
        """Return the work whose turn it is, begun or gone on with by `start()` or `run()`; None when none is left.

        Raises `InputError`, and `StoreError` when a store that it needs cannot be used.
        """
        card = self.card(lent.folder, id)
        return self.work.job(lent, card) if self.work else None

    def finish(self, lent: Lent, id: str, tell: Tell | None = None) -> None:
        """Keep what a finished job made, so that the thing can be opened; `tell` is told how far that is.

        What was removed meanwhile is not finished, and that is no error. Raises `StoreError`.
        """
        card = self.uploads(lent.folder).get(id)
        if card and self.work:
            self.work.finish(lent, card, tell)

    def open(self, lent: Lent, id: str) -> Opened:
        """Return a thing ready to be used. Raises `InputError` for one that is not there or not ready, `StoreError`."""
        if id in self.shipped:
            return self.shipped[id](lent)
        return self.read(lent, self.card(lent.folder, id))


@dataclass(frozen=True)
class Embedded(Generic[CardType]):
    """A thing whose texts are all embedded: who lent what for it, its card and folder, the texts that have vectors."""

    lent: Lent
    card: CardType
    place: Path
    texts: list[str]
    vectors: Vectors
    tell: Tell | None


def embedding(
    kind: Kind[CardType],
    texts: Callable[[Path], Sequence[str]],
    *,
    chunk: int,
    is_ready: Callable[[Lent, CardType], bool],
    conclude: Callable[[Embedded[CardType]], CardType],
) -> Work[CardType]:
    """Return the work of embedding every text in the folder of a thing.

    The embedder remembers the vectors; what a job could not do is embedded when the thing is opened. `conclude` does
    what is left, and gives the card that says so.
    """

    def job(lent: Lent, card: CardType) -> Job | None:
        if is_ready(lent, card):
            return None
        place = Uploads(lent.folder, kind).path(card.id)
        return embedding_job(texts(place), place, chunk=chunk, scheduler=lent.settings.dask_scheduler)

    def finish(lent: Lent, card: CardType, tell: Tell | None) -> None:
        if is_ready(lent, card):
            return
        kept = Uploads(lent.folder, kind)
        place = kept.path(card.id)
        made = take_vectors(texts(place), place, lent.embedder)
        kept.update(conclude(Embedded(lent, card, place, *made, tell)))
        forget_job(place)

    return Work(job, finish)


def not_indexed(card: Card) -> InputError:
    """Say that a thing cannot be opened yet."""
    return InputError(f"“{card.name}” is not indexed yet.", "Wait for the indexing, or carry on with it.")
