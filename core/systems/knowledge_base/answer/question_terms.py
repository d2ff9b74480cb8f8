"""What can be measured about a question and the passages found for it, without any model of language.

All of it is on an absolute scale, because the best of any list is the best whatever was asked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.language.clauses import other_forms
from core.language.lexicon import word_groups
from core.language.terms import analyse
from core.language.tokens import comparable, word_pattern, words
from core.retrieval.embedder import Embedder
from core.stores.passages import Passages
from core.systems.knowledge_base.answer.need import need_of

_TIED = re.compile(r"(?:[-‐‑][^\W_]+)+")
_WORDS = 12  # of a very long question the first ones
# "What happens when …", "explain …", "may one …": a document that answers need not say these.
_FRAMING, _MODAL = (word_groups("asking_words")[kind] for kind in ("framing", "modal"))


@dataclass(frozen=True)
class Term:
    """A word of the question as it was written, the forms in which it is compared, and how rare it is (idf).

    One that `asks` only says for what: the “many” of “how many”.
    """

    word: str
    stems: tuple[str, ...]
    passages: int
    weight: float
    asks: bool = False


def terms_of(question: str, passages: Passages) -> list[Term]:
    """List the telling words of a question, each with the number of passages that hold it. Raises `StoreError`.

    weight = ln((N + 1) / (n + ½)); a word that no passage holds weighs most, unless it only frames the question: such
    a word is left out.
    """
    total, asked = passages.card().passages, set(analyse(question))
    said = need_of(question).said.lower().split()
    degree = said[1:2] if said[:1] == ["how"] else []
    found: dict[tuple[str, ...], str] = {}
    for word in words(question):
        stems = tuple(analyse(word))
        if stems and asked.issuperset(stems):
            found.setdefault(stems, word)
    found = dict(list(found.items())[:_WORDS])
    terms = []
    for word, (stems, held) in held_as(found.values(), passages).items():
        if not held and only_frames(word, question) and len(found) > 1:
            continue
        weight = math.log((max(total, held) + 1) / (held + 0.5))
        terms.append(Term(word, stems, held, weight, word in degree))
    return terms


def held_as(said: Iterable[str], passages: Passages) -> dict[str, tuple[tuple[str, ...], int]]:
    """Return of each word the terms in which passages hold it, and how many do; another form only where none holds its
    own: “kept” for “keep”. Raises `StoreError`."""
    forms = {word: list(filter(None, (tuple(analyse(form)) for form in (word, *other_forms(word))))) for word in said}
    counts = passages.frequencies([stem for some in forms.values() for stems in some for stem in stems])
    held = {word: [(stems, min(counts[stem] for stem in stems)) for stems in some] for word, some in forms.items()}
    return {word: next((one for one in some if one[1]), some[0]) for word, some in held.items() if some}


def written(said: Collection[str], question: str) -> list[str]:
    """Return these words as they stand in a question, each with what hyphens tie to it behind: “re-elected” of “re”."""
    meant, end = set(map(comparable, said)), 0
    found: list[str] = []
    for match in word_pattern(question.isascii()).finditer(question):
        if match.start() >= end and comparable(match.group()) in meant:
            end = tied(question, match.end())
            found.append(question[match.start() : end])
    return list(dict.fromkeys(found))


def tied(text: str, end: int) -> int:
    """Return where a word that ends at `end` ends with all that hyphens tie to it behind."""
    match = _TIED.match(text, end)
    return match.end() if match else end


def only_frames(word: str, question: str) -> bool:
    """Whether a lower-case word of a question says nothing of what is asked for: “may one …”, but not “in May”."""
    return word in _FRAMING or (word in _MODAL and not re.search(rf"(?<=[\w,] ){word.capitalize()}\b", question))


_NAMES = re.compile(
    r"\"[^\"]{2,60}\"|“[^”]{2,60}”|`[^`]{2,60}`|\b\w*[A-Za-z0-9]_\w+\b|\b[a-z]+[A-Z]\w*\b|\b\d{4,}\b"
    r"|(?<=[\w,] )[A-Z][\w+#]*(?:[ -](?:[A-Z][\w+#]*|\d+(?![.\d])))*"
)


def names_in(question: str) -> list[str]:
    """List what a question names: in quotation marks, with an underscore or capitals, also with a number behind, long
    numbers."""
    found = [match.group().strip('"“”`') for match in _NAMES.finditer(question)]
    return [name for name in dict.fromkeys(found) if name != "I" and analyse(name)]


_IDENTIFIERS = re.compile(
    r"`[^`]{2,60}`|“[^”]{2,60}”|\"[^\"]{2,60}\"|(?<![\w-])--?[A-Za-z][\w-]*|\b\w*[A-Za-z0-9]_\w+\b|\b\w+(?=\(\))"
    r"|\b[a-z]+[A-Z]\w*\b|\b[a-z]\w*\.[a-z]\w+\b|\b[A-Z]{3,}\b"
)


def identifiers_in(question: str) -> list[str]:
    """List what a question names exactly: settings, functions, options, what stands in quotation marks."""
    return list(dict.fromkeys(match.group().strip('"“”`') for match in _IDENTIFIERS.finditer(question)))


def says(text: str, name: str) -> bool:
    """Whether a text says a name as a whole word, case aside."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None


def coverage(terms: Sequence[Term], stems: frozenset[str]) -> float:
    """Measure which share of the question's words an analysed text holds, rare ones counting more; 0 … 1."""
    total = sum(term.weight for term in terms)
    return sum(term.weight for term in terms if stems.issuperset(term.stems)) / total if total > 0 else 0.0


def cosines(question: str, texts: Sequence[str], embedder: Embedder) -> list[float]:
    """Measure the cosine of each text with the question, −1 … 1."""
    if not texts:
        return []
    first, *others = embedder.encode([question, *texts])
    return [float(cosine) for cosine in np.stack(others) @ first]
