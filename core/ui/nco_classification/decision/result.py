"""What came of a classification: the code or what is certain, the evidence, and why the runner-up lost."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.codec import from_state
from core.systems.nco_classification.codebook.book import in_order
from core.systems.nco_classification.codebook.decided import KINDS, by_words_alone, decided, in_days, worth_of
from core.systems.nco_classification.codebook.own_code import OwnCode
from core.systems.nco_classification.codebook.parting import attributes_that_part
from core.systems.nco_classification.decision.confidence import NOISE, SURE
from core.systems.nco_classification.decision.obstacles import TELL_WORK
from core.systems.nco_classification.decision.shares import shares_of
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.occupations import WEIGHTS, Candidate
from core.systems.nco_classification.questions.answers import may_mean
from core.systems.nco_classification.questions.weighing import ANSWERED
from core.systems.nco_classification.state import AnalyzerResponse, State
from core.ui.manual import offer_making
from core.ui.nco_classification.codebook.place import draw_way_to, linked_code
from core.ui.terms import explain
from core.ui.words import marked, plain

_LIKELY = 3  # families that are named where no part of a code is certain
_LONG, _TALL = 12, 460  # lines from which a table scrolls, and its height in pixels then


def level_name(level: str) -> str:
    """Name a level of the classification in words; "" for none."""
    return "sub-division" if level == "subdivision" else level


def draw_outcome(state: State, known: Classification, run: str, own: OwnCode | None = None) -> None:
    """Draw the code or codes with their path, or what is certain without one; `run` says how the run went.

    A code of the analyst's `own` stands first, with what was found below it.
    """
    response = state["analyzer_response"]
    if own:
        _draw_code(own.code, known)
        st.markdown(_own_in_words(response, own))
    elif codes := response["codes"]:
        for column, entry in zip(st.columns(len(codes)), codes, strict=True):
            with column:
                _draw_code(entry["code"], known)
        if len(codes) > 1:
            st.markdown("The occupation is spread over these close codes; the words do not part them.")
    elif partial := response["partial"]:
        whole = partial["level"] == "family" and not known.occupations_of(partial["code"])
        so_far = "Likely so far" if response["question"] else "Likeliest" if whole else "Coded in part"
        level = level_name(partial["level"])
        below = "" if whole else "Below that nothing is settled."
        st.info(
            f"**{so_far}: {level} {partial['code']} · {plain(partial['title'])}.** {below}",
            icon=":material/account_tree:",
        )
        st.markdown(_path(partial["code"], known))
        draw_way_to(partial["code"], "nco_classification:outcome")
    elif response["question"]:
        st.info("Nothing is certain before the question is answered.", icon=":material/help:")
    elif outside := response.get("outside"):
        told = {"not in work": "Not in work", "no answer": "No answer"}[outside]
        advice = "If there is work beside it, say what the person does there."
        st.info(f"**{told}: no code is given.** {plain(response['reason'])} {advice}", icon=":material/person_off:")
    elif likely := _likeliest(state, known):
        st.warning(f"**No part of a code is certain.** Likeliest by the words: {likely}.", icon=":material/block:")
    else:
        st.warning("**These words cannot be coded.** Say in a sentence what the person does.", icon=":material/block:")
    with st.container(horizontal=True, vertical_alignment="center"):
        told = explain("confidence", "index", "who answered")
        st.markdown(f"{_sure(state, own)}{plain(response['index'])} · {run}", width="content", help=told)
        offer_making("nco_classification", "How sure it is", "nco_classification:outcome")


def _likeliest(state: State, known: Classification) -> str:
    """Name the families that are likeliest by the words, as Markdown; "" where the words say nothing about a job."""
    candidates = relevant(state)
    shares = shares_of(state["analyzer_response"], candidates)
    told = [f"{one.family} · {plain(known.title(one.family))} {shares[one.family]:.0%}" for one in candidates[:_LIKELY]]
    return "; ".join(told)


def _draw_code(code: str, known: Classification) -> None:
    st.subheader(f"{code} · {plain(known.title(code))}")
    st.markdown(_path(code, known))
    draw_way_to(code, "nco_classification:outcome")


def _own_in_words(response: AnalyzerResponse, own: OwnCode) -> str:
    """Say that the code is the analyst's, why, and what the run itself had come to."""
    part = [response["partial"]] if response["partial"] and not response["question"] else []
    found = "; ".join(f"{entry['code']} {entry['title']}" for entry in response["codes"] or part)
    if own.narrows:
        computed = response["confidence"]["basis"] == "computed"
        sure = f", found with a confidence of {response['confidence']['probability']:.0%}" if computed else ""
        return f"You picked this within what was found: **{plain(found)}**{sure}."
    why = f", with the reason: {plain(own.reason)}" if own.reason else ""
    before = "The run itself gave"
    if response["confidence"]["basis"] == "chosen" and not response.get("rule"):
        before = "In answer to the question you had chosen"
    return f"Your own code{why}. {before} {f'**{plain(found)}**' if found else 'no code'}."


