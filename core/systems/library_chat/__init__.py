"""Library chat: questions about a catalogue of books, its authors and its genres (specification 004)."""

from __future__ import annotations

from core.codec import from_state
from core.language.reading import Reading, for_programs
from core.refused import refused_ids
from core.systems import Resources, System
from core.systems.library_chat.agents.results import source_of
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, SAMPLE
from core.systems.library_chat.grammar.sentences import books_in_words
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.plan.understood import Understood
from core.systems.library_chat.review.drafts import refused_words
from core.systems.library_chat.state import Answer, Context, State


def open_context(resources: Resources, catalogue: str = SAMPLE, threshold: float = Context.threshold) -> Context:
    """Lend what one conversation needs: who answers, a catalogue, the embedder, and the number set on the page."""
    library = CATALOGUES.open(resources, catalogue)
    without = refused_ids(resources.folder, SYSTEM.name)
    return Context(resources.engine, library, resources.embedder, catalogue, threshold=threshold, without=without)


def answer(state: State) -> dict[str, object]:
    """Give the response, who gave it, how the question was read, and the books it rests on, best first."""
    reading = from_state(Reading, state["reading"])
    understood = from_state(Understood, state["understood"])
    given = Answer(
        response=state["response"],
        agent=state["route"]["agent"],
        reading=for_programs(state["reading"]),
        plan=books_in_words(understood.plan, {}),
        filters=[chip.label for chip in reading.chips],
        assumptions=[f"{word.text} {word.as_}" for word in reading.assumed],
        readings=state.get("compared", []),
        rows=state["passing"],
        sources=[source_of(result) for result in state["results"]],
        statistics=state["statistics"],
        refused=refused_words(state),
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
