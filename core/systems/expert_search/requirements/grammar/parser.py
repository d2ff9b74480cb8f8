"""The pieces of a request become what is wanted: cues say of what follows them what it is and how much it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found, Piece
from core.systems.expert_search.requirements.requirement import Kind, Requirement

_ONLY_ASKS = GROUPS["lead"] | GROUPS["frame"] | GROUPS["person"]
_EDGES = ("word", "glue")

Frame = Literal["topic", "skill", "employer", "language", "place", "near", "outside"]


@dataclass(frozen=True)
class Item:
    """One thing that is wanted, where in the request it stands with its cues, and what was guessed of it."""

    wanted: Requirement
    start: int
    end: int
    assumed: str = ""


@dataclass(frozen=True)
class Stretch:
    """Words of a topic, `text[start:end]`, from the first to the last that says something."""

    start: int
    end: int
    role: bool = False  # it only names people by their profession


@dataclass
class Parsed:
    """What a request says, before topics are told apart."""

    items: list[Item] = field(default_factory=list)
    topics: list[Stretch] = field(default_factory=list)
    aside: list[tuple[int, int, str]] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    likeness: list[tuple[int, int]] = field(default_factory=list)


def parse(text: str, cut: Sequence[Piece], has_phrase: Callable[[str], bool]) -> Parsed:
    """Read the pieces of a request from left to right, once."""
    return _Parser(text, cut, has_phrase).parse()


class _Parser:
    def __init__(self, text: str, cut: Sequence[Piece], has_phrase: Callable[[str], bool]) -> None:
        self._text, self._cut, self._has_phrase = text, cut, has_phrase
        self._read = Parsed()
        self._place = 0
        self._begin_clause()
        self._people = 0

    def parse(self) -> Parsed:
        while self._place < len(self._cut):
            self._step(self._cut[self._place])
            self._place += 1
        self._flush()
        return self._read

    # --- where things begin and end ---------------------------------------------------------------------------------

    def _begin_clause(self, keeps_strength: bool = False) -> None:
        self._excluded = False
        self._denied_at = -1
        self._cue_at = -1
        self._frame: Frame = "topic"
        self._pending: list[Piece] = []
        if not keeps_strength:
            self._hard: bool | None = None
            self._needless = False
        self._mark = (len(self._read.items), len(self._read.topics))

    def _step(self, piece: Piece) -> None:
        if piece.any("stop"):
            self._flush()
            self._begin_clause()
            self._people = 0
        elif piece.any("comma"):
            self._comma()
        elif piece.found:
            self._recognised(piece)
        elif piece.any("glue", "word") and piece.word in ("and", "or", "but", "plus", "nor"):
            self._join(piece)
        elif piece.word in ("for", "on", "about") and self._excluded and not self._pending and self._denied_at < 0:
            self._begin_clause()
        else:
            if not self._cue(piece):
                self._pending.append(piece)

    def _comma(self) -> None:
        """A comma ends a clause, unless a list goes on behind it."""
        if self._list_goes_on():
            if self._excluded or self._frame in ("skill", "employer"):
                self._flush(keeps=True)
            else:
                self._pending.append(self._cut[self._place])
            return
        self._flush()
        people = self._people
        self._begin_clause()
        self._people = people if self._next_is("comma", "stop") else 0

    def _join(self, piece: Piece) -> None:
        following = self._next()
        if piece.word == "but":
            self._flush()
            self._begin_clause()
        elif following and (
            self._opens(following) or (self._excluded and piece.word == "and" and not self._bare(following))
        ):
            self._flush()
            if piece.word in ("and", "plus") and not (following.found and self._excluded):
                self._begin_clause(keeps_strength=True)
        elif self._excluded or self._frame in ("skill", "employer"):
            self._flush(keeps=True)
        else:
            self._pending.append(piece)

    def _next(self, ahead: int = 1) -> Piece | None:
        place = self._place + ahead
        return self._cut[place] if place < len(self._cut) else None

    def _next_is(self, *kinds: str) -> bool:
        following = self._next()
        return following is None or following.any(*kinds)

    def _opens(self, piece: Piece) -> bool:
        """Whether a piece begins something of its own behind “and”."""
        if piece.found:
            return self._meant(self._place + 1) is not None
        return piece.any(
            "exclusion", "not", "no", "without", "wish before", "must before", "at place", "speaks", "employer",
            "skill", "seniority", "part", "needless", "nobody",
        ) and not (piece.word in ("in", "at", "within", "across", "only") and not self._place_follows(self._place + 2))  # fmt: skip

    def _bare(self, piece: Piece) -> bool:
        return piece.any("word", "found")

    def _list_goes_on(self) -> bool:
        """Whether the next stretch, up to its comma, is one more of a list that is not wanted or is spoken."""
        last = self._last_found()
        place, content, closes = self._place + 1, 0, False
        sorts: set[str] = set()
        while place < len(self._cut) and not self._cut[place].any("comma", "stop"):
            piece = self._cut[place]
            if piece.found:
                sorts.add(piece.found.wanted.kind)
            elif piece.word in ("or", "nor"):
                closes = True
            elif piece.any("word") and not piece.any("lead"):
                content += 1
            if piece.any("not", "exclusion", "without", "wish before", "must before", "speaks", "employer", "part"):
                return False
            place += 1
        if last:
            return sorts == {last.wanted.kind} and not content
        return self._excluded and closes and not sorts

    def _last_found(self) -> Found | None:
        place = self._place - 1
        while place >= 0 and self._cut[place].any("glue") and not self._cut[place].found:
            place -= 1
        return self._cut[place].found if place >= 0 else None

    # --- what was recognised ----------------------------------------------------------------------------------------

    def _recognised(self, piece: Piece) -> None:
        found = self._meant(self._place)
        if found is None:
            if piece.found and piece.found.wanted.kind == "person":
                before = self._pending.pop() if self._pending else piece
                self._flush(keeps=True)
                self._read.likeness.append((before.start, piece.end))
            else:
                self._pending.append(piece)
            return
        start = self._cue_at if self._cue_at >= 0 and not self._says_anything(self._pending) else piece.start
        wanted = found.wanted
        frame, cue = self._frame, self._cue_at
        if wanted.kind == "place":
            near = frame == "near"
            wanted = replace(wanted, near=near)
            if frame == "outside":
                wanted = replace(wanted, excluded=True)
        denied = self._denied_at
        self._flush(keeps=True)
        self._frame, self._cue_at, self._denied_at = frame, cue, denied
        end = self._tail(piece, wanted.kind)
        self._add(wanted, min(start, denied if denied >= 0 else start), end, found.assumed)
        self._cue_at = self._denied_at = -1

    def _meant(self, at: int) -> Found | None:
        """Return what the piece there is asked for as; None where it is part of a topic."""
        found = self._cut[at].found
        before = self._cut[at - 1] if at else None
        following = self._cut[at + 1] if at + 1 < len(self._cut) else None
        while found:
            kind = found.wanted.kind
            if (
                self._is_language(found, before, following)
                if kind == "language"
                else self._is_place(found, before, following)
                if kind == "place"
                else not (kind == "person" and before and before.word in ("like", "than", "as", "to"))
            ):
                return found
            found = found.other
        return None

    def _is_language(self, found: Found, before: Piece | None, following: Piece | None) -> bool:
        if self._frame == "language" and not self._says_anything(self._pending):
            return True
        if following and following.any("of language") and (not following.any("glue")):
            return True
        if found.adjective:
            return not (following and following.any("word") and not is_role(following.word))
        ends = following is None or following.any("comma", "stop", "wish after", "must after") or following.word in (
            "and", "or", "but", "plus", "if", "who", "as",
        )  # fmt: skip
        if not ends:
            return False
        if before is None or before.any(
            "comma", "stop", "degree of language", "wish before", "must before", "no", "without"
        ):
            return True
        return before.word in (
            "with",
            "in",
            "and",
            "or",
            "both",
            "good",
            "some",
            "also",
            "has",
            "have",
            "ideally",
        ) and (before.word not in ("and", "or") or self._last_kind() == "language")

    def _last_kind(self) -> str:
        return self._read.items[-1].wanted.kind if self._read.items else ""

    def _is_place(self, found: Found, before: Piece | None, following: Piece | None) -> bool:
        if following and following.word == "based":
            return True
        role = bool(following and is_role(following.word) and following.any("word", "person"))
        ends = (
            following is None
            or following.any(
                "comma", "stop", "glue", "wish after", "wish before", "must after", "no", "not", "without", "part"
            )
            or following.word in ("area", "region", "office", "experts", "based", "please", "speaking")
            or bool(following.found and following.found.wanted.kind != "topic")
        ) and not (following is not None and following.word == "of")
        if found.adjective:
            return role
        if self._frame in ("place", "near", "outside") and not self._says_anything(self._pending):
            return ends or role
        if self._excluded and not self._says_anything(self._pending):
            return ends or role
        if before is None or before.any("comma", "stop", "wish before", "must before"):
            return ends or role
        if before.word in ("and", "or", "nor", "but", "not") and self._last_kind() == "place":
            return ends
        return role

    def _tail(self, piece: Piece, kind: str) -> int:
        """Where something ends with the words behind it that belong to it: “French *-speaking*”, “Nairobi *based*”."""
        following = self._next()
        if kind == "language":
            end = piece.end
            while following and following.any("of language") and not following.any("wish after", "must after"):
                end = following.end
                self._place += 1
                following = self._next()
            return end
        if kind == "place" and following and following.word in ("based", "area", "region"):
            self._place += 1
            return following.end
        return piece.end

    def _add(self, wanted: Requirement, start: int, end: int, assumed: str = "") -> None:
        excluded = wanted.excluded != self._excluded
        if self._needless:
            self._read.aside.append((start, end, "is not needed"))
            return
        hard = True if self._hard is None else self._hard
        if wanted.kind == "seniority" and self._hard is None and not excluded:
            hard = False
        self._read.items.append(
            Item(replace(wanted, excluded=excluded, hard=hard, people=self._people), start, end, assumed)
        )

    # --- cues -------------------------------------------------------------------------------------------------------

    def _cue(self, piece: Piece) -> bool:
        """Take a cue for what it says; False where it is only a word here."""
        for kinds, take in self._CUES:
            if piece.any(*kinds) and take(self, piece):
                return True
        return False

    def _not_only(self, piece: Piece) -> bool:
        self._pending.append(replace(piece, kinds=frozenset(("glue",))))
        return True

    def _take_needless(self, piece: Piece) -> bool:
        self._flush()
        self._needless, self._cue_at = True, piece.start
        if self._mark[0] < len(self._read.items) and self._next_is("comma", "stop"):
            self._read.items, late = self._read.items[: self._mark[0]], self._read.items[self._mark[0] :]
            self._read.aside += [(one.start, one.end, "is not needed") for one in late]
        return True

    def _take_exclusion(self, piece: Piece) -> bool:
        if piece.any("without") and self._says_anything(self._pending) and self._in_topic(piece):
            return False
        if piece.any("not") and not self._stands_apart(piece):
            return False
        if piece.any("no") and not self._no_applies():
            return False
        again = self._excluded and not self._says_anything(self._pending) and self._denied_at >= 0
        self._flush(keeps=True)
        self._frame = "topic"
        self._excluded = not again
        self._denied_at = piece.start
        self._cue_at = piece.start
        self._mark = (len(self._read.items), len(self._read.topics))
        return True

    def _in_topic(self, piece: Piece) -> bool:
        following = [one for one in self._cut[self._place + 1 : self._place + 4] if one.any("word")]
        words = (
            [one.word for one in self._pending if one.any("word")][-1:]
            + [piece.word]
            + [one.word for one in following[:1]]
        )
        return self._has_phrase(" ".join(words))

    def _stands_apart(self, piece: Piece) -> bool:
        """Whether “not” says who is not wanted; else it tells of something that is not so (“does not start”)."""
        before = self._cut[self._place - 1] if self._place else None
        following = self._next()
        if before is None or before.any("comma", "stop", "person", "wish before", "must before"):
            return True
        if before.word in (
            "but",
            "and",
            "who",
            "that",
            "is",
            "are",
            "or",
            "should",
            "must",
            "do",
            "does",
            "be",
            "nor",
            "with",
        ):
            return True
        return bool(following and (following.found or following.any("at place", "employer", "speaks", "seniority")))

    def _no_applies(self) -> bool:
        before = self._cut[self._place - 1] if self._place else None
        return (
            before is None
            or before.any("comma", "stop", "person")
            or before.word in ("but", "and", "with", "or", "has", "have")
        )

    def _take_nobody(self, piece: Piece) -> bool:
        self._flush()
        self._excluded, self._denied_at, self._cue_at = True, piece.start, piece.start
        return True

    def _take_strength_after(self, piece: Piece) -> bool:
        """“French is a plus” says of what stands before it how much it is wanted."""
        following = self._next()
        ends = following is None or following.any("comma", "stop", "glue")
        if not ends or (piece.any("wish before", "must before") and not self._said_in_clause()):
            return False
        hard = piece.any("must after")
        if not self._said_in_clause():
            return False
        self._hard, before = hard, self._hard
        self._flush(keeps=True)
        items, topics = self._mark
        if not self._needless:
            self._read.items[items:] = [
                replace(one, wanted=replace(one.wanted, hard=hard), end=max(one.end, piece.end))
                if number == len(self._read.items) - 1
                else replace(one, wanted=replace(one.wanted, hard=hard))
                for number, one in enumerate(self._read.items[items:], start=items)
            ]
        del topics
        self._hard = before
        self._read.aside.append((piece.start, piece.end, "says how much it is wanted"))
        return True

    def _said_in_clause(self) -> bool:
        return self._says_anything(self._pending) or len(self._read.items) > self._mark[0]

    def _take_strength_before(self, piece: Piece) -> bool:
        following = self._next()
        if following is None:
            return False
        if piece.word == "only" and self._says_anything(self._pending):
            return False
        self._flush(keeps=True)
        self._excluded = False
        self._hard = piece.any("must before")
        self._cue_at = piece.start
        self._frame = "skill" if piece.word in ("must have", "has to have", "needs to have") else self._frame
        self._mark = (len(self._read.items), len(self._read.topics))
        return True

    def _take_part(self, piece: Piece) -> bool:
        if piece.word.startswith(("one ", "a ", "the ", "another")) and self._says_anything(self._pending):
            return False
        self._flush()
        self._begin_clause(keeps_strength=True)
        self._people = 2 if piece.any("parts of two") else 1
        self._read.parts.append(self._people)
        self._cue_at = piece.start
        last = piece.word.split()[-1]
        self._frame = (
            "place" if last in ("in", "from", "based") else "language" if last in ("speaking", "fluent") else "topic"
        )
        return True

    def _take_frame(self, piece: Piece) -> bool:
        if piece.word in ("with", "has", "have", "having"):
            return bool(self._credential_follows(piece)) and self._open(piece, "skill")
        for kind, frame in (("outside", "outside"), ("near", "near"), ("at place", "place")):
            if piece.any(kind) and self._place_follows(self._place + 1):
                return self._open(piece, frame)  # type: ignore[arg-type]
        if piece.any("at place", "near") and self._unknown_place(piece):
            return True
        if piece.any("speaks") and self._language_follows(self._place + 1):
            return self._open(piece, "language")
        if piece.any("employer") or (piece.word in ("from", "at") and self._from_somebody(piece)):
            return self._open(piece, "employer")
        if piece.any("skill") and self._names_skill(piece):
            self._open(piece, "skill")
            return True
        return False

    def _open(self, piece: Piece, frame: Frame) -> bool:
        denied, cue = self._denied_at, self._cue_at
        said = self._says_anything(self._pending)
        self._flush(keeps=True)
        self._frame = frame
        self._denied_at = -1 if said else denied
        self._cue_at = cue if cue >= 0 and not said else piece.start
        if said or not (self._excluded or self._hard is not None):
            self._mark = (len(self._read.items), len(self._read.topics))
        return True

    def _unknown_place(self, piece: Piece) -> bool:
        """Whether an unambiguous cue (“based in”) stands before a name with a capital that is in no gazetteer."""
        following = self._next()
        if not following or following.found or " " not in piece.word or not self._text[following.start].isupper():
            return False
        name = [following]
        while (more := self._next(len(name) + 1)) and more.any("word") and self._text[more.start].isupper():
            name.append(more)
        if self._open(piece, "near" if piece.any("near") else "place"):
            value = " ".join(self._text[following.start : name[-1].end].split())
            self._place += len(name)
            self._add(Requirement("place", value, near=self._frame == "near"), self._cue_at, name[-1].end)
            self._cue_at = self._denied_at = -1
        return True

    def _credential_follows(self, piece: Piece) -> int:
        """How many pieces behind “with” are a certificate: “a PMP”, “a diving licence”, “GIS skills”; 0 for none."""
        place, count, marked, article = self._place + 1, 0, False, False
        while place < len(self._cut) and count < 6:
            one = self._cut[place]
            if one.any("comma", "stop") or one.word in ("and", "or", "in", "who", "for") or one.found:
                break
            count, place = count + 1, place + 1
            article = article or one.word in ("a", "an")
            said = self._text[one.start : one.end]
            capitals = sum(letter.isupper() for letter in said) >= 2
            marked = marked or one.any("credential") or (article and capitals)
        return count if marked else 0

    def _place_follows(self, place: int) -> bool:
        while place < len(self._cut) and (
            self._cut[place].word in ("the", "and", "around", "or", "near", "either", "in")
        ):
            place += 1
        if place >= len(self._cut):
            return False
        piece = self._cut[place]
        following = self._cut[place + 1] if place + 1 < len(self._cut) else None
        if not piece.found or piece.found.wanted.kind != "place" or piece.found.adjective:
            return False
        if (
            following is None
            or following.any("comma", "stop", "glue", "wish after", "must after", "part")
            or following.found
        ):
            return True
        return not following.any("word") or is_role(following.word) or following.any("lead", "frame")

    def _language_follows(self, place: int) -> bool:
        while place < len(self._cut) and (
            self._cut[place].any("degree of language", "glue") or self._cut[place].word in ("both", "either")
        ):
            place += 1
        if place >= len(self._cut):
            return False
        found = self._cut[place].found
        following = self._cut[place + 1] if place + 1 < len(self._cut) else None
        content = (
            following and following.any("word") and not following.any("of language", "wish after", "must after", "lead")
        )
        return bool(found and found.wanted.kind == "language" and not content)

    def _from_somebody(self, piece: Piece) -> bool:
        """Whether “from” says whose people are meant: “not from the ministry”, “someone from the bank”."""
        following = self._next()
        if following is None or following.any("stop", "comma"):
            return False
        if following.found and following.found.wanted.kind == "organisation":
            return True
        if self._excluded and not self._says_anything(self._pending):
            return True
        before = self._cut[self._place - 1] if self._place else None
        return bool(before and before.any("person") and following.word in ("the", "a", "an") and piece.word == "from")

    def _names_skill(self, piece: Piece) -> bool:
        following = self._next()
        if following is None or following.any("stop", "comma"):
            return False
        return len(piece.word.split()) > 1 or self._hard is True

    _CUES: tuple[tuple[tuple[str, ...], Callable[[_Parser, Piece], bool]], ...] = (
        (("not only",), _not_only),
        (("needless",), _take_needless),
        (("part", "parts of two"), _take_part),
        (("wish after", "must after"), _take_strength_after),
        (("nobody",), _take_nobody),
        (("exclusion", "not", "no", "without"), _take_exclusion),
        (("skill",), _take_frame),
        (("wish before", "must before"), _take_strength_before),
        (("outside", "near", "at place", "speaks", "employer", "holding"), _take_frame),
    )

    # --- words without a cue ----------------------------------------------------------------------------------------

    def _says_anything(self, pending: Sequence[Piece]) -> bool:
        return any(_content(piece) for piece in pending)

    def _flush(self, keeps: bool = False) -> None:
        """Make of the words so far a topic, or what the cue before them says."""
        pending, self._pending = self._pending, []
        for run in _runs(pending):
            self._say(run)
        if not keeps:
            self._frame = "topic"

    def _say(self, run: list[Piece]) -> None:
        seniors = [piece for piece in run if piece.any("seniority")]
        for piece in seniors:
            self._add(Requirement("seniority", piece.word), piece.start, piece.end)
        if seniors:
            ends = [number for number, piece in enumerate(run) if piece.any("seniority")]
            parts, begin = [], 0
            for number in [*ends, len(run)]:
                parts.append(run[begin:number])
                begin = number + 1
            for part in parts:
                if part:
                    self._say(part)
            return
        run = _trimmed(run, self._excluded or self._hard is not None)
        if not run:
            return
        start, end = run[0].start, run[-1].end
        cued = self._excluded or self._hard is not None or self._frame in ("employer", "skill")
        if not cued and not self._people:
            role = all(is_role(piece.word) for piece in run if piece.any("word"))
            self._read.topics.append(Stretch(start, end, role))
            return
        kind: Kind = "topic"
        if self._frame == "employer":
            kind = "organisation"
        elif self._frame == "skill" or (self._hard is not None and not self._excluded):
            kind = "skill"
        begin = min(one for one in (start, self._cue_at, self._denied_at) if one >= 0)
        self._add(Requirement(kind, " ".join(self._text[start:end].split())), begin, end)


def _content(piece: Piece) -> bool:
    if piece.found:
        return True
    return piece.any("word", "seniority") and not (piece.any("lead", "frame", "person", "praise") and not piece.tied)


def _runs(pending: Sequence[Piece]) -> list[list[Piece]]:
    """Part the words where a person's relative pronoun begins something new."""
    runs: list[list[Piece]] = [[]]
    for piece in pending:
        if piece.word in ("who", "whose", "whom"):
            runs.append([])
        else:
            runs[-1].append(piece)
    return [run for run in runs if run]


def _kept_at_end(piece: Piece) -> bool:
    return piece.any("frame") and piece.any("word") and not piece.any("frame after", "person", "praise", "lead")


def _trimmed(run: list[Piece], keeps_people: bool) -> list[Piece]:
    """Leave out at both ends what says nothing of a topic: “someone with experience in … work”."""
    first, last = 0, len(run)
    while first < last and not _content(run[first]):
        first += 1
    while last > first and not _content(run[last - 1]) and not (_kept_at_end(run[last - 1]) and last - first > 1):
        last -= 1
    if first == last and keeps_people:
        named = [piece for piece in run if piece.any("person") and piece.any("word")]
        return (
            named
            if named and named[0].word not in ("someone", "people", "anyone", "anybody", "person", "somebody", "who")
            else []
        )
    return run[first:last]
