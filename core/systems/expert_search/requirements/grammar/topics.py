"""The topics of a request: words that are left become one or several, by grammar and by what the collection has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.language.clauses import Token, tokens
from core.language.dictionary import is_english
from core.language.terms import STOP_WORDS
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import Collection
from core.systems.expert_search.requirements.grammar.pieces import GROUPS
from core.systems.expert_search.requirements.grammar.walk import Stretch
from core.systems.expert_search.requirements.grammar.writing import is_bare, ties

_JOINT = re.compile(
    r"\s*(?:,\s*(?:and|or|plus|as well as)\b|,|;|\band\b|\bplus\b|\bas well as\b|&|\bbut also\b)\s*", re.I
)
_MOST_PARTS = 12
_FEW = 3  # parts of an enumeration that may share a word
_TIES_TO_BEFORE = ("of", "between", "among", "across", "from")


@dataclass(frozen=True)
class Topic:
    """One topic: its words, the places in the request where they stand, and whether it was parted from another by
    guess, of which whole."""

    value: str
    spans: tuple[tuple[int, int], ...]
    parted: str = ""


def topics_of(text: str, stretches: Sequence[Stretch], collection: Collection, without: frozenset[str]) -> list[Topic]:
    """Return the topics of the stretches: a profession is joined to what follows it, an enumeration is parted."""
    found: list[Topic] = []
    held: Stretch | None = None
    for stretch in stretches:
        if stretch.role and held is None and _goes_on(text, stretch, stretches):
            held = stretch
            continue
        parts = _parted(text, stretch, collection, without)
        if found and text[: stretch.start].rstrip().endswith("(") and len(parts) == 1:  # “kilns (wood-fired)”
            whole = found.pop()
            found.append(replace(whole, value=f"{whole.value} {parts[0].value}", spans=(*whole.spans, *parts[0].spans)))
            continue
        if held:
            first = parts[0]
            parts[0] = Topic(
                f"{_said(text, held.start, held.end)} {first.value}",
                ((held.start, held.end), *first.spans),
                first.parted,
            )
            held = None
        found += parts
    kept: dict[str, Topic] = {}
    for topic in _joined_to_slips(text, found, collection):
        kept.setdefault(topic.value.casefold(), topic)
    return list(kept.values())


def usable(
    text: str, topics: Sequence[Topic], lost: Sequence[tuple[int, int]], collection: Collection
) -> tuple[list[Topic], list[tuple[int, int]]]:
    """Return topics without words that cannot be used, “answered something *after 2023*”, and where those stand that
    are left of a later topic, beside them, where nobody says that of what they know."""
    kept: list[Topic] = []
    told: list[tuple[int, int]] = []
    for topic in topics:
        beside = [span for span in lost if any(_touch(text, span, one) for one in topic.spans)]
        rest = [part for start, end in topic.spans for part in outside(start, end, beside)]
        words = [word for span in rest for word in _nouns(text, *span)]
        bare = len(words) == 1 and says_none(words[0], collection)
        if bare or (beside and (kept or not words) and not _says_a_topic(words, collection)):
            told += topic.spans
        elif rest == list(topic.spans):
            kept.append(topic)
        else:
            spans = tuple(span for one in rest if (span := _content_span(text, *one)))
            kept.append(replace(topic, value=" ".join(_said(text, *span) for span in spans), spans=spans))
    return kept, told


def _touch(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether only words that say nothing, and no sign, stand between two spans, or they overlap."""
    between = text[min(one[1], other[1]) : max(one[0], other[0])]
    return all(word.word in GROUPS["small"] or word.word in STOP_WORDS for word in tokens(between)) and not re.search(
        r"[^\w\s'’]", between
    )


