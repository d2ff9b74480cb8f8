"""The one gate before every route of the server: the dashboard's files, its WebSocket, uploads, downloads, the API.

Streamlit looks at the host of a WebSocket and at a token of an upload, and at nothing else; so what holds for a route
is decided here, once, before the route is reached:

- every route: a host that is ours (a page of another site can make its own name lead to this machine), headers that
  bind the browser, and a client that goes on sending;
- the API: an origin that may ask, a pace, a token where one is set;
- the WebSocket: an origin that is this server, and as many messages as a page sends;
- uploads and downloads: the visitor whose page they belong to; uploads also within what a visit, and all of them, may
  keep;
- signing out: it holds for every tab of that browser.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.api.bodies import PASSED_BY, Refusal
from core.api.work import Desk
from core.errors import AppError
from core.installation import Installation, installation
from core.settings import Settings

# WASM and eval are what Mermaid, Graphviz and the tables need; everything else comes from this server alone. 'self' is
# also the WebSocket of this server, and no other.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; frame-src 'self' data: blob:; frame-ancestors 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'"
)
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
)
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
BODY_IDLE = 20.0  # seconds without a byte of a body that was begun
MESSAGES, MESSAGES_WITHIN = 100, 5.0  # of a page, and seconds; each lets the page be drawn anew
BODY_WHOLE = 600.0  # seconds for all of it: 50 MB at 85 kB a second

_API = re.compile(r"/(?:ask|graph-info|api(?:/.*)?)", re.DOTALL)
# Streamlit's own, below the path at which it serves its pages.
_METRICS = re.compile(r"/_stcore/(?:metrics|agent(?:/.*)?)", re.DOTALL)
_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]*)/([^/]*)")
_SIGN_OUT = "/auth/logout"
_DOWNLOAD = re.compile(r"/media/(.*)", re.DOTALL)


class Visitors(Protocol):
    """What the pages know of who visits them."""

    @property
    def base(self) -> str:
        """The path below which they are served, "" for the root."""

    def is_visit(self, session: str, cookies: Mapping[str, str]) -> bool:
        """Tell whether a session of the pages is at work for the browser with these cookies, signed in where needed."""

    def may_fetch(self, file: str, cookies: Mapping[str, str]) -> bool:
        """Tell whether a session of this browser made the file that can be fetched under this name."""

    def sign_out(self, cookies: Mapping[str, str]) -> None:
        """Let no page of the browser with these cookies go on as whoever was signed in there."""

    def kept(self, session: str | None = None) -> int:
        """Return how many bytes of uploads are in memory, for a session or for all."""


class _Upload(NamedTuple):
    session: str
    file: str


class Gate:
    """Plain ASGI middleware, so that WebSockets pass through it untouched."""

    def __init__(
        self, app: ASGIApp, visitors: Visitors | None = None, house: Callable[[], Installation] = installation
    ) -> None:
        """`visitors` is None where no pages are served, and then there are neither uploads nor downloads."""
        self._app = app
        self._visitors = visitors
        self._house = house
        self._desk: Desk | None = None
        self._coming: dict[object, tuple[str, int]] = {}  # of uploads on their way: whose, and how many bytes so far

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it with a status and words."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        sending, coming = _Sending(send), _Coming(receive)
        try:
            upload = self._let_in(scope)
            if scope["type"] == "http":
                receive = self._counted(scope, coming, upload) if upload else coming
            else:
                receive = _Messages(receive, send)
            await self._app(scope, receive, sending)
        except Refusal as refusal:
            if scope.get("method") == "PUT":
                await coming.pass_by(Headers(scope=scope))
            await sending.refuse(scope, receive, refusal)
        except ClientDisconnect:
            pass  # nobody is there to be told
        finally:
            self._coming.pop(id(scope), None)

    # --- who may come in ----------------------------------------------------------------------------------------------

    def _let_in(self, scope: Scope) -> _Upload | None:
        settings = self._settings
        headers, path = Headers(scope=scope), scope["path"]
        if not is_our_host(headers.get("host", ""), scope.get("server"), settings.allowed_hosts):
            raise Refusal(421, "This server does not answer to that name. ALLOWED_HOSTS names those it answers to.")
        if scope["type"] != "http":
            check_origin(headers)
            return None
        if _API.fullmatch(path):
            check_origin(headers, settings.allowed_origins)
            scope["desk"] = self._open_desk()
            if (client := _from_elsewhere(scope)) is not None:
                scope["desk"].pace.check(client)
            check_token(headers, settings)
        own = path.removeprefix(self._visitors.base) if self._visitors else path
        if _METRICS.fullmatch(own):
            check_token(headers, settings)
        return self._let_visitor_in(Request(scope), own)

    def _let_visitor_in(self, request: Request, path: str) -> _Upload | None:
        """Look at who wants to bring or fetch a file at this path of the pages; give what is brought."""
        if request.method == "OPTIONS":
            return None
        if path == _SIGN_OUT and self._visitors:
            self._visitors.sign_out(request.cookies)
        if (found := _DOWNLOAD.fullmatch(path)) and not (
            self._visitors and self._visitors.may_fetch(found[1], request.cookies)
        ):
            raise Refusal(404, "There is no such file for you here.")
        if not (found := _UPLOAD.fullmatch(path)):
            return None
        upload = _Upload(found[1], found[2])
        if not (self._visitors and self._visitors.is_visit(upload.session, request.cookies)):
            raise Refusal(
                403, "Only a page that is open here takes files. Load it again, and sign in where it asks to."
            )
        if request.method == "PUT":
            self._check_room(request.scope, upload, int(_length(request.headers)))
            return upload
        return None

    @property
    def _settings(self) -> Settings:
        """The settings; those of nobody where they are wrong, which the page says."""
        try:
            return self._house().settings
        except AppError:
            return Settings()

    def _open_desk(self) -> Desk:
        try:
            house = self._house()
        except AppError as error:
            raise Refusal(503, error.in_full()) from None
        if self._desk is None or self._desk.house is not house:
            self._desk = Desk.of(house)
        return self._desk

    # --- what they send -----------------------------------------------------------------------------------------------

    def _check_room(self, scope: Scope, upload: _Upload, size: int) -> None:
        """Count what an upload has brought so far. Raises `Refusal` 413 when that is more than may be kept."""
        assert self._visitors is not None
        settings = self._settings
        self._coming[id(scope)] = (upload.session, size)
        mine = sum(size for session, size in self._coming.values() if session == upload.session)
        if self._visitors.kept(upload.session) + mine > settings.uploads_per_session:
            raise Refusal(413, f"A visit may hold files of {_megabytes(settings.uploads_per_session)} at a time.")
        if self._visitors.kept() + sum(size for _, size in self._coming.values()) > settings.uploads_in_all:
            raise Refusal(413, "This server holds as many files as it may. Try again in a few minutes.")

    def _counted(self, scope: Scope, coming: _Coming, upload: _Upload) -> Receive:
        """Return `receive` for an upload, which must stay within what may be kept."""

        async def counted() -> Message:
            message = await coming()
            announced = self._coming.get(id(scope), (upload.session, 0))[1]
            if coming.size > announced:
                self._check_room(scope, upload, coming.size)
            return message

        return counted


class _Coming:
    """A body on its way: whoever stops sending, or sends drop by drop, is told so; who has sent all may take time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._deadline = time.monotonic() + BODY_WHOLE
        self._whole = False
        self.size = 0

    async def __call__(self) -> Message:
        """Return the next message. Raises `Refusal` 408."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(min(BODY_IDLE, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise Refusal(408, "The request did not come to its end.", headers={"connection": "close"}) from None
        self._whole = not message.get("more_body", False)
        self.size += len(message.get("body", b""))
        return message

    async def pass_by(self, headers: Headers) -> None:
        """Let what was refused come and keep nothing of it: a browser hears an answer when it has sent all."""
        self._deadline = time.monotonic() + BODY_IDLE
        with suppress(Refusal):
            if int(_length(headers)) > PASSED_BY:
                return
            while not self._whole:
                await self()


class _Messages:
    """What a page sends: who sends more than a page does, to keep the server busy, is sent away."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._came: deque[float] = deque(maxlen=MESSAGES)

    async def __call__(self) -> Message:
        """Return the next message, or that the page has left."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        now = time.monotonic()
        if len(self._came) == MESSAGES and now - self._came[0] < MESSAGES_WITHIN:
            await self._send({"type": "websocket.close", "code": 1008, "reason": "Too many messages."})
            return {"type": "websocket.disconnect", "code": 1008}
        self._came.append(now)
        return message


class _Sending:
    """What goes out: with the headers of the gate; and whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False

    async def __call__(self, message: Message) -> None:
        """Send a message on."""
        if message["type"] == "http.response.start":
            self._begun = True
            message["headers"] = [*message["headers"], *_HEADERS]
        await self._send(message)

    async def refuse(self, scope: Scope, receive: Receive, refusal: Refusal) -> None:
        """Answer with a refusal, unless another answer has begun."""
        if scope["type"] == "websocket":
            await self._send({"type": "websocket.close", "code": 1008})
        elif not self._begun:
            await refusal.response()(scope, receive, self)


