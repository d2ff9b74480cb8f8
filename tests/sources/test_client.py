"""The client's contract over real sockets: each kind of failure with its number of requests, and hostile servers."""

from __future__ import annotations

import gzip
import logging
import socket
import threading
import time

import pytest
from werkzeug import Request, Response

from core.sources.arxiv import Arxiv
from core.sources.client import Client, Limits, Service
from core.sources.errors import SourceError
from core.sources.live import live_sources
from core.sources.materials import Materials
from core.sources.openalex import OpenAlex
from core.sources.pubmed import PubMed
from core.sources.reading import read_json
from core.sources.web import Web
from tests.sources.services import KEY, FakeClock, client_at

WORKS = {"meta": {"count": 1}, "results": [{"id": "https://openalex.org/W1", "title": "A title of ours"}]}
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2001.00001v2</id>'
    "<title>Ours</title></entry></feed>"
)
SOURCES = {"pubmed": PubMed, "arxiv": Arxiv, "openalex": OpenAlex, "materials": Materials, "web": Web}
BUDGET = {"error": "Rate limit exceeded", "message": "Insufficient budget.", "retryAfter": 53400}
KEYLESS_LIMIT = {"error": {"code": "keyless_rate_limited", "retry_after_seconds": 60}}


class Script:
    """Answers in their order, the last one for ever; counts what it was asked."""

    def __init__(self, *answers: Response) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    def __call__(self, request: Request) -> Response:
        request.get_data()
        self.requests.append(request)
        return self.answers[min(len(self.requests), len(self.answers)) - 1]


def json_answer(status: int, value: object, **headers: str) -> Response:
    import json

    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(json.dumps(value), status, named, content_type="application/json")


def html_answer(status: int) -> Response:
    return Response("<!doctype html><title>no</title>", status, content_type="text/html")


def serve(httpserver, *answers: Response) -> Script:
    import re

    script = Script(*answers)
    httpserver.expect_request(re.compile("/.*")).respond_with_handler(script)
    return script


def ask(source: str, client: Client, settings) -> list:
    return SOURCES[source](client, settings).search("CsSnI3 solar cells")


def service_of(httpserver, **more) -> Service:
    return Service("Test", httpserver.url_for("/api"), **{"spacing": 0.0, **more})


LIMIT_429 = {"error": "API rate limit exceeded", "api-key": "203.0.113.7", "count": "4", "limit": "3"}
CASES = [
    ("pubmed", [json_answer(429, LIMIT_429, Retry_After="2")], "throttled", 3, 4.0),
    ("pubmed", [json_answer(200, {"error": "/lbsm/eutils_lb -> Neg"})], "server", 3, 1.5),
    ("openalex", [json_answer(429, {"error": "Rate limit exceeded"}, Retry_After="1")], "throttled", 3, 2.0),
    ("openalex", [json_answer(429, BUDGET, Retry_After="53400")], "quota", 1, 0.0),
    ("openalex", [json_answer(429, BUDGET)], "quota", 1, 0.0),
    ("openalex", [json_answer(503, {}, Retry_After="60")], "server", 1, 0.0),
    ("web", [json_answer(429, KEYLESS_LIMIT)], "quota", 1, 0.0),
    ("web", [json_answer(429, {"detail": {"error": "Too many requests."}})], "throttled", 3, 1.5),
    ("materials", [json_answer(429, {"message": "slow down"})], "throttled", 3, 1.5),
    ("arxiv", [Response("Rate exceeded.", 429)], "throttled", 1, 0.0),
    ("arxiv", [Response("Rate exceeded.", 200)], "throttled", 1, 0.0),
    ("arxiv", [html_answer(406)], "throttled", 1, 0.0),
    ("arxiv", [html_answer(503)], "throttled", 1, 0.0),
    ("materials", [json_answer(400, {"detail": "no such parameter"})], "bad_request", 1, 0.0),
    ("materials", [json_answer(422, {"detail": [{"msg": "not a number"}]})], "bad_request", 1, 0.0),
    ("materials", [json_answer(401, {"message": "Invalid"})], "auth", 1, 0.0),
    ("materials", [html_answer(403)], "auth", 1, 0.0),
    ("openalex", [html_answer(404)], "not_found", 1, 0.0),
    ("web", [json_answer(432, {"detail": {"error": "plan"}})], "quota", 1, 0.0),
    ("web", [json_answer(433, {"detail": {"error": "pay"}})], "quota", 1, 0.0),
    ("openalex", [json_answer(402, {})], "quota", 1, 0.0),
    ("openalex", [json_answer(500, {})], "server", 3, 1.5),
    ("openalex", [json_answer(504, {"reason": "query_timeout"})], "server", 3, 1.5),
    ("openalex", [html_answer(200)], "not_api", 1, 0.0),
    ("openalex", [Response("[", 200)], "not_api", 1, 0.0),
    ("openalex", [Response("", 204)], "not_api", 1, 0.0),
    ("arxiv", [html_answer(200)], "not_api", 1, 0.0),
    ("openalex", [json_answer(409, {})], "bad_request", 1, 0.0),
]


