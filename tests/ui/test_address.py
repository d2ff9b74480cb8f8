"""The address bar holds the settings, and whatever somebody types there does no harm."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from core.ui.address import adopt, publish

    adopt("share", "share", 0.6, lambda value: 0 <= value <= 1)
    adopt("way", "way", "sum", ("sum", "rank").__contains__)
    adopt("many", "many", 10, lambda value: 1 <= value <= 100)
    share = st.slider("Share", 0.0, 1.0, key="share")
    way = st.selectbox("Way", ("sum", "rank"), key="way")
    many = st.slider("Many", 1, 100, key="many")
    publish(share=(share, 0.6), way=(way, "sum"), many=(many, 10))


def opened(**address: str) -> AppTest:
    test = AppTest.from_function(page)
    for name, value in address.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


def values(test: AppTest) -> tuple[object, ...]:
    return test.slider(key="share").value, test.selectbox(key="way").value, test.slider(key="many").value


def test_what_the_address_names_is_adopted_and_stays() -> None:
    test = opened(share="0.25", way="rank", many="7")
    assert values(test) == (0.25, "rank", 7)
    assert dict(test.query_params) == {"share": "0.25", "way": "rank", "many": "7"}


@pytest.mark.parametrize("share", ["7", "-1", "nan", "inf", "much", "", "0x1", "1e999"])
def test_a_value_that_cannot_be_is_read_as_the_default_and_leaves_the_address(share: str) -> None:
    test = opened(share=share, way="<script>", many="1.5")
    assert values(test) == (0.6, "sum", 10)
    assert not dict(test.query_params)


def test_a_moved_slider_is_written_and_one_at_its_default_is_not() -> None:
    test = opened()
    assert not dict(test.query_params)
    test.slider(key="share").set_value(0.3).run()
    assert dict(test.query_params) == {"share": "0.3"}
    test.slider(key="share").set_value(0.6).run()
    assert not dict(test.query_params)


def test_a_switch_is_read_back_as_it_was_written_and_anything_else_is_ignored() -> None:
    def switch_page() -> None:
        import streamlit as st

        from core.ui.address import adopt, publish

        adopt("on", "on", True, lambda value: True)
        publish(on=(st.toggle("On", key="on"), True))

    for written, value in (("False", False), ("True", True), ("banana", True)):
        test = AppTest.from_function(switch_page)
        test.query_params["on"] = written
        assert test.run().toggle(key="on").value is value
        assert not test.exception
