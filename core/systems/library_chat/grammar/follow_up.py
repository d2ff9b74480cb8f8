"""Stand-in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from core.stores.library_plan import Plan
from core.systems.library_chat.grammar.reading import Parsed, parse
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.systems.library_chat.plan.small_talk import small_talk


@dataclass(frozen=True)
class Remembered:
    plan: Plan
    shown: tuple[str, ...] = ()
    passing: int = 0
    people: tuple[str, ...] = ()

    def having_shown(self, shown: Sequence[str], passing: int, people: Sequence[str]) -> Remembered:
        return replace(self, shown=tuple(shown), passing=passing, people=tuple(people))


def read(question: str, names: Vocabulary, remembered: Remembered | None, without: Collection[str]) -> Parsed:
    parsed = parse(question, names, without)
    talk = small_talk(question)
    return replace(parsed, talk=talk) if talk else parsed


def remembered_of(before: Remembered | None, parsed: Parsed, plan: Plan) -> Remembered:
    return Remembered(plan)