@pytest.mark.parametrize(("source", "answers", "kind", "requests", "waited"), CASES)
def test_each_failure_is_of_its_kind_and_takes_exactly_so_many_requests(
    httpserver, clock, client, at, source, answers, kind, requests, waited
):
    script = serve(httpserver, *answers)
    with pytest.raises(SourceError) as raised:
        ask(source, client, at(KEY if source == "materials" else ""))
    assert (raised.value.kind, raised.value.requests, len(script.requests)) == (kind, requests, requests)
    assert sum(pause for pause in clock.slept if pause >= 0.5 and source != "arxiv") == pytest.approx(waited, abs=1.0)
    assert raised.value.advice


def test_what_a_source_asks_us_to_wait_is_waited_and_no_more(httpserver, clock, client, at):
    script = serve(httpserver, json_answer(429, {}, Retry_After="2"), json_answer(200, WORKS))
    found = ask("openalex", client, at())
    assert (len(found), found.requests, len(script.requests)) == (1, 2, 2)
    assert clock.slept == [2.0]


def test_a_dead_port_is_a_network_failure_after_three_requests(clock, client):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    service = Service("Nobody", f"http://127.0.0.1:{port}", spacing=0)
    with pytest.raises(SourceError) as raised:
        client.ask(service, "works", {}, lambda body: read_json(body, ""))
    assert (raised.value.kind, raised.value.requests, clock.slept) == ("network", 3, [0.5, 1.0])
    assert "127.0.0.1" not in str(raised.value)


def test_silence_is_a_timeout_after_three_requests(httpserver, clock):
    release = threading.Event()
    script = serve(httpserver, Response("{}"))

    def silent(request: Request) -> Response:
        release.wait(20)
        return script(request)

    httpserver.clear()
    httpserver.expect_request("/api/works").respond_with_handler(silent)
    try:
        with pytest.raises(SourceError) as raised:
            client_at(clock, limits=Limits(read=0.1)).ask(service_of(httpserver), "works", {}, bytes)
    finally:
        release.set()
    assert (raised.value.kind, raised.value.requests) == ("timeout", 3)


class RawServer:
    """A server that sends what it is told, byte by byte, until nobody listens any more."""

    def __init__(self, *pieces: bytes, endless: bytes = b"") -> None:
        self.pieces, self.endless = pieces, endless
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.listener.settimeout(0.05)
        self.sent = 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> RawServer:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.listener.close()
        self.thread.join(5)

    def _serve(self) -> None:
        while not self.over.is_set():
            try:
                connection, _ = self.listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            with connection:
                try:
                    connection.settimeout(5)
                    connection.recv(65536)
                    for piece in self.pieces:
                        connection.sendall(piece)
                        self.sent += len(piece)
                    while self.endless and not self.over.is_set():
                        connection.sendall(self.endless)
                        self.sent += len(self.endless)
                        self.over.wait(0.02)
                except OSError:
                    continue


@pytest.mark.parametrize(
    "beginning",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
    ],
    ids=["body", "body without a length", "headers"],
)
def test_a_slow_drip_is_cut_off_by_the_time_of_the_whole_request(clock, beginning):
    client = client_at(clock, limits=Limits(request=0.3))
    with RawServer(beginning, endless=b" ") as server, pytest.raises(SourceError) as raised:
        client.ask(Service("Slow", server.url, spacing=0, attempts=1), "x", {}, bytes)
    assert raised.value.kind == "timeout"


