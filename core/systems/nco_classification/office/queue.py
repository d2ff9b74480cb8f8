"""What a review should look at first: where a decision is worth most, for all rows with the same words at once.

What is looked at is worth its weight times the probability that the machine is wrong; both are counted over all rows
that say the same, because they are decided together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.systems.nco_classification.office.outcomes import is_whole

LIKELY = 0.5  # of a proposal: likelier right than wrong
MOST_ERROR = 0.05
"""Expected share of wrong codes up to which an analyst may accept many at once, unless they say otherwise."""


@dataclass(frozen=True)
class Case:
    """All rows that say the same: how many, what they weigh together, and what the machine thinks of them.

    `probability` is how likely `proposal`, the family that came first, is right; 0 when there is none. `certain` is the
    code that the machine gave, which may be a part of the classification, or "", and `certainty` how likely that is
    right. `why` says why nothing more was given.
    `outside` is the word for what has no code, where the machine finds nobody at work, or no answer.
    """

    key: str
    text: str
    rows: int
    weight: float
    probability: float
    proposal: str = ""
    others: tuple[str, ...] = ()
    certain: str = ""
    coded: bool = False
    why: str = ""
    question: str = ""
    evidence: tuple[str, ...] = ()
    industry: str = ""
    education: str = ""
    title: str = ""
    duties: str = ""
    outside: str = ""
    certainty: float = 0.0

    @property
    def value(self) -> float:
        """How much weight is expected to be wrong while nobody looks; nothing of what has no code to be wrong."""
        return 0.0 if self.outside else self.weight * (1 - self.probability)

    @property
    def says(self) -> str:
        """What is given where the machine is followed; "" when it proposes nothing.

        A part that is certain goes before a family in it that is likelier wrong than right.
        """
        if self.outside or (self.certain and self.probability < LIKELY):
            return self.outside or self.certain
        return self.proposal if self.probability else ""

    @property
    def likelihood(self) -> float | None:
        """How likely what the machine says is right; None where nothing was measured."""
        chances = {self.certain: self.certainty, self.proposal: self.probability}
        return (chances.get(self.says) if self.says else None) or None

    @property
    def candidates(self) -> tuple[str, ...]:
        """What can be chosen at once, likeliest first."""
        return tuple(filter(None, (self.proposal, *self.others)))


def by_value(
    cases: Sequence[Case], asked: Collection[str] = (), *, coded_too: bool = False, outside_too: bool = False
) -> list[Case]:
    """Order what a review may look at, the most valuable first.

    What the machine coded, and of what it says that there is no work to code, is among it when that is wanted, or when
    a rule of the office has the words `asked` about.
    """
    wanted = [
        case
        for case in cases
        if case.key and (case.key in asked or (outside_too if case.outside else coded_too or not case.coded))
    ]
    return sorted(wanted, key=lambda case: (-case.value, -case.rows, case.text))


class Standing(NamedTuple):
    """Of all the weight of a file that has words about work: the share `without` a code of a family or an occupation,
    and the share that is expected to have a `wrong` one; both 0 to 1."""

    without: float
    wrong: float


def standing(cases: Sequence[Case], decided: Mapping[str, str]) -> Standing:
    """Tell how a file stands as it is; what each key was `decided` to counts as right, and may be no code or a part."""
    about = [case for case in cases if case.key and not case.outside]
    total = sum(case.weight for case in about) or 1.0
    left = [case for case in about if case.key not in decided]
    without = [case for case in left if not case.coded]
    without += [case for case in about if case.key in decided and not is_whole(decided[case.key])]
    return Standing(
        sum(case.weight for case in without) / total, sum(case.value for case in left if case.coded) / total
    )


def next_case(queue: Sequence[Case], decided: Collection[str], skipped: Collection[str]) -> Case | None:
    """Return whose turn it is: what was skipped comes again when nothing else is left. None when all is decided."""
    left = [case for case in queue if case.key not in decided]
    return next((case for case in left if case.key not in skipped), left[0] if left else None)


class Acceptance(NamedTuple):
    """Proposals that may be accepted at once, the likeliest first: from which probability on, and what is expected.

    `error` is the expected share of their weight that is wrong, by the calibrated probabilities of these very rows.
    """

    cases: list[Case]
    least: float
    error: float

    @property
    def rows(self) -> int:
        """How many rows of the file that is."""
        return sum(case.rows for case in self.cases)


def acceptable(cases: Sequence[Case], most_error: float) -> Acceptance:
    """Take proposals from the likeliest down while the expected error of all together stays within `most_error`.

    Equal probabilities are taken together or not at all, so that `least` says exactly which they are.
    """
    offered = sorted(
        (case for case in cases if case.proposal and case.says == case.proposal), key=lambda case: -case.probability
    )
    taken, weight, wrong, best = 0, 0.0, 0.0, Acceptance([], 1.0, 0.0)
    while taken < len(offered):
        least = offered[taken].probability
        while taken < len(offered) and offered[taken].probability == least:
            weight, wrong, taken = weight + offered[taken].weight, wrong + offered[taken].value, taken + 1
        error = wrong / weight if weight else 1 - least
        if error > most_error:
            break
        best = Acceptance(offered[:taken], least, error)
    return best
