"""The words of a question as they are used up: which name a column, and for what each of the others was used."""

from __future__ import annotations

from collections.abc import Iterable

from core.language.terms import STOP_WORDS
from core.systems.knowledge_base.rows.columns import Columns
from core.systems.knowledge_base.rows.words import Degree, Word, group, measures, places_of, words_in


class Asked:
    """A question over these columns. `named` gives the places of the words that name a column."""

    def __init__(self, text: str, columns: Columns) -> None:
        self.text, self.columns = text, columns
        self.words = words_in(text)
        self.named: dict[int, list[int]] = {}
        self.degree: Degree | None = None
        self.degree_at = -1  # where its last word stands

    # --- the words ---

    def within(self, start: int, end: int) -> list[Word]:
        """Return the words that begin in these characters."""
        return [word for word in self.words if start <= word.start < end]

    def said_before(self, place: int) -> str:
        """Return the word before a place; "" at the beginning."""
        return self.words[place - 1].said if place else ""

    def negating(self, place: int, reach: int) -> list[Word]:
        """Return the words that say no among as many before a place."""
        return [word for word in self.words[max(0, place - reach) : place] if word.said in group("negation")]

    def places(self, said: Iterable[str]) -> list[int]:
        """Return where these words stand and are not used yet."""
        wanted = frozenset(said)
        return [place for place, word in enumerate(self.words) if word.said in wanted and not word.used]

    def use(self, said: Iterable[str], what: str) -> None:
        """Use these words wherever they are not used yet."""
        use([self.words[place] for place in self.places(said)], what)

    # --- the columns that they name ---

    def name_whole_headers(self) -> None:
        """Use the words that name a column whole; a name of stop words alone (“To”) is none."""
        headers = self.columns.headers
        for column in sorted(range(len(headers)), key=lambda place: -len(headers[place])):
            stems = headers[column]
            if all(stem in STOP_WORDS for stem in stems):
                continue
            for place in places_of(stems, self.words):
                self.named.setdefault(column, []).extend(range(place, place + len(stems)))
                use(self.words[place : place + len(stems)], "column")

    def name_parts_of_headers(self) -> None:
        """Use each word that is part of the name of one column alone."""
        for place, word in enumerate(self.words):
            if word.used or not word.content:
                continue
            holding = [column for column, stems in enumerate(self.columns.headers) if word.stem in stems]
            if len(holding) == 1:
                self.named.setdefault(holding[0], []).append(place)
                word.used = "column"

    def measured(self) -> list[int]:
        """Return the columns of the measures that are asked for, and use the words that leave no choice."""
        found: list[int] = []
        for word in self.words:
            if word.stem in measures() and not word.used:
                columns = self.columns.measuring(measures()[word.stem][0])
                if len(columns) == 1:
                    word.used = "column"
                found += columns
        return list(dict.fromkeys(found))

    def use_measure(self, column: int) -> None:
        """Use “cost” where the column of a number that is compared is one of prices."""
        given = self.columns.measures_of(column)
        use((word for word in self.words if not word.used and measures().get(word.stem, (None,))[0] in given), "column")


def use(words: Iterable[Word], what: str) -> None:
    """Write down what words were used for."""
    for word in words:
        word.used = what
