"""Runs for programs: in their turn, not waited for longer than the deadline, and stopped when nobody waits."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from core.api import asking, work
from core.api.admission import WAITING_ROOM
from core.api.work import OWNER
from core.installation import Installation
from core.llm.engine import OfflineEngine
from core.settings import Settings
from tests.api.serving import application, serving
from tests.tiny_system import SYSTEM, Context, FailingEngine

ASK = "/api/systems/tiny/ask"


class Served:
    """A served installation with the tiny system, which waits at its gate."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
        self.house = Installation(Settings(data=folder, **settings))
        self.gate = threading.Event()
        self.context: dict[str, Any] = {}
        tiny = replace(SYSTEM, open_context=lambda lent: Context(gate=self.gate, **self.context))
        monkeypatch.setattr(asking, "SYSTEMS", {"tiny": tiny})

    def runs_at_work(self) -> int:
        return sum(thread.name.startswith("run-") for thread in threading.enumerate())

    def wait_until(self, runs: int) -> None:
        deadline = time.monotonic() + 60
        while self.runs_at_work() != runs:
            assert time.monotonic() < deadline, (self.runs_at_work(), runs)
            time.sleep(0.01)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    opened: list[Served] = []

    def open_it(**settings: Any) -> Served:
        opened.append(Served(tmp_path, monkeypatch, **settings))
        return opened[-1]

    yield open_it
    for one in opened:
        one.gate.set()
        one.wait_until(0)
        one.house.close()


def post(address: str, path: str = ASK, **body: Any) -> httpx.Response:
    return httpx.post(address + path, json=body or {"request": "hello"}, timeout=60)


def test_beyond_what_may_work_and_wait_a_program_is_sent_away_at_once_and_the_others_are_all_answered(
    served: Any,
) -> None:
    here = served(api_concurrency=2)
    most = 2 + WAITING_ROOM
    with serving(application(here.house)) as address, ThreadPoolExecutor(most + 5) as pool:
        sent = [pool.submit(post, address) for _ in range(most + 5)]
        refused = [one.result() for one in islice(as_completed(sent), 5)]
        assert [one.status_code for one in refused] == [429] * 5
        assert all(int(one.headers["retry-after"]) > 0 for one in refused)
        here.wait_until(2)
        assert httpx.get(f"{address}/health", timeout=60).json() == {"status": "ok"}
        here.gate.set()
        assert sorted(one.result().status_code for one in sent) == [200] * most + [429] * 5
    assert here.house.threads.of(OWNER) == []


def test_a_run_that_takes_longer_than_the_deadline_goes_on_and_can_be_asked_for_later(served: Any) -> None:
    here = served(api_deadline=0.5)
    with serving(application(here.house)) as address:
        late = post(address)
        assert late.status_code == 504
        assert late.headers["location"] == f"/api/runs/{late.json()['run']}"
        place = address + late.headers["location"]
        assert httpx.get(place).json()["status"] == "running"
        here.gate.set()
        here.wait_until(0)
        done = httpx.get(place).json()
        assert (done["status"], done["answer"]) == ("done", {"answer": "HELLO NONE"})
        assert (done["answered_by"], done["model_failed"]) == (["Offline rules"], False)
        assert httpx.get(place).json() == done
        assert httpx.delete(place).json() == {"forgotten": late.json()["run"]}
        assert httpx.get(place).status_code == 404
    assert here.house.threads.of(OWNER) == []


def test_a_run_can_be_looked_at_and_ended_while_every_place_is_taken(served: Any) -> None:
    here = served(api_deadline=1.5, api_concurrency=1)
    with serving(application(here.house)) as address:
        first, second = post(address), post(address)
        assert (first.status_code, second.status_code) == (504, 429)  # it waited for the place of the first
        place = address + first.headers["location"]
        assert httpx.get(place).json()["status"] == "running"
        assert httpx.delete(place).status_code == 200
        here.gate.set()
        here.wait_until(0)
        assert post(address).status_code == 200


def test_a_late_run_whose_model_fails_is_finished_by_the_rules_and_says_so(served: Any) -> None:
    here = served(api_deadline=0.5)
    here.context = {"engine": FailingEngine()}
    with serving(application(here.house)) as address:
        place = address + post(address).headers["location"]
        here.gate.set()
        deadline = time.monotonic() + 60
        while (told := httpx.get(place).json())["status"] != "done":
            assert time.monotonic() < deadline
        assert told["model_failed"] is True
        assert told["answered_by"] == [OfflineEngine().label]


