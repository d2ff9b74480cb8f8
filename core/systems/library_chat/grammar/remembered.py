"""What a conversation about a catalogue remembers: plain values that the codec can keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.stores.library_plan import Clause, Plan, Test, Where, must

Focus = Literal["", "book", "group"]
Kind = Literal["own", "row", "more"]


@dataclass(frozen=True)
class Stand:
    """What a word of a question stands for: the node that begins at token `first` is a condition on `column`."""

    first: int
    column: str
    test: Test


@dataclass(frozen=True)
class Turn:
    """A question of a chain, with what its pronouns stood for when it was asked."""

    question: str
    stands: tuple[Stand, ...] = ()


@dataclass(frozen=True)
class Thread:
    """What a plan was made from: the first question of a chain with what was put in the place of its chunks since.

    All is asked of the books of `base`. A "row" is a question about a book that was shown, beside the chain; "more" is
    the same plan further down.
    """

    turns: tuple[Turn, ...] = ()
    base: Where = ()
    kind: Kind = "own"


NO_THREAD = Thread()
_NO_PLAN = Plan()


@dataclass(frozen=True)
class Remembered:
    """What was said and shown before.

    `turns` and `base` make the nodes of the former question again, `plan` and `over` are what it asked. `shown` are
    the ids of the books that were shown, in order, `passing` how many there were. `people` are the authors that were
    named, or shown alone; `together`: those of one book, of whom "he" is the first. `last` are the ids of the book last
    shown alone, in all its editions. `set_plan` is that of the last set of more than one book, `set_shown` what was
    shown of it. `groups` are the names of the groups last shown, `entity` is the one that was shown alone. `focus`
    says whether the last answer was about one book or one group; `asked` which columns of a book were wanted.
    """

    turns: tuple[Turn, ...] = ()
    base: Where = ()
    plan: Plan = _NO_PLAN
    over: str = ""
    shown: tuple[str, ...] = ()
    passing: int = 0
    people: tuple[str, ...] = ()
    together: bool = False
    last: tuple[str, ...] = ()
    set_plan: Plan | None = None
    set_shown: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    entity: Test | None = None
    focus: Focus = ""
    asked: tuple[str, ...] = ()

    @property
    def group(self) -> Test | None:
        """The groups last shown, as a test on books."""
        if not self.groups or not self.plan.by or self.plan.by[-1].part or self.plan.by[-1].column in ("year", "month"):
            return None
        return Test(column=self.plan.by[-1].column, values=self.groups)

    @property
    def set_where(self) -> Where:
        """The conditions of the last set of several books; of one that was cut, its books themselves."""
        plan = self.set_plan or self.plan
        is_cut = plan.limit is not None and (bool(plan.order) or plan.sample) and not plan.by and not plan.measures
        if (is_cut or plan.about or plan.like or plan.path) and self.set_shown:
            return (clause_of_ids(self.set_shown),)
        part = plan.measures[0].where if plan.measures and plan.measures[0].of == "share" else ()
        return (*plan.where, *part)


def clause_of_ids(ids: tuple[str, ...], denied: bool = False) -> Clause:
    """Return the condition to be, or not to be, one of some books."""
    return must(Test(column="id", values=ids, denied=denied))
