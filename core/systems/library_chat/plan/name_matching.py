"""Whether some words of a question are a name of the catalogue: the same, a few letters off, or a part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.language.names import plain_name
from core.language.spelling import letters_between
from core.language.terms import STOP_WORDS
from core.stores.library import Named

Kind = Literal["Book", "Author", "Genre"]
_SMALL = STOP_WORDS | frozenset({"a", "an", "the"})
_ARTICLE = re.compile(r"^(?:the|a|an) ")


@dataclass(frozen=True)
class Mention:
    """A name of the catalogue that some words of the question mean.

    `letters` is how many letters differ (0: none); `whole` is false when the words are only a part of the name.
    """

    kind: Kind
    name: str
    id: str
    said: str
    letters: int
    whole: bool

    @property
    def exact(self) -> bool:
        """Whether the name was said letter for letter, in full."""
        return self.whole and self.letters == 0


def compare(said: str, named: Named) -> Mention | None:
    """Say how `said` could mean this name; None when it does not."""
    wanted, name = plain_name(said), plain_name(named.name)
    if not wanted:
        return None
    short_wanted, short_name = _ARTICLE.sub("", wanted), _ARTICLE.sub("", name)
    for one, other in ((wanted, name), (short_wanted, short_name)):
        if (letters := letters_between(one, other)) is not None:
            return Mention(named.kind, named.name, named.id, said, letters, whole=True)
    if named.kind == "Genre":
        return None
    parts = [_nearest(word, name.split(), named.kind) for word in _telling(wanted)]
    if not parts or None in parts:
        return None
    return Mention(named.kind, named.name, named.id, said, sum(part or 0 for part in parts), whole=False)


def _telling(text: str) -> list[str]:
    return [word for word in text.split() if word not in _SMALL]


def _nearest(word: str, name: Sequence[str], kind: Kind) -> int | None:
    """Letters between a word and the nearest word of a name; an initial stands for an author's first name."""
    if word in name or (kind == "Author" and len(word) == 1 and any(other.startswith(word) for other in name)):
        return 0
    distances = [letters for other in name if (letters := letters_between(word, other)) is not None]
    return min(distances, default=None)


def best(mentions: Iterable[Mention | None]) -> list[Mention]:
    """Return the mentions that are as good as the best: whole before part, then by letters."""
    found = [mention for mention in mentions if mention]
    least = min(((not mention.whole, mention.letters) for mention in found), default=None)
    return [mention for mention in found if (not mention.whole, mention.letters) == least]
