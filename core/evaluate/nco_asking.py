"""What questions are worth: somebody who knows the job answers them, and it is counted what comes of it.

`python -m core.evaluate nco FILE.csv --ask [--official FILE] [--wrong .1]`. The respondent knows the true occupation by
its official description, where there is a file of them (without the title), else by the words of the record; who has
neither does not know. How that is turned into an answer:

- *which comes closest*: the choice whose words are most like the description, by the cosine of the embeddings and the
  share of its terms that the description has;
- *an attribute*: the same, and a reader that has learnt from the descriptions of other families which values go with
  which texts, and never saw one of this family (not for what the work is about: most families have that to themselves);
- *what does the person do*, and where two choices fit about alike: the first sentence of the description. Who is called
  `own words` always says that.

The table of attributes is looked up for the true family only by those called `table`, which are an upper bound and the
same with wrong answers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.evaluate.nco import Record, agree, open_index, read_official, read_records
from core.language.terms import analyse
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Vectors
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import Assessment, assess
from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.index.retrieval import merge, next_search
from core.systems.nco_classification.questions.answers import take_answer
from core.systems.nco_classification.questions.attributes import Attributes, load_attributes
from core.systems.nco_classification.state import MOST_QUESTIONS, AnalyzerResponse, Context, PlainOption, State

FOLDS = 5
SENTENCE = 25  # words of a description that are said in own words
_LEAST_TEXT = 6  # words of a record that tell what somebody does
_RIDGE = 3.0
_SURE = 0.25  # lead of a choice over the next one, below which the respondent says it in own words instead
_TERMS = 0.5  # of a cosine, for a choice all of whose terms the description has
_SENTENCE_ENDS = re.compile(r"(?<=[.;])\s+")
_NAMES = re.compile(r"\b(?:[Ii]s|[Mm]ay be|[Aa]re) designated.*|\b[A-Z][A-Z ,.()/&-]{6,}.*$", re.DOTALL)


class Asked(TypedDict):
    """What came of asking: `right` to four digits after 0 … 3 questions at most, `questions` a record for each.

    `silent` is the share that is coded and wrong, `told` the share of answered questions that meant the right family,
    by kind.
    """

    n: int
    right: list[float]
    questions: list[float]
    silent: list[float]
    told: dict[str, float]


@dataclass(frozen=True)
class Respondent:
    """Somebody who answers for records: `answer(record number, response)` gives what the form would."""

    name: str
    answer: Callable[[int, AnalyzerResponse], str]


# --- who answers ------------------------------------------------------------------------------------------------------


class Descriptions:
    """What the respondents know of the occupations of some records, and how they understand it."""

    def __init__(self, records: Sequence[Record], index: OccupationIndex, official: Mapping[str, str]) -> None:
        """`official` maps codes to descriptions, which the index itself need not search."""
        self._index, self._attributes = index, load_attributes()
        self._words: dict[str, NDArray[np.float32]] = {}
        known = index.classification
        texts = {code: _untitled(text, known.title(code)) for code, text in official.items() if known.exists(code)}
        codes = sorted(code for code, text in texts.items() if text)
        vectors = index.embedder.encode([texts[code] for code in codes])
        self._known = [self._own(record, texts) for record in records]
        self._vectors = index.embedder.encode([text or "?" for text in self._known])
        self._read = _Reader(codes, vectors, self._attributes)

    def sentence(self, number: int) -> str:
        """Say in own words what is done: the first sentence of the description."""
        return " ".join(_SENTENCE_ENDS.split(self._known[number])[0].split()[:SENTENCE])

    def answer(self, number: int, response: AnalyzerResponse, family: str) -> str:
        """Answer from the description alone; `family` only says which texts the reader must not have learnt from."""
        if not self._known[number] or not (options := response["choices"]):
            return self.sentence(number)
        told = [f"{one['label']}: {one['example']}" for one in options]
        scores = self._encode(told) @ self._vectors[number] + _shared(told, self._known[number])
        if (attribute := options[0].get("attribute", "")) not in ("", "object"):
            values = [one.get("value", "") for one in options]
            scores = scores + self._read.values(attribute, values, self._vectors[number], family)
        best, *others = np.argsort(-scores).tolist()
        sure = not others or scores[best] - scores[others[0]] >= _SURE
        return options[best]["label"] if sure else self.sentence(number)

    def _own(self, record: Record, texts: Mapping[str, str]) -> str:
        """Find what a record's occupation does; where only its family is known, the one that is called most like it."""
        if record.code in texts:
            return texts[record.code]
        known = self._index.classification
        codes = [code for family in record.families[:1] for code in known.occupations_of(family) if code in texts]
        if codes:
            said = self._encode([record.text])[0]
            return texts[codes[int(np.argmax(self._encode([known.title(code) for code in codes]) @ said))]]
        return record.text if len(record.text.split()) >= _LEAST_TEXT else ""

    def _encode(self, texts: Sequence[str]) -> Vectors:
        if new := [text for text in dict.fromkeys(texts) if text not in self._words]:
            self._words |= dict(zip(new, self._index.embedder.encode(new), strict=True))
        return np.stack([self._words[text] for text in texts])


