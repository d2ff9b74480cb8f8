"""Research reports: the report sentence by sentence, its evidence, and everything that led to it."""

from collections.abc import Callable

import streamlit as st

from core.systems.research_reports import SYSTEM, open_context
from core.systems.research_reports.state import State
from core.systems.research_reports.write.evaluation import brought_up, looked_at
from core.ui.controls import control_line
from core.ui.conversation import Turn, draw_conversation
from core.ui.manual import draw_manual
from core.ui.panel import converse, draw_head, draw_run, in_short
from core.ui.reading import draw_reading_of
from core.ui.research_reports.deliver.bundle import choose_bundle, draw_bundle
from core.ui.research_reports.deliver.files import draw_files
from core.ui.research_reports.plan.asking import choose_settings, draw_next
from core.ui.research_reports.search.flow import draw_flow
from core.ui.research_reports.search.passages import draw_passages
from core.ui.research_reports.search.shelves import draw_shelves, own_collections
from core.ui.research_reports.search.sources import draw_sources
from core.ui.research_reports.search.tools import draw_tools
from core.ui.research_reports.write.matrix import draw_matrix
from core.ui.research_reports.write.measures import draw_measures, draw_versions
from core.ui.research_reports.write.report import draw_report, draw_short, draw_to_read
from core.ui.resources import open_session, resources
from core.ui.tabs import draw_tabs
from core.ui.turn import answer_place
from core.ui.verdicts import Hears

draw_head(SYSTEM)
numbers = choose_settings(control_line("Whether the plan waits for you, and how long a section may be"))
with st.spinner("Opening the shelves …"):
    context = open_context(resources(), own_collections(), **numbers)
session = open_session(SYSTEM, context)

# The form stands below the report, not at the foot of the window: there Streamlit opens a page at its lower end.
report, asking = st.container(), st.container()
made: State | None = None
hears: Hears = session
if bundle := choose_bundle(context.embedder):
    made, turn, key, hears = bundle.state, None, f"research_reports:bundle:{bundle.name}", bundle
    with report:
        draw_bundle(bundle)
        draw_report(looked_at(made, bundle.said), key, bundle)
        draw_to_read(made, bundle, f"{key}:read")
else:
    with asking:
        ran = converse(session, numbers)

    def draw_turn(turn: Turn[State]) -> None:
        draw_reading_of(session, turn.state, latest=turn.latest)
        with answer_place():
            heard = looked_at(turn.state, session.said)
            draw_report(heard, key_of(turn), session, in_short(session, turn.number))
            draw_to_read(brought_up(turn.state), session, f"{key_of(turn)}:read")

    def in_a_line(state: State) -> None:
        draw_short(looked_at(state, session.said))

    def key_of(turn: Turn[State]) -> str:
        return f"research_reports:{session.thread}:{turn.number}:{len(session.history)}"

    with report:
        turn = draw_conversation(session, draw_turn, in_a_line, numbers, ran)
        if turn:
            made, key = turn.state, key_of(turn)
            draw_next(session, made)

parts: dict[str, Callable[[], object]] = {}
if made:
    shown = looked_at(made, hears.said)
    parts |= {
        "Tools": lambda: draw_tools(shown),
        "Sources": lambda: draw_sources(shown, key),
        "Matrix": lambda: draw_matrix(shown, key),
        "Passages": lambda: draw_passages(shown, key),
        "Measures": lambda: draw_measures(shown),
        "Flow": lambda: draw_flow(shown),
        "Versions": lambda: draw_versions(shown),
        "Exports": lambda: draw_files(made, hears.said),
    }
if turn:
    parts |= {"How it ran": lambda: draw_run(session, turn.number)}
parts |= {
    "Shelves": lambda: draw_shelves(context),
    "How is this made?": lambda: draw_manual("research_reports"),
}
draw_tabs(parts, f"research_reports:tabs:{len(parts)}")
