"""A conversation as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from core.documents.writing import html_page, html_table, in_html
from core.systems.knowledge_base.answer.shown import Piece, around
from core.systems.knowledge_base.answer.support import NOT_FOUND
from core.systems.knowledge_base.deliver.parts import FURTHER, Line, Source, Turn, grid_of, turns_of
from core.systems.knowledge_base.state import State


def to_html(title: str, collection: str, states: Sequence[State], *, only_backed: bool = False) -> str:
    """Write what `markdown.to_markdown` writes as one HTML file, which loads nothing and runs nothing."""
    body = [f"<h1>{in_html(title)}</h1>", f'<p class="note">Asked of: {in_html(collection)}.</p>']
    for turn in turns_of(states, only_backed=only_backed):
        body += _turn(turn)
    return html_page(title, body)


def _turn(turn: Turn) -> list[str]:
    body = [f"<h2>{turn.number}. {in_html(turn.request)}</h2>"]
    if turn.understood:
        body.append(f'<p class="note">Understood as: {in_html(turn.understood)}</p>')
    body += [f"<p><strong>{warning}</strong> {in_html(why)}</p>" for warning, why in turn.warnings]
    if turn.refused:
        body.append(f"<p><strong>{NOT_FOUND}</strong> The nearest passages:</p>")
    said = [_said(turn.number, place, line) for place, line in turn.numbered]
    body += said[: len(turn.lines)]
    if turn.further:
        body += [f'<p class="note">{FURTHER}</p>', *said[len(turn.lines) :]]
    if turn.left_out:
        body.append(f'<p class="note">{in_html(turn.left_out)}</p>')
    if turn.held:
        body.append(f"<p><strong>{in_html(turn.held)}</strong></p>")
    if turn.struck:
        struck = [f"<li><s>{in_html(one.text)}</s> {in_html(one.note.in_words)}</li>" for one in turn.struck]
        body.append(f"<ul>{''.join(struck)}</ul>")
    if turn.sources:
        body += ["<h3>Passages</h3>", *(_source(turn.number, source) for source in turn.sources)]
    if turn.lines:
        told = [f'<li id="v{turn.number}-{place}">{in_html(line.note.in_words)}</li>' for place, line in turn.numbered]
        body.append(f"<h3>How each sentence was checked</h3>\n<ol>{''.join(told)}</ol>")
    if turn.remark:
        body.append(f"<p>{in_html(turn.remark)}</p>")
    return [*body, f'<p class="note">{in_html(turn.made)}</p>']


def _said(turn: int, place: int, line: Line) -> str:
    numbers = "".join(f'<a href="#s{turn}-{number}">[{number}]</a>' for number in line.numbers)
    told = in_html(line.note.told)
    mark = f'{numbers}<sup><a href="#v{turn}-{place}" title="{told}">{line.note.sign}{place}</a></sup>'
    subject = f"<em>{in_html(line.subject)}</em>: " if line.subject else ""
    if line.runs_on:
        return f"<p>{subject}{_bold(line.pieces[0].text, line.chosen)} {mark}</p>"
    return f"<p>{subject}{mark}</p>\n{_pieces(line.pieces, line.chosen)}"


def _source(turn: int, source: Source) -> str:
    where = f'<p id="s{turn}-{source.number}">[{source.number}] {in_html(source.place)}:</p>'
    return f"{where}\n<blockquote>{_pieces(source.pieces)}</blockquote>"


def _bold(text: str, chosen: str) -> str:
    before, found, after = map(in_html, around(text, chosen))
    return f"{before}{found and f'<strong>{found}</strong>'}{after}"


def _pieces(pieces: Sequence[Piece], chosen: str = "") -> str:
    return "\n".join(_piece(piece, chosen) for piece in pieces)


def _piece(piece: Piece, chosen: str) -> str:
    """Write what stands in a document as what it is there, word for word, what was chosen of it in bold."""
    text = in_html(piece.text)
    if piece.kind == "code":
        return f"<pre><code>{text}</code></pre>"
    if piece.kind == "list" and piece.items:
        if piece.marks[0] == "-":
            return f"<ul>{''.join(f'<li>{_bold(item, chosen)}</li>' for item in piece.items)}</ul>"
        numbered = zip(piece.marks, piece.items, strict=True)
        items = (f"<li value='{mark[:-1]}'>{_bold(item, chosen)}</li>" for mark, item in numbered)
        return f"<ol>{''.join(items)}</ol>"
    if piece.kind == "table" and piece.items:
        return html_table(*grid_of(piece))
    return f"<p><strong>{text}</strong></p>" if piece.kind == "heading" else f"<p>{_bold(piece.text, chosen)}</p>"
