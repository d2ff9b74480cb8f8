"""The report as files to take away: only what is backed, or all that stands, each with its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.systems.research_reports.deliver.bundle import to_bundle
from core.systems.research_reports.deliver.html import to_html
from core.systems.research_reports.deliver.markdown import to_markdown
from core.systems.research_reports.deliver.parts import exported, left_out
from core.systems.research_reports.deliver.references import evidence_csv, to_bibtex, to_csl_json, to_ris
from core.systems.research_reports.deliver.word import to_docx
from core.systems.research_reports.state import State
from core.systems.research_reports.write.evaluation import brought_up, looked_at
from core.ui.downloads import Download, draw_downloads
from core.ui.words import plain

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


_ALL, _BACKED = "All that stand, each with its mark", "Only backed sentences"


def draw_files(state: State, said: Mapping[str, bool]) -> None:
    """Draw the report, its references, its evidence, and all of it in one file that can be opened again.

    `state` is the report before the analyst's word, `said` is that word.
    """
    choice = st.radio("What the files hold", (_ALL, _BACKED), horizontal=True, key="research_reports:hold")
    whole, part = brought_up(state), "_backed" * (choice == _BACKED)
    state = exported(looked_at(state, said), only_backed=choice == _BACKED)
    for told in left_out(state):
        st.markdown(f":material/content_cut: {plain(told)}")
    if state["report"]["status"] == "report":
        st.markdown("**The report**")
        draw_downloads(
            [
                Download("Markdown", f"report{part}.md", "text/markdown", partial(to_markdown, state)),
                Download("HTML", f"report{part}.html", "text/html", partial(to_html, state)),
                Download("Word", f"report{part}.docx", _WORD, partial(to_docx, state)),
            ],
            key="research_reports:report",
        )
        st.markdown("**The papers that it cites**")
        draw_downloads(
            [
                Download("BibTeX", "references.bib", "application/x-bibtex", partial(to_bibtex, state)),
                Download(
                    "RIS", "references.ris", "application/x-research-info-systems", partial(to_ris, state)
                ),
                Download(
                    "CSL-JSON", "references.json", "application/vnd.citationstyles.csl+json",
                    partial(to_csl_json, state),
                ),
            ],
            key="research_reports:references",
        )  # fmt: skip
    st.markdown("**What it rests on**")
    draw_downloads(
        [
            Download("Evidence (CSV)", f"evidence{part}.csv", "text/csv", partial(evidence_csv, state)),
            Download("Bundle (ZIP)", "report-bundle.zip", "application/zip", partial(to_bundle, whole, said)),
        ],
        key="research_reports:evidence",
    )
    st.markdown(
        "The bundle holds the question, plan, evidence, report and versions, the verdicts and your own word on "
        "sentences. It can be opened again under *Shelves*, where every sentence is checked again. A digest tells what "
        "was changed since; it is no signature, and tells nothing of who made the bundle."
    )
