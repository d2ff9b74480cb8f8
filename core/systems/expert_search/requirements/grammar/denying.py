"""What is not wanted, and what is not needed: how far “not”, “no”, “except” and “not required” reach in a request."""

from __future__ import annotations

import re
from collections.abc import Collection as Ids
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from core.language.clauses import stem
from core.language.gazetteer import lies_in
from core.systems.expert_search.requirements.cells.places import wanted_place
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Piece
from core.systems.expert_search.requirements.grammar.recognising import Recognising
from core.systems.expert_search.requirements.grammar.runs import describes, says_something
from core.systems.expert_search.requirements.grammar.walk import ACCEPTED, NEEDLESS, Item
from core.systems.expert_search.requirements.requirement import Requirement

_BEFORE_NOT = (
    "but", "and", "who", "that", "is", "are", "or", "should", "shall", "must", "may", "can", "will", "do", "does", "be",
    "nor", "with", "has", "have", "had", "they", "he", "she",
)  # fmt: skip
_MODALS = ("may", "can", "could", "will", "would", "shall", "should", "must", "might", "do", "does", "is", "are")
_BEING = ("be", "been", "being", "come", "coming", "live", "living", "reside", "residing", "work", "working", "based")
_BEFORE_NO = ("but", "and", "with", "or", "has", "have")
_ENDS = ("and", "or", "but", "nor", "plus")
_NOTHING = (Requirement("topic", ""),) * 2
_NAMES = ("place", "language", "organisation", "person")
_FINITE = re.compile(r"[a-z]{2,}[^su]s$")  # teaches, knows: behind “who isn't a man and …”
_SINGULAR = re.compile(r"(?:is|does|has|was)(?:n't| not)")
_DESCRIBES = ("who", "that", "which", "with", "to")  # “nobody who is freelance”
_ASK_FIRST = ("has", "have", "did", "does", "do", "can", "could", "will", "would", "is", "are")
_WHY = ("for", "by", "under", "as", "this", "here", "due")  # “can't be hired *by us*, *for* legal reasons”
_WHO_ASKS = ("us", "our", "me", "my")
_ASIDE = ("in", "at", "from", "with", "into")


def within_id(said: str) -> str:
    """Return the id of the assumption that “without …” belongs to a topic."""
    return f"within:{said.casefold()}"


