"""The question that settles most: the attribute, or the tasks, whose answer leaves the right family likeliest.

Only families that are really tied are parted, nothing is asked that the words tell already, and every choice changes
the result: values that lead to the same codes are one choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import fsum, inf
from types import MappingProxyType
from typing import TypeAlias

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.confidence import THRESHOLD
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import ANSWER, attributes_asked
from core.systems.nco_classification.questions.attributes import (
    Attribute,
    Language,
    Told,
    load_attributes,
    wrong_share,
)
from core.systems.nco_classification.questions.hindi_tasks import hindi_task
from core.systems.nco_classification.questions.language import NOT_WORKING, OTHER, UNKNOWN, beside
from core.systems.nco_classification.questions.told import Told as Known
from core.systems.nco_classification.questions.told import fits
from core.systems.nco_classification.questions.weighing import contradicted, likelihood
from core.systems.nco_classification.state import Answer
from core.types import Choice, Question, Text

MOST_CHOICES = 5
TIED_MASS = 0.9  # the first candidates that together are right with this probability count as tied
LEAST_SHARE = 0.2  # of the likeliest one's share, that a tied one has
MOST_TIED = 12
AS_GOOD = 0.85  # of what the tasks would settle, this is enough for an attribute, which is easier to answer
BETTER = 1.3  # so much more than the tasks has to settle what is asked about the work in general words
WEAK = 0.35  # where no family is likelier, hardly anything is known, and whole tasks are told apart more surely
WRONG_TASK = 0.2  # share of wrong answers to "which comes closest": whole tasks are harder to tell apart
_OWN_WORDS_WORTH = 0.5  # of an answer among the choices: who finds none of them has to be understood first
_MOST_NAMED = 3  # values of one choice
_NAMED = 3  # everyday titles that stand for a family
_GENERAL = frozenset({"activity", "object", "place"})
# Values that hardly anybody would say of the own work.
_ABSTRACT = frozenset({"operate", "make", "perform", "inform", "deal", "advise", "manage", "record"})
_ALIKE = 0.9  # of the likeliest one's share
_MUCH_LESS = 0.5  # of how likely a family was: so little is left of what own words speak against
# Asked only after the tasks, and where each family has an answer of its own: people differ from their work.
_WHOLE = frozenset({"schooling"})
TASKS = ""
"""Stands for the tasks among the attributes that were asked."""
_LONGEST_TASK = 110  # characters
_TASK_ENDS = re.compile(r"[:;]|\.(?:\s|$)")

_CLOSEST = Told(
    "Which of these comes closest to the work?",
    "इनमें से कौन सा काम सबसे नज़दीक है?",
    "Inmein se kaun sa kaam sabse nazdeek hai?",
)
_MOST_TIME = Told(
    "Which of these jobs takes most of the working time?",
    "इनमें से किस काम में सबसे ज़्यादा समय लगता है?",
    "Inmein se kis kaam mein sabse zyada samay lagta hai?",
)
_DUTIES = Told(
    "What do you do at work, and with what?",
    "आप काम में क्या करते हैं, और किससे?",
    "Aap kaam mein kya karte hain, aur kisse?",
)
_IN_A_SENTENCE = Told(
    "In a sentence (leave it empty if you don't know)",
    "एक वाक्य में बताइए (पता न हो तो खाली छोड़िए)",
    "Ek vakya mein bataiye (pata na ho to khaali chhodiye)",
)
_ONE = Told("The closest one", "सबसे नज़दीक", "Sabse nazdeek")
_MAIN = Told("The main job", "मुख्य काम", "Mukhya kaam")


_SEND = Told("Send answer", "जवाब भेजें", "Jawab bhejein")
_OWN_WORDS = Told("In your own words", "अपने शब्दों में", "Apne shabdon mein")
_SAY_BELOW = Told("Say it below", "नीचे बताइए", "Neeche bataiye")
_AS_FAR_AS_CERTAIN = Told(
    "Leaves it at what is certain so far", "जितना पक्का है, उतना ही रहेगा", "Jitna pakka hai, utna hi rahega"
)
_NO_CODE = Told("Not in work: no code", "काम में नहीं: कोई कोड नहीं", "Kaam mein nahi: koi code nahi")


@dataclass(frozen=True)
class Option:
    """One answer: its words, what it means, and the tied codes that it leads to.

    It means a part of the classification (`code`), the `value` of an `attribute` (several that lead to the same codes
    are parted by `;`), or one of several jobs (neither). `leaves` counts `codes` and those in which any answer may be
    right.
    """

    label: str
    code: str = ""
    attribute: str = ""
    value: str = ""
    leaves: int = 0
    codes: tuple[str, ...] = ()
    share: float = 0.0
    example: str = ""


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


def question_for(
    assessment: Assessment,
    classification: Classification,
    answers: Sequence[Answer] = (),
    language: Language = "english",
    *,
    by_tasks: bool = False,
) -> tuple[Question, list[Option]]:
    """Make the form that settles most, and tell what each of its choices means.

    `by_tasks` offers each family by what its people do, whatever attribute parts them.
    """
    if obstacle := assessment.reading.obstacle:
        return ask_about(obstacle, language), [Option(job) for job in dict.fromkeys(obstacle.parts)]
    broad = assessment.reading.broad
    if assessment.noisy and not broad:
        return ask_for_duties(language), []
    meant = [candidate for candidate in assessment.candidates if candidate.family in broad]
    shares = _evenly(meant, answers) if meant else assessment.posterior
    if not by_tasks:
        shares = {family: share * fits(family, assessment.told) for family, share in shares.items()}
    left = list(meant or assessment.candidates) if by_tasks else _open(meant, assessment, answers, shares)
    among = [one.family for one in tied(left, shares)]
    asked = load_attributes().all if by_tasks else attributes_asked(answers)
    weak = not meant and max(assessment.posterior.values(), default=0.0) < WEAK
    split = best_split(among, shares, asked, told=assessment.told, threshold=assessment.threshold, weak=weak)
    if split is None:
        return ask_for_duties(language), []
    options = _options(split, among, shares, classification, language)
    return ask_which(split, options, language), options


def _open(
    meant: Sequence[Candidate], assessment: Assessment, answers: Sequence[Answer], shares: Mapping[str, float]
) -> list[Candidate]:
    """List the candidates between which another question may be: those that no answer speaks against.

    What is certain stays so where the question can part what lies in it.
    """
    every = list(meant or assessment.candidates)
    refused = _refused(answers, assessment.posterior)
    left = [one for one in every if one.family not in refused and not contradicted(one.family, answers)]
    left = left if len(left) > 1 else every
    within = [one for one in left if one.family.startswith(assessment.certain)]
    least = LEAST_SHARE * max((shares[one.family] for one in within), default=0.0)
    return within if sum(shares[one.family] >= least for one in within) > 1 else left


def _refused(answers: Sequence[Answer], posterior: Mapping[str, float]) -> set[str]:
    """Name the families that were offered to somebody who said something else, which makes them much less likely."""
    offered = answers[-1].get("refused", {}) if answers else {}
    return {family for family, before in offered.items() if posterior.get(family, 0.0) < _MUCH_LESS * before}


def best_split(
    families: Sequence[str],
    shares: Mapping[str, float],
    asked: Collection[str] = (),
    *,
    told: Known = MappingProxyType({}),
    threshold: float = THRESHOLD,
    weak: bool = False,
) -> Split | None:
    """Find what leaves the right one of these families likeliest, with few answers; None for less than two families.

    An attribute comes before the tasks when it parts the families nearly as well. One that tells of the work in general
    words has to do better where its values are abstract, or people of one family would have to choose among several,
    and is not asked so of `weak` words. What was `asked`, or `told` in the request, is not asked again, nor what cannot
    change which family comes first or whether it reaches the `threshold`.
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
    if not _changes(shares, chances, threshold):
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
    return [values for _, values in _joined([(families, tuple(leads[families])) for families in best])][:MOST_CHOICES]


