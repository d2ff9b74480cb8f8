"""What the analyst moved on an answer, without searching again: filters made wishes, weights, variants left out, whom
the page tells of. All of it is of this answer alone, and stands in the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

import streamlit as st

from core.codec import from_state, to_state
from core.language.reading import Chip
from core.systems.expert_search.ranking.met import cell_of
from core.systems.expert_search.requirements.cell import Cell, Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import Context, State
from core.ui.address import publish
from core.ui.buttons import act
from core.ui.expert_search.ranking.settings import MOST_WEIGHT, choose_weight
from core.ui.words import plain

_BETWEEN = "|"  # ids in the address
_PERSON = "person"
_ARRIVED = "expert_search:arrived"  # the first answer of a visit


class Moves:
    """What was moved on the answer of one run, kept in the visit and in the address."""

    def __init__(self, thread: str) -> None:
        self._thread = thread
        # An address tells of the answer that a visit begins with; later ones are not moved as the one before them was.
        self._arrived = st.session_state.setdefault(_ARRIVED, thread) == thread
        self.switched = self._kept("switched")
        self.dismissed = self._kept("dismissed")
        self.weights = dict(filter(None, map(_weight, self._kept("weights"))))

    def publish(self) -> None:
        """Write it into the address."""
        publish(
            switched=(_BETWEEN.join(sorted(self.switched)), ""),
            dismissed=(_BETWEEN.join(sorted(self.dismissed)), ""),
            weights=(_BETWEEN.join(f"{id}={weight:g}" for id, weight in sorted(self.weights.items())), ""),
        )

    def weigh(self, wanted: Collection[Requirement]) -> dict[str, float]:
        """Draw what each of these weighs, and return it by the ids; what was moved is kept."""
        weights = {
            one.id: choose_weight(self._key(f"weight:{one.id}"), plain(one.label), self.weights.get(one.id, one.weight))
            for one in wanted
        }
        self.weights = {one.id: weights[one.id] for one in wanted if weights[one.id] != one.weight}
        st.session_state[self._key("weights")] = frozenset(f"{id}={weight:g}" for id, weight in self.weights.items())
        return weights

    def apply(self, context: Context) -> Context:
        """Return the context in which this answer is ranked."""
        return replace(context, switched=self.switched, without=context.without | self.dismissed)

    def turn(self, what: str, id: str) -> None:
        """Switch a requirement, or dismiss a variant; once more takes it back. Made for `act`."""
        kept = self.switched if what == "switched" else self.dismissed
        st.session_state[self._key(what)] = frozenset(kept ^ {id})

    def _kept(self, what: str) -> frozenset[str]:
        key = self._key(what)
        if key not in st.session_state:
            st.session_state[key] = frozenset(filter(None, self._written(what).split(_BETWEEN)))
        found: frozenset[str] = st.session_state[key]
        return found

    def _written(self, what: str) -> str:
        """Return what the address says of this answer."""
        is_of_this = self._arrived and st.query_params.get("thread") == self._thread
        return st.query_params.get(what, "") if is_of_this else ""

    def _key(self, what: str) -> str:
        return f"expert_search:{what}:{self._thread}"

    # --- whom the page tells of ---------------------------------------------------------------------------------------

    def person(self, ranked: Collection[str], otherwise: str) -> str:
        """Return whom the page tells of: whom the address or a click named, or else the first."""
        key = self._key(_PERSON)
        if key not in st.session_state:
            st.session_state[key] = self._written(_PERSON)
        chosen: str = st.session_state[key]
        return chosen if chosen in ranked else otherwise

    def choose(self, person: str) -> None:
        """Tell of somebody from now on. Made for callbacks."""
        st.session_state[self._key(_PERSON)] = person

    def publish_person(self, person: str, otherwise: str) -> None:
        """Write into the address whom the page tells of."""
        publish(person=(person, otherwise))


def with_weights(state: State, context: Context, moves: Moves) -> State:
    """Draw what each topic and wish weighs, where there are several, and return the state with these weights."""
    asked = from_state(Requirements, state["requirements"])
    weigh = [one for one in asked.wanted if (one.hard is (one.id in context.switched)) or one.is_topic]
    if len(weigh) < 2:
        return state
    weights = moves.weigh(weigh)
    wanted = tuple(replace(one, weight=weights.get(one.id, one.weight)) for one in asked.wanted)
    return {**state, "requirements": to_state(replace(asked, wanted=wanted))}


def switch_beside(moves: Moves, wanted: Mapping[str, Requirement], met: Coverage) -> Callable[[Chip], None]:
    """Return what draws behind a chip whether it must be met, how many people do, and switches it."""

    def draw(chip: Chip) -> None:
        one = wanted.get(chip.id)
        if one is None or one.is_topic:
            return
        act(
            f"{'must' if one.hard else 'wish'} · {_how_many(met.cells.get(one.id, {}).values(), one.hard)}",
            moves.turn, "switched", one.id,
            key=f"expert_search:switch:{one.id}", type="tertiary",
            icon=":material/filter_alt:" if one.hard else ":material/star:",
            help="Make it a wish: it adds to the score and leaves nobody out" if one.hard
            else "Make it a must: it leaves out who does not meet it",
        )  # fmt: skip

    return draw


def _how_many(cells: Iterable[Cell], hard: bool) -> str:
    """Say how many people meet it, and in part, and of how many it is not known: of a must always, as they stay in."""
    counts = Counter(cell.status for cell in cells)
    met, partly, unknown = (counts[status] for status in ("met", "partly", "not known"))
    told = [f"{met:,} {'meets' if met == 1 else 'meet'} it"]
    told += [f"{partly:,} partly"] if partly else []
    told += [f"not known of {unknown:,}{' who stay in' if hard else ''}"] if unknown and (hard or not met) else []
    return ", ".join(told)


def draw_moved_weights(weights: Mapping[str, float], wanted: Collection[Requirement]) -> None:
    """Say which weights were moved; they are folded away where they are set."""
    moved = [f"{plain(one.label)} **{weights[one.id]:g}**" for one in wanted if one.id in weights]
    if moved:
        st.markdown(f":material/tune: Weight of {', of '.join(moved)}")


def draw_named(wanted: Collection[Requirement], met: Coverage, names: Mapping[str, str]) -> None:
    """Say whom the request names, where it names somebody."""
    for one in wanted:
        if one.kind == "person" and not one.excluded:
            found = [names[person] for person in names if cell_of(met, one, person).status == "met"]
            said = f"is the name of {', '.join(found[:3])}" if found else "is the name of nobody here"
            said = "is somebody's name here" if found == [one.value] else said
            st.markdown(f":material/person_search: “{plain(one.value)}” {plain(said)}.")


def _weight(written: str) -> tuple[str, float] | None:
    """Read “id=0.5”, as it stands in the address; None for what cannot be a weight."""
    id, _, number = written.rpartition("=")
    try:
        weight = round(float(number), 1)
    except ValueError:
        return None
    return (id, weight) if 0 <= weight <= MOST_WEIGHT else None
