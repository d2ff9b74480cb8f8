"""The result of a search to take away: CSV, a workbook whose scores are formulas, a shortlist with evidence."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import xlsxwriter
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from core.language.sanitize import as_markdown
from core.systems.expert_search.people.records import People
from core.systems.expert_search.ranking.evidence import evidence_of
from core.systems.expert_search.ranking.met import coverage_now, requirements_now, topics_now
from core.systems.expert_search.ranking.refinement import variants
from core.systems.expert_search.ranking.standing import Standing, Term, in_words
from core.systems.expert_search.ranking.together import AMOUNT, RECENCY, standings
from core.systems.expert_search.ranking.verdict import Verdict, judge
from core.systems.expert_search.state import SOURCES, Context, State
from core.tables import SheetCells, to_csv

_ABOUT = ("Rank", "Id", "Name", "Headline", "Fits", "Score", "Vector", "Keyword", "Group")
_SCORE, _GROUP = _ABOUT.index("Score"), _ABOUT.index("Group")
_FIRST_ROW = 3  # of the people, from 0: above are α, the weights, and the names of the columns


def to_frame(places: Sequence[Standing], people: People, labels: Mapping[str, str]) -> pd.DataFrame:
    """One row a person: rank, who, whether they fit, the score, the group in which they are ranked; for each topic, by
    its id in `labels`, its score and for each search the raw and the normalised one; and the value of everything else
    that weighs."""
    further = _further(places, labels)
    rows = []
    for place in places:
        expert, values = people.experts[place.id], {term.id: term.value for term in place.terms}
        row: list[object] = [
            place.rank, place.id, expert.name, expert.headline, in_words(place), place.score, place.vector,
            place.keyword, place.order,
        ]  # fmt: skip
        for topic in labels:
            receipt = place.receipts.get(topic)
            parts = {part.source: part for part in receipt.parts} if receipt else {}
            row += [receipt.score if receipt else None] if len(labels) > 1 else []
            for source in SOURCES:
                row += [parts[source].raw, parts[source].normalised] if source in parts else [None, None]
        rows.append([*row, *(values.get(term.id) for term in further)])
    return pd.DataFrame(rows, columns=[*_ABOUT, *_names(labels), *map(_head, further)])


def csv_file(places: Sequence[Standing], people: People, labels: Mapping[str, str]) -> bytes:
    """Return the table as CSV."""
    return to_csv(to_frame(places, people, labels))


def workbook(places: Sequence[Standing], people: People, context: Context, labels: Mapping[str, str]) -> bytes:
    """Return the table of everybody as XLSX. Ranks and scores are live formulas over the normalised scores, the weights
    and the α above them."""
    table, buffer = to_frame(places, people, labels), io.BytesIO()
    formulas = _Formulas(context, labels, _further(places, labels), len(places))
    with xlsxwriter.Workbook(
        buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        sheet = book.add_worksheet("Experts")
        bold, number = book.add_format({"bold": True, "text_wrap": True}), book.add_format({"num_format": "0.000"})
        sheet.write_string(0, 0, "α", bold)
        sheet.write_number(0, 1, context.alpha)
        sheet.write_string(0, 2, f"{context.method}, {context.normalisation}; change α, and scores and ranks follow")
        sheet.write_string(1, 0, "Weight", bold)
        weights = {term.id: term.weight for place in places for term in place.terms}
        for id, column in formulas.weighed.items():
            sheet.write_number(1, column, weights.get(id, 1.0))
        cells = SheetCells(book, sheet)
        for column, name in enumerate(table.columns):
            sheet.write_string(_FIRST_ROW - 1, column, name, bold)
        for row, record in enumerate(table.itertuples(index=False), start=_FIRST_ROW):
            made = formulas.of(row)
            for column, value in enumerate(record):
                style = None if column == 0 else number
                if column in made and value is not None and value == value:  # noqa: PLR0124 - not a number
                    sheet.write_formula(row, column, made[column], style, value)
                else:
                    cells.write(row, column, value, style)
        sheet.freeze_panes(_FIRST_ROW, 3)
        sheet.set_column(2, 3, 30)
        sheet.set_column(4, max(len(table.columns) - 1, 4), 12)
    return buffer.getvalue()


def shortlist(
    places: Sequence[Standing], people: People, state: State, context: Context, labels: Mapping[str, str]
) -> str:
    """Return the first few as Markdown, each with the arithmetic of the score and the sentences that speak for them."""
    lines = [
        f"# Experts for: {as_markdown(state['request'])}",
        "",
        f"{context.method}, α {context.alpha:g}, {context.normalisation}, {context.candidates} candidates per search. "
        f"Quality {state['quality_score']:.3f} against a gate of {context.threshold:g}.",
    ]
    verdict = _verdict(state, context)
    if verdict.kind != "good":
        lines += ["", f"**{verdict.title}** {as_markdown(verdict.text)}"]
    topics = topics_now(state, context)
    if refined := [one.query for topic in topics for one in variants(topic) if one.id not in context.without]:
        lines += ["", f"Also searched: {'; '.join(map(as_markdown, refined))}."]
    for place in places[: context.keep]:
        expert = people.experts[place.id]
        lines += ["", f"## {place.rank}. {as_markdown(expert.name)}: {as_markdown(expert.headline)}", ""]
        lines += [f"{in_words(place).capitalize()}.", ""]
        if sum_of_terms(place):
            lines += [as_markdown(sum_of_terms(place)), ""]
        for topic, receipt in place.receipts.items():
            before = f"{as_markdown(labels[topic])}: " if len(place.terms) > 1 and topic in labels else ""
            lines += [f"{before}{receipt.sentence(SOURCES)}", ""]
        lines += [
            f"- {as_markdown(found.title)}: “{as_markdown(found.sentence)}”"
            for topic in topics
            for found in evidence_of(state, context, topic, place.id)[:3]
        ]
    return "\n".join(lines) + "\n"


def _verdict(state: State, context: Context) -> Verdict:
    asked, met = requirements_now(state, context), coverage_now(state, context)
    return judge(state, asked, standings(state, context, met), context.people.names, met, context.threshold)


def sum_of_terms(place: Standing) -> str:
    """Return how topics and wishes make up a score, "" where a single one is all of it."""
    if len(place.terms) < 2:
        return ""
    return f"{place.score:.3f} = " + " + ".join(f"{_share_of(term, place)} ({term.label})" for term in place.terms)


def _share_of(term: Term, place: Standing) -> str:
    """Return what a term adds, and where it is a share of its value, that share: “0.91 × 0.343”."""
    share = term.weight / (math.fsum(one.weight for one in place.terms) or 1.0)
    is_share = math.isclose(share * term.value, term.contribution, abs_tol=1e-9)
    return f"{share:.3g} × {term.value:.3f}" if is_share else f"{term.contribution:.3f}"


def _further(places: Sequence[Standing], labels: Mapping[str, str]) -> list[Term]:
    """Return what weighs beside the topics, once each."""
    return list({term.id: term for place in places for term in place.terms if term.id not in labels}.values())


def _head(term: Term) -> str:
    """Return the name of its column: the label of a wish; of what is told of documents it names a single person's."""
    return term.id if term.id in (RECENCY, AMOUNT) else term.label