def _joined(choices: list[_Choice]) -> list[_Choice]:
    """Join choices of the nearest codes, the least likely first, while there are too many and they can be named.

    So nobody's answer is missing; another question parts those.
    """
    while len(choices) > MOST_CHOICES:
        pairs = [
            (_in_common(one, other), place, later)
            for place, (one, first) in enumerate(choices)
            for later, (other, second) in enumerate(choices)
            if place < later and len(first) + len(second) <= _MOST_NAMED
        ]
        near, place, later = max(pairs, default=(0, 0, 0))
        if not near:
            break
        (one, first), (other, second) = choices[place], choices.pop(later)
        choices[place] = (one | other, first + second)
    return choices


def _in_common(families: Collection[str], others: Collection[str]) -> int:
    """Count the digits that all of these codes begin with."""
    together = zip(*families, *others, strict=True)
    return len(list(takewhile(lambda digits: len(set(digits)) == 1, together)))


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
    return Split("", tuple((family,) for family in offered), _expected(shares, chances))


def _expected(shares: Mapping[str, float], chances: Mapping[str, Sequence[float]]) -> float:
    """Work out the probability that is expected for the right family once an answer has been weighed."""
    together = [
        [share * chance for share, chance in zip(shares.values(), column, strict=True)]
        for column in zip(*(chances[family] for family in shares), strict=True)
    ]
    right = [sum(joint * joint for joint in column) / sum(column) if any(column) else 0.0 for column in together]
    return fsum(right[:-1]) + _OWN_WORDS_WORTH * right[-1]


