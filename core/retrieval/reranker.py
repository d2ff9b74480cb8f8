"""A second, closer look at the few texts that a search found.

A trained cross-encoder when its weights are on this machine, late interaction when not; both say what they are. Nothing
is ever downloaded. On judged collections late interaction alone orders worse than the fused scores of two good searches
(nDCG@10 .546 against .566 on Cranfield, .544 against .559 on CACM); mixed with them at a weight of .3 it helps (.570
and .582).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from core.errors import StoreError
from core.language.terms import analyse
from core.retrieval.embedder import Embedder, Vectors
from core.retrieval.late_interaction import is_content
from core.retrieval.minilm import LOADING, find_device

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

DEFAULT_MODEL = "BAAI/bge-reranker-v2-m3"
_LENGTH = 512  # tokens of question and text together: longer ones take seconds each without a graphics card
_CHARACTERS = 20 * _LENGTH  # more than the model reads; cutting a pair of very long texts by tokens takes half a minute
_BATCH = 8


class Reranker(Protocol):
    """Whatever can tell how well each text answers a question."""

    @property
    def name(self) -> str:
        """What it is called, in a word or two."""

    @property
    def says(self) -> str:
        """An honest sentence about what it is and does."""

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """0 (does not answer) to 1 for each text, in the order of `texts`. Raises StoreError when it cannot work."""


def choose_reranker(embedder: Embedder, name: str = DEFAULT_MODEL, device: str = "auto") -> Reranker:
    """Return the cross-encoder `name` (of Hugging Face, or a folder) when its weights are here, otherwise late
    interaction."""
    return CrossEncoderReranker(name, device) if _weights(name) else LateInteractionReranker(embedder)


# --- a trained model --------------------------------------------------------------------------------------------------


class CrossEncoderReranker:
    """A trained model that reads question and text together; loaded when first needed. May be shared by threads."""

    def __init__(self, name: str | Path = DEFAULT_MODEL, device: str = "auto") -> None:
        """`name` is that of a model of Hugging Face that was downloaded before, or the path of a folder.

        `device` is where it calculates, see `find_device`.
        """
        self.name = str(name)
        self._device = device
        self._working = threading.Lock()
        self._model: CrossEncoder | None = None

    @property
    def says(self) -> str:
        """What it is."""
        return f"Cross-encoder {self.name}: a trained model that reads the question and each text together."

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the model's estimate for each text, through a sigmoid; of very long texts it reads the beginning.

        Raises StoreError when the weights are missing or damaged, or are not those of a model with one score.
        """
        if not texts:
            return []
        with self._working:
            if self._model is None:
                self._model = _load(self.name, self._device)
            import torch

            scores = self._model.predict(
                [(query[:_CHARACTERS], text[:_CHARACTERS]) for text in texts],
                batch_size=_BATCH,
                activation_fn=torch.nn.Sigmoid(),
                show_progress_bar=False,
            )
        return [float(score) for score in scores]


def _weights(name: str) -> Path | None:
    """Return the folder that holds the weights of a model; None when they are not on this machine."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    folder = Path(name)
    if not folder.is_dir():
        try:
            found = try_to_load_from_cache(name, "config.json")
        except HFValidationError:
            return None
        if not isinstance(found, str):
            return None
        folder = Path(found).parent
    kinds = ("model*.safetensors", "pytorch_model*.bin")
    return folder if (folder / "config.json").exists() and any(any(folder.glob(kind)) for kind in kinds) else None


def _load(name: str, device: str) -> CrossEncoder:
    advice = f"Run `hf download {name}` where there is a network, set RERANKER_MODEL to another one, or leave it out."
    folder = _weights(name)
    if folder is None:
        raise StoreError(f"The weights of the reranker {name} are not on this machine.", advice)
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    try:
        from safetensors import SafetensorError
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise StoreError(f"The reranker {name} cannot be loaded: {error}.", advice) from error
    try:
        with LOADING:
            model: CrossEncoder = CrossEncoder(str(folder), device=find_device(device), local_files_only=True)
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise StoreError(f"The reranker {name} cannot be loaded: {error}.", advice) from error
    labels = model.config.num_labels if model.config else 0
    if labels != 1:
        raise StoreError(f"The model {name} gives {labels} scores a text; a reranker gives one.", advice)
    model.max_seq_length = min(model.max_seq_length or _LENGTH, _LENGTH)
    return model


# --- without a trained model ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A word of the question, the word of the text that comes closest to it, how close (0 … 1), and how much it counts.

    `matched` is empty when the text has no words. Over all matches of a text the weights add up to 1.
    """

    word: str
    matched: str
    similarity: float
    weight: float


