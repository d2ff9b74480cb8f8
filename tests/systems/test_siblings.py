"""Every system keeps the same contract: files, names, prompts, plain state, loops that end."""

from __future__ import annotations

import ast
import importlib
import json
import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from core.api.asking import UNATTENDED
from core.codec import from_state
from core.language.reading import Reading, untold
from core.llm.engine import OfflineEngine
from core.llm.task import Task
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems import Resources, System

FOLDER = Path(__file__).parents[2] / "core" / "systems"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/__init__.py"))
FILES = ("__init__.py", "state.py", "tasks.py", "nodes.py", "graph.py")

PAGES = FOLDER.parent / "ui"

# For each of the five what it is about, so that it has something to answer beside what nobody can know.
TOPICS = {
    "expert_search": "perovskite solar cells",
    "research_reports": "perovskite solar cells",
    "knowledge_base": "reciprocal rank fusion",
    "nco_classification": "plumber",
    "library_chat": "detective novels",
}
INVENTED = {
    "{topic} zorblaxian": ["zorblaxian"],
    "{topic} that quuxify every flibbertron": ["quuxify", "flibbertron"],
    "{topic} under 5 euros": ["under 5 euros"],
    "{topic} of at least 17 quatloos": ["at least 17 quatloos"],
    "zorblaxian {topic}, but not sheepdogs": ["zorblaxian", "not sheepdogs"],
    "snorkwobble the zibzab {topic} for less than 40 dollars": ["snorkwobble", "zibzab", "less than 40 dollars"],
    "{topic} before 1850 or after 2090": ["before 1850 or after 2090"],
}
"""Requests with words that nobody knows and conditions that nobody can keep, and what of them must be told."""

pytestmark = pytest.mark.parametrize("name", NAMES)


def card(name: str) -> System:
    system: System = importlib.import_module(f"core.systems.{name}").SYSTEM
    return system


def rooms(folder: Path) -> set[str]:
    """The folders with code; a system that is five files and no more needs none, nor one for its page."""
    return {path.name for path in folder.glob("*") if any(path.glob("*.py"))}


def module(name: str, file: str) -> Any:
    return importlib.import_module(f"core.systems.{name}.{file}")


def test_it_is_the_same_five_files_and_named_rooms_with_a_card_of_its_name(name: str) -> None:
    assert {file.name for file in (FOLDER / name).glob("*.py")} == set(FILES)
    system = card(name)
    assert system.name == name
    assert system.title
    assert system.about
    assert system.examples
    assert system.icon.startswith(":material/")


def test_every_room_says_what_it_is_for(name: str) -> None:
    for folder in (FOLDER / name, PAGES / name):
        for room in (path for path in folder.rglob("*") if path.is_dir() and any(path.glob("*.py"))):
            assert ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))), room


def test_its_page_has_no_other_rooms_than_the_system(name: str) -> None:
    assert rooms(PAGES / name) <= rooms(FOLDER / name)
    assert {file.name for file in (PAGES / name).glob("*.py")} <= {"__init__.py"}


def test_nodes_py_defines_its_boxes_and_nothing_else_that_others_could_import(name: str) -> None:
    boxes = {node for node in card(name).build_graph(None).get_graph().nodes if not node.startswith("__")}
    nodes = module(name, "nodes")
    own = {item for item, value in vars(nodes).items() if getattr(value, "__module__", "") == nodes.__name__}
    assert {item for item in own if not item.startswith("_")} == boxes


def test_every_node_is_a_function_of_nodes_py_with_the_name_of_its_box(name: str) -> None:
    boxes = {node for node in card(name).build_graph(None).get_graph().nodes if not node.startswith("__")}
    nodes = module(name, "nodes")
    for box in boxes:
        assert callable(getattr(nodes, box)), box
        assert getattr(nodes, box).__doc__, box


def test_every_router_is_called_after_its_node_and_names_its_targets(name: str) -> None:
    boxes = set(card(name).build_graph(None).get_graph().nodes)
    graph = module(name, "graph")
    for router in (item for item in vars(graph) if item.startswith("route_")):
        hints = get_type_hints(getattr(graph, router))
        assert set(hints["return"].__args__) <= boxes, router


