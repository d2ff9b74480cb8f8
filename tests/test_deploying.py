"""What `deploy/` ships does what `docs/deploying.md` says of it."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.paths import ROOT
from core.variables import VARIABLES
from tests.front import Front

DEPLOY = ROOT / "deploy"
TRUSTING = ssl._create_unverified_context()


class Told(BaseHTTPRequestHandler):
    """A server that tells which one it is and which headers came."""

    def do_GET(self) -> None:
        body = json.dumps({"port": self.server.server_address[1], "headers": dict(self.headers)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "its=own; Path=/")
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def servers() -> Iterator[dict[int, ThreadingHTTPServer]]:
    """Three of them, by their ports."""
    made = [ThreadingHTTPServer(("127.0.0.1", 0), Told) for _ in range(3)]
    for server in made:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield {server.server_port: server for server in made}
    for server in made:
        server.shutdown()
        server.server_close()


@pytest.fixture
def front(servers: dict[int, ThreadingHTTPServer], tmp_path: Path) -> Iterator[Front]:
    with Front(tmp_path / "nginx", list(servers)) as front:
        yield front


def fetch(front: Front, path: str = "/", data: bytes | None = None, **headers: str) -> tuple[int, str, list[str]]:
    """Status, body and the cookies that are set."""
    request = urllib.request.Request(front.address + path, data, headers, method="PUT" if data is not None else "GET")
    try:
        with urllib.request.urlopen(request, timeout=60, context=TRUSTING) as answer:
            return answer.status, answer.read().decode(), answer.headers.get_all("Set-Cookie", [])
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers.get_all("Set-Cookie", [])


def server_of(front: Front, visit: str) -> int:
    return int(json.loads(fetch(front, Cookie=f"glassbox_visit={visit}")[1])["port"])


def test_a_browser_gets_a_cookie_that_keeps_it_at_one_server_and_browsers_go_to_all(front: Front) -> None:
    status, _, cookies = fetch(front)
    (visit,) = (match[1] for one in cookies if (match := re.fullmatch(r"glassbox_visit=([0-9a-f]{32});.*", one)))
    assert status == 200
    assert all(re.search("; secure", one, re.IGNORECASE) for one in cookies), "also what a server set itself"
    assert len({server_of(front, visit) for _ in range(20)}) == 1
    assert not any("glassbox_visit" in one for one in fetch(front, Cookie=f"glassbox_visit={visit}")[2])
    assert len({server_of(front, f"{number:032x}") for number in range(30)}) == 3
    assert any("glassbox_visit" in one for one in fetch(front, Cookie="glassbox_visit=1 or 1")[2])


def test_when_a_server_dies_its_browsers_go_to_another_together_and_the_others_stay(
    front: Front, servers: dict[int, ThreadingHTTPServer]
) -> None:
    visits = [f"{number:032x}" for number in range(30)]
    before = {visit: server_of(front, visit) for visit in visits}
    dead = before[visits[0]]
    servers[dead].shutdown()
    servers[dead].server_close()
    for _ in range(3):
        after = {visit: server_of(front, visit) for visit in visits}
        assert dead not in after.values()
        assert {visit: port for visit, port in after.items() if before[visit] != dead} == {
            visit: port for visit, port in before.items() if port != dead
        }


def test_what_a_client_says_of_its_address_is_not_passed_on(front: Front) -> None:
    lies = {"X-Forwarded-For": "127.0.0.9", "X-Forwarded-Host": "evil.example", "Forwarded": "for=127.0.0.9"}
    headers = json.loads(fetch(front, **lies)[1])["headers"]
    assert headers["X-Forwarded-For"] == "127.0.0.1"
    assert headers["X-Forwarded-Proto"] == "https"
    assert headers["Host"] == f"localhost:{front.port}"
    assert not {"Forwarded", "X-Forwarded-Host"} & set(headers)


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [("/_stcore/upload_file/a/b", 50, 200), ("/_stcore/upload_file/a/b", 53, 413), ("/ask", 1, 413)],
    ids=["a file of 50 MB", "a larger one", "a body of 1 MB for the API"],
)
def test_bodies_pass_up_to_what_is_taken(front: Front, path: str, size: int, status: int) -> None:
    assert fetch(front, path, bytes(size * 1024**2))[0] == status


def test_metrics_are_not_for_the_world(front: Front) -> None:
    assert fetch(front, "/_stcore/metrics")[0] == 404


@pytest.mark.slow
def test_who_sends_half_a_request_is_sent_away(front: Front) -> None:
    with (
        socket.create_connection(("127.0.0.1", front.port), timeout=60) as plain,
        TRUSTING.wrap_socket(plain) as connection,
    ):
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert connection.recv(1_000) == b""


# --- systemd ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "glassbox@.service").read_text(encoding="utf-8")
    unit = tmp_path / "glassbox@.service"
    unit.write_text(text.replace("/opt/glassbox/.venv/bin/python", "/bin/true"), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "glassbox@" not in told.stderr, told.stderr
    assert told.returncode == 0


def test_every_variable_of_the_example_is_one_that_is_read() -> None:
    text = (DEPLOY / "environment").read_text(encoding="utf-8")
    named = set(re.findall(r"^#? ?([A-Z0-9_]+)=", text, re.MULTILINE))
    assert named
    assert named <= {variable.name for variable in VARIABLES}
