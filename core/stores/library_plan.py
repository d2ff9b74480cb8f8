"""What is asked of a catalogue: one plan over the columns of its books, typed, the same for every store.

A plan is plain data, without recursion, so that a model can be asked for it as structured output. It holds nothing that
a store could run: names of columns are looked up among those that the catalogue has, values go as parameters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

How = Literal["is", "all", "exactly", "contains", "begins", "ends", "between", "number", "missing"]
Operation = Literal["count", "share", "sum", "mean", "median", "least", "most", "spread"]
Part = Literal["", "decade", "century"]
ColumnKind = Literal["text", "number", "date", "list"]


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Column(_Node):
    """A column of a catalogue: its name in plans, its title as the analyst's table has it, and what it holds.

    A date is kept as the whole number 20060916, so that dates are compared as numbers are.
    """

    name: str
    title: str
    kind: ColumnKind


class Test(_Node):
    """One thing that a book must be; with `denied`, must not be.

    "is": the column has any of `values`. "all": a list holds all of them. "exactly": all of them and nothing else.
    "contains", "begins", "ends": the text holds, begins or ends with any of `values` as whole words, whatever the
    capitals and accents. "between": a number or date from `low` to `high`, both inclusive, None is open. "number":
    a list has from `low` to `high` values. "missing": nothing is known. A book of which nothing is known passes
    "missing" and what is denied, and fails every other test ("number" counts none as 0).
    """

    __test__ = False  # no test of pytest's

    column: str
    how: How = "is"
    values: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    denied: bool = False


class Alternative(_Node):
    """Tests that must all hold."""

    all_of: tuple[Test, ...]


class Clause(_Node):
    """A condition: one of the alternatives must hold."""

    any_of: tuple[Alternative, ...]


Where: TypeAlias = tuple[Clause, ...]
"""All of these must hold; nothing given: any book."""


class Measure(_Node):
    """A figure of some books. "count" counts books, or the different values of a column; only those that pass `where`.

    "share" is the part, 0 to 1, of the books that pass `where`. The others calculate over the books that pass it and
    whose `column` is known: "spread" is the standard deviation of the sample (n - 1; 0 for one book). Where there is
    none, there is no figure.
    """

    of: Operation = "count"
    column: str = ""
    where: Where = ()


class Key(_Node):
    """What books are grouped by: the values of a column, or the decade or century of a year.

    A book counts for each value of a list, and for none where nothing is known. `values` keeps these groups alone,
    `without` leaves groups out. A decade is called "1950s", a century by its first year, "1901".
    """

    column: str
    part: Part = ""
    values: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class Having(_Node):
    """What a group must have: a figure from `low` to `high`, both inclusive."""

    measure: Measure
    low: float | None = None
    high: float | None = None


class Order(_Node):
    """How a list is sorted: books by a column; groups by "value" (their first figure) or "name"."""

    by: str
    descending: bool = False


class Plan(_Node):
    """A question to a catalogue.

    Without `by` and `measures` it lists books; with `measures` it gives figures of the books that pass; with `by` it
    gives groups, each with its measures (none given: the count of books).

    `order`, `skip` and `limit` cut the list; whatever shares the last place comes along, unless what it is sorted by is
    unknown. Where nothing else parts them, books stand by title and id, groups by their first figure, greatest first,
    and by name; unknown values and figures stand last. `each`: so many books of every group (`by` has one key) in the
    order by columns, or so many groups of the second key in every group of the first; these stand by name, and `skip`
    and `limit` count them. `sample`: any so many, and the next so many with `skip`. `show` are columns that were asked
    for by name. `about` is searched by meaning, `like` is the id of a book to which others are near, `path` are two
    authors between whom a way over common books is looked for: stores know nothing of these three.
    """

    where: Where = ()
    by: tuple[Key, ...] = ()
    having: tuple[Having, ...] = ()
    measures: tuple[Measure, ...] = ()
    order: tuple[Order, ...] = ()
    skip: int = Field(default=0, ge=0)
    limit: int | None = Field(default=None, ge=0)
    each: int | None = Field(default=None, ge=1)
    sample: bool = False
    show: tuple[str, ...] = ()
    about: str = ""
    like: str = ""
    path: tuple[str, ...] = ()


def must(*tests: Test) -> Clause:
    """Make a condition of which one test must hold."""
    return Clause(any_of=tuple(Alternative(all_of=(test,)) for test in tests))
