"""What the words of a request already tell of the attributes of a job, so that nobody is asked what they have said.

`attribute_cues.csv` holds words that tell a value; what the work is about is told by the words of the value itself.
Indian words are read as the English that they mean before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import prod

from core.language.terms import analyse
from core.language.tokens import words
from core.systems.nco_classification.decision.own_words import terms_of
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer, Wording
from core.systems.nco_classification.index.tables import table_rows
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.words.content import LAST_CLASS, LAST_PRIMARY

AGAINST = 0.3
"""What is left of the share of a family whose people would not have said so, for each attribute."""
# Whom people teach tells most: a class has a number. What they do tells much; where it is done and with what, less: a
# school has a cook too.
_AGAINST_OF = {"pupils": 0.02, "activity": 0.1, "role": 0.2, "place": 0.5, "tool": 0.5}
_ABOUT, _DOES, _TEACH = "object", "activity", "teach"
_PRIVATE = "private"
_DECIDING = frozenset({"pupils", "produce"})
_NO_PUPILS = frozenset({"nobody"})
_NOT_OF_IT = _NO_PUPILS | {"neither"}  # values of work of which the attribute tells nothing
_IN_SCHOOL = re.compile(r"\b(?:school|college|vidyala?ya?)\b|स्कूल|विद्यालय|कॉलेज|पाठशाला", re.IGNORECASE)
_CLASS = re.compile(  # also as the languages of India have it, in Latin letters
    r"(?:class(?:es)?|grade|standard|std|kla+ss?\w*|kaksha+\w*|va(?:gu|ku)pp\w*|taragat\w*|sh?ren[ie]+\w*|dhoran\w*"
    r"|jam[a]+t\w*|iyatt\w*)"
)
_NUMBER = re.compile(r"\d{1,2}(?!\d)")
_BEFORE = 5  # words between the first number and its class: “9 and 10th class”
_CUES = "attribute,value,cues"
_MOST_VALUES = 2  # that a word of their own words may tell: "goods" and "articles" are in many
# A manager's driver, a “doctor ka driver” (but not “silai ka kaam”) does not manage, and treats nobody.
_WHOSE = re.compile(r"\b\w+['’]s\b|(?<!\w)\w+\s+(?:k[aie]|का|की|के)(?!\w)(?!\s+(?:kaa?m|work|job|काम)(?!\w))", re.I)
# Whom somebody works under, or helps: no position of their own.
_UNDER = re.compile(r"\b(?:to|under|for|of|with|by)\s+(?:the\s+|an?\s+|my\s+)?\w+", re.I)

ToldValues = Mapping[str, frozenset[str]]
"""The values that were told, by attribute; only those of which any was."""


def told_by(text: str, normalizer: QueryNormalizer, wording: Wording | None = None, typed: str = "") -> ToldValues:
    """Find what words tell of each attribute, as they stand and as they are read in English (`wording`).

    `typed` are the words as they were typed, where `text` is not. What the people do of whom something is said is not
    what the respondent does: who recruits guards guards nothing.
    """
    own = _WHOSE.sub(" ", text)
    read = _terms(wording.english, normalizer) if wording else frozenset()
    said = _terms(text, normalizer) | read
    does = _terms(own, normalizer) | (read if own == text else frozenset())
    heard = {"activity": does, "role": _terms(_UNDER.sub(" ", own), normalizer)}
    told: dict[str, set[str]] = {}
    for attribute, value, cue in _cues():
        if cue <= heard.get(attribute, said):
            told.setdefault(attribute, set()).add(value)
    if wording and wording.others:
        theirs = {value for family in wording.others for value in load_attributes().values(_DOES, family)}
        told[_DOES] = told.get(_DOES, set()) - theirs
    if _TEACH in told.get(_DOES, ()):
        told.setdefault("pupils", set()).update(_classes(wording))
    if _PRIVATE in told.get("pupils", ()) and not _IN_SCHOOL.search(typed or text):
        told["pupils"] = {_PRIVATE}  # whatever the class of the pupils, which was read as its school
        told.get("place", set()).discard("school")
    if told.get(_DOES) and _TEACH not in told[_DOES]:  # “primary school” tells the place, and not who is taught
        told["pupils"] = set(_NO_PUPILS)
    return {attribute: frozenset(values) for attribute, values in told.items() if values}


def _classes(wording: Wording | None) -> set[str]:
    """Read the numbers of classes where the English reading has them: “9 and 10” beside a word for class."""
    spoken = words(f"{wording.latin} | {wording.english}") if wording else []
    near = {
        int(found.group())
        for place, word in enumerate(spoken) if _CLASS.fullmatch(word)
        for other in spoken[max(0, place - _BEFORE) : place + 2] if (found := _NUMBER.match(other))
    }  # fmt: skip
    return {"primary" if number <= LAST_PRIMARY else "secondary" for number in near if 1 <= number <= LAST_CLASS}


def fits(family: str, told: ToldValues) -> float:
    """Tell how much of its share a family keeps for a question: 1 where it has all that was told, or may have any."""
    known = load_attributes()
    against = [
        attribute for attribute, values in told.items()
        if attribute != _ABOUT and (held := known.values(attribute, family)) and not held & values
    ]  # fmt: skip
    return prod(_AGAINST_OF.get(attribute, AGAINST) for attribute in against)


def speak_against(family: str, told: ToldValues) -> str:
    """Name the attribute by which words speak against a family, who is taught or for whom something is grown; "" for
    none.

    A word such as “nursery” or “sells” says nothing against work in which nobody is taught, and nothing is grown for
    anybody; that somebody teaches does.
    """
    known, teaches = load_attributes(), _TEACH in told.get(_DOES, ())
    for attribute in sorted(_DECIDING & told.keys()):
        held, values = known.values(attribute, family), told[attribute] - _NOT_OF_IT
        if held and values and held.isdisjoint(values) and (held - _NOT_OF_IT or (teaches and "nobody" in held)):
            return attribute
    return ""


def _terms(text: str, normalizer: QueryNormalizer) -> frozenset[str]:
    return terms_of(text, normalizer) | frozenset(words(text))


def _term(word: str) -> str:
    """Give the term of a word; a stop word of a phrase, as in “own shop”, stands for itself."""
    return next(iter(analyse(word)), word)


@cache
def _cues() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """List attribute, value, and terms that tell it where all of them are said."""
    listed = [
        (row["attribute"], row["value"], frozenset(_term(word) for word in words(cue)))
        for row in table_rows("attribute_cues.csv", _CUES)
        for cue in row["cues"].split(";")
    ]
    elsewhere = {term for _, _, cue in listed for term in cue}
    values = load_attributes().all[_ABOUT].values
    about = {value: set(analyse(told.english)) - elsewhere for value, told in values.items()}
    often = Counter(term for terms in about.values() for term in terms)
    return (
        *listed,
        *(
            (_ABOUT, value, frozenset([term]))
            for value, terms in about.items()
            for term in sorted(terms)
            if often[term] <= _MOST_VALUES
        ),
    )
