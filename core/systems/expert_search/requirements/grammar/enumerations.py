"""People whom a request lists one after the other: “two dairy farmers and a vet”, “team of two: catering, a medic”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, takewhile

from core.language.clauses import Token, tokens
from core.language.lexicon import alternatives
from core.language.numbers import ORDINALS, number
from core.systems.expert_search.requirements.grammar.amounts import is_of_time, is_role
from core.systems.expert_search.requirements.grammar.pieces import GROUPS

_RANGE_ENDS = re.compile(r"[.!?](?=\s|$)|:(?=\s)|\n|(?<=\s)[-–—](?=\s)")
_OPENS = ":-–—"  # signs behind which items are told
_JOINT = re.compile(
    r"(?:,\s*(?:and\s+(?:also\s+)?|plus\s+|as well as\s+|then\s+)?|;|•|\b(?:and|plus|as well as)\b|&|\+(?=\s))",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:an?|the)\s", re.IGNORECASE)
_OTHERWISE = re.compile(r"\bor\s+(?:an?|one|two)\b", re.IGNORECASE)
_AND_BEFORE = re.compile(r"\b(?:and|plus|as well as)\b|&", re.IGNORECASE)
_IS = ("are", "is", "am", "was", "be", "i'm", "we're")  # “we are a charity”
_WHOSE = ("for", "on")
_ARTICLES = ("a", "an")
_ONE = (*_ARTICLES, "another", "one")
SOMEBODY = ("somebody", "someone", "anybody", "anyone")
_SAME_PERSON = re.compile(
    rf"(?:{alternatives(SOMEBODY)}|(?:an?|one)\s+(?:{alternatives(GROUPS['person'])}))"
    r"\s+(?:who|that|whose|and)\b",  # “and” where what they can do stood between and was read
    re.IGNORECASE,
)
MODALS = ("must", "should", "shall", "may", "might")
_BESIDES = ("also", "then", "further", "besides")
_SEEKING = ("looking", "searching", "wanted", "asking", "search", "look")
_OF_ALL = re.compile(r"\b(?:who|that)\s+(?:are|have|speak|know|live|work|can all)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\W*(?:(?:one|person|place|seat|is|be|can|could|may|should|would)\s+)*"
    rf"(?P<what>{alternatives(GROUPS['left open'])})(?=\s*(?:\Z|[.,;:)\n]|(?:and\s+)?(?:you|we|they|i|to|is|would|will|"
    r"seems?|fits?|works?|goes|looks?|might|may|helps?)\b))",
    re.IGNORECASE,
)
_NOUNS = {"one", *GROUPS["person"]}.difference(SOMEBODY)
_LEFT = ("other", "last", "remaining", *ORDINALS)
_CONDITIONS = GROUPS["of language"] | GROUPS["seniority"] | GROUPS["gender"] | GROUPS["frame"] | GROUPS["person"]
_MOST = 50  # people of one item
_FEWEST = 2  # items of an enumeration


@dataclass(frozen=True)
class Listed:
    """One item of an enumeration, `text[start:end]`: `count` people; `said` is where its number or article ends.

    `for_all` says that what the item tells of people holds of those of all items: “a cook and a baker who speak Greek”.
    """

    start: int
    said: int
    end: int
    count: int
    for_all: bool = False
    role: bool = True


@dataclass(frozen=True)
class Enumeration:
    """The items in their order; `told_before` is where what they are wanted for stands, before a colon or the first of
    them, and `end` where their sentence ends."""

    items: tuple[Listed, ...]
    told_before: tuple[int, int]
    end: int

    @property
    def people(self) -> int:
        """How many are wanted together."""
        return sum(one.count for one in self.items)


def enumeration(
    text: str,
    counted: Sequence[tuple[int, int, int]],
    taken: Sequence[tuple[int, int]],
    conditions: Sequence[tuple[int, int]] = (),
) -> Enumeration | None:
    """Return the first enumeration of people. `counted` are the heads of the text, `taken` places of amounts and names,
    at whose signs nothing ends, `conditions` those of all that people may be asked for beside what they know."""
    before = (0, 0)
    for start, end in _ranges(text, taken):
        behind_colon = before[1] > 0 and text[before[1]] in _OPENS
        stated = [count for place, _, count in counted if before[0] <= place < before[1]] if behind_colon else []
        segments = _segments(text, start, end, taken)
        heads = {place: (end, count) for place, end, count in counted}
        parts = bool(segments) and _tells_of_parts(tokens(text[slice(*segments[0])]))
        read = _part if parts else _item
        found = [one for number, span in enumerate(segments) if (one := read(text, *span, heads, first=not number))]
        if stated and found:
            found = (
                _that_make(text, stated[0], segments) or _that_make(text, stated[0], _joined(text, segments)) or found
            )
        whole, found = _without_whole(text, _without_apposition(text, found))
        found = _without_parts(text, found, conditions)
        if len(found) >= _FEWEST and (parts or _are_people(text, [*whole, *found])):
            led = before
            if not behind_colon:
                led = (start, start if "," in text[start : found[0].start] else found[0].start)
            return Enumeration(tuple(_to_the_next(text, found, end)), led, end)
        before = (start, end)
    return None


def _that_make(text: str, people: int, segments: Sequence[tuple[int, int]]) -> list[Listed]:
    """Return all items if they make so many people together, or else the first that do; none where none do."""
    tries: list[tuple[bool, int, list[Listed]]] = []
    for spans in (segments, _joined(text, segments)):
        named = (_named_only(text, *span) for span in spans)
        found = [one for one in takewhile(lambda one: one is not None, named) if one]
        sums = list(accumulate(one.count for one in found))
        if people in sums[1:]:
            tries.append((sums[-1] != people, len(tries), found[: sums.index(people) + 1]))
    return min(tries)[2] if tries else []


def _joined(text: str, segments: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return segments of which those behind a bare “and” belong to the one before: “toilets *and water*”."""
    joined = [segments[0]]
    for start, end in segments[1:]:
        counts = count_of(tokens(text[start:end])[0]) if tokens(text[start:end]) else 1
        if counts or not re.fullmatch(r"\s*(?:and|&)\s*", text[joined[-1][1] : start], re.IGNORECASE):
            joined.append((start, end))
        else:
            joined[-1] = (joined[-1][0], end)
    return joined


