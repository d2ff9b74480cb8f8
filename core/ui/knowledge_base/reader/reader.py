"""The document beside the answer: opened by the number behind a sentence, at the very words the sentence rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from core.documents.outline import page_at
from core.documents.page_words import Quote
from core.documents.pdf_render import PageView, view_page
from core.errors import InputError
from core.stores.passages import Passage, Passages
from core.systems.knowledge_base.answer.units import parts_of
from core.systems.knowledge_base.ingest.originals import original_of
from core.systems.knowledge_base.reader.layout import lay_out
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Citation, Retrieved
from core.ui.buttons import act
from core.ui.in_the_browser import bring_into_sight_on_a_telephone
from core.ui.knowledge_base.reader.marks import draw_marks
from core.ui.knowledge_base.reader.paper import lay_page, lay_text
from core.ui.resources import guarded, resources, show_error
from core.ui.words import plain

_WIDTHS = (9, 11)  # of the answer and of the document beside it
_ZOOMS = {"Fit": 0.0, "100 %": 1.0, "150 %": 1.5, "200 %": 2.0}
_ZOOM = "knowledge_base:reader:zoom"
_PAGE, _TEXT = "Page", "Text"
_BEFORE, _AFTER = 3_000, 9_000  # characters of a text that lie open around a place
_STEP = 9_000
_CONTEXT = 200  # characters around a quotation, by which it is told from another with the same words


@dataclass(frozen=True)
class _Place:
    """What lies open: a passage, the stretches of its document that are marked, and which opening of the turn it is."""

    document: Retrieved
    spans: tuple[tuple[int, int], ...]
    opened: int


def open_at(key: str, document: Retrieved, citations: Sequence[Citation] = ()) -> None:
    """Lay a document open beside the answer of `key`, at what of it is cited, or at a passage; made for `act`."""
    here = _place(key)
    spans = _apart([(one["start"], one["end"]) for one in citations if one["document"] == document["document"]])
    chosen = spans or ((document["start"], document["end"]),)
    st.session_state[f"{key}:open"] = _Place(document, chosen, here.opened + 1 if here else 1)
    _turn(key, "page", None)
    _turn(key, "part", 0)


def _apart(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the stretches that these fill, in order and without doubles."""
    parted: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        begins = max(start, parted[-1][1]) if parted else start
        if begins < end:
            parted.append((begins, end))
    return tuple(parted)


def _place(key: str) -> _Place | None:
    place: _Place | None = st.session_state.get(f"{key}:open")
    return place


def document_open(key: str) -> Retrieved | None:
    """Return the passage that lies open beside the answer of `key`, if one does."""
    place = _place(key)
    return place.document if place else None


def _turn(key: str, what: Literal["page", "part"], to: int | None) -> None:
    """Turn to another page of what lies open (None: the one with the place), or to another part of its text."""
    st.session_state[f"{key}:{what}"] = to


def draw_beside(draw_answer: Callable[[], object], passages: Passages, collections: Sequence[str], key: str) -> None:
    """Draw the answer of `key`, and beside it the document that lies open, if one does."""
    place = _place(key)
    if place is None:
        draw_answer()
        return
    answer, document = st.columns(_WIDTHS, gap="medium")
    with answer:
        draw_answer()
    with document:
        bring_into_sight_on_a_telephone(f"{key}:{place.opened}")
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            where = " › ".join([place.document["name"], *place.document["headings"]])
            st.markdown(f":material/menu_book: **{plain(where)}**")
            act(
                "Close", st.session_state.pop, f"{key}:open", None,
                key=f"{key}:close", type="tertiary", icon=":material/close:", help="Close the document",
            )  # fmt: skip
        _draw_open(place, passages, collections, key)


@st.fragment
def _draw_open(place: _Place, passages: Passages, collections: Sequence[str], key: str) -> None:
    """Draw what lies open; only this is drawn anew when a page is turned."""
    guarded(lambda: _draw_document(place, passages, collections, key))


def _draw_document(place: _Place, passages: Passages, collections: Sequence[str], key: str) -> None:
    document = place.document
    text = _text(document, passages)
    if text is None:
        _draw_as_read(place, key)
        return
    if known := next((one for one in passages.documents() if one.id == document["document"]), None):
        draw_marks(known, text)
    if not document["page"]:
        _draw_text(place, text, passages, key)
        return
    kept = (original_of(resources(), one, document["document"]) for one in collections)
    file = next(filter(None, kept), None)
    if file is None:
        st.markdown(":material/info: The file itself was not kept when it was brought, so its text is shown.")
        _draw_text(place, text, passages, key)
        return
    if _draw_page(place, text, file, key) == _TEXT:
        _draw_text(place, text, passages, key)


def _text(document: Retrieved, passages: Passages) -> str | None:
    """Return the whole text that a passage is of; None when it is of another tool, or gone."""
    try:
        text = passages.text(document["document"])
    except InputError:
        return None
    return text if text[document["start"] : document["end"]] == document["text"] else None


