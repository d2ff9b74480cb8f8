"""How likely it is that a topic is known here, and that a person knows about it, 0 to 1, on absolute scales that no
setting of the page moves.

The *quality* is for the gate: whether anybody here knows about the topic. It rests on a document's nearness in meaning
(cosine), how much of the topic's words it has where it is near, and how long the topic is; its weights stand in
`quality.csv`, and `reliability.csv` says how true it is (`python -m core.evaluate.fit_quality`).

Whether a person *knows* is for who fits: how near their best document is in meaning, and how much of the topic's words
their headline or one of their skills has; a document that denies the topic counts nothing, and meaning alone is no more
than perhaps (`BY_MEANING`); who lists the topic as a skill is likely (`LISTED`). Its weights stand in `knows.csv`
(`python -m core.evaluate.fit_knows`). Both are fitted to judged people and to topics that nobody has; no weight lets a
person fall when more is found. Of “solar power for rural
clinics” who writes nothing of the former is as good as for that alone (`_matter`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import StoreError
from core.language.terms import STOP_WORDS, analyse
from core.paths import SAMPLES
from core.systems.expert_search.people.records import Expert, People
from core.systems.expert_search.people.titles import all_titles, initials, is_abbreviation
from core.systems.expert_search.requirements.cell import LIKELY, MET, PARTLY
from core.systems.expert_search.requirements.cells.mentions import denies, is_only_denied
from core.systems.expert_search.requirements.cells.skills import phrases
from core.systems.expert_search.requirements.foreign import foreign_language
from core.systems.expert_search.requirements.grammar.amounts import is_role
from core.systems.expert_search.requirements.grammar.collection import collection_of

FITTED, RELIABILITY = SAMPLES / "experts" / "quality.csv", SAMPLES / "experts" / "reliability.csv"
KNOWS = SAMPLES / "experts" / "knows.csv"
MEASURES = ("meaning", "words", "length")
KNOWS_MEASURES = ("meaning", "named")
NAMED = 1.0  # whose name was asked for is who was asked for
TITLED = 0.9  # who is by their own title what was asked for
LISTED = 0.6
"""Who lists what was asked for as a skill: of 13 judged people of whom the fit said less and who list the topic itself
13 knew about it, of two who list it with more words both; of 18 who list one word with more (“crash *data*”) 7 did."""
BY_MEANING = 0.33
"""The most that meaning alone says: of judged people who were likely by it, in whose texts the rarest word of a topic
is nowhere while somebody who has it perhaps knows, and whose quality was below `MET`, 4 of 12 knew about it."""
_HALF = 0.5  # of what the words of a topic weigh
_FOR_WHAT = re.compile(r"\s(?:for|in)\s", re.IGNORECASE)
_ITEMS = re.compile(r"[;\n]")
_TWO = 2  # topics that “or” joins
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)


class Known(NamedTuple):
    """Of a person and a topic: the `quality` of the best document for the gate, how likely the person `knows` about
    the topic, and the `document` on which that rests."""

    quality: float
    knows: float
    document: str


Qualities = dict[str, Known]
"""What is known of each person."""


@dataclass(frozen=True)
class Bin:
    """Of `count` topics that were said to be known with a probability of `said`, on average, the share `true` was."""

    said: float
    true: float
    count: int


def qualities(people: People, queries: Sequence[tuple[str, float]], found: Mapping[str, Collection[str]]) -> Qualities:
    """Tell how likely each person knows about a topic, and by which document.

    `queries` are the topic itself, with the weight 1, and other words for it, each with what it counts; `found` are
    the ids of the documents that searches found, by person. Raises `StoreError` for a damaged file of weights.
    """
    documents = list(dict.fromkeys(document for own in found.values() for document in own))
    either = [(one, 1.0) for one in ways(people, queries[0][0]) if one != queries[0][0]]
    both = (best.tolist() for best in _best(people, [*queries, *either], documents))
    of = {document: Known(quality, knows, document) for document, quality, knows in zip(documents, *both, strict=True)}
    terms = phrases(queries[0][0])
    for document, one in of.items():
        if one.knows >= PARTLY and is_only_denied(people, document, terms):
            of[document] = one._replace(knows=0.0)
    called, titled = _called(people, queries[0][0], found), _titled(people, queries[0][0], found)
    listed = _listed(people, queries[0][0], found) - titled - called
    least = {person: NAMED if person in called else TITLED for person in called | titled}
    least |= dict.fromkeys(listed, LISTED)
    known = {person: _of_person([of[one] for one in own]) for person, own in found.items() if own}
    known |= _by_matter_alone(people, queries, {one: found[one] for one in known if _perhaps(known[one])}, known)
    foreign = foreign_language(queries[0][0], people)
    alone = set(known) if foreign else _by_meaning_alone(people, queries[0][0], known)
    return {
        person: one._replace(
            quality=max(least.get(person, 0.0), one.quality),
            knows=max(least.get(person, 0.0), min(one.knows, BY_MEANING) if person in alone else one.knows),
            document=person if person in listed and one.knows < LISTED else one.document,
        )
        for person, one in known.items()
    }


def _perhaps(one: Known) -> bool:
    return max(one.quality, one.knows) >= PARTLY


def _by_matter_alone(
    people: People, queries: Sequence[tuple[str, float]], found: Mapping[str, Collection[str]], known: Qualities
) -> Qualities:
    """Return what is known of those who write no word of the matter of a topic: no more than for the matter alone.

    Two topics of the judged people for developing, joined by “for” or “in”: of 625 people who were likely and wrote no
    word of the first, 19 knew about it. So one stays likely, rightly; of 584 who fall below `PARTLY` 4 knew about it.
    """
    matters = [(matter, counts) for query, counts in queries if (matter := _matter(people, query))]
    terms = {term for matter, _ in matters for phrase in phrases(matter) for term in phrase}
    if len(matters) < len(queries) or not terms:
        return {}
    silent = {person: list(own) for person, own in found.items() if terms.isdisjoint(people.terms_of(person))}
    made = {}
    for person, own in silent.items():
        quality, knows = (float(best.max()) for best in _best(people, matters, own))
        one = known[person]
        made[person] = one._replace(quality=min(one.quality, quality), knows=min(one.knows, knows))
    return made


def _matter(people: People, query: str) -> str:
    """Return what a topic is about where it goes on with what that is for or in, and the former weighs more: “solar
    power” of “solar power for clinics”; "" elsewhere, and for an abbreviation, which others write out."""
    matter = _FOR_WHAT.split(query, 1)[0]
    if matter == query or matter.isupper():
        return ""
    weights = people.weights(query)
    own = sum(weight for term, weight in weights.items() if term in analyse(matter))
    return matter if own >= _HALF * sum(weights.values()) else ""


def _by_meaning_alone(people: People, query: str, known: Qualities) -> set[str]:
    """Return who would likely know about a topic by meaning alone: its rarest word that anybody here writes, of each of
    two of which either will do, is nowhere in their texts, and somebody who writes it perhaps knows."""
    unsure = {person for person, one in known.items() if one.knows >= LIKELY and one.quality < MET}
    weights = [people.weights(way) for way in ways(people, query)] if unsure else []
    here = [{term: weight for term, weight in one.items() if any(people.holding([term]).values())} for one in weights]
    rarest = [max(one, key=one.__getitem__) for one in here if one]
    for term in rarest:
        held = dict(people.documents_holding([term]))
        unsure = {person for person in unsure if term not in people.terms_of(person)}
        if not unsure or _best(people, [(query, 1.0)], list(held))[1].max() < PARTLY:
            return set()
    return unsure if rarest else set()


def ways(people: People, query: str) -> tuple[str, ...]:
    """Return topics of which any will do where “or” joins two that share no word, “desalination or water purification”;
    else the query alone, where one side likely shares a word of the other: “road or bridge design” is one, “land
    lawyers or mediators” too; “solar cells or batteries” only where somebody writes of solar batteries."""
    parts = [part.strip() for part in _EITHER.split(query)]
    words = [part.split() for part in parts]
    if len(parts) != _TWO or not all(words) or any(word.lower() in STOP_WORDS for part in words for word in part):
        return (query,)
    has_phrase = collection_of(people).has_phrase
    before = words[0][-_TWO] if len(words[0]) > len(words[1]) else ""  # what the second may share: “*land* mediators”
    roles = all(is_role(part[-1].lower()) for part in words)
    shared = before and (roles or has_phrase(f"{before} {parts[1]}"))
    return (query,) if shared or has_phrase(f"{parts[0]} {words[1][-1]}") else tuple(parts)


def _of_person(documents: Sequence[Known]) -> Known:
    """Return the best of somebody's documents."""
    best = max(documents, key=lambda one: (one.knows, one.quality, one.document))
    return best._replace(quality=max(one.quality for one in documents))


