"""Whether somebody tells of several jobs: statements set apart whose likeliest families are clear and far apart.

Tasks of one job have one family, or none that is clear by itself; then nothing is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.systems.nco_classification.decision.confidence import chances, look_at_words, measure_confidence
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.index.classification import DIGITS
from core.systems.nco_classification.index.occupations import OccupationIndex
from core.systems.nco_classification.words.jobs import jobs, told_alone

CLEAR = 0.45  # probability of the likeliest family of a statement set apart by its time, or by “on the side”
ANOTHER = 0.4  # the same of “also runs a shop”; then it must lie in another sub-division
SHARED = 0.15  # a family this likely for another statement too may be the one job of both


def find_several_jobs(text: str, index: OccupationIndex) -> Obstacle | None:
    """Find out whether these words tell of several jobs; None where they tell of one, or it is not clear."""
    found = jobs(text)
    if not found.parts:
        return None
    shares = [_shares(told_alone(part), index) for part in found.parts]
    clear = CLEAR if found.clearly else ANOTHER
    if not all(one and max(one.values()) >= clear for one in shares):
        return None
    families = [max(one, key=lambda family: one[family]) for one in shares]
    level = DIGITS["group"] if found.clearly else DIGITS["subdivision"]
    if len({family[:level] for family in families}) < len(families):
        return None
    if any(one.get(other, 0.0) >= SHARED for one in shares for other in families if other != max(one, key=one.__getitem__)):
        return None
    return Obstacle("several", f"The words tell of {len(families)} different jobs.", list(found.parts))


def _shares(part: str, index: OccupationIndex) -> Mapping[str, float]:
    candidates = index.search(part)
    return chances(candidates, measure_confidence(candidates, look_at_words(part, index.query_normalizer)))
