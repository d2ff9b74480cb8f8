"""How often the knowledge base answers rightly and in the first line, and how often it is wrong without a word of it.

`python -m core.evaluate answers QUESTIONS.csv --documents DIR [--json FILE]`. The questions have `question`, `pages`
(names of files in DIR that hold the answer, separated by `;`; `manual.pdf#12` is the 12th page of a PDF),
`answer_contains` and, if it is there, `lead_contains` (what the whole answer and its first line must hold: `;` parts
what must all be there, `|` alternatives; whole words, in any case, numbers by their value), and `kind`: empty,
`unanswerable`, or `followup:<n>:1`, `:2`, `:3` for the questions of one thread, in their order. Offline: the rules
answer, with the settings' defaults.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from core.errors import InputError
from core.evaluate.expected_words import missing_of
from core.evaluate.rows import read_rows
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.retrieval.reranker import choose_reranker
from core.stores.passages import Passages
from core.stores.passages_embedded import EmbeddedPassages
from core.systems.knowledge_base.answer.checking import outcome_of_answer, struck_of, verdicts_of
from core.systems.knowledge_base.graph import build_graph
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.state import CitedSentence, Context, Outcome, State

COLUMNS = ("question", "pages", "answer_contains", "kind")
RECURSION_LIMIT = 60
_FOLLOW_UP = re.compile(r"followup:(\w+):([1-9])")


@dataclass(frozen=True)
class Question:
    """A question, the pages that answer it, what its answer and its first line must hold, and the thread it is of."""

    text: str
    pages: frozenset[str]
    contains: tuple[str, ...]
    lead: tuple[str, ...]
    answerable: bool
    thread: str


@dataclass(frozen=True)
class Answered:
    """What came out for a question."""

    question: Question
    outcome: Outcome
    cited: frozenset[str]
    lines: tuple[str, ...]
    sentences: int
    backed: int
    struck: int
    seconds: float
    state: State

    @property
    def right_page(self) -> bool:
        """Whether one of the right pages is cited."""
        return bool(self.question.pages & self.cited)

    @property
    def contains(self) -> bool:
        """Whether the answer holds all that it must."""
        return not self.refused and not missing_of(self.question.contains, " ".join(self.lines))

    @property
    def lead_right(self) -> bool:
        """Whether its first line holds all that this must."""
        return bool(self.lines) and not self.refused and not missing_of(self.question.lead, self.lines[0])

    @property
    def refused(self) -> bool:
        """Whether it says that the documents do not answer."""
        return self.outcome == "not in the documents"

    @property
    def silently_wrong(self) -> bool:
        """Whether it is given as being in the documents and holds nothing that was expected of it."""
        expected = [*self.question.contains, *self.question.lead]
        said = " ".join(self.lines)
        right = self.question.answerable and any(not missing_of([part], said) for part in expected)
        return self.outcome == "in the documents" and not right


def evaluate_answers(
    questions: Path,
    documents: Path,
    data: Path,
    progress: Callable[[str, int, int], None] = lambda deed, done, of: None,
) -> dict[str, float]:
    """Return the figures; `data` keeps what was embedded.

    Raises InputError for a file that is missing or wrong.
    """
    asked = read_questions(questions)
    embedder = Embedder(data / "embeddings.sqlite")
    with TemporaryDirectory() as folder:
        passages = read_folder(documents, Path(folder) / "passages.sqlite", embedder, progress)
        try:
            return figures(answer_all(asked, passages, embedder, progress))
        finally:
            passages.close()


def read_questions(path: Path) -> list[Question]:
    """Read the file of questions, in order. Raises InputError when it is missing, empty or lacks a column."""
    rows = read_rows(path, COLUMNS)
    return [_question(row, number) for number, row in enumerate(rows, start=1)]


def _question(row: dict[str, str], number: int) -> Question:
    def listed(name: str) -> tuple[str, ...]:
        return tuple(filter(None, (part.strip() for part in (row.get(name) or "").split(";"))))

    kind = (row.get("kind") or "").strip()
    follow_up = _FOLLOW_UP.fullmatch(kind)
    thread = f"thread {follow_up.group(1)}" if follow_up else f"row {number}"
    return Question(
        (row.get("question") or "").strip(),
        frozenset(listed("pages")),
        listed("answer_contains"),
        listed("lead_contains"),
        kind != "unanswerable",
        thread,
    )


def read_folder(
    folder: Path,
    index: Path,
    embedder: Embedder,
    progress: Callable[[str, int, int], None] = lambda deed, done, of: None,
) -> EmbeddedPassages:
    """All readable files of a folder, as a collection in the file `index`. Raises InputError when there is none."""
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    store = EmbeddedPassages(index, embedder)
    for done, path in enumerate(files, start=1):
        try:
            document, text, passages = read_document(path.read_bytes(), path.name)
        except InputError:  # style sheets and pictures lie beside the pages
            continue
        store.add(document, text, passages, embedder.encode([passage.context for passage in passages]))
        progress("Reading", done, len(files))
    if not store.card().passages:
        raise InputError(f"There is nothing to read in {folder}.", "Name a folder of documents with --documents.")
    return store


def answer_all(
    questions: Sequence[Question],
    passages: Passages,
    embedder: Embedder,
    progress: Callable[[str, int, int], None] = lambda deed, done, of: None,
    **numbers: Any,
) -> list[Answered]:
    """Ask all, each thread in its order; `numbers` are fields of the system's context."""
    context = Context(OfflineEngine(), passages, embedder, choose_reranker(embedder), **numbers)
    graph = build_graph(InMemorySaver())
    answered = []
    for done, question in enumerate(questions, start=1):
        config: RunnableConfig = {"configurable": {"thread_id": question.thread}, "recursion_limit": RECURSION_LIMIT}
        began = time.perf_counter()
        state = cast(State, graph.invoke({"request": question.text}, config, context=context))
        if "__interrupt__" in state:  # what it leans on is not known: ask as it was written
            state = cast(State, graph.invoke(Command(resume={"meant": ""}), config, context=context))
        seconds = time.perf_counter() - began
        answer = state["answer"]
        answered.append(
            Answered(
                question,
                outcome_of_answer(answer),
                frozenset(_places(answer["sentences"])),
                tuple(sentence["text"] for sentence in answer["sentences"]),
                len(answer["sentences"]),
                sum(verdict.standing == "backed" for verdict in verdicts_of(answer)),
                len(struck_of(answer)),
                seconds,
                state,
            )
        )
        progress("Asking", done, len(questions))
    return answered


