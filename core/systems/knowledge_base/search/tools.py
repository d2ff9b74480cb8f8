"""What the agent may call: the knowledge base, and any tool that a program gives it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.stores.passages import Passage

KNOWLEDGE_BASE = "knowledge_base"


@dataclass(frozen=True)
class Tool:
    """Something that answers a query with passages: they are graded, cited and shown like those of the knowledge base.

    `about` tells a model, and the offline rule, what it is good for. A passage says in `document` where it is from.
    """

    name: str
    about: str
    call: Callable[[str], Sequence[Passage]]
