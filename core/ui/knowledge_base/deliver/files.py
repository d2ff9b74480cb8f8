"""What can be taken away: the conversation in three formats, and what was thought of answers as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from core.session import GraphSession
from core.stores.thumbs import Thumb, as_csv, give, take_back, thumbs
from core.systems.knowledge_base.answer.checking import as_read
from core.systems.knowledge_base.deliver.html import to_html
from core.systems.knowledge_base.deliver.markdown import to_markdown
from core.systems.knowledge_base.deliver.word import to_docx
from core.systems.knowledge_base.state import Context, State
from core.ui.buttons import act
from core.ui.downloads import Download, draw_downloads
from core.ui.knowledge_base.ingest.collections import Chosen
from core.ui.resources import guarded, resources
from core.ui.words import count, plain

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_LISTED = 5  # answers
_SHORT = 120  # characters of a question


def draw_files(session: GraphSession[State, Context], chosen: Chosen, key: str) -> None:
    """Draw the buttons for the files of a conversation, and what is kept for judging."""
    draw_downloads(_conversation(session, chosen.name), key)
    guarded(partial(_draw_kept, resources().folder, session.system.name, key))


def _conversation(session: GraphSession[State, Context], collection: str) -> list[Download]:
    """Offer the conversation as a file: all that stands, marked, or only what is backed.

    Each is written when it is asked for; `collection` is the name of what was asked.
    """

    def build(write: Callable[[str, str, Sequence[State]], bytes | str]) -> bytes | str:
        entry = session.threads.find(str(session.thread))
        turns = [as_read(past.values, session.said) for past in session.turns]
        return write(entry.title if entry else "", collection, turns)

    backed = partial(to_markdown, only_backed=True)
    return [
        Download("Conversation with its sources", "conversation.md", "text/markdown", partial(build, to_markdown)),
        Download("Only what is backed", "conversation_backed.md", "text/markdown", partial(build, backed)),
        Download("As HTML", "conversation.html", "text/html", partial(build, to_html)),
        Download("As Word", "conversation.docx", _WORD, partial(build, to_docx)),
    ]


def _draw_kept(folder: Path, system: str, key: str) -> None:
    """Draw what was thought of answers, of this and of other conversations; nothing where nobody said anything."""
    kept, forgotten = thumbs(folder, system), f"{system}:thumbs:forgotten"
    if not kept and (before := st.session_state.get(forgotten)):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/delete: What you thought of {count(len(before), 'answer')} is forgotten.")
            act("Bring it back", give, folder, *before, key=f"{key}:kept:back", type="tertiary", icon=":material/undo:")
    if not kept:
        return
    with st.expander("Kept for judging", icon=":material/rule:", key=f"{key}:kept:open"):
        up = sum(one.up for one in kept)
        st.markdown(
            f"**{count(len(kept), 'answer')}**, {up} with thumb up and {len(kept) - up} with thumb down, each with its "
            "question, its sources and the settings. They stay when a conversation is forgotten, until you forget them "
            "here; they leave the computer that runs Glassbox only with this file."
        )
        for one in reversed(kept[-_LISTED:]):
            st.markdown(_in_a_line(one))
        draw_downloads([Download("As CSV", "thumbs.csv", "text/csv", partial(as_csv, kept))], f"{key}:kept")
        act("Forget them all", _forget, folder, kept, forgotten, key=f"{key}:kept:forget", icon=":material/delete:")


def _forget(folder: Path, kept: Sequence[Thumb], forgotten: str) -> None:
    take_back(folder, *kept)
    st.session_state[forgotten] = kept


def _in_a_line(thumb: Thumb) -> str:
    icon = ":material/thumb_up:" if thumb.up else ":material/thumb_down:"
    question = thumb.question if len(thumb.question) <= _SHORT else f"{thumb.question[:_SHORT]} …"
    return f"{icon} {plain(question)}{f' · {plain(thumb.why)}' if thumb.why else ''}"
