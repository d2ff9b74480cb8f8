"""Other answers: back to a question that was answered, and all outcomes of a run side by side."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.codec import from_state
from core.session import Checkpoint, GraphSession
from core.systems.nco_classification.decision.response import outcome
from core.systems.nco_classification.questions.answers import take_answer
from core.types import Answer, Question
from core.ui.forms import draw_question
from core.ui.nco_classification.decision.result import level_name
from core.ui.panel import catch_up
from core.ui.words import plain

NODE = "user_info"  # where the graph waits with a question


def draw_other_answers(session: GraphSession) -> None:
    """Go back to a question that was answered, answer it differently, and see all outcomes side by side."""
    branches = outcomes(session.history)
    if len(branches) > 1:
        st.table(_compare(branches), alt="The outcomes of this run, one a column")
    asked = {answer["checkpoint"]: answer for branch in branches for answer in branch.values["answers"]}
    moments = {past.id: past for past in session.history if past.id in asked}
    if not moments:
        st.markdown("Nothing was asked in this run, so there is nothing to answer differently.")
        return
    st.markdown("What would have come of another answer? The run goes on from that question, and this outcome is kept.")
    chosen = next(iter(moments))
    if len(moments) > 1:
        chosen = st.selectbox(
            "Which question",
            list(moments),
            format_func=lambda moment: f"{asked[moment]['question']} (answered: {asked[moment]['said']})",
            key=f"{session.system.name}:question",
        )
    question = from_state(Question, moments[chosen].values["analyzer_response"]["question"])
    key = f"again:{session.thread}:{chosen}:{len(session.steps)}"
    draw_question(question, key, _answer_differently, session, chosen, first=False)


def _answer_differently(answer: Answer, session: GraphSession, chosen: str) -> None:
    catch_up(session)
    values = next(past.values for past in session.history if past.id == chosen)
    change = take_answer(values["analyzer_response"], values["answers"], answer, chosen)
    session.fork(chosen, change, as_node=NODE)


def outcomes(history: Sequence[Checkpoint]) -> list[Checkpoint]:
    """Find the ends of all branches of a run, newest first: nothing follows, or a question waits unanswered."""
    answered = {answer["checkpoint"] for past in history for answer in past.values.get("answers", [])}

    def ends(past: Checkpoint) -> bool:
        response = past.values.get("analyzer_response") or {}
        waits = past.next == (NODE,) and past.id not in answered and bool(response.get("question"))
        return bool(response) and (not past.next or waits)

    return [past for past in history if ends(past)]


def _compare(branches: Sequence[Checkpoint]) -> pd.DataFrame:
    """Put the outcomes side by side, one a column, the newest first."""
    columns = {}
    for number, branch in enumerate(branches):
        response, answers = branch.values["analyzer_response"], branch.values["answers"]
        codes = response["codes"] or ([response["partial"]] if response["partial"] else [])
        columns["Now" if number == 0 else f"Before ({number})" if len(branches) > 2 else "Before"] = [
            plain("; ".join(answer["said"] for answer in answers)) or "nothing yet",
            outcome(response).capitalize(),
            plain("; ".join(f"{entry['code']} {entry['title']}" for entry in codes)) or "none",
            level_name(codes[0]["level"]).capitalize() if codes else "–",
            "chosen" if response["confidence"]["basis"] == "chosen" else f"{response['confidence']['probability']:.0%}",
            plain(response["reason"]),
        ]
    return pd.DataFrame(columns, index=["You said", "Outcome", "Code", "Level", "Confidence", "Why"])