def outside(start: int, end: int, others: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return what of a span lies outside of others, in order."""
    for first, last in others:
        if first < end and start < last:
            return [*([(start, first)] if start < first else []), *(outside(last, end, others) if last < end else [])]
    return [(start, end)]


def _says_a_topic(words: Sequence[Token], collection: Collection) -> bool:
    """Whether people say of what they know most of some words."""
    known = sum(word.stem in collection.topic_stems or is_role(word.word) for word in words)
    return known > 0 and known * 2 > len(words)


def _goes_on(text: str, stretch: Stretch, stretches: Sequence[Stretch]) -> bool:
    """Whether words of a profession go on with what it deals in: “a lawyer in Dakar who knows *mining contracts*”."""
    after = next((one for one in stretches if one.start > stretch.start), None)
    return after is not None and not re.search(r"[,;:.](?=\s)", text[stretch.end : after.start])


def _parted(text: str, stretch: Stretch, collection: Collection, without: frozenset[str]) -> list[Topic]:
    whole = _said(text, stretch.start, stretch.end)
    one = [Topic(whole, ((stretch.start, stretch.end),))]
    if parted_id(whole) in without:
        return one
    found = _JOINT.finditer(text, stretch.start, stretch.end)
    joints = [
        match
        for match in found
        if stretch.start < match.start() and match.end() < stretch.end and not ties(text, *match.span())
    ]
    if not joints or len(joints) > _MOST_PARTS:
        return one
    parts = _ends(stretch, joints)
    if not (_names_each(text, parts, joints) or _several(text, parts, joints, collection)):
        return one
    trimmed = [span for part in parts if (span := _content_span(text, *part))]
    if len(trimmed) < 2:
        return one
    return [Topic(_said(text, *span), (span,), whole) for span in trimmed]


def parted_id(whole: str) -> str:
    """Return the id of the assumption that these words are several topics."""
    return f"parted:{whole.casefold()}"


def _ends(stretch: Stretch, joints: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    starts = [stretch.start, *(match.end() for match in joints)]
    return list(zip(starts, [*(match.start() for match in joints), stretch.end], strict=True))


def _several(
    text: str, parts: Sequence[tuple[int, int]], joints: Sequence[re.Match[str]], collection: Collection
) -> bool:
    """Whether the parts of an enumeration are topics of their own, and not one that shares a word."""
    listed = len(parts) > 2 or "," in joints[0].group() or ";" in joints[0].group()
    runs = [_nouns(text, *part) for part in parts]
    if any(not run or (len(run) == 1 and says_none(run[0], collection)) for run in runs) or any(
        _tells(text, part) for part in parts
    ):
        return False
    if not listed and collection.has_phrase(text[parts[0][0] : parts[-1][1]]):
        return False
    if any(_hangs(text, part) for part in parts[:-1]):
        return False
    before = [len(_next_to_joint(text, part, last=True)) for part in parts[:-1]]
    after = [len(_next_to_joint(text, part, last=False)) for part in parts[1:]]
    singles = all(one == 1 for one in before)
    if listed:  # “soil, water and air quality” is one
        return not (singles and after[-1] > 1 and len(parts) <= _FEW and _shares(text, parts, collection))
    if before[0] > 1 or len(runs[0]) > 1:
        return before[0] > 1 and after[0] > 1
    return len(runs[1]) == 1 if after[0] == 1 else not _shares(text, parts, collection)


def _names_each(text: str, parts: Sequence[tuple[int, int]], joints: Sequence[re.Match[str]]) -> bool:
    """Whether each part names people by what they are, the later ones with an article: “a cook *and a* welder”."""
    runs = [_nouns(text, *part) for part in parts]
    later = [re.match(r"an?\s", text[joint.end() :], re.IGNORECASE) for joint in joints]
    return all(later) and all(run and is_role(run[-1].word) for run in runs)


def _joined_to_slips(text: str, topics: Sequence[Topic], collection: Collection) -> list[Topic]:
    """Join a slip of the pen to the topic before it: it is none by itself."""
    joined: list[Topic] = []
    for topic in topics:
        if joined and _is_no_word(topic.value, collection):
            whole, spans = joined.pop(), topic.spans
            span = (whole.spans[-1][0], spans[0][1])
            joined.append(replace(whole, value=f"{whole.value} {topic.value}", spans=(*whole.spans[:-1], span)))
        else:
            joined.append(topic)
    return joined


def says_none(word: Token, collection: Collection) -> bool:
    """Whether a word is a bare letter or number, by which nobody calls what they know: no “R”, if people have it."""
    return is_bare(word.word) and word.stem not in collection.topic_stems


def _is_no_word(said: str, collection: Collection) -> bool:
    """Whether this is a single word that stands in no dictionary and is nowhere used."""
    return said.isalpha() and said.islower() and not collection.knows(said) and not is_english(said)


def _tells(text: str, part: tuple[int, int]) -> bool:
    """Whether words tell something, as sentences do, and name nothing: “what will insurance pay”."""
    return any(word.word in GROUPS["in sentences"] for word in tokens(text[part[0] : part[1]]))


def _shares(text: str, parts: Sequence[tuple[int, int]], collection: Collection) -> bool:
    """Whether the first of “road and bridge design” goes with the last word too: somebody writes of “road design”."""
    head = tokens(text[parts[-1][0] : parts[-1][1]])[-1].word
    first = text[parts[0][0] : parts[0][1]]
    return first.islower() or collection.has_phrase(f"{first} {head}")


def _hangs(text: str, part: tuple[int, int]) -> bool:
    """Whether the part ends in words that hang on a noun before them: “impact of *climate change*” and …"""
    words = tokens(text[part[0] : part[1]])
    glue = [number for number, word in enumerate(words) if word.word in _TIES_TO_BEFORE]
    return bool(glue) and any(word.content for word in words[: glue[-1]])


def _next_to_joint(text: str, part: tuple[int, int], last: bool) -> list[Token]:
    """Return the words that say something directly beside a joint, up to the next preposition."""
    words = list(tokens(text[part[0] : part[1]]))
    if last:
        words.reverse()
    elif words and words[0].word in STOP_WORDS:
        words = words[1:]
    run: list[Token] = []
    for word in words:
        if word.word in STOP_WORDS:
            break
        run.append(word)
    return run


def _nouns(text: str, start: int, end: int) -> list[Token]:
    return [word for word in tokens(text[start:end]) if word.word not in STOP_WORDS]


def _content_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    words = _nouns(text, start, end)
    return (start + words[0].start, start + words[-1].end) if words else None


def _said(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].split())
