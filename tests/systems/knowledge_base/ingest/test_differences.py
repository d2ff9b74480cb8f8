"""Two versions of a document are compared section by section, and what is told of one is enough to see the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.documents import read_here
from core.systems.knowledge_base.ingest.differences import differences
from core.systems.knowledge_base.ingest.documents import read_document

BEFORE = (
    "# Pump\n\nThe pump is oiled every Monday.\n\n## Valve\n\nThe valve opens at seven bar.\n\n## Old\n\nIt was red.\n"
)
AFTER = (
    "# Pump\n\nThe pump is oiled every Friday.\n\n## Valve\n\nThe valve opens at seven bar.\n\n## New\n\nIt is blue.\n"
)


def version(text: str):  # type: ignore[no-untyped-def]
    _, whole, passages = read_document(text.encode(), "a.md", read_here)
    return whole, passages


def test_sections_that_changed_came_or_went_are_told_and_no_others() -> None:
    changes = differences(version(BEFORE), version(AFTER))
    assert [(change.headings[-1], change.change) for change in changes] == [
        ("Pump", "changed"), ("Old", "removed"), ("New", "added"),
    ]  # fmt: skip
    assert [tuple(piece) for piece in changes[0].pieces] == [
        ("same", "The pump is oiled every "), ("removed", "Monday"), ("added", "Friday"), ("same", "."),
    ]  # fmt: skip


def test_two_equal_versions_do_not_differ() -> None:
    assert differences(version(BEFORE), version(BEFORE)) == []


def test_what_was_written_anew_is_shown_as_it_was_and_as_it_is_and_not_word_by_word() -> None:
    before, after = "A snapshot is a copy of a volume at one moment.", "Volumes are small, and there are many."
    (change,) = differences(version(f"# H\n\n{before}"), version(f"# H\n\n{after}"))
    assert [tuple(piece) for piece in change.pieces] == [("removed", before), ("added", after)]


def test_what_is_far_from_a_change_is_left_out() -> None:
    words = " ".join(f"word{number}" for number in range(80))
    (change,) = differences(version(f"{words} end."), version(f"{words} finish."))
    assert change.pieces[0].text.startswith(" … ")
    assert "word3 " not in change.pieces[0].text


@given(
    st.lists(st.sampled_from(["one", "two", "three", "four"]), min_size=1, max_size=5),
    st.lists(st.sampled_from(["one", "two", "three", "four"]), min_size=1, max_size=5),
)
def test_removed_and_same_words_are_the_former_text_and_added_and_same_words_the_new(
    old: list[str], new: list[str]
) -> None:
    for change in differences(version(f"# H\n\n{' '.join(old)}"), version(f"# H\n\n{' '.join(new)}")):
        for gone, words in (("added", old), ("removed", new)):
            assert "".join(piece.text for piece in change.pieces if piece.change != gone) == " ".join(words)
