"""The word counts of a collection, kept beside its file (`.words.npz`).

Counting the words of 100,000 passages takes seconds. Whatever the kept counts lack or have too much is put right at
opening, and they may be deleted. Counts of a release that took other words for terms are made anew.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from core.language.terms import analyse, terms_version
from core.retrieval.keywords import KeywordIndex
from core.stores.passages_embedded.file import Ids, read_contexts

log = logging.getLogger(__name__)

_MUCH = 0.05  # the share of passages that must have changed before the counts of words are kept again
_FEW = 2_000  # so many are counted at once in no time


class Counts:
    """The counts beside a file."""

    def __init__(self, path: Path) -> None:
        """`path` is that of the collection."""
        self._path = path.with_suffix(".words.npz")

    def counted(self, connection: sqlite3.Connection, birth: str, ids: Ids) -> tuple[KeywordIndex, int]:
        """Return the words of all passages counted: what was kept, put right; and how many passages that were."""
        keywords, kept = self._kept(birth)
        gone = [number not in ids for number, count in kept.items() for _ in range(count)]
        if any(gone):
            keywords = keywords.removed(np.flatnonzero(gone).tolist())
        fresh = {number: some for number, some in ids.items() if number not in kept}
        if fresh:
            keywords = keywords.added([analyse(context) for context in read_contexts(connection, fresh)])
        return keywords, sum(gone) + sum(map(len, fresh.values()))

    def keep_where_many(self, uncounted: int, birth: str, ids: Ids, keywords: KeywordIndex) -> int:
        """Keep the counts when they are of many passages more; return how many are not in those that are kept."""
        if uncounted <= max(_FEW, _MUCH * len(keywords)):
            return uncounted
        fresh = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        try:
            with fresh.open("wb") as file:
                np.savez(
                    file,
                    birth=np.array(birth),
                    terms=np.array(terms_version()),
                    numbers=np.array(list(ids), np.int64),
                    passages=np.array([len(some) for some in ids.values()], np.int32),
                    **keywords.to_arrays(),
                )
            fresh.replace(self._path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            log.warning("The word counts could not be kept in %s: %s", self._path.name, error)
        return 0

    def clear(self) -> None:
        """Remove them."""
        self._path.unlink(missing_ok=True)

    def _kept(self, birth: str) -> tuple[KeywordIndex, dict[int, int]]:
        """Return the counts that are kept, and the documents in them, each with the number of its passages."""
        try:
            with self._path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                if (str(arrays["birth"]), str(arrays["terms"])) == (birth, terms_version()):
                    kept = dict(zip(arrays["numbers"].tolist(), arrays["passages"].tolist(), strict=True))
                    return KeywordIndex.from_arrays(arrays), kept
        except FileNotFoundError:
            pass
        except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
            log.warning("The word counts in %s cannot be read and are made anew: %s", self._path.name, error)
        return KeywordIndex([]), {}
