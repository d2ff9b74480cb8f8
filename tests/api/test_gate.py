"""Who is let in before any route is reached."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from core.api import asking, gate
from core.api.gate import is_our_host
from core.installation import Installation
from core.settings import MEGABYTE, Settings
from tests.api.serving import application, serving
from tests.tiny_system import SYSTEM

ASK = "/api/systems/tiny/ask"
UPLOAD = "/_stcore/upload_file/hers/1"


class Known:
    """Visitors: one session of hers, with a file."""

    base = ""

    def __init__(self, kept: dict[str, int] | None = None) -> None:
        self.sizes = kept or {}
        self.left: list[str] = []

    def sign_out(self, cookies: Mapping[str, str]) -> None:
        self.left.append(cookies.get("who", ""))

    def is_visit(self, session: str, cookies: Mapping[str, str]) -> bool:
        return session == cookies.get("who") == "hers"

    def may_fetch(self, file: str, cookies: Mapping[str, str]) -> bool:
        return file == "file.csv" and cookies.get("who") == "hers"

    def kept(self, session: str | None = None) -> int:
        return self.sizes.get(session, 0) if session else sum(self.sizes.values())


async def _served(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())} bytes")


async def _stream(socket: WebSocket) -> None:
    """Say how many messages have come, after each."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        for number in count(1):
            await socket.receive_bytes()
            await socket.send_text(str(number))


PAGES: list[Any] = [
    WebSocketRoute("/_stcore/stream", _stream),
    Route("/_stcore/upload_file/{session}/{file}", _served, methods=["PUT", "DELETE", "OPTIONS"]),
    Route("/{path:path}", _served, methods=["GET", "POST"]),
]


@pytest.fixture
def enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(asking, "SYSTEMS", {"tiny": SYSTEM})

    def open_it(visitors: Any = None, client: tuple[str, int] = ("127.0.0.1", 5), **settings: Any) -> TestClient:
        house = Installation(Settings(data=tmp_path, **settings))
        return TestClient(application(house, visitors or Known(), PAGES), "http://localhost:8501", client=client)

    return open_it


# --- hosts ------------------------------------------------------------------------------------------------------------

EVERYWHERE = ["/", "/expert_search", "/health", "/graph-info", "/api/systems", "/_stcore/health", "/media/file.csv"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_a_name_that_is_not_ours_is_refused_on_every_route_though_the_origin_matches_it(enter: Any, path: str) -> None:
    client = enter()
    for host in ("evil.example", "evil.example:8501", "localhost.evil.example", "user@localhost", "", "localhost/x"):
        answer = client.get(path, headers={"host": host, "origin": f"http://{host}", "cookie": "who=hers"})
        assert answer.status_code == 421, (host, answer.text)
        assert "ALLOWED_HOSTS" in answer.json()["detail"]
    assert client.get(path, headers={"cookie": "who=hers"}).status_code == 200


def test_a_page_of_another_site_that_made_its_name_lead_here_can_ask_nothing(enter: Any) -> None:
    headers = {"host": "evil.example:8501", "origin": "http://evil.example:8501"}
    for path, body in (("/ask", {"query": "x"}), (ASK, {"request": "x"})):
        assert enter().post(path, json=body, headers=headers).status_code == 421
    with pytest.raises(WebSocketDisconnect), enter().websocket_connect("/_stcore/stream", headers=headers):
        pass
    with enter().websocket_connect("/_stcore/stream"):
        pass


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:1",  # a notebook's output, somebody's own web server
        "http://127.0.0.1:8501",
        "http://evil.example",
        "http://localhost:8501.evil.example",
        "ftp://localhost:8501",
        "localhost:8501",
        "null",
        "file://",
    ],
)
def test_a_page_of_another_port_or_site_speaks_neither_through_the_websocket_nor_to_the_api(
    enter: Any, origin: str
) -> None:
    headers = {"host": "localhost:8501", "origin": origin}
    with pytest.raises(WebSocketDisconnect), enter().websocket_connect("/_stcore/stream", headers=headers):
        pass
    for path, body in (("/ask", {"query": "x"}), (ASK, {"request": "x"})):
        assert enter().post(path, json=body, headers=headers).status_code == 403


