"""The documents that speak for a family: official titles, everyday phrases, Indian words, and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.language.terms import analyse
from core.language.transliteration import romanise
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.index.titles import names_in, plain_title

Kind = Literal["title", "phrase", "hindi", "text", "official"]


@dataclass(frozen=True)
class Document:
    """`family` is the number of its family; `code` that of the occupation or family it belongs to."""

    family: int
    kind: Kind
    code: str
    shown: str
    plain: str


def title_documents(classification: Classification, numbers: Mapping[str, int]) -> list[Document]:
    """Take every official title, every name in it ("Wire Maker/Component Maker"), and the names of qualifications."""
    levels = (classification.families, classification.occupations)
    return [
        Document(numbers[code[:4]], "title", code, name, plain_title(name))
        for level in levels
        for code, title in level.items()
        for name in names_in(title, classification.qualifications.get(code, ""))
    ]


def phrase_documents(classification: Classification, numbers: Mapping[str, int]) -> list[Document]:
    """Take everyday titles and phrases."""
    return [
        Document(numbers[family], "phrase", family, phrase, plain_title(phrase))
        for family, own in classification.words.items()
        for phrase in own.phrases
    ]


def native_documents(classification: Classification, numbers: Mapping[str, int]) -> list[Document]:
    """Take words of Indian languages."""
    return [
        Document(numbers[family], "hindi", family, word, romanise(word).lower())
        for family, own in classification.words.items()
        for word in own.hindi
    ]


def text_documents(classification: Classification, numbers: Mapping[str, int]) -> list[Document]:
    """Take what the people of each family do, in the order of the families."""
    own = classification.words
    return [Document(number, "text", family, own[family].text, "") for family, number in numbers.items()]


def official_documents(descriptions: Mapping[str, str], numbers: Mapping[str, int]) -> list[Document]:
    """Take the government's descriptions by code, as far as their families are in the classification."""
    return [
        Document(numbers[code[:4]], "official", code, text, "")
        for code, text in sorted(descriptions.items())
        if code[:4] in numbers
    ]


def distinct(documents: Iterable[Document]) -> list[Document]:
    """Take the first of the documents of a family that read alike; by family."""
    first: dict[tuple[int, str], Document] = {}
    for document in documents:
        first.setdefault((document.family, document.plain), document)
    return sorted(first.values(), key=lambda document: document.family)


def rows_by_code(titles: Iterable[Document], documents: Sequence[Document]) -> dict[str, list[int]]:
    """Tell where the names of each code stand; two occupations of a family may have names that read alike."""
    rows = {(document.family, document.plain): row for row, document in enumerate(documents)}
    found: dict[str, list[int]] = {}
    for document in titles:
        found.setdefault(document.code, []).append(rows[document.family, document.plain])
    return found


def family_terms(documents: Iterable[Document], families: int) -> list[list[str]]:
    """Collect the analysed words of all documents of each family."""
    terms: list[list[str]] = [[] for _ in range(families)]
    for document in documents:
        terms[document.family] += analyse(document.plain or document.shown)
    return terms


def texts_to_embed(classification: Classification) -> list[str]:
    """List every text whose vector the shipped index needs, each once."""
    numbers = {family: number for number, family in enumerate(classification.families)}
    short = title_documents(classification, numbers) + phrase_documents(classification, numbers)
    texts = [document.plain for document in short] + [own.text for own in classification.words.values()]
    return list(dict.fromkeys(texts))
