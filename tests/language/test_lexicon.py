"""The word lists: each is read, each is told of in the README, and none says a thing twice."""

from __future__ import annotations

import re

import pytest

from core.language.lexicon import FOLDER, alternatives, rows, word_groups, word_list, word_map

NAMES = sorted(path.stem for path in FOLDER.glob("*.csv"))


@pytest.mark.parametrize("name", NAMES)
def test_a_list_has_no_row_twice_and_no_stray_space(name: str) -> None:
    plain = [tuple(row.values()) for row in rows(name)]
    assert plain
    assert len(set(plain)) == len(plain)
    assert all(value == value.strip() for row in plain for value in row)


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_tells_of_every_list_and_its_columns(name: str) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    [line] = re.findall(rf"^\| `{name}.csv` \|.*$", readme, re.MULTILINE)
    assert all(f"`{column}`" in line for column in rows(name)[0])


def test_the_readme_tells_of_no_list_that_is_not_there() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+).csv` \|", readme, re.MULTILINE)) == NAMES


def test_a_list_is_read_as_a_set_by_kind_or_as_a_map() -> None:
    assert "the" in word_list("stop_words")
    assert "twelve" in word_groups("numbers")["one"]
    assert word_map("irregular_forms", "base")["grew"] == "grow"


def test_alternatives_try_the_longest_first_across_any_white_space() -> None:
    pattern = re.compile(alternatives(["up", "up to", "up to date"]))
    match = pattern.match("up  to\ndate")
    assert match is not None
    assert match.group() == "up  to\ndate"
