"""What can go wrong with a source, in eleven kinds: the kind decides what happens next, the words are the analyst's."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from core.errors import AppError

Kind: TypeAlias = Literal[
    "throttled",
    "quota",
    "cooldown",
    "auth",
    "bad_request",
    "not_found",
    "server",
    "timeout",
    "network",
    "not_api",
    "too_big",
]

_WORDS: dict[Kind, tuple[str, str]] = {
    "throttled": ("takes no more requests for the moment", "Try again in a few minutes."),
    "quota": ("has no requests left for us for now", "Go on without it, or give a key with more requests."),
    "cooldown": ("is cooling down and was not asked", "Try again after that time."),
    "auth": ("refused access", "Check the key in the settings."),
    "bad_request": ("did not accept the query", "Write the query in simpler words."),
    "not_found": ("does not know this address", "Check the address of the source in the settings."),
    "server": ("has a fault of its own at the moment", "Try again in a few minutes."),
    "timeout": ("gave no whole answer in time", "Try again in a few minutes."),
    "network": ("could not be reached", "Check the network, and the address of the source in the settings."),
    "not_api": (
        "sent something that is no answer",
        "A sign-in page may stand in between; check the address of the source in the settings.",
    ),
    "too_big": ("sent more than can be read at once", "Ask for fewer records."),
}

# Whatever looks like a key or the address of a machine: NCBI repeats the caller's in its answer.
_SECRETS = re.compile(
    r"(?<=key=)[^&\s\"']+|(?<=token=)[^&\s\"']+|(?<=[Bb]earer )\S+"
    r"|(?<=\"api-key\":\")[^\"]+|(?<=\"api-key\": \")[^\"]+"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-fA-F]{1,4}:){2,7}:?[0-9a-fA-F]{0,4}\b"
)


def redact(text: str, secrets: Collection[str] = ()) -> str:
    """Return the text without the keys that were sent, and without anything that looks like a key or a machine's
    address."""
    for secret in secrets:
        text = text.replace(secret, "[removed]")
    return _SECRETS.sub("[removed]", text)


class SourceError(AppError):
    """A source gave no usable answer.

    `source` is its name for the analyst; `detail` is what more there is to say, without keys and addresses; `wait` is
    how many seconds the source asked for, `until` (seconds since 1970) when it may be asked again; `requests` counts
    what was sent before it was given up.
    """

    def __init__(
        self,
        kind: Kind,
        source: str,
        detail: str = "",
        advice: str = "",
        wait: float | None = None,
        until: float | None = None,
        requests: int = 0,
    ) -> None:
        what, usual_advice = _WORDS[kind]
        detail = redact(detail)  # sources repeat in their words what they were sent
        when = f" until {datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC" if until else ""
        super().__init__(f"{source} {what}{f' ({detail})' if detail else ''}{when}.", advice or usual_advice)
        self.kind = kind
        self.source = source
        self.detail = detail
        self.wait = wait
        self.until = until
        self.requests = requests
