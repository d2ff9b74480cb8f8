"""`make bench`: every benchmark, one after the other, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Run what stands in this folder."""
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if not file.stem.startswith("__"):
            print(f"\n== {file.stem.replace('_', ' ')} ==", flush=True)
            subprocess.run([sys.executable, "-m", f"benchmarks.{file.stem}"], check=True)


if __name__ == "__main__":
    main()
