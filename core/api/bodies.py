"""What a program sends, JSON or a file, of a bounded size; what it gets instead of an answer: a status and words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import NoReturn

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

LARGEST_BODY = 100_000  # bytes
PASSED_BY = 64 * 1024**2  # bytes; what is longer is not waited for when it is refused


class Refusal(Exception):
    """A request that gets a status and words; `told` stands beside the words, `headers` among the headers."""

    def __init__(self, status: int, detail: str, *, headers: Mapping[str, str] | None = None, **told: str) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers
        self.told = told

    def response(self) -> Response:
        """Return the answer to send."""
        return JSONResponse({"detail": str(self), **self.told}, status_code=self.status, headers=self.headers)


async def read_json(request: Request) -> object:
    """Return what the body holds. Raises `Refusal`, and `ClientDisconnect` when the client leaves before its end."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "Send JSON, with Content-Type: application/json.")
    body = await read_bytes(request, LARGEST_BODY)
    try:
        text = body.decode("utf-8-sig")
        value: object = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()  # halves of a character can be written in JSON, and kept nowhere
    except (ValueError, RecursionError):  # thousands of brackets, a number of thousands of digits, bytes that are none
        raise Refusal(422, "The body is not JSON.") from None
    return value


async def read_bytes(request: Request, most: int) -> bytes:
    """Return a body of any kind of at most so many bytes. Raises as `read_json` does."""
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise Refusal(413, f"The body is larger than {most:,} bytes.")
        pieces.append(piece)
    return b"".join(pieces)


async def pass_by(request: Request) -> None:
    """Let the rest of a body that was refused come, and keep nothing of it: many hear an answer when they have sent
    all."""
    size = 0
    with suppress(Refusal, ClientDisconnect):
        async for piece in request.stream():
            size += len(piece)
            if size > PASSED_BY:
                return


async def read_object(request: Request) -> dict[str, object]:
    """Return a body that is an object, `{}` for any other JSON. Raises as `read_json` does."""
    body = await read_json(request)
    return body if isinstance(body, dict) else {}


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