def _names(labels: Mapping[str, str]) -> list[str]:
    names = []
    for label in labels.values():
        before = f"{label} · " if len(labels) > 1 else ""
        names += [f"{before}score"] if len(labels) > 1 else []
        names += [f"{before}{source}: {kind}" for source in SOURCES.values() for kind in ("raw", "normalised")]
    return names


@dataclass(frozen=True)
class _Formulas:
    """The formulas of a row: rank, score, and with several topics the score of each."""

    context: Context
    labels: Mapping[str, str]
    further: Sequence[Term]
    people: int

    @property
    def _width(self) -> int:
        return 2 * len(SOURCES) + (len(self.labels) > 1)

    def _start(self, place: int) -> int:
        return len(_ABOUT) + place * self._width

    @property
    def weighed(self) -> dict[str, int]:
        """The column above which the weight of a topic or a wish stands, by its id; none where one is all there is."""
        if len(self.labels) + len(self.further) < 2:
            return {}
        columns = {id: self._start(place) for place, id in enumerate(self.labels)}
        return columns | {term.id: self._start(len(self.labels)) + place for place, term in enumerate(self.further)}

    def of(self, row: int) -> dict[int, str]:
        """Return the formulas of a row, by their columns."""
        made = {0: self._rank(row), _SCORE: f"={self._score(row)}"}
        if len(self.labels) > 1:
            made |= {self._start(place): f"={self._topic(row, place)}" for place in range(len(self.labels))}
        return made

    def _rank(self, row: int) -> str:
        """Ahead is who stands in a group before, or has a greater score in the same."""
        scores, groups = (
            f"${xl_col_to_name(column)}${_FIRST_ROW + 1}:${xl_col_to_name(column)}${_FIRST_ROW + self.people}"
            for column in (_SCORE, _GROUP)
        )
        score, group = xl_rowcol_to_cell(row, _SCORE), xl_rowcol_to_cell(row, _GROUP)
        return f'=1+COUNTIF({groups},"<"&{group})+COUNTIFS({groups},{group},{scores},">"&{score})'

    def _score(self, row: int) -> str:
        if not self.weighed:
            return self._topic(row, 0) if self.labels else xl_rowcol_to_cell(row, self._start(0))
        pairs = {
            id: (xl_rowcol_to_cell(1, column, row_abs=True, col_abs=True), xl_rowcol_to_cell(row, column))
            for id, column in self.weighed.items()
        }
        if len(self.labels) == 1:
            id = next(iter(self.labels))
            pairs[id] = (pairs[id][0], f"({self._topic(row, 0)})")
        topics, wishes = [pairs[id] for id in self.labels], [pairs[term.id] for term in self.further]
        whole = "+".join(weight for weight, _ in (*topics, *wishes))
        parts = [f"{weight}*{value}" for weight, value in wishes]
        if topics:
            parts.insert(0, self._together(topics))
        return f"({'+'.join(parts)})/({whole})"

    def _together(self, topics: Sequence[tuple[str, str]]) -> str:
        whole = "+".join(weight for weight, _ in topics)
        if self.context.together == "mean":
            return "+".join(f"{weight}*{value}" for weight, value in topics)
        if self.context.together == "minimum":
            return f"({whole})*MIN({','.join(f'N({value})' for _, value in topics)})"
        powers = "*".join(f"{value}^({weight}/({whole}))" for weight, value in topics)
        return f"({whole})*{powers}"

    def _topic(self, row: int, place: int) -> str:
        """α × vector side + (1 − α) × keyword side; a side is the mean or the best of the searches that found the
        person, or in reciprocal rank fusion the sum of 1/(k + rank)."""
        start = self._start(place) + (len(self.labels) > 1)
        normalised = {source: xl_rowcol_to_cell(row, start + 2 * number + 1) for number, source in enumerate(SOURCES)}

        def side(kind: str) -> str:
            cells = ",".join(cell for source, cell in normalised.items() if source.endswith(kind))
            if self.context.method == "reciprocal rank":
                return f"SUM({cells})"
            return f"IF(COUNT({cells})=0,0,{'MAX' if self.context.side == 'max' else 'AVERAGE'}({cells}))"

        return f"$B$1*{side('vectors')}+(1-$B$1)*{side('keywords')}"
