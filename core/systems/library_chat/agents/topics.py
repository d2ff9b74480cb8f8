"""Books about something: those whose own text is near the words, and beside them those that a near genre brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.language.clauses import stem
from core.language.reading import content_words
from core.systems.library_chat.agents.results import Result, book_of
from core.systems.library_chat.agents.wording import book_lines, joined, plural, topic_in_words
from core.systems.library_chat.grammar.tokens import key_of

_NODES = {"Author Match": "the author", "Genre Match": "the genre"}


@dataclass(frozen=True)
class AboutTopic:
    """What a search for a topic found: books that are near it themselves, and books that only their kind brought."""

    topic: str
    books: list[Result]
    through: list[Result]

    @property
    def results(self) -> list[Result]:
        """Give all of them, those about the topic first."""
        return [*self.books, *self.through]

    @property
    def by_meaning_alone(self) -> list[Result]:
        """Give the books near the topic of which neither title nor subjects say a word of it, in whichever form."""
        asked = {stem(key_of(word.text)) for word in content_words(self.topic)}
        return [one for one in self.books if asked.isdisjoint(_said(one))]

    def others(self) -> str:
        """Say how many books came only through an author or a genre, and through which; empty when none did."""
        if not self.through:
            return ""
        nodes = dict.fromkeys(f"{_NODES[result['reason']]} {result['path'][1]['name']}" for result in self.through)
        number = f"{len(self.through)} more" if self.books else plural(len(self.through), "book")
        verb = "was" if len(self.through) == 1 else "were"
        return f"{number} {verb} found through {joined(nodes)}, near {topic_in_words(self.topic)}"


def _said(result: Result) -> set[str]:
    return {stem(word) for text in (result["book"], *result["subjects"]) for word in key_of(text).split()}


def part_by_topic(topic: str, results: Sequence[Result], threshold: float) -> AboutTopic:
    """Part the results of a search for a topic: near it is a book whose own text reaches the threshold."""
    near = {
        result["id"]
        for result in results
        if any(found["reason"] == "Book Match" and found["score"] >= threshold for found in result["reasons"])
    }
    return AboutTopic(
        topic,
        [result for result in results if result["id"] in near],
        [result for result in results if result["id"] not in near],
    )


def lines_of(results: Sequence[Result]) -> str:
    """List books, one a line."""
    return book_lines(book_of(result) for result in results)
