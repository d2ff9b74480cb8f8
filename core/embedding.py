"""Embedding many texts as bulk work, gone on with after a restart, and kept where an embedder finds the vectors."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.bulk import Job
from core.retrieval.embedder import DIMENSIONS, Embedder, Vectors, shared_embedder
from core.stores.journal import Failed, Journal


def embed_texts(texts: list[str]) -> list[str]:
    """Return the vectors of some texts, float32, as base64: plain values that a journal keeps and a cluster sends."""
    return [base64.b64encode(vector.tobytes()).decode() for vector in shared_embedder().encode(texts)]


def embed_documents(texts: list[str], model: str) -> list[str]:
    """As `embed_texts`, by the model that the settings name `model`; its folder must be where the work is done."""
    return [base64.b64encode(vector.tobytes()).decode() for vector in shared_embedder(model).encode(texts)]


def embedding_job(texts: Sequence[str], place: Path, *, chunk: int, scheduler: str | None = None) -> Job:
    """Return the work of embedding every text, begun or gone on with by `start()`; its journal lies in the folder
    `place`."""
    return Job(texts, embed_texts, _journal(place), chunk=chunk, scheduler=scheduler)


def take_vectors(texts: Sequence[str], place: Path, embedder: Embedder) -> tuple[list[str], Vectors]:
    """Let `embedder` remember what the finished job of these texts made; the texts that have vectors [n, 384].

    Where no job was, or its vectors were taken already, there are none.
    """
    journal = _journal(place)
    results = journal.results() if journal.path.exists() else ()
    done = [(texts[number], result) for number, result in results if not isinstance(result, Failed)]
    vectors = np.frombuffer(b"".join(base64.b64decode(vector) for _, vector in done), np.float32)
    kept = [text for text, _ in done], vectors.reshape(-1, DIMENSIONS)
    embedder.remember(*kept)
    return kept


def forget_job(place: Path) -> None:
    """Remove the journal of a job whose vectors were taken."""
    for left in place.glob("index.journal*"):
        left.unlink(missing_ok=True)


def _journal(folder: Path) -> Journal:
    return Journal(folder / "index.journal")
