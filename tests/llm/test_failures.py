"""Other providers raise classes of their own: what counts is what the words say, whatever the class."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from core.llm.failures import explain_answer, explain_error, is_passing, links


class StatusError(Exception):
    """As OpenAI, Anthropic, Groq and Ollama raise it."""

    def __init__(self, status_code: int, message: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.status_code = status_code


class ResponseError(Exception):
    """As httpx raises it, and so Mistral."""

    def __init__(self, status_code: int) -> None:
        super().__init__(f"Error response {status_code}")
        self.response = SimpleNamespace(status_code=status_code)


class TransportError(Exception):
    """Named as in every HTTP library of the httpx family."""


class TimeoutException(TransportError):
    pass


class ConnectTimeout(TimeoutException):
    pass


class ConnectError(TransportError):
    pass


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (StatusError(429, "slow down"), 'used up (429; it says "slow down")'),
        (ResponseError(429), 'it says "Error response 429"'),
        (StatusError(401), "refused the key (401)"),
        (caused(RuntimeError("wrapped"), StatusError(403)), "refused the key (403)"),
        (StatusError(413), "cannot take so much text"),
        (StatusError(408), "gave no answer in time"),
        (StatusError(502, "<html>"), "(502; it does not say why)"),
        (StatusError(422, "no such field"), 'did not accept the request (422; it says "no such field")'),
        (caused(RuntimeError("Connection error."), ConnectTimeout()), "nobody answered at its address"),
        (caused(RuntimeError("Connection error."), ConnectionRefusedError()), "the connection was refused"),
        (ConnectError("odd"), "could not be reached"),
        (TimeoutException(), "gave no answer in time"),
        (TimeoutError(), "gave no answer in time"),
        (ConnectionResetError(), "the connection was lost"),
        (ValueError("what?"), "sent something that is no answer"),
        (NotImplementedError("no structured output"), 'NotImplementedError; it says "no structured output"'),
    ],
)
def test_what_happened_is_said_whatever_the_class(error: Exception, sentence: str) -> None:
    assert sentence in explain_error(error).what
    assert explain_error(error).advice.endswith(".")


@pytest.mark.parametrize("status", [401, 403])
def test_the_words_of_a_service_that_refuses_a_key_are_left_out(status: int) -> None:
    assert "sk-" not in explain_error(StatusError(status, "Incorrect API key: sk-abc***xyz")).what


def test_a_long_complaint_is_shortened_to_one_line() -> None:
    what = explain_error(StatusError(500, "word\n" * 1000)).what
    assert "\n" not in what
    assert len(what) < 300


@pytest.mark.parametrize(
    ("status", "passing"), [(429, True), (500, True), (503, True), (400, False), (401, False), (404, False)]
)
def test_only_rate_limits_and_faults_of_the_service_are_worth_a_second_try(status: int, passing: bool) -> None:
    assert is_passing(StatusError(status)) is passing


def test_time_outs_and_lost_connections_are_not_worth_a_second_try() -> None:
    assert not is_passing(TimeoutException())
    assert not is_passing(ConnectionRefusedError())


def test_the_links_of_an_error_are_its_causes_in_order() -> None:
    cause, error = ValueError("first"), KeyError("second")
    assert list(links(caused(error, cause))) == [error, cause]


@pytest.mark.parametrize(
    "metadata",
    [
        {"finish_reason": "STOP"},
        {"finish_reason": "stop"},
        {"finish_reason": "tool_calls"},
        {"stop_reason": "end_turn"},
        {"stop_reason": "tool_use"},
        {"done_reason": "stop"},
    ],
)
def test_each_providers_proper_end_is_known(metadata: dict[str, Any]) -> None:
    assert explain_answer(metadata, says_something=True) is None


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"finish_reason": "length"}, "grew too long"),
        ({"stop_reason": "max_tokens"}, "grew too long"),
        ({"done_reason": "length"}, "grew too long"),
        ({"finish_reason": "content_filter"}, "withheld its answer (content_filter)"),
        ({"stop_reason": "refusal"}, "withheld its answer (refusal)"),
        ({"finish_reason": "FINISH_REASON_UNSPECIFIED"}, "withheld its answer"),
        ({}, "broke off in the middle"),
    ],
)
def test_each_providers_improper_end_is_a_fault_however_good_the_answer_looks(
    metadata: dict[str, Any], sentence: str
) -> None:
    fault = explain_answer(metadata, says_something=True)
    assert fault is not None
    assert sentence in fault.what
