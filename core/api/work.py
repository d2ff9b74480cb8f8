"""Work for programs: in its turn, without holding a thread while it waits, stopped when nobody waits any more.

A page's files are served by the threads of the web server, which waiting programs must not hold: what blocks runs in
threads of its own, and a run is waited for by looking at it now and then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypedDict, TypeVar

from starlette.requests import Request

from core.api.admission import Admission, Pace, Place
from core.api.bodies import Refusal
from core.codec import to_state
from core.installation import NOBODY, PROGRAMS, Installation
from core.session import GraphSession
from core.systems import Resources
from core.types import JSON, Question

OWNER = PROGRAMS
RUNS = "/api/runs"
KEPT = timedelta(days=1)
"""How long the answer of a run is kept whose program did not wait for it."""
TOO_LONG = 504
_LATE = "late"  # among the settings of a thread
_LOOKS = 2  # requests at once that start no run
_BODIES = 4  # documents at once that are on their way, each of which is in memory
_PAUSE = 0.02  # seconds between two looks at a run
_Result = TypeVar("_Result")
Keep = Literal["no", "when answered", "always"]
"""Whether the thread of a run is to be found again: by nobody, by who got its answer, by who had it before."""


class Origin(TypedDict):
    """Who gave an answer, and whether the rules took over from a model that failed."""

    answered_by: list[str]
    model_failed: bool


@dataclass(frozen=True)
class Answered:
    """What a run on a thread came to: the answer as plain values, who gave it, and the question that is open.

    `settings` are those that the thread began with.
    """

    thread: str
    settings: dict[str, JSON]
    answer: dict[str, object]
    origin: Origin
    question: Question | None

    @property
    def open(self) -> dict[str, object]:
        """The question that is open, with its fields, where one is."""
        return {"question": to_state(self.question)} if self.question else {}


@dataclass
class Desk:
    """What the API of one server works with: places for runs, for looking something up, for documents that come and
    for putting them into a collection."""

    house: Installation
    admission: Admission
    looks: Admission
    bodies: Admission
    bringing: Admission
    pace: Pace
    threads: ThreadPoolExecutor

    @classmethod
    def of(cls, house: Installation) -> Desk:
        """Return one as the settings want it."""
        settings = house.settings
        return cls(
            house,
            Admission(settings.api_concurrency),
            Admission(_LOOKS),
            Admission(_BODIES),
            Admission(1),  # reading and embedding fill the processor: two at once would take twice as long each
            Pace(settings.api_per_minute),
            ThreadPoolExecutor(settings.api_concurrency + _LOOKS + 1, thread_name_prefix="api"),
        )

    async def apart(self, function: Callable[[], _Result]) -> _Result:
        """Call what blocks in a thread of the API's own."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, function)


def desk(request: Request) -> Desk:
    """Return the desk that the gate put beside this request."""
    found: Desk = request.scope["desk"]
    return found


async def in_turn(request: Request, function: Callable[[], _Result], among: Admission | None = None) -> _Result:
    """Call what looks something up or takes it away, when its turn comes: not behind runs, which it may be about.

    `among` are the others that it waits for, by default those that look something up. Raises `Refusal` 429 when it is
    busy here, 504 after the deadline: what was begun goes on then, and keeps its place until its end.
    """
    at = desk(request)
    left = at.house.settings.api_deadline
    began = time.monotonic()
    place = await (among or at.looks).enter(left)

    def then_leave() -> _Result:
        try:
            return function()
        finally:
            place.leave()

    try:
        async with asyncio.timeout(left - (time.monotonic() - began)):
            return await asyncio.shield(asyncio.ensure_future(at.apart(then_leave)))
    except TimeoutError:
        raise Refusal(TOO_LONG, "This took too long.") from None


async def answer_in_turn(request: Request, begin: Callable[[], GraphSession], keep: Keep = "no") -> Answered:
    """Let `begin` start a run when its turn comes, and wait for its end.

    A model that fails gives way to the rules. Raises `Refusal`: 429 when it is busy here; 500 with what went wrong; 504
    after the deadline, with the id by which the run, which goes on, can be asked for later. `ClientLeft` when the
    program leaves: then the run is stopped.
    """
    at = desk(request)
    deadline = time.monotonic() + at.house.settings.api_deadline
    left = asyncio.ensure_future(_left(request))
    try:
        place = await _first(asyncio.ensure_future(at.admission.enter(deadline - time.monotonic())), left)
        work = _Work(at, begin, place, keep)
        task = asyncio.ensure_future(work.to_its_end())
        _unfinished.add(task)
        task.add_done_callback(_tell_the_end)
        awaited: list[asyncio.Future[Any]] = [task, left]
        await asyncio.wait(awaited, timeout=deadline - time.monotonic(), return_when=asyncio.FIRST_COMPLETED)
        if left.done() and not task.done():
            work.is_unwanted()
            raise ClientLeft
        if not task.done() and not work.ending:
            raise await work.is_late()
        return await task
    finally:
        left.cancel()