def _evenly(candidates: Sequence[Candidate], answers: Sequence[Answer]) -> dict[str, float]:
    """Share the probability among what a bare title may mean: its score tells nothing, only what was answered does."""
    fits = {candidate.family: likelihood(candidate.family, answers) for candidate in candidates}
    return {family: fit / sum(fits.values()) for family, fit in fits.items()}


def tied(candidates: Sequence[Candidate], shares: Mapping[str, float]) -> list[Candidate]:
    """Take the first candidates that together hold most of the probability; at least two where there are two."""
    found: list[Candidate] = []
    mass, enough = 0.0, TIED_MASS * fsum(shares[candidate.family] for candidate in candidates)
    least = LEAST_SHARE * max((shares[candidate.family] for candidate in candidates), default=0.0)
    for candidate in sorted(candidates, key=lambda candidate: -shares[candidate.family])[:MOST_TIED]:
        if len(found) > 1 and (mass >= enough or shares[candidate.family] < least):
            break
        found.append(candidate)
        mass += shares[candidate.family]
    return found


# --- the words --------------------------------------------------------------------------------------------------------


def ask_which(split: Split, options: Sequence[Option], language: Language = "english") -> Question:
    """Ask which it is: choices with the codes that each leads to, free words, "I don't know" and "I do not work"."""
    attribute = load_attributes().all.get(split.attribute)
    details = [_detail(option) for option in options]
    return _form(attribute.question if attribute else _CLOSEST, _ONE, [one.label for one in options], details, language)


def ask_for_duties(language: Language = "english") -> Question:
    """Ask for free words, for when no choice can be computed; left empty it means "I don't know"."""
    words = Text(ANSWER, _IN_A_SENTENCE.told(language), long=True, required=False)
    return Question(_DUTIES.told(language), [words], _SEND.told(language), beside(_DUTIES, language))


def ask_about(obstacle: Obstacle, language: Language = "english") -> Question:
    """Ask about words that cannot be looked up: which of the jobs, or what the work is at all."""
    if obstacle.kind != "several":
        return ask_for_duties(language)
    jobs = list(dict.fromkeys(obstacle.parts))
    return _form(_MOST_TIME, _MAIN, jobs, [""] * len(jobs), language)


def _form(text: Told, label: Told, labels: Sequence[str], details: Sequence[str], language: Language) -> Question:
    """Offer choices, and last what may be said to any question; words may stand beside a choice."""
    always = [(UNKNOWN, _AS_FAR_AS_CERTAIN), (NOT_WORKING, _NO_CODE)]
    choice = Choice(
        ANSWER,
        label.told(language),
        [*labels, *(answer.told(language) for answer, _ in always)],
        [*details, *(_means(*one, language) for one in always)],
        other=True,
        both=True,
        other_option=OTHER.told(language),
        other_detail=_means(OTHER, _SAY_BELOW, language),
        words_label=_OWN_WORDS.told(language),
    )
    return Question(text.told(language), [choice], _SEND.told(language), beside(text, language))


def _means(answer: Told, consequence: Told, language: Language) -> str:
    return " · ".join(one for one in (beside(answer, language), consequence.told(language)) if one)


def task_of(text: str) -> str:
    """Shorten what the people of a family do to its first task."""
    first = _TASK_ENDS.split(text, maxsplit=1)[0].strip()
    return first if len(first) <= _LONGEST_TASK else first[:_LONGEST_TASK].rpartition(", ")[0] or first[:_LONGEST_TASK]


def _options(
    split: Split, among: Sequence[str], shares: Mapping[str, float], known: Classification, language: Language
) -> list[Option]:
    if not split.attribute:
        return [_task(family, shares[family], known, language) for [family] in split.answers]
    attribute = load_attributes().all[split.attribute]
    held = {family: load_attributes().values(split.attribute, family) for family in among}
    options = []
    for answer in split.answers:
        codes = tuple(family for family in among if not held[family].isdisjoint(answer))
        told = [attribute.values[value] for value in answer]
        options.append(
            Option(
                _together([one.told(language) for one in told]),
                attribute=split.attribute,
                value=";".join(answer),
                leaves=len(codes) + sum(not values for values in held.values()),
                codes=codes,
                share=fsum(shares[family] for family in codes),
                example="" if language == "english" else _together([one.english for one in told]),
            )
        )
    return options


def _together(told: Sequence[str]) -> str:
    return " / ".join(told[:_MOST_NAMED]) + (" …" if len(told) > _MOST_NAMED else "")


def _task(family: str, share: float, known: Classification, language: Language) -> Option:
    """Offer a family by what its people do; in Hindi with the English under it."""
    own = known.words[family]
    task = Told(task_of(own.text), *hindi_task(family))
    example = f"for example {', '.join(own.phrases[:_NAMED])}" if language == "english" else task.english
    return Option(task.told(language), family, leaves=1, codes=(family,), share=share, example=example)


def _detail(option: Option) -> str:
    return " ".join(part for part in (option.example, f"→ {', '.join(option.codes)}") if part)