def test_the_state_begins_with_the_request_and_the_context_has_an_engine(name: str) -> None:
    state = module(name, "state")
    assert next(iter(state.State.__annotations__)) == "request"
    assert is_dataclass(state.Context)
    assert "engine" in {field.name for field in fields(state.Context)}
    assert state.Context.__dataclass_params__.frozen


def test_every_task_says_what_its_rule_does(name: str) -> None:
    for value in vars(module(name, "tasks")).values():
        if isinstance(value, Task):
            assert value.about, value.name


def test_nothing_but_tasks_holds_a_prompt_and_nothing_draws(name: str) -> None:
    for file in (FOLDER / name).glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = {
            alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in ([ast.alias(node.module or "")] if isinstance(node, ast.ImportFrom) else node.names)
        }
        assert "streamlit" not in imported, file
        decorated = [
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            and any(
                isinstance(deco, ast.Call) and getattr(deco.func, "id", "") == "task" for deco in node.decorator_list
            )
        ]
        assert not decorated or file.name == "tasks.py", decorated


@pytest.mark.parametrize("request_", INVENTED)
def test_every_invented_word_and_condition_is_told_in_its_state_and_to_programs(
    name: str, request_: str, tmp_path: Path, embedder: Embedder
) -> None:
    if name not in TOPICS:
        pytest.skip("what nobody can know of it stands in its own tests")
    said = request_.format(topic=TOPICS[name])
    system, state = asked(name, said, tmp_path, embedder)
    reading = from_state(Reading, state["reading"])
    assert (reading.request, untold(reading)) == (said, [])
    told = " | ".join(phrase.text for phrase in (*reading.unused, *reading.aside))
    if name == "library_chat":  # it has years, and applies what is said of them
        told += " | ".join(phrase.text for phrase in reading.used if re.search(r"\d{4}", phrase.text))
    if name == "expert_search":  # it leaves out who is not wanted
        told += " | ".join(phrase.text for phrase in reading.used if phrase.as_.startswith("left out"))
    assert [one for one in INVENTED[request_] if one not in told] == []
    assert all(f"“{phrase.text}”" in reading.sentence for phrase in (*reading.unused, *reading.aside))
    assert set(system.answer(state)["reading"]["unused"]) == {phrase.text for phrase in reading.unused}


def test_of_its_examples_it_uses_nearly_every_word(name: str, tmp_path: Path, embedder: Embedder) -> None:
    for example in card(name).examples:
        _, state = asked(name, example, tmp_path, embedder)
        reading = from_state(Reading, state["reading"])
        assert len(reading.unused) <= 1, reading.sentence
        assert untold(reading) == []


def asked(name: str, request_: str, folder: Path, embedder: Embedder) -> tuple[System, Any]:
    """A system and the state in which it answered, where nobody is there to be asked."""
    system = card(name)
    lent = Resources(OfflineEngine(), embedder, folder, Settings(data=folder))
    unattended = UNATTENDED.get(name, {}) | ({"sources": {}} if name == "research_reports" else {})
    context = replace(system.open_context(lent), **unattended)
    graph = system.build_graph(None)
    return system, graph.invoke({"request": request_}, {"recursion_limit": 60}, context=context)


def test_its_examples_run_offline_to_the_end_and_leave_plain_values_of_known_names(
    name: str, tmp_path: Path, embedder: Embedder
) -> None:
    system = card(name)
    resources = Resources(OfflineEngine(), embedder, tmp_path, Settings(data=tmp_path))
    context = system.open_context(resources)
    graph = system.build_graph(InMemorySaver())
    known = set(module(name, "state").State.__annotations__)
    for number, example in enumerate(system.examples):
        config = {"configurable": {"thread_id": str(number)}, "recursion_limit": 60}
        for part in graph.stream({"request": example}, config, context=context, stream_mode=["updates"], version="v2"):
            for written in part["data"].values():
                if isinstance(written, dict):
                    assert set(written) <= known, "a key that the state does not know is dropped silently"
        snapshot = graph.get_state(config)
        if not snapshot.interrupts:
            json.dumps(system.answer(dict(snapshot.values)), allow_nan=False)
