"""Programs keep collections of documents: put, replaced, listed, taken out, and asked."""

from __future__ import annotations

import io
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from core import embedding
from core.api import documents
from core.api.work import OWNER
from core.installation import NOBODY, Installation
from core.settings import Settings
from core.systems.knowledge_base.ingest import collections as kept
from core.systems.knowledge_base.ingest.sharing import share, stop_sharing
from tests.api.serving import application, serving
from tests.systems.knowledge_base.little_manual import PAGES
from tests.word_embedder import WordEmbedder

HERE = "/api/systems/knowledge_base/collections"
ASK = "/api/systems/knowledge_base/ask"
PUMP = PAGES["pump.md"]


@pytest.fixture
def open_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    houses: list[Installation] = []
    embedder: Any = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)

    def open_it(**settings: Any) -> TestClient:
        house = Installation(Settings(data=tmp_path, **settings))
        house.embedder = embedder
        houses.append(house)
        client = TestClient(application(house))
        client.house = house  # type: ignore[attr-defined]
        return client

    yield open_it
    for house in houses:
        house.close()


def made(client: Any, name: str = "Pumps", **documents: str) -> str:
    answer = client.post(HERE, json={"name": name})
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    for title, text in documents.items():
        assert put(client, id, f"{title}.md", text).status_code == 200
    return id


def put(client: Any, id: str, name: str, content: str | bytes) -> Any:
    return client.put(f"{HERE}/{id}/documents/{name}", content=content)


def listed(client: Any, id: str) -> dict[str, Any]:
    answer = client.get(f"{HERE}/{id}/documents")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def said(client: Any, request: str, **body: str) -> Any:
    return client.post(ASK, json={"request": request, **body})


def test_a_collection_is_made_filled_asked_and_removed_by_a_program(open_api: Any) -> None:
    client = open_api()
    id = made(client)
    empty = client.get(HERE).json()["collections"][1]
    assert (empty["id"], empty["name"], empty["documents"], empty["ready"]) == (id, "Pumps", 0, False)
    answer = put(client, id, "pump.md", PUMP)
    assert answer.status_code == 200
    [file] = answer.json()["files"]
    assert (file["name"], file["status"], file["passages"]) == ("pump.md", "added", 1)
    [document] = listed(client, id)["documents"]
    assert (document["name"], document["kind"], document["id"]) == ("pump.md", "markdown", file["document"])
    answer = said(client, "What is the default speed of the pump?", collection=id).json()
    assert "40 litres a minute" in answer["answer"]["answer"]
    assert answer["collection"] == id
    assert client.house.threads.of(OWNER) == []
    assert client.delete(f"{HERE}/{id}").json() == {"removed": id}
    assert said(client, "What is the default speed?", collection=id).status_code == 404


def test_the_collections_are_listed_with_the_manual_first_which_is_asked_by_default(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP)
    manual, mine = client.get(HERE).json()["collections"]
    assert (manual["id"], manual["created"], manual["ready"]) == ("manual", None, True)
    assert manual["documents"] == len(listed(client, "manual")["documents"]) > 5
    assert {name: mine[name] for name in ("id", "name", "documents", "passages", "ready")} == {
        "id": id, "name": "Pumps", "documents": 1, "passages": 1, "ready": True,
    }  # fmt: skip
    assert mine["created"]
    answer = said(client, "What does α do?").json()
    assert answer["collection"] == "manual"
    pages = {one["name"] for one in listed(client, "manual")["documents"]}
    assert {one["name"] for one in answer["answer"]["sentences"]} <= pages


def test_other_content_under_the_same_name_takes_its_place_and_the_former_is_never_cited_again(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP, valve=PAGES["valve.md"])
    [file] = put(client, id, "pump.md", PUMP.replace("40 litres", "48 litres")).json()["files"]
    assert (file["status"], file["document"] is None) == ("replaced", False)
    assert sorted(one["name"] for one in listed(client, id)["documents"]) == ["pump.md", "valve.md"]
    answer = said(client, "What is the default speed of the pump?", collection=id).json()["answer"]["answer"]
    assert "48 litres" in answer
    assert "40 litres" not in answer
    time.sleep(1.1)  # within the second in which it was kept, it counts as work that was broken off and done again
    again = put(client, id, "pump.md", PUMP.replace("40 litres", "48 litres")).json()["files"]
    assert [file["status"] for file in again] == ["duplicate"]
    assert len(listed(client, id)["documents"]) == 2


