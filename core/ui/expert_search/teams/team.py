"""The team on the screen: who is in it and what each brings, who could stand in, what is missing; lock and exclude."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence

import streamlit as st

from core.language.sanitize import shortened
from core.systems.expert_search.people.collections import in_words
from core.systems.expert_search.requirements.cell import Coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.export import TeamFile, backup_in_words, in_short, markdown, word, workbook
from core.systems.expert_search.teams.gaps import gaps_in_words
from core.systems.expert_search.teams.matrix import SYMBOLS, matrix, on_card
from core.systems.expert_search.teams.search import form_team
from core.systems.expert_search.teams.team import Team
from core.ui.address import publish
from core.ui.downloads import Download, draw_downloads
from core.ui.expert_search.teams.matrix import draw_matrix
from core.ui.terms import explain
from core.ui.words import plain

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def draw_team(
    request: str,
    coverage: Coverage,
    requirements: Requirements,
    scores: Mapping[str, float],
    names: Mapping[str, str],
    nearest: Callable[[Requirement], str],
    lives: Mapping[str, str],
    key: str,
) -> Team:
    """Find the team anew with whom the analyst locked and excluded, draw all of it, and return it.

    `names` are those of everybody by id, `lives` where they live; `nearest` says what comes nearest to a requirement
    that nobody meets.
    """
    without = _chosen(f"{key}:without", "without", names)
    locked = _chosen(f"{key}:locked", "locked", set(names).difference(without))
    team = form_team(coverage, requirements, scores, locked, without)
    rows = matrix(team, coverage)
    gaps = gaps_in_words(team, coverage, names, nearest, lives)
    of_whom = in_words(coverage.people) if coverage.people else ""
    file = TeamFile(request, team, rows, names, gaps, of_whom)

    st.markdown(plain(in_short(team)), help=explain("coverage"))
    for gap in gaps:
        st.markdown(f":material/report: {plain(gap.sentence)}")
    _draw_members(file)
    _draw_choice([row.person for row in rows], locked, without, names, key)
    draw_matrix(rows, names, f"{key}:matrix")
    draw_downloads(downloads(file), key)
    return team


def _chosen(key: str, name: str, known: Container[str]) -> list[str]:
    """Return the people kept in the visit under this key, or named in the address; only who is known."""
    if key not in st.session_state:
        st.session_state[key] = read_people(st.query_params.get(name, ""))
    st.session_state[key] = [person for person in st.session_state[key] if person in known]
    people: list[str] = st.session_state[key]
    return people


def read_people(written: str) -> list[str]:
    """Return the ids that stand in an address, each once; none when it is no list of texts: anyone can type one."""
    try:
        read = json.loads(written or "[]")
    except (ValueError, RecursionError):
        return []
    return list(dict.fromkeys(one for one in read if isinstance(one, str))) if isinstance(read, list) else []


def write_people(people: Sequence[str]) -> str:
    """Return ids as they stand in an address; "" for nobody."""
    return json.dumps(list(people), ensure_ascii=False) if people else ""


def _draw_choice(
    shown: Sequence[str], locked: Sequence[str], without: Sequence[str], names: Mapping[str, str], key: str
) -> None:
    """Draw whom to lock and whom to leave out, among those whom the table shows; who is the one is not the other."""
    people = list(dict.fromkeys([*shown, *locked, *without]))
    left, right = st.columns(2)
    for place, name, label, other in (
        (left, "locked", "Keep in the team", without),
        (right, "without", "Leave out", locked),
    ):
        place.multiselect(
            label,
            [person for person in people if person not in other],
            format_func=lambda person: names.get(person) or person,
            key=f"{key}:{name}",
            placeholder="Nobody",
        )
    publish(locked=(write_people(locked), ""), without=(write_people(without), ""))


def _draw_members(file: TeamFile) -> None:
    members = [row for row in file.rows if row.in_team]
    stand_ins = {backup.member: backup for backup in file.team.backups}
    for start in range(0, len(members), 3):
        for place, row in zip(st.columns(3), members[start : start + 3], strict=False):
            with place.container(border=True):
                st.markdown(f"**{plain(file.name(row.person))}**")
                if fills := file.team.roles.get(row.person, ()):
                    roles = " and ".join(plain(shortened(one.value)) for one in fills)
                    st.markdown(f":material/assignment_ind: For **{roles}**")
                for cell in on_card(file.team, row):
                    one = cell.requirement
                    label = plain(shortened(one.of_one if one in fills or one.role else one.for_one))
                    told = f"{SYMBOLS[cell.status]} {label}: {plain(cell.text[2:])}"
                    st.markdown(f"{told} · {plain(cell.caveat)}" if cell.caveat else told)
                stand_in = plain(backup_in_words(file, stand_ins[row.person]))
                st.markdown(f":material/swap_horiz: {stand_in}", help=explain("backup") if row is members[0] else None)


def downloads(file: TeamFile) -> list[Download]:
    """Return the files to take away."""
    return [
        Download("Matrix with formulas", "team.xlsx", _XLSX, lambda: workbook(file)),
        Download("Brief with evidence", "team.md", "text/markdown", lambda: markdown(file)),
        Download("Brief as Word file", "team.docx", _DOCX, lambda: word(file)),
    ]
