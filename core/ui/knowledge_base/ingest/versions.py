"""The versions of a document: when each was current, and what changed between two of them."""

from __future__ import annotations

import streamlit as st

from core.stores.passages import Document, Passages, Version
from core.systems.knowledge_base.ingest.differences import Change, Piece, differences
from core.ui.words import count, marked, plain

_COLOURS: dict[Change, str] = {"added": "green", "removed": "red"}
_WORDS = {"added": "new section", "removed": "section that is gone", "changed": "changed"}


def draw_versions(passages: Passages, document: Document) -> None:
    """Draw the earlier versions of a document, and what changed since the one that is chosen."""
    versions = passages.versions(document.name)
    if len(versions) < 2:
        return
    newest, *earlier = versions
    with st.expander(f"{count(len(versions), 'version')} of this document", icon=":material/history:"):
        st.markdown(
            f"The newest came on {_moment(newest.document.added)} UTC. Earlier ones are kept, and nothing finds them."
        )
        number = st.selectbox(
            "Compare it with the version that was current",
            range(len(earlier)),
            format_func=lambda place: _spell(earlier[place]),
            key=f"{document.id}:version",
        )
        _draw_changes(passages, earlier[number].document.id, document.id)


def _draw_changes(passages: Passages, before: str, after: str) -> None:
    changes = differences(*((passages.text(id), passages.passages(id)) for id in (before, after)))
    if not changes:
        st.markdown("The text of both is the same.")
        return
    st.markdown(
        f"{count(len(changes), 'section')} differ{'s' if len(changes) == 1 else ''}. What is new is "
        ":green-background[green], what is gone is :red-background[red and struck through]."
    )
    for change in changes:
        with st.container(border=True):
            where = plain(" › ".join(change.headings)) or "Without a heading"
            st.markdown(f"**{where}**, {_WORDS[change.change]}")
            st.markdown("".join(map(_shown, change.pieces)))


def _shown(piece: Piece) -> str:
    text = piece.text
    if piece.change == "same":
        return marked(text, [])
    words = text.strip()
    if not words:
        return marked(text, [])
    lines = [line for line in words.splitlines() if line.strip()]
    colour = _COLOURS[piece.change]
    shown = "  \n".join(marked(line.strip(), [(0, len(line.strip()))], colour) for line in lines)
    if piece.change == "removed":
        shown = "  \n".join(f"~~{line}~~" for line in shown.split("  \n"))
    return f"{' ' if text[0].isspace() else ''}{shown}{' ' if text[-1].isspace() else ''}"


def _spell(version: Version) -> str:
    return f"{_moment(version.document.added)} to {_moment(version.ended)}"


def _moment(moment: str) -> str:
    return moment[:16].replace("T", " ")
