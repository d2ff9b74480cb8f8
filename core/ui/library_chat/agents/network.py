"""The graph of books as a network: of one answer with its question, or of a whole catalogue; and asking from there."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.stores.library import Book
from core.systems.library_chat.agents.results import Result, book_of
from core.ui.buttons import act
from core.ui.library_chat.plan.question import ask, question_about
from core.ui.network import Link, Node, draw_network

_KINDS = ("Book", "Author", "Genre", "Question")  # in the order of the legend


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
    return [*nodes, Node("Question", question, "Question", 2.0)], [*found, *links]


def draw_graph(nodes: Sequence[Node], links: Sequence[Link], key: str) -> None:
    """Draw the picture with its table, and a list of its nodes to ask about."""
    draw_network(nodes, links)
    askable = {node.id: node for node in nodes if node.kind != "Question"}
    if not askable:
        return
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    picked = left.selectbox(
        "Pick something in the network",
        list(askable),
        format_func=lambda id: f"{askable[id].kind}: {askable[id].label}",
        key=f"{key}:node",
    )
    node = askable[picked] if picked in askable else next(iter(askable.values()))
    question = question_about(node.kind, node.label)
    act("Ask about it", ask, question, place=right, key=f"{key}:ask", width="stretch")
