"""A question read as a plan over the rows of one table: conditions, an extreme, a count, a sum.

Every content word has to be used: as a column, the value of a cell, a word of degree or comparison, or what the table
is about. What is left over, or can be read in two ways, is told, and nothing is computed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from core.systems.knowledge_base.rows.amounts import read_amounts, read_moments
from core.systems.knowledge_base.rows.asked import Asked
from core.systems.knowledge_base.rows.columns import Columns
from core.systems.knowledge_base.rows.conditions import read_flags, read_stock, read_values
from core.systems.knowledge_base.rows.operations import (
    doubt_several_to_a_row,
    find_extreme,
    find_operation,
    read_degree,
)
from core.systems.knowledge_base.rows.plan import Reading
from core.systems.knowledge_base.rows.tables import Table
from core.systems.knowledge_base.rows.words import Stems, Word, group, key_of

MeansTable = Callable[[str], bool]

_ASKS_FOR = re.compile(r"^\W*(?:what|when|how (?:much|many|\w+))\b", re.IGNORECASE)
_TIES = ("column", "value", "table", "condition")  # what shows that a question is about this table at all


def read(question: str, table: Table, name: str, means_table: MeansTable = lambda word: False) -> Reading:
    """Read a question over a table of the document `name`. `means_table` tells of a word whether the rows are such.

    The order matters: whatever reads a word first has it, so that what is said in most words comes first.
    """
    asked, found = Asked(question, Columns(table)), Reading(table, name)
    if table.ragged:
        found.doubt("the columns of some rows")
    asked.name_whole_headers()
    read_stock(asked, found)
    read_values(asked, found)
    read_degree(asked, found)
    asked.name_parts_of_headers()
    counted = find_operation(asked, found)
    read_moments(asked, found)
    read_amounts(asked, found)
    read_flags(asked, found)
    find_extreme(asked, found)
    doubt_several_to_a_row(asked, found, counted)
    _account(asked, found, means_table)
    return found


def _account(asked: Asked, found: Reading, means_table: MeansTable) -> None:
    """Tell which words were not used; those that speak of the table as such are used by this."""
    subject = {*_about(found), *(stem for stems in asked.columns.headers for stem in stems)}
    idle = _idle_columns(asked, found)
    for place, word in enumerate(asked.words):
        if word.used == "column" and place in idle:
            word.used = ""
        elif not word.used and word.content and (word.stem in subject or _is_such(asked, place, means_table)):
            word.used = "table"
        if not word.used and not _says_nothing(word):
            found.doubt(f"“{word.said}”")
    if not any(word.used in _TIES for word in asked.words):
        found.doubt("what the question is about")
    found.used = sum(bool(word.used) and word.content for word in asked.words)
    found.unread = list(dict.fromkeys(found.unread))


def _idle_columns(asked: Asked, found: Reading) -> set[int]:
    """Return the places of words that name numbers or yes and no, and decide nothing.

    “What is the price of …” asks for them: they stand before what says which rows are meant.
    """
    columns = asked.columns
    deciding = {one.column for one in found.conditions} | {found.column}
    values = [place for place, word in enumerate(asked.words) if word.used in ("value", "condition")]
    asks_for = _ASKS_FOR.search(asked.text) and values and found.operation == "rows"
    return {
        place
        for column, places in asked.named.items()
        if column not in deciding and (columns.is_number(column) or columns.is_flag(column))
        for place in places
        if not asks_for or place > min(values)
    }


def _about(found: Reading) -> Stems:
    """Return the stems of what the table is about, by the name of its document and its headings."""
    name = re.sub(r"[\W_]+", " ", PurePath(found.name).stem)
    return key_of(" ".join([name, *found.table.headings]))


def _is_such(asked: Asked, place: int, means_table: MeansTable) -> bool:
    """Whether a word that is asked for, “which vendor”, “how many books”, means what the rows are."""
    return asked.said_before(place) in ("which", "what", "many") and means_table(asked.words[place].said)


def _says_nothing(word: Word) -> bool:
    if word.said in group("negation") | group("choice") | group("comparing"):
        return False
    return not word.content or word.said in group("generic") | group("linking")
