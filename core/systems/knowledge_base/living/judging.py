"""Does a pinned answer still hold? What it rests on is looked for in the documents as they are now.

An answer rests on sentences of documents (a model's, too: on what it cites). Each of these stands word for word, has a
successor that says the same or something else, or is gone. New sentences that give another value are found as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from typing_extensions import TypedDict

from core.documents.outline import PAGE_END
from core.retrieval.embedder import Embedder
from core.stores.passages import Document, Passage, Passages
from core.systems.knowledge_base.living.likeness import (
    ALIKE,
    claims_of,
    likenesses,
    says_otherwise,
    says_the_same,
    shared_words,
    squeezed,
)

Label = Literal["holds", "changed", "gone"]
Came = Literal["other words", "another value", "gone", "speaks against it"]
_ENOUGH = 40  # characters by which a claim is found on its page
_DEPTH = 6  # passages that each search gives for a sentence
_LONGEST = 60  # words that can have come in the place of a sentence
_NOTED = 12  # sentences like it that are noted of a sentence when it is pinned


class Claim(TypedDict):
    """A sentence that an answer rests on, as it stood in its document; `line` is the sentence of the answer, from 0.

    `near` are sentences like it that stood in the documents then: those are no news. `between` are the sentences before
    and after it, "" where there were none.
    """

    text: str
    line: int
    name: str
    page: int
    added: str
    near: list[str]
    between: tuple[str, str]


class Difference(TypedDict):
    """What became of a sentence: the one of then, and the one of now with where it stands and since when (ISO 8601).

    `then` is "" for a sentence that nothing of the answer corresponds to.
    """

    came: Came
    line: int
    then: str
    now: str
    name: str
    page: int
    added: str


@dataclass(frozen=True)
class Judgement:
    """The label, and why."""

    label: Label
    differences: list[Difference]


@dataclass(frozen=True)
class _Near:
    """A sentence of the documents that is like a claim."""

    text: str
    likeness: float
    document: Document
    page: int
    between: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Corpus:
    """The documents as they are now, and how sentences like another one are found in them."""

    passages: Passages
    embedder: Embedder

    @cached_property
    def _documents(self) -> dict[str, Document]:
        return {one.id: one for one in self.passages.documents()}

    def near(self, sentence: str) -> list[_Near]:
        """Return the sentences most like this one, best first. Raises `StoreError`."""
        lists = self.passages.search(sentence, self.embedder.encode([sentence])[0], _DEPTH)
        found = self.passages.get(list(dict.fromkeys(id for one in lists for id, _ in one.hits)))
        texts: dict[str, _Near] = {}
        for passage in found:
            document, all_of_it = self._documents.get(passage.document), claims_of(passage.text)
            for before, claim, after in zip(["", *all_of_it], all_of_it, [*all_of_it[1:], ""], strict=False):
                # With fewer words in common it is not alike, whatever the cosine.
                if document and shared_words(sentence, claim) >= 2 * ALIKE - 1:
                    texts.setdefault(claim, _Near(claim, 0.0, document, _page_of(passage, claim), (before, after)))
        alike = likenesses(sentence, list(texts), self.embedder)
        near = [replace(one, likeness=value) for one, value in zip(texts.values(), alike, strict=True)]
        return sorted(near, key=lambda one: -one.likeness)

    def stands(self, sentence: str, near: Sequence[_Near]) -> bool:
        """Whether a sentence stands word for word in one of the documents in which something like it was found."""
        if any(one.text == sentence for one in near):
            return True
        documents = dict.fromkeys(one.document.id for one in near)
        return any(sentence in squeezed(self.passages.text(document)) for document in documents)

    def in_its_place(self, claim: Claim) -> _Near | None:
        """Return what stands now between the sentences that a claim stood between; None where nothing does."""
        before, after = claim["between"]
        for document in dict.fromkeys(one.document.id for one in self.near(before)) if before and after else ():
            _, found, rest = squeezed(self.passages.text(document)).partition(before)
            words, still_there, _ = rest.partition(after)
            if found and still_there and 0 < len(words.split()) <= _LONGEST:
                return _Near(words.strip(), 0.0, self._documents[document], 0)
        return None


def _page_of(passage: Passage, claim: str) -> int:
    """Return the page of a passage on which a claim stands, or begins; 0 where there are no pages."""
    pages = [squeezed(page) for page in passage.text.split(PAGE_END)]
    begins = claim[:_ENOUGH]
    return passage.page and passage.page + next((turned for turned, page in enumerate(pages) if begins in page), 0)


def claims(rests_on: Iterable[tuple[int, str, str, int, str]], corpus: Corpus) -> list[Claim]:
    """Return what an answer claims, of what it rests on: (line, words, name of the document, page, since when).

    Raises `StoreError`.
    """
    made: dict[str, Claim] = {}
    for line, words, name, page, added in rests_on:
        for text in claims_of(words):
            found = corpus.near(text)
            made.setdefault(
                text,
                {
                    "text": text,
                    "line": line,
                    "name": name,
                    "page": page,
                    "added": added,
                    "near": [one.text for one in found if one.likeness >= ALIKE and one.text != text][:_NOTED],
                    "between": next((one.between for one in found if one.text == text), ("", "")),
                },
            )
    return list(made.values())


def judge(then: Sequence[Claim], since: str, corpus: Corpus, answered: bool = False) -> Judgement:
    """Judge an answer by its claims of then, `since` which moment (ISO 8601) documents are news.

    What the first line rests on decides whether it is gone; `answered` says that a model found another answer instead.
    Raises `StoreError`.
    """
    known = {text for claim in then for text in [claim["text"], *claim["near"]]}
    became = [(claim, _became(claim, known, corpus)) for claim in then]
    differences = [one for _, one in became if one]
    known |= {one["now"] for one in differences}  # what took the place of one claim speaks against no other
    standing = [claim for claim, one in became if one is None]
    differences += [one for claim in standing if (one := _against(claim, since, known, corpus))]
    if all(one["came"] == "other words" for one in differences):
        return Judgement("holds", differences)
    first = [one["came"] if one else "" for claim, one in became if claim["line"] == then[0]["line"]]
    gone = all(one == "gone" for one in first) and not answered
    return Judgement("gone" if gone else "changed", differences)


def _against(claim: Claim, since: str, known: set[str], corpus: Corpus) -> Difference | None:
    """Return the new sentence, if there is one, that gives another value than a claim that still stands."""
    fresh = [one for one in corpus.near(claim["text"]) if one.text not in known and one.document.added >= since]
    found = next((one for one in fresh if says_otherwise(claim["text"], one.text, one.likeness)), None)
    return _difference("speaks against it", claim, found) if found else None


def _became(claim: Claim, known: set[str], corpus: Corpus) -> Difference | None:
    """Return what became of a claim; None where it stands as it did."""
    near = corpus.near(claim["text"])
    if corpus.stands(claim["text"], near):
        return None
    same = next((one for one in near if says_the_same(claim["text"], one.text, one.likeness)), None)
    if same:
        return _difference("other words", claim, same)
    # A sentence that stood beside it before is not what became of it.
    successor = next((one for one in near if one.text not in known and one.likeness >= ALIKE), None)
    successor = successor or corpus.in_its_place(claim)
    return _difference("another value" if successor else "gone", claim, successor)


def _difference(came: Came, claim: Claim, now: _Near | None) -> Difference:
    return {
        "came": came,
        "line": claim["line"],
        "then": claim["text"],
        "now": now.text if now else "",
        "name": now.document.name if now else "",
        "page": now.page if now else 0,
        "added": now.document.added if now else "",
    }
