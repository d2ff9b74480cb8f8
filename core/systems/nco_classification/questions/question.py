"""What is asked next: about an obstacle, for the duties, or which it is of the families that are really tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.index.classification import Classification, in_common
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.questions.answers import attributes_asked, attributes_told
from core.systems.nco_classification.questions.attributes import Language, load_attributes
from core.systems.nco_classification.questions.form import (
    Option,
    ask_about,
    ask_for_duties,
    ask_which,
    options_about,
    options_of,
    told_for,
    with_both,
)
from core.systems.nco_classification.questions.split import best_split
from core.systems.nco_classification.questions.told import fits
from core.systems.nco_classification.questions.weighing import contradicted, likelihood
from core.systems.nco_classification.state import Answer
from core.types import Question

TIED_MASS = 0.9  # the first candidates that together are right with this probability count as tied
LEAST_SHARE = 0.2  # of the likeliest one's share, that a tied one has
MOST_TIED = 12
NEAR_TITLE = (
    0.7  # likeness from which an official title is near the words, and stands beside the choice that leads to it
)
WEAK = 0.35  # where no family is likelier, hardly anything is known, and whole tasks are told apart more surely
_AS_LIKELY = 0.5  # of the likeliest one's share, that another has which the first words made likely
_FEW = 3  # families; where more are as likely, the first words tell of none
_MUCH_LESS = 0.5  # of how likely a family was: so little is left of what own words speak against


def question_for(
    assessment: Assessment,
    classification: Classification,
    answers: Sequence[Answer] = (),
    language: Language = "english",
    *,
    by_tasks: bool = False,
    every: bool = False,
    mixed: str = "",
) -> tuple[Question, list[Option]]:
    """Make the form that settles most, and tell what each of its choices means.

    `by_tasks` offers each family by what its people do, whatever attribute parts them, and `every` one of them, however
    unlikely; `mixed` is the family of who does both of two jobs alike.
    """
    if obstacle := assessment.reading.obstacle:
        about = options_about(obstacle, mixed, classification, language)
        return ask_about(obstacle, about, language), about
    broad = assessment.reading.broad
    if assessment.noisy and not broad:
        return ask_for_duties(language), []
    meant = [candidate for candidate in assessment.candidates if candidate.family in broad]
    shares = _evenly(meant, [*answers, *assessment.against]) if meant else assessment.posterior
    if not by_tasks:
        shares = {family: share * fits(family, assessment.told) for family, share in shares.items()}
    left = list(meant or assessment.candidates) if by_tasks else _open(meant, assessment, answers, shares)
    if not left:
        return ask_for_duties(language), []
    likeliest = _likeliest(left, assessment, shares).family
    shares = {**shares, likeliest: max(shares[one.family] for one in left)}  # no cue for words takes it away
    among = [likeliest, *(one.family for one in (left if every else tied(left, shares)) if one.family != likeliest)]
    kept = [one.family for one in left if one.family in _likely_at_first(answers)]
    among += [one for one in dict.fromkeys([*_still_open(answers, assessment.posterior), *kept]) if one not in among]
    asked = load_attributes().all if by_tasks else attributes_asked(answers)
    weak = not meant and max(assessment.posterior.values(), default=0.0) < WEAK
    split = best_split(among, shares, asked, told=assessment.told, threshold=assessment.threshold, weak=weak)
    if split is None:
        return ask_for_duties(language), []
    offered = options_of(split, among, shares, classification, language)
    nearest = {one.family: one.occupations[0] for one in left if one.occupations}
    near = {family: classification.title(code) for family, (code, like) in nearest.items() if like >= NEAR_TITLE}
    offered = [told_for(one, assessment.own, assessment.posterior, classification, language, near) for one in offered]
    options = with_both(sorted(offered, key=lambda one: -one.likely), language)
    part = in_common(assessment.certain, *(code for one in options for code in one.codes))
    return ask_which(split, options, classification, language, part), options


def _open(
    meant: Sequence[Candidate], assessment: Assessment, answers: Sequence[Answer], shares: Mapping[str, float]
) -> list[Candidate]:
    """List the candidates between which another question may be: those that no answer speaks against.

    What is certain stays so where the question can part what lies in it, and the likeliest one does.
    """
    every = list(meant or assessment.candidates)
    refused = _refused(answers, assessment.posterior)
    kept = _likely_at_first(answers) - refused
    left = [
        one
        for one in every
        if one.family not in refused and not contradicted(one.family, [*answers, *assessment.against])
    ]
    left += [one for one in every if one.family in kept and one not in left]
    left = left if len(left) > 1 else every
    within = [one for one in left if one.family.startswith(assessment.certain)]
    least = LEAST_SHARE * max((shares[one.family] for one in within), default=0.0)
    parts = sum(shares[one.family] >= least for one in within) > 1
    return within if parts and _likeliest(left, assessment, shares) in within else left


def _likeliest(candidates: Sequence[Candidate], assessment: Assessment, shares: Mapping[str, float]) -> Candidate:
    """Find what the reason for a question names as the likeliest; of equals what the words tell sooner."""
    return max(candidates, key=lambda one: (assessment.posterior[one.family], shares[one.family]))


def _refused(answers: Sequence[Answer], posterior: Mapping[str, float]) -> set[str]:
    """Name the families that were offered to somebody who said something else, which makes them much less likely."""
    offered = answers[-1].get("refused", {}) if answers else {}
    return {family for family, before in offered.items() if posterior.get(family, 0.0) < _MUCH_LESS * before}


def _still_open(answers: Sequence[Answer], posterior: Mapping[str, float]) -> list[str]:
    """Name the families that were offered to somebody who said something else, and are as near the likeliest as tied
    ones and not much less likely than before: what was a candidate by the first words stays one."""
    refused, least = _refused(answers, posterior), LEAST_SHARE * max(posterior.values(), default=0.0)
    offered = answers[-1].get("refused", {}) if answers else {}
    return [family for family in offered if family not in refused and posterior.get(family, 0.0) >= max(least, 1e-9)]


def _likely_at_first(answers: Sequence[Answer]) -> set[str]:
    """Name the families that the first words alone made likely: an answer about the work lowers one, and takes none
    away."""
    chances = answers[0].get("before", {}).get("chances", {}) if attributes_told(answers) else {}
    likeliest = max(chances.values(), default=0.0)
    alike = [family for family, share in chances.items() if share >= _AS_LIKELY * likeliest]
    return set(alike) if len(alike) <= _FEW else set()


def _evenly(candidates: Sequence[Candidate], answers: Sequence[Answer]) -> dict[str, float]:
    """Share the probability among what a bare title may mean: its score tells nothing, only what was answered does."""
    likely = {candidate.family: likelihood(candidate.family, answers) for candidate in candidates}
    return {family: share / sum(likely.values()) for family, share in likely.items()}


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
