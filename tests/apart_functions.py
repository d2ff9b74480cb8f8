"""Functions for processes apart to call, good and bad; with few imports, for each process makes them anew."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from core.errors import AppError, NotAllowed
from core.isolation import MB


def give_back(value: Any) -> Any:
    return value


def refuse(kind: str) -> None:
    raise {"NotAllowed": NotAllowed, "own": OwnError}[kind]("That is not right.", "Do it otherwise.")


class OwnError(AppError):
    """One that the server does not know."""


def print_and_give() -> str:
    print("noise", file=sys.stdout)
    os.write(1, b"more noise")
    return "the answer"


def fill_memory() -> int:
    return len(b"x" * (4 * 1024 * MB))


def give_much(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


def work_on() -> None:
    while True:
        pass


def sleep_on(notes: str) -> None:
    """Write down who sleeps: this process and one that it started."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(notes).write_text(f"{os.getpid()} {other.pid}")
    time.sleep(600)


def crash() -> None:
    ctypes.string_at(0)


def fail() -> None:
    raise LookupError("a fault of ours")


def environment() -> dict[str, str]:
    return dict(os.environ)


def open_files() -> list[str]:
    return [str(file.resolve()) for file in Path("/proc/self/fd").iterdir() if int(file.name) > 2]


def write_file(path: str, size: int) -> int:
    return Path(path).write_bytes(b"x" * size)


def start_another() -> int:
    try:
        return os.fork()
    except OSError:
        return -1


def nest(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def recurse() -> None:
    recurse()


def wait_for(folder: str) -> int:
    """Count how many wait at the same time."""
    mine = Path(folder, str(os.getpid()))
    mine.touch()
    time.sleep(0.3)
    there = len(list(Path(folder).iterdir()))
    mine.unlink()
    return there


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
