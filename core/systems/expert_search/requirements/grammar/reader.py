"""A request read by the grammar: what is wanted, and for what each of its words was used."""

from __future__ import annotations

import re
from collections.abc import Collection as Names
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.language.clauses import tokens
from core.language.conditions import conditions
from core.language.reading import Word, spelled_right, spelling_id
from core.language.terms import without_asking
from core.systems.expert_search.requirements.grammar.amounts import heads, is_of_who_asks, is_role, years
from core.systems.expert_search.requirements.grammar.around import ASKS, NO_COLUMN, Said, around
from core.systems.expert_search.requirements.grammar.collection import (
    Collection,
    organisations_named,
    people_named,
)
from core.systems.expert_search.requirements.grammar.columns import columns_named
from core.systems.expert_search.requirements.grammar.comparing import COMPARED, compared
from core.systems.expert_search.requirements.grammar.dates import activity_on, dates
from core.systems.expert_search.requirements.grammar.deeds import DEED, deeds, untold
from core.systems.expert_search.requirements.grammar.denying import within_id
from core.systems.expert_search.requirements.grammar.enumerations import enumeration, left_open
from core.systems.expert_search.requirements.grammar.experience import much_experience
from core.systems.expert_search.requirements.grammar.head_count import head_count
from core.systems.expert_search.requirements.grammar.journeys import journeys, not_only_there
from core.systems.expert_search.requirements.grammar.letters import Letter, letter, of_a_form
from core.systems.expert_search.requirements.grammar.lost_negations import (
    LEFT_OPEN,
    left_open_negations,
    with_lost_negations,
)
from core.systems.expert_search.requirements.grammar.marked import marked
from core.systems.expert_search.requirements.grammar.matters import MATTER, with_matter
from core.systems.expert_search.requirements.grammar.one_topic import whole_or_parted
from core.systems.expert_search.requirements.grammar.parser import parse
from core.systems.expert_search.requirements.grammar.pieces import Found, apart, blanked, pieces
from core.systems.expert_search.requirements.grammar.places import languages_and_places, parts_of_places, said_again
from core.systems.expert_search.requirements.grammar.practice import is_untold_kind, practice
from core.systems.expert_search.requirements.grammar.roles import (
    joined_in_parts,
    named_by_role,
    spoken_of_again,
    tell_of_list,
)
from core.systems.expert_search.requirements.grammar.runs import says_something
from core.systems.expert_search.requirements.grammar.second_choice import EITHER, with_or
from core.systems.expert_search.requirements.grammar.slips import misspelt_cues
from core.systems.expert_search.requirements.grammar.times import names_month, times_of_tasks
from core.systems.expert_search.requirements.grammar.topics import Topic, outside, parted_id, usable
from core.systems.expert_search.requirements.grammar.walk import ACCEPTED, NEEDLESS, Item, Parsed
from core.systems.expert_search.requirements.grammar.whole import differing
from core.systems.expert_search.requirements.grammar.writing import in_full
from core.systems.expert_search.requirements.requirement import AT_END, Requirement

_MOST_PARTS = 10  # people of a team that are counted one by one
LIMIT = "a limit on how many cannot be kept among so few people"
NOBODY_SAYS = "nobody's texts speak of it, so that it leaves out nobody"
NOT_ASKED = (NEEDLESS, ACCEPTED, NOBODY_SAYS)
"""What words say that ask for nothing, whatever a model makes of them."""
WITHIN = "kept with the topic, and not left out"
LIKENESS = "nobody is looked for by their likeness to another person"
TASK = "tells what people are wanted for, and no topic"
WISHES_NOBODY = "was not read as a wish for somebody"
OPEN = "leaves open what they should know"
ACTIVE = "asks for answers"
MARKS = "marks what is asked"
PART = "asks for one of several people"
TELLS_MORE = "tells why, and not who is wanted"
_MEASURED = re.compile(r"\d|\bthan\b", re.IGNORECASE)
_OR = re.compile(r"(?<!\w)or(?!\w)|/", re.IGNORECASE)
_AND = re.compile(r"[\s,&+]*(?:and\s+)?(?:(?:also|in|from|the)\s+)*", re.IGNORECASE)
_CONDITIONS = frozenset(("skill", "place", "years", "seniority", "language", "organisation", "column", "activity"))
_FEWEST = 2  # words that say what a question is about
_ASKS_HOW = re.compile(
    r"(?:(?:how|why|when|where|what|which)(?:[’']s\b|\s+(?:(?:much|many|far|often|long|well|best)\s+)?"
    r"(?:do|does|did|is|are|was|were|can|could|should|would|will|may|might|must|has|have|to)\b)"
    r"|(?:do|does|did|is|are|can|could|should|would|will|how|why|what|which)\b)\s+(?:(?:i|we|you|one|they|the)\s+)?",
    re.IGNORECASE,
)
_EXPERIENCE = ("years", "seniority")
_FAR = 30  # characters between places or languages of which one will do
_SEVERAL = re.compile(r"\bof (?:them|whom|which|these|those)\b|\bbetween them\b|\btogether\b", re.IGNORECASE)
PARTED = "read as two topics"
BOTH = "was read as “and”; where one of both will do, make them wishes, or take one away, at the chips"


