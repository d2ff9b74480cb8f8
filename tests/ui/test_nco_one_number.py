"""The headline, *How sure it is* and *Where it lies* say one number: over every example of the page, with the index."""

from __future__ import annotations

import re
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from core.installation import Installation
from core.systems.nco_classification import SYSTEM
from core.ui.nco_classification.codebook.place import linked_code
from tests.ui import steps
from tests.ui.steps import ask, texts

MORE = ("stitches blouses and shirts for customers", "plumber", "sells vegetables from a cart")
opened = partial(steps.opened, "nco_classification")
open_tab = partial(steps.open_tab, tabs="nco_classification:tabs")


def percent(test: AppTest, pattern: str) -> int | None:
    found = next((match for text in texts(test) if (match := re.search(pattern, text))), None)
    return int(found[1]) if found else None


@pytest.mark.parametrize("request_text", [*SYSTEM.examples, *MORE])
def test_one_number_stands_in_all_three_places(house: Installation, request_text: str) -> None:
    test = ask(opened(), request_text)
    headline = percent(test, r"Confidence \*\*(\d+)%\*\*")
    family = test.subheader[0].value[:4] if test.subheader else ""
    sure = percent(open_tab(test, "How sure it is"), r"make a confidence of \*\*(\d+)%\*\*")
    table = open_tab(test, "Where it lies").table[0].value
    lies = dict(zip(table["Code"], table["Share"], strict=True))
    every = (code for code in lies if len(code) == len(linked_code("1234")))
    first = family or max(every, key=lies.__getitem__)[1:5]
    assert sure == round(lies[linked_code(first)])
    assert headline in (sure, None)
    assert (headline is None) == (not family)
