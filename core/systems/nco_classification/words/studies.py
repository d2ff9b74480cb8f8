"""Statements that say that somebody studies: a degree, a class, an examination that is prepared for, coaching taken.

Who gives coaching, teaches a class or prepares others for an examination works. The words are data:
assets/lexicon/home_and_study.csv.
"""

from __future__ import annotations

import re
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, ENDS, pattern, plain_line

_FORMS = (
    # “doing B.Tech from Pune”, “B.Com final year student”, “student of class 12”, “MA first year”, “in class 10”
    r"{studies} (?:{in|for|at|to|a|an|the|my|his|her} )*"
    r"(?:{a course}|{after}(?: {a year})?(?: {course|classes|class})?){tail}",
    r"(?:{a|an} )?(?:{beside} ){0,4}?{what}(?: {beside}){0,4}?(?: {ki|ka|ke})? {student}{tail}",
    r"(?:{a|an} )?{student} {of|in} (?:{word} ){0,2}?{what}(?: {word}){0,2}{tail}",
    r"(?:{in} )?(?:{degree}(?: {word}){0,2}(?: , {word} ,)? {a year}|{a year}(?: {of})? (?:{word} )?{degree}){tail}",
    r"{in} {a class}{tail}",
    r"{study|studies|studying} {in|at} (?:{word} ){0,3}?{school|college|university|institute|polytechnic|iti}{tail}",
    r"{what} {ke|ki|ka} {a year}(?: {mein|me})?(?: {is})*",
    r"(?:{word} ){0,2}?{phd|ph d|research} {scholar}{tail}",
    # “preparing for SSC exam”, “UPSC aspirant”
    r"{prepares} {for|of} (?:{word} ){0,4}?{exam}{tail}",
    r"(?:{a|an} )?(?:{word} ){0,3}?{exam} (?:{preparation}|{taiyari}|{aspirant}){tail}",
    # “attends tuition classes”, “takes coaching for IIT”: and not “takes tuition of class 8 children”
    r"{attends} (?:{word} ){0,3}?(?:{coaching}(?: {institute|centre|center|academy})?|{lessons}){tail}",
    r"{takes} (?:{word} ){0,2}?{coaching}(?! {of} ){tail}",
    # “UPSC ki taiyari kar raha hu”, “coaching leta hu”, “12th class mein padhta hoon”
    r"(?:(?!{not for} )[^ ,]+ ){0,5}?(?:{ki|ke liye|ke lie|ka} )?{taiyari}(?: {mein|me|hi})?"
    r"(?> {studied}| {chal|laga|lagi|lage|rahi|raha|rahe|hui}| {is})*",
    r"(?:{alone} ){0,4}?{coaching}(?: {mein|me|ki|ke|liye})* {taken}(?: {is})*"
    r"(?:(?: {word}){1,4} {mein|me|se|ke liye|ke lie})?",
    r"(?:{alone} ){0,3}?(?:{what}|{nth}|{course})(?: (?!{ko} )[^ ,]+){0,3}? {studied}(?> {is}| {studied})*"
    r"(?:(?: {word}){1,2} {mein|me|se})?",
    r"(?:{alone} ){0,4}?{learning} (?:{studied}|{is})(?> {studied}| {is})*",
)
_PIECES = {
    "word": "(?!{not at}(?![^ ,]))[^ ,]+",
    "beside": "(?!{at} ){word}",
    "alone": "(?!{ko|bachche|bachchon} )[^ ,]+",
    "a class": "{class}(?: {no|number})? {nth}|{nth} {class}",
    "a year": "{year} {year of}",
    "what": "{degree}|{a class}|{a year}",
    "a course": "(?:{word} ){0,3}?(?:{what}|{course})(?: (?!{at} )(?:{a year}|{word})){0,3}",
    "tail": "(?: {at}(?: {word}){1,4}| {behind})*(?: , (?:{word} ){0,3}{subject})?",
}


def studies(text: str) -> list[tuple[int, int]]:
    """Find the statements that say no more than that somebody studies, as offsets [start, end)."""
    plain = plain_line(text)
    return sorted({plain.within(*match.span()) for one in _forms() for match in one.finditer(plain.line)})


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    words = word_groups("home_and_study")
    groups = {
        "who": words["who"], "degree": words["degree"], "after": words["degree after a verb"],
        "course": words["course"], "year": words["year"], "year of": words["year of study"], "class": words["class"],
        "nth": words["nth"], "studies": words["studies"], "student": words["somebody studying"],
        "prepares": words["prepares"], "exam": words["examination"], "aspirant": words["aspirant"],
        "preparation": words["preparation"], "taiyari": words["preparation, Indian"],
        "not for": words["not prepared for"], "coaching": words["coaching"], "lessons": words["lessons"],
        "attends": words["attends"], "takes": words["takes"], "taken": words["takes, Indian"],
        "studied": words["studies, Indian"], "learning": words["learning"], "at": words["at"],
        "not at": words["not at school"], "behind": words["behind a study"], "subject": words["ends a subject"],
        "is": words["is, Indian"],
    }  # fmt: skip
    return tuple(pattern(f"{BEGINS}(?:{{who}} )*{one}{ENDS}", **groups, **_PIECES) for one in _FORMS)
