"""Which index answers on the panel of NCO classification, and the official file that an analyst may add to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.official import (
    DESCRIPTIONS,
    OFFICIAL,
    Official,
    check_descriptions,
    keep_official,
    official_of,
    remove_official,
)
from core.ui.bulk_work import drop_work, work_through
from core.ui.buttons import act
from core.ui.controls import Controls
from core.ui.own_data import OwnTable, bring, draw_removed
from core.ui.resources import resources
from core.ui.words import count, plain

_DESCRIPTIONS = OwnTable(
    "nco_classification:official",
    "Descriptions (CSV or XLSX)",
    DESCRIPTIONS,
    "description",
    lambda mapped: check_descriptions(mapped.table, mapped.columns, Classification.load()),
)


def choose_index(controls: Controls) -> str:
    """Return in words which index answers; draw the way to add the official descriptions and to take them away
    again."""
    card = official_of(resources().folder)
    with controls.beside.popover("Add official descriptions", icon=":material/upload_file:"):
        _bring(card)
    if card and not card.ready:
        # Until they are indexed the searches do without them.
        work_through(OFFICIAL, card, "Indexing the official descriptions")
    return f"**{_describe(card)}**"


def _describe(card: Official | None) -> str:
    if card is None:
        return "Official codes and titles of NCO 2015"
    official = f"{count(card.descriptions, 'official description')} from {plain(card.name)}"
    return f"Official codes and titles of NCO 2015 and {official}" + ("" if card.ready else ", once they are indexed")


def _bring(card: Official | None) -> None:
    folder = resources().folder
    st.markdown(
        "Codes and titles are the official ones. The everyday phrases and what people do are Glassbox's own words, for "
        "the government's descriptions may not be shipped. If you have them as a table, they are searched too; they "
        "stay on the computer that runs Glassbox."
    )
    if descriptions := bring(_DESCRIPTIONS):
        act(
            "Index and use", _keep, folder, card, descriptions.name, descriptions.records,
            key="nco_classification:index", type="primary", disabled=not descriptions.records,
        )  # fmt: skip
    if card:
        label, key = "Remove these descriptions", "nco_classification:remove"
        act(label, _remove, folder, card, key=key, icon=":material/delete:")
    draw_removed(OFFICIAL.uploads(folder), "nco_classification:official", instead_of=card.id if card else "")


def _keep(folder: Path, before: Official | None, name: str, descriptions: Mapping[str, str]) -> None:
    if before:
        drop_work(before.id)
    keep_official(folder, name, descriptions)


def _remove(folder: Path, card: Official) -> None:
    drop_work(card.id)
    remove_official(folder)
