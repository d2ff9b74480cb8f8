"""Sources and shelves that answer what a test tells them, and an engine that writes what a test tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from core.llm.engine import OfflineEngine
from core.sources.errors import SourceError
from core.sources.papers import Found, Paper
from core.systems.research_reports.graph import build_graph
from core.systems.research_reports.search.shelves import PaperShelf
from core.systems.research_reports.state import Context
from tests.word_embedder import WordEmbedder

QUESTION = "What is known about tin perovskite solar cells?"
TIN = Paper(
    "shelf:tin", "shelf", "Tin perovskite solar cells", ("Ada Noel", "Ben Other", "Cy Third"), 2014, doi="10.1/tin",
    abstract="Tin perovskite solar cells are a class of cells without lead. "
    "Tin perovskite solar cells reached an efficiency of 6.4 %. "
    "Films of tin perovskite solar cells were prepared by spin coating. "
    "However, tin perovskite solar cells degrade within hours in air.",
    venue="Energy",
)  # fmt: skip
LEAD = Paper(
    "shelf:lead", "shelf", "Lead perovskite solar cells", ("Eva Snaith",), 2012, doi="10.1/lead",
    abstract="Lead perovskite solar cells are better than tin perovskite solar cells. "
    "Their efficiency rose from 3.8 % to 10.9 % within three years. "
    "Tin perovskite solar cells were measured under the same lamp.",
    venue="Science",
)  # fmt: skip
SOUP = Paper(
    "shelf:soup", "shelf", "Soup", ("C Cook",), 2000, abstract="A good soup needs time and salt.", venue="Kitchen"
)
RETRACTED = replace(TIN, id="shelf:gone", doi="10.1/gone", title="Tin perovskite solar cells at 99 %", retracted=True)
PAPERS = (TIN, LEAD, SOUP, RETRACTED)


class LittleSource:
    """A live source with one answer, or one failure."""

    def __init__(
        self, name: str, papers: Sequence[Paper] = (), error: str = "", missing: str = "", **more: Any
    ) -> None:
        self.name = name
        self.title = name
        self.missing = missing
        self.papers = papers
        self.error = error
        self.more = more
        self.asked: list[tuple[Any, ...]] = []

    def search(self, query: str, limit: int = 20, since: int | None = None, until: int | None = None) -> Found:
        self.asked.append((query, limit, since, until))
        if self.error:
            raise SourceError(self.error, self.title, until=self.more.get("until"), requests=1)  # type: ignore[arg-type]
        return Found(self.papers[:limit], total=len(self.papers), **self.more)


class WritingEngine(OfflineEngine):
    """The rules, but for the tasks whose answers a test gives: a value, or a function of the task's inputs."""

    def __init__(self, **answers: Any) -> None:
        super().__init__(label="Test model", offline=False)
        object.__setattr__(self, "answers", answers)
        object.__setattr__(self, "asked", [])

    def ask(self, task: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.asked.append((task.name, kwargs))  # type: ignore[attr-defined]
        given = self.answers.get(task.name)  # type: ignore[attr-defined]
        if given is None:
            return super().ask(task, *args, **kwargs)
        return given(**kwargs) if callable(given) else given


def little_context(*sources: LittleSource, papers: Sequence[Paper] = PAPERS, **more: Any) -> Context:
    """A context over a little shelf and these sources; the plan is not asked about."""
    embedder = more.pop("embedder", None) or WordEmbedder()
    shelves = (PaperShelf("Little shelf", papers, embedder),) if papers else ()
    return Context(
        **{
            "engine": OfflineEngine(),
            "embedder": embedder,
            "ask_plan": False,
            "shelves": shelves,
            "threshold": 0.2,
            **more,
        },
        sources={source.name: source for source in sources},
        addresses={source.name: f"https://{source.name}.example.org" for source in sources},
    )


def run(context: Context, *requests: str, graph: Any = None) -> dict[str, Any]:
    """Ask one after the other in one thread; the last state."""
    graph = graph or build_graph(InMemorySaver())
    config = {"configurable": {"thread_id": "t"}, "recursion_limit": 60}
    for request in requests:
        graph.invoke({"request": request}, config, context=context)
    return dict(graph.get_state(config).values)


def nodes_of(context: Context, request: str = QUESTION) -> list[str]:
    """The nodes in the order in which they ran."""
    config = {"configurable": {"thread_id": "t"}, "recursion_limit": 60}
    parts = build_graph(InMemorySaver()).stream({"request": request}, config, context=context, stream_mode="updates")
    return [next(iter(part)) for part in parts]
