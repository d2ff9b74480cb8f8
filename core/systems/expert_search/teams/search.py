"""The best team for a request: greedy with exchanges always, and exact where few places are free.

What counts is in `worth`. Exact is branch and bound over those who are not outdone (`pruning`). A person adds to a team
at most what they add to a part of it (the worth is submodular), so what the best of the others would each add to those
already chosen bounds what any of them add together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from core.systems.expert_search.requirements.cell import Cell, Coverage, Status
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.pruning import first_of_each, undominated
from core.systems.expert_search.teams.team import LARGEST_PROPOSED, Backup, Cover, Method, Team
from core.systems.expert_search.teams.worth import Rule, Table, Worth, role_of

EXACT_PLACES = 4
"""With more free places than this, only the greedy search is made."""
_MOST_PEOPLE = 120  # that a search looks at
_MOST_TEAMS = 4_000  # full or not, that the exact search weighs before it gives up
_MOST_UNPROVEN = 1_000  # the same, where it could prove nothing
_ROUNDED = 1e-8  # more than sums of a few rounded worths can be wrong
_OTHERS = 10  # of whom a team says that they would be next
_WORTH_A_PERSON = 0.05  # a proposed team does not grow for less of the value
_UNKNOWN = Cell("not known", 0.0)
_UNFOUND = Cell("not met", 0.0)


def form_team(
    coverage: Coverage,
    requirements: Requirements,
    scores: Mapping[str, float],
    locked: Collection[str] = (),
    without: Collection[str] = (),
    size: int | None = None,
) -> Team:
    """Return the best team of `size`, or of as many people as the request wants.

    A place stays empty when nobody brings anything more of what people take a seat for (`Rule.own`).
    Who is `locked` is in it, whatever they meet; nobody is who is `without` (which wins) or whom a hard exclusion rules
    out. When one person is wanted and nobody covers everything alone, it is the smallest team, of at most five, that
    covers what can be covered, marked as proposed.
    """
    fixed = [person for person in dict.fromkeys(locked) if person not in set(without)]
    everybody = {**dict.fromkeys(fixed, 0.0), **scores}
    table = Table.build(coverage, everybody, without)
    may_grow = size is None and requirements.people == 1
    asked = 1 if may_grow else max(size or requirements.people, len(fixed), 1)
    largest = max(LARGEST_PROPOSED, len(fixed)) if may_grow else asked
    pool = _Pool.choose(table, asked, [table.ids.index(person) for person in fixed], largest)
    found = pool.search(max(asked, len(fixed)), proposed=len(fixed) > asked)
    if may_grow and found.worth[0] < 1:
        found = _proposed(pool, found, largest)
    return _described(pool, _without_idle(pool, found), coverage, asked)


@dataclass(frozen=True)
class _Found:
    """A team as rows of the table, what it is worth, and how it was found."""

    rule: Rule
    rows: tuple[int, ...]
    worth: tuple[float, float]
    method: Method = "greedy"
    proven: bool = False


@dataclass(frozen=True)
class _Pool:
    """Those who are looked at: the locked ones, and the others as rows of the table; `whole` when nobody is missed."""

    table: Table
    fixed: tuple[int, ...]
    rows: np.ndarray
    whole: bool

    @classmethod
    def choose(cls, table: Table, asked: int, fixed: list[int], places: int) -> _Pool:
        """Look at those who could be in the best team of `places`, or be the best to stand in for one of it."""
        free = ~table.barred(asked)
        free[fixed] = False
        free[table.nobody] = False
        rows = np.flatnonzero(free)
        strengths = table.strengths[:, rows]
        kept, whole = undominated(strengths, places + 1, _MOST_PEOPLE)
        if not whole:
            firsts = first_of_each(strengths, places + 1)
            kept = np.array(list(dict.fromkeys([*firsts.tolist(), *kept.tolist()]))[:_MOST_PEOPLE], int)
            kept = kept[np.argsort(-strengths[:, kept].sum(axis=0), kind="stable")]
        return cls(table, tuple(fixed), rows[kept], whole)

    def search(self, size: int, proposed: bool) -> _Found:
        """Return the best team of this size that is found."""
        return self.fill(Rule.build(self.table.requirements, size, proposed), size)

    def fill(self, rule: Rule, seats: int) -> _Found:
        """Return the best team that is found of no more people than these, the other seats stay empty."""
        free = min(seats - len(self.fixed), len(self.rows))
        empty = (*self.fixed, *[self.table.nobody] * (rule.size - len(self.fixed)))
        greedy = self._exchanged(rule, empty, seats)
        if free > EXACT_PLACES:
            return greedy
        exact = _Exact(self, rule, greedy.rows, greedy.worth)
        exact.open(self.fixed, 0, free)
        if exact.weighed > exact.most:
            return self._exchanged(rule, exact.rows, seats)
        return _Found(rule, exact.rows, exact.worth, "exact", self.whole)

    def _exchanged(self, rule: Rule, rows: tuple[int, ...], seats: int) -> _Found:
        """Put into one seat after the other whoever helps most there, as long as that helps."""
        worth = rule.worth_of(self.table, np.array([rows])).at(0)
        places = range(len(self.fixed), seats)
        helped = True
        while helped:
            helped = False
            for place in places:
                others = np.setdiff1d(self.rows, rows)
                if not len(others):
                    continue
                tried = np.tile(rows, (len(others), 1))
                tried[:, place] = others
                worths = rule.worth_of(self.table, tried)
                if worths.at(worths.best) > worth:
                    rows, worth, helped = tuple(tried[worths.best].tolist()), worths.at(worths.best), True
        return _Found(rule, rows, worth)


@dataclass
class _Exact:
    """One branch and bound: the best team so far, and how many were weighed, full or not."""

    pool: _Pool
    rule: Rule
    rows: tuple[int, ...]
    worth: tuple[float, float]
    weighed: int = 0

    @property
    def most(self) -> int:
        """How many are weighed before the search gives up."""
        return _MOST_TEAMS if self.pool.whole else _MOST_UNPROVEN

    def open(self, chosen: tuple[int, ...], start: int, free: int) -> None:
        """Look at all teams of those chosen and of `free` more from this position of the pool on."""
        if not free or self.weighed > self.most:
            return
        nexts = self.pool.rows[start:]
        worths = self._weigh(chosen, nexts[:, None])
        if free == 1:
            return
        gains = worths.value - self.rule.worth_of(self.pool.table, np.array([self._filled(chosen)])).value
        scores = self.pool.table.scores[nexts]
        if free == 2:
            first, second = np.triu_indices(len(nexts), 1)
            hopeful = self._hopeful(worths.value[first] + gains[second], worths.score[first] + scores[second])
            self._weigh(chosen, np.column_stack([nexts[first[hopeful]], nexts[second[hopeful]]]))
            return
        more = np.sort(gains)[::-1][: free - 1].sum(), np.sort(scores)[::-1][: free - 1].sum()
        for position in np.lexsort((-worths.score, -worths.value)).tolist():
            if self._hopeful(worths.value[[position]] + more[0], worths.score[[position]] + more[1]).any():
                self.open((*chosen, int(nexts[position])), start + position + 1, free - 1)

    def _filled(self, rows: tuple[int, ...]) -> tuple[int, ...]:
        return rows + (self.pool.table.nobody,) * (self.rule.size - len(rows))

    def _weigh(self, chosen: tuple[int, ...], more: np.ndarray) -> Worth:
        """Return what the chosen are worth with each of some more (teams, people), and keep the best."""
        teams = np.tile(self._filled(chosen), (len(more), 1))
        teams[:, len(chosen) : len(chosen) + more.shape[1]] = more
        worths = self.rule.worth_of(self.pool.table, teams)
        self.weighed += len(teams)
        if len(teams) and worths.at(worths.best) > self.worth:
            self.rows, self.worth = tuple(teams[worths.best].tolist()), worths.at(worths.best)
        return worths

    def _hopeful(self, value: np.ndarray, score: np.ndarray) -> np.ndarray:
        """Whether teams that are worth at most this can be better than the best so far."""
        value, score = value - self.worth[0], score - self.worth[1]
        return np.asarray((value > _ROUNDED) | ((value > -_ROUNDED) & (score > -_ROUNDED)))


def _met(found: _Found, table: Table) -> int:
    return int((found.rule.covered(table.values[[found.rows]])[0] >= 1 - 1e-9).sum())


def _proposed(pool: _Pool, fewest: _Found, largest: int) -> _Found:
    """Return the smallest team that meets all that the largest can; the `fewest` when more would not cover more."""
    most = pool.search(largest, proposed=True)
    for size in range(fewest.rule.size, largest):
        team = pool.search(size, proposed=True)
        if _met(team, pool.table) >= _met(most, pool.table) and team.worth[0] >= most.worth[0] - _WORTH_A_PERSON:
            return fewest if size == fewest.rule.size else team
    return most


def _without_idle(pool: _Pool, found: _Found) -> _Found:
    """Return the best team that has nobody who brings nothing: of as many as the team has without such members."""
    rule, table = found.rule, pool.table
    rows = list(found.rows)
    free = [place for place, row in enumerate(rows) if row not in pool.fixed and row != table.nobody]
    idle = [place for place in free if not rule.brings(table, rows, place)]
    while idle:  # one after the other: what two of them have alike stays with one
        fewer = np.tile(rows, (len(idle), 1))
        fewer[range(len(idle)), idle] = table.nobody
        rows = fewer[rule.worth_of(table, fewer).best].tolist()
        idle = [place for place in idle if rows[place] != table.nobody and not rule.brings(table, rows, place)]
    if rows == list(found.rows):
        return found
    return _without_idle(pool, pool.fill(rule, len(rows) - rows.count(table.nobody)))


def _described(pool: _Pool, found: _Found, coverage: Coverage, asked: int) -> Team:
    table = pool.table
    chosen = [row for row in found.rows if row not in pool.fixed and row != table.nobody]
    rows = [*pool.fixed, *sorted(chosen, key=lambda row: (-table.scores[row], row))]
    places = rows + [table.nobody] * (found.rule.size - len(rows))
    covered, missing = found.rule.covered(table.values[[places]])[0], found.rule.missing(table.allowed[[places]])[0]
    covers = []
    for column, one in enumerate(table.requirements):
        needed, value = int(found.rule.needed[column]), float(covered[column])
        role = role_of(one, table.requirements)
        fills = table.values[:, table.requirements.index(role)] if role else table.values[:, column]
        asked_of = sorted(rows, key=lambda row: -fills[row])[:needed] if role else rows
        cells = [(table.ids[row], cell_of(coverage, one, table.ids[row])) for row in asked_of]
        if one.role and not role:  # who has not all that is asked together has nothing of it
            cells = [
                (person, cell if table.allowed[row, column] else _UNFOUND)
                for row, (person, cell) in zip(asked_of, cells, strict=True)
            ]
        order = sorted(cells, key=lambda one: -table.values[table.ids.index(one[0]), column])
        by = tuple((person, cell) for person, cell in order if cell.status in ("met", "partly"))
        statuses = [cell.status for _, cell in cells]
        status = _status(statuses, needed, value if by or not role else 0.0, int(missing[column]))
        covers.append(Cover(one, needed, status, value, by, int(missing[column]), tuple(person for person, _ in cells)))
    return Team(
        tuple(table.ids[row] for row in rows),
        float(covered @ found.rule.told),
        tuple(covers),
        tuple(_backup(pool, found.rule, places, place) for place in range(len(rows))),
        _others(pool, rows),
        asked,
        found.rule.size > asked,
        found.method,
        found.proven,
    )


def _others(pool: _Pool, rows: list[int]) -> tuple[str, ...]:
    others = np.setdiff1d(pool.rows, rows)
    alone = Rule.build(pool.table.requirements, 1, proposed=True).worth_of(pool.table, others[:, None])
    best = np.lexsort((-alone.score, -alone.value))[:_OTHERS]
    return tuple(pool.table.ids[row] for row in others[best])


def _backup(pool: _Pool, rule: Rule, rows: list[int], place: int) -> Backup:
    """Return who is best in this place when its member cannot come: brings something, breaks nothing that must be."""
    table = pool.table
    others = np.setdiff1d(pool.rows, rows)
    tried = np.tile(rows, (len(others) + 1, 1))
    tried[:, place] = [*others, table.nobody]
    best = tried[-1]
    if len(others):
        first = tried[rule.worth_of(table, tried[:-1]).best]
        lacking = rule.lacking(table.allowed[np.array([rows, first])])
        best = first if lacking[1] <= lacking[0] and rule.brings(table, first.tolist(), place) else best
    before, after = rule.covered(table.values[np.array([rows, best])])
    lost = tuple(table.requirements[number] for number in np.flatnonzero(after < before - 1e-9))
    name = "" if best[place] == table.nobody else table.ids[best[place]]
    return Backup(table.ids[rows[place]], name, float(after @ rule.told), lost, rule.brings(table, rows, place))


def cell_of(coverage: Coverage, requirement: Requirement, person: str) -> Cell:
    """Return whether a person meets a requirement; for who stands in no row it is not known, a topic is not met."""
    unknown = _UNFOUND if requirement.is_topic else _UNKNOWN
    return coverage.cells.get(requirement.id, {}).get(person, unknown)


def _status(statuses: list[Status], needed: int, value: float, missing: int) -> Status:
    """Met when as many meet it as are needed; not known when those who are known cannot settle it."""
    if statuses.count("met") >= needed:
        return "met"
    if value > 0:
        return "partly"
    return "not known" if "not known" in statuses and not missing else "not met"
