"""Both stores keep the versions of a document, find by words before by meaning, and look at a part of a collection."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.errors import InputError
from core.stores.passages import Passages, Scope
from core.stores.passages_scope import SeveralPassages
from tests.stores.little_passages import EMBEDDER, TEXTS, Opener, fill, hits, made, put, vectors_of

JANUARY, FEBRUARY, MARCH = (f"2026-0{month}-01T00:00:00+00:00" for month in (1, 2, 3))


def bring(store: Passages, id: str, texts: list[str], name: str, added: str, instead_of: str = "", **more: str) -> bool:
    document, whole, passages = made(id, texts)
    document = replace(document, name=name, added=added, **more)
    return store.add(document, whole, passages, vectors_of(passages), instead_of)


@pytest.fixture
def versions(store: Passages) -> Passages:
    """The oil of a pump was changed: on Mondays, then on Fridays."""
    bring(store, "monday", ["The pump is oiled on Monday."], "pump.md", JANUARY)
    bring(store, "kiln", ["The kiln is fired."], "kiln.md", JANUARY)
    bring(store, "friday", ["The pump is oiled on Friday."], "pump.md", FEBRUARY)
    return store


def found(store: Passages, query: str) -> set[str]:
    return {id for some in hits(store, query).values() for id, _ in some}


# --- versions ---------------------------------------------------------------------------------------------------------


def test_a_document_of_the_same_name_replaces_the_former_which_is_kept_and_not_found(
    versions: Passages, opener: Opener
) -> None:
    assert [(one.id, one.added) for one in versions.documents()] == [("kiln", JANUARY), ("friday", FEBRUARY)]
    assert [(one.document.id, one.document.added, one.ended) for one in versions.versions("pump.md")] == [
        ("friday", FEBRUARY, ""),
        ("monday", JANUARY, FEBRUARY),
    ]
    assert found(versions, "monday pump") == {"friday:0", "kiln:0"}
    assert versions.frequencies(["monday", "friday", "pump"]) == {"monday": 0, "friday": 1, "pump": 1}
    assert versions.get(["monday:0", "friday:0"]) == versions.passages("friday")
    assert (versions.text("monday"), len(versions.passages("monday"))) == ("The pump is oiled on Monday.", 1)
    anew = opener("anew")
    for id, text, name in (("kiln", "The kiln is fired.", "kiln.md"), ("friday", versions.text("friday"), "pump.md")):
        bring(anew, id, [text], name, JANUARY)
    assert (anew.card().digest, anew.card().passages) == (versions.card().digest, versions.card().passages)
    assert hits(anew, "the pump on friday") == hits(versions, "the pump on friday")


def test_a_former_content_that_comes_again_is_current_again_and_kept_once(versions: Passages, opener: Opener) -> None:
    assert bring(versions, "monday", ["The pump is oiled on Monday."], "pump.md", MARCH) is True
    assert found(versions, "pump") == {"monday:0", "kiln:0"}
    assert [(one.document.id, one.ended) for one in versions.versions("pump.md")] == [
        ("monday", ""), ("friday", MARCH), ("monday", FEBRUARY),
    ]  # fmt: skip
    assert hits(opener(), "pump monday") == hits(versions, "pump monday")
    assert bring(versions, "monday", ["The pump is oiled on Monday."], "pump.md", MARCH) is False


def test_a_removed_document_takes_its_versions_with_it_for_good(versions: Passages) -> None:
    versions.remove("friday")
    assert [one.id for one in versions.documents()] == ["kiln"]
    assert versions.versions("pump.md") == []
    for id in ("monday", "friday"):
        assert versions.passages(id) == []
        with pytest.raises(InputError, match="not here"):
            versions.text(id)


def test_an_earlier_version_can_be_removed_alone(versions: Passages) -> None:
    before = versions.card().digest
    versions.remove("monday")
    assert [one.document.id for one in versions.versions()] == ["friday", "kiln"]
    assert versions.passages("monday") == []
    assert versions.card().digest == before


def test_a_content_stays_while_any_name_holds_it(versions: Passages) -> None:
    assert bring(versions, "friday", ["The pump is oiled on Friday."], "copy.md", FEBRUARY) is False
    bring(versions, "sunday", ["The pump is oiled on Sunday."], "pump.md", MARCH)
    assert [(one.id, one.name) for one in versions.documents()] == [
        ("friday", "copy.md"), ("kiln", "kiln.md"), ("sunday", "pump.md"),
    ]  # fmt: skip
    bring(versions, "kiln", ["The kiln is fired."], "copy.md", MARCH)
    assert found(versions, "pump") == {"sunday:0", "kiln:0"}


def test_removing_one_of_several_names_of_a_content_removes_that_name_only(versions: Passages, opener: Opener) -> None:
    copies = versions.within(Scope(documents=("copy.md",)))
    assert copies.documents() == []
    bring(versions, "friday", ["The pump is oiled on Friday."], "copy.md", MARCH)
    assert [one.id for one in copies.documents()] == []  # of several names the first
    digest = versions.card().digest
    versions.remove("friday", "kiln.md")  # not a name of it
    versions.remove("friday", "pump.md")
    assert [(one.id, one.name) for one in versions.documents()] == [("friday", "copy.md"), ("kiln", "kiln.md")]
    assert [one.id for one in copies.documents()] == ["friday"]
    assert versions.versions("pump.md") == []
    assert versions.card().digest == digest
    assert hits(opener(), "pump friday") == hits(versions, "pump friday")
    versions.remove("friday", "copy.md")
    assert [one.id for one in versions.documents()] == ["kiln"]


def test_a_name_that_becomes_another_takes_its_versions_along(versions: Passages, opener: Opener) -> None:
    renamed, digest = versions.within(Scope(documents=("pumps/oil.md",))), versions.card().digest
    assert renamed.documents() == []
    assert versions.rename("pump.md", "pumps/oil.md") is True
    assert [(one.document.id, one.ended) for one in versions.versions("pumps/oil.md")] == [
        ("friday", ""), ("monday", FEBRUARY),
    ]  # fmt: skip
    assert versions.versions("pump.md") == []
    assert [(one.id, one.name) for one in renamed.documents()] == [("friday", "pumps/oil.md")]
    assert versions.card().digest == digest
    assert versions.rename("pumps/oil.md", "kiln.md") is False  # a file that has versions of its own
    assert versions.rename("nowhere.md", "somewhere.md") is False
    assert [one.name for one in opener().documents()] == ["kiln.md", "pumps/oil.md"]


def test_another_reading_of_the_same_file_has_the_times_of_the_former(versions: Passages) -> None:
    bring(versions, "better", ["The pump is oiled on Friday, at noon."], "pump.md", MARCH, instead_of="friday")
    assert [(one.document.id, one.document.added, one.ended) for one in versions.versions("pump.md")] == [
        ("better", FEBRUARY, ""), ("monday", JANUARY, FEBRUARY),
    ]  # fmt: skip
    assert versions.passages("friday") == []


# --- words at once, meaning later -------------------------------------------------------------------------------------


def test_a_document_without_vectors_is_found_by_words_and_by_meaning_once_they_are_set(
    store: Passages, opener: Opener
) -> None:
    fill(store)
    document, whole, passages = made("later", ["Zebras graze.", "Zebras run far."])
    assert store.add(document, whole, passages) is True
    assert {id for id, _ in hits(store, "zebras")["text"]} == {"later:0", "later:1"}
    assert all(not id.startswith("later") for id, _ in hits(store, "zebras graze")["vectors"])
    assert (store.card().passages, store.card().embedded, store.card().complete) == (8, 6, False)
    assert store.without_vectors(9) == passages
    assert store.without_vectors(9, skip={"later:0"}) == passages[1:]
    digest = store.card().digest
    store.set_vectors(["later:1", "gone:0", "later:7"], vectors_of([passages[1]] * 3))
    assert (store.card().embedded, store.card().digest) == (7, digest)
    assert [id for id, _ in hits(store, "zebras run far")["vectors"] if id.startswith("later")] == ["later:1"]
    store.set_vectors(["later:0", "later:1"], vectors_of(passages))
    assert store.card().complete
    assert store.without_vectors(9) == []
    anew = opener("anew")
    fill(anew)
    put(anew, "later", ["Zebras graze.", "Zebras run far."])
    assert hits(anew, "zebras graze") == hits(store, "zebras graze") == hits(opener(), "zebras graze")


def test_what_a_question_found_by_words_gets_its_vectors_first(store: Passages) -> None:
    for id, text in (("a", "Apples."), ("b", "Bears eat apples."), ("c", "Cranes fly.")):
        document, whole, passages = made(id, [text, "More."])
        store.add(document, whole, passages)
    hits(store, "bears")
    hits(store, "cranes")
    assert [one.id for one in store.without_vectors(5)] == ["c:0", "c:1", "b:0", "b:1", "a:0"]


def test_an_earlier_version_waits_for_no_vectors(store: Passages) -> None:
    for id in ("one", "two"):
        document, whole, passages = made(id, [f"Version {id}."])
        store.add(replace(document, name="same.md"), whole, passages)
    assert [one.document for one in store.without_vectors(9)] == ["two"]


# --- a part of a collection -------------------------------------------------------------------------------------------


def test_a_scope_finds_with_the_scores_of_an_index_of_it_alone(opener: Opener) -> None:
    store, alone = opener(), opener("alone")
    fill(store)
    for id, name in (("more", "sub/more.md"), ("steel", "sub/deep/steel.txt")):
        bring(store, id, ["Argon and steel.", "Steel, steel and argon."], name, FEBRUARY, language="de", kind="text")
    for name in ("welding", "paint"):
        put(alone, name, TEXTS[name])
    part = store.within(Scope(documents=("welding.md", "paint.md")))
    for query in ("argon steel", "robots", "steel of paint", "the"):
        assert hits(part, query) == hits(alone, query)
    assert part.frequencies(["steel", "argon", "solar"]) == alone.frequencies(["steel", "argon", "solar"])
    card, whole = part.card(), alone.card()
    assert (card.documents, card.passages, card.digest) == (whole.documents, whole.passages, whole.digest)
    assert part.get(["welding:0", "solar:0"]) == store.get(["welding:0"])
    with pytest.raises(InputError, match="not here"):
        part.text("solar")


@pytest.mark.parametrize(
    ("scope", "ids"),
    [
        (Scope(), {"paint", "solar", "welding", "new"}),
        (Scope(documents=("sub/",)), {"new"}),
        (Scope(documents=("sub/", "paint.md")), {"paint", "new"}),
        (Scope(kinds=("text",)), {"new"}),
        (Scope(languages=("en",)), {"paint", "solar", "welding"}),
        (Scope(added_from="2026-01-15"), {"new"}),
        (Scope(added_to="2026-01-01"), {"paint", "solar", "welding"}),
        (Scope(as_of="2026-01-20"), {"paint", "solar", "welding"}),
        (Scope(documents=("nothing.md",)), set()),
    ],
    ids=lambda value: "" if isinstance(value, set) else "+".join(k for k, v in vars(value).items() if v) or "all",
)
def test_a_scope_allows_what_meets_all_that_it_says(store: Passages, scope: Scope, ids: set[str]) -> None:
    fill(store)
    bring(store, "new", ["Steel beams."], "sub/new.txt", FEBRUARY, language="de", kind="text")
    part = store.within(scope)
    assert {one.id for one in part.documents()} == ids
    assert {id.split(":")[0] for id in found(part, "steel")} == ids
    assert part.card().documents == len(ids)


def test_as_of_a_moment_is_found_what_was_current_then(versions: Passages) -> None:
    bring(versions, "monday", ["The pump is oiled on Monday."], "pump.md", MARCH)
    for moment, id in (("2026-01-31", "monday"), ("2026-02-15", "friday"), ("", "monday")):
        part = versions.within(Scope(as_of=moment))
        assert found(part, "pump") == {f"{id}:0", "kiln:0"}
        assert [one.id for one in part.documents() if one.name == "pump.md"] == [id]
        assert part.get([f"{id}:0"]) == versions.passages(id)
    assert found(versions.within(Scope(as_of="2025-12-31")), "pump") == set()


def test_a_scope_follows_its_collection_and_changes_nothing(versions: Passages) -> None:
    part = versions.within(Scope(documents=("pump.md",)))
    assert found(part, "pump") == {"friday:0"}
    bring(versions, "sunday", ["The pump is oiled on Sunday."], "pump.md", MARCH)
    assert found(part, "pump") == {"sunday:0"}
    with pytest.raises(InputError, match="read only"):
        part.remove("sunday")
    assert len(versions.documents()) == 2


def test_several_collections_are_searched_as_one(opener: Opener) -> None:
    one, other = opener("one"), opener("other")
    fill(one)
    put(other, "paint", TEXTS["paint"])
    put(other, "boats", ["Boats of steel.", "Oars.", "Sails.", "Masts.", "Keels."])
    both = SeveralPassages([one, other])
    assert [document.id for document in both.documents()] == ["boats", "paint", "solar", "welding"]
    lists = both.search("steel", np.asarray(EMBEDDER.encode(["steel"])[0]), 10)
    assert {id for id, _ in lists[1].hits} == {"paint:0", "welding:0", "boats:0"}
    assert all(0 < score <= lists[1].high == 1.0 for _, score in lists[1].hits)
    assert len({id for id, _ in lists[0].hits}) == len(lists[0].hits) == 10
    assert both.frequencies(["steel"]) == {"steel": 4}
    assert [one.id for one in both.get(["boats:0", "solar:1"])] == ["boats:0", "solar:1"]
    assert both.text("boats").startswith("Boats")
    assert {id.split(":")[0] for id in found(both.within(Scope(documents=("boats.md",))), "steel")} == {"boats"}


def test_a_day_counts_whole_to_its_last_moment(store: Passages) -> None:
    bring(store, "late", ["Steel beams."], "late.md", "2026-01-31T23:59:59.999999+00:00")
    bring(store, "next", ["Steel bolts."], "next.md", "2026-02-01T00:00:00.000000+00:00")
    for scope in (Scope(added_to="2026-01-31"), Scope(as_of="2026-01-31")):
        assert found(store.within(scope), "steel") == {"late:0"}