def _shared(told: Sequence[str], text: str) -> Vectors:
    """Tell which share of the terms of each choice a text has, times `_TERMS`."""
    own = set(analyse(text))
    shares = [len(own & (terms := set(analyse(one)))) / max(1, len(terms)) for one in told]
    return np.array(shares, np.float32) * np.float32(_TERMS)


class _Reader:
    """Which values go with which descriptions: a ridge regression for each fold of families that leaves it out."""

    def __init__(self, codes: Sequence[str], vectors: Vectors, attributes: Attributes) -> None:
        self._names = {name: list(attribute.values) for name, attribute in attributes.all.items()}
        self._weights: list[dict[str, NDArray[np.float64]]] = []
        families = [code[:4] for code in codes]
        folds = np.array([_fold(family) for family in families], np.int64)
        for fold in range(FOLDS):
            weights: dict[str, NDArray[np.float64]] = {}
            for name, values in self._names.items():
                held = [attributes.values(name, family) for family in families]
                seen = [row for row, own in enumerate(held) if own and folds[row] != fold]
                wanted = np.array([[value in held[row] for value in values] for row in seen], np.float64)
                wanted = wanted.reshape(len(seen), len(values))
                weights[name] = _ridge(vectors[seen].astype(np.float64), wanted)
            self._weights.append(weights)

    def values(self, attribute: str, values: Sequence[str], vector: NDArray[np.float32], family: str) -> Vectors:
        """Tell how far each value goes with a text, for a reader to whom its family is new."""
        names = self._names[attribute]
        found = np.append(vector, 1.0) @ self._weights[_fold(family)][attribute]
        likely = [[found[names.index(one)] for one in value.split(";") if one] for value in values]
        told: Vectors = np.array([max(each, default=0.0) for each in likely], np.float32)  # none of “both alike”
        return told


def _ridge(vectors: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    features = np.hstack([vectors, np.ones((len(vectors), 1))])
    kernel = features.T @ features + _RIDGE * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(kernel, features.T @ wanted), np.float64)


def _fold(family: str) -> int:
    return int(family) % FOLDS


def first_sentence(text: str, title: str) -> str:
    """Give the first sentence of an official description, without the title of its occupation."""
    return _SENTENCE_ENDS.split(_untitled(text, title))[0]


def _untitled(text: str, title: str) -> str:
    """Leave the title, and the names after it, out of a description: a respondent says what is done."""
    for name in re.split(r"[;/]", title):
        text = re.sub(re.escape(name.strip(" `")), " ", text, flags=re.IGNORECASE)
    return " ".join(_NAMES.sub("", text).split()).strip(" ,;:.")


def from_table(records: Sequence[Record], official: Callable[[int, AnalyzerResponse], str]) -> Respondent:
    """Who knows every attribute of the true family, and which tasks are its own: an upper bound, nobody real."""

    def answer(number: int, response: AnalyzerResponse) -> str:
        families = records[number].families
        right = [one["label"] for one in response["choices"] if any(_means(one, family) for family in families)]
        return right[0] if right else "" if response["choices"] else official(number, response)

    return Respondent("table (upper bound)", answer)


def erring(respondent: Respondent, share: float) -> Respondent:
    """Let the same respondent give another one of the answers in this share of the questions with choices."""
    chance = random.Random(0)  # noqa: S311 - the same mistakes in every measurement

    def answer(number: int, response: AnalyzerResponse) -> str:
        said = respondent.answer(number, response)
        others = [one["label"] for one in response["choices"] if one["label"] != said]
        return chance.choice(others) if others and chance.random() < share else said

    return Respondent(f"{respondent.name}, {share:.0%} wrong", answer)


def _means(option: PlainOption, family: str) -> bool:
    if value := option.get("value", ""):
        return load_attributes().has(option.get("attribute", ""), value, family)
    return bool(option["code"]) and family.startswith(option["code"])


# --- asking -----------------------------------------------------------------------------------------------------------


