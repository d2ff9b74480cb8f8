"""What Glassbox keeps is for the one who runs it, whatever the umask of the machine and whoever made the folder."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core import installation as installation_module
from core.installation import Installation, installation
from core.llm.engine import OfflineEngine
from core.privacy import close_folder
from core.settings import Settings

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def modes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder.parent)): f"{stat.S_IMODE(path.stat().st_mode):o}"
        for path in (folder, *folder.rglob("*"))
    }


def open_ones(folder: Path) -> dict[str, str]:
    """What anybody but the owner could read or enter."""
    return {name: mode for name, mode in modes(folder).items() if not mode.endswith("00")}


def run(program: list[str], folder: Path) -> None:
    """Run with the umask of most machines, which lets everybody read."""
    environment = {**os.environ, "GLASSBOX_DATA": str(folder), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *program], cwd=ROOT, env=environment, umask=0o022, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a server kept that was asked something of every system."""
    folder = tmp_path_factory.mktemp("served") / "data"
    served = """
from starlette.testclient import TestClient
from core.api.asking import SYSTEMS
from streamlit_app import app
with TestClient(app) as client:
    for name, system in SYSTEMS.items():
        answer = client.post(f"/api/systems/{name}/ask", json={"request": system.examples[0]})
        assert answer.status_code == 200, answer.text
"""
    run(["-c", served], folder)
    return folder


@pytest.mark.slow
def test_a_server_keeps_everything_for_its_user_alone(data: Path) -> None:
    assert len(modes(data)) > 8
    assert open_ones(data) == {}


@pytest.mark.slow
def test_a_program_keeps_everything_for_its_user_alone_and_writes_what_was_asked_for_as_usual(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("job\ncook\n")
    run(["-m", "core.batch", "nco", str(tmp_path / "in.csv"), str(tmp_path / "out.csv")], tmp_path / "data")
    assert open_ones(tmp_path / "data") == {}
    assert modes(tmp_path / "out.csv")["out.csv"] == "644"


@pytest.mark.slow
def test_a_data_folder_that_was_open_to_others_is_closed_with_all_that_any_system_laid_into_it(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)  # as older versions made them
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(mode=0o644)
    (data / "manual" / "link").symlink_to(elsewhere)
    monkeypatch.setenv("GLASSBOX_DATA", str(data))
    installation.cache_clear()
    try:
        assert installation().open_to_others == ""
    finally:
        installation.cache_clear()
    (data / "manual" / "link").unlink()
    assert open_ones(data) == {}
    assert open_ones(elsewhere), "a link must not lead out of the folder"


def test_a_new_data_folder_is_closed_and_those_above_it_are_as_usual(tmp_path: Path) -> None:
    former = os.umask(0o022)
    try:
        assert close_folder(tmp_path / "above" / "data") == ""
    finally:
        os.umask(former)
    assert modes(tmp_path / "above") == {"above": "755", "above/data": "700"}


def test_a_folder_with_other_things_in_it_is_left_open_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "somebody-elses.txt").touch(mode=0o644)
    before = modes(folder)
    told = close_folder(folder)
    assert "Others on this machine can read the data folder" in told
    assert "GLASSBOX_DATA" in told
    assert modes(folder) == before
    house = Installation(Settings(data=folder), open_to_others=told)
    (part,) = (part for part in house.components(OfflineEngine) if part.name == "Data folder")
    assert not part.works
    assert part.state == told
    house.close()


def test_a_folder_for_everybodys_files_and_a_home_are_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybodys, home = tmp_path / "everybodys", tmp_path / "home"
    for folder, mode in ((everybodys, 0o1777), (home, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    monkeypatch.setattr(Path, "home", lambda: home)
    assert "Others" in close_folder(everybodys)
    assert "Others" in close_folder(home)
    assert (modes(everybodys)["everybodys"], modes(home)["home"]) == ("1777", "755")


def test_a_folder_that_cannot_be_closed_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o755)

    def refused(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", refused)
        told = close_folder(tmp_path)
    assert "Operation not permitted" in told
    assert "chmod -R go=" in told


def test_a_data_folder_that_cannot_be_made_is_no_reason_not_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(installation_module, "read_settings", lambda *_: Settings(data=tmp_path / "file" / "data"))
    installation.cache_clear()
    try:
        assert installation().open_to_others == ""
    finally:
        installation.cache_clear()
