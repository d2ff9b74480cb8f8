"""Whatever file an analyst brings is read as the right table, or refused in plain words; and nothing runs in ours."""

from __future__ import annotations

import csv
import datetime
import io
import warnings
import zipfile
from collections.abc import Sequence
from typing import Any

import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from core.errors import InputError
from core.tables import TableFile, fields_of, files, guess_columns, read_table, to_csv
from core.tables.files import LONGEST_CELL
from core.tables.layout import find_layout
from core.tables.reading import build_table
from tests.properties import examples

HEAD = ["id", "name", "bio"]
FIRST_OF_MARCH = datetime.datetime(2024, 3, 1)  # noqa: DTZ001 - a spreadsheet knows no time zones
GERMAN = [
    ["e1", "Jörg Müller", "Prüft Brücken und Straßenbeläge für die Behörde in Köln."],
    ["e2", "Zoë Brontë", "Café owner turned naïve Bayes expert – “quoted”, 50 €"],
]
SPANISH = [["e1", "Íñigo Peña", "Investigación sobre el cambio climático y años de sequía"]]
JAPANESE = [
    ["e1", "山田 太郎", "ペロブスカイト太陽電池の耐久性を研究しています。表計算も得意です。"],
    ["e2", "鈴木 花子", "洪水予測と水文学の専門家です。"],
]
RUSSIAN = [["e1", "Иван Петров", "Специалист по перовскитным солнечным батареям и надёжности"]]


def written(rows: Sequence[Sequence[str]], encoding: str = "utf-8", separator: str = ",", end: str = "\r\n") -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=end).writerows([HEAD, *rows])
    return text.getvalue().encode(encoding)


def cells(table: pd.DataFrame) -> list[list[str]]:
    return [list(table.columns), *table.to_numpy().tolist()]


