"""The weights and the confidence that fit known titles best, judged on titles that the fit did not see."""

from itertools import pairwise

import numpy as np
import pytest

from core.evaluate.nco import Record, find_records
from core.evaluate.nco_fitting import (
    ALLOWED,
    LEAST_IN_RANGE,
    LEAST_THRESHOLD,
    Judged,
    Sample,
    choose_thresholds,
    cross_fit,
    describe_weights,
    fit_confidence,
    fit_logistic,
    fit_weights,
    judge,
    reliability_by_kind,
    sample_of,
    say,
    write_confidence,
)
from core.systems.nco_classification.decision import confidence
from core.systems.nco_classification.decision.confidence import KINDS, NUMBERS
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import PARTS, OccupationIndex
from tests.little_occupations import FEW, LetterEmbedder, part_of


def test_fitting_finds_the_part_that_tells_and_leaves_out_the_one_that_misleads():
    random = np.random.default_rng(1)
    right = np.zeros((200, 5), bool)
    right[np.arange(200), random.integers(0, 5, 200)] = True
    good = right * 0.5 + random.random((200, 5)) * 0.5
    evidence = np.stack([good, 1 - good], axis=1)
    weights = fit_weights(Sample(evidence, right, np.full(200, 1 / 200)))
    assert weights[0] > 1
    assert weights[1] == pytest.approx(0, abs=1e-3)


def test_the_logistic_regression_recovers_the_numbers_that_made_the_data():
    random = np.random.default_rng(1)
    features = np.stack([np.ones(20_000), random.random(20_000)], axis=1)
    hits = random.random(20_000) < 1 / (1 + np.exp(-(features @ [-1.0, 3.0])))
    assert fit_logistic(features, hits, np.full(20_000, 1 / 20_000)) == pytest.approx([-1, 3], abs=0.15)


def little_judged(families: int, each: int) -> Judged:
    """One number tells, the others are noise; titles are surer of it than descriptions."""
    random = np.random.default_rng(2)
    count = families * each
    numbers = np.concatenate([np.ones((count, 1)), random.random((count, len(NUMBERS)))], axis=1)
    kinds = np.array(KINDS)[random.integers(0, 3, count)]
    height = 6 * numbers[:, 1] - np.where(kinds == "title", 2.0, 4.0)
    hits = random.random(count) < 1 / (1 + np.exp(-height))
    return Judged(numbers, hits, kinds, np.repeat(np.arange(families), each).astype(str), np.full(count, 1 / count))


def test_out_of_sample_no_text_is_judged_by_a_fit_that_saw_its_family(monkeypatch):
    judged, seen = little_judged(10, 8), []
    monkeypatch.setattr(
        "core.evaluate.nco_fitting.fit_confidence", lambda part: seen.append(part) or fit_confidence(part)
    )
    probabilities = cross_fit(judged)
    assert len(seen) == 5
    held_out = [{str(number) for number in range(10)} - set(part.families.tolist()) for part in seen]
    assert sorted(family for families in held_out for family in families) == [str(number) for number in range(10)]
    assert len(probabilities) == 80
    assert ((probabilities > 0) & (probabilities < 1)).all()


def test_each_kind_is_fitted_for_itself_and_says_probabilities_that_come_true():
    judged = little_judged(30, 100)
    fitted = fit_confidence(judged)
    assert fitted["title"][0] > fitted["description"][0] + 1
    for table in reliability_by_kind(judged).values():
        for row in table:
            if row["n"] > 100:
                assert row["said"] == pytest.approx(row["right"], abs=0.12)


def test_a_kind_without_a_text_is_judged_as_all_are():
    judged = little_judged(20, 50)
    fitted = fit_confidence(judged.part(judged.kinds != "phrase"))
    phrases = judged.part(judged.kinds == "phrase")
    as_all = say(phrases, fitted).mean()
    as_titles, as_descriptions = (
        say(phrases, {**fitted, "phrase": fitted[one]}).mean() for one in (KINDS[0], KINDS[2])
    )
    assert as_descriptions < as_all < as_titles


def test_what_means_nothing_or_several_things_teaches_nothing():
    index = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())
    records = [Record("plumber", ("7126",)), Record("cook", ("5120",), ambiguous=True), Record("refused", ())]
    judged = judge(find_records(records, index).coded(0.5), index)
    assert judged.hits.tolist() == [True]
    assert judged.kinds.tolist() == ["title"]


def test_a_fit_that_is_kept_is_read_back_as_it_was(tmp_path, monkeypatch):
    coefficients = {kind: np.arange(1.0 + len(NUMBERS)) + number for number, kind in enumerate(KINDS)}
    write_confidence(tmp_path / "confidence.csv", coefficients, {"title": 0.8, "phrase": 0.7, "description": 0.65})
    monkeypatch.setattr(confidence, "FITTED", tmp_path / "confidence.csv")
    read = confidence.fitted.__wrapped__()
    assert read["phrase"][0] == 1.0
    assert read["description"].weights == tuple(3.0 + number for number in range(len(NUMBERS)))
    assert [read[kind].threshold for kind in KINDS] == [0.8, 0.7, 0.65]


def test_of_no_kind_more_are_wrong_and_silent_than_is_allowed_and_a_lower_threshold_would_allow_more():
    judged = little_judged(30, 100)
    said, thresholds = cross_fit(judged), choose_thresholds(judged)
    for kind in KINDS:
        own = judged.kinds == kind
        wrong, sure = ~judged.hits[own], said[own]
        assert (wrong & (sure >= thresholds[kind])).mean() <= ALLOWED
        if thresholds[kind] > LEAST_THRESHOLD:
            assert (wrong & (sure >= thresholds[kind] - 0.01)).mean() > ALLOWED


def test_a_kind_of_which_there_are_few_texts_has_the_threshold_of_all():
    judged = little_judged(20, 50)
    few = judged.part((judged.kinds != "phrase") | (np.arange(len(judged.kinds)) < 20))
    alike = Judged(few.numbers, few.hits, np.full(len(few.hits), "title"), few.families, few.influence)
    both = choose_thresholds(few)
    assert both["phrase"] == pytest.approx(choose_thresholds(alike)["title"], abs=0.05)


def test_a_guess_makes_every_kind_less_sure_whatever_the_texts_say():
    guessed = 1 + NUMBERS.index("guessed")
    assert all(weights[guessed] < 0 for weights in fit_confidence(little_judged(20, 50)).values())


def test_every_range_that_is_told_stands_on_texts_enough():
    table = reliability_by_kind(little_judged(10, 30))["title"]
    assert all(row["n"] >= LEAST_IN_RANGE for row in table)
    assert all(row["low"] <= row["said"] <= row["high"] for row in table)
    assert all(before["high"] <= after["low"] for before, after in pairwise(table))


def test_what_the_index_finds_becomes_numbers_in_which_no_large_source_outweighs_the_others():
    index = OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())
    records = [Record("plumber", ("7126",), source="large")] * 500 + [Record("cook", ("51",), source="small")]
    sample = sample_of(records, index)
    assert sample.evidence.shape == (501, len(PARTS), len(FEW))
    assert [index.families[family] for family in sample.right[500].nonzero()[0]] == ["5120", "5141"]
    assert sample.influence.sum() == pytest.approx(1)
    assert sample.influence[:500].sum() == pytest.approx(400 * sample.influence[500])


def test_the_weights_are_described_as_they_would_stand_in_the_code():
    lines = describe_weights(np.arange(1.0, 6.0))
    assert lines[0].startswith("WEIGHTS = {'phrases': 0.067")
    assert lines[1] == "SHARPNESS = 15.0"
