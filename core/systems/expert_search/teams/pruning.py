"""Who need not be looked at when a team is made: who is outdone, in all that counts, by more people than a team has."""

from __future__ import annotations

import numpy as np

_FIRST, _AT_ONCE = 4, 64  # so many of the strongest are held against all others at once


def undominated(strengths: np.ndarray, places: int, most: int) -> tuple[np.ndarray, bool]:
    """Return the people whom fewer than `places` others equal or outdo, strongest first; and whether these are all.

    `strengths` is (what counts, people), more is better; of equal people the first counts as the better one. A team of
    `places` people is never better for anybody else: one of those who outdo them is free to take the place. This is the
    k-skyband (Papadias et al. 2005). More than `most` are not looked for.
    """
    left = np.argsort(-strengths.sum(axis=0), kind="stable")
    outdone = np.zeros(strengths.shape[1], int)
    kept: list[int] = []
    some = _FIRST
    while len(left) and len(kept) < most:
        # Nobody is outdone by somebody who stands behind: the sum of such a one would be greater.
        head, left, some = left[:some], left[some:], min(2 * some, _AT_ONCE)
        outdone[head] += np.triu(_outdoes(strengths[:, head], strengths[:, head]), 1).sum(axis=0)
        head = head[outdone[head] < places]
        kept += head.tolist()
        outdone[left] += _outdoes(strengths[:, head], strengths[:, left]).sum(axis=0)
        left = left[outdone[left] < places]
    return np.array(kept[:most], int), not len(left) and len(kept) <= most


def _outdoes(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Whether each of some is at least as good as each of the others in everything, (some, others)."""
    outdoes = np.ones((some.shape[1], others.shape[1]), bool)
    for ours, theirs in zip(some, others, strict=True):
        outdoes &= ours[:, None] >= theirs
    return outdoes


def first_of_each(strengths: np.ndarray, few: int) -> np.ndarray:
    """Return the people who are among the first few by anything that counts; of equal ones, who has more in all."""
    if strengths.shape[1] <= few:
        return np.arange(strengths.shape[1])
    total = strengths.sum(axis=0)
    reach = 2 * float(np.ptp(total)) + 1
    firsts = [np.argpartition(-(row * reach + total), few)[:few] for row in strengths]
    return np.unique(np.concatenate(firsts))
