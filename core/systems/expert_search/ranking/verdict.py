"""Whether anybody good was found, in words: what reaches the gate and what nobody knows, and who comes nearest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.language.sanitize import shortened
from core.systems.expert_search.ranking.met import cell_of
from core.systems.expert_search.ranking.standing import Standing
from core.systems.expert_search.ranking.standing import in_words as standing_in_words
from core.systems.expert_search.requirements.cell import LIKELY, PARTLY, Cell, Coverage, floored, in_words
from core.systems.expert_search.requirements.cells.organisations import is_kind
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.state import State
from core.systems.expert_search.teams.search import form_team
from core.systems.expert_search.teams.team import Cover, Team

_MOST_NAMED = 3  # of those who come first


@dataclass(frozen=True)
class Verdict:
    """What became of a search: `title` says it in short, `text` why, and what to do where something is lacking;
    `together` names who together has what nobody has alone: a team."""

    kind: Literal["good", "in doubt", "not known", "nothing good", "nobody"]
    title: str
    text: str
    together: str = ""


def judge(
    state: State, asked: Requirements, places: Sequence[Standing], names: Mapping[str, str], met: Coverage, gate: float
) -> Verdict:
    """Say whether anybody good was found for what is asked, of a state that was judged with these places."""
    near = _nearest(asked, places, names, met)
    ranked = [one for one in places if one.fits != "not all"]
    if places and not ranked:
        spare = "What can be spared can be made a wish, or taken away, at its chip."
        together = _together(asked, places, names, met)
        return Verdict("nobody", "Nobody meets all that must be met.", _joined(near, spare), together)
    doubted = bool(ranked) and all(one.fits == "topic in doubt" for one in ranked)
    if state["nothing_good"] or not ranked:
        vague = f"The request cannot be searched for: {asked.vague}." if asked.vague else ""
        nobody = "" if places else "Nobody was found for it."
        below = _below(state, asked, met, gate, len(ranked) < len(places))
        why = vague or nobody or _unknown(state, asked, met, gate) or below
        follows = "What follows is only the nearest." if ranked and not near else ""
        in_part = any(one.fits in ("all but unknown", "likely") for one in ranked)
        title = "Nobody here knows all of it." if in_part else "Nothing good was found."
        together = _together(asked, places, names, met)
        return Verdict("nothing good", title, _joined(why, near, "" if in_part else follows), together)
    if doubted:
        why = f"{_first(ranked[0], names)}; from {LIKELY:g} on it would be likely."
        every = "all of it" if len(asked.topics) > 1 else "it"
        title = f"Nobody here likely knows {every}."
        text = _joined(why, _unknown(state, asked, met, gate), near)
        return Verdict("in doubt", title, text, _together(asked, places, names, met))
    if asked.people > 1:
        return _of_several(state, asked, places, names, met, gate)
    return _unsure(ranked, asked, names, met) or Verdict("good", f"{names[ranked[0].id]} comes first.", "")


def _of_several(
    state: State, asked: Requirements, places: Sequence[Standing], names: Mapping[str, str], met: Coverage, gate: float
) -> Verdict:
    """Name the best team, and what of all that must be is not likely known in it, or not known of a member."""
    team = _best_team(asked, places, met)
    who = _named(team.members, names)
    if lacking := _lacking(team):
        if any(cover.requirement.is_topic for cover in lacking):
            title = "The best team likely knows only a part of it."
        else:
            unknown = not any(cover.missing for cover in lacking)
            title = "The best team fits as far as is known." if unknown else "The best team fits only in part."
        told = "; ".join(_lacking_in_words(cover, names, met) for cover in lacking)
        return Verdict("in doubt", title, _joined(f"{who}. In doubt: {told}.", _unknown(state, asked, met, gate)))
    are_first = set(team.members) == {one.id for one in places[: len(team.members)]}
    come = "comes" if len(team.members) == 1 else "come"
    return Verdict("good", f"{who} {come} first." if are_first else f"The best team is {who}.", "")


def _together(asked: Requirements, places: Sequence[Standing], names: Mapping[str, str], met: Coverage) -> str:
    """Name the team that has all of what nobody has alone; "" where there is none."""
    team = _best_team(asked, places, met)
    if not team.proposed or _lacking(team):
        return ""
    surely = "likely " if any(cover.requirement.is_topic for cover in team.covers) else ""
    return f"Together {_named(team.members, names)} {surely}have all of it: see the tab Team."


def _best_team(asked: Requirements, places: Sequence[Standing], met: Coverage) -> Team:
    return form_team(met, asked, {one.id: one.score for one in places})


def _named(members: Sequence[str], names: Mapping[str, str]) -> str:
    first = [names[one] for one in members[:_MOST_NAMED]] or ["Nobody"]
    if len(members) > _MOST_NAMED:
        return f"{', '.join(first)} and {len(members) - _MOST_NAMED} more"
    return " and ".join(filter(None, (", ".join(first[:-1]), first[-1])))


def _lacking(team: Team) -> list[Cover]:
    """Return what must be met and is not, or is not likely known, by as many of a team as are needed."""
    return [cover for cover in team.covers if cover.requirement.hard and not _is_covered(cover)]


def _is_covered(cover: Cover) -> bool:
    if not cover.requirement.is_topic:
        return cover.status == "met"
    return sum(cell.value >= LIKELY for _, cell in cover.by) >= cover.needed


def _lacking_in_words(cover: Cover, names: Mapping[str, str], met: Coverage) -> str:
    """Name what a team lacks, with the member who comes nearest to having it."""
    one = cover.requirement
    cells = {person: cell_of(met, one, person) for person in cover.of}
    short = {person: cell for person, cell in cells.items() if cell.value < LIKELY or cell.status == "not known"}
    nearest = max(short, key=lambda person: short[person].value, default="")
    told = f"{names[nearest]}: {in_words(one, short[nearest])}" if nearest else "nobody"
    return f"“{_asked_in_words(one)}” ({told})"


def _first(place: Standing, names: Mapping[str, str]) -> str:
    return f"First in the list is {names[place.id]}: {standing_in_words(place)}"


def _unsure(ranked: Sequence[Standing], asked: Requirements, names: Mapping[str, str], met: Coverage) -> Verdict | None:
    """Say of the first of the list what is not known, or that others are likelier; None where neither is so."""
    first = ranked[0] if ranked else None
    if first and first.fits == "as far as known":
        unknown = unknown_in_words(asked, first, met)
        return Verdict("not known", "Nobody surely fits.", f"Nearest is {names[first.id]}; {unknown}.")
    if first and first.fits == "topic in doubt":
        best = next(one for one in ranked if one.fits != "topic in doubt")
        likelier = f"{names[best.id]}, at place {best.rank}, {standing_in_words(best)}."
        return Verdict("in doubt", "The first by score is not the likeliest.", f"{_first(first, names)}; {likelier}")
    return None


def unknown_in_words(asked: Requirements, place: Standing, met: Coverage) -> str:
    """Name what must be met and is not known, or not wholly met, of somebody who is not left out; "" for nothing."""
    found = [(one, cell) for one, cell in lacks(asked, place, met) if not one.is_topic]
    return "; ".join(f"{_asked_in_words(one)}: {in_words(one, cell)}" for one, cell in found)


def _asked_in_words(one: Requirement) -> str:
    """Return what is asked of one person, so that its not being known reads well: “not from any company”."""
    if one.kind != "organisation" or not one.excluded or one.or_else:
        return shortened(one.of_one)
    return f"not from {'any ' * is_kind(one.value)}{one.value}"


def lacks(asked: Requirements, place: Standing, met: Coverage) -> list[tuple[Requirement, Cell]]:
    """Return what a person lacks of what must be met, in the order of the request: the topics that they are unlikely to
    know about, of which several people share any one, and the rest that is not met or not known to be."""
    found = [(one, cell_of(met, one, place.id)) for one in asked.wanted if one.hard]
    unlikely = place.knows is not None and place.knows < LIKELY
    return [
        (one, cell)
        for one, cell in found
        if (unlikely and cell.value < LIKELY if one.is_topic else one.id in place.failing)
    ]


def lack_in_words(one: Requirement, cell: Cell) -> str:
    """Return the label of something that somebody lacks, and how much of it they have where they have some."""
    return f"{one.label} ({in_words(one, cell)})" if cell.status == "partly" else one.label


def _nearest(asked: Requirements, places: Sequence[Standing], names: Mapping[str, str], met: Coverage) -> str:
    """Say who of those left out comes nearest; "" where nobody does.

    Beside others who are ranked it must be somebody who likely knows all that must be known and fails one thing alone.
    Where all are left out it is who lacks least and has something wanted that not everybody has.
    """
    out = [one for one in places if one.fits == "not all"]
    if len(out) < len(places):
        first = next((one for one in out if len(one.failing) == 1 and (one.knows or 0.0) >= LIKELY), None)
    else:
        wanted = [one for one in asked.wanted if one.hard and not one.excluded]
        apart = [one for one in wanted if not all(_has(one, other, met) for other in places)]
        first = next((one for one in out if any(_has(each, one, met) for each in apart)), None)
    if first is None:
        return ""
    lacking = "; ".join(f"{lack_in_words(one, cell)}{_shown(one, cell)}" for one, cell in lacks(asked, first, met))
    among = "Nearest of those left out" if len(out) < len(places) else "Nearest"
    return f"{among} is {names[first.id]}, but for: {lacking}."


def _has(one: Requirement, place: Standing, met: Coverage) -> bool:
    cell = cell_of(met, one, place.id)
    return cell.value >= LIKELY if one.is_topic else cell.status == "met"


def _shown(one: Requirement, cell: Cell) -> str:
    return f": “{shortened(cell.words)}”" if cell.words and not one.is_topic else ""


def _how_known(topic: Requirement, state: State, met: Coverage) -> float:
    """Return how likely one person here knows about a topic: that somebody of many may is no “somebody does”."""
    cells = met.cells.get(topic.id, {}).values()
    return min(state["topic_qualities"].get(topic.id, 0.0), max((cell.value for cell in cells), default=0.0))


def _below(state: State, asked: Requirements, met: Coverage, gate: float, some_left_out: bool) -> str:
    """Say how far the best comes."""
    best, topics = state["quality_score"], [one for one in asked.topics if one.hard]
    each = len(topics) > 1 and all(_how_known(one, state, met) >= max(gate, LIKELY) for one in topics)
    who = "the best who is not left out" if some_left_out else "the best"
    reaches = f"reaches a quality of {floored(best)}, below the gate of {gate:g}."
    if each:
        return f"Each topic is known to somebody, but for all of it together {who} {reaches}"
    return f"{who.capitalize()} {reaches}"


def _unknown(state: State, asked: Requirements, met: Coverage, gate: float) -> str:
    """Name the topics that nobody is known for where others are; "" where none is, or all are."""
    best = [(one, _how_known(one, state, met)) for one in asked.topics if one.hard]
    poor, good = [each for each in best if each[1] < gate], [each for each in best if each[1] >= gate]
    if not poor or not good:
        return ""
    surely = "likely " if any(value >= PARTLY for _, value in poor) else ""
    unknown, rest = (", ".join(f"“{shortened(one.of_one)}”" for one, _ in each) for each in (poor, good))
    told = f"Nobody here is {surely}known for {unknown}, but somebody is for {rest}."
    told += " The order rests on the latter." if asked.people == 1 else ""
    which = f"“{shortened(poor[0][0].of_one)}”" if len(poor) == 1 else "Each of the former"
    return f"{told} {which} can be left out with the × at its chip."


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
