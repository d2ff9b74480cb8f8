"""What one job ends in: the 8 digits, or another code with a reason, and a card to copy and to take away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.errors import InputError
from core.session import GraphSession
from core.systems.nco_classification.codebook.book import Codebook, as_code, in_order, is_rest, named_in, open_codebook
from core.systems.nco_classification.codebook.card import Card, make_card, to_markdown
from core.systems.nco_classification.codebook.card_pdf import to_pdf
from core.systems.nco_classification.codebook.own_code import (
    KEPT,
    LONGEST_REASON,
    OwnCode,
    code_given,
    is_typed_code,
    own_code,
    with_code,
)
from core.systems.nco_classification.codebook.search import LONGEST, finder_of
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.state import Context, State
from core.ui.buttons import act
from core.ui.downloads import Download, draw_downloads
from core.ui.in_the_browser import draw_copying
from core.ui.nco_classification.codebook.place import ONE, Place, draw_way_to, go_to
from core.ui.resources import resources, show_error
from core.ui.words import plain

_KEY = "nco_classification:taking"
_WANTED = f"{_KEY}:wanted"  # a code that was chosen in the codebook for the job
_KEPT = ":material/check:"
_CLEAR = 0.25  # so far ahead of the second in likeness an occupation stands clearly out
_OFFERED = 20  # codes that a search offers
Session = GraphSession[State, Context]


def own_code_of(session: Session) -> OwnCode | None:
    """Return the code that the analyst gave on this outcome; None when there is none."""
    return code_given(session.settings, session.moment[0])


def draw_taking(session: Session, state: State, candidates: Sequence[Candidate], known: Classification) -> None:
    """Draw what can be done with an outcome: say it more precisely, give another code, copy it, take it away."""
    checkpoint, created = session.moment
    own = own_code_of(session)
    found = [entry["code"] for entry in state["analyzer_response"]["codes"]]
    key = f"{_KEY}:{checkpoint}"
    _draw_occupations(session, own, found, candidates, known, key)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.popover("Give another code", icon=":material/edit:", key=f"{key}:another"):
            _draw_another(session, found, candidates, known, key)
        if own:
            act("Take my code back", _keep, session, None, known, key=f"{key}:back", icon=":material/undo:")
        if card := make_card(state, own, known, created=created, address=_address(session)):
            draw_copying("Copy the card", to_markdown(card), f"{_KEY}:copy")
            draw_downloads(_files(card), key=key)


def wanted_code() -> str:
    """Return the code that was chosen in the codebook for the job; "" for none."""
    return str(st.session_state.get(_WANTED, ""))


def draw_chosen_in_codebook(session: Session, state: State, known: Classification) -> None:
    """Draw what is still to say of a code that was chosen in the codebook; it stands before what was found."""
    if wanted := wanted_code():
        found = [entry["code"] for entry in state["analyzer_response"]["codes"]]
        with st.container(border=True):
            _draw_wanted(session, wanted, found, known, f"{_KEY}:{session.moment[0]}")


def offer_for_the_job(code: str) -> None:
    """Offer on the page of a code to give it to the job that is open in this visit."""
    if st.session_state.get("session:nco_classification", {}).get("thread"):
        act(
            "Give this code to the job that is open", _want, code,
            key=f"{_KEY}:want", icon=":material/assignment_turned_in:",
        )  # fmt: skip


def _want(code: str) -> None:
    st.session_state[_WANTED] = code
    go_to(Place(ONE))


def draw_texts(book: Codebook, code: str) -> None:
    """Draw it, of an occupation with what the people of its family do."""
    known = book.classification
    if named := known.qualifications.get(code):
        st.markdown(f"National qualification: **{plain(named)}**")
    own = known.words.get(code[:4])
    if own:
        of = "" if len(code) == 4 else f" of its family {code[:4]}"
        st.markdown(f"**What the people{of} do.** {plain(own.text)}")
    if text := book.official.get(code):
        with st.container(border=True):
            st.markdown(f"**Official description**, from your file  \n{plain(text)}")
    elif len(code) >= 4 and not book.official:
        st.caption(
            "The official description stands here once *Add official descriptions*, on One job, was given the file."
        )


def _draw_occupations(
    session: Session, own: OwnCode | None, found: Sequence[str], candidates: Sequence[Candidate],
    known: Classification, key: str,
) -> None:  # fmt: skip
    """Draw the occupations of the families that are shown, the likeliest first, one of which may be picked."""
    now = [own.code] if own else list(found)
    families = list(dict.fromkeys(code[:4] for code in now if len(code) >= 4))
    likeness = {code: like for one in candidates if one.family in families for code, like in one.occupations}
    options = [
        code for family in families for code in (family, *in_order(family, likeness, known, session.state["words"]))
    ]
    if len(options) <= len(families):
        return  # no occupation lies below

    def words(code: str) -> str:
        if len(code) == DIGITS["family"]:
            return f"{code} · 4 digits: {known.title(code)}"
        like = f" · likeness {likeness[code]:.2f}" if code in likeness and not is_rest(code) else ""
        return f"{code} · {known.title(code)}{like}"

    if session.context.digits > DIGITS["family"] and not own and len(found) == 1 == len(families):
        _draw_open_digits(session, found, candidates, known, key)
    one = now[0] if len(now) == 1 else None
    looked_at = st.selectbox(
        "The 8 digits: nearest in words first, then by code",
        options,
        format_func=words,
        key=f"{key}:occupation:{one}",  # another code stands: its box is another one
        index=options.index(one) if one in options else None,
        placeholder="Pick an occupation",
        filter_mode="contains",
        help="By how like its title is to the words. What is for all others (“…, Other”) stands last.",
    )
    if looked_at and looked_at != one:
        _draw_looked_at(session, looked_at, found, known, key)


def _draw_open_digits(
    session: Session, found: Sequence[str], candidates: Sequence[Candidate], known: Classification, key: str
) -> None:
    """Say why the last four digits of a family are open; an occupation that the words name, or that stands clearly out,
    is offered first.

    It is not given: of 140 development titles whose words name one in their family it was the right one of 115.
    """
    [family] = found
    if len(family) != DIGITS["family"]:
        return
    likely = next((one.occupations for one in candidates if one.family == family), ())
    (first, like), (_, second) = [*likely, ("", 0.0), ("", 0.0)][:2]
    named = named_in(session.state["words"], family, known)
    clear = named or (second > 0 and like - second >= _CLEAR and not is_rest(first))  # one alone stands out of nothing
    first = named or first
    within = known.occupations_of(family)
    why = f"the words tell the family and not which of its {len(within)} occupations"
    if len(within) == 1:
        only = f"{within[0]} · {plain(known.title(within[0]))}"
        why = f"{only} is the only occupation in this family, but the words do not say that it is this one"
    if clear:
        why = (
            "only a title that says the same as the words is given unasked. Nearest in words: "
            f"**{first} · {plain(known.title(first))}**"
        )
    st.markdown(
        ":material/more_horiz: NCO families have four digits, and this code can stand as it is. "
        f"The last four digits are open: {why}."
    )
    if clear:
        act(
            f"Give {first} · {plain(known.title(first))}", _keep_picked, session, found, known, first,
            key=f"{key}:clear", icon=":material/check:",
        )  # fmt: skip


def _draw_looked_at(session: Session, code: str, found: Sequence[str], known: Classification, key: str) -> None:
    """Draw the entry of a code that is looked at, and what gives it: looking decides nothing."""
    with st.container(border=True):
        st.markdown(f"**{plain(code)} · {plain(known.title(code))}**")
        draw_texts(open_codebook(resources().folder), code)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            act(
                "Give this code", _keep_picked, session, found, known, code,
                key=f"{key}:looked-at:{code}", icon=":material/check:",
            )  # fmt: skip
            draw_way_to(code, f"{key}:looked-at")


def _keep_picked(session: Session, found: Sequence[str], known: Classification, code: str) -> None:
    """Keep what was picked; what the run found itself needs no keeping."""
    before = own_code_of(session)
    reason = before.reason if before and before.code[:4] == code[:4] else ""
    kept = None if [code] == list(found) else own_code(code, reason, found, known, _who())
    _keep(session, kept, known)


def _draw_wanted(session: Session, code: str, found: Sequence[str], known: Classification, key: str) -> None:
    """Draw what is still to say of a code that was chosen in the codebook."""
    st.markdown(f"Chosen in the codebook: **{plain(code)} · {plain(known.title(code))}**")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        reason = f"{key}:wanted:reason"
        st.text_input("Why?", key=reason, max_chars=LONGEST_REASON, placeholder="Why it is this code")
        act("Give this code", _give, session, code, found, known, reason, key=f"{key}:wanted:give")
        act("Leave it", _forget_wanted, key=f"{key}:wanted:leave", type="tertiary")
    _tell_refused(reason)


def _draw_another(
    session: Session, found: Sequence[str], candidates: Sequence[Candidate], known: Classification, key: str
) -> None:
    """Draw the way to a code of the analyst's own: typed, or looked up and chosen; with a reason."""
    st.markdown("A code of your own, with a reason; both are kept with this run, beside what was found.")
    words = st.text_input(
        "Look up a code", key=f"{key}:words", max_chars=LONGEST, icon=":material/search:",
        placeholder="A code, a title, or what people call the work",
    )  # fmt: skip
    if is_typed_code(words):
        code = as_code(words, known)
    else:
        offered = [candidate.family for candidate in candidates if candidate.family not in found]
        if words:
            with st.spinner("Looking it up …"):
                offered = [hit.code for hit in finder_of(open_codebook(resources().folder)).find(words, _OFFERED).hits]
        code = st.selectbox(
            "Code", offered, key=_choice(key, words), index=None, filter_mode="contains",
            placeholder="Nothing is chosen yet" if offered else "Nothing is found for these words",
            format_func=lambda one: f"{one} · {known.title(one)}",
        ) or ""  # fmt: skip
    if code:
        st.markdown(f":material/arrow_forward: **{plain(code)} · {plain(known.title(code))}**")
    elif is_typed_code(words):
        _draw_no_code(words, known)
    st.text_input("Why?", key=f"{key}:reason", max_chars=LONGEST_REASON, placeholder="Why it is this code")
    act("Give this code", _give_another, session, found, known, key, key=f"{key}:give")
    _tell_refused(f"{key}:reason")


