"""What an owner brought and keeps (tables, catalogues, documents): a folder a thing, with a card that tells what it is.

The card is written last, so that a folder without one is something that was never finished, and is not shown. What is
removed or replaced is set aside first, so that it can be brought back: until the next removal, or for a day.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from core.errors import InputError, StoreError
from core.stores.files import replacing, settle, settle_folder
from core.stores.sqlite import turn

_CARD = "card.json"
_ASIDE = ".removed"  # below the folder of a kind: what can be brought back
_SCHEMA = "schema"  # in a card: the version of what lies in the folder
KEPT_ASIDE = timedelta(days=1)
_LEVELS = ("kind", "owner", "owners", "data")  # the folders above a thing, which may be as new as the thing itself
_TURN = ".turn.lock"  # whoever changes what lies in an owner's folder takes turns at this file


class Card(Protocol):
    """What every card holds: a frozen dataclass of plain values."""

    @property
    def id(self) -> str:
        """The name of the folder."""

    @property
    def name(self) -> str:
        """What the owner calls it."""

    @property
    def created(self) -> str:
        """When, as ISO 8601 in UTC."""


CardType = TypeVar("CardType", bound=Card)
PlainCard = dict[str, object]


@dataclass(frozen=True)
class Kind(Generic[CardType]):
    """A kind of thing that an owner brings: where it lies below the owner's folder, and its card.

    `schema` counts up when what lies in a folder changes so that an older one has to be read otherwise; `upgrades` says
    for a version how its card becomes one of the next. A card without a version is of the first. `adopt` is told the
    folder of an owner's things before it is read, and moves what was laid otherwise before there were folders.
    """

    folder: str
    card: type[CardType]
    schema: int = 1
    upgrades: dict[int, Callable[[PlainCard], PlainCard]] = field(default_factory=dict)
    adopt: Callable[[Path], object] | None = None


@dataclass(frozen=True)
class Unreadable:
    """Something that is there and cannot be opened here: kept by a newer version, or damaged."""

    id: str
    name: str
    reason: str


def fresh() -> tuple[str, str]:
    """Return an id that nobody guesses, and the moment: `id` and `created` of a new card."""
    return secrets.token_urlsafe(8), datetime.now(UTC).isoformat()


class Uploads(Generic[CardType]):
    """The things of one kind that one owner keeps."""

    def __init__(self, owner: Path, kind: Kind[CardType]) -> None:
        """`owner` is the owner's folder. Nothing is made until something is kept."""
        self.folder = owner / kind.folder
        if kind.adopt:
            kind.adopt(self.folder)
        self._kind = kind
        self._card: TypeAdapter[CardType] = TypeAdapter(kind.card)

    def add(self, card: CardType, fill: Callable[[Path], object]) -> Path:
        """Make the folder of a new thing, let `fill` write into it, and show it; all or nothing.

        Raises `StoreError` when the disk is full or cannot be written to, and whatever `fill` raises.
        """
        folder = self.path(card.id)
        try:
            with keeping(f"“{card.name}”"):
                folder.mkdir(parents=True)
                fill(folder)
                settle(folder)
                self.update(card)
                for above in folder.parents[: len(_LEVELS)]:
                    settle_folder(above)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder

    def replace(self, old: str, card: CardType, fill: Callable[[Path], object]) -> Path:
        """Add a new thing, then set the old one aside; while that fails the old one stays. Raises as `add` does."""
        folder = self.add(card, fill)
        self.remove(old)
        return folder

    def all(self) -> list[CardType]:
        """Return the cards, newest first."""
        cards = [self._read(path.parent.name) for path in self.folder.glob(f"*/{_CARD}")]
        known = [card for card in cards if card is not None and not isinstance(card, Unreadable)]
        return sorted(known, key=lambda card: card.created, reverse=True)

    def unreadable(self) -> list[Unreadable]:
        """Return what is there and cannot be opened, with the reason in words."""
        cards = [self._read(path.parent.name) for path in sorted(self.folder.glob(f"*/{_CARD}"))]
        return [card for card in cards if isinstance(card, Unreadable)]

    def get(self, id: str) -> CardType | None:
        """One card, or None: an id comes from an address and may be anything."""
        return next((card for card in self.all() if card.id == id), None)

    def update(self, card: CardType) -> None:
        """Put a changed card in the place of the old one. Raises `StoreError`."""
        write_json(self.path(card.id) / _CARD, {**vars(card), _SCHEMA: self._kind.schema})

    def path(self, id: str) -> Path:
        """Return the folder of a thing, whether it is there or not."""
        return self.folder / id

    # --- removing, and bringing back ----------------------------------------------------------------------------------

    def remove(self, id: str, *, for_good: bool = False) -> None:
        """Set a thing aside with all that lies in its folder; what was set aside before is gone for good.

        Raises `StoreError` when the disk does not let it go. One that is not there is no error.
        """
        if self.get(id) is None:
            return
        with one_at_a_time(self.folder.parent):
            if not self.path(id).exists():  # removed elsewhere meanwhile
                return
            try:
                self._forget_aside(older_than=timedelta())
                self._set_aside(id)
                if for_good:
                    self._forget_aside(older_than=timedelta())
            except OSError as error:
                raise StoreError(
                    f"It could not be removed: {error.strerror}.", "See that the data folder can be written to."
                ) from error

    def _set_aside(self, id: str) -> None:
        self._aside.mkdir(parents=True, exist_ok=True)
        self.path(id).rename(self._aside / id)
        (self._aside / id).touch()
        settle_folder(self._aside)
        settle_folder(self.folder)

    def removed(self) -> CardType | None:
        """Return the card of what was removed or replaced last and can be brought back; None when there is nothing."""
        self._forget_aside(older_than=KEPT_ASIDE)
        cards = [self._read_card(path) for path in self._aside.glob(f"*/{_CARD}")]
        return next((card for card in cards if card is not None and not isinstance(card, Unreadable)), None)

    def bring_back(self, id: str, instead_of: str = "") -> None:
        """Undo a removal, or a replacement by `instead_of`, which is then what is set aside.

        Raises `InputError` when it is gone for good, `StoreError` when the disk refuses.
        """
        removed = self.removed()
        if removed is None or removed.id != id:
            raise InputError("It cannot be brought back any more.", "Bring the file again.")
        try:
            with one_at_a_time(self.folder.parent):
                (self._aside / id).rename(self.path(id))
                if instead_of and self.path(instead_of).exists():
                    self._set_aside(instead_of)
        except OSError as error:
            raise StoreError(
                f"It could not be brought back: {error.strerror}.", "See that the data folder can be written to."
            ) from error

    @property
    def _aside(self) -> Path:
        return self.folder / _ASIDE

    def _forget_aside(self, *, older_than: timedelta) -> None:
        if not self._aside.exists():
            return
        latest = (datetime.now(UTC) - older_than).timestamp()
        for folder in self._aside.iterdir():
            if folder.stat().st_mtime <= latest:
                (folder / _CARD).unlink(missing_ok=True)  # the card first: from here on it is not offered
                shutil.rmtree(folder, ignore_errors=True)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _read(self, id: str) -> CardType | Unreadable | None:
        return self._read_card(self.path(id) / _CARD)

    def _read_card(self, path: Path) -> CardType | Unreadable | None:
        try:
            kept = json.loads(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return Unreadable(path.parent.name, path.parent.name, "Its card is damaged.")
        if not isinstance(kept, dict):
            return Unreadable(path.parent.name, path.parent.name, "Its card is damaged.")
        name, schema = str(kept.get("name", path.parent.name)), kept.pop(_SCHEMA, 1)
        if not isinstance(schema, int) or schema > self._kind.schema:
            reason = "It was kept by a newer version of Glassbox, and is left as it is."
            return Unreadable(path.parent.name, name, reason)
        try:
            for version in range(schema, self._kind.schema):
                kept = self._kind.upgrades[version](kept)
            return self._card.validate_python(kept)
        except (LookupError, TypeError, ValueError):
            return Unreadable(path.parent.name, name, "Its card cannot be read. Remove it from the data folder.")


@contextmanager
def one_at_a_time(owner: Path) -> Iterator[None]:
    """Let nobody else, in this process or another, change meanwhile what lies in an owner's folder.

    Raises `StoreError`.
    """
    with ExitStack() as held:
        try:
            held.enter_context(turn(owner / _TURN))
        except sqlite3.Error as error:
            raise StoreError(
                f"What is kept here cannot be changed now: {error}.",
                "Somebody else is changing it, or the data folder cannot be written to. Try again.",
            ) from error
        yield


@contextmanager
def keeping(what: str) -> Iterator[None]:
    """Say of `what`, the subject of the sentence, that a disk that is full or read-only did not take it.

    Raises `StoreError` instead of `OSError`.
    """
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{what} could not be kept: {error.strerror}.", "See that the data folder has room and can be written to."
        ) from error


def write_json(path: Path, value: object) -> None:
    """Keep plain values so that a reader, or a power cut, sees the old file or the new one, never half of one.

    Raises `StoreError` when the disk does not take them.
    """
    with keeping("It"), replacing(path) as file:
        file.write(json.dumps(value).encode())


def read_json(path: Path) -> Any:
    """Read what `write_json` wrote. Raises `InputError` for a file that is damaged or gone."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError("What was kept here cannot be read any more.", "Remove it, and load it again.") from error