def test_a_document_that_is_taken_out_is_gone(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP, valve=PAGES["valve.md"])
    assert client.delete(f"{HERE}/{id}/documents/pump.md").json() == {"removed": "pump.md"}
    assert [one["name"] for one in listed(client, id)["documents"]] == ["valve.md"]
    assert client.delete(f"{HERE}/{id}/documents/pump.md").status_code == 404
    cited = said(client, "What is the default speed of the pump?", collection=id).json()["answer"]["sentences"]
    assert {one["name"] for one in cited} <= {"valve.md"}
    client.delete(f"{HERE}/{id}/documents/valve.md")
    assert said(client, "What does the valve do?", collection=id).status_code == 409
    assert put(client, id, "pump.md", PUMP).json()["files"][0]["status"] == "added"  # nothing stands there any more


def test_removing_one_of_several_names_of_one_content_leaves_the_others(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP)
    assert put(client, id, "copy.md", PUMP).json()["files"][0]["status"] == "duplicate"
    assert client.delete(f"{HERE}/{id}/documents/pump.md").status_code == 200
    assert [one["name"] for one in listed(client, id)["documents"]] == ["copy.md"]
    assert client.delete(f"{HERE}/{id}/documents/pump.md").status_code == 404
    assert client.delete(f"{HERE}/{id}/documents/copy.md").status_code == 200
    assert listed(client, id)["documents"] == []


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("scan.pdf", b"%PDF-1.4 nothing", "scan.pdf"),
        ("empty.md", b"", "is empty"),
        ("picture.md", b"\x89PNG\r\n\x1a\n\x00\x00", "picture.md"),
        ("lie.pdf", b"# Words", "lie.pdf"),
    ],
)
def test_a_file_that_is_refused_says_why_and_changes_nothing(
    open_api: Any, name: str, content: bytes, why: str
) -> None:
    client = open_api()
    id = made(client, pump=PUMP)
    answer = put(client, id, name, content)
    assert (answer.status_code, list(answer.json())) == (422, ["detail"])
    assert why in answer.json()["detail"]
    told = listed(client, id)
    assert [one["name"] for one in told["documents"]] == ["pump.md"]
    assert [(one["name"], one["status"]) for one in told["files"]] == [(name, "refused")]


def test_an_archive_says_what_became_of_each_of_its_files(open_api: Any) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("pump.md", PUMP)
        archive.writestr("empty.md", "")
    client = open_api()
    answer = put(client, made(client), "all.zip", packed.getvalue())
    assert answer.status_code == 200
    assert {one["name"]: one["status"] for one in answer.json()["files"]} == {"pump.md": "added", "empty.md": "refused"}


def test_what_is_not_there_or_makes_no_sense_is_refused_in_words(open_api: Any) -> None:
    client = open_api()
    id = made(client)
    refused = {
        404: [said(client, "x", collection="nothing"), put(client, "nothing", "a.md", "a"),
              client.get(f"{HERE}/nothing/documents"), client.delete(f"{HERE}/nothing"),
              client.delete(f"{HERE}/{id}/documents/a.md")],
        409: [said(client, "x", collection=id)],
        422: [said(client, "x", collection=5), client.post(HERE, json={"name": " "}), client.post(HERE, json=[]),
              put(client, id, "..%2Fa.md", "a"), put(client, id, "a%07.md", "a"), put(client, id, "a//b.md", "a"),
              put(client, id, "x" * 400, "a"), put(client, id, "", "a"),
              client.post("/api/systems/nco_classification/ask", json={"request": "x", "collection": id})],
        403: [put(client, "manual", "a.md", "a"), client.delete(f"{HERE}/manual"),
              client.delete(f"{HERE}/manual/documents/knowledge_base.md")],
        405: [client.get(f"{HERE}/{id}"), client.post(f"{HERE}/{id}/documents/a.md", content="a"), client.put(HERE)],
        415: [client.post(HERE, content="name"), client.post(ASK, content=b"%PDF")],
    }  # fmt: skip
    for status, answers in refused.items():
        for answer in answers:
            assert (answer.status_code, list(answer.json())) == (status, ["detail"]), answer.request.url
    assert listed(client, id) == {"documents": [], "files": []}


