"""Refuse code that nothing in the product calls: a function that only its test uses is dead.

Vulture reads names. A node is looked up by the name of its box and a field of a state by its key, so a text that is
the name of a node or of a field counts as its use. What may stay unused stands in `dead_code_allowed.txt`, with why.
It takes a name for used where any file uses one that is written alike; a private one is held against its own file.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).parent.parent
ALLOWED = Path(__file__).with_name("dead_code_allowed.txt")
SOURCES = ("core", "pages", "benchmarks", "streamlit_app.py")


def texts(folder: Path) -> set[str]:
    """Collect every text of the code that could be a name, and the names by which arguments are given."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    values = [node.value for node in nodes if isinstance(node, ast.Constant)]
    values += [node.arg for node in nodes if isinstance(node, ast.keyword)]
    return {value for value in values if isinstance(value, str) and value.isidentifier()}


def private_and_unused() -> dict[str, str]:
    """Name the private constants, functions and classes of modules that their own files never use."""
    found = {}
    for path in (path for source in SOURCES for path in (ROOT / source).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        made = [(node.id, node.lineno) for node in names if isinstance(node.ctx, ast.Store) and node.col_offset == 0]
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        made += [(node.name, node.lineno) for node in tree.body if isinstance(node, defined)]
        for name, line in made:
            if name.startswith("_") and not name.startswith("__") and name not in used | {"_"}:
                where = path.relative_to(ROOT)
                found[f"{where}:{name}"] = f"{where}:{line}: {name} is private and nothing in its file uses it"
    return found


def dead() -> dict[str, str]:
    """Name what is unused, each with the line that tells where."""
    scan = Vulture()
    scan.scavenge([ROOT / source for source in SOURCES])
    named = texts(ROOT / "core")
    by_name = {
        f"{item.filename.relative_to(ROOT)}:{item.name}": item.get_report()
        for item in scan.get_unused_code(min_confidence=60)
        if item.typ != "import"  # ruff knows those better: it reads annotations
        and not (item.name in named and (item.typ == "variable" or item.filename.name == "nodes.py"))
    }
    return {**private_and_unused(), **by_name}


def allowed() -> set[str]:
    """Read the names that may stay, each followed by its reason."""
    lines = (line.partition("#")[0].strip() for line in ALLOWED.read_text(encoding="utf-8").splitlines())
    return set(filter(None, lines))


def main() -> int:
    """Tell what is dead, and what the list allows though it is used or gone."""
    found, permitted = dead(), allowed()
    for name in sorted(set(found) - permitted):
        print(found[name])
    for name in sorted(permitted - set(found)):
        print(f"{ALLOWED.relative_to(ROOT)}: {name} is not dead: take it off the list")
    return int(set(found) != permitted)


if __name__ == "__main__":
    sys.exit(main())
