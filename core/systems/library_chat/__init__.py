"""Library chat: questions about a catalogue of books, its authors and its genres (specification 004)."""

from __future__ import annotations

from core.codec import from_state
from core.systems import Resources, System
from core.systems.library_chat.agents.results import source_of
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, SAMPLE
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.plan.question import Understanding
from core.systems.library_chat.state import Answer, Context, State


def open_context(resources: Resources, catalogue: str = SAMPLE, threshold: float = Context.threshold) -> Context:
    """Lend what one conversation needs: who answers, a catalogue, the embedder, and the number set on the page."""
    library = CATALOGUES.open(resources, catalogue)
    return Context(resources.engine, library, resources.embedder, catalogue, threshold=threshold)


def answer(state: State) -> dict[str, object]:
    """Give the response, who gave it, how the question was understood, and the books it rests on, best first."""
    understood = from_state(Understanding, state["understanding"])
    given = Answer(
        response=state["response"],
        agent=state["route"]["agent"],
        filters=[chip["label"] for chip in understood.chips()],
        assumptions=[f"{assumed['said']} → {assumed['read']}" for assumed in understood.assumptions],
        sources=[source_of(result) for result in state["results"]],
        statistics=state["statistics"],
    )
    return dict(given)


SYSTEM = System(
    name="library_chat",
    title="Library chat",
    icon=":material/local_library:",
    about="Answers questions about a catalogue of books, its authors and its genres, "
    "and shows the path from the question through the graph to each book.",
    asks_for="What would you like to know about the books?",
    examples=(
        "Who wrote The Storm?",
        "Do you have any books about space?",
        "How many science fiction books after 2018?",
        "Find books by Samira Hadded",
        "Which authors wrote in more than one genre?",
    ),
    build_graph=build_graph,
    open_context=open_context,
    answer=answer,
    remembers=True,
)
