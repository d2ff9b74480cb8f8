"""A verdict on every sentence against the passages that it cites, whoever wrote it; and the analyst's own word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.codec import from_state, to_state
from core.evidence.check import check_statements
from core.evidence.judge.protocol import Judge
from core.evidence.verdicts import EXACT_CHECK, Statement, Verdict, Words, did_not_hold, with_analysts_word
from core.retrieval.embedder import Embedder
from core.systems.research_reports.search.screening import context_of, paper_of, passage_text
from core.systems.research_reports.state import Claim, Section, State
from core.systems.research_reports.write.citations import printed_of

UNCHECKED = Verdict("not checked", reason="It was written before sentences got a verdict.")


def check(
    state: State, claims: Sequence[Claim], judge: Judge | None = None, known: Mapping[str, Verdict] | None = None
) -> list[Claim]:
    """Return the claims with their verdicts: ids first, then what the passages say.

    `known` are verdicts by the key of their statement: who is asked already is not asked again.
    """
    verdicts = [fault_of_ids(state, claim) for claim in claims]
    statements = {place: statement_of(state, claims[place]) for place, fault in enumerate(verdicts) if not fault}
    asked = {place: one for place, one in statements.items() if one.key not in (known or {})}
    given = dict(zip(asked, check_statements(list(asked.values()), judge), strict=True))
    return [
        with_verdict(claim, fault or (given[place] if place in given else (known or {})[statements[place].key]))
        for place, (claim, fault) in enumerate(zip(claims, verdicts, strict=True))
    ]


def with_verdict(claim: Claim, verdict: Verdict) -> Claim:
    """Return the claim with this verdict in the place of the one it has."""
    return {**claim, "verdict": to_state(verdict)}


def verdict_of(claim: Claim) -> Verdict:
    """Return the verdict on a claim; *not checked* on one from before there were verdicts."""
    return from_state(Verdict, claim["verdict"]) if "verdict" in claim else UNCHECKED


def statement_of(state: State, claim: Claim) -> Statement:
    """Return what a claim is to the checks: its sentence, its passages that exist, what the page prints of them."""
    passages = tuple(passage_text(state, id) for id in existing(state, claim))
    return Statement(claim["text"], passages, printed_of(state, claim), state.get("question", ""))


def existing(state: State, claim: Claim) -> list[str]:
    """Return the ids of the passages that a claim cites and that exist; the words of its verdict count in these."""
    return [id for id in claim["passages"] if passage_text(state, id)]


def words_that_show(state: State, claim: Claim) -> list[tuple[str, Words]]:
    """Return the words that show the verdict on a claim, each with the id of its passage."""
    ids = existing(state, claim)
    return [(ids[words.passage], words) for words in verdict_of(claim).shown_by if words.passage < len(ids)]


def fault_of_ids(state: State, claim: Claim) -> Verdict | None:
    """Return the verdict on a claim that cites nothing, what does not exist or what may support nothing, else None."""
    message = next(_wrong_ids(state, claim), "")
    return Verdict("not in the passage", EXACT_CHECK, message) if message else None


def _wrong_ids(state: State, claim: Claim) -> Iterator[str]:
    if not claim["passages"]:
        yield "The sentence cites no passage."
    for id in claim["passages"]:
        span = state["passages"].get(id)
        if span is None:
            yield f"It cites {id[:40]}, and there is no such passage."
            continue
        paper = state["papers"][span["paper"]]
        if paper["retracted"] or paper["withdrawn"]:
            yield f"It cites {id}, which is of a retracted or withdrawn paper."
        elif paper["kind"] == "notice":
            yield f"It cites {id}, which is a notice about another paper."


# --- what stands and what does not ------------------------------------------------------------------------------------


def struck_out(section: Section, checked: Sequence[Claim]) -> Section:
    """Return the section with the sentences that hold, or that nobody checked, and beside them those that do not."""
    by_place = sorted(checked, key=lambda claim: (len(claim["id"]), claim["id"]))
    struck = [claim for claim in by_place if verdict_of(claim).struck]
    return {**section, "claims": [claim for claim in by_place if claim not in struck], "struck": struck}


def number_struck(section: Section) -> int:
    """Return how many sentences of a section did not hold, with those that a file no longer has."""
    return len(section["struck"]) + section.get("left_out", {}).get("struck", 0)


def note_of(section: Section) -> str:
    """Return what is to be told of a section: how many of its sentences did not hold, or why it has none; else ""."""
    unchecked = section.get("left_out", {}).get("not checked", 0)
    told = []
    if struck := number_struck(section):
        told.append(f"{did_not_hold(struck, len(section['claims']) + struck + unchecked)}.")
    if struck and section.get("asked_again"):
        told.append("Its writer was told what did not hold, and asked once more.")
    if unchecked:
        told.append(f"{unchecked} that nobody checked {'is' if unchecked == 1 else 'are'} left out.")
    return " ".join(told) or section["note"]


def heard(state: State, said: Mapping[str, bool]) -> State:
    """Return the report with the analyst's own word in the place of every verdict that it was said of.

    No word makes a paper that was retracted, or a passage that does not exist, support a sentence. `figures` stay as
    they are.
    """
    sections = [_heard(state, section, said) for section in state["report"]["sections"]]
    standing = {claim["id"] for section in sections for claim in section["claims"]}
    summary = [id for id in state["report"]["summary"] if id in standing]
    return {**state, "report": {**state["report"], "summary": summary, "sections": sections}, "said": dict(said)}


def _heard(state: State, section: Section, said: Mapping[str, bool]) -> Section:
    claims = [
        with_verdict(claim, with_analysts_word(verdict_of(claim), said[key]))
        if (key := statement_of(state, claim).key) in said and not fault_of_ids(state, claim)
        else claim
        for claim in (*section["claims"], *section["struck"])
    ]
    return struck_out(section, claims)


# --- how much of it speaks to what was asked --------------------------------------------------------------------------

NEAR = 0.25
"""Of 412 sentences of reports on the shelf 99 % reach it for what they were written for, 17 % for another question of
its four themes, and 0.5 % for one about bread or bees."""


def with_nearness(state: State, claims: Sequence[Claim], embedder: Embedder) -> list[Claim]:
    """Return the claims with how near each is to the question or its sub-question, whichever is nearer.

    The nearness is the mean of two cosines: of the sentence, and of the first passage that it cites with its title.
    """
    if not claims:
        return []
    asked = {one["id"]: one["text"] for one in state["plan"]["sub_questions"]}
    questions = [asked.get(claim["section"], state["question"]) for claim in claims]
    number = len(claims)
    rows = embedder.encode(
        [*(claim["text"] for claim in claims), *(_context(state, claim) for claim in claims), *questions,
         state["question"]]
    )  # fmt: skip
    said, theirs, whole = (rows[:number] + rows[number : 2 * number]) / 2, rows[2 * number : -1], rows[-1]
    nearness = [max(float(one @ its), float(one @ whole)) for one, its in zip(said, theirs, strict=True)]
    return [{**claim, "nearness": round(near, 3)} for claim, near in zip(claims, nearness, strict=True)]


def _context(state: State, claim: Claim) -> str:
    ids = existing(state, claim)
    return context_of(paper_of(state, ids[0])["title"], passage_text(state, ids[0])) if ids else claim["text"]


def speaks_to_it(claim: Claim) -> bool:
    """Whether a sentence is near enough to what was asked; one that was never compared is not held against it."""
    return claim.get("nearness", 1.0) >= NEAR
