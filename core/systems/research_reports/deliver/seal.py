"""Whether a bundle is as it was exported: a digest of each part, and in words which of them are others now.

A digest is no signature. Whoever changes a bundle on purpose can reckon it anew; so everything is checked again too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.systems.research_reports.state import Seal

_DIGEST, _PARTS, _FILES, _BEFORE = "digest", "digests", "files", "changed_before"
_WORDS = {
    "the question": ("request", "question", "cleaned_query", "primary_intent", "constraints"),
    "the plan": ("plan", "tool_queries"),
    "what was searched": ("tool_log", "merges", "set_aside"),
    "the sources": ("papers",),
    "the passages": ("passages", "screened", "threshold", "alpha"),
    "the report": ("report", "compared", "opinion", "refine_reasons", "refinement_count", "stopped_because"),
    "its measures": ("figures", "as_written"),
    "its versions": ("versions",),
    "the analyst's word on sentences": ("said",),
}
ITSELF = "what the bundle says of itself"
ADDED = "files that were added"


def sealed(
    about: Mapping[str, Any], kept: Mapping[str, object], files: Mapping[str, bytes], before: Seal | None
) -> dict[str, Any]:
    """Return what a bundle says of itself with a digest of each part that it keeps, and one of all that it says.

    `files` are those that lie beside for people to read. `before` is the seal of the bundle from which the report was
    opened: what was changed in it stays told.
    """
    told = {
        **about,
        _PARTS: {name: _digest(value) for name, value in kept.items()},
        _FILES: {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    if before and before["changed"]:
        told[_BEFORE] = before["changed"]
    return {**told, _DIGEST: _digest(told)}


def seal_of(about: Mapping[str, Any], kept: Mapping[str, object], files: Mapping[str, str]) -> Seal:
    """Compare a bundle with its digests; `files` are those of the files beside, by name.

    A bundle of an earlier version has none, or none of files: nobody can tell of them.

    Raises `TypeError` or `ValueError` for what no bundle says of itself.
    """
    before = [str(name) for name in about.get(_BEFORE, [])]
    if _DIGEST not in about and _PARTS not in about:
        return {"standing": "changed" if before else "none", "changed": before}
    digests = dict(about.get(_PARTS, {}))
    others = {name for name in {*kept, *digests} if digests.get(name) != _digest(kept.get(name))}
    changed = [words for words, names in _WORDS.items() if others & {*names}]
    if _FILES in about:
        changed += _other_files(dict(about[_FILES]), files)
    if about.get(_DIGEST) != _digest({name: value for name, value in about.items() if name != _DIGEST}):
        changed.append(ITSELF)
    changed += [words for words in before if words not in changed]
    return {"standing": "changed" if changed else "whole", "changed": changed}


def _other_files(were: Mapping[str, str], are: Mapping[str, str]) -> list[str]:
    others = [f"the file {name}" for name, digest in were.items() if are.get(name) != digest]
    return [*others, ADDED] if set(are) - set(were) else others


def _digest(value: object) -> str:
    """SHA-256 over the value as JSON in one form: names in order, no spaces, ASCII."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