def test_a_page_of_this_server_speaks_through_its_websocket_also_behind_a_proxy_that_speaks_tls(enter: Any) -> None:
    for origin in ("http://localhost:8501", "https://LOCALHOST:8501"):
        headers = {"host": "localhost:8501", "origin": origin}
        with enter().websocket_connect("/_stcore/stream", headers=headers):
            pass


def test_a_page_that_sends_more_messages_than_a_page_does_is_sent_away_and_others_are_not(
    enter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = enter()
    with client.websocket_connect("/_stcore/stream") as flood, client.websocket_connect("/_stcore/stream") as calm:
        for number in range(gate.MESSAGES):
            flood.send_bytes(b"x")
            assert flood.receive_text() == str(number + 1)
        flood.send_bytes(b"x")
        assert flood.receive()["code"] == 1008
        calm.send_bytes(b"x")
        assert calm.receive_text() == "1"
    monkeypatch.setattr(gate, "MESSAGES_WITHIN", 0.0)
    with client.websocket_connect("/_stcore/stream") as slow:
        for number in range(2 * gate.MESSAGES):
            slow.send_bytes(b"x")
            assert slow.receive_text() == str(number + 1)


def test_who_signs_out_has_left_with_all_tabs_of_the_browser(enter: Any) -> None:
    known = Known()
    client = enter(known)
    for path in ("/", "/auth/login", "/auth/logout/x", "/x/auth/logout"):
        client.get(path, headers={"cookie": "who=hers"})
    assert known.left == []
    client.get("/auth/logout", headers={"cookie": "who=hers"})
    assert known.left == ["hers"]


def test_of_two_origins_neither_may_be_another_site(enter: Any) -> None:
    headers = [("host", "localhost:8501"), ("origin", "http://localhost:8501"), ("origin", "http://evil.example")]
    assert enter().post("/ask", json={"query": "x"}, headers=headers).status_code == 403


def test_an_upload_that_says_it_is_huge_is_refused_before_it_comes(enter: Any) -> None:
    headers = {"cookie": "who=hers", "content-length": str(10 * 1024**3)}
    assert enter().put(UPLOAD, content=b"x", headers=headers).status_code == 413


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost", True),
        ("LOCALHOST.:8501", True),
        ("127.0.0.1:8501", True),
        ("[::1]:8501", True),
        ("10.1.2.3:8501", True),  # the address that was connected to
        ("10.1.2.4", False),
        ("analysts.example.org", True),
        ("analysts.example.org.evil.example", False),
        ("a.team.example.org", True),
        ("team.example.org", False),
        ("evil-team.example.org", False),
        ("localhost:port", False),
        ("localhost:99999", False),
        ("[::1", False),
        ("", False),
        ("localhost\\@evil.example", False),
        ("localhost evil.example", False),
        ("127.1", False),
        ("2130706433", False),
    ],
)
def test_the_names_of_this_machine_and_those_allowed_are_ours_and_no_other(host: str, is_ours: bool) -> None:
    allowed = ("analysts.example.org", "*.team.example.org")
    assert is_our_host(host, ("10.1.2.3", 8501), allowed) is is_ours


def test_a_wrong_setting_does_not_keep_the_page_from_saying_so(tmp_path: Path) -> None:
    from core.errors import SettingsError

    def broken() -> Installation:
        raise SettingsError("LLM_TIMEOUT is soon.", "Correct it.")

    from starlette.applications import Starlette
    from starlette.middleware import Middleware

    from core import api

    app = Starlette(routes=[*api.routes(), *PAGES], middleware=[Middleware(gate.Gate, house=broken)])
    client = TestClient(app, "http://localhost")
    assert client.get("/").status_code == 200
    refused = client.post("/ask", json={"query": "x"})
    assert (refused.status_code, refused.json()) == (503, {"detail": "LLM_TIMEOUT is soon. Correct it."})


