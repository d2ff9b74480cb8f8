"""What somebody thought of an answer: a thumb up or down and a word of why, kept in the owner's folder for judging.

One answer a line of JSON, oldest first. A thumb can be changed and taken back; it stays when its conversation is
forgotten, and leaves this machine only in the file that its owner takes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from core.errors import InputError
from core.stores.files import replacing
from core.stores.uploads import keeping, one_at_a_time
from core.tables.writing import to_csv
from core.types import JSON

MOST = 1_000
"""How many answers are kept; beyond it the owner is told to take them away first, and none is lost."""
LONGEST_WHY, _LONGEST, _MOST_SOURCES = 500, 5_000, 30  # characters, of all else, sources


@dataclass(frozen=True)
class Thumb:
    """What was thought of one answer: which of a turn of a thread, from which documents, with what it rests on, who
    gave it and under which settings.

    `again` counts from 0 how often the turn had been asked again; `understood` is the question where it was not read as
    it stands; `given` is ISO 8601 in UTC.
    """

    system: str
    owner: str
    thread: str
    turn: int
    again: int
    up: bool
    why: str = ""
    question: str = ""
    understood: str = ""
    answer: str = ""
    sources: list[str] = field(default_factory=list)
    collection: str = ""
    answered_by: str = ""
    settings: dict[str, JSON] = field(default_factory=dict)
    given: str = ""

    @property
    def of(self) -> tuple[str, str, int, int]:
        """Which answer this is about."""
        return self.system, self.thread, self.turn, self.again


_Line = TypeAdapter(Thumb)


def thumbs(folder: Path, system: str) -> list[Thumb]:
    """Return what an owner thought of the answers of a system, oldest first. Raises `InputError` where it cannot be
    read."""
    return [one for one in _all(folder) if one.system == system]


def give(folder: Path, *given: Thumb) -> None:
    """Keep thumbs, each in the place of a former one on the same answer; long texts are cut, and the time is now where
    none is told.

    Raises `InputError` when there is no room for another one, and `StoreError` for a full disk.
    """
    with keeping("It"):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder):  # two tabs of one visitor write one file, perhaps at two servers
        anew = {one.of for one in given}
        kept = [*(one for one in _all(folder) if one.of not in anew), *map(_cut, given)]
        if len(kept) > MOST:
            raise InputError(
                f"{MOST:,} answers are kept for judging, and no more are.",
                "Take them away as CSV, forget them here, and say it again.",
            )
        _write(folder, kept)


def take_back(folder: Path, *withdrawn: Thumb) -> None:
    """Forget what was thought of these answers; one that is not there is no error. Raises as `give` does."""
    if not _file(folder).exists():
        return
    with one_at_a_time(folder):
        gone = {one.of for one in withdrawn}
        _write(folder, [one for one in _all(folder) if one.of not in gone])


def as_csv(kept: Sequence[Thumb]) -> bytes:
    """Return thumbs as CSV in which a spreadsheet runs nothing, one answer a row."""
    import pandas as pd

    rows = [
        {
            "question": one.question,
            "understood as": one.understood,
            "thumb": "up" if one.up else "down",
            "why": one.why,
            "answer": one.answer,
            "sources": "\n".join(one.sources),
            "documents": one.collection,
            "answered by": one.answered_by,
            "settings": json.dumps(one.settings, ensure_ascii=False),
            "given": one.given,
            "owner": one.owner,
            "run": one.thread,
            "turn": one.turn,
            "asked again": one.again,
        }
        for one in kept
    ]
    return to_csv(pd.DataFrame(rows))


def _cut(thumb: Thumb) -> Thumb:
    return replace(
        thumb,
        why=_text(" ".join(thumb.why.split()), LONGEST_WHY),
        question=_text(thumb.question),
        understood=_text(thumb.understood),
        answer=_text(thumb.answer),
        sources=[_text(one) for one in thumb.sources[:_MOST_SOURCES]],
        given=thumb.given or datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _text(text: str, longest: int = _LONGEST) -> str:
    """Return the beginning of a text, in which halves of a character are question marks: no file can hold them."""
    return text[:longest].encode(errors="replace").decode()


def _all(folder: Path) -> list[Thumb]:
    file = _file(folder)
    try:
        return [_Line.validate_json(line) for line in file.read_bytes().splitlines() if line]
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise InputError(
            "What you thought of answers cannot be read any more.", f"Move {file} away to begin anew."
        ) from error


def _file(folder: Path) -> Path:
    return folder / "thumbs.jsonl"


def _write(folder: Path, kept: Sequence[Thumb]) -> None:
    """Write all of them: a reader, or a power cut, sees the old file or the new one."""
    with keeping("It"), replacing(_file(folder)) as file:
        file.writelines(json.dumps(asdict(one)).encode() + b"\n" for one in kept)
