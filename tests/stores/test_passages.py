"""One suite for both stores of passages: whatever one of them does, the other does."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import AppError, InputError
from core.language.terms import analyse
from core.stores import passages_postgres
from core.stores.passages import Passages, place_of
from core.stores.passages_embedded import EmbeddedPassages, counts
from core.stores.passages_postgres import PostgresPassages, words
from tests.stores.little_passages import EMBEDDER, TEXTS, Opener, fill, hits, made, put, vectors_of
from tests.word_embedder import WordEmbedder


class OtherModel(WordEmbedder):
    name = "another model"


@pytest.fixture
def filled(store: Passages) -> Passages:
    fill(store)
    return store


# --- keeping ----------------------------------------------------------------------------------------------------------


def test_what_was_added_comes_back_as_it_was(store: Passages) -> None:
    document, whole, passages = made("solar", TEXTS["solar"])
    assert store.add(document, whole, passages, vectors_of(passages)) is True
    assert store.documents() == [document]
    assert store.text("solar") == whole
    assert store.passages("solar") == passages
    assert store.get(["solar:1", "solar:0"]) == passages[::-1]


def test_passages_whose_words_an_earlier_release_took_for_other_terms_are_found_as_today(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        for module in (counts, words):
            earlier.setattr(module, "analyse", lambda text: [term[:3] for term in analyse(text)])
        for other in (counts, passages_postgres):
            earlier.setattr(other, "terms_version", lambda: "earlier")
        earlier.setattr(counts, "_FEW", 0)  # so that the counts of words are kept beside the file
        fill(old := opener())
        assert old.frequencies(["argon"]) == {"argon": 0}  # it was “arg” then
    fill(fresh := opener("fresh"))
    for _ in range(2):
        again = opener()
        assert hits(again, "argon gas") == hits(fresh, "argon gas")
        assert again.frequencies(["argon", "arg"]) == fresh.frequencies(["argon", "arg"])
    assert hits(fresh, "argon gas")["text"]


def test_another_opening_of_the_same_place_has_it_too(opener: Opener) -> None:
    fill(opener())
    other = opener()
    assert [document.id for document in other.documents()] == ["paint", "solar", "welding"]
    assert hits(other, "argon") == hits(opener(), "argon") != {"vectors": [], "text": []}


def test_the_same_content_is_kept_once_and_nothing_changes(filled: Passages) -> None:
    before = filled.card(), hits(filled, "solar")
    document, whole, passages = made("solar", TEXTS["solar"])
    assert filled.add(replace(document, name="again.md"), whole, passages, vectors_of(passages)) is False
    after = replace(filled.card(), changed=before[0].changed)  # it has one name more, and nothing else
    assert (after, hits(filled, "solar")) == before


def test_documents_are_listed_by_name(filled: Passages) -> None:
    assert [document.name for document in filled.documents()] == ["paint.md", "solar.md", "welding.md"]


def test_a_document_that_is_not_there_has_no_text_and_no_passages(filled: Passages) -> None:
    with pytest.raises(InputError, match="not here"):
        filled.text("nothing")
    assert filled.passages("nothing") == []


@pytest.mark.parametrize(
    "id", ["solar:9", "gone:0", "no id", "solar:x", ":0", "solar:99999999999999999999", "", "a:b:0"]
)
def test_ids_that_lead_nowhere_are_left_out(filled: Passages, id: str) -> None:
    assert [passage.id for passage in filled.get(["solar:0", id, "paint:0"])] == ["solar:0", "paint:0"]


def test_a_document_without_passages_can_be_kept(store: Passages) -> None:
    assert put(store, "empty", []) is True
    assert store.card().documents == 1
    assert hits(store, "anything") == {"vectors": [], "text": []}


def test_any_characters_of_any_script_come_back(store: Passages) -> None:
    texts = ["naïve ünïcode 𝒜𝓁𝒻𝒶 😀", "सौर सेल की स्थिरता", "it's a \\ back'slash & | ! <-> :* (x", "tab\tand\nline"]
    put(store, "odd", texts, headings=('He said "x"', "{a,b}", "back\\slash", "NULL"))
    assert [passage.text for passage in store.passages("odd")] == texts
    assert store.passages("odd")[0].headings == ('He said "x"', "{a,b}", "back\\slash", "NULL")
    assert hits(store, "सौर सेल")["text"][0][0] == "odd:1"
    assert hits(store, "it's a back'slash")["text"][0][0] == "odd:2"


def test_passages_that_do_not_fit_their_document_are_refused_and_nothing_is_kept(store: Passages) -> None:
    document, whole, passages = made("solar", TEXTS["solar"])
    with pytest.raises(ValueError, match="not the text"):
        store.add(document, whole, [replace(passages[0], start=1)], vectors_of(passages[:1]))
    with pytest.raises(ValueError, match="vectors"):
        store.add(document, whole, passages, vectors_of(passages[:1]))
    with pytest.raises(ValueError, match="place"):
        store.add(document, whole, passages[::-1], vectors_of(passages))
    assert store.documents() == []


# --- finding ----------------------------------------------------------------------------------------------------------


def test_a_search_by_words_finds_only_passages_that_share_one_best_first(filled: Passages) -> None:
    found = hits(filled, "argon for welding steel")["text"]
    assert found[0][0] == "welding:0"
    assert {id for id, _ in found} == {"welding:0", "welding:1", "welding:2", "paint:0"}
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def test_a_search_by_meaning_finds_the_passage_itself_first(filled: Passages) -> None:
    text = filled.get(["welding:1"])[0].context
    found = hits(filled, text)["vectors"]
    assert found[0] == ("welding:1", pytest.approx(1.0, abs=1e-3))
    assert len(found) == 6


def test_headings_are_searched_as_well(store: Passages) -> None:
    put(store, "a", ["Nothing in the text."], headings=("Installation", "Requirements"))
    assert hits(store, "requirements")["text"] != []


def test_words_are_counted_by_the_passages_that_hold_them_headings_included(filled: Passages) -> None:
    terms = ["argon", "steel", "head", "nowhere", "x" * 300, "argon"]
    assert filled.frequencies(terms) == {"argon": 2, "steel": 2, "head": 6, "nowhere": 0, "x" * 300: 0}
    filled.remove("welding")
    assert filled.frequencies(["argon", "steel"]) == {"argon": 0, "steel": 1}
    assert filled.frequencies([]) == {}


def test_each_list_is_as_long_as_asked_for_at_most(filled: Passages) -> None:
    found = hits(filled, "solar cells steel argon", limit=2)
    assert {source: len(some) for source, some in found.items()} == {"vectors": 2, "text": 2}
    assert hits(filled, "solar", limit=0) == {"vectors": [], "text": []}


@pytest.mark.parametrize(
    "query", ["", "   ", "of the", "c++ & (foo", "what's \"up", "!!! :*", "'", "\\", "AND OR", "zzz"]
)
def test_no_query_is_an_error(filled: Passages, query: str) -> None:
    assert hits(filled, query)["text"] == []


def test_an_empty_collection_finds_nothing(store: Passages) -> None:
    assert hits(store, "solar") == {"vectors": [], "text": []}


def test_the_bound_is_what_no_score_exceeds(filled: Passages) -> None:
    for query in ("solar cells", "argon argon", "solar unknownword"):
        text = filled.search(query, EMBEDDER.encode([query])[0], 10)[1]
        assert 0 < text.hits[0][1] <= text.high


def test_scores_are_plain_numbers_that_a_checkpoint_can_keep(filled: Passages) -> None:
    for found in filled.search("solar", EMBEDDER.encode(["solar"])[0], 3):
        assert {type(score) for _, score in found.hits} == {float}
        assert {type(id) for id, _ in found.hits} == {str}


# --- changing ---------------------------------------------------------------------------------------------------------


def test_a_removed_document_is_gone_from_everything(filled: Passages) -> None:
    filled.remove("welding")
    assert filled.passages("welding") == []
    assert filled.get(["welding:0"]) == []
    assert hits(filled, "argon")["text"] == []
    assert all(not id.startswith("welding") for id, _ in hits(filled, "argon")["vectors"])


def test_removing_what_is_not_there_is_no_error(filled: Passages) -> None:
    before = filled.card()
    filled.remove("nothing")
    assert filled.card() == before


def test_an_index_that_changed_finds_with_the_scores_of_one_made_anew(opener: Opener) -> None:
    changed, anew = opener("changed"), opener("anew")
    fill(changed)
    hits(changed, "steel")  # the index is in memory now
    changed.remove("solar")
    put(changed, "more", ["Steel bridges rust.", "Argon argon argon."])
    for name, texts in (("welding", TEXTS["welding"]), ("paint", TEXTS["paint"])):
        put(anew, name, texts)
    put(anew, "more", ["Steel bridges rust.", "Argon argon argon."])
    for query in ("steel", "argon gas", "bridges of steel and paint"):
        assert hits(changed, query) == hits(anew, query)
    assert changed.card().digest == anew.card().digest


def test_another_opening_sees_a_change_at_once(opener: Opener) -> None:
    one, other = opener(), opener()
    put(one, "a", ["First document."])
    assert hits(other, "first")["text"] != []
    put(other, "b", ["Second first document."])
    assert len(hits(one, "first")["text"]) == 2
    one.remove("a")
    assert [id for id, _ in hits(other, "first")["text"]] == ["b:0"]


def test_a_document_can_come_again_after_it_was_removed(filled: Passages) -> None:
    before = hits(filled, "solar cells")
    filled.remove("solar")
    hits(filled, "solar")
    assert put(filled, "solar", TEXTS["solar"]) is True
    assert {source: set(some) for source, some in hits(filled, "solar cells").items()} == {
        source: set(some) for source, some in before.items()
    }


def test_collections_do_not_see_one_another(opener: Opener) -> None:
    one, other = opener("one"), opener("other")
    put(one, "a", ["Steel is rare here.", "Nothing else."])
    for number in range(30):
        put(other, f"b{number}", [f"Steel number {number}."])
    alone = opener("alone")
    put(alone, "a", ["Steel is rare here.", "Nothing else."])
    assert hits(one, "steel") == hits(alone, "steel")
    one.clear()
    assert len(other.documents()) == 30


def test_a_cleared_collection_begins_empty(opener: Opener) -> None:
    store = opener()
    fill(store)
    store.clear()
    again = opener()
    assert (again.documents(), again.card().model, again.card().digest) == ([], "", "")


# --- the card ---------------------------------------------------------------------------------------------------------


def test_the_card_tells_what_the_index_is_made_of(filled: Passages) -> None:
    card = filled.card()
    assert (card.model, card.dimensions, card.documents, card.passages) == (EMBEDDER.name, 384, 3, 6)
    assert card.changed.endswith("+00:00")


def test_two_indexes_that_hold_the_same_have_one_digest_however_they_came_to_it(opener: Opener) -> None:
    one, other = opener("one"), opener("other")
    fill(one)
    for name in reversed(TEXTS):
        put(other, name, TEXTS[name])
    assert one.card().digest == other.card().digest
    other.remove("paint")
    assert one.card().digest != other.card().digest


def test_vectors_of_two_models_never_meet(opener: Opener) -> None:
    fill(opener())
    other = opener(embedder=OtherModel())
    assert other.card().model == EMBEDDER.name
    with pytest.raises(InputError, match="another model"):
        other.search("solar", EMBEDDER.encode(["solar"])[0], 3)
    with pytest.raises(InputError, match="another model"):
        put(other, "more", ["text"])
    assert len(other.documents()) == 3


def test_the_check_passes_where_all_is_well(filled: Passages) -> None:
    filled.check()
    assert filled.kind


# --- many at once -----------------------------------------------------------------------------------------------------


def test_twenty_threads_search_add_and_remove_at_once_and_nothing_is_lost(filled: Passages) -> None:
    def work(number: int) -> None:
        put(filled, f"doc{number}", [f"Document number{number} about steel.", "More of it."])
        assert hits(filled, f"number{number}")["text"][0][0] == f"doc{number}:0"
        if number % 4 == 0:
            filled.remove(f"doc{number}")
            assert filled.passages(f"doc{number}") == []

    with ThreadPoolExecutor(20) as pool:
        for done in [pool.submit(work, number) for number in range(20)]:
            done.result()
    assert filled.card().documents == 3 + 15
    assert len(hits(filled, "steel", limit=50)["text"]) == 2 + 15


def test_a_reader_sees_whole_documents_only_while_others_write(filled: Passages) -> None:
    done = threading.Event()
    wrong: list[object] = []

    def read() -> None:
        while not done.is_set():
            try:
                found = hits(filled, "twin", limit=100)["text"]
                if len(found) % 2 or any(
                    len(filled.passages(one.id)) % 2 for one in filled.documents() if "twin" in one.id
                ):
                    wrong.append(found)
            except AppError as error:
                wrong.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(12):
        put(filled, f"twin{number}", ["A twin.", "Its twin."])
        if number % 3 == 2:
            filled.remove(f"twin{number}")
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_the_scores_of_both_stores_are_the_same(tmp_path: Path, database_url: str) -> None:
    texts = [
        "a b b c word",
        "b c d e f g h",
        "word word word d",
        "common common rare",
        "common b",
        "common c",
        "common",
    ]
    embedded, server = (
        EmbeddedPassages(tmp_path / "one.sqlite", EMBEDDER),
        PostgresPassages(database_url, "one", EMBEDDER),
    )
    for store in (embedded, server):
        for number, text in enumerate(texts):
            put(store, f"d{number}", [text, f"{text} again"], headings=())
    for query in ("word", "common rare", "b c", "word unknown", "common common b"):
        vector = EMBEDDER.encode([query])[0]
        for one, other in zip(embedded.search(query, vector, 20), server.search(query, vector, 20), strict=True):
            assert (one.source, one.side, one.low) == (other.source, other.side, other.low)
            assert one.high == pytest.approx(other.high)
            assert dict(one.hits) == pytest.approx(dict(other.hits), abs=1e-5)
            assert np.allclose([score for _, score in one.hits], [score for _, score in other.hits], atol=1e-5)
    embedded.close()
    server.close()


def test_the_id_of_a_passage_names_its_document_and_place() -> None:
    assert place_of("a:b:12") == ("a:b", 12)
    assert place_of("nothing") is None
