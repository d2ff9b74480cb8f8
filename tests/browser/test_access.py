"""Who may come in: signing in, what belongs to whom, the API's token; and what the launcher answers to programs."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from core.installation import NOBODY, Installation
from core.settings import Settings
from tests.browser.conftest import PATIENCE, ROOT, Server
from tests.browser.oidc import Provider
from tests.browser.steps import CLEAR, address, ask, bring, open_expert_search, press, request_box, see_answer, settle

Visit = Callable[..., Page]
PEOPLE = b"name,headline\nGreta Ohlsen,Restores church organs\n"


def fetch(address: str, method: str = "GET", body: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return (
                answer.status,
                {name.lower(): value for name, value in answer.headers.items()},
                answer.read().decode(),
            )
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()


# --- the launcher -----------------------------------------------------------------------------------------------------


def test_programs_get_json_and_the_dashboard_a_content_security_policy(server: Server) -> None:
    assert json.loads(fetch(f"{server.address}/health")[2]) == {"status": "ok"}
    for path, method, status in (
        ("/api/nothing", "GET", 404),
        ("/api", "GET", 404),
        ("/api/systems", "DELETE", 405),
        ("/health", "POST", 405),
        ("/api/systems/expert_search/ask", "GET", 405),
    ):
        answered, headers, body = fetch(server.address + path, method)
        assert (answered, list(json.loads(body))) == (status, ["detail"]), path
        assert headers["content-type"] == "application/json"
    status, headers, body = fetch(server.address)
    assert status == 200
    assert "<html" in body
    assert "default-src 'self'" in headers["content-security-policy"]


def test_under_a_name_that_is_not_its_own_the_server_answers_nothing(server: Server) -> None:
    host = f"evil.example:{server.port}"
    json_body = {"query": "x", "request": "x"}
    headers = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json"}
    for path in ("/", "/expert_search", "/_stcore/health", "/_stcore/host-config", "/health", "/graph-info"):
        assert fetch(server.address + path, **headers)[0] == 421, path
    for path in ("/ask", "/api/systems/expert_search/ask"):
        assert fetch(server.address + path, "POST", json_body, **headers)[0] == 421, path


def test_the_api_answers_as_the_page_does(server: Server) -> None:
    ask_address = f"{server.address}/api/systems/expert_search/ask"
    status, _, body = fetch(ask_address, "POST", {"request": CLEAR}, **{"Content-Type": "application/json"})
    assert status == 200
    assert len(json.loads(body)["answer"]["experts"]) == 5
    assert fetch(ask_address, "POST", {"request": CLEAR}, **{"Content-Type": "text/plain"})[0] == 415


def test_an_address_of_a_page_on_a_cold_server_shows_the_frame(tmp_path: Path, visit: Visit) -> None:
    with Server(tmp_path / "data") as cold:
        page = visit(f"{cold.address}/expert_search?alpha=0.3")
        expect(page.get_by_role("heading", name="Expert search")).to_be_visible()
        expect(page.get_by_test_id("stSidebar").get_by_text("Answers:")).to_be_visible()
        expect(page.get_by_text("Try one of these")).to_be_visible()
        assert page.title() == "Glassbox"
        assert address(page) == {"alpha": "0.3"}


# --- signing in -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def closed(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A copy of the project in which people sign in; not started."""
    folder = tmp_path_factory.mktemp("closed") / "glassbox"
    (folder / ".streamlit").mkdir(parents=True)
    shutil.copy(ROOT / "streamlit_app.py", folder)
    shutil.copy(ROOT / ".streamlit" / "config.toml", folder / ".streamlit")
    for name in ("core", "pages"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("assets", "docs"):
        (folder / name).symlink_to(ROOT / name)
    server = Server(folder.parent / "data", folder=folder)
    (folder / ".streamlit" / "secrets.toml").write_text(provider.secrets_toml(server.address), encoding="utf-8")
    return server


def sign_in(page: Page, provider: Provider, person: str) -> None:
    provider.person = person
    press(page.get_by_role("button", name="Sign in"))
    expect(page.get_by_text(f"Signed in: {person.title()}")).to_be_visible()
    open_expert_search(page)  # who signs in arrives at the first page


def test_runs_and_uploads_belong_to_who_is_signed_in(closed: Server, provider: Provider, visit: Visit) -> None:
    with closed:
        ann = visit(closed.address, apart=True)
        expect(ann.get_by_text("Please sign in.")).to_be_visible()
        assert ann.get_by_label("Who or what are you looking for?").count() == 0
        sign_in(ann, provider, "ann")
        bring(ann, "choir.csv", PEOPLE)
        ask(ann, CLEAR)
        see_answer(ann)
        link = ann.url

        stranger = visit(link, apart=True)
        expect(stranger.get_by_text("Please sign in.")).to_be_visible()
        expect(stranger.get_by_text("Nilufar")).to_have_count(0)

        bob = visit(closed.address, apart=True)
        sign_in(bob, provider, "bob")
        bob.goto(link)
        expect(bob.get_by_text("There is no such run here.")).to_be_visible()
        expect(request_box(bob)).to_have_value("")
        assert "thread" not in address(bob)
        press(bob.get_by_test_id("stSidebar").get_by_text("Earlier runs"))
        expect(bob.get_by_text("None yet.")).to_be_visible()
        press(bob.get_by_role("button", name="Use my own data"))
        bob.get_by_text("They stay on the computer that runs Glassbox.").wait_for()
        expect(bob.get_by_text("choir.csv")).to_have_count(0)
        bob.goto(closed.address + "/expert_search?people=" + link.partition("people=")[2].partition("&")[0])
        settle(bob)
        expect(bob.get_by_text("choir.csv")).to_have_count(0)

        ann.reload()
        see_answer(ann)
        another_tab = ann.context.new_page()
        another_tab.goto(link)
        see_answer(another_tab)
        press(ann.get_by_role("button", name="Sign out"))
        for tab in (ann, another_tab):
            expect(tab.get_by_text("Please sign in.")).to_be_visible()
            expect(tab.get_by_text("Nilufar")).to_have_count(0)
        another_tab.close()
        ann.goto(link)
        expect(ann.get_by_text("Please sign in.")).to_be_visible()
        sign_in(ann, provider, "ann")
        ann.goto(link)
        see_answer(ann)

        # The API is not behind the sign-in, so without a token of its own it is closed.
        status, _, body = fetch(f"{closed.address}/api/systems")
        assert status == 403
        assert "GLASSBOX_API_TOKEN" in json.loads(body)["detail"]


def hear_session(page: Page, address: str) -> str:
    """Load a page and return the id of its session, as whoever speaks Streamlit's language can read it."""
    heard: list[str] = []

    def listen(payload: bytes | str) -> None:
        if isinstance(payload, bytes):
            message = ForwardMsg()
            message.ParseFromString(payload)
            heard.append(message.new_session.initialize.session_id)

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    page.goto(address)
    page.locator("h1").first.wait_for()
    settle(page)
    return next(filter(None, heard))


def put_file(page: Page, server: Server, session: str) -> int:
    """Send a file to a session as the browser of this page would, and return the status."""
    cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in page.context.cookies()}
    answer = page.request.put(
        f"{server.address}/_stcore/upload_file/{session}/{uuid4()}",
        headers={"X-Xsrftoken": cookies["_streamlit_xsrf"]},
        multipart={"file": {"name": "people.csv", "mimeType": "text/csv", "buffer": PEOPLE}},
    )
    return answer.status