def draw_of_the_run(own: OwnCode | None) -> None:
    """Say, where the analyst gave a code of their `own`, that what follows is about what the run itself found."""
    if own:
        st.markdown(
            ":material/info: This is about what the run itself found, and not about the code that a person gave."
        )


def _path(code: str, known: Classification) -> str:
    steps = known.path(code)[:-1]
    return (
        ":material/account_tree: " + " › ".join(f"{prefix} {plain(title)}" for _, prefix, title in steps)
        if steps
        else ""
    )


def _sure(state: State, own: OwnCode | None) -> str:
    """Say who decided and how sure the code is, and what that has been worth; nothing where no code is given."""
    response, told = state["analyzer_response"], decided(state, own)
    if own:
        who = f"Decided by {plain(told.by)}, {in_days(own.given)}"
        return f":material/how_to_reg: {who}. Confidence: {plain(told.sure)} · "
    if response.get("rule"):
        return f":material/gavel: {plain(told.why.rstrip('.'))}. Confidence: {plain(told.sure)} · "
    if response["question"] or not (response["codes"] or response["partial"]):
        return ""
    if response["confidence"]["basis"] == "chosen":
        return f":material/how_to_reg: Chosen in answer to a question{by_words_alone(state)} · "
    if not response["codes"]:
        return f":material/check_circle: Confidence: {plain(told.sure)} · "
    worth = worth_of(response["confidence"])
    families = " or ".join(dict.fromkeys(entry["code"][:4] for entry in response["codes"]))
    sure = f"Confidence **{response['confidence']['probability']:.0%}** for family {families}"
    if "needed_for" in response:
        sure += f", where {response['needed_for']} needs {response['threshold']:.0%}"
    icon = "check_circle" if response["confidence"]["probability"] >= SURE else "rule"
    check = "" if icon == "check_circle" else ", worth a check"
    return f":material/{icon}: {sure}{check}{f' ({worth})' if worth else ''} · "


def relevant(state: State) -> list[Candidate]:
    """Choose the candidates that the words are about, best first; none where the words say nothing about a job.

    A search always comes upon something. After an id or a place that is chance, and with an open question only what can
    be chosen is still meant.
    """
    response, obstacle = state["analyzer_response"], state["expander_analysis"]["obstacle"]
    candidates = from_state(list[Candidate], state["candidates"])
    if response["codes"] or response["partial"] or response["choices"]:
        meant = [one for one in candidates if any(may_mean(choice, one.family) for choice in response["choices"])]
        return meant or candidates
    chance = obstacle not in ("", *TELL_WORK) or response["confidence"]["fit"] < NOISE
    return [] if chance else candidates


def draw_reading(state: State, read: str) -> None:
    """Draw how the words were understood, what was answered, and why it was decided as it was."""
    lines = [
        f"Asked “{plain(answer['question'])}”, you said: **{plain(answer['said'])}**" for answer in state["answers"]
    ]
    if read and read != " ".join(state["words"].lower().split()):
        lines.append(f"Searched for: **{plain(read)}**")
    lines += [f"Assumed: {plain(assumption)}" for assumption in state["expander_analysis"]["assumptions"]]
    lines.append(f"Decided: {plain(state['analyzer_response']['reason'])}")
    st.markdown("\n".join(f"- {line}" for line in lines), help=explain("family", "likeness"))


