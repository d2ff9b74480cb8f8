"""What the words, the candidates and the classification amount to: computed once, read by whatever decides or tells.

A model's part in a decision is only a choice between what is computed here, and wording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Literal

from core.language.terms import STOP_WORDS
from core.language.tokens import words
from core.systems.nco_classification.decision.confidence import (
    THRESHOLD,
    Confidence,
    Kind,
    chances,
    deepest_confident_code,
    look_at_words,
    mass_below,
    measure_confidence,
    needed,
)
from core.systems.nco_classification.decision.denied import denials, denied_by
from core.systems.nco_classification.decision.heard import AGREED, Heard, both, heard
from core.systems.nco_classification.decision.own_words import terms_of
from core.systems.nco_classification.decision.reading import WordReading
from core.systems.nco_classification.decision.skill_levels import other_levels
from core.systems.nco_classification.index.classification import DIGITS, in_common
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.query_normalizer import QueryNormalizer, Wording
from core.systems.nco_classification.questions.answers import attributes_told, says_something
from core.systems.nco_classification.questions.attributes import load_attributes
from core.systems.nco_classification.questions.told import ToldValues, speak_against, told_by
from core.systems.nco_classification.questions.weighing import after_answers, before_answers, contradicted, likelihood
from core.systems.nco_classification.state import Answer, Context, ExpanderAnalysis, State
from core.systems.nco_classification.tasks import Measured

MOST_CODES = 3  # of a match
# An occupation is named when its title is this like the words (cosine), and this far ahead of its siblings. On the 312
# development titles with a known occupation this names 65, of which 88 % are right; at 0.8 it would be 124 and 77 %.
SAME_TITLE = 0.95
CERTAIN_GENERAL = 0.7  # is enough where the classification itself has the bare title, as "Electrician, General"
AHEAD = 0.1
_NEEDED_FOR: dict[Kind, str] = {"title": "a title", "phrase": "a short phrase", "description": "a description"}
_GENERAL = "a title that NCO itself has as “…, General”"
_AGREEING = "an answer that by itself tells the same as all that was said"
LISTED = 0.9  # of bare titles whose family is known mean one that is listed for them: 59 of 65 of the development sets


@dataclass(frozen=True)
class Assessment:
    """A request and its candidates, best first, assessed.

    - `posterior` is how likely each family is, together at most 1; `confidence` how likely the first is. Both rest on
      the user's own words alone, of which `own` are the terms, with those of the part of the classification they chose.
    - `threshold` is the least probability at which such a text is given a code by the rule, `needed_for` says which.
    - `ambiguity` says why the words are ambiguous, for the expander or by the written checks; empty when they are not.
      `ambiguous` tells whether they fit several families about equally well, and nothing the user said parts them.
    - `drifted`: the queries share no word with what was said. `proposed` are the families that only a model's query
      brought up, `floor` is the least probability of a code that the rule did not choose, `digits` how many are wanted.
    - `best` is the deepest code of the first candidate that is sure, `close` are two or three families of one group
      that reach the threshold together, `certain` is the part of the classification that is certain; "" for none.
    - `within` is the part of the classification that the user chose, `chosen` the same when it is a family.
    - `searched` are the queries so far, `better_query` what else could be searched, `corrections` how many improved
      searches there were.
    - `denied` says that the words deny the work of the first candidate, or that the last ones tell of other work;
      empty when they do not. `parted` are then the families of which one is told by the last words, one by all.
    - `levels` are the families of one field at different levels of skill that the words do not part; `denied` says so.
    - `told` are the attributes of the job that the words tell, in any language; `against` what they say is not the
      work, as answers.
    """

    reading: WordReading
    candidates: tuple[Candidate, ...]
    posterior: Mapping[str, float]
    confidence: Confidence
    threshold: float
    floor: float
    digits: Literal[4, 8]
    own: frozenset[str]
    proposed: tuple[str, ...]
    ambiguity: str
    ambiguous: bool
    drifted: bool
    best: str
    close: tuple[str, ...]
    certain: str
    within: str
    chosen: str
    searched: tuple[str, ...]
    better_query: str
    corrections: int
    denied: str = ""
    parted: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    told: ToldValues = field(default_factory=dict)
    against: tuple[Answer, ...] = ()
    needed_for: str = _NEEDED_FOR["title"]

    @property
    def noisy(self) -> bool:
        """Whether even the first candidate hardly fits."""
        return self.confidence.noisy

    @property
    def doubt(self) -> str:
        """Why no candidate is good enough; empty when one is."""
        return "Nothing that was found fits the words well enough." if self.noisy else ""

    def between(self, families: Sequence[str]) -> Assessment:
        """Look at some of the candidates alone, for a question that shall part them."""
        left = tuple(candidate for candidate in self.candidates if candidate.family in families)
        return replace(self, candidates=left, reading=replace(self.reading, broad=()))

    def for_model(self) -> Measured:
        """Show the part that whoever decides needs."""
        return Measured(
            fit=self.confidence.fit,
            separation=self.confidence.separation,
            probability=self.confidence.probability,
            threshold=self.threshold,
            needed_for=self.needed_for,
            digits=self.digits,
            ambiguous=self.ambiguous,
            denied=self.denied,
            drifted=self.drifted,
            noisy=self.noisy,
            best=self.best,
            close=list(self.close),
            chosen=self.chosen,
            better_query=self.better_query,
        )


def assess(state: State, candidates: Sequence[Candidate], context: Context) -> Assessment:
    """Assess what was said, with the candidates that were found for it, best first."""
    reading, expansion, within = context.reader.read(state["words"]), state["expander_analysis"], state["within"]
    normalizer = context.searched.query_normalizer
    against = denials(state["words"], normalizer)
    answers = [*state["answers"], *against]
    confidence = measure_confidence(before_answers(candidates), look_at_words(reading.words, normalizer))
    listed = [one.family for one in candidates if one.family in reading.broad]
    confidence = after_answers(confidence, candidates, answers, listed)
    shares = chances(candidates, confidence)
    own = terms_of(reading.words, normalizer)
    if within:
        own |= terms_of(context.classification.title(within), normalizer)
    meant = [family for family in reading.broad if family.startswith(within)]
    meant = [family for family in meant if not contradicted(family, answers)] or meant
    chosen = within if within in context.classification.families else ""
    ambiguous = bool(reading.broad) and not chosen and len(meant) != 1
    denied = "" if state["answers"] else denied_by(reading.words, candidates, context.searched)
    if ambiguous and listed:
        shares = _alike(listed, shares, answers)
        confidence = replace(confidence, probability=shares[candidates[0].family])
    alone = None if within else heard(state["request"], state["answers"], context)
    parted = _parted(alone, reading.words, candidates)
    if alone and parted:
        denied = _of_two(parted, context)
        shares, candidates = both(shares, alone), _with(alone, candidates)
        confidence = replace(confidence, probability=shares[candidates[0].family])
    threshold, needed_for = needed(confidence.kind, context.threshold), _NEEDED_FOR[confidence.kind]
    if CERTAIN_GENERAL <= confidence.probability < threshold and _has_general_occupation(
        reading.query, candidates, context
    ):
        threshold, needed_for = CERTAIN_GENERAL, _GENERAL
    agree = alone and alone.whole and not parted
    if agree and context.threshold <= THRESHOLD and threshold > AGREED:
        threshold, needed_for = AGREED, _AGREEING
    wording = context.searched.read(reading.query)
    told = told_by(reading.query, normalizer, wording, reading.words)
    if candidates and not chosen:
        denied = denied or _against_what_was_answered(candidates[0].family, told, state, context)
    close = _close_families(candidates, shares, threshold)
    given = not denied and (close or confidence.probability >= threshold)
    told_more = within or confidence.kind == "title" or any(map(says_something, state["answers"]))
    levels = () if told_more or not given else other_levels(reading.query, candidates, shares, context.classification)
    denied = denied or _of_a_level(levels, context)
    hardly_known = bool(reading.guessed) or not _has_known_word(wording, normalizer)
    says_nothing = reading.obstacle is not None or confidence.noisy or bool(denied) or hardly_known
    unclear = (expansion["ambiguous"] and not ambiguous) or confidence.probability < threshold
    certain = within if says_nothing and not parted else _certain_part(within, shares, unclear, context)
    certain = in_common(certain, *parted)
    return Assessment(
        reading=reading,
        candidates=tuple(candidates),
        posterior=shares,
        confidence=confidence,
        threshold=threshold,
        floor=context.floor,
        digits=context.digits,
        own=own,
        proposed=tuple(state.get("proposed", ())),
        ambiguity=_ambiguity(expansion, ambiguous) or denied,
        ambiguous=ambiguous,
        drifted=reading.query not in state["queries"]
        and not any(own & terms_of(query, normalizer) for query in state["queries"]),
        best=_deepest_code(candidates[0], context.digits) if candidates else "",
        close=tuple(close),
        certain=_in_what_was_offered(
            _still_certain(_certain_before(state, alone), certain, {} if says_nothing else shares), state
        ),
        parted=parted,
        levels=levels,
        within=within,
        chosen=chosen,
        searched=tuple(state["queries"]),
        better_query=_better_query(reading, expansion, state["queries"]),
        corrections=state["improved_search_count"],
        denied=denied,
        told=told,
        against=tuple(against),
        needed_for=needed_for,
    )


def _parted(alone: Heard | None, said: str, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Name the families that all words together and the last own ones by themselves tell, where these are two."""
    if alone is None or not alone.whole or not candidates or alone.reading.words == said:
        return ()
    first = candidates[0].family
    return (first, alone.family) if first != alone.family else ()


