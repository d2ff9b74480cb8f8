"""One section after the other: what the plain rule would put there, and what the engine writes from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.evidence.judge.model import judge_for
from core.evidence.verdicts import in_words as verdict_in_words
from core.systems.research_reports import tasks
from core.systems.research_reports.search.screening import Screened, paper_of, passage_text
from core.systems.research_reports.state import Claim, Context, Extract, Report, Section, State, SubQuestion
from core.systems.research_reports.tasks import WrittenSection
from core.systems.research_reports.write.checking import (
    check,
    note_of,
    statement_of,
    struck_out,
    verdict_of,
    with_nearness,
)
from core.systems.research_reports.write.sentences import candidates, choose, lead_for, to_the_point

IN_SUMMARY = 5
SHOWN = 10  # passages of a section that a model sees
# Facets with narrow cues choose first: a sentence about limits belongs there, though it would do elsewhere.
_TURN = ("question", "limits", "comparison", "methods", "findings", "definition")


def extracts_for(
    state: State,
    wanted: Sequence[SubQuestion],
    screened: dict[str, list[Screened]],
    standing: Sequence[Section],
    context: Context,
) -> dict[str, list[Extract]]:
    """For each sub-question the sentences of the evidence that a plain rule puts there, no sentence twice."""
    used = {claim["text"] for section in standing for claim in section["claims"]}
    extracts: dict[str, list[Extract]] = {}
    for asked in sorted(wanted, key=lambda asked: _TURN.index(asked["kind"])):
        kept = [passage for passage in screened.get(asked["id"], []) if passage.kept]
        scores = {passage.passage: passage.receipt.score for passage in kept}
        chosen = choose(asked, candidates(state, kept), scores, used, context.embedder, context.sentences)
        used |= {sentence.text for sentence in chosen}
        extracts[asked["id"]] = [{"text": sentence.text, "evidence": [sentence.passage]} for sentence in chosen]
    return extracts


def written_section(
    state: State,
    asked: SubQuestion,
    screened: Sequence[Screened],
    extract: list[Extract],
    before: Section | None,
    context: Context,
) -> Section:
    """Return a section with every sentence that was written for it, still unchecked.

    Who wrote it `before` is told which of those sentences did not hold, and why.
    """
    kept = [passage for passage in screened if passage.kept]
    section: Section = {
        "id": asked["id"], "question": asked["text"], "follow_up": asked["follow_up"], "claims": [], "struck": [],
        "note": "", "written_by": context.engine.label, "asked_again": bool(before and before["struck"]),
    }  # fmt: skip
    if not kept:
        return {**section, "note": "Nothing was found for this sub-question."}
    shown = {passage.passage: passage_text(state, passage.passage) for passage in kept[:SHOWN]}
    shown |= {id: passage_text(state, id) for sentence in extract for id in sentence["evidence"]}
    written = context.engine.ask(
        tasks.write_section,
        question=state["cleaned_query"],
        sub_question=asked["text"],
        evidence=shown,
        papers=_by_paper(state, shown),
        extract=extract,
        standing=[{"text": claim["text"], "evidence": claim["passages"]} for claim in (before or section)["claims"]],
        objections=[_objection(claim) for claim in (before or section)["struck"]],
        most=context.sentences,
    )
    section["claims"] = _claims(state, asked["id"], written)
    if not section["claims"]:
        section["note"] = (
            "Passages on the topic were kept, and none of their sentences speaks to this sub-question."
            if not to_the_point(candidates(state, kept), asked["kind"])
            else "Nothing was written for this sub-question."
        )
    return section


def _by_paper(state: State, passages: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids of passages by the paper that they are of, as “Noel et al. (2014): its title”."""
    papers: dict[str, list[str]] = {}
    for id in passages:
        paper = paper_of(state, id)
        papers.setdefault(f"{lead_for(paper)} {paper['title']}", []).append(id)
    return papers


def stands(section: Section) -> bool:
    """Whether a section need not be written again: it holds, or its writer was told already what does not."""
    return bool(section["claims"] or section["struck"]) and (not section["struck"] or section.get("asked_again", False))


def judged(
    state: State, drafts: Mapping[str, Section], before: Mapping[str, Section], context: Context
) -> dict[str, Section]:
    """Return the sections with a verdict on every sentence; what a version before said in the same words keeps its
    own."""
    known = {
        statement_of(state, claim).key: verdict_of(claim)
        for id in drafts
        for claim in (before[id]["claims"] if id in before else ())
        if verdict_of(claim).standing == "backed"
    }
    written = [claim for draft in drafts.values() for claim in (*draft["claims"], *draft["struck"])]
    checked = check(state, written, judge_for(context.engine, context.claim_model), known)
    checked = with_nearness(state, checked, context.embedder)
    return {
        id: struck_out(draft, [claim for claim in checked if claim["section"] == id]) for id, draft in drafts.items()
    }


def report_of(state: State, sections: list[Section]) -> Report:
    """Return the sections as a report, with the first sentence of each in short: a backed one, where there is one."""
    first = [sorted(section["claims"], key=_unbacked)[0]["id"] for section in sections if section["claims"]]
    written = any(section["claims"] or section["struck"] for section in sections)
    return {
        "title": state["question"],
        "status": "report" if written else "no evidence",
        "summary": first[:IN_SUMMARY],
        "sections": sections,
    }


def _unbacked(claim: Claim) -> bool:
    return verdict_of(claim).standing != "backed"


def _objection(claim: Claim) -> str:
    verdict = verdict_of(claim)
    return f"{claim['text']} ({verdict_in_words(verdict)}: {verdict.reason})"


def _claims(state: State, section: str, written: WrittenSection) -> list[Claim]:
    """Return what was written as claims; who speaks is told where it changes."""
    claims: list[Claim] = []
    speaker = ""
    for number, sentence in enumerate(written.sentences, start=1):
        text = " ".join(sentence.text.split())
        if not text:
            continue
        passages = list(dict.fromkeys(sentence.evidence))
        now = _speaker(state, passages)
        is_named = now.rstrip(":") in text
        claim: Claim = {
            "id": f"{section}.{number}", "section": section, "lead": "" if now == speaker or is_named else now,
            "text": text, "passages": passages,
        }  # fmt: skip
        claims.append(claim)
        speaker = now
    return claims


def _speaker(state: State, passages: Sequence[str]) -> str:
    """Return who speaks in the papers of these passages: “Noel et al. (2014) and Hao et al. (2014):”."""
    papers = {state["passages"][id]["paper"]: paper_of(state, id) for id in passages if id in state["passages"]}
    leads = list(dict.fromkeys(lead_for(paper).rstrip(":") for paper in papers.values()))
    return f"{', '.join(leads[:-1])} and {leads[-1]}:" if len(leads) > 1 else "".join(f"{lead}:" for lead in leads)


def in_words(state: State) -> str:
    """Return the report, or of a follow-up its section, as the conversation keeps it."""
    sections = state["report"]["sections"]
    if any(section["follow_up"] for section in sections):
        sections = sections[-1:]
    if state["report"]["status"] != "report":
        return "Nothing was found that a report could rest on."
    return "\n\n".join(section_in_words(section) for section in sections)


def section_in_words(section: Section, unchecked: str = "not checked") -> str:
    """Return a section without what was struck out; what nobody checked says so."""
    said = []
    for claim in section["claims"]:
        mark = f" ({unchecked})" if verdict_of(claim).standing == "not checked" else ""
        said.append(f"{claim['lead']} {claim['text']}{mark}".strip())
    return "\n".join(filter(None, [section["question"], " ".join(said), note_of(section)]))
