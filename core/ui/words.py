"""Words on the screen: text of data made safe for Markdown, passages found, names of steps, times, numbers."""

from __future__ import annotations

import html
import re
from calendar import month_abbr
from collections.abc import Sequence

import streamlit as st

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~$:<&@=])")
# Streamlit looks a second time, at the text behind the backslashes, for addresses (of the web and of e-mail), icons and
# arrows. It finds none where a sign of each stands in a piece of its own: a colour that is not named changes nothing.
_LOOKED_FOR = re.compile(
    r"(?P<sign>:(?=//)|(?<=www)\.|(?<=[-.\w+])@(?=[-\w])|:(?=material[/_]|streamlit:)|<(?=[-=])|-(?=[->])|[>~](?==))",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """Make text from data safe, to be shown as it is: nothing in it can become Markdown, HTML, a link or a formula."""
    return _escaped(" ".join(text.split()))


def _escaped(text: str) -> str:
    pieces = [_SPECIAL.sub(r"\\\1", piece) for piece in _LOOKED_FOR.split(text)]
    if len(pieces) == 1:
        return pieces[0]
    # Two colons around a word would have emoji looked for, and the second may now be ours.
    said = [piece.replace("\\:", "&#58;") for piece in pieces[::2]]
    return "".join(f"{before}:color[{sign}]" for before, sign in zip(said, pieces[1::2], strict=False)) + said[-1]


def linked(url: str) -> str:
    """Make an address a link that says where it leads; only for what `core.sources.reading.a_link` gave."""
    target = _SPECIAL.sub(r"\\\1", url)
    return f"[{plain(url)}](<{target}>)"


def marked(text: str, spans: Sequence[tuple[int, int]], colour: str = "blue") -> str:
    """Highlight some places in text from data; `spans` are character offsets `[start, end)`, in order."""
    pieces, last = [], 0
    for start, end in spans:
        pieces += [_kept(text[last:start]), f":{colour}-background[{_kept(text[start:end])}]"]
        last = end
    return "".join([*pieces, _kept(text[last:])])


def _kept(text: str) -> str:
    """Do as `plain`, but a space at either end and line breaks stay."""
    lines = re.split(r"[^\S\n]*\n\s*", re.sub(r"[^\S\n]+", " ", text))
    return "  \n".join(map(_escaped, lines))


def in_chart(text: str) -> str:
    """Make text from data safe in a chart, whose labels and hover texts are read as a little HTML."""
    return html.escape(" ".join(text.split()), quote=False)


def draw_passage(
    title: str, text: str, nearest: tuple[int, int], words: Sequence[tuple[int, int]], note: str = ""
) -> None:
    """Draw one document as a bordered card: shared words highlighted, the nearest sentence in bold.

    `nearest` and `words` are character offsets `[start, end)` into `text`.
    """
    with st.container(border=True):
        st.markdown(f"**{marked(title, [])}**" + (f" · {note}" if note else ""))
        before = [span for span in words if span[1] <= nearest[0]]
        after = [span for span in words if span[0] >= nearest[1]]
        inside = [span for span in words if span not in before and span not in after]
        st.markdown(
            _piece(text, 0, nearest[0], before)
            + f" **{_piece(text, *nearest, inside).strip()}** "
            + _piece(text, nearest[1], len(text), after)
        )


def _piece(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    return marked(text[start:end], [(max(low, start) - start, min(high, end) - start) for low, high in spans])


def draw_long(text: str, what: str, longest: int = 400) -> None:
    """Draw a text from data, its line breaks kept; of a long one the beginning, and `what` it is the whole of to open.

    `longest` counts characters.
    """
    if len(text) <= longest:
        st.markdown(_kept(text))
        return
    st.markdown(f"{_kept(text[:longest].rsplit(None, 1)[0])} …")
    with st.expander(f"All of {plain(what)}"):
        st.markdown(_kept(text))


def spoken_date(iso: str) -> str:
    """Give a time of ISO 8601, to the day, the month or the year, as people write it: 16 Sep 2021, Sep 2021, 2021."""
    year, *rest = iso.split("-")
    parts = [str(int(rest[1]))] if len(rest) > 1 else []
    parts += [month_abbr[int(rest[0])]] if rest else []
    return " ".join([*parts, year])


def step_name(node: str) -> str:
    """Return a node's name as an analyst reads it."""
    return node.replace("_", " ").capitalize()


def duration(seconds: float | None) -> str:
    """Give seconds in a form that is easy to compare."""
    if seconds is None:
        return "working"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.1f} min"


def count(number: int, one: str, many: str = "") -> str:
    """Count in words: `1 step`, `3 steps`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
