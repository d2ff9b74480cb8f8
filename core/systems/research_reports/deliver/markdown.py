"""The report as a Markdown file."""

from __future__ import annotations

from core.language.sanitize import as_markdown
from core.systems.research_reports.deliver.parts import (
    CitedSentence,
    cited_papers,
    fact_rows,
    footnotes_of,
    link_to,
    made_by,
    parts_of,
    summary_of,
    tool_rows,
)
from core.systems.research_reports.state import State
from core.systems.research_reports.write.citations import described


def to_markdown(state: State) -> str:
    """Return the report as a Markdown file; nothing from data is taken for Markdown or HTML."""
    lines = [f"# {as_markdown(state['question'])}", ""]
    if summary := summary_of(state):
        lines += ["**In short.** " + " ".join(map(_marked, summary)), ""]
    for part in parts_of(state):
        lines += [f"## {as_markdown(part.title)}", ""]
        lines += [
            text for one in (" ".join(map(_marked, part.sentences)), _note(part.note)) if one for text in (one, "")
        ]
    lines += ["## Sources", ""]
    for number, paper in enumerate(cited_papers(state), start=1):
        link = f" <{link_to(paper)}>" if link_to(paper) else ""
        lines.append(f"{number}. {as_markdown(described(paper))}{link}")
    lines += ["", "## How this report came about", "", as_markdown(made_by(state)), ""]
    lines += ["| place | | records | words or reason |", "|---|---|---:|---|"]
    lines += [f"| {' | '.join(map(as_markdown, row))} |" for row in tool_rows(state)]
    lines += [
        "",
        "| measure | |",
        "|---|---:|",
        *(f"| {as_markdown(name)} | {value} |" for name, value in fact_rows(state)),
        "",
    ]
    lines += [as_markdown(state["stopped_because"]), ""]
    lines += [f"[^{number}]: {as_markdown(told)}" for number, told in enumerate(footnotes_of(state), start=1)]
    return "\n".join([*lines, ""])


def _note(note: str) -> str:
    return f"*{as_markdown(note)}*" if note else ""


def _marked(sentence: CitedSentence) -> str:
    numbers = "".join(rf"\[{number}\]" for number in sentence.numbers)
    return f"{as_markdown(sentence.text)} {numbers} {sentence.sign}[^{sentence.footnote}]"
