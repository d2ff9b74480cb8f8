"""What a program sends is read as JSON, or refused in words, whatever it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from core.api.bodies import Refusal, read_json

JSON = {"content-type": "application/json"}


async def _read(request: Request) -> Response:
    try:
        return JSONResponse({"read": await read_json(request)})
    except Refusal as refusal:
        return refusal.response()


CLIENT = TestClient(Starlette(routes=[Route("/", _read, methods=["POST"])]))


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 10_000,
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b'{"request": ' + b"9" * 50_000 + b"}",
        b'{"request": -' + b"9" * 50_000 + b"}",
        b'{"request": NaN}',
        b'{"request": Infinity}',
        b'{"request": "\\ud800"}',
        b'{"request": "\xff"}',
        b"\xff\xfe{\x00}\x00",
        b"",
        b"\x00",
        b'{"a": 1} {"b": 2}',
    ],
)
def test_broken_json_of_every_kind_is_422(body: bytes) -> None:
    answer = CLIENT.post("/", content=body, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"detail": "The body is not JSON."})


@given(st.binary(max_size=300))
def test_no_bytes_break_it(body: bytes) -> None:
    assert CLIENT.post("/", content=body, headers=JSON).status_code in (200, 422)


_PLAIN = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(st.characters(exclude_categories=["Cs"]))


@given(st.recursive(_PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text("ab"), inner), max_leaves=20))
def test_what_is_json_is_read_as_it_was_meant(value: object) -> None:
    answer = CLIENT.post("/", content=json.dumps(value, ensure_ascii=False).encode(), headers=JSON)
    assert answer.json() == {"read": value}


def test_a_mark_before_the_json_is_no_fault() -> None:
    assert CLIENT.post("/", content=b"\xef\xbb\xbf{}", headers=JSON).json() == {"read": {}}
