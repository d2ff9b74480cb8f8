"""The quality is fitted so that it parts what is known from what nobody has, on places the fit has not seen."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.evaluate import fit_quality
from core.evaluate.fit_quality import Asked, cross_fit, main, passing, reliability_of, write_fit
from core.evaluate.fit_quality import fit_quality as fit
from core.evaluate.judged_people import make_place
from core.evaluate.retrieval import Collection
from tests.systems.expert_search.little_people import WordEmbedder


def asked(place: str, seed: int) -> list[Asked]:
    """Topics whose meaning and words tell, but for some noise, whether they are known."""
    noise = np.random.default_rng(seed)
    rows = []
    for number in range(60):
        known = number % 2 == 0
        near = np.clip(noise.normal(0.6 if known else 0.25, 0.1, 5), 0, 1)
        numbers = np.column_stack([near, near * (0.8 if known else 0.3), np.full(5, 1.1)])
        rows.append(Asked(place, "known" if known else "nobody", str(number), numbers, np.full(5, known)))
    return rows


TWO = [*asked("one", 1), *asked("two", 2)]


def test_what_is_known_passes_and_what_nobody_has_does_not_on_a_place_it_has_not_seen() -> None:
    for shares in passing(cross_fit(TWO)).values():
        assert shares["known"] >= 0.9
        assert shares["nobody"] <= 0.1


def test_no_weight_falls_where_more_was_found() -> None:
    turned = [Asked(one.place, one.kind, one.text, -one.numbers, one.right) for one in TWO]
    assert (fit(turned)[1:3] >= 0).all()


def test_a_topic_without_documents_has_no_quality_and_breaks_nothing() -> None:
    empty = Asked("one", "nonsense", "?", np.empty((0, 3)), np.empty(0, bool))
    assert fit_quality.quality_of(empty, fit([*TWO, empty])) == (0.0, False)


def test_the_fit_is_written_with_its_reliability(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FITTED", "RELIABILITY"):
        monkeypatch.setattr(fit_quality, name, tmp_path / f"{name}.csv")
    write_fit(fit(TWO), reliability_of(cross_fit(TWO)))
    with (tmp_path / "RELIABILITY.csv").open(encoding="utf-8") as file:
        bins = list(csv.DictReader(file))
    assert sum(int(row["count"]) for row in bins) == len(TWO)
    assert float(bins[0]["true"]) < 0.2 < 0.8 < float(bins[-1]["true"])
    assert (tmp_path / "FITTED.csv").read_text(encoding="utf-8").startswith("measure,weight\nintercept,-")


def test_one_place_alone_is_refused() -> None:
    with pytest.raises(InputError, match="another place"):
        main(["nothing.csv", "one"])


def test_documents_of_a_collection_are_given_to_people_who_each_have_the_nearest() -> None:
    documents = {str(number): f"{'heat' if number % 2 else 'wing'} paper {number}" for number in range(12)}
    collection = Collection(documents, {"q": "heat", "r": "tides"}, {"q": {"1": 1, "0": 0}, "r": {}})
    place = make_place("made", collection, WordEmbedder())
    assert len(place.people.answers) == len(documents)
    [(text, grades)] = place.topics
    assert text == "heat"
    assert list(grades) == [place.people.owner("document-1")]
