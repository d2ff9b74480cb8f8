"""Pinned answers are asked again after their documents changed, and judged; what fails is told and tried later.

How a question is asked is handed in: a run of the graph like any other, in the name of nobody who waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core.errors import AppError, InputError
from core.stores.passages import Scope
from core.systems import Resources
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, MANUAL, stage
from core.systems.knowledge_base.ingest.sharing import as_reader
from core.systems.knowledge_base.living.judging import Corpus, Difference, Label, judge
from core.systems.knowledge_base.living.pins import KeptAnswer, Pin, claims_in, keep_answer, pins_of
from core.systems.knowledge_base.state import Context, State
from core.types import JSON

Ask = Callable[[str, Context], State]
"""Asks a question and returns the state it ends in. Raises `AppError` when the run fails."""

_NO_DOCUMENTS = "no documents"
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True)
class PinsOfOwner:
    """The pins of one owner, and how their questions are asked."""

    lent: Resources
    ask: Ask

    def waiting(self, seen: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
        """Return the ids of pins whose documents changed and are at rest, and the digests of all collections.

        `seen` are the digests of the look before: a collection that changed since is not at rest. Raises `StoreError`.
        """
        pins = pins_of(self.lent.folder).all()
        digests = {one: self._digest(one) for one in {one for pin in pins for one in _collections(pin)}}
        return [pin.id for pin in pins if self._is_due(pin, digests, seen)], digests

    def _is_due(self, pin: Pin, digests: Mapping[str, str], seen: Mapping[str, str]) -> bool:
        asked = _collections(pin)
        at_rest = all(seen.get(one) == digests[one] and not self._at_work(one) for one in asked)
        return (
            at_rest and (pin.digest != _together(digests[one] for one in asked) or bool(pin.trouble)) and _may_try(pin)
        )

    def _at_work(self, collection: str) -> bool:
        reader = as_reader(self.lent, collection)
        card = DOCUMENTS.uploads(reader.folder).get(collection)
        return card is not None and stage(reader.folder, collection) != ""

    def _digest(self, collection: str) -> str:
        """Return the digest of the documents of a collection, or what stands for it where there is none."""
        reader = as_reader(self.lent, collection)
        card = DOCUMENTS.uploads(reader.folder).get(collection)
        if collection != MANUAL and (card is None or not card.ready):
            return _NO_DOCUMENTS
        try:
            return DOCUMENTS.open(reader, collection).card().digest
        except InputError as error:
            return str(error)  # another one as soon as it can be opened

    def check(self, id: str) -> None:
        """Ask a pin again, judge it and keep what came of it. Raises `StoreError` when it cannot be kept."""
        kept = pins_of(self.lent.folder)
        pin = kept.get(id)
        if pin is None:
            return
        try:
            judged = self._judged(pin)
        except AppError as error:
            judged = replace(pin, trouble=error.in_full(), tries=pin.tries + 1, checked=_now())
        latest = kept.get(id)
        if latest and latest.then == pin.then:  # it may have been unpinned, or its new answer taken, meanwhile
            kept.update(judged)

    def _judged(self, pin: Pin) -> Pin:
        digest = _together(self._digest(one) for one in _collections(pin))
        checked = replace(pin, digest=digest, checked=_now(), trouble="", tries=0)
        if digest == _NO_DOCUMENTS:
            return _labelled(checked, "gone", [])
        context = open_context(self.lent, _collections(pin), _scope(pin), **_numbers(pin.settings))
        state = self.ask(pin.name, context)
        answer = keep_answer(state, context.passages)
        if not pin.claims:  # the new answer was taken for the pinned one
            return _labelled(replace(checked, then=answer, claims=claims_in(state, context)), "holds", [])
        answered = not context.engine.offline and bool(state["answer"]["sentences"])
        found = judge(pin.claims, pin.then["given"], Corpus(context.passages, context.embedder), answered)
        return _labelled(checked, found.label, found.differences, answer if found.label != "holds" else None)


def _labelled(pin: Pin, label: Label, differences: list[Difference], now: KeptAnswer | None = None) -> Pin:
    since = pin.since if pin.label == label else pin.checked
    return replace(pin, label=label, differences=differences, now=now, since=since)


def _collections(pin: Pin) -> list[str]:
    also = pin.settings.get("also")
    return [pin.collection, *(map(str, also) if isinstance(also, list) else [])]


def _scope(pin: Pin) -> Scope:
    said = pin.settings.get("scope")
    return Scope.of(said) if isinstance(said, dict) else Scope()


def _together(digests: Iterable[str]) -> str:
    return " ".join(digests)


def _numbers(settings: Mapping[str, JSON]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name in Context.__dataclass_fields__}


def _may_try(pin: Pin) -> bool:
    """Whether the pause after a failure is over: a minute, then twice as long each time, an hour at most."""
    if not pin.trouble:
        return True
    pause = min(_FIRST_PAUSE * 2 ** min(pin.tries - 1, 10), _LONGEST_PAUSE)
    return bool(datetime.now(UTC) - datetime.fromisoformat(pin.checked) >= pause)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