@dataclass(frozen=True)
class Read:
    """What a request asks for, whatever was taken away of it, and the words that say so, in their order.

    `people` is how many are wanted; `parted` are topics that were parted by guess, each with the whole; the words
    around a request may tell much that is set aside.
    """

    said: tuple[Said, ...]
    words: tuple[Word, ...]
    people: int = 1
    parted: tuple[tuple[str, str], ...] = ()
    tells_much: bool = False


def read(request: str, collection: Collection, without: Names[str] = ()) -> Read:
    """Read a request by the grammar."""
    around_it = letter(request)
    plain, _ = with_or(request)
    text = blanked(blanked(plain, around_it.aside, ";"), around_it.asks)
    of_form, done, made, silent = of_a_form(text), list(deeds(text)), list(journeys(text)), list(untold(text))
    text = blanked(text, [*of_form, *done, *made, *silent])
    dated = list(dates(text, collection))
    apart_each = list(differing(text))
    amounts = [one for one in dated if one.wanted.kind == "activity"]  # before columns that tell months, too
    amounts += [*apart_each, *people_named(text, collection), *years(text)]
    slips = misspelt_cues(text, collection, spelled_right(without))
    amounts += [*columns_named(text, collection, slips), *dated, *much_experience(text)]
    more_than = list(compared(text, _spans(amounts)))
    of_who_asks = [one for one in amounts if one.wanted.kind in _EXPERIENCE and is_of_who_asks(text, one.start)]
    amounts = [one for one in amounts if one not in of_who_asks]
    verbs = [(*verb, ACTIVE) for _, verb in activity_on(text)]
    text = blanked(text, [*more_than, *_spans(of_who_asks), *((start, end) for start, end, _ in verbs)])
    counted = heads(blanked(text, _spans(apart_each), ";"))
    named_places = languages_and_places(text)
    under_marks = marked(text, counted, [*_spans(amounts), *_spans(named_places)])
    text = blanked(text, under_marks.marks, ";")
    counted = [head for head in counted if not any(one <= head[0] < other for one, other in under_marks.marks)]
    listed = under_marks.people or (
        None
        if under_marks.marks
        else enumeration(
            _without_journeys(text, named_places), counted, _spans(amounts), _spans([*amounts, *named_places])
        )
    )
    items = listed.items if listed else ()
    again = list(spoken_of_again(text, items))
    counted = [head for head in counted if not any(one.start <= head[0] < one.end for one in items)]
    found = apart(
        [
            *amounts,
            *(Found(start, end, Requirement("topic", "", people=count)) for start, end, count in counted),
            *said_again(text, request),
            *practice(text, _spans([one for one in amounts if one.wanted.kind in _EXPERIENCE]), collection),
            *organisations_named(text, collection),
            *named_places,
        ]
    )
    (total, spans), unsaid = head_count(text, found, listed is not None), left_open(text, items)
    lasting = [span for span in times_of_tasks(text) if not any(a < span[1] and span[0] < b for a, b in _spans(found))]
    spoken = blanked(text, [*spans, *unsaid, *lasting])
    if listed:
        total = max(total, listed.people)
        spans += [(one.start, one.said) for one in items if one.said > one.start]
    named = apart([*again, *(one for one in found if one.wanted.kind != "topic")])
    parsed = parse(spoken, pieces(spoken, named, slips), total, collection, without, items)
    parsed.aside += [
        *((*span, PART) for span in _spans(again)),
        *((*span, DEED) for span in done),
        *((*one, MARKS) for one in (*under_marks.marks, *of_form)),
        *verbs,
    ]
    parsed.explained += _spans(of_who_asks)
    parsed.untold += [*lasting, *made, *silent]
    if listed:
        tell_of_list(text, listed, parsed)
    topics, kept = whole_or_parted(blanked(request, more_than), text, parsed, total, collection, without)
    beside = [*_in_no_column(parsed), *_untaken(text, parsed, [*spans, *_spans(named)])]
    topics, told = usable(plain, topics, beside, collection)
    topics = with_lost_negations(text, parsed, topics, NOT_ASKED)
    lacking = [
        *((span, LEFT_OPEN) for span in left_open_negations(text, parsed)),
        *((span, NO_COLUMN) for span in (*told, *parsed.untold)),
        *((span, OPEN) for span in unsaid),
        *((span, COMPARED) for span in more_than),
        *parts_of_places(text, [(one.start, one.end) for one in parsed.items if one.wanted.kind == "place"]),
    ]
    kept += [*_lacking(request, lacking), *_mended(text, slips, parsed)]
    wanted = joined_in_parts(not_only_there(plain, parsed.items, made), items)
    parsed.items = named_by_role(text, wanted, topics, items, parsed.places)
    topics, around_it, matter = with_matter(request, topics, around_it, parsed.items, collection, without)
    kept += matter
    return _put_together(request, parsed, topics, total, spans, kept, around_it, collection)


