"""The codebook on the panel of NCO classification, and what one job ends in: the 8 digits, another code, a card."""

from __future__ import annotations

import re
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import NOBODY, Installation
from core.systems import nco_classification as system
from core.systems.nco_classification.index.official import keep_official
from core.ui.nco_classification.codebook.place import linked_code
from tests.systems.nco_classification.little_index import CLASSIFICATION, SPECIAL
from tests.ui import steps
from tests.ui.steps import as_read, ask, press, said
from tests.ui.test_nco_page import PageIndex

TITLE = CLASSIFICATION.title
opened = partial(steps.opened, "nco_classification")
open_tab = partial(steps.open_tab, tabs="nco_classification:tabs")
THE_8_DIGITS = "The 8 digits: nearest in words first, then by code"


@pytest.fixture
def little_index(house: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "open_index", lambda folder, embedder: PageIndex())


def go(test: AppTest, code: str) -> AppTest:
    """Press the way to a code."""
    way = next(button for button in test.button if as_read(button.label).replace("*", " ").strip("› ").startswith(code))
    return steps.finished(way.click().run())


def ways(test: AppTest) -> list[str]:
    """Every code that the page leads to."""
    found = (re.match(r"[›* ]*(\d[\d.]*)", as_read(button.label)) for button in test.button)
    return [match[1] for match in found if match]


def look_up(test: AppTest, words: str) -> AppTest:
    return steps.finished(test.text_input(key="nco_classification:codebook:box").set_value(words).run())


def address(test: AppTest) -> dict[str, str]:
    return {name: values[0] if isinstance(values, list) else values for name, values in test.query_params.items()}


# --- the tree ---------------------------------------------------------------------------------------------------------


def test_the_tree_is_walked_from_the_divisions_down_to_an_occupation_and_up_again(house: Installation) -> None:
    test = opened(view="codebook")
    assert said(test, "9 divisions → 40 sub-divisions → 128 groups → 437 families → 3,450 occupations")
    assert ways(test) == list("123456789")
    for code in ("7", "75", "753", "7531", "7531.0100"):
        test = go(test, code)
        assert said(test, f"{code} · {CLASSIFICATION.title(code)}")
        assert address(test) == {"code": code}
    test = go(test, "753 ")
    assert address(test) == {"code": "753"}
    assert address(press(test, "The whole tree")) == {"view": "codebook"}


def test_the_page_of_a_family_has_its_text_occupations_siblings_and_every_name(house: Installation) -> None:
    test, own = opened(code="7531"), CLASSIFICATION.words["7531"]
    assert said(test, own.text)
    assert set(CLASSIFICATION.occupations_of("7531")) <= set(ways(test))
    assert {"7", "75", "753", "7532", "7533", "7534", "7535", "7536"} <= set(ways(test))
    assert said(test, "What parts 7531 from what stands beside it")
    [table] = [one.value for one in test.table]
    assert "What is the work mostly about, or done on?" in list(table["What a person can tell"])
    assert "embroiderer" in " ".join(caption.value for caption in test.caption)
    for name in (*own.phrases, *own.hindi):
        assert said(test, name)


def test_the_page_of_an_occupation_has_its_familys_text_and_what_parts_it_from_others(house: Installation) -> None:
    test = opened(code="72120100")
    assert address(test) == {"code": "7212.0100"}
    assert said(test, "What the people of its family 7212 do")
    assert said(test, "By words, for 7212.0100 itself speak: gas")
    before = len(ways(test))
    press(test, f"Show all {len(CLASSIFICATION.occupations_of('7212')) - 1}")
    assert len(ways(test)) > before


def test_an_official_description_stands_beside_ours_where_it_was_loaded(house: Installation) -> None:
    assert "Add official descriptions" in opened(code="7531.0100").caption[0].value
    keep_official(house.folder_of(NOBODY), "nco.csv", {"7531.0100": "Sews what was ordered"})
    assert said(opened(code="7531.0100"), "Sews what was ordered")


def test_an_address_that_names_no_code_is_looked_for_and_finds_nothing(house: Installation) -> None:
    test = opened(code="9999")
    assert said(test, "Nothing in the codebook has “9999”")
    assert address(test) == {"view": "codebook", "find": "9999"}


