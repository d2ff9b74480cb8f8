"""An answer from the documents: sentences with the number of their passage, or that none was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.evidence.verdicts import ANALYST, WORD_FOR_WORD, in_number
from core.language.terms import analyse, occurrences
from core.session import GraphSession
from core.systems.knowledge_base.answer.checking import (
    does_it_answer,
    outcome_of_answer,
    running_text,
    struck_of,
    verdict_of,
    verdicts_of,
    what_held,
    words_shown,
)
from core.systems.knowledge_base.answer.citations import text_of
from core.systems.knowledge_base.answer.differing import in_words
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.selection import chosen_in, nearest_of, stands_open
from core.systems.knowledge_base.answer.shown import pieces_of, subject_of
from core.systems.knowledge_base.answer.support import NOT_FOUND, PROBABLY, doubt_of, how_sure, why_not
from core.systems.knowledge_base.search.languages import languages_of, said_of_others, said_of_question
from core.systems.knowledge_base.state import Answer, Citation, CitedSentence, Context, Retrieved, State, StruckSentence
from core.types import Step
from core.ui.buttons import act
from core.ui.conversation import in_short
from core.ui.knowledge_base.answer.pieces import draw_pieces, with_bold
from core.ui.knowledge_base.reader.marks import draw_orders_read
from core.ui.knowledge_base.reader.reader import open_at
from core.ui.knowledge_base.search.passages import citations_of, title_of, title_of_retrieved
from core.ui.knowledge_base.search.switches import differs
from core.ui.manual import offer_making
from core.ui.panel import ask_for, catch_up
from core.ui.terms import explain
from core.ui.turn import answer_place
from core.ui.verdicts import ToRead, draw_reading_list, draw_tally, mark, offer_to_hold, said_of, struck_text, with_mark
from core.ui.words import count, marked, plain

_GRADED = (
    "Whether it answers the question is another thing than whether it stands in the documents. The number is the "
    "completeness: how likely all that was asked is answered. Relevance: does it speak about what was asked. Clarity: "
    "is it readable. Held: which share of the sentences is backed, where one that nobody could check counts half."
)


def draw_answer(session: GraphSession[State, Context], state: State, steps: Sequence[Step], run: str, key: str) -> None:
    """One answer with what has to be known about it; `run` says how the run went, `key` belongs to this answer."""
    answer = state["answer"]
    with answer_place():
        context = session.context
        languages = languages_of(context.passages.documents())
        told = said_of_question(state["original_query"], languages, context)
        if told or (answer["refused"] and (told := said_of_others(languages, context))):
            st.info(plain(told), icon=":material/translate:")
        if answer["refused"]:
            _draw_refusal(state)
        else:
            _draw_what_held(session, state, key)
        draw_orders_read(state)
        st.markdown(f"{_effort(state, steps, session.context.max_iterations)} · {run}", help=explain("who answered"))


def draw_short(state: State) -> None:
    """Draw the beginning of an answer, or that none was found, with what is nearest; a doubt stays beside it."""
    answer = state["answer"]
    if answer["refused"] and (nearest := nearest_of(state)):
        st.markdown(in_short(f"{NOT_FOUND} Nearest: {nearest}"))
        return
    if outcome_of_answer(answer) == "perhaps not in the documents":
        st.markdown(f":material/help: **{_doubt(state)}**")
    if apart := in_words(answer):
        st.markdown(f":material/compare_arrows: **The documents do not agree.** {plain(apart)}")
    computed = answer.get("computed")
    said = " ".join(said_of(one["text"], verdict_of(one)) for one in answer["sentences"])
    st.markdown(in_short(" ".join(filter(None, [computed and computed["said"], said or running_text(answer)]))))


def _doubt(state: State) -> str:
    return doubt_of(state["answer"], need_of(state["original_query"]).kind)


def _draw_what_held(session: GraphSession[State, Context], state: State, key: str) -> None:
    answer, struck = state["answer"], struck_of(state["answer"])
    if struck:
        what = "The others stand below." if answer["sentences"] else "The nearest passages follow."
        st.warning(f"**{what_held(answer)}** {what}", icon=":material/report:")
    if outcome_of_answer(answer) == "perhaps not in the documents":
        how = plain(how_sure(answer, need_of(state["original_query"]).kind))
        draw = st.info if (doubt := _doubt(state)).startswith(PROBABLY) else st.warning
        draw(f"**{doubt}** {how}", icon=":material/help:")
    if apart := in_words(answer):
        st.warning(f"**The documents do not agree.** {plain(apart)}", icon=":material/compare_arrows:")
    _draw_computed(answer)
    _draw_sentences(state, key)
    if not struck and answer["sentences"] and all(one["quoted"] for one in answer["sentences"]):
        number = in_number(len(answer["sentences"]), "quotation")
        st.markdown(f":material/format_quote: {number}, word for word, which says nothing of whether it answers.")
    else:
        draw_tally(verdicts_of(answer), quoted=True)
    if struck:
        with st.expander(
            "Struck out", icon=":material/gpp_bad:", expanded=not answer["sentences"], key=f"{key}:struck"
        ):
            st.caption(explain("struck"))
            for sentence in struck:
                _draw_struck(session, sentence, state["retrieved_documents"], key)
    if not answer["sentences"]:
        _draw_nearest(state)
    draw_reading_list(session, _to_read(state), f"{key}:reading")
    if answer["note"]:
        st.markdown(f":material/info: {plain(answer['note'])}")
    _draw_grade(state, key)


def _draw_computed(answer: Answer) -> None:
    """Draw what was computed from the rows of a table, or what was not read."""
    computed = answer.get("computed")
    if computed and computed["sure"]:
        st.info(f"{plain(computed['said'])} Computed by the rules; the rows follow.", icon=":material/calculate:")
    elif computed:
        st.warning(f"{plain(computed['said'])} What is quoted is only what is near.", icon=":material/calculate:")


def _draw_sentences(state: State, key: str) -> None:
    """Draw the first line of an answer in a frame of its own, then the evidence; much of it is folded."""
    sentences, documents = state["answer"]["sentences"], state["retrieved_documents"]
    if not sentences:
        return
    with st.container(border=True, gap="xsmall"):
        _draw_sentence(1, sentences[0], documents, key, chosen_in(sentences[0], state))
    numbered, open_ = list(enumerate(sentences, start=1)), stands_open(state)
    for number, sentence in numbered[1:open_]:
        _draw_sentence(number, sentence, documents, key)
    if more := numbered[open_:]:
        with st.expander(f"{count(len(more), 'more place')} that may say it", key=f"{key}:more"):
            for number, sentence in more:
                _draw_sentence(number, sentence, documents, key)


def _draw_sentence(
    number: int, sentence: CitedSentence, documents: Sequence[Retrieved], key: str, chosen: str = ""
) -> None:
    """Draw a sentence with its mark and its citations; a quotation as it stands, below what it speaks of.

    A quotation has no mark of a claim that was checked: that it stands there says nothing of whether it answers. What
    was `chosen` of it is in bold.
    """
    verdict, pieces = verdict_of(sentence), pieces_of(sentence, documents)
    quoted = verdict.by == WORD_FOR_WORD
    subject = subject_of(sentence, documents) if sentence["quoted"] else ""
    alone = len(pieces) == 1 and pieces[0].kind == "paragraph"
    with st.container(gap="xsmall"):
        if subject:
            st.caption(plain(subject))
        if not alone:
            draw_pieces(pieces, chosen)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
            if alone or not quoted:
                text = pieces[0].text
                words = f"“{with_bold(text, chosen)}”" if quoted else with_mark(text, verdict)
                said = words if alone else mark(verdict)
                st.markdown(said, width="stretch" if alone else "content")
            for citation in citations_of(sentence):
                act(
                    f"\\[{citation['number']}\\]", open_at, key, documents[citation["number"] - 1], [citation],
                    key=f"{key}:cite:{number}:{citation['number']}",
                    type="tertiary",
                    help=f"{f'Quotation {number}, word for word' if quoted else f'Sentence {number}'}: show where it "
                    f"stands in {plain(citation['name'])}",
                )  # fmt: skip


def _draw_struck(
    session: GraphSession[State, Context], sentence: StruckSentence, documents: Sequence[Retrieved], key: str
) -> None:
    """Draw a sentence that did not hold, why, and a way to say that the passage does say so."""
    verdict = verdict_of(sentence)
    with st.container(gap=None):
        st.markdown(struck_text(sentence["text"], verdict, words_shown(verdict, sentence["cites"], documents)))
        with st.container(horizontal=True, gap="small"):
            for citation in sentence["cites"]:
                act(
                    f"\\[{citation['number']}\\]", open_at, key, documents[citation["number"] - 1], [citation],
                    key=f"{key}:struck:{sentence['place']}:{citation['number']}", type="tertiary",
                    help=f"Show the passage in {plain(citation['name'])}",
                )  # fmt: skip
            if sentence["cites"] and verdict.by != ANALYST:
                offer_to_hold(session, sentence["key"], f"{key}:says:{sentence['place']}")


def _to_read(state: State) -> list[ToRead]:
    documents = state["retrieved_documents"]
    entries: list[tuple[CitedSentence | StruckSentence, list[Citation]]]
    entries = [(one, citations_of(one)) for one in state["answer"]["sentences"]]
    entries += [(one, one["cites"]) for one in struck_of(state["answer"])]
    return [
        ToRead(
            entry.get("key", ""),
            entry["text"],
            tuple(
                (title_of(document["name"], [], document["page"]), text_of(document))
                for document in [documents[one["number"] - 1] for one in cites]
            ),
            verdict_of(entry),
        )
        for entry, cites in entries
        if entry.get("key")
    ]


def _draw_refusal(state: State) -> None:
    """Draw that no answer was found, the sentence that came nearest, and the passages that were read."""
    st.warning(
        f"**{NOT_FOUND}** What follows is the nearest of what the documents hold: it may say it in other words, or be "
        "beside the point.",
        icon=":material/search_off:",
    )
    if nearest := nearest_of(state):
        st.markdown(f"Nearest: {plain(nearest)}")
    st.markdown(plain(why_not(state["answer"]["measures"], state["answer"].get("unheld", []))))
    _draw_nearest(state)


_OPEN = 800  # characters of the nearest passages above one that is open, too: nobody knows which of them says it


def _draw_nearest(state: State) -> None:
    """Draw the passages that were read, each with how near it is."""
    reasons = {grade["id"]: f" · grade {grade['score']:.2f}" for grade in state["document_grades"]}
    asked = set(analyse(state["original_query"]))
    above = 0
    for number, document in enumerate(state["retrieved_documents"], start=1):
        title = plain(title_of_retrieved(document))
        how_near = f" · cosine {document['cosine']:.2f}{reasons.get(document['id'], '')}"
        with st.expander(f"{number}. {title}{how_near}", expanded=above < _OPEN):
            st.markdown(marked(document["text"], occurrences(document["text"], asked)))
        above += len(document["text"])
    if not state["retrieved_documents"]:
        st.markdown("Nothing at all was found.")


def _draw_grade(state: State, key: str) -> None:
    """Draw whether the question is answered, which no mark on a sentence says; what was measured stands in the help."""
    grade = state["response_grade"]
    if not grade:
        return
    parts = ", ".join(f"{name} {score:.2f}" for name, score in grade["details"].items())
    perhaps = outcome_of_answer(state["answer"]) == "perhaps not in the documents"
    icon = ":material/help:" if perhaps else ":material/check_circle:" if grade["passed"] else ":material/report:"
    with st.container(gap=None):
        measured = f"Graded {grade['score']:.2f}: {parts}. {plain(grade['reason'])} {_GRADED}"
        st.markdown(f"{icon} Does it answer the question? {plain(does_it_answer(state))}", help=measured)
        offer_making("knowledge_base", "The answer", f"{key}:grade")


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


def offer_others(session: GraphSession[State, Context], state: State) -> None:
    """Where a request put several questions, of which the first is answered: a way to ask each of the others."""
    name, at_work = session.system.name, session.at_work
    for other in state.get("others", []):
        label = f"Ask the next question: {plain(_as_asked(other))}"
        act(label, ask_for, name, _as_asked(other), key=f"{name}:other:{other}", icon=":material/playlist_add:",
            disabled=at_work)  # fmt: skip


def _as_asked(question: str) -> str:
    words = question.strip(" .?!")
    return f"{words[:1].upper()}{words[1:]}?"


def ask_again(session: GraphSession[State, Context], settings: Mapping[str, Any]) -> None:
    """Ask the latest question once more, with these settings; a λ among them holds for this time. Made for `act`."""
    catch_up(session)
    numbers = {name: value for name, value in settings.items() if name in Context.__dataclass_fields__}
    session.context = replace(session.context, **numbers)
    session.ask_again(settings)
