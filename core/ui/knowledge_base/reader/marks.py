"""Quiet marks on a document, and below an answer: words that were recognised, and such as give orders to a reader."""

from __future__ import annotations

import streamlit as st

from core.documents.ocr import told_of_recognition
from core.stores.passages import Document
from core.systems.knowledge_base.reader.orders import passages_with_orders, told_of_orders
from core.systems.knowledge_base.state import State
from core.ui.words import plain


def draw_marks(document: Document, text: str) -> None:
    """Draw what is to be known of a document while it is read: nothing of most."""
    for told in told_of_recognition(document.encoding):
        st.markdown(f":material/document_scanner: {told} Compare them with the page.")
    if told := _told(document.id, text):
        st.markdown(f":material/report: {plain(told)}")


@st.cache_data(max_entries=500, show_spinner=False)
def _told(document: str, _text: str) -> str:
    """Return what is told of a document; an id belongs to one text alone."""
    return told_of_orders(_text)


def draw_orders_read(state: State) -> None:
    """Draw the mark below an answer, where a passage that was read for it gives orders."""
    numbers = [f"[{number}]" for number in passages_with_orders(state["retrieved_documents"])]
    if not numbers:
        return
    who_holds = f"Passage{'s' if numbers[1:] else ''} {plain(', '.join(numbers))} {'hold' if numbers[1:] else 'holds'}"
    st.markdown(
        f":material/report: {who_holds} sentences that tell a reader, or a machine, "
        "what to answer. They were read as nothing but text, and are never part of an answer."
    )
