"""What a judge makes of sentences that others judged, and what that takes.

`python -m core.evaluate judge FILE.csv` reads the file of `claims` and asks who judges in this installation: the
entailment model of `CLAIM_MODEL`, else the model of the settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import SettingsError
from core.evaluate.claims import Claim, describe, evaluate_claims
from core.evidence.judge.model import judge_for
from core.evidence.judge.protocol import Judge
from core.installation import Installation
from core.llm.engine import listen
from core.settings import Settings
from core.types import Asked

_MILLION = 1_000_000


def configured_judge(settings: Settings) -> Judge:
    """Return who judges. Raises SettingsError where nobody does, StoreError for a claim model that cannot be used."""
    house = Installation(settings)
    if house.claim_model:
        _ = house.claim_model.says  # an error now, rather than one with each sentence
    judge = judge_for(house.engine(), house.claim_model)
    if judge is None:
        raise SettingsError(
            "Nobody judges: no model is configured.",
            "Set GOOGLE_API_KEY for Gemini, or CLAIM_MODEL to the folder of an entailment model.",
        )
    return judge


def evaluate_judge(claims: Sequence[Claim], judge: Judge, price: tuple[float, float] | None = None) -> dict[str, Any]:
    """Return the figures of `evaluate_claims`, and as `judge` who it was, its calls, tokens and cost.

    `price` is that of a million tokens in and out, in any currency; without it no cost is told.
    """
    asked: list[Asked] = []
    with listen(asked.append, lambda _: None):
        figures = evaluate_claims(claims, judge)
    used: dict[str, Any] = {
        "label": judge.label,
        "calls": len(asked),
        "failed_calls": sum(bool(one.error) for one in asked),
        "tokens_in": sum(one.tokens_in for one in asked),
        "tokens_out": sum(one.tokens_out for one in asked),
        "seconds": sum(one.seconds for one in asked),
    }
    if price:
        used["cost"] = (used["tokens_in"] * price[0] + used["tokens_out"] * price[1]) / _MILLION
    return {**figures, "judge": used}


def describe_judge(figures: Mapping[str, Any]) -> list[str]:
    """Return the figures that the table does not tell, a line each, who judged first."""
    used = figures["judge"]
    cost = f"cost {used['cost']:.4f}" if "cost" in used else "no price was given (--price IN OUT), so no cost is told"
    return [
        f"Judged by {used['label']}: calls {used['calls']:,}, of them failed {used['failed_calls']:,}, "
        f"{used['seconds']:.1f} s.",
        f"{used['tokens_in']:,} tokens in, {used['tokens_out']:,} out; {cost}.",
        *describe(figures),
    ]
