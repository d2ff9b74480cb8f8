"""Where the files that come with Glassbox lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
DOCS = ROOT / "docs"
VECTORS = ASSETS / "vectors"
SAMPLES = ASSETS / "data"
