"""The words of requests for people by what they do in one, with the phrases that are put together of such words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType

from core.language.lexicon import rows, word_groups

_SLOT = re.compile(r"\{([^}]+)\}")


@cache
def request_words() -> Mapping[str, frozenset[str]]:
    """Return words and phrases by their kind: “{cannot} be {taken on}” stands for each that its slots make."""
    groups = {kind: set(words) for kind, words in word_groups("people_requests").items()}
    for row in rows("request_phrases"):
        groups.setdefault(row["kind"], set()).update(_filled(row["phrase"]))
    return MappingProxyType({kind: frozenset(words) for kind, words in groups.items()})


def _filled(pattern: str) -> Iterator[str]:
    slots = word_groups("request_slots")
    for words in product(*(sorted(slots[name]) for name in _SLOT.findall(pattern))):
        yield _SLOT.sub("{}", pattern).format(*words)
