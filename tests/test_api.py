"""The JSON API: health, systems, asking, and who is let in."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from core import api
from core.installation import Installation
from core.settings import Settings
from tests.tiny_system import SYSTEM

ASK = "/api/systems/tiny/ask"
SYSTEMS = api.SYSTEMS
README = Path(__file__).parents[1] / "README.md"


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """A real server on a free port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@pytest.fixture
def open_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    houses: list[Installation] = []

    def open_it(**settings: Any) -> TestClient:
        house = Installation(Settings(data=tmp_path, **settings))
        houses.append(house)
        monkeypatch.setattr(api, "installation", lambda: house)
        monkeypatch.setattr(api, "SYSTEMS", {"tiny": SYSTEM})
        return TestClient(Starlette(routes=api.routes(), middleware=[Middleware(api.SecurityHeaders)]))

    yield open_it
    for house in houses:
        house.close()


def test_health_answers_programs(open_api: Any) -> None:
    assert open_api().get("/health").json() == {"status": "ok"}


def test_an_unknown_api_path_is_a_404_in_json_and_a_wrong_method_a_405(open_api: Any) -> None:
    client = open_api()
    for path in ("/api", "/api/", "/api/nothing", "/api/systems/tiny"):
        answer = client.get(path)
        assert (answer.status_code, list(answer.json())) == (404, ["detail"])
    for method, path in (
        ("POST", "/health"),
        ("DELETE", "/api/systems"),
        ("GET", ASK),
        ("GET", "/ask"),
        ("PUT", "/graph-info"),
    ):
        answer = client.request(method, path)
        assert (answer.status_code, list(answer.json())) == (405, ["detail"])
        assert answer.headers["allow"]


def test_every_answer_carries_a_content_security_policy(open_api: Any) -> None:
    answer = open_api().get("/health")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_system_can_be_asked_and_says_who_answered(open_api: Any) -> None:
    answer = open_api().post(ASK, json={"request": "hello"})
    assert answer.json() == {
        "answer": {"answer": "HELLO NONE"},
        "answered_by": ["Offline rules"],
        "model_failed": False,
    }


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"request": "x"}', "text/plain", 415),
        (b"{", "application/json", 422),
        (b"[]", "application/json", 422),
        (b'{"request": 5}', "application/json", 422),
        (b'{"request": ""}', "application/json", 422),
        (b"\xff\xfe", "application/json", 422),
        (b'{"request": "' + b"a" * 100_000 + b'"}', "application/json", 413),
    ],
)
def test_a_bad_body_is_refused_in_words(open_api: Any, body: bytes, content_type: str, status: int) -> None:
    answer = open_api().post(ASK, content=body, headers={"content-type": content_type})
    assert (answer.status_code, list(answer.json())) == (status, ["detail"])


def test_another_site_is_refused_unless_it_is_listed(open_api: Any) -> None:
    headers = {"origin": "https://elsewhere.example"}
    assert open_api().post(ASK, json={"request": "x"}, headers=headers).status_code == 403
    listed = open_api(allowed_origins=("https://elsewhere.example",))
    assert listed.post(ASK, json={"request": "x"}, headers=headers).status_code == 200
    assert open_api().post(ASK, json={"request": "x"}, headers={"origin": "http://testserver"}).status_code == 200


def test_with_a_token_only_its_bearer_comes_in(open_api: Any) -> None:
    client = open_api(api_token="open sesame")
    assert client.post(ASK, json={"request": "x"}).status_code == 401
    assert client.get("/api/systems", headers={"authorization": "Bearer wrong"}).status_code == 401
    allowed = client.post(ASK, json={"request": "x"}, headers={"authorization": "Bearer open sesame"})
    assert allowed.status_code == 200
    assert client.get("/health").status_code == 200


def test_where_people_sign_in_the_api_is_closed_until_it_has_a_token(open_api: Any) -> None:
    assert open_api(sign_in=True).get("/api/systems").status_code == 403
    opened = open_api(sign_in=True, api_token="t").get("/api/systems", headers={"authorization": "Bearer t"})
    assert opened.json()["systems"][0]["name"] == "tiny"


