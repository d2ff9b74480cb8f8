"""Where somebody worked, and what experience that gave: “has worked *in industry*”, “with *field* experience”. A kind
of employer is asked for as organisation where organisations tell it, and is told as not judged where nothing does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.language.clauses import tokens
from core.language.lexicon import alternatives
from core.systems.expert_search.requirements.cells.organisations import kinds_in_words
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found
from core.systems.expert_search.requirements.grammar.walk import OF_TODAY
from core.systems.expert_search.requirements.requirement import Requirement

_TIED = ("start-up", "start-ups")  # of two words, which alone are none
_KIND = rf"(?:{alternatives((GROUPS['kind of employer'] - GROUPS['own boss']) | {*_TIED, *kinds_in_words().values()})})"
_ARTICLE = r"(?:(?:the|an?|some|any)\s+)?"
_QUALIFIED = r"(?:[\w-]+\s+){0,2}?"
_MORE = rf"(?:(?:\s*,\s*|\s*/\s*|\s+(?:and|or)\s+(?:(?:in|at|from)\s+)?)(?:an?\s+{_QUALIFIED}|{_ARTICLE}){_KIND})*"
_KINDS = rf"(?P<kinds>{_KIND}{_MORE})"
_ITEM = rf"(?:an?\s+(?P<qualified>{_QUALIFIED}{_KIND}{_MORE})|(?:the\s+)?{_KINDS})"
_ENDS = r"(?=\s*(?:[,.;:!?)\n]|\Z)|\s+(?:and|or|but|who|that|with|for|on|as|before|in|is|would|preferred|a\s+plus)\b)"
_HAS = r"(?:(?:has|have|had|having)\s+)?(?:(?:also|previously|once|already|actually)\s+)?"
_HOW_MUCH = rf"(?:(?:an?|some|much|a\s+lot\s+of|{alternatives(GROUPS['praise'] | GROUPS['practice'])})\s+){{0,3}}"
_EXPERIENCE = r"(?:experience|background|career|practice|past|spell|time)"
_HOLDS = r"(?:(?:with|having|has|have)\s+)?"
_AT = r"(?:in|at|for|with|within|inside)"
_WORKED = re.compile(
    rf"\b{_HAS}(?:been\s+)?(?:worked|works?|working|employed)\s+{_AT}\s+{_ARTICLE}{_KINDS}{_ENDS}", re.IGNORECASE
)
_FROM_THERE = re.compile(
    rf"\b{_HOLDS}{_HOW_MUCH}{_EXPERIENCE}\s+(?:of\s+)?(?:work(?:ing)?\s+)?(?:in|at|for|from|within|inside)\s+"
    rf"{_ARTICLE}{_KINDS}{_ENDS}",
    re.IGNORECASE,
)
_OF_KIND = re.compile(
    rf"\b{_HOLDS}{_HOW_MUCH}{_KINDS}[\s-]+(?:work(?:ing)?\s+)?(?:experience|background|career)\b", re.IGNORECASE
)
_OF_SORT = re.compile(
    rf"\b(?:with|having|has|have)\s+{_HOW_MUCH}(?:{alternatives(GROUPS['practice'])})\s+experience\b"
    r"(?!\s+(?:in|of|with|on|at|as|from)\b)",
    re.IGNORECASE,
)
_CLOSES = r"(?=\s*(?:[,.;!?)\n]|\Z)|\s+(?:and|but|who|that|on|for|is|are|would|preferred|please)\b)"
_SIGN = r"(?:[,;(]|(?:\A|[.!?])(?=[^,;]*(?:[.;!?)]|\Z)))\s*"  # and not “. *At a hospital, we* …”
_CUES = rf"(?:(?:{alternatives(GROUPS['wish before'] | GROUPS['must before'] | {'who is', 'who are', 'based'})})\s+)"
_SOME = (
    r"(?<!no\s)(?<!not\s)\b(?:one|two|three|both|some|another|the\s+other)"
    r"(?:\s+(?:one|person|expert|specialist|of\s+(?:them|whom|these|those|the\s+\w+)))?\s+"
)
_WHERE = re.compile(  # “…, *at a university*”, “one of them *from a hospital or a ministry*”
    rf"(?:{_SIGN}{_CUES}{{0,2}}(?:at|from|with(?=\s+an?\s))|{_SOME}{_CUES}{{0,2}}(?:at|from|in|with))\s+{_ITEM}{_CLOSES}",
    re.IGNORECASE,
)
_ONLY = re.compile(rf"(?:\A|{_SIGN})(?:{_KINDS}\s+only|only\s+(?P<qualified>{_KIND}{_MORE})){_CLOSES}", re.IGNORECASE)
_BESIDE = re.compile(rf"\s+(?:working\s+)?{_AT}\s+{_ARTICLE}{_KINDS}{_ENDS}", re.IGNORECASE)
_JOINS = re.compile(r"\s*,\s*|\s*/\s*|\s+(?:and|or)\s+(?:(?:in|at|from)\s+)?", re.IGNORECASE)
_TODAY = re.compile(r"(?:work|works|working|employed)\b", re.IGNORECASE)


def practice(text: str, of_years: Sequence[tuple[int, int]], collection: Collection) -> Iterator[Found]:
    """Find where people shall have worked, or what experience they shall have, also behind years of it; column “” is
    what nothing tells of people."""
    for pattern in (_WORKED, _FROM_THERE, _OF_KIND):
        for one in pattern.finditer(text):
            if pattern is not _OF_KIND or one.start("kinds") > one.start() or not _is_described(text, one.start()):
                yield _found(*one.span(), one["kinds"], bool(_TODAY.match(one.group())), collection)
    for pattern in (_WHERE, _ONLY):
        for one in pattern.finditer(text):
            group = "kinds" if one["kinds"] else "qualified"
            yield _found(*one.span(group), one[group], True, collection)
    for _, end in of_years:
        if beside := _BESIDE.match(text, end):
            yield _found(beside.start("kinds"), beside.end(), beside["kinds"], False, collection)
    for one in _OF_SORT.finditer(text):
        yield Found(*one.span(), Requirement("column", ""))


def _found(start: int, end: int, named: str, today: bool, collection: Collection) -> Found:
    """Return what is asked by kinds of employers: column “” where organisations do not tell each of them."""
    kinds = [" ".join(re.sub(r"^(?:the|an?|some|any)\s", "", one).split()) for one in _JOINS.split(named)]
    if not all(any(map(collection.tells_kind, (one, one.split()[-1]))) for one in kinds):
        return Found(start, end, Requirement("column", ""))
    assumed = "" if today else OF_TODAY["organisation"]
    return Found(start, end, Requirement("organisation", " or ".join(kinds)), assumed, sure=True)


def _is_described(text: str, start: int) -> bool:
    """Whether a word before a kind of employer belongs to it: “*textile* industry experience”."""
    before = tokens(text[:start])
    last = before[-1] if before else None
    apart = last is None or bool(text[last.end : start].strip())
    leads = GROUPS["lead"] | GROUPS["wish before"] | GROUPS["must before"]
    return not apart and last is not None and last.content and last.word not in leads


def is_untold_kind(said: str, collection: Collection) -> bool:
    """Whether words only name a kind of employer that no organisation tells: “industry”."""
    words = [token.word for token in tokens(said) if token.content]
    return GROUPS["kind of employer"].issuperset(words) and not any(map(collection.tells_kind, [said, *words]))
