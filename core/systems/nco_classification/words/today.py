"""Whether work is that of today, where somebody is also retired, out of work, ill, studies or keeps house.

It is only where it is said: by a verb of the present, by “now”, “part time”, “after retirement”. “Retired, railway
guard” leaves it open, and then nothing may be coded unasked. Words of such a standing count where they are said of the
person: not in “pension officer”, “student nurse”, “helps jobless people”. The words are data:
assets/lexicon/work_of_today.csv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, blanked, pattern, plain_line

_JOINS = "and|but|so|now|aur|lekin|par|ab|abhi|also|then|at present|presently|currently|और|लेकिन|अब|पर"
_HANGS = re.compile(rf"^(?>(?:{_JOINS})[\s,]+)+|(?>[\s,]+(?:{_JOINS}))+$", re.IGNORECASE)
_LOOSE = re.compile(r"(?:[\s,;]*)([,;.:)])")
_STATEMENT = re.compile(r" , | (?=(?:and|aur|but|lekin|while|par) )")


def states(text: str) -> list[tuple[int, int, str]]:
    """Find words that say of the person that they are retired, out of work, ill, at school or at home.

    As offsets [start, end), with the kind of standing.
    """
    plain = plain_line(text)
    found = [
        (*plain.within(*match.span(match.lastgroup or 0)), kind)
        for kind, one in _standings().items()
        for match in one.finditer(plain.line)
        if not _of_others(plain.line, match.start(match.lastgroup or 0))
    ]
    return sorted(found)


def _of_others(line: str, start: int) -> bool:
    """Tell whether words are said of others: “counsellor for unemployed people”, “people looking for work”."""
    return _signs()["of others"].search(line[:start].rstrip()) is not None


def of_today(text: str, rest: str) -> bool:
    """Tell whether words say that some work is done today; `rest` is the text without what tells a standing."""
    if _signs()["after"].search(plain_line(text).line):
        return True
    line = plain_line(rest).line
    return any(_is_of_today(line[start:end]) for start, end in _statements(line))


def work_left(rest: str) -> str:
    """Return what may tell of work in what is left: no statement that tells of none, as “lives with her son”."""
    plain = plain_line(rest)
    idle = [span for span in _statements(plain.line) if _signs()["no work"].match(plain.line[slice(*span)])]
    left = blanked(rest, [plain.within(*span) for span in idle])
    left = _LOOSE.sub(r"\1", " ".join(left.split())).strip(" ,;.:-–—()")
    return _HANGS.sub("", left).strip(" ,;.:-–—()")


def _statements(line: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _STATEMENT.finditer(line):
        if start < match.start():
            yield start, match.start()
        start = match.end()
    if start < len(line):
        yield start, len(line)


def _is_of_today(statement: str) -> bool:
    signs = _signs()
    if signs["not"].search(statement):
        return False
    if signs["today"].search(statement) or signs["now"].search(statement) or signs["subject"].search(statement):
        return True
    verbs = signs["Indian verb"].finditer(statement)
    if any(signs["no work, Indian"].search(match.group()) is None for match in verbs):
        return True
    verb = signs["verb"].match(statement)
    return verb is not None and not (signs["title"].search(statement) and not signs["prep"].search(statement))


_STANDINGS = {  # the group `state`, or `else`, is what is set aside
    "retired": "(?<![^ ])(?P<state>"
    "(?:(?!{lead} )[^ ,]+ ){0,3}{se} {over}(?![^ ])(?: {is over})*"  # “mill se retire hua”
    "|{over}(?![^ ])(?! (?:[^ ,]+ )?{people behind it}(?: |$))(?: {is over})*{from what}"
    "|{before retirement} {retirement|vrs}(?=$| ,| {behind pension}(?: |$)){from what}"
    "|{retirement|vrs|retire hone} {ke baad}"
    "|{before pension} {a pension}(?=$| ,| {behind pension}(?: |$))(?: {only})?"
    "|{a pension} {par|pe|se|milti|milta|milati|mil|aati|leta|leti|le|hai|bhogi|dhari|holder|income}(?![^ ])"
    "(?: {is over})*)",
    "ill": "(?:{begins}|(?<= is )|(?<= am )|(?<= now )|(?<= since )|(?<= became )|(?<= main )|(?<= hun ))"
    "(?P<state>{ill}(?=$| ,| {behind ill}(?: |$))|{ill before a title}(?= )"
    "|(?:(?!{prep} )[^ ,]+ ){0,2}{patient}(?=$| ,| {is, Indian}(?: |$)))",
    "unemployed": "(?<![^ ])(?P<state>{out of work}|{seeks}(?: {any})* {a job})(?![^ ])",
    "student": "(?<![^ ])(?P<state>{studies})(?=$| ,| {behind a student}(?: |$))"
    "|{begins}(?P<else>{is studying})(?![^ ])",
    "home": "(?<![^ ])(?P<state>{keeps house}|{sits at home})(?![^ ])",
}
_SIGNS = {
    "of others": "(?:^| )(?:{not before it}(?: {the|a|an|all|any|many|our|their})?"
    "|{people before it}(?: {who|are|is|who are})*)$",
    "after": "(?:^| )(?:after|post) {retirement|retiring|school|college|class|classes}(?! ,|$)",
    "not": "(?:^| ){not}(?: |$)",
    "today": "(?:^| ){today}(?: |$)",
    "now": "(?:^| ){now} (?!{no work behind now}(?: |$))(?!{does no work}(?: |$))[^ ,]",
    "subject": "(?:^| ){subject} (?:{also|only|now|just|mostly} )?"
    "(?!(?:{does no work}|{lead}|{no verb})(?: |$))[a-z]+(?<!ed) ",
    "verb": "^(?:{lead} )*(?!(?:{does no work}|{no verb})(?: |$))[a-z]{2,}(?:ing|(?<![siu])s) [^ ,]",
    "title": "(?:[^ ]*(?:er|or|ist|man)|{names somebody})$",
    "prep": "(?:^| ){prep} ",
    "Indian verb": "(?:^| )[a-z]{2,}(?:ta|ti|te)(?: {is, Indian}(?: |$)|$)"
    "|(?:^| )[a-z]+ {raha|rahi|rahe}(?: {is, Indian})?(?: |$)",
    "no work, Indian": "(?:^| )(?:{does no work, Indian}|{ja|reh|rah|padh|parh|dhundh|dhoondh|ho|mil|so|baith}) ?",
    "no work": "^(?:{lead} )*(?:{is} )*(?:{does no work}(?: |$)|(?>(?:{names no work}|{degree})(?: |$))+$)",
}
_PIECES = {
    "begins": BEGINS + "(?>{lead} |{is} )*",
    "from what": "(?: {since when}(?: (?!{lead} |{now} )[^ ,]+)+)?",
}


@cache
def _groups() -> Mapping[str, frozenset[str] | str]:
    return {**word_groups("work_of_today"), "degree": word_groups("home_and_study")["degree"], **_PIECES}


@cache
def _standings() -> Mapping[str, re.Pattern[str]]:
    """Give by its kind what says a standing of the person."""
    return {kind: pattern(one, **_groups()) for kind, one in _STANDINGS.items()}


@cache
def _signs() -> Mapping[str, re.Pattern[str]]:
    return {name: pattern(one, **_groups()) for name, one in _SIGNS.items()}