def test_the_gate_holds_for_documents_too(open_api: Any) -> None:
    client = open_api(api_token="open sesame", api_per_minute=0)
    for method, path in (
        ("GET", HERE), ("POST", HERE), ("DELETE", f"{HERE}/x"), ("GET", f"{HERE}/x/documents"),
        ("PUT", f"{HERE}/x/documents/a.md"), ("DELETE", f"{HERE}/x/documents/a.md"),
    ):  # fmt: skip
        assert client.request(method, path).status_code == 401, path
        headers = {"authorization": "Bearer open sesame", "origin": "https://elsewhere.example"}
        assert client.request(method, path, headers=headers).status_code == 403, path


def test_where_people_sign_in_programs_have_collections_of_their_own(open_api: Any) -> None:
    client = open_api(sign_in=True, api_token="t")
    client.headers["authorization"] = "Bearer t"
    theirs = kept.add_collection(client.house.folder_of(NOBODY), "Theirs").id
    its = made(client, pump=PUMP)
    assert [one["id"] for one in client.get(HERE).json()["collections"]] == ["manual", its]
    assert put(client, theirs, "pump.md", PUMP).status_code == 404
    assert kept.DOCUMENTS.uploads(client.house.folder_of(OWNER)).get(its) is not None


def test_a_body_that_is_too_large_is_refused_and_kept_nowhere(open_api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LARGEST_FILE", 1_000)
    client = open_api()
    id = made(client)
    with serving(application(client.house)) as address, httpx.Client(base_url=address) as real:
        assert put(real, id, "a.md", b"a " * 5_000_000).status_code == 413
        assert put(real, "nothing", "a.md", b"a " * 5_000_000).status_code == 404
        assert put(real, id, "pump.md", PUMP).status_code == 200
    assert [one["name"] for one in listed(client, id)["documents"]] == ["pump.md"]


def test_documents_that_come_at_once_are_all_kept(open_api: Any) -> None:
    client = open_api()
    id = made(client)
    with serving(application(client.house)) as address, ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(httpx.put, f"{address}{HERE}/{id}/documents/{name}", content=text, timeout=60)
            for name, text in PAGES.items()
        ]
        assert [one.result().status_code for one in sent] == [200] * len(PAGES)
    assert sorted(one["name"] for one in listed(client, id)["documents"]) == sorted(PAGES)


