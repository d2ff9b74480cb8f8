"""Every Cypher statement of the library graph: the very text that Neo4j runs and that the page shows.

A statement is put together from constants in this file and nothing else; whatever a person or a file said goes as a
parameter. Those of `reading` run in read transactions; the others belong to loading.

Neo4j's vector index is quantized: its scores are off in the third digit and its order with them. So it is asked for
more than is wanted, these are scored again with `vector.similarity.cosine`, which is (1 + cosine) / 2, and then cut.
Where filters leave few books, all of these are scored, and the index is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, Unpack

import numpy as np

from core.retrieval.embedder import DIMENSIONS
from core.stores.library import EXACT, NEAR, Arguments, Statement, wanted
from core.stores.library_columns import FIXED, OF_TEXT, PLAIN_RULE
from core.stores.library_plan import Column
from core.stores.library_plan_cypher import ALL_BOOKS, RULE_PROPERTY, Given, book_map, condition, plain_property, select

Parameterised: TypeAlias = tuple[list[str], dict[str, object]]
"""The lines of a statement, and its parameters."""

LABELS = ("Book", "Author", "Genre")

_RULE = f"`{RULE_PROPERTY}`"

_CANDIDATES = {  # measured on 11,000 books and 9,000 authors: with fewer, one of the ten best was missing now and then
    "search_books": 150,
    "search_authors": 400,
    "search_genres": 200,
}
_MOST_CANDIDATES = 2_000
_SCORED_AGAIN = 100
_SPARE = 3  # times as many candidates as would do, were the scores exact and what passes spread evenly

_BOOK = "<book>"  # in its place stands the expression that makes a book with the columns of the catalogue


# --- reading ----------------------------------------------------------------------------------------------------------


def reading(
    operation: str,
    catalogue: str,
    passing: int = 0,
    nodes: Mapping[str, int] = MappingProxyType({}),
    exact: bool = False,
    further: Sequence[Column] = (),
    **arguments: Unpack[Arguments],
) -> Statement:
    """Write the statement of an operation of `Library`, named as there, with its arguments.

    `further` are the further columns of the catalogue. `passing` is how many of its books pass the conditions, `nodes`
    how many books, authors and genres there are in the whole of Neo4j: these decide whether a search asks the vector
    index, unless it is to be `exact`. Other operations need neither. Raises KeyError for an operation that is not
    listed.
    """
    given: dict[str, object] = {}
    if operation in SEARCHES:
        text, given = _searching(operation, passing, nodes, exact, further, **arguments)
    elif operation == "select":
        text, given = select(arguments["plan"], further)
    else:
        text = _OTHERS[operation]
    book = f"{book_map(column.name for column in further)} AS book"
    return Statement(_lines([line.replace(_BOOK, book) for line in text]), {"catalogue": catalogue, **given})


def _searching(
    operation: str,
    passing: int,
    nodes: Mapping[str, int],
    exact: bool,
    further: Sequence[Column],
    **arguments: Unpack[Arguments],
) -> Parameterised:
    """Write a search among the books that pass."""
    limit = wanted(arguments["limit"])
    given = Given()
    passes = condition(arguments.get("where", ()), {column.name: column for column in (*FIXED, *further)}, given)
    asked: dict[str, object] = {"limit": limit, "vector": np.asarray(arguments["vector"], np.float64).tolist()}
    asked |= _asked_of_the_index(operation, limit, passing, nodes, exact, bool(passes))
    return SEARCHES[operation](passes, asked), {**asked, **given.parameters}


def _asked_of_the_index(
    operation: str, limit: int, passing: int, nodes: Mapping[str, int], exact: bool, filtered: bool
) -> dict[str, int]:
    """How many nodes the indexes are asked for; what is not named here is scanned.

    `candidates` are books or authors, `most_genres` genres; of each the most `likely` by the index's own scores are
    scored again. `near` is how many of the nearest books a search through genres goes on with, where that is limited.
    """
    few = not passing or (filtered and passing <= EXACT)
    through_genres, many = operation == "search_genres", passing > EXACT
    asked = {"near": NEAR} if through_genres and many else {}
    likely = max(_SCORED_AGAIN, _SPARE * asked.get("near", limit))
    if through_genres and not (few or exact):
        asked |= {"most_genres": max(likely, min(nodes["genres"], _MOST_CANDIDATES)), "likely": likely}
    if few or (not many if through_genres else exact):
        return asked
    share = max(nodes["books"] / passing, 1)
    candidates = max(_CANDIDATES[operation], math.ceil(_SPARE * asked.get("near", limit) * share))
    return asked | ({"candidates": candidates, "likely": likely} if candidates <= _MOST_CANDIDATES else {})


def _search_books(passes: str, given: Mapping[str, object]) -> list[str]:
    return [
        *_nodes("book", passes, given, "candidates"),
        "WITH book, vector.similarity.cosine(book.embedding, $vector) AS score",
        "ORDER BY score DESC, book.id LIMIT $limit",
        f"RETURN score, book.title AS node, {_BOOK}",
        "ORDER BY score DESC, book.id",
    ]


def _search_authors(passes: str, given: Mapping[str, object]) -> list[str]:
    return [
        *_nodes("author", passes, given, "candidates"),
        "WITH author, vector.similarity.cosine(author.embedding, $vector) AS score",
        "ORDER BY score DESC, author.name LIMIT $limit",
        "CALL (author) {",
        "  MATCH (author)-[:WROTE]->(book:Book)",
        f"  {_only(passes)}",
        "  RETURN book ORDER BY book.title, book.id LIMIT $limit",
        "}",
        f"RETURN score, author.name AS node, {_BOOK}",
        "ORDER BY score DESC, node, book.title, book.id",
    ]


def _search_genres(passes: str, given: Mapping[str, object]) -> list[str]:
    return [
        *_nodes("genre", passes, given, "most_genres"),
        "WITH genre, vector.similarity.cosine(genre.embedding, $vector) AS score",
        "ORDER BY score DESC, genre.name LIMIT $limit",
        "WITH collect(genre) AS genres",
        *_nodes("book", passes, given, "candidates", "genres, "),
        "WITH genres, book, vector.similarity.cosine(book.embedding, $vector) AS nearness",
        f"ORDER BY nearness DESC, book.id{' LIMIT $near' if 'near' in given else ''}",
        "MATCH (book)-[:BELONGS_TO]->(genre:Genre) WHERE genre IN genres",
        "WITH genre, book, nearness ORDER BY nearness DESC, book.id",
        "WITH genre, collect({book: book, nearness: nearness})[..$limit] AS found",
        "UNWIND found AS each",
        "WITH genre, each.book AS book, each.nearness AS nearness,",
        "  vector.similarity.cosine(genre.embedding, $vector) AS score",
        f"RETURN score, genre.name AS node, nearness, {_BOOK}",
        "ORDER BY score DESC, node, nearness DESC, book.id",
    ]


SEARCHES = {"search_books": _search_books, "search_authors": _search_authors, "search_genres": _search_genres}
_HOPS = {"author": "(author:Author)-[:WROTE]->(book:Book)", "genre": "(genre:Genre)<-[:BELONGS_TO]-(book:Book)"}


def _nodes(node: str, passes: str, given: Mapping[str, object], most: str, carried: str = "") -> list[str]:
    """Match the nodes of one label that may be found: books that pass, or authors and genres of a book that passes."""
    hop, has_vector = _HOPS.get(node, ""), f"{node}.embedding IS NOT NULL"
    if most not in given:
        if not hop:
            return [ALL_BOOKS, _only(passes, has_vector)]
        return [ALL_BOOKS, _only(passes), f"MATCH {hop} {_only(has_vector)}", f"WITH DISTINCT {carried}{node}"]
    ours = f"{node}.catalogue = $catalogue"
    kept = _only(ours, passes)
    if hop:
        kept = f"WHERE {ours} AND EXISTS {{ MATCH {hop} {_only(passes)} }}" if passes else f"WHERE {ours}"
    return [
        f"CALL db.index.vector.queryNodes('{node}_index', ${most}, $vector) YIELD node AS {node}, score AS likeness",
        kept,
        f"WITH {carried}{node}, likeness ORDER BY likeness DESC LIMIT $likely",
    ]


_FILLED = {  # which of the fixed columns have a value
    "authors": "EXISTS { (:Author {catalogue: $catalogue}) }",
    "genres": "EXISTS { (:Genre {catalogue: $catalogue}) }",
    "subjects": f"EXISTS {{ {ALL_BOOKS} WHERE size(book.subjects) > 0 }}",
    "year": f"EXISTS {{ {ALL_BOOKS} WHERE book.year IS NOT NULL }}",
    "pages": f"EXISTS {{ {ALL_BOOKS} WHERE book.pages IS NOT NULL }}",
}
_COUNTS = [f"COUNT {{ (:{label} {{catalogue: $catalogue}}) }} AS {label.lower()}s" for label in LABELS]
_OTHERS = {
    "columns": [f"RETURN {', '.join(f'{text} AS {name}' for name, text in _FILLED.items())}"],
    "totals": [f"RETURN {', '.join(_COUNTS)}"],
}


def state(catalogue: str) -> Statement:
    """Which state the catalogue is in (its version changes with every loading), its further columns, and how many nodes
    Neo4j has in all; no columns are those of a catalogue that was loaded before there were any."""
    counts = ", ".join(f"COUNT {{ (:{label}) }} AS {label.lower()}s" for label in LABELS)
    text = [
        "OPTIONAL MATCH (loaded:Catalogue {catalogue: $catalogue})",
        f"RETURN coalesce(loaded.version, '') AS version, loaded.columns AS columns, loaded.{_RULE} AS rule, {counts}",
    ]
    return Statement(_lines(text), {"catalogue": catalogue})


def _only(*conditions: str) -> str:
    texts = [f"({text})" if " OR " in text else text for text in conditions if text]
    return f"WHERE {' AND '.join(texts)}" if texts else ""


def _lines(text: list[str]) -> str:
    return "\n".join(line for line in text if line.strip())


# --- loading ----------------------------------------------------------------------------------------------------------

SCHEMA = {
    "book_identity": "CREATE CONSTRAINT book_identity IF NOT EXISTS"
    " FOR (book:Book) REQUIRE (book.catalogue, book.id) IS UNIQUE",
    "author_identity": "CREATE CONSTRAINT author_identity IF NOT EXISTS"
    " FOR (author:Author) REQUIRE (author.catalogue, author.name) IS UNIQUE",
    "genre_identity": "CREATE CONSTRAINT genre_identity IF NOT EXISTS"
    " FOR (genre:Genre) REQUIRE (genre.catalogue, genre.name) IS UNIQUE",
    "catalogue_identity": "CREATE CONSTRAINT catalogue_identity IF NOT EXISTS"
    " FOR (loaded:Catalogue) REQUIRE loaded.catalogue IS UNIQUE",
    **{
        f"{label.lower()}_catalogue": f"CREATE INDEX {label.lower()}_catalogue IF NOT EXISTS"
        f" FOR (node:{label}) ON (node.catalogue)"
        for label in LABELS
    },
    **{
        f"{label.lower()}_index": f"CREATE VECTOR INDEX {label.lower()}_index IF NOT EXISTS"
        f" FOR (node:{label}) ON (node.embedding)"
        f" OPTIONS {{indexConfig: {{`vector.dimensions`: {DIMENSIONS}, `vector.similarity_function`: 'cosine'}}}}"
        for label in LABELS
    },
}
"""What Neo4j needs once: identities, an index by catalogue, three vector indexes."""

INDEXES = "SHOW INDEXES YIELD name RETURN collect(name) AS names"
AWAIT_INDEXES = "CALL db.awaitIndexes(300)"

NEW_VERSION = """MERGE (loaded:Catalogue {catalogue: $catalogue})
SET loaded.version = randomUUID()
RETURN loaded.columns AS columns"""

SET_COLUMNS = f"""\
MATCH (loaded:Catalogue {{catalogue: $catalogue}}) SET loaded.columns = $columns, loaded.{_RULE} = {PLAIN_RULE}"""

_PLAIN_NAME = plain_property("name")


def not_plain(further: Sequence[Column]) -> str:
    """Find some nodes whose texts were not made comparable by the rule of today; with them, `ADD_PLAIN` gives anew."""
    names = ["id", "title", "subjects", "name", *(column.name for column in further if column.kind in OF_TEXT)]
    return f"""\
