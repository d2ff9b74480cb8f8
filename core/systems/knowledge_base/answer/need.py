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


def _any(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


_THINGS = _any(
    "settings? options? parameters? functions? methods? commands? modules? class(?:es)? keywords? switch(?:es)? flags?"
    " variables? attributes? tools? programs? fields? directives? arguments? operators? types? statements? property"
    " properties keys? call"
)
_MEASURES = _any(
    r"default(?!\s\w+ing) maximum minimum max min limits? sizes? time-?outs? ports? numbers? amounts? values?"
    " percentage rate versions? length width height weight price cost age capacity precision range interval duration"
    " temperature threshold level count score probability share proportion"
)
_SORTS = _any(
    "kinds sorts types ways options settings parameters methods functions steps things files reasons values formats"
    " modes levels names fields columns arguments requirements conditions possibilities choices commands examples"
    " categories classes states members parts items rules tools features"
)
_DEGREES = _any(
    "many much long large big often old wide tall deep high far fast soon late short small heavy thick hot cold strong"
    " frequently precise accurate"
)
_AUXILIARY = _any(
    "is are was were am do does did can could may might must should shall will would has have had isn't aren't don't"
    " doesn't didn't can't won't wouldn't hasn't haven't shouldn't"
)
_SUBJECT = _any("i you we it they he she there the an? this that these those my its")
_START = r"(?:^|[.;:,!?–—]\s+|\b(?:and|but|so|or|then|also|tell me|say|know|check|if|whether)\s+)"
_WITHIN = r"(?:(?:since|until|from|by|in|on|at|during) )?"
_WHICH = r"\b(?:what|which)(?:['’]s)?(?: (?:is|are|was|were|would be))?(?: (?:the|its|their|my|your|a|an))? "
_WHICH_ONE = r"what(?:['’]s| is| are) (?:an? )?"  # “What is salvage value?” does not ask for the value of anything
_EXTREMES = _any("default maximum minimum max min the its my your their this that")
_SOME = r"(?:\w+[ -]){0,2}?"
_BETTER = _any("better faster safer larger smaller slower cheaper")
_PEOPLE = r"(?!(?:do|does|did|can|should|would|is|are) )(?:\w+ )?(?:persons?|people|company|companies|authors?)"
_PLACES = _any("files? folders? director(?:y|ies) paths? places? locations? address(?:es)?")
_ONE = _any("i you we one someone somebody a an the my")

_FORMS: tuple[tuple[Kind, str], ...] = (
    ("comparison", r"\b(?:differences?|differs?|compared?|comparison|versus|vs\.?|distinction|distinguish\w*)\b"),
    ("comparison", rf"{_START}(?:which|what) (?:\w+ ){{1,3}}{_BETTER}\b"),
    ("summary", r"\b(?:summar\w+|overview|in short|in a nutshell|main points?|gist)\b"),
    (
        "summary",
        rf"\bwhat (?:is|are|does) {_SOME}(?:chapter|document|section|page|file|report|manual)\b.* (?:about|cover)",
    ),
    ("code", r"\b(?:snippets?|example code|code (?:example|sample)|sample code|one-?liner|command ?line|syntax)\b"),
    ("code", r"\bshow me (?:the |some |a )?code\b|\bwhat to type\b"),
    ("code", r"\bwhat (?:do|should|must|can) i (?:type|write|enter|run|pass|put)\b"),
    ("code", r"\b(?:what|which)(?: is| are)?(?: the)? (?:command|statement|query|code)\b"),
    ("value", rf"\bhow {_DEGREES}\b|\bwhat (?:does|do|did|will|would) .{{1,60}} (?:cost|weigh|measure)\b"),
    (
        "when",
        rf"{_START}{_WITHIN}(?:when (?={_AUXILIARY}\b)|(?:what|which) (?:time|date|year|day|month)\b)"
        rf"|(?:^|\b(?:tell me|say|know|check)\s+){_WITHIN}when\b",
    ),
    ("who", rf"{_START}(?:(?:to|from|by|with|for) )?(?:who|whom|whose|(?:what|which) {_PEOPLE})\b"),
    ("where", rf"{_START}(?:(?:to|from|in|at|on) )?(?:where|(?:what|which) (?:\w+ )?{_PLACES})\b"),
    ("why", rf"{_START}(?:why|how come|for what reason)\b|{_WHICH}(?:reasons?|causes?|rationale)\b"),
    ("name", rf"{_WHICH}{_THINGS}\b(?! of\b)"),
    ("definition", rf"^{_WHICH_ONE}(?!{_EXTREMES}\b)\w+ {_MEASURES}\W*$"),
    ("value", rf"{_WHICH}{_SOME}{_MEASURES}\b"),
    ("list", rf"{_WHICH}{_SOME}{_SORTS}\b"),
    ("list", r"^(?:please )?(?:list|name|enumerate|give me (?:a list|all)|show (?:me )?(?:a list|all))\b"),
    ("name", rf"{_WHICH}{_SOME}{_THINGS}\b"),
    ("steps", rf"\bhow (?:do|does|can|could|should|would|must|might) {_ONE}\b|\bhow (?:to|is|are|do|does)\b"),
    ("steps", r"\b(?:steps|procedure|step by step|walk me through|way to|ways? of)\b"),
    ("steps", r"\bwhat (?:do|must|should) (?:i|we|you|one) (?:(?:have|need) to )?do\b"),
    ("steps", r"\bwhat(?:['’]s| is| are) needed to\b"),
    ("definition", r"\bwhat(?: (?:is|are|was|were)|['’]s)\b|\bwhat (?:does|do) .{1,60} (?:mean|do|stand for)\b"),
    ("definition", r"\b(?:meaning|define|definition|explain|describe|purpose of|tell me about)\b"),
    ("yes or no", rf"(?:^|[.;:,!?–—]\s+){_AUXILIARY}\s+(?!you (?:tell|explain|show|give|list))\w+"),
    ("yes or no", rf"\b(?:and|but|so|or|then|also) {_AUXILIARY} {_SUBJECT}\b|\b(?:if|whether) {_SUBJECT}\b"),
    ("steps", r"\bhow\b"),
    ("name", r"\b(?:which|what)\b"),
)
_COMPILED: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(form, re.IGNORECASE)) for kind, form in _FORMS
)
_DEFAULT = re.compile(
    r"\b(?:defaults?|by itself|out of the box|unless|normally|initially|without (?:setting|changing|specifying))\b"
    r"|\bif (?:i|you|we|one|nothing|nobody)\b.{0,40}\b(?:not|nothing|no|leave)\b|\bif (?:i|you|we|one)\b.{0,40}n['’]t\b"
    r"|\b(?:don['’]t|do not) (?:say|set|change|specify|touch)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|`[^`]*`")


@dataclass(frozen=True)
class Need:
    """What a question asks for, the words that say so, and whether it asks what holds where nobody says otherwise."""

    kind: Kind
    said: str = ""
    default: bool = False


def need_of(question: str) -> Need:
    """Tell what a question asks for by its form; the first form that fits decides. English; others are open."""
    text = _QUOTED.sub("“ ”", " ".join(question.split()))
    found = next(((kind, match.group()) for kind, form in _COMPILED if (match := form.search(text))), None)
    default = _DEFAULT.search(text) is not None
    return Need(found[0], found[1].strip(" .;:,!?–—"), default) if found else Need("open", default=default)
