"""Words of the screen: every one that a page explains has its sentence, and every sentence stands somewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from core.paths import DOCS, ROOT
from core.ui.terms import explain, words_of_screen


def called(name: str) -> Iterator[ast.Call]:
    """Every call of this function on the pages and in their parts."""
    for path in [*(ROOT / "core" / "ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def test_every_word_that_a_page_explains_is_in_the_glossary_and_every_word_there_is_explained_on_a_page() -> None:
    given = [argument for call in called("explain") for argument in call.args]
    words = {ast.literal_eval(argument) for argument in given}  # a word that is computed could not be looked after
    assert words == set(words_of_screen())


def test_a_word_is_one_sentence_and_below_it_a_small_picture_where_one_helps() -> None:
    for word in words_of_screen():
        sentence, *pictures = explain(word).split("\n\n")
        assert sentence.endswith("."), word
        assert ". " not in sentence, word
        assert all(picture.startswith("`") and picture.endswith("`") for picture in pictures), word
    assert "●" in explain("α")


def test_several_words_stand_below_each_other_each_named() -> None:
    assert explain("quality", "gate") == f"**Quality.** {explain('quality')}\n\n**Gate.** {explain('gate')}"


def test_a_word_that_nobody_wrote_down_is_an_error() -> None:
    with pytest.raises(KeyError):
        explain("flimwidget")


def test_no_word_of_the_screen_stands_there_twice() -> None:
    section = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("\n## On the screen\n")[2]
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    assert len(rows) - 1 == len(words_of_screen())  # the first names the columns
