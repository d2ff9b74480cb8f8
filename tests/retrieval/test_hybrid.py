"""One corpus, two searches; an index that changed is the index built anew, and readers never see half of a change."""

import hashlib
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.retrieval.hybrid import Hit, HybridIndex
from core.retrieval.keywords import KeywordIndex
from core.retrieval.vectors import VectorIndex

DOCUMENTS = {
    "a": "Perovskite solar cells and their stability",
    "b": "Welding of stainless steel pipes",
    "c": "Silicon solar panels on roofs",
    "d": "",
    "e": "Welding robots",
}
texts = st.text(st.sampled_from("ab c"), max_size=8)
corpora = st.dictionaries(st.sampled_from("pqrstuvw"), texts, max_size=6)
queries = st.sampled_from(["a", "b b", "ab c", "nothing", ""])


class HashEmbedder:
    """A vector for each text by its hash, and a list of all that it was asked."""

    dimensions = 16

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts, progress=None) -> np.ndarray:
        self.asked += texts
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) for text in texts]
        rows = [np.random.default_rng(seed).normal(size=self.dimensions) for seed in seeds]
        if progress:
            progress(len(texts), len(texts))
        vectors = np.array(rows, np.float32).reshape(-1, self.dimensions)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def index_of(documents: dict[str, str]) -> HybridIndex:
    index = HybridIndex(HashEmbedder())
    index.add(list(documents), list(documents.values()))
    return index


def everything(index: HybridIndex, query: str) -> list:
    return [
        index.ids,
        [index.text(id) for id in index.ids],
        index.keyword_scores(query).tolist(),
        index.vector_scores(query).tolist(),
        index.keyword_top(query, 3),
        index.vector_top(query, 3),
        index.keyword_bound(query),
    ]


# --- searching --------------------------------------------------------------------------------------------------------


def test_searching_by_words_finds_only_documents_that_share_one_best_first():
    hits = index_of(DOCUMENTS).keyword_top("who knows about welding robots?", 10)
    assert [hit.id for hit in hits] == ["e", "b"]
    assert hits[0].score > hits[1].score


def test_searching_by_meaning_finds_the_document_itself_first():
    hits = index_of(DOCUMENTS).vector_top(DOCUMENTS["c"], 3)
    assert hits[0] == Hit("c", pytest.approx(1.0, abs=1e-6))
    assert len(hits) == 3


def test_scores_stand_in_the_order_of_the_ids_and_agree_with_the_hits():
    index = index_of(DOCUMENTS)
    for scores, hits in (
        (index.keyword_scores("solar welding"), index.keyword_top("solar welding", 9)),
        (index.vector_scores("solar welding"), index.vector_top("solar welding", 9)),
    ):
        by_id = dict(zip(index.ids, scores.tolist(), strict=True))
        assert {hit.id: hit.score for hit in hits}.items() <= by_id.items()


def test_scores_are_plain_numbers_that_a_checkpoint_can_keep():
    index = index_of(DOCUMENTS)
    found = [*index.keyword_top("solar", 5), *index.vector_top("solar", 5)]
    assert {type(hit.score) for hit in found} == {float}
    assert type(index.keyword_bound("solar")) is float


def test_the_bound_is_zero_only_when_there_is_no_word_to_look_for():
    index = index_of(DOCUMENTS)
    assert index.keyword_bound("qwertz") > 0
    assert index.keyword_bound("of the?") == 0
    assert index.keyword_bound("solar") >= index.keyword_scores("solar").max()


def test_an_empty_index_finds_nothing():
    index = HybridIndex(HashEmbedder())
    assert len(index) == 0
    assert everything(index, "solar")[:6] == [(), [], [], [], [], []]


def test_the_searches_of_one_request_embed_it_once():
    index = index_of(DOCUMENTS)
    index.embedder.asked.clear()
    index.vector_scores("solar")
    index.vector_top("solar", 3)
    index.copy().vector_top("solar", 3)
    assert index.embedder.asked == ["solar"]


# --- changing ---------------------------------------------------------------------------------------------------------


@given(corpora, st.integers(0, 6), st.data(), queries)
def test_an_index_that_changed_is_exactly_the_index_built_anew(documents, cut, data, query):
    index = HybridIndex(HashEmbedder())
    ids = list(documents)
    for part in (ids[:cut], ids[cut:]):
        index.add(part, [documents[id] for id in part])
    gone = data.draw(st.sets(st.sampled_from(ids))) if ids else set()
    index.remove(sorted(gone))
    anew = index_of({id: text for id, text in documents.items() if id not in gone})
    assert everything(index, query) == everything(anew, query)
    index.add(sorted(gone), [documents[id] for id in sorted(gone)])
    anew.add(sorted(gone), [documents[id] for id in sorted(gone)])
    assert everything(index, query) == everything(anew, query)


