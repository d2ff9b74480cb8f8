"""Many occupations at once: every cell has its row, each text is decided once, and as the graph decides it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bulk import Progress, work
from core.errors import InputError, StoreError
from core.retrieval.embedder import Embedder
from core.stores.journal import Failed, Journal
from core.systems.nco_classification.graph import build_graph
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.official import OFFICIAL, keep_official, remove_official
from core.systems.nco_classification.state import Context
from core.systems.nco_classification.survey import batch
from core.systems.nco_classification.survey.batch import Item, code_texts, gather, make_job, rows_of
from core.systems.nco_classification.survey.rows import Row, Status, row_without_code
from core.systems.nco_classification.survey.said import LONGEST, Said, tidy_row
from tests.lending import lent

JOBS = [
    "electrician", "truck driver", "primary school teacher", "baal kaatne wala", "दर्ज़ी", "rustproofer", "farmer",
    "cook and driver", "Drives a tractor to plough and sow the fields of several farms", "nurse", "manager", "khalasi",
]  # fmt: skip
ODD = [
    "E010", "12345", "Mumbai", "I live in Pune", "I work in an office", "!!!", "=SUM(A1:A3)", "@here", "-5",
    "tailor " * 700, "дарзи 裁缝 darzi", "a\tb\nc", "<b>cook</b>", "\ud800 driver",
]  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal")


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No index is opened; the texts that were to be decided are listed."""
    seen: list[str] = []

    def decide(saids: Sequence[Said], context: Any) -> list[Row]:
        seen.extend(said.text for said in saids)
        return [row_without_code(said.text, "a test") for said in saids]

    monkeypatch.setattr(batch, "code_in_context", decide)
    monkeypatch.setattr(batch, "_context", lambda *_: Context(*[None] * 3))  # type: ignore[arg-type]
    return seen


# --- the texts of a column --------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=12)))
def test_every_cell_has_the_place_of_its_tidied_text(cells: list[str]) -> None:
    texts = gather(cells)
    assert [texts.distinct[number] for number in texts.numbers] == [tidy_row(cell) for cell in cells]
    assert len(set(texts.distinct)) == len(texts.distinct)
    assert list(dict.fromkeys(texts.numbers)) == list(range(len(texts.distinct)))


def test_cells_that_read_the_same_when_tidied_are_one_text() -> None:
    assert gather(["cook", " cook\u200b", "", " \t", "cook"]).distinct == [Said("cook"), Said("")]


def test_of_an_endless_cell_the_beginning_is_read() -> None:
    assert len(gather(["word " * 100_000]).distinct[0].title) <= LONGEST


# --- the work ---------------------------------------------------------------------------------------------------------


def test_identical_texts_are_decided_once_and_every_row_has_its_result(journal: Journal, decided: list[str]) -> None:
    cells = [f"job {number % 7}" for number in range(1_000)]
    texts = gather(cells)
    assert make_job(texts, journal).run().done == 7
    assert decided == [said.title for said in texts.distinct]
    assert [row["text"] for row in rows_of(texts, journal)] == cells


@given(st.lists(st.sampled_from("abcdef")))
def test_rows_come_back_in_the_order_of_the_cells_whatever_repeats(cells: list[str]) -> None:
    class Kept:
        def counts(self) -> Any:
            return type("Counts", (), {"done": len(set(cells))})

        def results(self) -> Iterator[tuple[int, Any]]:
            return enumerate([{"text": text} for text in dict.fromkeys(cells)])  # type: ignore[return-value]

    assert [row["text"] for row in rows_of(gather(cells), Kept())] == cells  # type: ignore[arg-type]


def test_a_text_that_could_not_be_worked_on_has_its_reason_in_its_rows(journal: Journal) -> None:
    texts = gather(["cook", "driver", "cook"])
    work(
        [said.title for said in texts.distinct], lambda items: [Failed(f"{item} is broken") for item in items], journal
    )
    assert [(row["text"], row["status"], row["reason"]) for row in rows_of(texts, journal)] == [
        ("cook", "not codable", "cook is broken"),
        ("driver", "not codable", "driver is broken"),
        ("cook", "not codable", "cook is broken"),
    ]


def test_there_are_no_rows_before_the_work_is_finished(journal: Journal, decided: list[str]) -> None:
    texts = gather(f"job {number}" for number in range(batch.CHUNK * 2))

    def stop(progress: Progress) -> None:
        if progress.done:
            job.cancel()

    job = make_job(texts, journal, on_progress=stop)
    assert job.run().status == "cancelled"
    with pytest.raises(InputError, match="Not every text"):
        next(rows_of(texts, journal))
    make_job(texts, journal).run()
    assert len(list(rows_of(texts, journal))) == len(decided) == batch.CHUNK * 2


