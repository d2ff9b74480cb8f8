"""Faults made on purpose: a clean draft with one sentence spoiled, to measure what the checks let through."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from core.language.clauses import content_stems
from core.language.quantities import quantities
from core.systems.research_reports.write.drafts import Cited, Draft

_FIGURE = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?")

Corruption = Literal["number changed", "polarity flipped", "citation moved", "sentence invented"]

# Not the list that the check reads: pairs as a careless writer would turn them, in the form they stand in.
_FLIPS = (
    ("increased", "decreased"), ("increases", "decreases"), ("higher", "lower"), ("improved", "worsened"),
    ("improves", "worsens"), ("more", "less"), ("better", "worse"), ("rose", "fell"), ("reduced", "raised"),
    ("reduces", "raises"), ("faster", "slower"), ("larger", "smaller"), ("stronger", "weaker"), ("with", "without"),
    ("significant", "insignificant"), ("longer", "shorter"), ("most", "least"), ("lowered", "raised"),
    ("is", "is not"), ("are", "are not"), ("was", "was not"), ("were", "were not"), ("can", "cannot"),
)  # fmt: skip
_INVENTED = (
    "Experts expect the market to triple before the end of the decade.",
    "Patients and their families welcomed the new procedure.",
    "Several governments have since changed their laws accordingly.",
    "The approach has been adopted by most large manufacturers.",
    "Critics point to the high price of the necessary equipment.",
)


@dataclass(frozen=True)
class Corrupted:
    """A draft with one fault, where it is, and of which kind."""

    draft: Draft
    place: int
    kind: Corruption


def corrupted_drafts(draft: Draft, seed: int = 0) -> Iterator[Corrupted]:
    """One draft for each sentence and kind of fault that it has a hold for, in an order that `seed` decides."""
    chance = random.Random(seed)  # noqa: S311 - chooses words, no secrets
    places = [index for index, one in enumerate(draft.sentences) if one.claims and draft.texts(one)]
    chance.shuffle(places)
    for place in places:
        for kind in get_args(Corruption):
            spoiled = _spoil(draft, place, kind, chance)
            if spoiled is not None:
                sentences = [*draft.sentences]
                sentences[place] = spoiled
                yield Corrupted(replace(draft, sentences=tuple(sentences)), place, kind)


def _spoil(draft: Draft, place: int, kind: Corruption, chance: random.Random) -> Cited | None:
    """Return the sentence at `place` with a fault, or None when it offers no hold for this kind."""
    one = draft.sentences[place]
    if kind == "number changed":
        sentence = change_number(one.sentence, " ".join(draft.texts(one)), chance)
        return replace(one, sentence=sentence) if sentence else None
    if kind == "polarity flipped":
        sentence = flip_polarity(one.sentence)
        return replace(one, sentence=sentence) if sentence else None
    if kind == "sentence invented":
        return replace(one, sentence=chance.choice(_INVENTED))
    elsewhere = _unlike(draft, one)
    return replace(one, passages=(chance.choice(elsewhere),)) if elsewhere else None


def change_number(sentence: str, passage: str, chance: random.Random) -> str | None:
    """`sentence` with one figure replaced by another that does not stand in `passage`; None without a figure."""
    spans = [
        (one.start + match.start(), one.start + match.end())
        for one in quantities(sentence)
        if not one.implied and (match := re.search(r"\d+", one.text))
    ]
    if not spans:
        return None
    start, end = chance.choice(spans)
    old = sentence[start:end]
    for _ in range(50):
        new = str(chance.randint(10 ** (len(old) - 1), 10 ** len(old) - 1))
        if new != old and not re.search(rf"(?<!\d){new}(?!\d)", passage):
            return sentence[:start] + new + sentence[end:]
    return None


def change_digit(sentence: str, passage: str, chance: random.Random) -> str | None:
    """`sentence` with one digit of a number changed, so that `passage` does not hold it; None without a figure."""
    figures, there = list(_FIGURE.finditer(sentence)), set(_FIGURE.findall(passage))
    for _ in range(50 if figures else 0):
        figure: re.Match[str] = chance.choice(figures)
        place = chance.choice([index for index, sign in enumerate(figure.group()) if sign.isdigit()])
        digit = chance.choice("123456789" if place == 0 else "0123456789")
        new = figure.group()[:place] + digit + figure.group()[place + 1 :]
        if new != figure.group() and new not in there:
            return sentence[: figure.start()] + new + sentence[figure.end() :]
    return None


def exchange_number(sentence: str, passage: str, chance: random.Random) -> str | None:
    """`sentence` with one figure replaced by another of `passage` that it does not hold; None where there is none."""
    figures = list(_FIGURE.finditer(sentence))
    others = sorted(set(_FIGURE.findall(passage)).difference(_FIGURE.findall(sentence)))
    if not figures or not others:
        return None
    figure = chance.choice(figures)
    new: str = chance.choice(others)
    return sentence[: figure.start()] + new + sentence[figure.end() :]


def flip_polarity(sentence: str) -> str | None:
    """`sentence` saying the opposite: a word of direction exchanged, a “not” taken out or put in; None if none fits."""
    bare = re.sub(r"\b(is|are|was|were|did|do|does) not\b", r"\1", sentence, count=1)
    if bare != sentence:
        return bare
    for one, other in _FLIPS:
        for old, new in ((one, other), (other, one)):
            if re.search(rf"\b{old}\b", sentence):
                return re.sub(rf"\b{old}\b", new, sentence, count=1)
    return None


def _unlike(draft: Draft, one: Cited) -> Sequence[str]:
    """Passages that the sentence does not cite and that do not happen to say the same."""
    stems = content_stems(one.sentence)
    return [
        name for name, text in draft.passages.items()
        if name not in one.passages and len(stems & content_stems(text)) < 0.5 * len(stems)
    ]  # fmt: skip