class ClientLeft(Exception):
    """Nobody waits for the answer any more."""


_unfinished: set[asyncio.Task[Answered]] = set()  # the event loop itself holds tasks weakly


def _tell_the_end(task: asyncio.Task[Answered]) -> None:
    _unfinished.discard(task)
    if not task.cancelled():
        task.exception()  # seen: what went wrong is told by the request, or kept beside the run


async def _left(request: Request) -> None:
    """Return when the client leaves; its request must have been read to the end."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _first(entering: asyncio.Future[Place], left: asyncio.Future[None]) -> Place:
    """Wait for a place as long as the client waits."""
    awaited: list[asyncio.Future[Any]] = [entering, left]
    try:
        await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        if entering.done():
            return entering.result()
        raise ClientLeft
    finally:
        entering.cancel()


@dataclass
class _Work:
    """A run on behalf of a program."""

    at: Desk
    begin: Callable[[], GraphSession]
    place: Place
    keep: Keep
    session: GraphSession | None = None
    unwanted: bool = False
    late: bool = False
    ending: bool = False

    async def to_its_end(self) -> Answered:
        """Run to the end; then give the place back, and forget what nobody is to find again."""
        try:
            session = self.session = await self.at.apart(self.begin)
            await self._see_the_end(session)
            if session.failure and session.failure.from_model and not self.unwanted:
                await self.at.apart(lambda: session.carry_on(offline=True))
                await self._see_the_end(session)
            return await self.at.apart(lambda: collect(session))
        finally:
            self.ending = True
            self.place.leave()
            if self.session and not self._is_kept:
                await self.at.apart(self.session.forget)

    @property
    def _is_kept(self) -> bool:
        return self.late or self.keep == "always" or (self.keep == "when answered" and not self.unwanted)

    async def _see_the_end(self, session: GraphSession) -> None:
        if self.unwanted:
            session.stop()
        while session.running:
            await asyncio.sleep(_PAUSE)
        await self.at.apart(session.wait)

    def is_unwanted(self) -> None:
        """Stop before the next node: the program has left."""
        self.unwanted = True
        if self.session:
            self.session.stop()

    async def is_late(self) -> Refusal:
        """Keep the run until its program asks for it, and say where."""
        words = f"The answer is not there after {self.at.house.settings.api_deadline:g} seconds."
        if self.session is None or self.session.thread is None:
            self.unwanted = True
            return Refusal(504, words)
        self.late = True
        id = self.session.thread
        await self.at.apart(lambda: _keep_for_later(self.at.house, id))
        where = f"{RUNS}/{id}"
        return Refusal(504, f"{words} Ask for it at {where}.", headers={"location": where}, run=id)


def lent_to_programs(house: Installation) -> Resources:
    """Lend with what whoever works at this machine brought, or with what programs brought where people sign in."""
    return house.resources(OWNER if house.settings.sign_in else NOBODY, house.engine())


def _keep_for_later(house: Installation, id: str) -> None:
    """Mark a run as late, and forget those that were late long ago."""
    house.threads.update(id, settings=lambda kept: {**kept, _LATE: True})
    latest = (datetime.now(UTC) - KEPT).isoformat()
    for old in house.threads.of(OWNER, limit=1_000):
        if old.settings.get(_LATE) and old.updated < latest:
            forget(house, old.id)


def forget(house: Installation, id: str) -> None:
    """Delete a run, or a conversation; one at work is stopped."""
    house.runs.forget(id)
    house.threads.forget(id)


def collect(session: GraphSession) -> Answered:
    """Return what a run came to that is no longer at work. Raises `Refusal` 500 for one that failed."""
    if session.failure:
        raise Refusal(500, session.failure.message)
    steps = session.steps_of(session.requests)
    engines = list(dict.fromkeys(asked.engine for step in steps for asked in step.asked))
    question = session.question
    # What the state of a chat holds while a question is open is the answer of the turn before.
    stale = question if session.system.remembers else None
    answer: dict[str, object] = {"response": stale.text} if stale else session.system.answer(session.state)
    return Answered(
        session.thread or "",
        session.settings,
        answer,
        {"answered_by": engines, "model_failed": any(step.error for step in steps)},
        question,
    )
