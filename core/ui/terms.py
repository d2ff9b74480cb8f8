"""Words of the screen, explained where they stand: one sentence each, the same everywhere, from `docs/glossary.md`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.paths import DOCS

SECTION = "On the screen"
_HEAD = 2  # lines of a table: the names of its columns, and the rule below them


def explain(*words: str) -> str:
    """Return what a word of the screen means, as Markdown for the `help=` of any element: a sentence, and below it a
    small picture of text where one helps. Of several words each is named before its sentence.

    Raises `KeyError` for a word that the section *On the screen* of the glossary does not have.
    """
    told = words_of_screen()
    if len(words) == 1:
        return told[words[0]]
    return "\n\n".join(f"**{word[:1].upper()}{word[1:]}.** {told[word]}" for word in words)


@cache
def words_of_screen() -> Mapping[str, str]:
    """Return every word of the screen with its explanation; the glossary is read once."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {SECTION}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" |") for line in section.splitlines() if line.startswith("|")]
    return {word.strip(): "\n\n".join(filter(None, map(str.strip, told))) for word, *told in rows[_HEAD:]}