def ask_all(records: Sequence[Record], context: Context, respondent: Respondent) -> Asked:
    """Put every question to the respondent, three a record at most, all records through one round before the next."""
    states: list[State] = [{"request": record.text} for record in records]
    firsts = [""] * len(records)
    coded = [False] * len(records)
    told: dict[str, list[bool]] = {}
    right, questions, silent, asked = [], [], [], 0
    open_ones = list(range(len(records)))
    for _ in range(MOST_QUESTIONS + 1):
        for number, assessment in _decide([states[number] for number in open_ones], context, open_ones):
            response = states[number]["analyzer_response"]
            coded[number] = bool(response["codes"])
            families = [entry["code"][:4] for entry in response["codes"]]
            firsts[number] = [*families, *(one.family for one in assessment.candidates), ""][0]
        hits = [
            any(agree(first, one, 4) for one in record.families) for first, record in zip(firsts, records, strict=True)
        ]
        right.append(_mean(hits))
        silent.append(_mean([done and not hit for done, hit in zip(coded, hits, strict=True)]))
        questions.append(asked / len(records))
        open_ones = [number for number in open_ones if states[number]["analyzer_response"]["question"]]
        for number in open_ones:
            _answer(states[number], number, respondent, records[number], told)
        asked += len(open_ones)
    return {
        "n": len(records),
        "right": right,
        "questions": questions,
        "silent": silent,
        "told": {kind: _mean(meant) for kind, meant in sorted(told.items())},
    }


def _answer(state: State, number: int, who: Respondent, record: Record, told: dict[str, list[bool]]) -> None:
    response = state["analyzer_response"]
    said = who.answer(number, response)
    if meant := [one for one in response["choices"] if one["label"] == said]:
        kind = meant[0].get("attribute") or ("tasks" if meant[0]["code"] else "several jobs")
        told.setdefault(kind, []).append(any(_means(meant[0], family) for family in record.families))
    state.update(take_answer(response, state["answers"], said, "simulated"))


def _decide(states: Sequence[State], context: Context, numbers: Sequence[int]) -> list[tuple[int, Assessment]]:
    """Take states through one round of what the nodes of the graph do."""
    assessed: dict[int, Assessment] = {}
    for state in states:
        state.update(expand(state, context))
    searching = list(zip(numbers, states, strict=True))
    while searching:
        queries, limits = zip(*(next_search(state, context) for _, state in searching), strict=True)
        found = context.searched.search_each(queries, limits, explained=1)
        for (number, state), query, hits in zip(searching, queries, found, strict=True):
            earlier = assessed[number].candidates if number in assessed else ()
            state["queries"] = [*state["queries"], query]
            assessed[number] = assess(state, merge(state, earlier, hits, context), context)
            state.update(decide(state, assessed[number], context))
        searching = [(number, state) for number, state in searching if state["improved_search"]]
    return list(assessed.items())


def _mean(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0


def evaluate_asking(path: Path, data: Path, official: Path | None = None, wrong: float = 0.0) -> dict[str, Asked]:
    """Measure what comes of the questions with each respondent; with `wrong` also with that share of wrong answers.

    `data` keeps the vectors of what is measured. Raises `InputError` for a file that cannot be used.
    """
    records, index = read_records(path), open_index(data)
    context = Context(OfflineEngine(), index.classification, index)
    known = Descriptions(records, index, read_official(official, index.classification) if official else {})

    def describe(number: int, response: AnalyzerResponse) -> str:
        return known.answer(number, response, next(iter(records[number].families), "0"))

    reads = Respondent("reads the description", describe)
    writes = Respondent("own words", lambda number, _: known.sentence(number))
    table = from_table(records, describe)
    asked = [reads, writes, table]
    if wrong:
        asked = [reads, erring(reads, wrong), writes, table, erring(table, wrong)]
    return {respondent.name: ask_all(records, context, respondent) for respondent in asked}


def describe_asking(figures: Mapping[str, Asked]) -> list[str]:
    """Write the figures as lines of text."""
    lines = ["who answers                        questions at most:   0      1      2      3"]
    for name, asked in figures.items():
        lines += [
            f"{name:35}right to four digits {_row(asked['right'])}",
            f"{'':35}questions a record   {_row(asked['questions'])}",
            f"{'':35}coded and wrong      {_row(asked['silent'])}",
            f"{'':35}answers that meant the right family: "
            + ", ".join(f"{kind} {share:.2f}" for kind, share in asked["told"].items()),
        ]
    return lines


def _row(values: Sequence[float]) -> str:
    return "  ".join(f"{value:.3f}" for value in values)
