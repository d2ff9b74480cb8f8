"""A bundle opened again: its report on the page in the place of a run's, every sentence checked anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.retrieval.embedder import Embedder
from core.systems.research_reports.deliver.bundle import open_bundle, replay
from core.systems.research_reports.state import Seal, State
from core.systems.research_reports.write.checking import verdict_of
from core.systems.research_reports.write.citations import claims_of
from core.ui.buttons import act
from core.ui.words import count, plain

_KEY = "research_reports:bundle"
_FILE, _SAID = f"{_KEY}:opened", f"{_KEY}:said"


@dataclass(frozen=True)
class Bundle:
    """The file that was opened, and the report in it: as it stands there, and as every sentence was checked again."""

    name: str
    as_made: State
    state: State

    @property
    def said(self) -> Mapping[str, bool]:
        """The analyst's word on its sentences: that of the file, and what was said since."""
        kept: dict[str, bool] = st.session_state.setdefault(_SAID, dict(self.state["said"]))
        return kept

    def say(self, key: str, says_so: bool | None) -> None:
        """Keep a word while the bundle is open; None takes it back."""
        kept = {**self.said, key: says_so}
        st.session_state[_SAID] = {name: word for name, word in kept.items() if word is not None}


def choose_bundle(embedder: Embedder) -> Bundle | None:
    """Return the bundle that the analyst looks at, if there is one; a new one is checked first."""
    opened: tuple[str, State] | None = st.session_state.get(_FILE)
    if opened:
        with st.spinner("Checking every sentence …"):
            bundle = Bundle(*opened, replay(opened[1], embedder))
        st.session_state[_KEY] = bundle
        st.session_state.pop(_SAID, None)
        del st.session_state[_FILE]
    kept: Bundle | None = st.session_state.get(_KEY)
    return kept


def draw_bundle(bundle: Bundle) -> None:
    """Which bundle this is, how its sentences stand now, and the way to put it away."""
    was, now = ({claim["id"]: verdict_of(claim).standing for claim in claims_of(one["report"])}
                for one in (bundle.as_made, bundle.state))  # fmt: skip
    changed = [id for id, standing in was.items() if now.get(id) != standing]
    with st.container(border=True):
        st.markdown(
            f":material/inventory_2: **From the bundle {plain(bundle.name)}:** {plain(bundle.state['question'])}"
        )
        _draw_seal(bundle.state["seal"])
        if not changed:
            st.markdown(
                f":material/check: The same report: every sentence was checked again, and all {len(now)} stand as they "
                "did."
            )
        else:
            st.warning(
                f"Every sentence was checked again: **{len(changed)} of {count(len(was), 'sentence')}** no longer "
                "have the verdict of the file.",
                icon=":material/content_cut:",
            )
        if dict(bundle.said) != bundle.state["said"]:
            st.markdown(
                ":material/info: What you say of sentences here is lost when the bundle is closed; under *Exports* is "
                "a bundle that keeps it."
            )
        act("Close the bundle", _close, key=f"{_KEY}:close", icon=":material/close:")


def _draw_seal(seal: Seal) -> None:
    """Say what of the bundle is not as it was exported, or that nobody can tell."""
    if seal["standing"] == "changed":
        st.warning(
            f"**This bundle was changed after it was exported: {plain(', '.join(seal['changed']))}.** What only "
            "somebody's word held does not stand: a judge's verdicts, the analyst's own word, a model's opinion and "
            "comparison. Titles, authors and texts of the sources are as the file says: look them up before you rely "
            "on them.",
            icon=":material/gpp_maybe:",
        )
    elif seal["standing"] == "none":
        st.markdown(
            ":material/info: This bundle has no digest, as those of earlier versions: whether it was changed since it "
            "was exported cannot be told."
        )


def _close() -> None:
    st.session_state.pop(_KEY, None)


def draw_opening() -> None:
    """Where a bundle is handed in."""
    st.markdown("**Open a bundle again**")
    file = st.file_uploader("Bundle (ZIP)", type=["zip"], key=f"{_KEY}:file")
    if file is not None:
        act("Open the bundle", _open, file.name, file.getvalue(), key=f"{_KEY}:open", icon=":material/folder_zip:")


def _open(name: str, data: bytes) -> None:
    st.session_state[_FILE] = (name, open_bundle(data))
