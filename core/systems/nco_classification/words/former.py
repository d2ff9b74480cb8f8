"""Whether a statement tells of the work that somebody did before, and not of today's: “was a postman”, “ex-serviceman”.

“Retired teacher” and “former clerk” tell of no work of today; “retired teacher who runs a shop” does. The words that
tell it are data: assets/lexicon/work_statements.csv.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from core.language.lexicon import word_groups
from core.language.spelling import simple_spelling

_WORDS = word_groups("work_statements")
_BEFORE, _ONCE = _WORDS["tells of before"], _WORDS["before a title of before"]
_PARTS_OF_BEFORE = frozenset(word for phrase in _BEFORE for word in phrase.split())
_WORKS = frozenset(map(simple_spelling, _WORDS["verb of today"]))
_IS, _BEHIND_VERB = _WORDS["behind an Indian verb of today"], _WORDS["behind a verb"]
_NO_VERB = _WORDS["no verb though it ends so"]
_HINDI = re.compile(r"(?:ta|ti|te|raha|rahi|rahe)$")
_VERB = re.compile(r"(?:ing|(?<![su])s)$")
_MANY = re.compile(r"(?:ers|ors|ees|people|persons|men|women|citizens)$")


def is_former(said: Sequence[str]) -> bool:
    """Tell whether a statement, its words in lower case, is of work that somebody did before."""
    return is_ex(said) or not _BEFORE.isdisjoint((*said, *map(" ".join, pairwise(said))))


def is_ex(said: Sequence[str]) -> bool:
    """Tell whether a statement begins with what somebody was: “ex-serviceman”, “former clerk”."""
    return said[0].startswith("ex-") or (said[0] in _ONCE and len(said) > 1)


def before_word(word: str, along: Collection[str]) -> bool:
    """Tell whether a word only says that something was before, or is one of those that go `along`."""
    return word in _PARTS_OF_BEFORE or word in along


def is_of_today(said: Sequence[str]) -> bool:
    """Tell whether some words have a verb of work that is done today: “who runs a shop”, “dukaan chalata hoon”."""
    if not _WORKS.isdisjoint(map(simple_spelling, said)):
        return True
    return any(
        (len(word) > 3 and _VERB.search(word) and following in _BEHIND_VERB)
        or (_HINDI.search(word) and following in _IS)
        for word, following in pairwise(said)
    )


def begins_with_verb(said: Sequence[str]) -> bool:
    """Tell whether a statement may begin with a verb: “repairs shoes”, and not “sales manager”."""
    return bool(said) and said[0] not in _NO_VERB and _VERB.search(said[0]) is not None


def are_others(said: Sequence[str]) -> bool:
    """Tell whether these are people with whom something else is done: “(retired) officers club waiter”."""
    return any(_MANY.search(word) for word in said[:-1])