# --- pages ------------------------------------------------------------------------------------------------------------


def _draw_page(place: _Place, text: str, file: Path, key: str) -> str:
    """Draw the page that is turned to, and return what the analyst wants to see: pages or text."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        turning = st.container(horizontal=True, vertical_alignment="center", gap="small", width="content")
        mode = st.segmented_control(
            "Shown as", [_PAGE, _TEXT], default=_PAGE, required=True, key=f"{key}:as", label_visibility="collapsed"
        )
        if mode == _TEXT:
            return _TEXT
        zoom = st.segmented_control(
            "Size of the page", list(_ZOOMS), default="Fit", required=True, key=_ZOOM, label_visibility="collapsed",
            persist_state="session",
        )  # fmt: skip
    name = place.document["name"]
    quotes = tuple(
        (text[start:end], page_at(text, start), text[max(start - _CONTEXT, 0) : start], text[end : end + _CONTEXT])
        for start, end in place.spans
    )
    try:
        view = _view((str(file), file.stat().st_mtime_ns), name, st.session_state.get(f"{key}:page"), quotes)
    except InputError as error:
        show_error(error)
        return _TEXT
    with turning:
        _draw_turning(view, key)
    if not view.boxes:
        st.markdown(":material/search_off: The words were not found on the page, so it has no mark; *Text* shows them.")

    def turn(number: int) -> None:
        _turn(key, "page", number)

    lay_page(view, name, _ZOOMS[zoom], f"{key} {place.opened}", turn)
    return _PAGE


@st.cache_data(max_entries=40, show_spinner="Drawing the page …")
def _view(
    file: tuple[str, int], name: str, number: int | None, quotes: tuple[tuple[str, int, str, str], ...]
) -> PageView:
    """Return a page as it was drawn not long ago; the time of the file tells it from one that took its place."""
    return view_page(Path(file[0]), name, number, [Quote(*quote) for quote in quotes])


def _draw_turning(view: PageView, key: str) -> None:
    act(
        "Previous page", _turn, key, "page", view.number - 1, icon=":material/chevron_left:",
        key=f"{key}:previous", type="tertiary", disabled=view.number == 1,
    )  # fmt: skip
    st.markdown(f"{view.number} of {view.pages}", width="content")
    act(
        "Next page", _turn, key, "page", view.number + 1, icon=":material/chevron_right:",
        key=f"{key}:next", type="tertiary", disabled=view.number == view.pages,
    )  # fmt: skip
    if view.boxes and view.number not in view.boxes:
        act("To the place", _turn, key, "page", None, key=f"{key}:back", type="tertiary", icon=":material/my_location:")


# --- text -------------------------------------------------------------------------------------------------------------


def _draw_text(place: _Place, text: str, passages: Passages, key: str) -> None:
    """Draw the part of a text around the place, or one before or after it."""
    document, step = place.document, st.session_state.get(f"{key}:part") or 0
    at = place.spans[0][0] + step * _STEP
    low, high = max(at - _BEFORE, 0), at + _AFTER
    blocks = lay_out(text, passages.passages(document["document"]), place.spans, low, high)
    kinds = {one.id: one.kind for one in passages.documents()}
    to: Literal["mark", "start", "end"] = "mark" if not step else "start" if step > 0 else "end"
    _draw_step("Earlier", step - 1, low > 0, ":material/expand_less:", key)
    lay_text(
        blocks, document["name"], kinds.get(document["document"]) == "text", f"{key} {place.opened}", (step, to),
    )  # fmt: skip
    _draw_step("Later", step + 1, high < len(text), ":material/expand_more:", key)


def _draw_step(label: str, to: int, there_is: bool, icon: str, key: str) -> None:
    if there_is:
        act(label, _turn, key, "part", to, key=f"{key}:{label}", type="tertiary", icon=icon)


def _draw_as_read(place: _Place, key: str) -> None:
    """Draw a passage as it was read, of a document that is not here."""
    document = place.document
    why = (
        "The document is not in this collection any more; this is the passage as it was read."
        if document["tool"] == KNOWLEDGE_BASE
        else f"This passage was brought by {document['tool']}; its document is not in this collection."
    )
    st.warning(plain(why), icon=":material/scan_delete:")
    passage, moved = _by_itself(document), -document["start"]
    spans = [(max(low + moved, 0), high + moved) for low, high in place.spans]
    lay_text(
        lay_out(passage.text, [passage], spans), document["name"], False, f"{key} {place.opened}", (0, "mark"),
    )  # fmt: skip


def _by_itself(document: Retrieved) -> Passage:
    """Return a passage of the state as if it were a whole document."""
    moved = -document["start"]
    parts = [one._replace(start=one.start + moved, end=one.end + moved) for one in parts_of(document)]
    text = document["text"]
    return Passage(document["id"], document["document"], 0, text, 0, len(text), parts=tuple(parts))
