"""Files on their way into a collection: laid down to be worked on, and what became of each of them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from core.documents.archive import MOST_FILES, may_be_archive, take_apart
from core.documents.detect_type import LARGEST_FILE, in_megabytes
from core.errors import InputError, StoreError
from core.own_data import Lent
from core.stores.files import settle, settle_folder
from core.stores.journal import Failed, Journal
from core.stores.uploads import keeping, read_json, write_json
from core.systems.knowledge_base.ingest.jobs import (
    EMBEDDING,
    INCOMING,
    ITEMS,
    KEEPING,
    READING,
    TO_EMBED,
    Item,
    Readings,
)
from core.systems.knowledge_base.ingest.opening import Collection, card_of, needs_anew, open_store, place_of, used_now

_LARGEST_UPLOAD = 4 * LARGEST_FILE  # bytes of an archive
LEDGER = "files.json"  # what became of every file
MADE_FOR = "made_for.json"  # the store and the model that the work in hand was begun for
Stage = Literal["", "reading", "embedding", "keeping"]
FileState = Literal["waiting", "read", "added", "duplicate", "refused"]


@dataclass(frozen=True)
class FileStatus:
    """What became of a file: `reason` says why it was refused, `document` is the id of what it became.

    `digest` tells its bytes from others, however they are read and cut; "" where an earlier version kept it.
    """

    name: str
    state: FileState
    reason: str = ""
    document: str = ""
    passages: int = 0
    digest: str = ""


# --- bringing files ---------------------------------------------------------------------------------------------------


def add_files(folder: Path, collection: str, files: Iterable[tuple[str, bytes]], recognise: bool = False) -> None:
    """Lay files (name, content) down to be worked on, archives taken apart; what is refused is kept with its reason.

    With `recognise`, the text of scans among them is recognised.

    Raises `InputError` while other work on this collection is not finished, `StoreError` when there is no room.
    """
    place = place_of(folder, collection)
    if stage(folder, collection):
        raise InputError("This collection is being worked on.", "Wait until that is done, or cancel it.")
    items: list[Item] = []
    incoming = place / INCOMING
    try:
        with keeping("The files"):
            shutil.rmtree(incoming, ignore_errors=True)
            incoming.mkdir()
            for name, content in files:
                items += _lay_down(incoming, name, content, len(items))
                if len(items) > MOST_FILES:
                    raise InputError(f"More than {MOST_FILES:,} files are too many at once.", "Bring them in parts.")
            items = [{**item, "recognise": "yes"} for item in items] if recognise else items
            settle(incoming)  # before the list that says that they are there
            settle_folder(place)
            write_json(incoming / ITEMS, items)
    except StoreError:
        shutil.rmtree(incoming, ignore_errors=True)
        raise


def _lay_down(incoming: Path, name: str, content: bytes, number: int) -> list[Item]:
    """Write a file down by its number, or the files of an archive from that number on."""
    plain = _plain(name)
    if len(content) > _LARGEST_UPLOAD:
        error = InputError(f"{plain} is larger than {in_megabytes(_LARGEST_UPLOAD)}.", "Bring it in parts.")
        return [{"name": plain, "reason": error.in_full()}]
    file = incoming / f"{number}"
    if may_be_archive(content):
        archive = incoming / "archive"
        archive.write_bytes(content)
        try:
            entries = take_apart(archive, plain, number)
        except InputError as error:
            return [{"name": plain, "reason": error.in_full()}]
        finally:
            archive.unlink()
        if entries is not None:
            return [
                {"name": path, "reason": reason} if reason else {"name": path, "file": f"{place}"}
                for place, (path, reason) in enumerate(entries, start=number)
            ]
    file.write_bytes(content)
    return [{"name": plain, "file": file.name}]


def _plain(name: str) -> str:
    """Return a name as a relative path; of one that would lead elsewhere only the last part."""
    path = PurePosixPath(name.replace("\\", "/"))
    leaves = path.is_absolute() or ".." in path.parts or ":" in name
    return (path.name if leaves else str(path)) or "file"


def index_anew(lent: Lent, collection: str) -> None:
    """Lay down every document of a collection to be embedded and kept anew. Raises `InputError`, `StoreError`."""
    place = place_of(lent.folder, collection)
    if stage(lent.folder, collection):
        raise InputError("This collection is being worked on.", "Wait until that is done, or cancel it.")
    card = card_of(lent.folder, collection)
    if not needs_anew(lent, card):
        return
    with keeping("The list of documents"):
        (place / INCOMING).mkdir(exist_ok=True)
        settle_folder(place)
    write_json(place / INCOMING / ITEMS, _as_items(lent, card))


def _as_items(lent: Lent, card: Collection) -> list[Item]:
    """Return every document of the index that is there, to be kept and embedded anew."""
    store = open_store(lent, card.id, card.store, card.model)
    return [
        {"name": one.document.name, "document": one.document.id, "began": one.document.added}
        for one in reversed(store.versions())  # as they came: what was replaced then is replaced again
    ]


def settle_on_model(lent: Lent, card: Collection) -> None:
    """Begin the work anew where it was begun for another model or store; and where the index that is there was made
    with another one, take its documents along: two indexes of one collection would each hold a part."""
    incoming = place_of(lent.folder, card.id) / INCOMING
    now, marked = [*used_now(lent)], incoming / MADE_FOR
    begun = read_json(marked) if marked.exists() else None
    if begun == now:
        return
    items: list[Item] = read_json(incoming / ITEMS)
    brought = [item for item in items if "document" not in item]
    whole = [*(_as_items(lent, card) if needs_anew(lent, card) else []), *brought]
    if begun or whole != items:
        for journal in (READING, KEEPING, EMBEDDING):
            for left in incoming.glob(f"{journal}*"):
                left.unlink()
        (incoming / TO_EMBED).unlink(missing_ok=True)
        write_json(incoming / ITEMS, whole)
    write_json(marked, now)


def give_up(folder: Path, collection: str) -> None:
    """Forget files that were brought and not finished; documents that were kept already stay."""
    shutil.rmtree(place_of(folder, collection) / INCOMING, ignore_errors=True)


# --- what became of them ----------------------------------------------------------------------------------------------


def stage(folder: Path, collection: str) -> Stage:
    """Which work is to be done, or gone on with; "" when there is none."""
    incoming = place_of(folder, collection) / INCOMING
    if not (incoming / ITEMS).exists():
        return ""
    if not is_done(incoming / READING):
        return "reading"
    return "embedding" if is_done(incoming / KEEPING) else "keeping"


def status(folder: Path, collection: str) -> list[FileStatus]:
    """Return what became of every file that was ever brought, and of those being worked on."""
    known = known_files(folder, collection)
    incoming = place_of(folder, collection) / INCOMING
    if not stage(folder, collection):
        return known
    return [*known, *files_at_work(incoming)]


def known_files(folder: Path, collection: str) -> list[FileStatus]:
    """Return what became of the files of work that is finished."""
    return [FileStatus(**one) for one in read_json(place_of(folder, collection) / LEDGER)]


def earlier_documents(known: Sequence[FileStatus]) -> dict[str, str]:
    """Return by the digest of a file as which document it was kept; not where another file has become the same."""
    files = {(one.digest, one.document) for one in known if one.document}
    holders = Counter(document for _, document in files)
    return {digest: document for digest, document in files if digest and holders[document] == 1}


def still_told(known: Sequence[FileStatus], current: Sequence[FileStatus]) -> list[FileStatus]:
    """Return what was told of files before, without those in whose place a new reading or version was kept now."""
    earlier = earlier_documents(known)
    anew = {earlier.get(one.digest, one.document) for one in current if one.state == "added"}
    now = {one.name: one.document for one in current if one.document}
    return [one for one in known if one.document not in anew and now.get(one.name, one.document) == one.document]


def files_at_work(incoming: Path) -> Iterator[FileStatus]:
    """Give how far the files of work that is not finished are."""
    read = dict(Journal(incoming / READING).results()) if (incoming / READING).exists() else {}
    kept = dict(Journal(incoming / KEEPING).results()) if (incoming / KEEPING).exists() else {}
    place_of = {number: place for place, number in enumerate(Readings(incoming).numbers)} if kept else {}
    without = Counter(one["passage"].rpartition(":")[0] for one in not_embedded(incoming))
    for number, item in enumerate(read_json(incoming / ITEMS)):
        if "document" in item:  # of the index that is there: what became of its file is known
            continue
        result = read.get(number)
        if result is None:
            yield FileStatus(item["name"], "waiting")
        elif isinstance(result, Failed):
            yield FileStatus(item["name"], "refused", result.reason)
        elif isinstance(outcome := kept.get(place_of.get(number, -1), "read"), Failed):
            yield FileStatus(item["name"], "refused", outcome.reason)
        else:
            told = [result.get("told", "")]
            if outcome == "duplicate":
                told = ["The same content is there already."]
            if missing := without[result["document"]]:
                told.append(f"{missing:,} of its passages could not be embedded, and are found by words only.")
            yield FileStatus(
                item["name"],
                outcome,
                " ".join(filter(None, told)),
                result["document"],
                result["passages"],
                result.get("digest", ""),
            )


def not_embedded(incoming: Path) -> list[dict[str, str]]:
    """Return the passages that could not be embedded, each with the reason."""
    if not (incoming / EMBEDDING).exists():
        return []
    return [
        result for _, result in Journal(incoming / EMBEDDING).results() if not isinstance(result, Failed) and result
    ]


def is_done(journal: Path) -> bool:
    """Whether a job has come to its end."""
    if not journal.exists():
        return False
    counts = Journal(journal).counts()
    return counts.done == counts.total
