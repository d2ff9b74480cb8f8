"""A conversation with the documents as a file, with its sources."""

from __future__ import annotations

from core.session import GraphSession
from core.systems.knowledge_base.answer.export import to_markdown
from core.ui.downloads import Download


def conversation_file(session: GraphSession, collection: str) -> Download:
    """The conversation as Markdown, written when it is asked for; `collection` is the name of what was asked."""

    def build() -> str:
        entry = session.threads.find(str(session.thread))
        return to_markdown(entry.title if entry else "", collection, [past.values for past in session.turns])

    return Download("Conversation with its sources", "conversation.md", "text/markdown", build)
