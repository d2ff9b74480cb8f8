"""Which of the eleven kinds an answer is: from its status, headers and keys, never from the wording of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal, TypeAlias

from core.sources.errors import Kind, SourceError, redact
from core.sources.reading import a_dict, a_number, a_text, read_json

Format: TypeAlias = Literal["json", "xml"]

_SERVER = frozenset({408, 425, 500, 502, 503, 504})
_ACCESS = frozenset({401, 403})
_QUOTA = frozenset({402, 432, 433})
_LONGEST_WAIT = 86_400.0  # seconds: no answer can close a source for more than a day
_OPENING = 300  # characters


def classify(status: int, body: bytes, expected: Format, cooldown_statuses: Collection[int] = ()) -> Kind | None:
    """Return the kind of an answer that cannot be used, None for one that can; the first rule that fits wins."""
    opening = body[:_OPENING].decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n").lower()
    fault = by_status(status, opening, cooldown_statuses)
    if fault or opening.startswith("rate exceeded"):
        return fault or "throttled"
    if opening.startswith(("<html", "<!doctype html")):
        return "not_api"
    says_limit = "rate limit exceeded" in opening
    if expected == "xml":
        return None if opening.startswith("<") else "throttled" if says_limit else "not_api"
    try:
        value = read_json(body, "")
    except SourceError:
        return "throttled" if says_limit else "not_api"
    if a_dict(value).get("error"):
        return "throttled" if says_limit else "server"
    return None  # the words may stand in a query that is repeated, or in a title


def by_status(status: int, opening: str, cooldown_statuses: Collection[int]) -> Kind | None:
    """Return what the status alone says; the opening counts for 429 in disguise."""
    if status == 429 or status in cooldown_statuses:
        return "throttled"
    if status >= 400 and (opening.startswith("rate exceeded") or "rate limit exceeded" in opening):
        return "throttled"
    kinds: list[tuple[Kind, bool]] = [
        ("server", status in _SERVER),
        ("auth", status in _ACCESS),
        ("quota", status in _QUOTA),
        ("not_found", status == 404),
        ("bad_request", status >= 400),
        ("not_api", status >= 300),
    ]
    return next((kind for kind, fits in kinds if fits), None)


def wait_asked_for(headers: Mapping[str, str], body: bytes, now: float) -> float | None:
    """How many seconds the source wants us to wait: its header (seconds or a date), else its body; None: not said."""
    written = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,15}(\.\d*)?", written):
        return min(float(written), _LONGEST_WAIT)
    if written:
        moment = _date(written)
        if moment is not None:
            # By the clock of the source, where it tells it: ours may be a day off.
            there = _date(headers.get("date", "")) or datetime.fromtimestamp(now, UTC)
            return min(max(0.0, (moment - there).total_seconds()), _LONGEST_WAIT)
    return _wait_in(body)


def _date(written: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(written)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _wait_in(body: bytes) -> float | None:
    try:
        value = a_dict(read_json(body, ""))
    except SourceError:
        return None
    for holder in (value, a_dict(value.get("error")), a_dict(value.get("detail"))):
        for name in ("retry_after_seconds", "retryAfter"):
            seconds = a_number(holder.get(name))
            if seconds is not None and seconds >= 0:
                return min(seconds, _LONGEST_WAIT)
    return None


def words_of(body: bytes, secrets: Collection[str]) -> str:
    """Return what the source itself says about a refused request, in one short line, without keys and addresses."""
    try:
        value = a_dict(read_json(body, ""))
    except SourceError:
        return ""
    for name in ("message", "detail", "error"):
        said = value.get(name)
        said = a_dict(said).get("error") or a_dict(said).get("message") or said
        if isinstance(said, list) and said:
            said = a_dict(said[0]).get("msg")
        if isinstance(said, str) and said.strip():
            return redact(a_text(said), secrets)[:200].rstrip(".")
    return ""
