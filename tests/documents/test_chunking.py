"""Passages follow the structure of their document, and point to the exact place in it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents import chunking
from core.documents.chunking import LONGEST, OVERLAP, weigh
from core.documents.outline import Outline, Reading
from core.stores.passages import Passage
from core.systems.knowledge_base.ingest.documents import passages_of

SENTENCE = "The engine of the boat number {} was checked by a careful engineer before it left the harbour."
words = st.text(st.sampled_from("ab .|\n-#Éक"), max_size=60)
parts = st.lists(
    st.tuples(
        st.sampled_from(["heading1", "heading2", "heading3", "paragraph", "list", "table", "code"]),
        words,
        st.integers(1, 80),
    ),
    max_size=8,
)


def made(drawn: list[tuple[str, str, int]]) -> Reading:
    outline = Outline("test")
    for kind, text, repeated in drawn:
        if kind.startswith("heading"):
            outline.heading(int(kind[-1]), text)
        elif kind == "table":
            outline.table([[text, "cell"]] * repeated)
        else:
            outline.add(kind, f"{text} " * repeated)  # type: ignore[arg-type]
    return outline.done("text")


def cut(reading: Reading, document: str) -> list[Passage]:
    return passages_of(reading.text, chunking.cut(reading), document)


def prose(count: int, first: int = 0) -> str:
    return " ".join(SENTENCE.format(number) for number in range(first, first + count))


def cut_markdown(*blocks: tuple[str, str]) -> list[Passage]:
    outline = Outline("test")
    for kind, text in blocks:
        if kind.startswith("h"):
            outline.heading(int(kind[1]), text)
        elif kind == "table":
            outline.table([line.split("|") for line in text.splitlines()])
        else:
            outline.add(kind, text)  # type: ignore[arg-type]
    return cut(outline.done("markdown"), "d")


# --- what always holds ------------------------------------------------------------------------------------------------


@given(parts)
def test_the_offsets_of_every_passage_give_its_very_text(drawn: list[tuple[str, str, int]]) -> None:
    reading = made(drawn)
    for place, passage in enumerate(cut(reading, "d")):
        assert reading.text[passage.start : passage.end] == passage.text
        assert passage.text.strip()
        assert (passage.id, passage.place) == (f"d:{place}", place)


@given(parts)
def test_every_word_of_a_document_stands_in_a_passage_or_in_its_headings(drawn: list[tuple[str, str, int]]) -> None:
    reading = made(drawn)
    passages = cut(reading, "d")
    covered = bytearray(len(reading.text))
    for passage in passages:
        covered[passage.start : passage.end] = b"\x01" * (passage.end - passage.start)
    headings = {heading for passage in passages for heading in passage.headings}
    for block in reading.blocks:
        text = reading.text[block.start : block.end]
        if block.kind == "heading" and text in headings:
            continue
        lost = [text[at - block.start] for at in range(block.start, block.end) if not covered[at]]
        assert not "".join(lost).strip()


@given(parts)
def test_no_passage_is_longer_than_the_model_reads(drawn: list[tuple[str, str, int]]) -> None:
    for passage in cut(made(drawn), "d"):
        assert weigh(passage.text) <= LONGEST


@given(parts)
def test_no_passage_crosses_a_heading_of_the_first_two_levels(drawn: list[tuple[str, str, int]]) -> None:
    reading = made(drawn)
    for passage in cut(reading, "d"):
        for block in reading.blocks:
            if block.kind == "heading" and block.level <= 2:
                alone = passage.start == block.start and passage.end == block.end
                assert alone or not passage.start < block.end <= passage.end


@given(parts)
def test_passages_go_forward_and_no_one_holds_another(drawn: list[tuple[str, str, int]]) -> None:
    passages = cut(made(drawn), "d")
    for one, following in pairwise(passages):
        assert one.start < following.start
        assert one.end < following.end


# --- structure --------------------------------------------------------------------------------------------------------


def test_headings_lead_and_are_searched_with_the_passage() -> None:
    (passage,) = cut_markdown(("h1", "Manual"), ("h2", "Boats"), ("h3", "Engines"), ("paragraph", "Check the oil."))
    assert passage.headings == ("Manual", "Boats", "Engines")
    assert passage.text == "Check the oil."
    assert passage.context == "Manual › Boats › Engines\nCheck the oil."


def test_a_heading_that_leads_nothing_is_found_by_its_words() -> None:
    passages = cut_markdown(("h1", "Manual"), ("h2", "To be written"), ("h2", "Oil"), ("paragraph", "Check it."))
    assert [(passage.text, passage.headings) for passage in passages] == [
        ("To be written", ("Manual",)),
        ("Check it.", ("Manual", "Oil")),
    ]


def test_short_paragraphs_of_a_section_stay_together() -> None:
    (passage,) = cut_markdown(
        ("h2", "Oil"), ("paragraph", "Check it."), ("list", "- often\n- well"), ("paragraph", "Done.")
    )
    assert passage.text == "Check it.\n\n- often\n- well\n\nDone."


def test_a_short_part_under_a_deeper_heading_stays_with_its_neighbours() -> None:
    (passage,) = cut_markdown(("h2", "Oil"), ("paragraph", "Check it."), ("h3", "Why"), ("paragraph", "It burns."))
    assert passage.text == "Check it.\n\nWhy\n\nIt burns."


def test_a_longer_part_under_a_deeper_heading_begins_a_passage() -> None:
    passages = cut_markdown(("h2", "Oil"), ("paragraph", prose(5)), ("h3", "Why"), ("paragraph", "It burns."))
    assert [passage.headings for passage in passages] == [("Oil",), ("Oil", "Why")]
    assert passages[1].text == "It burns."


def test_paragraphs_are_kept_whole_where_they_fit() -> None:
    paragraphs = [prose(6, first) for first in (0, 10, 20, 30)]
    passages = cut_markdown(*[("paragraph", text) for text in paragraphs])
    assert all(any(text in passage.text for passage in passages) for text in paragraphs)


def test_a_long_paragraph_is_cut_between_sentences_into_parts_of_like_length() -> None:
    passages = cut_markdown(("paragraph", prose(40)))
    assert len(passages) > 2
    assert all(passage.text.startswith("The engine") and passage.text.endswith("harbour.") for passage in passages)
    weights = [weigh(passage.text) for passage in passages]
    assert min(weights) > LONGEST / 2


def test_the_next_passage_begins_with_the_last_sentence_or_two_of_the_one_before() -> None:
    for one, following in pairwise(cut_markdown(("paragraph", prose(40)))):
        shared = one.text[following.start - one.start :]
        assert shared
        assert following.text.startswith(shared)
        assert shared.startswith("The engine")
        assert weigh(shared) <= OVERLAP


def test_nothing_is_said_again_over_a_heading() -> None:
    passages = cut_markdown(("h2", "A"), ("paragraph", prose(5)), ("h2", "B"), ("paragraph", prose(5, 10)))
    assert passages[0].end < passages[1].start


def test_a_long_table_is_cut_between_rows_and_its_columns_are_named_each_time() -> None:
    rows = "\n".join(f"item {number}|{number} euro|a few words about it" for number in range(100))
    passages = cut_markdown(("h1", "Prices"), ("table", f"name|price|remark\n{rows}"))
    assert len(passages) > 3
    assert passages[0].text.startswith("name | price | remark\n")
    assert passages[0].headings == ("Prices",)
    for passage in passages[1:]:
        assert passage.headings == ("Prices", "name | price | remark")
        assert all(line.startswith("item ") and line.endswith("about it") for line in passage.text.splitlines())


def test_long_code_is_cut_between_lines() -> None:
    passages = cut_markdown(("code", "\n".join(f"    print({number})  # line {number}" for number in range(200))))
    assert len(passages) > 2
    assert all(passage.text.strip().startswith("print(") for passage in passages)


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "汉字" * 5_000, "x " * 20_000, "." * 5_000], ids=["a", "汉字", "x", "dots"]
)
def test_text_without_sentences_is_cut_all_the_same(text: str) -> None:
    passages = cut_markdown(("paragraph", text))
    assert all(weigh(passage.text) <= LONGEST for passage in passages)
    assert "".join(passage.text for passage in passages).replace(" ", "") == text.replace(" ", "")


def test_a_passage_is_on_the_page_where_it_begins() -> None:
    outline = Outline("test")
    for page in (1, 2, 3):
        outline.page = page
        outline.add("paragraph", prose(9, page * 10))
    assert [passage.page for passage in cut(outline.done("pdf"), "d")] == [1, 2, 3]
