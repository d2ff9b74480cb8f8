"""A document laid out anew from its passages: every word once, each kind of block as such, what is cited marked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents import read_here
from core.stores.passages import Passage
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.reader.layout import Laid, Words, lay_out
from tests.systems.knowledge_base.little_files import make_docx

LONG = " ".join(f"Sentence number {number} says that the pump runs at {number} litres." for number in range(60))
ROWS = "\n".join(f"| part {number} | {number} euros |" for number in range(300))
MANUAL = f"""# Pump

## Speed

{LONG}

### Steps

1. Open the valve.
   - Slowly.
2. Start the motor.

```
start --speed 40

stop <now>
```

## Prices

| part | price |
|---|---|
{ROWS}
"""


def laid(data: bytes, name: str, cited: str = "", low: int = 0, high: int = 10**9) -> list[Laid]:
    _, text, passages = read_document(data, name, read_here)
    at = text.index(cited)
    return lay_out(text, passages, [(at, at + len(cited))] if cited else [], low, high)


def stretches(block: Laid) -> list[Words]:
    cells = [cell for row in block.rows or [] for cell in row]
    return [*filter(None, [block.words]), *(words for _, _, words in block.items or []), *cells]


def written(block: Laid) -> str:
    return " ".join("".join(text for text, _ in words) for words in stretches(block))


def marked(blocks: list[Laid]) -> list[str]:
    return [text for block in blocks for words in stretches(block) for text, cited in words if cited]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("pump.md", MANUAL.encode()),
        (
            "pump.html",
            b"<h1>Pump</h1><p>It pumps.</p><ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>1<td>2</table>",
        ),
        ("pump.docx", make_docx((("Heading 1", "Pump"), ("Normal", "It pumps."), ("Table", "a,b\n1,2")))),
        ("pump.csv", b"part,price\npump,400\nvalve,70\n"),
        ("pump.txt", b"PUMP\n\nIt pumps.\nAnd pumps.\n\n- one\n- two\n"),
    ],
    ids=["Markdown", "HTML", "DOCX", "CSV", "text"],
)
def test_every_word_of_a_document_is_laid_out_once_and_in_order(name: str, data: bytes) -> None:
    _, text, _ = read_document(data, name, read_here)
    shown = " ".join(written(block) for block in laid(data, name))
    plain = [word for word in text.replace("|", " ").split() if word not in ("-", "1.", "2.")]
    assert shown.split() == plain


def test_headings_lists_tables_and_code_are_such_and_what_was_cut_is_whole_again() -> None:
    blocks = laid(MANUAL.encode(), "pump.md")
    assert [(block.kind, block.level) for block in blocks] == [
        ("heading", 1), ("heading", 2), ("paragraph", 0), ("heading", 3), ("list", 0), ("code", 0), ("heading", 2),
        ("table", 0),
    ]  # fmt: skip
    assert [(depth, sign) for depth, sign, _ in blocks[4].items or []] == [(0, "1."), (1, "•"), (0, "2.")]
    assert written(blocks[5]) == "start --speed 40\n\nstop <now>"
    rows = blocks[7].rows
    assert rows is not None
    assert blocks[7].named
    assert (len(rows), rows[0]) == (301, [[("part", False)], [("price", False)]])


@pytest.mark.parametrize(
    ("cited", "pieces"),
    [
        (
            "Sentence number 7 says that the pump runs at 7 litres.",
            ["Sentence number 7 says that the pump runs at 7 litres."],
        ),
        ("part 100 | 100 euros", ["part 100", "100 euros"]),
        ("--speed 40", ["--speed 40"]),
        ("Start the motor.", ["Start the motor."]),
    ],
    ids=["sentence", "row", "code", "item"],
)
def test_what_is_cited_is_marked_wherever_it_stands(cited: str, pieces: list[str]) -> None:
    assert marked(laid(MANUAL.encode(), "pump.md", cited)) == pieces


def test_of_a_long_table_only_the_rows_around_a_place_are_laid_out_below_the_names_of_their_columns() -> None:
    data = MANUAL.encode()
    _, text, _ = read_document(data, "pump.md", read_here)
    place = text.index("part 110")
    (table,) = laid(data, "pump.md", "part 110 | 110 euros", place - 100, place + 100)
    assert table.rows is not None
    assert table.named
    assert table.rows[0] == [[("part", False)], [("price", False)]]
    assert 3 < len(table.rows) < 15
    assert marked([table]) == ["part 110", "110 euros"]


def test_passages_of_an_earlier_release_which_know_no_blocks_are_paragraphs() -> None:
    text = "Pump\n\nIt pumps.\n\nIt stops."
    passages = [
        Passage("a:0", "a", 0, "It pumps.", 6, 15, ("Pump",)),
        Passage("a:1", "a", 1, "It stops.", 17, 26, ("Pump",)),
    ]
    assert [(block.kind, written(block)) for block in lay_out(text, passages, [])] == [
        ("heading", "Pump"), ("paragraph", "It pumps."), ("paragraph", "It stops."),
    ]  # fmt: skip


@given(st.data())
def test_whatever_is_cited_is_marked_to_the_letter(data: st.DataObject) -> None:
    _, text, passages = READ
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, min(start + 400, len(text))))
    shown = "".join("".join(marked(lay_out(text, passages, [(start, end)]))).split())
    cited = "".join(text[start:end].replace(" | ", " ").split())
    # The marks of items are drawn beside their words, and never marked.
    assert shown == cited or any(sign in cited for sign in ("-", "1.", "2.", "|"))


READ = read_document(MANUAL.encode(), "pump.md", read_here)
