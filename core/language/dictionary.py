"""Whether a word is English: in a kept dictionary, in its American spelling there, or made of such a word by rule.

The dictionary is the English one of pyspellchecker (MIT), which lies in the package: nothing is fetched. It is open, as
every dictionary is: that a word is not in it proves nothing by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType

_SHORTEST_STEM = 3  # letters that must stay when an ending is taken off
_BRITISH = [
    (re.compile(pattern), other)
    for pattern, other in (
        (r"our(?=$|s$|er|ing|ed|ful|able|ist)", "or"), (r"tre(?=$|s$)", "ter"), (r"bre(?=$|s$)", "ber"),
        (r"is(?=e$|ed$|er$|ers$|es$|ing$|ation$)", "iz"), (r"ys(?=e$|ed$|er$|ing$)", "yz"), (r"[ao]e", "e"),
        (r"ogue", "og"), (r"ence$", "ense"), (r"lled$", "led"), (r"ller(?=$|s$)", "ler"), (r"lling$", "ling"),
        (r"ll(?=ery$|ist$)", "l"), (r"mme(?=$|s$)", "m"), (r"mould", "mold"),
    )
]  # fmt: skip
_AMERICAN = [
    (re.compile(pattern), other)
    for pattern, other in ((r"or(?=$|s$|ed|ing|able|ist)", "our"), (r"iz(?=e|ing|ation)", "is"), (r"er(?=s?$)", "re"))
]
_ENDINGS = (
    "s", "es", "er", "ers", "or", "ors", "ist", "ists", "ing", "ed", "ly", "man", "men", "woman", "women",
    "person", "maker", "smith", "keeper", "worker", "ess", "ship", "less", "proof",
)  # fmt: skip
_BEGINNINGS = (
    "agro", "anti", "auto", "bio", "cardio", "co", "eco", "electro", "geo", "hydro", "inter", "macro", "mega",
    "micro", "mini", "multi", "nano", "neuro", "non", "over", "para", "photo", "physio", "poly", "post",
    "pre", "psycho", "radio", "re", "semi", "sub", "super", "tele", "thermo", "ultra", "un", "under",
)  # fmt: skip
_LONGEST_RULED = 6  # letters of what follows a beginning, so that "reciever" is not what receives anew
_PARTICIPLE = re.compile(r"[aeiouy]\w*(?<!e)ed$")
_ANY = re.compile("")
_TAKES = {"or": re.compile(r"[st]$"), "ors": re.compile(r"[st]$")} | dict.fromkeys(
    ("er", "ers"), re.compile(r"[^aiou]$")
)
_DOUBLES = re.compile(r"^[^aeiou]*[aeiou][bdgmnprt]$")  # drum, drummer: "drumer" is a slip
_SLIPS = re.compile(r"(?<=[dts])(?:er|or)(s?)$")  # "conducter" is a slip, whatever "conduct" and "-er" would make


@lru_cache(maxsize=50_000)
def is_english(word: str) -> bool:
    """Tell whether a lower-case word is English, as far as dictionary and rules go."""
    return in_dictionary(word) or (not _slips(word) and _is_made(word))


@lru_cache(maxsize=50_000)
def in_dictionary(word: str) -> bool:
    """Tell whether a lower-case word stands in the dictionary, in this spelling or the American one."""
    return any(spelling in dictionary() for spelling in _american(word))


@cache
def dictionary() -> frozenset[str]:
    """Return all words of the dictionary, read once when the first word is in doubt."""
    return frozenset(_counts())


@cache
def _counts() -> Mapping[str, int]:
    """Return how often each word stands in the texts from which the dictionary was made."""
    from spellchecker import SpellChecker

    return MappingProxyType(dict(SpellChecker(language="en").word_frequency.dictionary))


def verb_share(word: str) -> float:
    """Return how often a lower-case word takes “-ing” for how often it stands as it is: verbs often, nouns seldom."""
    forms = (f"{word}ing", f"{word[:-1]}ing" if word.endswith("e") else "", f"{word}{word[-1]}ing")
    return max(_counts().get(form, 0) for form in forms) / max(_counts().get(word, 0), 1)


def is_participle(word: str) -> bool:
    """Tell whether a lower-case word ends as a regular participle does: included, and not speed or shed."""
    return _PARTICIPLE.search(word) is not None


def is_graded(word: str) -> bool:
    """Tell whether a lower-case word is an adjective by its endings: newly, smallest, used, stolen, yearly."""
    adverb = {"ic": f"{word}ally", "le": f"{word[:-1]}y"}.get(word[-2:], f"{word}ly")
    graded = (adverb, f"{word}est", f"{word}st", f"{word}{word[-1]}est")
    stem = {"en": word[:-1], "ly": word[:-2]}.get(word[-2:], "")
    return is_participle(word) or any(form in dictionary() for form in (stem, *graded))


def spellings(word: str) -> tuple[str, ...]:
    """Return a lower-case word in its American and its British spelling by rule, itself first; some are no word:
    organized and organised, water and watre."""
    british = word
    for pattern, letters in _AMERICAN:
        british = pattern.sub(letters, british)
    return tuple(dict.fromkeys((*_american(word), british)))


def _american(word: str) -> Iterator[str]:
    yield word
    other = word
    for pattern, letters in _BRITISH:
        other = pattern.sub(letters, other)
    if other != word:
        yield other


def _slips(word: str) -> bool:
    """Tell whether "-er" stands where the dictionary has "-or", or the other way round."""
    found = _SLIPS.search(word)
    return found is not None and any(word[: found.start()] + end + found[1] in dictionary() for end in ("er", "or"))


def _is_made(word: str) -> bool:
    """Tell whether known endings and beginnings around a word of the dictionary make it: fuel, fueller."""
    stems = chain.from_iterable(_stems(word, ending) for ending in _ENDINGS if word.endswith(ending))
    rests = (word[len(begin) :] for begin in _BEGINNINGS if word.startswith(begin))
    return any(map(in_dictionary, stems)) or any(len(rest) >= _LONGEST_RULED and rest in dictionary() for rest in rests)


def _stems(word: str, ending: str) -> Iterator[str]:
    stem = word[: -len(ending)]
    if len(stem) >= _SHORTEST_STEM and _TAKES.get(ending, _ANY).search(stem):
        if not (_DOUBLES.search(stem) and ending[0] in "eio"):
            yield stem
        yield f"{stem}e"
        if stem[-1] == stem[-2]:
            yield stem[:-1]
        if stem[-1] == "i":
            yield f"{stem[:-1]}y"