def is_our_host(host: str, server: tuple[str, int | None] | None, allowed: tuple[str, ...]) -> bool:
    """Tell whether a Host header names this machine, the address that was connected to, or a name that is allowed.

    A name in `allowed` that begins with `*.` stands for every name below it.
    """
    try:
        parts = urlsplit(f"//{host}")
        name, _ = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return False
    if not name or parts.username is not None or parts.path or parts.query or parts.fragment:
        return False
    ours = {*THIS_MACHINE, *_own_names(), server[0].lower() if server else "localhost"}
    return name in ours or any(name.endswith(one[1:]) if one.startswith("*.") else name == one for one in allowed)


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local") if name else ()


def check_origin(headers: Headers, allowed: tuple[str, ...] = ()) -> None:
    """Let in what comes from a page of this server, of a site that is allowed, or from no page.

    Another port of the same machine is another site: a notebook's output, somebody's own web server. Of this server
    only the name and the port are looked at, for a proxy before it may speak TLS. Raises `Refusal` 403.
    """
    host = headers.get("host", "").lower()
    for origin in headers.getlist("origin"):
        scheme, _, name = origin.lower().partition("://")
        if not (scheme in ("http", "https") and name == host) and origin not in allowed:
            raise Refusal(403, "Requests from other sites are not taken.")


