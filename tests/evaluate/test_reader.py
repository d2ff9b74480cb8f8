"""How often a box covers the words that are cited: by chance from every page, or those of a list."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core.errors import InputError
from core.evaluate.__main__ import main
from core.evaluate.reader import COLUMNS, GOLD, compare, evaluate_reader
from tests.documents.paper import LEFT, OVER, TURNED, make_paper


def silent(*_: object) -> None:
    pass


def write_gold(folder: Path, rows: list[tuple[str, int | str, str]]) -> None:
    with (folder / GOLD).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "paper.pdf").write_bytes(make_paper())
    return tmp_path


def test_citations_by_chance_are_as_the_knowledge_base_reads_them_and_their_boxes_are_right(folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    measured = evaluate_reader(folder, silent)
    assert set(measured.rows) == {"papers/paper.pdf", "all"}
    assert measured.rows["all"]["citations"] >= 8
    assert measured.rows["all"]["right"] == 1.0, measured.wrong
    assert [one.split(":")[0] for one in measured.refused] == ["broken.pdf"]


def test_words_of_a_list_are_looked_for_on_their_page_and_what_is_not_there_is_told(folder: Path) -> None:
    name = "papers/paper.pdf"
    write_gold(
        folder, [(name, 1, " ".join(LEFT)), (name, 5, TURNED), (name, 3, " ".join(OVER)), (name, 2, "Not there.")]
    )
    measured = evaluate_reader(folder, silent)
    assert measured.rows[name] == {"right": 0.75, "covered": 0.75, "found": 0.75, "citations": 4.0}
    assert measured.wrong == [(name, 2, "Not there.", "")]


def test_a_box_over_other_words_or_over_too_many_is_not_right() -> None:
    cited = "The valve opens at six bar."
    assert compare(cited, "The valve opens at six bar") == (1.0, 0.0)
    assert compare(cited, "A motor turns")[0] < 0.5
    assert compare(cited, f"{cited} A motor turns at nine hundred rounds.")[1] > 0.25


@pytest.mark.parametrize(
    ("rows", "words"),
    [([("paper.pdf", "last", "words")], "Line 2"), (None, "There are no PDFs")],
    ids=["a page that is no number", "an empty folder"],
)
def test_what_cannot_be_measured_is_refused_in_words(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, int | str, str]] | None, words: str
) -> None:
    if rows is None:
        folder = tmp_path_factory.mktemp("empty")
    else:
        write_gold(folder, rows)
    with pytest.raises(InputError, match=words):
        evaluate_reader(folder, silent)


def test_the_command_prints_a_table_and_the_faults(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_gold(folder, [("papers/paper.pdf", 5, TURNED), ("papers/paper.pdf", 2, "Not there.")])
    assert main(["reader", str(folder), "--cache", str(folder / "cache")]) == 0
    said = capsys.readouterr().out
    assert "0.5000" in said
    assert "papers/paper.pdf, page 2: “Not there.”" in said
