"""What of the documents is asked, and what changed in them: chosen in one popover, told in its label."""

from __future__ import annotations

from datetime import date
from functools import partial

import pytest

from core.installation import NOBODY, Installation
from core.systems import knowledge_base
from core.systems.knowledge_base.ingest.collections import DOCUMENTS, Collection, add_collection, add_files, work_off
from tests.ui import steps
from tests.ui.steps import finished, said, say

pytestmark = pytest.mark.usefixtures("words_by_hash")
opened = partial(steps.opened, "knowledge_base")
QUESTION = "On which day is the pump oiled?"


def bring(house: Installation, id: str, **files: str) -> None:
    lent = house.resources(NOBODY, house.engine())
    named = [(f"books/{name}.md", text.encode()) for name, text in files.items()]
    add_files(lent.folder, id, named)
    work_off(lent, id)


@pytest.fixture
def pumps(house: Installation) -> Collection:
    folder = house.folder_of(NOBODY)
    id = add_collection(folder, "Pumps").id
    bring(house, id, pump="# Pump\n\nThe pump is oiled on Monday.", tank="# Tank\n\nThe tank is cleaned on Sunday.")
    bring(house, id, pump="# Pump\n\nThe pump is oiled on Friday.")
    return DOCUMENTS.card(folder, id)


def test_an_answer_comes_from_the_newest_version_and_the_page_shows_what_changed(pumps: Collection) -> None:
    page = opened(documents=pumps.id)
    assert not page.exception
    document = next(one for one in page.selectbox if "version that was current" in one.label)
    assert len(document.options) == 1
    assert any("~~:red-background[Monday]~~" in one.value for one in page.markdown)
    assert any("1 replaced" in one.label for one in page.expander)
    say(page, QUESTION)
    finished(page)
    assert said(page, "oiled on Friday")


def test_what_is_asked_stands_in_the_line_of_controls_and_is_asked(pumps: Collection) -> None:
    page = opened(documents=pumps.id)
    files = next(one for one in page.multiselect if "files and folders" in one.label)
    assert list(files.options) == ["books/", "books/pump.md", "books/tank.md"]
    files.set_value(["books/tank.md"]).run()
    assert any("**Pumps** · books/tank.md · " in one.value.replace("\\", "") for one in page.markdown)
    say(page, QUESTION)
    finished(page)
    assert not any("oiled on" in one.value and "[1]" in one.value for one in page.markdown)


def test_as_of_a_day_before_there_were_documents_finds_nothing(pumps: Collection) -> None:
    page = opened(documents=pumps.id)
    next(one for one in page.date_input if one.label == "As of").set_value(date(2020, 1, 1)).run()
    say(page, QUESTION)
    finished(page)
    assert not said(page, "oiled on")


def test_another_collection_is_asked_too(pumps: Collection, house: Installation) -> None:
    other = add_collection(house.folder_of(NOBODY), "Boats").id
    bring(house, other, oars="# Oars\n\nOars are made of ash.")
    page = opened(documents=pumps.id)
    also = next(one for one in page.multiselect if "collections" in one.label)
    assert list(also.options) == ["Boats"]
    also.set_value([other]).run()
    say(page, "Of what are oars made?")
    finished(page)
    assert said(page, "made of ash")


def test_a_collection_is_asked_before_all_of_it_is_embedded_and_the_answer_says_so(house: Installation) -> None:
    lent = house.resources(NOBODY, house.engine())
    id = add_collection(lent.folder, "Begun").id
    add_files(lent.folder, id, [("pump.md", b"# Pump\n\nThe pump is oiled on Friday.")])
    for _ in range(2):
        job = DOCUMENTS.job(lent, id)
        assert job is not None
        job.run()
    job = DOCUMENTS.job(lent, id)  # from here on it can be asked
    assert job is not None
    job.cancel()
    assert job.run().status == "cancelled"
    session = house.open_session(knowledge_base.SYSTEM, {}, knowledge_base.open_context(lent, id))
    session.start(QUESTION)
    session.wait(60)
    assert "Friday" in str(session.state["answer"]["sentences"])
    assert "Meaning: 0 of 1 passages" in session.state["answer"]["note"]
    work_off(lent, id)
    session.start(QUESTION)
    session.wait(60)
    assert "Meaning" not in session.state["answer"]["note"]
