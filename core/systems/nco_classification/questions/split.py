"""What parts tied families best: the attribute, or the tasks, whose answer leaves the right one likeliest.

Nothing is chosen that the words tell already, or whose answer changes nothing; values that lead to the same codes are
one answer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf
from types import MappingProxyType
from typing import TypeAlias

from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.index.classification import DIGITS, in_common
from core.systems.nco_classification.questions.attributes import Attribute, load_attributes, wrong_share
from core.systems.nco_classification.questions.told import ToldValues

MOST_CHOICES = 5
MOST_NAMED = 3  # values of one choice
TASKS = ""
"""Stands for the tasks among the attributes that were asked."""
AS_GOOD = 0.85  # of what the tasks would settle, this is enough for an attribute, which is easier to answer
BETTER = 1.3  # so much more than the tasks has to settle what is asked about the work in general words
WRONG_TASK = 0.2  # share of wrong answers to "which comes closest": whole tasks are harder to tell apart
_OWN_WORDS_WORTH = 0.5  # of an answer among the choices: who finds none of them has to be understood first
_GENERAL = frozenset({"activity", "object", "place"})
# Values that hardly anybody would say of the own work.
_ABSTRACT = frozenset({"operate", "make", "perform", "inform", "deal", "advise", "manage", "record"})
_ALIKE = 0.9  # of the likeliest one's share
# Asked only after the tasks, and where each family has an answer of its own: people differ from their work.
_WHOLE = frozenset({"schooling"})


@dataclass(frozen=True)
class Split:
    """The tied families parted by one attribute, or by their tasks (no attribute): `answers` and who gives them.

    Each answer is one family, or values that lead to the same families; by falling share. `right` is the probability
    that is expected for the right family after an answer.
    """

    attribute: str
    answers: tuple[tuple[str, ...], ...]
    right: float


_Choice: TypeAlias = tuple[frozenset[str], tuple[str, ...]]  # families, and the values that lead to them


def best_split(
    families: Sequence[str],
    shares: Mapping[str, float],
    asked: Collection[str] = (),
    *,
    told: ToldValues = MappingProxyType({}),
    threshold: float = THRESHOLD,
    weak: bool = False,
) -> Split | None:
    """Find what leaves the right one of these families likeliest, with few answers; None for less than two families.

    An attribute comes before the tasks when it parts the families nearly as well. One that tells of the work in general
    words has to do better where its values are abstract, or people of one family would have to choose among several,
    and is not asked so of `weak` words. What was `asked`, or `told` in the request, is not asked again, nor what cannot
    change which family comes first or whether it reaches the `threshold`, nor what the likeliest family (of equals the
    first) has no choice for.
    """
    if len(families) < 2:
        return None
    total = sum(shares[family] for family in families)
    among = {family: shares[family] / total for family in families}
    known = load_attributes()
    splits = [
        _by_attribute(known.all[name], among, told.get(name, frozenset()), threshold)
        for name in known.all
        if name not in asked and (name not in _WHOLE or TASKS in asked)
    ]
    best = max((split for split in splits if split), key=lambda split: split.right, default=None)
    tasks = _by_tasks(among)
    return best if best and best.right >= tasks.right * _worth(best, among, weak) else tasks


def _worth(split: Split, families: Mapping[str, float], weak: bool) -> float:
    """Tell how much of what the tasks would settle is enough for an attribute to be asked instead."""
    likeliest = sorted(families.values(), reverse=True)
    # So many are alike that the tasks would leave out some for no reason: an attribute has an answer for all of them.
    alike = len(likeliest) > MOST_CHOICES and likeliest[MOST_CHOICES] >= _ALIKE * likeliest[0]
    if alike or split.attribute not in _GENERAL:
        return AS_GOOD
    if weak and split.attribute == "place":  # where somebody works tells least of what they do
        return inf
    offered = frozenset().union(*split.answers)
    held = (load_attributes().values(split.attribute, family) for family in families)
    clear = split.attribute != "activity" or not offered & _ABSTRACT
    if clear and all(len(values & offered) <= 1 for values in held):
        return AS_GOOD
    return inf if weak else BETTER


def _by_attribute(
    attribute: Attribute, shares: Mapping[str, float], told: frozenset[str], threshold: float
) -> Split | None:
    held = {family: load_attributes().values(attribute.name, family) for family in shares}
    offered = _choices(attribute, held, shares, told)
    if len(offered) < 2 or (attribute.name in _WHOLE and not _parts_all(held)):
        return None
    wrong = wrong_share(attribute.name)
    chances = {family: _chances(values & told or values, offered, wrong) for family, values in held.items()}
    likeliest = held[max(shares, key=lambda family: shares[family])]
    if likeliest.isdisjoint(value for answer in offered for value in answer) or not _changes(
        shares, chances, threshold
    ):
        return None
    return Split(attribute.name, tuple(offered), _expected(shares, chances))


def _choices(
    attribute: Attribute, held: Mapping[str, frozenset[str]], shares: Mapping[str, float], told: Collection[str]
) -> list[tuple[str, ...]]:
    """List the choices that part these families, the likeliest first: values that lead to the same ones are one choice.

    Of what the words tell nothing is asked, but which of two things that they tell.
    """
    leads: dict[frozenset[str], list[str]] = {}
    for value in attribute.values:
        families = frozenset(family for family, values in held.items() if value in values)
        if families and (not told or value in told):
            leads.setdefault(families, []).append(value)
    everybody = frozenset(family for family, values in held.items() if values)
    leads.pop(everybody, None)  # an answer that all of them give changes nothing
    mass = {families: fsum(shares[family] for family in families) for families in leads}
    order = {family: place for place, family in enumerate(held)}  # the likeliest first, where all count alike too
    best = sorted(leads, key=lambda families: (-round(mass[families], 6), min(order[family] for family in families)))
    found, reached = _joined([(families, tuple(leads[families])) for families in best]), set[str]()
    again: dict[tuple[str, ...], bool] = {}  # choices that lead to nothing that one before them does not
    for families, values in found:
        again[values] = families <= reached
        reached |= families
    return sorted(again, key=lambda values: again[values])[:MOST_CHOICES]


def _joined(choices: list[_Choice]) -> list[_Choice]:
    """Join choices of the nearest codes, the least likely first, while there are too many and they can be named.

    So nobody's answer is missing; another question parts those. Codes of different groups have too little in common
    for one answer: the least likely of those are left to own words.
    """
    while len(choices) > MOST_CHOICES:
        pairs = [
            (len(in_common(*one, *other)), place, later)
            for place, (one, first) in enumerate(choices)
            for later, (other, second) in enumerate(choices)
            if place < later and len(first) + len(second) <= MOST_NAMED
        ]
        near, place, later = max(pairs, default=(0, 0, 0))
        if near < DIGITS["group"]:
            break
        (one, first), (other, second) = choices[place], choices.pop(later)
        choices[place] = (one | other, first + second)
    return choices


def _parts_all(held: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether each family has values of its own, so that the answer is worth asking about oneself."""
    return all(held.values()) and sum(map(len, held.values())) == len(frozenset().union(*held.values()))


