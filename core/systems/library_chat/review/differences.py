"""Whether two texts state the same facts: names, numbers, order, denials; nothing that only the second text says.

Whoever rewords an answer may not change what it says. The comparison is deliberately strict: a rewording that it cannot
follow is refused, and the answer stays as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.systems.library_chat.review.signs import new_words, signs
from core.systems.library_chat.review.statements import Names, Statement

_LONGER = 400  # characters by which a rewording may be longer than twice the text


def differences(before: str, after: str, names: Names) -> list[str]:
    """List in words what `after` states otherwise than `before`; empty when both state the same."""
    known = names.with_quoted(before)
    one, two = known.statements(before), known.statements(after)
    bare_before, bare_after = known.taken_out(before), known.taken_out(after)
    found = [
        *_counted("dropped", _all(one) - _all(two)),
        *_counted("added", _all(two) - _all(one)),
        *_counted("dropped", signs(bare_before) - signs(bare_after)),
        *_counted("added", signs(bare_after) - signs(bare_before)),
        *_counted("added", new_words(before, bare_after)),
    ]
    if not found and not _same_order(one, two, known.titles):
        found.append("changed the order of names and numbers, so that they may belong to others")
    if len(after) > 2 * len(before) + _LONGER:
        found.append("added much text")
    return found


def _all(statements: Sequence[Statement]) -> Counter[str]:
    return Counter(text for statement in statements for text in statement.order)


def _same_order(one: Sequence[Statement], two: Sequence[Statement], titles: frozenset[str]) -> bool:
    if [text for statement in one for text in statement.order] == [
        text for statement in two for text in statement.order
    ]:
        return True
    return [statement.as_compared(titles) for statement in one] == [statement.as_compared(titles) for statement in two]


def _counted(deed: str, texts: Counter[str]) -> list[str]:
    return [f"{deed} {text}" + (f" ({count} times)" if count > 1 else "") for text, count in texts.items()]