MATCH (node:Book|Author|Genre)
WHERE node.catalogue = $catalogue AND coalesce(node.{_RULE}, 0) <> {PLAIN_RULE}
RETURN elementId(node) AS node, node {{{", ".join(f".`{name}`" for name in names)}}} AS texts
LIMIT 2000"""


ADD_PLAIN = """UNWIND $rows AS row
MATCH (node:Book|Author|Genre) WHERE elementId(node) = row.node AND node.catalogue = $catalogue
SET node += row.properties"""

_KEYS = {"Book": "id", "Author": "name", "Genre": "name"}
KNOWN = {
    label: f"""\
MATCH (node:{label} {{catalogue: $catalogue}}) WHERE node.{key} IN $keys
RETURN collect(node.{key}) AS found"""
    for label, key in _KEYS.items()
}
"""Which of some keys are there: ids of books, names of authors or genres."""

LACKING = {
    label: f"""\
MATCH (node:{label} {{catalogue: $catalogue}}) WHERE node.{key} IN $keys AND node.embedding IS NULL
RETURN collect(node.{key}) AS found"""
    for label, key in _KEYS.items()
}
"""Which of some keys are there without a vector."""

ADD_VECTORS = {
    label: f"""\
UNWIND $rows AS row
MATCH (node:{label} {{catalogue: $catalogue, {key}: row.key}}) WHERE node.embedding IS NULL
SET node.embedding = row.embedding"""
    for label, key in _KEYS.items()
}

ADD_NAMES = {
    label: f"""\
