"""How a reading is drawn: chips, assumptions with their undo, one plain line; and what is remembered for the owner."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.llm.engine import OfflineEngine
from core.refused import refused
from tests.ui.steps import labels, press, said, texts


def page() -> None:
    import streamlit as st

    from core.language.reading import Chip, Reading, Word, read_words
    from core.ui.reading import draw_reading

    def ask_without(without: list[str]) -> None:
        st.session_state.without = without

    request = "zorblaxian *looms* of Hadded since 1950 under 5 euros, Hadded"
    without = st.session_state.get("without", [])
    assumption = Chip("name:hadded", "“Hadded” read as “Haddad”")
    years = Chip("years", "from 1950")

    def word(text: str, fate: str, as_: str, id: str = "") -> Word:
        start = request.index(text)
        return Word(text, start, start + len(text), fate, as_, id)  # type: ignore[arg-type]

    mentioned = [word("looms", "used", "found in 2 books")]
    if "years" not in without:
        mentioned.append(word("since 1950", "used", "publication year from 1950", "years"))
    if "name:hadded" not in without:
        mentioned.append(word("Hadded", "assumed", "read as “Haddad”", "name:hadded"))
        mentioned.append(
            Word("Hadded", request.rindex("Hadded"), len(request), "assumed", "read as “Haddad”", "name:hadded")
        )
    reading = read_words(
        request,
        mentioned,
        chips=[years] if "years" not in without else [],
        removed=[chip for chip in (years, assumption) if chip.id in without],
    )
    draw_reading(reading if not st.session_state.get("nothing") else Reading(""), "library_chat", ask_without)


@pytest.fixture
def app(house: Installation) -> AppTest:
    test = AppTest.from_function(page, default_timeout=60).run()
    assert not test.exception
    return test


def remembered(house: Installation) -> list[str]:
    folder = house.resources(NOBODY, OfflineEngine()).folder
    return [one.said for one in refused(folder, "library_chat")]


def test_it_says_in_one_line_what_could_not_be_used_and_what_became_of_every_word(app: AppTest) -> None:
    assert said(app, "“zorblaxian” and “5 euros” could not be used.")
    assert said(app, "“looms” found in 2 books")
    assert said(app, "“Hadded” read as “Haddad”")


def test_a_chip_is_removed_and_put_back(app: AppTest) -> None:
    press(app, "from 1950")
    assert app.session_state.without == ["years"]
    assert "from 1950" not in labels(app)
    press(app, "Put back: from 1950")
    assert app.session_state.without == []


def test_an_assumption_is_undone_for_this_time(app: AppTest, house: Installation) -> None:
    press(app, "Undo")
    assert app.session_state.without == ["name:hadded"]
    assert not any("spellcheck" in text for text in texts(app))
    assert remembered(house) == []


def test_not_this_again_is_remembered_until_it_is_put_back(app: AppTest, house: Installation) -> None:
    press(app, "Not this again")
    assert app.session_state.without == ["name:hadded"]
    assert remembered(house) == ["Hadded"]
    assert said(app, "Never assumed for you: “Hadded” read as “Haddad”")
    press(app, "Put back: “Hadded” read as “Haddad”")
    assert remembered(house) == app.session_state.without == []


def test_what_was_refused_is_listed_and_allowed_again_without_asking_anew(app: AppTest, house: Installation) -> None:
    press(app, "Not this again")
    press(app, "Allow it again")
    assert remembered(house) == []
    assert app.session_state.without == ["name:hadded"]


def test_a_reading_without_words_draws_nothing(app: AppTest) -> None:
    app.session_state.nothing = True
    app.run()
    assert texts(app) == []
    assert not app.button
