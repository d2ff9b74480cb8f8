"""What a question asks for: a value, yes or no, steps, a list … by the form of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "value",
    "yes or no",
    "who",
    "when",
    "where",
    "why",
    "steps",
    "comparison",
    "code",
    "name",
    "list",
    "definition",
    "summary",
    "open",
]
"""What is asked for; “name” is that of a setting, function or command, “open” whatever no form tells."""

_THINGS = (
    r"(?:\w+[ -]){0,2}?(?:settings?|options?|parameters?|functions?|methods?|commands?|modules?|class(?:es)?|keywords?"
    r"|switch(?:es)?|flags?|variables?|attributes?|tools?|programs?|fields?|directives?|arguments?|operators?|types?"
    r"|statements?|property|properties|keys?|call)"
)
_MEASURES = (
    r"(?:\w+[ -]){0,2}?(?:default(?! \w+ing)|maximum|minimum|max|min|limits?|sizes?|time-?outs?|ports?|numbers?|amounts?"
    r"|values?|percentage|rate|versions?|length|width|height|weight|price|cost|age|capacity|precision|range|interval"
    r"|duration|temperature|threshold|level|count|score|probability|share|proportion)"
)
_AUXILIARY = (
    r"(?:is|are|was|were|am|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had"
    r"|isn't|aren't|don't|doesn't|didn't|can't|won't|wouldn't|hasn't|haven't|shouldn't)"
)
_START = r"(?:^|[.;:,!?–—]\s+|\b(?:and|but|so|or|then|also|tell me|say|know|check|if|whether)\s+)"
_WHICH = r"\b(?:what|which)(?:'s|’s)?(?: (?:is|are|was|were|would be))?(?: (?:the|its|their|my|your|a|an))? "

_FORMS: tuple[tuple[Kind, str], ...] = (
    ("comparison", r"\b(?:differences?|differs?|compared?|comparison|versus|vs\.?|distinction|distinguish\w*)\b"),
    ("comparison", rf"{_START}(?:which|what) (?:\w+ ){{1,3}}(?:better|faster|safer|larger|smaller|slower|cheaper)\b"),
    ("summary", r"\b(?:summar\w+|overview|in short|in a nutshell|main points?|gist)\b"),
    ("summary", r"\bwhat (?:is|are|does) (?:the |this |that )?(?:\w+ ){0,3}(?:chapter|document|section|page|file|report|manual)"
     r"(?: \w+){0,3} (?:about|cover)"),
    ("code", r"\b(?:snippets?|example code|code (?:example|sample)|sample code|one-?liner|show me (?:the |some |a )?code"
     r"|command ?line|syntax|what (?:do|should|must|can) i (?:type|write|enter|run|pass|put)|what to type"
     r"|(?:what|which)(?: is| are)?(?: the)? (?:command|statement|query|code))\b"),
    ("value", r"\bhow (?:many|much|long|large|big|often|old|wide|tall|deep|high|far|fast|soon|late|short|small|heavy|thick"
     r"|hot|cold|strong|frequently|precise|accurate)\b"),
    ("when", rf"{_START}(?:(?:since|until|from|by) )?(?:when|(?:what|which) (?:time|date|year|day|month))\b"),
    ("who", rf"{_START}(?:(?:to|from|by|with|for) )?(?:who|whom|whose|(?:what|which) (?:\w+ )?(?:person|people|company|author)s?)\b"),
    ("where", rf"{_START}(?:(?:to|from|in|at|on) )?(?:where|(?:what|which) (?:\w+ )?(?:file|folder|directory|path|place|location|address)(?:e?s)?)\b"),
    ("why", rf"{_START}(?:why|how come|for what reason)\b|{_WHICH}(?:reasons?|causes?|rationale)\b"),
    ("value", rf"{_WHICH}{_MEASURES}\b"),
    ("list", rf"{_WHICH}(?:\w+ ){{0,3}}?(?:kinds|types|ways|options|settings|parameters|methods|functions|steps|things|files"
     r"|reasons|values|formats|modes|levels|names|fields|columns|arguments|requirements|conditions|possibilities|choices"
     r"|commands|examples|categories|classes|states|members|parts|items|rules|tools|features)\b"),
    ("list", r"^(?:please )?(?:list|name|enumerate|give me (?:a list|all)|show (?:me )?(?:a list|all))\b"),
    ("name", rf"{_WHICH}{_THINGS}\b"),
    ("steps", r"\b(?:how (?:do|does|can|could|should|would|must|might) (?:i|you|we|one|someone|somebody|a|an|the|my)|how to"
     r"|steps|procedure|step by step|walk me through|what (?:do|must|should) (?:i|we|you|one) do|way to|ways? of"
     r"|what(?:'s| is| are) needed to|how (?:is|are|do|does))\b"),
    ("definition", r"\b(?:what (?:is|are|was|were)|what(?:'s|’s)|what does .{1,60} (?:mean|do|stand for)|what do .{1,60} (?:mean|do)"
     r"|meaning|define|definition|explain|describe|purpose of|tell me about)\b"),
    ("yes or no", rf"(?:^|[.;:,!?–—]\s+){_AUXILIARY}\s+(?!you (?:tell|explain|show|give|list))\w+"),
    ("yes or no", rf"\b(?:and|but|so|or|then|also|tell me|know|check)\s+(?:(?:if|whether)\s+|{_AUXILIARY}\s+)"
     r"(?:i|you|we|it|they|he|she|there|the|an?|this|that|these|those|my|its)\b"),
    ("steps", r"\bhow\b"),
    ("name", r"\b(?:which|what)\b"),
)  # fmt: skip
_FORMS_COMPILED = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _FORMS)
_DEFAULT = re.compile(
    r"\b(?:defaults?|by itself|out of the box|unless|if (?:i|you|we|one|nothing|nobody)\b.{0,40}\b(?:not|n't|nothing|no|leave)"
    r"|without (?:setting|changing|saying|specifying)|normally|initially|(?:don't|do not) (?:say|set|change|specify|touch))",
    re.IGNORECASE,
)
_QUOTED_AWAY = re.compile(r"“[^”]*”|\"[^\"]*\"|`[^`]*`")


@dataclass(frozen=True)
class Need:
    """What a question asks for, and whether it asks for what holds where nobody says otherwise."""

    kind: Kind
    default: bool = False


def need_of(question: str) -> Need:
    """Tell what a question asks for by its form; the first form that fits decides. English; others are open."""
    text = _QUOTED_AWAY.sub("“ ”", " ".join(question.split()))
    kind = next((kind for kind, form in _FORMS_COMPILED if form.search(text)), "open")
    return Need(kind, _DEFAULT.search(text) is not None)
