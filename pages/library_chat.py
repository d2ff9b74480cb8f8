"""Library chat: the answer, why it is this one, the scores, the network, the query, the catalogue and the shelf."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.systems.library_chat import SYSTEM, open_context
from core.systems.library_chat.agents.results import Result
from core.systems.library_chat.state import State
from core.types import JSON
from core.ui.controls import control_line
from core.ui.conversation import Turn, draw_conversation
from core.ui.library_chat.agents.answer import draw_answer, draw_short
from core.ui.library_chat.agents.books import draw_found
from core.ui.library_chat.agents.network import draw_answer_graph
from core.ui.library_chat.agents.query_log import draw_statements
from core.ui.library_chat.agents.scores import (
    asks_by_meaning,
    choose_threshold,
    cut,
    decided_by_scores,
    draw_scores,
    offer_new_cut,
)
from core.ui.library_chat.catalogue.catalogue import (
    choose_catalogue,
    draw_catalogue,
    examples_for,
    stay_with_catalogue,
    still_there,
    tell_unprepared,
)
from core.ui.library_chat.catalogue.shelf import draw_shelf
from core.ui.manual import draw_manual
from core.ui.panel import converse, draw_head, draw_run, in_short
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_tabs

draw_head(SYSTEM)
controls = control_line("Which catalogue is asked")
catalogue = choose_catalogue(controls)
threshold = choose_threshold()
with st.spinner("Opening the catalogue …"):
    context = open_context(resources(), catalogue.id, threshold=threshold)
session = open_session(SYSTEM, context)
stay_with_catalogue(session, catalogue)

settings: dict[str, JSON] = {"catalogue": catalogue.id, "threshold": threshold}
# The form stands below the answer, not at the foot of the window: there Streamlit opens a page at its lower end.
conversation, asking = st.container(), st.container()
with asking:
    answered = converse(session, settings, examples=lambda: examples_for(context.library, catalogue), check=still_there)


def books_of(state: State) -> Sequence[Result]:
    return cut(state, threshold, context.limit).passing if decided_by_scores(state) else state["results"]


def draw_turn(turn: Turn[State]) -> None:
    state, books = turn.state, books_of(turn.state)
    key = f"library_chat:{session.thread}:{turn.number}:{len(session.history)}"
    found = partial(draw_found, state, books, context.library, (catalogue.id, catalogue.name), key)
    draw_answer(session, state, turn.latest, in_short(session, turn.number), found)
    if asks_by_meaning(state):
        tell_unprepared(catalogue)
    if turn.latest:
        offer_new_cut(session, state, books, threshold)


with conversation:
    shown = draw_conversation(session, draw_turn, draw_short, settings, answered)
parts: dict[str, Callable[[], object]] = {}
if shown and shown.state["results"]:  # the tabs stay when the threshold moves
    question, books = shown.state["question"], books_of(shown.state)
    parts["Network"] = lambda: draw_answer_graph(question, books, "library_chat:network")
parts["Catalogue"] = lambda: draw_catalogue(context.library, catalogue)
if shown:
    turn, state = shown.number, shown.state
    parts |= {
        "Scores": lambda: draw_scores(state, threshold, context.limit),
        "Query": lambda: draw_statements(state["statements"], context.library.writes_cypher),
        "How it ran": lambda: draw_run(session, turn),
    }
parts |= {"Shelf": draw_shelf, "How is this made?": lambda: draw_manual("library_chat")}
draw_tabs(parts, f"library_chat:tabs:{shown is not None}")
