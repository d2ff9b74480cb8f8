"""Jobs in several columns: title and duties share the score, industry and education lean, each text measured once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.job_search import JobSearch, JobWords
from core.systems.nco_classification.index.occupations import Candidate, OccupationIndex
from core.systems.nco_classification.survey.batch import _context
from tests.little_occupations import FEW, LetterEmbedder, part_of


@pytest.fixture(scope="module")
def index() -> OccupationIndex:
    return OccupationIndex(part_of(Classification.load(), FEW), LetterEmbedder())  # type: ignore[arg-type]


def batch_index() -> OccupationIndex:
    """The index as it is shipped."""
    return _context().index


def search(index: OccupationIndex, *jobs: JobWords, also: Sequence[str] = ()) -> list[list[Candidate]]:
    return list(JobSearch(index).search_each(jobs, [5] * len(jobs), [also] * len(jobs), explained=1))


def test_a_title_alone_is_found_as_any_text_is(index: OccupationIndex) -> None:
    assert search(index, JobWords("truck driver")) == [
        [*index.search("truck driver", 1), *search(index, JobWords("truck driver"))[0][1:]]
    ]


def test_long_duties_do_not_drown_the_title_and_a_vague_title_not_the_duties(index: OccupationIndex) -> None:
    drowning = (
        "goes by truck with the driver to the village and there cooks food, sews, and helps the plumber with pipes"
    )
    clear, vague = search(
        index, JobWords("tailor of clothes", drowning), JobWords("worker", "stitches clothes to measure as a tailor")
    )
    assert clear[0].family == vague[0].family == "7531"


def test_industry_and_education_lean_and_what_they_add_stands_in_the_receipt(index: OccupationIndex) -> None:
    plain, in_transport, schooled = search(
        index, JobWords("driver"), JobWords("driver", industry="49"), JobWords("driver", education="class 8")
    )
    assert plain[0].family in ("8322", "8332")
    for found in (in_transport, schooled):
        receipt = found[0].receipt
        assert receipt.score == pytest.approx(sum(part.contribution for part in receipt.parts))
    assert {"industry", "words of the industry"} <= {part.source for part in in_transport[0].receipt.parts}
    assert "education" in {part.source for part in schooled[0].receipt.parts}


def test_an_industry_tells_families_with_the_same_words_apart(index: OccupationIndex) -> None:
    health, water = search(index, JobWords("fits"), JobWords("fits", industry="building construction"))
    place = [candidate.family for candidate in water].index("7126")
    assert water[place].score - water[-1].score > 0
    assert "2211" not in [candidate.family for candidate in water[:2]]
    assert health


def test_a_word_in_which_many_titles_end_is_general_and_a_trade_is_not() -> None:
    shipped = batch_index()
    assert [shipped.is_general(title) for title in ("operator", "Driver", "worker", "ड्राइवर")] == [True] * 4
    assert not any(map(shipped.is_general, ("welder", "archivist", "truck driver", "", "what I do is not easily said")))


@pytest.mark.parametrize(
    ("job", "family"),
    [
        (JobWords("operator", industry="spinning mill"), "8151"),
        (JobWords("manager", industry="hotels"), "1411"),
        (JobWords("driver", "teaches people to drive"), "5165"),
        (JobWords("driver", "drives the school bus"), "8331"),
    ],
)
def test_a_general_title_takes_its_work_from_what_stands_beside_it(job: JobWords, family: str) -> None:
    assert search(batch_index(), job)[0][0].family == family


def test_an_industry_told_with_a_preposition_does_not_hide_the_role() -> None:
    found = search(batch_index(), JobWords("driver", industry="goods transport by road"))[0]
    assert found[0].family.startswith("83")


def test_families_that_are_wanted_come_after_the_best_however_far_down(index: OccupationIndex) -> None:
    (found,) = search(index, JobWords("plumber"), also=("1111", "7126"))
    assert found[0].family == "7126"
    assert [candidate.family for candidate in found].count("7126") == 1
    assert found[-1].family == "1111" or "1111" in [candidate.family for candidate in found]
    assert found[0].evidence
    assert not found[-1].evidence


def test_a_text_is_measured_once_however_many_jobs_share_it() -> None:
    embedder = LetterEmbedder()
    index = OccupationIndex(part_of(Classification.load(), FEW), embedder)  # type: ignore[arg-type]
    before, searching = embedder.embedded, JobSearch(index)
    jobs = [JobWords("cook", f"cooks dish {number % 3}", "hotel") for number in range(300)]
    for _ in range(2):
        list(searching.search_each(jobs, [5] * 300, [()] * 300, explained=1))
    assert embedder.embedded - before == 5


def test_a_job_without_words_has_no_candidates(index: OccupationIndex) -> None:
    assert search(index, JobWords("!!!"), JobWords("", "", "hotel")) == [[], []]
