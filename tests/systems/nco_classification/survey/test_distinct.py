"""A long file on disk: what its rows say is numbered as in memory, and every row gets its own result back."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bulk import work
from core.errors import StoreError
from core.stores.journal import Failed, Journal
from core.systems.nco_classification.survey.batch import Item, as_item, gather, said_in
from core.systems.nco_classification.survey.distinct import DistinctRows
from core.systems.nco_classification.survey.rows import row_without_code
from core.systems.nco_classification.survey.said import tidy_row
from tests.properties import examples


@examples(25)
@given(st.lists(st.tuples(st.sampled_from(["cook", "", "driver", "दर्ज़ी"]), st.sampled_from(["", "x", "\ud800"]))))
def test_rows_are_numbered_as_in_memory(cells: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = DistinctRows(Path(folder) / "said")
        items = rows.gather(tidy_row(*row) for row in cells)
        texts = gather(*zip(*cells, strict=True)) if cells else gather([])
        assert list(rows.numbers) == texts.numbers
        assert list(items) == [as_item(said) for said in texts.distinct] == list(items)
        assert len(items) == len(texts.distinct)


def test_every_row_has_its_own_result_or_the_reason_why_there_is_none(tmp_path: Path) -> None:
    rows, journal = DistinctRows(tmp_path / "said"), Journal(tmp_path / "journal")
    cells = [f"job {number % 7}" for number in range(1_500)]
    items = rows.gather(map(tidy_row, cells))

    def code(some: list[Item]) -> list[object]:
        said = [said_in(item).text for item in some]
        return [Failed("broken") if text == "job 3" else row_without_code(text, "a test") for text in said]

    work(items, code, journal)
    found = list(rows.results(journal))
    assert [row["text"] for row in found] == cells
    assert {row["reason"] for row in found if row["text"] == "job 3"} == {"broken"}


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        DistinctRows(tmp_path / "nowhere" / "said").gather([tidy_row("cook")])


def test_a_reader_left_in_the_middle_may_be_closed_from_any_thread(tmp_path: Path) -> None:
    """The collector of garbage runs in whichever thread is at work, and closes what a stopped one left."""
    rows, journal = DistinctRows(tmp_path / "said"), Journal(tmp_path / "journal")
    items = rows.gather(map(tidy_row, ["cook", "driver"]))
    work(items, lambda some: [row_without_code("", "a test") for _ in some], journal)
    for reader in (iter(items), rows.results(journal), journal.results()):
        with ThreadPoolExecutor(1) as another:
            another.submit(next, reader).result()
        assert isinstance(reader, Generator)
        reader.close()
