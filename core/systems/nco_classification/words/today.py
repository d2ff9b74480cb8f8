"""Whether work is that of today, where somebody is also retired, out of work, ill, studies or keeps house.

It is only where it is said: by a verb of the present, by “now”, “part time”, “after retirement”. “Retired, railway guard”
leaves it open, and then nothing may be coded unasked. Words of such a standing count where they are said of the person:
not in “pension officer”, “student nurse”, “helps jobless people”. The words are data: assets/lexicon/work_of_today.csv.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from core.language.lexicon import word_groups
from core.systems.nco_classification.words.plain_line import BEGINS, blanked, pattern, plain_line

_LOOSE = re.compile(r"(?:[\s,;]*)([,;.:)])")
_STATEMENT = re.compile(r" , | (?=(?:and|aur|but|lekin|while|par) )")


def states(text: str) -> list[tuple[int, int, str]]:
    """Find words that say of the person that they are retired, out of work, ill, at school or at home.

    As offsets [start, end), with the kind of standing.
    """
    plain = plain_line(text)
    found = [
        (*plain.within(*match.span(match.lastgroup or 0)), kind)
        for kind, one in _patterns().items()
        for match in one.finditer(plain.line)
        if not _of_others(plain.line, match.start(match.lastgroup or 0))
    ]
    return sorted(found)


def _of_others(line: str, start: int) -> bool:
    """Tell whether words are said of others: “counsellor for unemployed people”, “people looking for work”."""
    return _before_others().search(line[:start].rstrip()) is not None


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
    return _signs()["hangs"].sub("", left).strip(" ,;.:-–—()")


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
    if any(signs["no work, Indian"].search(match.group()) is None for match in signs["Indian verb"].finditer(statement)):
        return True
    verb = signs["verb"].match(statement)
    return verb is not None and not (signs["title"].search(statement) and not signs["prep"].search(statement))


@cache
def _groups() -> dict[str, frozenset[str]]:
    listed = {**word_groups("work_of_today"), "degree": word_groups("home_and_study")["degree"]}
    return {kind.replace(" ", "_").replace(",", ""): words for kind, words in listed.items()}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Give by its kind what says a standing of the person; the group `state` is what is set aside."""
    lead = rf"{BEGINS}(?:{{lead}} |{{is}} )*"
    ends = r"(?=$| ,| {behind_ill}(?: |$))"
    from_what = r"(?: {since_when}(?: (?!{lead} |{now} )[^ ,]+)+)?"
    written = {
        "retired": rf"(?<![^ ])(?P<state>(?:(?!{{lead}} )[^ ,]+ ){{0,3}}{{se}} {{over}}(?![^ ])(?: {{is_over}})*"
        rf"|{{over}}(?![^ ])(?! (?:[^ ,]+ )?{{people_behind_it}}(?: |$))(?: {{is_over}})*{from_what}"
        rf"|{{before_retirement}} {{retirement|vrs}}(?=$| ,| {{behind_pension}}(?: |$)| {{lead}}(?: |$)){from_what}"
        r"|{before_pension} {a_pension}(?=$| ,| {behind_pension}(?: |$))(?: {only})?"
        r"|{a_pension} {par|pe|se|milti|milta|mil|aati|leta|leti|le|hai|bhogi|dhari|holder|income|milati}(?![^ ])(?: {is_over})*)",
        "ill": rf"(?:{lead}|(?<= is )|(?<= am )|(?<= now )|(?<= since )|(?<= became )|(?<= main )|(?<= hun ))(?P<state>{{ill}}){ends}",
        "unemployed": r"(?<![^ ])(?P<state>{out_of_work}|{seeks}(?: {any})* {a_job})(?![^ ])",
        "student": r"(?<![^ ])(?P<state>{studies})(?=$| ,| {behind_a_student}(?: |$))"
        rf"|{lead}(?P<state2>{{is_studying}})(?![^ ])",
        "home": r"(?<![^ ])(?P<state>{keeps_house})(?![^ ])|(?<![^ ])(?P<state2>{sits_at_home})(?![^ ])",
    }  # fmt: skip
    return {kind: pattern(one, **_groups()) for kind, one in written.items()}


@cache
def _before_others() -> re.Pattern[str]:
    return pattern("(?:^| )(?:{not_before_it}(?: {the|a|an|all|any|many|our|their})?|{people_before_it}(?: {who|are|is|who are})*)$", **_groups())


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    lead = "^(?:{lead} )*"
    written = {
        "after": "(?:^| )(?:after|post) {retirement|retiring|school|college|class|classes}(?! ,|$)",
        "not": "(?:^| ){not}(?: |$)",
        "today": "(?:^| ){today}(?: |$)",
        "now": "(?:^| ){now} (?!{no_work_behind_now}(?: |$))(?!{does_no_work}(?: |$))[^ ,]",
        "subject": "(?:^| ){subject} (?:{also|only|now|just|mostly} )?(?!(?:{does_no_work}|{lead}|{no_verb})(?: |$))[a-z]+(?<!ed) ",
        "verb": f"{lead}(?!(?:{{does_no_work}}|{{no_verb}})(?: |$))[a-z]{{2,}}(?:ing|(?<![siu])s) [^ ,]",
        "title": "(?:[^ ]*(?:er|or|ist|man)|{names_somebody})$",
        "prep": "(?:^| ){prep} ",
        "Indian verb": "(?:^| )[a-z]{2,}(?:ta|ti|te)(?: {is_Indian}(?: |$)|$)|(?:^| )[a-z]+ {raha|rahi|rahe}(?: {is_Indian})?(?: |$)",
        "no work, Indian": "(?:^| )(?:{does_no_work_Indian}|{ja|reh|rah|padh|parh|dhundh|dhoondh|ho|mil|so|baith}) ?",
        "no work": f"{lead}(?:{{is}} )*(?:{{does_no_work}}(?: |$)|(?:(?:{{names_no_work}}|{{degree}})(?: |$))+$)",
    }  # fmt: skip
    hangs = "and|but|so|now|aur|lekin|par|ab|abhi|also|then|at present|presently|currently|और|लेकिन|अब|पर"
    return {
        **{name: pattern(one, **_groups()) for name, one in written.items()},
        "hangs": re.compile(rf"^(?:(?:{hangs})[\s,]+)+|(?:[\s,]+(?:{hangs}))+$", re.IGNORECASE),
    }
