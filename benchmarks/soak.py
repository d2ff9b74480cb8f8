"""Thirty visitors and four programs for ten minutes: nothing fails, nothing is mixed up, nothing piles up.

    python -m benchmarks.soak [--minutes 10] [--visitors 30] [--questions 5000]

Visitors chat with the library about an author each, three questions a conversation, and come anew; programs ask the
library, the occupations and the experts. An answer that names another question's author, title or code is a mix-up.
Printed: what was asked and answered, errors, mix-ups, and the memory of the server minute by minute, beside the second
minute.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.served import Served, Visit, served
from core.systems.library_chat.catalogue.catalogues import sample_books

PAGE = "library_chat"
IN_A_CONVERSATION = 3
PROGRAMS = 4


@dataclass
class Tally:
    """What happened so far; counted by many threads."""

    asked: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    mixed_up: list[str] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def note(self, who: str, wanted: str, said: str) -> None:
        """Count an answer, in which what was wanted must stand."""
        with self.guard:
            self.asked[who] += 1
            if wanted not in said:
                self.mixed_up.append(f"{who}: {wanted!r} is not in {said[:200]!r}")

    def fail(self, who: str, error: object) -> None:
        """Count an error."""
        with self.guard:
            self.errors.append(f"{who}: {error!r}"[:300])


def main() -> None:
    """Let them come, and print what happened."""
    given = argparse.ArgumentParser(description="A soak of pages and API.")
    given.add_argument("--minutes", type=float, default=10)
    given.add_argument("--visitors", type=int, default=30)
    given.add_argument("--questions", type=int, default=5_000)
    options = given.parse_args()
    tally, over = Tally(), threading.Event()
    with served() as server:
        idle = server.megabytes()
        for number in range(3):  # what is loaded once is loaded before the clock starts
            ask(server, Tally(), number)
            converse(server, Tally(), number)
        began = time.monotonic()
        threads = [
            threading.Thread(target=repeat, args=(over, tally, "page", lambda n=n: converse(server, tally, n)))
            for n in range(options.visitors)
        ]
        threads += [
            threading.Thread(target=repeat, args=(over, tally, "API", lambda n=n: ask(server, tally, n)))
            for n in range(PROGRAMS)
        ]
        for thread in threads:
            thread.start()
        memory: list[float] = []
        while len(memory) < options.minutes or tally.asked.total() < options.questions:
            time.sleep(60)
            memory.append(server.megabytes())
            print(f"minute {len(memory):3}: {memory[-1]:6.0f} MB, {tally.asked.total():6,} answered", flush=True)
        over.set()
        for thread in threads:
            thread.join()
        minutes = (time.monotonic() - began) / 60
        print(f"{tally.asked.total():,} questions in {minutes:.1f} minutes: {dict(tally.asked)}")
        print(f"{len(tally.errors)} errors, {len(tally.mixed_up)} mix-ups, {server.tracebacks()} tracebacks in the log")
        print("\n".join([*tally.errors[:5], *tally.mixed_up[:5]]))
        base = memory[min(1, len(memory) - 1)]
        print(f"memory: idle {idle:.0f} MB; last minute {memory[-1] / base:.3f} × second, {base / idle:.2f} × idle")


def repeat(over: threading.Event, tally: Tally, who: str, work: Callable[[], None]) -> None:
    """Do it again and again; what goes wrong is counted."""
    while not over.is_set():
        try:
            work()
        except (OSError, TimeoutError, KeyError, ValueError) as error:
            tally.fail(who, error)


AUTHORS = sorted({author for book in sample_books() for author in book.authors})
TITLES = {author: next(book.title for book in sample_books() if author in book.authors) for author in AUTHORS}
_turns = Counter[int]()


def converse(server: Served, tally: Tally, number: int) -> None:
    """Come, ask the page some questions, and go."""
    visit = Visit(server, PAGE)
    try:
        for _ in range(IN_A_CONVERSATION):
            _turns[number] += 1
            author = AUTHORS[(number + 7 * _turns[number]) % len(AUTHORS)]
            question = f"Which books did {author} write?"
            visit.draw(visit.type(question))
            tally.note("page", f"by {author}", await_answer(visit, question))
            if visit.errors:
                tally.fail("page", f"{visit.errors} exceptions on the page")
    finally:
        visit.leave()


def await_answer(visit: Visit, question: str) -> str:
    """Look at the page until it says who answered, and return what stands below the question."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        time.sleep(0.4)  # as often as the page itself looks
        visit.look()
        texts = [text.replace("\\", "") for text in visit.texts]
        if question in texts:
            below = texts[len(texts) - texts[::-1].index(question) :]
            if any("answered:" in text for text in below):
                return "\n".join(text for text in below if text.startswith("I found"))
    raise TimeoutError("no answer on the page")


def ask(server: Served, tally: Tally, number: int) -> None:
    """Ask a system by the API."""
    _turns[1_000 + number] += 1
    turn = number + 7 * _turns[1_000 + number]
    author = AUTHORS[turn % len(AUTHORS)]
    name, path, body, wanted = (
        ("library", "/ask", {"query": f"Which books did {author} write?"}, TITLES[author]),
        ("occupations", "/api/systems/nco_classification/ask", {"request": "primary school teacher"}, "2341"),
        ("experts", "/api/systems/expert_search/ask", {"request": "perovskite solar cells"}, "perovskite"),
    )[turn % 3]
    status, answer = server.ask(path, body)
    if status == 429:
        time.sleep(1)
    elif status == 200:
        tally.note(name, wanted, str(answer))
    else:
        tally.fail(name, (status, answer))


if __name__ == "__main__":
    main()
