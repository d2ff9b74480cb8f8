"""Where an answer stands in the documents: from a sentence to its passage, and from a passage to its sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.errors import InputError
from core.stores.passages import Passages
from core.systems.knowledge_base.answer.checking import verdict_of
from core.systems.knowledge_base.state import KNOWLEDGE_BASE, Citation, Retrieved, State
from core.ui.buttons import act
from core.ui.knowledge_base.search.passages import citations_of, rests_on, title_of_retrieved
from core.ui.verdicts import said_of
from core.ui.words import count, marked, plain

TAB = "Where it stands"
TABS = "knowledge_base:tabs"
_AROUND = 700  # characters of the document before and after a passage


def pick(key: str, passage: int, sentence: int | None) -> None:
    """Open a passage, by its number, on the place of a sentence, if one is given; made for `act`."""
    st.session_state[f"{key}:passage"] = passage
    st.session_state[f"{key}:sentence"] = sentence
    st.session_state[TABS] = TAB


def draw_sources(state: State, passages: Passages, key: str) -> None:
    """Draw a passage that was read, in its document, with the sentences of the answer that rest on it."""
    documents = state["retrieved_documents"]
    if not documents:
        st.markdown("Nothing was found, so there is nothing to show.")
        return
    cited = rests_on(state)
    chosen = f"{key}:passage"
    numbers = list(range(1, len(documents) + 1))
    if st.session_state.get(chosen) not in numbers:
        first = next((number for number in numbers if documents[number - 1]["id"] in cited), 1)
        st.session_state[chosen] = first
    number: int = st.selectbox(
        "Passage",
        numbers,
        key=chosen,
        format_func=lambda one: _label(one, documents[one - 1], cited),
        on_change=lambda: st.session_state.pop(f"{key}:sentence", None),
    )
    document = documents[number - 1]
    here = cited.get(document["id"], [])
    picked = st.session_state.get(f"{key}:sentence")
    left, right = st.columns([2, 3])
    with left:
        _draw_sentences(state, number, here, picked, key)
        _draw_grade(state, document)
    with right:
        shown = [picked] if picked in here else here
        _draw_in_document(document, _citations(state, document["id"], shown), passages)


def _label(number: int, document: Retrieved, cited: Mapping[str, Sequence[int]]) -> str:
    uses = cited.get(document["id"])
    use = f"{count(len(uses), 'sentence')} rest on it" if uses and len(uses) > 1 else "1 sentence rests on it"
    return f"{number}. {title_of_retrieved(document)} · {use if uses else 'found and not used'}"


def _draw_sentences(state: State, passage: int, here: Sequence[int], picked: int | None, key: str) -> None:
    if not here:
        st.markdown("**Found and not used.** No sentence of the answer rests on this passage.")
        return
    st.markdown("**What rests on this passage**")
    for number in here:
        sentence = state["answer"]["sentences"][number - 1]
        text = plain(said_of(sentence["text"], verdict_of(sentence)))
        act(
            f"**{text}**" if number == picked else text, pick, key, passage, number,
            key=f"{key}:rests:{passage}:{number}",
            type="tertiary",
            icon=":material/arrow_forward:" if number == picked else ":material/format_quote:",
            wrap=True,
        )  # fmt: skip


def _draw_grade(state: State, document: Retrieved) -> None:
    grade = next((grade for grade in state["document_grades"] if grade["id"] == document["id"]), None)
    brought = "" if document["tool"] == KNOWLEDGE_BASE else f" Brought by {plain(document['tool'])}."
    st.markdown(f"Cosine with the question: {document['cosine']:.2f}.{brought}")
    if grade:
        word = "relevant" if grade["relevant"] else "not relevant"
        st.markdown(f"Graded **{grade['score']:.2f}**, {word}. {plain(grade['reason'])}")


def _citations(state: State, passage: str, numbers: Sequence[int]) -> list[Citation]:
    """Where these sentences stand in the document; only what rests on this passage."""
    return [
        citation
        for number in numbers
        for citation in citations_of(state["answer"]["sentences"][number - 1])
        if citation["passage"] == passage
    ]


def _spans(citations: Sequence[Citation]) -> list[tuple[int, int]]:
    """Return the stretches of the document that these citations fill, in order and without doubles."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted((citation["start"], citation["end"]) for citation in citations):
        begins = max(start, spans[-1][1]) if spans else start
        if begins < end:
            spans.append((begins, end))
    return spans


def _draw_in_document(document: Retrieved, citations: Sequence[Citation], passages: Passages) -> None:
    start, end = document["start"], document["end"]
    inside = [(max(low, start) - start, min(high, end) - start) for low, high in _spans(citations)]
    where = " › ".join([document["name"], *document["headings"]])
    pages = sorted({citation["page"] for citation in citations} - {0}) or [page for page in [document["page"]] if page]
    page = f", page{'s' * (len(pages) > 1)} {' and '.join(map(str, pages))}" if pages else ""
    st.markdown(f"**{plain(where)}**{page} · characters {start:,} to {end:,}")
    try:
        text = passages.text(document["document"])
    except InputError:
        text = ""  # of another tool, or removed since
    found = text[start:end] == document["text"]
    if found:
        _draw_around(before_passage(text, start))
    with st.container(border=True):
        st.markdown(marked(document["text"], inside))
    if found:
        _draw_around(after_passage(text, end))
    else:
        st.markdown("The document is not in this collection (any more); this is the passage as it was read.")


def before_passage(text: str, start: int) -> str:
    """Return what stands before a passage, from the beginning of a word on."""
    if start <= _AROUND:
        return text[:start]
    return f"… {text[start - _AROUND : start].partition(' ')[2]}"


def after_passage(text: str, end: int) -> str:
    """Return what stands after a passage, up to the end of a word."""
    if end + _AROUND >= len(text):
        return text[end:]
    return f"{text[end : end + _AROUND].rpartition(' ')[0]} …"


def _draw_around(text: str) -> None:
    if text.strip():
        st.markdown(marked(text.strip(), []))