def test_a_journal_of_another_threshold_is_not_mixed_in(journal: Journal, decided: list[str]) -> None:
    texts = gather(["cook"])
    make_job(texts, journal, threshold=0.6).run()
    with pytest.raises(InputError, match="other work"):
        make_job(texts, journal, threshold=0.7).run()


# --- what is decided --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    texts = [said.title for said in gather([*JOBS, *ODD, ""]).distinct]
    return dict(zip(texts, code_texts(list[Item](texts)), strict=True))


def test_a_text_is_decided_as_the_graph_decides_it_without_an_answer(rows: dict[str, Row]) -> None:
    graph, context = build_graph(), batch._context()
    for text, row in rows.items():
        if not text:
            continue
        response = graph.invoke({"request": text}, context=context)["analyzer_response"]
        codes = [entry["code"] for entry in response["codes"]]
        certain = response["partial"]["code"] if response["partial"] else ""
        if len(codes) == 1:
            assert (row["status"], row["code"]) == ("coded", codes[0]), text
        elif codes:
            assert (row["status"], row["code"]) == ("partial", codes[0][:3]), text
        elif row["status"] != "not codable":
            assert (row["status"], row["code"]) == ("partial" if certain else "unsure", certain), text
        asked = response["question"]["text"] if response["question"] else ""
        assert row["question"].startswith(asked), text
        assert bool(row["question"]) == bool(asked), text
        assert (row["engine"], row["data"]) == (response["answered_by"], response["index"])


def test_every_row_has_a_status_in_words_and_only_codes_that_exist(rows: dict[str, Row]) -> None:
    known = Classification.load()
    assert {row["status"] for row in rows.values()} <= set(get_args(Status))
    for text, row in rows.items():
        assert row["text"] == text
        assert row["reason"]
        codes = [row["code"], row["likeliest_code"], row["machine_code"], *row["runners_up"]]
        assert all(known.exists(code) for code in codes if code), text
        assert bool(row["code"]) == (row["status"] in ("coded", "partial")), text
        assert row["confidence"] is not None
        assert 0 <= row["confidence"] <= 1
        assert (row["decided_by"], row["answer"]) == ("machine", "")
        assert row["level"] == (known.level(row["code"]) if row["code"] else "")


def test_plain_titles_are_coded_with_evidence_and_runners_up(rows: dict[str, Row]) -> None:
    row = rows["electrician"]
    assert (row["status"], row["code"][:3]) == ("coded", "741")
    assert "electrician" in row["words"]
    assert row["evidence"]
    assert row["runners_up"]
    assert row["code"][:4] not in row["runners_up"]


@pytest.mark.parametrize("text", ["E010", "12345", "Mumbai", "I live in Pune", "I work in an office", "!!!", ""])
def test_ids_numbers_places_and_cells_that_say_nothing_are_not_codable(rows: dict[str, Row], text: str) -> None:
    row = rows[text]
    assert (row["status"], row["code"], row["likeliest_code"], row["confidence"]) == ("not codable", "", "", 0.0)


def test_a_row_that_is_not_sure_carries_the_question_that_would_be_asked(rows: dict[str, Row]) -> None:
    assert rows["farmer"]["status"] in ("partial", "unsure")
    assert "?" in rows["farmer"]["question"]
    assert " / " in rows["farmer"]["question"]
    assert rows["cook and driver"]["status"] == "unsure"
    assert "cook" in rows["cook and driver"]["question"]


def test_a_worker_has_a_job_where_the_industry_is_told_and_a_student_or_a_refusal_has_none() -> None:
    worker, service, student, refused = code_texts(
        [[title, "", "poultry farm", ""] for title in ("worker", "service", "student", "refused")]
    )
    assert worker["likeliest_code"] == "6122"
    assert (service["code"], student["code"], refused["code"]) == ("", "", "")
    assert (student["status"], refused["status"]) == ("not in work", "no answer")


def test_rows_are_the_same_one_by_one_and_together() -> None:
    items: list[Item] = [
        ["Driver", "Drives the school bus", "", ""], ["Operator", "", "spinning mill", "ITI"], "Operator", "दर्ज़ी",
        ["Driver", "", "49231", ""], ["worker", "", "tea garden", ""], ["clerk", "keeps the books", "bank", ""],
    ]  # fmt: skip
    assert code_texts(items) == [row for item in items for row in code_texts([item])]


