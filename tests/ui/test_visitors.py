"""Which browser a session is drawn for, which files it made, and that it is forgotten when it has ended."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from core.ui import visitors as module
from core.ui.visitors import Visitors

TOKENS = {"ann": b"a" * 16, "bob": b"b" * 16}


def cookies_of(person: str, **more: str) -> dict[str, str]:
    """As a browser sends them: the token is masked otherwise each time."""
    return {"_streamlit_xsrf": generate_xsrf_token_string(TOKENS[person], 1), **more}


@dataclass
class AppSession:
    """What Streamlit keeps of a session."""

    id: str
    shut: bool = False
    drawn_anew: int = 0
    held: list[Any] = field(default_factory=list)

    def shutdown(self) -> None:
        self.shut = True

    def request_rerun(self, client_state: None) -> None:
        self.drawn_anew += 1


class LittleRuntime:
    """What is used of Streamlit's runtime, with a clock that can be turned."""

    def __init__(self) -> None:
        self.now = 0.0
        self.active: list[Any] = []
        self.stored: TTLCache[str, Any] = TTLCache(100, 45, timer=lambda: self.now)
        self.uploaded_file_mgr = SimpleNamespace(file_storage={})
        self.media_file_mgr = SimpleNamespace(
            add=lambda data, **more: f"/media/{data}.csv",
            execute_deferred=lambda placeholder: f"/media/made-{placeholder}.csv",
            _deferred_callables={"later": {"session_id": "1"}},
        )
        self._session_mgr = SimpleNamespace(
            _session_storage=SimpleNamespace(_cache=self.stored),
            list_sessions=lambda: [*self.active, *self.stored.values()],
            list_active_sessions=lambda: self.active,
        )

    def loses(self, session: AppSession) -> None:
        """The browser of a session is gone."""
        self.active = [info for info in self.active if info.session is not session]
        self.stored[session.id] = SimpleNamespace(session=session)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> tuple[Visitors, LittleRuntime, Any]:
    """Visitors, the runtime that they watch, and a way to draw a page for somebody."""
    visitors, runtime = Visitors(), LittleRuntime()
    visitors.watch(runtime)  # type: ignore[arg-type]

    def draw(person: str, session: str, let_in: bool = True, **more: str) -> None:
        cookies = cookies_of(person, **more)
        monkeypatch.setattr(module, "get_script_run_ctx", lambda: SimpleNamespace(session_id=session))
        monkeypatch.setattr(module, "st", SimpleNamespace(context=SimpleNamespace(cookies=cookies)))
        visitors.greet()
        if let_in:
            visitors.let_in()

    return visitors, runtime, draw


def test_a_session_is_of_the_browser_it_was_drawn_for_and_takes_files_when_it_was_let_in(here: Any) -> None:
    visitors, _, draw = here
    draw("ann", "1")
    draw("bob", "2", let_in=False)
    assert visitors.is_visit("1", cookies_of("ann"))
    assert not visitors.is_visit("1", cookies_of("bob"))
    assert not visitors.is_visit("1", {})
    assert not visitors.is_visit("2", cookies_of("bob"))
    assert not visitors.is_visit("3", cookies_of("ann"))


