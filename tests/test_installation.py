"""An installation says of each of its parts how it is, lends each owner a folder apart, and opens its stores again."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import NotAllowed, StoreError
from core.installation import NOBODY, PROGRAMS, Installation, owner_of, try_model
from core.llm.engine import OfflineEngine
from core.settings import Settings
from tests.evidence.judge.tiny_classifier import write_classifier
from tests.little_model import little_model
from tests.tiny_system import FailingEngine, open_tiny


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Installation]:
    house = Installation(Settings(data=tmp_path / "data"))
    yield house
    house.close()


def states(house: Installation) -> dict[str, bool]:
    return {part.name: part.works for part in house.components(OfflineEngine)}


def test_every_part_of_a_new_installation_works_and_none_is_loaded_for_saying_so(house: Installation) -> None:
    assert all(states(house).values())
    assert not house.embedder.ready


def test_a_store_that_cannot_be_opened_is_told_with_what_to_do_and_the_rest_works(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    house = Installation(Settings(data=tmp_path / "data"))
    parts = {part.name: part for part in house.components(OfflineEngine)}
    broken = parts.pop("Runs and their history")
    assert not broken.works
    assert "cannot be made" in broken.state
    assert broken.advice
    assert parts["Who answers"].works


def test_stores_that_could_not_be_opened_are_tried_again_when_they_are_next_needed(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("in the way")
    house = Installation(Settings(data=place))
    with pytest.raises(StoreError):
        _ = house.checkpoints
    place.unlink()
    assert house.checkpoints is house.checkpoints
    house.close()


def test_a_neo4j_that_is_set_and_does_not_answer_is_a_part_that_does_not_work(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    house = Installation(Settings(data=tmp_path, neo4j_uri=f"bolt://127.0.0.1:{port}", neo4j_password="secret-word"))
    (graph,) = (part for part in house.components(OfflineEngine) if not part.works)
    assert "does not let us in" in graph.state
    assert "NEO4J_URI" in graph.advice
    assert "secret-word" not in graph.state + graph.advice
    house.close()


def test_each_owner_has_a_folder_whose_name_tells_nobody_who_it_is(house: Installation) -> None:
    names = ["ann@example.org", "../../etc", "ann@example.org ", ""]
    folders = {house.folder_of(name) for name in names}
    assert len(folders) == len(names)
    assert {folder.parent for folder in folders} == {house.settings.data / "owners"}
    assert not any(name and name in str(folder) for folder in folders for name in names)


# --- owners by another name -------------------------------------------------------------------------------------------

ISSUER = "https://login.example.org"


def leave_something(house: Installation, owner: str) -> str:
    """Ask something and keep something, as this owner; the thread."""
    session = open_tiny(house, owner=owner)
    session.start("hello")
    session.wait(20)
    folder = house.folder_of(owner)
    folder.mkdir(parents=True)
    (folder / "kept").write_text(owner)
    assert session.thread
    return session.thread


@pytest.fixture
def signed_in(tmp_path: Path) -> Iterator[Installation]:
    house = Installation(Settings(data=tmp_path / "data", sign_in=True, one_provider=True))
    yield house
    house.close()


def test_who_signs_in_has_what_an_earlier_version_kept_under_the_subject_alone(signed_in: Installation) -> None:
    thread, others = leave_something(signed_in, "ann"), leave_something(signed_in, "bob")
    ann = owner_of(ISSUER, "ann")
    before = signed_in.threads.find(thread)
    for _ in range(2):
        signed_in.take_over("ann", ann)
        assert [one.id for one in signed_in.threads.of(ann)] == [thread]
        assert before is not None
        assert signed_in.threads.find(thread) == replace(before, owner=ann)
        assert (signed_in.folder_of(ann) / "kept").read_text() == "ann"
    assert [one.id for one in signed_in.threads.of("bob")] == [others]
    assert not signed_in.threads.of("ann")


@pytest.mark.parametrize("subject", [NOBODY, PROGRAMS, owner_of(ISSUER, "bob"), ""])
def test_nobody_takes_over_by_a_subject_what_is_not_a_persons_or_is_another_ones(
    signed_in: Installation, subject: str
) -> None:
    thread = leave_something(signed_in, subject)
    mallory = owner_of(ISSUER, "mallory")
    signed_in.take_over(subject, mallory)
    assert not signed_in.threads.of(mallory)
    assert not signed_in.folder_of(mallory).exists()
    assert [one.id for one in signed_in.threads.of(subject)] == [thread]


def test_where_two_providers_may_know_one_name_nobody_takes_over_what_was_kept_under_it(house: Installation) -> None:
    leave_something(house, "ann")
    house.take_over("ann", owner_of("https://evil.example", "ann"))
    assert len(house.threads.of("ann")) == 1
    assert (house.folder_of("ann") / "kept").exists()


def test_what_somebody_brought_under_the_new_name_stays(signed_in: Installation) -> None:
    ann = owner_of(ISSUER, "ann")
    leave_something(signed_in, "ann")
    leave_something(signed_in, ann)
    signed_in.take_over("ann", ann)
    assert (signed_in.folder_of(ann) / "kept").read_text() == ann
    assert len(signed_in.threads.of(ann)) == 2


def test_a_model_that_is_tried_is_told_with_its_answer_or_with_what_went_wrong() -> None:
    ready = try_model(OfflineEngine())
    assert (ready.works, ready.state) == (True, "Offline rules answers: “ready”")
    tired = try_model(FailingEngine())
    assert (tired.works, tired.state, tired.advice) == (False, "The model is tired.", "Let it rest.")


def test_a_session_after_closing_opens_the_stores_again_and_finds_its_runs(house: Installation) -> None:
    session = open_tiny(house)
    session.start("hello")
    session.wait(20)
    thread = str(session.thread)
    house.close()
    again = open_tiny(house)
    again.open(thread)
    assert again.state["answer"] == "HELLO NONE"


def test_a_claim_model_is_one_for_all_visitors_and_is_lent_without_being_loaded(tmp_path: Path) -> None:
    house = Installation(Settings(data=tmp_path, claim_model=tmp_path / "claims"))
    lent = [house.resources(owner, OfflineEngine()).claim_model for owner in ("one", "two")]
    assert lent[0] is lent[1] is house.claim_model
    assert house.claim_model is not None


def test_a_claim_model_that_is_not_there_is_a_part_that_does_not_work_and_the_rest_does(tmp_path: Path) -> None:
    house = Installation(Settings(data=tmp_path, claim_model=tmp_path / "claims"))
    (judge,) = (part for part in house.components(OfflineEngine) if not part.works)
    assert judge.name == "Judge of sentences"
    assert "claims" in judge.state
    assert "CLAIM_MODEL" in judge.advice
    house.close()


def test_a_claim_model_that_is_there_is_told_by_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = write_classifier(tmp_path / "entails", ("entailment", "neutral", "contradiction"))
    house = Installation(Settings(data=tmp_path, claim_model=folder))
    assert all(states(house).values())
    assert "entails" in next(part.state for part in house.components(OfflineEngine) if "Judge" in part.name)
    house.close()


def test_an_embedding_model_that_is_named_is_lent_for_documents_alone_and_told_with_its_languages(
    tmp_path: Path,
) -> None:
    folder = little_model(tmp_path / "little", card="language: [en, de]")
    house = Installation(Settings(data=tmp_path / "data", embedding_model=str(folder)))
    lent = house.resources(NOBODY, OfflineEngine())
    assert lent.document_embedder is house.own_model
    assert lent.embedder is house.embedder
    part = next(part for part in house.components(OfflineEngine) if part.name == "Embedding model of documents")
    assert part.works
    assert re.fullmatch(r"little \w{8}, 32 dimensions, reads English and German", part.state)
    assert not house.embedder.ready
    house.close()


@pytest.mark.parametrize("damaged", [False, True], ids=["not there", "damaged"])
def test_an_embedding_model_that_cannot_be_used_is_a_part_that_does_not_work_and_the_rest_does(
    tmp_path: Path, *, damaged: bool
) -> None:
    folder = tmp_path / "little"
    if damaged:
        (little_model(folder) / "model.safetensors").write_bytes(b"no weights")
    house = Installation(Settings(data=tmp_path / "data", embedding_model=str(folder)))
    (part,) = (part for part in house.components(OfflineEngine) if not part.works)
    assert part.name == "Embedding model of documents"
    assert ("cannot be loaded" if damaged else "is not on this machine") in part.state
    assert "EMBEDDING_MODEL" in part.advice
    house.close()


def test_where_no_other_embedding_model_is_named_the_one_that_ships_finds_documents(house: Installation) -> None:
    assert house.resources(NOBODY, OfflineEngine()).document_embedder is house.embedder
    assert "Embedding model of documents" not in states(house)


def test_who_signs_in_is_never_who_works_here_without_signing_in_nor_a_program_nor_the_same_name_elsewhere() -> None:
    for name in (NOBODY, PROGRAMS, "ann", " ", "https://other.example ann"):
        assert owner_of("https://id.example", name) not in {
            NOBODY,
            PROGRAMS,
            name,
            owner_of("https://other.example", name),
        }
    with pytest.raises(NotAllowed):
        owner_of("https://id.example", "")