def test_fifty_megabytes_are_not_read(clock, client):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    block = b" " * 1024 * 1024
    for announced in (b"Content-Length: 52428800\r\n\r\n", b"\r\n"):
        with RawServer(head + announced, *[block] * 50) as server, pytest.raises(SourceError) as raised:
            client.ask(Service("Big", server.url, spacing=0), "x", {}, bytes)
        assert (raised.value.kind, raised.value.requests) == ("too_big", 1)
        assert server.sent < 20 * 1024 * 1024


@pytest.mark.parametrize("packing", ["gzip", "gzip, gzip", "br"])
def test_a_body_packed_small_does_not_unpack_to_a_big_one(httpserver, client, packing):
    packed = gzip.compress(b" " * 50 * 1024 * 1024)
    if packing == "gzip, gzip":
        packed = gzip.compress(packed)
    serve(httpserver, Response(packed, 200, {"Content-Encoding": packing}, content_type="application/json"))
    with pytest.raises(SourceError) as raised:
        client.ask(service_of(httpserver), "x", {}, bytes)
    assert raised.value.kind in ("too_big", "not_api")
    assert raised.value.requests == 1


def test_an_answer_that_cannot_be_unpacked_is_no_answer(httpserver, client):
    serve(httpserver, Response(b"not packed at all", 200, {"Content-Encoding": "gzip"}))
    with pytest.raises(SourceError) as raised:
        client.ask(service_of(httpserver), "x", {}, bytes)
    assert (raised.value.kind, raised.value.requests) == ("not_api", 1)


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2:{other}/api",
        "http://127.0.0.1:{port}/api",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://[::1]:{port}/",
        "//example.org/works",
        "https://localhost:{port}/api",
        "http://user@localhost:{port}/api",
        "file:///etc/passwd",
        "",
    ],
)
def test_a_redirect_to_another_host_or_a_private_address_is_refused(httpserver, client, target):
    location = target.format(port=httpserver.port, other=httpserver.port + 1)
    script = serve(httpserver, Response("", 302, {"Location": location}))
    with pytest.raises(SourceError) as raised:
        client.ask(service_of(httpserver, secrets=(KEY,), parameters={"api_key": KEY}), "works", {"q": "1"}, bytes)
    assert (raised.value.kind, len(script.requests)) == ("not_api", 1)


@pytest.mark.parametrize("location", [b"http://[broken", b"http://localhost:99999999/", b"http://a b/"])
def test_a_redirect_to_an_address_that_is_none_is_refused(client, location):
    answer = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
    with RawServer(answer) as server, pytest.raises(SourceError) as raised:
        client.ask(Service("Astray", server.url, spacing=0), "x", {}, bytes)
    assert (raised.value.kind, raised.value.requests) == ("not_api", 1)


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 2", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
)
def test_a_connection_that_breaks_off_is_a_network_failure(client, answer):
    with RawServer(answer) as server, pytest.raises(SourceError) as raised:
        client.ask(Service("Broken", server.url, spacing=0), "x", {}, bytes)
    assert (raised.value.kind, raised.value.requests) == ("network", 3)


def test_a_redirect_on_the_same_host_is_followed_and_one_without_end_is_not(httpserver, client):
    script = serve(
        httpserver, Response("", 301, {"Location": "/api/works/?q=1&api_key=old"}), json_answer(200, {"a": 1})
    )
    service = service_of(httpserver, parameters={"api_key": KEY}, secrets=(KEY,))
    answer = client.ask(service, "works", {"q": "1"}, lambda body: read_json(body, ""))
    assert (answer.value, answer.requests) == ({"a": 1}, 2)
    assert script.requests[1].args.to_dict(flat=False) == {"q": ["1"], "api_key": [KEY]}
    httpserver.clear()
    script = serve(httpserver, Response("", 307, {"Location": "/api/works"}))
    with pytest.raises(SourceError) as raised:
        client.ask(service, "works", {}, bytes)
    assert (raised.value.kind, len(script.requests)) == ("not_api", 4)


# --- turns and cooldowns ----------------------------------------------------------------------------------------------


def test_a_cooldown_survives_and_the_next_question_sends_nothing(httpserver, clock, client, at):
    script = serve(httpserver, Response("Rate exceeded.", 429), Response(FEED, 200))
    arxiv = Arxiv(client, at())
    with pytest.raises(SourceError):
        arxiv.search("graphs")
    with pytest.raises(SourceError) as raised:
        Arxiv(client, at()).search("something else")
    assert (raised.value.kind, raised.value.requests, len(script.requests)) == ("cooldown", 0, 1)
    assert raised.value.until == clock.now + 900
    assert "until 2027-01-15 08:15 UTC" in str(raised.value)
    clock.sleep(901)
    assert len(arxiv.search("graphs")) == 1


