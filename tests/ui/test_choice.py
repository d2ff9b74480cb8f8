"""A choice is adopted from the address, turned to from elsewhere, and left when what was chosen is gone."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page(options):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    import streamlit as st

    from core.ui.buttons import act, tell_failures
    from core.ui.choice import choose, give_up, refuse_lost, turn_to

    choose("Which", options, "sample", "which", "which", str.upper, known=["coming"])
    act("Turn to mine", turn_to, "which", "mine", key="turn")
    act("Remove it here", give_up, "which", "mine", key="remove")
    act("Ask", refuse_lost, "which", key="ask")
    tell_failures()
    st.caption("drawn")


def opened(options: list[str], **address: str) -> AppTest:
    test = AppTest.from_function(page, args=(options,))
    for name, value in address.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


def test_the_address_chooses_and_one_that_is_no_option_is_ignored() -> None:
    assert opened(["sample", "mine"], which="mine").selectbox[0].value == "mine"
    test = opened(["sample"], which="mine")
    assert test.selectbox[0].value == "sample"
    assert "which" not in test.query_params


def test_what_was_turned_to_is_chosen_as_soon_as_it_is_an_option() -> None:
    options = ["sample"]
    test = opened(options)
    test.button[0].click().run()
    assert test.selectbox[0].value == "sample"
    options.append("mine")
    assert test.run().selectbox[0].value == "mine"
    assert test.query_params["which"] == "mine"
    assert test.selectbox[0].select("sample").run().selectbox[0].value == "sample"


GONE = "What was chosen here is not there any more. Chosen now: SAMPLE."


def told(test: AppTest) -> list[str]:
    return [one.value.replace("\\", "") for one in (*test.warning, *test.error)]


def without_mine() -> AppTest:
    """A page on which a choice was made that was then taken away elsewhere."""
    options = ["sample", "other", "mine"]
    test = opened(options, which="mine")
    assert told(test) == []
    options.remove("mine")
    return test


def test_a_choice_that_is_gone_becomes_the_default_and_that_is_told() -> None:
    test = without_mine().run()
    assert test.selectbox[0].value == "sample"
    assert told(test) == [GONE]
    assert told(test.run()) == [GONE]  # until the analyst has chosen or asked
    assert told(test.selectbox[0].select("other").run()) == []


def test_nothing_is_asked_of_another_choice_before_that_was_told() -> None:
    test = without_mine().run()
    for _ in range(2):  # a double click as well
        shown, refused = told(test.button(key="ask").click().run())
        assert shown == GONE
        assert refused.startswith("Nothing was asked")
    assert told(test.button(key="which:go-on").click().run()) == []
    assert told(test.button(key="ask").click().run()) == []


def test_an_address_that_names_what_is_not_there_is_told_and_what_is_on_its_way_is_not() -> None:
    assert told(opened(["sample"], which="mine")) == [GONE]
    assert told(opened(["sample"], which="sample")) == []
    assert told(opened(["sample"], which="coming")) == []


def test_nobody_is_told_of_what_she_took_away_herself() -> None:
    options = ["sample", "mine"]
    test = opened(options, which="mine")
    options.remove("mine")
    test.button(key="remove").click().run()
    assert test.selectbox[0].value == "sample"
    assert told(test) == []