# --- the API ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "bEaReR"])
def test_the_token_comes_with_bearer_in_any_case(enter: Any, scheme: str) -> None:
    headers = {"authorization": f"{scheme} open sesame"}
    assert enter(api_token="open sesame").get("/api/systems", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "value", ["open sesame", "Token open sesame", "Basic open sesame", "Beareropen sesame", "Bearer", "Bearer ", ""]
)
def test_a_token_that_comes_bare_or_otherwise_is_refused(enter: Any, value: str) -> None:
    answer = enter(api_token="open sesame").get("/api/systems", headers={"authorization": value})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_a_client_from_elsewhere_is_held_to_its_pace_and_this_machine_is_not(enter: Any) -> None:
    far, near = enter(client=("10.0.0.9", 5), api_per_minute=3), enter(client=("::1", 5), api_per_minute=3)
    assert [far.get("/api/systems").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert int(far.get("/api/systems").headers["retry-after"]) > 0
    assert far.get("/health").status_code == 200
    assert {near.get("/api/systems").status_code for _ in range(9)} == {200}


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:10.0.0.9", "10.0.0.9", True),
        ("10.0.0.9", "10.0.0.8", False),
    ],
)
def test_who_has_a_network_of_addresses_has_one_pace_for_all_of_them(
    enter: Any, first: str, second: str, is_one: bool
) -> None:
    one = enter(client=(first, 5), api_per_minute=1)
    other = TestClient(one.app, "http://localhost:8501", client=(second, 5))
    assert one.get("/api/systems").status_code == 200
    assert other.get("/api/systems").status_code == (429 if is_one else 200)


def test_this_machine_by_its_older_address_is_this_machine(enter: Any) -> None:
    near = enter(client=("::ffff:127.0.0.1", 5), api_per_minute=1)
    assert {near.get("/api/systems").status_code for _ in range(3)} == {200}


def test_figures_of_the_server_are_for_those_who_may_ask_the_api(enter: Any) -> None:
    for path in ("/_stcore/metrics", "/_stcore/agent/interact"):
        assert enter().get(path).status_code == 200
        assert enter(sign_in=True).get(path).status_code == 403
        closed = enter(sign_in=True, api_token="t")
        assert closed.get(path).status_code == 401
        assert closed.get(path, headers={"authorization": "Bearer t"}).status_code == 200


# --- uploads and downloads --------------------------------------------------------------------------------------------


def test_a_file_is_taken_only_from_the_browser_of_an_open_page(enter: Any) -> None:
    client = enter()
    hers = {"cookie": "who=hers"}
    for method in ("PUT", "DELETE"):
        assert client.request(method, UPLOAD).status_code == 403
        assert client.request(method, UPLOAD, headers={"cookie": "who=his"}).status_code == 403
        assert client.request(method, "/_stcore/upload_file/his/1", headers=hers).status_code == 403
        assert client.request(method, UPLOAD, headers=hers).status_code == 200


def test_a_download_is_for_the_browser_that_made_it(enter: Any) -> None:
    client = enter()
    assert client.get("/media/file.csv").status_code == 404
    assert client.get("/media/file.csv", headers={"cookie": "who=his"}).status_code == 404
    assert client.get("/media/file.csv", headers={"cookie": "who=hers"}).status_code == 200
    assert client.get("/media/other.csv", headers={"cookie": "who=hers"}).status_code == 404
    assert client.get("/static/media/font.woff2").status_code == 200


def test_where_the_pages_are_served_below_a_path_their_files_are_as_safe(enter: Any) -> None:
    visitors = Known()
    visitors.base = "/glass"
    client = enter(visitors)
    assert client.get("/glass/media/file.csv").status_code == 404
    assert client.put("/glass" + UPLOAD).status_code == 403
    assert client.get("/glass/_stcore/metrics").status_code == 200
    assert enter(visitors, sign_in=True).get("/glass/_stcore/metrics").status_code == 403