def draw_evidence(candidate: Candidate, known: Classification) -> None:
    """Draw what speaks for a family: the nearest documents, with the words they share with the request."""
    st.markdown(f"**What speaks for {candidate.family} · {plain(known.title(candidate.family))}**")
    draw_way_to(candidate.family, "nco_classification:evidence")
    st.markdown(
        "\n".join(
            f"- {marked(match.text, match.words)} · {KINDS[match.kind]} · likeness {match.score:.2f}"
            for match in candidate.evidence
        )
        or "Nothing but its place in the search."
    )


def draw_rivals(first: Candidate, second: Candidate, known: Classification, why: str) -> None:
    """Draw why the second lost: in a sentence, in the difference, and in both receipts, part by part in one table."""
    parts = dict.fromkeys([*WEIGHTS, *(line.source for one in (first, second) for line in one.receipt.parts)])
    adds = {part: (_adds(first, part), _adds(second, part)) for part in parts}
    behind = first.score - second.score
    part = max(adds, key=lambda name: (adds[name][0] - adds[name][1]) * (1 if behind >= 0 else -1))
    told = adds.get(ANSWERED, (0.0, 0.0))[0] - adds.get(ANSWERED, (0.0, 0.0))[1]
    answered = f", {behind - told:+.3f} by the words and {told:+.3f} by what was answered" if told else ""
    most = f"Most of that comes from **{part}** ({adds[part][0]:.3f} against {adds[part][1]:.3f})."
    st.markdown(
        f"**Why {second.family} {'comes second' if behind >= 0 else 'is not the code'}**", help=explain("receipt")
    )
    st.markdown(
        f"{plain(why)} {second.family} · {plain(known.title(second.family))} is {abs(behind):.3f} "
        f"{'behind' if behind >= 0 else 'ahead'}{answered}. {most if behind else ''}"
    )
    st.markdown(_parted_in_words(first.family, second.family))
    draw_table(
        pd.DataFrame(
            {
                "Part of the score": [*adds, "all together"],
                "Weight": [*(WEIGHTS.get(part) for part in parts), sum(WEIGHTS.values())],
                f"{first.family} adds": [*(mine for mine, _ in adds.values()), first.score],
                f"{second.family} adds": [*(its for _, its in adds.values()), second.score],
                "Difference": [*(mine - its for mine, its in adds.values()), behind],
            }
        ),
        {
            "Weight": "{:.2f}", f"{first.family} adds": "{:.3f}", f"{second.family} adds": "{:.3f}",
            "Difference": "{:+.3f}",
        },
        alt="Both receipts: what each part adds to either score, and the difference",
    )  # fmt: skip


def _parted_in_words(first: str, second: str) -> str:
    """Tell in Markdown what people can tell of their job that parts two families; "" where nothing does."""
    told = [
        f"- {plain(one.question)} {first}: **{plain(one.here)}** · {second}: **{plain(there)}**"
        for one in attributes_that_part(first, [second])
        for there, _ in one.there
    ]
    return "\n".join([f"**What parts {first} from {second}**", "", *told]) if told else ""


def draw_table(frame: pd.DataFrame, formats: Mapping[str, str], alt: str) -> None:
    """Draw a table whose cells wrap, also on a telephone; a long one scrolls. Text in it is Markdown.

    `formats` are by column, as of `str.format`.
    """
    st.table(
        frame.style.format(dict(formats), na_rep=""),
        hide_index=True,
        border="horizontal",
        height="content" if len(frame) <= _LONG else _TALL,
        alt=alt,
    )


def _adds(candidate: Candidate, part: str) -> float:
    return sum(line.contribution for line in candidate.receipt.parts if line.source == part)


def draw_siblings(candidate: Candidate, known: Classification, said: str) -> None:
    """Draw the occupations of a family, in the order in which they are offered for what was `said`."""
    st.markdown(f"**Occupations in {candidate.family} · {plain(known.title(candidate.family))}**")
    if not candidate.occupations:
        st.markdown("This family has no occupations below it; its own code is the code.")
        return
    st.caption("Nearest in words first, then by code; last the one for all that have no code of their own.")
    likeness = dict(candidate.occupations)
    codes = in_order(candidate.family, likeness, known, said)
    draw_table(
        pd.DataFrame(
            {
                "Code": [linked_code(code) for code in codes],
                "Likeness": [likeness.get(code) for code in codes],
                "Occupation": [plain(known.title(code)) for code in codes],
            }
        ),
        {"Likeness": "{:.2f}"},
        alt=f"The occupations of family {candidate.family}: nearest in words first, then by code",
    )