def test_a_used_up_budget_closes_the_source_for_as_long_as_it_says(httpserver, clock, client, at):
    script = serve(httpserver, json_answer(429, BUDGET, Retry_After="53400"))
    for kind in ("quota", "cooldown"):
        with pytest.raises(SourceError) as raised:
            ask("openalex", client, at())
        assert raised.value.kind == kind
        assert raised.value.until == clock.now + 53400
    assert len(script.requests) == 1


def test_threads_that_waited_for_their_turn_do_not_ask_a_source_that_closed_meanwhile(httpserver, client, at):
    script = serve(httpserver, Response("Rate exceeded.", 429))
    arxiv, kinds = Arxiv(client, at()), []

    def search() -> None:
        with pytest.raises(SourceError) as raised:
            arxiv.search("graphs")
        kinds.append(raised.value.kind)

    _together(search, 6)
    assert sorted(kinds) == ["cooldown"] * 5 + ["throttled"]
    assert len(script.requests) == 1


def test_threads_share_the_distance_between_requests(httpserver, clock, client):
    serve(httpserver, json_answer(200, {}))
    starts: list[float] = []
    service = service_of(httpserver, spacing=0.34)

    class Noting(FakeClock):
        def sleep(self, seconds: float) -> None:  # time stands still, so that every turn shows in its wait
            starts.append(seconds)

    crowd = client_at(Noting())
    _together(lambda: crowd.ask(service, "x", {}, lambda body: 1), 10)
    gaps = [0.34 * number for number in range(1, 10)]
    assert sorted(starts) == pytest.approx(gaps)


def test_where_only_one_connection_is_allowed_there_is_never_a_second(httpserver):
    at_work, most = [0], [0]
    guard = threading.Lock()

    def busy(request: Request) -> Response:
        with guard:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
        time.sleep(0.02)
        with guard:
            at_work[0] -= 1
        return json_answer(200, {})

    httpserver.expect_request("/api/x").respond_with_handler(busy)
    crowd = client_at(FakeClock())
    _together(lambda: crowd.ask(service_of(httpserver, alone=True), "x", {}, lambda body: 1), 5)
    assert most == [1]


def _together(work, count: int) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)


def test_retries_end_when_the_time_for_a_question_is_over(httpserver, clock):
    script = serve(httpserver, json_answer(429, {}, Retry_After="19"))
    impatient = client_at(clock, limits=Limits(question=20))
    with pytest.raises(SourceError):
        impatient.ask(service_of(httpserver), "x", {}, bytes)
    assert len(script.requests) == 2


# --- cache ------------------------------------------------------------------------------------------------------------


def test_the_same_question_is_sent_once_in_a_week(httpserver, clock, tmp_path, at):
    script = serve(httpserver, json_answer(200, WORKS))
    first = OpenAlex(client_at(clock, tmp_path), at(KEY)).search("perovskites")
    clock.sleep(6 * 86_400)
    second = OpenAlex(client_at(clock, tmp_path), at("another-key")).search("perovskites")
    assert (first.cached, first.requests, second.cached, second.requests) == (False, 1, True, 0)
    assert second.fetched == first.fetched == second[0].fetched
    assert second[0].cached
    clock.sleep(2 * 86_400)
    assert OpenAlex(client_at(clock, tmp_path), at()).search("perovskites").requests == 1
    assert len(script.requests) == 2


def test_an_empty_answer_is_kept_for_a_day_and_a_failure_never(httpserver, clock, tmp_path, at):
    script = serve(httpserver, html_answer(404), json_answer(200, {"results": []}))
    openalex = OpenAlex(client_at(clock, tmp_path), at())
    with pytest.raises(SourceError):
        openalex.search("nothing")
    assert openalex.search("nothing") == []
    assert openalex.search("nothing").cached
    clock.sleep(86_401)
    assert not openalex.search("nothing").cached
    assert len(script.requests) == 3


def test_an_answer_that_cannot_be_read_is_not_kept(httpserver, clock, tmp_path, at):
    script = serve(httpserver, json_answer(200, {"results": None}))
    for _ in range(2):
        with pytest.raises(SourceError):
            OpenAlex(client_at(clock, tmp_path), at()).search("perovskites")
    assert len(script.requests) == 2


