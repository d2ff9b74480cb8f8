"""What the panel of the knowledge base calls a passage, and what it knows of one that the state names only by id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.stores.passages import Passages
from core.systems.knowledge_base.state import Citation, CitedSentence, Retrieved, State

SOURCES = {"vectors": "Meaning", "text": "Words"}
GONE = "no longer in the collection"


class Described(NamedTuple):
    """A passage in words: where it stands, and its text."""

    title: str
    text: str


def title_of(name: str, headings: Sequence[str], page: int) -> str:
    """Say where a passage stands: “manual.pdf › Speed, page 3”; of its headings the nearest."""
    return " › ".join([name, *headings[-1:]]) + (f", page {page}" if page else "")


def title_of_retrieved(document: Retrieved) -> str:
    """Do as `title_of`, for a passage of the state."""
    return title_of(document["name"], document["headings"], document["page"])


def describe(passages: Passages, ids: Iterable[str], state: State) -> dict[str, Described]:
    """Look up title and text of each of these passages; nothing is searched. Raises `StoreError`.

    Of a passage that was removed since the question the state may still know what was read.
    """
    wanted = list(dict.fromkeys(ids))
    names = {document.id: document.name for document in passages.documents()}
    known = {
        document["id"]: Described(f"{title_of_retrieved(document)}, removed since", document["text"])
        for attempt in state["attempts"]
        for document in attempt["documents"]
    }
    known |= {
        one.id: Described(title_of(names.get(one.document, "?"), one.headings, one.page), one.text)
        for one in passages.get(wanted)
    }
    return {id: known.get(id, Described(GONE, "")) for id in wanted}


def rests_on(state: State) -> dict[str, list[int]]:
    """List for each passage that an answer cites which of its sentences rest on it, counted from 1."""
    cited: dict[str, list[int]] = {}
    for number, sentence in enumerate(state["answer"]["sentences"], start=1):
        for citation in citations_of(sentence):
            cited.setdefault(citation["passage"], []).append(number)
    return cited


def citations_of(sentence: CitedSentence) -> list[Citation]:
    """List all places that a sentence of an answer rests on, the first one first."""
    return [sentence, *sentence["also"]]
