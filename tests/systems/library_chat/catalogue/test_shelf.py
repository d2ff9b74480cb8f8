"""The shelf: books kept for good, each once, and as files in which nothing runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import InputError, StoreError
from core.stores.library import Book
from core.systems.library_chat.catalogue.shelf import Kept, keep, shelf_bibtex, shelf_csv, shelf_of, take_off

ONE = Kept("sample", "the sample", Book("B1", "Tin Prophets", ("Walter Pryce",), ("Fiction",), 1952, 176, ("robots",)))
OTHER = Kept("mine", "mine.csv", Book("B1", "Bells & {Towers}", ("Ann Bell", "Bo Ek"), ()))


def test_books_are_kept_in_order_and_each_of_a_catalogue_once(tmp_path: Path) -> None:
    keep(tmp_path, [ONE, ONE])
    keep(tmp_path, [OTHER, ONE])
    assert shelf_of(tmp_path) == [ONE, OTHER]


SERVER = """
import sys
from pathlib import Path
from core.stores.library import Book
from core.systems.library_chat.catalogue.shelf import Kept, keep
print("ready", flush=True)
sys.stdin.readline()
for number in range(30):
    keep(Path(sys.argv[1]), [Kept("sample", "the sample", Book(f"{sys.argv[2]}{number}", "Tin", (), ()))])
"""


def test_books_that_are_kept_at_two_servers_at_once_are_all_on_the_shelf(tmp_path: Path) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    servers = [subprocess.Popen([sys.executable, "-c", SERVER, tmp_path, name], **pipes) for name in "ab"]
    for server in servers:
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        server.stdin.write("go\n")
        server.stdin.flush()
    for server in servers:
        server.communicate()
        assert server.returncode == 0
    assert {one.book.id for one in shelf_of(tmp_path)} == {f"{name}{number}" for name in "ab" for number in range(30)}


def test_a_book_that_is_taken_off_is_gone_and_the_others_stay(tmp_path: Path) -> None:
    keep(tmp_path, [ONE, OTHER])
    take_off(tmp_path, [ONE])
    assert shelf_of(tmp_path) == [OTHER]


def test_a_shelf_that_was_never_filled_is_empty_and_makes_no_file(tmp_path: Path) -> None:
    assert shelf_of(tmp_path / "nobody") == []
    assert not (tmp_path / "nobody").exists()


@pytest.mark.parametrize("content", ["{", '[{"book": 1}]'])
def test_a_damaged_shelf_is_said_in_words_and_never_overwritten(tmp_path: Path, content: str) -> None:
    file = tmp_path / "library_shelf.json"
    file.write_text(content)
    with pytest.raises(InputError):
        keep(tmp_path, [ONE])
    assert file.read_text() == content


def test_a_shelf_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="could not be kept"):
        keep(tmp_path / "file", [ONE])


def test_the_csv_has_a_row_for_each_book_and_a_spreadsheet_runs_nothing_in_it() -> None:
    evil = Kept("x", "x.csv", Book("1", "=cmd|' /C calc'!A0", ("+Eve",), ()))
    lines = shelf_csv([ONE, evil]).decode("utf-8-sig").splitlines()
    assert lines[0] == '"Title","Authors","Year","Genres","Pages","Subjects","Id","Catalogue"'
    assert lines[1] == '"Tin Prophets","Walter Pryce",1952,"Fiction",176,"robots","B1","the sample"'
    assert lines[2].startswith("\"'=cmd|' /C calc'!A0\",\"'+Eve\",")


def test_the_bibtex_has_an_entry_for_each_book_that_no_title_breaks_out_of() -> None:
    text = shelf_bibtex([ONE, OTHER])
    assert text.count("@book{") == 2
    assert "author = {Walter Pryce}" in text
    assert "year = {1952}" in text
    assert r"title = {{Bells \& \{Towers\}}}" in text
    assert "author = {Ann Bell and Bo Ek}" in text


def test_the_bibtex_tells_the_number_of_pages_where_it_is_known() -> None:
    first, second = shelf_bibtex([ONE, OTHER]).split("@book{")[1:]
    assert "pagetotal = {176}" in first
    assert "pagetotal" not in second
    assert shelf_bibtex([]).strip() == ""


@pytest.mark.parametrize(
    "title", ["@book{x,", "}} @comment{", "a = {b}, c", '"', "%", "\\", "#x#", "{{{", "\n@string{a=1}"]
)
def test_a_hostile_title_costs_no_book_its_entry_or_its_pages(title: str) -> None:
    text = shelf_bibtex([Kept("x", "x.csv", Book("1", title, (title,), (), 2000, 123)), ONE])
    assert text.count("\n@book{") + text.startswith("@book{") == 2
    assert [f"pagetotal = {{{pages}}}" in text for pages in (123, 176)] == [True, True]
    assert "WARNING" not in text
