"""Of how many people something is said: “two of them”, “the leader”, “no more than one”, an item of a list."""

from __future__ import annotations

from collections.abc import Collection as Ids
from collections.abc import Sequence

from core.language.numbers import number
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.denying import Denying
from core.systems.expert_search.requirements.grammar.enumerations import Listed
from core.systems.expert_search.requirements.grammar.pieces import Piece
from core.systems.expert_search.requirements.grammar.walk import Frame

_PARTS_BY_LAST_WORD: dict[str, Frame] = {
    "in": "place", "from": "place", "based": "place", "speaking": "language", "fluent": "language",
}  # fmt: skip


class Counting(Denying):
    """A walk that tells of how many of all people something is said."""

    def __init__(
        self,
        text: str,
        cut: Sequence[Piece],
        total: int,
        collection: Collection,
        without: Ids[str],
        listed: Sequence[Listed],
    ) -> None:
        super().__init__(text, cut, total, collection, without)
        self._listed = {one.start: one for one in listed}

    def take_listed(self, piece: Piece) -> bool:
        """Begin an item of an enumeration; whether the piece only counts it."""
        item = self._listed.pop(piece.start, None)
        if item is None or piece.any("part", "parts of two"):
            return False
        while self.pending and self.pending[-1].word in ("and", "plus"):
            self.pending.pop()
        self._begin_part(piece, item.count)
        while (following := self.following) and following.end <= item.said:
            self.place += 1
        return item.said > piece.start

    def take_number(self, piece: Piece) -> bool:
        """“Three people: *one* hydrologist, *one* …”, “of whom *two* have …”: so many of all."""
        before, count = self.before, int(number(piece.word) or 0)
        begins = before is None or before.any("comma", "stop", "part") or before.word in ("and", "at least", "then")
        ends = self.following is None or self.following.any("comma", "stop")
        if not begins or ends or piece.tied or not 0 < count < self.total:
            return False
        self._begin_part(piece, count)
        return True

    def take_cap(self, piece: Piece) -> bool:
        """Take so many at most, and all others not: “*no more than* one from Mali”."""
        place = self.place + (2 if self.following and self.following.word == "." else 1)  # “max. one”
        counted, after = self.at(place), self.at(place + 1)
        count = int(number(counted.word.split()[0]) or 0) if counted and not counted.found else 0
        if counted is None or not count or after is None or after.any("comma", "stop"):
            return False
        if after.kinds == {"word"} and self.total < 2:  # “at most two pages”
            return False
        self._begin_part(piece, -count)
        self.read.parts.pop()
        self.place = place
        self.frame = _PARTS_BY_LAST_WORD.get(counted.word.split()[-1], "topic")
        return True

    def take_leader(self, piece: Piece) -> bool:
        """Take the leader of several people for one of them: “*the leader* should have 20 years”."""
        of_a_thing = self.following is None or self.following.word == "of"
        if self.total < 2 or self.says or of_a_thing:
            return False
        self._begin_part(piece, 1)
        self.read.parts.pop()
        return True

    def take_part(self, piece: Piece) -> bool:
        """Take one or two of several: “*one of them* speaks French”."""
        first, last = piece.word.split()[0], piece.word.split()[-1]
        if self.says and first in ("one", "a", "the", "another"):
            return False
        if last == "whom" and first == "of":  # how many of them is said next
            self.flush()
            self.begin_clause(keeps_strength=True)
            return True
        self._begin_part(piece, 2 if piece.any("parts of two") else 1)
        self.hard = True if last == "must" else self.hard
        self.frame = _PARTS_BY_LAST_WORD.get(last, "topic")
        return True

    def _begin_part(self, piece: Piece, count: int) -> None:
        self.flush()
        self.begin_clause(keeps_strength=True)
        self.people, self.cue_at = count, piece.start
        self.read.parts.append(count)
