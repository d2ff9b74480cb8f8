"""The diagram shows the path that was really taken."""

from __future__ import annotations

from typing import Any

from core.systems.expert_search import SYSTEM
from core.types import Step
from core.ui.diagram import DONE, FAILED, IDLE, WORKING, dot, in_words, taken_edges

GRAPH = SYSTEM.build_graph()
SEARCHES = ("profile_vector_search", "profile_keyword_search", "project_vector_search", "project_keyword_search")


def path(*rounds: tuple[str, ...], **last: Any) -> list[Step]:
    steps = [
        Step(f"{number}-{node}", node, number, number, started=0.0, seconds=0.1)
        for number, nodes in enumerate(rounds, 1)
        for node in nodes
    ]
    for name, value in last.items():
        setattr(steps[-1], name, value)
    return steps


STRAIGHT = (
    ("initial_state",),
    ("understand",),
    ("clarify",),
    SEARCHES,
    ("rerank",),
    ("check_refine",),
    ("select_final",),
)
LOOP = (*STRAIGHT[:6], ("refine",), SEARCHES, ("rerank",), ("check_refine",), ("select_final",))


def look_of(node: str, text: str) -> str:
    return next(line for line in text.splitlines() if f'label="{node}' in line)


def test_a_straight_run_takes_each_edge_once_and_none_of_the_loop() -> None:
    taken = taken_edges(GRAPH, path(*STRAIGHT))
    assert set(taken.values()) == {1}
    assert ("__start__", "initial_state") in taken
    assert ("select_final", "__end__") in taken
    assert {("clarify", search) for search in SEARCHES} <= set(taken)
    assert not any("refine" in edge for edge in taken)


def test_a_refinement_is_counted_on_the_edges_and_nodes_of_its_loop() -> None:
    steps = path(*LOOP)
    taken = taken_edges(GRAPH, steps)
    assert taken["rerank", "check_refine"] == 2
    assert taken["refine", SEARCHES[0]] == 1
    assert taken["clarify", SEARCHES[0]] == 1
    assert 'label="Rerank ×2"' in dot(GRAPH, steps)
    assert '" ×2"' in dot(GRAPH, steps)


def test_nodes_say_by_their_colour_what_became_of_them() -> None:
    assert DONE in look_of("Initial state", dot(GRAPH, path(("initial_state",))))
    assert IDLE in look_of("Rerank", dot(GRAPH, path(("initial_state",))))
    assert WORKING in look_of("Rerank", dot(GRAPH, path(*STRAIGHT[:5], seconds=None)))
    assert FAILED in look_of("Refine", dot(GRAPH, path(*LOOP[:7], error="The model is tired.")))


def test_the_end_is_reached_only_by_a_run_that_got_there() -> None:
    for steps in (path(*STRAIGHT[:5], seconds=None), path(*LOOP[:7], error="no"), []):
        assert not any(target == "__end__" for _, target in taken_edges(GRAPH, steps))


def test_the_path_in_words_joins_what_worked_side_by_side() -> None:
    assert in_words(path(("initial_state",), ("rerank", "refine"))) == "initial state, then rerank and refine"
    assert in_words([]) == "No step has been taken yet."
