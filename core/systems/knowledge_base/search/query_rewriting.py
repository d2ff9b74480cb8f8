"""Another query for the same need, made from why the last one failed and from what the nearest passages say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from core.language.dictionary import in_dictionary
from core.language.reading import spelling_id
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.systems.knowledge_base.answer.question_terms import Term

_ALIKE = 0.75
_ADDED = 4
_LONG_FORM = re.compile(r"((?:[A-Za-z][\w-]*[ -]+){1,6})\(([A-Z][A-Za-z]{1,7}?)s?\)")
_SHORT_FORM = re.compile(r"\b([A-Z][A-Z0-9]{1,7})\s+\(((?:[A-Za-z][\w-]*[ -]?){2,6})\)")


def similar_words(terms: Sequence[Term], texts: Sequence[str]) -> dict[str, list[str]]:
    """List the words that no passage holds, each with up to three of the nearest passages that are spelled like it.

    Those begin with the same letter: “fused” is no misspelt “used”. An English word is no slip, and no number is one.
    """
    vocabulary = list({word for text in texts for word in words(text) if len(word) > 3})
    return {
        term.word: [
            str(match)
            for match, *_ in process.extract(
                term.word,
                [word for word in vocabulary if word[0] == term.word[0]],
                scorer=DamerauLevenshtein.normalized_similarity,
                limit=3,
                score_cutoff=_ALIKE,
            )
        ]
        for term in terms
        if term.passages == 0 and not in_dictionary(term.word) and any(map(str.isalpha, term.word))
    }


def words_to_mend(alike: Mapping[str, Sequence[str]], without: Collection[str]) -> dict[str, list[str]]:
    """Return unknown words with those that may stand for them, but for words that are to be left as they are."""
    return {word: list(others) for word, others in alike.items() if spelling_id(word) not in without}


def long_forms(question: str, texts: Sequence[str]) -> dict[str, str]:
    """Spell out the abbreviations of a question where a passage says what they stand for: "write-ahead log (WAL)"."""
    asked = {word for word in re.findall(r"\b[A-Za-z][A-Za-z0-9]{1,7}\b", question) if word.lower() not in STOP_WORDS}
    found: dict[str, str] = {}
    for text in texts:
        for before, short in _LONG_FORM.findall(text):
            if short in asked and (long := _initials(before, short)):
                found.setdefault(short, long)
        for short, long in _SHORT_FORM.findall(text):
            if short in asked and _initials(long, short):
                found.setdefault(short, long.strip())
    return found


def _initials(phrase: str, short: str) -> str:
    """Return the last words of a phrase that begin with the letters of an abbreviation; "" when they do not."""
    parts = re.split(r"[ -]+", phrase.strip())
    if len(parts) < len(short):
        return ""
    last = parts[-len(short) :]
    return " ".join(last) if "".join(part[0] for part in last).lower() == short.lower() else ""


def telling_words(question: str, texts: Sequence[str], count: int = _ADDED) -> list[str]:
    """List words that several of the nearest passages share and the question does not say, the most shared first."""
    known = set(analyse(question))
    counts = Counter(
        word
        for text in texts
        for word in set(words(text))
        if len(word) > 3 and word[0].isalpha() and analyse(word) and not known & set(analyse(word))
    )
    most_shared = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, shared_by in most_shared if shared_by > 1][:count]


def rewrite(
    query: str, tried: Sequence[str], unknown: Mapping[str, Sequence[str]], long: Mapping[str, str]
) -> tuple[str, str]:
    """Write a query that was not tried yet, and say what was changed, in words; the same query where nothing can be.

    Words that no passage holds are replaced by the most similar one, and abbreviations are spelled out.
    """
    mended, changes = _mend_unknown(query, unknown)
    for short, spelled in long.items():
        if spelled.lower() not in query.lower():
            mended.append(spelled)
            changes.append(f"{short} spelled out as {spelled}")
    fresh = " ".join(mended)
    if not changes or fresh in tried:
        return query, "nothing could be changed"
    return fresh, "; ".join(changes)


def _mend_unknown(query: str, unknown: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """Return the words of a query, with a similar one in the place of each that no passage holds; what changed."""
    mended, changes = [], []
    for word in query.split():
        bare = word.strip(".,;:!?\"'“”()").lower()
        better = next(iter(unknown.get(bare, ())), "")
        mended.append(better or word)
        if better:
            changes.append(f"“{bare}” became “{better}”")
    return mended, changes