def test_somebody_of_whom_only_schooling_is_told_waits_for_nobody() -> None:
    (row,) = code_texts([["", "", "", "graduate"]])
    assert (row["text"], row["job"], row["education"], row["key"]) == ("(graduate)", "", "graduate", "")


def test_what_stands_beside_a_title_that_says_nothing_of_the_work_counts_alone() -> None:
    stitches = "stitches suits and shirts to measure as a tailor"
    beside, alone = code_texts([["99", stitches, "", ""], ["", stitches, "", ""]])
    assert beside["likeliest_code"] == alone["likeliest_code"] == "7531"
    assert beside["confidence"] == alone["confidence"]
    assert code_texts([["Mumbai", "", "textile mill", "graduate"]])[0]["status"] == "not codable"


def test_an_industry_tells_which_of_the_jobs_a_broad_title_means() -> None:
    bare, told = code_texts(["supervisor", ["supervisor", "", "building construction", "diploma"]])
    assert bare["status"] != "coded"
    assert told["likeliest_code"] == "3123"
    assert told["shares"]["3123"] > bare["shares"].get("3123", 0.0)


def test_schooling_leans_and_throws_away_nothing_that_the_words_made_certain() -> None:
    levels = ("", "class 8", "class 10", "class 12", "ITI", "diploma", "graduate")
    rows = code_texts([["machine operator", "", "spinning mill", schooling] for schooling in levels])
    assert {row["code"][:3] for row in rows} == {"815"}
    assert len({row["confidence"] for row in rows}) == len(levels)


def test_of_a_bare_title_no_family_that_only_scored_more_comes_before_what_it_may_mean() -> None:
    for row in code_texts(["machine operator", ["machine operator", "", "", "graduate"], "operator", "clerk"]):
        assert row["status"] == ("unsure" if row["text"] == "operator" else "partial")  # one works anything
        assert row["likeliest_code"].startswith(row["code"])
        assert (row["confidence"] or 0.0) < 1.0
        assert row["shares"][row["likeliest_code"]] == max(row["shares"].values())


def test_a_threshold_of_one_leaves_everything_open() -> None:
    assert "coded" not in {row["status"] for row in code_texts(list[Item](JOBS), threshold=1.0)}


def test_the_official_descriptions_of_the_owner_are_searched_and_every_row_says_so(
    tmp_path: Path, journal: Journal
) -> None:
    description = "Operates zymurgical contraptions in subterranean halls"
    card = keep_official(tmp_path, "nco.csv", {"7411.0100": description})
    here = lent(tmp_path, Embedder(None))
    job = OFFICIAL.job(here, card.id)
    assert job is not None
    job.run()
    texts = gather([description])
    unready = next(iter(code_texts([description])))
    OFFICIAL.finish(here, card.id)
    make_job(texts, journal, owner=tmp_path).run()
    row = next(rows_of(texts, journal))
    assert row["likeliest_code"] == "7411" != unready["likeliest_code"]
    assert row["data"].endswith("with 1 official descriptions")
    remove_official(tmp_path)
    with pytest.raises(InputError, match="other work"):
        make_job(texts, journal, owner=tmp_path).run()


def test_work_with_official_descriptions_that_are_gone_stops_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not there"):
        code_texts(["cook"], owner=str(tmp_path), ready="gone")


# --- on a cluster -----------------------------------------------------------------------------------------------------


@pytest.mark.server
def test_on_a_cluster_that_loses_a_worker_every_row_comes_once_and_as_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(batch, "CHUNK", 25)
    families = list(Classification.load().families.values())
    cells = [*families[:180], *JOBS, "", *families[:60]]
    texts = gather(cells)
    here, there = Journal(tmp_path / "here"), Journal(tmp_path / "there")
    make_job(texts, here).run()
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        victims = list(client.run(os.getpid).values())[:1]

        def kill(progress: Progress) -> None:
            if progress.done and victims:
                os.kill(victims.pop(), signal.SIGKILL)

        job = make_job(texts, there, scheduler=cluster.scheduler_address, on_progress=kill)
        progress = job.run()
    assert not victims
    assert (progress.status, progress.done, progress.failed) == ("done", len(texts.distinct), 0)
    found = list(rows_of(texts, there))
    assert [row["text"] for row in found] == cells
    assert [(row["status"], row["code"], row["question"]) for row in found] == [
        (row["status"], row["code"], row["question"]) for row in rows_of(texts, here)
    ]
