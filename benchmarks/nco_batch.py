"""Occupations coded by the thousand, warm and without a model, beside one search for each row.

    python -m benchmarks.nco_batch [--rows 10000] [--different 0.3] [--cluster]

Titles are everyday phrases of the project's index with an employer added, so that no vector is known beforehand. They
repeat as in a survey: `--different` is the share of rows with a text of their own. Ours is the whole work: tidied,
decided with evidence and question, journalled, written as CSV. The peer calls `search` once a row and takes the first
family: nothing is decided, kept or written. Printed: rows a second of both, of texts that are all different too,
processor time, which other work on the machine hardly lengthens, and the memory at the beginning and at the end. With
`--cluster` the same work also goes to a Dask cluster of two processes.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
import time
from pathlib import Path

import pandas as pd

from benchmarks import megabytes
from core.stores.journal import Journal
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.survey import batch
from core.systems.nco_classification.survey.export import write_csv

EMPLOYERS = "a factory;the railways;a village;a private company;the municipality;a family business;an export house"
PEER_ROWS = 300
BAR = 200


def make_titles(rows: int, different: float, seed: int) -> list[str]:
    """Invented job titles; a few are frequent, as in every survey."""
    draw = random.Random(seed)
    phrases = [phrase for words in Classification.load().words.values() for phrase in words.phrases]
    employers = EMPLOYERS.split(";")
    wanted = max(1, int(rows * different))
    own = list(
        dict.fromkeys(
            f"{draw.choice(phrases)} in {draw.choice(employers)} {draw.choice('ABCD')}" for _ in range(wanted)
        )
    )
    titles = own + [own[int(len(own) * draw.random() ** 3)] for _ in range(rows - len(own))]
    draw.shuffle(titles)
    return titles


def code(titles: list[str], scheduler: str | None = None) -> tuple[float, float]:
    """Rows a second, from the column to the CSV, and milliseconds of processor time a row in this process."""
    with tempfile.TemporaryDirectory() as folder:
        began, worked = time.perf_counter(), time.process_time()
        texts = batch.gather(titles)
        journal = Journal(Path(folder) / "journal")
        batch.make_job(texts, journal, scheduler=scheduler).run()
        file = io.BytesIO()
        write_csv(file, pd.DataFrame({"job": titles}), batch.rows_of(texts, journal))
        seconds, cpu = time.perf_counter() - began, time.process_time() - worked
        return len(titles) / seconds, 1000 * cpu / len(titles)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--different", type=float, default=0.3)
    parser.add_argument("--cluster", action="store_true")
    arguments = parser.parse_args()
    began = time.perf_counter()
    batch.code_texts(make_titles(2 * batch.CHUNK, 1.0, seed=1))
    print(f"opening the index and warming up: {time.perf_counter() - began:.1f} s")
    before = megabytes()

    titles = make_titles(arguments.rows, arguments.different, seed=2)
    share = len(set(titles)) / len(titles)
    speed, cpu = code(titles)
    print(f"{arguments.rows:,} rows, {share:.0%} different: {speed:6.0f} rows/s (bar: {BAR}), {cpu:.1f} ms CPU a row")
    after = megabytes()
    singles = make_titles(max(arguments.rows // 10, 100), 1.0, seed=3)
    speed, cpu = code(singles)
    print(f"{len(singles):,} rows, all different: {speed:6.0f} rows/s, {cpu:.1f} ms CPU a row")

    peer = batch._context().index
    rows = make_titles(PEER_ROWS, arguments.different, seed=4)
    began = time.perf_counter()
    for row in rows:
        peer.search(row)
    print(f"one search a row, decides nothing: {len(rows) / (time.perf_counter() - began):6.0f} rows/s")
    print(f"memory: {before:.0f} MB when warm, {after:.0f} MB after {arguments.rows:,} rows")
    if arguments.cluster:
        from distributed import LocalCluster

        with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
            code(make_titles(8 * batch.CHUNK, 1.0, seed=5), cluster.scheduler_address)
            speed, _ = code(titles, cluster.scheduler_address)
            print(f"on a cluster of two processes: {speed:6.0f} rows/s")


if __name__ == "__main__":
    main()
