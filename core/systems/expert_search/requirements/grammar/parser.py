"""The pieces of a request become what is wanted: cues say of what follows them what it is and how much it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Collection as Ids
from dataclasses import replace

from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.counting import Counting
from core.systems.expert_search.requirements.grammar.denying import Denying
from core.systems.expert_search.requirements.grammar.enumerations import Listed
from core.systems.expert_search.requirements.grammar.pieces import Found, Piece
from core.systems.expert_search.requirements.grammar.runs import ends_a_name, says_something
from core.systems.expert_search.requirements.grammar.walk import ACCEPTED, AT_WORK, Frame, Parsed
from core.systems.expert_search.requirements.requirement import Requirement

_JOINTS = ("and", "or", "but", "plus", "nor")
_OPENING = (
    "exclusion", "not", "no", "without", "wish before", "must before", "at place", "speaks", "employer", "skill",
    "seniority", "part", "needless", "nobody", "reason why", "exclusion of an employer",
)  # fmt: skip
_ENDING_LISTS = (
    "exclusion", "exclusion of an employer", "not", "without", "wish before", "must before", "speaks", "employer",
    "part",
)  # fmt: skip
UNKNOWN_PLACE = "a place that is not known, so that it is only looked for by its name"
_WHERE_EMPLOYED = ("from", "at", "in", "work in", "works in", "working in")
_IF = ("if", "when", "to", "that")
_FOR = ("for", "at", "during", "of")
_OF_TASK = 5  # words of “for a short training”
_NEEDS_PLACE = ("in", "at", "within", "across", "only")
_PLACE_FRAMES: tuple[tuple[str, Frame], ...] = (("outside", "outside"), ("near", "near"), ("at place", "place"))


def parse(
    text: str,
    cut: Sequence[Piece],
    total: int,
    collection: Collection,
    without: Ids[str] = (),
    listed: Sequence[Listed] = (),
) -> Parsed:
    """Read the pieces of a request from left to right, once. `total` people are wanted in all, 0 for not said; `listed`
    are those that are counted one after the other."""
    return _Parser(text, list(_with_wishes(cut)), total, collection, without, listed).parse()


def _with_wishes(cut: Sequence[Piece]) -> Iterator[Piece]:
    """Give the pieces of a request, of which “I would like” only asks, but is a wish where something else is a must:
    “must have Excel; *would like* India”."""
    must = False
    for piece in cut:
        must = must or piece.any("must before", "must after")
        wishes = must and piece.any("wish behind must")
        yield replace(piece, kinds=frozenset(("wish before",))) if wishes else piece


class _Parser(Counting):
    def parse(self) -> Parsed:
        while self.place < len(self.cut):
            self._step(self.cut[self.place])
            self.place += 1
        self.flush()
        return self.read

    def _step(self, piece: Piece) -> None:
        if self.take_listed(piece):
            return
        if piece.any("stop"):
            self.flush()
            self.begin_clause()
            self.settle(keeps=piece.word == "(")
        elif piece.any("comma"):
            self._take_comma(piece)
        elif piece.found and piece.found.role >= 0:
            self.take_role(piece, piece.found.role, piece.found.wanted.people)
        elif piece.found:
            self.take_recognised(piece)
        elif piece.word in _JOINTS:
            self._join(piece)
        elif self._goes_on_wanted(piece):
            self.flush()
            self.begin_clause()
        elif not self._take_cue(piece):
            self.keep(piece)

    # --- where clauses end and lists go on --------------------------------------------------------------------------

    def _take_comma(self, piece: Piece) -> None:
        """End a clause at a comma, unless a list goes on behind it."""
        if not self._list_goes_on():
            self.flush()
            self.begin_clause()
            self.settle(keeps=self.following is not None and self.following.any("comma", "stop"))
        elif self._lists_requirements():
            self.flush(keeps=True)
        else:
            self.keep(piece)

    def _join(self, piece: Piece) -> None:
        following = self.following
        if piece.word == "but" and self.excepts_a_part(following):
            self.take_exclusion(replace(piece, kinds=frozenset(("exclusion",))))
            return
        if following and following.found and self._lists_more(following.found):
            return
        bare = following is None or following.any("word", "found")
        if piece.word == "but" or (piece.word == "and" and self.begins_a_verb(following)):
            self.flush()
            self.begin_clause()
        elif following and (self._opens(following) or (self.excluded and piece.word == "and" and not bare)):
            self.flush()
            if piece.word in ("and", "plus") and not (following.found and self.excluded):
                self.begin_clause(keeps_strength=True)
        elif piece.word != "and" and self._lists_requirements():
            self.flush(keeps=True)
        else:
            self.keep(piece)

    def _lists_requirements(self) -> bool:
        return self.excluded or self.frame in ("skill", "employer")

    def _lists_more(self, found: Found) -> bool:
        """Whether “and” goes on with more of the same: “Arabic *and Turkish*”."""
        last = self.before.found if self.before else None
        return last is not None and not self.pending and found.wanted.kind == self.last_kind == last.wanted.kind

    def _opens(self, piece: Piece) -> bool:
        """Whether a piece begins something of its own behind “and”."""
        if piece.found:
            return self.meant(self.place + 1) is not None
        if piece.any("speaks") and not self.language_follows(self.place + 2):
            return False
        return piece.any(*_OPENING) and (piece.word not in _NEEDS_PLACE or self.place_follows(self.place + 2))

    def _list_goes_on(self) -> bool:
        """Whether the next stretch, up to its comma, is one more of a list that is spoken or is not wanted."""
        last = self.before.found if self.before else None
        content, closes = False, False
        kinds: set[str] = set()
        place = self.place + 1
        while (piece := self.at(place)) and not piece.any("comma", "stop"):
            if piece.any(*_ENDING_LISTS):
                return False
            if piece.found:
                kinds.add(piece.found.wanted.kind)
            elif piece.word in ("or", "nor"):
                closes = True
            content = content or (piece.any("word") and not piece.any("lead"))
            place += 1
        return kinds == {last.wanted.kind} and not content if last else self.excluded and closes and not kinds

    def _goes_on_wanted(self, piece: Piece) -> bool:
        """Whether what is wanted goes on behind who is not: “anyone but Ann *for* kilns”."""
        if piece.word == "who":  # “other than bankers *who* knows …”
            return self.excepted and self.excluded and (self.says or self.denied_at < 0)
        told = self.excluded and self.denied_at < 0 and not self.pending
        return told and (piece.word in ("for", "on", "about") or piece.any("frame"))

    # --- cues -------------------------------------------------------------------------------------------------------

    def _take_cue(self, piece: Piece) -> bool:
        """Take a cue for what it says; False where it is only a word here."""
        taken = any(piece.any(*kinds) and take(self, piece) for kinds, take in self._CUES)
        if taken:
            self.read.aside.append((piece.start, piece.end, "says how something is wanted"))
        return taken

    def _take_strength_after(self, piece: Piece) -> bool:
        """“French is a plus” says of what stands before it how much it is wanted."""
        ends = self.following is None or self.following.any("comma", "stop", "glue")
        if not ends or not (self.says or len(self.read.items) > self.since):
            return self._take_condition(piece)
        if piece.any("must after") and self.excluded and self.denier == "no":  # “no French *needed*”
            return self.take_back()
        if piece.any("welcomes") and self._names_people():  # “freelancers *welcome*”
            return self.take_back(ACCEPTED)
        before, self.hard = self.hard, piece.any("must after")
        self.flush(keeps=True)
        late = self.read.items[self.since :]
        self.read.items[self.since :] = [replace(one, wanted=replace(one.wanted, hard=self.hard)) for one in late]
        self.hard = before
        return True

    def _take_condition(self, piece: Piece) -> bool:
        """Let what follows be a wish, “it would be a plus *if* they speak French”, or a must."""
        if self.says or self.following is None or self.following.word not in _IF:
            return False
        self.hard, self.cue_at = piece.any("must after"), piece.start
        self.place += 1
        self.mark()
        return True

    def _names_people(self) -> bool:
        """Whether the clause so far ends in people, by what they are or for whom they work."""
        last = self.before
        of_kind = last is not None and last.found is not None and last.found.wanted.kind == "organisation"
        return last is not None and (of_kind or is_role(last.word) or last.any("seniority", "kind of employer"))

    def _take_strength_before(self, piece: Piece) -> bool:
        if self.following is None or (self.says and (piece.word in ("only", "always") or self._is_of_a_thing(piece))):
            return False
        self.flush(keeps=True)
        self.excluded, self.hard = False, piece.any("must before")
        self.knows = piece.word.split()[-1] == "have"
        self.cue_at = piece.start if self.cue_at < 0 else self.cue_at
        self.mark()
        return True

    def _is_of_a_thing(self, piece: Piece) -> bool:
        """Whether a thing, and no person, must do something: “the app has to work”."""
        subject = next((one.word for one in reversed(self.pending) if one.any("word", "person")), "")
        return piece.any("must before") and not is_role(subject)

    def _take_near(self, piece: Piece) -> bool:
        """“Nepal or thereabouts” takes in what is near."""
        if self.last_kind != "place" or self.says:
            return False
        last = self.read.items[-1]
        self.read.items[-1] = replace(last, wanted=replace(last.wanted, near=True), end=piece.end)
        return True

    # --- cues that say what follows ---------------------------------------------------------------------------------

    def _take_frame(self, piece: Piece) -> bool:
        frame = self._frame_of(piece)
        if frame:
            self._open(piece, frame)
            return True
        return self.take_certificate_before(piece) or (
            piece.any("at place", "near") and not piece.any("speaks") and self._take_unknown_place(piece)
        )

    def _frame_of(self, piece: Piece) -> Frame | None:
        """Return what follows a cue: a place behind “in”, a language behind “speaks”, a ministry behind “from the”."""
        if piece.any("holding"):
            return "skill" if self.credential_follows() else None
        for kind, frame in _PLACE_FRAMES:
            if piece.any(kind) and self.place_follows(self.place + 1):
                return frame
        if piece.any("speaks") and self.language_follows(self.place + 1):
            return "language"
        if piece.any("employer") or (piece.word in _WHERE_EMPLOYED and self.is_from_somebody(piece)):
            return "employer"
        return "skill" if piece.any("skill") and self._names_skill(piece) else None

    def _open(self, piece: Piece, frame: Frame) -> None:
        self.at_task = frame in ("place", "near") and self._takes_task()
        denied, cue, said, before = self.denied_at, self.cue_at, self.says, len(self.read.items)
        people = frame == "employer" and all(is_role(one.word) for one in self.pending if says_something(one))
        if self.excluded and (not said or people):  # “no *consultants* living in …”, “no *bakers* from a bank”
            self.pending.clear()
            said = False
        if frame == "employer" and self.pending and self.pending[-1].word in AT_WORK:
            self.pending.pop()
        self.flush(keeps=True)
        said = said or len(self.read.items) > before
        self.frame, self.past = frame, self.past or piece.word.startswith("worked ")
        self.denied_at = -1 if said else denied
        self.cue_at = cue if cue >= 0 and not said else piece.start
        if said or not (self.excluded or self.hard is not None):
            self.mark()

    def _takes_task(self) -> bool:
        """Whether a place is that of a task, “*for a training* in Maputo”, which is no topic where people are named."""
        task = self.pending[-1] if self.pending else None
        if task is None or self.excluded or not task.any("task", "task end", "event"):
            return self._opens_with_task()
        begins = next((at for at, one in enumerate(self.pending[-_OF_TASK:-1]) if one.word in _FOR), None)
        if begins is None:
            return self._opens_with_task()
        begins += max(0, len(self.pending) - _OF_TASK)
        bare = not any(map(says_something, self.pending[begins:-1]))
        if bare and (begins > 0 or self.read.topics or any(is_role(one.word) for one in self.cut[self.place :])):
            self.read.tasks.append((task.start, task.end))
            del self.pending[begins:]
            self.says = any(map(says_something, self.pending))
        return True

    def _opens_with_task(self) -> bool:
        """Whether a request opens with what people are wanted for, “*Panel on trade* in Lima, 3 speakers”: only what it
        is about may be a topic."""
        said = [piece for piece in self.pending if not piece.any("glue", "lead")]
        opens = said and said[0].any("task", "task end", "event") and not (self.read.items or self.read.topics)
        wanted = self.total or any(is_role(one.word) and not one.any("frame") for one in self.cut[self.place :])
        if not opens or not wanted or (len(said) > 1 and not self._is_about(said[0])):
            return False
        about = self.pending.index(said[0]) + 1
        self.read.tasks.append((said[0].start, said[0].end))
        del self.pending[:about]
        self.says = any(map(says_something, self.pending))
        return True

    def _is_about(self, task: Piece) -> bool:
        behind = self.pending[self.pending.index(task) + 1 :]
        return behind[0].word in ("on", "about") if behind else False

    def _take_unknown_place(self, piece: Piece) -> bool:
        """Take a name with a capital behind “based in” for a place, though nobody knows it; behind “in” alone the name
        of mountains, a sea, a valley."""
        place = self.place + 1
        while (before := self.at(place)) and before.word == "the":
            place += 1
        first = last = place
        while (more := self.at(last)) and self._names_on(more, first == last):
            last += 1
        name = self.cut[first:last]
        if not name or (" " not in piece.word and not self._is_landform(name, self.at(last))):
            return False
        self._open(piece, "near" if piece.any("near") else "place")
        self.place = last - 1
        wanted = Requirement("place", self.said(name[0].start, name[-1].end), near=self.frame == "near")
        self.add(wanted, name[0].start, name[-1].end, UNKNOWN_PLACE)
        return True

    def _names_on(self, piece: Piece, begins: bool) -> bool:
        if piece.found or not piece.any("word"):
            return False
        return self.text[piece.start].isupper() or (piece.any("landform") and not begins)

    def _is_landform(self, name: Sequence[Piece], following: Piece | None) -> bool:
        formed = name[-1].any("landform") or name[0].any("landform")
        return formed and len(name) > 1 and ends_a_name(following)

    def _names_skill(self, piece: Piece) -> bool:
        if self.following is None or self.following.any("stop", "comma"):
            return False
        if piece.any("must before"):
            self.hard = True
        return " " in piece.word or self.hard is True

    _CUES: tuple[tuple[tuple[str, ...], Callable[[_Parser, Piece], bool]], ...] = (
        (("not only",), Denying.take_not_only),
        (("cap", "cap of all"), Counting.take_cap),
        (("together",), Counting.take_together),
        (("needless", "accepted", "needless after", "needless behind"), Denying.take_needless),
        (("exclusion of an employer",), Denying.take_exclusion_of_employer),
        (("exclusion after",), Denying.take_exclusion_after),
        (("reason why",), Denying.take_reason),
        (("leader",), Counting.take_leader),
        (("part", "parts of two"), Counting.take_part),
        (("number",), Counting.take_number),
        (("near after",), _take_near),
        (("wish after", "must after"), _take_strength_after),
        (("nobody",), Denying.take_nobody),
        (("exclusion", "exclusion of a name", "not", "no", "without"), Denying.take_exclusion),
        (("skill",), _take_frame),
        (("wish before", "must before"), _take_strength_before),
        (("outside", "near", "at place", "speaks", "employer", "holding"), _take_frame),
    )