def _draw_no_code(words: str, known: Classification) -> None:
    """Say at once that what was typed is no code, and which is near."""
    try:
        own_code(words, "", (), known)
    except InputError as error:
        show_error(error)


def _choice(key: str, words: str) -> str:
    """Name the box in which a code is chosen for these words; for other words it is another box, with nothing in it."""
    return f"{key}:code:{words}"


def _give_another(session: Session, found: Sequence[str], known: Classification, key: str) -> None:
    """Keep the code that was typed, else the one that was chosen for these very words.

    What stands in the boxes is read now: a press that comes with the typing knows nothing of how they were drawn.
    """
    words = st.session_state[f"{key}:words"]
    code = words if is_typed_code(words) else st.session_state.get(_choice(key, words)) or ""
    _give(session, code, found, known, f"{key}:reason")


def _give(session: Session, code: str, found: Sequence[str], known: Classification, reason: str) -> None:
    """Keep a code with the reason that stands in the box of this key; what is refused is told below the box."""
    try:
        if not code:
            raise InputError("No code is chosen yet.", "Type one, or look one up and choose it from the list.")
        given = own_code(code, st.session_state[reason], found, known, _who())
    except InputError as error:
        st.session_state[f"{reason}:refused"] = error
        return
    _keep(session, given, known)
    _forget_wanted()


