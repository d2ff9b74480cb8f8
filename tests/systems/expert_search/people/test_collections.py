"""Own data: good rows are kept, bad ones listed with reasons; indexing goes on where it was; nobody sees another's."""

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
    LONGEST_CELL,
    PEOPLE,
    Collection,
    add_collection,
    check_answers,
    check_experts,
)
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.tables import RowProblem, fields_of, guess_columns, left_out, read_table, summarise
from tests.lending import lent
from tests.systems.expert_search.little_people import ANSWERS, EXPERTS, WordEmbedder, run

OWN_NAMES = {field: field for field in (*fields_of("experts"), *fields_of("answers"))}


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


def read_experts(text: str) -> tuple[list[Expert], list[RowProblem]]:
    table = read_table(text.encode(), "experts.csv")
    return check_experts(table, guess_columns(list(table.columns), fields_of("experts")))


def work_on(folder: Path, collection: str) -> Job:
    job = PEOPLE.job(lent(folder, WordEmbedder()), collection)
    assert job is not None
    return job


def index(folder: Path, collection: Collection, embedder: Embedder) -> None:
    assert work_on(folder, collection.id).run().status == "done"
    PEOPLE.finish(lent(folder, embedder), collection.id)


# --- checking rows ----------------------------------------------------------------------------------------------------


def test_columns_are_found_under_their_usual_other_names() -> None:
    experts, bad = read_experts(
        "Employee ID;Full Name;Job Title;About;Expertise;City;Years\n7;Ann;Welder;Welds.;steel;Graz;12\n"
    )
    assert experts == [Expert("7", "Ann", "Welder", "Welds.", "steel", "Graz", 12.0)]
    assert bad == []


def test_a_row_is_left_out_only_when_it_is_useless_and_values_that_cannot_be_read_are_left_empty() -> None:
    endless = "x" * (LONGEST_CELL + 1)
    experts, bad = read_experts(
        "id,name,bio,years_experience\n"
        "e1,Ann,Welds.,12\n"
        "e2, ,Nameless,\n"
        "\n"
        "e1,Bob,Came second,\n"
        "e3,Cid,,\n"
        "e4,Dan,Sings,many\n"
        f"e5,Eve,{endless},\n"
        "e6,Fay,Counts,nan\n"
        "e7,Gus,Draws,\n"
    )
    assert [expert.id for expert in experts] == ["e1", "e4", "e5", "e6", "e7"]
    assert [expert.years_experience for expert in experts] == [12, None, None, None, None]
    assert len(experts[2].bio) == LONGEST_CELL
    assert [(problem.row, problem.reason) for problem in left_out(bad)] == [
        (3, "name is empty"),
        (5, "the id 'e1' is taken by an earlier row"),
        (6, "there is nothing to search in: no headline, no bio, no skills"),
    ]
    assert [(one.row, one.column, one.value[:4], one.outcome) for one in bad if one.outcome != "row left out"] == [
        (7, "years_experience", "many", "left empty"),
        (8, "bio", "xxxx", "read"),
        (9, "years_experience", "nan", "left empty"),
    ]


def test_years_as_people_write_them_are_read_and_what_they_were_read_as_is_told() -> None:
    written = ["10+", "n/a", "ca. 7", "", "5-10", "2014", "12 years", "3.5"]
    rows = "".join(f"e{number},Ann,Welds.,{text}\n" for number, text in enumerate(written))
    experts, bad = read_experts(f"id,name,bio,years\n{rows}")
    assert [expert.years_experience for expert in experts] == [10, None, 7, None, 5, None, 12, 3.5]
    assert summarise(bad) == [
        "2 values in “years” could not be read and were left empty: “n/a”, “2014”.",
        "3 values in “years” were read with some good will: “10+” as 10, “ca. 7” as 7, “5-10” as 5.",
    ]


def test_marks_for_nothing_known_are_nobody_and_no_text() -> None:
    experts, bad = read_experts(
        "name,headline,skills\nAnn,Cook,-\nN.N.,Postdoc,tin\nTBA,Speaker,tin\nVacant,Nurse,tin\n"
    )
    assert [(expert.name, expert.skills) for expert in experts] == [("Ann", "")]
    assert [problem.row for problem in left_out(bad)] == [3, 4, 5]


def test_somebody_in_two_rows_without_an_id_is_told_to_be_kept_as_two() -> None:
    experts, bad = read_experts("name,skills\nAnn,tin\nBob,lead\nann,zinc\n")
    assert len(experts) == 3
    assert [(problem.row, problem.reason) for problem in bad] == [
        (4, "as somebody else than row 2, who has the same name")
    ]
    assert read_experts("id,name,skills\n1,Ann,tin\n2,Ann,zinc\n")[1] == []
    assert [problem.outcome for problem in read_experts("name,skills\nAnn,tin\nAnn,\n")[1]] == ["row left out"]


def test_two_people_in_one_cell_are_told() -> None:
    experts, (problem,) = read_experts("name,skills\nAnn Ray & Bob Sole,tin\nCy Day,lead\n")
    assert [expert.name for expert in experts] == ["Ann Ray & Bob Sole", "Cy Day"]
    assert (problem.row, problem.reason, problem.outcome) == (2, "as one person", "read")


@pytest.mark.parametrize("name", ["to be found", "Yann Le Goff (deceased)"])
def test_a_name_that_is_hardly_one_is_told(name: str) -> None:
    experts, (problem,) = read_experts(f"name,skills\n{name},tin\nCy Day,lead\n")
    assert (experts[0].name, problem.value, problem.outcome) == (name, name, "read")


def test_rows_without_an_id_are_called_after_their_row() -> None:
    experts, bad = read_experts("name,bio\nAnn,Welds.\n\nBob,Sings.\n")
    assert [expert.id for expert in experts] == ["row-2", "row-4"]
    assert bad == []


def test_answers_of_nobody_and_empty_ones_are_listed_and_the_others_kept() -> None:
    table = read_table(
        b"expert_id,question,answer\nsun,Why?,Because.\nghost,Who?,Boo.\nsun,Empty?,\n\nsun,,Yes.\n", "answers.csv"
    )
    answers, bad = check_answers(table, OWN_NAMES | {"project": None}, EXPERTS)
    assert answers == [
        ProjectAnswer("answer-2", "sun", "", "Why?", "Because."),
        ProjectAnswer("answer-6", "sun", "", "", "Yes."),
    ]
    assert [(row.row, row.reason) for row in bad] == [
        (3, "nobody among the experts has the id 'ghost'"),
        (4, "answer is empty"),
    ]


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
    experts, bad = check_experts(table, OWN_NAMES | dict.fromkeys(("id", "headline", "location", "years_experience")))
    assert left_out(bad) == []
    collection = add_collection(tmp_path, odd, experts, [])
    index(tmp_path, collection, WordEmbedder())
    (expert,) = PEOPLE.open(lent(tmp_path, WordEmbedder()), collection.id).experts.values()
    assert (expert.name, expert.bio, expert.skills) == (odd, odd, "=1+1")
    assert PEOPLE.uploads(tmp_path).all()[0].name == odd


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