def _lacking(request: str, lacking: Iterable[tuple[tuple[int, int], str]]) -> Iterator[Word]:
    return (Word(request[start:end], start, end, "unused", why) for (start, end), why in lacking)


def _mended(text: str, slips: Mapping[str, str], parsed: Parsed) -> list[Word]:
    """Tell as what misspelt words were read, and not as parts of what stands beside them."""
    words = []
    for one in (token for token in tokens(text) if token.word in slips):
        read_as = f"read as “{slips[one.word]}”"
        words.append(Word(one.word, one.start, one.end, "assumed", read_as, spelling_id(one.word)))
        parsed.items = [_beside(item, one.start, one.end) for item in parsed.items]
    return words


def _beside(item: Item, start: int, end: int) -> Item:
    """Return an item without a word at one of its ends that is told otherwise."""
    if item.start <= start and end < item.end:
        return replace(item, start=end + 1)
    return replace(item, end=start - 1) if item.start < start and end == item.end else item


def _spans(found: Sequence[Found]) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in found]


def _in_no_column(parsed: Parsed) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in parsed.items if one.wanted.kind == "column" and not one.wanted.column]


def _untaken(text: str, parsed: Parsed, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where years and amounts bound what is wanted and no requirement took them."""
    taken = [*taken, *((one.start, one.end) for one in parsed.items), *((start, end) for start, end, _ in parsed.aside)]
    bounds = (one for one in conditions(text) if one.bounded and one.kind in ("period", "amount"))
    return [(one.start, one.end) for one in bounds if not any(a < one.end and one.start < b for a, b in taken)]


def _without_journeys(text: str, named: Sequence[Found]) -> str:
    """Return a text in which “*an hour* from Leeds” counts nobody."""
    return blanked(text, _spans([one for one in named if one.wanted.near]))


def _put_together(
    request: str,
    parsed: Parsed,
    topics: Sequence[Topic],
    total: int,
    spans: Sequence[tuple[int, int]],
    kept: Sequence[Word],
    around_it: Letter,
    collection: Collection,
) -> Read:
    unusable = {item: why for item in parsed.items if (why := _unusable(item.wanted, collection))}
    plain, instead = with_or(request)
    items = _alternatives(plain, [item for item in parsed.items if item not in unusable], instead)
    parts = sum(parsed.parts) if len(parsed.parts) > 1 - (total == 1) else 0
    parts += sum(map(_is_named, items)) if parts and not total else 0
    people = max(total, 0 if total > 1 or parts > _MOST_PARTS else parts + (total == 1 and parts > 0)) or 1
    beyond = [item for item in items if item.wanted.people < 0 and people + item.wanted.people < 1]
    items, unusable = [item for item in items if item not in beyond], unusable | dict.fromkeys(beyond, LIMIT)
    if people == 1 and not _are_several(request, topics):
        items = [replace(one, wanted=replace(one.wanted, people=0, role="")) for one in items]
    if people > 1:  # who is named is one of them
        items = [replace(one, wanted=replace(one.wanted, people=1)) if _is_named(one) else one for one in items]
    said = [Said(item.wanted, ((item.start, item.end), *item.more)) for item in items]
    words = [
        *kept,
        *(
            _word(request, replace(item, start=start, end=end))
            for item in items
            for start, end in _told_at(request, item, kept)
        ),
    ]
    words += [Word(request[one.start : one.end], one.start, one.end, "unused", why) for one, why in unusable.items()]
    lost = [word for word in kept if word.fate == "unused" or word.as_ == MATTER]
    told = (said, unusable, lost, parsed.aside, parsed.explained, parsed.likeness, parsed.tasks, around_it.aside)
    if not any(told) and len(topics) == 1 and people == 1:
        topics = [replace(topics[0], value=_as_today(request))]
    said += [
        Said(Requirement("topic", in_full(topic.value.strip(AT_END) or topic.value)), topic.spans) for topic in topics
    ]
    asks = f"asks for {people} people" if people > 1 else "asks for one person"
    words += [Word(request[start:end], start, end, "used", asks) for start, end in spans]
    words += [
        Word(request[start:end], start, end, "aside" if why in NOT_ASKED else "used", why)
        for start, end, why in sorted(parsed.aside, key=_length)
    ]
    words += [Word(request[start:end], start, end, "aside", TELLS_MORE) for start, end in parsed.explained]
    words += [
        Word(request[start:end], start, end, "assumed", WITHIN, within_id(" ".join(request[start:end].split())))
        for start, end in parsed.within
    ]
    words += [Word(request[start:end], start, end, "aside", TASK) for start, end in parsed.tasks]
    words += [Word(request[start:end], start, end, "unused", LIKENESS) for start, end in parsed.likeness]
    words += [Word(request[start:end], start, end, "aside", WISHES_NOBODY) for start, end in around_it.aside]
    words += [Word(request[start:end], start, end, "used", ASKS) for start, end in around_it.asks]
    words += _joints(request, topics)
    words += [Word(request[start:end], start, end, "assumed", EITHER) for start, end in instead]
    said.sort(key=lambda one: one.spans[0])
    words += _and_for_or(request, said)
    return Read(tuple(said), (*words, *around(request, said, words)), people, tells_much=around_it.tells_much)


def _unusable(wanted: Requirement, collection: Collection) -> str:
    """Return why nobody can be judged by it, "" where somebody can."""
    if wanted.kind == "column":
        return "" if wanted.column else wanted.value or NO_COLUMN
    if wanted.kind == "skill" and names_month(wanted.value):  # “start from 1 February 2027”
        return NO_COLUMN
    if wanted.kind == "organisation" and not wanted.excluded and is_untold_kind(wanted.value, collection):
        return NO_COLUMN
    if wanted.excluded and wanted.kind == "organisation":  # by its name, which tells nothing of its size
        return NO_COLUMN if _MEASURED.search(wanted.value) else ""
    silent = wanted.excluded and wanted.kind == "topic" and not collection.speaks_of(wanted.value)
    return NOBODY_SAYS if silent else ""


def _are_several(request: str, topics: Sequence[Topic]) -> bool:
    """Whether one of several people may be spoken of, though nobody counts them: “lawyers, one in Peru”."""
    named = next((word.word for topic in topics for word in tokens(topic.value) if is_role(word.word)), "")
    return len(topics) != 1 or named.endswith(("s", "men")) or _SEVERAL.search(request) is not None


def _is_named(item: Item) -> bool:
    return item.wanted.kind == "person" and not item.wanted.excluded and not item.wanted.people


def _alternatives(request: str, items: Sequence[Item], instead: Sequence[tuple[int, int]]) -> list[Item]:
    """Make one of what “or” joins: any of it will do, also of places and languages that are wanted `instead`."""
    joined: list[Item] = []
    for item in items:
        last = joined[-1] if joined else None
        if last and _either(request, last, item):
            value = " or ".join(dict.fromkeys([*last.wanted.any_of, *item.wanted.any_of]))
            near = last.wanted.near or item.wanted.near
            in_turn = any(last.start < end and start < item.end for start, end in instead)
            assumed = EITHER if in_turn else last.assumed
            joined[-1] = Item(replace(last.wanted, value=value, near=near), last.start, item.end, assumed)
        elif last and _or_else(request, last, item):
            wanted = replace(last.wanted, or_else=(*last.wanted.or_else, item.wanted))
            joined[-1] = replace(last, wanted=wanted, end=item.end, more=(*last.more, *item.more))
        else:
            joined.append(item)
    return joined


def _either(request: str, one: Item, other: Item) -> bool:
    same = replace(one.wanted, value="", near=False) == replace(other.wanted, value="", near=False)
    if not same or one.wanted.kind not in ("place", "language", "organisation") or one.wanted.excluded:
        return False
    if one.wanted.kind == "place" and not one.wanted.people and _AND.fullmatch(request, one.end, other.start):
        return True  # nobody lives in two
    return _OR.search(request, one.end - 1, other.start + 4) is not None and other.start - one.end < _FAR


def _or_else(request: str, one: Item, other: Item) -> bool:
    """Whether “or” joins two things of different kinds, of which one will do: “speaks Hindi *or* is based in India”."""
    both = one.wanted, other.wanted
    alike = len({(each.hard, each.people, each.role) for each in both}) == 1
    if not alike or any(each.excluded or each.is_ranked or each.kind not in _CONDITIONS for each in both):
        return False
    return _or_between(request, one.end, other.start)


def _or_between(request: str, start: int, end: int) -> bool:
    """Whether nothing stands between two places but “or”, and words that say nothing."""
    between = [piece for piece in pieces(request[start:end], ()) if not piece.any("comma")]
    joined = bool(between) and re.match(r"[\s,]*or\b", request[start:end], re.IGNORECASE) is not None
    return joined and not any(one.any("stop") or one.word == "and" or says_something(one) for one in between[1:])


def _and_for_or(request: str, said: Sequence[Said]) -> Iterator[Word]:
    """Tell where “or” joins things that are asked for both, as they cannot be one: “tax law *or* ten years”."""
    for one, other in pairwise(said):
        start, end = one.spans[-1][1], other.spans[0][0]
        if not (one.wanted.excluded or other.wanted.excluded) and _or_between(request, start, end):
            joint = _OR.search(request, start, end)
            if joint:
                yield Word(joint.group(), *joint.span(), "assumed", BOTH)


def _length(told: tuple[int, int, str]) -> int:
    return told[0] - told[1]


def _as_today(request: str) -> str:
    """Return what an only topic is searched for by: the whole request without the words that only ask, of a question
    its matter: “*How does* rust weaken steel” asks for “rust weaken steel”."""
    said = without_asking(" ".join(request.split()))
    matter = said[asked.end() :] if (asked := _ASKS_HOW.match(said)) else said
    return matter if sum(word.content for word in tokens(matter)) >= _FEWEST else said


def _joints(request: str, topics: Sequence[Topic]) -> list[Word]:
    """Tell that an enumeration was parted, at the words that join it."""
    words: list[Word] = []
    for one, other in pairwise(topics):
        if one.parted and one.parted == other.parted:
            start, end = one.spans[-1][1], other.spans[0][0]
            text = request[start:end].strip(" ,;")
            if text:
                start = request.index(text, start)
                words.append(Word(text, start, start + len(text), "assumed", PARTED, parted_id(one.parted)))
    return words


def _told_at(request: str, item: Item, kept: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Give where the words of an item stand, without those within it that are not used: “lives in *South* India”."""
    unused = [(one.start, one.end) for one in kept if one.fate == "unused"]
    for whole in ((item.start, item.end), *item.more):
        for start, end in outside(*whole, unused):
            said = request[start:end]
            if said.strip():
                yield start + len(said) - len(said.lstrip()), start + len(said.rstrip())


def _word(request: str, item: Item) -> Word:
    said = request[item.start : item.end]
    if item.assumed:
        return Word(said, item.start, item.end, "assumed", item.assumed, item.wanted.id)
    return Word(said, item.start, item.end, "used", used_as(item.wanted), item.wanted.id)


def used_as(wanted: Requirement) -> str:
    """Say for what the words of a requirement were used: “asked for as place”, “better not there as place”."""
    how = (
        "limited"
        if wanted.people < 0
        else ("left out" if wanted.hard else "better not there")
        if wanted.excluded
        else "asked for"
        if wanted.hard
        else "wished for"
    )
    return f"{how} as {wanted.kind}"