# --- looking up -------------------------------------------------------------------------------------------------------


def test_words_are_looked_up_shown_where_they_stand_opened_and_returned_to(house: Installation) -> None:
    test = look_up(opened(view="codebook"), "blouse stitching")
    assert address(test) == {"view": "codebook", "find": "blouse stitching"}
    assert said(test, "with all the words of “blouse stitching”, the best first")
    assert ways(test)[0] == "7531"
    assert any("blue-background[stitches]" in caption.value for caption in test.caption)
    test = go(test, "7531")
    assert address(test) == {"code": "7531", "find": "blouse stitching"}
    test = press(test, "Found for “blouse stitching”")
    assert said(test, "the best first")


def test_what_has_only_one_of_two_words_stands_below_what_has_both_and_is_counted_apart(house: Installation) -> None:
    test = look_up(opened(view="codebook"), "shop keeper")
    assert ways(test)[0] == "5221"
    rest = next(one for one in test.expander if one.label.startswith("With one of the words ("))
    shown = len(rest.button)
    assert shown < int(rest.label.partition("(")[2].rstrip(")"))
    press(test, "Show more")
    assert len(next(one for one in test.expander if one.label == rest.label).button) > shown
    assert said(test, "with all the words of “shop keeper”")


def test_a_part_of_a_code_lists_what_begins_with_it_and_more_on_demand(house: Installation) -> None:
    test = look_up(opened(view="codebook"), "72")
    assert ways(test)[:2] == ["72", "721"]
    shown = len(ways(test))
    assert len(ways(press(test, "Show more"))) > shown


def test_looking_up_from_the_page_of_a_code_leaves_it(house: Installation) -> None:
    test = look_up(opened(code="7531"), "darzi")
    assert address(test) == {"view": "codebook", "find": "darzi"}
    assert ways(test)[0] == "7531"


# --- what one job ends in ---------------------------------------------------------------------------------------------


def again(test: AppTest) -> AppTest:
    """The same run in a new visit."""
    return opened(thread=address(test)["thread"])


def test_every_code_of_a_result_leads_into_the_codebook_and_back(little_index: None, house: Installation) -> None:
    test = ask(opened(), "stitches blouses")
    thread = address(test)["thread"]
    assert {"7531", "7533"} <= set(ways(test))
    test = go(test, "7533")
    assert address(test) == {"thread": thread, "code": "7533"}
    tables = [table.value for table in again(test).table]
    assert any(linked_code("7531.0100") in table["Code"].tolist() for table in tables if "Code" in table)


def test_an_occupation_of_the_family_is_picked_kept_with_the_run_and_taken_back(
    little_index: None, house: Installation
) -> None:
    test = ask(opened(), "stitches blouses")
    box = steps.box(test, THE_8_DIGITS)
    assert [option[:4] for option in box.options] == ["7531"] * (1 + len(CLASSIFICATION.occupations_of("7531")))
    assert box.options[-1].startswith("7531.99")
    looked = steps.finished(box.set_value("7531.0200").run())
    assert not said(looked, "Decided by the analyst, ")  # looking decides nothing
    press(looked, "Give this code")
    kept = again(test)
    assert said(kept, f"7531.0200 · {CLASSIFICATION.title('7531.0200')}")
    assert said(kept, "You picked this within what was found: **7531 Tailors")
    assert said(kept, "Decided by the analyst, ")
    assert not said(kept, "Confidence **")
    assert said(open_tab(kept, "How sure it is"), "not about the code that a person gave")
    back = again(press(kept, "Take my code back"))
    assert not said(back, "You picked this")
    assert said(back, f"7531 · {CLASSIFICATION.title('7531')}")


def look_up_a_code(test: AppTest, words: str) -> AppTest:
    box = next(one for one in test.text_input if one.label == "Look up a code")
    return steps.finished(box.set_value(words).run())


def give(test: AppTest, words: str, reason: str) -> AppTest:
    test = look_up_a_code(test, words)
    if reason:
        test = steps.finished(next(one for one in test.text_input if one.label == "Why?").set_value(reason).run())
    return press(test, "Give this code")


