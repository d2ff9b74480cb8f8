"""What becomes of every word of a question: found in so many passages, understood from before, or of no use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.language.conditions import conditions
from core.language.reading import Chip, Reading, Word, content_words, read_words, respelt
from core.language.several_questions import separate_questions
from core.language.tokens import comparable, word_pattern, words
from core.stores.passages import Passages
from core.systems.knowledge_base.answer.need import need_of
from core.systems.knowledge_base.answer.question_terms import held_as, only_frames, tied

UNKNOWN = "in no passage"
OTHER_QUESTION = "is a question of its own, to be asked next"
_NAMED = ("value", "who", "when", "where", "why")  # whose last word says what is asked for
_FORM_WORDS = frozenset("many much long large big often old wide tall deep high far fast soon late short".split())  # noqa: SIM905


@dataclass(frozen=True)
class Understood:
    """How a question was understood: as it stands alone, and what unknown words were read as in another try.

    `parted` says that only the first of the request's questions was asked.
    """

    question: str
    alike: Mapping[str, Sequence[str]] = field(default_factory=dict)
    queries: Sequence[str] = ()
    parted: bool = False


def conversation_id(request: str) -> str:
    """Return the id of the assumption that a question leans on those before."""
    return f"conversation:{' '.join(request.split()).casefold()}"


def read_request(request: str, understood: Understood, passages: Passages, without: Collection[str]) -> Reading:
    """Read a question against a collection; assumptions in `without` were not made. Raises `StoreError`.

    The searches compare nothing, so that “since 2018” could not be used as a bound.
    """
    made, removed = respelt(understood.alike, understood.queries, without)
    asked, *others = separate_questions(request) if understood.parted else [request]
    if conversation_id(asked) in without:
        removed.append(Chip(conversation_id(asked), "the conversation before it"))
    mentioned = [
        *_leaning(asked, understood.question),
        *_mentioned(asked, passages, made),
        *_for_later(request, others),
    ]
    bounds = [condition for condition in conditions(asked) if condition.bounded]
    plan = [understood.question, *understood.queries]
    return read_words(request, mentioned, bounds, plan=list(dict.fromkeys(plan)), removed=removed)


def all_used(reading: Reading) -> Reading:
    """Return the reading of a question that was computed, of which every word was used."""

    def told(word: Word) -> Word:
        return replace(word, fate="used", as_="read over the rows of the table") if word.fate == "unused" else word

    return replace(reading, words=tuple(map(told, reading.words)))


def with_held(reading: Reading, texts: Iterable[str]) -> Reading:
    """Return a reading in which nothing that stands in these texts, word for word, counts as not used."""
    held = [f" {' '.join(words(text))} " for text in texts]

    def told(word: Word) -> Word:
        said = f" {' '.join(words(word.text))} "
        stands = word.fate == "unused" and any(said in text for text in held)
        return replace(word, fate="used", as_="stands so in the passages that were read") if stands else word

    return replace(reading, words=tuple(map(told, reading.words)))


def _for_later(request: str, others: Iterable[str]) -> Iterator[Word]:
    """Give the questions of a request that are not asked yet, whole."""
    for other in others:
        start = request.rindex(other)
        yield Word(other, start, start + len(other), "aside", OTHER_QUESTION)


def _leaning(request: str, question: str) -> Iterator[Word]:
    """Give the last light word that the question as understood does without (“its”), or else the first word."""
    if " ".join(request.split()) == question:
        return
    kept, said = set(words(question)), {word.start for word in content_words(request)}
    found = list(word_pattern(request.isascii()).finditer(request))
    light = [match for match in found if match.start() not in said]
    gone = [match for match in light if comparable(match.group()) not in kept]
    for leaning in (*gone[-1:], *light, *found)[:1]:
        how = f"goes on from what was asked before: “{question}”"
        yield Word(leaning.group(), *leaning.span(), "assumed", how, conversation_id(request))


def _mentioned(request: str, passages: Passages, made: Mapping[str, Word]) -> Iterator[Word]:
    said, need = content_words(request), need_of(request)
    asked = need.said.split()
    asking = set(asked) & _FORM_WORDS
    # “What is the price …”: what costs 5 euros need not say “price”.
    named = set(asked[-1:]) if need.kind in _NAMED else set()
    asks_for = need.kind if need.kind in ("yes or no", "steps") else f"a {need.kind}"
    passages_with = held_as({comparable(word.text) for word in said}, passages)
    for word in said:
        _, held = passages_with.get(comparable(word.text), ((), 0))
        if word.text in asking:
            yield replace(word, fate="used", as_=f"asks for {asks_for}")
        elif again := made.get(comparable(word.text)):
            yield replace(again, text=word.text, start=word.start, end=word.end)
        elif held:
            yield replace(word, fate="used", as_=f"found in {held:,} {'passage' if held == 1 else 'passages'}")
        elif word.text in named or only_frames(comparable(word.text), request):
            yield replace(word, fate="used", as_=f"asks for {asks_for}")
        else:
            end = tied(request, word.start + len(word.text))
            yield Word(request[word.start : end], word.start, end, "unused", UNKNOWN)
