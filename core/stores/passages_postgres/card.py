"""What a collection in PostgreSQL says of itself: a row that every change writes, and so one change at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.errors import StoreError
from core.stores.passages_kept import combined_digest, now

if TYPE_CHECKING:
    from core.stores.passages_postgres.tables import Connection


class Card(NamedTuple):
    """The number, model and digest of a collection, when it was changed, and its current passages and their words."""

    number: int
    model: str
    digest: str
    changed: str
    passages: int
    words: int


def read_card(connection: Connection, name: str, alone: bool = False) -> Card:
    """Return what the collection says of itself; `alone` keeps other writers of this collection waiting."""
    row = connection.execute(
        "SELECT number, model, digest, changed, passages, words FROM passage_collections"  # noqa: S608 - ours
        f" WHERE name = %s{' FOR UPDATE' if alone else ''}",
        (name,),
    ).fetchone()
    if row is None:
        raise StoreError("This collection is no longer on the server.", "It may have been removed.")
    return Card(*row)


def change_card(
    connection: Connection, card: Card, model: str, ids: Sequence[str], words: int, removed: bool = False
) -> None:
    """Count passages of so many words in, or out."""
    passages = card.passages + (-len(ids) if removed else len(ids))
    connection.execute(
        "UPDATE passage_collections SET model = %s, digest = %s, changed = %s, passages = %s, words = %s"
        " WHERE number = %s",
        (
            model if passages else "",
            combined_digest(card.digest, ids, removed),
            now(),
            passages,
            card.words + (-words if removed else words),
            card.number,
        ),
    )