UNWIND $rows AS row
MERGE (node:{label} {{catalogue: $catalogue, name: row.name}})
ON CREATE SET node.embedding = row.embedding, node.`{_PLAIN_NAME}` = row.plain, node.{_RULE} = {PLAIN_RULE}"""
    for label in ("Author", "Genre")
}

ADD_BOOKS = """UNWIND $rows AS row
MERGE (book:Book {catalogue: $catalogue, id: row.id})
ON CREATE SET book += row.properties
WITH book, row
CALL (book, row) {
  UNWIND range(0, size(row.authors) - 1) AS place
  MATCH (author:Author {catalogue: $catalogue, name: row.authors[place]})
  MERGE (author)-[wrote:WROTE]->(book) ON CREATE SET wrote.place = place
}
CALL (book, row) {
  UNWIND range(0, size(row.genres) - 1) AS place
  MATCH (genre:Genre {catalogue: $catalogue, name: row.genres[place]})
  MERGE (book)-[belongs:BELONGS_TO]->(genre) ON CREATE SET belongs.place = place
}"""

CLEAR = """MATCH (node:Book|Author|Genre|Catalogue {catalogue: $catalogue})
WITH node LIMIT 5000
DETACH DELETE node
RETURN count(*) AS deleted"""

ANY_CATALOGUE = "RETURN EXISTS { (:Catalogue) } AS any"


def drop(name: str) -> str:
    """Remove what `SCHEMA` made under this name. Raises KeyError for any other."""
    return f"DROP {'CONSTRAINT' if ' CONSTRAINT ' in SCHEMA[name] else 'INDEX'} {name} IF EXISTS"
