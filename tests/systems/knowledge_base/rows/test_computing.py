"""What is asked of the rows of a table is computed over all of them and quoted, or it is said what was not read."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stores.passages import Passage
from core.systems.knowledge_base.deliver.parts import turn_of
from core.systems.knowledge_base.ingest.documents import read_document
from core.systems.knowledge_base.rows.computing import MOST_ROWS, compute, untold, with_computed
from core.systems.knowledge_base.rows.reading import read
from core.systems.knowledge_base.rows.tables import Row, Table, tables_of
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
    assert state["response_grade"]["score"] > 0.8
    assert all(one["quoted"] for one in state["answer"]["sentences"])


def test_a_question_that_computes_nothing_reads_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise AssertionError("a table was read")

    monkeypatch.setattr("core.systems.knowledge_base.rows.computing.tables_of", refuse)
    (tmp_path / "other").mkdir()
    assert ask(tmp_path, "bolts.csv", LONG, "Is a bolt kept dry?")["answer"].get("computed") is None
    with pytest.raises(AssertionError, match="was read"):
        ask(tmp_path / "other", "bolts.csv", LONG, "Which bolt is the cheapest?")


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


def _read(text: str, name: str) -> tuple[list[Passage], str]:
    _, whole, passages = read_document(text.encode(), name)
    return passages, whole


def test_a_file_of_the_answer_says_what_was_computed(tmp_path: Path) -> None:
    state = ask(tmp_path, "bolts.csv", LONG, "Which bolt is the cheapest?")
    told = dict(turn_of(1, state).warnings)  # type: ignore[arg-type]
    assert told["Computed by the rules from the rows of a table."] == state["answer"]["computed"]["said"]


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


STOCK = 'Part,Price EUR,In stock,Town\nNut,"1,50 €",0,Bonn\nBolt,"2,75 €",4,Ulm\nRing,"1.200,50 €",12,Bonn\n'


def sure_of(question: str, text: str = STOCK) -> str:
    """What is computed, or nothing where the question is not read for sure."""
    _, whole, passages = read_document(text.encode(), "parts.csv")
    [table] = tables_of(passages, whole)
    reading = read(question, table, "parts.csv")
    result = compute(reading) if reading.sure else ""
    return result if isinstance(result, str) else result.said


def test_a_sum_has_the_decimals_of_its_column() -> None:
    assert "1,204.75 €" in sure_of("What is the total price?")
    assert "3,750 €" in sure_of("What is the total price?", "Part,Price\nNut,1 500 €\nBolt,2 250 €\n")


def test_an_amount_that_is_in_stock_is_compared_and_says_nothing_more() -> None:
    assert "2 of 3 rows" in sure_of("How many parts have fewer than 10 in stock?")
    assert "above 0" not in sure_of("How many parts have fewer than 10 in stock?")


def test_a_currency_in_the_name_of_a_column_is_that_of_the_question() -> None:
    plain = STOCK.replace(" €", "")
    assert "1 of 3 rows" in sure_of("Which parts cost more than 100 euros?", plain)


@pytest.mark.parametrize(
    "question",
    [
        "Which parts cost less than 2 or more than 3 euros?",
        "Which parts are not in Bonn or Ulm?",
        "Which parts are out of stock and in stock?",
    ],
)
def test_what_can_be_read_in_two_ways_is_never_computed(question: str) -> None:
    assert sure_of(question) == ""
