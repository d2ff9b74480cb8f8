"""A choice is adopted from the address, turned to from elsewhere, and left when what was chosen is gone."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page(options):  # type: ignore[no-untyped-def]  # its text is run by itself, without this module
    from core.ui.buttons import act
    from core.ui.choice import choose, turn_to

    choose("Which", options, "sample", "which", "which", str.upper)
    act("Turn to mine", turn_to, "which", "mine", key="turn")


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


def test_a_choice_that_is_gone_becomes_the_default() -> None:
    options = ["sample", "mine"]
    test = opened(options, which="mine")
    options.remove("mine")
    assert test.run().selectbox[0].value == "sample"
