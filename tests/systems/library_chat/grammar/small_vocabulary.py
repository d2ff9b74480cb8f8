"""A small catalogue for the grammar: a few names of every column, and how a question is read over them."""

from __future__ import annotations

from functools import cache

from core.stores.library_plan import Clause, Column, Plan, Test
from core.systems.library_chat.grammar.reading import Parsed, parse
from core.systems.library_chat.grammar.vocabulary import Vocabulary

COLUMNS = [
    Column(name="title", title="Title", kind="text"),
    Column(name="authors", title="Authors", kind="list"),
    Column(name="genres", title="Genres", kind="list"),
    Column(name="publisher", title="Publisher", kind="text"),
    Column(name="language", title="Language", kind="text"),
    Column(name="language_code", title="Language code", kind="text"),
    Column(name="pages", title="Pages", kind="number"),
    Column(name="year", title="Year", kind="number"),
    Column(name="month", title="Month", kind="number"),
    Column(name="published", title="Publication date", kind="date"),
    Column(name="isbn", title="ISBN", kind="text"),
    Column(name="id", title="Id", kind="text"),
]
COUNTS = {
    "title": {
        "Moon over Lisbon": 1, "The Silent Harbour": 2, "Harbour Lights (Coast #2)": 1, "Winter Moon": 1, "Quiet Roads": 1,
        "Queen of Salt": 1, "Salt Peter and the Wolves": 1, "Salt Peter and the Bears": 1,
    },
    "authors": {
        "Mira Okonkwo": 12, "Jonas Feldt": 7, "Ana Feldt": 3, "Greta Holm": 5, "C.D. Amsel": 4, "Tomas Winterbourne": 2,
    },
    "genres": {
        "Fantasy": 20, "Horror": 12, "Romance": 9, "Poetry": 5, "Fiction": 40, "Nonfiction": 9, "Number": 1, "Turkish": 2,
        "Historical Fiction": 6, "French": 3,
    },
    "publisher": {"Seagull & Sons": 6, "Seagull and Sons": 2, "Northlight Press": 9, "Two Lions": 3, "Vintner": 4},
    "language": {"English": 60, "French": 8, "German": 6, "Turkish": 2, "Welsh": 1},
    "language_code": {"eng": 40, "en-GB": 20, "fre": 8},
}  # fmt: skip


@cache
def names() -> Vocabulary:
    """Build the vocabulary once."""
    return Vocabulary(COLUMNS, COUNTS, years=(1920, 2019))


def read(question: str) -> Parsed:
    """Read a question over the small catalogue."""
    return parse(question, names())


def plan(question: str) -> Plan:
    """Read a question of which nothing may be left over."""
    parsed = read(question)
    assert unused(parsed) == []
    return parsed.plan


def unused(parsed: Parsed) -> list[str]:
    """List the words that were not used."""
    return [word.text for word in parsed.words if word.fate == "unused"]


def alternatives_in(where: tuple[Clause, ...]) -> list[list[list[Test]]]:
    """Return the tests of a condition: clauses of alternatives of tests."""
    return [[list(one.all_of) for one in clause.any_of] for clause in where]


def only(found: Plan) -> list[Test]:
    """Return the tests of a plan that has no alternatives."""
    alternatives = [clause.any_of for clause in found.where]
    assert all(len(one) == 1 for one in alternatives)
    return [test for one in alternatives for test in one[0].all_of]
