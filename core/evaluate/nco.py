"""How often occupations get the right code, how often it is asked instead, and how far its confidence can be trusted.

`python -m core.evaluate nco FILE.csv [--json FILE]`. The file has `text` and `family`, or `families` separated by `;`,
any of which is right; a code of fewer digits asks for no more. Optional: `code` (an occupation), `alternatives`,
`ambiguous` (0 or 1), `source`. `--official FILE` measures the index with the government's descriptions in it. What is
answered is what the product gives without a model: one code, or up to three close ones, any of which may be right.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from core.errors import InputError
from core.evaluate.rows import read_rows
from core.llm.engine import OfflineEngine
from core.paths import VECTORS
from core.retrieval.embedder import Embedder
from core.systems.nco_classification.decision.arbitration import decide
from core.systems.nco_classification.decision.assessment import assess
from core.systems.nco_classification.decision.confidence import KINDS, kind_of
from core.systems.nco_classification.decision.expansion import expand
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate, OccupationIndex
from core.systems.nco_classification.index.official import DESCRIPTIONS, check_descriptions
from core.systems.nco_classification.state import Context, State
from core.tables import guess_columns, read_table

DIGITS = (1, 2, 3, 4)
DEPTH = 10
BINS = 10
TIMED = 200  # records by which the time of a search is told


@dataclass(frozen=True)
class Record:
    """A text whose right families are known; `ambiguous` is None where nobody said."""

    text: str
    families: tuple[str, ...]
    code: str = ""
    source: str = ""
    ambiguous: bool | None = None


@dataclass(frozen=True)
class Coded:
    """What came out for a record."""

    record: Record
    candidates: list[Candidate]
    probability: float
    answer: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether a code was given, not a question."""
        return bool(self.answer)

    @property
    def wrong_silent(self) -> bool:
        """Whether codes were given, and none of them is right."""
        return self.answered and not any(
            agree(code, right, 4) for code in self.answer for right in self.record.families
        )

    def hit(self, first: int, digits: int) -> bool:
        """Tell whether one of the first families is right to this many digits."""
        found = [candidate.family for candidate in self.candidates[:first]]
        return any(agree(family, right, digits) for family in found for right in self.record.families)

    def hit_code(self, first: int) -> bool:
        """Tell whether the occupation is among the first: the likeliest of each family before the second of any."""
        best = [candidate.occupations[0][0] for candidate in self.candidates if candidate.occupations]
        return self.record.code in best[:first]


SourceFigures = TypedDict(
    "SourceFigures",
    {
        "n": int,
        "accuracy@1": dict[str, float],
        "accuracy@3": dict[str, float],
        "accuracy@5": dict[str, float],
        "coverage": float,
        "wrong_silent": float,
    },
)
"""The records of one source: accuracy by digits among the first so many families, and what was answered, and wrong."""


class Figures(TypedDict):
    """All figures of a file, ready for JSON; the last two where there are families enough to measure out of sample."""

    index: str
    threshold: float
    sources: dict[str, SourceFigures]
    kinds: dict[str, SourceFigures]
    asked_ambiguous: float
    asked_clear: float
    risk_coverage: list[dict[str, float]]
    reliability: list[dict[str, float]]
    ms: float
    reliability_in_sample: NotRequired[list[dict[str, float]]]
    reliability_by_kind: NotRequired[dict[str, list[dict[str, float]]]]
    reliability_how: NotRequired[str]


def open_index(data: Path, official: Path | None = None) -> OccupationIndex:
    """Open the shipped index, with a file's descriptions if one is given; `data` keeps the vectors of what is measured.

    Raises `InputError` for a file that cannot be read or lacks a column.
    """
    known = Classification.load()
    return OccupationIndex(
        known,
        Embedder(data / "embeddings.sqlite", sorted(VECTORS.glob("*.npz"))),
        read_official(official, known) if official else None,
    )


def read_official(path: Path, known: Classification) -> dict[str, str]:
    """Read official descriptions by code. Raises `InputError` for a file that cannot be read or lacks a column."""
    try:
        table = read_table(path.read_bytes(), path.name)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    columns = guess_columns(list(table.columns), DESCRIPTIONS.words)
    if missing := [field for field in DESCRIPTIONS.needed if columns[field] is None]:
        raise InputError(f"{path.name} has no column for: {', '.join(missing)}.")
    return check_descriptions(table, columns, known)[0]


def read_records(path: Path) -> list[Record]:
    """Read the file. Raises `InputError` when it is missing, not UTF-8, empty, or lacks a column."""
    rows = read_rows(path, ("text",))
    if not rows[0].keys() & {"family", "families"}:
        raise InputError(f"{path.name} needs a column text and a column family or families.")
    return [_record(row) for row in rows]


def _record(row: dict[str, str]) -> Record:
    def cell(name: str) -> str:
        return (row.get(name) or "").strip()

    families = ";".join(cell(name) for name in ("family", "families", "alternatives")).replace("|", ";").split(";")
    ambiguous = cell("ambiguous")
    return Record(
        cell("text"),
        tuple(family.strip()[:4] for family in families if family.strip()),
        cell("code"),
        cell("source"),
        ambiguous.lower() in {"1", "true", "yes"} if ambiguous else None,
    )


@dataclass(frozen=True)
class Found:
    """What the first search found for some records; what it comes to depends on the fit of the confidence."""

    records: Sequence[Record]
    states: list[State]
    candidates: list[list[Candidate]]
    index: OccupationIndex

    def coded(self, threshold: float) -> list[Coded]:
        """Decide on every record as the product does without a model, where a title needs this threshold."""
        context = Context(OfflineEngine(), self.index.classification, self.index, threshold)
        return [
            _code(record, state, candidates, context)
            for record, state, candidates in zip(self.records, self.states, self.candidates, strict=True)
        ]


