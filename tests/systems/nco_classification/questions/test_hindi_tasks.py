"""The task of every family is told in Hindi, and in Latin letters from the same sentence."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.questions.hindi_tasks import hindi_task, typed
from tests.systems.nco_classification.little_index import CLASSIFICATION


def test_every_family_has_a_short_task_of_its_own_in_both_scripts() -> None:
    tasks = {family: hindi_task(family) for family in CLASSIFICATION.families}
    assert len({hindi for hindi, _ in tasks.values()}) == len({latin for _, latin in tasks.values()}) == len(tasks)
    for family, (hindi, latin) in tasks.items():
        assert 8 < len(hindi) <= 80, family
        assert latin.isascii(), family
        assert any("\u0900" <= letter <= "\u097f" for letter in hindi)


@pytest.mark.parametrize(
    ("hindi", "latin"),
    [
        ("मछली पकड़ना", "Machhli pakadna"),
        ("बिजली के उपकरणों की जाँच करना", "Bijli ke upkarnon ki jaanch karna"),
        ("मशीन और ट्रैक्टर चलाना", "Machine aur tractor chalaana"),
        ("समुद्र में फसल नहीं", "Samudra mein fasal nahi"),
    ],
)
def test_hindi_is_written_in_latin_letters_as_it_is_typed_and_english_words_as_english_spells_them(
    hindi: str, latin: str
) -> None:
    assert typed(hindi) == latin
