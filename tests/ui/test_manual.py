"""The manual on the page, and its sections beside the numbers that they explain."""

from __future__ import annotations

import ast

from streamlit.testing.v1 import AppTest

from core.ui.manual import manual_of, section_of
from tests.ui.test_terms import called


def page() -> None:
    from core.ui.manual import offer_making

    offer_making("expert_search", "The score", "here")


def test_every_section_that_a_page_offers_is_in_the_manual() -> None:
    offered = [[ast.literal_eval(argument) for argument in call.args[:2]] for call in called("offer_making")]
    assert len(offered) >= 5
    for panel, heading in offered:
        assert section_of(panel, heading), f"docs/{panel}.md has no section “{heading}”"


def test_every_panel_tells_beside_a_number_how_it_is_made() -> None:
    panels = {ast.literal_eval(call.args[0]) for call in called("offer_making")}
    assert panels == {"expert_search", "knowledge_base", "nco_classification", "library_chat", "research_reports"}


def test_the_section_of_a_heading_is_that_one_alone() -> None:
    section = section_of("expert_search", "The score")
    assert "fused = α × meaning" in section
    assert "## " not in section
    assert section in manual_of("expert_search")


def test_a_heading_that_is_not_there_has_no_section() -> None:
    assert section_of("expert_search", "Nothing of the kind") == ""


def test_the_section_opens_over_the_page_when_it_is_asked_for() -> None:
    test = AppTest.from_function(page).run()
    assert not test.markdown
    test.button[0].click().run()
    assert not test.exception
    assert any("fused = α × meaning" in text.value for text in test.markdown)


def test_decisions_of_the_repository_are_left_out_of_the_manual_on_the_page() -> None:
    assert "(decision " not in manual_of("expert_search")
    assert "(decision " not in manual_of("library_chat")
