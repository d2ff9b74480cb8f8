"""Which side of the search a question should trust: its class, and λ within the range of that class.

λ is the weight of the search by meaning (vectors), 1 − λ that of the search by words. A question for a fact, a name or
a number must find those very words, so its λ is low; a question for an idea may find it in other words, so its λ is
high. The words of the question decide the class; what the two searches find moves λ within its range.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.language.terms import analyse
from core.retrieval.fusion import Found
from core.systems.knowledge_base.answer.question_terms import names_in
from core.systems.knowledge_base.state import QueryType

RANGES: dict[QueryType, tuple[float, float]] = {
    "factual": (0.1, 0.3),
    "version-specific": (0.3, 0.5),
    "balanced": (0.3, 0.7),
    "conceptual": (0.8, 1.0),
}
"""The λ that each class allows. The specification gives conceptual questions 0.7 … 1.0 and tests them at 0.8 … 1.0."""

START: dict[QueryType, float] = {"factual": 0.25, "version-specific": 0.4, "balanced": 0.5, "conceptual": 0.85}
"""Where λ stands before anything was searched."""


@dataclass(frozen=True)
class Feature:
    """One thing that was noticed, in words, and the class it speaks for (None: it only moves λ within the range)."""

    name: str
    noticed: str
    speaks_for: QueryType | None = None


@dataclass(frozen=True)
class LambdaWeight:
    """The class of a question, λ, and what set them."""

    type: QueryType
    lambda_mult: float
    features: list[Feature]


# --- what the words of the question say -------------------------------------------------------------------------------

_VERSION = re.compile(
    r"\bv\d+(?:\.\d+)*\b|\b(?:version|release|edition)s?\s+\d"
    r"|(?<!than )(?<!of )(?<!by )(?<!at )(?<!about )(?<![=<>] )\b\d+(?:\.\d+){1,3}\b(?!\s*%)"
    r"|\b[A-Z][A-Za-z+#]*[ -]\d{1,3}\b(?!\s*(?:%|percent|times|days?|years?|hours?|minutes?|seconds?|[kmgt]b)\b)"
    r"|\b(?:latest|newest|current|previous|next|older|newer)\s+(?:version|release)s?\b|\bnew in\b"
)
_ASKS_FOR_A_FACT = re.compile(
    r"^(?:when|who|whose|where|which (?:year|version|date|port|file))\b"
    r"|\bhow (?:many|much|long|large|big|old|often|fast|tall|far|high)\b"
    r"|(?:^|[,;:] )(?:and )?(?:what|which)(?:'s| is| are| was| were)? (?:the |its |their )?"
    r"(?:\w+ ){0,2}(?:default|maximum|minimum|max|min|limit|size|price|cost|port|date|year|version|number|name|value"
    r"|address|unit|length|capacity|weight|height|range|requirements?|specifications?|specs|codes?|commands?|options?"
    r"|parameters?|settings?|variables?|flags?|functions?|keyword|statement|extension|license|author|password|location"
    r"|format|syntax|capital|population|founder|ceo|formula|abbreviation)\b"
    r"|\b(?:default value|release date|price of|cost of|stands? for|specifications? (?:of|for))\b",
    re.IGNORECASE,
)
_EXACT_NAME = re.compile(
    r"\"[^\"]{2,}\"|“[^”]{2,}”|`[^`]+`|(?<!\w)'[^']{2,}'(?!\w)"  # what was put in quotation marks
    r"|\b\w*[A-Za-z0-9]_[A-Za-z0-9]\w*\b|\b[a-z]+[A-Z]\w*\b|\b\w+\(\)"  # max_connections, parseInt, now()
    r"|(?<!\w)(?:--[a-z][\w-]*|-[A-Za-z])(?![\w-])|\\[a-z]+\b"  # --force, -v, \d
    r"|\b[\w-]+\.(?:conf|py|js|json|yaml|yml|txt|csv|toml|ini|exe|sh|html|pdf|so)\b"
    r"|\b[A-Z]{1,4}-?\d{2,}\w*\b|\b0x[0-9a-f]+\b|(?<![\w.])\d{4,}(?![\w.])"  # E11000, 23505
)
_COMPARES_OR_TEACHES = re.compile(
    r"\b(?:vs\.?|versus|compared (?:to|with)|comparison|compare|better than|or rather|alternatives? to|pros and cons)\b"
    r"|^how (?:do|can|could|should|would|must) (?:i|you|we|one)\b|\bhow to\b|\b(?:tutorial|guide|walkthrough|recommend"
    r"|best (?:way|practices?)|step by step|examples? of|set ?up|getting started)\b",
    re.IGNORECASE,
)
_IDEA = (
    r"(?:concepts?|ideas?|meaning|theory|principles?|philosophy|intuition|purpose|rationale|motivation|role|nature"
    r"|significance|implications?|mechanisms?|fundamentals?)"
)
_ASKS_FOR_AN_IDEA = re.compile(
    r"^(?:so |and |but |please |can you |could you )*(?:explain|describe|define|why|what does .+ mean|tell me about)\b"
    r"|^how (?:do|does|did|is|are) (?!i\b|you\b|we\b|one\b)"
    rf"|^(?:what(?:'s| is| are) )?(?:the )?(?:\w+ )?{_IDEA} (?:of|behind|for|in)\b"
    r"|^(?:what(?:'s| is| are|) )(?:a |an |the )?(?!default|maximum|minimum)[^,;:]+$"
    r"|\b(?:understand|conceptually|in essence|in general terms)\b",
    re.IGNORECASE,
)
_LONG = 7  # words to look for: who asks for an idea names it in fewer; a longer question brings the words of its answer


def weigh(question: str) -> LambdaWeight:
    """Tell the class of a question by its wording alone, and the λ it starts from.

    The first that fits decides: a stated version, a fact asked for, an exact name, a comparison or instruction, an idea
    asked for. None fits: balanced. Of a question without any word to look for nothing is known: factual, as the
    specification's default of 0.25 says.
    """
    text = " ".join(question.split())
    terms = analyse(text)
    features = [Feature("length", f"{len(terms)} word{'s' * (len(terms) != 1)} to look for")]
    if not terms:
        return LambdaWeight("factual", START["factual"], features)
    version, fact, name = _VERSION.search(text), _ASKS_FOR_A_FACT.search(text), _EXACT_NAME.search(text)
    teaches, idea = _COMPARES_OR_TEACHES.search(text), _ASKS_FOR_AN_IDEA.search(text)
    if version:
        features.append(Feature("version", f"names “{version.group().strip()}”", "version-specific"))
    if fact:
        # Only who names a thing finds it by its words: others say “placeholders” for parameters.
        asked = f"asks for a fact: “{fact.group().strip()}”"
        features.append(Feature("fact", asked, "factual" if name or names_in(text) else "balanced"))
    if name and len(terms) <= 2 * _LONG:
        features.append(Feature("exact name", f"names “{name.group().strip()}”", "balanced" if teaches else "factual"))
    if teaches:
        features.append(Feature("instruction or comparison", f"says “{teaches.group().strip()}”", "balanced"))
    if idea and len(terms) < _LONG:
        features.append(Feature("idea", f"asks for an idea: “{idea.group().strip()}”", "conceptual"))
    if version and fact:  # both ranges allow 0.3
        return LambdaWeight("version-specific", 0.3, features)
    type: QueryType = next((feature.speaks_for for feature in features if feature.speaks_for), "balanced")
    return LambdaWeight(type, START[type], features)


def keep_within_range(type: QueryType, lambda_mult: float, reason: str, question: str) -> LambdaWeight:
    """Bring what a model decided about a question into the range of the class, beside what the wording shows."""
    low, high = RANGES[type]
    lambda_mult = min(max(lambda_mult, low), high) if math.isfinite(lambda_mult) else START[type]
    own = weigh(question)
    if own.type == type and own.lambda_mult == lambda_mult:
        return own
    return LambdaWeight(type, lambda_mult, [Feature("judged", reason, type), *own.features])


# --- what the two searches say ----------------------------------------------------------------------------------------

SPREAD = 0.065  # the standard deviation of the best cosines at which both sides are trusted as the class has it
SPREAD_REACH = 0.03
REACH: dict[QueryType, float] = {"factual": 0.05, "version-specific": 0.1, "balanced": 0.1, "conceptual": 0.05}
"""How far the evidence may move λ from where the class put it."""
_LOOKED_AT = 50


def adjust_lambda(weight: LambdaWeight, lists: Sequence[Found]) -> LambdaWeight:
    """Move λ within the range of its class by how clearly the search by meaning parts good from bad.

    Where the cosines of the first fifty differ much, that search knows what it found and weighs more; where all are
    alike, it guesses. The deviation of the scores of a list is the known predictor "normalised query commitment"
    (Shtok, Kurland, Carmel, "Predicting query performance by query drift estimation", 2009).
    """
    cosines = [raw for found in lists if found.side == "vector" for _, raw in found.hits[:_LOOKED_AT]]
    if len(cosines) < _LOOKED_AT:
        return weight  # of a small collection every passage is found, good or bad: the deviation says nothing
    spread = float(np.std(cosines))
    move = REACH[weight.type] * min(max((spread - SPREAD) / SPREAD_REACH, -1.0), 1.0)
    low, high = RANGES[weight.type]
    lambda_mult = round(min(max(weight.lambda_mult + move, low), high), 3)
    moved = lambda_mult - weight.lambda_mult
    noticed = f"the cosines of the first {_LOOKED_AT} spread by {spread:.3f}; λ moves by {moved:+.2f}"
    return replace(weight, lambda_mult=lambda_mult, features=[*weight.features, Feature("spread", noticed)])
