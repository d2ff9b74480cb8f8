"""The words of an agent: a model's where they keep to the facts of the plain sentences, else these."""

from __future__ import annotations

from typing import Protocol

from core.systems.library_chat.agents.results import Finding
from core.systems.library_chat.agents.wording import parted
from core.systems.library_chat.plan.understood import Agent
from core.systems.library_chat.review.facts import Facts
from core.systems.library_chat.review.wording import faults
from core.systems.library_chat.state import Draft, Refused, State


class Wording(Protocol):
    """Who is asked for words."""

    def __call__(self, *, objections: list[str]) -> str:
        """Return words, other ones than those to which there were `objections`."""
        ...


def draft_of(agent: Agent, finding: Finding, facts: Facts, words: Wording) -> Draft:
    """Take the words that an agent finds for the sentences of its finding, or refuse them for what is wrong in them.

    It is asked once more with what was wrong; of words that are refused twice the last are told.
    """
    text = words(objections=[])
    kept, wrong = worded(finding.text, text, facts)
    if wrong:
        text = words(objections=wrong)
        kept, wrong = worded(finding.text, text, facts)
    return Draft(
        agent=agent, accepted=not wrong, differences=wrong, rejected=text.strip() if wrong else "",
        plain=parted(finding.text)[0], text=kept,
    )  # fmt: skip


def refused_words(state: State) -> list[Refused]:
    """Return the words of an answer that were refused, of its agents and of the reviewer."""
    refused = [
        Refused(by=draft["agent"], text=draft["rejected"], differences=draft["differences"])
        for draft in state["drafted_by"]
        if draft["rejected"]
    ]
    review = state["review"]
    if not review["accepted"]:
        refused.append(Refused(by="reviewer", text=review["text"], differences=review["differences"]))
    return refused


def worded(answer: str, text: str, facts: Facts) -> tuple[str, list[str]]:
    """Put other words in the place of an answer's sentences, above its list; what is wrong in them, and then the answer
    as it was."""
    plain, listed = parted(answer)
    if text.split() == plain.split():
        return answer, []
    wrong = faults(text, facts)
    return (answer, wrong) if wrong else ("\n".join(filter(None, [text.strip(), listed])), [])
