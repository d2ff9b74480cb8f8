"""What goes on by itself while the server runs: watched folders are looked at, and pinned answers are kept true.

Two threads, because a model may think for minutes and a folder is looked at every two seconds. Of several servers on
one data folder one watches a folder, and one asks a pin again: whoever has its lease.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from core.errors import AppError, Busy, ModelError
from core.installation import NOBODY, Installation
from core.llm.engine import Engine, OfflineEngine
from core.stores.leases import Lease
from core.systems import Resources
from core.systems.knowledge_base import SYSTEM
from core.systems.knowledge_base.ingest.sharing import is_shared, share, stop_sharing
from core.systems.knowledge_base.living.folders import Watched, owners_who_watch, watch_folder, watched_by
from core.systems.knowledge_base.living.keeping_true import PinsOfOwner
from core.systems.knowledge_base.living.pins import owners_with_pins
from core.systems.knowledge_base.living.watch import Watcher
from core.systems.knowledge_base.state import Context, State

log = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between two looks at the folders, and at the collections of pins."""

_OWNER = "upkeep"  # of the runs in which pins are asked again; each is forgotten
_SHARE = 2.0  # a pause is so many times as long as a folder was looked through, such as a slow share
_CLOSING = 5.0  # seconds


class Upkeep:
    """The threads of one process. Nothing that goes wrong ends them: it is told on the page, or logged."""

    def __init__(self, house: Callable[[], Installation]) -> None:
        """`house` gives the installation, or raises `SettingsError`, which the page tells."""
        self._house = house
        self._ended = threading.Event()
        self._watchers: dict[tuple[Path, str], tuple[Watcher, Lease]] = {}
        self._digests: dict[Path, dict[str, str]] = {}
        self._threads = [
            threading.Thread(target=self._go_on, args=(round,), name=name, daemon=True)
            for name, round in (("watched-folders", self.look_at_folders), ("pinned-answers", self.keep_pins_true))
        ]

    def start(self) -> None:
        """Begin, beside everything else."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End after what is in hand, and let other servers go on at once."""
        self._ended.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(_CLOSING)
        for key in list(self._watchers):
            self._give_up(key)

    def _go_on(self, round: Callable[[], float]) -> None:
        """Do a round again and again, each after the pause that the one before it wants."""
        pause, told = PAUSE, ""
        while not self._ended.wait(pause):
            pause = PAUSE
            try:
                pause = round()
                told = ""
            except AppError as error:
                if str(error) != told:  # once, though it is tried again and again
                    log.warning("%s: %s", threading.current_thread().name, error)
                told = str(error)
            except Exception:  # the border of a thread that nobody starts again
                log.exception("%s", threading.current_thread().name)

    # --- folders ------------------------------------------------------------------------------------------------------

    def look_at_folders(self) -> float:
        """Look at every watched folder once; return after how many seconds to look again. Raises `AppError`."""
        house = self._house()
        self._watch_settings(house)
        found: dict[tuple[Path, str], str] = {
            (owner, collection): watched.folder
            for owner in owners_who_watch(house.settings.data)
            for collection, watched in watched_by(owner)
        }
        for key in self._watchers.keys() - found.keys():
            self._give_up(key)
        more, pause = False, PAUSE
        for key, folder in found.items():
            if self._ended.is_set():
                break
            if watcher := self._watcher(house, key, Path(folder)):
                more |= watcher.look()
                pause = max(pause, _SHARE * watcher.seconds)
        return 0.0 if more else pause

    def _watch_settings(self, house: Installation) -> None:
        """Make a collection of each folder that the settings name, where there is none yet.

        Where people sign in it is the installation's, and everybody reads it as long as the settings name it.
        """
        owner, data = house.folder_of(NOBODY), house.settings.data
        named = [os.path.abspath(folder) for folder in house.settings.watch_folders]
        known = {watched.folder for _, watched in watched_by(owner) if watched.by == "settings"}
        for folder in named:
            if folder not in known:
                watch_folder(owner, Path(folder), "settings", data)
        if house.settings.sign_in:
            for collection, watched in watched_by(owner):
                _share_named(owner, collection, watched, named)

    def _watcher(self, house: Installation, key: tuple[Path, str], folder: Path) -> Watcher | None:
        """Return who watches a folder; None while another server does."""
        watcher, lease = self._watchers.get(key, (None, None))
        if lease and lease.lost:
            self._give_up(key)
            watcher = None
        if watcher is None:
            with suppress(Busy):
                taken = house.threads.leases.take(f"watched folder {key[1]}")
                watcher = Watcher(_lent(house, key[0], OfflineEngine()), key[1], folder)
                self._watchers[key] = (watcher, taken)
        return watcher

    def _give_up(self, key: tuple[Path, str]) -> None:
        _, lease = self._watchers.pop(key)
        with suppress(AppError):  # it runs out by itself
            self._house().threads.leases.release(lease)

    # --- pins ---------------------------------------------------------------------------------------------------------

    def keep_pins_true(self) -> float:
        """Ask again the first pin whose documents changed; return after how many seconds to look again.

        Raises `AppError`.
        """
        house = self._house()
        for owner in owners_with_pins(house.settings.data):
            pins = PinsOfOwner(_lent(house, owner, house.engine()), lambda question, at: ask(house, question, at))
            waiting, self._digests[owner] = pins.waiting(self._digests.get(owner, {}))
            for id in waiting:
                with suppress(Busy):
                    lease = house.threads.leases.take(f"pin {id}")
                    try:
                        pins.check(id)
                    finally:
                        house.threads.leases.release(lease)
                    return 0.0
        return PAUSE


def ask(house: Installation, question: str, context: Context) -> State:
    """Ask the documents in a run that is forgotten. Raises `AppError` with what went wrong, or what is asked back."""
    session = house.open_session(SYSTEM, {}, context, _OWNER)
    try:
        session.start(question)
        session.wait()
        if failure := session.failure:
            raise (ModelError if failure.from_model else AppError)(failure.message, failure.advice)
        if asked := session.question:
            raise AppError(f"The question is asked back: {asked.text}", "Pin the answer to a question that says all.")
        if session.unfinished:
            raise AppError("The run did not come to its end.")
        return session.state
    finally:
        session.forget()


def _share_named(owner: Path, collection: str, watched: Watched, named: Collection[str]) -> None:
    """Let everybody read the collection of a folder that the settings name, and of one they name no more nobody."""
    is_named = watched.by == "settings" and watched.folder in named
    if is_named != is_shared(owner, collection):
        share(owner, collection, None) if is_named else stop_sharing(owner, collection)


def _lent(house: Installation, owner: Path, engine: Engine) -> Resources:
    return Resources(engine, house.embedder, owner, house.settings, house.claim_model, house.own_model)
