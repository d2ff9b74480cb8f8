"""A CSV that is read row by row says what the same file says when it is read at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.tables import read_table
from core.tables.streaming import stream_csv


@pytest.mark.parametrize(
    "data",
    [
        b"job,id\ncook,1\n\ndriver,2\n",
        b'job;id\n"two\nlines";1\ndriver;007\n',
        b"sep=;\njob;id\ncook;1\n",
        b"A survey of 2024\n\njob,id,weight\ncook,1,2\ndriver,2,3\n",
        "job,id\nदर्ज़ी,1\ncafé,2\n".encode("utf-16"),
        "\ufeffjob,id\ncafé,1\n".encode(),
        "job,id\ncafé,1\nna\u00efve,2\n".encode("cp1252"),
        b'job, "id"\ncook, "1"\n',
        b'job,id\n="007",1\n\'=1+1,2\n',
        b"job,job,\ncook,1,x\n",
        b"job,id\ncook,1,more\n",
    ],
    ids=[
        "blank rows",
        "lines in cells",
        "separator line",
        "title",
        "UTF-16",
        "mark",
        "Western",
        "spaces",
        "wrapped",
        "names",
        "wide",
    ],
)
def test_it_says_what_the_whole_file_says(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    table, frame = stream_csv(path), read_table(data, "in.csv", keep_blank=True)
    assert list(table.names) == list(frame.columns)
    assert list(table.rows()) == frame.to_numpy().tolist() == list(table.rows())


def test_names_that_are_empty_or_repeated_are_told_apart_and_kept_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("job,note,note,\ncook,1,2,3\n", encoding="utf-8")
    table = stream_csv(path)
    assert table.heads == ("job", "note", "note", "")
    assert len(set(table.names)) == 4


def test_a_sign_of_another_encoding_far_down_is_read_as_such(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(b"job\n" + "दर्ज़ी\n".encode() * 200_000 + b"caf\xe9\n")
    assert list(stream_csv(path).rows())[-1] == ["café"]


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "empty"), (b" \n", "empty"), (b"a\x00b\n", "not a table"), (b"PK\x03\x04x", "not a table")],
)
def test_what_is_no_table_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    with pytest.raises(InputError, match=words):
        stream_csv(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        stream_csv(tmp_path / "none.csv")
