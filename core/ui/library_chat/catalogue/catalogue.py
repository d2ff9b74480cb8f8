"""Which catalogue is asked, and what it holds: numbers, charts, the whole graph, and whether its store is well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.errors import AppError
from core.session import GraphSession
from core.stores.library import Library
from core.stores.library_plan import Plan
from core.systems.library_chat import SYSTEM
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, SAMPLE, Catalogue, is_loaded, is_prepared
from core.systems.library_chat.catalogue.examples import examples_of
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from core.ui.choice import choose, refuse_lost, stay_with
from core.ui.controls import Controls
from core.ui.library_chat.agents.network import draw_whole_graph
from core.ui.library_chat.catalogue.facets import Facets, draw_questions, facets_of_catalogue
from core.ui.library_chat.catalogue.loading import CHOICE, bring_in, draw_own, offer_loading, prepare, wanted_here
from core.ui.resources import resources, show_error
from core.ui.words import count, plain

_SAMPLE_NAME = "the sample"
_LISTED, _HEIGHT = 1_000, 300  # books of a list, pixels
_YEAR = {"Year": st.column_config.NumberColumn(format="%d", width=60)}


@dataclass(frozen=True)
class Chosen:
    """The catalogue that is asked, its name, and whether all of it can be searched by meaning."""

    id: str
    name: str
    prepared: bool = True


def tell_unprepared(chosen: Chosen) -> None:
    """Say beneath an answer that rests on a search by meaning what that search could not see."""
    if not chosen.prepared:
        st.warning(
            "Search by meaning is still being prepared for this catalogue, so this answer lacks what it would find. "
            "Ask again when it is ready; names, genres, years and numbers are complete already.",
            icon=":material/hourglass_top:",
        )


def choose_catalogue(controls: Controls) -> Chosen:
    """Return the sample or a catalogue of the analyst's own; loading goes on here, whatever else the page shows."""
    borrowed = resources()
    own = {card.id: card for card in CATALOGUES.uploads(borrowed.folder).all()}
    ready = [SAMPLE]
    for kept in own.values():
        wanted = not kept.loaded or st.session_state.get(wanted_here(kept))
        card = bring_in(kept) if wanted else kept
        if is_loaded(borrowed, card):
            ready.append(card.id)
        if not is_prepared(borrowed, card) and (wanted or is_loaded(borrowed, card)):
            prepare(card)

    def words(id: str) -> str:
        return _describe(own, id)

    id = choose("Which catalogue", ready, SAMPLE, CHOICE, "catalogue", words, controls.fold, known=own)
    controls.tell(f"**{plain(words(id))}**")
    offer_loading(controls)
    if id not in own:
        return Chosen(id, _SAMPLE_NAME)
    return Chosen(id, own[id].name, is_prepared(borrowed, own[id]))


def still_there() -> None:
    """Refuse a question while the catalogue that was chosen is gone, and nobody has chosen anew."""
    refuse_lost(CHOICE)


def _describe(own: Mapping[str, Catalogue], id: str) -> str:
    return "Sample: 56 invented books" if id == SAMPLE else f"{own[id].name}: {count(own[id].books, 'book')}"


def stay_with_catalogue(session: GraphSession, chosen: Chosen) -> None:
    """Keep a conversation about one catalogue: who turns to another leaves it, who opens it turns to its catalogue."""
    borrowed = resources()

    def askable(id: str) -> bool:
        own = {card.id: card for card in CATALOGUES.uploads(borrowed.folder).all()}
        return id == SAMPLE or (id in own and is_loaded(borrowed, own[id]))

    if not stay_with(session, "catalogue", chosen.id, CHOICE, askable):
        st.warning("That conversation was about a catalogue that is not here any more.", icon=":material/block:")


def examples_for(library: Library, chosen: Chosen) -> tuple[str, ...]:
    """Return questions to try: the specification's for the sample, else such as this catalogue has an answer to.

    None where its store does not answer, which the page says elsewhere.
    """
    if chosen.id == SAMPLE:
        return SYSTEM.examples
    try:
        return _examples_of(library, f"{library.kind}:{chosen.id}", library.state())
    except AppError:
        return ()


@st.cache_resource(max_entries=16, show_spinner=False)
def _examples_of(_library: Library, catalogue: str, state: str) -> tuple[str, ...]:
    """Make them anew for another `catalogue`, or when that is in another `state`."""
    return examples_of(_library)


def draw_catalogue(library: Library, chosen: Chosen) -> None:
    """Draw what is loaded, how the store is, the way to load another, the charts, and the graph when it is small."""
    try:
        library.check()
        _draw_numbers(library, chosen)
    except AppError as error:
        show_error(error)
        return
    finally:
        draw_own(chosen.id)
    _draw_contents(library, chosen)


def _draw_numbers(library: Library, chosen: Chosen) -> None:
    totals, years = library.totals(), vocabulary_of(library).years
    st.markdown(f"**What is loaded:** {plain(chosen.name)}")
    places = st.columns(4)
    for place, name in zip(places, ("books", "authors", "genres"), strict=False):
        place.metric(name.capitalize(), f"{totals[name]:,}")
    places[3].metric("Years", f"{years[0]} – {years[1]}" if years else "unknown")
    kept = f"in {plain(library.kind)}" if library.writes_cypher else "in this app"
    st.markdown(f":material/check_circle: Ready to be asked; kept {kept}.")


@st.cache_resource(max_entries=16, show_spinner=False)
def _facets_of(_library: Library, catalogue: str, state: str) -> Facets:
    """Count them anew for another `catalogue`, or when that is in another `state`."""
    return facets_of_catalogue(_library)


def _draw_contents(library: Library, chosen: Chosen) -> None:
    _draw_lists(library, chosen)
    st.markdown("Click a bar to ask for its books.")
    facets = _facets_of(library, f"{library.kind}:{chosen.id}", library.state())
    draw_questions(facets, f"library_chat:catalogue:{chosen.id}")
    if st.toggle("Draw all of it as a network", key=f"library_chat:draw-whole:{chosen.id}"):
        draw_whole_graph(library, f"library_chat:whole:{chosen.id}")


def _draw_lists(library: Library, chosen: Chosen) -> None:
    """Draw the books and the authors as lists to look through, both from A to Z."""
    books, authors = _lists_of(library, f"{library.kind}:{chosen.id}", library.state())
    shown, number = len(books), library.totals()["books"]
    st.markdown(f"**The first {shown:,} of {number:,} books**" if shown < number else "**All books**")
    st.dataframe(books, hide_index=True, height=_HEIGHT, column_config=_YEAR, alt="The books of the catalogue by title")
    st.markdown("**Their authors**")
    st.dataframe(
        authors, hide_index=True, height=_HEIGHT, alt="The authors of these books, each with how many are theirs"
    )


@st.cache_resource(max_entries=16, show_spinner="Reading the catalogue …")
def _lists_of(_library: Library, catalogue: str, state: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Read them anew for another `catalogue`, or when that is in another `state`."""
    books = _library.select(Plan(limit=_LISTED)).books
    rows = [(one.title, ", ".join(one.authors), one.year, ", ".join(one.genres)) for one in books]
    wrote = Counter(author for one in books for author in one.authors)
    names = ["Title", "Authors", "Year", "Genres"]
    return pd.DataFrame(rows, columns=names), pd.DataFrame(sorted(wrote.items()), columns=["Author", "Books"])
