"""The codebook on the page: looked into by words or codes, read from the top of the tree down."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.systems.nco_classification.codebook.book import Codebook, Written, open_codebook
from core.systems.nco_classification.codebook.decided import KINDS
from core.systems.nco_classification.codebook.search import LONGEST, Found, Hit, finder_of
from core.systems.nco_classification.index.classification import LEVELS
from core.ui.buttons import act
from core.ui.nco_classification.codebook.entry import draw_entry, draw_list
from core.ui.nco_classification.codebook.place import CODEBOOK, Place, draw_line, go_to, here
from core.ui.nco_classification.decision.result import level_name
from core.ui.resources import resources
from core.ui.words import count, marked, plain

_BOX = "nco_classification:codebook:box"
_MORE = "nco_classification:codebook:more"
_AT_ONCE = 20  # hits that are shown
_AROUND = 90  # characters of a long text on either side of the first word that was found


def draw_codebook() -> None:
    """Draw what the analyst looks for, or the code that is open, or the top of the tree."""
    place = here()
    _draw_box(place.find)
    book = open_codebook(resources().folder)
    if place.code:
        draw_entry(book, place)
    elif place.find:
        with st.spinner("Looking it up …"):
            found = finder_of(book).find(place.find)
        _draw_found(found, place.find, book)
    else:
        sizes = " → ".join(f"{_size(level, book):,} {_many(level)}" for level in LEVELS)
        st.markdown(f"India's National Classification of Occupations 2015, from the top: {sizes}.")
        draw_list(book.below(""), book, "top")


def _size(level: str, book: Codebook) -> int:
    known = book.classification
    return len(
        {"division": known.divisions, "subdivision": known.subdivisions, "group": known.groups,
         "family": known.families, "occupation": known.occupations}[level]
    )  # fmt: skip


def _many(level: str) -> str:
    return {"family": "families"}.get(level, f"{level_name(level)}s")


def _draw_box(find: str) -> None:
    if st.session_state.get(_BOX) != find:
        st.session_state[_BOX] = find
    st.text_input(
        "Look up",
        key=_BOX,
        max_chars=LONGEST,
        placeholder="A code or the beginning of one, a title, or what people call the work",
        icon=":material/search:",
        on_change=_look_for,
    )


def _look_for() -> None:
    for key in (_MORE, f"{_MORE}:rest"):
        st.session_state.pop(key, None)
    go_to(Place(CODEBOOK, "", " ".join(st.session_state[_BOX].split())))


def _draw_found(found: Found, words: str, book: Codebook) -> None:
    """Draw the hits, best first, each with the text that speaks for it and the words that were found in it."""
    act("The whole tree", go_to, Place(CODEBOOK), key=f"{_BOX}:tree", type="tertiary", icon=":material/account_tree:")
    if not found.hits:
        st.markdown(f"Nothing in the codebook has “{plain(words)}”. Try fewer or other words, or begin at the top.")
        return
    st.markdown(_in_words(found, words, book))
    whole, rest = found.hits[: found.whole], found.hits[found.whole :]
    _draw_hits(whole or rest, _MORE, book)
    if whole and rest:
        few = "one" if len(words.split()) == 2 else "some"
        with st.expander(f"With {few} of the words ({len(rest)})", icon=":material/rule:", key=f"{_BOX}:rest"):
            _draw_hits(rest, f"{_MORE}:rest", book)


def _in_words(found: Found, words: str, book: Codebook) -> str:
    """Say what a search came to: how many have all of the words, else some; where and as what they were looked for."""
    which = "for" if found.whole == len(found.hits) else "with all the words of"
    told = [f"**{count(found.whole, 'code')}** {which} “{plain(words)}”, the best first."]
    if not found.whole:
        some = count(len(found.hits), "code")
        told = [f"No text has all the words of “{plain(words)}”. **{some}** with some of them, the best first."]
    if found.within:
        told.append(f"Looked for within {found.within} · {plain(book.classification.title(found.within))}.")
    if found.read_as:
        told.append(f"Nothing has these words themselves; looked for: **{plain(found.read_as)}**.")
    if found.unknown:
        told.append(f"Stands nowhere: {', '.join(f'“{plain(word)}”' for word in found.unknown)}.")
    return " ".join(told)


def _draw_hits(hits: Sequence[Hit], key: str, book: Codebook) -> None:
    """Draw the first hits, and more of them on demand."""
    shown = hits[: st.session_state.get(key, _AT_ONCE)]
    with st.container(gap="xsmall"):
        for hit in shown:
            _draw_hit(hit, book)
    if len(hits) > len(shown):
        act("Show more", _show_more, key, len(shown), key=f"{key}:button", icon=":material/expand_more:")


def _show_more(key: str, shown: int) -> None:
    st.session_state[key] = shown + 2 * _AT_ONCE


def _draw_hit(hit: Hit, book: Codebook) -> None:
    title = book.classification.title(hit.code)
    by_title = hit.text.text == title
    with st.container(gap="xxsmall"):
        name = marked(title, hit.words) if by_title else plain(title)
        draw_line(hit.code, "nco_classification:found", name)
        if not by_title:
            st.caption(f"{KINDS[hit.text.kind]}: {_around(hit.text, hit.words)}")


def _around(text: Written, words: list[tuple[int, int]]) -> str:
    """Return a text with its words marked; of a long one what stands around the first of them."""
    first, last = words[0] if words else (0, 0)
    begin, end = max(0, first - _AROUND), min(len(text.text), last + _AROUND)
    inside = [(start - begin, stop - begin) for start, stop in words if begin <= start and stop <= end]
    cut = text.text[begin:end]
    return f"{'… ' if begin else ''}{marked(cut, inside)}{' …' if end < len(text.text) else ''}"
