"""The weights of the rules are fitted to questions whose answer is known, and never against the sign they have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.evaluate.answers import Question
from core.evaluate.fit_units import Sample, first_is_right, fit_outcome, fit_units, main, samples_of
from core.systems.knowledge_base.answer.support import SUPPORT_WEIGHTS
from core.systems.knowledge_base.answer.unit_scores import WEIGHTS
from tests.systems.knowledge_base.little_manual import little_manual
from tests.word_embedder import WordEmbedder

NAMES = list(WEIGHTS)


def sample(seed: int) -> Sample:
    """Ten units of which the one with the highest cosine is right and, as chance has it, leads on to something."""
    rng = np.random.default_rng(seed)
    measures = rng.uniform(size=(10, len(NAMES)))
    gains = (measures[:, NAMES.index("cosine")] == measures[:, NAMES.index("cosine")].max()).astype(float)
    measures[:, NAMES.index("leads on")] = gains
    support = {name: float(seed % 2) for name in SUPPORT_WEIGHTS}
    return Sample(measures, gains, support, bool(seed % 2) or seed % 10 == 0, seed % 3 == 0)


def test_what_makes_units_right_weighs_and_nothing_weighs_against_its_sign() -> None:
    samples = [sample(seed) for seed in range(60)]
    weights = dict(zip(NAMES, fit_units(samples).tolist(), strict=True))
    assert weights["cosine"] == max(weights.values())
    assert weights["leads on"] == pytest.approx(0.0)
    first, of_five = first_is_right([one for one in samples if one.answerable], fit_units(samples))
    assert 0.5 < first <= of_five <= 1.0


def test_the_outcome_is_fitted_to_what_is_answerable() -> None:
    fitted = fit_outcome([sample(seed) for seed in range(60)], ["cosine"], right=False)
    assert fitted["cosine"] > 0
    assert set(fitted) == {"cosine", "bias"}


def test_a_question_is_measured_on_what_is_found_for_it(tmp_path: Path) -> None:
    question = "What is the default speed of the pump?"
    asked = [
        Question(question, frozenset({"pump.md"}), ("40",), ("40 litres",), answerable=True, thread="1"),
        Question("And of the valve?", frozenset(), (), (), answerable=True, thread="1"),
    ]
    [one] = samples_of(asked, little_manual(tmp_path), WordEmbedder())  # type: ignore[arg-type]
    assert one.gains[0] == 1.0
    assert one.right


def test_a_file_without_its_folder_is_told() -> None:
    with pytest.raises(InputError, match="names no folder"):
        main(["questions.csv"])
