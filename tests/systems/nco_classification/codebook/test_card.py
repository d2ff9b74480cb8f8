"""The card that one job ends in: what stands on it, as Markdown."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt

from core.systems.nco_classification.codebook.card import Card, card_codes, make_card, to_markdown
from core.systems.nco_classification.codebook.own_code import OwnCode, own_code
from core.systems.nco_classification.questions.form import task_of
from core.systems.nco_classification.state import State
from tests.systems.nco_classification.little_index import CLASSIFICATION, TAILOR, WOOD, LittleIndex, new_case

ADDRESS = "http://localhost:8501/nco_classification?thread=abc"
CREATED = "2026-11-26T04:00:00+00:00"


def run(request: str = TAILOR, answer: str = "") -> State:
    case = new_case(LittleIndex({"wood": WOOD})).ask(request)
    state: Any = (case.answer({"answer": answer}) if answer else case).state
    return state  # type: ignore[no-any-return]


def card_of(state: State, own: OwnCode | None = None) -> Card:
    card = make_card(state, own, CLASSIFICATION, created=CREATED, address=ADDRESS)
    assert card is not None
    return card


def test_a_card_says_words_code_and_title_at_each_level_who_decided_and_where_to_see_it() -> None:
    state = run()
    text = to_markdown(card_of(state))
    for level, code in zip(("Division", "Sub-division", "Group", "Family"), ("7", "75", "753", "7531"), strict=True):
        assert f"| {level} | {code} | {CLASSIFICATION.title(code)} |" in text
    assert f"**Words:** “{TAILOR}”" in text
    assert "**Decided by:** Offline rules" in text
    assert f"{state['analyzer_response']['confidence']['probability']:.0%} for 7531" in text
    assert "of titles between" in text
    assert "**Runner-up:** 7533" in text
    assert "everyday phrase of 7531" in text
    assert "**Index:** little index" in text
    assert "26 November 2026" in text
    assert f"<{ADDRESS}>" in text
    assert text.count(": held.") == 5


def test_text_of_a_request_is_text_on_the_card() -> None:
    card = card_of(run("stitches **blouses** [x](http://nowhere.example) | <b>"))
    html = MarkdownIt("commonmark").enable("table").render(to_markdown(card))
    assert "nowhere.example)" in html
    assert 'href="http://nowhere' not in html
    assert "<b>" not in html


def test_the_analysts_code_stands_on_the_card_with_the_reason_and_with_what_was_found() -> None:
    own = own_code("7533.0100", "she embroiders", ["7531"], CLASSIFICATION, by="asha@example.org")
    card = card_of(run(), own)
    text = to_markdown(card)
    assert card.title.startswith("7533.0100 ")
    assert "the analyst (asha\\@example.org)" in text
    assert "**Reason:** she embroiders" in text
    assert "**Found before:** 7531" in text
    assert "**Confidence:** none: a person gave this code" in text
    assert "Runner-up" not in text


def test_an_occupation_picked_in_the_family_has_no_probability_and_the_family_that_was_found_keeps_its_own() -> None:
    own = own_code("7531.0100", "", ["7531"], CLASSIFICATION)
    text = to_markdown(card_of(run(), own))
    assert dict(card_of(run(), own).facts)["Confidence"] == "none: a person gave this code"
    assert "% for 7531" in dict(card_of(run(), own).facts)["Found before"]
    assert "**Reason:** picked within what was found, 7531" in text
    assert "| Occupation | 7531.0100 |" in text
    assert "Runner-up" in text


def test_what_was_asked_and_answered_stands_on_the_card_and_no_confidence_of_a_chosen_code() -> None:
    task = task_of(CLASSIFICATION.words["7115"].text)
    text = to_markdown(card_of(run("wood", task)))
    assert f"“{task}”" in text
    assert "**Confidence:** none: it was chosen in answer to a question" in text


def test_words_that_were_not_used_stand_on_the_card_with_why() -> None:
    facts = dict(card_of(run("stitches blouses and shirts in Pune zorblaxian")).facts)
    assert "Pune” (a place says nothing about the work)" in facts["Words not used"]
    assert "“zorblaxian” (" in facts["Words not used"]


def test_the_searched_words_stand_on_the_card_where_they_are_others() -> None:
    assert "Searched for" not in dict(card_of(run()).facts)
    assert "“darzi” (" not in dict(card_of(run("darzi")).facts).get("Words not used", "")
    assert dict(card_of(run("darzi")).facts)["Searched for"] == "tailor"


def test_an_open_question_has_no_card_until_the_analyst_gives_a_code() -> None:
    state = run("doctor")
    assert card_codes(state, None) == []
    assert make_card(state, None, CLASSIFICATION, created=CREATED, address=ADDRESS) is None
    own = own_code("2211", "works in a clinic", [], CLASSIFICATION)
    assert card_of(state, own).title.startswith("2211 ")


def test_an_address_that_is_none_is_no_link() -> None:
    card = make_card(run(), None, CLASSIFICATION, created=CREATED, address="javascript:alert(1)")
    assert card is not None
    assert "<javascript" not in to_markdown(card)
