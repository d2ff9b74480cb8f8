"""What an analyst is told of a text that tries to tell its readers, or a machine, what to answer.

Such sentences never answer (`core.language.orders`); that a document holds them is worth knowing all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.language.orders import orders
from core.systems.knowledge_base.state import Retrieved

_SHOWN = 120  # characters of the first of them


def told_of_orders(text: str) -> str:
    """Tell that a text holds sentences which give orders to whoever reads it, and the first one; "" where none does."""
    found = orders(text)
    if not found:
        return ""
    first = " ".join(found[0].text.split())
    first = first if len(first) <= _SHOWN else f"{first[:_SHOWN].rsplit(' ', 1)[0]} …"
    holds = "a sentence that tells" if len(found) == 1 else f"{len(found):,} sentences that tell"
    never = "It is" if len(found) == 1 else "They are"
    return f"Holds {holds} its reader, or a machine, what to answer: “{first}” {never} never part of an answer."


def passages_with_orders(documents: Sequence[Retrieved]) -> list[int]:
    """Return the numbers, from 1, of the passages that hold such sentences."""
    return [number for number, document in enumerate(documents, start=1) if orders(document["text"])]
