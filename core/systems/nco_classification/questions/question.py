"""The question that settles most: the attribute, or the tasks, whose answer leaves the right family likeliest."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import ANSWER, attributes_told
from core.systems.nco_classification.questions.attributes import Attribute, Language, Told, load_attributes
from core.systems.nco_classification.questions.language import UNKNOWN, in_both
from core.systems.nco_classification.questions.weighing import WRONG_VALUE, likelihood
from core.systems.nco_classification.state import Answer
from core.types import Choice, Question, Text

MOST_CHOICES = 6
TIED_MASS = 0.9  # the first candidates that together are right with this probability count as tied
MOST_TIED = 12
AS_GOOD = 0.85  # of what the tasks would settle, this is enough for an attribute, which is easier to answer
WRONG_TASK = 0.2  # the same of "which comes closest": whole tasks are harder to tell apart
_NAMED = 3  # words of a language, or everyday titles, that stand for a family
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
    "What does the person do at work, and with what?",
    "वे काम में क्या करते हैं, और किससे?",
    "Ve kaam mein kya karte hain, aur kisse?",
)
_IN_A_SENTENCE = Told(
    "What the person does, in a sentence (leave it empty if you don't know)",
    "एक वाक्य में बताइए (पता न हो तो खाली छोड़िए)",
    "Ek vakya mein bataiye (pata na ho to khaali chhodiye)",
)
_ONE = Told("The closest one", "सबसे नज़दीक", "Sabse nazdeek")
_MAIN = Told("The main job", "मुख्य काम", "Mukhya kaam")


@dataclass(frozen=True)
class Option:
    """One answer: its words, what it means, and how many of the tied codes it leaves.

    It means a part of the classification (`code`), the `value` of an `attribute`, or one of several jobs (neither).
    """

    label: str
    code: str = ""
    attribute: str = ""
    value: str = ""
    leaves: int = 0
    share: float = 0.0
    example: str = ""


@dataclass(frozen=True)
class Split:
    """The tied families parted by one attribute, or by their tasks (no attribute): `answers` and who gives them.

    `answers` are values or families, by falling share. `right` is the probability that is expected for the right
    family after an answer.
    """

    attribute: str
    answers: tuple[str, ...]
    right: float


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
        return ask_about(obstacle, language), [Option(job) for job in obstacle.parts]
    broad = assessment.reading.broad
    if assessment.noisy and not broad:
        return ask_for_duties(language), []
    meant = [candidate for candidate in assessment.candidates if candidate.family in broad]
    shares = _evenly(meant, answers) if meant else assessment.posterior
    among = tied(meant or assessment.candidates, shares)
    asked = load_attributes().all if by_tasks else {answer.get("attribute", "") for answer in attributes_told(answers)}
    split = best_split([one.family for one in among], shares, asked)
    if split is None:
        return ask_for_duties(language), []
    options = _options(split, among, shares, classification, language)
    return ask_which(split, options, len(among), language), options


def best_split(families: Sequence[str], shares: Mapping[str, float], asked: Collection[str] = ()) -> Split | None:
    """Find what leaves the right one of these families likeliest, with at most six answers; None for less than two.

    An attribute comes before the tasks when it parts the families nearly as well. What was `asked` is not asked again.
    """
    if len(families) < 2:
        return None
    total = sum(shares[family] for family in families)
    among = {family: shares[family] / total for family in families}
    known = load_attributes()
    splits = [_by_attribute(known.all[name], among) for name in known.all if name not in asked]
    best = max((split for split in splits if split), key=lambda split: split.right, default=None)
    tasks = _by_tasks(among)
    return best if best and best.right >= tasks.right * AS_GOOD else tasks


def _by_attribute(attribute: Attribute, shares: Mapping[str, float]) -> Split | None:
    held = {family: load_attributes().values(attribute.name, family) for family in shares}
    weight: dict[str, float] = {}
    for family, values in held.items():
        for value in values:
            weight[value] = weight.get(value, 0.0) + shares[family] / len(values)
    offered = sorted(weight, key=lambda value: (-weight[value], value))[:MOST_CHOICES]
    if len(offered) < 2:
        return None
    chances = {family: _chances(values, offered) for family, values in held.items()}
    return Split(attribute.name, tuple(offered), _expected(shares, chances))


def _chances(values: Collection[str], offered: Sequence[str]) -> list[float]:
    """How likely somebody of a family gives each of the offered answers, and last an answer in own words."""
    right = sum(value in values for value in offered)
    if not values:
        return [1 / len(offered)] * len(offered) + [0.0]
    if not right:
        return [WRONG_VALUE / len(offered)] * len(offered) + [1 - WRONG_VALUE]
    wrong = WRONG_VALUE / (len(offered) - right) if right < len(offered) else 0.0
    kept = 1 - WRONG_VALUE if wrong else 1.0
    return [kept / right if value in values else wrong for value in offered] + [0.0]


def _by_tasks(shares: Mapping[str, float]) -> Split:
    offered = sorted(shares, key=lambda family: (-shares[family], family))[:MOST_CHOICES]
    wrong = WRONG_TASK / (len(offered) - 1)
    chances = {
        family: [1 - WRONG_TASK if family == one else wrong for one in offered] + [0.0]
        if family in offered
        else [WRONG_TASK / len(offered)] * len(offered) + [1 - WRONG_TASK]
        for family in shares
    }
    return Split("", tuple(offered), _expected(shares, chances))


def _expected(shares: Mapping[str, float], chances: Mapping[str, Sequence[float]]) -> float:
    """Work out the probability that is expected for the right family once an answer has been weighed."""
    together = [
        [share * chance for share, chance in zip(shares.values(), column, strict=True)]
        for column in zip(*(chances[family] for family in shares), strict=True)
    ]
    return fsum(sum(joint * joint for joint in column) / sum(column) for column in together if any(column))


def _evenly(candidates: Sequence[Candidate], answers: Sequence[Answer]) -> dict[str, float]:
    """Share the probability among what a bare title may mean: its score tells nothing, only what was answered does."""
    fits = {candidate.family: likelihood(candidate.family, answers) for candidate in candidates}
    return {family: fit / sum(fits.values()) for family, fit in fits.items()}


def tied(candidates: Sequence[Candidate], shares: Mapping[str, float]) -> list[Candidate]:
    """Take the first candidates that together hold most of the probability; at least two where there are two."""
    found: list[Candidate] = []
    mass, enough = 0.0, TIED_MASS * fsum(shares[candidate.family] for candidate in candidates)
    for candidate in sorted(candidates, key=lambda candidate: -shares[candidate.family])[:MOST_TIED]:
        if mass >= enough and len(found) > 1:
            break
        found.append(candidate)
        mass += shares[candidate.family]
    return found


# --- the words --------------------------------------------------------------------------------------------------------


def ask_which(split: Split, options: Sequence[Option], tied: int, language: Language = "english") -> Question:
    """Ask which it is: choices with how many codes each leaves, free words, and "I don't know"."""
    attribute = load_attributes().all.get(split.attribute)
    labels = [*(option.label for option in options), UNKNOWN.told(language)]
    details = [*(_detail(option, tied) for option in options), "Leaves it at what is certain so far"]
    text = in_both(attribute.question if attribute else _CLOSEST, language)
    return Question(text, [Choice(ANSWER, _ONE.told(language), labels, details, other=True)])


def ask_for_duties(language: Language = "english") -> Question:
    """Ask for free words, for when no choice can be computed; left empty it means "I don't know"."""
    return Question(
        in_both(_DUTIES, language), [Text(ANSWER, in_both(_IN_A_SENTENCE, language), long=True, required=False)]
    )


def ask_about(obstacle: Obstacle, language: Language = "english") -> Question:
    """Ask about words that cannot be looked up: which of the jobs, or what the work is at all."""
    if obstacle.kind != "several":
        return ask_for_duties(language)
    options = [*dict.fromkeys(obstacle.parts), UNKNOWN.told(language)]
    return Question(in_both(_MOST_TIME, language), [Choice(ANSWER, _MAIN.told(language), options, other=True)])


def task_of(text: str) -> str:
    """Shorten what the people of a family do to its first task."""
    first = _TASK_ENDS.split(text, maxsplit=1)[0].strip()
    return first if len(first) <= _LONGEST_TASK else first[:_LONGEST_TASK].rpartition(", ")[0] or first[:_LONGEST_TASK]


def _options(
    split: Split, among: Sequence[Candidate], shares: Mapping[str, float], known: Classification, language: Language
) -> list[Option]:
    if not split.attribute:
        return [_task(family, shares[family], known, language) for family in split.answers]
    attribute = load_attributes().all[split.attribute]
    held = {one.family: load_attributes().values(split.attribute, one.family) for one in among}
    options = []
    for value in split.answers:
        left = [family for family, values in held.items() if value in values or not values]
        told = attribute.values[value]
        options.append(
            Option(
                told.told(language),
                attribute=split.attribute,
                value=value,
                leaves=len(left),
                share=sum(shares[family] for family in left if value in held[family]),
                example="" if language == "english" else told.english,
            )
        )
    return options


def _task(family: str, share: float, known: Classification, language: Language) -> Option:
    """Offer a family by what its people do; in Hindi by the words that they call it, the task under it."""
    own = known.words[family]
    task = task_of(own.text)
    named = [word for word in own.hindi if word.isascii() == (language == "hinglish")][:_NAMED]
    if language == "english" or not named:
        return Option(task, family, leaves=1, share=share, example=f"for example {', '.join(own.phrases[:_NAMED])}")
    return Option(", ".join(named), family, leaves=1, share=share, example=task)


def _detail(option: Option, tied: int) -> str:
    parts = [part for part in (option.code, option.example) if part]
    return " · ".join([*parts, f"leaves {option.leaves} of {tied} codes"])
