"""Settings: what this installation was told, read once and checked.

A value is looked for in the environment, then in `.env`, then in `.streamlit/secrets.toml`; the first place that names
it decides. A name that is given without a value (`DATABASE_URL=`) says "nothing", and hides the places below it.
Nothing here changes the environment, opens a connection or imports Streamlit.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from dotenv.parser import parse_stream

from core.errors import SettingsError
from core.variables import VARIABLES

DEFAULT_MODEL = "google_genai:gemini-flash-latest"
DEFAULT_TEMPERATURE = 0.2  # of the specification
MEGABYTE = 1024**2  # bytes
DEFAULT_RERANKER = "BAAI/bge-reranker-v2-m3"
SOURCES = ("pubmed", "arxiv", "openalex", "materials", "web")
"""The live sources of papers, in the order in which they are asked."""

_ON, _OFF = frozenset({"", "true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})
_ENV_FILE = Path(".env")
_SECRETS_FILE = Path(".streamlit/secrets.toml")


@dataclass(frozen=True)
class SourceSettings:
    """How papers are searched for outside: which sources, where they are, with which keys.

    `allowed` names the sources that may be asked at all. `contact` is an e-mail address that they are told, as they
    wish. A source without key that needs one, and the web without a search engine, are not asked.
    """

    allowed: tuple[str, ...] = SOURCES
    contact: str = ""
    pubmed_url: str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    pubmed_key: str = field(default="", repr=False)
    arxiv_url: str = "https://export.arxiv.org/api"
    openalex_url: str = "https://api.openalex.org"
    openalex_key: str = field(default="", repr=False)
    materials_url: str = "https://api.materialsproject.org"
    materials_key: str = field(default="", repr=False)
    searxng_url: str = ""
    tavily_url: str = "https://api.tavily.com"
    tavily_key: str = field(default="", repr=False)


@dataclass(frozen=True)
class Reflection:
    """How the knowledge base checks itself, unless an analyst sets it otherwise; names of specification 002.

    `enable_reflection` off switches off all grading and rewriting. `fetch_k` candidates are reranked to `top_k`.
    """

    enable_reflection: bool = True
    enable_document_grading: bool = True
    enable_response_grading: bool = True
    enable_query_transformation: bool = True
    enable_reranking: bool = True
    max_iterations: int = 2
    min_relevant_docs: int = 2
    doc_score_threshold: float = 0.5
    fetch_k: int = 15
    top_k: int = 4


@dataclass(frozen=True)
class Settings:
    """The answers to every setting. An empty text means: not set, so the embedded default does the work.

    Secrets do not show in `repr`. `model_timeout`, `neo4j_timeout` and `api_deadline` are in seconds, `uploads_…` in
    bytes; a `model_temperature` of None is the model's own. `one_provider`: all people sign in with the same one.
    `claim_model` is the folder of a local entailment model, None where nobody named one. `places` tells in which place
    each variable that is set was found.
    """

    model: str = DEFAULT_MODEL
    model_key: str = field(default="", repr=False)
    model_base_url: str = ""
    model_timeout: float = 30.0
    model_temperature: float | None = DEFAULT_TEMPERATURE
    database_url: str = field(default="", repr=False)
    neo4j_uri: str = ""
    neo4j_username: str = "neo4j"
    neo4j_password: str = field(default="", repr=False)
    neo4j_timeout: float = 15.0
    data: Path = Path(".glassbox")
    watch_folders: tuple[Path, ...] = ()
    api_token: str = field(default="", repr=False)
    allowed_origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    api_concurrency: int = 8
    api_deadline: float = 120.0
    api_per_minute: int = 60
    uploads_per_session: int = 200 * MEGABYTE
    uploads_in_all: int = 1_000 * MEGABYTE
    dask_scheduler: str = ""
    embedding_model: str = ""
    reranker: str = DEFAULT_RERANKER
    claim_model: Path | None = None
    device: str = "auto"
    sign_in: bool = False
    one_provider: bool = False
    sources: SourceSettings = field(default_factory=SourceSettings)
    reflection: Reflection = Reflection()
    places: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)


def read_settings(folder: Path, environment: Mapping[str, str]) -> Settings:
    """Read the settings of the installation in `folder`, whose files may or may not be there.

    Raises `SettingsError`, which names the variable, the place it was read from, what was found (never a secret) and
    what is expected.
    """
    secrets = _read_secrets(folder / _SECRETS_FILE)
    given = _Given(
        [
            ("the environment", environment),
            (str(_ENV_FILE), _read_env(folder / _ENV_FILE)),
            (str(_SECRETS_FILE), secrets),
        ]
    )
    return Settings(
        model=given.word("LLM_MODEL", DEFAULT_MODEL),
        model_key=given.secret("GOOGLE_API_KEY") or given.secret("GEMINI_API_KEY"),
        model_base_url=given.address("GOOGLE_GEMINI_BASE_URL", ("https", "http")),
        model_timeout=given.seconds("LLM_TIMEOUT", 30.0),
        model_temperature=given.temperature("LLM_TEMPERATURE", DEFAULT_TEMPERATURE),
        database_url=given.database("DATABASE_URL"),
        neo4j_uri=given.address("NEO4J_URI", ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")),
        neo4j_username=given.word("NEO4J_USERNAME", "neo4j"),
        neo4j_password=given.text("NEO4J_PASSWORD"),
        neo4j_timeout=given.seconds("NEO4J_TIMEOUT", 15.0),
        data=folder / given.path("GLASSBOX_DATA", ".glassbox"),
        watch_folders=tuple(folder / one for one in given.folders("WATCH_FOLDERS")),
        api_token=given.secret("GLASSBOX_API_TOKEN"),
        allowed_origins=given.origins("ALLOWED_ORIGINS"),
        allowed_hosts=given.hosts("ALLOWED_HOSTS"),
        api_concurrency=int(given.number("API_CONCURRENCY", 8, 1, 100, whole=True)),
        api_deadline=given.number("API_DEADLINE", 120, 1, 3_600),
        api_per_minute=int(given.number("API_PER_MINUTE", 60, 0, 100_000, whole=True)),
        uploads_per_session=int(given.number("UPLOADS_PER_SESSION", 200, 1, 100_000, whole=True)) * MEGABYTE,
        uploads_in_all=int(given.number("UPLOADS_IN_ALL", 1_000, 1, 1_000_000, whole=True)) * MEGABYTE,
        dask_scheduler=given.scheduler("DASK_SCHEDULER"),
        embedding_model=given.text("EMBEDDING_MODEL"),
        reranker=given.word("RERANKER_MODEL", DEFAULT_RERANKER),
        claim_model=folder / given.path("CLAIM_MODEL", "") if given.text("CLAIM_MODEL") else None,
        device=given.device("TORCH_DEVICE"),
        sign_in=isinstance(secrets.get("auth"), dict),
        one_provider=_providers(secrets.get("auth")) == 1,
        sources=_read_sources(given),
        reflection=_read_reflection(given),
        places=given.places(),
    )


def _providers(auth: object) -> int:
    """Count those of whom people can sign in: one of the section itself, and one a section below it."""
    if not isinstance(auth, dict):
        return 0
    return ("client_id" in auth) + sum(isinstance(value, dict) and "client_id" in value for value in auth.values())


def _read_reflection(given: _Given) -> Reflection:
    return Reflection(
        enable_reflection=given.switch("ENABLE_REFLECTION"),
        enable_document_grading=given.switch("ENABLE_DOCUMENT_GRADING"),
        enable_response_grading=given.switch("ENABLE_RESPONSE_GRADING"),
        enable_query_transformation=given.switch("ENABLE_QUERY_TRANSFORMATION"),
        enable_reranking=given.switch("ENABLE_RERANKING"),
        max_iterations=int(given.number("REFLECTION_MAX_ITERATIONS", 2, 0, 5, whole=True)),
        min_relevant_docs=int(given.number("REFLECTION_MIN_RELEVANT_DOCS", 2, 1, 10, whole=True)),
        doc_score_threshold=given.number("REFLECTION_DOC_SCORE_THRESHOLD", 0.5, 0, 1),
        fetch_k=int(given.number("RERANKER_FETCH_K", 15, 1, 100, whole=True)),
        top_k=int(given.number("RERANKER_TOP_K", 4, 1, 20, whole=True)),
    )


def _read_sources(given: _Given) -> SourceSettings:
    web = ("https", "http")
    default = SourceSettings()
    return SourceSettings(
        allowed=given.sources("SOURCES"),
        contact=given.mail("SOURCES_CONTACT"),
        pubmed_url=given.address("PUBMED_URL", web) or default.pubmed_url,
        pubmed_key=given.secret("NCBI_API_KEY"),
        arxiv_url=given.address("ARXIV_URL", web) or default.arxiv_url,
        openalex_url=given.address("OPENALEX_URL", web) or default.openalex_url,
        openalex_key=given.secret("OPENALEX_API_KEY"),
        materials_url=given.address("MATERIALS_PROJECT_URL", web) or default.materials_url,
        materials_key=given.secret("MP_API_KEY"),
        searxng_url=given.address("SEARXNG_URL", web),
        tavily_url=given.address("TAVILY_URL", web) or default.tavily_url,
        tavily_key=given.secret("TAVILY_API_KEY"),
    )


class _Found(NamedTuple):
    value: str
    place: str


class _Given:
    """The values of all places in their order, each read as what it should be."""

    def __init__(self, places: list[tuple[str, Mapping[str, object]]]) -> None:
        self._places = places

    def places(self) -> dict[str, str]:
        """Tell where each variable that is set was found."""
        found = {variable.name: self._find(variable.name) for variable in VARIABLES}
        return {name: one.place for name, one in found.items() if one.value}

    def text(self, name: str) -> str:
        return self._find(name).value

    def secret(self, name: str) -> str:
        found = self._find(name)
        if not found.value.isprintable() or " " in found.value:
            raise _wrong(name, found, "holds a space or a control character", "the key alone, on one line")
        return found.value

    def word(self, name: str, default: str) -> str:
        found = self._find(name)
        if re.search(r"\s", found.value):
            raise _wrong(name, found, f"is {_cut(found.value)}", f"one word without spaces, such as {default}")
        return found.value or default

    def path(self, name: str, default: str) -> Path:
        found = self._find(name)
        return _path(name, found, found.value or default)

    def folders(self, name: str) -> tuple[Path, ...]:
        """Read paths one a line, or else separated by commas: those with a comma have lines of their own."""
        found = self._find(name)
        written = found.value.splitlines() if "\n" in found.value else found.value.split(",")
        return tuple(dict.fromkeys(_path(name, found, one.strip()) for one in written if one.strip()))

    def seconds(self, name: str, default: float) -> float:
        found = self._find(name)
        if not found.value:
            return default
        try:
            number = float(found.value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            raise _wrong(name, found, f"is {_cut(found.value)}", f"a number of seconds above 0, such as {default:g}")
        return number

    def temperature(self, name: str, default: float) -> float | None:
        """Give None for `none`: a model that takes no such number is sent none."""
        return None if self._find(name).value.lower() == "none" else self.number(name, default, 0, 2)

    def device(self, name: str) -> str:
        found = self._find(name)
        if not re.fullmatch(r"(auto|cpu|mps|cuda(:\d+)?)?", found.value):
            raise _wrong(name, found, f"is {_cut(found.value)}", "auto, cpu, cuda or mps")
        return found.value or "auto"

    def switch(self, name: str) -> bool:
        """Read what is on unless somebody says otherwise."""
        found = self._find(name)
        if found.value.lower() in _OFF | _ON:
            return found.value.lower() in _ON
        raise _wrong(name, found, f"is {_cut(found.value)}", "true or false")

    def number(self, name: str, default: float, low: float, high: float, *, whole: bool = False) -> float:
        found = self._find(name)
        if not found.value:
            return default
        try:
            number = float(found.value)
        except ValueError:
            number = math.nan
        if not low <= number <= high or (whole and number != int(number)):
            kind = "a whole number" if whole else "a number"
            raise _wrong(
                name, found, f"is {_cut(found.value)}", f"{kind} from {low:g} to {high:g}, such as {default:g}"
            )
        return number

    def address(self, name: str, schemes: tuple[str, ...]) -> str:
        found = self._find(name)
        if not found.value:
            return ""
        expected = f"an address such as {schemes[0]}://host, beginning with {' or '.join(f'{s}://' for s in schemes)}"
        parts = _split(found.value)
        if parts is None or not parts.hostname:
            raise _wrong(name, found, "is not a complete address", expected)
        if parts.username or parts.password:
            # The address is shown on the screen; what stands before the @ must not be.
            raise _wrong(name, found, "holds a user name or a password", "the address alone, without them")
        if parts.scheme not in schemes:
            raise _wrong(name, found, f"is {_cut(found.value)}", expected)
        return found.value

    def database(self, name: str) -> str:
        found = self._find(name)
        if not found.value:
            return ""
        expected = "postgresql://user:password@host:5432/database"
        if not found.value.startswith(("postgresql://", "postgres://")):
            raise _wrong(name, found, "does not begin with postgresql://", expected)
        if _split(found.value) is None:
            expected += "; in the password write @ as %40, : as %3A, / as %2F, ? as %3F and # as %23"
            raise _wrong(name, found, "cannot be taken apart into user, host and port", expected)
        return found.value

    def origins(self, name: str) -> tuple[str, ...]:
        found = self._find(name)
        origins = [origin.strip().rstrip("/").lower() for origin in found.value.split(",")]
        for origin in filter(None, origins):
            parts = _split(origin)
            if parts is None or parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}":
                expected = "addresses such as https://analysts.example.org, separated by commas"
                raise _wrong(name, found, f"holds {_cut(origin)}", expected)
        return tuple(dict.fromkeys(filter(None, origins)))

    def hosts(self, name: str) -> tuple[str, ...]:
        found = self._find(name)
        hosts = [host.strip().rstrip(".").lower() for host in found.value.split(",")]
        for host in filter(None, hosts):
            if not re.fullmatch(r"(\*\.)?[\w-]+(\.[\w-]+)*|[0-9a-f:]*:[0-9a-f:.]*", host, re.ASCII):
                expected = "names such as analysts.example.org or *.example.org, without port, separated by commas"
                raise _wrong(name, found, f"holds {_cut(host)}", expected)
        return tuple(dict.fromkeys(filter(None, hosts)))

    def sources(self, name: str) -> tuple[str, ...]:
        found = self._find(name)
        if not found.value:
            return SOURCES
        chosen = {one.strip().lower() for one in found.value.split(",")} - {"", "none"}
        if unknown := sorted(chosen.difference(SOURCES)):
            raise _wrong(name, found, f"names {_cut(unknown[0])}", f"none, or some of {', '.join(SOURCES)}")
        return tuple(source for source in SOURCES if source in chosen)

    def mail(self, name: str) -> str:
        found = self._find(name)
        if found.value and not re.fullmatch(r"[\w.+-]+@[\w.-]+", found.value, re.ASCII):
            raise _wrong(name, found, f"is {_cut(found.value)}", "an e-mail address such as analyst@example.org")
        return found.value

    def scheduler(self, name: str) -> str:
        found = self._find(name)
        parts = _split(found.value if "://" in found.value else f"tcp://{found.value}")
        if found.value and (parts is None or not parts.hostname or not parts.port):
            raise _wrong(name, found, f"is {_cut(found.value)}", "the address of a Dask scheduler: tcp://host:8786")
        return found.value

    def _find(self, name: str) -> _Found:
        for place, values in self._places:
            if name in values:
                value = values[name]
                if isinstance(value, bool) or not isinstance(value, str | int | float):
                    kind = type(value).__name__
                    raise _wrong(name, _Found("", place), f"is a {kind}", "a text in quotation marks")
                return _Found(str(value).strip(), place)
        return _Found("", "")


def _path(name: str, found: _Found, written: str) -> Path:
    try:
        return Path(written).expanduser()
    except RuntimeError:
        raise _wrong(name, found, f"is {_cut(written)}", "a folder; no user of that name has a home") from None


def _wrong(name: str, found: _Found, what: str, expected: str) -> SettingsError:
    return SettingsError(f"{name} (in {found.place}) {what}; expected: {expected}.", "Correct it and start again.")


def _cut(value: str) -> str:
    return repr(value if len(value) <= 80 else f"{value[:80]}…")


def _split(value: str) -> SplitResult | None:
    try:
        parts = urlsplit(value)
        _ = parts.port  # read here because a port that is no number raises only when it is asked for
    except ValueError:
        return None
    return parts


def _read_env(file: Path) -> dict[str, str]:
    values: dict[str, str] = {}
    # Not dotenv_values(): it passes over a broken line with a warning in the log, and it puts values of the process's
    # own environment in place of ${…}, which would change a password that holds such signs.
    for key, value, original, broken in parse_stream(StringIO(_read_text(file, _ENV_FILE))):
        if key is not None and value is not None:
            values[key] = value
        elif key is not None or broken:
            blank = len(original.string) - len(original.string.lstrip())
            line = original.line + original.string.count("\n", 0, blank)
            raise SettingsError(
                f"{_ENV_FILE}, line {line}: this is not NAME=value.",
                "Correct the line, or put # before it, and start again.",
            )
    return values


def _read_secrets(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(_read_text(file, _SECRETS_FILE))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{_SECRETS_FILE} is not valid TOML: {error}.", "Correct it and start again.") from error


def _read_text(file: Path, name: Path) -> str:
    """Return the text of a file, empty when there is none. A byte order mark, as Windows editors write it, is
    dropped."""
    try:
        content = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise SettingsError(
            f"{name} is there but cannot be read: {error.strerror}.",
            "Give yourself the right to read it, or remove it.",
        ) from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError(
            f"{name}, line {line}: this is not UTF-8 text.", "Save the file as UTF-8 and start again."
        ) from error