def test_a_browser_without_cookies_is_nobody(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    visitors, _, draw = here
    draw("ann", "1")
    monkeypatch.setattr(module, "st", SimpleNamespace(context=SimpleNamespace(cookies={})))
    visitors.greet()
    for nobody in ({}, {"_streamlit_xsrf": ""}, {"_streamlit_xsrf": "2|x|y|z"}, {"_streamlit_xsrf": "zz"}):
        assert not visitors.is_visit("1", nobody)


def test_who_signs_in_at_the_same_browser_is_somebody_else(here: Any) -> None:
    visitors, _, draw = here
    draw("ann", "1", _streamlit_user="signed-ann")
    assert visitors.is_visit("1", cookies_of("ann", _streamlit_user="signed-ann"))
    assert not visitors.is_visit("1", cookies_of("ann", _streamlit_user="signed-bob"))
    assert not visitors.is_visit("1", cookies_of("ann"))


def test_a_file_is_given_to_the_browsers_whose_sessions_made_it_at_once_or_when_asked_to(here: Any) -> None:
    visitors, runtime, draw = here
    draw("ann", "1")
    runtime.media_file_mgr.add("picture")
    runtime.media_file_mgr.execute_deferred("later")
    draw("bob", "2")
    for file in ("picture.csv", "made-later.csv"):
        assert visitors.may_fetch(file, cookies_of("ann"))
        assert not visitors.may_fetch(file, cookies_of("bob"))
    runtime.media_file_mgr.add("picture")  # the same bytes are the same file
    assert visitors.may_fetch("picture.csv", cookies_of("bob"))
    assert visitors.may_fetch("picture.csv", cookies_of("ann"))
    assert not visitors.may_fetch("nothing.csv", cookies_of("ann"))


def test_what_the_page_shows_before_signing_in_can_be_fetched(here: Any) -> None:
    visitors, runtime, draw = here
    draw("ann", "1", let_in=False)
    runtime.media_file_mgr.add("logo")
    assert visitors.may_fetch("logo.csv", cookies_of("ann"))


def test_uploads_are_counted_for_a_session_and_for_all(here: Any) -> None:
    visitors, runtime, _ = here
    runtime.uploaded_file_mgr.file_storage = {
        "1": {"a": SimpleNamespace(data=b"12345"), "b": SimpleNamespace(data=b"1")},
        "2": {"c": SimpleNamespace(data=b"123")},
    }
    assert (visitors.kept("1"), visitors.kept("2"), visitors.kept("3"), visitors.kept()) == (6, 3, 0, 9)
    assert Visitors().kept() == 0


def test_a_session_that_nobody_can_come_back_to_is_shut_and_forgotten_though_nobody_else_comes(here: Any) -> None:
    visitors, runtime, draw = here
    ann, bob = AppSession("1"), AppSession("2")
    runtime.active = [SimpleNamespace(session=ann), SimpleNamespace(session=bob)]
    draw("ann", "1")
    runtime.media_file_mgr.add("hers")
    draw("bob", "2")
    runtime.media_file_mgr.add("his")
    runtime.loses(ann)
    assert not visitors.forget_ended()  # she may come back
    assert not ann.shut
    runtime.now = 46
    assert visitors.forget_ended()
    assert (ann.shut, bob.shut) == (True, False)
    assert not visitors.is_visit("1", cookies_of("ann"))
    assert not visitors.may_fetch("hers.csv", cookies_of("ann"))
    assert visitors.is_visit("2", cookies_of("bob"))
    assert visitors.may_fetch("his.csv", cookies_of("bob"))
    assert not visitors.forget_ended()


def test_who_signs_out_in_one_tab_is_signed_out_in_every_tab_of_that_browser(here: Any) -> None:
    visitors, runtime, draw = here
    sessions = [AppSession("1"), AppSession("2"), AppSession("3")]
    runtime.active = [SimpleNamespace(session=session) for session in sessions]
    draw("bob", "3", _streamlit_user="signed-bob")
    for tab in ("1", "2"):
        draw("ann", tab, _streamlit_user="signed-ann")
    assert not visitors.has_left()
    visitors.sign_out(cookies_of("ann", _streamlit_user="signed-ann"))
    assert [session.drawn_anew for session in sessions] == [1, 1, 0]
    assert visitors.has_left()  # the tab that was drawn last
    assert not visitors.is_visit("2", cookies_of("ann", _streamlit_user="signed-ann"))
    draw("ann", "2", let_in=False, _streamlit_user="signed-ann")  # drawn again, the tab is still nobody's
    assert visitors.has_left()
    assert visitors.is_visit("3", cookies_of("bob", _streamlit_user="signed-bob"))
    draw("ann", "4", _streamlit_user="signed-ann-again")
    assert not visitors.has_left()


def test_nobody_is_signed_out_by_a_browser_without_cookies(here: Any) -> None:
    visitors, runtime, draw = here
    session = AppSession("1")
    runtime.active = [SimpleNamespace(session=session)]
    draw("ann", "1")
    visitors.sign_out({})
    assert session.drawn_anew == 0


def test_what_a_session_held_in_cycles_is_given_back() -> None:
    session = AppSession("1")
    session.held.append(session)
    gone = weakref.ref(session)
    gc.disable()
    try:
        del session
        assert gone() is not None
        module._collect()
        assert gone() is None
    finally:
        gc.enable()
