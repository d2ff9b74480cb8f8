"""Whether a statement says that nothing was answered: somebody refused, was not there, or gave no answer.

It must be said of somebody's answer and of nothing else: whoever “refuses to work” answers. The words are data:
assets/lexicon/no_answer.csv.
"""

from __future__ import annotations

import re

from core.language.lexicon import alternatives, word_groups

_ONE_OF = {kind: f"(?:{alternatives(words)})" for kind, words in word_groups("no_answer").items()}
_WHO = rf"(?:{_ONE_OF['before who']}\s+)*{_ONE_OF['who']}"
_SAY = rf"{_ONE_OF['answers']}(?:ing)?"
_NOT = r"(?:not|n['’]?t|never)"
_REFUSES = (
    r"(?:(?:has|have|had|is|was|were|are)\s+)?(?:"
    rf"(?:{_ONE_OF['how refused']}\s+)?{_ONE_OF['refuses']}\s+(?:to\s+)?{_SAY}"
    rf"|(?:{_ONE_OF['unwilling']}|{_NOT} {_ONE_OF['willing']})\s+(?:to|in)\s+{_SAY}"
    rf"|(?:do|does|did|would)\s?{_NOT} {_ONE_OF['wants']}(?: to)? {_SAY}"
    rf"|{_NOT} want(?:ing)? to {_SAY}"
    rf"|(?:would|will|could|can|do|does|did)\s?{_NOT} {_SAY}"
    rf"|(?:would rather|prefer(?:s|red)?|chose|chooses) (?:not|n['’]?t)(?: to)? {_SAY}|wo\s?n['’]?t {_SAY})"
)
_ABSENT = (
    r"(?:(?:has|have|had|is|was|were|are|could)\s+)?(?:been\s+|be\s+)?"
    rf"(?:{_NOT}\s+(?:be\s+)?{_ONE_OF['there']}|{_ONE_OF['away']})"
)
_GAVE = (
    rf"(?:no|nil|without(?: any)?) {_ONE_OF['no such thing']}(?:\s+(?:was|were|has been|is))?(?:\s+{_ONE_OF['given']})?"
    rf"|{_ONE_OF['not given']}(?:\s+(?:was|were|is|has been))?\s+not\s+{_ONE_OF['given']}"
    rf"|could not be {_ONE_OF['could not be']}"
    r"|(?:door|house)(?: (?:is|was))? locked"
)
_HINDI = (
    r"(?:ghar (?:par|pe|mein|me) )?(?:koi )?nah[ie]+n? (?:mila|mile|mili|the|tha|thi|hai|hain)"
    r"|(?:koi )?(?:jawaa?b|uttar) (?:dene se )?(?:mana|inkaa?r|nah[ie]+n?)"
    r"(?: (?:kiya|kar diya|diya|de raha|dete|mila))?"
    r"|(?:batane|bolne|bataane|jawaa?b dene) se (?:saaf )?(?:mana|inkaa?r)(?: (?:kiya|kar diya|karta|karti))?"
    r"|(?:batana|bolna|kehna|bataana|jawaa?b dena) nah[ie]+n? (?:chaa?hta|chaa?hti|chaa?hte)"
)
_SILENT = re.compile(
    rf"(?:(?:{_WHO}\s+)?(?:{_REFUSES}|{_GAVE})|{_WHO}\s+{_ABSENT}|{_ABSENT}|(?:{_WHO}\s+)?(?:{_HINDI}))"
    rf"(?:\s+{_ONE_OF['behind']})*"
)


def says_nothing(statement: str) -> bool:
    """Tell whether a whole statement, in lower case and single spaces, only says that nothing was answered."""
    return _SILENT.fullmatch(statement) is not None
