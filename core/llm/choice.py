"""Which engine the settings allow: the written rules, Gemini, or another provider whose package is installed."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from typing import TYPE_CHECKING, cast

from pydantic import SecretStr, ValidationError

from core.errors import SettingsError
from core.llm.engine import Engine, OfflineEngine
from core.llm.model import ModelEngine
from core.settings import DEFAULT_MODEL, DEFAULT_TEMPERATURE

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

OFFLINE = "offline"


def _gemini_arguments(seconds: float) -> dict[str, object]:
    from core.llm.line import client_arguments  # httpx is loaded with the first model, not with the first page

    return {
        "vertexai": False,  # the key is one of the Gemini API
        "max_retries": 1,  # counts the first try
        "timeout": seconds,
        "client_args": client_arguments(seconds),
    }


@dataclass(frozen=True)
class _Provider:
    """Where a provider's chat model is found, and what it is made with, given how many seconds to wait.

    ModelEngine tries again by itself, so the packages' own retries are off: both together would take minutes.
    `key_variable` is "" where no key is needed.
    """

    title: str
    module: str
    chat_class: str
    key_variable: str
    arguments: Callable[[float], dict[str, object]] = lambda seconds: {"timeout": seconds, "max_retries": 0}

    @property
    def package(self) -> str:
        return self.module.replace("_", "-")


_PROVIDERS = {
    "google_genai": _Provider(
        "Gemini", "langchain_google_genai", "ChatGoogleGenerativeAI", "GOOGLE_API_KEY", _gemini_arguments
    ),
    "openai": _Provider("OpenAI", "langchain_openai", "ChatOpenAI", "OPENAI_API_KEY"),
    "anthropic": _Provider("Anthropic", "langchain_anthropic", "ChatAnthropic", "ANTHROPIC_API_KEY"),
    "groq": _Provider("Groq", "langchain_groq", "ChatGroq", "GROQ_API_KEY"),
    "mistralai": _Provider(
        "Mistral",
        "langchain_mistralai",
        "ChatMistralAI",
        "MISTRAL_API_KEY",
        lambda seconds: {"timeout": ceil(seconds), "max_retries": 1},
    ),
    "ollama": _Provider(
        "Ollama", "langchain_ollama", "ChatOllama", "", lambda seconds: {"client_kwargs": {"timeout": seconds}}
    ),
}


def choose_engine(
    model: str,
    key: str | None,
    base_url: str | None = None,
    seconds: float = 30.0,
    temperature: float | None = DEFAULT_TEMPERATURE,
) -> Engine:
    """Return the engine for `model`, written `provider:model` or `offline`. Asks nothing of anybody yet.

    `key` is the key of this very provider. Without one Gemini gives way to the offline rules, and the other providers
    look for their own variable. `base_url` stands for the provider's usual address (Gemini: GOOGLE_GEMINI_BASE_URL);
    `seconds` is how long a silent service is waited for, and Gemini's whole answer four times as long; a `temperature`
    of None leaves it to the model.

    Raises SettingsError when the provider is not known, its package is not installed, or the key cannot be one.
    """
    if model.strip() == OFFLINE:
        return OfflineEngine()
    name, _, model_name = model.strip().partition(":")
    provider = _PROVIDERS.get(name)
    if provider is None or not model_name:
        raise SettingsError(
            f'LLM_MODEL is "{model}", which is not of the form provider:model with a known provider.',
            f"Known providers are {', '.join(_PROVIDERS)}; for example {DEFAULT_MODEL}. Without any model: {OFFLINE}.",
        )
    key = _check_key(key)
    if name == "google_genai" and key is None:
        return OfflineEngine()
    chat_class = _import_chat_class(provider)
    if provider.key_variable and key is None and not os.environ.get(provider.key_variable):
        raise SettingsError(f"{provider.title} needs a key.", f"Set {provider.key_variable}, or choose another model.")
    arguments: dict[str, object] = {"model": model_name, "temperature": temperature, **provider.arguments(seconds)}
    if key is not None and provider.key_variable:
        arguments["api_key"] = SecretStr(key)
    if base_url:
        arguments["base_url"] = base_url
    try:
        chat_model = chat_class(**arguments)
    except ValidationError as error:
        problems = "; ".join(item["msg"] for item in error.errors(include_url=False, include_input=False))
        # Not chained: what Pydantic prints holds the arguments.
        raise SettingsError(f"{provider.title} cannot be set up: {problems}.", "Check LLM_MODEL and the key.") from None
    return ModelEngine(chat_model, label=f"{provider.title} {model_name}", model_name=model_name)


def _import_chat_class(provider: _Provider) -> Callable[..., BaseChatModel]:
    try:
        return cast("type[BaseChatModel]", getattr(import_module(provider.module), provider.chat_class))
    except ModuleNotFoundError as error:
        if error.name != provider.module:  # the package is there, and broken
            raise
        raise SettingsError(
            f"LLM_MODEL asks for {provider.title}, but the package {provider.package} is not installed.",
            f"Run: pip install {provider.package}",
        ) from error


def _check_key(key: str | None) -> str | None:
    """Return the key without the blanks that come along when it is pasted; None when nothing is left."""
    key = (key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        # Sent as it is, it would end in an error of the HTTP library that prints it.
        raise SettingsError("The key holds blanks, line breaks or letters that no key has.", "Copy the key once more.")
    return key or None
