"""What an owner brought and keeps (tables, catalogues, documents): a folder a thing, with a card that tells what it is.

The card is written last, so that a folder without one is something that was never finished, and is not shown.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from core.errors import InputError, StoreError

_CARD = "card.json"


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


Kept = TypeVar("Kept", bound=Card)


def fresh() -> tuple[str, str]:
    """An id that nobody guesses, and the moment: `id` and `created` of a new card."""
    return secrets.token_urlsafe(8), datetime.now(UTC).isoformat()


class Folders(Generic[Kept]):
    """The things of one kind that one owner keeps below `folder`."""

    def __init__(self, folder: Path, kind: type[Kept]) -> None:
        """`kind` is the dataclass of the cards. Nothing is made until something is kept."""
        self.folder = folder
        self._kind: TypeAdapter[Kept] = TypeAdapter(kind)

    def add(self, card: Kept, fill: Callable[[Path], None]) -> Path:
        """Make the folder of a new thing, let `fill` write into it, and show it; all or nothing.

        Raises `StoreError` when the disk is full or cannot be written to, and whatever `fill` raises.
        """
        place = self.folder / card.id
        try:
            place.mkdir(parents=True)
            fill(place)
            write_json(place / _CARD, vars(card))
        except OSError as error:
            shutil.rmtree(place, ignore_errors=True)
            raise StoreError(
                f"“{card.name}” could not be kept: {error.strerror}.",
                "See that the data folder has room and can be written to.",
            ) from error
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        return place

    def all(self) -> list[Kept]:
        """The cards, newest first."""
        cards = [self._read(path.parent.name) for path in self.folder.glob(f"*/{_CARD}")]
        return sorted((card for card in cards if card is not None), key=lambda card: card.created, reverse=True)

    def get(self, id: str) -> Kept | None:
        """One card, or None: an id comes from an address and may be anything."""
        return next((card for card in self.all() if card.id == id), None)

    def update(self, card: Kept) -> None:
        """Put a changed card in the place of the old one."""
        write_json(self.folder / card.id / _CARD, vars(card))

    def remove(self, id: str) -> None:
        """Remove the thing with all that lies in its folder. Raises `StoreError` when the disk does not let it go."""
        if self.get(id) is None:
            return
        try:
            (self.folder / id / _CARD).unlink()  # the card first: from here on it is not shown
        except OSError as error:
            raise StoreError(
                f"It could not be removed: {error.strerror}.", "See that the data folder can be written to."
            ) from error
        shutil.rmtree(self.folder / id, ignore_errors=True)

    def place(self, id: str) -> Path:
        """The folder of a thing, whether it is there or not."""
        return self.folder / id

    def _read(self, id: str) -> Kept | None:
        try:
            return self._kind.validate_json((self.folder / id / _CARD).read_bytes())
        except (OSError, ValueError):  # a damaged card is none; its folder is left alone
            return None


def write_json(path: Path, value: Any) -> None:
    """Write plain values so that a reader sees the old file or the new one, never half of one."""
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(value), encoding="utf-8")
    fresh.replace(path)


def read_json(path: Path) -> Any:
    """Read what `write_json` wrote. Raises `InputError` for a file that is damaged or gone."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError("What was kept here cannot be read any more.", "Remove it, and load it again.") from error
