"""Collections that everybody who signs in may read: those that a person shares, and those of the installation.

A mark in the folder of a collection says that it is shared, and by whom, so that it goes, and comes back, with the
collection. Who reads names a collection by its id, which is compared with those of marked ones and never becomes a part
of a path. Whatever changes a collection looks only in the folder of who asks for that, and so finds none of another's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.own_data import Lent
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.uploads import Uploads, keeping, read_json, write_json
from core.systems.knowledge_base.ingest.opening import KIND, Collection, place_of

_MARK = "shared.json"  # in the folder of a collection
_LONGEST_NAME = 100
THE_INSTALLATION = "this installation"
_SOMEBODY = "somebody without a name"


@dataclass(frozen=True)
class Shared:
    """A collection of somebody else's that may be read: its card, the folder of its owner, and who shares it.

    `by` is None for one of the installation.
    """

    card: Collection
    owner: Path
    by: str | None

    @property
    def by_whom(self) -> str:
        """Who shares it, in words."""
        return THE_INSTALLATION if self.by is None else self.by


@dataclass(frozen=True)
class _Reader:
    """Implements `Lent` for who reads in the folder of another."""

    folder: Path
    embedder: Embedder
    document_embedder: Embedder
    settings: Settings


def share(owner: Path, collection: str, by: str | None) -> None:
    """Let everybody who signs in read a collection of this owner's, as shared `by` a person, or by the installation.

    Raises `InputError` for one that is not there, `StoreError`.
    """
    name = by if by is None else " ".join(by.split())[:_LONGEST_NAME] or _SOMEBODY
    write_json(place_of(owner, collection) / _MARK, {"by": name})


def stop_sharing(owner: Path, collection: str) -> None:
    """Let nobody but its owner read a collection from now on. Raises `InputError`, `StoreError`."""
    with keeping("That"):
        (place_of(owner, collection) / _MARK).unlink(missing_ok=True)


def is_shared(owner: Path, collection: str) -> bool:
    """Whether everybody who signs in may read a collection of this owner's. Raises `InputError`."""
    return (place_of(owner, collection) / _MARK).exists()


def shared_with(lent: Lent) -> list[Shared]:
    """Return what others share with this owner: first what the installation has, then the oldest; where nobody signs
    in, nothing."""
    if not lent.settings.sign_in:
        return []
    return sorted(_marked(lent), key=lambda one: (one.by is not None, one.card.created, one.card.id))


def _marked(lent: Lent) -> Iterator[Shared]:
    for mark in lent.settings.data.glob(f"owners/*/{KIND.folder}/*/{_MARK}"):
        owner = mark.parents[2]
        card = Uploads(owner, KIND).get(mark.parent.name) if owner.name != lent.folder.name else None
        with suppress(InputError, LookupError, TypeError):  # taken away meanwhile, or damaged: then it is not shared
            by = read_json(mark)["by"]
            if card is not None and isinstance(by, str | None):
                yield Shared(card, owner, by)


def find_shared(lent: Lent, collection: str) -> Shared | None:
    """Return what others share under this id, which may be anything; None for what is not shared."""
    return next((one for one in shared_with(lent) if one.card.id == collection), None)


def as_reader(lent: Lent, collection: str) -> Lent:
    """Return what is lent to read a collection: in the folder of its owner where it is shared, else as it is."""
    shared = None if Uploads(lent.folder, KIND).get(collection) else find_shared(lent, collection)
    if shared is None:
        return lent
    return _Reader(shared.owner, lent.embedder, lent.document_embedder, lent.settings)


def card_to_read(lent: Lent, collection: str) -> Collection | None:
    """Return the card of a collection that this owner may read; None where there is none, or none any more."""
    return Uploads(as_reader(lent, collection).folder, KIND).get(collection)
