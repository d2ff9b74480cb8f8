"""Inside a collection: what its index is made of, its documents, where each is cut, and a search inside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pandas as pd
import streamlit as st

from core.language.terms import analyse, occurrences
from core.stores.passages import Document, Passage, Passages
from core.systems import Resources
from core.systems.knowledge_base.ingest.collections import (
    Collection,
    add_files,
    can_be_brought_back,
    index_anew,
    remove_collection,
    remove_document,
    stage,
    status,
)
from core.systems.knowledge_base.ingest.sharing import as_reader
from core.systems.knowledge_base.search.languages import languages_of, said_of_documents
from core.systems.knowledge_base.search.retrieval import fuse, meaning_so_far
from core.ui.buttons import act
from core.ui.knowledge_base.ingest.collections import Chosen, is_removed_here
from core.ui.knowledge_base.ingest.files import bring_files, draw_status, forget_work
from core.ui.knowledge_base.ingest.sharing import draw_sharing, draw_whose
from core.ui.knowledge_base.ingest.versions import draw_versions
from core.ui.knowledge_base.living.folders import draw_folder_of
from core.ui.knowledge_base.reader.marks import draw_marks
from core.ui.knowledge_base.search.passages import SOURCES, title_of
from core.ui.resources import resources
from core.ui.words import count, marked, plain

_PAGE = 8  # passages of a document on the screen at once
_FOUND = 8  # passages that a search shows
_WIDTHS = {"Kind": 85, "Characters": 90, "Language": 80, "Encoding": 90, "Added": 95}  # pixels: all of it at 1280
_LAMBDA, _K = 0.5, 60.0
_DEPTH = 50


def draw_collection(chosen: Chosen, passages: Passages | None) -> None:
    """Everything about a collection; `passages` is None while it cannot be asked."""
    if chosen.own is not None:
        _draw_own(chosen, chosen.own, passages)
    elif chosen.shared is not None:
        draw_whose(chosen.shared)
    if passages is None:
        return
    documents = passages.documents()
    _draw_card(passages, documents)
    if chosen.own is not None and not passages.card().complete and not stage(resources().folder, chosen.id):
        act("Embed the others", _embed_others, resources(), chosen.own, key=f"{chosen.id}:embed")
    _search_inside(passages, documents, chosen.id)
    document = _choose_document(documents, chosen)
    if document:
        _draw_document(passages, document, chosen)


# --- bringing and taking away -----------------------------------------------------------------------------------------


def _draw_own(chosen: Chosen, card: Collection, passages: Passages | None) -> None:
    is_empty = not card.ready and not stage(resources().folder, card.id)
    if card.ready and not chosen.can_be_asked:
        st.info(
            f"This index was made by the model {plain(card.model)}, in another place or by another model than is used "
            f"now ({plain(resources().document_embedder.name)}). The documents are kept; they only need to be indexed "
            "anew. What you add is indexed together with them.",
            icon=":material/sync_problem:",
        )
        act("Index anew", _index_anew, resources(), card, key=f"{card.id}:anew", type="primary")
    elif is_empty:
        st.info(f"“{plain(card.name)}” is empty. Bring documents, then ask about them.", icon=":material/folder_open:")
    draw_folder_of(card)
    with st.expander(
        "Add documents",
        icon=":material/upload_file:",
        expanded=not card.ready and not stage(resources().folder, card.id),
    ):
        bring_files(card)
    draw_status(card, passages)
    draw_sharing(card)
    with st.popover("Remove this collection", icon=":material/delete:"):
        undone = "It can be undone for a day." if can_be_brought_back(card) else "It cannot be undone."
        st.markdown(f"This removes its documents and their index from here. Your files stay as they are. {undone}")
        act("Remove the collection", _remove, resources(), card, key=f"{card.id}:remove")


def _index_anew(borrowed: Resources, card: Collection) -> None:
    index_anew(borrowed, card.id)


def _embed_others(borrowed: Resources, card: Collection) -> None:
    add_files(borrowed.folder, card.id, [])  # no file is new; what is left of earlier work is done


def _remove(borrowed: Resources, card: Collection) -> None:
    forget_work(card)
    remove_collection(borrowed, card.id)
    is_removed_here(card.id)


# --- the index --------------------------------------------------------------------------------------------------------


def _draw_card(passages: Passages, documents: Sequence[Document]) -> None:
    """Draw what is in the index, in a line; how it was made is folded."""
    card = passages.card()
    st.markdown(f"**{count(card.documents, 'document')}**, {count(card.passages, 'passage')}")
    told, is_read = said_of_documents(languages_of(documents), resources().document_embedder)
    if told:
        st.markdown(plain(told) if is_read else f":material/translate: **{plain(told)}**")
    if told := meaning_so_far(card):
        st.markdown(f":material/hourglass_top: {told}")
    with st.expander("How this index was made", icon=":material/database:"):
        st.markdown(
            f"Kept in: {plain(passages.kind)}. Index by **{plain(card.model)}** in {card.dimensions:,} dimensions, "
            f"changed {card.changed[:16].replace('T', ' ')} UTC, digest `{card.digest[:16]}`. "
            "Two indexes with one digest hold the same."
        )


def _choose_document(documents: Sequence[Document], chosen: Chosen) -> Document | None:
    known = status(as_reader(resources(), chosen.id).folder, chosen.id) if chosen.card else []
    noted = {file.document: file.reason for file in known if file.state == "added" and file.reason}
    table = pd.DataFrame(
        {
            "Name": [document.name for document in documents],
            "Kind": [document.kind for document in documents],
            "Characters": [document.characters for document in documents],
            "Language": [document.language or "?" for document in documents],
            "Encoding": [document.encoding for document in documents],
            "Added": [document.added[:10] for document in documents],
            **({"To know": [noted.get(document.id, "") for document in documents]} if noted else {}),
        }
    )
    st.markdown("**Documents**  \nSelect one to see where it is cut into passages.")
    picked = st.dataframe(
        table,
        hide_index=True,
        height="auto" if len(documents) < 9 else 320,
        column_config={
            "Name": st.column_config.TextColumn(width=200, pinned=True),
            **{name: st.column_config.Column(width=width) for name, width in _WIDTHS.items()},
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"{chosen.id}:documents",
        alt="The documents of this collection",
    )
    rows = picked.selection.rows
    if rows and rows[0] < len(documents):
        return documents[rows[0]]
    return documents[0] if documents else None


def _draw_document(passages: Passages, document: Document, chosen: Chosen) -> None:
    st.subheader(plain(document.name), anchor=False)
    cut = passages.passages(document.id)
    pages = -(-len(cut) // _PAGE)
    page = 1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{count(len(cut), 'passage')}, {document.characters:,} characters")
        if chosen.own is not None:
            _remove_button(document, chosen.own.id)
    if pages > 1:
        page = st.pagination(pages, key=f"{document.id}:page")
    draw_marks(document, passages.text(document.id))
    draw_versions(passages, document)
    shown = cut[(page - 1) * _PAGE : page * _PAGE]
    st.markdown(
        "Passages are :blue-background[blue] and :green-background[green] in turn, what two of them share is "
        ":orange-background[orange], and what belongs to none, such as headings, has no colour."
    )
    _draw_boundaries(passages.text(document.id), shown)


def _remove_button(document: Document, collection: str) -> None:
    with st.popover("Remove this document", icon=":material/delete:"):
        st.markdown(
            "It goes for good, with its earlier versions. Answers that rested on it stay, with the passages as they "
            "were read."
        )
        act("Remove it", _remove_document, resources(), collection, document, key=f"{document.id}:remove")


def _remove_document(borrowed: Resources, collection: str, document: Document) -> None:
    remove_document(borrowed, collection, document.id, document.name)


def boundaries(text: str, passages: Sequence[Passage]) -> list[tuple[int, int, list[int]]]:
    """Return a stretch of text in pieces (start, end, places of the passages that hold it), from the first to the last
    one."""
    edges = sorted({edge for passage in passages for edge in (passage.start, passage.end)})
    return [
        (start, end, [passage.place for passage in passages if passage.start <= start and end <= passage.end])
        for start, end in pairwise(edges)
    ]


def _draw_boundaries(text: str, passages: Sequence[Passage]) -> None:
    pieces, begun = [], set()
    for start, end, places in boundaries(text, passages):
        for place in places:
            if place not in begun:
                begun.add(place)
                pieces.append(f"\n\n**{place + 1}** ")
        colour = "orange" if len(places) > 1 else "green" if places and places[0] % 2 else "blue"
        piece = text[start:end].strip()
        if piece:
            pieces.append(f"{marked(piece, [(0, len(piece))] if places else [], colour)} ")
    with st.container(border=True):
        st.markdown("".join(pieces))


# --- looking for something --------------------------------------------------------------------------------------------


def _search_inside(passages: Passages, documents: Sequence[Document], key: str) -> None:
    query = st.text_input(
        "Search inside", key=f"{key}:search", placeholder="words, or what you mean", help="Finds passages; asks nobody"
    )
    if not query.strip():
        return
    lists = passages.search(query, resources().document_embedder.encode_query(query), _DEPTH)
    receipts = fuse(lists, _LAMBDA, _K)[:_FOUND]
    names = {document.id: document.name for document in documents}
    asked = set(analyse(query))
    found = {passage.id: passage for passage in passages.get([receipt.id for receipt in receipts])}
    for receipt in receipts:
        if (passage := found.get(receipt.id)) is None:
            continue
        ranks = ", ".join(f"place {part.rank} by {SOURCES[part.source].lower()}" for part in receipt.parts)
        with st.expander(f"{receipt.rank}. {plain(title_of(names[passage.document], passage.headings, passage.page))}"):
            st.markdown(f"Passage {passage.place + 1}, {ranks}")
            st.markdown(marked(passage.text, occurrences(passage.text, asked)))
    if not receipts:
        st.markdown("Nothing was found.")
