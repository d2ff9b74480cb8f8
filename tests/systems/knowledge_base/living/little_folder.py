"""A folder on the disk that is watched, looked at when a test says so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from core.settings import Settings
from core.systems import Resources
from core.systems.knowledge_base.ingest.collections import DOCUMENTS
from core.systems.knowledge_base.living.folders import Standing, standing, watch_folder
from core.systems.knowledge_base.living.watch import Watcher
from tests.lending import lent

PUMP = "The default speed of the pump is 40 litres a minute."
VALVE = "The valve opens again below 3 bar."


class LittleFolder:
    """The folder, its collection, and who watches it."""

    def __init__(self, tmp_path: Path, embedder: Any = None, folder: Path | None = None) -> None:
        self.folder = folder or tmp_path / "papers"
        self.folder.mkdir(exist_ok=True)
        self.data = tmp_path / "data"
        self.lent: Resources = lent(self.data / "owners" / "me", embedder, Settings(data=self.data))
        self.collection = watch_folder(self.lent.folder, self.folder, "page", self.data)
        self.watcher = self.another_watcher()
        self._clock = 1_700_000_000

    def another_watcher(self) -> Watcher:
        """One that knows nothing but what was kept, as after a restart."""
        return Watcher(self.lent, self.collection, self.folder)

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file, at another time than any before."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        self._clock += 1
        os.utime(file, (self._clock, self._clock))
        return file

    def settle(self) -> None:
        """Look until nothing is left to do; two looks are the fewest."""
        self.watcher.look()
        self.watcher.look()
        while self.watcher.look():
            pass

    @property
    def standing(self) -> Standing:
        return standing(self.lent.folder, self.collection)

    @property
    def texts(self) -> dict[str, str]:
        """What can be asked now: the text of each document by its name."""
        if not DOCUMENTS.card(self.lent.folder, self.collection).ready:
            return {}
        passages = DOCUMENTS.open(self.lent, self.collection)
        return {one.name: passages.text(one.id) for one in passages.documents()}
