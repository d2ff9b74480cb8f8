"""The graph of books as a network: of one answer with its question, or of a whole catalogue; and asking from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import streamlit as st

from core.stores.library import Book, Library
from core.stores.library_plan import Plan
from core.systems.library_chat.agents.results import Result, book_of
from core.ui.buttons import act
from core.ui.library_chat.plan.question import ask, question_about
from core.ui.network import MOST_NODES, Manner, draw_network, shown_part
from core.ui.network_layout import Link, Node, strongest
from core.ui.words import count

_KINDS = ("Book", "Author", "Genre", "Question")  # in the order of the legend
_AUTHORS = 8  # a book of more is a collection, and would tie all of them to each other
_LINES = 2  # lines that each author and each genre of a large catalogue keeps


def network_of_books(books: Sequence[Book]) -> tuple[list[Node], list[Link]]:
    """Return authors, books and genres, and the two relations between them."""
    nodes: dict[str, Node] = {}
    links: dict[Link, None] = {}

    def add(kind: str, id: str, label: str) -> str:
        name = f"{kind}:{id}"
        nodes.setdefault(name, Node(name, label, kind))
        return name

    for book in books:
        title = add("Book", book.id, book.title)
        for author in book.authors:
            links[Link(add("Author", author, author), title, "WROTE")] = None
        for genre in book.genres:
            links[Link(title, add("Genre", genre, genre), "BELONGS TO")] = None
    return sorted(nodes.values(), key=lambda node: _KINDS.index(node.kind)), list(links)


def network_of_names(books: Sequence[Book]) -> tuple[list[Node], list[Link]]:
    """Return the authors and genres of a catalogue that is too large to draw its books: a line is the books that two
    share, and each keeps its strongest."""
    number: Counter[tuple[str, str]] = Counter()
    shared: Counter[tuple[tuple[str, str], tuple[str, str]]] = Counter()
    for book in books:
        authors = [("Author", name) for name in sorted(set(book.authors))]
        genres = [("Genre", name) for name in dict.fromkeys(book.genres)]
        number.update([*authors, *genres])
        shared.update((author, genre) for author in authors for genre in genres)
        if len(authors) <= _AUTHORS:
            shared.update(combinations(authors, 2))
    nodes = [Node(f"{kind}:{name}", name, kind, books_of) for (kind, name), books_of in number.items()]
    links = [
        Link(":".join(one), ":".join(other), count(together, "book"), together)
        for (one, other), together in shared.items()
    ]
    return nodes, strongest(nodes, links, _LINES)


def network_of_answer(question: str, results: Sequence[Result]) -> tuple[list[Node], list[Link]]:
    """Return the books of an answer, and from the question an arrow to each node through which one was found."""
    nodes, links = network_of_books([book_of(result) for result in results])
    arrows: dict[str, str] = {}
    for result in results:
        found_by = result["path"][1]
        name = result["id"] if found_by["kind"] == "Book" else found_by["name"]
        arrows.setdefault(f"{found_by['kind']}:{name}", f"{result['reason']} {result['score']:.2f}")
    known = {node.id for node in nodes}
    found = [Link("Question", node, label) for node, label in arrows.items() if node in known]
    nodes = [replace(node, size=1.25) if node.kind == "Book" else node for node in nodes]  # they are what is asked for
    return [*nodes, Node("Question", question, "Question", 2.0)], [*found, *links]


def draw_graph(nodes: Sequence[Node], links: Sequence[Link], key: str, manner: Manner | None = None) -> None:
    """Draw the picture with its tables; what is picked is pointed at, and can be asked about."""
    askable = {node.id: node for node in shown_part(nodes, links)[0] if node.kind != "Question"}
    picked = _pick(askable, key) if askable else None
    draw_network(nodes, links, manner or Manner(_KINDS), picked)


def draw_answer_graph(question: str, results: Sequence[Result], key: str) -> None:
    """Draw the network of an answer; a question of which the threshold cuts every book is none."""
    if results:
        draw_graph(*network_of_answer(question, results), key)
    else:
        st.markdown("No book passes the threshold, so there is nothing to draw.")


def draw_whole_graph(library: Library, key: str) -> None:
    """Draw every book of a catalogue with its authors and genres; of a large one authors and genres alone."""
    totals = library.totals()
    large = sum(totals.values()) > MOST_NODES
    nodes, links = _whole(library, key, large, totals["books"])
    if not large:
        draw_graph(nodes, links, key)
        return
    st.markdown(
        f"{totals['books']:,} books are too many to be drawn one by one: a line stands for the books that two authors, "
        "or an author and a genre, have in common, a thicker one for more. Each name keeps its two strongest "
        "lines."
    )
    draw_graph(nodes, links, key, Manner(_KINDS, "Books", arrows=False))


@st.cache_resource(max_entries=4, show_spinner="Reading the catalogue …")
def _whole(_library: Library, key: str, large: bool, number: int) -> tuple[list[Node], list[Link]]:
    """Read the network of the catalogue that `key` names, again when the `number` of its books has changed."""
    books = _library.select(Plan(limit=number)).books
    return network_of_names(books) if large else network_of_books(books)


def _pick(askable: Mapping[str, Node], key: str) -> str | None:
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    picked = left.selectbox(
        "Pick something in the network",
        list(askable),
        index=None,
        format_func=lambda id: f"{askable[id].kind}: {askable[id].label}",
        placeholder="It is pointed at in the picture, with its neighbours",
        key=f"{key}:node",
    )
    node = askable.get(picked or "")
    question = question_about(node.kind, node.label) if node else ""
    act("Ask about it", ask, question, place=right, key=f"{key}:ask", width="stretch", disabled=node is None)
    return node.id if node else None
