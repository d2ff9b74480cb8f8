"""Whether a statement says that nothing was answered: somebody refused, was not there, or gave no answer.

It must be said of somebody's answer and of nothing else: whoever “refuses to work” answers.
"""

from __future__ import annotations

import re

_WHO = (
    r"(?:(?:the|this|head|of|his|her|their|our|main|family|household|house|selected|eligible)\s+)*"
    r"(?:respondents?|members?|persons?|informants?|interviewee|he|she|they|i|household|family|man|woman|lady|head"
    r"|nobody|no ?one|none|everyone|all)"
)
_SAY = (
    r"(?:answer|say|tell|disclose|share|reveal|respond|reply|speak|talk|state|mention|discuss|cooperate|co-operate"
    r"|participate|provide|give|be interviewed|take part|inform)(?:ing)?"
)
_NOT = r"(?:not|n['’]?t|never)"
_REFUSES = (
    r"(?:(?:has|have|had|is|was|were|are)\s+)?(?:"
    rf"(?:flatly\s+|simply\s+|politely\s+|completely\s+)?(?:refus(?:ed?|es|ing|al)|declin(?:ed?|es|ing))(?:\s+(?:to\s+)?{_SAY})"
    rf"|(?:unwilling|reluctant|hesitant|{_NOT} (?:willing|ready|interested|comfortable|prepared))\s+(?:to|in)\s+{_SAY}"
    rf"|(?:do|does|did|would)\s?{_NOT} (?:want|wish|like|care|agree|intend)(?: to)? {_SAY}"
    rf"|{_NOT} want(?:ing)? to {_SAY}"
    rf"|(?:would|will|could|can|do|does|did)\s?{_NOT} {_SAY}"
    rf"|(?:would rather|prefer(?:s|red)?|chose|chooses) (?:not|n['’]?t)(?: to)? {_SAY}|wo\s?n['’]?t {_SAY})"
)
_ABSENT = (
    r"(?:(?:has|have|had|is|was|were|are|could)\s+)?(?:been\s+|be\s+)?(?:"
    r"(?:not|never|n['’]?t)\s+(?:be\s+)?(?:available|present|at home|home|in the house|in|there|found|reachable|reached"
    r"|met|contacted|traced|interviewed|asked)"
    r"|absent|unavailable|unreachable|away(?: from home)?|out of (?:station|town|village)|untraceable)"
)
_GIVEN = (
    "given|received|recorded|provided|available|obtained|got|collected|forthcoming|stated|reported|disclosed|mentioned"
    "|told|known|shared"
)
_GAVE = (
    r"(?:no|nil|without(?: any)?) (?:response|answer|reply|information|info|details?|data|comments?)"
    rf"(?:\s+(?:was|were|has been|is))?(?:\s+(?:{_GIVEN}))?"
    r"|(?:response|answer|reply|information|occupation|work|job|details?)(?:\s+(?:was|were|is|has been))?\s+not\s+"
    rf"(?:{_GIVEN})"
    r"|could not be (?:asked|interviewed|contacted|met|reached|traced)"
    r"|(?:door|house)(?: (?:is|was))? locked"
)
_HINDI = (
    r"(?:ghar (?:par|pe|mein|me) )?(?:koi )?nah[ie]+n? (?:mila|mile|mili|the|tha|thi|hai|hain)"
    r"|(?:koi )?(?:jawaa?b|uttar) (?:dene se )?(?:mana|inkaa?r|nah[ie]+n?)"
    r"(?: (?:kiya|kar diya|diya|de raha|dete|mila))?"
    r"|(?:batane|bolne|bataane|jawaa?b dene) se (?:saaf )?(?:mana|inkaa?r)(?: (?:kiya|kar diya|karta|karti))?"
    r"|(?:batana|bolna|kehna|bataana|jawaa?b dena) nah[ie]+n? (?:chaa?hta|chaa?hti|chaa?hte)"
)
_BEHIND = (
    r"(?:his|her|their|the|any|a|to|about|of|what|on|for|this|that|it|these|questions?|occupations?|work|jobs?|details?"
    r"|information|info|anything|interviewer|enumerator|investigator|us|me|survey|interview|at|during|time|visits?|in"
    r"|when|called|today|home|house|from|is|was|does|did|do|kind|type|repeated|after|several|many|two|three|spite"
    r"|question|by|we|they|our|came|visited|went|team|respondent|further|more|hai|hain|hoon|given|and|be|himself|herself"
    r"|all|whole|day)"
)
_SILENT = re.compile(
    rf"(?:(?:{_WHO}\s+)?(?:{_REFUSES}|{_GAVE})|{_WHO}\s+{_ABSENT}|{_ABSENT}|(?:{_WHO}\s+)?(?:{_HINDI}))(?:\s+{_BEHIND})*"
)


def says_nothing(statement: str) -> bool:
    """Tell whether a whole statement, in lower case and single spaces, only says that nothing was answered."""
    return _SILENT.fullmatch(statement) is not None
