"""What every file of a conversation holds, in plain words: the questions, what stands, its verdicts, its passages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.evidence.verdicts import MARKS, WORD_FOR_WORD, Standing, Verdict, in_number
from core.language.sentences import CELLS
from core.systems.knowledge_base.answer.checking import (
    does_it_answer,
    in_full,
    outcome_of_answer,
    struck_of,
    verdict_of,
    what_held,
    words_shown,
)
from core.systems.knowledge_base.answer.differing import in_words
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.selection import chosen_in, stands_open
from core.systems.knowledge_base.answer.shown import Piece, pieces_between, pieces_of, subject_of
from core.systems.knowledge_base.answer.support import doubt_of, how_sure
from core.systems.knowledge_base.state import Citation, CitedSentence, Retrieved, State

COMPUTED = "Computed by the rules from the rows of a table."
NOT_COMPUTED = "Not computed."
NOT_AGREED = "The documents do not agree."
FURTHER = "Not part of the answer: further places that may say it."
WORD_FOR_WORD_ONLY = "What is quoted stands in its document word for word; whether it answers is another question."


@dataclass(frozen=True)
class Note:
    """What is known of a sentence: its verdict, who says so and why, and the words that show it.

    These stand in the passages just so; each has the number of its passage. The sign is that of the verdict; what is
    `quoted` word for word is no claim that was checked, and has none.
    """

    standing: Standing
    told: str
    shown: tuple[tuple[int, str], ...]
    quoted: bool = False

    @property
    def sign(self) -> str:
        """One sign for the verdict."""
        return "" if self.quoted else MARKS[self.standing]

    @property
    def in_words(self) -> str:
        """All of it on one line."""
        words = (f"“{words}” [{number}]" for number, words in self.shown)
        return " ".join(filter(None, [self.sign, self.told, *words]))


@dataclass(frozen=True)
class Line:
    """A sentence that stands: its words as they are shown, and the passages it rests on, by their numbers.

    `subject` is the heading below which a quotation stands, where it is not said otherwise, and `chosen` the sentence
    for which it was chosen, where it brings more than that.
    """

    subject: str
    pieces: tuple[Piece, ...]
    numbers: tuple[int, ...]
    note: Note
    chosen: str = ""

    @property
    def runs_on(self) -> bool:
        """Whether it is running text, in whose line its mark may stand."""
        return len(self.pieces) == 1 and self.pieces[0].kind == "paragraph"


@dataclass(frozen=True)
class Struck:
    """A sentence that did not hold, and why."""

    text: str
    note: Note


@dataclass(frozen=True)
class Source:
    """A passage: its document with the headings that lead to it, the pages that are cited, its place and its words."""

    number: int
    name: str
    headings: tuple[str, ...]
    pages: tuple[int, ...]
    start: int
    end: int
    text: str
    pieces: tuple[Piece, ...]

    @property
    def page(self) -> str:
        """The pages in words, "" in documents without any."""
        return f"page{'s' * (len(self.pages) > 1)} {' and '.join(map(str, self.pages))}" if self.pages else ""

    @property
    def reference(self) -> str:
        """Which document it is, which page and below which headings, to be cited by."""
        return ", ".join(filter(None, [self.name, self.page, " › ".join(self.headings)]))

    @property
    def place(self) -> str:
        """Where the passage stands in its document, in words."""
        characters = f"characters {self.start} to {self.end}"
        return ", ".join(filter(None, [" › ".join([self.name, *self.headings]), self.page, characters]))


@dataclass(frozen=True)
class Turn:
    """A question with its answer; what is "" has nothing to say.

    `lines` are the answer, `further` the quotations that only may say it, too. `sources` are the passages that are
    cited, or all that were read where nothing stands. `left_out` tells of what a file does not have, `held` of what
    was struck out. `warnings` stand above the answer, each with what explains it.
    """

    number: int
    request: str
    understood: str
    warnings: tuple[tuple[str, str], ...]
    refused: bool
    lines: tuple[Line, ...]
    further: tuple[Line, ...]
    left_out: str
    held: str
    struck: tuple[Struck, ...]
    sources: tuple[Source, ...]
    remark: str
    made: str

    @property
    def numbered(self) -> Iterator[tuple[int, Line]]:
        """All lines, those of the answer first, each with its place."""
        return enumerate([*self.lines, *self.further], start=1)


def turns_of(states: Sequence[State], *, only_backed: bool = False) -> list[Turn]:
    """Return every question with its answer; the states are those at the end of each, oldest first.

    `only_backed` leaves out what nobody could check and what is no part of the answer, and says how much that is.
    """
    return [turn_of(number, state, only_backed=only_backed) for number, state in enumerate(states, start=1)]


def turn_of(number: int, state: State, *, only_backed: bool = False) -> Turn:
    """Return one question with its answer."""
    answer, documents = state["answer"], state["retrieved_documents"]
    sentences, open_ = answer["sentences"], stands_open(state)
    told = [one for one in sentences[:open_] if not only_backed or verdict_of(one).standing == "backed"]
    further = [] if only_backed else sentences[open_:]
    stands = [*told, *further]
    struck = [] if only_backed or answer["refused"] else struck_of(answer)
    return Turn(
        number,
        state["request"],
        state["original_query"] if state["follow_up"]["resolved"] else "",
        tuple(_warnings(state)),
        answer["refused"],
        () if answer["refused"] else tuple(_line(one, state) for one in told),
        () if answer["refused"] else tuple(_line(one, state) for one in further),
        _left_out(sentences, told, open_) if only_backed and not answer["refused"] else "",
        "" if answer["refused"] else what_held(answer),
        tuple(Struck(one["text"], _note(verdict_of(one), one["cites"], documents)) for one in struck),
        _sources(documents, _pages(stands) if stands and not answer["refused"] else None),
        "" if answer["refused"] else answer["note"],
        _made(state),
    )


def _left_out(sentences: Sequence[CitedSentence], told: Sequence[CitedSentence], open_: int) -> str:
    """Say what is left out where only what is backed is told, and what being backed does not say."""
    unchecked, further = open_ - len(told), len(sentences) - open_
    parts = (
        f"Left out here as not checked: {unchecked} of {len(sentences)} sentences." if unchecked else "",
        f"Left out here: {in_number(further, 'further quotation')} that may say it." if further else "",
        WORD_FOR_WORD_ONLY if any(one["quoted"] for one in told) else "",
    )
    return " ".join(filter(None, parts))


def _warnings(state: State) -> Iterator[tuple[str, str]]:
    answer = state["answer"]
    if outcome_of_answer(answer) == "perhaps not in the documents":
        kind = need_of(state["original_query"]).kind
        yield doubt_of(answer, kind), how_sure(answer, kind)
    if apart := in_words(answer):
        yield NOT_AGREED, apart
    if computed := answer.get("computed"):
        yield COMPUTED if computed["sure"] else NOT_COMPUTED, computed["said"]


def grid_of(piece: Piece) -> tuple[list[str], list[list[str]]]:
    """Return the columns and the rows of a table, each with as many cells as the longest; [] for unknown columns."""
    rows = [row.split(CELLS) for row in piece.items]
    names = piece.columns.split(CELLS) if piece.columns else []
    width = max(map(len, [*rows, names]))
    padded = [[*row, *[""] * (width - len(row))] for row in [names, *rows]]
    return (padded[0] if names else []), padded[1:]


def _line(sentence: CitedSentence, state: State) -> Line:
    documents, cites = state["retrieved_documents"], [sentence, *sentence["also"]]
    return Line(
        subject_of(sentence, documents) if sentence["quoted"] else "",
        tuple(pieces_of(sentence, documents)),
        tuple(citation["number"] for citation in cites),
        _note(verdict_of(sentence), cites, documents),
        chosen_in(sentence, state) if sentence is state["answer"]["sentences"][0] else "",
    )


def _note(verdict: Verdict, cites: Sequence[Citation], documents: Sequence[Retrieved]) -> Note:
    shown = tuple(words_shown(verdict, cites, documents))
    return Note(verdict.standing, in_full(verdict), shown, verdict.by == WORD_FOR_WORD)


def _pages(sentences: Sequence[CitedSentence]) -> dict[int, set[int]]:
    """List for each passage by its number the pages that are cited."""
    pages: dict[int, set[int]] = {}
    for citation in (citation for said in sentences for citation in [said, *said["also"]]):
        pages.setdefault(citation["number"], set()).add(citation["page"])
    return pages


def _sources(documents: Sequence[Retrieved], pages: Mapping[int, set[int]] | None) -> tuple[Source, ...]:
    """Return the passages that are cited; all that were read where nothing is."""
    return tuple(
        _source(number, document, sorted(pages[number] - {0}) if pages else ())
        for number, document in enumerate(documents, start=1)
        if pages is None or number in pages
    )


def _source(number: int, document: Retrieved, cited: Sequence[int]) -> Source:
    text = document["text"]
    return Source(
        number,
        document["name"],
        tuple(document["headings"]),
        tuple(cited) or tuple(page for page in [document["page"]] if page),
        document["start"],
        document["end"],
        text,
        tuple(pieces_between(document, 0, len(text))) or (Piece("paragraph", text),),
    )


def _made(state: State) -> str:
    queries = "; ".join(attempt["query"] for attempt in state["attempts"])
    answers = does_it_answer(state)
    return (
        f"Answered by: {state['answer']['answered_by']}. Queries tried: {queries}. "
        f"λ {state['lambda_mult']:.2f} ({state['query_type']}).{answers and f' Does it answer the question? {answers}'}"
    )
