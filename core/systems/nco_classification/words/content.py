"""What of somebody's words tells of their work: not what they are not, were before, or live of; a class is a school.

Nothing is dropped silently: what is set aside is told with its reason. Words that would leave nothing are kept whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.language.conditions import conditions
from core.language.lexicon import alternatives
from core.language.numbers import HINDI_ORDINALS, ORDINALS
from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.nco_classification.words import frames
from core.systems.nco_classification.words.relatives import relatives
from core.systems.nco_classification.words.standing import read_standing

BESIDE = "says nothing about the work that is told beside it"
DENIED = "is said not to be the work"
BEFORE = "was the work before"
OTHERS = "tells of somebody else's work"
ALONE = "is taken for the person who is asked about: nobody else's work is told"
_DENIES = re.compile(r"^(?:not|never|no longer)\b|\bnah[ie]", re.IGNORECASE)
_LOOSE = re.compile(r"\s+([,;.:)])")
_HELPS = re.compile(r"\b(?:does|do|did|is|am|are|was)\s*$", re.IGNORECASE)
_KEPT = re.compile(r"elsewhere|otherwise|only|without", re.IGNORECASE)  # “not elsewhere classified” is a title
_ENDS = r"(?=[,;.।]|\bnow\b|\bab\b|\bbut\b|\bat present\b|\bpresently\b|(?<!\S)(?:अब|लेकिन)(?!\S)|$)"
_WHO = r"(?:(?:main|mai|mein|hum|ham|wo|woh|vah|i|he|she|we|they|मैं|हम|वह|वो|वे)\s+)?"
_STARTS = rf"(?:(?<=[,;.।])|^|\band\b|\baur\b)\s*{_WHO}"
_EARLIER = re.compile(
    rf"{_STARTS}(?:formerly|previously|earlier|before this|before that|(?:pehle|pahle)(?!\s+se\b)"
    rf"|पहले(?!\s+से(?!\S))|used to (?:be|work as|do)|used to)(?!\w)[^,;.।]*?{_ENDS}",
    re.IGNORECASE,
)
_PAST = re.compile(  # “was a soldier, now …”: set aside beside other work, and told alone it may be today's
    rf"^\W*(?:(?:i|he|she|we|they)\s+)?(?:(?:was|were|had been|worked)\b[^,;.]*?{_ENDS}"
    r"|(?:left|quit|gave up|stopped|lost)\s+[^,;.]*?(?=[,;.]|\bnow\b|\band\b|\bto\b|\bbut\b))"
    rf"|{_STARTS}[^,;.]*?\b(?:was|were|worked|tha|thi)\b[^,;.]*?\b(?:earlier|before|previously|pehle|pahle)\s*(?=[,;.]|$|but|now)"
    rf"|^[^,;.]*?\b(?:earlier|formerly|previously)\s*(?=[,;.])"
    r"|^[^,;.।]*?(?<!\w)(?:tha|thi|था|थी|थे)\s*[,;.।]?\s*(?=(?:ab|अब)(?!\S))",  # “main darzi tha, ab …”
    re.IGNORECASE,
)
_NAHI = re.compile(
    r"(?:^|(?<=[,;.]))(?P<denied>[^,;.]*?\b(?:nahi|nahin|nahee|नहीं|नही)(?!\w))(?P<rest>[^,;.]*)", re.IGNORECASE
)
_VERB = re.compile(
    r"^\s*(?:h[uo]+n?|hai|hain|हूँ|हूं|है|हैं)\s*$|^\s*\w*(?:ta|ti|te|tha|thi|na|ne|ता|ती|ते|था|थी|ना)\b", re.IGNORECASE
)
_ORDINALS = ORDINALS | HINDI_ORDINALS
_CLASSES = r"(?:class(?:es)?|grade|std|standard|kaksha|कक्षा|क्लास)"
_NTH = alternatives(_ORDINALS)
_CLASS = re.compile(
    rf"\b{_CLASSES}\s*(?:(?:no\.?|of)\s*)?(?:(?P<after>\d{{1,2}})(?:st|nd|rd|th)?\b|(?P<named>{_NTH})(?=[\s,;.)]|$))"
    r"(?:\s*(?:to|-|–|and|&)\s*\d{1,2}(?:th)?\b)?"
    r"|\b(?P<before>\d{1,2})(?:st|nd|rd|th)\s+(?:class|grade|std|standard|graders?)\b"
    rf"|(?<!\w)(?P<nth>{_NTH})(?:\s+{_CLASSES}(?=[\s,;.)]|$)|(?=\s+(?:ke|ki|के|की)\s+(?:bach|student|chhatr|बच्च|छात्र)))",
    re.IGNORECASE,
)
_TEACHES = re.compile(  # “padha hoon” is what somebody studied
    r"\b(?:teach\w*|tutor\w*|tuition|lectur\w*|school\w*|pupils?|padha(?!i\b|\s+(?:h|likh|th))\w*|shikshak|adhyapak)\b"
    r"|पढ़ा[तन]|पढ़ा[तन]|शिक्षक|अध्याप",
    re.IGNORECASE,
)
_PRIMARY, _SECONDARY = "primary school", "secondary school"
LAST_PRIMARY, LAST_CLASS = 8, 12  # the classification counts middle schools with the primary ones
_POSTSECONDARY = re.compile(r"\b(?:post[- ]?secondary|tertiary education|higher secondary college)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Aside:
    """Some words, `text[start:end]`, that do not tell what the work is, and why."""

    start: int
    end: int
    why: str


@dataclass(frozen=True)
class Content:
    """What tells of the work, in the user's own order, and what was set aside for it.

    `denies` where the words only say what the work is not; then nothing is set aside of them.
    """

    query: str
    aside: tuple[Aside, ...] = ()
    denies: bool = False


@lru_cache(maxsize=4_000)
def content(text: str) -> Content:
    """Set aside what does not tell what the work is; the whole text where nothing else is in it."""
    kept, asides, denies = text, [], False
    for aside in _asides(text):
        rest = kept[: aside.start] + " " * (aside.end - aside.start) + kept[aside.end :]
        if any(word not in STOP_WORDS for word in words(rest)):
            kept = rest
            asides.append(aside)
        else:
            denies = denies or _says_nothing_of_today(text, aside)
    if not asides:
        return Content(text, denies=denies)
    return Content(_LOOSE.sub(r"\1", " ".join(kept.split())).strip(" ,;"), tuple(asides), denies)


def _says_nothing_of_today(text: str, aside: Aside) -> bool:
    pattern = _DENIES if aside.why == DENIED else _EARLIER
    return aside.why in (DENIED, BEFORE) and pattern.search(text, aside.start, aside.end) is not None


def in_titles(text: str) -> str:
    """Say what is left as titles say it: “teaches class 2” as a primary school, “supervises masons” as a supervisor."""
    text = _POSTSECONDARY.sub("college university", text)
    if _TEACHES.search(text):
        text = _CLASS.sub(_school, text)
    return frames.turned(text)


def _school(match: re.Match[str]) -> str:
    word = match["named"] or match["nth"]
    number = _ORDINALS[word.lower()] if word else int(match["after"] or match["before"])
    if not 1 <= number <= LAST_CLASS:
        return match.group()
    return _PRIMARY if number <= LAST_PRIMARY else _SECONDARY


def _asides(text: str) -> Iterator[Aside]:
    told = relatives(text)
    for start, end in told.statements:
        yield Aside(start, end, OTHERS)
    if any(told.subject):
        yield Aside(*told.subject, ALONE)
    for start, end in read_standing(text).aside:
        yield Aside(start, start + len(text[start:end].rstrip()), BESIDE)
    for one in conditions(text):
        if one.kind == "negation" and not _KEPT.search(one.text):
            yield Aside(*_widened(text, one.start, one.end), DENIED)
    for pattern in (_EARLIER, _PAST):
        for match in pattern.finditer(text):
            yield Aside(*match.span(), BEFORE)
    for match in _NAHI.finditer(text):
        whole = not words(match["rest"]) or _VERB.match(match["rest"])
        yield Aside(match.start(), match.end() if whole else match.end("denied"), DENIED)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Take what stands with a denial: “does” before “not sell”, and all of “(other than oil and gas)”."""
    if text[:start].rstrip().endswith("(") and ")" in text[end:]:
        return text.rindex("(", 0, start), text.index(")", end) + 1
    helps = _HELPS.search(text[:start])
    return (helps.start() if helps else start), end


def schools(text: str) -> Iterator[tuple[int, int, str]]:
    """Give the classes that are named where somebody teaches: where they stand, and the school they belong to."""
    if _TEACHES.search(text):
        for match in _CLASS.finditer(text):
            if (school := _school(match)) != match.group():
                yield (*match.span(), school)
