"""Questions that lean on what was said before: "and by her?", "which of those …?", "the second one", "how many?"."""

from __future__ import annotations

import re
from dataclasses import replace

from core.language.numbers import NUMBER_WORDS, number
from core.systems.library_chat.plan.intents import Intent
from core.systems.library_chat.plan.parts import Parts
from core.systems.library_chat.plan.question import Remembered, Understanding
from core.systems.library_chat.plan.selection import EVERYTHING
from core.systems.library_chat.plan.single_books import asked_of_a_book

_ORDINALS = {
    word: index
    for index, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    )
}
_ORDINAL = (
    rf"(?P<place>{'|'.join(_ORDINALS)}|last|\d{{1,2}}(?:st|nd|rd|th)|(?:number|no\.?|\#)\s*(?:\d{{1,2}}|"
    rf"{'|'.join(NUMBER_WORDS)}))"
)
_ORDINAL_ONE = re.compile(
    rf"\b{_ORDINAL}\s+(?:one|result|title|entry|of\s+(?:them|those|these))\b|^\W*(?:and\s+|what\s+about\s+|"
    rf"how\s+about\s+|tell\s+me\s+(?:more\s+)?about\s+)?(?:the\s+)?{_ORDINAL.replace('place', 'alone')}(?:\s+book)?\W*$"
)
_PERSON = re.compile(
    r"\b(?:her|him|his|hers|she|he|(?:this|that|the\s+same)\s+(?:author|writer))\b|\bby\s+(?:them|the\s+same)\b|"
    r"\b(?:did|do|have|has)\s+they\s+(?:\w+\s+)?(?:write|written|publish\w*)|\btheir\s+(?:\w+\s+)?(?:books?|"
    r"novels?|works?|latest|newest|first|longest|other)\b|^\W*(?:and\s+)?(?:what|anything)\s+else\s+(?:did|"
    r"has|have|by)\b"
)
_SET = re.compile(r"\b(?:those|these|them|they|their|the\s+(?:results?|list)|that\s+list|the\s+ones)\b")
_IT = re.compile(r"\b(?:it|its|(?:this|that|the)\s+(?:book|one|novel|title))\b")
_MORE = re.compile(r"\b(?:about|more|describe|details|like|longer|shorter|older|newer|same)\b")
_BEGINS = re.compile(
    r"^\W*(?:and|or|but|also|plus|then|now|what\s+about|how\s+about|what\s+of|same\s+(?:for|with)|the\s+same\s+(?:for|"
    r"with)|only|just|except|without|not)\b"
)
_FRAGMENT = re.compile(
    r"^\W*(?:in|by|from|under|over|after|before|since|until|between|with|about|at|for|of|on)?\W*(?:the\s+)?(?:(?:NO)?[A-Z]{4,}\d+(?:\s*(?:,|"
    r"and|or|by|from|in)?\s*))+\W*$"
)
_HOW_MANY = re.compile(
    r"^\W*(?:and\s+|so\s+|ok(?:ay)?\s*,?\s+)*(?:how\s+many|the\s+number|count)(?:\s+(?:books?\s+)?(?:are\s+(?:there|"
    r"they|those|these|that)(?:\s+in\s+total|\s+altogether)?|is\s+(?:that|it|this)|in\s+total|altogether|"
    r"of\s+(?:them|those|these)(?:\s+are\s+there)?|them|those|were\s+(?:there|they|those)))?\W*$"
)
_LIST_THEM = re.compile(
    r"^\W*(?:and\s+|please\s+|can\s+you\s+|could\s+you\s+|ok(?:ay)?\s*,?\s+|now\s+)*(?:(?:list|show|name|"
    r"display|enumerate|tell|give)(?:\s+me)?(?:\s+(?:them|those|these|which|the\s+(?:list|titles|books|"
    r"names)|all(?:\s+of\s+(?:them|those|these))?|their\s+(?:titles|names)|the|please))+|which(?:\s+(?:ones|"
    r"are\s+(?:they|those|these|those\s+books)|books(?:\s+are\s+(?:they|those|these))?|titles))?|what\s+are\s+(?:they(?:\s+called)?|"
    r"those|these|their\s+(?:titles|names)|the\s+titles))\W*$"
)
_ATTRIBUTE = re.compile(
    r"^\W*(?:and\s+|so\s+|ok(?:ay)?\W+)*(?:by\s+whom|who(?:\s+(?:wrote|(?:is|was)\s+the\s+(?:author|writer)))?(?:\s+(?:it|"
    r"that|this))?|how\s+(?:many\s+pages|long)(?:\s+(?:is|does)\s+(?:it|that)(?:\s+have)?)?|when(?:\s+(?:was|"
    r"did)\s+(?:it|that)\s+.*)?|(?:in\s+)?(?:what|which)\s+(?:year|genre)(?:\s+(?:is|was)\s+(?:it|that).*)?|"
    r"(?:the\s+)?(?:author|genre|year|length|page\s+count))\W*$"
)
_COUNT = rf"(?:\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
_NEXT = re.compile(
    r"^\W*(?:(?:and|now|please|ok(?:ay)?|can\s+you|could\s+you)\W+)*(?:(?:show|list|give|display|find|see)\s+)?(?:me\s+)?"
    rf"(?:(?:some|any|the|a\s+few)\s+)?(?:(?P<n>{_COUNT})\s+)?(?:next|more|further|another|rest|remaining|others?)\b"
    rf"(?:\s+(?P<n2>{_COUNT}))?(?:\s+(?:more|of\s+(?:them|those|these|the\s+list)|books?|novels?|titles?|results?|ones?|"
    r"please))*\W*$|^\W*(?:go\s+on|continue|what\s+else(?:\s+(?:is|are)\s+there)?|anything\s+else)\W*$"
)
_NOUN = re.compile(
    r"\b(?:books|novels|titles|works|catalogue|catalog|library|database|collection)\b|\b(?:a|any|the|"
    r"which|what|longest|shortest|newest|oldest|latest|recent)\s+(?:book|novel|title)\b"
)
_SAYING_NOTHING = ("", "by", "about", "any", "which", "what", "book", "books")  # cues that every list has
_CARRIED_ON = ("list", "count", "pages", "extreme", "group", "many genres", "many books", "authors", "share")


