"""A request that is for sure none for people: a question of fact, “how many litres …?”, “what is the fare to Lima?”, or
an order, “translate this …”."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from core.language.clauses import Token, tokens
from core.language.lexicon import alternatives, any_phrase, word_groups
from core.language.sentences import sentences
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

_WORDS = word_groups("letter_words")
_FACT = re.compile(rf"\W*{any_phrase(_WORDS['fact'])}", re.IGNORECASE)
_ORDER = re.compile(rf"\W*(?:please\s+)?{any_phrase(_WORDS['order'])}\s+{any_phrase(_WORDS['ordered'])}", re.IGNORECASE)
_QUESTION = re.compile(  # “what is …”, “which visa do …”, “tell me the …”
    rf"\W*(?:(?:please|so|and|hi|hello)\W+)*(?:(?:can|could|would) you\s+)?(?:please\s+)?"
    rf"(?:(?:{alternatives(_WORDS['question word'])})(?:['’]s\b|(?:\s+\w+){{0,3}}?\s+{any_phrase(_WORDS['verb'])})"
    rf"|{any_phrase(_WORDS['told'])})",
    re.IGNORECASE,
)
_PER_HEAD = re.compile(r"\b(?:per|each|every|a|for)\s+(?:person|head)\b", re.IGNORECASE)
_TIES = ("for", "of", "to", "in", "on", "at", "from", "by", "with", "between", "about", "as", "than")
_WHO = frozenset(("who", "whom", "whose"))
_SPOKEN_OF = GROUPS["person"] | _WHO
_SAYS_NO_MATTER = GROUPS["lead"] | GROUPS["frame"] | GROUPS["small"]
_SEARCHES = ("find", "finding", "know", "recommend", "hire", "contact", "ask", "names", "name", "contacts", "details")


def asks_for_no_people(request: str, writes_of: Callable[[str], bool]) -> bool:
    """Whether a request is for sure none for people. `writes_of` says whether words stand side by side in
    what people write."""
    words = tokens(_PER_HEAD.sub(" ", request))
    if any(_names_people(word) for word in words):
        return _asks_something(request, words, writes_of) and _WHO.isdisjoint(word.word for word in words)
    fact = _FACT.match(request) and (request.rstrip().endswith("?") or _SPOKEN_OF.isdisjoint(one.word for one in words))
    return bool(fact or _ORDER.match(request)) or _asks_something(request, words, writes_of)


def _asks_something(request: str, words: Sequence[Token], writes_of: Callable[[str], bool]) -> bool:
    """Whether a single sentence asks what, when, where, why or how something is that is nobody: “the fare of nurses”.
    A question of a matter of which people write, “a heat pump”, is for them."""
    asks = _QUESTION.match(request)
    if not asks or len(sentences(request)) > 1:
        return False
    end = next((word.start for word in words if word.start >= asks.end() and word.word in _TIES), len(request))
    head = [word for word in words if word.start < end]
    if any(_names_people(word) or word.word in _SEARCHES for word in head):
        return False
    told = [word for word in head if word.content and word.word not in _SAYS_NO_MATTER]
    beside = [(one, other) for one, other in pairwise(told) if request[one.end : other.start].isspace()]
    return not any(writes_of(request[one.start : other.end]) for one, other in beside)


def _names_people(word: Token) -> bool:
    return is_role(word.word) or word.word in GROUPS["profession"]
