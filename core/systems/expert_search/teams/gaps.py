"""What a team lacks, in an analyst's words: “Nobody in West Africa; nearest is Ama in Morocco.”"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.language.sanitize import shortened
from core.systems.expert_search.requirements.cell import Cell, Coverage, Status, in_words
from core.systems.expert_search.requirements.requirement import Requirement
from core.systems.expert_search.teams.quoting import quotation
from core.systems.expert_search.teams.search import cell_of
from core.systems.expert_search.teams.team import Cover, Team
from core.systems.expert_search.teams.worth import role_of

_WHO = {
    "topic": "for",
    "skill": "with",
    "place": "in",
    "years": "with",
    "seniority": "as",
    "language": "who speaks",
    "organisation": "of",
    "person": "called",
    "column": "with",
    "activity": "who",
}


@dataclass(frozen=True)
class Gap:
    """A requirement that a team does not wholly meet, and a sentence that says so and what is nearest."""

    requirement: Requirement
    sentence: str


def gaps_in_words(
    team: Team,
    coverage: Coverage,
    names: Mapping[str, str],
    nearest: Callable[[Requirement], str],
    lives: Mapping[str, str] | None = None,
) -> tuple[Gap, ...]:
    """Say what the team lacks, in the order of the requirements.

    `names` are those of people by id, `lives` where they live; `nearest` says who comes nearest to a requirement that
    nobody meets (“the most is 8 years, Bo Lind”), "" when nobody does.
    """
    said = _Sayer(team, coverage, names, nearest, lives or {})
    return tuple(Gap(cover.requirement, said.sentence(cover)) for cover in team.gaps)


@dataclass(frozen=True)
class _Sayer:
    team: Team
    coverage: Coverage
    names: Mapping[str, str]
    nearest: Callable[[Requirement], str]
    lives: Mapping[str, str]

    def sentence(self, cover: Cover) -> str:
        """Say one gap: not so of a member, not known, not enough members, nobody of the team, or nobody at all."""
        one = cover.requirement
        if one.excluded:
            return self._excluded(cover)
        if cover.status == "not known":
            return f"{_capital(one.of_one)}: no text speaks of it." if one.is_topic else self._unknown(cover)
        if met := self._members(cover, "met"):
            return self._too_few(cover, met)
        if one.is_topic and cover.by:
            return self._perhaps(cover)
        if role := role_of(one, self.coverage.requirements):
            return self._not_in_role(cover, role)
        if elsewhere := self._elsewhere(one):
            told = f"{_capital(one.of_one)}: nobody on the team, but {self._listed(elsewhere, fails=True)}"
        elif likely := self._likely(one):
            told = f"{_capital(one.of_one)}: nobody surely, and nobody on the team likely; {likely}"
        else:
            near = self.nearest(one)
            told = f"Nobody {_who(one)}" + (f"; {near}" if near else "")
        if cover.by:
            person, cell = cover.by[0]
            told += f"; {self._name(person)} meets it {in_words(one, cell)}" + self._shown(one, cell, person)
        elif unknown := self._members(cover, "not known"):
            told += f"; not known of {self._listed(unknown)}"
        return f"{told}."

    def _not_in_role(self, cover: Cover, role: Requirement) -> str:
        """Say who fills a role and has not what is asked for it, and who would have both."""
        one, told = cover.requirement, []
        if failing := self._members(cover, "not met"):
            told.append(f"not {self._listed(failing)}")
        told += [
            f"{self._name(person)} meets it {in_words(one, cell)}{self._shown(one, cell, person)}"
            for person, cell in cover.by[:1]
        ]
        both = [person for person in self._elsewhere(one) if cell_of(self.coverage, role, person).status == "met"]
        if others := [person for person in both if person not in self.team.members]:
            told.append(f"both: {self._listed(others, fails=True)}, not on the team")
        return f"{_capital(one.label)}: {'; '.join(told) or 'nobody fills the role'}."

    def _perhaps(self, cover: Cover) -> str:
        """Say who of the team likely or perhaps knows about a topic that nobody of it surely does."""
        one = cover.requirement
        person, cell = cover.by[0]
        told = f"{_capital(one.of_one)}: {self._name(person)} only {in_words(one, cell)}"
        told += self._shown(one, cell, person)
        elsewhere = self._elsewhere(one)
        surely = f"; surely {self._listed(elsewhere, fails=True)}, not on the team" if elsewhere else ""
        return f"{told}{surely}."

    def _excluded(self, cover: Cover) -> str:
        one = cover.requirement
        parts = []
        if failing := self._members(cover, "not met"):
            words = cell_of(self.coverage, one, failing[0]).words
            parts.append(f"not so of {self._listed(failing)}" + _quoted(words))
        if unknown := self._members(cover, "not known"):
            parts.append(f"not known of {self._listed(unknown)}")
        if partly := self._members(cover, "partly"):
            parts.append(f"only partly so of {self._listed(partly)}")
        if not parts:
            return f"{_capital(one.of_one)}: {len(self.team.members)} of {cover.needed} places are filled."
        return f"{_capital(one.of_one)}: {'; '.join(parts)}."

    def _unknown(self, cover: Cover) -> str:
        """Name somebody to ask: who has words that speak for it, or else the first."""
        one = cover.requirement
        unknown = self._members(cover, "not known")
        person = next((who for who in unknown if cell_of(self.coverage, one, who).words), unknown[0])
        home = self.lives.get(person, "")
        ask = f"ask {self._name(person)}" + (f", who lives in {home}" if home else "")
        known = self._elsewhere(one)
        told = f"; known of {self._listed(known, fails=True)}" if known else ""
        return f"{_capital(one.of_one)}: not known of anybody on the team; {ask}{told}."

    def _too_few(self, cover: Cover, met: Sequence[str]) -> str:
        one = cover.requirement
        if one.role and not role_of(one, self.coverage.requirements):
            return f"{_capital(one.label)}: only {self._listed(met)}, without all that is asked with it."
        told = f"{_capital(one.of_one)}: {len(met)} of {cover.needed} ({self._listed(met)})"
        rest: tuple[tuple[Status, str], ...] = (("partly", "partly"), ("not met", "not"), ("not known", "not known of"))
        for status, words in rest:
            if people := self._members(cover, status):
                told += f"; {words} {self._listed(people)}"
        return f"{told}."

    def _members(self, cover: Cover, status: Status) -> list[str]:
        return [person for person in cover.of if cell_of(self.coverage, cover.requirement, person).status == status]

    def _likely(self, one: Requirement) -> str:
        """Say who outside of the team most likely knows about a topic, "" where nobody does."""
        row = self.coverage.cells.get(one.id, {}) if one.is_topic else {}
        person = max(row, key=lambda who: (row[who].status == "partly", row[who].value), default="")
        is_some = bool(person) and row[person].status == "partly"
        return f"{self._name(person)} {in_words(one, row[person])}, not on the team" if is_some else ""

    def _elsewhere(self, one: Requirement) -> list[str]:
        row = self.coverage.cells.get(one.id, {})
        return sorted((person for person, cell in row.items() if cell.status == "met"), key=self._name)

    def _listed(self, people: Sequence[str], fails: bool = False) -> str:
        """Name the first few, on request each with the conditions that keep them out; who fails fewest comes first."""
        kept_out = {person: self._fails(person) if fails else [] for person in people}
        people = sorted(people, key=lambda person: len(kept_out[person]))
        first, rest = [self._name(person) + _but(kept_out[person]) for person in people[:3]], len(people) - 3
        if rest > 0:
            return f"{', '.join(first)} and {rest:,} more"
        return " and ".join(filter(None, [", ".join(first[:-1]), first[-1]]))

    def _fails(self, person: str) -> list[Requirement]:
        """Return what must be of each member and is known not to be so of somebody."""
        each = [one for one in self.coverage.requirements if one.hard and not one.is_topic and not one.people]
        return [one for one in each if cell_of(self.coverage, one, person).status == "not met"]

    def _shown(self, one: Requirement, cell: Cell, person: str) -> str:
        return _quoted(quotation(self.coverage, one, cell, person).words)

    def _name(self, person: str) -> str:
        return self.names.get(person) or person


def _who(one: Requirement) -> str:
    return one.of_one if one.near else f"{_WHO[one.kind]} {shortened(one.of_one)}"


def _but(failed: Sequence[Requirement]) -> str:
    return f" (fails: {', '.join(shortened(one.of_one) for one in failed)})" if failed else ""


def _capital(text: str) -> str:
    return text[:1].upper() + shortened(text)[1:]


def _quoted(words: str) -> str:
    return f": “{words}”" if words else ""
