"""What holds now: who answers here and where things are kept, in plain words, and what is new.

It tells what is configured and tries nothing: *This installation* in the sidebar does that.
"""

from __future__ import annotations

import streamlit as st

from core.errors import AppError
from core.llm.engine import Engine
from core.paths import ASSETS
from core.settings import Settings, SourceSettings
from core.ui.resources import engine, settings
from core.ui.words import plain

_TITLES = {
    "pubmed": "PubMed", "arxiv": "arXiv", "openalex": "OpenAlex", "materials": "the Materials Project",
    "web": "the web",
}  # fmt: skip


def draw_what_answers() -> None:
    """Draw who answers, what another would change, what keeps the runs, and who outside is asked."""
    told = settings()
    here = "on this server" if told.sign_in else "on this computer"
    st.markdown("#### :material/info: What answers here")
    try:
        st.markdown(_who(engine(), here))
    except AppError as error:
        st.markdown(f"**Nobody yet.** {plain(str(error))} {plain(error.advice)}")
    st.markdown(_kept(told, here))
    st.markdown(_outside(told.sources))


def draw_news() -> None:
    """Draw what is new, as the file of the project says it."""
    with st.expander("What is new", icon=":material/new_releases:"):
        st.markdown((ASSETS / "home" / "news.md").read_text(encoding="utf-8"))


def _who(answers: Engine, here: str) -> str:
    if answers.offline:
        return (
            f"**Rules {here}:** no model is asked.\n\n"
            "**With a key of Gemini** a model reads and writes, and is checked all the same: *Choose who answers*, in "
            "the sidebar."
        )
    return (
        f"**{plain(answers.label)}** reads what you ask and writes from what was found {here}; both are sent to it.\n\n"
        "**Without it** rules answer: *Choose who answers*, in the sidebar, with the model *offline*."
    )


def _kept(told: Settings, here: str) -> str:
    files = f"files {here}"
    runs, books = told.database_url and "PostgreSQL", told.neo4j_uri and "Neo4j"
    if not (runs or books):
        return f"**Kept:** in {files}."
    return f"**Kept:** runs and documents in {runs or files}, the graph of books in {books or files}."


def _outside(sources: SourceSettings) -> str:
    """Say which live sources a report may ask, of those that have what they need."""
    lacking = {
        "materials": not sources.materials_key,
        "web": not (sources.searxng_url or sources.tavily_key),
    }
    asked = [_TITLES[name] for name in sources.allowed if not lacking.get(name)]
    if not asked:
        return "**Papers:** those that are here. Whoever runs Glassbox can allow paper databases to be asked."
    return f"**Asked for papers:** {', '.join(asked)}."
