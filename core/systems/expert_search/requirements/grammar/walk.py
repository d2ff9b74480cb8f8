"""A walk over the pieces of a request: where a clause begins, what is pending, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.language.clauses import stem
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Piece
from core.systems.expert_search.requirements.grammar.runs import (
    behind_task,
    describes_people,
    levels,
    names_employer,
    only_explains,
    parted_at_who,
    says_something,
    trimmed,
    without_task,
)
from core.systems.expert_search.requirements.requirement import Kind, Requirement

NEEDLESS = "is not needed"
ACCEPTED = "is accepted, and not asked for"
OF_TODAY = {"organisation": "judged by the present employer alone", "place": "judged by where they are now"}
"""What tells of no past, so that only today's can be judged where somebody never was with, or at, it."""
IN_ORDER = "puts people in the order of their years of experience"
STANDS_IN = "asks for others beside who is named"
_RELATIVE = ("who", "that", "which", "whose")
AT_WORK = ("work", "works", "working")
_ABOUT = ("on", "about")
_DEFINES = re.compile(r"\s*(?:[-–—:(=]|,?\s?\b(?:i\.e\.?|that is))\s*,?\s*", re.IGNORECASE)
Frame = Literal["topic", "skill", "employer", "language", "place", "near", "outside"]


@dataclass(frozen=True)
class Item:
    """One thing that is wanted, where in the request it stands with its cues, and what was guessed of it. `role` is
    where those are named of whom alone it is asked, -1 for nowhere; `more` are further places of its words."""

    wanted: Requirement
    start: int
    end: int
    assumed: str = ""
    role: int = -1
    more: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Stretch:
    """Words of a topic, `text[start:end]`; a `role` only names people by their profession."""

    start: int
    end: int
    role: bool = False


@dataclass
class Parsed:
    """What a request says, before topics are told apart.

    `parts` are the numbers of people of a team that are told of, `places` where each is; the places of words that ask
    for nothing: `aside` with why, `explained` reasons, `likeness` to somebody, `within` words for what is left out that
    belong to a topic, `tasks` words for what people are wanted for, `untold` what nobody's texts or columns tell of
    people.
    """

    items: list[Item] = field(default_factory=list)
    topics: list[Stretch] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    aside: list[tuple[int, int, str]] = field(default_factory=list)
    explained: list[tuple[int, int]] = field(default_factory=list)
    likeness: list[tuple[int, int]] = field(default_factory=list)
    within: list[tuple[int, int]] = field(default_factory=list)
    tasks: list[tuple[int, int]] = field(default_factory=list)
    untold: list[tuple[int, int]] = field(default_factory=list)


