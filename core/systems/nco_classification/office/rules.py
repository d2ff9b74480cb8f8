"""Rules of the office: words, and what is given to them before anything else is asked, in one job and in files.

A rule holds for a whole wording, or wherever its words stand together in one. A whole wording goes before a part, and a
longer part before a shorter one, so that an exception is written as a rule of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pandas as pd
from pydantic import TypeAdapter

from core.errors import InputError
from core.language.reading import spelling_id
from core.refused import Refused, refuse, refused, take_back
from core.stores.uploads import keeping, one_at_a_time, read_json, write_json
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.office.decisions import Decision, key_of
from core.systems.nco_classification.office.outcomes import AS_WRITTEN, ASK, read_outcome
from core.tables import Field, RowProblem, TableKind, to_csv

SYSTEM = "nco_classification"  # whose assumptions are meant by “as written”
MOST = 20_000
"""More than an office writes by hand; a longer list is a classification, not a set of exceptions."""
WHOLE, PART = "the whole wording", "part of it"
RULES = TableKind(
    "rules",
    (
        Field("words", "The words, as people say them.", needed=True),
        Field("gives", "A code of any level, “ask”, “not in work”, “refused” or “cannot be coded”.", needed=True),
        Field("where", f"“{WHOLE}”, or “{PART}”: wherever the words stand together."),
        Field("note", "Why, for whoever reads it later."),
    ),
)


@dataclass(frozen=True)
class Rule:
    """Words and what they are given: a code, a word of `outcomes`, `ASK` or `AS_WRITTEN`.

    `part` lets it hold wherever the words stand together. `by` is who wrote it, `on` ISO 8601 in UTC.
    """

    words: str
    gives: str
    part: bool = False
    note: str = ""
    by: str = ""
    on: str = ""

    @property
    def key(self) -> tuple[str, bool]:
        """What there can be only one rule for."""
        return key_of(self.words), self.part

    @property
    def told(self) -> str:
        """The words as a rule has them."""
        return f"“…{self.words}…”" if self.part else f"“{self.words}”"


@dataclass(frozen=True)
class RuleBook:
    """The rules of an office, ready to be asked."""

    rules: tuple[Rule, ...] = ()

    def match(self, text: str) -> Rule | None:
        """Return the rule that holds for these words; None when there is none."""
        said = key_of(text)
        return self._whole.get(said) or self._part(said.split())

    def decide(self, text: str) -> Decision | None:
        """Return what the rules give to these words; None when they say nothing of them."""
        rule = self.match(text)
        return Decision(text, rule.gives, how="rule", why=rule.told, by=rule.by, on=rule.on) if rule else None

    def _part(self, said: Sequence[str]) -> Rule | None:
        found = (
            (words, rule)
            for start, first in enumerate(said)
            for words, rule in self._parts.get(first, ())
            if tuple(said[start : start + len(words)]) == words
        )
        return max(found, key=lambda pair: len(pair[0]), default=((), None))[1]

    @cached_property
    def _whole(self) -> Mapping[str, Rule]:
        return {rule.key[0]: rule for rule in self.rules if not rule.part and rule.gives != AS_WRITTEN}

    @cached_property
    def _parts(self) -> Mapping[str, Sequence[tuple[tuple[str, ...], Rule]]]:
        by_first: dict[str, list[tuple[tuple[str, ...], Rule]]] = {}
        for rule in self.rules:
            if rule.part and rule.gives != AS_WRITTEN:
                words = tuple(rule.key[0].split())
                by_first.setdefault(words[0], []).append((words, rule))
        return by_first


# --- a table of them --------------------------------------------------------------------------------------------------


def read_rules(
    table: pd.DataFrame, columns: Mapping[str, str | None], known: Classification, by: str = "", on: str = ""
) -> tuple[list[Rule], list[RowProblem]]:
    """Read rules row by row: those that can be used, and why the others cannot. The later of two on the same wins."""
    rules: dict[tuple[str, bool], Rule] = {}
    problems: list[RowProblem] = []
    for number, line in zip(table.index.tolist(), table.to_dict("records"), strict=True):
        said = {field: _cell(line[column]) for field, column in columns.items() if column}
        try:
            rule = _read_rule(said["words"], said["gives"], said.get("where", ""), known)
        except InputError as error:
            problems.append(RowProblem(number, error.in_full(), value=said["words"]))
            continue
        note, writer, moment = (said.get(field, "") for field in ("note", "by", "on"))
        rules[rule.key] = replace(rule, note=note, by=writer or by, on=moment or on)
    return list(rules.values()), problems


def _read_rule(words: str, gives: str, where: str, known: Classification) -> Rule:
    if not key_of(words):
        raise InputError("There are no words in it.", "Write the words that the rule is for.")
    given = read_outcome(gives, known, (ASK, AS_WRITTEN))
    if where.lower() not in ("", WHOLE, PART):
        raise InputError(f"“{where[:40]}” is neither “{WHOLE}” nor “{PART}”.", "Choose one of them.")
    return Rule(words, given, part=where.lower() == PART)


def _cell(value: str | float | None) -> str:
    """Read a cell as it was filled in; an editor gives None or NaN for an empty one."""
    return "" if pd.isna(value) else " ".join(str(value).split())


def as_table(rules: Sequence[Rule]) -> pd.DataFrame:
    """Lay rules out as a table that `read_rules` reads again, in the order of their words."""
    columns = ["words", "gives", "where", "note", "by", "on"]
    lines = [
        (rule.words, rule.gives, PART if rule.part else WHOLE, rule.note, rule.by, rule.on)
        for rule in sorted(rules, key=lambda rule: rule.key)
    ]
    return pd.DataFrame(lines, columns=columns, dtype="object")


def to_file(rules: Sequence[Rule]) -> bytes:
    """Write rules as CSV."""
    return to_csv(as_table(rules))


# --- keeping ----------------------------------------------------------------------------------------------------------

_File = TypeAdapter(list[Rule])


def load_rules(folder: Path) -> list[Rule]:
    """Return the rules of an owner, with a line for every assumption that is not to be made again.

    Raises `InputError` when the file cannot be read.
    """
    never = [Rule(one.said, AS_WRITTEN, part=True, note=one.read) for one in refused(folder, SYSTEM)]
    return [*_kept(folder), *never]


def open_rules(folder: Path) -> RuleBook:
    """Return the rules of an owner, ready to be asked. Raises as `load_rules` does."""
    return RuleBook(tuple(_kept(folder)))


def keep_rules(folder: Path, rules: Sequence[Rule]) -> None:
    """Put these in the place of an owner's rules. A line “as written” that is gone lets its assumption be made again.

    Raises `InputError` for too many, `StoreError` for a full disk.
    """
    own = [rule for rule in rules if rule.gives != AS_WRITTEN]
    if len(own) > MOST:
        raise InputError(f"These are {len(own):,} rules; at most {MOST:,} are kept.", "Leave some out.")
    with keeping("They"):
        _path(folder).parent.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder):
        write_json(_path(folder), _File.dump_python(own, mode="json"))
    written = {rule.words: rule for rule in rules if rule.gives == AS_WRITTEN}
    before = {one.said: one for one in refused(folder, SYSTEM)}
    for said in before.keys() - written.keys():
        take_back(folder, SYSTEM, before[said].id)
    for said in written.keys() - before.keys():
        refuse(folder, Refused(SYSTEM, spelling_id(said), said, written[said].note or "read as another word"))


def _kept(folder: Path) -> list[Rule]:
    if not _path(folder).exists():
        return []
    try:
        return _File.validate_python(read_json(_path(folder)))
    except (InputError, ValueError) as error:
        raise InputError(
            "The rules of the office cannot be read any more.", f"Move {_path(folder)} away to begin anew."
        ) from error


def _path(folder: Path) -> Path:
    return folder / "nco" / "rules.json"
