"""A team to take away: the matrix as a workbook whose coverage is formulas, a brief as Markdown and as a Word file."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from core.documents.writing import begin_word, printable, to_bytes, word_table
from core.language.sanitize import as_markdown, one_line, shortened
from core.systems.expert_search.teams.gaps import Gap
from core.systems.expert_search.teams.matrix import MatrixRow, on_card
from core.systems.expert_search.teams.team import Backup, Cover, Team
from core.systems.expert_search.teams.worth import counting
from core.tables import SheetCells

_EVIDENCE = ("Person", "In team", "Requirement", "Status", "Value", "Evidence", "Document", "Source", "Caveat")
_WEIGHT, _NEEDED, _FIRST = 1, 2, 3  # rows of the sheet


@dataclass(frozen=True)
class TeamFile:
    """All that a file about a team holds: the request, the team, the matrix with its team first, names by id, gaps, and
    of whom it tells: “Sample: 212 invented people”."""

    request: str
    team: Team
    rows: Sequence[MatrixRow]
    names: Mapping[str, str]
    gaps: Sequence[Gap]
    of_whom: str = ""

    def name(self, person: str) -> str:
        """Return what somebody is called, or their id."""
        return self.names.get(person) or person


# --- The workbook -----------------------------------------------------------------------------------------------------


def workbook(file: TeamFile) -> bytes:
    """Return the matrix as XLSX: put 1 or 0 into “In team”, or other weights, and the coverage follows."""
    buffer = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(buffer, options) as book:
        _write_matrix(book, file)
        _write_evidence(book, file)
    return buffer.getvalue()


def _write_matrix(book: xlsxwriter.Workbook, file: TeamFile) -> None:
    sheet = book.add_worksheet("Matrix")
    bold, number = book.add_format({"bold": True, "text_wrap": True}), book.add_format({"num_format": "0.00"})
    cells, covers = SheetCells(book, sheet), file.team.covers
    heads = ("Person", "In team", *(cover.requirement.label for cover in covers))
    for column, head in enumerate(heads):
        sheet.write_string(0, column, head, bold)
    sheet.write_string(_WEIGHT, 0, "Weight", bold)
    sheet.write_string(_NEEDED, 0, "Members needed", bold)
    counts = counting([cover.requirement for cover in covers])
    for column, (cover, count) in enumerate(zip(covers, counts, strict=True), start=2):
        sheet.write_number(_WEIGHT, column, count, number)
        if _of_each(cover, file.team):
            sheet.write_string(_NEEDED, column, "each")
        else:
            sheet.write_number(_NEEDED, column, cover.needed)
    for row, record in enumerate(file.rows, start=_FIRST):
        cells.write(row, 0, file.name(record.person))
        sheet.write_number(row, 1, int(record.in_team))
        for column, cell in enumerate(record.cells, start=2):
            sheet.write_number(row, column, cell.value, number)
    below = _FIRST + len(file.rows)
    sheet.write_string(below, 0, "Covered", bold)
    sheet.write_string(below + 1, 0, "Team coverage", bold)
    if file.rows:
        for column, cover in enumerate(covers, start=2):
            sheet.write_formula(below, column, _covered(file, cover, column), number, cover.value)
    if file.rows and covers:
        ends = xl_col_to_name(2), xl_col_to_name(1 + len(covers))
        weights, covered = (f"{ends[0]}{row + 1}:{ends[1]}{row + 1}" for row in (_WEIGHT, below))
        formula = f"=IF(SUM({weights})=0,0,SUMPRODUCT({weights},{covered})/SUM({weights}))"
        sheet.write_formula(below + 1, 2, formula, number, file.team.value)
    cells.write(below + 2, 0, file.of_whom)
    sheet.freeze_panes(_FIRST, 2)
    sheet.set_column(0, 0, 28)
    sheet.set_column(2, 1 + len(covers), 16)


def _of_each(cover: Cover, team: Team) -> bool:
    one = cover.requirement
    return (one.excluded and not one.people) or not (one.people or team.proposed or one.is_topic)


def _covered(file: TeamFile, cover: Cover, column: int) -> str:
    """Return the formula of one requirement: the most that a member has of it, or the mean of as many as are needed."""
    last = _FIRST + len(file.rows) - 1
    team = f"{xl_rowcol_to_cell(_FIRST, 1, True, True)}:{xl_rowcol_to_cell(last, 1, True, True)}"
    values = f"{xl_rowcol_to_cell(_FIRST, column)}:{xl_rowcol_to_cell(last, column)}"
    if _of_each(cover, file.team):
        return f"=SUMPRODUCT({team}*{values})/MAX(1,SUM({team}),{cover.needed})"
    if not cover.needed:
        return "=1"
    if cover.needed == 1:
        return f"=SUMPRODUCT(MAX({team}*{values}))"
    places = ",".join(str(place) for place in range(1, min(cover.needed, len(file.rows)) + 1))
    return f"=SUMPRODUCT(LARGE({team}*{values},{{{places}}}))/{cover.needed}"


def _write_evidence(book: xlsxwriter.Workbook, file: TeamFile) -> None:
    sheet = book.add_worksheet("Evidence")
    bold, number = book.add_format({"bold": True}), book.add_format({"num_format": "0.00"})
    cells = SheetCells(book, sheet)
    for column, head in enumerate(_EVIDENCE):
        sheet.write_string(0, column, head, bold)
    found = ((record, cell) for record in file.rows for cell in record.cells)
    for row, (record, cell) in enumerate(found, start=1):
        said = (
            file.name(record.person),
            int(record.in_team),
            cell.requirement.for_one,
            cell.text,
            cell.value,
            *cell.quotation,
            cell.caveat,
        )
        for column, value in enumerate(said):
            cells.write(row, column, value, number if column == 4 else None)
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, 0, 28)
    sheet.set_column(2, 3, 22)
    sheet.set_column(5, 5, 60)


# --- The brief --------------------------------------------------------------------------------------------------------


def in_short(team: Team) -> str:
    """Say in a few sentences what the team covers, how many places stay empty, and how it was found."""
    if not team.members:
        return "No team: nobody who could be in it likely knows about any of what is asked."
    people = "1 person who covers" if len(team.members) == 1 else f"{len(team.members)} people who cover"
    asked = "Nobody covers everything alone; proposed: " if team.proposed and not _covers_alone(team) else ""
    filled = f" {len(team.members)} of {team.asked} seats are filled: nobody else would add anything."
    seats = filled if len(team.members) < team.asked else ""
    return f"{asked}{people} {share(team.value)} of what is asked{_by_kind(team)}.{seats} {_how_found(team)}"


def _by_kind(team: Team) -> str:
    """Say what is covered of what must be known and of all else, which may be easy to meet, where both are asked."""
    known, rest = (team.share_of(is_topic) for is_topic in (True, False))
    if known is None or rest is None:
        return ""
    return f" ({share(known)} of the topics, {share(rest)} of the rest)"


def _how_found(team: Team) -> str:
    if not team.proven:
        if team.method == "exact":
            return "It is the best of the most promising people; that no other team is better is not proven."
        return "It was found step by step, by exchanging people while that helped; a better one may exist."
    must = any(cover.requirement.hard and not cover.requirement.is_topic for cover in team.covers)
    better = "is better, first in what must be met and then in what is covered" if must else "covers more"
    return f"No other team {better}: every team of those who have any of it, and are not left out, was compared."


def _covers_alone(team: Team) -> bool:
    """Whether one of a team has all that was asked of one person; others are in it because they were locked."""
    having = [{person for person, cell in cover.by if cell.status == "met"} for cover in team.covers]
    return bool(having) and bool(set.intersection(*having))


def share(value: float) -> str:
    """Return a share in percent, which is 100 % only where nothing is missing."""
    return f"{math.floor(value * 100 + 1e-6)}%"


@dataclass(frozen=True)
class _Part:
    title: str
    lines: Sequence[str]


def _parts(file: TeamFile) -> list[_Part]:
    """Return what a brief says: a part for each member and who could stand in, then what is missing."""
    parts = []
    stand_ins = {backup.member: backup for backup in file.team.backups}
    for record in file.rows:
        if not record.in_team:
            continue
        lines = [
            " · ".join(filter(None, (f"{cell.requirement.for_one}: {cell.text}", cell.shown)))
            for cell in on_card(file.team, record)
            if cell.status != "not met"
        ]
        if backup := stand_ins.get(record.person):
            lines.append(backup_in_words(file, backup))
        parts.append(_Part(file.name(record.person), lines or ["Nothing that was asked for is known of this person."]))
    if file.gaps:
        parts.append(_Part("What is missing", [gap.sentence for gap in file.gaps]))
    return parts


def backup_in_words(file: TeamFile, backup: Backup) -> str:
    """Say who could stand in for a member, and what the team would lose by it; or that the member adds nothing."""
    if not backup.brings:
        return "Brings nothing that the others do not have."
    if not backup.person:
        return "Nobody could stand in who brings any of this without failing more of what must be met."
    lost = ", ".join(shortened(one.of_one) for one in backup.lost)
    cost = f"less would be met of: {lost}" if lost else "nothing would be lost"
    return f"Could stand in: {file.name(backup.person)}; {cost} (the team would cover {share(backup.value)})."


def _table(file: TeamFile) -> tuple[list[str], list[list[str]]]:
    head = ["Person", *(cover.requirement.label for cover in file.team.covers)]
    return head, [
        [file.name(record.person), *(cell.text for cell in record.cells)] for record in file.rows if record.in_team
    ]


def markdown(file: TeamFile) -> str:
    """Return the brief as Markdown."""
    head, rows = _table(file)
    lines = [f"# Team for: {as_markdown(file.request)}", "", as_markdown(file.of_whom), "", in_short(file.team), ""]
    lines += [_row(head), _row(["---"] * len(head), safe=True), *map(_row, rows)]
    for part in _parts(file):
        lines += ["", f"## {as_markdown(part.title)}", "", *(f"- {as_markdown(line)}" for line in part.lines)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str], safe: bool = False) -> str:
    return f"| {' | '.join(cell if safe else as_markdown(cell) for cell in cells)} |"


def word(file: TeamFile) -> bytes:
    """Return the brief as a Word document."""
    document = begin_word(f"Team for: {one_line(file.request)}")
    document.add_paragraph(printable(file.of_whom))
    document.add_paragraph(in_short(file.team))
    head, rows = _table(file)
    word_table(document, head, rows)
    for part in _parts(file):
        document.add_heading(printable(part.title), 1)
        for line in part.lines:
            document.add_paragraph(printable(line), style="List Bullet")
    return to_bytes(document)
