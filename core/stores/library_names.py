"""Names like the words that somebody typed: the same words first, then those that differ by few letters.

Both library stores rank with this, so that they find the same names in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from core.language.names import name_words, query_words
from core.stores.library import Kind, Named

_MOST_TOGETHER = 3  # letters by which a name that is written apart or together may differ
_KINDS: dict[Kind, int] = {"Author": 0, "Genre": 1, "Book": 2}  # among equals


class NameIndex:
    """A fixed list of names; safe to read from many threads."""

    def __init__(self, names: Sequence[Named]) -> None:
        self._names = names
        self._words = [name_words(named.name) or [""] for named in names]

    def find(self, text: str, limit: int) -> list[Named]:
        """Return the `limit` names nearest to `text`, each with its distance; none for a text without words.

        For each word of the query the letters are counted (optimal string alignment: two that changed places count
        once) that part it from the nearest word of the name; a name written apart or together is compared as a whole
        too. Among equals come the names with fewer other words, then authors, genres and titles, then the alphabet.
        """
        wanted = query_words(text)
        if not wanted or not self._names or limit < 1:
            return []
        distances = self._distances(wanted)
        least = np.partition(distances, min(limit, len(distances)) - 1)[min(limit, len(distances)) - 1]
        near = sorted(
            (
                int(distances[place]),
                abs(len(self._words[place]) - len(wanted)),
                _KINDS[named.kind],
                named.name,
                named.id,
            )
            for place in np.flatnonzero(distances <= least).tolist()
            if (named := self._names[place])
        )
        kinds = {place: kind for kind, place in _KINDS.items()}
        return [Named(kinds[kind], name, id, distance) for distance, _, kind, name, id in near[:limit]]

    def _distances(self, wanted: Sequence[str]) -> NDArray[np.int64]:
        vocabulary, numbers, starts = self._vocabulary
        total = np.zeros(len(self._names), np.int64)
        for word in wanted:
            to_each = np.minimum(cdist([word], vocabulary, scorer=OSA.distance, score_cutoff=len(word))[0], len(word))
            total += np.minimum.reduceat(to_each[numbers], starts)
        together = "".join(wanted)
        most = min(_MOST_TOGETHER, len(together) - 1)
        whole = cdist([together], self._together, scorer=OSA.distance, score_cutoff=most)[0]
        return np.where(whole <= most, np.minimum(total, whole), total)  # above the cutoff it is no distance

    @cached_property
    def _vocabulary(self) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
        """The different words, the number of each word of all names in a row, and where each name begins."""
        numbers: dict[str, int] = {}
        row = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(self._words)]
        lengths = [len(words) for words in self._words]
        return list(numbers), np.array(row, np.int64), np.concatenate([[0], np.cumsum(lengths[:-1], dtype=np.int64)])

    @cached_property
    def _together(self) -> list[str]:
        return ["".join(words) for words in self._words]
