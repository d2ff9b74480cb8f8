"""Whether what was recognised in a request is asked of people, by what stands beside it, or belongs to a topic."""

from __future__ import annotations

import re
from dataclasses import replace

from core.language.atlas import comparable
from core.language.gazetteer import place_of, stands_alone
from core.language.lexicon import alternatives
from core.language.names import plain_name
from core.systems.expert_search.requirements.cells.organisations import is_kind, kinds_in_words
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS, Found, Piece
from core.systems.expert_search.requirements.grammar.places import is_landscape
from core.systems.expert_search.requirements.grammar.runs import ends_a_name, says_something
from core.systems.expert_search.requirements.grammar.walk import AT_WORK, Walk
from core.systems.expert_search.requirements.requirement import Requirement

_BEFORE_PLACES = ("the", "and", "around", "or", "near", "either", "in", "anywhere", "somewhere")
_AWAY = ("a", "an", "of", "on", "about", "for", "from", "to", "into", "by", "than", "like", "the", "between")
_LIKE = ("like", "than", "as", "to")
_ALIKE = re.compile(
    rf"\s*,?\s*or\s+(?P<who>(?:\w+\s+){{0,2}})(?:{alternatives(GROUPS['alike'])})(?:\s+(?:to|with))?"
    r"(?:\s+(?:her|him|them|she|he))?(?!\w)",
    re.IGNORECASE,
)
_ANYBODY = alternatives(GROUPS["anybody"] | {"someone", "somebody", "others"})
_LIKE_THEM = re.compile(  # “Ann, and whether there is *anyone similar to her*”
    rf"[^;\n]{{0,60}}?\b(?:(?:{alternatives(GROUPS['alike'] | GROUPS['takes the place'] | {'replace', 'succeed'})})"
    rf"(?:\s+(?:to|as|with))?\s+(?:her|him|them)|(?:{_ANYBODY})(?:\s+else)?"
    rf"\s+(?:{alternatives(GROUPS['alike'] - {'like', 'such'})})(?:\s+(?:to|as|with)\s+(?:her|him|them))?)(?!\w)",
    re.IGNORECASE,
)
_PLACES = ("place", "near", "outside")
_BE = (["be"], ["is"], ["are"], ["isn't"], ["aren't"], ["being"], ["born"])
_WHO = ("who", "that", "they", "he", "she")
_CLOSING = ("must after", "wish after", "exclusion after", "needless after")
_OF_PEOPLE = ("of a nationality", "kind of employer")
_JOINTS = ("and", "or", "nor", "but")
_OF_PLACE = ("place part", "of a nationality")
AT_TASK = "where the task is: who is there is preferred"
_ARTICLES = ("the", "a", "an", "any", "some")
_BEFORE_KIND = 3  # words of “a small commercial bank”
_AHEAD = 6  # pieces that are looked ahead

OTHERS = "taken to ask for others"


