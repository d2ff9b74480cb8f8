"""A Gemini on loopback: it answers as a script says, breaks in every way the real one can, and logs what it was asked.

    with FakeGemini(text("Hello."), failure(429)) as gemini:
        engine = choose_engine("google_genai:gemini-flash-latest", KEY, base_url=gemini.base_url)

Replies of the script are given one after the other; then (or without a script) `otherwise(request)` answers, which by
default gives plain text, or the smallest JSON that the requested schema allows. For a whole app in another process,
start it here and hand over `GOOGLE_GEMINI_BASE_URL=gemini.base_url` and any `GOOGLE_API_KEY`.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

MODEL_VERSION = "fake-gemini-001"
TOKENS_IN, TOKENS_OUT = 7, 5


@dataclass(frozen=True)
class Request:
    """What the client sent."""

    path: str
    key: str
    body: dict[str, Any]

    @property
    def streams(self) -> bool:
        return "streamGenerateContent" in self.path

    @property
    def prompt(self) -> str:
        return "".join(part.get("text", "") for content in self.body["contents"] for part in content["parts"])

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema of the answer that is wanted; None for plain text."""
        schema: dict[str, Any] | None = self.body.get("generationConfig", {}).get("responseJsonSchema")
        return schema


@dataclass(frozen=True)
class Reply:
    """One answer. `pieces` are the parts of its text: joined for a plain call, one event each for a stream."""

    pieces: Sequence[str] = ()
    finish: str | None = "STOP"
    blocked: str | None = None
    status: int = 200
    raw: str | None = None
    seconds: float = 0.0
    seconds_between: float = 0.0
    drops: bool = False

    def after(self, seconds: float) -> Reply:
        """The same, but only after a while."""
        return replace(self, seconds=seconds)


def text(*pieces: str) -> Reply:
    """Plain text, in pieces when it is streamed."""
    return Reply(pieces)


def data(value: object) -> Reply:
    """A JSON answer."""
    return Reply([json.dumps(value)])


def unread(request: Request) -> Reply | None:
    """Read nothing out of a request for experts, which leaves it to the rules; None for all else."""
    asked = request.schema is not None and "wanted" in request.schema["properties"]
    return data({"wanted": []}) if asked else None


def failure(status: int, message: str = "scripted failure", **extra: Any) -> Reply:
    """An error in Google's form."""
    names = {400: "INVALID_ARGUMENT", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED"}
    error = {"code": status, "message": message, "status": names.get(status, "INTERNAL"), **extra}
    return Reply(status=status, raw=json.dumps({"error": error}))


def web_page(status: int = 200) -> Reply:
    """HTML where JSON should be: what a proxy or a sign-in page sends."""
    return Reply(status=status, raw="<!doctype html><html><body>Please sign in</body></html>")


def blocked(reason: str = "SAFETY") -> Reply:
    """A refused question: no candidate at all."""
    return Reply(blocked=reason)


def withheld(reason: str = "SAFETY") -> Reply:
    """A refused answer: a candidate without text."""
    return Reply(finish=reason)


def cut(*pieces: str) -> Reply:
    """An answer that reached the limit of tokens."""
    return Reply(pieces, finish="MAX_TOKENS")


def unfinished(*pieces: str) -> Reply:
    """An answer that ends politely, but without saying that it is complete."""
    return Reply(pieces, finish=None)


def dropped(*pieces: str) -> Reply:
    """The connection is cut after these pieces."""
    return Reply(pieces, finish=None, drops=True)


def smallest(schema: dict[str, Any], definitions: dict[str, Any] | None = None) -> Any:
    """The smallest value that a JSON schema allows."""
    definitions = schema.get("$defs", definitions or {})
    if "$ref" in schema:
        return smallest(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return smallest(schema[key][0], definitions)
    kind = schema.get("type", "object")
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: smallest(part, definitions) for name, part in properties.items()}
    if kind == "array":
        return [smallest(schema["items"], definitions) for _ in range(schema.get("minItems", 1))]
    if kind == "string":
        return "fake answer".ljust(schema.get("minLength", 0), ".")[: schema.get("maxLength")]
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    return {"integer": int(low), "number": float(min(low, schema.get("maximum", low))), "boolean": False}.get(kind)


def answer_by_schema(request: Request) -> Reply:
    """The smallest JSON that fits when a schema is given, a sentence otherwise."""
    if request.schema is not None:
        return data(smallest(request.schema))
    return text("This is ", "what the ", "fake model says.")


class FakeGemini:
    """The server; a context manager. `requests` is the log, `base_url` what the client is pointed at."""

    def __init__(self, *script: Reply, otherwise: Callable[[Request], Reply] = answer_by_schema) -> None:
        self.requests: list[Request] = []
        self.otherwise = otherwise
        self._script = deque(script)
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.gemini = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def script(self, *replies: Reply) -> None:
        """Say what comes next."""
        with self._lock:
            self._script.extend(replies)

    def forget(self) -> None:
        """Start afresh: nothing asked, nothing scripted."""
        with self._lock:
            self.requests.clear()
            self._script.clear()
            self.otherwise = answer_by_schema

    def reply_to(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            if self._script:
                return self._script.popleft()
        return self.otherwise(request)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    gemini: FakeGemini

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up waiting is part of the play."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Silence: `FakeGemini.requests` is the log."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = Request(self.path, self.headers.get("x-goog-api-key", ""), body)
        reply = self.server.gemini.reply_to(request)
        self.server.gemini.closing.wait(reply.seconds)
        if reply.raw is not None:
            kind = "text/html" if reply.raw.startswith("<") else "application/json"
            self._send(reply.status, kind, reply.raw)
        elif request.streams:
            self._stream(reply)
        elif reply.drops:
            self.close_connection = True
        else:
            self._send(reply.status, "application/json", json.dumps(_message("".join(reply.pieces), reply, last=True)))

    def _send(self, status: int, kind: str, content: str) -> None:
        raw = content.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        pieces = list(reply.pieces) or [""]
        for number, piece in enumerate(pieces, start=1):
            event = f"data: {json.dumps(_message(piece, reply, last=number == len(pieces)))}\r\n\r\n".encode()
            self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
            self.wfile.flush()
            self.server.gemini.closing.wait(reply.seconds_between)
        if reply.drops:  # without the closing chunk the client can tell that something is missing
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")


def _message(piece: str, reply: Reply, last: bool) -> dict[str, Any]:
    usage = {
        "promptTokenCount": TOKENS_IN,
        "candidatesTokenCount": TOKENS_OUT if last else 0,
        "totalTokenCount": TOKENS_IN + (TOKENS_OUT if last else 0),
    }
    message: dict[str, Any] = {"usageMetadata": usage, "modelVersion": MODEL_VERSION, "responseId": "fake"}
    if reply.blocked:
        return message | {"candidates": [], "promptFeedback": {"blockReason": reply.blocked}}
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": [{"text": piece}] if piece else []}, "index": 0}
    if last and reply.finish:
        candidate["finishReason"] = reply.finish
    return message | {"candidates": [candidate]}
