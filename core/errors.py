"""The one family of errors whose message is written for the person who reads the page."""

from __future__ import annotations


class AppError(Exception):
    """Something went wrong that the user can understand.

    `str(error)` says what happened; `advice` says what to do next. Both are shown, so both are whole sentences.
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice

    def in_full(self) -> str:
        """Return what happened and what to do next, in one paragraph."""
        return f"{self} {self.advice}".strip()


class SettingsError(AppError):
    """A setting is wrong; the message names the variable."""


class ModelError(AppError):
    """A language model did not give a usable answer: refusal, cut-off, empty text, bad JSON, 429, time-out …"""


class StoreError(AppError):
    """A file or a server that keeps things cannot be used: locked, read-only, damaged, not there."""


class InputError(AppError):
    """What the user gave cannot be worked with: empty, too long, wrong type, missing columns."""


class NotAllowed(AppError):
    """Somebody asks for what is not theirs."""


class Busy(AppError):
    """This thread is already working; one run at a time."""
