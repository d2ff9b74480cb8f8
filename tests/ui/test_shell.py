"""The frame around every page: who answers, what is here, and what happens when something is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import installation as floor
from core.errors import SettingsError
from core.installation import Installation
from core.ui import resources
from tests.ui.steps import as_read, errors, opened, press, said, texts


def test_the_first_page_is_home_and_the_expert_search_has_an_address_like_its_siblings(house: Installation) -> None:
    assert [title.value for title in opened().title] == ["Glassbox"]
    test = opened("expert_search")
    assert [title.value for title in test.title] == ["Expert search"]
    assert [pills.label for pills in test.button_group] == ["Try one of these"]


def test_the_sidebar_says_that_rules_answer_when_there_is_no_key(house: Installation) -> None:
    assert any("**Answers:** rules on this computer" in text.value for text in opened().sidebar.markdown)


def test_a_key_typed_in_the_sidebar_brings_the_model_for_this_visit_only(house: Installation) -> None:
    test = opened()
    test.sidebar.text_input[0].set_value("AIza-typed-for-this-visit-0123456789")
    press(test, "Use for this visit")
    assert any("Gemini gemini-flash-latest" in as_read(text.value) for text in test.sidebar.markdown)
    assert any("rules on this computer" in text.value for text in opened().sidebar.markdown)
    assert house.settings.model_key == ""


def test_a_model_that_is_none_is_refused_in_words_and_the_page_lives(house: Installation) -> None:
    test = opened()
    test.sidebar.text_input[1].set_value("nonsense")
    press(test, "Use for this visit")
    assert any("nonsense" in error for error in errors(test))
    assert any("rules on this computer" in text.value for text in test.sidebar.markdown)


def see_every_choice(test: AppTest) -> None:
    assert [box.label for box in test.sidebar.text_input] == ["Gemini API key", "Model"]
    assert "This installation" in [button.label for button in test.sidebar.button]


def test_a_model_whose_package_is_missing_leaves_every_choice_in_reach(house: Installation) -> None:
    test = opened()
    test.sidebar.text_input[1].set_value("mistralai:any")
    press(test, "Use for this visit")
    assert any("langchain-mistralai is not installed" in error for error in errors(test))
    see_every_choice(test)
    assert not test.run().error


def test_a_wrong_model_of_the_settings_can_be_chosen_away_for_a_visit(house: Installation) -> None:
    house.settings = replace(house.settings, model="nonsense")
    test = opened()
    assert any("nonsense" in error for error in errors(test))
    see_every_choice(test)
    press(test, "This installation")
    assert said(test, "Not working: 1 part.")
    assert any("Who answers" in text and "nonsense" in text and "error" in text for text in texts(test))
    test.sidebar.text_input[1].set_value("offline")
    press(test, "Use for this visit")
    assert not test.error
    assert any("rules on this computer" in text.value for text in test.sidebar.markdown)


def test_a_wrong_setting_is_said_instead_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Installation:
        raise SettingsError("LLM_TIMEOUT is 'soon'.", "Correct it and start again.")

    for module in (floor, resources):
        monkeypatch.setattr(module, "installation", broken)
    test = opened()
    assert [title.value for title in test.title] == ["Glassbox cannot start"]
    assert errors(test) == ["LLM_TIMEOUT is 'soon'."]


def test_a_store_that_cannot_be_opened_is_said_on_the_page_and_the_frame_lives(
    house: Installation, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    house.settings = replace(house.settings, data=tmp_path / "file" / "data")
    test = opened()
    assert any("cannot be made" in error for error in errors(test))
    assert [title.value for title in test.title] == ["Glassbox"]
    assert any("Answers:" in text.value for text in test.sidebar.markdown)


def test_a_file_that_was_set_aside_is_told_once_a_visit(house: Installation) -> None:
    house.settings.data.mkdir()
    (house.settings.data / "checkpoints.sqlite").write_bytes(b"this was a database once " * 1000)
    test = opened()
    assert ["was damaged" in toast.value for toast in test.toast] == [True]
    assert list(test.run().toast) == []


def test_this_installation_lists_every_part_with_its_state(house: Installation) -> None:
    test = press(opened(), "This installation")
    for part in (
        "Who answers", "Embedding model", "Reranker", "Judge of sentences", "Runs and their history", "Library graph",
        "Bulk work", "Live sources", "Data folder",
    ):  # fmt: skip
        assert said(test, f"**{part}:**")
    assert any("Live sources" in text and "arXiv" in text for text in texts(test))
    assert "MP_API_KEY" in as_read(" ".join(caption.value for caption in test.caption))
    assert said(test, "All of it works.")


def test_every_setting_says_who_sets_it_and_that_nobody_can_here(house: Installation) -> None:
    test = press(opened(), "This installation")
    assert said(test, "None can be changed here.")
