from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr

from core.errors import SettingsError
from core.llm.choice import choose_engine
from core.llm.engine import OfflineEngine
from core.llm.model import ModelEngine
from core.llm.task import task
from tests.llm.fake_gemini import FakeGemini

GEMINI = "google_genai:gemini-flash-latest"
KEY = "AIza-a-key-that-must-never-be-seen-0123456789"


@task("Tell about $request.")
def tell(request: str) -> str:
    """Repeat the question."""
    return request


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


class FakeChat(BaseModel):
    """A chat model of another provider: it keeps what it was made with."""

    model: str
    api_key: SecretStr | None = None
    base_url: str | None = None
    timeout: float | None = None
    max_retries: int | None = None
    client_kwargs: dict[str, Any] = {}


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Any:
    def put(module_name: str, class_name: str) -> None:
        module = ModuleType(module_name)
        setattr(module, class_name, FakeChat)
        monkeypatch.setitem(sys.modules, module_name, module)

    return put


def chosen(*arguments: Any) -> tuple[ModelEngine, Any]:
    engine = choose_engine(*arguments)
    assert isinstance(engine, ModelEngine)
    return engine, engine.chat_model


@pytest.mark.parametrize("key", [None, "", "  \n"])
def test_gemini_without_a_key_gives_way_to_the_offline_rules(key: str | None) -> None:
    assert choose_engine(GEMINI, key) == OfflineEngine()


def test_offline_can_be_chosen_although_there_is_a_key() -> None:
    assert choose_engine("offline", KEY) == OfflineEngine()


def test_gemini_with_a_key_is_asked_by_its_bare_name() -> None:
    engine, _ = chosen(GEMINI, KEY)
    assert (engine.label, engine.model_name) == ("Gemini gemini-flash-latest", "gemini-flash-latest")


def test_the_address_of_gemini_can_be_given_by_argument_or_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeGemini() as by_argument, FakeGemini() as by_environment:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", by_environment.base_url)
        choose_engine(GEMINI, KEY).ask(tell, request="bread")
        choose_engine(GEMINI, KEY, by_argument.base_url).ask(tell, request="bread")
        assert (len(by_environment.requests), len(by_argument.requests)) == (1, 1)


def test_blanks_around_a_pasted_key_do_no_harm() -> None:
    with FakeGemini() as gemini:
        choose_engine(GEMINI, f"  {KEY}\n", gemini.base_url).ask(tell, request="bread")
        assert gemini.requests[0].key == KEY


@pytest.mark.parametrize("key", ["AIza secret", "AIza\nsecret", "AIzaßecret", "AIza\x00secret", "AIza–secret"])
def test_a_key_that_cannot_be_one_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        choose_engine(GEMINI, key)
    assert "ecret" not in caught.value.in_full()


@pytest.mark.parametrize("model", ["", "gemini-flash-latest", "google_genai:", "vertex:gemini", "llama3:8b"])
def test_a_model_of_no_known_provider_is_refused_with_the_list_of_those_that_are(model: str) -> None:
    with pytest.raises(SettingsError, match="LLM_MODEL") as caught:
        choose_engine(model, KEY)
    assert "google_genai, openai, anthropic, groq, mistralai, ollama" in caught.value.advice


@pytest.mark.parametrize(
    ("model", "package"),
    [
        ("openai:gpt-x", "langchain-openai"),
        ("anthropic:claude-x", "langchain-anthropic"),
        ("groq:llama-x", "langchain-groq"),
        ("mistralai:mistral-x", "langchain-mistralai"),
        ("ollama:llama3:8b", "langchain-ollama"),
    ],
)
def test_a_provider_whose_package_is_missing_says_what_to_install(
    model: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package.replace("-", "_"), None)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match=package) as caught:
        choose_engine(model, KEY)
    assert caught.value.advice == f"Run: pip install {package}"


def test_a_package_that_is_there_but_broken_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "langchain_groq.py").write_text("import a_module_that_nobody_has")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "langchain_groq", raising=False)
    with pytest.raises(ModuleNotFoundError, match="a_module_that_nobody_has"):
        choose_engine("groq:llama-x", KEY)


def test_another_provider_gets_its_model_key_address_and_patience(install: Any) -> None:
    install("langchain_openai", "ChatOpenAI")
    engine, chat = chosen("openai:gpt-x", KEY, "http://localhost:1234/v1", 12.0)
    assert engine.label == "OpenAI gpt-x"
    assert (chat.model, chat.base_url, chat.timeout, chat.max_retries) == ("gpt-x", "http://localhost:1234/v1", 12, 0)
    assert chat.api_key.get_secret_value() == KEY


def test_a_local_model_needs_no_key_and_may_have_a_colon_in_its_name(install: Any) -> None:
    install("langchain_ollama", "ChatOllama")
    engine, chat = chosen("ollama:llama3:8b", None)
    assert (engine.label, chat.model, chat.client_kwargs) == ("Ollama llama3:8b", "llama3:8b", {"timeout": 30.0})


def test_a_key_is_not_given_to_a_provider_that_needs_none(install: Any) -> None:
    install("langchain_ollama", "ChatOllama")
    _, chat = chosen("ollama:llama3", KEY)
    assert chat.api_key is None


def test_another_provider_without_a_key_names_the_variable(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    install("langchain_openai", "ChatOpenAI")
    with pytest.raises(SettingsError, match="OpenAI needs a key") as caught:
        choose_engine("openai:gpt-x", None)
    assert "OPENAI_API_KEY" in caught.value.advice
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    assert chosen("openai:gpt-x", None)[1].api_key is None  # the package reads its own variable


def test_what_a_package_does_not_accept_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fussy(BaseModel):
        model: int
        api_key: str

    module = ModuleType("langchain_openai")
    module.ChatOpenAI = Fussy  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "langchain_openai", module)
    with pytest.raises(SettingsError, match="OpenAI cannot be set up") as caught:
        choose_engine("openai:gpt-x", KEY)
    assert KEY not in caught.value.in_full()
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