def test_a_model_that_fails_in_time_gives_way_to_the_rules_and_that_is_marked(served: Any) -> None:
    here = served()
    here.context = {"engine": FailingEngine()}
    here.gate.set()
    with serving(application(here.house)) as address:
        assert post(address).json() == {
            "answer": {"answer": "HELLO NONE"},
            "answered_by": [OfflineEngine().label],
            "model_failed": True,
        }


def test_a_run_that_breaks_says_so_now_and_later(served: Any) -> None:
    here = served(api_deadline=0.5)
    here.context = {"broken": True}
    with serving(application(here.house)) as address:
        place = address + post(address).headers["location"]
        here.gate.set()
        here.wait_until(0)
        told = httpx.get(place).json()
        assert told["status"] == "failed"
        assert "went wrong" in told["detail"]
        assert post(address).status_code == 500


def test_a_question_that_a_late_run_asks_back_is_in_its_answer(served: Any) -> None:
    here = served(api_deadline=0.5)
    here.context = {"ask_back": True}
    with serving(application(here.house)) as address:
        place = address + post(address).headers["location"]
        here.gate.set()
        here.wait_until(0)
        assert httpx.get(place).json()["status"] == "asking"


def test_other_peoples_runs_are_not_there_for_programs(served: Any) -> None:
    here = served()
    here.gate.set()
    with serving(application(here.house)) as address:
        theirs = here.house.threads.begin(here.house.threads.new_id(), "tiny", "ann", "mine", {}).id
        for method in ("GET", "DELETE"):
            assert httpx.request(method, f"{address}/api/runs/{theirs}").status_code == 404
        assert here.house.threads.find(theirs)


def leave_while_it_works(address: str) -> None:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    connection.request("POST", ASK, json.dumps({"request": "hello"}), {"Content-Type": "application/json"})
    connection.sock.close()


def test_a_run_that_nobody_waits_for_any_more_is_stopped_and_forgotten_without_a_trace_in_the_log(
    served: Any, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    here = served()
    with serving(application(here.house)) as address:
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        connection.request("POST", ASK, json.dumps({"request": "hello"}), {"Content-Type": "application/json"})
        here.wait_until(1)
        (run,) = here.house.runs._runs.values()
        connection.close()
        deadline = time.monotonic() + 60
        while run.running and not run.stopping:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        here.gate.set()
        here.wait_until(0)
        assert run.status == "stopped"
        while here.house.threads.of(OWNER):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert "Traceback" not in caplog.text + "".join(capfd.readouterr())


def test_who_leaves_the_waiting_room_makes_room_and_starts_nothing(served: Any) -> None:
    here = served(api_concurrency=1)
    with serving(application(here.house)) as address, ThreadPoolExecutor(1) as pool:
        inside = pool.submit(post, address)
        here.wait_until(1)
        for _ in range(3 * WAITING_ROOM):
            leave_while_it_works(address)
        here.gate.set()
        assert inside.result().status_code == 200
        deadline = time.monotonic() + 60
        while (answer := post(address)).status_code == 429:
            assert time.monotonic() < deadline
        assert answer.status_code == 200
    assert here.house.threads.of(OWNER) == []


def test_a_client_that_leaves_in_the_middle_of_its_request_is_no_traceback(
    served: Any, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    here = served()
    with serving(application(here.house)) as address:
        parts = urlsplit(address)
        for length in ("50", "1000000"):
            connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
            connection.putrequest("POST", ASK)
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", length)
            connection.endheaders(b'{"requ')
            connection.close()
        here.gate.set()
        assert post(address).status_code == 200
    assert "Traceback" not in caplog.text + "".join(capfd.readouterr())


def test_what_nobody_asked_for_within_a_day_is_forgotten(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    here = served(api_deadline=0.3)
    with serving(application(here.house)) as address:
        first = post(address).json()["run"]
        here.gate.set()
        here.wait_until(0)
        here.gate.clear()
        assert here.house.threads.find(first)
        tomorrow = datetime.now(UTC) + 2 * timedelta(days=1)
        monkeypatch.setattr(work, "datetime", type("Later", (), {"now": staticmethod(lambda zone: tomorrow)}))
        second = post(address).json()["run"]
        assert here.house.threads.find(first) is None
        assert second