class LateInteractionReranker:
    """Every word of the question looks for the closest word of the text; see `late_interaction`. No trained ranker."""

    name = "late interaction"

    def __init__(
        self, embedder: Embedder, weights: Callable[[Sequence[str]], Mapping[str, float]] | None = None
    ) -> None:
        """`weights` tells how rare analysed words are in the whole corpus, as `KeywordIndex.weights` does.

        Without it all words but stop words count alike. How rare a word is among the candidates would mislead: what
        all of them speak of is what was asked for (measured: nDCG@10 .50 instead of .54 on Cranfield).
        """
        self._embedder = embedder
        self._weights = weights

    @property
    def says(self) -> str:
        """What it is."""
        counts = "rare words count more" if self._weights else "all words count alike"
        return (
            f"Late interaction over the word vectors of {self._embedder.name}, not a cross-encoder: each word of the "
            f"question looks for the closest word of the text; {counts}."
        )

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the weighted mean of the similarities of `align`; of each text the first 254 word pieces are read.

        Raises StoreError when the embedding model cannot be loaded.
        """
        return [sum(match.weight * match.similarity for match in found) for found in self.align(query, texts)]

    def align(self, query: str, texts: Sequence[str]) -> list[list[Match]]:
        """Find, for each text and each word of the question in order, its closest word: the explanation of the score.

        Raises StoreError when the embedding model cannot be loaded.
        """
        if not texts:
            return []
        (pieces, vectors), *found = self._embedder.token_vectors([query, *texts])
        words = _content_words(pieces) or _words(pieces)
        weights = self._weigh([word for word, _ in words])
        return [_match(words, weights, vectors, *one) for one in found]

    def _weigh(self, words: Sequence[str]) -> list[float]:
        """Return what each word counts; together 1."""
        weights = [1.0] * len(words)
        if self._weights:
            terms = [analyse(word) for word in words]
            rarity = self._weights([term for some in terms for term in some])
            weights = [max([rarity[term] for term in some], default=0.0) for some in terms]
        total = sum(weight for weight in weights if weight > 0)
        return [max(weight, 0.0) / total if total else 1 / len(words) for weight in weights]


_Word = tuple[str, list[int]]  # a word and the places of its pieces


def _words(pieces: Sequence[str]) -> list[_Word]:
    words: list[_Word] = []
    for index, piece in enumerate(pieces):
        if piece.startswith("##") and words:
            words[-1] = (words[-1][0] + piece[2:], [*words[-1][1], index])
        else:
            words.append((piece, [index]))
    return words


def _content_words(pieces: Sequence[str]) -> list[_Word]:
    return [(word, places) for word, places in _words(pieces) if is_content(word)]


def _match(
    words: Sequence[_Word], weights: Sequence[float], vectors: Vectors, pieces: Sequence[str], others: Vectors
) -> list[Match]:
    """Match words of a question, with the vectors of its pieces, and the `pieces` of a text with `others`, theirs."""
    places = [(place, word) for word, some in _content_words(pieces) for place in some]
    if not places:
        return [Match(word, "", 0.0, weight) for (word, _), weight in zip(words, weights, strict=True)]
    cosines = vectors @ others[[place for place, _ in places]].T
    best, where = np.clip(cosines.max(axis=1), 0, 1), cosines.argmax(axis=1)
    matches = []
    for (word, some), weight in zip(words, weights, strict=True):
        closest = max(some, key=lambda piece: best[piece])
        matches.append(Match(word, places[where[closest]][1], float(best[some].mean()), weight))
    return matches
