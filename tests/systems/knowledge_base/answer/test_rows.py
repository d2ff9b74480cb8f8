"""What is asked of the rows of a table is computed over all of them and quoted, or it is said what was not read."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stores.passages import Passage
from core.systems.knowledge_base.answer.row_reading import columns_of, read
from core.systems.knowledge_base.answer.rows import MOST_ROWS, compute, untold, with_computed
from core.systems.knowledge_base.answer.tables import Row, Table, tables_of
from core.systems.knowledge_base.deliver.parts import turn_of
from core.systems.knowledge_base.ingest.documents import read_document
from tests.systems.knowledge_base.little_manual import Chat, context_over, little_manual

ROWS = Path(__file__).parents[3] / "data" / "knowledge" / "rows"
SURE_AT_LEAST = {"development": 34, "held_out": 35}


def questions(part: str) -> list[dict[str, str]]:
    with (ROWS / part / "questions.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ask(folder: Path, name: str, text: str, question: str) -> dict:  # type: ignore[type-arg]
    return Chat(context_over(little_manual(folder, {name: text}))).ask(question)


@pytest.mark.parametrize("part", SURE_AT_LEAST)
def test_no_question_over_rows_is_answered_wrongly_and_most_are_answered(part: str) -> None:
    right = 0
    for asked in questions(part):
        _, text, passages = read_document((ROWS / part / asked["table"]).read_bytes(), asked["table"])
        [table] = tables_of(passages, text)
        reading = read(asked["question"], table, asked["table"])
        result = compute(reading) if reading.sure else None
        if result is None or isinstance(result, str):
            right += asked["expected"] == "-"
            continue
        key = table.columns.index("Title") if "Title" in table.columns else 0
        given = ";".join(row.cells[key].strip() for row in result.rows)
        wanted = asked["expected"]
        said = result.said if wanted.startswith("=") else given
        assert wanted.lstrip("=") in said if wanted.startswith("=") else wanted == given, (asked, result.said)
        right += 1
    assert right >= SURE_AT_LEAST[part]


LONG = "Part,Price\n" + "".join(f"Bolt {place},{(place * 37) % 401 + 5}.50 €\n" for place in range(400))


def test_all_rows_of_a_long_table_are_looked_at_though_few_of_them_were_found(tmp_path: Path) -> None:
    state = ask(tmp_path, "bolts.csv", LONG, "Which bolt is the cheapest?")
    assert state["answer"]["computed"]["said"].startswith("The smallest Price of 400 rows in bolts.csv: 5.50 €.")
    assert [one["text"] for one in state["answer"]["sentences"]] == ["Bolt 0 | 5.50 €"]
    assert state["answer"]["outcome"] == "in the documents"
    assert all(one["quoted"] for one in state["answer"]["sentences"])


def test_of_many_rows_the_first_are_quoted_and_all_are_counted(tmp_path: Path) -> None:
    state = ask(tmp_path, "bolts.csv", LONG, "Which bolts cost less than 300 euros?")
    computed = state["answer"]["computed"]["said"]
    expected = sum((place * 37) % 401 + 5.5 < 300 for place in range(400))
    assert f"{expected} of 400 rows" in computed
    assert f"The first {MOST_ROWS} of {expected} are quoted." in computed
    assert sum(len(one["text"].split("€")) - 1 for one in state["answer"]["sentences"]) == MOST_ROWS


def test_what_is_not_read_is_told_under_perhaps_and_nothing_is_computed(tmp_path: Path) -> None:
    state = ask(tmp_path, "bolts.csv", LONG, "Which bolt is the cheapest?")
    [table] = tables_of(*_read(LONG, "bolts.csv"))
    reading = read("Which bolt is the cheapest of brass?", table, "bolts.csv")
    assert reading.unread == ["“brass”"]
    answer = with_computed(state["answer"], untold(reading, reading.unread), offline=True)
    assert answer["outcome"] == "perhaps not in the documents"
    told = dict(turn_of(1, {**state, "answer": answer}).warnings)  # type: ignore[typeddict-item]
    assert told["Not computed."] == "The rows of bolts.csv were not computed: “brass” was not read for sure."


def test_a_question_that_names_nothing_of_a_table_is_not_about_it() -> None:
    [table] = tables_of(*_read("Hut,Altitude\nA,1200\nB,900\n", "huts.csv"))
    assert not read("Who is the highest?", table, "huts.csv").sure
    assert read("Which hut is the highest?", table, "huts.csv").sure


def _read(text: str, name: str) -> tuple[list[Passage], str]:
    _, whole, passages = read_document(text.encode(), name)
    return passages, whole


def test_a_file_of_the_answer_says_what_was_computed(tmp_path: Path) -> None:
    state = ask(tmp_path, "bolts.csv", LONG, "Which bolt is the cheapest?")
    told = dict(turn_of(1, state).warnings)  # type: ignore[arg-type]
    assert told["Computed by the rules from the rows of a table."] == state["answer"]["computed"]["said"]


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


def test_totals_are_no_rows() -> None:
    _, whole, passages = read_document(b"| Part | Stock |\n|---|---|\n| A | 3 |\n| B | 4 |\n| Total | 7 |\n", "a.md")
    [table] = tables_of(passages, whole)
    assert [row.cells[0] for row in table.rows] == ["A", "B"]
    assert [row.cells[0] for row in table.left_out] == ["Total"]


@given(
    st.lists(st.integers(0, 10_000), min_size=2, max_size=30),
    st.sampled_from([("cheapest", min), ("most expensive", max)]),
)
def test_an_extreme_is_that_of_the_quoted_column(prices: list[int], asked) -> None:  # type: ignore[no-untyped-def]
    word, extreme = asked
    rows = [Row((f"thing {place}", f"{price} €"), ()) for place, price in enumerate(prices)]
    result = compute(read(f"Which name is the {word}?", Table("d", (), ("Name", "Price"), rows), "list.csv"))
    assert not isinstance(result, str)
    assert {row.cells[1] for row in result.rows} == {f"{extreme(prices)} €"}
    assert len(result.rows) == prices.count(extreme(prices))


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
    assert columns_of(table)[1].dimension == "euro"
