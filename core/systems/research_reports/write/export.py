"""The report taken away: Markdown, HTML, Word, references, evidence. Only sentences that stand are in any of them."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.sources import exports
from core.sources.papers import Paper
from core.systems.research_reports.state import Claim
from core.systems.research_reports.write.evidence import (
    claims_of,
    flow,
    passage_text,
    source_numbers,
    sources_of,
)
from core.systems.research_reports.write.measure_names import MEASURES
from core.tables import to_csv

FLOW_WORDS = {
    "found": "records found",
    "merged": "merged into others",
    "not_support": "retracted, withdrawn or a notice",
    "no_abstract": "without an abstract",
    "screened": "papers screened",
    "below": "dropped by the filter",
    "kept": "papers kept",
    "used": "papers cited",
}
_STATUS_WORDS = {
    "ok": "live",
    "cached": "from cache",
    "empty": "nothing found",
    "failed": "failed",
    "skipped": "not asked",
}
_STYLE = (
    "body{font:16px/1.5 serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:left}"
    ".note{color:#555}"
)


@dataclass(frozen=True)
class _Sentence:
    """A sentence with its connecting words and the numbers of its sources."""

    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class _Part:
    """A section in plain words, for every format alike."""

    title: str
    sentences: tuple[_Sentence, ...]
    note: str


def _summary(state: Mapping[str, Any]) -> list[_Sentence]:
    wanted = set(state["report"]["summary"])
    return [_sentence(state, claim) for claim in claims_of(state["report"]) if claim["id"] in wanted]


def _parts(state: Mapping[str, Any]) -> list[_Part]:
    return [
        _Part(section["question"], tuple(_sentence(state, claim) for claim in section["claims"]), section["note"])
        for section in state["report"]["sections"]
    ]


def _sentence(state: Mapping[str, Any], claim: Claim) -> _Sentence:
    numbers = source_numbers(state)
    return _Sentence(
        f"{claim['lead']} {claim['text']}".strip(), tuple(numbers[paper] for paper in sources_of(state, claim))
    )


def cited_papers(state: Mapping[str, Any]) -> list[Paper]:
    """The papers that the report cites, in the order of their numbers."""
    return [Paper.from_dict(state["papers"][id]) for id in source_numbers(state)]


def _described(paper: Paper) -> str:
    """One source in a line, with what a reader must know of it."""
    authors = ", ".join(paper.authors[:3]) + (" et al." if len(paper.authors) > 3 and paper.authors[3:] else "")
    year = f" ({paper.year})" if paper.year else ""
    told = {
        "summary": "read here: a summary written for Glassbox, not the abstract",
        "extract": "read here: an extract",
        "properties": "values of a data record",
    }.get(paper.abstract_kind, "")
    flags = ["retracted"] * paper.retracted + ["withdrawn"] * paper.withdrawn + [told] * bool(told)
    pieces = [f"{authors}{year}".strip(), paper.title, paper.venue, *flags]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece) + "."


def _link(paper: Paper) -> str:
    url = f"https://doi.org/{paper.doi}" if paper.doi else paper.url
    return url if url.startswith(("https://", "http://")) else ""


def made_by(state: Mapping[str, Any]) -> str:
    """Who wrote the sentences, and what was done with them."""
    who = list(dict.fromkeys(section["written_by"] for section in state["report"]["sections"])) or ["Nobody"]
    return (
        f"Written by: {', '.join(who)}. Every sentence cites passages; code checked ids, numbers, names and direction, "
        "and measured similarity, which is no proof. Read the sources before relying on a sentence."
    )


def _tools(state: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    for line in state["tool_log"]:
        here = line["tool"] == "shelf" and line["status"] == "ok"
        status = "without network" if here else _STATUS_WORDS[line["status"]]
        yield (
            line["title"],
            status,
            str(line["count"]) if line["status"] in ("ok", "cached", "empty") else "–",
            (line["reason"] or line["words"]),
        )


def _facts(state: Mapping[str, Any]) -> list[tuple[str, str]]:
    counted = flow(state)
    rows = [(words.capitalize(), str(counted[name])) for name, words in FLOW_WORDS.items()]
    figures = state["figures"]
    return rows + [
        (measure.title, measure.show(figures[name])) for name, measure in MEASURES.items() if name in figures
    ]


# --- Markdown ---------------------------------------------------------------------------------------------------------


def to_markdown(state: Mapping[str, Any]) -> str:
    """The report as a Markdown file; nothing from data is taken for Markdown or HTML."""
    lines = [f"# {_line(state['question'])}", ""]
    if summary := _summary(state):
        lines += ["**In short.** " + " ".join(map(_marked, summary)), ""]
    for part in _parts(state):
        lines += [f"## {_line(part.title)}", ""]
        lines += [" ".join(map(_marked, part.sentences)) or f"*{_line(part.note)}*", ""]
    lines += ["## Sources", ""]
    for number, paper in enumerate(cited_papers(state), start=1):
        link = f" <{_link(paper)}>" if _link(paper) and not set(" <>") & set(_link(paper)) else ""
        lines.append(f"{number}. {_line(_described(paper))}{link}")
    lines += ["", "## How this report came about", "", _line(made_by(state)), ""]
    lines += ["| place | | records | words or reason |", "|---|---|---:|---|"]
    lines += [f"| {' | '.join(map(_line, row))} |" for row in _tools(state)]
    lines += ["", "| measure | |", "|---|---:|", *(f"| {_line(name)} | {value} |" for name, value in _facts(state)), ""]
    return "\n".join([*lines, _line(state["stopped_because"]), ""])


def _marked(sentence: _Sentence) -> str:
    numbers = "".join(rf"\[{number}\]" for number in sentence.numbers)
    return f"{_line(sentence.text)} {numbers}"


def _line(text: str) -> str:
    flat = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|!&" else letter for letter in flat)


# --- HTML -------------------------------------------------------------------------------------------------------------


def to_html(state: Mapping[str, Any]) -> str:
    """The report as one HTML file that loads nothing and runs nothing; all text from data is escaped."""
    text = html.escape
    body = [f"<h1>{text(state['question'])}</h1>"]
    if summary := _summary(state):
        body.append(f"<p><strong>In short.</strong> {' '.join(map(_linked, summary))}</p>")
    for part in _parts(state):
        said = " ".join(map(_linked, part.sentences)) or f'<span class="note">{text(part.note)}</span>'
        body.append(f"<h2>{text(part.title)}</h2>\n<p>{said}</p>")
    body.append("<h2>Sources</h2>\n<ol>")
    for number, paper in enumerate(cited_papers(state), start=1):
        link = f' <a rel="noreferrer" href="{text(_link(paper))}">{text(_link(paper))}</a>' if _link(paper) else ""
        body.append(f'<li id="s{number}">{text(_described(paper))}{link}</li>')
    body.append("</ol>\n<h2>How this report came about</h2>")
    body.append(f"<p>{text(made_by(state))} {text(state['stopped_because'])}</p>")
    body.append(_table(("place", "", "records", "words or reason"), list(_tools(state))))
    body.append(_table(("measure", ""), _facts(state)))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{text(state['question'])}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _linked(sentence: _Sentence) -> str:
    numbers = "".join(f'<a href="#s{number}">[{number}]</a>' for number in sentence.numbers)
    return f"{html.escape(sentence.text)} {numbers}"


def _table(head: tuple[str, ...], rows: list[Any]) -> str:
    cells = ["<tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in head) + "</tr>"]
    cells += ["<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows]
    return f"<table>{''.join(cells)}</table>"


# --- Word -------------------------------------------------------------------------------------------------------------


def to_docx(state: Mapping[str, Any]) -> bytes:
    """The report as a Word document."""
    from docx import Document

    document = Document()
    document.core_properties.title = _printable(state["question"])[:255]
    document.core_properties.author = "Glassbox"
    document.add_heading(_printable(state["question"]), 0)
    if summary := _summary(state):
        document.add_paragraph(" ".join(map(_numbered, summary)))
    for part in _parts(state):
        document.add_heading(_printable(part.title), 1)
        document.add_paragraph(" ".join(map(_numbered, part.sentences)) or _printable(part.note))
    document.add_heading("Sources", 1)
    for number, paper in enumerate(cited_papers(state), start=1):
        document.add_paragraph(_printable(f"[{number}] {_described(paper)} {_link(paper)}".strip()))
    document.add_heading("How this report came about", 1)
    document.add_paragraph(_printable(f"{made_by(state)} {state['stopped_because']}"))
    for rows in (list(_tools(state)), _facts(state)):
        table = document.add_table(rows=0, cols=len(rows[0]) if rows else 1, style="Light Grid")
        for row in rows:
            for cell, value in zip(table.add_row().cells, row, strict=True):
                cell.text = _printable(value)
        document.add_paragraph()
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _numbered(sentence: _Sentence) -> str:
    return _printable(f"{sentence.text} {''.join(f'[{number}]' for number in sentence.numbers)}")


def _printable(text: str) -> str:
    """Text without what XML cannot hold."""
    return exports.a_line(text).translate({0xFFFE: None, 0xFFFF: None})


# --- references and evidence ------------------------------------------------------------------------------------------


def to_bibtex(state: Mapping[str, Any]) -> str:
    """The cited papers as a .bib file."""
    return exports.to_bibtex(cited_papers(state))


def to_ris(state: Mapping[str, Any]) -> str:
    """The cited papers as a .ris file."""
    return exports.to_ris(cited_papers(state))


def to_csl_json(state: Mapping[str, Any]) -> str:
    """The cited papers as CSL-JSON."""
    return exports.to_csl_json(cited_papers(state))


def evidence_table(state: Mapping[str, Any]) -> pd.DataFrame:
    """One row for each sentence and passage: what says what, and how like they are."""
    numbers, titles = source_numbers(state), {one["id"]: one["question"] for one in state["report"]["sections"]}
    rows = []
    for claim in claims_of(state["report"]):
        for id in claim["passages"]:
            paper = state["papers"][state["passages"][id]["paper"]]
            rows.append(
                {
                    "Sub-question": titles[claim["section"]],
                    "Sentence": claim["text"],
                    "Source": numbers[paper["id"]],
                    "Passage": passage_text(state, id),
                    "Title": paper["title"],
                    "Year": paper["year"],
                    "DOI": paper["doi"],
                    "Found by": paper["source"],
                    "Similarity support": round(claim["support"].get("score", 0.0), 3),
                    "Sentence id": claim["id"],
                    "Passage id": id,
                    "Paper id": paper["id"],
                }
            )
    columns = [
        "Sub-question",
        "Sentence",
        "Source",
        "Passage",
        "Title",
        "Year",
        "DOI",
        "Found by",
        "Similarity support",
    ]
    return pd.DataFrame(rows, columns=[*columns, "Sentence id", "Passage id", "Paper id"]).astype({"Year": "Int64"})


def evidence_csv(state: Mapping[str, Any]) -> bytes:
    """The evidence as CSV in which a spreadsheet runs nothing."""
    return to_csv(evidence_table(state))
