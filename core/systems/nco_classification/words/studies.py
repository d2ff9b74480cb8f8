"""Statements that say that somebody studies: a degree, a class, an examination that is prepared for, coaching taken.

Who gives coaching, teaches a class or prepares others for an examination works. The words are data:
assets/lexicon/home_and_study.csv.
"""

from __future__ import annotations

import re
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, ENDS, pattern, plain_line

_WORD = r"(?:(?!{not_at}(?![^ ,]))[^ ,]+)"
_TAIL = rf"(?:(?: {{at}}(?: {_WORD}){{1,4}})|(?: {{behind}}))*(?: , (?:{_WORD} ){{0,3}}{{subject}})?"
_CLASS = r"(?:{class}(?: {no|number})? {nth}|{nth} {class})"
_YEAR = r"(?:{year} {year of})"
_COURSE = rf"(?:{_WORD} ){{0,3}}?(?:{{degree}}|{_CLASS}|{_YEAR}|{{course}})(?: (?!{{at}} )(?:{_YEAR}|{_WORD})){{0,3}}"
_AFTER_VERB = rf"(?:{_COURSE}|{{after}}(?: {_YEAR})?(?: {{course|classes|class}})?)"
_PATTERNS = (
    rf"(?:{{who}} )*{{studies}} (?:{{in|for|at|to|a|an|the|my|his|her}} )*{_AFTER_VERB}{_TAIL}",
    rf"(?:{{who}} )*(?:{{a|an}} )?(?:(?!{{at}} ){_WORD} ){{0,4}}?(?:{{degree}}|{_CLASS}|{_YEAR})(?: (?!{{at}} ){_WORD}){{0,4}}?(?: {{ki|ka|ke}})? {{student}}{_TAIL}",
    rf"(?:{{who}} )*(?:{{a|an}} )?{{student}} {{of|in}} (?:{_WORD} ){{0,2}}?(?:{{degree}}|{_CLASS}|{_YEAR})(?: {_WORD}){{0,2}}{_TAIL}",
    rf"(?:{{who}} )*(?:{{in}} )?(?:{{degree}}(?: {_WORD}){{0,2}} {_YEAR}|{_YEAR}(?: {{of}})? (?:{_WORD} ){{0,1}}{{degree}}){_TAIL}",
    rf"(?:{{who}} )*{{in}} {_CLASS}{_TAIL}",
    rf"(?:{{who}} )*(?:{_WORD} ){{0,2}}?{{phd|ph d|research}} {{scholar}}{_TAIL}",
    rf"(?:{{who}} )*{{prepares}} {{for|of}} (?:{_WORD} ){{0,4}}?{{exam}}{_TAIL}",
    rf"(?:{{who}} )*(?:{{a|an}} )?(?:{_WORD} ){{0,3}}?{{exam}} (?:{{preparation}}|{{taiyari}}|{{aspirant}}){_TAIL}",
    rf"(?:{{who}} )*{{attends}} (?:{_WORD} ){{0,3}}?(?:{{coaching}}(?: {{institute|centre|center|academy}})?|{{lessons}}){_TAIL}",
    rf"(?:{{who}} )*{{takes}} (?:{_WORD} ){{0,2}}?{{coaching}}(?! {{of}} ){_TAIL}",
    rf"(?:{{who}} )*(?:(?!{{not_for}} )[^ ,]+ ){{0,5}}?(?:{{ki|ke liye|ke lie|ka}} )?{{taiyari}}(?: {{mein|me|hi}})?(?: {{studied}}| {{chal|laga|lagi|lage|rahi|raha|rahe|hui}}| {{is}})*",
    rf"(?:{{who}} )*(?:(?!{{ko|bachche|bachchon}} )[^ ,]+ ){{0,4}}?{{coaching}}(?: {{mein|me|ki|ke|liye}})* {{taken}}(?: {{is}})*(?: {_WORD} {{mein|me|se}})?",
    rf"(?:{{who}} )*(?:(?!{{ko|bachche|bachchon}} )[^ ,]+ ){{0,3}}?(?:{{degree}}|{_CLASS}|{_YEAR}|{{nth}}|{{course}})(?: (?!{{ko}} )[^ ,]+){{0,3}}? {{studied}}(?: {{is}}| {{studied}})*(?:(?: {_WORD}){{1,2}} {{mein|me|se}})?",
    rf"(?:{{who}} )*(?:(?!{{ko|bachche|bachchon}} )[^ ,]+ ){{0,4}}?{{learning}} (?:{{studied}}|{{is}})(?: {{studied}}| {{is}})*",
)  # fmt: skip


def studies(text: str) -> list[tuple[int, int]]:
    """Find the statements that say no more than that somebody studies, as offsets [start, end)."""
    plain = plain_line(text)
    return sorted({plain.within(*match.span()) for one in _patterns() for match in one.finditer(plain.line)})


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = word_groups("home_and_study")
    groups = {
        "who": words["who"], "degree": words["degree"], "after": words["degree after a verb"],
        "course": words["course"], "year": words["year"], "year of": words["year of study"], "class": words["class"],
        "nth": words["nth"], "studies": words["studies"], "student": words["somebody studying"],
        "prepares": words["prepares"], "exam": words["examination"], "aspirant": words["aspirant"],
        "preparation": words["preparation"], "taiyari": words["preparation, Indian"], "not_for": words["not prepared for"], "coaching": words["coaching"],
        "lessons": words["lessons"], "attends": words["attends"], "takes": words["takes"],
        "taken": words["takes, Indian"], "studied": words["studies, Indian"], "learning": words["learning"],
        "at": words["at"], "not_at": words["not at school"], "behind": words["behind a study"],
        "subject": words["ends a subject"], "is": words["is, Indian"],
    }  # fmt: skip
    return tuple(pattern(f"{BEGINS}{one}{ENDS}", **groups) for one in _PATTERNS)