def test_what_takes_longer_than_is_waited_for_goes_on_and_holds_up_no_question(
    open_api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, work_off = threading.Event(), kept.work_off

    def slowly(lent: Any, collection: str) -> Any:
        assert go_on.wait(60)
        return work_off(lent, collection)

    client = open_api(api_deadline=3.0, api_concurrency=1)
    id = made(client)
    monkeypatch.setattr(kept, "work_off", slowly)
    with serving(application(client.house)) as address, httpx.Client(base_url=address, timeout=60) as real:
        answer = put(real, id, "pump.md", PUMP)
        assert (answer.status_code, answer.headers["location"]) == (202, f"{HERE}/{id}/documents")
        assert answer.json()["files"][0]["status"] == "waiting"
        assert [one["status"] for one in real.get(f"{HERE}/{id}/documents").json()["files"]] == ["waiting"]
        assert real.get("/health").status_code == 200
        assert put(real, id, "valve.md", PAGES["valve.md"]).status_code == 429
        go_on.set()
        deadline = time.monotonic() + 60
        while put(real, id, "valve.md", PAGES["valve.md"]).status_code not in (200, 202):
            assert time.monotonic() < deadline
        while len(real.get(f"{HERE}/{id}/documents").json().get("documents", [])) < 2:
            assert time.monotonic() < deadline


def test_what_was_broken_off_is_finished_before_another_document_is_put(open_api: Any) -> None:
    client = open_api()
    id = made(client)
    kept.add_files(client.house.folder_of(NOBODY), id, [("valve.md", PAGES["valve.md"].encode())])
    assert [file["name"] for file in put(client, id, "pump.md", PUMP).json()["files"]] == ["pump.md"]
    assert sorted(one["name"] for one in listed(client, id)["documents"]) == ["pump.md", "valve.md"]


def test_while_somebody_else_brings_files_a_program_is_told_to_come_again(open_api: Any) -> None:
    client = open_api()
    id = made(client)
    folder = client.house.folder_of(NOBODY)
    kept.add_files(folder, id, [("valve.md", PAGES["valve.md"].encode())])
    job = kept.DOCUMENTS.job(documents.lent_to_programs(client.house), id)
    assert job is not None
    job.pause()
    job.start()
    try:
        deadline = time.monotonic() + 60
        while job.progress.status != "paused":
            assert time.monotonic() < deadline
        answer = put(client, id, "pump.md", PUMP)
        assert answer.status_code == 409
        assert "Send yours again later" in answer.json()["detail"]
    finally:
        job.cancel()
        job.join(60)


def test_where_a_page_takes_up_the_work_on_a_document_the_program_sees_it_through(
    open_api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, add_files = open_api(), kept.add_files
    id = made(client)

    def and_the_page_takes_it_up(*given: Any) -> None:
        add_files(*given)
        job = kept.DOCUMENTS.job(documents.lent_to_programs(client.house), id)
        assert job is not None
        job.pause()
        job.start()
        while job.progress.status != "paused":
            time.sleep(0.01)
        threading.Timer(0.5, job.resume).start()

    monkeypatch.setattr(kept, "add_files", and_the_page_takes_it_up)
    answer = put(client, id, "pump.md", PUMP)
    assert answer.status_code == 200, answer.text
    assert [file["status"] for file in answer.json()["files"]] == ["added"]


def test_a_file_that_is_refused_again_says_so_again(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP)
    told = [put(client, id, "empty.md", "").json() for _ in range(2)]
    assert told[0] == told[1] == {"detail": told[0]["detail"]}


def test_a_late_answer_over_a_collection_can_be_asked_for(open_api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    id = made(open_api(), pump=PUMP)
    client = open_api(api_deadline=2.0)
    go_on, engine = threading.Event(), client.house.embedder
    encode = engine.encode

    def slowly(texts: Any, progress: Any = None) -> Any:
        assert go_on.wait(60)
        return encode(texts, progress)

    monkeypatch.setattr(engine, "encode", slowly)
    late = said(client, "What is the default speed of the pump?", collection=id)
    assert late.status_code == 504
    go_on.set()
    deadline = time.monotonic() + 60
    while (answer := client.get(f"/api/runs/{late.json()['run']}").json())["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "40 litres a minute" in answer["answer"]["answer"]


def test_a_collection_that_another_model_indexed_is_neither_asked_nor_changed(open_api: Any) -> None:
    client = open_api()
    id = made(client, pump=PUMP)
    uploads = kept.DOCUMENTS.uploads(client.house.folder_of(NOBODY))
    uploads.update(replace(uploads.all()[0], model="another"))
    assert [one["ready"] for one in client.get(HERE).json()["collections"]] == [True, False]
    refused = [said(client, "x", collection=id), put(client, id, "pump.md", "Other words."),
               client.delete(f"{HERE}/{id}/documents/pump.md")]  # fmt: skip
    assert [answer.status_code for answer in refused] == [409] * 3
    assert all("Index it anew" in answer.json()["detail"] for answer in refused)
    uploads.update(replace(uploads.all()[0], model=client.house.embedder.name))
    assert "40 litres" in said(client, "What is the default speed of the pump?", collection=id).text


def test_a_shared_collection_is_asked_and_read_by_programs_and_not_changed(open_api: Any) -> None:
    token = {"authorization": "Bearer secret"}
    client = open_api(sign_in=True, api_token="secret")
    client.headers.update(token)
    ann = client.house.resources("ann", client.house.engine())
    id = kept.add_collection(ann.folder, "Pumps").id
    kept.add_files(ann.folder, id, [("pump.md", PUMP.encode()), ("bad.pdf", b"%PDF")])
    kept.work_off(ann, id)
    question = "What is the default speed of the pump?"
    assert said(client, question, collection=id).status_code == 404
    share(ann.folder, id, "Ann")
    card = client.get(HERE).json()["collections"][-1]
    assert (card["id"], card["name"], card["ready"], card["shared_by"]) == (id, "Pumps", True, "Ann")
    assert "40 litres a minute" in said(client, question, collection=id).json()["answer"]["answer"]
    told = listed(client, id)
    assert ([one["name"] for one in told["documents"]], told["files"]) == (["pump.md"], [])
    for refused in (
        put(client, id, "pump.md", "Other words."),
        client.delete(f"{HERE}/{id}/documents/pump.md"),
        client.delete(f"{HERE}/{id}"),
    ):
        assert refused.status_code == 403
        assert "“Pumps” is shared by Ann and can only be read." in refused.json()["detail"]
    stop_sharing(ann.folder, id)
    assert said(client, question, collection=id).status_code == 404
    assert put(client, id, "pump.md", "Other words.").status_code == 404
    assert [one.name for one in kept.open_documents(ann, id).documents()] == ["pump.md"]
