"""The weights and the confidence that fit known titles best, judged on titles that the fit did not see."""

import numpy as np
import pytest

from core.evaluate.nco import Record, reliability
from core.evaluate.nco_fitting import Fit, Sample, cross_fit, fit, fit_logistic, fit_weights, sample_of
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import PARTS, OccupationIndex
from tests.little_occupations import FEW, LetterEmbedder, part_of


def test_fitting_finds_the_part_that_tells_and_leaves_out_the_one_that_misleads():
    random = np.random.default_rng(1)
    right = np.zeros((200, 5), bool)
    right[np.arange(200), random.integers(0, 5, 200)] = True
    good = right * 0.5 + random.random((200, 5)) * 0.5
    evidence = np.stack([good, 1 - good], axis=1)
    weights = fit_weights(evidence, right, np.full(200, 1 / 200))
    assert weights[0] > 1
    assert weights[1] == pytest.approx(0, abs=1e-3)


def test_the_logistic_regression_recovers_the_numbers_that_made_the_data():
    random = np.random.default_rng(1)
    features = np.stack([np.ones(20_000), random.random(20_000)], axis=1)
    hits = random.random(20_000) < 1 / (1 + np.exp(-(features @ [-1.0, 3.0])))
    assert fit_logistic(features, hits, np.full(20_000, 1 / 20_000)) == pytest.approx([-1, 3], abs=0.15)


def little_sample(families: int, each: int) -> Sample:
    """Evidence of one part that tells and one that is noise."""
    random = np.random.default_rng(2)
    right = np.repeat(np.eye(families, dtype=bool), each, axis=0)
    told = right * 0.4 + random.random(right.shape) * 0.6
    evidence = np.stack([told, random.random(right.shape)], axis=1)
    return Sample(evidence, right, np.full(len(right), 1 / len(right)))


def test_out_of_sample_no_title_is_judged_by_a_fit_that_saw_its_family(monkeypatch):
    sample, seen = little_sample(10, 8), []
    monkeypatch.setattr("core.evaluate.nco_fitting.fit", lambda part: seen.append(part) or fit(part))
    probabilities, hits = cross_fit(sample)
    assert len(seen) == 5
    held_out = [set(range(10)) - set(part.right.argmax(axis=1).tolist()) for part in seen]
    assert sorted(family for families in held_out for family in families) == list(range(10))
    assert len(probabilities) == len(hits) == 80
    assert ((probabilities > 0) & (probabilities < 1)).all()


def test_a_fit_that_is_right_says_probabilities_that_come_true():
    probabilities, hits = cross_fit(little_sample(30, 60))
    for row in reliability(probabilities.tolist(), hits.tolist()):
        if row["n"] > 100:
            assert row["said"] == pytest.approx(row["right"], abs=0.12)


def test_what_the_index_finds_becomes_numbers_in_which_no_large_source_outweighs_the_others():
    index = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())
    records = [Record("plumber", ("7126",), source="large")] * 150 + [Record("cook", ("51",), source="small")]
    sample = sample_of(records, index)
    assert sample.evidence.shape == (151, len(PARTS), len(FEW))
    assert [index.families[family] for family in sample.right[150].nonzero()[0]] == ["5120", "5141"]
    assert sample.influence.sum() == pytest.approx(1)
    assert sample.influence[:150].sum() == pytest.approx(100 * sample.influence[150])


def test_a_fit_is_described_as_it_would_stand_in_the_code():
    lines = Fit(np.arange(1.0, 6.0), np.array([-2.0, 3.0, 4.0])).describe()
    assert lines[0].startswith("WEIGHTS = {'phrases': 0.067")
    assert lines[1] == "SHARPNESS = 15.0"
    assert [line.split(" = ")[0] for line in lines] == ["WEIGHTS", "SHARPNESS", "INTERCEPT", "FIT", "SEPARATION"]