def _of_two(parted: Sequence[str], context: Context) -> str:
    together, alone = (f"“{context.classification.title(family)}”" for family in parted)
    return f"The last answer tells of {alone} by itself, and with all that was said before of {together}."


def _of_a_level(levels: Sequence[str], context: Context) -> str:
    if not levels:
        return ""
    first, last = (f"“{context.classification.title(family)}”" for family in (levels[0], levels[-1]))
    return f"The words tell the work and not its level: it may be that of {first} or of {last}."


def _against_what_was_answered(family: str, told: ToldValues, state: State, context: Context) -> str:
    """Name the answer that leads to a family, and what the words tell that its people would not; "" for neither."""
    fitting = [one for one in attributes_told(state["answers"]) if not contradicted(family, [one])]
    attribute = speak_against(family, told)
    if not (fitting and attribute):
        return ""
    asked = load_attributes().all[attribute]
    values = " and ".join(f"“{asked.values[value].english}”" for value in sorted(told[attribute]))
    return (
        f"Two things do not go together: “{fitting[-1]['said']}”, which was answered and leads to "
        f"“{context.classification.title(family)}”, and {values}, which the words tell of “{asked.question.english}”"
    )


def _with(alone: Heard, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Add what was found for the last words alone to what was found for all together; the first of each leads."""
    found = {candidate.family for candidate in candidates}
    first, second, *others = candidates[0], alone.candidates[0], *candidates[1:]
    others = [candidate for candidate in others if candidate.family != second.family]
    return [first, second, *others, *(one for one in alone.candidates[1:] if one.family not in found)]


def _certain_before(state: State, alone: Heard | None) -> str:
    """Tell what was certain before the last answer, as far as its own words do not speak against it."""
    before = state.get("certain_before", "")
    return in_common(before, alone.family) if alone and alone.whole else before


def _ambiguity(expansion: ExpanderAnalysis, ambiguous: bool) -> str:
    if expansion["ambiguous"]:
        return expansion["reason"] or "The words are ambiguous."
    return "The words fit several families about equally well." if ambiguous else ""


def _deepest_code(candidate: Candidate, digits: int) -> str:
    """Take the occupation whose title says the same as the words, ahead of its siblings; else the family."""
    if digits == DIGITS["family"]:
        return candidate.family
    first, second = [*candidate.occupations, ("", 0.0), ("", 0.0)][:2]
    sure = first[1] >= SAME_TITLE and first[1] - second[1] >= AHEAD
    return first[0] if sure else candidate.family


def _close_families(candidates: Sequence[Candidate], shares: Mapping[str, float], threshold: float) -> list[str]:
    """Take up to three first families of one group that reach the threshold together, each at least half as likely."""
    if len(candidates) < 2:
        return []
    first = candidates[0].family
    near = [
        candidate.family
        for candidate in candidates[:MOST_CODES]
        if candidate.family[:3] == first[:3] and 2 * shares[candidate.family] >= shares[first]
    ]
    return near if len(near) > 1 and sum(shares[family] for family in near) >= threshold else []


def _has_general_occupation(said: str, candidates: Sequence[Candidate], context: Context) -> bool:
    """Tell whether the first family, and no other that was found, has an occupation “…, General” of these words."""
    if context.threshold > THRESHOLD:  # somebody wants to be surer than usual
        return False
    title, known = [*words(said.lower()), "general"], context.classification
    named = [
        one.family
        for one in candidates
        if any(words(known.title(code).lower()) == title for code in known.occupations_of(one.family))
    ]
    return named == [candidates[0].family]


def _alike(meant: Sequence[str], shares: Mapping[str, float], answers: Sequence[Answer]) -> dict[str, float]:
    """Share the probability among the families that a bare title may mean: only what was answered parts them.

    Until something is, whatever else was found keeps what such titles mean beyond their list.
    """
    fits = {family: likelihood(family, answers) for family in meant}
    total, others = fsum(fits.values()), fsum(share for family, share in shares.items() if family not in fits)
    listed = LISTED if others and not answers else 1.0
    least = listed * min(fits.values()) / total
    beyond = (1 - listed) / (others or 1.0)
    return {
        family: listed * fits[family] / total if family in fits else min(least, beyond * share)
        for family, share in shares.items()
    }


def _certain_part(within: str, shares: Mapping[str, float], ambiguous: bool, context: Context) -> str:
    """Find the deepest part of the classification that is certain; what the user chose is. "" when there is none."""
    certain = deepest_confident_code(shares, context.certain)
    if ambiguous:  # somebody found the words ambiguous, or too few jobs told so are right: then no family is certain
        certain = certain[: DIGITS["group"]]
    return certain if certain.startswith(within) and context.classification.exists(certain) else within


def _has_known_word(wording: Wording, normalizer: QueryNormalizer) -> bool:
    """Tell whether a word of the index or of a word list stands in it, and not only words that hold it together, or
    that are read by the grammar of everyday speech."""
    empty = {typed for typed, english in wording.replaced if not english}
    told = [*words(wording.latin), *(typed for typed, english in wording.replaced if english)]
    return any(normalizer.knows(one) for one in told if one not in empty and one not in STOP_WORDS)


def _still_certain(before: str, certain: str, shares: Mapping[str, float]) -> str:
    """Keep what was certain before the last answer as far as no other part of its level has become likelier.

    `shares` are empty where the words say nothing: that takes nothing away.
    """
    for end in range(len(before), len(certain), -1):
        part = before[:end]
        likeliest = max((mass_below(family[:end], shares) for family in shares), default=0.0)
        if part.startswith(certain) and mass_below(part, shares) >= likeliest:
            return part
    return certain


def _in_what_was_offered(certain: str, state: State) -> str:
    """Keep of what is certain what all choices share, once nobody knew which of them it is."""
    return in_common(certain, *(answer.get("shared", certain) for answer in state["answers"][-1:]))


def _better_query(reading: WordReading, expansion: ExpanderAnalysis, searched: Sequence[str]) -> str:
    """Find what else may be searched, without a model: the user's own words, the title alone, the duties alone."""
    options = (reading.query, expansion["title"], "; ".join(expansion["duties"]))
    return next((option for option in options if words(option) and option not in searched), "")
