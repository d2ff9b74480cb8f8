"""Whatever a model's service sends, however slowly and to whatever place: it ends, stays small and stays here."""

from __future__ import annotations

import gzip
import itertools
import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from core.llm import line
from core.llm.choice import choose_engine
from core.llm.model import ModelEngine, ModelError
from core.llm.task import task

GOOD = json.dumps(
    {"candidates": [{"content": {"parts": [{"text": "Bread."}], "role": "model"}, "finishReason": "STOP"}]}
).encode()


@task("Tell about $request.")
def tell(request: str) -> str:
    """Repeat the question."""
    return request


def ask(engine: ModelEngine) -> str:
    return engine.ask(tell, request="bread")


def write(engine: ModelEngine) -> str:
    return engine.write(tell, request="bread")


EVERY_WAY = pytest.mark.parametrize("call", [ask, write])
Call = Callable[[ModelEngine], str]


@pytest.fixture(autouse=True)
def straight_to_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


class Service:
    """A service that sends bytes as they are given, in parts, until its client has gone."""

    def __init__(self, parts: Callable[[], Iterable[bytes]]) -> None:
        service = self
        self.asked: list[bytes] = []
        self.sent = 0

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                service.asked.append(self.request.recv(65_536))
                for part in parts():
                    try:
                        self.request.sendall(part)
                    except OSError:  # the client has hung up, as it should
                        return
                    service.sent += len(part)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def service(parts: Callable[[], Iterable[bytes]]) -> Iterator[Service]:
    opened = Service(parts)
    thread = threading.Thread(target=opened.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield opened
    finally:
        opened.server.shutdown()
        opened.server.server_close()
        thread.join()


def engine_at(address: str, seconds: float = 30.0) -> ModelEngine:
    engine = choose_engine("google_genai:gemini-flash-latest", "a-key-for-one", address, seconds)
    assert isinstance(engine, ModelEngine)
    return engine


def head(*lines: str, status: str = "200 OK") -> bytes:
    return "\r\n".join((f"HTTP/1.1 {status}", "Content-Type: application/json", *lines, "", "")).encode()


def drops(first: bytes, drop: bytes) -> Iterator[bytes]:
    yield first
    for _ in range(600):
        time.sleep(0.05)
        yield drop


@pytest.mark.slow
@EVERY_WAY
@pytest.mark.parametrize(
    ("first", "drop"),
    [(head(), b" "), (head("Transfer-Encoding: chunked"), b"1\r\n \r\n"), (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n")],
    ids=["body", "chunks", "headers"],
)
def test_an_answer_that_comes_drop_by_drop_is_given_up(call: Call, first: bytes, drop: bytes) -> None:
    with service(lambda: drops(first, drop)) as slow, pytest.raises(ModelError):
        call(engine_at(slow.address, seconds=0.3))
    assert slow.sent < 1_000  # of the 30 seconds that it would have gone on


@EVERY_WAY
def test_an_answer_without_end_is_read_up_to_its_limit(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "LARGEST_ANSWER", 500_000)
    chunk = b"10000\r\n" + b"a" * 65_536 + b"\r\n"
    parts = lambda: itertools.chain([head("Transfer-Encoding: chunked")], itertools.repeat(chunk))  # noqa: E731
    with service(parts) as endless, pytest.raises(ModelError):
        call(engine_at(endless.address))
    assert endless.sent < 30 * 500_000  # what lay in the buffers of the line


@EVERY_WAY
def test_a_packed_answer_is_not_unpacked(call: Call) -> None:
    bomb = gzip.compress(b" " * 2_000_000)
    parts = lambda: [head("Content-Encoding: gzip", f"Content-Length: {len(bomb)}"), bomb]  # noqa: E731
    with service(parts) as packed, pytest.raises(ModelError, match="sent something that is no answer"):
        call(engine_at(packed.address))
    assert b"accept-encoding: identity" in packed.asked[0].lower()


@EVERY_WAY
@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
def test_neither_question_nor_key_goes_where_the_service_sends_them(call: Call, status: str) -> None:
    with service(lambda: [head("Content-Length: 0")]) as elsewhere:
        parts = lambda: [head(f"Location: {elsewhere.address}/", "Content-Length: 0", status=status)]  # noqa: E731
        with service(parts) as leading, pytest.raises(ModelError, match="sends the question elsewhere"):
            call(engine_at(leading.address))
    assert len(leading.asked) == 1
    assert elsewhere.asked == []


def test_a_good_answer_passes_and_its_time_is_called_off() -> None:
    def timers() -> set[Any]:
        return {thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)}

    before = timers()
    parts = lambda: [head(f"Content-Length: {len(GOOD)}"), GOOD]  # noqa: E731
    with service(parts) as good:
        assert ask(engine_at(good.address)) == "Bread."
    for timer in timers() - before:
        timer.join(5)  # one that was called off ends at once
        assert not timer.is_alive()