def find_records(records: Sequence[Record], index: OccupationIndex) -> Found:
    """Search for every record."""
    context = Context(OfflineEngine(), index.classification, index)
    states: list[State] = [{"request": record.text} for record in records]
    for state in states:
        state.update(expand(state, context))
        state["queries"] = [state["expander_analysis"]["query"]]
    found = index.search_many([state["queries"][0] for state in states], DEPTH)
    return Found(records, states, found, index)


def _code(record: Record, state: State, candidates: list[Candidate], context: Context) -> Coded:
    assessment = assess(state, candidates, context)
    response = decide(state, assessment, context)["analyzer_response"]
    return Coded(
        record, candidates, assessment.confidence.probability, tuple(entry["code"] for entry in response["codes"])
    )


def figures_of(coded: Sequence[Coded], index: OccupationIndex, threshold: float) -> Figures:
    """Work out all figures of what was coded."""
    sources, kinds = (
        {"all": list(coded)},
        {kind: [one for one in coded if kind_of(one.record.text) == kind] for kind in KINDS},
    )
    for result in coded:
        if result.record.source:
            sources.setdefault(result.record.source, []).append(result)
    index.search("warm")
    began = time.perf_counter()
    index.search_many([one.record.text for one in coded[:TIMED]], DEPTH)
    seconds = time.perf_counter() - began
    return {
        "index": index.index_name,
        "threshold": threshold,
        "sources": {name: _figures(results) for name, results in sources.items()},
        "kinds": {kind: _figures(results) for kind, results in kinds.items() if results},
        "asked_ambiguous": _mean([not result.answered for result in coded if result.record.ambiguous]),
        "asked_clear": _mean([not result.answered for result in coded if result.record.ambiguous is False]),
        "risk_coverage": risk_coverage(coded),
        "reliability": reliability([result.probability for result in coded], [result.hit(1, 4) for result in coded]),
        "ms": 1000 * seconds / len(coded[:TIMED]),
    }


def _figures(coded: Sequence[Coded]) -> SourceFigures:
    return {
        "n": len(coded),
        "accuracy@1": _accuracy(coded, 1),
        "accuracy@3": _accuracy(coded, 3),
        "accuracy@5": _accuracy(coded, 5),
        "coverage": _mean([result.answered for result in coded]),
        "wrong_silent": _mean([result.wrong_silent for result in coded]),
    }


def _accuracy(coded: Sequence[Coded], first: int) -> dict[str, float]:
    by_digits = {str(digits): _mean([result.hit(first, digits) for result in coded]) for digits in DIGITS}
    if with_code := [result for result in coded if result.record.code]:
        by_digits["8"] = _mean([result.hit_code(first) for result in with_code])
    return by_digits


def risk_coverage(coded: Sequence[Coded]) -> list[dict[str, float]]:
    """Tell for thresholds from 0 to 1 the share that is answered (coverage) and how much of it is wrong (risk)."""
    curve = []
    for step in range(21):
        threshold = step / 20
        answered = [result for result in coded if result.candidates and result.probability >= threshold]
        risk = _mean([not result.hit(1, 4) for result in answered])
        curve.append({"threshold": threshold, "coverage": len(answered) / len(coded), "risk": risk})
    return curve


def reliability(probabilities: Sequence[float], hits: Sequence[bool]) -> list[dict[str, float]]:
    """Tell for ten ranges of probability how many records, the mean probability, and the share that was right."""
    table = []
    pairs = list(zip(probabilities, hits, strict=True))
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [(sure, hit) for sure, hit in pairs if low <= sure < high or (sure == high == 1.0)]
        if inside:
            mean, right = _mean([sure for sure, _ in inside]), _mean([hit for _, hit in inside])
            table.append({"low": low, "high": high, "n": float(len(inside)), "said": mean, "right": right})
    return table


def agree(family: str, right: str, digits: int) -> bool:
    """Tell whether two codes agree to so many digits, or to all that the right one has."""
    digits = min(digits, len(right))
    return family[:digits] == right[:digits]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def describe(figures: Figures) -> list[str]:
    """Write the figures as lines of text."""
    head = f"{'n':>6}  wrong-silent  coverage  @1: 1 … 4 digits             @5: 4"
    lines = [figures["index"]]
    for about, rows in (("kind", figures["kinds"]), ("source", figures["sources"])):
        lines.append(f"{about:24}{head}")
        for name, row in rows.items():
            first = "  ".join(f"{row['accuracy@1'][str(digits)]:.3f}" for digits in DIGITS)
            lines.append(
                f"{name:24}{row['n']:6}  {row['wrong_silent']:12.3f}  {row['coverage']:8.3f}  {first}   "
                f"{row['accuracy@5']['4']:.3f}"
            )
    lines += describe_reliability(figures["reliability"])
    asked = f"asked: ambiguous {figures['asked_ambiguous']:.3f}, clear {figures['asked_clear']:.3f}"
    return [*lines, f"{asked}; {figures['ms']:.1f} ms a record"]


def describe_reliability(table: Sequence[dict[str, float]]) -> list[str]:
    """Write what `reliability` gave as lines of text."""
    return [
        "probability   n      said   right",
        *(
            f"{row['low']:.1f} – {row['high']:.1f} {row['n']:7.0f}   {row['said']:.3f}   {row['right']:.3f}"
            for row in table
        ),
    ]
