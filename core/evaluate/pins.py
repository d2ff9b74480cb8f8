"""How often a pinned answer gets the right label after its documents were edited.

`python -m core.evaluate pins EDITS.csv --documents DIR [--json FILE]`. Each row of the edits has a `question`, the
`file` in DIR and the `sentence` in it that answers, and three more sentences: `reworded` (the same in other words),
`other` (another value in its place) and `contradiction` (another value, for a new file). Every question whose answer
begins with the sentence is pinned, and eight edits are made for it, each by itself. Offline: the rules answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from langgraph.checkpoint.memory import InMemorySaver

from core.documents import read_here
from core.errors import InputError
from core.evaluate.rows import read_rows
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.retrieval.reranker import choose_reranker
from core.stores.passages_embedded import EmbeddedPassages
from core.systems.knowledge_base.graph import build_graph
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.living.judging import Corpus, Label, judge
from core.systems.knowledge_base.living.likeness import squeezed
from core.systems.knowledge_base.living.pins import claims_in
from core.systems.knowledge_base.state import Context, State

COLUMNS = ("question", "file", "sentence", "reworded", "other", "contradiction")
RECURSION_LIMIT = 60
_ASIDE = "\n\n# Colophon\n\nThis page was printed on grey paper in a small town by the sea, in 300 copies.\n"
Files = Mapping[str, str]


@dataclass(frozen=True)
class Judged:
    """One edit: what it was, the label that is right, and the one that was given."""

    question: str
    edit: str
    right: Label
    given: Label


@dataclass(frozen=True)
class Outcome:
    """All edits that were judged, and how many of the questions could be pinned."""

    judged: list[Judged]
    pinned: int
    questions: int

    @property
    def rows(self) -> dict[str, dict[str, float]]:
        """The share of right labels of each edit, and of all."""
        seen = Counter(one.edit for one in self.judged)
        right = Counter(one.edit for one in self.judged if one.given == one.right)
        rows = {edit: {"edits": float(count), "right": right[edit] / count} for edit, count in seen.items()}
        total = max(len(self.judged), 1)
        return {**rows, "all": {"edits": float(len(self.judged)), "right": right.total() / total}}

    @property
    def wrong(self) -> list[str]:
        """What was judged wrongly, a line each."""
        return [
            f"{one.edit}: {one.given}, not {one.right}: {one.question}" for one in self.judged if one.given != one.right
        ]


def evaluate_pins(path: Path, folder: Path, embedder: Embedder) -> Outcome:
    """Pin the answers to all questions and judge them after each edit.

    Raises `InputError` for files that do not fit together.
    """
    rows = read_edits(path)
    files = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir()) if file.is_file()}
    judged: list[Judged] = []
    pinned = 0
    with TemporaryDirectory() as place:
        shelf = _Shelf(EmbeddedPassages(Path(place) / "passages.sqlite", embedder), embedder)
        shelf.hold(files)
        for row in rows:
            state = shelf.ask(row["question"])
            lines = [squeezed(one["text"]) for one in state["answer"]["sentences"][:1]]
            if not any(_plain(row["sentence"]) in _plain(line) for line in lines):
                continue
            pinned += 1
            claims = claims_in(state, shelf.context)
            for edit, right, edited in edits_of(row, files):
                shelf.hold(edited)
                judgement = judge(claims, "", Corpus(shelf.store, embedder))
                judged.append(Judged(row["question"], edit, right, judgement.label))
            shelf.hold(files)
        shelf.store.close()
    return Outcome(judged, pinned, len(rows))


def read_edits(path: Path) -> list[dict[str, str]]:
    """Read the rows of the edits. Raises `InputError`."""
    rows = read_rows(path, COLUMNS)
    if any(not row.get(column) for row in rows for column in COLUMNS):
        raise InputError(f"{path} lacks something.", f"Each row needs {', '.join(COLUMNS)}.")
    return rows


def edits_of(row: Mapping[str, str], files: Files) -> Iterator[tuple[str, Label, Files]]:
    """Give every edit for a row: what it is, the label that is right after it, and the files as they are then."""
    name, sentence, text = row["file"], row["sentence"], files.get(row["file"], "")
    if sentence not in text:
        raise InputError(f"“{sentence}” does not stand in {name}.")
    section = _section(text, text.index(sentence))
    without = text[: section[0]] + text[section[1] :]
    rest = {other: content for other, content in files.items() if other != name}
    yield "elsewhere", "holds", {**files, name: text + _ASIDE}
    yield "moved", "holds", {**files, name: f"{without}\n\n{text[section[0] : section[1]]}"}
    yield "reworded", "holds", {**files, name: text.replace(sentence, row["reworded"], 1)}
    yield "renamed", "holds", {**rest, f"new {name}": text}
    yield "value", "changed", {**files, name: text.replace(sentence, row["other"], 1)}
    yield "contradicted", "changed", {**files, "news.md": f"# News\n\n{row['contradiction']}\n"}
    yield "section deleted", "gone", {**files, name: without + _ASIDE}
    yield "file deleted", "gone", rest


def _section(text: str, at: int) -> tuple[int, int]:
    """Return where the section stands in which something stands, without the sections below it."""
    code = [match.span() for match in re.finditer(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)]
    headings = [
        match.start()
        for match in re.finditer(r"^#{1,6} .*$", text, re.MULTILINE)
        if not any(start < match.start() < end for start, end in code)
    ]
    start = max((place for place in headings if place <= at), default=0)
    return start, min((place for place in headings if place > at), default=len(text))


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


class _Shelf:
    """Documents that are exchanged one by one, and questions asked of them."""

    def __init__(self, store: EmbeddedPassages, embedder: Embedder) -> None:
        self.store = store
        self.context = Context(OfflineEngine(), store, embedder, choose_reranker(embedder))
        self._graph = build_graph(InMemorySaver())
        self._embedder = embedder
        self._asked = 0

    def hold(self, files: Files) -> None:
        """Hold these files and no others."""
        read = [read_document(text.encode(), name, read_here) for name, text in files.items()]
        wanted = {(document.id, document.name) for document, _, _ in read}
        there = {(document.id, document.name) for document in self.store.documents()}
        for id, _ in there - wanted:
            self.store.remove(id)
        for document, text, passages in read:
            if (document.id, document.name) not in there:
                vectors = self._embedder.encode([passage.context for passage in passages])
                self.store.add(document, text, passages, vectors)

    def ask(self, question: str) -> State:
        """Ask in a thread of its own."""
        self._asked += 1
        state: State = self._graph.invoke(  # type: ignore[assignment]
            {"request": question},
            {"configurable": {"thread_id": f"{self._asked}"}, "recursion_limit": RECURSION_LIMIT},
            context=self.context,
            durability="sync",
        )
        return state
