"""Many occupations at once: the graph's own decisions without its questions, each text once, here or on a cluster.

    texts = gather(table["job"])
    job = make_job(texts, Journal(folder / "survey.journal"))
    job.run()
    for row in rows_of(texts, job.journal): ...

Unattended work asks nobody: where the graph would put a question, the row says so and waits for review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from core.bulk import Job, Progress
from core.errors import InputError
from core.language.sanitize import tidy
from core.llm.engine import OfflineEngine
from core.llm.task import P, T, Task
from core.paths import VECTORS
from core.stores.journal import Failed, Journal
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import Assessment, assess
from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import index_name
from core.systems.nco_classification.index.official import open_index_for_batch, ready_id
from core.systems.nco_classification.index.retrieval import merge, next_search
from core.systems.nco_classification.state import Context, State
from core.systems.nco_classification.survey.rows import Row, row_of, row_without_code

THRESHOLD = Context.threshold
CHUNK = 250  # texts worked on together: about a second on two cores
LONGEST = 5_000  # characters of a cell that are read; what says more than this says it of something else


# --- the texts of a column --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texts:
    """The distinct texts of a column in the order of their first row, and for each row the number of its text."""

    distinct: list[str]
    numbers: list[int]


def gather(cells: Iterable[str]) -> Texts:
    """Tidy all cells; those that read the same then are one text. Cells without anything readable are the text ""."""
    number_of: dict[str, int] = {}
    numbers = [number_of.setdefault(_tidied(cell), len(number_of)) for cell in cells]
    return Texts(list(number_of), numbers)


def _tidied(cell: str) -> str:
    try:
        return tidy(cell[:LONGEST], LONGEST)
    except InputError:  # nothing readable in it
        return ""


# --- the work ---------------------------------------------------------------------------------------------------------


def make_job(
    texts: Texts,
    journal: Journal,
    *,
    owner: Path | None = None,
    threshold: float = THRESHOLD,
    scheduler: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Job:
    """Make the job that codes every distinct text once; its progress counts texts. Resumed with the same journal.

    `owner` is the folder of whoever it is done for: their official descriptions are searched when they are ready.
    """
    ready = ready_id(owner) if owner else ""
    code = partial(code_texts, threshold=threshold)
    if ready:
        code = partial(code, owner=str(owner), ready=ready)
    data = f"data {Classification.load().version}" + (f", descriptions {ready}" if ready else "")
    return Job(
        texts.distinct,
        code,
        journal,
        chunk=CHUNK,
        name="NCO classification of many texts",
        version=f"{data}, threshold {threshold:g}",
        scheduler=scheduler,
        on_progress=on_progress,
    )


def rows_of(texts: Texts, journal: Journal) -> Iterator[Row]:
    """Give the row of every cell, in order. A result is held only from the first to the last row with its text.

    Raises `InputError` when the work is not finished.
    """
    if journal.counts().done < len(texts.distinct):
        raise InputError("Not every text has been coded yet.", "Start the work again; it goes on where it stopped.")
    data = index_name(Classification.load())
    last_row = {text: row for row, text in enumerate(texts.numbers)}
    results = journal.results()
    held: dict[int, Row] = {}
    for row, text in enumerate(texts.numbers):
        if text not in held:  # texts are numbered by first appearance, as the results are
            _, result = next(results)
            failed = isinstance(result, Failed)
            held[text] = row_without_code(texts.distinct[text], result.reason, data) if failed else result
        yield held[text]
        if last_row[text] == row:
            del held[text]


def code_texts(texts: list[str], threshold: float = THRESHOLD, owner: str = "", ready: str = "") -> list[Row]:
    """Code a chunk: pure, and importable on a worker, which opens the index once. Raises `StoreError`."""
    return code_in_context(texts, replace(_context(owner, ready), threshold=threshold))


@lru_cache(maxsize=2)
def _context(owner: str = "", ready: str = "") -> Context:
    """Lend what a process needs. No vector of a text is kept: a survey of millions would fill the disk."""
    index = open_index_for_batch(owner, ready, tuple(sorted(VECTORS.glob("*.npz"))))
    return Context(UnheardRules(), index.classification, index)


@dataclass(frozen=True)
class UnheardRules(OfflineEngine):
    """The written rules without the record of each answer, which takes as long as the answer and which nobody reads."""

    def ask(self, task: Task[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Answer by the rule."""
        return task.rule(*args, **kwargs)


def code_in_context(texts: Sequence[str], context: Context) -> list[Row]:
    """Code tidied texts by what the nodes of the graph do, all texts through one step before the next, in order."""
    states: dict[str, State] = {text: {"request": text} for text in texts if text}
    assessments: dict[str, Assessment] = {}
    for state in states.values():
        state.update(expand(state, context))
    searching = list(states.values())
    while searching:
        queries, limits = zip(*(next_search(state, context) for state in searching), strict=True)
        # A row tells what speaks for the first family; what speaks for the others is not looked up.
        found = context.index.search_each(queries, limits, explained=1)
        for state, query, hits in zip(searching, queries, found, strict=True):
            text = state["request"]
            earlier = assessments[text].candidates if text in assessments else ()
            state["queries"] = [*state["queries"], query]
            assessments[text] = assess(state, merge(state, earlier, hits, context), context)
            state.update(decide(state, assessments[text], context))
        searching = [state for state in searching if state["improved_search"]]
    return [
        row_of(text, states[text]["analyzer_response"], assessments[text], context.classification)
        if text
        else row_without_code("", "The cell is empty.", index_name(context.classification))
        for text in texts
    ]
