"""Cells of authors: parted as their column parts them, and told where they can be read in another way."""

from __future__ import annotations

import pytest

from core.systems.library_chat.catalogue.author_names import AuthorStyle


@pytest.mark.parametrize(
    ("column", "names"),
    [
        (["Ann Lee, Bo Li", "Cy Day"], [["Ann Lee", "Bo Li"], ["Cy Day"]]),
        (["Lee, Ann", "Day, Cy"], [["Ann Lee"], ["Cy Day"]]),
        (["Lee, Ann; Li, Bo", "Day, Cy"], [["Ann Lee", "Bo Li"], ["Cy Day"]]),
        (["Lee, Ann, Li, Bo"], [["Ann Lee", "Bo Li"]]),
        (["Sam Lee, Jr./Bo Li"], [["Sam Lee, Jr.", "Bo Li"]]),
        (["Ann Lee/Bo Li", "Brown, Son & Daughter"], [["Ann Lee", "Bo Li"], ["Brown, Son & Daughter"]]),
        (["Ann Lee and Bo Li", "Smith & Co"], [["Ann Lee", "Bo Li"], ["Smith & Co"]]),
        (["Lee, Ann and Li, Bo", "Day, Cy"], [["Ann Lee", "Bo Li"], ["Cy Day"]]),
        (["Deleuze, Gilles et Guattari, Félix", "Sand, G."], [["Gilles Deleuze", "Félix Guattari"], ["G. Sand"]]),
        (["राजेन्द्र यादव और मन्नू भंडारी"], [["राजेन्द्र यादव", "मन्नू भंडारी"]]),
        (["Santiago Ramón y Cajal", "José Ortega y Gasset"], [["Santiago Ramón y Cajal"], ["José Ortega y Gasset"]]),
        (["Brooks, F. P. Jr.", "Warner, Sam, Jr."], [["F. P. Brooks, Jr."], ["Sam Warner, Jr."]]),
        (["Kleist, Heinrich von, 1777-1811.", "Rükl, Antonín."], [["Heinrich von Kleist"], ["Antonín Rükl"]]),
        (["Ann Lee | Bo Li", ""], [["Ann Lee", "Bo Li"], []]),
    ],
)  # fmt: skip
def test_authors_are_parted_as_the_whole_column_parts_them(column: list[str], names: list[list[str]]) -> None:
    style = AuthorStyle.of(column)
    assert [[name.strip() for name in style.names(cell)] for cell in column] == names


@pytest.mark.parametrize(
    ("column", "plain"),
    [
        (["Ann Lee, Bo Li", "Cy Day"], [True, True]),
        (["Lee, Ann", "Day, Cy"], [True, True]),
        (["Lee, Ann and Li, Bo", "Day, Cy"], [True, True]),
        (["Nick Tanner, Ola Berg", "Cy Day; Bo Li"], [False, True]),  # the semicolon parts, so the comma may not
        (["Werner D., Thuman C.", "Cy Day; Bo Li"], [False, True]),
        (["Silone, Ignazio", "Ann Lee, Bo Li", "Cy Day, Di Fox"], [False, True, True]),
        (["Ministry of Water, Sanitation and Irrigation", "Lee, Ann", "Day, Cy"], [False, True, True]),
        (["Lee, Ann, editor", "Day, Cy"], [False, True]),
        (["illus. Tom Reed", "translated by Tom Reed", "Ed. Ann Ray", "Hrsg.: Gerd Schulze"], [False] * 4),
        (["Santiago Ramón y Cajal", "अज्ञेय और मुक्तिबोध", "Juan Paz y Ana Sol"], [False, False, False]),
        (["Ann Lee (ed.)", "Ann Lee et al.", "अज्ञेय और अन्य"], [False, False, False]),
        (["Dr. Seuss", "bell hooks", "Ludwig van der Rohe", "J. R. R. Tolkien", "جبران خليل", ""], [True] * 6),
    ],
)  # fmt: skip
def test_a_cell_that_can_be_read_in_another_way_is_not_plain(column: list[str], plain: list[bool]) -> None:
    style = AuthorStyle.of(column)
    assert [style.is_plain(cell) for cell in column] == plain


def test_others_who_are_not_named_are_nobody() -> None:
    style = AuthorStyle(parted=False, last_first=False)
    assert style.names("हरिवंश राय और अन्य") == ["हरिवंश राय"]


@pytest.mark.parametrize("cell", ["(ed.)", "et al.", "{}", ";", ",", "( ) ; (ed.)"])
def test_where_nothing_is_left_of_a_cell_nobody_wrote_it(cell: str) -> None:
    for style in (AuthorStyle(False, False), AuthorStyle(True, False), AuthorStyle(False, True)):
        assert not any(name.strip(" ,;()") for name in style.names(cell))
        style.is_plain(cell)
