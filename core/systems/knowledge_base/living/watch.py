"""A collection is kept like a folder: what is new or changed there comes in, what is deleted goes out.

A file waits until two looks saw it the same, and a document goes when two looks did not see its file. Content that is
gone under one name and there under another is a file that was renamed, and keeps its versions. What cannot be looked
at takes nothing away: a folder that is gone, a subfolder that is closed, a file that may not be read.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from core.documents.detect_type import LARGEST_FILE
from core.errors import AppError, InputError
from core.own_data import Lent
from core.systems.knowledge_base.ingest.collections import (
    DOCUMENTS,
    FileStatus,
    add_files,
    remove_document,
    rename_document,
    stage,
    status,
    work_off,
)
from core.systems.knowledge_base.ingest.jobs import digest_of
from core.systems.knowledge_base.living.folders import Known, Standing, keep_known, keep_standing, known_files, standing
from core.systems.knowledge_base.living.looking import Changing, FolderGone, Look, Stamp, look_at, read_whole

_AT_ONCE = 100  # files that come in together, or documents that go
_BYTES_AT_ONCE = 64 * 1024**2
_EMPTY = "It is empty so far."
_CHANGES = "It is being written."


@dataclass
class Watcher:
    """Watches the folder of one collection. One process at a time may have one, and asks it from one thread."""

    lent: Lent
    collection: str
    folder: Path
    seconds: float = 0.0  # that the last look through the folder took
    _before: Look | None = None
    _files: dict[str, Known] | None = None
    _told: dict[str, str] = field(default_factory=dict)  # what was the matter with a file when it was to come in

    def look(self) -> bool:
        """Look once, and do what is to be done; whether there is more that need not wait for another look.

        Whatever is the matter is told on the page and tried again at the next look.
        """
        try:
            more, now = self._looked()
        except AppError as error:
            self._before = None if isinstance(error, FolderGone) else self._before
            more, now = False, replace(standing(self.lent.folder, self.collection), trouble=error.in_full())
        keep_standing(self.lent.folder, self.collection, now)
        return more

    def _looked(self) -> tuple[bool, Standing]:
        if stage(self.lent.folder, self.collection):  # brought on the page, or left by a process that was killed
            work_off(self.lent, self.collection)
        began = time.monotonic()
        look = look_at(self.folder, self.lent.settings.data.resolve())
        self.seconds = time.monotonic() - began
        before, self._before = self._before, look
        self._refuse_another(look, before)
        waits = self._waiting(look, before)
        gone = self._gone(look, before)
        changed = self._take_out(gone[:_AT_ONCE], look, waits)
        if not gone[_AT_ONCE:]:  # what is still gone may be renamed to what would come in
            changed |= self._take_in(self._to_come(look, waits)[:_AT_ONCE], look, waits)
        if changed:
            keep_known(self.lent.folder, self.collection, self._known)
        left = [path for path in self._to_come(look, waits) if path not in self._told]
        return changed and bool(gone[_AT_ONCE:] or left), self._standing(look, waits, len(left), changed)

    @property
    def _known(self) -> dict[str, Known]:
        if self._files is None:
            self._files = known_files(self.lent.folder, self.collection)
        return self._files

    def _is_news(self, path: str, stamp: Stamp) -> bool:
        return path not in self._known or self._known[path].stamp != stamp

    def _refuse_another(self, look: Look, before: Look | None) -> None:
        """Raise `FolderGone` for the empty folder at the place of a disk that was taken away."""
        same = before is not None and before.identity == look.identity
        if self._known and not same and not look.files:
            raise FolderGone(
                f"{self.folder} is empty, and may be another folder than before.",
                "Perhaps its disk is not there: its documents stay. If it is right, remove the collection.",
            )

    def _waiting(self, look: Look, before: Look | None) -> dict[str, str]:
        """Say of each new file why it does not come in yet."""
        seen = before.files if before else {}
        waits = {}
        for path, stamp in look.files.items():
            if self._is_news(path, stamp):
                if not stamp.size:
                    waits[path] = _EMPTY
                elif seen.get(path) != stamp:
                    waits[path] = _CHANGES
        return waits

    def _to_come(self, look: Look, waits: Mapping[str, str]) -> list[str]:
        """Return what does not wait, the newest first; what could not be read when it was tried last."""
        news = [path for path, stamp in look.files.items() if path not in waits and self._is_news(path, stamp)]
        return sorted(news, key=lambda path: (path in self._told, -look.files[path].changed))

    def _gone(self, look: Look, before: Look | None) -> list[str]:
        if before is None:
            return []
        return [path for path in self._known if path not in look.files and path not in before.files and look.sees(path)]

    # --- taking out ---------------------------------------------------------------------------------------------------

    def _take_out(self, paths: Sequence[str], look: Look, waits: Mapping[str, str]) -> bool:
        """Let go of files that are gone, or give them the names that they have now."""
        digests = {one.name: one.digest for one in status(self.lent.folder, self.collection)} if paths else {}
        for path in paths:
            former = self._known.pop(path)
            name = self._renamed(former, digests.get(path, ""), look, waits)
            if name and rename_document(self.lent, self.collection, path, name):
                self._known[name] = Known(look.files[name], former.document)
            else:
                self._let_go(path, former)
        return bool(paths)

    def _renamed(self, former: Known, digest: str, look: Look, waits: Mapping[str, str]) -> str:
        """Return the new name of a file that is gone: that of one with its content, which was not there before."""
        if not former.document or not digest or former.reason:
            return ""
        alike = [
            path
            for path, stamp in look.files.items()
            if path not in self._known and path not in waits and stamp.size == former.stamp.size
        ]
        for path in sorted(
            alike, key=lambda path: look.files[path] != former.stamp
        ):  # a rename leaves the time as it was
            with suppress(Changing, InputError):  # told when it comes in
                if digest_of(read_whole(self.folder, path, look.files[path])) == digest:
                    return path
        return ""

    def _let_go(self, path: str, former: Known) -> None:
        """Remove the name of a file that is gone, and its document where no other has its content.

        Files whose content is not kept any more come in anew.
        """
        if not former.document:
            return
        if former.document in self._documents():
            remove_document(self.lent, self.collection, former.document, path)
        others = [other for other, one in self._known.items() if one.document == former.document]
        if others and former.document not in self._documents():
            for other in others:
                del self._known[other]

    def _documents(self) -> set[str]:
        if not DOCUMENTS.card(self.lent.folder, self.collection).ready:
            return set()
        return {document.id for document in DOCUMENTS.open(self.lent, self.collection).documents()}

    # --- taking in ----------------------------------------------------------------------------------------------------

    def _take_in(self, paths: Iterable[str], look: Look, waits: dict[str, str]) -> bool:
        """Bring files, and note what became of each; those that change meanwhile go on waiting."""
        contents: dict[str, bytes] = {}
        told, refused = dict[str, str](), False
        for path in paths:
            stamp = look.files[path]
            try:
                contents[path] = read_whole(self.folder, path, stamp)
            except Changing as error:
                waits[path] = str(error)
            except InputError as error:
                told[path] = error.in_full()
                if stamp.size > LARGEST_FILE:  # only another content can mend that; others are tried again
                    self._refuse(path, stamp, error.in_full())
                    refused = True
            if sum(map(len, contents.values())) > _BYTES_AT_ONCE:
                break
        self._told = told
        if not contents:
            return refused
        add_files(self.lent.folder, self.collection, contents.items())
        became = {one.name: one for one in work_off(self.lent, self.collection)}
        former = {path: self._note(path, look.files[path], became.get(path)) for path in contents}
        for path, one in former.items():  # only now: a name may have taken over the content of another
            if one:
                self._let_go(path, one)
        return True

    def _refuse(self, path: str, stamp: Stamp, reason: str) -> None:
        former = self._known.get(path)
        self._known[path] = Known(stamp, former.document if former else "", reason)

    def _note(self, path: str, stamp: Stamp, now: FileStatus | None) -> Known | None:
        """Note what a file became; return what it was before, where that was another document."""
        former = self._known.get(path)
        if now is None or now.state == "refused":
            self._refuse(path, stamp, now.reason if now else "It is an archive. Unpack it into the folder.")
            return None
        self._known[path] = Known(stamp, now.document)
        return former if former and former.document not in ("", now.document) else None

    # --- what is told -------------------------------------------------------------------------------------------------

    def _standing(self, look: Look, waits: Mapping[str, str], to_come: int, changed: bool) -> Standing:
        former = standing(self.lent.folder, self.collection)
        refused = {
            path: f"{one.reason} Its former version is still asked." if one.document else one.reason
            for path, one in self._known.items()
            if one.reason
        }
        unread = {path: why for path, why in self._told.items() if path in look.files}
        return Standing(
            files=sum(bool(one.document) for one in self._known.values()),
            to_come=to_come,
            changed=_now() if changed else former.changed,
            waits=dict(waits),
            left_out=look.left_out | unread | refused,
            others=look.others,
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
