"""Where people sign in, a collection is shared on the page, asked by others, and gone when it is shared no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import streamlit as st

from core.installation import Installation, owner_of
from core.systems import Resources
from core.systems.knowledge_base.ingest.collections import add_collection, add_files, work_off
from core.systems.knowledge_base.ingest.sharing import is_shared, share, stop_sharing
from core.systems.knowledge_base.living.pins import pins_of
from tests.ui import steps
from tests.ui.steps import labels, press, said, say

pytestmark = pytest.mark.usefixtures("words_by_hash")
open_tab = partial(steps.open_tab, tabs="knowledge_base:tabs")
PUMP = b"The default speed of the pump is 40 litres a minute."
QUESTION = "What is the default speed of the pump?"
HERS = ("Add to the collection", "Remove the collection", "Remove it", "Share it", "Stop sharing", "Embed the others")


class Person(dict[str, str]):
    """Who is signed in, as Streamlit tells it."""

    is_logged_in = True


@pytest.fixture
def sign_in(house: Installation, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Resources]:
    """Be a person from now on; gives what is lent to her."""
    house.settings = replace(house.settings, sign_in=True)

    def be(name: str) -> Resources:
        monkeypatch.setattr(st, "user", Person(iss="here", sub=name, name=name.title()))
        return house.resources(owner_of("here", name), house.engine())

    return be


def pumps_of(ann: Resources) -> str:
    collection = add_collection(ann.folder, "Pumps").id
    add_files(ann.folder, collection, [("pump.md", PUMP)])
    work_off(ann, collection)
    return collection


def options(test: Any) -> list[str]:
    return list(next(one for one in test.selectbox if one.label == "Which documents").options)


def test_an_owner_shares_her_collection_on_the_page_and_stops(sign_in: Callable[[str], Resources]) -> None:
    ann = sign_in("ann")
    pumps = pumps_of(ann)
    test = steps.opened("knowledge_base", documents=pumps)
    open_tab(test, "Documents")
    assert said(test, "sees your name (Ann)")
    press(test, "Share it")
    assert is_shared(ann.folder, pumps)
    assert options(test) == ["The manual of Glassbox", "Pumps"]
    press(test, "Stop sharing")
    assert not is_shared(ann.folder, pumps)


def test_another_asks_and_pins_what_is_shared_and_is_offered_no_change(sign_in: Callable[[str], Resources]) -> None:
    ann = sign_in("ann")
    pumps = pumps_of(ann)
    share(ann.folder, pumps, "Ann")
    bob = sign_in("bob")
    test = steps.opened("knowledge_base", documents=pumps)
    assert options(test) == ["The manual of Glassbox", "Pumps, shared by Ann"]
    press(say(test, QUESTION), "Pin")
    assert [len(pins_of(one.folder).all()) for one in (ann, bob)] == [0, 1]
    open_tab(test, "Documents")
    assert said(test, "Shared by Ann, who alone can change it.")
    assert not set(HERS) & set(labels(test))
    open_tab(test, "Pinned")
    assert said(test, "in “Pumps”")
    stop_sharing(ann.folder, pumps)
    test.run()
    assert said(test, "What was chosen here is not there any more.")
    assert options(test) == ["The manual of Glassbox"]
    assert said(test, "not here any more")
    assert len(pins_of(bob.folder).all()) == 1


def test_what_is_shared_is_asked_together_with_ones_own(sign_in: Callable[[str], Resources]) -> None:
    ann = sign_in("ann")
    share(ann.folder, pumps_of(ann), "Ann")
    bob = sign_in("bob")
    own = add_collection(bob.folder, "Mine").id
    add_files(bob.folder, own, [("valve.md", b"The valve opens again below 3 bar.")])
    work_off(bob, own)
    test = steps.opened("knowledge_base", documents=own)
    also = next(one for one in test.multiselect if one.label == "Ask these collections, too")
    also.set_value(["Pumps, shared by Ann"] if "Pumps, shared by Ann" in also.options else also.options).run()
    say(test, QUESTION)
    assert said(test, "40 litres a minute")


def test_where_nobody_signs_in_nothing_of_sharing_is_shown(house: Installation) -> None:
    mine = house.resources("local", house.engine())
    test = steps.opened("knowledge_base", documents=pumps_of(mine))
    open_tab(test, "Documents")
    assert "Remove the collection" in labels(test)
    assert not {"Share it", "Stop sharing"} & set(labels(test))
