"""Where things stand: the tests of a module at its own place, and no file that should be part of its neighbour."""

from __future__ import annotations

import csv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FEWEST_LINES = 26

SMALL = {
    "core/paths.py": "the lowest floor, beneath everything that could take it in",
    "core/systems/research_reports/search/records.py": "merging is one step of a search, and no neighbour does it",
}
"""Files that are shorter and right so."""


def modules() -> list[Path]:
    """All of core/ that can hold logic."""
    names = (path.relative_to(ROOT) for path in sorted((ROOT / "core").rglob("*.py")))
    return [name for name in names if name.name not in ("__init__.py", "__main__.py")]


def has_tests_at_its_place(module: Path) -> bool:
    """core/a/b.py has tests/a/test_b.py, or several files in tests/a/b/."""
    place = ROOT / "tests" / module.parent.relative_to("core")
    return (place / f"test_{module.stem}.py").exists() or any((place / module.stem).glob("test_*.py"))


def the_list() -> list[dict[str, str]]:
    """The rows: a folder (a pattern), modules of it by name (* for all), the tests that hold them, and why."""
    with (ROOT / "tests" / "tested_from_above.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def stands_in(row: dict[str, str], module: Path) -> bool:
    named = row["modules"] == "*" or module.stem in row["modules"].split()
    return named and module.parent.match(row["folder"])


def test_every_module_has_tests_at_its_place_or_stands_on_the_list_of_those_tested_from_above() -> None:
    alone = [module for module in modules() if not has_tests_at_its_place(module)]
    homeless = [str(module) for module in alone if not any(stands_in(row, module) for row in the_list())]
    assert homeless == [], "write the tests, or a row of tests/tested_from_above.csv: which tests hold it, and why"


def test_the_list_names_tests_that_exist_and_only_modules_that_need_it() -> None:
    alone = [module for module in modules() if not has_tests_at_its_place(module)]
    for row in the_list():
        named = {module.stem for module in alone if stands_in(row, module)}
        assert named, f"nothing needs the row {row}"
        assert row["modules"] == "*" or named == set(row["modules"].split()), f"{row} names what needs no row"
        assert any(ROOT.glob(row["tests"])), f"there are no tests {row['tests']}"
        assert len(row["why"].split()) > 3, row


def test_no_file_is_a_crumb() -> None:
    lines = {str(module): len((ROOT / module).read_text(encoding="utf-8").splitlines()) for module in modules()}
    assert {name for name, count in lines.items() if count < FEWEST_LINES} == set(SMALL)