def sheet(rows: Sequence[Sequence[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def packed(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# --- CSV --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("rows", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "cp1252"),
        (SPANISH, "cp1252"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "utf-8"),
        (RUSSIAN, "cp1251"),
    ],
)
def test_a_csv_is_read_in_every_usual_encoding_and_with_every_usual_separator(
    rows: list[list[str]], encoding: str, separator: str
) -> None:
    assert cells(read_table(written(rows, encoding, separator), "people.csv")) == [HEAD, *rows]


@pytest.mark.parametrize(
    "word", ["säil", "Café", "Zoë", "naïve", "Ørsted", "Müller", "déjà vu", "10 €", "“ok”", "5 °C", "Škoda"]
)
def test_a_short_western_csv_with_a_single_sign_beyond_ascii_is_read_as_it_was_written(word: str) -> None:
    table = read_table(f"name;price\noar;3\n{word};40\n".encode("cp1252"), "a.csv")
    assert table["name"].tolist() == ["oar", word]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_breaks_commas_and_quotes_inside_a_quoted_cell_stay_inside_it(end: str) -> None:
    rows = [["e1", 'Ann "the wheel" Lee', "one,\ntwo; three"], ["e2", "Bob", "a\r\nb"]]
    assert cells(read_table(written(rows, end=end), "people.csv")) == [HEAD, *rows]


def test_apostrophes_in_the_text_are_no_quotation_marks() -> None:
    data = b"id,name,bio\ne1,Ann,\"It's, 'fine', ok\"\ne2,O'Neil,\"He said, 'no', twice\"\n"
    assert cells(read_table(data, "people.csv"))[1:] == [
        ["e1", "Ann", "It's, 'fine', ok"],
        ["e2", "O'Neil", "He said, 'no', twice"],
    ]


def test_separators_inside_the_text_do_not_decide_the_separator() -> None:
    assert cells(read_table(b"name;bio\nAnn;a, b, c, d\nBob;e, f, g, h\n", "x.csv"))[1] == ["Ann", "a, b, c, d"]
    assert cells(read_table(b"name,bio\nAnn,a; b; c; d\nBob,e; f; g; h\n", "x.csv"))[1] == ["Ann", "a; b; c; d"]
    assert cells(read_table(b"name\nAnn\nBob\n", "x.csv")) == [["name"], ["Ann"], ["Bob"]]


def test_short_rows_are_filled_up_and_cells_beyond_the_names_stand_in_columns_without_one() -> None:
    table = read_table(b"id,name,bio\ne1\ne2,Bob,x,more,and more\n", "x.csv")
    assert cells(table) == [
        [*HEAD, "column 4", "column 5"],
        ["e1", "", "", "", ""],
        ["e2", "Bob", "x", "more", "and more"],
    ]


@pytest.mark.parametrize("longer", ["e2,Bob,x; y,1,York", "e2,Bob,x,"])
def test_a_row_that_is_longer_than_the_names_is_told_even_when_its_last_cell_is_empty(longer: str) -> None:
    file = TableFile(f"id,name,bio\ne1,Ann,x\n{longer}\ne3,Cy,z\n".encode(), "x.csv")
    table = build_table(file, file.grid(""), find_layout(file.grid("")))
    assert any(note.startswith("Row 3 is longer than the row of names") for note in table.notes)


def test_a_table_in_markdown_inside_a_cell_does_not_decide_the_separator() -> None:
    page = "\n".join(["| Item | Price |", "|---|---|", *(f"| Gloves {size} | {size}.80 |" for size in range(9))])
    rows = [["e1", "Ann", page], ["e2", "Bob", page]]
    assert cells(read_table(written(rows), "people.csv")) == [HEAD, *rows]


def test_a_trailing_separator_in_every_row_is_no_mistake() -> None:
    file = TableFile(b"id,name,\ne1,Ann,\ne2,Bob,\n", "x.csv")
    assert build_table(file, file.grid(""), find_layout(file.grid(""))).notes == ()


@pytest.mark.parametrize("mark", ["-do-", "ditto", '""""', "〃", "dto."])
def test_a_cell_that_says_as_above_is_read_so_and_told(mark: str) -> None:
    file = TableFile(f"title,author\nSalt,Ann Lee\nPepper,{mark}\nMint,{mark}\n".encode(), "x.csv")
    table = build_table(file, file.grid(""), find_layout(file.grid("")))
    assert table.frame["author"].tolist() == ["Ann Lee"] * 3
    assert table.notes == ("Rows 3, 4 are read with what stands above, where a cell says “as above”.",)


def notes_of(data: bytes, *, keep_blank: bool = False) -> tuple[str, ...]:
    file = TableFile(data, "a.csv")
    grid = file.grid("")
    return build_table(file, grid, find_layout(grid), keep_blank=keep_blank).notes


def test_an_encoding_that_was_guessed_is_told_with_a_word_of_the_file() -> None:
    (note,) = notes_of("name,town\nGroß,Käsdorf\nBär,Ulm\n".encode("cp1252"))
    assert "cp1252, a guess: “Groß”, “Bär”." in note
    assert notes_of("name,town\nGroß,Käsdorf\n".encode()) == ()


@pytest.mark.timeout(60)  # where each start of a word is tried to its end, a long word takes minutes
def test_a_guessed_encoding_with_an_endless_word_is_told_at_once() -> None:
    (note,) = notes_of(b"name,blob\nGro\xdf," + b"a" * 150_000 + b"\n")
    assert "“Groß”" in note


QUALTRICS = (
    "ResponseId,Q2\nResponse ID,What is your work?\n"
    '"{""ImportId"":""_recordId""}","{""ImportId"":""QID2_TEXT""}"\nR_1,nurse\nR_2,cook\n'
)
SURVEY_MONKEY = "Respondent ID,What is your work?\n,Open-Ended Response\n1,nurse\n2,cook\n"


@pytest.mark.parametrize(("text", "rows"), [(QUALTRICS, "Rows 2 and 3 may"), (SURVEY_MONKEY, "Row 2 may")])
@pytest.mark.parametrize("keep_blank", [False, True])
def test_rows_below_the_names_that_may_be_names_again_are_told(text: str, rows: str, keep_blank: bool) -> None:
    (note,) = notes_of(text.encode(), keep_blank=keep_blank)
    assert note.startswith(rows)


@pytest.mark.parametrize("text", ["id,work\n1,nurse\n2,cook\n3,cook\n", "id,work\n,nurse\n,cook\n3,cook\n"])
def test_a_first_record_is_no_row_of_names(text: str) -> None:
    assert notes_of(text.encode()) == ()


def test_in_a_table_that_is_given_back_a_cell_that_says_as_above_stands_and_is_told() -> None:
    (note,) = notes_of(b"id,work\n1,tailor\n2,-do-\n", keep_blank=True)
    assert note == "Row 3 is read unchanged, where a cell says “as above”."


def test_a_row_with_a_single_cell_among_fuller_ones_is_told() -> None:
    text = "title,author,year\nLa coscienza,Svevo,1923\ndi Zeno,,\nLessico,Ginzburg,1963\nGodan,Premchand,1936\n"
    assert notes_of(text.encode()) == (
        "Row 3 is read though only one cell is filled, perhaps with the rest of the row above.",
    )
    assert notes_of(b"title,author\nLa coscienza,Svevo\ndi Zeno,\n") == ()


def test_empty_and_repeated_names_of_columns_become_distinct_ones() -> None:
    table = read_table(b" a ,a,a (2),,,a\n1,2,3,4,5,6\n", "x.csv")
    assert list(table.columns) == ["a", "a (2)", "a (2) (2)", "column 4", "column 5", "a (3)"]
    assert cells(table)[1] == ["1", "2", "3", "4", "5", "6"]


def test_blank_rows_are_left_out_and_the_index_counts_rows_as_a_spreadsheet_does() -> None:
    table = read_table(b"\n\nid,name\n\ne1,Ann\n , \n\ne2,Bob\n", "x.csv")
    assert cells(table) == [["id", "name"], ["e1", "Ann"], ["e2", "Bob"]]
    assert table.index.tolist() == [5, 8]


def test_one_endless_cell_does_not_spoil_the_rows_before_it() -> None:
    table = read_table(b"id,name\ne1,Ann\ne2," + b"x" * 200_000 + b"\ne3,Cid\n", "x.csv")
    assert table["id"].tolist() == ["e1", "e2", "e3"]
    assert len(table["name"].iloc[1]) == 200_000


def test_markup_formulas_emoji_and_other_scripts_survive_as_text() -> None:
    odd = ["<script>alert(1)</script>", "=1+1", "🙂 नमस्ते", "@x", "-3", "NaN", "null", "007", "1e5"]
    rows = [["e1", "Ann", cell] for cell in odd]
    assert read_table(written(rows), "x.csv")["bio"].tolist() == odd


# --- XLSX -------------------------------------------------------------------------------------------------------------


def test_a_workbook_is_read_with_numbers_dates_truths_and_empty_rows_as_text() -> None:
    rows = [
        ["id", "name", "years", "since"],
        [1, "Ann", 7.0, FIRST_OF_MARCH],
        [],
        [2, "Bob", 2.5, None],
        [None, None, None, None],
        [3, True, "=1+1", datetime.date(2024, 3, 2)],
    ]
    table = read_table(sheet(rows), "people.xlsx")
    assert list(table.columns) == rows[0]
    assert table.index.tolist() == [2, 4, 6]
    assert cells(table)[1][:3] == ["1", "Ann", "7"]
    assert cells(table)[1][3].startswith("2024-03-01")
    assert cells(table)[2] == ["2", "Bob", "2.5", ""]
    assert cells(table)[3][1] == "True"


def test_a_workbook_is_known_by_its_content_whatever_its_name() -> None:
    assert cells(read_table(sheet([HEAD, ["e1", "Ann", "x"]]), "people.csv"))[1] == ["e1", "Ann", "x"]


def test_a_sheet_that_claims_a_million_columns_is_read_as_what_it_holds() -> None:
    members = unpacked(sheet([HEAD, ["e1", "Ann", "x"]]))
    name = "xl/worksheets/sheet1.xml"
    claimed = members[name].replace(b'ref="A1:C2"', b'ref="A1:XFD1048576"')
    assert claimed != members[name]
    assert cells(read_table(packed({**members, name: claimed}), "x.xlsx")) == [HEAD, ["e1", "Ann", "x"]]


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b" \r\n\t ", "is empty"),
        (b",,,\n , ,\n", "no row of column names"),
        (b"id,name,bio\n", "no rows"),
        (b"id,name,bio\n , ,\n", "no rows"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not a table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "not a table"),
        ("id,name\ne1,Ann\n".encode("utf-32"), "not a table"),
        ("id,name\ne1,Ann\n".encode("utf-16-le"), "not a table"),
        (b"PK\x03\x04 and then nothing of a zip", "not an XLSX"),
        (packed({"word/document.xml": b"<document/>"}), "not an XLSX"),
        (packed({**unpacked(sheet([HEAD])), "xl/workbook.xml": b"<workbook"}), "not an XLSX"),
        (sheet([]), "no row of column names"),
        (sheet([HEAD]), "no rows"),
    ],
)
def test_what_is_no_table_is_refused_in_plain_words(data: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_table(data, "people.csv")


def test_a_file_of_more_than_fifty_megabytes_is_refused() -> None:
    with pytest.raises(InputError, match="larger than 50 MB") as caught:
        read_table(b"id,name\n" + b"x" * files.LARGEST_FILE, "people.csv")
    assert caught.value.advice


def test_a_zip_bomb_is_refused_by_its_declared_size_before_anything_is_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in unpacked(sheet([HEAD, ["e1", "Ann", "x"]])).items():
            archive.writestr(name, content)
        archive.writestr("xl/bomb.xml", b"")
    bomb = bytearray(buffer.getvalue())
    entry = bomb.rindex(b"PK\x01\x02")  # the last member in the directory; its declared size stands 24 bytes on
    bomb[entry + 24 : entry + 28] = (files.LARGEST_UNPACKED + 1).to_bytes(4, "little")
    with pytest.raises(InputError, match="unpacks to more than 500 MB"):
        read_table(bytes(bomb), "people.xlsx")


@pytest.mark.parametrize("data", [b"a,b,c\n" * 50, sheet([HEAD] * 50)])
def test_a_file_with_more_cells_than_memory_is_refused(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_CELLS", 100)
    with pytest.raises(InputError, match="more than 100 cells"):
        read_table(data, "people.csv")


def read_or_refused(data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of what it does not know; that is no failure
        try:
            table = read_table(data, "people")
        except InputError:
            return
    assert len(table) > 0
    assert table.columns.is_unique
    assert all(isinstance(cell, str) for row in table.to_numpy() for cell in row)


@examples(150)
@given(st.binary(max_size=400) | st.text(alphabet="ab,;|\t\r\n\"' é", max_size=80).map(lambda text: text.encode()))
def test_any_bytes_are_a_table_of_text_or_refused_and_never_another_error(data: bytes) -> None:
    read_or_refused(data)
    read_or_refused(b"\xff\xfe" + data)


WORKBOOK = sheet([HEAD, ["e1", "Ann", 1], [], ["e2", FIRST_OF_MARCH, True]])
MEMBERS = unpacked(WORKBOOK)


@examples(120, suppress_health_check=[HealthCheck.data_too_large])
@given(
    st.sampled_from(sorted(MEMBERS)),
    st.integers(0, 10_000),
    st.integers(0, 40),
    st.sampled_from([b"", b"<", b"x", b"-1", b"999999999999", b"\xff", b'"']),
)
def test_a_workbook_damaged_inside_is_read_or_refused_and_never_another_error(
    member: str, place: int, gone: int, put: bytes
) -> None:
    content = MEMBERS[member]
    place %= len(content) + 1
    read_or_refused(packed({**MEMBERS, member: content[:place] + put + content[place + gone :]}))


@examples(120)
@given(st.lists(st.tuples(st.integers(4, len(WORKBOOK) - 1), st.integers(0, 255)), min_size=1, max_size=5))
def test_a_workbook_damaged_from_outside_is_read_or_refused_and_never_another_error(
    changes: list[tuple[int, int]],
) -> None:
    damaged = bytearray(WORKBOOK)
    for place, value in changes:
        damaged[place] = value
    read_or_refused(bytes(damaged))


# --- guessing and writing ---------------------------------------------------------------------------------------------


def test_the_columns_are_guessed_by_their_own_and_their_other_names_once_each() -> None:
    guess = guess_columns(
        ["Employee-ID", "Full Name", "TITLE", "About", "Years of experience", "x"], fields_of("experts")
    )
    assert guess == {
        "id": "Employee-ID",
        "name": "Full Name",
        "headline": "TITLE",
        "bio": "About",
        "skills": None,
        "location": None,
        "years_experience": "Years of experience",
        "organisation": None,
        "languages": None,
    }
    assert guess_columns(["name"], {"name": (), "who": ("name",)}) == {"name": "name", "who": None}


def test_other_cells_and_numbers_are_written_as_they_are() -> None:
    table = pd.DataFrame({"name": ["Ann = Bob", "a-b", "日本", "<b>"], "score": [-0.25, 1.0, None, 3.0]})
    again = pd.read_csv(io.BytesIO(to_csv(table)), encoding="utf-8-sig")
    pd.testing.assert_frame_equal(again, table, check_dtype=False)


@pytest.mark.parametrize("blank", ["\n", ",\n", '"",""\n'])
def test_blank_rows_are_kept_when_asked_for_wherever_they_stand(blank: str) -> None:
    text = f"{blank}job,id\n{blank}cook,1\n{blank}driver,2\n{blank}{blank}"
    kept = read_table(text.encode(), "jobs.csv", keep_blank=True)
    assert kept["job"].tolist() == ["", "cook", "", "driver", "", ""]
    assert kept.index.tolist() == [3, 4, 5, 6, 7, 8]
    assert read_table(text.encode(), "jobs.csv")["job"].tolist() == ["cook", "driver"]


def test_blank_rows_of_a_workbook_are_kept_down_to_its_last_filled_row() -> None:
    book = openpyxl.Workbook()
    for row in [["job"], [None], ["cook"], [" "], ["driver"]]:
        book.active.append(row)  # type: ignore[union-attr]
    book.active.cell(9, 1).number_format = "0.00"  # type: ignore[union-attr]
    file = io.BytesIO()
    book.save(file)
    assert read_table(file.getvalue(), "jobs.xlsx", keep_blank=True)["job"].tolist() == ["", "cook", " ", "driver"]


def test_a_table_of_nothing_but_blank_rows_has_no_rows() -> None:
    with pytest.raises(InputError, match="no rows"):
        read_table(b"job\n\n\n", "jobs.csv", keep_blank=True)


def test_a_cell_that_no_table_holds_is_cut_and_that_is_said() -> None:
    file = TableFile(b'id,name\ne1,Ann\ne2,"' + b"x" * 3_000_000, "x.csv")
    grid = file.grid("")
    assert grid.rows[:2] == [["id", "name"], ["e1", "Ann"]]
    assert len(grid.rows[2][1]) == LONGEST_CELL
    assert grid.notes[-1].startswith("1 cell holds more than 1,000,000 characters, cut there.")


def test_spaces_around_a_cell_are_the_analysts_own_and_those_before_quotation_marks_a_programs() -> None:
    own = TableFile(b"id,note\n1, lead\n2,trail \n3, - item\n", "x.csv").grid("").rows
    assert own == [["id", "note"], ["1", " lead"], ["2", "trail "], ["3", " - item"]]
    style = TableFile(b'"id", "note"\n"1", "a, b"\n', "x.csv").grid("").rows
    assert style == [["id", "note"], ["1", "a, b"]]