def follow(question: Understanding, parts: Parts, before: Remembered | None) -> Understanding:
    """Join the question with what was remembered; one that leans on nothing stays as it is."""
    frame = parts.frame
    for lean in (
        _next,
        _ordinal,
        _same_set,
        _bare_attribute,
        _of_person,
        _of_it,
        _of_those,
        _extreme_of_those,
        _elliptical,
    ):
        found = lean(question, parts, frame, before)
        if found:
            return found
    return question


def _whom(question: Understanding, words: str) -> Understanding:
    return replace(question, intent=Intent("whom", words, "points back to nothing"), unknown=())


def _next(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    """ "Show more", "the next ten": the list of before goes on behind what was shown of it."""
    match = _NEXT.match(frame)
    if not match or parts.marks:
        return None
    said = match[0].strip(" ?!.")
    if before is None or not before.shown:
        return _whom(question, said) if before is None else None
    was = before.understanding
    if was.intent.name not in ("list", "count", "similar", "extreme"):
        return None
    given = match["n"] or match["n2"]
    intent = replace(
        was.intent, cue=said, says="asks for more of the list", listed=False,
        limit=number(given) if given else was.intent.limit,
        name="list" if was.intent.name == "count" else was.intent.name,
    )  # fmt: skip
    return replace(
        was, intent=intent, after=(*was.after, *before.shown), assumptions=(), carried=("the list of before",)
    )


def _ordinal(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    match = _ORDINAL_ONE.search(frame)
    if not match or parts.marks:
        return None
    said = match["place"] or match["alone"]
    if before is None or not before.shown:
        return _whom(question, said) if match["place"] else None
    place = _place(said, len(before.shown))
    if place is None:
        return None
    asked, _ = asked_of_a_book(frame)
    intent = Intent("book", said, "points to a book of before", asked=asked)
    return replace(question, intent=intent, books=(before.shown[place],), carried=(f"the {said} of what was shown",))


def _place(said: str, count: int) -> int | None:
    if said == "last":
        return count - 1
    word = said.rsplit(maxsplit=1)[-1].strip("#.")
    figures = re.match(r"\d+", word)
    place = _ORDINALS.get(word, (int(figures[0]) if figures else NUMBER_WORDS.get(word, 0)) - 1)
    return place if 0 <= place < count else None


def _same_set(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    """ "How many are there?", "list them": the same books, counted or listed."""
    if before is None or parts.marks:
        return None
    if _HOW_MANY.match(frame):
        intent = Intent("count", "how many", "asks for the number of what was found")
        return _of_before(replace(question, intent=intent), before)
    if _LIST_THEM.match(frame):
        intent = Intent("list", "list", "asks for the books of before")
        return _of_before(replace(question, intent=intent), before)
    return None


def _bare_attribute(
    question: Understanding, parts: Parts, frame: str, before: Remembered | None
) -> Understanding | None:
    """ "Who is the author?", "how many pages?", "when?": of the book that was spoken of."""
    if before is None or not before.books or parts.marks or not _ATTRIBUTE.match(frame):
        return None
    asked, cue = asked_of_a_book(frame)
    intent = Intent("book", cue, "asks about the book of before", asked=asked)
    return replace(
        question, intent=intent, books=before.books, topic="", topic_decides=False, carried=("the book of before",)
    )


def _of_person(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    match = _PERSON.search(frame)
    if not match or parts.named("AUTHOR"):
        return None
    if before is None or not before.people:
        return _whom(question, match[0]) if before is None or not before.shown else None
    selection = question.selection.with_filters(authors=before.people)
    was = before.understanding
    keeps = _BEGINS.match(frame) and set(was.selection.filters.authors) & set(before.people)
    if keeps:
        selection = was.selection.replaced_by(selection)
    intent = question.intent
    if not _says_its_intent(question):
        intent = was.intent if was.intent.name in ("count", "pages", "extreme") else replace(intent, name="list")
    if intent.name in ("book", "similar", "authors", "whom"):
        intent = Intent("list", match[0], "asks for books of an author")
    return replace(
        question, intent=intent, selection=selection, people=before.people, unknown=(),
        carried=(f"“{match[0]}” is {' or '.join(before.people)}",),
    )  # fmt: skip


def _of_it(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    match = _IT.search(frame)
    asked, cue = asked_of_a_book(frame)
    if not match or not (cue or _MORE.search(frame)) or parts.named("GENRE") or parts.named("AUTHOR"):
        return None
    if question.intent.name in ("extreme", "group", "totals", "share") or (match[0].startswith("the") and parts.marks):
        return None
    if before is None or not before.books:
        pronoun = not match[0].startswith("the")
        return _whom(question, match[0]) if pronoun and before is None and not parts.marks else None
    carried = ("“it” is the book of before",)
    if question.intent.name == "compare" or (parts.named("BOOK") and _MORE.search(frame)):
        intent = replace(question.intent, name="compare")
        return replace(question, intent=intent, books=(*before.books[:1], *question.books), carried=carried)
    if parts.marks:
        return None
    if re.search(r"\blike\s+(?:it|this|that)\b|\bsimilar\s+to\s+(?:it|this|that)\b", frame):
        intent = Intent("similar", "like it", "asks for books like one")
    else:
        intent = Intent("book", cue or match[0], "asks about the book of before", asked=asked)
    return replace(question, intent=intent, books=before.books, topic="", topic_decides=False, carried=carried)


def _of_those(question: Understanding, parts: Parts, frame: str, before: Remembered | None) -> Understanding | None:
    match = _SET.search(frame)
    if not match or _within(frame[: match.start()]):
        return None
    if before is None:
        return _whom(question, match[0]) if not parts.marks and not question.topic else None
    asked, cue = asked_of_a_book(frame)
    if cue and not parts.marks and question.intent.name == "list" and before.shown:
        intent = Intent("book", cue, "asks about the books of before", asked=asked)
        return replace(question, intent=intent, books=before.shown, carried=("the books of before",))
    if question.topic_decides and question.topic and parts.topic:
        shown = EVERYTHING.with_filters(ids=before.shown)
        return replace(question, selection=shown.replaced_by(question.selection), carried=("the books of before",))
    return replace(
        question, selection=before.selection.narrowed_by(question.selection), topic="", topic_decides=False,
        carried=("the books of before",),
    )  # fmt: skip


def _within(said: str) -> bool:
    """Whether "them" points back to what was `said` in the same sentence: "how many fantasy books, and list them"."""
    return bool(_NOUN.search(said) and re.search(r"\b(?:and|then|also)\b", said))


def _extreme_of_those(
    question: Understanding, parts: Parts, frame: str, before: Remembered | None
) -> Understanding | None:
    """ "Which is the longest?" without a noun: of what was found."""
    leans = question.intent.name in ("extreme", "pages") and not _NOUN.search(frame)
    if before is None or not leans or parts.marks:
        return None
    return _of_before(question, before)


def _elliptical(  # noqa: PLR0911 -- a ladder of readings, the surest first
    question: Understanding, parts: Parts, frame: str, before: Remembered | None
) -> Understanding | None:
    """ "And fantasy?", "what about the 1990s?", "by Emma Clarke?": the same again with something else."""
    begins = bool(_BEGINS.match(frame))
    fragment = bool(_FRAGMENT.match(frame)) and (frame.strip().endswith("?") or not frame.strip()[:1].isupper())
    if before is None or not (begins or fragment) or (_says_its_intent(question) and _NOUN.search(frame)):
        return None
    was = before.understanding
    if question.intent.name in ("greeting", "thanks", "farewell", "help", "compare", "totals", "many genres"):
        return None
    if not parts.marks and not parts.topic and not _says_its_intent(question):
        return None
    if question.books:
        intent = was.intent if was.intent.name == "book" and not question.intent.asked else question.intent
        return replace(question, intent=intent, carried=("the same question",))
    if question.unknown and not _says_its_intent(question):
        intent = was.intent if was.intent.name in _CARRIED_ON or was.intent.name == "book" else question.intent
        return replace(question, intent=intent, carried=("the same question",))
    intent = question.intent
    if not _says_its_intent(question):
        intent = was.intent if was.intent.name in _CARRIED_ON else Intent("list", question.intent.cue, "asks for books")
    new_topic = bool(parts.topic) and (parts.topic_decides or not parts.marks)
    if not parts.marks and not new_topic and not _says_its_intent(question):
        return None
    return replace(
        question, intent=intent, selection=was.selection.replaced_by(question.selection),
        topic=parts.topic if new_topic else was.topic,
        topic_decides=new_topic or was.topic_decides,
        carried=("the question before",),
    )  # fmt: skip


def _says_its_intent(question: Understanding) -> bool:
    """Whether the question says itself what it wants."""
    return question.intent.name != "list" or question.intent.cue not in _SAYING_NOTHING


def _of_before(question: Understanding, before: Remembered) -> Understanding:
    """Return the question over the books of before."""
    was, selection = before.understanding, before.selection
    by_topic = was.topic_decides and not selection.filters.ids
    return replace(
        question, selection=selection, topic=was.topic if by_topic else "", topic_decides=by_topic,
        carried=("the books of before",),
    )  # fmt: skip
