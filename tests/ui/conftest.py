"""Pages without a browser: each test has an installation of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import installation as floor
from core.installation import Installation
from core.settings import Settings
from core.ui import resources


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    house = Installation(Settings(data=tmp_path / "data"))
    for module in (floor, resources):
        monkeypatch.setattr(module, "installation", lambda: house)
    yield house
    house.close()
