"""Knowledge base: what the documents say, sentence by sentence, and how each passage was found and graded."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.systems.knowledge_base import SYSTEM, open_context
from core.systems.knowledge_base.answer.checking import as_read
from core.systems.knowledge_base.ingest.collections import MANUAL, open_documents
from core.systems.knowledge_base.state import State
from core.ui.controls import control_line
from core.ui.conversation import Turn, draw_conversation
from core.ui.knowledge_base.answer.actions import draw_actions
from core.ui.knowledge_base.answer.answer import draw_answer, draw_short, offer_again, offer_others
from core.ui.knowledge_base.answer.sources import TAB, TABS, draw_sources
from core.ui.knowledge_base.deliver.files import draw_files
from core.ui.knowledge_base.ingest.collections import choose_collection, stay_with_collection, still_there
from core.ui.knowledge_base.ingest.inside import draw_collection
from core.ui.knowledge_base.ingest.scope import choose_scope, scope_in_words
from core.ui.knowledge_base.living.folders import draw_watched
from core.ui.knowledge_base.living.pins import TAB as PINNED
from core.ui.knowledge_base.living.pins import draw_pins, offer_pin
from core.ui.knowledge_base.reader.reader import draw_beside
from core.ui.knowledge_base.search.attempts import draw_attempts
from core.ui.knowledge_base.search.lambda_weight import draw_lambda
from core.ui.knowledge_base.search.rank_changes import draw_rank_changes
from core.ui.knowledge_base.search.switches import choose_switches, switches_in_words
from core.ui.manual import draw_manual
from core.ui.panel import converse, draw_head, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_tabs
from core.ui.words import plain

draw_head(SYSTEM)
controls = control_line("Which documents are asked, what of them, and how an answer is checked")
chosen = choose_collection(controls)
draw_watched(chosen.card)
if not chosen.can_be_asked:
    draw_collection(chosen, None)
    st.stop()
with st.spinner("Opening the documents …"):
    documents = open_documents(resources(), chosen.id)
with controls.fold:
    asked = choose_scope(chosen, documents)
    numbers = choose_switches()
controls.tell(f"**{plain(chosen.name)}**", scope_in_words(asked), *switches_in_words(numbers))
with st.spinner("Opening the documents …"):
    context = open_context(resources(), asked.collections, asked.scope, **numbers)
    whole = open_documents(resources(), asked.collections)  # what was read before is shown whatever is asked now
session = open_session(SYSTEM, context)
stay_with_collection(session, chosen)

settings = {"collection": chosen.id, **asked.settings, **numbers}
# The form stands below the answer: fixed to the foot, Streamlit would scroll to the end of what lies behind the tabs.
conversation, asking = st.container(), st.container()
with asking:
    offered = None if chosen.id == MANUAL else tuple  # the examples are of the manual, and of no other collection
    answered = converse(session, settings, examples=offered, check=still_there)


def key_of(turn: Turn[State]) -> str:
    steps = session.steps_of(turn.number)
    return f"knowledge_base:{session.thread}:{turn.number}:{steps[-1].again if steps else 0}"


def draw_turn(turn: Turn[State]) -> None:
    draw_reading_of(session, turn.state, latest=turn.latest)
    state = as_read(turn.state, session.said)
    key = key_of(turn)

    def draw() -> None:
        draw_answer(session, state, session.steps_of(turn.number), in_short(session, turn.number), key)
        offer = partial(offer_pin, state, chosen.id, {**asked.settings, **numbers}, context, key)
        draw_actions(session, state, turn.number, chosen, offer, key)

    draw_beside(draw, whole, asked.collections, key)
    if turn.latest:
        offer_others(session, state)
        offer_again(session, settings)


def draw_in_short(state: State) -> None:
    draw_short(as_read(state, session.said))


with conversation:
    shown = draw_conversation(session, draw_turn, draw_in_short, settings, answered)
    if shown:
        draw_files(session, chosen, key_of(shown))

parts: dict[str, Callable[[], object]] = {}
if shown:
    turn, state, key = shown.number, as_read(shown.state, session.said), key_of(shown)
    parts |= {
        TAB: lambda: draw_sources(state, key),
        "Rank changes": lambda: draw_rank_changes(state, whole, key),
        "Meaning against words": lambda: draw_lambda(session, state, whole, shown.latest, key),
        "Attempts": lambda: draw_attempts(state, key),
        "How it ran": lambda: draw_run(session, turn),
    }
parts |= {
    "Documents": lambda: draw_collection(chosen, documents),
    PINNED: draw_pins,
    "How is this made?": lambda: draw_manual("knowledge_base"),
}
draw_tabs(parts, TABS if shown else f"{TABS}:before")
