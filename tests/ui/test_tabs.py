"""Only the open tab is drawn, and the address says which one that is."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from core.ui.tabs import address_name


def page() -> None:
    import streamlit as st

    from core.ui.tabs import draw_tabs

    draw_tabs({"First": lambda: st.markdown("one"), "Second": lambda: st.markdown("two")}, "tabs")


def test_the_first_is_drawn_and_then_the_one_that_was_opened() -> None:
    test = AppTest.from_function(page).run()
    assert [text.value for text in test.markdown] == ["one"]
    test.session_state["tabs"] = "Second"
    assert [text.value for text in test.run().markdown] == ["two"]


def test_a_tab_that_is_not_there_opens_the_first() -> None:
    test = AppTest.from_function(page)
    test.session_state["tabs"] = "Third"
    test.run()
    assert not test.exception
    assert [text.value for text in test.markdown] == ["one"]


def test_the_open_tab_stands_in_the_address_and_the_first_does_not() -> None:
    test = AppTest.from_function(page).run()
    assert "tab" not in test.query_params
    test.session_state["tabs"] = "Second"
    assert test.run().query_params["tab"] in ("second", ["second"])
    test.session_state["tabs"] = "First"
    assert "tab" not in test.run().query_params


def test_an_address_opens_its_tab() -> None:
    test = AppTest.from_function(page)
    test.query_params["tab"] = "second"
    assert [text.value for text in test.run().markdown] == ["two"]
    assert test.query_params["tab"] in ("second", ["second"])


def test_an_address_with_a_tab_that_is_not_there_opens_the_first() -> None:
    test = AppTest.from_function(page)
    test.query_params["tab"] = "third"
    assert [text.value for text in test.run().markdown] == ["one"]
    assert "tab" not in test.query_params


def test_an_address_that_the_browser_went_back_to_is_followed() -> None:
    test = AppTest.from_function(page)
    test.query_params["tab"] = "second"
    test.run()
    del test.query_params["tab"]
    assert [text.value for text in test.run().markdown] == ["one"]


def nested() -> None:
    import streamlit as st

    from core.ui.tabs import draw_tabs

    inner = {"Path": lambda: st.markdown("path"), "Trace": lambda: st.markdown("trace")}
    draw_tabs({"First": lambda: st.markdown("one"), "Second": lambda: draw_tabs(inner, "inner")}, "outer")


def test_tabs_within_a_tab_stay_out_of_the_address() -> None:
    test = AppTest.from_function(nested)
    test.query_params["tab"] = "second"
    test.session_state["inner"] = "Trace"
    assert [text.value for text in test.run().markdown] == ["trace"]
    assert test.query_params["tab"] in ("second", ["second"])


def test_names_in_the_address_are_short_and_can_be_read() -> None:
    assert address_name("How is this made?") == "how-is-this-made"
    assert address_name("What α does") == "what-alpha-does"


def of_two_files() -> None:
    import streamlit as st

    from core.ui.tabs import draw_tabs

    name = st.session_state.get("file", "one")
    draw_tabs({"First": lambda: st.markdown(f"first of {name}"), "Second": lambda: st.markdown("second")}, name)


def test_another_file_begins_at_the_first_tab_whatever_the_address_says_of_the_one_before() -> None:
    test = AppTest.from_function(of_two_files)
    test.query_params["tab"] = "second"
    assert [text.value for text in test.run().markdown] == ["second"]
    test.session_state["file"] = "two"
    assert [text.value for text in test.run().markdown] == ["first of two"]
    assert "tab" not in test.query_params