def _ranges(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for sign in _RANGE_ENDS.finditer(text):
        if not any(one <= sign.start() < other for one, other in taken):
            yield start, sign.start()
            start = sign.end()
    yield start, len(text)


def _segments(text: str, start: int, end: int, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for joint in _JOINT.finditer(text, start, end):
        if not any(one <= joint.start() < other for one, other in taken):
            spans.append((start, joint.start()))
            start = joint.end()
    return [(one, other) for one, other in (*spans, (start, end)) if text[one:other].strip()]


def _item(text: str, start: int, end: int, heads: Mapping[int, tuple[int, int]], first: bool) -> Listed | None:
    """Return the people whom a stretch counts and names: “two dairy farmers in Kenya”."""
    words = tokens(text[start:end])
    if not first and (other := _other(words)):
        return Listed(start + words[0].start, start + words[other - 1].end, end, 1, role=False)
    for place, word in enumerate(words):
        count = count_of(word)
        if count and _begins(words[:place], first) and (word.word in SOMEBODY or not _goes_on(words[place + 1 :])):
            said = word.start if word.word in SOMEBODY else word.end
            head_end, heads_count = heads.get(start + word.start, (0, 0))
            between = tokens(text[start + word.end : head_end])
            if between and between[-1].word not in GROUPS["person"]:  # “a couple of”, “2 x”
                return Listed(start + word.start, head_end, end, heads_count)
            named = named_in(words[place:] if word.word in SOMEBODY else words[place + 1 :])
            role = any(is_role(one.word) and (count == 1 or _is_plural(one)) and not one.compound for one in named)
            if not (named or first) and words[place + 1 : place + 2] and words[place + 1].word in _WHOSE:
                role = True  # “one for payroll, *two for* training”
            role = role or (0 < place < len(words) - 1 and not first and is_beside(words[place - 1].word))
            if role or (named and count == 1):
                return Listed(start + word.start, start + said, end, count, role=role)
        if not first and not _leads(word):
            return None
    return None


def _tells_of_parts(words: Sequence[Token]) -> bool:
    """Whether people who were spoken of are told one by one: “*One should* do kilns, two …”."""
    return len(words) > 1 and words[0].word not in _ARTICLES and bool(count_of(words[0])) and _does(words[1])


def _part(text: str, start: int, end: int, heads: Mapping[int, tuple[int, int]], first: bool) -> Listed | None:
    """Return the people whom a stretch counts, where people are told one by one: “two kilns”, “the last one ropes”."""
    words = tokens(text[start:end])
    while words and _leads(words[0]):
        words = words[1:]
    other = _other(words)
    count = 1 if other else count_of(words[0]) if words and words[0].word not in _ARTICLES else 0
    if not count or len(words) < _FEWEST or any(is_of_time(word) for word in words[1:2]):
        return None
    said = words[other - 1].end if other else words[0].end
    return Listed(start + words[0].start, start + said, end, count)


def _other(words: Sequence[Token]) -> int:
    """Return how many words name who is left of several: “*the other*”, “*the last one*”; 0 for none."""
    if len(words) < _FEWEST or words[0].word != "the" or words[1].word not in _LEFT:
        return 0
    return 3 if words[2:3] and words[2].word in _NOUNS else 2


def _without_apposition(text: str, found: list[Listed]) -> list[Listed]:
    """Join to the one person before it what a sign alone parts from them at the end, and tells more of them: “a speaker
    on tides, *someone who* can travel”; but not where a list goes on that no “and” has closed."""
    if len(found) < _FEWEST or any(one.count != 1 for one in found[-_FEWEST:]):
        return found
    *before, one, last = found
    closed = not before or _AND_BEFORE.search(text, before[-1].end, one.start)
    if not closed or text[one.end : last.start].strip() != "," or not _SAME_PERSON.match(text, last.start):
        return found
    return [*before, replace(one, end=last.end)]


def _without_whole(text: str, found: list[Listed]) -> tuple[list[Listed], list[Listed]]:
    """Part those who are told one by one from the number of them all: “*a pair of vets*, one in Peru, the other …”."""
    if len(found) <= _FEWEST and not any(_is_left(text, one) for one in found):
        return [], found
    whole, parts = found[0], found[1:]
    left = any(_is_left(text, one) for one in parts)
    told = sum(one.count for one in parts)
    bare = all(_is_left(text, one) or not (_names_own(text, one) or _ARTICLE.match(text, one.start)) for one in parts)
    if whole.count >= _FEWEST and bare and (told == whole.count or (left and told < whole.count)):
        return [whole], parts
    return [], found


def _without_parts(text: str, found: list[Listed], conditions: Sequence[tuple[int, int]]) -> list[Listed]:
    """Leave out those of whom only conditions are told behind the number of them all: they are some of these, “two
    people for kilns, *one French-speaking*”."""

    def is_part(one: Listed) -> bool:
        joined = text[: one.start].rstrip().endswith((",", ";", "("))
        return joined and one.count < found[0].count and tells_conditions(text, one.said, one.end, conditions)

    return [one for place, one in enumerate(found) if not place or not is_part(one)]


def tells_conditions(text: str, start: int, end: int, conditions: Sequence[tuple[int, int]]) -> bool:
    """Whether words only tell a language, a place, years, a level: a condition of people, and nothing they know."""
    words = [word for word in tokens(text) if start <= word.start < end and word.content]
    return bool(words) and all(
        word.word in _CONDITIONS or any(one <= word.start < other for one, other in conditions) for word in words
    )


def _is_left(text: str, one: Listed) -> bool:
    return _other(tokens(text[one.start : one.end])) > 0


def left_open(text: str, listed: Sequence[Listed]) -> list[tuple[int, int]]:
    """Return where items leave it open who they are: “the last one *whatever you think is useful*”."""
    ends = [(_OPEN.match(text, one.said, one.end), one.end) for one in listed]
    return [(said.start("what"), len(text[:end].rstrip(" ,;.\n"))) for said, end in ends if said]


def _names_own(text: str, one: Listed) -> bool:
    """Whether an item says what its people are, and not only their level."""
    named = named_in(tokens(text[one.said : one.end]))
    return any(is_role(word.word) and word.word not in GROUPS["person"] for word in named)


def _named_only(text: str, start: int, end: int) -> Listed | None:
    """Return what a stretch names behind a colon, whoever they are: “crowd safety”, “2 questionnaire people”."""
    words = tokens(text[start:end])
    if not any(word.content for word in words) or any(word.word in MODALS for word in words):
        return None
    count = count_of(words[0])
    said = words[0].end if count and words[0].word not in SOMEBODY else words[0].start
    return Listed(start + words[0].start, start + said, end, count or 1)


def count_of(word: Token) -> int:
    """Return how many people a word begins with: “*a* cook”, “*two* bakers”; 0 for none."""
    if word.word in _ONE or word.word in SOMEBODY:
        return 1
    is_number = word.word in GROUPS["number"] or word.word.isdecimal()
    count = int(number(word.word) or 0) if is_number and not word.compound else 0
    return count if count <= _MOST else 0


def _begins(before: Sequence[Token], first: bool) -> bool:
    """Whether only words that ask stand before an item; the first may stand behind others, “…, we *need* two cooks”."""
    if not before:
        return True
    last = before[-1].word
    if last in _IS:
        return False
    if last == "for":
        return len(before) > 1 and before[-2].word in _SEEKING
    if last == "have":  # “would like to have a cook”
        return first and any(word.word == "to" or word.word in GROUPS["wanting"] for word in before)
    return _leads(before[-1]) and (first or all(map(_leads, before)))


def _goes_on(behind: Sequence[Token]) -> bool:
    """Whether a number stands for people who are listed before: “two cooks, *one must* speak French”."""
    return bool(behind) and behind[0].word != "to" and _does(behind[0])


def _does(word: Token) -> bool:
    return word.word in MODALS or word.word == "to" or word.word in GROUPS["finite"]


def _leads(word: Token) -> bool:
    """Whether a word only leads to an item: “we *need* a cook and *additionally* a baker”."""
    return word.word in GROUPS["lead"] or is_beside(word.word)


def is_beside(word: str) -> bool:
    """Whether a word only says that something comes beside another: “also”, “additionally”."""
    return word in _BESIDES or (word.endswith("ly") and word not in GROUPS["wish before"])


def named_in(words: Sequence[Token]) -> list[Token]:
    """Return the words up to the first that only holds a sentence together: “dairy farmers | in Kenya”."""
    named: list[Token] = []
    for word in words:
        if not word.content:
            break
        named.append(word)
    return named


def _is_plural(word: Token) -> bool:
    return word.word.endswith(("s", "people", "men")) or word.word in GROUPS["counted"]


def _are_people(text: str, found: Sequence[Listed]) -> bool:
    """Whether items name people, at least one of them by its form, and not what one person is or has: “somebody who is
    *a lawyer and an engineer*”, “a nurse with *a licence and a car*”."""
    if re.search(r"\b(?:is|be|as|being|was)\s+(?:both\s+)?an?\s", text[found[0].said : found[0].end]):
        return False
    if any(_OTHERWISE.search(text, one.said, one.end) for one in found):
        return False
    ends = ((_ARTICLE.search(text, one.said, one.end), following) for one, following in pairwise(found))
    return any(one.role for one in found) and all(following.role or not article for article, following in ends)


def _to_the_next(text: str, found: Sequence[Listed], end: int) -> Iterator[Listed]:
    """Let each item reach to the next one, and the last to the end of its clause."""
    for one, following in zip(found, [*found[1:], None], strict=True):
        reach = following.start if following else one.end
        for_all = following is None and one.count == 1 and _OF_ALL.search(text, one.said, end) is not None
        yield replace(one, end=reach, for_all=for_all)