def test_another_code_needs_a_reason_and_stands_with_it_beside_what_was_found(
    little_index: None, house: Installation
) -> None:
    test = give(ask(opened(), "stitches blouses"), "7533", "")
    assert steps.errors(test) == ["Another code needs a reason."]
    assert not said(test, "Your own code")
    test = give(test, "7533", "she *embroiders*")
    assert (
        as_read(test.toast[0].value)
        == f"Kept with this run: 7533 · {TITLE('7533')}, with your reason: she *embroiders*"
    )
    test = again(test)
    assert said(test, "Confidence: none: a person gave this code")
    assert said(test, "7533 · Sewing, Embroiderers")
    assert said(test, "Your own code, with the reason: she *embroiders*. The run itself gave **7531")
    assert {option[:4] for option in next(one for one in test.selectbox if one.label == THE_8_DIGITS).options} == {
        "7533"
    }


def test_a_code_that_is_typed_is_the_one_that_is_taken_whatever_was_chosen_before(
    little_index: None, house: Installation
) -> None:
    test = look_up_a_code(ask(opened(), "stitches blouses"), "trainer of staff")
    box = steps.box(test, "Code")
    assert box.value is None  # words choose nothing by themselves
    steps.finished(box.set_value(next(one for one in box.options if not one.startswith("2424"))[:4]).run())
    test = look_up_a_code(test, "2424")
    assert said(test, f"2424 · {TITLE('2424')}")  # before it is recorded
    next(one for one in test.text_input if one.label == "Why?").set_value("trains the staff")
    assert said(press(test, "Give this code"), f"2424 · {TITLE('2424')}")
    assert test.subheader[0].value.startswith("2424")


def test_words_that_are_looked_up_give_nothing_until_one_is_chosen(little_index: None, house: Installation) -> None:
    test = give(ask(opened(), "stitches blouses"), "primary school teacher", "because")
    assert steps.errors(test) == ["No code is chosen yet."]


@pytest.mark.parametrize("typed", ["2429", "24 24 99", "99999999"])
def test_digits_that_are_no_code_are_refused_before_anything_is_kept(
    little_index: None, house: Installation, typed: str
) -> None:
    test = look_up_a_code(ask(opened(), "stitches blouses"), typed)
    assert steps.errors(test) == [f"“{typed}” is no code of the classification."]
    test = press(test, "Give this code")
    assert not said(test, "Your own code")


def test_an_open_question_may_be_ended_by_a_code_of_ones_own(little_index: None, house: Installation) -> None:
    test = ask(opened(), "doctor")
    assert not [one for one in test.get("download_button") if "Card" in str(one)]
    test = give(test, "2211", "works in a village clinic")
    assert said(test, "2211 · Generalist Medical Practitioners")
    assert said(test, "The run itself gave no code")
    assert test.radio  # the question is still open


def test_a_code_given_on_one_outcome_is_not_given_on_another(little_index: None, house: Installation) -> None:
    test = give(ask(opened(), "doctor"), "2211", "works in a clinic")
    test.radio[0].set_value(SPECIAL)
    press(test, "Send answer")
    assert said(test, "2212 · Specialist")
    assert not said(test, "Your own code")


def test_a_code_found_in_the_codebook_is_given_to_the_job_that_is_open(little_index: None, house: Installation) -> None:
    test = go(ask(opened(), "stitches blouses"), "7533")
    test = press(test, "Give this code to the job that is open")
    assert said(test, "Chosen in the codebook: **7533")
    next(one for one in test.text_input if one.label == "Why?").set_value("embroiders")
    press(test, "Give this code")
    assert said(test, "Your own code, with the reason: embroiders")
    assert not said(test, "Chosen in the codebook")
    assert not [one for one in opened(code="7533").button if "job that is open" in one.label]


def test_a_code_of_four_digits_says_why_the_last_four_are_open(little_index: None, house: Installation) -> None:
    test = ask(opened(), "stitches blouses")
    assert said(test, "The last four digits are open: ")
    assert said(test, "NCO families have four digits, and this code can stand as it is.")
    assert said(steps.finished(steps.box(test, THE_8_DIGITS).set_value("7531.0200").run()), "digits are open")
    assert not said(press(test, "Give this code"), "digits are open")
