"""What parts the families: attributes that a person can tell, with the words in which they are asked.

`attributes.csv` tells for each family the values of each attribute, several parted by `;`, or `any` where its people
differ; `attribute_words.csv` holds the question of each attribute and the words of each value, in three languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from core.errors import StoreError
from core.systems.nco_classification.index.tables import table_rows

Language = Literal["english", "hindi", "hinglish"]
ANY = "any"
_WORDS = "attribute,value,english,hindi,hinglish"
# Of two that part the families alike the first is asked: what people can tell most surely.
_NAMES = ("activity", "object", "produce", "pupils", "place", "account", "tool", "role", "schooling")
# Share of answers that are expected to be wrong. What somebody learnt, and what they call their position, tell less of
# the work than what they do.
_WRONG, _WRONG_OF = 0.1, {"schooling": 0.25, "role": 0.15}
_FAMILIES = "code,activity,object,place,role,account,tool,schooling,pupils,produce,by_text"


@dataclass(frozen=True)
class Told:
    """The same in three languages: in English, in Hindi, and in Hindi with Latin letters."""

    english: str
    hindi: str
    hinglish: str

    def told(self, language: Language) -> str:
        """Give it in one of them."""
        return {"english": self.english, "hindi": self.hindi, "hinglish": self.hinglish}[language]


@dataclass(frozen=True)
class Attribute:
    """Something that a person can tell of a job: the question, and the words of every value it may have."""

    name: str
    question: Told
    values: Mapping[str, Told]


@dataclass(frozen=True)
class Attributes:
    """All attributes by name, and what each family has of them.

    `held` is by attribute, then by family; no values where any may be right. `by_text` are pairs of sibling families
    that no attribute parts, only what their people do.
    """

    all: Mapping[str, Attribute]
    held: Mapping[str, Mapping[str, frozenset[str]]]
    by_text: frozenset[tuple[str, str]]

    def values(self, attribute: str, family: str) -> frozenset[str]:
        """Give the values that a family has of an attribute; none where any may be right."""
        return self.held[attribute].get(family, frozenset())

    def has(self, attribute: str, value: str, family: str) -> bool:
        """Tell whether a family has one of the values (parted by `;`) of an answer."""
        return not self.values(attribute, family).isdisjoint(value.split(";"))

    def parts(self, family: str, other: str) -> list[str]:
        """List the attributes of which two families have no value in common."""
        return [
            name for name in self.all
            if (one := self.values(name, family)) and (two := self.values(name, other)) and not one & two
        ]  # fmt: skip


def wrong_share(attribute: str) -> float:
    """Tell how many of the answers about an attribute are expected to be wrong, 0 to 1."""
    return _WRONG_OF.get(attribute, _WRONG)


@cache
def load_attributes() -> Attributes:
    """Read the attributes that come with the application, once. Raises `StoreError` for a damaged file."""
    questions: dict[str, Told] = {}
    values: dict[str, dict[str, Told]] = {name: {} for name in _NAMES}
    held: dict[str, dict[str, frozenset[str]]] = {name: {} for name in _NAMES}
    by_text: set[tuple[str, str]] = set()
    try:
        for row in table_rows("attribute_words.csv", _WORDS):
            told = Told(row["english"], row["hindi"], row["hinglish"])
            (values[row["attribute"]] if row["value"] else questions)[row["value"] or row["attribute"]] = told
        for row in table_rows("attributes.csv", _FAMILIES):
            for name in _NAMES:
                found = frozenset(value.strip() for value in row[name].split(";")) - {ANY}
                if not found <= values[name].keys():
                    raise StoreError(f"attributes.csv: {row['code']} has an unknown {name}.", "Correct the file.")
                held[name][row["code"]] = found
            by_text |= {(row["code"], other.strip()) for other in row["by_text"].split(";") if other.strip()}
        every = {name: Attribute(name, questions[name], values[name]) for name in _NAMES}
    except KeyError as error:
        raise StoreError(
            f"attribute_words.csv: {error} is not told.", "Fetch the file from the project again."
        ) from error
    return Attributes(every, held, frozenset(by_text))
