"""What an installation is told, from where, and what it says when it is told nonsense."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.settings import Reflection, Settings, SourceSettings, read_settings
from core.variables import VARIABLES

ROOT = Path(__file__).parents[1]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], None]:
    """A function that writes a file of the installation."""

    def write_file(name: str, content: str | bytes) -> None:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    return write_file


# --- where values come from -------------------------------------------------------------------------------------------


def test_without_anything_every_setting_has_its_default(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {}) == Settings(
        model="google_genai:gemini-flash-latest",
        model_key="",
        model_base_url="",
        model_timeout=30,
        database_url="",
        neo4j_uri="",
        neo4j_username="neo4j",
        neo4j_password="",
        neo4j_timeout=15,
        data=tmp_path / ".glassbox",
        api_token="",
        allowed_origins=(),
        dask_scheduler="",
        reranker="BAAI/bge-reranker-v2-m3",
        claim_model=None,
        model_temperature=0.2,
        device="auto",
        sign_in=False,
    )


def test_the_environment_comes_before_env_and_env_before_secrets(
    tmp_path: Path, write: Callable[[str, str], None]
) -> None:
    write(".env", "LLM_MODEL=second\nRERANKER_MODEL=second\n")
    write(".streamlit/secrets.toml", 'LLM_MODEL = "third"\nRERANKER_MODEL = "third"\nNEO4J_USERNAME = "third"\n')
    settings = read_settings(tmp_path, {"LLM_MODEL": "first"})
    assert (settings.model, settings.reranker, settings.neo4j_username) == ("first", "second", "third")


def test_a_name_without_a_value_says_nothing_and_hides_what_is_below(
    tmp_path: Path, write: Callable[[str, str], None]
) -> None:
    write(".env", "DATABASE_URL=postgresql://localhost/runs\nLLM_TIMEOUT=5\n")
    settings = read_settings(tmp_path, {"DATABASE_URL": "", "LLM_TIMEOUT": " "})
    assert (settings.database_url, settings.model_timeout) == ("", 30)


def test_every_variable_reaches_its_setting(tmp_path: Path) -> None:
    settings = read_settings(
        tmp_path,
        {
            "LLM_MODEL": "ollama:llama3:8b",
            "GOOGLE_API_KEY": "key\n",
            "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8000",
            "LLM_TIMEOUT": "2.5",
            "DATABASE_URL": "postgres://u:p%40ss@db:5432/runs",
            "NEO4J_URI": "neo4j+s://graph.example.org:7687",
            "NEO4J_USERNAME": "reader",
            "NEO4J_PASSWORD": "pass word",
            "NEO4J_TIMEOUT": "40",
            "GLASSBOX_DATA": "/var/lib/glassbox",
            "GLASSBOX_API_TOKEN": "token",
            "ALLOWED_ORIGINS": "https://A.example.org/, http://localhost:8501,,https://a.example.org",
            "DASK_SCHEDULER": "tcp://cluster:8786",
            "EMBEDDING_MODEL": "/opt/some models/e5",
            "RERANKER_MODEL": "org/model",
            "CLAIM_MODEL": "models/my claims",
            "LLM_TEMPERATURE": "0.7",
            "TORCH_DEVICE": "cuda:1",
            "SOMETHING_ELSE": "is left alone",
        },
    )
    assert settings == Settings(
        model="ollama:llama3:8b",
        model_key="key",
        model_base_url="http://127.0.0.1:8000",
        model_timeout=2.5,
        database_url="postgres://u:p%40ss@db:5432/runs",
        neo4j_uri="neo4j+s://graph.example.org:7687",
        neo4j_username="reader",
        neo4j_password="pass word",
        neo4j_timeout=40,
        data=Path("/var/lib/glassbox"),
        api_token="token",
        allowed_origins=("https://a.example.org", "http://localhost:8501"),
        dask_scheduler="tcp://cluster:8786",
        embedding_model="/opt/some models/e5",
        reranker="org/model",
        claim_model=tmp_path / "models/my claims",
        model_temperature=0.7,
        device="cuda:1",
    )


def test_every_variable_of_the_sources_reaches_its_setting(tmp_path: Path) -> None:
    settings = read_settings(
        tmp_path,
        {
            "SOURCES": "web, arXiv,pubmed",
            "SOURCES_CONTACT": "analyst@example.org",
            "PUBMED_URL": "http://127.0.0.1:1/pubmed",
            "NCBI_API_KEY": "a",
            "ARXIV_URL": "http://127.0.0.1:1/arxiv",
            "OPENALEX_URL": "http://127.0.0.1:1/openalex",
            "OPENALEX_API_KEY": "b\n",
            "MATERIALS_PROJECT_URL": "http://127.0.0.1:1/materials",
            "MP_API_KEY": "c",
            "SEARXNG_URL": "http://127.0.0.1:1/searxng",
            "TAVILY_URL": "http://127.0.0.1:1/tavily",
            "TAVILY_API_KEY": "d",
        },
    ).sources
    assert settings == SourceSettings(
        allowed=("pubmed", "arxiv", "web"),
        contact="analyst@example.org",
        pubmed_url="http://127.0.0.1:1/pubmed",
        pubmed_key="a",
        arxiv_url="http://127.0.0.1:1/arxiv",
        openalex_url="http://127.0.0.1:1/openalex",
        openalex_key="b",
        materials_url="http://127.0.0.1:1/materials",
        materials_key="c",
        searxng_url="http://127.0.0.1:1/searxng",
        tavily_url="http://127.0.0.1:1/tavily",
        tavily_key="d",
    )
    assert all(f"'{key}'" not in repr(settings) for key in "abcd")


def test_no_source_may_be_asked_where_the_settings_say_none(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {"SOURCES": "none"}).sources.allowed == ()
    assert len(read_settings(tmp_path, {"SOURCES": ""}).sources.allowed) == 5


@pytest.mark.parametrize(
    ("variable", "value"),
    [("SOURCES", "pubmed,scholar"), ("SOURCES_CONTACT", "no address"), ("ARXIV_URL", "export.arxiv.org")],
)
def test_settings_of_the_sources_that_make_no_sense_are_named(tmp_path: Path, variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        read_settings(tmp_path, {variable: value})


def test_googles_own_name_for_the_key_comes_before_geminis(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {"GEMINI_API_KEY": "b"}).model_key == "b"
    assert read_settings(tmp_path, {"GEMINI_API_KEY": "b", "GOOGLE_API_KEY": "a"}).model_key == "a"
    assert read_settings(tmp_path, {"GEMINI_API_KEY": "b", "GOOGLE_API_KEY": ""}).model_key == "b"


def test_the_data_folder_is_meant_from_the_folder_of_the_installation(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {"GLASSBOX_DATA": "runs"}).data == tmp_path / "runs"
    assert read_settings(tmp_path, {"GLASSBOX_DATA": "~/runs"}).data == Path.home() / "runs"


def test_env_may_have_comments_quotes_export_and_signs_that_look_like_variables(
    tmp_path: Path, write: Callable[[str, str], None]
) -> None:
    write(".env", "\ufeff# ours\n\nexport GOOGLE_API_KEY='k' # the key\nNEO4J_PASSWORD=\"${HOME}#1\"\r\n")
    settings = read_settings(tmp_path, {})
    assert (settings.model_key, settings.neo4j_password) == ("k", "${HOME}#1")


def test_a_model_that_takes_no_temperature_is_sent_none(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {"LLM_TEMPERATURE": "none"}).model_temperature is None
    assert read_settings(tmp_path, {"LLM_TEMPERATURE": "0"}).model_temperature == 0


def test_it_is_known_where_each_variable_that_is_set_was_found(
    tmp_path: Path, write: Callable[[str, str], None]
) -> None:
    write(".env", "LLM_MODEL=second\nRERANKER_MODEL=second\nNEO4J_USERNAME=\n")
    assert read_settings(tmp_path, {"LLM_MODEL": "first"}).places == {
        "LLM_MODEL": "the environment",
        "RERANKER_MODEL": ".env",
    }


def test_a_number_in_secrets_is_as_good_as_a_text(tmp_path: Path, write: Callable[[str, str], None]) -> None:
    write(".streamlit/secrets.toml", "LLM_TIMEOUT = 12\n")
    assert read_settings(tmp_path, {}).model_timeout == 12


@pytest.mark.parametrize(
    ("content", "expected", "one"),
    [
        ("[auth]\nclient_id = 'x'\n", True, True),
        ("[auth]\n[auth.one]\nclient_id = 'x'\n", True, True),
        ("[auth]\n[auth.one]\nclient_id = 'x'\n[auth.two]\nclient_id = 'y'\n", True, False),
        ("auth = 'yes'\n", False, False),
        ("[other]\n", False, False),
    ],
)
def test_an_auth_section_in_secrets_asks_for_sign_in(
    tmp_path: Path, write: Callable[[str, str], None], content: str, expected: bool, one: bool
) -> None:
    write(".streamlit/secrets.toml", content)
    settings = read_settings(tmp_path, {})
    assert (settings.sign_in, settings.one_provider) == (expected, one)


def test_reading_changes_nothing_in_the_environment(tmp_path: Path, write: Callable[[str, str], None]) -> None:
    write(".env", "LLM_MODEL=other\nSOMETHING_NEW=1\n")
    before = dict(os.environ)
    read_settings(tmp_path, os.environ)
    assert dict(os.environ) == before


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().model = "other"  # type: ignore[misc]


# --- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("LLM_MODEL", "gemini flash", "gemini flash"),
        ("RERANKER_MODEL", "two words", "two words"),
        ("NEO4J_USERNAME", "two words", "two words"),
        ("LLM_TIMEOUT", "soon", "soon"),
        ("LLM_TIMEOUT", "0", "0"),
        ("LLM_TIMEOUT", "-3", "-3"),
        ("LLM_TIMEOUT", "inf", "inf"),
        ("LLM_TIMEOUT", "nan", "nan"),
        ("NEO4J_TIMEOUT", "0", "0"),
        ("NEO4J_URI", "http://localhost:7474", "http://"),
        ("NEO4J_URI", "localhost:7687", "not a complete address"),
        ("NEO4J_URI", "bolt://", "not a complete address"),
        ("NEO4J_URI", "bolt://host:notaport", "not a complete address"),
        ("NEO4J_URI", "bolt://[::1", "not a complete address"),
        ("GOOGLE_GEMINI_BASE_URL", "ftp://host", "ftp://"),
        ("DATABASE_URL", "mysql://localhost/runs", "does not begin"),
        ("DATABASE_URL", "postgresql+psycopg://localhost/runs", "does not begin"),
        ("DATABASE_URL", "runs.sqlite", "does not begin"),
        ("DATABASE_URL", "postgresql://u:p@host:port/runs", "cannot be taken apart"),
        ("ALLOWED_ORIGINS", "https://a.example.org, *", "'*'"),
        ("ALLOWED_ORIGINS", "https://a.example.org/path", "/path"),
        ("ALLOWED_ORIGINS", "a.example.org", "a.example.org"),
        ("GLASSBOX_DATA", "~nobody-of-that-name/runs", "~nobody-of-that-name"),
        ("DASK_SCHEDULER", "cluster", "cluster"),
        ("LLM_TEMPERATURE", "warm", "warm"),
        ("LLM_TEMPERATURE", "3", "3"),
        ("TORCH_DEVICE", "gpu", "gpu"),
        ("DASK_SCHEDULER", "tcp://cluster", "tcp://cluster"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_found_and_what_is_expected(
    tmp_path: Path, name: str, value: str, found: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(tmp_path, {name: value})
    message = str(caught.value)
    assert message.startswith(f"{name} (in the environment)")
    assert found in message
    assert "expected: " in message
    assert caught.value.advice


@pytest.mark.parametrize("uri", ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"])
def test_every_scheme_of_neo4j_is_taken(tmp_path: Path, uri: str) -> None:
    assert read_settings(tmp_path, {"NEO4J_URI": f"{uri}://host:7687"}).neo4j_uri == f"{uri}://host:7687"


@pytest.mark.parametrize("url", ["postgresql://", "postgresql:///runs", "postgresql://u:@/runs?host=/tmp/socket"])
def test_an_address_of_postgresql_may_leave_out_what_the_driver_fills_in(tmp_path: Path, url: str) -> None:
    assert read_settings(tmp_path, {"DATABASE_URL": url}).database_url == url


def test_the_place_of_a_wrong_value_is_told(tmp_path: Path, write: Callable[[str, str], None]) -> None:
    write(".env", "LLM_TIMEOUT=soon\n")
    with pytest.raises(SettingsError, match=r"^LLM_TIMEOUT \(in \.env\) is 'soon'"):
        read_settings(tmp_path, {})
    write(".env", "")
    write(".streamlit/secrets.toml", "LLM_MODEL = ['a', 'b']\n")
    with pytest.raises(SettingsError, match=r"^LLM_MODEL \(in \.streamlit/secrets\.toml\) is a list"):
        read_settings(tmp_path, {})


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("LLM_MODEL=a\nGOOGLE_API_KEY: hunter2\n", 2),
        ("A=1\n\nhunter2\n", 3),
        ("A='hunter2\n", 1),
        (b"A=1\nB=hunter2\xff\n", 2),
    ],
)
def test_a_broken_env_is_named_with_its_line_but_not_what_stands_there(
    tmp_path: Path, write: Callable[[str, str | bytes], None], content: str | bytes, line: int
) -> None:
    write(".env", content)
    with pytest.raises(SettingsError, match=rf"^\.env, line {line}: ") as caught:
        read_settings(tmp_path, {})
    assert "hunter2" not in caught.value.in_full()


@pytest.mark.parametrize(
    "content", ["A = 1\nGOOGLE_API_KEY = hunter2\n", 'A = 1\nB = "hunter2\n', b"A = 1\nB = 'hunter2\xff'\n"]
)
def test_broken_secrets_are_named_with_the_line_but_not_what_stands_there(
    tmp_path: Path, write: Callable[[str, str | bytes], None], content: str | bytes
) -> None:
    write(".streamlit/secrets.toml", content)
    with pytest.raises(SettingsError, match=r"^\.streamlit/secrets\.toml.*line 2") as caught:
        read_settings(tmp_path, {})
    assert "hunter2" not in caught.value.in_full()


@pytest.mark.parametrize("name", [".env", ".streamlit/secrets.toml"])
def test_a_file_that_is_there_but_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir(parents=True)
    with pytest.raises(SettingsError, match="is there but cannot be read") as caught:
        read_settings(tmp_path, {})
    assert str(caught.value).startswith(name)


def test_an_address_that_will_be_shown_may_hold_no_password(tmp_path: Path) -> None:
    for name in ("NEO4J_URI", "GOOGLE_GEMINI_BASE_URL"):
        with pytest.raises(SettingsError, match="user name or a password") as caught:
            read_settings(tmp_path, {name: "bolt://neo4j:hunter2@host"})
        assert "hunter2" not in caught.value.in_full()


# --- what stays secret ------------------------------------------------------------------------------------------------

secrets = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=6).map(lambda text: f"hunter2{text}")


@given(secret=secrets)
def test_no_secret_is_ever_in_the_words_of_an_error_or_in_what_is_printed(secret: str) -> None:
    hidden = ("GOOGLE_API_KEY", "GEMINI_API_KEY", "NEO4J_PASSWORD", "GLASSBOX_API_TOKEN")
    for environment in (
        *({name: secret} for name in hidden),
        {"DATABASE_URL": secret},
        {"DATABASE_URL": f"postgresql://me:{secret}@host:5432/runs"},
        {"DATABASE_URL": f"mysql://me:{secret}@host/runs"},
    ):
        try:
            said = repr(read_settings(ROOT / "nowhere", environment))
        except SettingsError as error:
            said = error.in_full()
        assert "hunter2" not in said


# --- what the module does not do --------------------------------------------------------------------------------------


def test_streamlit_is_not_imported() -> None:
    code = "import sys, core.settings; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_no_test_sees_what_the_developer_set() -> None:
    assert all(os.environ[name] == "" for name, *_ in VARIABLES if name not in ("GLASSBOX_DATA", "SOURCES"))
    isolated = read_settings(ROOT, os.environ)
    nobody_asked = SourceSettings(allowed=())
    assert isolated == Settings(
        data=isolated.data, sign_in=isolated.sign_in, one_provider=isolated.one_provider, sources=nobody_asked
    )
    assert not isolated.data.is_relative_to(ROOT)


def test_the_tests_run_with_strict_checkpoints() -> None:
    from langgraph.checkpoint.serde import _msgpack

    assert _msgpack.STRICT_MSGPACK_ENABLED


def test_the_knowledge_base_checks_itself_as_the_specification_says_unless_told_otherwise(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {}).reflection == Reflection()
    told = {
        "ENABLE_RERANKING": "false",
        "ENABLE_REFLECTION": "off",
        "REFLECTION_MAX_ITERATIONS": "1",
        "REFLECTION_DOC_SCORE_THRESHOLD": "0.3",
        "RERANKER_FETCH_K": "20",
    }
    expected = Reflection(
        enable_reflection=False, enable_reranking=False, max_iterations=1, doc_score_threshold=0.3, fetch_k=20
    )
    assert read_settings(tmp_path, told).reflection == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ENABLE_RERANKING", "perhaps"),
        ("REFLECTION_MAX_ITERATIONS", "9"),
        ("REFLECTION_MIN_RELEVANT_DOCS", "1.5"),
        ("REFLECTION_DOC_SCORE_THRESHOLD", "nan"),
        ("RERANKER_TOP_K", "none"),
    ],
)
def test_a_switch_or_number_of_the_knowledge_base_that_makes_no_sense_is_named(
    tmp_path: Path, name: str, value: str
) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings(tmp_path, {name: value})


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", []),
        ("/srv/manuals, papers,/srv/manuals,", ["/srv/manuals", "papers"]),
        ("/srv/a, b\n/srv/c\n", ["/srv/a, b", "/srv/c"]),
    ],
)
def test_folders_to_watch_are_separated_by_commas_or_stand_one_a_line(
    tmp_path: Path, written: str, expected: list[str]
) -> None:
    found = read_settings(tmp_path, {"WATCH_FOLDERS": written}).watch_folders
    assert found == tuple(tmp_path / one for one in expected)
