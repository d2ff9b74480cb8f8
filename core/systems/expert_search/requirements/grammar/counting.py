"""Of how many people something is said: “two of them”, “the leader”, “no more than one”, an item of a list."""

from __future__ import annotations

from collections.abc import Collection as Ids
from collections.abc import Sequence
from dataclasses import replace

from core.language.numbers import number
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.denying import Denying
from core.systems.expert_search.requirements.grammar.enumerations import Listed, is_beside
from core.systems.expert_search.requirements.grammar.pieces import Piece
from core.systems.expert_search.requirements.grammar.walk import Frame

_OF_ALL = ("all", "both", "each", "everybody", "everyone", "they")
_AHEAD = 6  # pieces between “together” and a language
_OF_WHOM = ("them", "whom", "these", "those", "two", "three")
_TIES_TO_COUNT = ("", "for", "in", "from", "by", "at least", "for at least", "with", "and")
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
        self._item: Listed | None = None

    def settle(self, keeps: bool = False) -> None:
        """Let what follows a sign be of as many as before if it `keeps`, or else of those of the item it stands in."""
        inside = self._item is not None and self.cut[self.place].end < self._item.end
        of_all = self._item is not None and self._item.count == 1 and self.following and self.following.word in _OF_ALL
        if not inside or of_all:
            self._item = None
        if not keeps:
            self.people = self._item.count if self._item else 0
            self.role = self._item.start if self._item else -1

    def take_listed(self, piece: Piece) -> bool:
        """Begin an item of an enumeration; whether the piece only counts it."""
        item = self._listed.get(piece.start)
        if item is None or piece.any("part", "parts of two"):
            return False
        while self.pending and (self.pending[-1].word in ("and", "plus") or is_beside(self.pending[-1].word)):
            led = self.pending.pop()
            self.read.aside.append((led.start, led.end, "asks for one more"))
        self._begin_part(piece, item.count)
        while (following := self.following) and following.end <= item.said:
            self.place += 1
        return item.said > piece.start

    def take_number(self, piece: Piece) -> bool:
        """“Three people: *one* hydrologist, *one* …”, “of whom *two* have …”: so many of all."""
        before, count = self.before, int(number(piece.word) or 0)
        of_them = self.place + 2
        if self._is_of_them(of_them) and self._counts_what_stands_before(piece, count, of_them):
            self.place = of_them
            return True
        begins = before is None or before.any("comma", "stop", "part") or before.word in ("and", "at least", "then")
        ends = self.following is None or self.following.any("comma", "stop")
        if not begins or ends or piece.tied or not 0 < count < self.total:
            return False
        self._begin_part(piece, count)
        return True

    def take_cap(self, piece: Piece) -> bool:
        """Take so many at most, and all others not: “*no more than* one from Mali”."""
        if piece.any("cap of all"):
            return self._take_cap_of_all(piece)
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

    def _take_cap_of_all(self, piece: Piece) -> bool:
        """Take all but one at most: “*not both* from Mali”; but what not all need is not needed of all."""
        after = self.following
        if after is None or after.any("comma", "stop") or not self.stands_apart():
            return False
        if after.any("must before"):
            return self.open_needless(piece)
        self._begin_part(piece, -max(1, self.total - 1))
        self.read.parts.pop()
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
        count = 2 if piece.any("parts of two") else 1
        if last in _OF_WHOM and self._counts_what_stands_before(piece, count, self.place):
            return True
        if self.says and first in ("one", "a", "the", "another"):
            return False
        if self.excluded and piece.word == "another":  # “do not want *another* banker”
            return True
        if last == "whom" and first == "of":  # how many of them is said next
            self.flush()
            self.begin_clause(keeps_strength=True)
            return True
        self._begin_part(piece, count)
        self.hard = True if last == "must" else self.hard
        self.frame = _PARTS_BY_LAST_WORD.get(last, "topic")
        return True

    def _is_of_them(self, place: int) -> bool:
        of, them = self.at(place - 1), self.at(place)
        return of is not None and of.word == "of" and them is not None and them.word in _OF_WHOM

    def _counts_what_stands_before(self, piece: Piece, count: int, last: int) -> bool:
        """Let a count that closes a clause, its last piece at `last`, be one of what was asked before it: “French *for
        at least two of them*”, “Hindi, *one of them*”."""
        after = self.at(last + 1)
        if self.says or not self.read.items or (after is not None and not after.any("comma", "stop")):
            return False
        between = self.text[self.read.items[-1].end : piece.start].strip(" ,(–—-").lower()
        begin = self.clause_at if self.clause_at < len(self.read.items) else len(self.read.items) - 1
        late = self.read.items[begin:]
        if between not in _TIES_TO_COUNT or any(one.wanted.kind in ("topic", "person") for one in late):
            return False
        self.pending.clear()
        if between:
            start = self.text.lower().index(between, self.read.items[-1].end)
            self.read.aside.append((start, piece.start, "says how something is wanted"))
        self.read.items[begin:] = [replace(one, wanted=replace(one.wanted, people=count)) for one in late]
        return True

    def take_together(self, piece: Piece) -> bool:
        """Take languages that several speak together for those of one of them: “*between them* they cover Spanish”."""
        ends = self.following is None or self.following.any("comma", "stop")
        late = self.read.items[self.clause_at :]
        if ends and not self.says and late:
            self.read.items[self.clause_at :] = [replace(one, wanted=replace(one.wanted, people=1)) for one in late]
            return True
        hard = None
        for place in range(self.place + 1, self.place + 1 + _AHEAD):
            ahead = self.at(place)
            if ahead is None or ahead.any("comma", "stop"):
                return False
            if ahead.found:
                break
            hard = ahead.any("must before") if ahead.any("must before", "wish before") else hard
        if ahead is None or ahead.found is None or ahead.found.wanted.kind != "language":
            return False
        self._begin_part(piece, 1)
        self.read.parts.pop()
        self.hard, self.frame, self.place, self.role = hard, "language", place - 1, -1
        return True

    def take_role(self, piece: Piece, role: int, count: int) -> None:
        """Take people who are spoken of again: “*the cook* must speak Greek”, “ideally Danish *for the cook*”."""
        behind = self._anything_said and self.text[piece.start :].lower().startswith("for")
        if behind:
            self.flush()
            late = self.read.items[self.clause_at :]
            self.read.items[self.clause_at :] = [
                replace(one, wanted=replace(one.wanted, people=count), role=role) for one in late
            ]
            return
        self._begin_part(piece, count)
        self.read.parts.pop()
        end = next((one.start for one in self.cut[self.place + 1 :] if one.any("stop")), len(self.text))
        self._item, self.role = Listed(role, role, end, count), role

    def _begin_part(self, piece: Piece, count: int) -> None:
        self.flush()
        self.begin_clause(keeps_strength=True)
        self.people, self.role, self.cue_at = count, piece.start if count > 0 else -1, piece.start
        self._item = self._listed.pop(piece.start, self._item)
        self.read.parts.append(count)
        self.read.places.append(self.role)
