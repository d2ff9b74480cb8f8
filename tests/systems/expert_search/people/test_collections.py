"""Own data is kept and opened as it was; indexing goes on where it was; nobody sees another's."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core import embedding
from core.bulk import Job
from core.errors import InputError, StoreError
from core.installation import ROOT
from core.retrieval.embedder import DIMENSIONS, Embedder
from core.stores.journal import Failed
from core.systems.expert_search.people.collections import (
    CHUNK,
    PEOPLE,
    Collection,
    add_collection,
)
from core.systems.expert_search.people.own_tables import check_answers, check_experts
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.tables import left_out, read_table
from tests.lending import lent
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, WordEmbedder, run


class NoModel(Embedder):
    """A real embedder whose model must not be needed: everything comes from its cache."""

    def _loaded(self) -> Any:
        raise AssertionError("the model was asked for")


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> WordEmbedder:
    """What embeds in the bulk work."""
    embedder = WordEmbedder()
    monkeypatch.setattr(embedding, "shared_embedder", lambda: embedder)
    return embedder


def work_on(folder: Path, collection: str) -> Job:
    job = PEOPLE.job(lent(folder, WordEmbedder()), collection)
    assert job is not None
    return job


def index(folder: Path, collection: Collection, embedder: Embedder) -> None:
    assert work_on(folder, collection.id).run().status == "done"
    PEOPLE.finish(lent(folder, embedder), collection.id)


def test_an_expert_who_is_called_like_an_answer_spoils_nothing(tmp_path: Path) -> None:
    experts = [Expert("answer-2", "Ann", "Films"), Expert("e2", "Bob", "Snow")]
    table = read_table(b"expert_id,answer\ne2,First.\ne2,Second.\n", "answers.csv")
    answers, bad = check_answers(table, {"expert_id": "expert_id", "answer": "answer"}, experts)
    assert [row.row for row in bad] == [2]
    collection = add_collection(tmp_path, "Odd", experts, answers)
    index(tmp_path, collection, WordEmbedder())
    assert len(PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id).answers) == 1


def test_markup_formulas_emoji_and_line_breaks_survive_as_text(tmp_path: Path) -> None:
    odd = '<script>alert(1)</script> =SUM(A1) 🙂 "quoted", नमस्ते\nsecond line; third'
    table = pd.DataFrame({"name": [odd], "bio": [odd], "skills": ["=1+1"]}, index=[2])
    experts, bad = check_experts(table, {"name": "name", "bio": "bio", "skills": "skills"})
    assert left_out(bad) == []
    collection = add_collection(tmp_path, odd, experts, [])
    index(tmp_path, collection, WordEmbedder())
    (expert,) = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id).experts.values()
    assert (expert.name, expert.bio, expert.skills) == (odd, odd, "=1+1")
    assert PEOPLE.uploads(tmp_path).all()[0].name == odd


def test_fields_and_further_columns_survive_being_written_and_read_again(tmp_path: Path) -> None:
    experts = [
        Expert("e1", "Ann", "Welder", organisation="Works", languages="French; Hindi", more={"day_rate": "450"}),
        Expert("e2", "Bob", "Diver", more={"available": "March", "depth": "40, or 50"}),
    ]
    answers = [ProjectAnswer("a1", "e1", answer="Tin.", date="2021-09-16"), ProjectAnswer("a2", "e2", answer="Salt.")]
    collection = add_collection(tmp_path, "Ours", experts, answers)
    index(tmp_path, collection, WordEmbedder())
    people = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id)
    assert (list(people.experts.values()), list(people.answers.values())) == (experts, answers)


def test_a_collection_from_before_there_were_further_columns_still_opens(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    folder = tmp_path / "experts" / collection.id
    (folder / "experts.csv").write_text(
        "id,name,headline,bio,skills,location,years_experience\nsun,Sunny,Solar cells,,films,,12.0\n"
    )
    (folder / "answers.csv").write_text("id,expert_id,project,question,answer\na1,sun,Roof,Why?,Damp heat.\n")
    index(tmp_path, collection, WordEmbedder())
    people = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id)
    assert people.experts["sun"] == Expert("sun", "Sunny", "Solar cells", skills="films", years_experience=12)
    assert people.answers["a1"].date == ""


# --- keeping, indexing, opening ---------------------------------------------------------------------------------------


def test_a_kept_collection_is_indexed_opened_and_searched_like_the_sample(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    assert (collection.experts, collection.answers, collection.ready) == (4, 6, False)
    with pytest.raises(InputError, match="not indexed yet"):
        PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id)
    index(tmp_path, collection, WordEmbedder())
    (card,) = PEOPLE.uploads(tmp_path).all()
    assert card.ready
    people = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id)
    assert people.name == "Ours"
    assert not people.is_sample
    assert list(people.experts.values()) == list(EXPERTS)
    assert list(people.answers.values()) == list(ANSWERS)
    assert run(people, "perovskite films")["final_experts"][0]["id"] == "sun"


def test_what_was_indexed_is_not_embedded_again_when_it_is_opened(tmp_path: Path, workers: WordEmbedder) -> None:
    embedder = NoModel(tmp_path / "embeddings.sqlite")
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    index(tmp_path, collection, embedder)
    people = PEOPLE.open(lent(tmp_path, embedder), collection.id)
    kept = embedder.encode([ANSWERS[0].text])[0]
    np.testing.assert_array_equal(kept, workers.encode([ANSWERS[0].text])[0])
    assert len(people.answers) == len(ANSWERS)


def test_a_collection_without_answers_and_one_of_a_single_expert_can_be_searched(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "One", EXPERTS[:1], [])
    index(tmp_path, collection, WordEmbedder())
    state = run(PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id), "perovskite films")
    assert [expert["id"] for expert in state["final_experts"]] == ["sun"]


def test_a_table_without_a_good_row_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no expert"):
        add_collection(tmp_path, "Empty", [], [])
    assert PEOPLE.uploads(tmp_path).all() == []


def test_a_cancelled_indexing_carries_on_where_it_was_and_embeds_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experts = [Expert(f"e{number}", "Ann", f"Topic {number}") for number in range(3 * CHUNK)]
    collection = add_collection(tmp_path, "Many", experts, [])
    seen: list[str] = []
    jobs: list[Job] = []

    class Interrupting(WordEmbedder):
        def encode(self, texts: Sequence[str], progress: Any = None) -> Any:
            seen.extend(texts)
            jobs[-1].cancel()  # as if the analyst had clicked while the first chunk was at work
            return super().encode(texts)

    monkeypatch.setattr(embedding, "shared_embedder", Interrupting)
    for done in (CHUNK, 2 * CHUNK, 3 * CHUNK):
        jobs.append(work_on(tmp_path, collection.id))
        assert jobs[-1].run().done == done
    assert seen == [expert.text for expert in experts]
    PEOPLE.finish(lent(tmp_path, WordEmbedder()), collection.id)
    assert PEOPLE.uploads(tmp_path).all()[0].ready
    assert len(PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id).experts) == 3 * CHUNK


KILLED = """
import sys, time
from pathlib import Path
from core import embedding
from core.systems.expert_search.people import collections
from tests.lending import lent
from tests.lending import lent
from tests.systems.expert_search.little_people import WordEmbedder

