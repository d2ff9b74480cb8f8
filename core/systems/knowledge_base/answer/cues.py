"""What in a text has the form of what is asked for: a number of the right unit, a reason, a path, an instruction.

Forms alone; whether a text speaks of the matter is measured elsewhere. English.
"""

from __future__ import annotations

import re
from functools import lru_cache

from core.language.quantities import quantities
from core.language.terms import analyse
from core.systems.knowledge_base.answer.need import Need
from core.systems.knowledge_base.answer.units import Unit
from core.systems.knowledge_base.search.follow_up import topic_of

_IDENTIFIER = re.compile(
    r"(?<!\w)(?:--?[A-Za-z][\w-]*|\w+_\w+(?:\(\))?|\w+\(\)|[a-z]+[A-Z]\w*|[A-Za-z]\w*\.[a-z]\w+(?:\.\w+)*"
    r"|[A-Z][A-Z_]{2,}|\\[a-z]+)(?!\w)"
)
_OPENERS = "The|An?|This|That|These|Those|In|On|At|For|If|When|Our|Your|All|Each|Every|No|Any|What|Who|How|Why|It|We"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_FORMS: dict[str, re.Pattern[str]] = {
    "who": re.compile(
        rf"\b(?!(?:{_OPENERS})\b)[A-Z][^\W\d_]+(?: [A-Z]\.)? [A-Z][^\W\d_]+\b|\b\S+@\S+\b"
        r"|\b(?:Mr|Mrs|Ms|Dr|Prof)\. ?[A-Z]|(?<=[a-z,:] )[A-Z][^\W\d_]+(?= \()"
    ),
    "when": re.compile(
        rf"\b(?:1[5-9]|20)\d\d\b|\b(?:{_MONTHS})\b"
        r"|\b(?i:when|after|before|once|at|during|every|until|as soon)\b"
    ),
    "where": re.compile(
        r"(?<![\w/])~?/?(?:[\w.-]+/)+[\w.-]*|(?<!\w)\.?\w+\.(?:conf|cf|py|html?|txt|ini|cfg|log|json|xml|pdf|csv)\b|\$\w+"
        r"|\b(?i:room|floor|building|street|road|office|hall|desk|cabinet|shelf|drawer|reception|folder|menu)\b"
        r"|\b(?:in|at|near|from|to) (?:the )?[A-Z][^\W\d_]+"
    ),
    "why": re.compile(
        r"\b(?:because|since|so that|in order to|to (?:avoid|prevent|ensure|allow|protect|make sure)|otherwise|due to"
        r"|thus|therefore|hence|reasons?|as a result|this (?:allows|prevents|means|is because|makes|ensures|avoids)"
        r"|would|danger\w*|risk\w*|cause[sd]?)\b",
        re.IGNORECASE,
    ),
    "steps": re.compile(
        r"^(?:\d+[.)] |to \w+.{0,80}?,? |first|then|next|finally|you (?:can|must|should|need|have to|may)"
        r"|(?:use|run|set|add|create|call|type|specify|execute|enter|choose|select|make|edit|open|start|install|put"
        r"|write|click|press|see|remove|delete|copy|change|check|define|turn|enable|disable|issue|pass)\b)"
        r"|\b(?:you can|can be (?:done|used|set|achieved|changed)|use the|using|by (?:setting|using|calling|running"
        r"|adding))\b",
        re.IGNORECASE,
    ),
    "comparison": re.compile(
        r"\b(?:than|whereas|while|unlike|but|instead|differences?|differs?|both|in contrast|compared|other hand)\b",
        re.IGNORECASE,
    ),
    "definition": re.compile(
        r"^(?:\w+\W+){0,6}?(?:is an?|are|means|refers? to|stands? for|is the|is used|describes|represents|consists?"
        r"|contains?|specif\w+|determin\w+|controls?|sets?)\b",
        re.IGNORECASE,
    ),
    "list": re.compile(r":\s*$|,.*,", re.DOTALL),
    "yes or no": re.compile(
        r"\b(?:can(?:not)?|must|may|might|should|only|never|always|not|no|allow(?:s|ed)?|permit\w*|possible"
        r"|impossible|support\w*|require[sd]?|unable|able|unless|default|forbidden|prohibited|ignored|need)\b|n['’]t\b",
        re.IGNORECASE,
    ),
}
_FORMS["summary"] = _FORMS["definition"]
_KINDS: dict[str, tuple[str, ...]] = {
    "code": ("code",),
    "list": ("item",),
    "definition": ("definition",),
    "summary": ("definition",),
    "steps": ("code",),
}
_OPENING = 6  # words
_DEFAULT = re.compile(r"\b(?:defaults?|unless|if (?:not|no|omitted)|normally)\b", re.IGNORECASE)
_LEANS = re.compile(
    r"(?:\(|(?:this|it|these|those|they|such|that|its|their|however|also|otherwise|therefore|thus|hence"
    r"|for (?:example|instance))\b)",
    re.IGNORECASE,
)
_DIMENSIONS = (
    (
        "time",
        re.compile(
            r"\bhow (?:long|often|soon|old|frequently|late)\b|\b(?:time|duration|interval|delay|period|seconds|minutes"
            r"|hours|days)\b",
            re.IGNORECASE,
        ),
    ),
    ("information", re.compile(r"\b(?:size|memory|disk|space|big|large|bytes?|storage)\b", re.IGNORECASE)),
    ("percent", re.compile(r"\b(?:percent\w*|share|proportion|fraction|rate)\b|%", re.IGNORECASE)),
)


def fits(need: Need, unit: Unit, question: str) -> bool:
    """Whether a unit has the form of what is needed."""
    if need.kind in _KINDS and unit.kind in _KINDS[need.kind]:
        return True
    if need.kind == "value":
        return has_fitting_number(question, unit.text)
    if need.kind in ("code", "name"):
        return names_something_new(question, unit.text)
    form = _FORMS.get(need.kind)
    return form is not None and form.search(unit.text) is not None


def opens_with_topic(question: str, text: str) -> bool:
    """Whether a text begins with the thing that a question is about: “α weighs …” of “What does α do?”."""
    topic = frozenset(analyse(topic_of(question)))
    opening = " ".join(text.split(maxsplit=_OPENING)[:_OPENING])
    return bool(topic) and topic <= frozenset(analyse(opening))


def has_fitting_number(question: str, text: str) -> bool:
    """Whether a text has a number that the question does not have, in the unit it asks for where it asks for one."""
    asked = {value for value, _ in _numbers(question)}
    wanted = next((dimension for dimension, form in _DIMENSIONS if form.search(question)), "")
    return any(value not in asked and wanted in ("", dimension) for value, dimension in _numbers(text))


def names_something_new(question: str, text: str) -> bool:
    """Whether a text names a setting, function or command that the question does not name."""
    asked = question.lower()
    return any(match.group().lower().strip("()") not in asked for match in _IDENTIFIER.finditer(text))


def says_default(text: str) -> bool:
    """Whether a text speaks of what holds where nobody says otherwise."""
    return _DEFAULT.search(text) is not None


def leans_on_another(text: str) -> bool:
    """Whether a text begins as one that goes on from another: “It is …”."""
    return _LEANS.match(text) is not None


@lru_cache(maxsize=20_000)
def _numbers(text: str) -> tuple[tuple[float, str], ...]:
    return tuple((one.value, one.dimension) for one in quantities(text) if one.dimension != "ordinal")
