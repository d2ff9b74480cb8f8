"""What the words alone say of a job, before anything is searched: one value, read by every step that needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.language.tokens import words
from core.systems.nco_classification.decision.obstacles import (
    Obstacle,
    find_obstacle,
    outside,
    strip_ids_and_places,
)
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer
from core.systems.nco_classification.index.titles import plain_title

REMEMBERED = 1_000  # texts; the steps of a run, and of a chunk of a batch, read the same words
_FRAME = "i am a an the my work works working as is in of job person who and do does"
_SAYS_NOTHING = frozenset(_FRAME.split())


@dataclass(frozen=True)
class WordReading:
    """The words of a request, read.

    `query` is what a search may use of them and `assumptions` what was left out for it; `obstacle` keeps them from
    being coded; `broad` are the families that a bare title such as "farmer" may mean, empty when the words say more;
    `guessed` are the words that nobody listed (as typed, as read), each of which makes a code less sure.
    """

    words: str
    query: str
    assumptions: tuple[str, ...] = ()
    obstacle: Obstacle | None = None
    broad: tuple[str, ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()


class WordReader:
    """Reads words against one classification, and remembers what it read lately. Any number of threads may share it."""

    def __init__(
        self,
        classification: Classification,
        normalizer: QueryNormalizer | None = None,
        several: Callable[[str], Obstacle | None] | None = None,
    ) -> None:
        """`several` finds out whether a text tells of several jobs that the classification has no titles for."""
        self._classification = classification
        self._several = several
        self._normalizer = normalizer or classification.query_normalizer
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._read)

    def read(self, text: str) -> WordReading:
        """Read one text."""
        return self._remembered(text)

    def read_all(self, utterances: Sequence[str]) -> WordReading:
        """Read together all utterances that can be coded; the last one when none can, so that there is a reason, and
        when it says that somebody does not work."""
        read = [self.read(text) for text in utterances]
        if outside(read[-1].obstacle) == "not in work":
            return read[-1]
        usable = [reading.words for reading in read if reading.obstacle is None] or [read[-1].words]
        return self.read("\n".join(usable))

    def _read(self, text: str) -> WordReading:
        stripped = strip_ids_and_places(text)
        return WordReading(
            words=text,
            query=stripped.query,
            assumptions=tuple(stripped.assumptions),
            obstacle=find_obstacle(text, self._classification) or self._find_several(text),
            broad=self._broad_families(stripped.query),
            guessed=self._normalizer.read(plain_title(stripped.query)).guessed,
        )

    def _find_several(self, text: str) -> Obstacle | None:
        """Find several jobs in what was said first; an answer after it is not parted again."""
        return self._several(text) if self._several and "\n" not in text.strip() else None

    def _broad_families(self, text: str) -> tuple[str, ...]:
        english = self._normalizer.read(plain_title(text)).english
        meant = [part for word in words(english) for part in words(self._normalizer.meaning(word))]
        said = frozenset(meant) - _SAYS_NOTHING
        by_title = self._classification.families_by_broad_title
        return by_title.get(said) or by_title.get(frozenset(word.removesuffix("s") for word in said), ())
