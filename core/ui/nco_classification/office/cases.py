"""One case of a review on the page: what was said, what can be given to it, and another code looked for.

Everything can be done by keyboard: a digit takes a candidate, a letter a word for what has no code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from core.systems.nco_classification import open_context
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.industries import industries
from core.systems.nco_classification.office.decisions import Decisions
from core.systems.nco_classification.office.finding import find_codes
from core.systems.nco_classification.office.outcomes import NOT_IN_WORK, REFUSED, UNCODABLE
from core.systems.nco_classification.office.queue import Case
from core.ui.buttons import act
from core.ui.nco_classification.codebook.place import address_of
from core.ui.resources import resources
from core.ui.words import count, plain

MOST_CANDIDATES = 5
_WORDS = {NOT_IN_WORK: "N", REFUSED: "F", UNCODABLE: "X"}  # C and R are the browser's, for copying and reloading
_NAME = "nco_classification:who"
_BLIND = f"{_NAME}:blind"
Give = Callable[[str], object]
"""Is told the code or word that was given."""


class Candidate(NamedTuple):
    """What a digit takes: a code, and what is said beside it."""

    code: str
    note: str = ""


def who(*, blind: bool = False) -> str:
    """Ask who decides, once; whoever signed in need not say, and it begins with whoever decided here last.

    Whoever codes `blind` says so on each visit: nobody must go on as somebody else unawares.
    """
    key = _BLIND if blind else _NAME
    if key not in st.session_state:
        signed_in = str(st.user.get("name") or "") if resources().settings.sign_in else ""
        last = "" if blind else Decisions(resources().folder).last_name()
        st.session_state[key] = signed_in or last
    st.text_input(
        "Your name", key=key, persist_state="session", placeholder="stands beside your decisions", max_chars=60
    )
    return _said(key)


def named() -> str:
    """Return who decides, as they said on this visit; "" when they did not."""
    return _said(_NAME) or _said(_BLIND)


def _said(key: str) -> str:
    return " ".join(str(st.session_state.get(key, "")).split())


def draw_words(case: Case) -> None:
    """Draw what was said, by how many rows, and what stands beside it."""
    beside = [plain(cell) for cell in (_industry(case.industry), case.education) if cell]
    weight = f", weight {case.weight:,.1f}" if case.weight != case.rows else ""
    st.markdown(f"#### {plain(case.text)}")
    st.markdown(" · ".join([*beside, f"{count(case.rows, 'row')}{weight}"]))


def _industry(said: str) -> str:
    """Say of a code of the NIC which industry that is."""
    words = industries(tuple(Classification.load().families)).said(said)
    return said if words in ("", said) else f"{said}, {words}"


def draw_choices(candidates: Sequence[Candidate], known: Classification, give: Give, key: str) -> None:
    """Draw the candidates and the words for what has no code, each with the key that takes it."""
    with st.container(gap="xsmall"):
        for number, candidate in enumerate(candidates[:MOST_CANDIDATES], start=1):
            note = f" · {candidate.note}" if candidate.note else ""
            with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
                act(
                    f"{candidate.code} · {plain(known.title(candidate.code))}{note}", give, candidate.code,
                    key=f"{key}:{number}", shortcut=str(number), width="stretch", wrap=True,
                )  # fmt: skip
                _draw_page(candidate.code, f"{key}:page:{number}")
    with st.container(horizontal=True):
        for word, letter in _WORDS.items():
            act(word.capitalize(), give, word, key=f"{key}:{word}", shortcut=letter, type="tertiary")


def draw_picker(known: Classification, give: Give, key: str) -> None:
    """Draw the search for another code: by words, or by digits down the tree."""
    with st.expander("Another code", icon=":material/search:", key=f"{key}:picker", on_change="rerun") as opened:
        if not opened.open:
            return
        place = f"{key}:search"
        said = st.text_input(
            "Find a code",
            key=place,
            placeholder="words, or digits such as 7 or 753",
            label_visibility="collapsed",
            persist_state="session",
        )
        found = find_codes(said, known, open_context(resources()).searched) if said else known.below("")
        if not found:
            st.markdown("Nothing in the classification has this. Try other words, or fewer digits.")
        for code in found:
            opens = bool(known.below(code)) and code != said
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                act(
                    f"{code} · {plain(known.title(code))}", give, code, key=f"{key}:found:{code}",
                    wrap=True, type="tertiary",
                )  # fmt: skip
                if opens:
                    act(
                        "Below", _look_below, place, code, key=f"{key}:below:{code}", type="tertiary",
                        icon=":material/account_tree:", help=f"What lies below {code}",
                    )  # fmt: skip


def _draw_page(code: str, key: str) -> None:
    """Draw the way to a code's page; in a tab of its own, so that the case stays where it is."""
    st.link_button(
        "", address_of(code), key=key, type="tertiary", icon=":material/menu_book:",
        help=f"{code} in the codebook, in a tab of its own",
    )  # fmt: skip


def _look_below(place: str, code: str) -> None:
    st.session_state[place] = code
