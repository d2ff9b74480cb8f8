"""Experience in amounts that are no numbers: “*many years of experience*”, “has done this *for a long time*”,
“*decades* in the trade”. They wish for the most years, and tell nobody apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.systems.expert_search.requirements.grammar.amounts import OF_EXPERIENCE, is_role
from core.systems.expert_search.requirements.grammar.pieces import Found, pieces
from core.systems.expert_search.requirements.grammar.runs import describes
from core.systems.expert_search.requirements.grammar.walk import IN_ORDER
from core.systems.expert_search.requirements.requirement import MOST_SENIOR, Requirement

_REACH, _LONGEST = 40, 300  # characters that are looked back at: of a cue, of a clause
_UNIT = r"(?:years|yrs|decades)(?!\w)"
_MUCH = (
    r"(?:(?:(?:very|so|quite|a\s+good|a\s+great)\s+)?many|several|numerous|countless|multiple|some"
    r"|(?:(?:quite|just|only)\s+)?a\s+(?:good\s+)?(?:few|number\s+of|couple\s+of)|(?:lots|plenty|a\s+lot|scores)\s+of|long)"
)
_TIME = (
    rf"(?:{_MUCH}\s+{_UNIT}|a\s+(?:(?:very|really|pretty)\s+)?(?:long|considerable)\s+(?:time|while)|{_UNIT}|ages|long)"
)
_ENDS = r"\s*(?:[,.;:)!?]|\Z|(?:in|with|who|and|or|on|at|as|please|but)\b)"
_SUCH = (
    r"(?:(?:such|this|that|it|so|the\s+same|similar|these|there)(?:\s+(?:kinds?|sorts?|types?)\s+of)?"
    r"(?:\s+(?:work|things?|jobs?|tasks?|field|trade|business))?)"
)
_DONE = (
    r"(?:has|have|having|had|[’']s|[’']ve)\s+(?:been\s+)?(?:done|doing|worked|working|active|busy)"
    rf"(?:\s+(?:(?:in|on|at|with)\s+)?{_SUCH})?"
)
_AT_IT = r"(?:(?:(?:has|have|having|had|[’']s|[’']ve)\s+)?been\s+|(?<=[,;(]\s))(?:at|doing|in)\s+(?:it|this)"
_LASTING = re.compile(
    rf"(?:\b(?:{_DONE}|(?P<at>{_AT_IT}))\s+)?(?:\b(?:for|since|over)\s+|(?(at)|(?!)))(?:{_TIME})(?:\s+(?:now|already))?"
    rf"(?={_ENDS})",
    re.IGNORECASE,
)
_HAVING = re.compile(rf"\b(?:{_MUCH}\s+)?{_UNIT}", re.IGNORECASE)
_LONG = re.compile(
    r"\b(?:an?\s+)?(?:very\s+)?(?:long|lengthy|life-?long|decades-long|years-long)[\s-]+(?:\w+\s+)?"
    r"(?:experience|practice|career|track\s+record|standing|seniority)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"{_ENDS}|\s+(?:working|doing|spent)\b", re.IGNORECASE)
_OPENS = re.compile(r"(?:\A|[,;:(+]|\band|\b(?P<having>with|has|have|having))\s*\Z", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|no|never|without|nor)|n[’']t)(?:\s+(?:need|have|require|necessarily))*\s+\Z", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,.;:!?()]|\b(?:and|but)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?]\s")
_DOES = re.compile(r"\b(?:has|have|having|had|been|works?|worked|working)\b|[’'](?:s|ve)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:who|that|which)\b", re.IGNORECASE)


def much_experience(text: str) -> Iterator[Found]:
    """Find where many years are asked of people: with experience, of what they have done, or alone between two signs,
    and not how long a thing lasts."""
    spans = [one.span() for one in _LONG.finditer(text)]
    for one in _HAVING.finditer(text):
        tail, before = (
            OF_EXPERIENCE.match(text, one.end()),
            _OPENS.search(text, max(0, one.start() - _REACH), one.start()),
        )
        is_much = " " in one.group().strip()
        if tail and (is_much or before):  # and not “the fewest *years* of experience”
            spans.append((one.start(), tail.end()))
        elif before and (is_much or before["having"]) and _ALONE.match(text, one.end()):  # “with *decades* at sea”
            spans.append(one.span())
    spans += [one.span() for one in _LASTING.finditer(text) if one["at"] or _is_done(text, one.end())]
    for start, end in spans:
        if not _DENIED.search(text, max(0, start - _REACH), start):
            yield Found(start, end, Requirement("seniority", MOST_SENIOR, hard=False), IN_ORDER)


def _is_done(text: str, end: int) -> bool:
    """Whether the clause that ends here tells what the people wanted have done, and not of others, or of a thing: “the
    health *of miners who* have worked …”, “*wells that* have been dry …”."""
    reach = max((stop.end() for stop in _SENTENCE.finditer(text, 0, end)), default=0)
    reach = max(reach, end - _LONGEST)
    start = max((stop.end() for stop in _CLAUSE.finditer(text, reach, end)), default=reach)
    if not (does := _DOES.search(text, start, end)):
        return False
    if not (relative := _RELATIVE.search(text, start, does.start())):
        return True
    before = pieces(text[reach : relative.start()], ())
    is_of_people = relative.group().lower() == "who" or (bool(before) and is_role(before[-1].word))
    return is_of_people and not describes(before)