def test_asking_leaves_no_thread_behind(open_api: Any) -> None:
    client = open_api()
    client.post(ASK, json={"request": "hello"})
    assert api.installation().threads.of(api.OWNER) == []


@pytest.mark.parametrize(
    ("name", "request_", "part", "expected"),
    [
        ("expert_search", "perovskite solar cells", "nothing_good", False),
        ("research_reports", "hybrid retrieval", "status", "report"),
        ("knowledge_base", "What is a receipt?", "in_documents", True),
        ("nco_classification", "primary school teacher", "outcome", "coded"),
        ("nco_classification", "driver", "outcome", "question open"),
        ("library_chat", "How many books are there?", "agent", "analyst"),
    ],
)
def test_each_of_the_five_systems_answers_programs(
    open_api: Any, monkeypatch: pytest.MonkeyPatch, name: str, request_: str, part: str, expected: object
) -> None:
    client = open_api()
    monkeypatch.setattr(api, "SYSTEMS", SYSTEMS)
    assert {card["name"] for card in client.get("/api/systems").json()["systems"]} == set(SYSTEMS)
    answered = client.post(f"/api/systems/{name}/ask", json={"request": request_})
    assert answered.status_code == 200, answered.text
    assert answered.json()["answer"][part] == expected
    assert api.installation().threads.of(api.OWNER) == []


# --- the library, as specification 004 has it -------------------------------------------------------------------------


def test_the_library_answers_with_its_sources(open_api: Any) -> None:
    answer = open_api().post("/ask", json={"query": "Find books by Samira Hadded"}).json()
    assert "Love Beyond Walls" in answer["response"]
    assert answer["assumptions"] == ["Samira Hadded → Samira Haddad"]
    assert {book["book"] for book in answer["sources"]} == {"Love Beyond Walls", "A Room over the Bakery"}
    assert answer["agent"] == "librarian"
    assert answer["answered_by"] == ["Offline rules"]


def test_the_library_counts_its_graph(open_api: Any) -> None:
    assert open_api().get("/graph-info").json() == {"books": 56, "authors": 42, "genres": 8}


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"query": "x"}', "text/plain", 415),
        (b"{", "application/json", 422),
        (b'{"request": "x"}', "application/json", 422),
        (b'{"query": null}', "application/json", 422),
        (b'{"query": " "}', "application/json", 422),
        (b'{"query": "' + b"a" * 100_000 + b'"}', "application/json", 413),
    ],
)
def test_a_bad_question_to_the_library_is_refused_in_words(
    open_api: Any, body: bytes, content_type: str, status: int
) -> None:
    answer = open_api().post("/ask", content=body, headers={"content-type": content_type})
    assert (answer.status_code, list(answer.json())) == (status, ["detail"])


def test_another_site_may_not_ask_the_library_unless_it_is_listed(open_api: Any) -> None:
    headers = {"origin": "https://elsewhere.example"}
    refused = open_api().post("/ask", json={"query": "hello"}, headers=headers)
    assert (refused.status_code, list(refused.json())) == (403, ["detail"])
    listed = open_api(allowed_origins=("https://elsewhere.example",))
    assert listed.post("/ask", json={"query": "hello"}, headers=headers).status_code == 200


def test_each_call_to_the_library_is_a_conversation_of_its_own(open_api: Any) -> None:
    client = open_api()
    client.post("/ask", json={"query": "Who wrote The Last Letter?"})
    assert "not clear" in client.post("/ask", json={"query": "and by her?"}).json()["response"]
    assert api.installation().threads.of(api.OWNER) == []


def test_every_curl_line_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("curl") is None:
        pytest.skip("no curl on this machine")
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("curl ")]
    assert len(lines) == 5
    house = Installation(Settings(data=tmp_path))
    monkeypatch.setattr(api, "installation", lambda: house)
    try:
        with serving(Starlette(routes=api.routes())) as address:
            for line in lines:
                command = f"{line} --silent --show-error --fail".replace("http://localhost:8501", address)
                done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
                assert done.returncode == 0, done.stderr
                assert json.loads(done.stdout)
    finally:
        house.close()