def test_files_are_taken_from_and_given_to_nobody_but_who_is_signed_in_and_made_them(
    closed: Server, provider: Provider, visit: Visit
) -> None:
    with closed:
        stranger = visit(closed.address, apart=True)
        session = hear_session(stranger, closed.address)
        assert put_file(stranger, closed, session) == 403
        assert fetch(f"{closed.address}/_stcore/upload_file/{session}/1", "PUT")[0] == 403

        ann = visit(closed.address, apart=True)
        sign_in(ann, provider, "ann")
        hers = hear_session(ann, f"{closed.address}/expert_search")
        assert put_file(ann, closed, hers) == 204
        ask(ann, CLEAR)
        see_answer(ann)
        with ann.expect_download() as download:
            press(ann.get_by_test_id("stDownloadButton").locator("button").first)
        made = download.value.url
        assert "/media/" in made
        assert ann.request.get(made).status == 200

        bob = visit(closed.address, apart=True)
        sign_in(bob, provider, "bob")
        his = hear_session(bob, closed.address)
        assert put_file(bob, closed, his) == 204
        assert put_file(bob, closed, hers) == 403
        for other in (bob, stranger):
            assert other.request.get(made).status == 404
        assert fetch(made)[0] == 404
        assert fetch(f"{closed.address}/_stcore/metrics")[0] == 403


def test_a_person_called_local_opens_nothing_made_before_people_signed_in(
    closed: Server, provider: Provider, visit: Visit
) -> None:
    house = Installation(Settings(data=closed.data))
    before = [
        house.threads.begin(house.threads.new_id(), "expert_search", owner, CLEAR, {}).id for owner in (NOBODY, "api")
    ]
    house.close()
    with closed:
        page = visit(closed.address, apart=True)
        for person, thread in zip((NOBODY, "api"), before, strict=True):
            sign_in(page, provider, person)
            page.goto(f"{closed.address}/expert_search?thread={thread}")
            expect(page.get_by_text("There is no such run here.")).to_be_visible()
            press(page.get_by_role("button", name="Sign out"))
            expect(page.get_by_text("Please sign in.")).to_be_visible()


def test_where_people_sign_in_the_api_wants_its_token(closed: Server) -> None:
    closed.environment = {"GLASSBOX_API_TOKEN": "a-token-for-programs"}
    with closed:
        systems = f"{closed.address}/api/systems"
        assert fetch(systems)[0] == 401
        assert fetch(systems, Authorization="Bearer another")[0] == 401
        assert fetch(systems, Authorization="Bearer a-token-for-programs")[0] == 200
        assert fetch(f"{closed.address}/health")[0] == 200