class Denying(Recognising):
    """A walk that tells what is left out from what is only not needed, and from what is told of something else."""

    def __init__(self, text: str, cut: Sequence[Piece], total: int, collection: Collection, without: Ids[str]) -> None:
        super().__init__(text, cut, total, collection)
        self._without = without

    @property
    def _ends_here(self) -> bool:
        """Whether the clause ends behind this piece."""
        following = self.following
        return following is None or following.any("comma", "stop") or following.word in _ENDS

    @property
    def _anything_said(self) -> bool:
        return self.says or len(self.read.items) > self.since

    # --- not needed -------------------------------------------------------------------------------------------------

    def take_not_only(self, piece: Piece) -> bool:
        """“Not only wind but also solar” is about both; “not only academics” alone asks for nothing."""
        place = self.place + 1
        while (ahead := self.at(place)) and not ahead.any("stop"):
            if ahead.word == "but":
                self.keep(replace(piece, kinds=frozenset(("glue",))))
                return True
            place += 1
        return self.open_needless(piece)

    def take_needless(self, piece: Piece) -> bool:
        """“Need not speak French” asks for nothing, nor does “French is not needed”; what is wished for stays so."""
        behind = piece.any("needless behind")
        why = ACCEPTED if piece.any("needless behind", "accepted") else NEEDLESS
        ends = self._ends_here or (self.following is not None and self.following.any("reason why", "or else"))
        if ends and not self._anything_said:  # “Peru preferred, but *not essential*”
            return piece.any("needless after") and self._soften_last(piece)
        if ends and behind and self.excluded:  # “no beginners *accepted*”
            return True
        if ends:
            return piece.any("needless after", "needless behind") and self.take_back(why)
        return not behind and self.open_needless(piece, why)

    def _soften_last(self, piece: Piece) -> bool:
        """Let what stands right before be only wished for: “someone in Peru, *no biggie if not*”."""
        last = self.read.items[-1] if self.read.items else None
        if last and not last.wanted.excluded and not any(map(says_something, self._between(last.end, piece.start))):
            self.read.items[-1] = replace(last, wanted=replace(last.wanted, hard=False))
        return True

    def _between(self, start: int, end: int) -> list[Piece]:
        return [one for one in self.cut if start <= one.start < end]

    def open_needless(self, piece: Piece, why: str = NEEDLESS) -> bool:
        """Let what follows be not needed."""
        self.flush()
        self.excluded, self.needless, self.cue_at = False, why, piece.start
        return True

    def take_back(self, why: str = NEEDLESS) -> bool:
        """Let what the clause said so far be not needed; but a first topic is what people are wanted for."""
        if self.says and not (self.read.topics or self.read.items):
            return False
        self.needless = why
        self.flush(keeps=True)
        self.needless, self.excluded = "", False
        late = self.read.items[self.since :]
        self.read.items[self.since :] = [one for one in late if not one.wanted.hard]
        self.read.aside += [(one.start, one.end, why) for one in late if one.wanted.hard]
        return True

    # --- not wanted -------------------------------------------------------------------------------------------------

    def take_exclusion(self, piece: Piece) -> bool:
        """Let what follows be left out, where it is people who are spoken of."""
        within = piece.any("without") or piece.word == "instead of"
        if within and self.says and not self._says_of_people(piece):
            return False
        if (piece.any("not") and not self.stands_apart()) or (piece.any("no") and not self._leaves_out()):
            return False
        if piece.any("exclusion of a name") and not piece.any("exclusion") and not self._excepts_a_name():
            return False
        if self.needless and self.before is not None and self.before.word == "if":  # “no biggie *if not*”
            return True
        twice = self.excluded and not self.says and self.denied_at >= 0
        self.flush(keeps=True)
        self.frame, self.excluded, self.excepted = "topic", not twice, piece.any("exclusion", "exclusion of a name")
        self.needless, self.denier = "", self._words_of(piece)
        self.past = self._is_of_the_past(piece)
        if piece.any("rather"):  # “a baker *rather than* a chef”
            self.hard = False
        self.denied_at = self.cue_at = piece.start
        self.mark()
        return True

    def take_exclusion_of_employer(self, piece: Piece) -> bool:
        """“Who is *not employed by* a bank” leaves out by the employer; but “they are *not employed by us*” by what
        stands before it."""
        following = self.following
        if following is None or following.any("comma", "stop"):
            return False
        if following.word in _WHO_ASKS:
            return self.take_exclusion_after(piece)
        self.take_exclusion(replace(piece, kinds=frozenset(("exclusion",))))
        self.frame = "employer"
        return True

    def take_exclusion_after(self, piece: Piece) -> bool:
        """“People from Kenya *excluded*” leaves out what stands before it in the clause."""
        following = self.following
        told = following is not None and (following.word in (*_WHY, *_WHO_ASKS) or following.any("reason why", "lead"))
        described = self.before is not None and self.before.word in _DESCRIBES  # “farmers *who* cannot apply for loans”
        if not (self._ends_here or told) or not self._anything_said or described:
            return False
        self.excluded = self.says
        self.flush(keeps=True)
        late = self.read.items[self.since :]
        self.read.items[self.since :] = [_left_out(one) for one in late]
        self.excluded = False
        self.mark()
        return self._explain(self.place) if told else True

    def take_nobody(self, piece: Piece) -> bool:
        """“Nobody from Kenya” leaves people out; “nobody here speaks English” tells of somebody else."""
        if self.says:
            return False
        self.flush()
        if piece.word not in ("none", "noone") and (verb := self._verb_ahead()) is not None:
            return self._explain(verb)
        self.excluded, self.denied_at, self.cue_at = True, piece.start, piece.start
        return True

    def take_reason(self, piece: Piece) -> bool:
        """“Because nobody there speaks English” tells why, up to the next comma, and asks for nothing; but what a
        matter comes from is a part of it: “fish moving *because of climate change*”."""
        if (not self.says and not self.read.topics and not self.read.items) or self._is_cause(piece):
            return False
        self.flush()
        return self._explain(self.place)

    def _is_cause(self, piece: Piece) -> bool:
        """Whether “because of” goes on with something that people here know about, behind a matter and not behind
        people, who are wanted for a reason."""
        matter = next((one for one in reversed(self.pending) if says_something(one)), None)
        said = f"{piece.word} {self._word_at(1)}"
        if matter is None or is_role(matter.word) or self.excluded or said != "because of":
            return False
        behind = takewhile(lambda one: not one.any("comma", "stop"), self.cut[self.place + 2 :])
        words = [one.word for one in behind if one.any("word")]
        told = self._word_at(2) in _WHO_ASKS or any(word in GROUPS["finite"] for word in words)
        return not told and any(stem(word) in self.collection.topic_stems for word in words)

    def _word_at(self, ahead: int) -> str:
        piece = self.at(self.place + ahead)
        return piece.word if piece else ""

    def _explain(self, reached: int) -> bool:
        start = self.place + 1
        while (ahead := self.at(reached + 1)) and not ahead.any("comma", "stop") and ahead.word != "but":
            reached += 1
        if start <= reached:
            self.read.explained.append((self.cut[start].start, self.cut[reached].end))
        self.place = reached
        return True

    def _verb_ahead(self) -> int | None:
        """Return where a statement of nobody has its verb, perhaps behind a place: “nobody in Maradi *speaks* …”."""
        place = self.place + 1
        while (ahead := self.at(place)) and ahead.word not in GROUPS["finite"]:
            where = ahead.found or ahead.any("at place", "glue") or ahead.word in GROUPS["here"]
            if not where or ahead.word in _DESCRIBES:
                return None
            place += 1
        return place if ahead else None

    def begins_a_verb(self, following: Piece | None) -> bool:
        """Whether “and” goes on with what people do, to which “not” does not reach: “isn't a man and *teaches* …”."""
        if not self.excluded or following is None or not _SINGULAR.fullmatch(self.denier):
            return False
        behind = self.at(self.place + 2)
        goes_on = behind is not None and not behind.any("comma", "stop") and behind.word not in _ENDS
        if not goes_on or not _FINITE.match(following.word) or is_role(following.word):
            return False
        return following.any("frame") or self.frame == "topic"

    def keep(self, piece: Piece) -> None:
        """Keep a word; but in a question what people did is asked behind who is left out: “has anybody who isn't a
        lawyer *handled* …?”."""
        if self.excluded and piece.any("word") and self._is_asked_to_have_done(piece):
            self.flush()
            self.begin_clause()
        super().keep(piece)

    def _is_asked_to_have_done(self, piece: Piece) -> bool:
        last = self.pending[-1] if self.pending else None
        if last is None or not is_role(last.word) or not (piece.any("frame") or piece.word.endswith("ed")):
            return False
        begins = next((at for at in range(self.place, 0, -1) if self.cut[at - 1].any("stop")), 0)
        return self.cut[begins].word in _ASK_FIRST

    def _is_of_the_past(self, piece: Piece) -> bool:
        """Whether words speak of what people once did: “has *never* worked for …”, “no *history* with …”."""
        said = [piece.word, self.following.word] if self.following else [piece.word]
        return any(word in GROUPS["past"] for one in said for word in one.split())

    def _words_of(self, piece: Piece) -> str:
        before, after = self.before, self.following
        said = f"{before.word} {piece.word}" if before and piece.word == "not" else piece.word
        return "" if after and after.word in _ASIDE else said

    def _excepts_a_name(self) -> bool:
        """Whether “bar” excepts a name from a larger one: “Africa *bar* Kenya”; or people from all: “anyone *save*
        Ann”."""
        before, place = self.before, self.place + 1
        while (after := self.at(place)) and after.any("glue") and not after.found:
            place += 1
        if before is None or after is None or before.word in GROUPS["anybody"]:
            return before is not None and after is not None
        return before.found is not None and after.found is not None and after.found.wanted.kind in _NAMES

    def excepts_a_part(self, following: Piece | None) -> bool:
        """Whether “but” excepts a place from the larger one before it: “West Africa *but* Ghana”."""
        named = [one.found.wanted for one in (self.before, following) if one and one.found]
        whole, part = (wanted_place(one) if one.kind == "place" else None for one in (*named, *_NOTHING)[:2])
        return bool(whole and part and lies_in(part, whole))

    def _says_of_people(self, piece: Piece) -> bool:
        """Whether “without” leaves people out, and is not part of the topic: “without French”, “without ties to …”."""
        ahead = [one for place in (1, 2, 3) if (one := self.at(self.place + place))]
        whose = max((place for place, one in enumerate(self.pending) if one.word == "who"), default=0)
        described = whose > 0 and describes(self.pending[:whose])
        asked = any(one.any("frame after", "of language", "credential", "employer") or one.found for one in ahead)
        words = [one for one in ahead if one.any("word")][:1]
        asked = asked or (piece.word == "instead of" and any(is_role(one.word) for one in ahead))
        if (asked and not described) or not words:
            return asked
        if within_id(self.said(piece.start, words[0].end)) in self._without:
            return True
        self.read.within.append((piece.start, words[0].end))
        return False

    def _begins(self, words: Sequence[str]) -> bool:
        before = self.before
        signs = ("comma", "stop", "person", "speaks", "wish before", "must before")
        return before is None or before.any(*signs) or before.word in words

    def _leaves_out(self) -> bool:
        """Whether “no” says who is not wanted, though perhaps no sign parts it: “baker 10 years *no* lawyers”."""
        before, after = self.before, self.following
        if self._begins(_BEFORE_NO) or before is None or after is None:
            return True
        ends = before.found is not None or is_role(before.word)
        return ends and (after.found is not None or is_role(after.word) or self.names_kind(after))

    def stands_apart(self) -> bool:
        """Whether “not” says who is not wanted; else it tells of something that is not so (“does not start”)."""
        if self.says and ((self.before and is_role(self.before.word)) or self.excluded):
            return True  # “plumber *not* heating *not* gas”
        if self.says and not self._speaks_of_people():
            return False
        if self._begins(_BEFORE_NOT):
            return True
        place = self.place + 1
        while (after := self.at(place)) and after.word in _BEING:  # “may not *be* from”
            place += 1
        return after is not None and (
            after.found is not None or after.any("at place", "employer", "speaks", "seniority")
        )

    def _speaks_of_people(self) -> bool:
        """Whether the words so far end in people, “lawyers *who* are not …”, “*but* not …”, and not in a thing."""
        for piece in reversed(self.pending):
            if piece.word in ("who", "but", "and", "or", "nor"):
                return True
            if piece.word in _MODALS:
                continue
            if piece.any("word", "person"):
                return is_role(piece.word)
        return True


def _left_out(one: Item) -> Item:
    """“Over 30 years excluded” is 30 at most; anything else is excluded, whatever was said of it."""
    wanted = replace(one.wanted, excluded=False).denied
    return replace(one, wanted=replace(wanted, hard=one.wanted.hard or wanted.excluded))
