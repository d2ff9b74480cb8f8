"""Work on what strangers bring, done in a process of its own: with limits, without secrets, gone when it is done.

A file can make its reader fill the memory, run without end or crash. `run_apart` calls a function in a fresh
interpreter that may take so much memory and time and no more, and that knows no setting of this process. What it gives
comes back as plain values, never as objects, and only as much of them as has room here. Limits of memory and of
processor time are those of POSIX; elsewhere the limit of time by the clock holds alone.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, dataclass
from typing import IO, Any, Final

import ormsgpack

from core import errors
from core.errors import AppError, InputError, StoreError

MB: Final = 1024**2
MOST_AT_ONCE = 2  # processes: what they may take together is what a server has to have beside its own
_LONGEST_QUEUE = 300.0  # seconds that one may wait for its turn
_KEPT_OF_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
_PROGRAM = "from core.isolation import _serve; _serve()"
_SHOWN = 2_000  # characters of what a process that broke down has to say, for the log
_log = logging.getLogger(__name__)
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)


@dataclass(frozen=True)
class Limits:
    """What the process may take: bytes of memory, seconds of processor time, and bytes of memory here for its answer.

    By the clock it may take twice as many seconds and ten, for others may be at work on the same machine.
    """

    memory: int = 2048 * MB
    seconds: float = 15.0
    answer: int = 100 * MB

    @property
    def by_the_clock(self) -> float:
        """Return the seconds after which the process is ended whatever it does."""
        return 2 * self.seconds + 10


USUAL: Final = Limits()


def run_apart(what: str, function: Callable[..., Any], *arguments: Any, limits: Limits = USUAL) -> Any:
    """Call a function of a module in a process of its own, and return what it returns.

    Arguments and answer are plain values: None, bool, int, float, str, bytes, lists and dicts by str; a tuple arrives
    as a list. `what` is the name of the file, for the words of errors. Raises the `AppError` that the function raises,
    `InputError` when it goes beyond a limit or breaks down, `StoreError` when this machine cannot start a process.
    """
    if not _turns.acquire(timeout=_LONGEST_QUEUE):
        raise StoreError("Too many files are being read at once.", "Try again in a few minutes.")
    try:
        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as said:
            task = [function.__module__, function.__qualname__, list(arguments), list(astuple(limits))]
            asked.write(ormsgpack.packb(task))
            asked.seek(0)
            status = _run(what, (asked, answer, said), limits)
            return _taken(what, status, answer, said, limits)
    except (OSError, MemoryError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no memory left"
        raise StoreError(
            f"The server cannot read files now: {reason}.", "Try again in a while, and tell those who run it."
        ) from error
    finally:
        _turns.release()


def _run(what: str, files: tuple[IO[bytes], IO[bytes], IO[bytes]], limits: Limits) -> int:
    """Start the process and wait for its end, or end it; its exit status."""
    asked, answer, said = files
    process = subprocess.Popen(
        [sys.executable, "-s", "-P", "-c", _PROGRAM],
        stdin=asked,
        stdout=answer,
        stderr=said,
        env=_environment(),
        start_new_session=True,  # a group of its own, which is ended as a whole
    )
    try:
        return process.wait(limits.by_the_clock)
    except subprocess.TimeoutExpired:
        raise _too_long(what, limits) from None
    finally:
        if process.poll() is None:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # it came to its end meanwhile
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _environment() -> dict[str, str]:
    """Return what the process needs to find its modules, and nothing that is secret."""
    kept = {name: value for name in _KEPT_OF_ENVIRONMENT if (value := os.environ.get(name)) is not None}
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # each would take address space
    return {**kept, **one_thread, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}


def _taken(what: str, status: int, answer: IO[bytes], said: IO[bytes], limits: Limits) -> Any:
    """Return the value of an answer, or raise what it says instead."""
    size = answer.seek(0, os.SEEK_END)
    if status == 0 and 0 < size <= limits.answer:
        answer.seek(0)
        told = ormsgpack.unpackb(answer.read())
        if told["is"] == "value":
            return told["value"]
        raise _refused(what, told)
    if sys.platform != "win32" and status == -signal.SIGXCPU:
        raise _too_long(what, limits)
    said.seek(0)
    _log.warning("The reader of %r broke down (%d): %s", what, status, said.read()[-_SHOWN:].decode(errors="replace"))
    raise InputError(f"{what} cannot be read: its reader broke down over it.", "It may be damaged. Save it again.")


def _refused(what: str, told: dict[str, str]) -> AppError:
    if told["is"] == "memory":
        return InputError(f"{what} needs more memory to read than a file may.", "Split it into several files.")
    if told["is"] == "depth":
        return InputError(f"{what} is nested too deeply to be read.", "Save it again in a plainer form.")
    if told["is"] == "size":
        return InputError(f"{what} holds more than can be taken at once.", "Split it into several files.")
    if told["is"] == "no value":
        return InputError(f"{what} holds numbers or signs that cannot be kept.", "Save it again in a plainer form.")
    kind = getattr(errors, told["is"], InputError)
    if not (isinstance(kind, type) and issubclass(kind, AppError)):
        kind = InputError
    error: AppError = kind(told["message"], told["advice"])
    return error


def _too_long(what: str, limits: Limits) -> InputError:
    return InputError(
        f"{what} takes longer than {limits.seconds:.0f} seconds to read.",
        "Split it, or save it anew in a plainer form.",
    )


# --- in the process of its own ----------------------------------------------------------------------------------------


def _serve() -> None:
    """Do what the input asks for, and write the answer to what was the output when the process began."""
    gc.disable()  # it looks through everything again and again, and there is no later
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    module, name, arguments, limits = ormsgpack.unpackb(sys.stdin.buffer.read())
    bounds = Limits(*limits)
    _limit(bounds)
    told = _told(module, name, arguments, bounds.answer)
    with answer:
        answer.write(told)


def _told(module: str, name: str, arguments: list[Any], most: int) -> bytes:
    try:
        function: Any = importlib.import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
        value = function(*arguments)
        told = {"is": "value", "value": value} if _memory_of(value, most) <= most else {"is": "size"}
        return ormsgpack.packb(told)
    except AppError as error:
        return ormsgpack.packb({"is": type(error).__name__, "message": str(error), "advice": error.advice})
    except MemoryError:
        pass  # what was made is given free before there is an answer
    except ormsgpack.MsgpackEncodeError:
        return ormsgpack.packb({"is": "no value"})
    except RecursionError:
        return ormsgpack.packb({"is": "depth"})
    return ormsgpack.packb({"is": "memory"})


def _limit(limits: Limits) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    seconds = max(round(limits.seconds), 1)
    os.nice(10)  # pages come first
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),  # it starts no other; root is not bound by this
        (resource.RLIMIT_FSIZE, limits.answer + MB),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, limits.memory),
    ):
        hard = most + 2 if kind == resource.RLIMIT_CPU else most
        try:
            resource.setrlimit(kind, (most, hard))
        except (OSError, ValueError):  # a system that does not know this limit, or whose own is lower
            continue


def _memory_of(value: object, most: int) -> int:
    """Return the bytes that a plain value takes in memory, counted no further than beyond `most`."""
    total, left = 0, [value]
    while left and total <= most:
        item = left.pop()
        total += sys.getsizeof(item)
        if isinstance(item, dict):
            left += item
            left += item.values()
        elif isinstance(item, list | tuple):
            left += item
    return total
