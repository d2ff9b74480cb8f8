"""The page of one code: what is written about it, what lies in it, and what parts it from those beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.systems.nco_classification.codebook.book import Codebook
from core.systems.nco_classification.codebook.parting import Parting, attributes_that_part, own_words, what_parts
from core.ui.buttons import act
from core.ui.nco_classification.codebook.place import CODEBOOK, Place, draw_line, draw_way_to, go_to
from core.ui.nco_classification.codebook.taking import draw_texts, offer_for_the_job
from core.ui.nco_classification.decision.result import level_name
from core.ui.words import count, plain

_KEY = "nco_classification:entry"
_TALL = 420  # pixels of a long list
_MANY = 12  # lines from which a list is one that scrolls
_SIBLINGS = 8  # that are shown at once


def draw_entry(book: Codebook, place: Place) -> None:
    """Draw a code with its way up, its texts, its parts and its siblings."""
    code, known = place.code, book.classification
    _draw_way_up(book, place)
    st.subheader(f"{code} · {plain(known.title(code))}")
    offer_for_the_job(code)
    draw_texts(book, code)
    if below := book.below(code):
        level = known.level(below[0])
        st.markdown(f"**{count(len(below), level_name(level), 'families' if level == 'family' else '')} in {code}**")
        draw_list(below, book, code)
    elif known.level(code) == "family":
        st.markdown("This family has no occupations below it; its own code is the code.")
    _draw_siblings(book, code)
    _draw_names(book, code)


def _draw_way_up(book: Codebook, place: Place) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if place.find:
            act(
                f"Found for “{plain(place.find)}”", go_to, Place(CODEBOOK, "", place.find),
                key=f"{_KEY}:found", type="tertiary", icon=":material/arrow_back:",
            )  # fmt: skip
        act(
            "The whole tree", go_to, Place(CODEBOOK, "", ""),
            key=f"{_KEY}:top", type="tertiary", icon=":material/account_tree:",
        )  # fmt: skip
        for _, above, title in book.classification.path(place.code)[:-1]:
            draw_way_to(above, f"{_KEY}:up", f"› {above} · {plain(_short(title))}")


def _short(title: str, most: int = 40) -> str:
    return title if len(title) <= most else f"{title[:most].rsplit(' ', 1)[0]} …"


def draw_list(codes: Sequence[str], book: Codebook, key: str) -> None:
    """Draw codes with their titles, each a way to its page."""
    known = book.classification
    with st.container(height=_TALL if len(codes) > _MANY else "content", border=len(codes) > _MANY, gap="xxsmall"):
        for code in codes:
            named = known.qualifications.get(code, "")
            also = f" ({plain(named)})" if named and named != known.title(code) else ""
            draw_line(code, f"{_KEY}:in:{key}", f"{plain(known.title(code))}{also}")


def _draw_siblings(book: Codebook, code: str) -> None:
    """Draw what people can tell that parts this code from its siblings, and the words that speak for either."""
    siblings = book.siblings(code)
    if not siblings:
        return
    st.markdown(f"**What parts {code} from what stands beside it**")
    _draw_attributes(code, siblings)
    parted = what_parts(code, siblings, book)
    itself = ", ".join(map(plain, own_words(parted)))
    st.markdown(f"By words, for {code} itself speak: {itself or 'none that the others do not say'}.")
    every = len(siblings) <= _SIBLINGS or st.session_state.get(f"{_KEY}:every") == code
    with st.container(gap="xsmall"):
        for one in parted if every else parted[:_SIBLINGS]:
            _draw_sibling(one, code, book)
    if not every:
        act(f"Show all {len(siblings)}", _show_every, code, key=f"{_KEY}:every:{code}", icon=":material/expand_more:")


def _draw_attributes(code: str, siblings: Sequence[str]) -> None:
    """Draw by what a person can tell a family from its siblings: the question, the answer here, the other answers."""
    if found := attributes_that_part(code, siblings):
        st.table(
            pd.DataFrame(
                {
                    "What a person can tell": [plain(one.question) for one in found],
                    f"{code} itself": [plain(one.here) for one in found],
                    "Beside it": [
                        "; ".join(f"**{', '.join(codes)}** {plain(words)}" for words, codes in one.there)
                        for one in found
                    ],
                }
            ),
            hide_index=True,
            border="horizontal",
            alt=f"By what a person can tell {code} from the families beside it",
        )


def _show_every(code: str) -> None:
    st.session_state[f"{_KEY}:every"] = code


def _draw_sibling(one: Parting, code: str, book: Codebook) -> None:
    with st.container(gap="xxsmall"):
        draw_line(one.code, f"{_KEY}:beside", plain(book.classification.title(one.code)))
        here, there = (", ".join(map(plain, side)) for side in (one.here, one.there))
        if there:
            st.caption(f"rather this one for: {there}")
        else:
            st.caption(f"says nothing that {code} does not say" + (f", which also says: {here}" if here else ""))


def _draw_names(book: Codebook, code: str) -> None:
    """Draw by which words a family is found; its occupations are found by their titles, and by these."""
    own = book.classification.words.get(code[:4])
    if own is None:
        return
    of = "" if len(code) == 4 else f" · of family {code[:4]}"
    with st.expander(
        f"What people call it ({len(own.phrases) + len(own.hindi)}){of}", icon=":material/record_voice_over:"
    ):
        if own.phrases:
            st.markdown(f"**Everyday titles and phrases** · {' · '.join(map(plain, own.phrases))}")
        if own.hindi:
            st.markdown(f"**Words of Indian languages** · {' · '.join(map(plain, own.hindi))}")
