"""A server to race against: run as a program, it does with a thread what it is told, at the moment it is told.

`python -m tests.racing FOLDER ADDRESS SECONDS` reads a line of JSON a command and writes a line of JSON an answer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from core.errors import AppError, Busy
from core.installation import Installation
from core.session import GraphSession
from core.settings import Settings
from core.stores import leases
from core.stores.leases import LENGTH
from tests.tiny_system import CHAT, new_house, open_tiny

ROOT = Path(__file__).parents[1]
NEVER = 120.0  # seconds: longer than any test waits
_AHEAD = 0.004  # seconds from now at which two who are told now begin


def house_at(settings: Settings) -> Installation:
    """One more server on the same store, in this process."""
    return new_house(settings.data, database_url=settings.database_url)


class Server:
    """Another process on the same store, which can be told, waited for, killed and paused."""

    def __init__(self, settings: Settings, length: float = LENGTH) -> None:
        """Start it; its leases last for `length` seconds. The first command waits until it is there."""
        self._ready = False
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.racing", str(settings.data), settings.database_url, str(length)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"},
        )

    def tell(self, do: str, thread: str = "", text: str = "", at: float = 0.0, **more: Any) -> None:
        """Send a command; `at` is when to begin, by the clock that all processes of a machine share."""
        if not self._ready:
            self._ready = self.answer() == {"told": "ready"}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do, "thread": thread, "text": text, "at": at, **more}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """Wait for the answer to the oldest command that has none."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server is gone"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def do(self, do: str, thread: str = "", text: str = "", **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.tell(do, thread, text, **more)
        return self.answer()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()


def race(one: Server, other: Server, first: dict[str, Any], second: dict[str, Any]) -> list[dict[str, Any]]:
    """Let two servers do something at the same moment; what each was told."""
    for server in (one, other):
        server.do("look")
    at = time.monotonic() + _AHEAD
    one.tell(**first, at=at)
    other.tell(**second, at=at)
    return [one.answer(), other.answer()]


def asked(session: GraphSession) -> list[str]:
    """What was asked in a conversation, each time that it was answered."""
    return [message["content"] for message in session.state.get("messages", []) if message["role"] == "user"]


def _session(house: Installation, command: dict[str, Any]) -> GraphSession:
    gate = threading.Event()
    timer = threading.Timer(command.get("slow", 0.0), gate.set)
    timer.daemon = True
    timer.start()
    session = open_tiny(house, system=CHAT, gate=gate, ask_back=command.get("ask_back", False))
    if command["thread"]:
        session.open(command["thread"])
        session.wait(0)
        assert session.settings  # read, with the state: as a page that was drawn before its button is pressed
        assert session.state
    return session


def _act(session: GraphSession, command: dict[str, Any]) -> str:
    text = command["text"]
    actions: dict[str, Any] = {
        "start": lambda: session.start(text),
        "resume": lambda: session.resume({"colour": text}),
        "carry_on": session.carry_on,
        "ask_again": session.ask_again,
        "ask_from": lambda: session.ask_from(1, text),
        "forget": lambda: session.forget() or True,
        "rename": lambda: session.rename(text) or True,
        "say": lambda: session.say(text, True) or True,
    }
    return "nothing" if actions[command["do"]]() is None else "done"


def _serve(house: Installation) -> None:
    sessions: dict[str, GraphSession] = {}
    for line in sys.stdin:
        command = json.loads(line)
        if command["do"] == "look":
            print(json.dumps({"told": "here"}), flush=True)
            continue
        if command["do"] == "wait":
            session = sessions[command["thread"]]
            session.wait(60)
            print(json.dumps({"told": session.run.status if session.run else "no run"}), flush=True)
            continue
        told, words, thread = "", "", ""
        try:
            session = _session(house, command)
            while (left := command["at"] - time.monotonic()) > 0:
                time.sleep(left / 2)
            told = _act(session, command)
            thread = session.thread or ""
            sessions[thread] = session
        except Busy as busy:
            told, words = "busy", busy.in_full()
        except AppError as error:
            told, words = "refused", error.in_full()
        print(json.dumps({"told": told, "words": words, "thread": thread}), flush=True)


if __name__ == "__main__":
    with_server = Settings(data=Path(sys.argv[1]), database_url=sys.argv[2])
    leases.LENGTH = float(sys.argv[3])
    opened = house_at(with_server)
    opened.checkpoints.check()
    print(json.dumps({"told": "ready"}), flush=True)
    _serve(opened)
