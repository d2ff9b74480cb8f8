"""Functions that the processes of a cluster, and processes that are about to be killed, can import."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.bulk import Progress, work
from core.errors import StoreError
from core.stores.journal import Failed, Journal


def double(items: list[int]) -> list[int]:
    """The plainest work."""
    return [2 * item for item in items]


def describe(items: list[Any]) -> list[Any]:
    """Results of every kind; 13 cannot be done, 17 says so itself, 19 gives what cannot be kept."""
    if 13 in items:
        raise ValueError("thirteen is unlucky \udcff")
    special = {
        17: Failed("seventeen is refused"),
        19: {1, 9},
        20: None,
        21: float("inf"),
        22: "ä\x00\udcff",
        23: (1, [2.5]),
    }
    return [special.get(item, {"number": item, "third": item / 3}) for item in items]


def follow(items: list[dict[str, Any]]) -> list[int]:
    """Do what the items say, and note each call in the file they name."""
    for item in items:
        with Path(item["log"]).open("a") as log:
            log.write(f"{item['number']}\n")
        if victim := item.get("kills"):
            kill_once(Path(victim))
        if item.get("deadly"):
            os.kill(os.getpid(), signal.SIGKILL)
        if gate := item.get("gate"):
            wait_for(Path(gate).exists)
        if item.get("offline"):
            raise StoreError("The vector store is down.", "Start it.")
    return [2 * item["number"] for item in items]


def kill_once(victim: Path) -> None:
    """Kill the process whose number stands in the file ("me": this one), and take the file away first."""
    try:
        name = victim.read_text()
        victim.unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid() if name == "me" else int(name), signal.SIGKILL)
    time.sleep(0.5)


def wait_for(condition: Callable[[], bool]) -> None:
    """Look every 10 ms until it is so; a minute is too long."""
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def make_items(folder: Path, count: int, **special: dict[int, Any]) -> list[dict[str, Any]]:
    """Items for `follow`; `special` gives some of them, by number, another key."""
    items: list[dict[str, Any]] = [{"number": number, "log": str(folder / "calls.txt")} for number in range(count)]
    for key, values in special.items():
        for number, value in values.items():
            items[number][key] = value
    return items


def main() -> None:
    """Arguments: folder, scheduler or nothing, and after how many items (or where in a transaction) to be killed."""
    folder, scheduler, moment = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    victim = folder / "victim"
    if moment == "in a chunk":
        victim.write_text(str(os.getpid()))
    if moment == "in a transaction":
        connect = sqlite3.connect

        def rigged(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection = connect(*arguments, **options)
            connection.set_trace_callback(lambda sql: die() if "INSERT INTO marks VALUES (30" in sql else None)
            return connection

        sqlite3.connect = rigged  # type: ignore[assignment]

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def watch(progress: Progress) -> None:
        if moment.isdigit() and progress.done >= int(moment):
            die()
        (folder / "progress").write_text(str(progress.done))

    items = make_items(folder, 100, kills={47: str(victim)})
    work(items, follow, Journal(folder / "journal"), chunk=10, scheduler=scheduler or None, on_progress=watch)


if __name__ == "__main__":
    main()
