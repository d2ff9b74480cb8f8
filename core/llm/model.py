"""The engine that asks a language model: any LangChain chat model, with one error for whatever goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, TypedDict, TypeVar, cast

from pydantic import BaseModel, SecretStr, ValidationError

from core.errors import ModelError
from core.llm.engine import announce_asked, announce_text, show_answer
from core.llm.failures import explain_answer, explain_error, is_passing, links
from core.llm.task import P, T, Task
from core.types import Asked

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

R = TypeVar("R")


class _Reply(TypedDict):
    """What LangChain gives for a structured answer with its raw message."""

    raw: AIMessage
    parsed: object
    parsing_error: Exception | None


@dataclass(frozen=True)
class ModelEngine:
    """Asks a chat model: fills the prompt, takes a structured answer, trusts none that is not complete.

    `label` stands on the screen; `model_name` is what was asked for (the trace shows what the service says it served);
    `pause` is the time in seconds before the one second try after a rate limit or a fault of the service.
    """

    chat_model: BaseChatModel
    label: str
    model_name: str
    pause: float = 1.0
    offline: bool = field(default=False, init=False)

    def ask(self, task: Task[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the model's answer in the form of the task's answer type; ModelError when there is none."""
        prompt = task.fill(*args, **kwargs)
        with self._record(task.name, prompt) as asked:
            if task.answer_type is str:
                message = self._call(lambda: self.chat_model.invoke(prompt))
                _note(asked, message)
                self._accept(message.response_metadata, asked.answer.strip() != "")
                return cast(T, self._redact(asked.answer))
            # With the raw message, because its end is looked at first: the parser closes the brackets of a cut answer.
            reply = cast(
                _Reply,
                self._call(
                    lambda: self.chat_model.with_structured_output(task.answer_type, include_raw=True).invoke(prompt)
                ),
            )
            _note(asked, reply["raw"])
            answer = cast("T | None", reply["parsed"])
            self._accept(reply["raw"].response_metadata, asked.answer.strip() != "" or answer is not None)
            if answer is None:
                error = reply["parsing_error"] or ValueError("no structured answer")
                raise self._failure(error) from self._presentable(error)
            asked.answer = show_answer(answer)
            return self._without_key(answer, asked.answer)

    def write(self, task: Task[P, str], /, *args: P.args, **kwargs: P.kwargs) -> str:
        """Return the model's text, announced piece by piece; ModelError when it does not come to its proper end."""
        prompt = task.fill(*args, **kwargs)
        with self._record(task.name, prompt) as asked:
            metadata: dict[str, object] = {}
            held = ""  # what may be the beginning of a key
            stream = self._call(lambda: _begin(self.chat_model.stream(prompt)))
            while (chunk := self._call(lambda: next(stream, None), tries=1)) is not None:
                _note(asked, chunk)
                metadata.update(chunk.response_metadata)
                if chunk.text:
                    piece, held = self._split_before_key(self._redact(held + str(chunk.text)))
                    announce_text(piece)
            if held:
                announce_text(held)
            self._accept(metadata, asked.answer.strip() != "")
            return self._redact(asked.answer)

    @contextmanager
    def _record(self, name: str, prompt: str) -> Iterator[Asked]:
        asked = Asked(task=name, engine=self.label, model=self.model_name, prompt=self._redact(prompt))
        started = time.perf_counter()
        try:
            yield asked
        except ModelError as error:
            asked.error = str(error)
            raise
        except BaseException as error:  # the run was stopped while the text came in, or a listener failed
            asked.error = f"Broken off by {type(error).__name__}."
            raise
        finally:
            asked.seconds = time.perf_counter() - started
            asked.answer = self._redact(asked.answer)
            announce_asked(asked)

    def _call(self, request: Callable[[], R], tries: int = 2) -> R:
        """Call the provider's code: the one border to it. Nothing of ours is called inside it, so nothing of ours is
        caught."""
        try:
            return request()
        # Each provider's package raises exceptions of its own, and more beneath it (HTTP, TLS, JSON, schema) that
        # cannot be named without importing all of them. LangGraph's interrupt is never raised in here, and
        # KeyboardInterrupt and SystemExit are no Exception.
        except Exception as error:  # noqa: BLE001
            if tries == 1 or not is_passing(error):
                raise self._failure(error) from self._presentable(error)
        time.sleep(self.pause)
        return self._call(request, tries - 1)

    def _accept(self, metadata: Mapping[str, object], says_something: bool) -> None:
        """Raise ModelError unless the answer came to its proper end and says something."""
        if fault := explain_answer(metadata, says_something):
            raise ModelError(f"{self.label} {fault.what}.", fault.advice)

    def _failure(self, error: Exception) -> ModelError:
        fault = explain_error(error)
        return ModelError(self._redact(f"{self.label} {fault.what}."), fault.advice)

    # --- the key stays secret, even when a service repeats it ---

    def _redact(self, text: str) -> str:
        for secret in self._secrets():
            text = text.replace(secret, "[key]")
        return text

    def _without_key(self, answer: T, shown: str) -> T:
        """Return a structured answer as it is, or without the key; what is then of another form is none."""
        redacted = self._redact(shown)
        if redacted == shown:
            return answer
        try:
            return cast(T, type(cast(BaseModel, answer)).model_validate_json(redacted))
        except ValidationError as error:
            raise self._failure(error) from None

    def _split_before_key(self, text: str) -> tuple[str, str]:
        """Return the text, and apart from it an end with which a key begins that may go on in the next piece."""
        lengths = (
            size for key in self._secrets() for size in range(1, len(key)) if text.endswith(key[:size])
        )  # a key that is whole was taken out before
        held = max(lengths, default=0)
        return text[: len(text) - held], text[len(text) - held :]

    def _presentable(self, error: BaseException) -> BaseException | None:
        """Return the error as cause of ours, or None when a traceback of it would print the key."""
        words = "".join(str(link) for link in links(error))
        return error if self._redact(words) == words else None

    def _secrets(self) -> list[str]:
        values = [value.get_secret_value() for value in vars(self.chat_model).values() if isinstance(value, SecretStr)]
        # Some integrations stand in for a missing key with an empty or one-letter one.
        return [value for value in values if len(value) >= 8]


def _begin(stream: Iterator[R]) -> Iterator[R]:
    """Wait for the first piece, so that a failure to begin can be cured by beginning again."""
    first = list(islice(stream, 1))
    return chain(first, stream)


def _note(asked: Asked, message: AIMessage) -> None:
    """Add to the record what a message, or a piece of one, says."""
    asked.answer += str(message.text)
    asked.model = str(
        message.response_metadata.get("model_name") or message.response_metadata.get("model") or asked.model
    )
    if usage := message.usage_metadata:
        asked.tokens_in += usage["input_tokens"]
        asked.tokens_out += usage["output_tokens"]