def _changes(shares: Mapping[str, float], chances: Mapping[str, Sequence[float]], threshold: float) -> bool:
    """Tell whether some answer brings another family to the front, or the first one to the threshold."""
    families = list(shares)
    first = max(families, key=lambda family: shares[family])
    for column in list(zip(*(chances[family] for family in families), strict=True))[:-1]:
        joint = dict(
            zip(families, (shares[one] * chance for one, chance in zip(families, column, strict=True)), strict=True)
        )
        best = max(families, key=lambda family: joint[family])
        if best != first or (shares[first] < threshold <= joint[best] / fsum(joint.values())):
            return True
    return False


def _chances(values: Collection[str], offered: Sequence[tuple[str, ...]], share_wrong: float) -> list[float]:
    """How likely somebody of a family gives each of the offered answers, and last an answer in own words.

    Who would say something that is not offered says it in own words: a nurse of whom it is asked “eyes or medicines?”.
    """
    fitting = [not set(values).isdisjoint(answer) for answer in offered]
    right = sum(fitting)
    missing = not set(values) <= {value for answer in offered for value in answer}
    if not values:
        return [1 / len(offered)] * len(offered) + [0.0]
    if not right:
        return [share_wrong / len(offered)] * len(offered) + [1 - share_wrong]
    wrong = share_wrong / (len(offered) - right) if right < len(offered) else 0.0
    kept = (1 - share_wrong if wrong else 1.0) / (right + missing)
    return [kept if one else wrong for one in fitting] + [kept * missing]


def _by_tasks(shares: Mapping[str, float]) -> Split:
    offered = sorted(shares, key=lambda family: (-shares[family], family))[:MOST_CHOICES]
    chances = {family: _chances([family], [(one,) for one in offered], WRONG_TASK) for family in shares}
    return Split(TASKS, tuple((family,) for family in offered), _expected(shares, chances))


def _expected(shares: Mapping[str, float], chances: Mapping[str, Sequence[float]]) -> float:
    """Work out the probability that is expected for the right family once an answer has been weighed."""
    together = [
        [share * chance for share, chance in zip(shares.values(), column, strict=True)]
        for column in zip(*(chances[family] for family in shares), strict=True)
    ]
    right = [sum(joint * joint for joint in column) / sum(column) if any(column) else 0.0 for column in together]
    return fsum(right[:-1]) + _OWN_WORDS_WORTH * right[-1]
