"""A thousand questions to the manual: memory after a hundred and after all of them, time, and twenty chats at once.

    python -m benchmarks.knowledge [--questions 1000] [--chats 20]

Each question is four words of a sentence of the manual behind "what about", so all are different; ten make a chat. Runs
are checkpointed and traced as in the application, offline, with every switch on. First come the questions one after
the other, in memory that should not grow; then the chats, all at once, none of which may fail or meet another.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles

from benchmarks import megabytes
from core.evaluate.__main__ import SHIPPED_VECTORS
from core.installation import Installation
from core.language.sentences import sentences
from core.language.tokens import words
from core.llm.engine import OfflineEngine
from core.retrieval.embedder import Embedder
from core.settings import Settings
from core.systems.knowledge_base import SYSTEM
from core.systems.knowledge_base.ingest.opening import read_manual
from core.systems.knowledge_base.state import Context

PER_CHAT = 10
FIRST = 100
PATIENCE = 300.0  # seconds


def questions_of(count: int) -> list[str]:
    """Different questions in words of the manual, the same ones each time."""
    draw = random.Random(5)
    said = [words(one.text) for _, text, _ in read_manual() for one in sentences(text)]
    said = [one for one in said if len(one) >= 8]
    asked: dict[str, None] = {}
    while len(asked) < count:
        asked[f"What about {' '.join(draw.sample(draw.choice(said), 4))}?"] = None
    return list(asked)


class Chats:
    """Chats over the manual, each a thread of its own, as the application opens them."""

    def __init__(self, house: Installation) -> None:
        self._house = house
        self._context: Context = SYSTEM.open_context(house.resources("benchmark", OfflineEngine()))

    def talk(self, questions: list[str]) -> list[tuple[float, float]]:
        """One chat: seconds and processor seconds of each question. Raises what went wrong."""
        memory: dict[str, object] = {}
        session = self._house.open_session(SYSTEM, memory, self._context)
        times = []
        for question in questions:
            began, busy = time.perf_counter(), time.process_time()
            session.start(question)
            session.wait(PATIENCE)
            if session.failure:
                raise RuntimeError(f"{question}: {session.failure}")
            times.append((time.perf_counter() - began, time.process_time() - busy))
        said = [one["question"] for one in session.state["messages"] if one["role"] == "user"]
        if len(said) != len(questions):
            raise RuntimeError(f"A chat of {len(questions)} questions remembers {len(said)}.")
        return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=1_000)
    parser.add_argument("--chats", type=int, default=20)
    given = parser.parse_args()
    asked = questions_of(given.questions + given.chats * 3)
    one_by_one, at_once = asked[: given.questions], asked[given.questions :]
    with tempfile.TemporaryDirectory() as folder:
        house = Installation(Settings(data=Path(folder)))
        house.embedder = Embedder(Path(folder) / "embeddings.sqlite", SHIPPED_VECTORS)
        chats = Chats(house)
        times: list[tuple[float, float]] = []
        memory = [megabytes()]
        for start in range(0, len(one_by_one), PER_CHAT):
            times += chats.talk(one_by_one[start : start + PER_CHAT])
            memory.append(megabytes())
        first = min(FIRST // PER_CHAT, len(memory) - 1)
        seconds, busy = [one for one, _ in times], [one for _, one in times]
        print(
            f"{len(times):,} questions: p50 {median(seconds):.2f} s, p95 {quantiles(seconds, n=20)[-1]:.2f} s", end=""
        )
        print(f"; processor time p50 {median(busy):.2f} s, mean {sum(busy) / len(busy):.2f} s")
        steps = [f"{memory[at]:.0f} after {at * PER_CHAT}" for at in range(0, len(memory) - 1, FIRST // PER_CHAT)]
        print(f"memory in MB: {', '.join(steps)}")
        print(f"memory: {memory[0]:.0f} MB before, {memory[first]:.0f} MB after {first * PER_CHAT}, ", end="")
        print(f"{memory[-1]:.0f} MB after {len(times)}: {memory[-1] / memory[first]:.3f} times", flush=True)
        began = time.perf_counter()
        with ThreadPoolExecutor(given.chats) as pool:
            talked = list(pool.map(chats.talk, (at_once[start :: given.chats] for start in range(given.chats))))
        waits = [seconds for one in talked for seconds, _ in one]
        print(f"{given.chats} chats at once, {len(waits)} questions, none failed: ", end="")
        print(f"{time.perf_counter() - began:.1f} s, each p50 {median(waits):.2f} s, memory {megabytes():.0f} MB")
        house.close()


if __name__ == "__main__":
    main()