class Recognising(Walk):
    """A walk that tells where people are from a place in the name of a thing, a language spoken from one studied."""

    def take_recognised(self, piece: Piece) -> None:
        """Take what was recognised for what it is asked for as; as a word of a topic where it is none."""
        found = self.meant(self.place)
        if found is None and piece.found and piece.found.wanted.kind == "person":
            self._take_likeness(piece)
        elif found is None:
            self.keep(piece)
        else:
            frame, cue, denied, said = self.frame, self.cue_at, self.denied_at, self.says
            self.flush(keeps=True)
            self.cue_at, self.denied_at = (-1, -1) if said else (cue, denied)
            wanted = found.wanted
            if wanted.kind == "place":
                near = wanted.near or (frame == "near" and not is_landscape(wanted.value))
                wanted = replace(wanted, near=near, excluded=frame == "outside")
            self.add(wanted, piece.start, self._end_of(piece, wanted.kind), found.assumed)
            self._prefer_at_task(wanted.kind)

    def _prefer_at_task(self, kind: str) -> None:
        """Let people only preferably be where the task is that they are wanted for."""
        if kind == "place" and self.at_task and self.hard is None and self.read.items:
            last = self.read.items[-1]
            self.read.items[-1] = replace(last, wanted=replace(last.wanted, hard=False), assumed=AT_TASK)

    def _alike_behind(self, found: Found) -> int:
        """Return where “or anyone similar” ends behind somebody's name, 0 where it does not stand there."""
        if found.wanted.kind == "person" and (likewise := _LIKE_THEM.match(self.text, found.end)):
            return likewise.end()
        alike = _ALIKE.match(self.text, found.end)
        who = alike["who"].lower().split() if alike else []
        return alike.end() if alike and GROUPS["person"].union(GROUPS["anybody"]).issuperset(who) else 0

    def _take_likeness(self, piece: Piece) -> None:
        end = self._alike_behind(piece.found) if piece.found else 0
        before = self.pending.pop() if self.pending and not end else piece
        piece = replace(piece, end=max(piece.end, end))
        while (following := self.following) and following.end <= end:
            self.place += 1
        if self.pending and before.word == "to" and self.pending[-1].word in GROUPS["alike"]:
            before = replace(before, start=self.pending.pop().start)
        self.says = any(map(says_something, self.pending))
        self.flush(keeps=True)
        headline = self.collection.headlines.get(piece.found.wanted.value, "") if piece.found else ""
        if not headline or self.excluded or before.word == "than":
            self.read.likeness.append((before.start, piece.end))
            return
        self.add(Requirement("topic", headline), before.start, piece.end, f"searched for as “{headline}”")
        if piece.found and not end:  # “somebody like her”, “a stand-in for her”
            guess = "" if before.any("takes the place") else OTHERS
            self.add(replace(piece.found.wanted, excluded=True), before.start, piece.end, guess)

    def meant(self, place: int) -> Found | None:
        """Return what the piece there is asked for as; None where it is part of a topic."""
        found = self.cut[place].found
        while found and not self._is_asked(found, place):
            found = found.other
        return found

    def _is_asked(self, found: Found, place: int) -> bool:
        before = self.at(place - 1)
        if found.sure:
            return True
        if found.wanted.kind == "language":
            return self._is_spoken(found, before, self.at(place + 1))
        if found.wanted.kind == "place":
            return self._is_where(found, before, place)
        if found.wanted.kind == "organisation" and plain_name(found.wanted.value) in kinds_in_words():
            return self._is_kind_asked(place)
        if found.wanted.kind == "organisation" and plain_name(found.wanted.value) not in self.collection.organisations:
            following = self.at(place + 1)
            goes_on = following is not None and (following.any("word") or following.word == "of")
            return self.frame == "employer" and not self.says and not goes_on
        like = before is not None and (before.word in _LIKE or before.any("takes the place"))
        return not (found.wanted.kind == "person" and (like or self._alike_behind(found)))

    def _is_kind_asked(self, place: int) -> bool:
        """Whether a kind of organisation is one of the people wanted, or not: “tax for the *self-employed*” is no."""
        if self.excluded or self.needless or self.hard is not None or self.frame == "employer":
            return not self.says
        behind = place + 1
        while (following := self.at(behind)) and following.any("person", "glue"):
            behind += 1
        asked = ("exclusion after", "needless after", "wish after", "must after")
        return (following is not None and following.any(*asked)) or self._stands_between_signs(place)

    def _stands_between_signs(self, place: int) -> bool:
        """Whether being one's own boss is told between two signs: “a potter, *self-employed*, in Peru”."""
        before, following = self.at(place - 1), self.at(place + 1)
        ends = following is None or following.any("comma", "stop")
        begins = before is None or before.any("comma", "stop")
        return begins and ends and plain_name(self.cut[place].word) in GROUPS["own boss"]

    def is_from_somebody(self, piece: Piece) -> bool:
        """Whether “from” says whose people are meant: “not from the ministry”, “someone from the bank”."""
        after, before = self.following, self.before
        if after is None or after.any("stop", "comma"):
            return False
        of_them = (self.excluded or self.needless) and not self.says and piece.word != "in"
        article = after.word in _ARTICLES
        named = self.at(self.place + 1 + article)
        called = named.found.wanted if named and named.found and piece.word != "in" else None
        people = before is not None and (before.any("person") or is_role(before.word))
        begins = before is None or before.any("comma", "stop") or people
        if of_them or (called and called.kind == "organisation" and (begins or self._is_full_name(called.value))):
            return True
        if before and before.any("person") and article and piece.word == "from":
            return True
        people = people and (article or piece.word != "in")  # “an expert *in* hospitals” knows about them
        return (people or self._works()) and self._names_kind_of_employer(self.place + 1 + article)

    def _is_full_name(self, name: str) -> bool:
        return plain_name(name) in self.collection.organisations

    def _works(self) -> bool:
        """Whether people are said to work somewhere: “nurses who *work in* hospitals”."""
        doing = self.cut[self.place].word.split()[0]
        return (self.before.word if self.before and doing == "in" else doing) in AT_WORK

    def _names_kind_of_employer(self, place: int) -> bool:
        """Whether a kind of organisation is named there: “someone at *a ministry*”, “who in *a small bank*”."""
        for ahead in range(place, place + _BEFORE_KIND):
            piece, following = self.at(ahead), self.at(ahead + 1)
            if piece is None or not piece.any("word"):
                return False
            if self.names_kind(piece):
                if self.cut[self.place].word.split()[-1] == "in" and not is_kind(piece.word):  # “in the water *sector*”
                    return False
                return following is None or not following.any("word") or following.any("frame")
        return False

    def _is_spoken(self, found: Found, before: Piece | None, following: Piece | None) -> bool:
        said = following is not None and following.any("of language") and not following.any("glue")
        if said or (self.frame == "language" and not self.says):
            return True
        if found.adjective:  # francophone
            return not (following and following.any("word") and not is_role(following.word))
        of_people = self.excluded and found.wanted.value.endswith("ese") and self.frame == "topic"  # “no Vietnamese”
        if not ends_a_name(following) or (found.other and (_says_what_people_are(before) or of_people)):
            return False
        if before is None or _names_people(before):  # “an interpreter Dari or Pashto”
            return True
        if before.kinds == {"word"} or before.word in _AWAY:
            return False
        return before.word not in ("and", "or") or self.last_kind == "language"

    def _is_where(self, found: Found, before: Piece | None, place: int) -> bool:
        following = self.at(place + 1)
        if (
            found.wanted.is_bounded
            or found.wanted.near
            or (following and (following.word == "based" or _names_people(following)))
        ):
            return True
        if found.adjective:
            return found.people or self._is_one_of_adjectives(place) or self._is_of_people(before, place)
        if not ends_a_name(following) or (following and following.word == "of"):
            return False
        if before is None or (not self.says and (self.excluded or self.frame in _PLACES)):
            return True
        if before.any("comma", "stop", "wish before", "must before") or self._is_behind_people(found, before, place):
            return True
        listed = before.word in ("and", "or", "nor", "but", "not") and self.last_kind == "place"
        return listed or self._closes_a_topic(before, following, place)

    def _closes_a_topic(self, before: Piece, following: Piece | None, place: int) -> bool:
        """Whether a place stands bare behind all words of a topic: “food security *Horn of Africa*”, and not in
        “history of modern Turkey” or “Air France”."""
        ends = following is None or following.any("comma", "stop") or following.word in _JOINTS
        plain = all(one.any("word") for one in self.pending) and self.text[before.start].islower()
        return ends and plain and before.any("word") and self._is_plainly_a_place(place)

    def _is_behind_people(self, found: Found, before: Piece, place: int) -> bool:
        """Whether a place stands behind people without a word that ties it: “car mechanic Ghana”, “a team for Peru”."""
        people = self.at(place - 2)
        if before.word == "for":
            return people is not None and people.any("person")
        return _names_people(before) and self._is_plainly_a_place(self.place)

    def _is_plainly_a_place(self, place: int) -> bool:
        """Whether a name has a capital, or is a country or a region that means nothing else: “plumber *spain*”."""
        piece = self.cut[place]
        if self.text[piece.start].isupper():
            return True
        named = place_of(piece.word) if piece.found else None
        return named is not None and named.level in ("country", "region") and stands_alone(comparable(piece.word))

    def _is_of_people(self, before: Piece | None, place: int) -> bool:
        """Whether an adjective by itself is one of people: “no *Senegalese*”, “an *Indian* national”, “a *German*
        firm”, “somebody from *Danish* catering”, “a *Ghanaian* lorry owner”."""
        following, second = self.at(place + 1), self.at(place + 2)
        ends = following is None or following.any("comma", "stop", *_CLOSING) or following.word in _JOINTS
        ends = ends or _names_again(following)
        if before is not None and _says_what_people_are(before):
            subject = self.at(place - 2)
            return ends and (not self.says or (subject is not None and subject.word in _WHO))
        if before is None or any(says_something(one) and not one.any("seniority") for one in self.pending):
            return following is not None and not self.says and following.any(*_OF_PEOPLE)
        if following is not None and (following.any(*_OF_PEOPLE) or (before.word == "from" and following.any("word"))):
            return True
        if before.word in ("a", "an") and following and following.kinds == {"word"} and not self._is_language(place):
            return _names_people(second)
        asked = self.excluded or self.hard is not None or before.any("comma") or before.word in ("a", "an")
        return ends and (asked or (before.word in _JOINTS and self.last_kind == "place"))

    def _is_language(self, place: int) -> bool:
        found = self.cut[place].found
        return found is not None and found.wanted.kind == "language"

    def _is_one_of_adjectives(self, place: int) -> bool:
        """Whether an adjective is one of several before people: “a *French* or Belgian lawyer”."""
        joint, other, people = (self.at(place + ahead) for ahead in (1, 2, 3))
        joined = joint is not None and joint.word in ("or", "and") and other is not None and other.found is not None
        return joined and (other.found.other or other.found).adjective and people is not None and is_role(people.word)  # type: ignore[union-attr]

    def _end_of(self, piece: Piece, kind: str) -> int:
        """Where something ends with the words behind it that belong to it: “French *-speaking*”, “Nairobi *based*”."""
        end, after = piece.end, {"language": ("of language",), "place": _OF_PLACE}.get(kind, ())
        while (following := self.following) and following.any(*after) and not following.any("wish after", "must after"):
            end = following.end
            self.place += 1
        return end

    def place_follows(self, place: int) -> bool:
        """Whether the name of a place stands there, perhaps behind “the” or “either”, as a name of its own."""
        ahead = place + _AHEAD
        while place < ahead and (piece := self.at(place)) and piece.word in _BEFORE_PLACES:
            place += 1
        piece, following = self.at(place), self.at(place + 1)
        found = (piece.found.other or piece.found) if piece and piece.found else None
        is_name = found is not None and found.wanted.kind == "place" and not found.adjective
        return is_name and (ends_a_name(following) or _names_people(following))

    def language_follows(self, place: int) -> bool:
        """Whether a language stands there, perhaps behind “good” or “both”, and no topic that is called by it."""
        ahead = place + _AHEAD
        while (
            place < ahead and (piece := self.at(place)) and piece.any("degree of language", "glue", "not", "no", "lead")
        ):
            place += 1
        piece, following = self.at(place), self.at(place + 1)
        spoken = piece is not None and piece.found is not None and piece.found.wanted.kind == "language"
        return spoken and (ends_a_name(following) or (following is not None and following.any("of language")))

    def credential_follows(self) -> bool:
        """Whether what stands behind “with” is a certificate: “a PMP”, “a diving licence”."""
        article = False
        for place in range(self.place + 1, self.place + 1 + _AHEAD):
            piece = self.at(place)
            if piece is None or piece.found or piece.any("comma", "stop") or piece.word in ("and", "or", "in", "for"):
                return False
            article = article or piece.word in ("a", "an")
            capitals = sum(letter.isupper() for letter in self.text[piece.start : piece.end]) > 1
            if piece.any("credential") or (article and capitals):
                return True
        return False

    def take_certificate_before(self, piece: Piece) -> bool:
        """Take the name before a word for certificates: “*PMP* certified manager”."""
        name = self.pending[-1] if self.pending else None
        if piece.word not in GROUPS["certified"] or name is None or not name.any("word"):
            return False
        if not self.text[name.start : name.end].isupper():
            return False
        self.pending.pop()
        self.flush(keeps=True)
        self.add(Requirement("skill", self.said(name.start, name.end)), name.start, piece.end)
        return True


def _says_what_people_are(before: Piece | None) -> bool:
    """Whether what follows says what people are, and not what they speak: “must *be* Danish”, “who *isn't* French”."""
    return before is not None and before.word.split()[-1:] in _BE


def _names_again(piece: Piece | None) -> bool:
    """Whether people are spoken of again: “Danish *for the cook*”."""
    return piece is not None and piece.found is not None and piece.found.role >= 0


def _names_people(piece: Piece | None) -> bool:
    return piece is not None and piece.any("word", "person") and is_role(piece.word)
