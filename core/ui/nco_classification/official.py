"""Which index answers on the panel of NCO classification, and the official file that an analyst may add to it."""

from __future__ import annotations

import streamlit as st

from core.errors import AppError
from core.systems.nco_classification.classification import Classification
from core.systems.nco_classification.official import (
    COLUMNS,
    NEEDED,
    Official,
    check_descriptions,
    finish_indexing,
    index_job,
    keep_official,
    official_of,
    remove_official,
)
from core.ui.buttons import pressed
from core.ui.resources import resources, show_error
from core.ui.uploads import choose_table, draw_bad_rows, drop_work, work_through
from core.ui.words import count, plain


def choose_index() -> None:
    """Say which index answers, with the way to add the official descriptions and to take them away again."""
    card = official_of(resources().folder)
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.markdown(f":material/menu_book: **Searched:** {_describe(card)}")
    with right.popover("Load the official file", width="stretch", icon=":material/upload_file:"):
        _bring(card)
    if card and not card.ready:
        _index(card)


def _describe(card: Official | None) -> str:
    if card is None:
        return "the index that comes with Glassbox"
    official = f"{count(card.descriptions, 'official description')} from {plain(card.name)}"
    return f"the index that comes with Glassbox and {official}" + ("" if card.ready else ", once they are indexed")


def _bring(card: Official | None) -> None:
    st.markdown(
        "The government's descriptions of the occupations may not be shipped. If you have them as a table, they make "
        "the search richer. They stay on this machine."
    )
    table = choose_table("Descriptions (CSV or XLSX)", COLUMNS, NEEDED, "nco_classification:official")
    if table:
        descriptions, bad = check_descriptions(table.table, table.columns, Classification.load())
        st.markdown(f"{count(len(descriptions), 'description')} can be used.")
        draw_bad_rows(bad, "descriptions")
        if pressed("Index and use", type="primary", disabled=not descriptions, key="nco_classification:index"):
            if card:
                drop_work(card.id)
            try:
                keep_official(resources().folder, table.name, descriptions)
            except AppError as error:
                show_error(error)
            else:
                st.rerun()
    if card and pressed("Remove these descriptions", icon=":material/delete:", key="nco_classification:remove"):
        drop_work(card.id)
        remove_official(resources().folder)
        st.rerun()


def _index(card: Official) -> None:
    """Begin or go on with embedding the descriptions, and watch it; until then the searches do without them."""
    borrowed = resources()
    work_through(
        card.id,
        lambda: index_job(borrowed.folder, borrowed.settings.dask_scheduler),
        "Indexing the official descriptions",
        lambda: finish_indexing(borrowed.folder, borrowed.embedder),
    )
