"""How long fusing again takes, beside the same arithmetic in pandas: `python -m benchmarks.fusion`.

Four searches with 200 hits each, as on the expert search page with every candidate asked for. Ours also writes a
receipt for every person; pandas gives the two sides and the score alone.
"""

import gc
import random
import time
from collections.abc import Callable
from functools import partial
from typing import get_args

import numpy as np
import pandas as pd

from core.retrieval.fusion import Found, Normalisation, Side, fuse
from core.retrieval.sensitivity import crossings, ranks_over_alpha, stable_sentence, why_not

ALPHA, K, HITS, ROUNDS = 0.6, 60, 200, 200
SEARCHES: dict[str, Side] = {
    "profile_vectors": "vector",
    "profile_keywords": "keyword",
    "answer_vectors": "vector",
    "answer_keywords": "keyword",
}


def make_lists() -> list[Found]:
    """Random hits among 1,000 people; about 600 of them are found."""
    chance = random.Random(7)
    people = [f"expert-{number:04}" for number in range(1000)]
    return [
        Found(
            source, side, sorted(((id, chance.random()) for id in chance.sample(people, HITS)), key=lambda hit: -hit[1])
        )
        for source, side in SEARCHES.items()
    ]


def fuse_in_pandas(lists: list[Found], how: str) -> pd.DataFrame:
    """Return the weighted sum by groupby and pivot, sorted as ours is."""
    table = make_table(lists)
    scores = table.groupby("source", sort=False)["raw"]
    low, high = scores.transform("min"), scores.transform("max")
    if how == "max":
        table["value"] = (table["raw"] / high).clip(lower=0)
    elif how == "min-max":
        table["value"] = (table["raw"] - low) / (high - low)
    elif how == "z-score":
        deviation = scores.transform("std", ddof=0)
        table["value"] = (0.5 + (table["raw"] - scores.transform("mean")) / (6 * deviation)).clip(0, 1)
    else:
        table["value"] = table["raw"]
    sides = table.pivot_table(index="id", columns="side", values="value", aggfunc="mean", fill_value=0.0)
    sides["score"] = ALPHA * sides["vector"] + (1 - ALPHA) * sides["keyword"]
    return sides.reset_index().sort_values(["score", "id"], ascending=[False, True])


def fuse_ranks_in_pandas(lists: list[Found]) -> pd.DataFrame:
    """Reciprocal rank by groupby, sorted as ours is."""
    table = make_table(lists)
    share = np.where(table["side"] == "vector", ALPHA, 1 - ALPHA)
    table["score"] = share / (K + table.groupby("source", sort=False).cumcount() + 1)
    return table.groupby("id")["score"].sum().reset_index().sort_values(["score", "id"], ascending=[False, True])


def make_table(lists: list[Found]) -> pd.DataFrame:
    """One row per hit."""
    rows = [(found.source, found.side, id, raw) for found in lists for id, raw in found.hits]
    return pd.DataFrame(rows, columns=["source", "side", "id", "raw"])


def measure(*works: Callable[[], object], rounds: int = ROUNDS) -> list[tuple[float, float]]:
    """Milliseconds of each, median and 95th percentile; they take turns, so that other load hits all of them alike."""
    for work in works:
        work()
    gc.collect()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for own, work in zip(taken, works, strict=True):
            start = time.perf_counter()
            work()
            own.append((time.perf_counter() - start) * 1000)
    return [(float(np.percentile(own, 50)), float(np.percentile(own, 95))) for own in taken]


def compare(name: str, ours: Callable[[], object], theirs: Callable[[], object]) -> None:
    """Print one row: ours, pandas, and how many times faster ours is at the median."""
    (own, own_slow), (other, other_slow) = measure(ours, theirs)
    print(f"{name:<24}{own:>8.2f}{own_slow:>8.2f}{other:>12.2f}{other_slow:>8.2f}{other / own:>10.1f}")


def main() -> None:
    """Print the two tables."""
    lists = make_lists()
    print(f"4 searches × {HITS} hits, ms   p50     p95  pandas p50     p95     ratio")
    for how in get_args(Normalisation):
        receipts, table = fuse(lists, "weighted sum", ALPHA, how), fuse_in_pandas(lists, how)
        assert np.allclose(sorted(table["score"]), sorted(receipt.score for receipt in receipts))
        compare(
            f"weighted sum, {how}",
            partial(fuse, lists, "weighted sum", ALPHA, how),
            partial(fuse_in_pandas, lists, how),
        )
    compare("reciprocal rank", lambda: fuse(lists, "reciprocal rank", ALPHA, k=K), lambda: fuse_ranks_in_pandas(lists))

    receipts = fuse(lists, "weighted sum", ALPHA, "min-max")
    first = [receipt.id for receipt in receipts[:10]]
    cut = fuse(lists, "weighted sum", ALPHA, "min-max", candidates=10)
    last = next(receipt.id for receipt in receipts[::-1] if receipt.id not in {other.id for other in cut})
    print("\nalpha, ms                  p50     p95")
    for name, work, rounds in [
        ("crossings of ten", lambda: crossings(receipts, first), 50),
        ("crossings of all", lambda: crossings(receipts), 5),
        ("ranks of ten", lambda: ranks_over_alpha(receipts, first), 50),
        ("stable sentence", lambda: stable_sentence(receipts, ALPHA, 5), 50),
        ("why not, no cut", lambda: why_not(lists, receipts[20].id, ALPHA, "min-max", None, 5), 20),
        ("why not, 10 candidates", lambda: why_not(lists, last, ALPHA, "min-max", 10, 5), 5),
    ]:
        ((own, slow),) = measure(work, rounds=rounds)
        print(f"{name:<24}{own:>8.2f}{slow:>8.2f}")


if __name__ == "__main__":
    main()
