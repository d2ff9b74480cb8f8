"""A collection that its owner shares is read by everybody who signs in, and changed by its owner alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis import strategies as st

from core import embedding
from core.errors import InputError
from core.settings import Settings
from core.systems import Resources
from core.systems.knowledge_base import open_context
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    add_collection,
    add_files,
    index_anew,
    open_documents,
    original_of,
    remove_collection,
    remove_document,
    work_off,
)
from core.systems.knowledge_base.ingest.opening import forget_opened
from core.systems.knowledge_base.ingest.sharing import (
    as_reader,
    card_to_read,
    find_shared,
    is_shared,
    share,
    shared_with,
    stop_sharing,
)
from tests.lending import lent
from tests.systems.knowledge_base.little_manual import PAGES, Chat
from tests.word_embedder import WordEmbedder

PUMP, VALVE = PAGES["pump.md"], PAGES["valve.md"]


class House:
    """Two people of one installation: ann has a collection, bob has another."""

    def __init__(self, data: Path) -> None:
        embedder, settings = WordEmbedder(), Settings(data=data, sign_in=True)
        self.data = data
        self.ann = lent(data / "owners" / "ann", embedder, settings)
        self.bob = lent(data / "owners" / "bob", embedder, settings)
        self.pumps = filled(self.ann, "Pumps", "pump.md", PUMP)
        self.secret = filled(self.ann, "Salaries", "salaries.md", "The salary of Ann is 5 crowns.")
        self.valves = filled(self.bob, "Valves", "valve.md", VALVE)


def filled(owner: Resources, name: str, file: str, text: str) -> str:
    collection = add_collection(owner.folder, name).id
    add_files(owner.folder, collection, [(file, text.encode())])
    work_off(owner, collection)
    return collection


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(embedding, "shared_embedder", WordEmbedder)
    forget_opened()
    return House(tmp_path)


def sentences(here: Resources, collections: str | list[str], question: str) -> list[str]:
    state = Chat(open_context(here, collections)).ask(question)
    return [one["text"] for one in state["answer"]["sentences"]]


def test_what_is_shared_is_listed_for_others_with_who_shares_it_and_nothing_else_is(house: House) -> None:
    assert shared_with(house.bob) == []
    share(house.ann.folder, house.pumps, "Ann  Lee\n")
    [shared] = shared_with(house.bob)
    assert (shared.card.id, shared.card.name, shared.by_whom) == (house.pumps, "Pumps", "Ann Lee")
    assert is_shared(house.ann.folder, house.pumps)
    assert not is_shared(house.ann.folder, house.secret)
    assert shared_with(house.ann) == []  # her own is among hers
    assert [card.name for card in DOCUMENTS.uploads(house.bob.folder).all()] == ["Valves"]


def test_another_asks_what_is_shared_alone_and_together_with_his_own(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    question = "What is the default speed of the pump?"
    assert any("40 litres" in one for one in sentences(house.bob, house.pumps, question))
    both = [house.valves, house.pumps]
    assert any("40 litres" in one for one in sentences(house.bob, both, question))
    assert any("6 bar" in one for one in sentences(house.bob, both, "What is the default pressure of the valve?"))


def test_another_reads_the_documents_and_the_files_as_they_were_brought(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    documents = open_documents(house.bob, house.pumps)
    [document] = documents.documents()
    assert documents.text(document.id) == open_documents(house.ann, house.pumps).text(document.id)
    file = original_of(house.bob, house.pumps, document.id)
    assert file is not None
    assert file.read_bytes() == PUMP.encode()


def test_another_changes_nothing_of_what_is_shared(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    [document] = open_documents(house.bob, house.pumps).documents()
    with pytest.raises(InputError, match="not here"):
        add_files(house.bob.folder, house.pumps, [("mine.md", b"Bob was here.")])
    with pytest.raises(InputError, match="not here"):
        remove_document(house.bob, house.pumps, document.id)
    with pytest.raises(InputError, match="not here"):
        index_anew(house.bob, house.pumps)
    with pytest.raises(InputError, match="not here"):
        stop_sharing(house.bob.folder, house.pumps)
    with pytest.raises(InputError, match="not here"):
        share(house.bob.folder, house.secret, "Bob")
    remove_collection(house.bob, house.pumps)
    assert [one.name for one in open_documents(house.ann, house.pumps).documents()] == ["pump.md"]
    assert [one.card.id for one in shared_with(house.bob)] == [house.pumps]


def test_what_is_shared_no_more_or_removed_is_gone_for_others_in_words(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    stop_sharing(house.ann.folder, house.pumps)
    stop_sharing(house.ann.folder, house.pumps)  # once more is no error
    with pytest.raises(InputError, match="not here") as refused:
        open_documents(house.bob, [house.valves, house.pumps])
    assert "not shared with you any more" in refused.value.advice
    assert open_documents(house.ann, house.pumps).documents()
    share(house.ann.folder, house.pumps, "Ann")
    remove_collection(house.ann, house.pumps)
    assert shared_with(house.bob) == []
    DOCUMENTS.uploads(house.ann.folder).bring_back(house.pumps)
    assert [one.card.name for one in shared_with(house.bob)] == ["Pumps"]


def test_where_nobody_signs_in_nothing_is_shared(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    alone = replace(house.bob, settings=replace(house.bob.settings, sign_in=False))
    assert shared_with(alone) == []
    with pytest.raises(InputError):
        open_documents(alone, house.pumps)


def test_a_mark_that_is_damaged_shares_nothing_and_keeps_nobody_from_the_others(house: House) -> None:
    share(house.ann.folder, house.pumps, "Ann")
    place = DOCUMENTS.uploads(house.ann.folder).path(house.secret)
    for damaged in ("", "[]", "3", "{}", '{"by": 7}', '{"by": [1]}'):
        (place / "shared.json").write_text(damaged)
        assert [one.card.id for one in shared_with(house.bob)] == [house.pumps], damaged


HOSTILE = ["", ".", "..", "../ann", "*", "**", "shared.json", "a\0b", "a" * 5_000, "/etc/passwd", "..\\..", "%2e%2e"]
FORMS = ["{secret}", "../{secret}", "../../ann/documents/{secret}", "{pumps}/../{secret}", "{pumps}/", "./{pumps}",
         "{data}/owners/ann/documents/{secret}"]  # fmt: skip


def test_no_id_leads_to_a_collection_that_its_owner_does_not_share(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, sign_in=True)
    bob, ann = (lent(tmp_path / "owners" / name, None, settings) for name in ("bob", "ann"))
    pumps, secret = (add_collection(ann.folder, name).id for name in ("Pumps", "../../ann"))
    share(ann.folder, pumps, "../../ann")
    for id in [*HOSTILE, *(form.format(secret=secret, pumps=pumps, data=tmp_path) for form in FORMS)]:
        assert find_shared(bob, id) is None, id
        assert card_to_read(bob, id) is None, id
        assert as_reader(bob, id) is bob, id
        with pytest.raises(InputError, match="not here"):
            open_documents(bob, id)
        with pytest.raises(InputError, match="not here"):
            original_of(bob, id, "a" * 32)


@settings_of_hypothesis(max_examples=15, deadline=None)
@given(by=st.text(max_size=300))
def test_whatever_a_person_is_called_it_is_a_name_in_one_line_and_never_the_installation(
    tmp_path_factory: pytest.TempPathFactory, by: str
) -> None:
    data = tmp_path_factory.mktemp("data")
    here = lent(data / "owners" / "bob", None, Settings(data=data, sign_in=True))
    owner = data / "owners" / "ann"
    share(owner, add_collection(owner, "Mine").id, by)
    [shared] = shared_with(here)
    assert shared.by
    assert len(shared.by) <= 100
    assert "\n" not in shared.by
    assert shared.owner == owner