def test_the_order_of_parameters_does_not_matter_to_the_cache(httpserver, clock, tmp_path):
    script = serve(httpserver, json_answer(200, {"a": 1}))
    keeping = client_at(clock, tmp_path)
    for parameters in ({"a": "1", "b": "2"}, {"b": "2", "a": "1"}):
        keeping.ask(service_of(httpserver), "x", parameters, lambda body: read_json(body, ""))
    assert len(script.requests) == 1


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["pubmed", "openalex", "materials", "web"])  # arXiv has no key
@pytest.mark.parametrize("status", [200, 302, 400, 401, 429, 500])
def test_keys_and_addresses_never_reach_a_message_a_log_or_the_cache(
    httpserver, clock, tmp_path, at, caplog, source, status
):
    caplog.set_level(logging.DEBUG)
    echo = {"message": f"bad key {KEY} from 203.0.113.7", "detail": f"api_key={KEY}", "api-key": "203.0.113.7"}
    good = {"results": [], "data": [], "esearchresult": {"idlist": [], "errorlist": {"phrasesnotfound": [KEY]}}}
    answer = json_answer(status, {**echo, **(good if status == 200 else {})}, Location=f"http://203.0.113.7/?key={KEY}")
    serve(httpserver, answer)
    settings = at(KEY)
    said = repr(settings)
    try:
        found = ask(source, client_at(clock, tmp_path), settings)
        said += repr(found) + repr(found.notes)
    except SourceError as error:
        said += str(error) + error.advice + repr(error.__dict__)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("*"))
    ours = [record for record in caplog.records if record.name != "werkzeug"]  # the test's own server logs what it gets
    said += "".join(f"{record.getMessage()} {record.exc_text}" for record in ours)
    assert KEY not in said
    assert "203.0.113.7" not in said
    assert KEY.encode() not in kept
    assert KEY.encode() not in _unpacked(tmp_path)


def _unpacked(folder) -> bytes:
    import sqlite3
    import zlib
    from contextlib import closing

    file = folder / "answers.sqlite"
    if not file.exists():
        return b""
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT key, body FROM answers").fetchall()
    return b"".join(key.encode() + zlib.decompress(body) for key, body in rows)


@pytest.mark.parametrize("source", ["openalex", "materials", "web"])
def test_keys_travel_in_headers_where_the_source_takes_them_there(httpserver, client, at, source):
    script = serve(httpserver, json_answer(200, {"results": [], "data": []}))
    ask(source, client, at(KEY))
    request = script.requests[0]
    assert KEY in str(request.headers)
    assert KEY not in request.url
    assert KEY.encode() not in request.get_data()


def test_a_blank_key_is_not_sent(httpserver, client, at):
    script = serve(httpserver, json_answer(200, {"results": []}))
    ask("openalex", client, at())
    assert "Authorization" not in script.requests[0].headers
    assert "api_key" not in script.requests[0].url


def test_every_request_says_who_asks_and_what_it_takes_and_goes_by_no_proxy(httpserver, clock, at, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    script = serve(httpserver, Response(FEED, 200))
    Arxiv(client_at(clock, contact="analyst@example.org"), at()).search("graphs")
    headers = script.requests[0].headers
    assert "analyst@example.org" in headers["User-Agent"]
    assert "application/atom+xml" in headers["Accept"]
    assert "Cookie" not in headers


def test_a_key_that_cannot_be_sent_is_a_failure_with_words(httpserver, client, at):
    with pytest.raises(SourceError) as raised:
        ask("materials", client, at("ключ"))
    assert (raised.value.kind, raised.value.requests) == ("bad_request", 0)


def test_a_name_that_no_host_can_have_is_a_network_failure(client, monkeypatch):
    def too_long(*_: object, **more: object) -> None:
        raise UnicodeError("label too long")  # as the lookup of names does, before anything is sent

    monkeypatch.setattr(socket, "create_connection", too_long)
    with pytest.raises(SourceError) as raised:
        client.ask(Service("Long", f"http://{'a' * 70}.example.org", spacing=0), "x", {}, bytes)
    assert raised.value.kind == "network"


def test_sources_stand_in_their_fixed_order_and_only_those_that_are_allowed(client, at):
    assert list(live_sources(client, at())) == ["pubmed", "arxiv", "openalex", "materials", "web"]
    assert list(live_sources(client, at(allowed=("web", "arxiv")))) == ["arxiv", "web"]
