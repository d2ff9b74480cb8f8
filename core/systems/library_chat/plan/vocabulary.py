"""The words in which questions about books are put; what is left of a question without them is what it is about."""

from __future__ import annotations

from core.language.lexicon import word_groups
from core.language.terms import STOP_WORDS

_GROUPS = word_groups("catalogue_words")
# Words that join the words of a title or of a list of names; they may stand inside a name, not around it.
CONNECTORS = _GROUPS["connector"]
# Things that a library question speaks of.
LIBRARY = _GROUPS["library"]
# Words that only ask, order or point.
FRAME = LIBRARY | _GROUPS["asking"] | (STOP_WORDS - CONNECTORS)


def is_frame(word: str) -> bool:
    """Whether a word belongs to how a question is put rather than to what it is about."""
    bare = word.lower().strip(".").replace("’", "'")
    bare = bare.removesuffix("'s") if bare.endswith("'s") and bare[:-2] in FRAME else bare
    return bare in FRAME
