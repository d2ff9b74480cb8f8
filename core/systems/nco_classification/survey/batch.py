"""Many occupations at once: the graph's own decisions without its questions, each text once, here or on a cluster.

    texts = gather(table["job"])
    job = make_job(texts, Journal(folder / "survey.journal"))
    job.run()
    for row in rows_of(texts, job.journal): ...

Unattended work asks nobody: where the graph would put a question, the row says so and waits for review.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from core.bulk import Job, Progress
from core.errors import InputError
from core.llm.engine import OfflineEngine
from core.llm.task import P, T, Task
from core.paths import VECTORS
from core.stores.journal import Failed, Journal
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import Assessment, assess
from core.systems.nco_classification.decision.confidence import posterior
from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.decision.obstacles import TELL_WORK, strip_ids_and_places
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.job_search import JobSearch, JobWords
from core.systems.nco_classification.index.occupations import Candidate, OccupationIndex, index_name
from core.systems.nco_classification.index.official import open_index_for_batch, ready_id
from core.systems.nco_classification.index.retrieval import merge, next_search
from core.systems.nco_classification.state import Context, State
from core.systems.nco_classification.survey.rows import Row, row_of, row_without_code
from core.systems.nco_classification.survey.said import JobColumns, Said, tidy_row, weights_of

if TYPE_CHECKING:
    import pandas as pd

THRESHOLD = Context.threshold
CHUNK = 250  # texts worked on together: about a second on two cores

_NAMES_SOMEBODY = re.compile(r"(?:er|or)s?\W*$", re.IGNORECASE)  # who works, and not that there is work

Item: TypeAlias = str | list[str]


# --- what the rows say ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texts:
    """What is said in the rows of a table, each once in the order of its first row, and for each row its number."""

    distinct: list[Said]
    numbers: list[int]


def gather(*columns: Iterable[str]) -> Texts:
    """Tidy all cells of up to four columns (title, duties, industry, education); rows that read the same then are one.

    Rows without anything readable say "".
    """
    number_of: dict[Said, int] = {}
    numbers = [number_of.setdefault(tidy_row(*cells), len(number_of)) for cells in zip(*columns, strict=True)]
    return Texts(list(number_of), numbers)


def gather_table(table: pd.DataFrame, columns: JobColumns) -> Texts:
    """Gather what the chosen columns of a table say."""
    nothing = [""] * len(table)
    return gather(*(table[name] if name else nothing for name in columns.said))


# --- the work ---------------------------------------------------------------------------------------------------------


def make_job(
    texts: Texts | Collection[Item],
    journal: Journal,
    *,
    owner: Path | None = None,
    threshold: float = THRESHOLD,
    scheduler: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Job:
    """Make the job that codes every distinct text once; its progress counts texts. Resumed with the same journal.

    Texts that are too many for memory are given as items, each once.
    `owner` is the folder of whoever it is done for: their official descriptions are searched when they are ready.
    """
    ready = ready_id(owner) if owner else ""
    code = partial(code_texts, threshold=threshold)
    if ready:
        code = partial(code, owner=str(owner), ready=ready)
    data = f"data {Classification.load().version}" + (f", descriptions {ready}" if ready else "")
    return Job(
        [as_item(one) for one in texts.distinct] if isinstance(texts, Texts) else texts,
        code,
        journal,
        chunk=CHUNK,
        name="NCO classification of many texts",
        version=f"{data}, threshold {threshold:g}",
        scheduler=scheduler,
        on_progress=on_progress,
    )


def as_item(said: Said) -> Item:
    """Write what is said as a plain value: a title alone is itself."""
    return list(said) if any(said[1:]) else said.title


def said_in(item: Item) -> Said:
    """Read what such a value says."""
    return Said(item) if isinstance(item, str) else Said(*item)


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
            held[text] = row_without_code(texts.distinct[text].text, result.reason, data) if failed else result
        yield held[text]
        if last_row[text] == row:
            del held[text]


def with_own(rows: Iterable[Row], table: pd.DataFrame, columns: JobColumns) -> Iterator[Row]:
    """Give the rows of a table, each with its id and its weight."""
    ids = table[columns.id] if columns.id else [""] * len(table)
    weights = weights_of(table[columns.weight].tolist()) if columns.weight else [None] * len(table)
    for row, id, weight in zip(rows, ids, weights, strict=True):
        yield {**row, "id": id, "weight": 1.0 if weight is None else weight}


def code_texts(items: list[Item], threshold: float = THRESHOLD, owner: str = "", ready: str = "") -> list[Row]:
    """Code a chunk: pure, and importable on a worker, which opens the index once. Raises `StoreError`."""
    return code_in_context([said_in(item) for item in items], replace(_context(owner, ready), threshold=threshold))


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


@lru_cache(maxsize=2)
def _search(index: OccupationIndex) -> JobSearch:
    """Keep what was measured of the texts of one chunk for the next ones."""
    return JobSearch(index)


def code_in_context(saids: Sequence[Said], context: Context) -> list[Row]:
    """Code what was said by what the nodes of the graph do, all of it through one step before the next, in order."""
    states: dict[Said, State] = {said: {"request": _request(said, context)} for said in saids if said.job}
    assessments: dict[Said, Assessment] = {}
    for state in states.values():
        state.update(expand(state, context))
    searched: dict[Said, JobWords] = {}
    searching = list(states)
    while searching:
        jobs = [_job(said, states[said], context) for said in searching]
        broad = [_broad(said, context) for said in searching]
        # A row tells what speaks for the first family; what speaks for the others is not looked up.
        found = _search(context.index).search_each(jobs, [context.depth] * len(jobs), broad, explained=1)
        for said, job, meant, hits in zip(searching, jobs, broad, found, strict=True):
            state = states[said]
            earlier = assessments[said].candidates if said in assessments else ()
            searched[said] = job
            state["queries"] = [*state["queries"], "; ".join(filter(None, job[:2]))]
            candidates = merge(state, earlier, hits, context)
            if meant and not _settled(candidates, meant, context):
                state["words"] = said.title
            assessments[said] = assess(state, candidates, context)
            state.update(decide(state, assessments[said], context))
        searching = [said for said in searching if states[said]["improved_search"]]
    _keep_what_words_tell(searched, states, assessments, context)
    return [
        row_of(said, states[said]["analyzer_response"], assessments[said], context.classification)
        if said.job
        else _empty(said, context)
        for said in saids
    ]


def _keep_what_words_tell(
    searched: Mapping[Said, JobWords],
    states: Mapping[Said, State],
    assessments: dict[Said, Assessment],
    context: Context,
) -> None:
    """Let schooling take away nothing that is certain without it, unless it makes another part likelier.

    It leans a little, and a part that is just certain enough must not be lost by that.
    """
    open_ones = [said for said in searched if said.education and not states[said]["analyzer_response"]["codes"]]
    jobs = [searched[said]._replace(education="") for said in open_ones]
    broad = [_broad(said, context) for said in open_ones]
    found = _search(context.index).search_each(jobs, [context.depth] * len(jobs), broad, explained=0)
    for said, hits in zip(open_ones, found, strict=True):
        state, candidates = states[said], assessments[said].candidates
        certain = assess(state, merge(state, (), hits, context), context).certain
        if len(certain) > len(assessments[said].certain):
            state["certain_before"] = certain
            assessments[said] = assess(state, candidates, context)
            state.update(decide(state, assessments[said], context))


def _empty(said: Said, context: Context) -> Row:
    """Make the row of somebody of whom no job is told, whatever stands beside it."""
    row = row_without_code(said.text, "The cell is empty.", index_name(context.classification))
    return {**row, "job": "", "industry": said.industry, "education": said.education, "key": said.key}


def _request(said: Said, context: Context) -> str:
    """Say as a request what a row says; an industry adds to a title, and nothing makes a job of what is none."""
    obstacle = context.reader.read(said.title).obstacle if said.title else None
    if (
        obstacle
        and obstacle.kind == "vague"
        and said.industry
        and not said.duties
        and _NAMES_SOMEBODY.search(said.title)
    ):
        return f"{said.industry} {said.title}"  # a worker says nothing, and a worker of a tea garden does
    if obstacle and (obstacle.kind == "not in work" or not said.duties):
        return said.title
    if obstacle and obstacle.kind not in TELL_WORK:  # "99" and "service" say nothing beside duties
        return said.duties
    return f"{said.title} ({said.industry})" if said.title and said.industry and not said.duties else said.job


def _job(said: Said, state: State, context: Context) -> JobWords:
    """Tell what is searched next: what stands in the columns, or the one query that may be better."""
    if state["improved_search"] or not (said.duties or said.industry):
        title, duties = next_search(state, context)[0], ""
    else:
        title, duties = (strip_ids_and_places(text).query for text in (said.title, said.duties))
        obstacle = context.reader.read(said.title).obstacle if title and duties else None
        if obstacle and obstacle.kind not in TELL_WORK:
            title = ""
    return JobWords(title, duties, said.industry, said.education)


def _broad(said: Said, context: Context) -> tuple[str, ...]:
    """List the families that a title without duties may mean."""
    return () if said.duties else context.reader.read(said.title).broad


def _settled(candidates: Sequence[Candidate], meant: Sequence[str], context: Context) -> bool:
    """Whether what stands beside a title that may mean several families tells which of them is meant."""
    shares = posterior([candidate for candidate in candidates if candidate.family in meant])
    return max(shares.values(), default=0.0) >= context.certain
