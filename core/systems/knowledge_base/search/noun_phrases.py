"""The things, times and places that a question names, and another one in the place of one of them.

English grammar by its small words: determiners, prepositions, auxiliaries and pronouns part what they do not hold. Of
the other words the one that takes “-ing” most often for how often it stands is the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.language.dictionary import is_graded, is_participle, verb_share
from core.language.lexicon import word_groups, word_map

_CLASS_OF = {word: kind for kind, group in word_groups("small_words").items() for word in group}
_TIME_WORDS = word_groups("time_words")
_INSIDE = r"(?:(?:[\w.'’/&-]|(?<=\d),(?=\d))*[\w+#])?"
_WORD = re.compile(rf"(?<!\S)[.-]{{0,2}}\w{_INSIDE}|\w{_INSIDE}|[^\w\s]")
_BE = frozenset(["is", "are", "was", "were", "be", "been"])
_NUMBERS = {"is": "are", "was": "were", "does": "do", "has": "have"}
_COUNTS = frozenset(["many", "much"])
_ASKED = _COUNTS | {"what", "which"}
_ONE = frozenset(["one", "ones"])
_DEFINITE = frozenset(["the", "my", "your", "our", "his", "her", "their", "this", "that", "these", "those"])
_OWNS = frozenset(["with", "without"])  # a truck with a trailer
_LEADS_ON = frozenset(["of", "for", "on", "to"])  # the guarantee on a piano
_WHEN = frozenset(["during", "before", "after", "until", "till", "since"])
_WHERE = frozenset(["in", "at", "on", "near", "inside", "outside", "under", "behind", "into", "onto"])
_PRONE = 0.03  # how much of a word's use is with “-ing” where it is a verb behind “to”
_BARE = 2  # words that follow “and” without a determiner: more may be a clause


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    end: int
    kind: str  # as in `assets/lexicon/small_words.csv`, "" for any other word, "verb" for what is said of a thing


@dataclass(frozen=True)
class _Phrase:
    """A thing as it stands in a text, from its determiner to its end, and the preposition that leads to it.

    `leads_on` says that it only tells what of another one is asked for: the guarantee on a piano; `subject` that it
    stands behind an auxiliary.
    """

    words: tuple[_Word, ...]
    place: int  # of its first word among all words
    determiner: str = ""
    preposition: _Word | None = None
    after: tuple[_Word, ...] = ()
    leads_on: bool = False
    subject: bool = False

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return (self.after or self.words)[-1].end

    @property
    def head(self) -> str:
        return self.words[-1].text

    @property
    def definite(self) -> bool:
        return self.determiner in _DEFINITE

    @property
    def bare(self) -> bool:
        return not self.determiner

    @property
    def kind(self) -> str:
        """What a phrase with a preposition tells: "time", "place", or the preposition itself."""
        said = self.preposition.text.lower() if self.preposition else ""
        if said in _WHEN or _is_time(self.words[-2 if self.head.isdigit() else -1 :][0].text):
            return "time"
        return "place" if said in _WHERE else "with" if said in _OWNS else said


def names_things(text: str) -> bool:
    """Whether a text is nothing but a thing, a time or a place: “a truck with a trailer”, “in winter”, “bees”."""
    return bool(_parts(text))


def swapped(question: str, other: str) -> str:
    """Return a question with another thing, time or place in the stead of the one that it names in like words.

    A time or a place that it does not name yet is added. "" where there is no clean place.
    """
    for part in _parts(other):
        question = _with(question, part, other)
        if not question:
            return ""
    return question if _parts(other) else ""


def _with(question: str, part: _Phrase, other: str) -> str:
    words = _words(question, predicates=True)
    phrases = list(_plain(words))
    if part.preposition or part.kind == "time":
        start = part.preposition.start if part.preposition else part.start
        return _at_like_place(question, phrases, part, other[start : part.end])
    target = _target(list(_attached(phrases)), part)
    if target is None:
        return ""
    anew = _for_one(part, target, other) if part.head.lower() in _ONE else other[part.start : part.end]
    end = target.end
    if part.head.lower() in _ONE and not part.after and target.after:
        end = target.words[-1].end  # “a large one” of a cup of tea
    begin = question[: target.start]
    if target.place and (before := words[target.place - 1]).kind == "auxiliary" and not target.preposition:
        begin = question[: before.start] + _agreeing(before.text, anew, part) + question[before.end : target.start]
    return begin + anew + question[end:]


def _at_like_place(question: str, phrases: Sequence[_Phrase], part: _Phrase, said: str) -> str:
    like = [one for one in phrases if one.preposition and one.kind == part.kind]
    if not like:
        end = len(question.rstrip(" ?.!)"))
        return f"{question[:end]} {said}{question[end:]}"
    last = like[-1]
    keeps = part.preposition is None and not any(word.text.lower() in _TIME_WORDS["pointing"] for word in part.words)
    start = last.start if keeps or last.preposition is None else last.preposition.start
    return question[:start] + said + question[last.end :]


def _target(phrases: Sequence[_Phrase], part: _Phrase) -> _Phrase | None:
    """Return the phrase most like another one: of the same head, then of a like determiner and number.

    One without a preposition stands for one without: for the subject, or else for the last of them; and one without a
    determiner, too, sooner for a thing than for the place where it is (“in godown”).
    """
    things = [one for one in phrases if one.kind != "time" and one.determiner not in ("what", "which")]
    asked = [one for one in things if one.determiner == "how many"]
    if any(one.place > asked[0].place and not one.preposition for one in things if asked and one not in asked):
        things = [one for one in things if one not in asked]  # “How many eggs do hens lay?” is about hens
    found = [
        (
            _same_head(one, part),
            not one.leads_on,
            one.kind != "place" or not part.bare,
            likeness,
            one.preposition is None,
            one.subject,
            one.place,
            one,
        )
        for one in things
        if (likeness := _likeness(one, part)) or _same_head(one, part)
    ]
    return max(found, key=lambda one: one[:-1])[-1] if found else None


def _likeness(one: _Phrase, other: _Phrase) -> int:
    """Say how like two things are by their determiners and numbers; 0 where one cannot stand for the other."""
    if one.determiner == "how many":
        return 4 * (other.bare and (_is_plural(other.head) or other.head.lower() in _ONE))
    if other.bare and other.head.lower() != "one":
        named = one.head[0].isupper() and other.head[0].isupper()
        return 4 if named else 1 if one.definite else 2 + (one.bare and _is_plural(one.head) == _is_plural(other.head))
    if one.definite == other.definite:
        return 3 if other.definite or not one.bare else int(one.head[0].islower())
    return 0 if one.bare else 2 if one.preposition or one.definite else 1


def _same_head(one: _Phrase, other: _Phrase) -> bool:
    return _singular(one.head) == _singular(other.head)


def _for_one(part: _Phrase, target: _Phrase, other: str) -> str:
    """Return what “a used one” stands for: with the head of the thing it replaces, and what makes one word with it."""
    noun = [word.text for word in target.words[:-1] if not word.kind]
    while noun and _is_said(noun[0].lower(), graded=True):
        noun = noun[1:]
    head = target.head
    if part.head.lower() == "ones" and not _is_plural(head):
        head += "s"
    elif part.head.lower() == "one" and _is_plural(head):
        head = _singular(head)
    before = other[part.start : part.words[-1].start].strip() or ("a" if part.head.lower() == "one" else "")
    return " ".join(filter(None, [before, *noun, head, other[part.words[-1].end : part.end].strip()]))


def _agreeing(auxiliary: str, anew: str, part: _Phrase) -> str:
    """Return an auxiliary in the number of the thing behind it."""
    single = {several: one for one, several in _NUMBERS.items()}
    several = part.determiner not in ("a", "an") and _is_plural(anew.split()[len(part.words) - 1])
    put = (_NUMBERS if several else single).get(auxiliary.lower(), auxiliary)
    return put.capitalize() if auxiliary[0].isupper() else put


# --- parts of a text --------------------------------------------------------------------------------------------------


def _parts(text: str) -> list[_Phrase]:
    """Return the things, times and places that a text is made of; none where it says anything else."""
    words = _words(text, predicates=False)
    phrases = list(_attached(_plain(words), always=True))
    held = sum(len(one.words) + len(one.after) + (one.preposition is not None) for one in phrases)
    first = phrases[0] if phrases else None
    if first is None or held != len(words) or any(one.preposition is None for one in phrases[1:]):
        return []
    return [] if first.bare and not first.preposition and len(first.words) > _BARE else phrases


def _words(text: str, *, predicates: bool) -> list[_Word]:
    found = [
        _Word(said, *match.span(), _class_of(said, first=not match.start()))
        for match in _WORD.finditer(text.rstrip(" ?.!"))
        if (said := match.group())
    ]
    for place, word in enumerate(found[:-1]):
        if word.text.lower() == "how" and not found[place + 1].kind:  # how long, how many
            counts = found[place + 1].text.lower() in _COUNTS
            found[place + 1] = replace(found[place + 1], kind="determiner" if counts else "asking")
        elif word.text.lower() in ("what", "which") and not found[place + 1].kind:
            found[place] = replace(word, kind="determiner")
    if predicates:
        for place in _predicates(found):
            found[place] = replace(found[place], kind="verb")
    return found


def _class_of(said: str, *, first: bool) -> str:
    if said[0].isupper() and not first and _is_time(said):
        return ""  # “in May”
    return _CLASS_OF.get(said.lower(), "" if said[-1].isalnum() else ".")


def _plain(words: Sequence[_Word]) -> Iterator[_Phrase]:
    """Give the runs of words that no small word parts, each with its determiner and the preposition before it."""
    place = 0
    while place < len(words):
        begin = place
        determiner = words[begin].text.lower() if words[begin].kind == "determiner" else ""
        place += bool(determiner)
        while place < len(words) and not words[place].kind:
            place += 1
        if place > begin + bool(determiner):
            if determiner in _COUNTS:
                begin, determiner = begin + 1, "how many"
            before = words[begin - 1] if begin else None
            to = before if before and before.kind == "preposition" else None
            subject = before is not None and before.kind == "auxiliary"
            yield _Phrase(tuple(words[begin:place]), begin, determiner, to, (), _leads_on(words, begin, place), subject)
        else:
            place = max(place, begin + 1)


def _leads_on(words: Sequence[_Word], begin: int, end: int) -> bool:
    """Whether a thing only tells what of another is asked for. “The seat of a verb” does so with of and for alone."""
    following = words[end : end + 2]
    if len(following) < 2:
        return False
    if following[0].text == "(":
        return True
    if following[1].kind not in ("", "determiner", "verb"):
        return False
    said = following[0].text.lower()
    return said in (("of", "for") if begin and words[begin - 1].kind == "verb" else _LEADS_ON)


def _attached(phrases: Iterable[_Phrase], *, always: bool = False) -> Iterator[_Phrase]:
    """Give the phrases with what they have: a truck *with a trailer*, a car *of 5 metres*.

    Of what stands `always` with it is also what it belongs to: the lid of the box.
    """
    found = list(phrases)
    while found:
        one = found.pop(0)
        while (
            found and (to := found[0].preposition) and found[0].place == one.place + len(one.words) + len(one.after) + 1
        ):
            other, said = found[0], to.text.lower()
            has = said in _OWNS and (always or one.definite == other.definite)
            measure = said == "of" and other.bare and not one.definite and one.determiner != "how many"
            if not (has or measure or (always and other.kind != "time" and not one.preposition)):
                break
            one = replace(one, after=(*one.after, to, *other.words), leads_on=other.leads_on)
            found.pop(0)
        yield one


# --- what is said of a thing ------------------------------------------------------------------------------------------


def _predicates(words: Sequence[_Word]) -> Iterator[int]:
    """Give the places of verbs and of adjectives that are said of a thing: what does bread *cost*, is it *free*."""
    kinds = [word.kind for word in words] + ["."] * 2
    if not kinds[0]:
        yield 0  # “Explain …”
    for place, word in enumerate(words):
        after = place + 1
        while kinds[after] == "adverb":
            after += 1
        if word.text.lower() in _ASKED and "auxiliary" not in kinds[place:]:
            subject = True  # “Which bus goes to …”
        elif kinds[after]:
            subject = word.kind == "auxiliary" and kinds[after] == "determiner"
        elif word.kind == "pronoun" or (word.text.lower() == "who" and "auxiliary" not in kinds[after:]):
            yield after
            continue
        elif word.kind == "preposition":
            says = word.text.lower() == "to" and verb_share(words[after].text) > _PRONE
            if kinds[after + 1] in ("", "determiner") and (says or words[after].text.endswith("ing")):
                yield after
            continue
        else:
            subject = word.kind == "auxiliary"
        if subject:
            yield from _said_of(words, place, after)


def _said_of(words: Sequence[_Word], opens: int, begin: int) -> Iterator[int]:
    """Give the place of what is said of the things that follow an auxiliary, or “which”, up to the next or the end."""
    end = begin
    while end < len(words) and words[end].kind in ("", "determiner", "preposition", "adverb"):
        if end > begin and words[end].kind == "determiner" and not words[end - 1].kind:
            break  # “Do guests need | a key”
        end += 1
    if end < len(words) and words[end].kind == "auxiliary":
        return  # “should the brakes be checked”: what follows is said behind the next one
    behind = [place for place in range(begin + 1, end) if not words[place].kind and not words[place - 1].kind]
    if words[opens].text.lower() in _BE:
        graded = opens == 0 or words[opens - 1].kind != "asking"
        last = [place for place in [begin, *behind] if place + 1 == end or words[place + 1].kind not in ("",)]
        fits = [place for place in last if not words[place].kind and _is_said(words[place].text.lower(), graded=graded)]
        yield from fits[:1]
    elif behind:
        yield max(behind, key=lambda place: _verb_share(words[place].text, third=words[opens].kind != "auxiliary"))


def _verb_share(word: str, *, third: bool) -> float:
    """Say how much of a verb a word is, also of one that ends in the s of “it goes”."""
    stems = [word, word[:-1], word[:-2]] if third and word.endswith("s") else [word]
    return max(map(verb_share, stems))


def _is_said(word: str, *, graded: bool) -> bool:
    return is_participle(word) or word in word_map("irregular_forms", "base") or (graded and is_graded(word))


def _is_time(word: str) -> bool:
    return any(word.lower() in group or _singular(word.lower()) in group for group in _TIME_WORDS.values())


def _is_plural(word: str) -> bool:
    return _singular(word) != word.lower()


def _singular(word: str) -> str:
    low = word.lower()
    if low in ("children", "people", "mice", "feet", "women", "men"):
        return word_map("irregular_forms", "base").get(low, f"{low} ")
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if re.search(r"(?:s|x|z|ch|sh)es$", low):
        return low[:-2]
    return low[:-1] if low.endswith("s") and not low.endswith(("ss", "us", "is")) else low
