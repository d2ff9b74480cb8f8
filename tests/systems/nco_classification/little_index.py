"""An index that finds what it is told to, an engine that answers what it is told to, and a way to run the graph."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from core.llm.engine import OfflineEngine
from core.llm.task import Task
from core.retrieval.fusion import Receipt
from core.systems.nco_classification.decision.assessment import Assessment, assess
from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.graph import build_graph
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate, Match
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer, Wording
from core.systems.nco_classification.questions.attributes import Language
from core.systems.nco_classification.questions.form import Option
from core.systems.nco_classification.questions.question import question_for
from core.systems.nco_classification.state import Context, State
from core.types import Choice, Question

CLASSIFICATION = Classification.load()
CLEAR, TAILOR = [("7531", 0.95), ("7533", 0.3)], "stitches blouses and shirts"
DOCTORS = [("2211", 0.6), ("2212", 0.59)]
GENERAL, SPECIAL = "Patients of any kind", "One organ, or one kind of illness"  # what parts them
WOOD = [(family, 0.5) for family in ("7522", "7523", "7521", "6210", "7115", "8172")]  # what only their tasks part
SAYS_LITTLE = "zorblaxian"  # tells none of the attributes
CLOSEST = "Which of these comes closest to the work?"
NOISE = [("1111", 0.05), ("9629", 0.04)]


def candidate(family: str, score: float) -> Candidate:
    occupations = [(code, 0.1) for code in CLASSIFICATION.occupations_of(family)[:2]]
    matches = [Match(family, "phrase", "what they call it", score, [(0, 4)])]
    return Candidate(family, score, Receipt(family, score, 1, [], score, 0.0), matches, occupations)


@dataclass
class LittleIndex:
    """Finds for each query the families it is given; for any other query `otherwise`."""

    found: Mapping[str, Sequence[tuple[str, float]]] = field(default_factory=lambda: {"doctor": DOCTORS})
    otherwise: Sequence[tuple[str, float]] = tuple(CLEAR)
    searched: list[str] = field(default_factory=list)
    index_name: str = "little index"
    official: Mapping[str, str] = field(default_factory=dict)
    query_normalizer: QueryNormalizer = CLASSIFICATION.query_normalizer

    def read(self, text: str) -> Wording:
        return Wording(text, text)

    def leaving(self, said: Collection[str]) -> LittleIndex:
        return self

    def search(self, text: str, limit: int = 10) -> list[Candidate]:
        self.searched.append(text)
        return [candidate(*pair) for pair in self.found.get(text, self.otherwise)][:limit]


@dataclass
class Scripted:
    """A model that says what each task's script says; where there is none the rule answers."""

    scripts: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    label: str = "Scripted model"
    offline: bool = False

    def ask(self, task: Task[Any, Any], /, *args: Any, **kwargs: Any) -> Any:
        return self.scripts.get(task.name, task.rule)(*args, **kwargs)

    write = ask


@dataclass
class Case:
    """One run on a thread of its own."""

    context: Context
    graph: Any
    config: dict[str, Any]

    def ask(self, request: str) -> Case:
        self.graph.invoke({"request": request}, self.config, context=self.context)
        return self

    def answer(self, given: object) -> Case:
        self.graph.invoke(Command(resume=given), self.config, context=self.context)
        return self

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.graph.get_state(self.config).values)

    @property
    def response(self) -> dict[str, Any]:
        return dict(self.state["analyzer_response"])

    @property
    def codes(self) -> list[str]:
        return [entry["code"] for entry in self.response["codes"]]

    @property
    def question(self) -> dict[str, Any] | None:
        interrupts = self.graph.get_state(self.config).interrupts
        return interrupts[0].value if interrupts else None

    @property
    def path(self) -> list[str]:
        """The nodes in the order in which they began."""
        past = list(self.graph.get_state_history(self.config))[::-1]
        return [snapshot.next[0] for snapshot in past if snapshot.next and snapshot.next[0] != "__start__"]


_numbers = itertools.count()
_graph = build_graph(InMemorySaver())


def make_state(words: str, **changes: Any) -> State:
    """The state in which the analyzer finds words for which the expander had nothing to add."""
    analysis = {
        "division": "", "title": "", "duties": [], "query": words, "ambiguous": False, "reason": "", "obstacle": "",
        "assumptions": [], "answered_by": "a test",
    }  # fmt: skip
    state: Any = {
        "request": words, "words": words, "within": "", "answers": [], "queries": [words],
        "expander_analysis": {**analysis, **changes.pop("analysis", {})}, "improved_search_count": 0, **changes,
    }  # fmt: skip
    return state  # type: ignore[no-any-return]


def make_assessment(words: str, *hits: tuple[str, float], threshold: float = THRESHOLD, **changes: Any) -> Assessment:
    """What these words and hits, best first, amount to."""
    context = Context(OfflineEngine(), CLASSIFICATION, LittleIndex(), threshold)  # type: ignore[arg-type]
    return assess(make_state(words, **changes), [candidate(*hit) for hit in hits], context)


def asked_between(families: Sequence[str], language: Language = "english") -> tuple[Question, list[Option]]:
    """What is asked when these, and no others, fit the words equally well."""
    return question_for(
        make_assessment(SAYS_LITTLE, *((family, 0.5) for family in families)), CLASSIFICATION, (), language
    )


def choice_of(question: Question) -> Choice:
    """The choice that is the one field of a question."""
    [field] = question.fields
    assert isinstance(field, Choice)
    return field


def new_case(index: Any = None, engine: Any = None, graph: Any = _graph, **numbers: Any) -> Case:
    """A run that has not begun, on the little index and by the rules unless other ones are given."""
    context = Context(engine or OfflineEngine(), CLASSIFICATION, index or LittleIndex(), **numbers)
    config = {"configurable": {"thread_id": f"case {next(_numbers)}"}, "recursion_limit": 60}
    return Case(context, graph, config)
