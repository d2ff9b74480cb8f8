"""A text cut into words that know their place, their stem and the sentence and clause in which they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from core.language.lexicon import alternatives, word_groups, word_map
from core.language.sentences import sentences
from core.language.terms import STOP_WORDS, analyse

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_TIED = re.compile(r"[-‐‑–][^\W\d_]")
# What parts one statement of a sentence from the next. A comma inside a number parts nothing.
CLAUSE_BREAK = re.compile(
    rf"[;:()—]|,(?!\d{{3}})|\b(?:{alternatives(word_groups('joining_words')['parts clauses'])}"
    r"|than(?!\s+(?:\d|an?\b|half|one|two|three|four|five|six|seven|eight|nine|ten)))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Token:
    """One word of a text: `text[start:end]`, its stem, and the numbers of the sentence and clause it belongs to."""

    word: str  # lower case
    stem: str
    start: int
    end: int
    sentence: int
    clause: int
    place: int  # counted over the whole text
    compound: bool  # a hyphen ties it to the next word: the “low” of low-flow

    @property
    def content(self) -> bool:
        """Whether the word says something of its own: no stop word and no figure."""
        return self.word not in STOP_WORDS and not self.word[0].isdigit()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the stem of one word, whatever word it is: `analyse` alone leaves stop words out, and “paid” as it is."""
    plain = word_map("irregular_forms", "base").get(word, word)
    return (analyse(plain) or [plain])[0]


def other_forms(word: str) -> list[str]:
    """Return the forms in which a text may hold a word that have another stem: “kept” of “keeps”, “09” of “9”."""
    if word.isdecimal():
        short = word.lstrip("0") or "0"
        return [form for form in (short, short.zfill(2)) if form != word]
    family = _families().get(stem(word), ())
    return [form for form in family if analyse(form) != analyse(word)]


@cache
def _families() -> dict[str, list[str]]:
    """Return the irregular forms of each word with that itself, by their stem."""
    families: dict[str, list[str]] = {}
    for form, base in word_map("irregular_forms", "base").items():
        families.setdefault(stem(form), [base]).append(form)
    return families


@lru_cache(maxsize=4_000)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words of `text` in order."""
    found: list[Token] = []
    clause = 0
    for number, sentence in enumerate(sentences(text)):
        breaks = [match.start() for match in CLAUSE_BREAK.finditer(sentence.text)]
        passed = 0
        for match in _WORD.finditer(sentence.text):
            while passed < len(breaks) and breaks[passed] <= match.start():
                passed += 1
            word = match.group().lower().replace("’", "'")
            start, end = sentence.start + match.start(), sentence.start + match.end()
            tied = _TIED.match(text, end) is not None
            found.append(Token(word, stem(word), start, end, number, clause + passed, len(found), tied))
        clause += len(breaks) + 1
    return tuple(found)


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of all words of `text` that say something of their own."""
    return frozenset(token.stem for token in tokens(text) if token.content)
