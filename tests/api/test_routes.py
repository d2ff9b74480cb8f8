"""The JSON API: health, systems, asking, and who is let in."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.api import asking, library
from core.api.bodies import Refusal
from core.api.work import OWNER
from core.installation import NOBODY, Installation
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.stores.library import Book
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, add_catalogue, load_books
from core.types import Choice, Number, Question, Text, Tick
from tests.api.serving import application, serving
from tests.tiny_system import CHAT, SYSTEM, Context
from tests.word_embedder import WordEmbedder

LIBRARY = "/api/systems/library_chat"
ASK = "/api/systems/tiny/ask"
SYSTEMS = asking.SYSTEMS
README = Path(__file__).parents[2] / "README.md"


@pytest.fixture
def open_api(tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    houses: list[Installation] = []

    def open_it(**settings: Any) -> TestClient:
        house = Installation(Settings(data=tmp_path, **settings))
        house.__dict__["embedder"] = embedder
        houses.append(house)
        monkeypatch.setattr(asking, "SYSTEMS", {"tiny": SYSTEM})
        client = TestClient(application(house))
        client.house = house  # type: ignore[attr-defined]
        return client

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
    assert client.house.threads.of(OWNER) == []


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
    monkeypatch.setattr(asking, "SYSTEMS", SYSTEMS)
    assert {card["name"] for card in client.get("/api/systems").json()["systems"]} == set(SYSTEMS)
    answered = client.post(f"/api/systems/{name}/ask", json={"request": request_})
    assert answered.status_code == 200, answered.text
    assert answered.json()["answer"][part] == expected
    assert client.house.threads.of(OWNER) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_no_request_that_is_allowed_breaks_a_system_or_keeps_it_at_work_for_minutes(
    open_api: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    client = open_api()
    monkeypatch.setattr(asking, "SYSTEMS", SYSTEMS)
    endless = "9" * 400
    for request in ("1 " * 9_000, "Who wrote? " * 1_800, f"{endless} after {endless}, 1e999 and 10^9999999", "²" * 50):
        answer = client.post(f"/api/systems/{name}/ask", json={"request": request})
        assert answer.status_code in (200, 422), (request[:20], answer.text)


# --- the library, as specification 004 has it -------------------------------------------------------------------------


def test_the_library_answers_with_its_sources(open_api: Any) -> None:
    answer = open_api().post("/ask", json={"query": "Find books by Samira Hadded"}).json()
    assert "Love Beyond Walls" in answer["response"]
    assert answer["assumptions"] == ["Samira Hadded read as “Samira Haddad”"]
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
    assert client.house.threads.of(OWNER) == []


# --- own catalogues, and conversations that are kept ------------------------------------------------------------------

BELLS = [Book("1", "Bell Founding", ("Ann Bell",), ("Craft",), 1990, 90), Book("2", "Bells", ("Bo Ek",), ("Craft",))]


def brought(client: Any, owner: str = NOBODY, loaded: bool = True) -> str:
    """The id of a catalogue that this owner brought."""
    house = client.house
    house.__dict__["embedder"] = WordEmbedder()
    card = add_catalogue(house.folder_of(owner), "bells.csv", BELLS)
    if loaded:
        CATALOGUES.finish(house.resources(owner, OfflineEngine()), card.id)
    return card.id


def asked(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/ask", json=body)
    assert answer.status_code == 200, answer.text
    given: dict[str, Any] = answer.json()
    return given


def test_the_catalogues_are_listed_with_the_sample_first(open_api: Any) -> None:
    client = open_api()
    ready, waiting = brought(client), brought(client, loaded=False)
    brought(client, owner="somebody else")
    listed = client.get(f"{LIBRARY}/catalogues").json()["catalogues"]
    assert listed[0] == {
        "id": "sample",
        "name": "Sample",
        "books": 56,
        "created": None,
        "loaded": True,
        "prepared": True,
    }
    assert {one["id"]: (one["name"], one["books"], one["loaded"], one["prepared"]) for one in listed[1:]} == {
        ready: ("bells.csv", 2, True, True),
        waiting: ("bells.csv", 2, False, False),
    }
    assert all(one["created"] for one in listed[1:])


def test_where_people_sign_in_programs_see_nobody_elses_catalogues(open_api: Any) -> None:
    client = open_api(sign_in=True, api_token="t")
    theirs, its = brought(client), brought(client, owner=OWNER)
    headers = {"authorization": "Bearer t"}
    listed = client.get(f"{LIBRARY}/catalogues", headers=headers).json()["catalogues"]
    assert [one["id"] for one in listed] == ["sample", its]
    answer = client.post("/ask", json={"query": "hello", "catalogue": theirs}, headers=headers)
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such catalogue."})


def test_the_library_is_asked_about_a_catalogue_of_ones_own(open_api: Any) -> None:
    client = open_api()
    mine = brought(client)
    answer = asked(client, query="Find books by Ann Bell", catalogue=mine)
    assert [book["book"] for book in answer["sources"]] == ["Bell Founding"]
    assert (answer["catalogue"], answer["conversation"]) == (mine, None)
    assert client.house.threads.of(OWNER) == []


def test_an_answer_tells_whether_searches_by_meaning_see_all_of_the_catalogue(open_api: Any) -> None:
    client = open_api()
    ready, loaded = brought(client), brought(client, loaded=False)
    house = client.house
    lent = house.resources(NOBODY, OfflineEngine())
    load_books(lent, CATALOGUES.card(lent.folder, loaded))
    ids = (ready, loaded, "sample")
    told = {id: asked(client, query="Find books by Ann Bell", catalogue=id)["prepared"] for id in ids}
    assert told == {ready: True, loaded: False, "sample": True}


def test_a_conversation_that_is_kept_is_followed_up_about_its_own_catalogue_and_can_be_forgotten(open_api: Any) -> None:
    client = open_api()
    mine = brought(client)
    first = asked(client, query="Find books by Ann Bell", catalogue=mine, conversation="new")
    then = asked(client, query="how many of them are there?", conversation=first["conversation"])
    assert (then["conversation"], then["catalogue"]) == (first["conversation"], mine)
    assert "1 book" in then["response"]
    place = f"{LIBRARY}/conversations/{first['conversation']}"
    assert client.delete(place).json() == {"forgotten": first["conversation"]}
    assert client.delete(place).status_code == 404
    assert client.house.threads.of(OWNER) == []


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"query": "x", "catalogue": "nothing"}, 404, "There is no such catalogue."),
        ({"query": "x", "catalogue": "../sample"}, 404, "There is no such catalogue."),
        ({"query": "x", "catalogue": 5}, 422, "“catalogue” and “conversation” are texts."),
        ({"query": "x", "conversation": ["new"]}, 422, "“catalogue” and “conversation” are texts."),
        ({"query": "x", "conversation": "nothing"}, 404, "There is no such conversation."),
        ({"query": "x", "conversation": ""}, 404, "There is no such conversation."),
        ({"query": "x", "answer": {}, "conversation": "y"}, 422, "An open question is answered by"),
        ({"answer": {}}, 422, "An open question is answered by"),
        ({"answer": {}, "conversation": "new"}, 422, "An open question is answered by"),
        ({"catalogue": "sample"}, 422, 'The body must be {"query": "…"}.'),
    ],
)
def test_what_is_not_there_or_makes_no_sense_is_refused_in_words(
    open_api: Any, body: dict[str, Any], status: int, words: str
) -> None:
    client = open_api()
    answer = client.post("/ask", json=body)
    assert answer.status_code == status
    assert answer.json()["detail"].startswith(words)
    assert client.house.threads.of(OWNER) == []


def test_a_catalogue_that_is_not_loaded_yet_and_a_conversation_about_another_are_refused(open_api: Any) -> None:
    client = open_api()
    waiting = client.post("/ask", json={"query": "x", "catalogue": brought(client, loaded=False)})
    assert waiting.status_code == 422
    assert "is not loaded yet" in waiting.json()["detail"]
    conversation = asked(client, query="hello", conversation="new")["conversation"]
    other = client.post("/ask", json={"query": "x", "conversation": conversation, "catalogue": brought(client)})
    assert (other.status_code, other.json()["detail"]) == (
        422, "This conversation is about another catalogue. Begin a new one.",
    )  # fmt: skip
    nothing_open = client.post("/ask", json={"conversation": conversation, "answer": {"colour": "red"}})
    assert (nothing_open.status_code, nothing_open.json()["detail"]) == (
        409,
        "No question is open in this conversation.",
    )


def test_a_conversation_of_somebody_else_or_of_another_system_is_not_found(open_api: Any) -> None:
    client = open_api()
    house = client.house
    for system, owner in (("library_chat", NOBODY), ("knowledge_base", OWNER)):
        thread = house.threads.begin(house.threads.new_id(), system, owner, "x", {}).id
        assert client.post("/ask", json={"query": "and?", "conversation": thread}).status_code == 404
        assert client.delete(f"{LIBRARY}/conversations/{thread}").status_code == 404
        assert house.threads.find(thread)


def test_a_question_that_is_asked_back_is_in_the_answer_with_its_fields_and_can_be_answered(
    open_api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = open_api()
    chat = replace(
        CHAT, name="library_chat", open_context=lambda lent, catalogue: Context(lent.engine, ask_back=True),
        answer=lambda state: {"response": state["answer"]},
    )  # fmt: skip
    monkeypatch.setattr(library, "LIBRARY_CHAT", chat)
    first = asked(client, query="hello", conversation="new")
    assert first["response"] == "Which colour?"
    assert first["question"] == {
        "text": "Which colour?",
        "fields": [
            {"name": "colour", "label": "Colour", "default": "", "long": False, "required": True, "kind": "text"}
        ],
        "send_label": "Send answer",
        "beside": "",
        "fold": "",
        "folded": [],
    }
    conversation = first["conversation"]
    for wrong in ({}, {"colour": ""}, {"colour": 5}, {"colour": "red", "size": "large"}):
        assert client.post("/ask", json={"conversation": conversation, "answer": wrong}).status_code == 422
    then = asked(client, conversation=conversation, answer={"colour": "red"})
    assert then["response"] == "HELLO RED"
    assert "question" not in then
    assert asked(client, query="hello")["question"]["text"] == "Which colour?"


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (Choice("x", "X", ["a", "b"]), ["a"], ["c", 5, ["a"], {"a": 1}]),
        (Choice("x", "X", ["a"], other=True), ["a", "free words"], [5]),
        (Choice("x", "X", ["a", "b"], many=True), [["a"], ["a", "b"]], ["a", ["c"], [{}]]),
        (Number("x", "X", 1, 5, 3), [1, 2.5], [0, 6, "2", True]),
        (Tick("x", "X"), [True, False], ["yes", 1]),
        (Text("x", "X"), ["words"], [5, ["words"]]),
    ],
)
def test_an_answer_fits_its_field_or_is_refused(field: Any, good: list[Any], bad: list[Any]) -> None:
    question = Question("?", [field])
    for value in good:
        assert library._checked(question, {"x": value}) == {"x": value}
    for value in bad:
        with pytest.raises(Refusal):
            library._checked(question, {"x": value})


def test_every_curl_line_of_the_readme_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("curl") is None:
        pytest.skip("no curl on this machine")
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("curl ")]
    assert len(lines) == 9
    house = Installation(Settings(data=tmp_path))
    try:
        with serving(application(house)) as address:
            for line in lines:
                command = f"{line} --silent --show-error --fail".replace("http://localhost:8501", address)
                done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
                assert done.returncode == 0, done.stderr
                assert json.loads(done.stdout)
    finally:
        house.close()
