"""This installation: what it has, opened once for the pages, the API and the command line alike.

Stores are opened when first needed and again after a failure, so that a locked file or a server that is down costs an
error with words, not the app.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from core.cluster import connect
from core.errors import AppError, NotAllowed, StoreError
from core.evidence.judge.entailment import EntailmentJudge
from core.language import atlas
from core.llm.choice import choose_engine
from core.llm.engine import Engine
from core.llm.task import task
from core.paths import ROOT
from core.privacy import close_folder
from core.retrieval.embedder import Embedder
from core.retrieval.named_model import NamedModel
from core.runs import Runs
from core.session import GraphSession
from core.settings import Settings, read_settings
from core.sources.live import live_sources, open_client
from core.stores.checkpoints import Checkpoints, open_checkpoints
from core.stores.threads import Threads
from core.systems import C, Resources, S, System

log = logging.getLogger(__name__)

CLOSING = 5.0
"""Seconds in which runs at work may come to the end of their step when the server ends."""

NOBODY = "local"  # the owner of everything where nobody signs in
PROGRAMS = "api"  # the owner of what programs ask for
_SIGNED_IN = "signed in: "


def owner_of(issuer: str, subject: str) -> str:
    """Name the owner who signed in: two providers may know the same name, and neither may say who `NOBODY` is.

    Raises `NotAllowed` for a sign-in that does not tell who came.
    """
    if not subject:
        raise NotAllowed("Your sign-in does not tell who you are.", "The provider has to send the claim “sub”.")
    return f"{_SIGNED_IN}{issuer} {subject}"


@task("Answer with the one word: ready")
def say_ready() -> str:
    """Say the word."""
    return "ready"


@dataclass(frozen=True)
class Component:
    """One thing this installation is made of: what it is, whether it works, and how to plug in more."""

    name: str
    works: bool
    state: str
    advice: str = ""


@dataclass
class Installation:
    """What one server process shares between all its visitors."""

    settings: Settings
    runs: Runs = field(default_factory=Runs)
    open_to_others: str = ""  # why others on this machine can read the data folder, where they can
    _guard: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _checkpoints: Checkpoints | None = field(default=None, repr=False)
    _graphs: dict[str, CompiledStateGraph[Any, Any]] = field(default_factory=dict, repr=False)

    @cached_property
    def embedder(self) -> Embedder:
        """The embedding model; its weights are loaded on first use or by `warm_up`."""
        seeds = sorted((ROOT / "assets" / "vectors").glob("*.npz"))
        return Embedder(self.settings.data / "embeddings.sqlite", seeds, self.settings.device)

    @cached_property
    def own_model(self) -> Embedder | None:
        """The embedding model that the settings name for documents; its weights are loaded on first use."""
        name, settings = self.settings.embedding_model, self.settings
        return Embedder(settings.data / "embeddings.sqlite", (), settings.device, NamedModel(name)) if name else None

    def warm_up(self) -> None:
        """Load the embedding models and the names of places now. Raises `StoreError` when a model cannot be loaded."""
        self.embedder.warm_up()
        atlas.lengths()
        if self.own_model:
            self.own_model.warm_up()

    @cached_property
    def claim_model(self) -> EntailmentJudge | None:
        """The local entailment model of the settings; its weights are loaded on first use, once for all visitors."""
        folder = self.settings.claim_model
        return EntailmentJudge(folder, self.settings.device) if folder else None

    @property
    def checkpoints(self) -> Checkpoints:
        """Where runs are kept. Raises `StoreError`; the next call tries again."""
        with self._guard:
            if self._checkpoints is None:
                self._checkpoints = open_checkpoints(self.settings)
            return self._checkpoints

    @property
    def threads(self) -> Threads:
        """The registry of runs."""
        return Threads(self.checkpoints)

    def engine(self, key: str = "", model: str = "") -> Engine:
        """Choose who answers: the model of the settings, one chosen for a visit by `key` and `model`, or the rules."""
        settings = self.settings
        model = model or settings.model
        if not model.startswith("google_genai:"):  # the key and the address of the settings are Gemini's alone
            return choose_engine(
                model, key or None, seconds=settings.model_timeout, temperature=settings.model_temperature
            )
        return choose_engine(
            model,
            key or settings.model_key,
            settings.model_base_url or None,
            settings.model_timeout,
            settings.model_temperature,
        )

    def folder_of(self, owner: str) -> Path:
        """Name the folder of this owner's uploads."""
        return self.settings.data / "owners" / hashlib.sha256(owner.encode()).hexdigest()[:20]

    def take_over(self, subject: str, owner: str) -> None:
        """Give who signed in what an earlier version kept under the subject alone, as it named owners.

        Not where two providers may mean two people by one name, nor what was never a person's. Raises `StoreError`.
        """
        is_person = subject not in ("", NOBODY, PROGRAMS) and not subject.startswith(_SIGNED_IN)
        if not (self.settings.one_provider and is_person):
            return
        former, mine = self.folder_of(subject), self.folder_of(owner)
        try:
            if former.exists() and not mine.exists():
                former.rename(mine)
        except FileNotFoundError:
            log.info("Another server was quicker.")
        except OSError as error:
            raise StoreError(
                f"What you brought before could not be taken over: {error.strerror}.",
                "See that the data folder can be written to.",
            ) from error
        self.threads.hand_over(subject, owner)

    def resources(self, owner: str, engine: Engine) -> Resources:
        """Return what is lent to a system that works for this owner."""
        return Resources(engine, self.embedder, self.folder_of(owner), self.settings, self.claim_model, self.own_model)

    def open_session(
        self, system: System[S, C], memory: MutableMapping[str, str], context: C, owner: str = NOBODY
    ) -> GraphSession[S, C]:
        """Return a session of this owner with a system. Raises `StoreError`."""
        checkpoints = self.checkpoints
        with self._guard:
            if system.name not in self._graphs:
                self._graphs[system.name] = system.build_graph(checkpoints.saver)
        return GraphSession(
            system, self._graphs[system.name], context, memory, runs=self.runs, threads=self.threads, owner=owner
        )

    def close(self) -> None:
        """Close what is open, once what is at work has stopped; what does not stop in time keeps its store."""
        ended = self.runs.end(CLOSING)
        with self._guard:
            if self._checkpoints is not None and ended:  # SQLite breaks the process that closes it under a writer
                self._checkpoints.close()
            self._checkpoints = None
            self._graphs.clear()

    def components(self, choose: Callable[[], Engine]) -> list[Component]:
        """Try each part now and say in words how it is; `choose` gives who answers, or raises `SettingsError`."""
        settings = self.settings
        return [
            _who_answers(choose),
            _tried("Embedding model", self._embedding_model, "Set TORCH_DEVICE to say where it calculates."),
            *self._model_of_documents(),
            _tried("Reranker", self._reranker, f"Fetch its weights: hf download {settings.reranker}"),
            _tried("Judge of sentences", self._judge, "Set CLAIM_MODEL to the folder of an entailment model."),
            _tried(
                "Runs and their history",
                self._kept,
                "" if settings.database_url else "Set DATABASE_URL for PostgreSQL.",
            ),
            _tried("Library graph", self._graph, "" if settings.neo4j_uri else "Set NEO4J_URI for Neo4j."),
            _tried("Bulk work", self._bulk, "" if settings.dask_scheduler else "Set DASK_SCHEDULER for a cluster."),
            self._live_sources(),
            Component(
                "Data folder",
                os.access(_existing(settings.data), os.W_OK) and not self.open_to_others,
                self.open_to_others or str(settings.data),
                "Set GLASSBOX_DATA to move it.",
            ),
        ]

    def _embedding_model(self) -> str:
        return f"{self.embedder.name}, {'loaded' if self.embedder.ready else 'loads on first use'}"

    def _model_of_documents(self) -> list[Component]:
        """Tell of the model that the settings name for documents, where they name one: whether it can be loaded."""
        model = self.own_model
        if model is None:
            return []

        def loaded() -> str:
            return f"{model.name}, {model.dimensions:,} dimensions, {model.reads.in_words}"

        return [_tried("Embedding model of documents", loaded, "Unset EMBEDDING_MODEL for the model that ships.")]

    def _reranker(self) -> str:
        from core.retrieval.reranker import choose_reranker

        return choose_reranker(self.embedder, self.settings.reranker).says

    def _judge(self) -> str:
        if self.claim_model is None:
            return "the model that answers; without one, sentences that no rule can check are not checked"
        return self.claim_model.says

    def _bulk(self) -> str:
        address = self.settings.dask_scheduler
        if not address:
            return "in this process"
        with connect(address):
            return f"on the Dask cluster at {address}"

    def _live_sources(self) -> Component:
        """Tell which of them a report may ask; none is asked now."""
        settings = self.settings
        sources = live_sources(open_client(settings.sources, settings.data), settings.sources)
        ready = [source.title for source in sources.values() if not source.missing]
        lacking = [f"{source.title} is {source.missing}." for source in sources.values() if source.missing]
        return Component(
            "Live sources",
            bool(ready) or not sources,  # none at all is a choice
            f"{', '.join(ready)} may be asked; they are tried when a report asks them"
            if ready
            else "switched off: no report asks anybody outside",
            " ".join(lacking) if sources else "Name in SOURCES those that may be asked, such as pubmed,arxiv,openalex.",
        )

    def _graph(self) -> str:
        return self._neo4j() if self.settings.neo4j_uri else f"embedded, in {self.settings.data}"

    def _neo4j(self) -> str:
        from neo4j import GraphDatabase
        from neo4j.exceptions import DriverError, Neo4jError

        settings = self.settings
        try:
            with GraphDatabase.driver(
                settings.neo4j_uri,
                auth=(settings.neo4j_username, settings.neo4j_password),
                connection_timeout=2,
                telemetry_disabled=True,
            ) as driver:
                driver.verify_connectivity()
        except (DriverError, Neo4jError) as error:
            raise StoreError(
                f"Neo4j at {settings.neo4j_uri} does not let us in: {type(error).__name__}.",
                "See that the server runs, and check NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD.",
            ) from error
        return f"Neo4j at {settings.neo4j_uri}"

    def _kept(self) -> str:
        checkpoints = self.checkpoints
        checkpoints.check()
        return checkpoints.kind


