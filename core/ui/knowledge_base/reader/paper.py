"""What lies open beside an answer, drawn by a component of our own: a page with boxes over it, or a text as blocks.

Streamlit has no element that lays boxes over a picture, scrolls to a place, or marks words in code and tables. The
component gets data and no markup: its script sets every word of a document as text.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.documents.pdf_render import PageView
from core.systems.knowledge_base.reader.layout import Laid

_FOLDER = Path(__file__).parent
_KEY = "knowledge_base:paper"  # a key of Streamlit's may not hold two underscores, as an id of a thread may
_paper = st.components.v2.component(
    "glassbox_paper",
    html='<div class="paper"></div>',
    css=(_FOLDER / "paper.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "paper.js").read_text(encoding="utf-8"),
)


def lay_page(view: PageView, name: str, zoom: float, opened: str, turn: Callable[[int], object]) -> None:
    """Lay a page open at its boxes. `zoom` is 1 for its own size and 0 for the width there is; `turn` turns to another.

    `opened` changes with every citation that is opened: it then comes into sight.
    """
    cited = view.boxes.get(view.number, [])
    data = {
        "label": f"Page {view.number} of {view.pages} of {name}",
        "number": view.number,
        "pages": view.pages,
        "width": view.width,
        "height": view.height,
        "zoom": zoom,
        "picture": _as_address(view.picture),
        "boxes": [list(box) for box in cited],
        "thumbs": [
            {"number": page, "picture": _as_address(picture), "cited": page in view.boxes, "shown": page == view.number}
            for page, picture in sorted(view.thumbs.items())
        ],
        "place": f"{opened} {view.number} {zoom}",
        "to": "mark" if cited else "start",
        "opened": opened,
    }

    def turned() -> None:
        if (number := st.session_state[_KEY].turned) is not None:
            turn(int(number))

    _paper(data=data, key=_KEY, on_turned_change=turned)


def lay_text(
    blocks: Sequence[Laid], name: str, lines: bool, opened: str, part: tuple[int, Literal["mark", "start", "end"]]
) -> None:
    """Lay blocks of a text open; `lines`: its line ends say something. `part` is which part of the text it is, and to
    where in it to go."""
    data: dict[str, Any] = {
        "label": name,
        "lines": lines,
        "blocks": [asdict(block) for block in blocks],
        "place": f"{opened} {part[0]}",
        "to": part[1],
        "opened": opened,
    }
    _paper(data=data, key=_KEY, on_turned_change=lambda: None)


def _as_address(picture: bytes) -> str:
    return f"data:image/webp;base64,{base64.b64encode(picture).decode()}"
