"""The locks are those of the requirements: every package they lead to, at one version, its files by their hashes."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BOTH = pytest.mark.parametrize("name", ["requirements", "requirements-dev"])


class Locked(NamedTuple):
    requirement: Requirement
    hashes: list[str]


def wanted(name: str) -> list[Requirement]:
    """What a list of requirements asks for, with the lists that it takes in."""
    found: list[Requirement] = []
    for line in (ROOT / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            found += wanted(line.removeprefix("-r ").removesuffix(".txt"))
        elif line and not line.startswith("#"):
            found.append(Requirement(line))
    return found


def locked(name: str) -> dict[str, Locked]:
    text = (ROOT / f"{name}.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(" --hash=") for line in text.splitlines()]
    return {
        canonicalize_name(one.name): Locked(one, [piece.strip() for piece in hashes])
        for one, hashes in ((Requirement(first.strip()), rest) for first, *rest in lines)
    }


@BOTH
def test_every_requirement_is_locked_at_its_version(name: str) -> None:
    lock = locked(name)
    for one in wanted(name):
        assert str(lock[canonicalize_name(one.name)].requirement.specifier) == str(one.specifier), (
            f"{one.name}: run `make lock`"
        )


@BOTH
def test_every_locked_package_has_its_hashes_and_comes_from_wherever_packages_come_from(name: str) -> None:
    for one, hashes in locked(name).values():
        assert re.fullmatch(r"==[^,*]+", str(one.specifier)), one
        assert hashes, one
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), one
        assert one.url is None
    assert "://" not in (ROOT / f"{name}.lock").read_text(encoding="utf-8")


def test_what_is_developed_with_is_what_runs() -> None:
    runs, develops = locked("requirements"), locked("requirements-dev")
    for name, (one, hashes) in runs.items():
        assert (develops[name].requirement.specifier, develops[name].hashes) == (one.specifier, hashes), name


@BOTH
def test_nothing_is_needed_that_is_not_locked(name: str) -> None:
    """A list with hashes refuses what it does not name; here the packages that are installed tell what they need."""
    lock = locked(name)
    seen: set[tuple[str, str]] = set()
    waiting = [(canonicalize_name(one.name), extra) for one in wanted(name) for extra in ("", *one.extras)]
    while waiting:
        package, extra = waiting.pop()
        if (package, extra) in seen:
            continue
        seen.add((package, extra))
        assert package in lock, f"{package}: run `make lock`"
        if not is_installed(package, lock[package].requirement):
            continue  # another version may need other things
        for need in map(Requirement, requires(package) or []):
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                waiting += [(canonicalize_name(need.name), more) for more in ("", *need.extras)]
    assert len(seen) > 50


def is_installed(package: str, one: Requirement) -> bool:
    try:
        return version(package) in one.specifier
    except PackageNotFoundError:
        return False


def test_the_files_of_every_system_are_locked() -> None:
    """Torch has one file a system; a lock of this machine alone would have one hash."""
    assert len(locked("requirements")["torch"].hashes) > 5