def try_model(engine: Engine) -> Component:
    """Ask the model one word, and say how it went."""

    def asked() -> str:
        return f"{engine.label} answers: “{engine.ask(say_ready).strip()[:80]}”"

    return _tried("Who answers", asked)


def _who_answers(choose: Callable[[], Engine]) -> Component:
    try:
        engine = choose()
    except AppError as error:
        return Component("Who answers", False, str(error), error.advice)
    if not engine.offline:
        return Component("Who answers", True, engine.label)
    return Component(
        "Who answers",
        True,
        f"{engine.label}: each step is a written rule, no model is asked",
        "Set GOOGLE_API_KEY, or type a key in the sidebar, to let Gemini answer.",
    )


def _tried(name: str, attempt: Callable[[], str], advice: str = "") -> Component:
    try:
        return Component(name, True, attempt(), advice)
    except AppError as error:
        return Component(name, False, str(error), error.advice)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return folder if folder.exists() or folder == folder.parent else _existing(folder.parent)


@cache
def installation() -> Installation:
    """Return the one installation of this process, its data folder closed to others.

    Raises `SettingsError`; the next call reads the settings again.
    """
    house = Installation(read_settings(ROOT, os.environ))
    with suppress(OSError):  # whoever needs the folder says in words that there is none
        house.open_to_others = close_folder(house.settings.data)
    if house.open_to_others:
        log.warning("%s", house.open_to_others)
    return house
