"""Seven steps through the panels for who is new: told above the page that each speaks of; left, and found again.

How far somebody came is kept in a small file of their folder, so that the first page can offer to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from core.errors import InputError
from core.stores.uploads import keeping, read_json, write_json
from core.ui.buttons import act
from core.ui.home.cards import CARDS, try_it
from core.ui.home.ways import HOME, go_to
from core.ui.in_the_browser import bring_below_into_sight
from core.ui.resources import resources

_AT = "tour:at"  # the step of this visit


@dataclass(frozen=True)
class Step:
    """What is told at one step, on which page; `tries`: the page answers its example by then."""

    page: str
    title: str
    text: str
    tries: bool = False


STEPS = (
    Step(
        HOME,
        "Five panels, one for each kind of question",
        "A card says what you ask there and what you get. *Next* asks the first panel something for you.",
    ),
    Step(
        "expert_search",
        "A question, and what came of it",
        "The line under the title tells whose people are searched. Under the question stands what was understood of "
        "it; what has a × can be taken away. The cube marks the answer.",
        tries=True,
    ),
    Step(
        "expert_search",
        "Why this person, and what would change it",
        "Press a name: what they meet, how their score is made up, and the sentences that speak for them stand below. "
        "*Change* moves the weight of meaning against words, and the ranks move at once.",
    ),
    Step(
        "knowledge_base",
        "Every sentence has its place",
        "A tick says that the sentence stands in its passage. Press [1], and the document opens there. "
        "*Use my own documents* takes yours; they stay on the computer that runs Glassbox.",
        tries=True,
    ),
    Step(
        "nco_classification",
        "A code, and how sure it is",
        "The confidence says how often such a code was right when it was measured. Where the words leave it open, one "
        "question comes instead of a guess. *A file of jobs* codes a whole table.",
        tries=True,
    ),
    Step(
        "library_chat",
        "Counted, not guessed",
        "*Read as* says how the question was read. The numbers are counted in the catalogue, and *Query* shows with "
        "which words.",
        tries=True,
    ),
    Step(
        "research_reports",
        "A plan first, then a report",
        "Nothing is sent anywhere before you confirm the plan. In every panel *How it ran* shows each step, and *How "
        "is this made?* the method; what you asked stands under *Earlier runs*.",
        tries=True,
    ),
)


def draw_tour(here: str) -> None:
    """Draw the step that this visit is at, above the page, if it is on the tour and that step speaks of this page."""
    at = st.session_state.get(_AT)
    if at is None or STEPS[at].page != here:
        return
    step, last = STEPS[at], at == len(STEPS) - 1
    bring_below_into_sight(str(at), who="tour:sight")
    with st.container(border=True, gap="small", key="tour"):
        st.markdown(f":material/tour: **{at + 1} of {len(STEPS)} · {step.title}**  \n{step.text}")
        with st.container(horizontal=True, gap="small"):
            act("Back", _turn, at - 1, key="tour:back", disabled=at == 0, icon=":material/arrow_back:")
            act(
                "Done" if last else "Next", _end if last else _turn, *(() if last else (at + 1,)),
                key="tour:next", type="primary", icon=":material/check:" if last else ":material/arrow_forward:",
            )  # fmt: skip
            if not last:
                act("Leave the tour", _leave, key="tour:leave", type="tertiary", icon=":material/close:")


def offer_tour() -> None:
    """Draw on the first page the way into the tour: where it was left, from its beginning, or once more."""
    at = st.session_state.get(_AT)
    if at is not None and STEPS[at].page == HOME:
        return
    came = at if at is not None else _came(resources().folder)
    if came is None:
        label, at = f"Take the tour: {len(STEPS)} steps", 0
    elif came < len(STEPS):
        label, at = f"Go on with the tour: step {came + 1} of {len(STEPS)}", came
    else:
        label, at = "Take the tour again", 0
    look: Literal["tertiary", "secondary"] = "tertiary" if came == len(STEPS) else "secondary"
    act(label, _turn, at, key="tour:begin", icon=":material/tour:", type=look)


def _turn(at: int) -> None:
    """Go to a step, and where its panel shall answer, ask it what its card asks."""
    step = STEPS[at]
    st.session_state[_AT] = at
    card = next((card for card in CARDS if card.system.name == step.page), None)
    if card and step.tries and "thread" not in st.session_state.get(f"session:{step.page}", {}):
        try_it(card)
    else:
        go_to(step.page)


def _leave() -> None:
    _keep(resources().folder, st.session_state.pop(_AT, 0))


def _end() -> None:
    _keep(resources().folder, len(STEPS))
    st.session_state.pop(_AT, None)
    go_to(HOME)


def _came(folder: Path) -> int | None:
    """Return at which step this owner left the tour, the number of all for who saw it whole, None for who never did.

    A file that cannot be read is as none: nothing depends on it.
    """
    try:
        kept = read_json(folder / "tour.json")
    except InputError:
        return None
    return kept if isinstance(kept, int) and 0 <= kept <= len(STEPS) else None


def _keep(folder: Path, at: int) -> None:
    with keeping("It"):
        folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "tour.json", at)
