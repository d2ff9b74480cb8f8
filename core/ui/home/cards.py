"""The five systems as cards: what one asks, what one gets, a picture of a real result, and one press that tries it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from core.paths import ASSETS
from core.systems import System
from core.systems.expert_search import SYSTEM as EXPERT_SEARCH
from core.systems.knowledge_base import SYSTEM as KNOWLEDGE_BASE
from core.systems.library_chat import SYSTEM as LIBRARY_CHAT
from core.systems.nco_classification import SYSTEM as NCO_CLASSIFICATION
from core.systems.research_reports import SYSTEM as RESEARCH_REPORTS
from core.ui.buttons import act
from core.ui.home.ways import go_to
from core.ui.panel import ask_for
from core.ui.words import plain

NARROWEST = 250  # pixels of a card; a phone shows one beside no other


@dataclass(frozen=True)
class Card:
    """What the first page says of a system beyond its own card.

    `example` is one of the system's, by its place. `choices` is what must be chosen on its page for that example, by
    the name in the visit, None for nothing: what comes with Glassbox can answer it, what somebody brought perhaps not.
    `picture` says what the small picture shows.
    """

    system: System
    gives: str
    picture: str
    example: int = 0
    choices: Mapping[str, str | bool | None] = field(default_factory=dict)

    @property
    def asks(self) -> str:
        """The example."""
        return self.system.examples[self.example]


CARDS = (
    Card(
        EXPERT_SEARCH,
        "For whoever needs a specialist: people, best first, and what speaks for each. The sample is invented.",
        "A table of the people who know about perovskite solar cells, best first, each with how well they fit",
        choices={"expert_search:people": "sample"},
    ),
    Card(
        KNOWLEDGE_BASE,
        "For whoever has to quote: the sentence that answers, and its place in your documents. Or a plain no.",
        "An answer quoted word for word from a document, with a number that opens its place there",
        choices={"knowledge_base:documents": "manual"},
    ),
    Card(
        NCO_CLASSIFICATION,
        "For surveys and offices: a job's code in India's National Classification of Occupations, and how sure it is. "
        "Or at most three questions.",
        "The code of a job with its title and how sure it is",
        example=1,
        choices={"nco_classification:view": "one"},
    ),
    Card(
        LIBRARY_CHAT,
        "For readers and librarians: books, authors, counts, and what led to each. The sample is invented.",
        "The answer to a question about a catalogue of books, with the books it rests on",
        example=4,
        choices={"library_chat:catalogue": "sample"},
    ),
    Card(
        RESEARCH_REPORTS,
        "For whoever sums up research: a report whose every sentence was checked against its papers.",
        "The first lines of a report, each sentence with the number of the paper it was checked against",
        choices={"research_reports:bundle": None, "research_reports:do_not_ask": True},  # or a plan would come first
    ),
)


def draw_cards(beside: Callable[[], None]) -> None:
    """Draw the five; `beside` draws what stands in the sixth place, which fills the second row of three."""
    with st.grid(3, min_column_width=NARROWEST, border=True):
        for card in CARDS:
            with st.container(height="stretch", vertical_alignment="distribute", gap="small"):
                _draw(card)
        with st.container(height="stretch", gap="small"):
            beside()


def _draw(card: Card) -> None:
    system = card.system
    with st.container(gap="xsmall"):
        st.markdown(f"#### {system.icon} {system.title}")
        st.markdown(f"*“{plain(card.asks)}”*")
        st.markdown(card.gives)
    theme = "dark" if st.context.theme.type == "dark" else "light"
    with st.container(gap="small"):
        st.image(ASSETS / "screenshots" / f"home_{system.name}_{theme}.png", width="stretch", alt=card.picture)
        act(
            "Try it", try_it, card, key=f"home:try:{system.name}", width="stretch", icon=":material/play_arrow:",
            help=f"Asks this of {system.title}",
        )  # fmt: skip


def try_it(card: Card) -> None:
    """Ask the example on the panel at once, of what comes with Glassbox and apart from what is open there."""
    for name, choice in card.choices.items():
        if choice is None:
            st.session_state.pop(name, None)
        else:
            st.session_state[name] = choice
    st.session_state.get(f"session:{card.system.name}", {}).pop("thread", None)
    ask_for(card.system.name, card.asks)
    go_to(card.system.name)
