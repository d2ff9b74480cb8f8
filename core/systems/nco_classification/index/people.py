"""Which words name people at work, and in which families such people are: for what is said of somebody else.

Whoever “teaches welders” or “sells to tailors” is none of them, so their families may not answer for these words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from core.language.dictionary import is_english
from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.words.others import others, singular
from core.systems.nco_classification.words.roles import with_role
from core.systems.nco_classification.words.teaching import Teaching, teaching

_MANY = 16  # families in whose titles a word stands last: from here on it tells nobody's trade (worker, officer)
_LONGEST = 4  # words of a title
_WORK = re.compile(r"(?:ing|(?<!a)ry|ure|gy|hy|ion|ity|my|py)$")  # masonry, farming: the work, nobody at it
_NATIVE = re.compile(r"(?:wala|wali|dar|gar|mistri|mistry)$")
_NO_TRADE = frozenset(  # things, and words that tell how high somebody stands
    [
        "animal",
        "business",
        "cattle",
        "clothes",
        "computer",
        "factory",
        "hospital",
        "iron",
        "machine",
        "member",
        "metal",
        "mine",
        "model",
        "payroll",
        "printer",
        "saloon",
        "sales",
        "shop",
        "sports",
        "tobacco",
        "work",
        "haircut",
        "char",
        "steno",
        "expert",
        "manager",
        "director",
        "officer",
        "executive",
        "supervisor",
        "retired",
        "unemployed",
        "student",
    ]
)


_TEACHERS = ("teacher", "instructor", "trainer", "tutor", "coach", "lecturer", "professor", "educator")
_DRIVING = "driving instructor"  # whose title likens any vehicle to it, also one that is to be repaired
_ANYBODY = frozenset(["staff", "worker", "employee", "trainee", "apprentice"])


class People:
    """The people at work whom a classification names."""

    def __init__(self, classification: Classification) -> None:
        """Nothing is worked out before the first text."""
        self._known = classification

    def told_as_others(self, text: str) -> tuple[str, frozenset[str]]:
        """Say what somebody does to people as a title, and tell in which families these people are, who do not do it.

        The role's own families are none of those: “trains trainers”.
        """
        found = others(text, self.is_one)
        turned = with_role(text, found)
        if turned == text and (taught := teaching(text)):
            return taught.title, self._workers_of(taught)
        if not found:
            return text, frozenset()
        families = frozenset[str]().union(*(self._families(one.words) for one in found))
        if not families and "instructor" in turned:  # “trains new staff”: of no trade, as training officers do
            return text, families
        if turned != text:
            new = set(words(turned)) - set(words(text))
            families -= frozenset[str]().union(*(self._by_head.get(word, frozenset()) for word in new))
        return turned, families

    def beside(self, text: str) -> list[tuple[int, int]]:
        """Find where people stand who are somebody else, as offsets [start, end)."""
        return [(one.start, one.end) for one in others(text, self.is_one)]

    def _workers_of(self, taught: Teaching) -> frozenset[str]:
        """List the families of those who do what is taught, and of whom it is said to; teachers are none of them."""
        if not taught.alone:
            return frozenset()
        read = self._known.query_normalizer.read
        terms = {*analyse(read(taught.subject).english), *analyse(read(taught.learners).english)}
        own = frozenset[str]().union(*(self._by_term.get(term, frozenset()) for term in terms))
        teachers = frozenset[str]().union(*(self._by_head.get(head, frozenset()) for head in _TEACHERS))
        return own - teachers | (
            frozenset() if taught.drives else self._known.families_by_title.get(_DRIVING, frozenset())
        )

    def is_one(self, word: str) -> bool:
        """Tell whether a word in the singular names somebody at work, in English or in an Indian language."""
        return word in _ANYBODY or (self._english(word).rpartition(" ")[2] or word) in self._persons

    def _families(self, said: Sequence[str]) -> frozenset[str]:
        """List the families of people by all that is said of them, and by their last word where it tells a trade."""
        if said[-1] in _ANYBODY:  # “call centre staff” are all whose titles begin so
            beside = self._by_beginning.get(" ".join(said[:-1]), frozenset())
            return beside if len(beside) < _MANY else frozenset()
        by_title, last = self._known.families_by_title, self._english(said[-1]) or said[-1]
        longest = next(
            (one for size in range(_LONGEST, 0, -1) if (one := by_title.get(" ".join(said[-size:])))), frozenset[str]()
        )
        by_head = self._by_head.get(last.rpartition(" ")[2], frozenset())
        return longest | by_title.get(last, frozenset()) | (by_head if len(by_head) < _MANY else frozenset())

    @lru_cache(maxsize=10_000)  # noqa: B019 - one for the whole process
    def _english(self, word: str) -> str:
        """Return what a word of an Indian language means; "" for others."""
        if not word.isascii() or not word.isalpha() or len(word) < 4 or is_english(word):
            return ""
        wording = self._known.query_normalizer.read(word)
        return wording.english if wording.replaced and not wording.guessed else ""

    @cached_property
    def _persons(self) -> frozenset[str]:
        """The titles of one word that name people, and not their work or a thing."""
        titles = [word for word in self._known.families_by_title if word.isascii() and word.isalpha() and len(word) > 3]
        english = (word for word in titles if is_english(word) and not _WORK.search(word) and singular(word) == word)
        return frozenset((*english, *filter(_NATIVE.search, titles))) - _NO_TRADE

    @cached_property
    def _by_term(self) -> Mapping[str, frozenset[str]]:
        """The families in whose titles and phrases a term stands."""
        found: dict[str, set[str]] = {}
        for title, families in self._known.families_by_title.items():
            for term in analyse(title):
                found.setdefault(term, set()).update(families)
        return {term: frozenset(families) for term, families in found.items()}

    @cached_property
    def _by_beginning(self) -> Mapping[str, frozenset[str]]:
        """The families of the titles that have some words before their last one."""
        found: dict[str, set[str]] = {}
        for title, families in self._known.families_by_title.items():
            found.setdefault(title.rpartition(" ")[0], set()).update(families)
        return {words: frozenset(families) for words, families in found.items() if words}

    @cached_property
    def _by_head(self) -> Mapping[str, frozenset[str]]:
        """The families in whose titles and phrases a word stands last."""
        found: dict[str, set[str]] = {}
        for title, families in self._known.families_by_title.items():
            found.setdefault(title.rpartition(" ")[2], set()).update(families)
        return {word: frozenset(families) for word, families in found.items()}
