"""A very small system that can do everything a real one does: answer, ask back, write, fail, take its time."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from operator import add
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from core.codec import to_state
from core.errors import ModelError
from core.installation import Installation
from core.llm.engine import Engine, OfflineEngine
from core.llm.task import task
from core.session import GraphSession
from core.settings import Settings
from core.systems import System
from core.types import Question, Text


@task("Say something about: $request")
def speak(request: str) -> str:
    """Repeat the request in capital letters."""
    return request.upper()


class State(TypedDict, total=False):
    request: str
    left: str
    right: str
    colour: str
    answer: str
    messages: Annotated[list[dict[str, str]], add]


@dataclass(frozen=True)
class Context:
    engine: Engine = field(default_factory=OfflineEngine)
    gate: threading.Event | None = None  # `left` waits for it
    ask_back: bool = False
    broken: bool = False


class FailingEngine:
    """A model that never answers."""

    label = "Tired model"
    offline = False

    def ask(self, task: Any, /, *args: Any, **kwargs: Any) -> Any:
        raise ModelError("The model is tired.", "Let it rest.")

    write = ask


def left(state: State, runtime: Runtime[Context]) -> State:
    if runtime.context.gate:
        runtime.context.gate.wait(120)
    return {"left": state["request"][::-1]}


def right(state: State, runtime: Runtime[Context]) -> State:
    if runtime.context.broken:
        raise ZeroDivisionError("one over nothing")
    return {"right": state["request"]}


def clarify(state: State, runtime: Runtime[Context]) -> State:
    if not runtime.context.ask_back:
        return {"colour": "none"}
    answer = interrupt(to_state(Question("Which colour?", [Text("colour", "Colour")])))
    return {"colour": answer["colour"]}


def talk(state: State, runtime: Runtime[Context]) -> State:
    answer = runtime.context.engine.write(speak, request=f"{state['request']} {state['colour']}")
    said = [{"role": "user", "content": state["request"]}, {"role": "assistant", "content": answer}]
    return {"answer": answer, "messages": said}


def route_after_talk(state: State) -> Literal["__end__"]:
    return END


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> CompiledStateGraph[State, Context]:
    graph = StateGraph(State, context_schema=Context)
    for node in (left, right, clarify, talk):
        graph.add_node(node)
    graph.add_edge(START, "left")
    graph.add_edge(START, "right")
    graph.add_edge(["left", "right"], "clarify")
    graph.add_edge("clarify", "talk")
    graph.add_conditional_edges("talk", route_after_talk)
    return graph.compile(checkpointer=checkpointer)


SYSTEM = System(
    name="tiny",
    title="Tiny",
    icon=":material/circle:",
    about="A system for tests.",
    asks_for="Anything",
    examples=("hello",),
    build_graph=build_graph,
    open_context=lambda resources: Context(resources.engine),
    answer=lambda state: {"answer": state.get("answer", "")},
)


CHAT = replace(SYSTEM, remembers=True)


def open_tiny(
    house: Installation,
    owner: str = "local",
    memory: dict[str, Any] | None = None,
    system: System = SYSTEM,
    **context: Any,
) -> GraphSession:
    return house.open_session(system, {} if memory is None else memory, Context(**context), owner)


def new_house(folder: Path, **settings: Any) -> Installation:
    return Installation(Settings(data=folder, **settings))
