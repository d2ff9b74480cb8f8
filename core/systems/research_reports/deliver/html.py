"""The report as one HTML file."""

from __future__ import annotations

from core.documents.writing import html_page, html_table, in_html
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


def to_html(state: State) -> str:
    """Return the report as one HTML file that loads nothing and runs nothing; all text from data is escaped."""
    text = in_html
    body = [f"<h1>{text(state['question'])}</h1>"]
    if summary := summary_of(state):
        body.append(f"<p><strong>In short.</strong> {' '.join(map(_linked, summary))}</p>")
    for part in parts_of(state):
        said = " ".join(map(_linked, part.sentences))
        body.append(f"<h2>{text(part.title)}</h2>\n<p>{said}</p>" + f'<p class="note">{text(part.note)}</p>')
    body.append("<h2>Sources</h2>\n<ol>")
    for number, paper in enumerate(cited_papers(state), start=1):
        link = (
            f' <a rel="noreferrer" href="{text(link_to(paper))}">{text(link_to(paper))}</a>' if link_to(paper) else ""
        )
        body.append(f'<li id="s{number}">{text(described(paper))}{link}</li>')
    body.append("</ol>\n<h2>How each sentence was checked</h2>\n<ol>")
    body += [f'<li id="v{number}">{text(told)}</li>' for number, told in enumerate(footnotes_of(state), start=1)]
    body.append("</ol>\n<h2>How this report came about</h2>")
    body.append(f"<p>{text(made_by(state))} {text(state['stopped_because'])}</p>")
    body.append(html_table(("place", "", "records", "words or reason"), list(tool_rows(state))))
    body.append(html_table(("measure", ""), fact_rows(state)))
    return html_page(state["question"], body)


def _linked(sentence: CitedSentence) -> str:
    numbers = "".join(f'<a href="#s{number}">[{number}]</a>' for number in sentence.numbers)
    note = f'<a href="#v{sentence.footnote}" title="{in_html(sentence.verdict)}">{sentence.sign}{sentence.footnote}</a>'
    return f"{in_html(sentence.text)} {numbers}<sup>{note}</sup>"
