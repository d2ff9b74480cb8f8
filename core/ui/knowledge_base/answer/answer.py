"""An answer from the documents: sentences with the number of their passage, or that the documents do not say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.language.terms import analyse, occurrences
from core.session import GraphSession
from core.systems.knowledge_base.answer.export import to_markdown
from core.systems.knowledge_base.state import CitedSentence, Context, State
from core.types import Step
from core.ui.buttons import act
from core.ui.conversation import in_short
from core.ui.downloads import Download
from core.ui.knowledge_base.answer.sources import pick
from core.ui.knowledge_base.search.passages import citations_of, title_of_retrieved
from core.ui.knowledge_base.search.switches import differs
from core.ui.panel import catch_up
from core.ui.words import count, marked, plain


def draw_answer(session: GraphSession[State, Context], state: State, steps: Sequence[Step], run: str, key: str) -> None:
    """One answer with what has to be known about it; `run` says how the run went, `key` belongs to this answer."""
    answer = state["answer"]
    with st.chat_message("assistant"):
        if answer["refused"]:
            _draw_refusal(state)
        else:
            _draw_sentences(answer["sentences"], key)
            if answer["note"]:
                st.markdown(f":material/info: {plain(answer['note'])}")
        st.markdown(f"{_verdict(state)}{_effort(state, steps, session.context.max_iterations)} · {run}")


def draw_short(state: State) -> None:
    """Draw the beginning of an answer, or that there is none."""
    answer = state["answer"]
    said = " ".join(sentence["text"] for sentence in answer["sentences"])
    st.markdown("The documents do not say this." if answer["refused"] else in_short(said))


def _draw_sentences(sentences: Sequence[CitedSentence], key: str) -> None:
    for number, sentence in enumerate(sentences, start=1):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
            st.markdown(plain(sentence["text"]), width="stretch")
            for citation in citations_of(sentence):
                act(
                    f"\\[{citation['number']}\\]", pick, key, citation["number"], number,
                    key=f"{key}:cite:{number}:{citation['number']}",
                    type="tertiary",
                    help=f"Sentence {number}: show where it stands in {plain(citation['name'])}",
                )  # fmt: skip


def _draw_refusal(state: State) -> None:
    """Draw that it is not there, and what was nearest, each with how near it is."""
    st.warning(
        "**The documents do not say this.** What follows is only the nearest of what they hold; it may be beside the "
        "point.",
        icon=":material/search_off:",
    )
    reasons = {grade["id"]: f" · grade {grade['score']:.2f}" for grade in state["document_grades"]}
    asked = set(analyse(state["original_query"]))
    for number, document in enumerate(state["retrieved_documents"], start=1):
        title = plain(title_of_retrieved(document))
        with st.expander(f"{number}. {title} · cosine {document['cosine']:.2f}{reasons.get(document['id'], '')}"):
            st.markdown(marked(document["text"], occurrences(document["text"], asked)))
    if not state["retrieved_documents"]:
        st.markdown("Nothing at all was found.")


def _verdict(state: State) -> str:
    grade = state["response_grade"]
    if not grade:
        return ""
    parts = ", ".join(f"{name} {score:.2f}" for name, score in grade["details"].items())
    icon = ":material/check_circle:" if grade["passed"] else ":material/report:"
    return f"{icon} Answer graded **{grade['score']:.2f}** ({parts}). {plain(grade['reason'])}  \n"


def _effort(state: State, steps: Sequence[Step], most: int) -> str:
    """How often it was searched, and how many calls of a model that took."""
    calls = sum(bool(asked.model) for step in steps for asked in step.asked)
    tried = count(len(state["attempts"]), "query", "queries")
    return f":material/manage_search: {tried} tried, {most + 1} at most · {count(calls, 'model call')}"


def offer_again(session: GraphSession[State, Context], settings: Mapping[str, object]) -> None:
    """Where the settings are no longer those of the latest answer: a way to ask its question again with them."""
    if differs(session.settings, settings):
        label = "Ask again with the settings of now"
        act(label, ask_again, session, settings, key="knowledge_base:again", icon=":material/refresh:")


def ask_again(session: GraphSession[State, Context], settings: Mapping[str, Any]) -> None:
    """Ask the latest question once more, with these settings; a λ among them holds for this time. Made for `act`."""
    catch_up(session)
    numbers = {name: value for name, value in settings.items() if name != "collection"}
    session.context = replace(session.context, **numbers)
    session.ask_again()
    session.threads.update(str(session.thread), settings={**session.settings, **settings})


def conversation_file(session: GraphSession[State, Context], collection: str) -> Download:
    """Offer the conversation as Markdown, written when it is asked for; `collection` is the name of what was asked."""

    def build() -> str:
        entry = session.threads.find(str(session.thread))
        return to_markdown(entry.title if entry else "", collection, [past.values for past in session.turns])

    return Download("Conversation with its sources", "conversation.md", "text/markdown", build)
