"""Who visits the pages: which browser each session is drawn for, which files it made, and what it leaves behind.

Streamlit hands a file to whoever names it, and takes one for any session, signed in or not; the gate asks here. A
browser is told from others by two of its cookies: the random one that Streamlit gives each, and the one of signing in.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import hashlib
import logging
import threading
import time
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME, XSRF_COOKIE_NAME

log = logging.getLogger(__name__)

LOOKS_EVERY = 10.0
"""Seconds between two looks for sessions that have ended."""
COLLECTS_EVERY = 30.0
"""Seconds between two collections, in each of which everybody waits for half a second."""


class Visitors:
    """The visitors of this server process; asked by many threads."""

    def __init__(self) -> None:
        self._browsers: dict[str, str] = {}  # of each session
        self._let_in: set[str] = set()  # the sessions that may bring files
        self._left: set[str] = set()  # the sessions whose visitor has signed out, there or in another tab
        self._makers: dict[str, set[str]] = {}  # of each file, the sessions that made it
        self._guard = threading.Lock()
        self._runtime: Runtime | None = None

    def greet(self) -> None:
        """Note the browser of the page that is being drawn: it may fetch what the page shows."""
        context = get_script_run_ctx()
        if context is not None:
            with self._guard:
                self._browsers[context.session_id] = _browser(st.context.cookies)

    def let_in(self) -> None:
        """Note that the page that is being drawn may bring files: its visitor has signed in, or nobody has to."""
        context = get_script_run_ctx()
        if context is not None:
            with self._guard:
                self._let_in.add(context.session_id)

    def has_left(self) -> bool:
        """Tell whether the visitor of the page that is being drawn has signed out, there or in another tab.

        Streamlit looks at who is signed in when a tab connects, and never again.
        """
        context = get_script_run_ctx()
        return context is not None and context.session_id in self._left

    # --- asked by the gate --------------------------------------------------------------------------------------------

    @property
    def base(self) -> str:
        """The path below which the pages are served, "" for the root."""
        path = str(st.get_option("server.baseUrlPath") or "").strip("/")
        return f"/{path}" if path else ""

    def is_visit(self, session: str, cookies: Mapping[str, str]) -> bool:
        """Tell whether this is a session that was let in, of the browser with these cookies."""
        return session in self._let_in and self._is_of(session, cookies)

    def _is_of(self, session: str, cookies: Mapping[str, str]) -> bool:
        browser = _browser(cookies)
        return bool(browser) and self._browsers.get(session) == browser

    def may_fetch(self, file: str, cookies: Mapping[str, str]) -> bool:
        """Tell whether a session of this browser made the file with this name, which is its id and an ending."""
        with self._guard:
            makers = set(self._makers.get(PurePosixPath(file).stem, ()))
        return any(self._is_of(session, cookies) for session in makers)

    def sign_out(self, cookies: Mapping[str, str]) -> None:
        """Let no page of the browser with these cookies go on as whoever was signed in there; they are drawn anew."""
        browser = _browser(cookies)
        with self._guard:
            theirs = {session for session, of in self._browsers.items() if of == browser} if browser else set()
            self._left |= theirs
            self._let_in -= theirs
        sessions: Any = self._runtime._session_mgr if self._runtime else None
        for session in [info.session for info in sessions.list_active_sessions()] if theirs else []:
            if session.id in theirs:
                session.request_rerun(None)

    def kept(self, session: str | None = None) -> int:
        """Return how many bytes of uploads Streamlit keeps in memory, for a session or for all."""
        if self._runtime is None:
            return 0
        stored: Mapping[str, Mapping[str, Any]] = self._runtime.uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
        of = [stored.get(session, {})] if session else list(stored.values())
        return sum(len(file.data) for files in of for file in list(files.values()))

    # --- beside Streamlit ---------------------------------------------------------------------------------------------

    def watch(self, runtime: Runtime) -> None:
        """Note from now on which session makes which file."""
        self._runtime = runtime
        files: Any = runtime.media_file_mgr
        add, execute = files.add, files.execute_deferred

        def noted_add(*arguments: Any, **named: Any) -> str:
            address: str = add(*arguments, **named)
            context = get_script_run_ctx()
            self._note(address, context.session_id if context else "")
            return address

        def noted_execute(placeholder: str) -> str:
            waiting = files._deferred_callables.get(placeholder)
            address: str = execute(placeholder)
            self._note(address, waiting["session_id"] if waiting else "")
            return address

        files.add, files.execute_deferred = noted_add, noted_execute

    def _note(self, address: str, session: str) -> None:
        with self._guard:
            self._makers.setdefault(PurePosixPath(address).stem, set()).add(session)

    async def see_off(self) -> None:
        """Give back, again and again, what sessions held that have ended.

        Streamlit forgets a session whose browser is gone when another one comes, and what it held is in cycles that
        Python's collector may not look at for long: files of 50 MB stay for many minutes on a quiet server.
        """
        waiting, collected = False, 0.0
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            waiting |= self.forget_ended()
            if waiting and time.monotonic() - collected >= COLLECTS_EVERY:
                await asyncio.to_thread(_collect)
                waiting, collected = False, time.monotonic()

    def forget_ended(self) -> bool:
        """Forget every session that nobody can come back to; tell whether there was one."""
        assert self._runtime is not None
        sessions: Any = self._runtime._session_mgr
        stored = sessions._session_storage._cache
        before = dict(stored._data)
        stored.expire()
        ended = [info.session for id, info in before.items() if id not in stored._data]
        for session in ended:
            session.shutdown()
        known = {info.session.id for info in sessions.list_sessions()}
        with self._guard:
            gone = set(self._browsers) - known
            for id in gone:
                del self._browsers[id]
            self._let_in &= known
            self._left &= known
            here = {file: makers & known for file, makers in self._makers.items()}
            self._makers = {file: makers for file, makers in here.items() if makers}
        return bool(ended or gone)


def _browser(cookies: Mapping[str, str]) -> str:
    """Return what tells a browser, with who is signed in there, from any other; "" for one without cookies.

    The random token comes masked otherwise each time, so it is unmasked first.
    """
    token, _ = decode_xsrf_token_string(cookies.get(XSRF_COOKIE_NAME, ""))
    if not token:
        return ""
    signed_in = sorted(value for name, value in cookies.items() if name.startswith(USER_COOKIE_NAME))
    return hashlib.sha256(b"\0".join([token, *(value.encode() for value in signed_in)])).hexdigest()


def _collect() -> None:
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)  # glibc keeps what was freed, for itself
    except (AttributeError, OSError, TypeError):
        log.debug("memory is given back as the system likes")


visitors = Visitors()
"""The visitors of this process: the shell notes them, the gate asks of them."""