def test_a_visit_and_all_visits_together_bring_no_more_than_may_be_kept(enter: Any) -> None:
    limits = {"uploads_per_session": 3 * MEGABYTE, "uploads_in_all": 5 * MEGABYTE}
    hers = {"cookie": "who=hers"}

    def bring(kept: dict[str, int], size: int) -> int:
        status: int = enter(Known(kept), **limits).put(UPLOAD, content=b"x" * size, headers=hers).status_code
        return status

    assert bring({}, 3 * MEGABYTE) == 200
    assert bring({}, 3 * MEGABYTE + 1) == 413
    assert bring({"hers": 2 * MEGABYTE}, MEGABYTE) == 200
    assert bring({"hers": 2 * MEGABYTE}, 2 * MEGABYTE) == 413
    assert bring({"his": 4 * MEGABYTE}, MEGABYTE) == 200
    assert bring({"his": 4 * MEGABYTE}, 2 * MEGABYTE) == 413


def test_a_body_that_is_longer_than_it_said_is_counted_as_it_comes(enter: Any) -> None:
    client = enter(Known(), uploads_per_session=2 * MEGABYTE)
    seen = []

    def pieces() -> Any:
        for _ in range(50):
            seen.append(1)
            yield b"x" * MEGABYTE

    assert client.put(UPLOAD, content=pieces(), headers={"cookie": "who=hers"}).status_code == 413
    for length in ("-1", "1e9", "many"):
        answer = client.put(UPLOAD, content=b"x", headers={"cookie": "who=hers", "content-length": length})
        assert answer.status_code == 400


def test_what_many_bring_at_the_same_time_is_counted_together(tmp_path: Path) -> None:
    house = Installation(Settings(data=tmp_path, uploads_per_session=3 * MEGABYTE))
    with serving(application(house, Known(), PAGES)) as address:
        parts = urlsplit(address)
        begun = []
        for _ in range(3):
            connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
            connection.putrequest("PUT", UPLOAD)
            connection.putheader("Cookie", "who=hers")
            connection.putheader("Content-Length", str(2 * MEGABYTE))
            connection.endheaders(b"x")
            begun.append(connection)
            time.sleep(0.05)
        statuses = []
        for connection in begun[::-1]:
            connection.send(b"x" * (2 * MEGABYTE - 1))
            statuses.append(connection.getresponse().status)
        assert statuses == [413, 413, 200]
        for connection in begun:
            connection.close()


# --- time -------------------------------------------------------------------------------------------------------------


def test_a_body_that_stops_coming_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_IDLE", 0.2)
    house = Installation(Settings(data=tmp_path))
    with serving(application(house, Known(), PAGES)) as address:
        parts = urlsplit(address)
        for method, path in (("POST", "/ask"), ("PUT", UPLOAD), ("POST", "/anything")):
            connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
            connection.putrequest(method, path)
            connection.putheader("Cookie", "who=hers")
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", "1000")
            connection.endheaders(b"{")
            assert connection.getresponse().status == 408, path
            connection.close()


def test_a_body_that_comes_drop_by_drop_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_WHOLE", 0.5)
    house = Installation(Settings(data=tmp_path))
    with serving(application(house, Known(), PAGES)) as address:
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        connection.putrequest("POST", "/ask")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", "1000")
        connection.endheaders()
        try:
            for _ in range(100):
                connection.send(b" ")
                time.sleep(0.05)
            assert connection.getresponse().status == 408
        except OSError:
            pass  # it was sent away
        finally:
            connection.close()


def test_who_has_sent_all_may_wait_for_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_IDLE", 0.1)

    async def slow(request: Request) -> Response:
        await request.body()
        await asyncio.sleep(0.5)
        return PlainTextResponse("here")

    house = Installation(Settings(data=tmp_path))
    app = application(house, None, [Route("/slow", slow, methods=["POST"])])
    assert TestClient(app, "http://localhost").post("/slow", content=b"x").text == "here"


def test_the_browser_is_told_to_load_and_connect_to_nothing_but_this_server(enter: Any) -> None:
    policy = enter().get("/").headers["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert not any(scheme in policy for scheme in ("http:", "https:", "ws:", "wss:", "*"))
