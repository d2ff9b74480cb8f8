"""What a visitor of the pages notices while programs storm the API, and what is left of files after a visit.

    python -m benchmarks.admission

64 calls at once, then 50 on a model that never answers; meanwhile a file of the page and `/health` are fetched every
20 ms. Printed: the worst of both, beside the same on the idle server. Then one visit brings files until it may bring no
more and leaves; printed: the memory before, with the files, and a minute after.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from benchmarks.served import Served, Visit, served

ASK = "/api/systems/expert_search/ask"
WORDS = {"request": "perovskite solar cells"}
FILE = 49 * 1024**2  # bytes


def main() -> None:
    """Measure and print."""
    with served() as server:
        server.ask(ASK, WORDS)
        idle = watch(server, lambda: time.sleep(3))
        tell("idle", idle, idle, Counter())
        statuses: Counter[int] = Counter()
        tell("64 calls at once", watch(server, lambda: storm(server, 64, statuses)), idle, statuses)
    with socket.create_server(("127.0.0.1", 0), backlog=200) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with served(GOOGLE_API_KEY="x", GOOGLE_GEMINI_BASE_URL=address, LLM_TIMEOUT="10", API_DEADLINE="15") as server:
            server.ask(ASK, WORDS)
            statuses = Counter()
            hanging = watch(server, lambda: storm(server, 50, statuses))
            tell("50 on a hanging model", hanging, idle, statuses)
    with served() as server:
        keep_and_leave(server)


def storm(server: Served, calls: int, statuses: Counter[int]) -> None:
    """Ask so many times at once, and count what came back."""
    with ThreadPoolExecutor(calls) as pool:
        statuses.update(status for status, _ in pool.map(lambda _: server.ask(ASK, WORDS), range(calls)))


def watch(server: Served, work: Callable[[], object]) -> dict[str, float]:
    """Return the worst seconds of a page's file and of `/health` while something is at work."""
    found = re.search(r'src="\./(static/js/index[^"]+)"', server.get("/")[1].decode())
    assert found
    worst = {"static": 0.0, "health": 0.0}
    over = threading.Event()

    def fetch(name: str, path: str) -> None:
        while not over.is_set():
            worst[name] = max(worst[name], server.get(path)[0])
            time.sleep(0.02)

    watchers = [
        threading.Thread(target=fetch, args=pair) for pair in (("static", f"/{found[1]}"), ("health", "/health"))
    ]
    for watcher in watchers:
        watcher.start()
    work()
    over.set()
    for watcher in watchers:
        watcher.join()
    return worst


def tell(what: str, worst: dict[str, float], idle: dict[str, float], statuses: Counter[int]) -> None:
    """Print the worst, and how many times that of the idle server it is."""
    answered = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    for name, seconds in worst.items():
        print(f"{what:22} {name:7} worst {seconds * 1000:7.0f} ms  {seconds / idle[name]:5.1f} × idle   {answered}")


def keep_and_leave(server: Served) -> None:
    """Bring files until no more may be brought, leave, and look at the memory a minute later."""
    server.ask(ASK, WORDS)
    first = Visit(server)
    before = server.megabytes()
    visit = Visit(server)
    statuses = Counter(visit.upload(FILE) for _ in range(40))
    full = server.megabytes()
    visit.leave()
    time.sleep(60)
    after = server.megabytes()
    first.leave()
    taken = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    print(f"40 files of 49 MB: {taken}; memory {before:.0f} → {full:.0f} → {after:.0f} MB a minute after leaving")
    print(f"                   {full / before:.2f} × and {after / before:.2f} × the memory before")


if __name__ == "__main__":
    main()
