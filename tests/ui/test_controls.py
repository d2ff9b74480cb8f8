"""The line that tells what is asked and how."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def drawn() -> None:
    import streamlit as st

    from core.ui.controls import control_line

    controls = control_line("What can be changed")
    controls.tell("**first**")
    with controls.fold:
        many = st.slider("Many", 1, 9, 4)
    with controls.beside.popover("Bring"):
        st.markdown("inside")
    controls.tell("**the sample**", "", f"{many} shown")


def test_the_line_tells_the_values_of_what_folds_behind_it_and_forgets_what_it_said_before() -> None:
    test = AppTest.from_function(drawn).run()
    assert [one.value for one in test.markdown] == [":material/tune: **the sample** · 4 shown", "inside"]
    test.slider[0].set_value(7).run()
    assert test.markdown[0].value == ":material/tune: **the sample** · 7 shown"
