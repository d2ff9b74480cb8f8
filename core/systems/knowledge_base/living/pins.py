"""Answers that an owner pinned: what was asked and answered, how it is judged now, and since when.

A pin is kept like everything an owner brings: a folder with a card. What is pinned stays as it was; what is found later
stands beside it, until the analyst takes the new answer for the pinned one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from typing_extensions import TypedDict

from core.errors import InputError
from core.own_data import Lent
from core.stores.passages import Passages
from core.stores.uploads import Kind, Uploads, fresh
from core.systems.knowledge_base.answer.shown import as_it_stands
from core.systems.knowledge_base.ingest.collections import MANUAL
from core.systems.knowledge_base.ingest.sharing import card_to_read
from core.systems.knowledge_base.living.judging import Claim, Corpus, Difference, claims
from core.systems.knowledge_base.state import Context, State
from core.types import JSON

_MOST_PINS = 200


class Line(TypedDict):
    """A sentence of an answer as it stood on the page, and where it rests; `added` is when that document came."""

    text: str
    name: str
    page: int
    added: str


class KeptAnswer(TypedDict):
    """An answer: its sentences, who gave it, when (ISO 8601, UTC), and the digest of the index it was given from."""

    lines: list[Line]
    by: str
    given: str
    digest: str


@dataclass(frozen=True)
class Pin:
    """A pinned answer; `name` is the question as it was understood.

    `now` is what was answered when it was last asked again, where that is another answer, and `label` what it came to:
    "holds", "changed", "gone", or "" before that. `digest` is that of the index it was last judged by. `trouble` says
    why it could not be asked again, and `tries` how often in a row.
    """

    id: str
    name: str
    created: str
    collection: str
    then: KeptAnswer
    claims: list[Claim]
    settings: dict[str, JSON] = field(default_factory=dict)
    label: str = ""
    digest: str = ""
    checked: str = ""
    since: str = ""
    now: KeptAnswer | None = None
    differences: list[Difference] = field(default_factory=list)
    trouble: str = ""
    tries: int = 0


PINS = Kind("pins", Pin)


def pins_of(owner: Path) -> Uploads[Pin]:
    """Return the pins that an owner keeps."""
    return Uploads(owner, PINS)


def owners_with_pins(data: Path) -> list[Path]:
    """Return the folders of all owners who pinned something."""
    return sorted({file.parents[2] for file in data.glob(f"owners/*/{PINS.folder}/*/card.json")})


def pin(owner: Path, collection: str, state: State, settings: Mapping[str, JSON], context: Context) -> Pin:
    """Pin the answer of a turn, which has to have one, and return it. Raises `InputError`, `StoreError`."""
    kept = pins_of(owner)
    if not state["answer"]["sentences"]:
        raise InputError("There is no answer that could be pinned.", "Pin one that the documents give.")
    if len(kept.all()) >= _MOST_PINS:
        raise InputError(f"{_MOST_PINS} answers are pinned already.", "Unpin some first.")
    id, created = fresh()
    answer = keep_answer(state, context.passages)
    made = Pin(
        id, state["original_query"], created, collection, answer, claims_in(state, context), dict(settings),
        label="holds", digest=answer["digest"], checked=answer["given"], since=answer["given"],
    )  # fmt: skip
    kept.add(made, lambda _: None)
    return made


def keep_answer(state: State, passages: Passages) -> KeptAnswer:
    """Return an answer as it is kept: its words as they stand on the page. Raises `StoreError`."""
    documents = state["retrieved_documents"]
    return {
        "lines": [
            {
                "text": as_it_stands(one, documents),
                "name": one["name"],
                "page": one["page"],
                "added": documents[one["number"] - 1].get("added", ""),
            }
            for one in state["answer"]["sentences"]
        ],
        "by": state["answer"]["answered_by"],
        "given": datetime.now(UTC).isoformat(timespec="seconds"),
        "digest": passages.card().digest,
    }


def claims_in(state: State, context: Context) -> list[Claim]:
    """Return what the documents say that an answer rests on. Raises `StoreError`."""
    return claims(_rests_on(state), Corpus(context.passages, context.embedder))


def _rests_on(state: State) -> Iterator[tuple[int, str, str, int, str]]:
    for line, sentence in enumerate(state["answer"]["sentences"]):
        for place in [sentence, *sentence["also"]] if not sentence["quoted"] else [sentence]:
            document = state["retrieved_documents"][place["number"] - 1]
            start, end = place["start"] - document["start"], place["end"] - document["start"]
            words = document["text"][start:end]
            yield line, words or sentence["text"], place["name"], place["page"], document.get("added", "")


def take_new_answer(owner: Path, id: str) -> None:
    """Let the answer of now be the pinned one; it is judged anew at once. Raises `StoreError`."""
    kept = pins_of(owner)
    found = kept.get(id)
    if found and found.now:
        kept.update(replace(found, then=found.now, claims=[], now=None, differences=[], label="", digest=""))


def ask_again(owner: Path, id: str) -> None:
    """Have a pin asked again soon, whether the documents changed or not. Raises `StoreError`."""
    kept = pins_of(owner)
    if found := kept.get(id):
        kept.update(replace(found, digest="", trouble="", tries=0))


def name_of(lent: Lent, collection: str) -> str:
    """Return what the collection of a pin is called; "" for one that is not there any more."""
    card = card_to_read(lent, collection)
    return "The manual of Glassbox" if collection == MANUAL else card.name if card else ""