def measures(people: People, query: str, documents: Sequence[str]) -> NDArray[np.float64]:
    """Return the `MEASURES` of each of these documents [documents, 3] for a query."""
    meaning, words = people.closeness(query, documents)
    length = np.log1p(len(set(analyse(query))))
    near = np.maximum(meaning, 0.0)
    return np.column_stack([near, near * words, np.full(len(documents), length)])


def knows_measures(people: People, query: str, documents: Sequence[str]) -> NDArray[np.float64]:
    """Return the `KNOWS_MEASURES` of each of these documents [documents, 2] for a query."""
    return _knows_measures(people, query, documents, people.closeness(query, documents)[0])


def _knows_measures(
    people: People, query: str, documents: Sequence[str], meaning: NDArray[np.float64]
) -> NDArray[np.float64]:
    weights = people.weights(query)
    owners = [people.owner(document) for document in documents]
    named = {person: _named(people.experts[person], weights) for person in dict.fromkeys(owners)}
    return np.column_stack([np.maximum(meaning, 0.0), np.array([named[owner] for owner in owners], float)])


def _named(expert: Expert, weights: Mapping[str, float]) -> float:
    """Return the share of a topic's words, rare ones weighing more, that a headline or one of the skills has."""
    whole = sum(weights.values())
    items = (expert.headline, *_ITEMS.split(expert.skills))
    held = (sum(weight for term, weight in weights.items() if term in _terms(item)) for item in items)
    return max(held, default=0.0) / whole if whole else 0.0


