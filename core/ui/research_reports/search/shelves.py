"""What can be asked: the live tools, the shelves that need no network, own references, and bundles to open again."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from core.systems.knowledge_base.ingest.collections import DOCUMENTS, needs_anew
from core.systems.research_reports.search.references import REFERENCES, add_references
from core.systems.research_reports.search.shelves import PaperShelf, PassageShelf, Shelf
from core.systems.research_reports.search.tool_calls import SWITCHED_OFF, by_reason, unavailable_tools
from core.systems.research_reports.state import TOOL_ORDER, TOOL_TITLES, Context
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
    """Draw the shelves and the live tools, then the analyst's references, then where a bundle is opened."""
    st.markdown("**Shelves, which need no network**", help=explain("shelf"))
    for position, shelf in enumerate(context.shelves):
        st.markdown(f"- **{plain(shelf.title)}**: {plain(shelf.holds)}")
        if isinstance(shelf, PaperShelf):
            _draw_titles(shelf, f"{_KEY}:titles:{position}")
    st.markdown("Collections of the knowledge base that are indexed are shelves too.")
    _draw_live(context)
    _draw_references()
    draw_opening()


def _draw_titles(shelf: PaperShelf, key: str) -> None:
    with st.expander("All its titles", icon=":material/list:", key=key):
        st.dataframe(
            pd.DataFrame([{"Title": paper.title, "Year": paper.year} for paper in shelf.papers]),
            hide_index=True, column_config={"Year": st.column_config.NumberColumn(format="%d", width=70)},
            alt=f"The papers of {shelf.title}, with their years",
        )  # fmt: skip


def _draw_live(context: Context) -> None:
    """Draw which live sources are asked, in this order, and which are not, with the reason and who can change it."""
    unavailable = unavailable_tools(context)
    asked = [tool for tool in TOOL_ORDER if tool != "shelf" and tool not in unavailable]
    st.markdown("**Live sources**")
    if asked:
        st.markdown("Asked in this order, before the shelves:")
        st.markdown(
            "\n".join(f"1. **{TOOL_TITLES[tool]}** at {plain(context.addresses.get(tool, ''))}" for tool in asked)
        )
    off = by_reason((TOOL_TITLES[tool], reason) for tool, reason in unavailable.items() if tool != "shelf")
    for reason, titles in off.items():
        st.markdown(f":material/block: **Not asked:** {', '.join(titles)}: {plain(reason)}.")
    if SWITCHED_OFF in off:
        st.markdown(
            "You cannot switch them on here. Whoever runs Glassbox names them in the setting `SOURCES`, such as "
            "`SOURCES=pubmed,arxiv,openalex`, and starts it anew."
        )


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
