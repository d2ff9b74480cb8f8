"""What can be asked: the live tools, the shelves that need no network, own references, and bundles to open again."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from core.systems.knowledge_base.ingest.collections import DOCUMENTS, needs_anew
from core.systems.research_reports.search.references import REFERENCES, add_references
from core.systems.research_reports.search.shelves import PassageShelf, Shelf
from core.systems.research_reports.state import TOOL_TITLES, Context
from core.ui.buttons import act
from core.ui.own_data import draw_problems, draw_removed
from core.ui.research_reports.deliver.bundle import draw_opening
from core.ui.resources import resources
from core.ui.terms import explain
from core.ui.words import count, plain

_KEY = "research_reports:references"


def own_collections() -> list[Shelf]:
    """Return the analyst's collections of the knowledge base that can be asked now, each as a shelf."""
    here = resources()
    return [
        PassageShelf(card.name, DOCUMENTS.open(here, card.id), here.embedder)
        for card in DOCUMENTS.uploads(here.folder).all()
        if card.ready and not needs_anew(here, card)
    ]


def draw_shelves(context: Context) -> None:
    """Draw the tools and the shelves, then the analyst's references, then where a bundle is opened."""
    st.markdown("**Where a report may look**, in this order")
    st.table(tools_table(context).map(plain), alt="The tools, whether each can be asked, and where it is")
    st.markdown("**Shelves, which need no network**", help=explain("shelf"))
    st.markdown("\n".join(f"- {plain(shelf.title)}" for shelf in context.shelves))
    st.markdown("Collections of the knowledge base that are indexed are shelves too.")
    _draw_references()
    draw_opening()


def tools_table(context: Context) -> pd.DataFrame:
    """Return a row for each live tool, in the order in which they are asked, and the shelves."""
    rows = []
    for tool, title in TOOL_TITLES.items():
        source = context.sources.get(tool)
        missing = source.missing if source else "switched off in the settings (SOURCES)"
        if tool == "shelf":
            rows.append((title, "yes", f"{count(len(context.shelves), 'shelf', 'shelves')} on this machine"))
        else:
            rows.append((title, "no" if missing else "yes", missing or context.addresses.get(tool, "")))
    return pd.DataFrame(rows, columns=["Tool", "Can be asked", "Where, or why not"]).set_index("Tool")


def _draw_references() -> None:
    folder = resources().folder
    st.markdown("**References of your own**")
    draw_problems(st.session_state.get(f"{_KEY}:problems", ()), "references")
    for card in REFERENCES.uploads(folder).all():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"{plain(card.name)}: {count(card.papers, 'reference')}, {card.with_abstract} with an abstract",
                width="content",
            )
            act(
                "Remove", _remove, folder, card.id,
                key=f"{_KEY}:remove:{card.id}", type="tertiary", icon=":material/delete:",
                help=f"Remove {plain(card.name)}",
            )  # fmt: skip
    draw_removed(REFERENCES.uploads(folder), _KEY)
    file = st.file_uploader("References (BibTeX or RIS)", type=["bib", "ris", "txt"], key=f"{_KEY}:file")
    if file is not None:
        act(
            "Put them on a shelf", _add, folder, file.name, file.getvalue(),
            key=f"{_KEY}:add", icon=":material/library_add:",
        )  # fmt: skip


def _remove(folder: Path, id: str) -> None:
    REFERENCES.uploads(folder).remove(id)


def _add(folder: Path, name: str, data: bytes) -> None:
    card, problems = add_references(folder, name, data)
    st.session_state[f"{_KEY}:problems"] = problems
    st.toast(f"{count(card.papers, 'reference')} on a shelf.", icon=":material/library_add:")