class Walk:
    """Where a reader stands in the pieces of a request, and what the cues since the beginning of the clause said."""

    def __init__(self, text: str, cut: Sequence[Piece], total: int, collection: Collection) -> None:
        self.text, self.cut, self.total, self.collection = text, cut, total, collection
        self.read = Parsed()
        self.place = 0
        self.people, self.role = 0, -1
        self.begin_clause()

    def begin_clause(self, keeps_strength: bool = False) -> None:
        """Forget what the cues of the clause before said."""
        self.excluded = self.excepted = False
        self.frame: Frame = "topic"
        self.knows = False
        self.denied_at = self.cue_at = -1
        self.denier = ""
        self.past = False
        self.pending: list[Piece] = []
        self.says = self.at_task = False
        if not keeps_strength:
            self.hard: bool | None = None
            self.needless = ""  # why what is said is not asked for
        self.clause_at = len(self.read.items)
        self.mark()

    def mark(self) -> None:
        """Let words that say how much something is wanted reach back to here."""
        self.since = len(self.read.items)

    def keep(self, piece: Piece) -> None:
        """Let a piece be a word of whatever the clause speaks of; an employer ends where it is said what they do."""
        does = piece.word in (*_RELATIVE, *_ABOUT) or (piece.any("frame") and not piece.any("task"))
        does = does or (piece.word == "for" and self.says and self.text[self.pending[-1].start].islower())
        if self.frame == "employer" and not self.excluded and does and any(map(self.names_kind, self.pending)):
            self.flush()
        self.pending.append(piece)
        self.says = self.says or says_something(piece)

    def at(self, place: int) -> Piece | None:
        """Return the piece at a place, None behind the ends."""
        return self.cut[place] if 0 <= place < len(self.cut) else None

    @property
    def before(self) -> Piece | None:
        """The piece before this one."""
        return self.at(self.place - 1)

    @property
    def following(self) -> Piece | None:
        """The piece behind this one."""
        return self.at(self.place + 1)

    @property
    def last_kind(self) -> str:
        """The kind of what was recognised last."""
        return self.read.items[-1].wanted.kind if self.read.items else ""

    def said(self, start: int, end: int) -> str:
        """Return words of the request on one line."""
        return " ".join(self.text[start:end].split())

    def names_kind(self, piece: Piece) -> bool:
        """Whether a word is one for a kind of organisation that people work for: “bank”."""
        return piece.any("kind of employer") or stem(piece.word) in self.collection.kinds_of_organisation

    def flush(self, keeps: bool = False) -> None:
        """Make of the words so far a topic, or what the cue before them says; the frame ends unless it `keeps`."""
        pending, self.pending, self.says = self.pending, [], False
        for run in parted_at_who(pending):
            if not self._stands_in(run):
                self._say_levels(run)
        if not keeps:
            self.frame = "topic"

    def add(self, wanted: Requirement, start: int, end: int, assumed: str = "") -> None:
        """Add a requirement with all that the clause says of it; `text[start:end]` are its words."""
        value_at = start
        start = min([start, *(place for place in (self.cue_at, self.denied_at) if 0 <= place < start)])
        self.cue_at = self.denied_at = -1
        if self.needless:
            self.read.aside.append((start, end, self.needless))
            return
        between = [one for one in self.cut if start <= one.start < value_at and describes_people(one)]
        lost = (piece for piece in between if not any(one.start <= piece.start < one.end for one in self.read.items))
        self.read.untold += [(piece.start, piece.end) for piece in lost]
        excluded = wanted.excluded ^ self.excluded ^ (self.people < 0)  # of all but so many it is said turned round
        if excluded and wanted.is_bounded and wanted.kind in ("years", "column"):
            wanted = wanted if self._is_turned(start, end) else wanted.denied
            excluded = wanted.excluded
        if wanted.kind == "years" and self._defines_last(start):
            start = self.read.items.pop().start
            self.since, self.clause_at = (min(at, len(self.read.items)) for at in (self.since, self.clause_at))
        hard = self.hard if self.hard is not None else wanted.kind != "seniority" or excluded
        hard = hard and not wanted.is_ranked
        if self.past and (excluded or wanted.kind == "organisation"):
            assumed = OF_TODAY.get(wanted.kind, assumed)
        self.read.items.append(
            Item(replace(wanted, excluded=excluded, hard=hard, people=self.people), start, end, assumed, self.role)
        )

    def _defines_last(self, start: int) -> bool:
        """Whether years only say what a level means that is left out: “not too junior – *five years plus*”."""
        last = self.read.items[-1] if self.read.items else None
        level = last is not None and last.wanted.kind == "seniority" and last.wanted.excluded
        return level and last is not None and _DEFINES.fullmatch(self.text, last.end, start) is not None

    def _is_turned(self, start: int, end: int) -> bool:
        """Whether words say “than”, as in “not more than”: that was turned already when the number was read."""
        return not {"than", "then"}.isdisjoint(self.text[start:end].lower().split())

    def _say_levels(self, run: list[Piece]) -> None:
        """Say the levels among some words, and what stands between them."""
        begin = 0
        for piece, meant in levels(run):
            place = run.index(piece, begin)
            self._say(run[begin:place])
            level = Requirement("seniority", meant)
            self.add(level, piece.start, piece.end, IN_ORDER if level.is_ranked else "")
            begin = place + 1
        self._say(run[begin:])

    def _say(self, run: Sequence[Piece]) -> None:
        run, task = behind_task(run, self.collection.topic_stems)
        self.read.tasks += [(one.start, one.end) for one in task]
        words = trimmed(run, self.excluded or self.hard is not None)
        words = self._without_praise(self._with_its_beginning(words, run))
        if not words:
            return
        start, end = words[0].start, words[-1].end
        if self.needless:
            self.read.aside.append((min(start, self.cue_at) if self.cue_at >= 0 else start, end, self.needless))
        elif self._praises(words):
            self.read.untold.append((min(start, self.denied_at) if self.denied_at >= 0 else start, end))
        elif all(piece.any("glue") or piece.word in GROUPS["gender"] for piece in words):
            return  # told by who tells of words that no column knows
        elif self.excluded and self._belongs_to_last(words):
            self.read.items[-1] = replace(self.read.items[-1], end=end)
        elif self.read.items and only_explains(run[run.index(words[0]) :]):
            self.read.explained.append((start, end))
        elif (
            self.excluded
            or self.hard is not None
            or self.people
            or self.frame in ("employer", "skill")
            or all(piece.any("own boss") for piece in words)
            or (self.frame == "language" and self._joins_language(words))
        ):
            kind, length = self._kind_of(words)
            self.add(Requirement(kind, self.said(start, words[length - 1].end)), start, end)
        elif self.last_kind == "place" and names_employer(words) and self._is_beside_last(words):  # “a German *firm*”
            self.add(Requirement("organisation", self.said(start, end)), start, end)
        else:
            parts = without_task(words, self.collection.topic_stems)
            for part in parts:
                role = all(is_role(piece.word) for piece in part if piece.any("word"))
                self.read.topics.append(Stretch(part[0].start, part[-1].end, role))
            kept = [piece for part in parts for piece in part]
            self.read.tasks += [(one.start, one.end) for one in words if one.any("word") and one not in kept]

    def _praises(self, words: Sequence[Piece]) -> bool:
        """Whether words only say what people are like, or what they charge: “honest”, “not too expensive”."""
        return any(piece.any("quality") for piece in words) and not any(
            says_something(piece) and not piece.any("quality") for piece in words
        )

    def _with_its_beginning(self, words: list[Piece], run: Sequence[Piece]) -> list[Piece]:
        """Keep words that praise or ask elsewhere where they begin what people here speak of: “*solid* oxide cells”,
        “*small area* estimation”."""
        place = run.index(words[0]) - 1 if words else -1
        while place >= 0 and run[place].any("praise", "lead", "frame") and run[place].any("word"):
            if not self.collection.has_phrase(self.said(run[place].start, words[0].end)):
                break
            words, place = [run[place], *words], place - 1
        return words

    def _without_praise(self, words: list[Piece]) -> list[Piece]:
        """Leave out what people are like before what they are, where nobody knows about it: “*honest* car mechanic”."""
        first = words[0] if len(words) > 1 else None
        if first is None or not first.any("quality") or not is_role(words[-1].word):
            return words
        rest = [piece for piece in words[1:] if piece.any("word")]
        people = first.any("character") or all(is_role(piece.word) for piece in rest)  # and not “*creative* writing”
        said = self.collection.has_phrase(self.said(first.start, words[1].end))
        if said or not people or all(piece.any("quality", "glue") for piece in words):
            return words
        self.read.untold.append((first.start, first.end))
        return trimmed(words[1:], keeps_people=True)

    def _stands_in(self, run: Sequence[Piece]) -> bool:
        """Let who was named be only wished for, where words ask who could stand in: “and who is the *stand-in*?”."""
        asks = any(piece.any("stand-in") for piece in run)
        named = [one for one in self.read.items if asks and one.wanted.kind == "person" and not one.wanted.excluded]
        for one in named:
            place = self.read.items.index(one)
            self.read.items[place] = replace(one, wanted=replace(one.wanted, hard=False))
        if named:
            self.read.aside.append((run[0].start, run[-1].end, STANDS_IN))
        return bool(named)

    def _is_beside_last(self, words: Sequence[Piece]) -> bool:
        last = self.read.items[-1] if len(self.read.items) > self.since else None
        return last is not None and not self.text[last.end : words[0].start].strip()

    def _belongs_to_last(self, words: Sequence[Piece]) -> bool:
        """Whether words only name who is left out by what stands beside them: “no Kenyan *lawyers*”, “… *firms*”."""
        return self._is_beside_last(words) and all(
            piece.any("person", "glue", "kind of employer") or is_role(piece.word) for piece in words
        )

    def _kind_of(self, words: Sequence[Piece]) -> tuple[Kind, int]:
        """Return what words behind a cue are, and how many of them name it: “*ministry* staff”."""
        if self.excluded and len(words) > 1 and words[-1].any("staff"):
            return "organisation" if self._employs(words[:-1]) else "topic", len(words) - 1
        if self.frame == "language" and self._joins_language(words):
            return "language", len(words)
        called = len(words) == 1 and stem(words[0].word) in self.collection.kinds_of_organisation
        kind = names_employer(words) and (self.excluded or self.hard is False)
        kind = kind or all(piece.any("own boss") for piece in words)
        if self.frame == "employer" or (self.excluded and called) or kind:
            return "organisation", len(words)
        tool = self.frame == "skill" or (self.hard is not None and self._is_tool(words))
        return "skill" if tool and not self.excluded else "topic", len(words)

    def _joins_language(self, words: Sequence[Piece]) -> bool:
        """Whether a name goes on behind a language, so that it is one that is not known: “speaks Twi or *Mbodomo*”."""
        last = self.read.items[-1] if len(self.read.items) > self.since else None
        return (
            last is not None
            and last.wanted.kind == "language"
            and len(words) == 1
            and self.text[words[0].start].isupper()
            and self.text[last.end : words[0].start].strip(" ,") in ("or", "and", "")
        )

    def _employs(self, words: Sequence[Piece]) -> bool:
        """Whether words before “staff” say for whom they work, “*ministry* staff”, and not at what, “*insurance*
        people”: a kind of organisation, or a name."""
        named = [piece for piece in words if piece.any("word")]
        return any(
            piece.any("kind of employer")
            or stem(piece.word) in self.collection.kinds_of_organisation
            or self.text[piece.start].isupper()
            for piece in named
        )

    def _is_tool(self, words: Sequence[Piece]) -> bool:
        """Whether what must be there, or is wished for, is a tool or a certificate: “must have R”, “PMP a plus”."""
        written = [self.text[piece.start : piece.end] for piece in words if piece.any("word")]
        capitals = any(any(letter.isupper() for letter in word[1:]) for word in written)
        name = words[0].start > 0 and any(word[0].isupper() for word in written)
        return bool(self.hard and self.knows) or capitals or name