def _places(sentences: Sequence[CitedSentence]) -> Iterator[str]:
    for citation in (one for sentence in sentences for one in [sentence, *sentence["also"]]):
        yield citation["name"]
        yield f"{citation['name']}#{citation['page']}"


def figures(answered: Sequence[Answered]) -> dict[str, float]:
    """Return shares, 0 … 1, the median number of words of an answer, and milliseconds.

    A refusal of an answerable question cites no right page and contains nothing. Wrong is what holds no word that was
    expected, or answers what the documents do not.
    """
    answerable = [one for one in answered if one.question.answerable]
    unanswerable = [one for one in answered if not one.question.answerable]
    written = sum(one.sentences + one.struck for one in answered)
    return {
        "right_page": _mean([one.right_page for one in answerable if one.question.pages]),
        "contains": _mean([one.contains for one in answerable if one.question.contains]),
        "lead_right": _mean([one.lead_right for one in answerable if one.question.lead]),
        "silently_wrong": _mean([one.silently_wrong for one in answered]),
        "refused_unanswerable": _mean([one.refused for one in unanswerable]),
        "refused_or_perhaps_unanswerable": _mean([one.outcome != "in the documents" for one in unanswerable]),
        "refused_answerable": _mean([one.refused for one in answerable]),
        "perhaps_answerable": _mean([one.outcome == "perhaps not in the documents" for one in answerable]),
        "words": median([len(" ".join(one.lines).split()) for one in answered if not one.refused] or [0]),
        "sentences_backed": sum(one.backed for one in answered) / written if written else 1.0,
        "sentences_struck": sum(one.struck for one in answered) / written if written else 0.0,
        "ms_p50": 1000 * median(one.seconds for one in answered),
    }


def _mean(values: Sequence[bool]) -> float:
    return fmean(values) if values else 0.0
