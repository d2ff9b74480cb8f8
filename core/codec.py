"""Values of our own as plain values and back: for checkpoints, traces, journals, the API. One codec for all of them."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def to_state(value: object, kind: Any = None) -> Any:
    """Return a dataclass, or any container of them, as dicts, lists, text, numbers and None, ready for a checkpoint.

    `kind` is the declared type where the value alone does not tell it, such as `list[Paper]`.
    """
    declared: Any = kind or type(value)
    return _adapter(declared).dump_python(value, mode="json")


def from_state(kind: type[T], kept: object) -> T:
    """Read back what `to_state` wrote. Raises `pydantic.ValidationError` for what is not a `kind`."""
    declared: Any = kind  # mypy does not see that a class can be hashed
    value: T = _adapter(declared).validate_python(kept)
    return value
