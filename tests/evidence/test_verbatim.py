"""Backed without a judge: whole sentences of a passage, or shortened in ways that cannot change their meaning."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import pytest

from core.evaluate.faults import change_digit, flip_polarity
from core.evidence.verbatim import backed_word_for_word
from core.evidence.verdicts import Statement
from core.language.sentences import sentences

CLAIMS = Path(__file__).parents[1] / "data" / "claims"
SETS = ("dev.csv", "numbers_dev.csv")
STUDY = (
    "The drug (95 % CI 1.2-3.4) worked in mice (Smith et al., 2020) [12]. However, it failed in rats. If untreated, "
    "cells die. It is not true that cats fly (in winter). Salt cures colds. This is not true. The World Health "
    "Organization (WHO) agreed. Critics said: “It is cheap. It is safe. It is easy.” The dose (in mice) was high."
)
MANUAL = """Settings

1. Open the file.
2. Save the file.

- max_connections: 100
- timeout: 30 s

cache_size: 5
cache_time: 2

Name | Unit | Value of the setting as it is after the installation
speed | rpm | 1200

If the light is red:
- Hold the button.
- Wait.

The following is false:
* Tea cures cancer.
* Milk makes tall.

Myths about the sun

The sun is cold."""


def backs(sentence: str, *passages: str) -> bool:
    return backed_word_for_word(Statement(sentence, passages)) is not None


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("However, it failed in rats.", "However, it failed in rats."),
        ("It failed in rats.", "However, it failed in rats."),
        ("The drug worked in mice.", "The drug (95 % CI 1.2-3.4) worked in mice (Smith et al., 2020) [12]."),
        (
            "The drug (95 % CI 1.2–3.4) worked in mice.",
            "The drug (95 % CI 1.2-3.4) worked in mice (Smith et al., 2020) [12].",
        ),
        ("The World Health Organization agreed.", "The World Health Organization (WHO) agreed."),
        ("the dose (in mice)  was high", "The dose (in mice) was high."),
    ],
)
def test_whole_sentences_are_backed_as_they_are_or_without_what_says_nothing(sentence: str, shown: str) -> None:
    verdict = backed_word_for_word(Statement(sentence, ("Another text.", STUDY)))
    assert verdict is not None
    assert [STUDY[one.start : one.end] for one in verdict.shown_by] == [shown]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Cells die.", "its condition is left out"),
        ("Cats fly (in winter).", "the passage denies it"),
        ("Salt cures colds.", "the next sentence denies it"),
        ("It is safe.", "it stands in quotation marks"),
        ("The drug (95 % CI 1.2-3.5) worked in mice.", "a figure of the aside is changed"),
        ("The dose was high.", "the aside is a condition"),
        ("The drug worked in rats.", "two halves are joined"),
        ("The drug worked in mice. It agreed.", "no such sentence"),
        ("If untreated, cells die. However, it failed in rats.", "“it” is then something else"),
    ],
)
def test_what_could_mean_something_else_is_never_backed(sentence: str, why: str) -> None:
    assert not backs(sentence, STUDY), why


@pytest.mark.parametrize(
    "sentence",
    [
        "max_connections: 100", "timeout: 30 s", "cache_size: 5", "cache_time: 2", "speed | rpm | 1200",
        "Open the file.", "2. Save the file.", "If the light is red:\n- Wait.",
    ],
)  # fmt: skip
def test_list_items_and_rows_are_backed_when_they_are_quoted_whole(sentence: str) -> None:
    assert backs(sentence, MANUAL)


@pytest.mark.parametrize(
    "sentence",
    [
        "Wait.", "Tea cures cancer.", "Milk makes tall.", "The sun is cold.", "3. Save the file.", "rpm | 1200",
        "max_connections: 10",
    ],
)  # fmt: skip
def test_an_item_without_the_line_that_denies_or_conditions_it_is_not(sentence: str) -> None:
    assert not backs(sentence, MANUAL)


def test_a_passage_that_is_cut_backs_no_fragment() -> None:
    cut = "reduced mortality in mice. It was cheap. In all patients it was safe"
    assert not backs("Reduced mortality in mice.", cut)
    assert not backs("In all patients it was safe.", cut)
    assert backs("It was cheap.", cut)


def test_the_order_of_passages_does_not_change_what_is_shown() -> None:
    for passages in (("It was cheap. Fine.", "It was cheap. Good."), ("It was cheap. Good.", "It was cheap. Fine.")):
        verdict = backed_word_for_word(Statement("It was cheap.", passages))
        assert verdict is not None
        assert passages[verdict.shown_by[0].passage].endswith("Fine.")


def test_thousands_of_changed_quotations_are_not_backed_and_the_quotations_are() -> None:
    passages = list(dict.fromkeys(row["passage"] for name in SETS for row in rows(CLAIMS / name)))
    chance = random.Random(1)
    changed = 0
    for passage in passages:
        quotations = [one.text for one in sentences(passage)]
        for quotation in quotations:
            assert backs(quotation, passage)
            for wrong in (one for _ in range(3) for one in spoiled(quotation, chance.choice(quotations), chance)):
                if wrong.rstrip(".").casefold() not in {one.rstrip(".").casefold() for one in quotations}:
                    changed += 1
                    assert not backs(wrong, passage), (wrong, quotation)
    assert changed > 3_000


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def spoiled(quotation: str, other: str, chance: random.Random) -> list[str]:
    """Return a quotation cut, spliced with another, turned, with a word less, two changed, or another figure."""
    words = [*quotation.split(), "."]
    cut, place = len(words) // 2, chance.randrange(1, max(2, len(words) - 2))
    return [
        " ".join(words[:cut]),
        " ".join(words[cut:]),
        " ".join(words[:cut] + other.split()[len(other.split()) // 2 :]),
        " ".join(words[:place] + words[place + 1 :]),
        " ".join([*words[: place - 1], words[place], words[place - 1], *words[place + 1 :]]),
        *(wrong for wrong in (flip_polarity(quotation), change_digit(quotation, "", chance)) if wrong),
        *(clause.strip() for clause in re.split(r"[,;:]|\band\b|\bbut\b|\bwhich\b", quotation)[1:]),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "SET TIME ZONE { value | 'value' | LOCAL | DEFAULT }",
        "SELECT '12.34'::float8::numeric::money;",
        "numbers | a number that neither stands in the passages nor follows from them",
    ],
)
def test_code_with_quoted_values_and_rows_below_other_rows_stand_word_for_word(line: str) -> None:
    above = "citation | it cites nothing, or a retracted paper"
    passage = f"{above}\n{line}" if line.startswith("numbers") else f"It is written so.\n\n{line}\n\nNothing else is."
    assert backed_word_for_word(Statement(line, (passage,)))
