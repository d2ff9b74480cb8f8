"""The one careful HTTP client that asks all sources: spacing, retries, cooldowns, cache, limits of time and size."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

from core.deadline import deadline
from core.sources.cache import Cache, cache_key
from core.sources.classify import Format, classify, wait_asked_for, words_of
from core.sources.errors import Kind, SourceError, redact
from core.sources.pace import Clock, Pace

if TYPE_CHECKING:
    import httpx

Value = TypeVar("Value")

_RETRIED: frozenset[Kind] = frozenset({"throttled", "server", "timeout", "network"})
_LONGEST_PAUSE = 20.0  # seconds: what a source wants us to wait beyond that is not waited for
_REDIRECTS = 3
_ENCODINGS = frozenset({"", "identity", "gzip", "deflate"})  # one of them: gzip in gzip makes gigabytes of kilobytes
_ACCEPT = {"json": "application/json", "xml": "application/atom+xml, application/xml, text/xml"}


@dataclass(frozen=True)
class Service:
    """What the client needs to know of a source.

    `spacing` is in seconds between requests; `alone` allows one request at a time; `attempts` counts requests for one
    question. `parameters` and `headers` go with every request and not into the cache's key: that is where keys belong,
    and they stand in `secrets` too. A status in `cooldown_statuses` means throttled; a service that has
    such closes for `cooldown` seconds as soon as it is throttled.
    `details` are words of its own for a kind of failure.
    """

    title: str
    base_url: str
    spacing: float
    alone: bool = False
    attempts: int = 3
    parameters: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    cooldown_statuses: frozenset[int] = frozenset()
    cooldown: float = 900.0
    details: Mapping[Kind, tuple[str, str]] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """The host with its port, whose turns all requests share."""
        return urlsplit(self.base_url).netloc


@dataclass(frozen=True)
class Limits:
    """Seconds for connecting, for each piece, for one request, for a question with its retries; bytes of a body."""

    connect: float = 5.0
    read: float = 15.0
    request: float = 20.0
    question: float = 60.0
    size: int = 8 * 1024 * 1024


@dataclass(frozen=True)
class Answer(Generic[Value]):
    """What was read from an answer, when the source gave it (ISO 8601, UTC), and how many requests it took."""

    value: Value
    fetched: str
    cached: bool
    requests: int


@dataclass(frozen=True)
class _Question:
    """One request as it will be sent, as often as it takes."""

    service: Service
    address: str
    parameters: Mapping[str, str]
    content: Mapping[str, Any] | None
    expected: Format

    @property
    def method(self) -> str:
        return "GET" if self.content is None else "POST"


class Client:
    """One for the whole process: its turns, cooldowns and cache are shared by all threads and all visitors."""

    def __init__(
        self,
        cache: Cache | None = None,
        contact: str = "",
        clock: Clock | None = None,
        limits: Limits | None = None,
        jitter: Callable[[], float] = lambda: random.uniform(0, 0.25),  # noqa: S311 - spreads retries, hides nothing
    ) -> None:
        import httpx

        self.contact = contact
        self._cache = cache
        self._clock = clock or Clock()
        self._limits = limits or Limits()
        self._jitter = jitter
        self._pace = Pace(self._clock)
        # Made here: in a turn its tenth of a second would bring a request too near to the next one.
        self._certificates = httpx.create_ssl_context(trust_env=False)
        # At DEBUG it writes all headers of answers, in which a source may repeat a key.
        logging.getLogger("httpcore").setLevel(logging.INFO)

    def ask(
        self,
        service: Service,
        path: str,
        parameters: Mapping[str, str],
        read: Callable[[bytes], Value],
        *,
        content: Mapping[str, Any] | None = None,
        expected: Format = "json",
        fresh: bool = False,
    ) -> Answer[Value]:
        """Ask `service` by GET, or by POST when there is JSON `content`, and read the answer with `read`.

        Only answers that `read` took without `SourceError` are kept; `fresh` passes by the cache. Raises `SourceError`.
        """
        question = _Question(service, f"{service.base_url.rstrip('/')}/{path}", parameters, content, expected)
        asked = {**parameters, **{name: str(value) for name, value in (content or {}).items()}}
        key = cache_key(question.method, question.address, asked)
        kept = None if fresh or self._cache is None else self._cache.get(key)
        if kept is not None:
            with suppress(SourceError):  # kept by another version that read it otherwise
                return Answer(read(kept.body), _iso(kept.fetched), True, 0)
        requests = _Counter()
        try:
            body = self._try(question, requests)
            value = read(body)
        except SourceError as error:
            error.requests = requests.count
            raise
        if self._cache is not None:
            self._cache.put(key, body, empty=not value)
        return Answer(value, _iso(self._clock.time()), False, requests.count)

    def _try(self, question: _Question, requests: _Counter) -> bytes:
        """Send until there is a good answer, as often as the kind of failure and the time allow."""
        began = self._clock.monotonic()
        for attempt in range(1, question.service.attempts + 1):
            try:
                return self._follow(question, requests)
            except SourceError as error:
                pause = (
                    min(_LONGEST_PAUSE, 0.5 * 2 ** (attempt - 1)) + self._jitter() if error.wait is None else error.wait
                )
                late = self._clock.monotonic() - began + pause > self._limits.question
                if error.kind not in _RETRIED or error.until or late or attempt == question.service.attempts:
                    raise
                self._clock.sleep(pause)
        raise AssertionError("a service has at least one attempt")

    def _follow(self, question: _Question, requests: _Counter) -> bytes:
        """Send one request; a redirect is followed only within the same host."""
        for _ in range(_REDIRECTS + 1):
            answer = self._send(question, requests)
            if isinstance(answer, bytes):
                return answer
            question = answer
        raise SourceError("not_api", question.service.title, "it redirects without end")

    def _send(self, question: _Question, requests: _Counter) -> bytes | _Question:
        """One request in its turn: the body of a good answer, or the request that a redirect asks for."""
        service = question.service
        self._refuse_while_cooling(service)
        with self._pace.turn(service.host, service.spacing, service.alone):
            self._refuse_while_cooling(service)  # another thread may have closed it while this one waited its turn
            status, headers, body = self._exchange(question, requests)
            if status in (301, 302, 303, 307, 308):
                return self._redirect(question, headers.get("location", ""))
            return self._judge(question, status, headers, body)  # still in its turn: it may close the source

    def _exchange(self, question: _Question, requests: _Counter) -> tuple[int, Mapping[str, str], bytes]:
        """One request and its answer, within the limits. Secrets are gone from the body before anything sees it."""
        import httpx

        service = question.service
        try:
            request = self._request(question)
        except (httpx.InvalidURL, UnicodeError):
            raise SourceError(
                "bad_request", service.title, "its address or key in the settings cannot be sent"
            ) from None
        with deadline(self._limits.request) as limit, httpx.HTTPTransport(verify=self._certificates) as transport:
            request.extensions["trace"] = limit.watch
            requests.count += 1
            try:
                with closing(transport.handle_request(request)) as response:
                    body = self._body(response, service)
            except httpx.TimeoutException:
                raise SourceError("timeout", service.title) from None
            except httpx.DecodingError:
                raise SourceError("not_api", service.title, "it cannot be unpacked") from None
            except (httpx.RequestError, UnicodeError) as error:  # the latter for a name that no host can have
                kind: Kind = "timeout" if limit.passed else "network"
                raise SourceError(kind, service.title, redact(str(error), service.secrets)[:200]) from None
        if limit.passed:  # closing the connection looks like the end of an answer without a length
            raise SourceError("timeout", service.title)
        for secret in service.secrets:
            body = body.replace(secret.encode(), b"[removed]")
        return response.status_code, response.headers, body

    def _request(self, question: _Question) -> httpx.Request:
        import httpx

        contact = f"; mailto:{self.contact}" if self.contact else ""
        return httpx.Request(
            question.method,
            question.address,
            params={**question.parameters, **question.service.parameters} or None,
            headers={
                "User-Agent": f"Glassbox/1.0 (research dashboard{contact})",
                "Accept": _ACCEPT[question.expected],
                "Accept-Encoding": "gzip",
                "Connection": "close",
                **question.service.headers,
            },
            json=question.content,
            extensions={"timeout": httpx.Timeout(self._limits.read, connect=self._limits.connect).as_dict()},
        )

    def _body(self, response: httpx.Response, service: Service) -> bytes:
        """Return the unpacked body. One that is too long is read no further; an error's may be, its status says
        enough."""
        if response.headers.get("content-encoding", "").strip().lower() not in _ENCODINGS:
            raise SourceError("not_api", service.title, "it is packed in an unknown way")
        body = b""
        announced = response.headers.get("content-length", "")
        too_big = announced.isdecimal() and len(announced) < 20 and int(announced) > self._limits.size
        if not too_big:
            pieces = bytearray()
            for piece in response.iter_bytes():
                pieces += piece
                if too_big := len(pieces) > self._limits.size:
                    break
            body = bytes(pieces)
        if too_big and response.status_code < 400:
            size = self._limits.size // 1024**2
            raise SourceError("too_big", service.title, f"more than {size} MB" if size else "")
        return body

    def _judge(self, question: _Question, status: int, headers: Mapping[str, str], body: bytes) -> bytes:
        """Return the body of a good answer; of any other, the error with its words, and a cooldown where one is due."""
        service = question.service
        kind = classify(status, body, question.expected, service.cooldown_statuses)
        if kind is None:
            return body
        wait = wait_asked_for(headers, body, self._clock.time()) if kind in ("throttled", "server") else None
        if kind == "throttled" and service.cooldown_statuses:
            self._pace.cool_down(service.host, max(service.cooldown, wait or 0.0))
        elif wait is not None and wait > _LONGEST_PAUSE:
            kind = "quota" if kind == "throttled" else kind
            self._pace.cool_down(service.host, wait)
        cooling = self._pace.cooling(service.host)
        until = self._clock.time() + cooling if cooling else None
        detail, advice = service.details.get(kind, ("", ""))
        said = words_of(body, service.secrets) if kind == "bad_request" else ""
        raise SourceError(kind, service.title, detail or said or f"HTTP {status}", advice, wait, until)

    def _refuse_while_cooling(self, service: Service) -> None:
        if seconds := self._pace.cooling(service.host):
            raise SourceError("cooldown", service.title, wait=seconds, until=self._clock.time() + seconds)

    def _redirect(self, question: _Question, location: str) -> _Question:
        """Return the request that a redirect asks for, if it stays with GET on the same host: nothing goes anywhere
        else."""
        try:
            here, there = urlsplit(question.address), urlsplit(urljoin(question.address, location))
            same = location and (_origin(here) == _origin(there) or _is_upgrade(here, there))
        except ValueError:
            same = False
        if not same or question.content is not None or there.username or there.password:
            raise SourceError(
                "not_api", question.service.title, "it redirects to another place, which was not followed"
            )
        address = there._replace(query="", fragment="").geturl()
        return replace(question, address=address, parameters=dict(parse_qsl(there.query)))


@dataclass
class _Counter:
    """Requests that were sent."""

    count: int = 0


def _origin(parts: SplitResult) -> tuple[str, str | None, int | None]:
    return parts.scheme, parts.hostname, parts.port


def _is_upgrade(here: SplitResult, there: SplitResult) -> bool:
    """Whether a redirect leads from http to https on the usual ports of the same host."""
    ports = here.port in (None, 80) and there.port in (None, 443)
    return (here.scheme, there.scheme) == ("http", "https") and here.hostname == there.hostname and ports


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
