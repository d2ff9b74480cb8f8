"""A question over a table is read whole or told what of it was not: conditions part the rows, doubts stop all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.rows.columns import Columns
from core.systems.knowledge_base.rows.reading import read
from core.systems.knowledge_base.rows.tables import Row, Table, tables_of


def test_a_question_that_names_nothing_of_a_table_is_not_about_it() -> None:
    _, whole, passages = read_document(b"Hut,Altitude\nA,1200\nB,900\n", "huts.csv")
    [table] = tables_of(passages, whole)
    assert not read("Who is the highest?", table, "huts.csv").sure
    assert read("Which hut is the highest?", table, "huts.csv").sure


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Part,Price\nA,1.200 €\nB,900 €\n", "Which part is the cheapest?"),  # a thousand, or a little more than one
        ("Part,Price\nA,12 €\nB,$ 9\nC,14 €\n", "Which part is the cheapest?"),  # two currencies
        ("Part,Price\nA,12 €\nB,on request\nC,8 €\n", "Which part is the cheapest?"),
        ("Part,Date\nA,3/4/2024\nB,5/6/2024\n", "Which part has the latest date?"),  # April or March
        ("Part,Net price,Gross price\nA,1 €,3 €\nB,2 €,2 €\n", "Which part is the cheapest?"),
        ("Part,Town\nA,Bonn\nB,near Bonn\n", "Which parts are in Bonn?"),
        ("Part,Supplier\nA,Castel\nB,Castel\n", "How many suppliers are there?"),
        ("Part,Region,Price\nA,North,2 €\n,South,1 €\nC,North,4 €\n", "Which part is the cheapest?"),
        ("Part,Stock,Price\nA,3,1 €\nB,9,2 €\n", "Which parts have more stock than A?"),
        ("Train,From,To\nR1,Bonn,Ulm\nR2,Ulm,Kiel\n", "Which trains go to Ulm?"),
    ],
)
def test_what_can_be_read_in_two_ways_is_not_computed(text: str, question: str) -> None:
    _, whole, passages = read_document(text.encode(), "parts.csv")
    [table] = tables_of(passages, whole)
    reading = read(question, table, "parts.csv")
    assert reading.unread or reading.sure is False


@given(
    st.lists(st.integers(0, 500), min_size=1, max_size=30),
    st.integers(1, 500),
    st.sampled_from(["less than", "at least"]),
)
def test_a_condition_parts_the_rows(prices: list[int], limit: int, phrase: str) -> None:
    rows = [Row((f"thing {place}", f"{price} €"), ()) for place, price in enumerate(prices)]
    table = Table("d", (), ("Name", "Price"), rows)
    reading = read(f"Which cost {phrase} {limit} euros?", table, "list.csv")
    meets = {place for place, price in enumerate(prices) if (price < limit) == (phrase == "less than")}
    assert reading.sure
    assert reading.conditions[0].rows == meets
    assert Columns(table).values[1].dimension == "euro"