def _best(
    people: People, queries: Sequence[tuple[str, float]], documents: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return of each document the best that any of the queries makes of it: the quality, and whether it is known."""
    qualities, knows = np.zeros(len(documents)), np.zeros(len(documents))
    for query, counts in queries:
        numbers = measures(people, query, documents)
        told = _knows_measures(people, query, documents, numbers[:, 0])
        qualities = np.maximum(qualities, counts * _likely(fitted(FITTED, MEASURES), numbers))
        knows = np.maximum(knows, counts * _likely(fitted(KNOWS, KNOWS_MEASURES), told))
    return qualities, knows


def _likely(fit: tuple[float, NDArray[np.float64]], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    likely: NDArray[np.float64] = 1 / (1 + np.exp(-(fit[0] + numbers @ fit[1])))
    return likely


def _called(people: People, query: str, found: Collection[str]) -> set[str]:
    """Return those whose name a query is: two words of it, or one that stands in nothing but their profiles."""
    asked = frozenset(analyse(query))
    called = {person for person in found if asked and asked <= _terms(people.experts[person].name)}
    if called and len(asked) == 1:
        holding = people.holding(list(asked))
        return set() if holding["project"] or holding["profile"] > len(called) else called
    return called


def _titled(people: People, query: str, found: Collection[str]) -> set[str]:
    """Return those who are what a query names, or one of what “or” joins in it, by their own title: a “labour lawyer”
    is a lawyer, a “nurse recruiter” no nurse, a “data protection officer” a DPO."""
    asked = [one.strip() for one in _EITHER.split(query)]
    experts = [people.experts[person] for person in found]
    titles = {one.id: all_titles(one.headline, one.bio) for one in experts}
    return {id for id, own in titles.items() if any(_is_title(one, title) for one in asked for title in own)}


def _is_title(asked: str, title: str) -> bool:
    """Whether a title is that of what is asked for: it ends in the same word and has all others, or the initials."""
    said, named = asked.split(), title.split()
    if not said or not named:
        return False
    if is_abbreviation(asked):
        return asked in (title.strip(), initials(title).upper())
    is_asked = is_role(said[-1].lower()) and _terms(named[-1]) == _terms(said[-1])
    return is_asked and _terms(asked) <= _terms(title)


def _listed(people: People, query: str, found: Collection[str]) -> set[str]:
    """Return who has a query, or one of what “or” joins in it, among their skills: a query of several words with more
    words, too, “*extended* Kalman filters”; and who denies it in no document."""
    asked = {way: wanted for way in ways(people, query) if (wanted := _terms(way))}
    return {
        person
        for way, wanted in asked.items()
        for person in set(found).intersection(dict(people.documents_holding(sorted(wanted))))
        if any(
            wanted == item or (len(wanted) > 1 and wanted < item)
            for item in map(_terms, _ITEMS.split(people.experts[person].skills))
        )
        and not any(denies(people, one, phrases(way)) for one in (person, *(a.id for a in people.answers_of(person))))
    }


@lru_cache(50_000)
def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text))


@cache
def fitted(path: Path, names: tuple[str, ...]) -> tuple[float, NDArray[np.float64]]:
    """Read the intercept and the weights of some measures. Raises `StoreError` for a damaged file."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            weights = {row["measure"]: float(row["weight"]) for row in csv.DictReader(file)}
        return weights["intercept"], np.array([weights[name] for name in names])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise _damaged(path, error) from error


@cache
def reliability() -> tuple[Bin, ...]:
    """Read how true the quality was, in parts of its range. Raises `StoreError` for a damaged file."""
    try:
        with RELIABILITY.open(encoding="utf-8", newline="") as file:
            rows = [Bin(float(row["said"]), float(row["true"]), int(row["count"])) for row in csv.DictReader(file)]
        return tuple(rows)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise _damaged(RELIABILITY, error) from error


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(f"{path.name} cannot be read: {error}.", "Fetch the file from the project again.")
