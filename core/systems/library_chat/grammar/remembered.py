"""What a conversation about a catalogue remembers: plain values that the codec can keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from core.stores.library import Selected
from core.stores.library_plan import Clause, Plan, Test, Where, must

if TYPE_CHECKING:
    from core.systems.library_chat.grammar.reading import Parsed

LISTED = 25
GROUPS_LISTED = 50
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

    All is asked of the books of `base`, and of each of `group` where these are authors or other groups. A "row" is a
    question about a book or a group that was shown, beside the chain; "more" is the same plan further down.
    """

    turns: tuple[Turn, ...] = ()
    base: Where = ()
    kind: Kind = "own"
    group: Test | None = None

    @property
    def is_new(self) -> bool:
        """Whether it leans on nothing that was said before."""
        return self.kind == "own" and len(self.turns) == 1 and not self.base and not self.turns[0].stands


NO_THREAD = Thread()
_NO_PLAN = Plan()


@dataclass(frozen=True)
class Remembered:
    """What was said and shown before.

    `thread` makes the nodes of the former question again, `plan` and `over` are what it asked. `shown` are
    the ids of the books that were shown, in order, `passing` how many there were. `people` are the authors that were
    named, or shown alone; `together`: those of one book, of whom "he" is the first. `last` are the ids of the book last
    shown alone, in all its editions. `set_plan` is that of the last set of more than one book, `set_shown` what was
    shown of it. `groups` are the names of the groups last shown, `entity` is the one that was shown alone. `focus`
    says whether the last answer was about one book or one group; `asked` which columns of a book were wanted.
    """

    thread: Thread = NO_THREAD
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
        if (
            len(self.plan.by) > 1
            or not self.groups
            or not self.plan.by
            or self.plan.by[-1].part
            or self.plan.by[-1].column in ("year", "month")
        ):
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


# --- remembering ------------------------------------------------------------------------------------------------------


def remember(parsed: Parsed, found: Selected, before: Remembered | None = None) -> Remembered | None:
    """Return what is remembered after an answer; what was before stays where nothing was asked, known or found.

    Where nothing was before, the question is remembered, so that it can be asked again of something else.
    """
    if parsed.lacks or parsed.unknown or parsed.declined or parsed.talk or _asks_nothing(parsed):
        return before
    if not (found.passing and (found.books or found.figures or found.groups)):
        return before or Remembered(thread=parsed.thread, plan=parsed.plan, over=parsed.over)
    was = before or Remembered()
    plan, thread = parsed.plan, parsed.thread
    shown = tuple(book.id for book in found.books[:LISTED])
    is_one = bool(shown) and (len(shown) == 1 or is_look_up(plan))
    people, together = _people(plan, found) or (was.people, was.together)
    seen = replace(was, people=people, together=together, focus="book" if is_one else "")
    if is_one:
        seen = replace(seen, last=shown, asked=plan.show)
    if thread.kind == "row" and plan.by:
        return replace(seen, entity=Test(column=plan.by[0].column, values=plan.by[0].values))
    if thread.kind == "row":
        return seen if was.shown else replace(seen, shown=shown)
    seen = replace(seen, thread=thread, plan=plan, over=parsed.over, passing=found.passing, shown=shown)
    seen = _with_groups(seen, found, thread.is_new)
    is_several = found.passing > 1 and not is_one and thread.kind != "more"
    return replace(seen, set_plan=plan, set_shown=shown) if is_several else seen


def _with_groups(seen: Remembered, found: Selected, is_new: bool) -> Remembered:
    by = seen.plan.by
    groups = tuple(group.names[-1] for group in found.groups[:GROUPS_LISTED]) if by else ()
    if len(groups) == 1 and len(by) == 1 and by[0].column != "id" and not by[0].part:
        return replace(seen, groups=groups, focus="group", entity=Test(column=by[0].column, values=groups))
    return replace(seen, groups=groups, entity=None if is_new else seen.entity)


def _asks_nothing(parsed: Parsed) -> bool:
    """Whether there was nothing in a question: "thanks", "why?"."""
    heard = {node.tag for node in parsed.nodes} - {"WORD", "SIGN", "QUOTE"}
    return parsed.thread.is_new and parsed.plan == _NO_PLAN and not heard & {"BOOKS", "LIBRARY"}


def is_look_up(plan: Plan) -> bool:
    """Whether a plan is about one book by its title."""
    tests = [test for clause in plan.where for one in clause.any_of for test in one.all_of]
    return any(
        test.column == "title" and test.how == "is" and len(test.values) == 1 and not test.denied for test in tests
    )


def _people(plan: Plan, found: Selected) -> tuple[tuple[str, ...], bool] | None:
    """Return the authors that a plan names, or of the book or group that it shows alone; whether it is of a book."""
    if plan.by and plan.by[0].column == "authors" and len(found.groups) == 1:
        return (found.groups[0].names[0],), False
    for clause in plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        if all(test.column == "authors" and not test.denied for test in tests):
            return tuple(value for test in tests for value in test.values), False
    if found.books and found.books[0].authors and (len(found.books) == 1 or is_look_up(plan)):
        return found.books[0].authors, True
    return None
