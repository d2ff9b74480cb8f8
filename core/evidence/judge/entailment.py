"""A local entailment model as a judge: a folder with a trained classifier, read by its own names for its labels.

Each sentence is read against windows of its passages: single sentences, two and three that follow one another, and all
of it where that fits. No such model could be had when this was written, so the thresholds are not calibrated: they are
strict on both sides, and what lies between stays unchecked.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.errors import StoreError
from core.evidence.judge.protocol import Opinion
from core.evidence.verdicts import Statement
from core.language.sentences import sentences
from core.llm.engine import announce_asked
from core.retrieval.minilm import LOADING, find_device
from core.types import Asked

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

BACKED_FROM = 0.8
"""The probability of entailment from which the best window backs a sentence."""
STRUCK_BELOW = 0.2
"""The probability of entailment that no window may reach when a sentence is struck."""
CONTRADICTED_FROM = 0.8
"""The probability of contradiction from which a window contradicts a sentence that no window backs."""

_LENGTH = 512  # tokens of window and sentence together: longer ones take seconds each without a graphics card
_CHARACTERS = 12 * _LENGTH  # more than fits: not worth counting its tokens
_BATCH = 16
_WIDEST = 3  # sentences in a window
_ADVICE = (
    "Set CLAIM_MODEL to the folder of a sequence-classification model that was trained on entailment (config.json, "
    "tokenizer, weights), or leave it out."
)


class Head(NamedTuple):
    """Which output of a classifier means what; `contradicts` is None where it cannot tell that."""

    size: int
    entails: int
    contradicts: int | None


class _Window(NamedTuple):
    """Sentences of the passages that are read at once; `whole` when nothing of the passages is left out."""

    words: tuple[str, ...]
    whole: bool

    @property
    def text(self) -> str:
        return "\n".join(self.words)


class _Reading(NamedTuple):
    """A window with the probabilities, 0 to 1, that it entails and that it contradicts the sentence."""

    window: _Window
    entails: float
    contradicts: float


def read_head(folder: Path) -> Head:
    """Return what the outputs of the classifier in `folder` mean. Loads nothing; raises StoreError in words."""
    named = f"the folder {folder}, which CLAIM_MODEL names"
    if not folder.is_dir():
        raise StoreError(f"There is no model: {named}, is not there.", _ADVICE)
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        classifies = any("ForSequenceClassification" in name for name in config["architectures"])
        names = config.get("id2label") or {"0": "LABEL_0", "1": "LABEL_1"}  # two such are left out when it is saved
        labels = {int(number): str(name) for number, name in names.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"No model can be read from {named}.", _ADVICE) from error
    if not classifies or not any(any(folder.glob(kind)) for kind in ("model*.safetensors", "pytorch_model*.bin")):
        raise StoreError(f"There are no weights of a classifier in {named}.", _ADVICE)
    return _head(labels, folder)


def _head(labels: dict[int, str], folder: Path) -> Head:
    roles = {number: _role(name, binary=len(labels) == 2) for number, name in labels.items()}
    entails = [number for number, role in roles.items() if role == "entails"]
    contradicts = [number for number, role in roles.items() if role == "contradicts"]
    if len(labels) < 2 or "" in roles.values() or len(entails) != 1 or len(contradicts) > 1:
        told = ", ".join(labels.values())
        raise StoreError(
            f"The labels of the model in {folder} do not tell which of them means that a sentence follows: {told}.",
            _ADVICE,
        )
    return Head(len(labels), entails[0], contradicts[0] if contradicts and len(labels) > 2 else None)


def _role(name: str, binary: bool) -> str:
    """Tell what a label means: entails, contradicts or neither; "" where its name does not say."""
    plain = re.sub(r"[\W_]+", "", name.lower())
    if binary and (number := re.fullmatch(r"(?:label)?([01])", plain)):
        return "entails" if number[1] == "1" else "neither"
    if re.search(r"contradict|refute", plain):
        return "contradicts"
    if re.match(r"(?:not?|non|un|in)(?:entail|support|consistent|factual)|neutral|nei|notenough|unrelated", plain):
        return "neither"
    return "entails" if re.match(r"entail|support|consistent|factual", plain) else ""


class EntailmentJudge:
    """A classifier in a folder; loaded when first needed. May be shared by threads."""

    def __init__(self, folder: Path, device: str = "auto") -> None:
        """`device` is where it calculates, see `find_device`."""
        self.folder = folder
        self._device = device
        self._working = threading.Lock()
        self._loaded: tuple[CrossEncoder, Head] | None = None

    @property
    def label(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    @property
    def says(self) -> str:
        """What it is and whether it can contradict. Loads nothing; raises StoreError when it is no such model."""
        can = "" if read_head(self.folder).contradicts is not None else ", never that something contradicts them"
        return f"{self.label}: a trained model that tells whether sentences follow from their passages{can}"

    def judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        """Return an opinion on each statement, in order; all *not checked* when the model cannot be used."""
        started = time.perf_counter()
        try:
            opinions = self._judge(statements)
        except StoreError as error:
            opinions = [Opinion("not checked", reason=error.in_full()) for _ in statements]
        announce_asked(
            Asked(
                task="judge_sentences",
                engine=self.label,
                prompt="\n".join(one.sentence for one in statements),
                answer="\n".join(f"{one.standing}: {one.reason}" for one in opinions),
                seconds=time.perf_counter() - started,
            )
        )
        return opinions

    def _judge(self, statements: Sequence[Statement]) -> list[Opinion]:
        with self._working:
            if self._loaded is None:
                self._loaded = _load(self.folder, self._device)
            model, head = self._loaded
            windows = [[seen for seen in _windows(one) if _fits(model, seen.text, one.sentence)] for one in statements]
            pairs = [(seen.text, one.sentence) for one, some in zip(statements, windows, strict=True) for seen in some]
            found = iter(_probabilities(model, pairs))
        return [_opinion([_reading(window, next(found), head) for window in some]) for some in windows]


def _windows(statement: Statement) -> Iterator[_Window]:
    """Give what is read at once, shortest first; a sentence may follow from all of its passages together only."""
    pieces = [[" ".join(one.text.split()) for one in sentences(passage)] for passage in statement.passages]
    everything = tuple(piece for passage in pieces for piece in passage)
    printed = (" ".join(statement.printed.split()),) if statement.printed.strip() else ()
    for width in range(1, _WIDEST + 1):
        for passage in pieces:
            for start in range(len(passage) - width + 1):
                words = tuple(passage[start : start + width])
                if words != everything:
                    yield _Window(words, whole=False)
    if everything:
        yield _Window((*printed, *everything), whole=True)


def _reading(window: _Window, probabilities: Sequence[float], head: Head) -> _Reading:
    against = 0.0 if head.contradicts is None else probabilities[head.contradicts]
    return _Reading(window, probabilities[head.entails], against)


def _opinion(readings: Sequence[_Reading]) -> Opinion:
    """Show the fewest sentences that are sure enough, and of these the surest."""
    if not readings:
        return Opinion("not checked", reason="The passage is too long for the entailment model.")
    highest = max(one.entails for one in readings)
    if backing := [one for one in readings if one.entails >= BACKED_FROM]:
        best = min(backing, key=lambda one: (len(one.window.words), -one.entails))
        return Opinion("backed", best.window.words, f"It follows from these words, to {best.entails:.0%}.")
    against = [one for one in readings if one.contradicts >= CONTRADICTED_FROM]
    if highest < STRUCK_BELOW and against:
        worst = min(against, key=lambda one: (len(one.window.words), -one.contradicts))
        return Opinion("contradicted", worst.window.words, f"These words say otherwise, to {worst.contradicts:.0%}.")
    if highest < STRUCK_BELOW and any(one.window.whole for one in readings):
        return Opinion("not in the passage", reason=f"It follows from no part of it: to {highest:.0%} at most.")
    return Opinion("not checked", reason=f"The entailment model is not sure: to {highest:.0%} it follows.")


# --- the model --------------------------------------------------------------------------------------------------------


def _load(folder: Path, device: str) -> tuple[CrossEncoder, Head]:
    head = read_head(folder)
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    try:
        from safetensors import SafetensorError
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise StoreError(f"The entailment model in {folder} cannot be loaded: {error}.", _ADVICE) from error
    try:
        with LOADING:
            model: CrossEncoder = CrossEncoder(str(folder), device=find_device(device), local_files_only=True)
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise StoreError(f"The entailment model in {folder} cannot be loaded: {error}.", _ADVICE) from error
    if model.num_labels != head.size:
        raise StoreError(f"The model in {folder} gives {model.num_labels} scores and names {head.size}.", _ADVICE)
    model.max_seq_length = min(model.max_seq_length or _LENGTH, _LENGTH)
    return model, head


def _fits(model: CrossEncoder, window: str, sentence: str) -> bool:
    if len(window) + len(sentence) > _CHARACTERS:
        return False
    return len(model.tokenizer(window, sentence)["input_ids"]) <= (model.max_seq_length or _LENGTH)


def _probabilities(model: CrossEncoder, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
    """Return the probability of each label for each pair of window and sentence, [pairs, labels]."""
    if not pairs:
        return []
    import torch

    scores = model.predict(
        list(pairs),
        batch_size=_BATCH,
        activation_fn=torch.nn.Identity(),
        apply_softmax=True,
        show_progress_bar=False,
    )
    return [[float(score) for score in row] for row in scores]
