"""What went wrong with a model, in words: read from exceptions and answers whose classes differ with each provider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

# Rate limit and faults of the service that often pass by themselves.
_PASSING = {429, 500, 502, 503, 504}

# How providers say that an answer came to its proper end (Gemini and OpenAI, Anthropic, tool calls), and that it was
# cut because it grew too long (Gemini, OpenAI and Ollama, Mistral).
_COMPLETE = {"stop", "end_turn", "stop_sequence", "tool_calls", "tool_use", "function_call"}
_TOO_LONG = {"max_tokens", "length", "model_length"}

# Names of classes and not classes: providers bring their own HTTP libraries, whose errors are called the same.
_SLOW = {"TimeoutException", "TimeoutError", "ModelTimeoutError"}
_NETWORK = _SLOW | {"TransportError", "OSError", "ModelConnectionError"}

_LATER = "Try again in a minute, or carry on offline."
_AGAIN = "Try again, or carry on offline."


@dataclass(frozen=True)
class Fault:
    """`what` follows the name of the engine in a sentence, without the full stop; `advice` is a whole sentence."""

    what: str
    advice: str


def links(error: BaseException) -> Iterator[BaseException]:
    """Give the error and, one after the other, the errors that caused it."""
    link: BaseException | None = error
    while link is not None:
        yield link
        link = link.__cause__ or link.__context__


def is_passing(error: BaseException) -> bool:
    """Tell what a second try after a moment may cure: a rate limit, a fault of the service."""
    return _status(error) in _PASSING


def explain_error(error: BaseException) -> Fault:
    """Return what an exception from a provider's package means."""
    kinds = {kind.__name__ for link in links(error) for kind in type(link).__mro__}
    status = _status(error)
    if "ContextOverflowError" in kinds or status == 413:
        return Fault("cannot take so much text at once", "Ask about less, or choose a model that takes more.")
    if status is not None and status >= 400:
        return _explain_status(status, error)
    if kinds & _NETWORK:
        return _explain_network(kinds)
    if "RedirectError" in kinds:
        return Fault(
            "sends the question elsewhere, which was not followed", "Check the network and the address of the service."
        )
    if "ValueError" in kinds:
        return _explain_form(error)
    return Fault(f"failed ({type(error).__name__}; {_said(error)})", _AGAIN)


def explain_answer(metadata: Mapping[str, object], says_something: bool) -> Fault | None:
    """Tell why an answer that came without an exception cannot be used; None when it can.

    `metadata` is LangChain's `response_metadata`. Providers do not raise for a blocked question or a cut answer.
    """
    feedback = metadata.get("prompt_feedback")
    if isinstance(feedback, Mapping) and (reason := feedback.get("block_reason")):
        return Fault(
            f"refused the question ({getattr(reason, 'name', reason)})",
            "Put the question in other words, or carry on offline.",
        )
    end = str(metadata.get("finish_reason") or metadata.get("stop_reason") or metadata.get("done_reason") or "")
    if end.lower() in _TOO_LONG:
        return Fault(
            f"broke off because its answer grew too long ({end})",
            "Ask for less, choose another model, or carry on offline.",
        )
    if end and end.lower() not in _COMPLETE:
        return Fault(f"withheld its answer ({end})", "Put the question in other words, or carry on offline.")
    if not says_something:
        return Fault("gave an empty answer", _AGAIN)
    if not end:
        return Fault("broke off in the middle of its answer", _AGAIN)
    return None


def _explain_status(status: int, error: BaseException) -> Fault:
    said = _said(error)
    if status == 429:
        return Fault(
            f"takes no more requests for now: its rate limit is reached or its quota is used up (429; {said})",
            "Wait a minute and try again, or carry on offline.",
        )
    if status in (401, 403) or (status == 400 and "api key" in said.lower()):
        # Some services repeat the key, or a part of it, so their words are left out.
        return Fault(
            f"refused the key ({status})",
            "Check that the key is right and may use this model, or carry on offline.",
        )
    if status == 404:
        return Fault(f"is not known to the service ({said})", "Check the name of the model in LLM_MODEL.")
    if status in (408, 504):
        return Fault(f"gave no answer in time ({status})", _LATER)
    if status >= 500:
        return Fault(f"has a fault of its own at the moment ({status}; {said})", _LATER)
    return Fault(f"did not accept the request ({status}; {said})", _AGAIN)


def _explain_network(kinds: set[str]) -> Fault:
    if kinds & _SLOW and "ConnectTimeout" not in kinds:
        return Fault("gave no answer in time", _LATER)
    if "gaierror" in kinds:
        what = "could not be reached: its address was not found"
    elif "ConnectionRefusedError" in kinds:
        what = "could not be reached: the connection was refused"
    elif "ConnectTimeout" in kinds:
        what = "could not be reached: nobody answered at its address"
    elif "SSLError" in kinds:
        what = "could not be reached safely: its certificate was not accepted"
    elif "ConnectError" in kinds:
        what = "could not be reached"
    else:
        what = "broke off: the connection was lost"
    return Fault(what, f"Check the network. {_AGAIN}")


def _explain_form(error: BaseException) -> Fault:
    for link in links(error):
        if isinstance(link, ValidationError):
            first = link.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the whole"
            return Fault(f"answered in another form than asked for ({where}: {first['msg']})", _AGAIN)
        if str(getattr(link, "doc", "")).lstrip().startswith("<"):  # JSONDecodeError keeps what it could not read
            return Fault(
                "sent a web page instead of an answer",
                "A proxy or a sign-in page may stand in between; check the network and the address of the service.",
            )
    return Fault("sent something that is no answer", _AGAIN)


def _status(error: BaseException) -> int | None:
    """Return the HTTP status, wherever the provider's package keeps it."""
    for link in links(error):
        for holder in (link, getattr(link, "response", None)):
            for name in ("status_code", "code"):
                if isinstance(value := getattr(holder, name, None), int):
                    return value
    return None


def _said(error: BaseException) -> str:
    """Return what the service itself says about it, in one line of bearable length."""
    messages = (getattr(link, "message", None) for link in links(error))
    words = next((message for message in messages if isinstance(message, str)), str(error))
    line = " ".join(words.split()).rstrip(".")
    if not line or line.startswith("<"):
        return "it does not say why"
    return f'it says "{line}"' if len(line) <= 200 else f'it says "{line[:200]}…"'