def check_token(headers: Mapping[str, str], settings: Settings) -> None:
    """Let in who shows the token. Raises `Refusal`: 401 for a wrong one, 403 where people sign in and none is set."""
    if not settings.api_token:
        if settings.sign_in:
            raise Refusal(403, "People sign in here; the API opens when GLASSBOX_API_TOKEN is set.")
        return
    scheme, _, given = headers.get("authorization", "").partition(" ")
    right = hmac.compare_digest(given.strip().encode(), settings.api_token.encode())
    if scheme.lower() != "bearer" or not right:
        raise Refusal(401, "Send the token: Authorization: Bearer ….", headers={"www-authenticate": "Bearer"})


def _from_elsewhere(scope: Scope) -> str | None:
    """Return who asks, unless it is this machine itself: a network, where it is one that has addresses to spare."""
    client = scope.get("client")
    if not client:
        return None
    try:
        address = ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return str(address if address.version == 4 else ip_network((address, 64), strict=False))


def _length(headers: Mapping[str, str]) -> str:
    length = headers.get("content-length", "0")
    if not re.fullmatch(r"[0-9]{1,15}", length):
        raise Refusal(400, "The Content-Length is no number.")
    return length


def _megabytes(size: int) -> str:
    return f"{size / 1024**2:,.0f} MB"