def test_adding_embeds_only_what_is_new_and_tells_the_progress():
    index = index_of(DOCUMENTS)
    index.embedder.asked.clear()
    told: list[tuple[int, int]] = []
    index.add(["f"], ["Paint"], lambda *numbers: told.append(numbers))
    assert index.embedder.asked == ["Paint"]
    assert told == [(1, 1)]


@pytest.mark.parametrize("ids", [["a"], ["f", "g", "f"], ["f", "e"]])
def test_an_id_that_is_given_twice_is_refused_by_name_and_nothing_is_added(ids):
    index = index_of(DOCUMENTS)
    with pytest.raises(InputError, match=f"“{ids[-1]}”"):
        index.add(ids, ["text"] * len(ids))
    assert index.ids == tuple(DOCUMENTS)


def test_removing_what_is_not_there_is_refused_by_name_and_nothing_is_removed():
    index = index_of(DOCUMENTS)
    with pytest.raises(InputError, match="“z”"):
        index.remove(["a", "z"])
    assert index.ids == tuple(DOCUMENTS)


def test_the_text_of_an_id_that_is_not_there_is_refused_by_name():
    with pytest.raises(InputError, match="“z”"):
        index_of(DOCUMENTS).text("z")


def test_an_embedding_that_fails_changes_nothing():
    index = index_of(DOCUMENTS)

    def cancel(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        index.add(["f"], ["Paint"], cancel)
    assert index.ids == tuple(DOCUMENTS)
    index.add(["f"], ["Paint"])
    assert index.keyword_top("paint", 1)[0].id == "f"


def test_a_copy_and_its_original_change_apart():
    index = index_of(DOCUMENTS)
    copy = index.copy()
    copy.remove(["a"])
    index.add(["f"], ["Paint"])
    assert copy.ids == ("b", "c", "d", "e")
    assert index.ids == ("a", "b", "c", "d", "e", "f")


def test_readers_see_whole_corpora_only_while_others_add_and_remove():
    index = index_of(DOCUMENTS)
    done = threading.Event()
    wrong: list[object] = []

    def read() -> None:
        while not done.is_set():
            now = index.copy()
            hits = index.keyword_top("welding", 100)
            # Changes come in pairs of documents, so whole corpora hold an even number of new ones.
            if len(now.ids) != len(now.vector_scores("welding")) or len(now) % 2 != len(DOCUMENTS) % 2:
                wrong.append(now.ids)
            if len(hits) % 2:
                wrong.append(hits)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(40):
        index.add([f"x{number}", f"y{number}"], ["welding x", "welding y"])
        if number % 3 == 2:
            index.remove([f"x{number}", f"y{number}"])
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_two_threads_that_add_lose_no_document():
    index = HybridIndex(HashEmbedder())

    def add(name: str) -> None:
        for number in range(30):
            index.add([f"{name}{number}"], [f"text {number}"])

    threads = [threading.Thread(target=add, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(index) == len(set(index.ids)) == len(index.vector_scores("text")) == 60


# --- from parts that were kept ----------------------------------------------------------------------------------------


@given(corpora, queries)
def test_an_index_opened_from_its_parts_searches_and_changes_as_the_one_they_come_from(documents, query):
    index = index_of(documents)
    arrays = index.keywords.to_arrays()
    opened = HybridIndex.opened(
        HashEmbedder(),
        index.ids,
        KeywordIndex.from_arrays(arrays),
        VectorIndex(index.embedder.encode([*documents.values()])),
    )
    opened.embedder.asked.clear()
    for one in (index, opened):
        if one.ids:
            one.remove(one.ids[:1])
        one.add(["new"], ["a new b"], vectors=HashEmbedder().encode(["a new b"]))
    assert opened.embedder.asked == []
    assert everything_found(opened, query) == everything_found(index, query)
    with pytest.raises(InputError, match="“new”"):
        opened.text("new")


def test_parts_of_unlike_lengths_are_refused():
    with pytest.raises(ValueError, match="do not match"):
        HybridIndex.opened(HashEmbedder(), ["a"], KeywordIndex([]), VectorIndex(np.empty((0, 16), np.float32)))


def test_the_nearest_to_a_vector_are_those_of_its_text():
    index = index_of(DOCUMENTS)
    vector = index.embedder.encode(["solar"])[0]
    assert index.nearest(vector, 3) == index.vector_top("solar", 3)


def everything_found(index: HybridIndex, query: str) -> list:
    return [
        index.ids,
        index.keyword_scores(query).tolist(),
        index.vector_scores(query).tolist(),
        index.keyword_top(query, 3),
        index.keyword_bound(query),
    ]
