"""A conversation as a Markdown file."""

from __future__ import annotations

from collections.abc import Sequence

from core.language.sanitize import as_markdown
from core.systems.knowledge_base.answer import shown
from core.systems.knowledge_base.answer.support import NOT_FOUND
from core.systems.knowledge_base.deliver.parts import FURTHER, Line, Note, Source, Turn, turns_of
from core.systems.knowledge_base.state import State


def to_markdown(title: str, collection: str, states: Sequence[State], *, only_backed: bool = False) -> str:
    """Write a conversation as Markdown; `states` are those at the end of each question, oldest first.

    Each sentence has a footnote with its verdict and who says so. `only_backed` leaves out what nobody could check, and
    says how much that is.
    """
    lines = [f"# {as_markdown(title)}", "", f"Asked of: {as_markdown(collection)}."]
    for turn in turns_of(states, only_backed=only_backed):
        lines += _turn(turn)
    return "\n".join(lines) + "\n"


def _turn(turn: Turn) -> list[str]:
    lines = ["", f"## {turn.number}. {as_markdown(turn.request)}", ""]
    if turn.understood:
        lines += [f"Understood as: {as_markdown(turn.understood)}", ""]
    for warning, why in turn.warnings:
        lines += [f"**{warning}** {as_markdown(why)}", ""]
    if turn.refused:
        lines += [f"**{NOT_FOUND}** The nearest passages:", "", *map(_source, turn.sources)]
    else:
        lines += _held(turn)
        if turn.remark:
            lines += ["", as_markdown(turn.remark)]
    return [*lines, "", as_markdown(turn.made)]


def _held(turn: Turn) -> list[str]:
    """Write what stands, what was left out, what was struck, the passages, and a verdict on every sentence."""
    said = [(one, f"[^{turn.number}-{place}]") for place, one in turn.numbered]
    written = [f"{_said(one, note)}\n" for one, note in said]
    lines = written[: len(turn.lines)]
    if turn.further:
        lines += [f"*{FURTHER}*", "", *written[len(turn.lines) :]]
    if turn.left_out:
        lines += [turn.left_out, ""]
    if turn.held:
        listed = [f"- ~~{as_markdown(one.text)}~~ {_footnote(one.note)}" for one in turn.struck]
        lines += [f"**{turn.held}**", "", *listed, *[""] * bool(listed)]
    lines += map(_source, turn.sources)
    told = [f"{note}: {_footnote(one.note)}" for one, note in said]
    return [*lines, "", *told]


def _said(line: Line, note: str) -> str:
    """Write a sentence with its mark; a quotation as it stands, below the heading that says what it speaks of."""
    mark = f"{''.join(f'[{number}]' for number in line.numbers)} {line.note.sign}{note}"
    above = f"*{as_markdown(line.subject)}*: " if line.subject else ""
    text = shown.to_markdown(line.pieces, line.chosen)
    if line.runs_on:
        return f"{above}{text} {mark}"
    return f"{above}{mark}\n\n{text}" if above else f"{text}\n\n{mark}"


def _footnote(note: Note) -> str:
    words = [f"“{as_markdown(words)}” [{number}]" for number, words in note.shown]
    return " ".join(filter(None, [note.sign, as_markdown(note.told), *words]))


def _source(source: Source) -> str:
    return f"- [{source.number}] {as_markdown(source.place)}: “{as_markdown(source.text)}”"
