"""A handful of people and an embedder without a model, for tests in which only the logic matters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np

from core.language.terms import analyse
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import DIMENSIONS, Embedder, Vectors
from core.systems.expert_search import SYSTEM
from core.systems.expert_search.people.records import Expert, People, ProjectAnswer
from core.systems.expert_search.state import Context

EXPERTS = (
    Expert("sun", "Sunny Ray", "Solar cells", "Prints perovskite films. Measures their stability.", "coating; films"),
    Expert("snow", "Snowy Hill", "Avalanches", "Judges snow above mountain roads.", "snow; slopes", "Tromsø", 12.0),
    Expert("code", "Cody Byte", "Databases", "Keeps slow databases alive.", "vacuum; indexes"),
    Expert("bee", "Bea Hive", "Pollination", "Counts bees in orchards.", "bees; apples"),
)
ANSWERS = (
    ProjectAnswer("a1", "sun", "Roof", "Why do films fade?", "Damp heat. Perovskite films fade in damp heat."),
    ProjectAnswer("a2", "sun", "Roof", "Which cells last?", "Sealed solar cells last longest."),
    ProjectAnswer("a3", "sun", "Lab", "", "Coating speed decides the films."),
    ProjectAnswer("a4", "sun", "", "", "Stability is measured in hours."),
    ProjectAnswer("a5", "snow", "Road 7", "When to close a road?", "When snow drifts above the slope."),
    ProjectAnswer("a6", "code", "Bank", "Why is it slow?", "Indexes were bloated; vacuum had stopped."),
)


@cache
def _direction(word: str) -> Vectors:
    return np.random.default_rng(crc32(word.encode())).standard_normal(DIMENSIONS).astype(np.float32)


class WordEmbedder(Embedder):
    """A text is the sum of a fixed direction for each of its words; so the cosine says how many words are shared."""

    def __init__(self) -> None:
        super().__init__(None)
        self.asked = 0

    def encode(self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None) -> Vectors:
        self.asked += 1
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return np.stack([self._vector(text) for text in texts])

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[str], Vectors]]:
        """Every word is new to it: two pieces each."""
        return [(["wo", "##rd"], np.zeros((2, self.dimensions), np.float32)) for _ in texts]

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dimensions, np.float32)
        for word in analyse(text):
            vector += _direction(word)
        return vector / max(float(np.linalg.norm(vector)), 1e-9)


def little_people(
    experts: Sequence[Expert] = EXPERTS, answers: Sequence[ProjectAnswer] = ANSWERS, embedder: Embedder | None = None
) -> People:
    return People.build("Little", experts, answers, embedder or WordEmbedder())


def run(people: People, request: str, engine: Any = None, **numbers: Any) -> dict[str, Any]:
    """The last state of one search."""
    context = Context(engine or OfflineEngine(), people, **numbers)
    state: dict[str, Any] = SYSTEM.build_graph(None).invoke({"request": request}, context=context)
    return state
