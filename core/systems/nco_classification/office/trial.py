"""Rules tried on jobs whose code is known, before they are kept: what each change wins, and what it loses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.systems.nco_classification.office.outcomes import ASK, is_code
from core.systems.nco_classification.office.rules import Rule, RuleBook

Standing = Literal["right", "wrong", "open"]
Machine = Callable[[list[str]], list[str]]
"""Says for texts which code the machine gives to each by itself; "" where it gives none."""
_WORTH: dict[Standing, int] = {"wrong": 0, "open": 1, "right": 2}


@dataclass(frozen=True)
class Known:
    """A job whose right outcome is known: a code, or a word for what has none."""

    text: str
    right: str


@dataclass
class Effect:
    """What one change of the rules does to known jobs: texts it changes, by how they stood and how they would stand.

    `rule` is the one that decides now, None where a rule was taken away and the machine decides again; `before` the one
    that decided till then. `won` and `lost` are the jobs that would stand better, or worse.
    """

    rule: Rule | None
    before: Rule | None
    texts: int = 0
    won: list[Known] = field(default_factory=list)
    lost: list[Known] = field(default_factory=list)


def standing(given: str, right: str) -> Standing:
    """Tell how something given stands to what is right, at the digits that both have.

    Nothing given, a question, and a part of the classification that is right as far as it goes, leave it open.
    """
    if given in ("", ASK):
        return "open"
    if not (is_code(given) and is_code(right)):
        return "right" if given == right else "wrong"
    if not (given.startswith(right) or right.startswith(given)):
        return "wrong"
    return "right" if len(given) >= min(len(right), 4) else "open"


def try_rules(before: Sequence[Rule], after: Sequence[Rule], known: Sequence[Known], machine: Machine) -> list[Effect]:
    """Work out what each change between two sets of rules does to known jobs, the most texts first.

    The machine is asked only where a rule comes or goes. A rule that stays as it is, and one that none of these jobs
    meets, is not among them.
    """
    old, new = RuleBook(tuple(before)), RuleBook(tuple(after))
    changed = [(one, old.match(one.text), new.match(one.text)) for one in known]
    changed = [(one, was, now) for one, was, now in changed if _given(was) != _given(now)]
    asked = list(dict.fromkeys(one.text for one, was, now in changed if not (was and now)))
    by_machine = dict(zip(asked, machine(asked) if asked else [], strict=True))
    effects: dict[tuple[Rule | None, Rule | None], Effect] = {}
    for one, was, now in changed:
        effect = effects.setdefault((now, was), Effect(now, was))
        stood = standing(was.gives if was else by_machine[one.text], one.right)
        stands = standing(now.gives if now else by_machine[one.text], one.right)
        effect.texts += 1
        if _WORTH[stands] > _WORTH[stood]:
            effect.won.append(one)
        elif _WORTH[stands] < _WORTH[stood]:
            effect.lost.append(one)
    return sorted(effects.values(), key=lambda effect: -effect.texts)


def _given(rule: Rule | None) -> str | None:
    return rule.gives if rule else None
