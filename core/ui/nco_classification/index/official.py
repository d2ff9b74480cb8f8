"""Which index answers on the panel of NCO classification, and the official file that an analyst may add to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.official import (
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
from core.ui.buttons import act
from core.ui.resources import resources
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
    folder = resources().folder
    st.markdown(
        "The government's descriptions of the occupations may not be shipped. If you have them as a table, they make "
        "the search richer. They stay on this machine."
    )
    table = choose_table("Descriptions (CSV or XLSX)", COLUMNS, NEEDED, "nco_classification:official")
    if table:
        descriptions, bad = check_descriptions(table.table, table.columns, Classification.load())
        st.markdown(f"{count(len(descriptions), 'description')} can be used.")
        draw_bad_rows(bad, "descriptions")
        act(
            "Index and use", _keep, folder, card, table.name, descriptions,
            key="nco_classification:index", type="primary", disabled=not descriptions,
        )  # fmt: skip
    if card:
        label, key = "Remove these descriptions", "nco_classification:remove"
        act(label, _remove, folder, card, key=key, icon=":material/delete:")


def _keep(folder: Path, before: Official | None, name: str, descriptions: Mapping[str, str]) -> None:
    if before:
        drop_work(before.id)
    keep_official(folder, name, descriptions)


def _remove(folder: Path, card: Official) -> None:
    drop_work(card.id)
    remove_official(folder)


def _index(card: Official) -> None:
    """Begin or go on with embedding the descriptions, and watch it; until then the searches do without them."""
    borrowed = resources()
    work_through(
        card.id,
        lambda: index_job(borrowed.folder, borrowed.settings.dask_scheduler),
        "Indexing the official descriptions",
        lambda: finish_indexing(borrowed.folder, borrowed.embedder),
    )
