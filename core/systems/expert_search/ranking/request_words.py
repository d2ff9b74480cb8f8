"""What becomes of every word of a request: found in so many documents, read as another word, or of no use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from core.language.conditions import conditions
from core.language.reading import Reading, Word, content_words, read_words, respelt
from core.language.terms import analyse
from core.language.tokens import comparable
from core.systems.expert_search.people.records import People

UNKNOWN = "in no profile and no project answer"


def read_request(
    request: str,
    people: People,
    queries: Sequence[str],
    alike: Mapping[str, Sequence[str]] | None = None,
    without: Collection[str] = (),
) -> Reading:
    """Read a request against everybody's documents. `queries` are what is searched for, the request itself first.

    `alike` are words of a refinement that nobody uses, each with others that are spelled like it; those in `without`
    are left as they are. The search applies no condition, so that each one could not be used.
    """
    made, removed = respelt(alike or {}, queries[1:], without)
    return read_words(request, mentioned(request, people, made), conditions(request), plan=list(queries), removed=removed)


def mentioned(request: str, people: People, made: Mapping[str, Word]) -> Iterator[Word]:
    """Tell of every content word of a request how often it stands in the documents, or as what it was searched for."""
    for word in content_words(request):
        if again := made.get(comparable(word.text)):
            yield replace(again, text=word.text, start=word.start, end=word.end)
        else:
            found = _found_in(word.text, people)
            yield replace(word, fate="used" if found else "unused", as_=found or UNKNOWN)


def _found_in(word: str, people: People) -> str:
    counts = people.holding(analyse(word))
    parts = [
        f"{count:,} {one if count == 1 else many}"
        for count, one, many in (
            (counts["profile"], "profile", "profiles"), (counts["project"], "project answer", "project answers"),
        )
        if count
    ]  # fmt: skip
    return f"found in {' and '.join(parts)}" if parts else ""
