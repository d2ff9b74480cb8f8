"""What an owner does not want assumed again is remembered, for that owner and that system, and can be taken back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import InputError, StoreError
from core.refused import MOST, Refused, refuse, refused, refused_ids, take_back

HADDAD = Refused("library_chat", "name:hadded", "Hadded", "read as “Haddad”")


def test_nothing_is_refused_and_nothing_written_at_first(tmp_path: Path) -> None:
    assert refused(tmp_path / "owner", "library_chat") == []
    take_back(tmp_path / "owner", "library_chat", "name:hadded")
    assert not (tmp_path / "owner").exists()


def test_a_refusal_is_kept_once_for_its_system_and_owner_and_taken_back(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    refuse(one, HADDAD)
    refuse(one, HADDAD)
    assert refused(one, "library_chat") == [HADDAD]
    assert refused_ids(one, "library_chat") == {"name:hadded"}
    assert refused(one, "expert_search") == refused(other, "library_chat") == []
    take_back(one, "expert_search", HADDAD.id)
    assert refused(one, "library_chat") == [HADDAD]
    take_back(one, "library_chat", HADDAD.id)
    assert refused(one, "library_chat") == []


def test_beyond_the_most_the_oldest_are_forgotten(tmp_path: Path) -> None:
    for number in range(MOST + 3):
        refuse(tmp_path, Refused("library_chat", str(number), "a", "b"))
    kept = refused(tmp_path, "library_chat")
    assert len(kept) == MOST
    assert kept[-1].id == str(MOST + 2)


@pytest.mark.parametrize("text", ["{", '{"a": 1}', '[{"system": 1}]'])
def test_a_damaged_file_is_told_with_what_to_do(tmp_path: Path, text: str) -> None:
    refuse(tmp_path, HADDAD)
    [file] = tmp_path.glob("*.json")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read") as told:
        refused(tmp_path, "library_chat")
    assert file.name in told.value.advice


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "owner").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="could not be kept"):
        refuse(tmp_path / "owner", HADDAD)


SERVER = """
import sys
from pathlib import Path
from core.refused import Refused, refuse, take_back
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    refuse(Path(sys.argv[1]), Refused("library_chat", f"{sys.argv[2]}{number}", "a", "b"))
    if number % 2:
        take_back(Path(sys.argv[1]), "library_chat", f"{sys.argv[2]}{number}")
"""


def test_what_is_refused_and_taken_back_at_two_servers_at_once_is_all_remembered(tmp_path: Path) -> None:
    servers = [
        subprocess.Popen(
            [sys.executable, "-c", SERVER, str(tmp_path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "ab"
    ]
    for server in servers:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("go\n")
        server.stdin.flush()
    for server in servers:
        server.communicate()
        assert server.returncode == 0
    assert refused_ids(tmp_path, "library_chat") == {f"{name}{number}" for name in "ab" for number in range(0, 40, 2)}