def _tell_refused(reason: str) -> None:
    if error := st.session_state.get(f"{reason}:refused"):
        show_error(error)
        del st.session_state[f"{reason}:refused"]


def _forget_wanted() -> None:
    st.session_state.pop(_WANTED, None)


def _keep(session: Session, given: OwnCode | None, known: Classification) -> None:
    """Keep a code for the outcome that is shown, or take it back, and say what was kept."""
    checkpoint = session.moment[0]
    session.note(KEPT, lambda kept: with_code(kept, checkpoint, given))
    if given:
        reason = f", with your reason: {given.reason}" if given.reason else ""
        st.toast(plain(f"Kept with this run: {given.code} · {known.title(given.code)}{reason}"), icon=_KEPT)
    else:
        st.toast("Your code was taken back. What the run itself found stands again.", icon=":material/undo:")


def _who() -> str:
    """Tell who gives a code, where people sign in."""
    return str(st.user.get("name") or st.user.get("email") or "") if st.user.get("is_logged_in") else ""


def _address(session: Session) -> str:
    return f"{st.context.url or ''}?thread={session.thread}"


def _files(card: Card) -> list[Download]:
    name = f"nco_{card.levels[0][-1][1].replace('.', '_')}"
    return [
        Download("Card as Markdown", f"{name}.md", "text/markdown", partial(to_markdown, card)),
        Download("Card as PDF", f"{name}.pdf", "application/pdf", partial(to_pdf, card)),
    ]