class Slow(WordEmbedder):
    def encode(self, texts, progress=None):
        if self.asked:
            print("one chunk is done", flush=True)
            time.sleep(60)
        return super().encode(texts)

slow = Slow()
embedding.shared_embedder = lambda: slow
collections.PEOPLE.job(lent(Path(sys.argv[1]), WordEmbedder()), sys.argv[2]).run()
"""


@pytest.mark.slow
def test_a_killed_indexing_carries_on_where_it_was(tmp_path: Path, workers: WordEmbedder) -> None:
    experts = [Expert(f"e{number}", "Ann", f"Topic {number}") for number in range(3 * CHUNK)]
    collection = add_collection(tmp_path, "Many", experts, [])
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path), collection.id], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "one chunk is done\n"
        os.kill(process.pid, signal.SIGKILL)
    assert not PEOPLE.uploads(tmp_path).all()[0].ready
    index(tmp_path, collection, WordEmbedder())
    assert workers.asked == 2, "the first chunk is not embedded again"
    assert len(PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id).experts) == 3 * CHUNK


def test_indexing_in_a_thread_can_be_watched_to_its_end(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    job = work_on(tmp_path, collection.id)
    job.start()
    assert job.join(30).status == "done"
    assert job.progress.total == len(EXPERTS) + len(ANSWERS)


def test_a_text_that_could_not_be_embedded_in_bulk_is_embedded_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    good = embedding.embed_texts

    def embed_texts(texts: list[str]) -> list[Any]:
        return [Failed("the process died") if "snow" in text else good([text])[0] for text in texts]

    monkeypatch.setattr(embedding, "embed_texts", embed_texts)
    assert work_on(tmp_path, collection.id).run().failed == 2
    PEOPLE.finish(lent(tmp_path, WordEmbedder()), collection.id)
    people = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id)
    assert run(people, "snow slopes")["final_experts"][0]["id"] == "snow"


def test_finishing_twice_or_what_was_removed_does_nothing(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    index(tmp_path, collection, WordEmbedder())
    PEOPLE.finish(lent(tmp_path, WordEmbedder()), collection.id)
    PEOPLE.uploads(tmp_path).remove(collection.id)
    PEOPLE.finish(lent(tmp_path, WordEmbedder()), collection.id)
    assert PEOPLE.uploads(tmp_path).all() == []


def test_the_vectors_of_the_bulk_work_are_plain_text_that_gives_back_every_bit(workers: WordEmbedder) -> None:
    vectors = embedding.embed_texts(["one", "two"])
    assert json.loads(json.dumps(vectors)) == vectors
    read = np.frombuffer(b"".join(base64.b64decode(one) for one in vectors), np.float32)
    np.testing.assert_array_equal(read.reshape(2, DIMENSIONS), workers.encode(["one", "two"]))


def test_removing_undoes_and_leaves_the_others_alone(tmp_path: Path) -> None:
    first, second = (add_collection(tmp_path, name, EXPERTS, ANSWERS) for name in ("first", "second"))
    PEOPLE.uploads(tmp_path).remove(first.id)
    assert [card.name for card in PEOPLE.uploads(tmp_path).all()] == ["second"]
    with pytest.raises(InputError, match="not here"):
        PEOPLE.open(lent(tmp_path, WordEmbedder()), first.id)
    PEOPLE.uploads(tmp_path).remove(first.id)
    PEOPLE.uploads(tmp_path).remove("../..")
    assert [card.id for card in PEOPLE.uploads(tmp_path).all()] == [second.id]
    assert tmp_path.exists()


def test_two_owners_never_see_each_other_s_collections(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    hers = add_collection(ann, "Hers", EXPERTS, ANSWERS)
    his = add_collection(bob, "His", [Expert("sun", "Another Sun", "Astronomy")], [])
    index(ann, hers, WordEmbedder())
    index(bob, his, WordEmbedder())
    assert [card.name for card in PEOPLE.uploads(ann).all()] == ["Hers"]
    assert [card.name for card in PEOPLE.uploads(bob).all()] == ["His"]
    for folder, foreign in ((ann, his), (bob, hers)):
        with pytest.raises(InputError):
            PEOPLE.open(lent(folder, WordEmbedder()), foreign.id)
        with pytest.raises(InputError):
            PEOPLE.open(lent(folder, WordEmbedder()), f"../../{'bob' if folder == ann else 'ann'}/experts/{foreign.id}")
        PEOPLE.uploads(folder).remove(foreign.id)
    assert PEOPLE.open(lent(ann, WordEmbedder()), hers.id).experts["sun"].name == "Sunny Ray"
    assert PEOPLE.open(lent(bob, WordEmbedder()), his.id).experts["sun"].name == "Another Sun"


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"id": 1}',
        b'{"id": "x", "name": "x", "experts": 1, "answers": 0, "created": null, "ready": true}',
    ],
)
def test_a_damaged_card_is_no_collection_and_its_folder_is_left_alone(tmp_path: Path, damage: bytes) -> None:
    sound, damaged = (add_collection(tmp_path, name, EXPERTS, ANSWERS) for name in ("sound", "damaged"))
    card = tmp_path / "experts" / damaged.id / "card.json"
    card.write_bytes(damage)
    assert [one.id for one in PEOPLE.uploads(tmp_path).all()] == [sound.id]
    with pytest.raises(InputError, match="not here"):
        PEOPLE.open(lent(tmp_path, WordEmbedder()), damaged.id)
    PEOPLE.uploads(tmp_path).remove(damaged.id)
    assert card.read_bytes() == damage
    assert (card.parent / "experts.csv").exists()


def test_a_folder_that_cannot_be_written_is_named_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "experts").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="could not be kept") as caught:
        add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    assert caught.value.advice


def test_the_newest_collection_comes_first(tmp_path: Path) -> None:
    names = ["one", "two", "three"]
    for name in names:
        add_collection(tmp_path, name, EXPERTS, [])
    assert [card.name for card in PEOPLE.uploads(tmp_path).all()] == names[::-1]


def test_twenty_visitors_who_open_a_collection_at_once_all_get_the_same_people(tmp_path: Path) -> None:
    collection = add_collection(tmp_path, "Ours", EXPERTS, ANSWERS)
    embedder = WordEmbedder()
    index(tmp_path, collection, embedder)
    found: list[list[str]] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(list(PEOPLE.open(lent(tmp_path, embedder), collection.id).experts))
        )
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[expert.id for expert in EXPERTS]] * 20
