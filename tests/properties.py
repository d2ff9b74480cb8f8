"""How many examples a property has where a hundred are too few, or too many."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

_USUAL = 100


def examples(count: int, **options: Any) -> settings:
    """So many examples where other properties have a hundred; fewer in the same measure with `make test-fast`, ten
    times as many with `--hypothesis-profile=thorough`."""
    return settings(max_examples=max(3, count * settings.default.max_examples // _USUAL), **options)
